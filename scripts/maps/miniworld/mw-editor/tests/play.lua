--!strict
-- The editor, used by people who click and talk. What must come out is drawn here as pictures, rows
-- from north to south, letters for blocks.

local STONE, LOG, WHITE, RED = 104, 201, 600, 614
local LETTERS = { [0] = ".", [STONE] = "s", [LOG] = "l", [WHITE] = "w", [RED] = "r" }

local function last_toast(t: Test, uin: number)
  local toasts = t:toasts(uin)
  return toasts[#toasts] and toasts[#toasts].en or ""
end

-- A picture of one layer: columns from west to east in each row, the northern row first.
local function picture(t: Test, x: number, y: number, z: number, w: number, d: number)
  local rows = {}
  for row = d - 1, 0, -1 do
    local text = ""
    for column = 0, w - 1 do
      text ..= LETTERS[t:block(x + column, y, z + row)] or "?"
    end
    table.insert(rows, text)
  end
  return table.concat(rows, "/")
end

local function select(
  t: Test,
  uin: number,
  x: number,
  y: number,
  z: number,
  x2: number,
  y2: number,
  z2: number
)
  t:chat(uin, string.format("pos1 %d %d %d", x, y, z))
  t:chat(uin, string.format("pos2 %d %d %d", x2, y2, z2))
end

-- A figure with no symmetry, 3 wide and 2 deep, on the grass at 15, 7, 15: "rww/.sl".
local function draw_figure(t: Test, uin: number)
  for _, cell in ipairs({
    { 15, 16, 614 },
    { 16, 16, 600 },
    { 17, 16, 600 },
    { 16, 15, 104 },
    { 17, 15, 201 },
  }) do
    select(t, uin, cell[1], 7, cell[2], cell[1], 7, cell[2])
    t:chat(uin, "fill " .. cell[3])
  end
  t:equal(picture(t, 15, 7, 15, 3, 2), "rww/.sl")
  select(t, uin, 15, 7, 15, 17, 7, 16)
  t:chat(uin, "copy")
  t:equal(last_toast(t, uin), 'Cells copied: 6; say "paste" to put them down.')
end

test("the wand chooses corners by turns", function(t)
  local uin = t:join("Jian")
  t:click(uin, 14, 6, 14)
  t:equal(last_toast(t, uin), "First corner: 14, 6, 14. Click another one.")
  t:click(uin, 10, 6, 12)
  t:equal(last_toast(t, uin), "Selected 5×1×3, 15 cells.")
  t:chat(uin, "fill 600")
  t:equal(last_toast(t, uin), "Cells changed: 15.")
  t:equal(picture(t, 9, 6, 11, 7, 5), "???????/?wwwww?/?wwwww?/?wwwww?/???????")
  t:click(uin, 10, 6, 14)
  t:equal(
    last_toast(t, uin),
    "Selected 1×1×3, 3 cells.",
    "the third click replaces the first corner"
  )
  t:chat(uin, "填充 104")
  t:equal(picture(t, 10, 6, 12, 5, 3), "swwww/swwww/swwww")
end)

local TURNS: { { any } } = {
  { "rotate", ".r/sw/lw", 2, 3 },
  { "旋转 90", ".r/sw/lw", 2, 3 },
  { "rotate 180", "ls./wwr", 3, 2 },
  { "rotate 270", "wl/ws/r.", 2, 3 },
  { "mirror", "wwr/ls.", 3, 2 },
  { "mirror z", ".sl/rww", 3, 2 },
  { "镜像 y", "rww/.sl", 3, 2 },
}
for _, case in TURNS do
  test('"' .. case[1] .. '" turns what was copied, and paste puts it down', function(t)
    local uin = t:join("Jian")
    draw_figure(t, uin)
    t:chat(uin, case[1])
    t:chat(uin, "paste 20 7 20")
    t:equal(picture(t, 20, 7, 20, case[3], case[4]), case[2])
    t:equal(picture(t, 15, 7, 15, 3, 2), "rww/.sl", "the figure itself stays")
    t:chat(uin, "undo")
    t:equal(picture(t, 20, 7, 20, 3, 3), ".../.../...", "and all of it can be undone")
  end)
end

test("a mirror along y stands towers on their heads", function(t)
  local uin = t:join("Jian")
  for y, id in pairs({ [7] = STONE, [8] = LOG, [9] = RED }) do
    select(t, uin, 15, y, 15, 15, y, 15)
    t:chat(uin, "fill " .. id)
  end
  select(t, uin, 15, 9, 15, 15, 7, 15)
  t:chat(uin, "copy")
  t:chat(uin, "mirror y")
  t:chat(uin, "paste 20 7 20")
  t:equal({ t:block(20, 7, 20), t:block(20, 8, 20), t:block(20, 9, 20) }, { RED, LOG, STONE })
end)

test("signs face where they are turned to", function(t)
  local uin = t:join("Jian")
  local function facing(x: number)
    return t:eval("local _, data = Block:getBlockData(" .. x .. ", 7, 20) return data")
  end
  select(t, uin, -7, 8, 1, -7, 8, 1)
  t:chat(uin, "copy")
  t:chat(uin, "paste 20 7 20")
  t:equal(facing(20), 2, "south, as on the cottage")
  t:chat(uin, "rotate")
  t:chat(uin, "paste 21 7 20")
  t:equal(facing(21), 0, "clockwise from south is west")
  t:chat(uin, "mirror x")
  t:chat(uin, "paste 22 7 20")
  t:equal(facing(22), 1, "east")
  t:chat(uin, "mirror z")
  t:chat(uin, "paste 23 7 20")
  t:equal(facing(23), 1, "still east")
  t:equal(t:block(23, 7, 20), 3303)
end)

test("paste goes on top of the block that was clicked last", function(t)
  local uin = t:join("Jian")
  draw_figure(t, uin)
  t:click(uin, 22, 6, 22)
  t:chat(uin, "粘贴")
  t:equal(picture(t, 22, 7, 22, 3, 2), "rww/.sl")
  t:equal(last_toast(t, uin), "Cells changed: 5.")
  t:chat(uin, "paste")
  t:equal(last_toast(t, uin), "There is nothing to change.")
end)

test("the cottage is copied as it stands", function(t)
  local uin = t:join("Jian")
  select(t, uin, -10, 6, 1, -2, 14, 9)
  t:chat(uin, "copy")
  t:equal(last_toast(t, uin), 'Cells copied: 729; say "paste" to put them down.')
  t:chat(uin, "paste 15 6 20")
  for x = -10, -2 do
    for y = 6, 14 do
      for z = 1, 9 do
        t:equal(t:block(x + 25, y, z + 19), t:block(x, y, z))
      end
    end
  end
end)

test("replace, cut and clear change what they should and nothing else", function(t)
  local uin = t:join("Jian")
  draw_figure(t, uin)
  t:chat(uin, "replace 600 201")
  t:equal(picture(t, 15, 7, 15, 3, 2), "rll/.sl")
  t:equal(last_toast(t, uin), "Cells changed: 2.")
  t:chat(uin, "替换 空 104")
  t:equal(picture(t, 15, 7, 15, 3, 2), "rll/ssl")
  t:chat(uin, "replace 614 air")
  t:equal(picture(t, 15, 7, 15, 3, 2), ".ll/ssl")
  t:chat(uin, "cut")
  t:equal(picture(t, 15, 7, 15, 3, 2), ".../...")
  t:chat(uin, "paste 15 7 20")
  t:equal(picture(t, 15, 7, 20, 3, 2), ".ll/ssl", "what was cut is in the clipboard")
  select(t, uin, 15, 7, 20, 16, 7, 21)
  t:chat(uin, "清空")
  t:equal(picture(t, 15, 7, 20, 3, 2), "..l/..l")
end)

test("steps are undone and done again, everybody's own", function(t)
  local one, two = t:join("Yi"), t:join("Er")
  select(t, one, 15, 7, 15, 17, 7, 15)
  for _, id in ipairs({ STONE, LOG, WHITE, RED }) do
    t:chat(one, "fill " .. id)
  end
  select(t, two, 15, 7, 16, 17, 7, 16)
  t:chat(two, "fill 600")
  t:chat(one, "undo")
  t:equal(picture(t, 15, 7, 15, 3, 2), "www/www", "only one's own")
  t:chat(one, "撤销 2")
  t:equal(picture(t, 15, 7, 15, 3, 2), "www/sss")
  t:equal(last_toast(t, one), "Steps undone: 2.")
  t:chat(one, "redo")
  t:equal(picture(t, 15, 7, 15, 3, 2), "www/lll")
  t:chat(one, "redo 99")
  t:equal(last_toast(t, one), "Steps redone: 2.")
  t:equal(picture(t, 15, 7, 15, 3, 2), "www/rrr")
  t:chat(one, "undo")
  t:chat(one, "fill 104")
  t:chat(one, "重做")
  t:equal(last_toast(t, one), "There is nothing to redo.", "another way has been taken")
  t:chat(one, "undo 9")
  t:equal(picture(t, 15, 7, 15, 3, 2), "www/...")
  t:chat(one, "undo")
  t:equal(last_toast(t, one), "There is nothing to undo.")
end)

test("the last twenty steps are remembered", function(t)
  local uin = t:join("Jian")
  select(t, uin, 15, 7, 15, 15, 7, 15)
  for step = 1, 22 do
    t:chat(uin, "fill " .. (600 + step % 2))
  end
  t:chat(uin, "undo 50")
  t:equal(last_toast(t, uin), "Steps undone: 20.")
  t:equal(t:block(15, 7, 15), 600, "as it was after the second")
end)

test("what cannot be done is refused with a sentence, and nothing changes", function(t)
  local uin = t:join("Jian")
  local function refused(said: string, sentence: string)
    local before = picture(t, 10, 7, 10, 10, 10) .. picture(t, 10, 6, 10, 10, 10)
    t:chat(uin, said)
    t:equal(last_toast(t, uin), sentence)
    t:equal(picture(t, 10, 7, 10, 10, 10) .. picture(t, 10, 6, 10, 10, 10), before)
  end
  local first =
    'Select two corners first: click two blocks with the wand, or say "pos1" and "pos2".'
  refused("copy", first)
  refused("fill 600", first)
  refused("paste 1 7 1", 'Nothing has been copied yet; say "copy" first.')
  refused("rotate", 'Nothing has been copied yet; say "copy" first.')
  refused("undo", "There is nothing to undo.")
  refused("pos1 1 2", 'A place is three whole numbers, as in "pos1 3 7 3".')
  refused("角2 1.5 7 3", 'A place is three whole numbers, as in "角2 3 7 3".')
  local off = "That is off the meadow: x from -32 to 32, z from -16 to 48, y from 6 to 60."
  refused("pos1 99 7 3", off)
  refused("pos1 10 5 10", off)
  t:chat(uin, "pos1 10 7 10")
  refused("fill 600", first)
  t:chat(uin, "pos2 19 7 19")
  refused("fill", 'There is no block with the number "".')
  refused("fill gold", 'There is no block with the number "gold".')
  refused("fill 99999", 'There is no block with the number "99999".')
  refused("replace 600", 'There is no block with the number "".')
  refused("fill hand", 'There is no block with the number "hand".')
  t:chat(uin, "copy")
  refused("rotate 45", "One turns by 90, 180 or 270.")
  refused("mirror w", "One mirrors along x, y or z.")
  refused("paste 30 7 30", off)
  refused("paste 1 7", 'A place is three whole numbers, as in "paste 3 7 3".')
  refused("undo 0", "The number of steps is a whole number from 1.")
  refused("undo some", "The number of steps is a whole number from 1.")
  t:chat(uin, "pos2 -20 20 48")
  refused("clear", "Cells selected: " .. 31 * 14 * 39 .. "; at most 4096 at once.")
  t:equal(#t:errors(), 0, "no script failed")
end)

test("whoever leaves finds its clipboard and history again, but chooses anew", function(t)
  local uin, other = t:join("Jian"), t:join("Er")
  draw_figure(t, uin)
  t:leave(uin)
  t:chat(other, "fill 600")
  t:equal(picture(t, 15, 7, 15, 3, 2), "rww/.sl")
  t:back(uin)
  t:chat(uin, "clear")
  t:expect(string.find(last_toast(t, uin), "Select two corners first", 1, true) ~= nil)
  t:chat(uin, "paste 20 7 20")
  t:equal(picture(t, 20, 7, 20, 3, 2), "rww/.sl")
  t:chat(uin, "undo 2")
  t:equal(picture(t, 20, 7, 20, 3, 2), ".../...")
  t:equal(picture(t, 15, 7, 15, 3, 2), "rww/.s.", "the step before, too")
end)
