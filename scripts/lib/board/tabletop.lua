--!strict
-- What lies on the table: a piece for every cell that has one, what each seat alone may see, and marks.
--
-- The world holds what everybody may know and nothing else. What a seat knows beyond that is shown to its
-- player by masks, so that no secret is ever in a place from which it could be sent to somebody.

local tabletop = {}
Course.tabletop = tabletop

local facts, referee = Course.facts, Course.referee
local cells, pieces = facts.cells, facts.pieces

local AIR = 0

local shown: { number } = {} -- cell -> piece that everybody sees
local masks: { [number]: { [number]: number? } } = {} -- uin -> cell -> piece that this player sees in its place
local told: { [number]: boolean } = {} -- uin -> true: this player reads something that no other does
local last: { from: { number }, to: { number } } = { from = {}, to = {} } -- cells of the last move

local function key(x: number, y: number, z: number)
  return `{x} {y} {z}`
end

local by_place: { [string]: number } = {}
for index, cell in ipairs(cells) do
  -- A click on the tile below counts for the cell.
  by_place[key(cell.x, cell.y - 1, cell.z)] = by_place[key(cell.x, cell.y - 1, cell.z)] or index
  by_place[key(cell.x, cell.y, cell.z)] = index
end

-- The number of the cell at a place; nil for any other.
function tabletop.cell(place: any): number?
  return by_place[key(place.x, place.y, place.z)]
end

if #facts.zones > 0 then
  Zones:set(facts.zones)
end

local function block(piece: number): number
  return piece == 0 and AIR or pieces[piece].block
end

-- Shows players at their seats what only they may know.
local function show_secrets(state: BoardState)
  local present: { [number]: boolean } = {}
  for seat = 1, state.players do
    local kind, uin = Course.seating.holder(seat)
    if kind == "player" then
      present[uin] = true
      local own = referee.view(state, seat).cells
      local mask = masks[uin] or {}
      masks[uin] = mask
      for index, cell in ipairs(cells) do
        local wanted = if own[index] ~= shown[index] then own[index] else nil
        if mask[index] ~= wanted then
          if wanted == nil then
            View:forget(cell.x, cell.y, cell.z, uin)
          else
            View:mask(cell.x, cell.y, cell.z, uin, block(wanted))
          end
          mask[index] = wanted
        end
      end
    end
  end
  for uin, mask in pairs(masks) do
    if not present[uin] then
      for index in pairs(mask) do
        View:forget(cells[index].x, cells[index].y, cells[index].z, uin)
      end
      masks[uin] = nil
    end
  end
end

-- Writes beside each seat what it has and what marks it, of what everybody may know.
local function show_seats(public: BoardState)
  local badges, tags = {}, {}
  for seat = 1, public.players do
    badges[seat], tags[seat] = referee.tally(public, seat), referee.tags(public, seat)
  end
  if Course.rules.tally then
    Hud:setBadges(badges)
  end
  if Course.rules.tags then
    Hud:setTags(tags)
  end
end

-- Tells players at their seats what they alone read beside their names, and others nothing.
function tabletop.tell_secrets(state: BoardState)
  if not Course.rules.secret then
    return
  end
  local former = told
  told = {}
  for seat = 1, state.players do
    local kind, uin = Course.seating.holder(seat)
    if kind == "player" then
      Hud:setSecret(referee.secret(referee.view(state, seat), seat), uin)
      told[uin] = true
    end
  end
  for uin in pairs(former) do
    if not told[uin] then
      Hud:setSecret(nil, uin)
    end
  end
end

-- Shows a state. The cells that changed are those of the last move, unless it is a new game's.
function tabletop.show(state: BoardState, is_new: boolean?)
  local public = referee.view(state, nil)
  show_seats(public)
  tabletop.tell_secrets(state)
  local from: { number }, to: { number } = {}, {}
  for index, piece in ipairs(public.cells) do
    local before = shown[index] or 0
    if piece ~= before then
      local cell = cells[index]
      Block:setBlockAll(cell.x, cell.y, cell.z, block(piece), 0)
      local list = piece == 0 and from or to
      list[#list + 1] = index
    end
    shown[index] = piece
  end
  if is_new then
    last = { from = {}, to = {} }
  elseif #from + #to > 0 then
    last = { from = from, to = to }
  end
  if facts.hidden then
    show_secrets(state)
  end
end

local function add_marks(marks: { any }, list: { number }, kind: string)
  for _, index in ipairs(list) do
    local cell = cells[index]
    marks[#marks + 1] = { x = cell.x, y = cell.y, z = cell.z, kind = kind }
  end
end

-- Marks the last move, what decided the game, and a suggested move, if any.
function tabletop.mark(hint: any, decided: { number }?)
  local marks = {}
  add_marks(marks, last.from, "last_from")
  add_marks(marks, last.to, "last_to")
  add_marks(marks, decided or {}, "won")
  local suggested = {}
  for _, part in ipairs(type(hint) == "table" and hint or { hint }) do
    if type(part) == "number" then
      suggested[#suggested + 1] = part
    end
  end
  add_marks(marks, suggested, "hint")
  Marks:set(marks)
end

-- The arrow of a move, for `Hud:setLines`: from its first cell to the next one, or at its only one. None for a
-- move without cells.
function tabletop.arrow_of(move: any): any
  local places = {}
  for _, part in ipairs(if type(move) == "table" then move else { move }) do
    local cell = cells[part]
    places[#places + 1] = cell and { x = cell.x, y = cell.y, z = cell.z }
  end
  return places[1] and { from = places[1], to = places[2] or places[1] }
end

Checkpoint:offer(function()
  return { shown = shown, masks = masks, told = told, last = last }
end, function(state)
  shown, masks, told, last = state.shown, state.masks, state.told, state.last
end)
