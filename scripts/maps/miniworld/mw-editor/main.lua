-- A tool for blocks: the wand selects, words do the rest. Everybody has a selection, a clipboard and a
-- history of their own.

local WAND = 120001 -- more than any block: numbers of blocks in a script become blocks of the map
local STARTERS = { 104, 201, 600, 604, 611, 613, 614 } -- blocks in the hotbar, beside the wand
local CELLS_MAX = 4096
local LOW, HIGH = { x = -32, y = 6, z = -16 }, { x = 32, y = 60, z = 48 } -- the meadow

-- By player number as text: `corners`, `last` (the one chosen last), `touched` (the data of the block it
-- clicked last), `clip`, `history`, `lines`.
local makers = {}

Checkpoint:offer(function()
  return makers
end, function(old)
  makers = old
end)

local function maker_of(uin)
  local key = tostring(uin)
  makers[key] = makers[key]
    or { corners = {}, last = 2, touched = 0, history = History.new(), lines = {} }
  return makers[key]
end

local function tell(uin, key, args)
  Player:notifyGameInfo2Self(uin, T(key, args))
end

local function on_meadow(at)
  for axis, least in pairs(LOW) do
    if at[axis] < least or at[axis] > HIGH[axis] then
      return false
    end
  end
  return true
end

-- The selection: two corners, and lines along the edges of the box between them.

-- The lowest and the highest corner and the number of cells; nil until both corners are chosen.
local function box_of(maker)
  local a, b = maker.corners[1], maker.corners[2]
  if not a or not b then
    return nil
  end
  local low = { x = math.min(a.x, b.x), y = math.min(a.y, b.y), z = math.min(a.z, b.z) }
  local high = { x = math.max(a.x, b.x), y = math.max(a.y, b.y), z = math.max(a.z, b.z) }
  local count = (high.x - low.x + 1) * (high.y - low.y + 1) * (high.z - low.z + 1)
  return low, high, count
end

local function erase_lines(uin, maker)
  for _, at in pairs(maker.lines) do
    Graphics:removeGraphicsByPos(at.x, at.y, at.z, uin, GRAPHICS.GRAPHICS_LINE_POS)
  end
  maker.lines = {}
end

local function draw_lines(uin, maker)
  erase_lines(uin, maker)
  local low, high = box_of(maker)
  if not low then
    return
  end
  local from = { x = low.x, y = low.y, z = low.z }
  local to = { x = high.x + 1, y = high.y + 1, z = high.z + 1 }
  for axis in pairs(from) do
    -- The four edges along this axis: the other two are each at one end or the other.
    local others = { x = { "y", "z" }, y = { "x", "z" }, z = { "x", "y" } }
    local one, two = others[axis][1], others[axis][2]
    for corner = 0, 3 do
      local a = { [axis] = from[axis] }
      a[one] = corner % 2 == 0 and from[one] or to[one]
      a[two] = corner < 2 and from[two] or to[two]
      local b = { x = a.x, y = a.y, z = a.z }
      b[axis] = to[axis]
      local line = Graphics:makeGraphicsLineToPos(b.x, b.y, b.z, 1, 0xffd84a, uin)
      Graphics:createGraphicsLineByPosToPos(a.x, a.y, a.z, line)
      -- Edges that begin in one corner are removed together.
      maker.lines[a.x .. " " .. a.y .. " " .. a.z] = a
    end
  end
end

local function choose_corner(uin, which, at)
  if not on_meadow(at) then
    tell(uin, "off_meadow")
    return
  end
  local maker = maker_of(uin)
  maker.corners[which], maker.last = at, which
  draw_lines(uin, maker)
  local low, high, count = box_of(maker)
  if low then
    local args = { w = high.x - low.x + 1, h = high.y - low.y + 1, d = high.z - low.z + 1 }
    args.count = count
    tell(uin, "selected", args)
  else
    tell(uin, "first", at)
  end
end

-- The box that is selected, if it may be worked on; says so if not.
local function selection(uin)
  local low, high, count = box_of(maker_of(uin))
  if not low then
    tell(uin, "no_selection")
  elseif count > CELLS_MAX then
    tell(uin, "too_large", { count = count, most = CELLS_MAX })
  else
    return low, high
  end
  return nil
end

-- What words mean.

-- Three whole numbers as a place; without any, another place is taken.
local function place_in(uin, word, args, otherwise)
  if #args == 0 then
    return otherwise
  end
  local at = { x = tonumber(args[1]), y = tonumber(args[2]), z = tonumber(args[3]) }
  for _, axis in ipairs({ "x", "y", "z" }) do
    if #args ~= 3 or not at[axis] or at[axis] ~= math.floor(at[axis]) then
      tell(uin, "no_place", { word = word })
      return nil
    end
  end
  return at
end

-- The number of a block that is named; says so if there is none.
local function block_in(uin, said)
  if said == "air" or said == "空" then
    return BLOCKID.AIR
  end
  local id = tonumber(said)
  if said == "hand" or said == "手" then
    local _, held = Player:getCurToolID(uin)
    id = held
  end
  if id == BLOCKID.AIR then
    return BLOCKID.AIR
  elseif id and Block:GetBlockDefName(id) == ErrorCode.OK then
    return id
  end
  tell(uin, "no_block", { said = said or "" })
  return nil
end

-- Changes what is selected: `change` gives the new block of a cell, or nil to leave it.
local function change_selection(uin, change)
  local low, high = selection(uin)
  if not low then
    return
  end
  local cells = {}
  Clipboard.each(Clipboard.copy(low, high), function(x, y, z, old)
    local id = change(old)
    if id then
      table.insert(cells, { x = low.x + x, y = low.y + y, z = low.z + z, id = id, data = 0 })
    end
  end)
  local count = History.apply(maker_of(uin).history, cells)
  tell(uin, count > 0 and "changed" or "unchanged", { count = count })
end

local function clip_of(uin)
  local clip = maker_of(uin).clip
  if not clip then
    tell(uin, "nothing_copied")
  end
  return clip
end

local function copy(uin)
  local low, high = selection(uin)
  if not low then
    return false
  end
  local clip = Clipboard.copy(low, high)
  maker_of(uin).clip = clip
  tell(uin, "copied", { count = clip.w * clip.h * clip.d })
  return true
end

local function paste(uin, word, args)
  local clip, maker = clip_of(uin), maker_of(uin)
  if not clip then
    return
  end
  local on = maker.corners[maker.last]
  local at = place_in(uin, word, args, on and { x = on.x, y = on.y + 1, z = on.z })
  if not at then
    if #args == 0 then
      tell(uin, "no_selection")
    end
    return
  end
  local far = { x = at.x + clip.w - 1, y = at.y + clip.h - 1, z = at.z + clip.d - 1 }
  if not on_meadow(at) or not on_meadow(far) then
    tell(uin, "off_meadow")
    return
  end
  local cells = {}
  Clipboard.each(clip, function(x, y, z, id, data)
    table.insert(cells, { x = at.x + x, y = at.y + y, z = at.z + z, id = id, data = data })
  end)
  local count = History.apply(maker.history, cells)
  tell(uin, count > 0 and "changed" or "unchanged", { count = count })
end

local function step(uin, args, go, done, nothing)
  local wanted = args[1] == nil and 1 or tonumber(args[1])
  if not wanted or wanted ~= math.floor(wanted) or wanted < 1 then
    tell(uin, "no_count")
    return
  end
  local count, history = 0, maker_of(uin).history
  while count < wanted and go(history) do
    count = count + 1
  end
  tell(uin, count > 0 and done or nothing, { count = count })
end

local function corner(which)
  return function(uin, word, args)
    local _, x, y, z = Actor:getPosition(uin)
    local here = { x = math.floor(x), y = math.floor(y), z = math.floor(z) }
    local at = place_in(uin, word, args, here)
    if at then
      choose_corner(uin, which, at)
    end
  end
end

local commands = {
  pos1 = corner(1),
  pos2 = corner(2),
  copy = copy,
  paste = paste,
  help = function(uin)
    for line = 1, 4 do
      Chat:sendSystemMsg(T("help_" .. line), uin)
    end
  end,
  cut = function(uin)
    if copy(uin) then
      change_selection(uin, function()
        return BLOCKID.AIR
      end)
    end
  end,
  clear = function(uin)
    change_selection(uin, function()
      return BLOCKID.AIR
    end)
  end,
  fill = function(uin, _, args)
    local id = block_in(uin, args[1])
    if id then
      change_selection(uin, function()
        return id
      end)
    end
  end,
  replace = function(uin, _, args)
    local from = block_in(uin, args[1])
    local to = from and block_in(uin, args[2])
    if to then
      change_selection(uin, function(old)
        return old == from and to or nil
      end)
    end
  end,
  rotate = function(uin, _, args)
    local clip, turns = clip_of(uin), tonumber(args[1] or 90)
    if not clip then
      return
    elseif turns ~= 90 and turns ~= 180 and turns ~= 270 then
      tell(uin, "no_angle")
      return
    end
    for _ = 1, turns / 90 do
      clip = Clipboard.quarter(clip)
    end
    maker_of(uin).clip = clip
    tell(uin, "turned", { w = clip.w, h = clip.h, d = clip.d })
  end,
  mirror = function(uin, _, args)
    local clip, axis = clip_of(uin), args[1] or "x"
    if not clip then
      return
    elseif axis ~= "x" and axis ~= "y" and axis ~= "z" then
      tell(uin, "no_axis")
      return
    end
    maker_of(uin).clip = Clipboard.mirror(clip, axis)
    tell(uin, "mirrored")
  end,
  undo = function(uin, _, args)
    step(uin, args, History.undo, "undone", "nothing_undone")
  end,
  redo = function(uin, _, args)
    step(uin, args, History.redo, "redone", "nothing_redone")
  end,
}

local CHINESE = {
  ["角1"] = "pos1",
  ["角2"] = "pos2",
  ["复制"] = "copy",
  ["剪切"] = "cut",
  ["粘贴"] = "paste",
  ["旋转"] = "rotate",
  ["镜像"] = "mirror",
  ["填充"] = "fill",
  ["替换"] = "replace",
  ["清空"] = "clear",
  ["撤销"] = "undo",
  ["重做"] = "redo",
  ["帮助"] = "help",
}

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local args = {}
  for word in string.gmatch(string.lower(event.content), "%S+") do
    table.insert(args, word)
  end
  local word = table.remove(args, 1)
  local command = word and commands[CHINESE[word] or word]
  if command then
    command(event.eventobjid, word, args)
  end
end)

-- The wand: each click chooses the corner that was not chosen last.

local function holds_wand(uin)
  local code, item = Player:getCurToolID(uin)
  return code == ErrorCode.OK and item == WAND
end

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(event)
  local uin = event.eventobjid
  if holds_wand(uin) then
    local _, data = Block:getBlockData(event.x, event.y, event.z)
    maker_of(uin).touched = data -- the facing of a block is not told when it breaks
    choose_corner(uin, 3 - maker_of(uin).last, { x = event.x, y = event.y, z = event.z })
  end
end)

-- In this mode a click takes a block away at once: what the wand took comes back.
ScriptSupportEvent:registerEvent("Block.DestroyBy", function(event)
  local uin = event.eventobjid
  if holds_wand(uin) then
    local data = maker_of(uin).touched
    Block:setBlockAll(event.x, event.y, event.z, event.blockid, data)
  end
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  local uin = event.eventobjid
  Chat:sendSystemMsg(T("welcome"), uin)
  Backpack:setGridItem(uin, 1000, WAND, 1)
  for place, block in ipairs(STARTERS) do
    Backpack:setGridItem(uin, 1000 + place, block, 64)
  end
end)

-- Whoever leaves takes the lines around its selection along; the rest is kept for when it comes back.
ScriptSupportEvent:registerEvent("Game.AnyPlayer.LeaveGame", function(event)
  local maker = maker_of(event.eventobjid)
  erase_lines(event.eventobjid, maker)
  maker.corners, maker.last = {}, 2
end)
