-- The best times of this room, on a board at the start and on everybody's screen. They are kept in
-- a ranked table of the cloud under the runner's number, and last as long as the room.

local BEST, NAMES = "best", "names"
HUD = "7101"
ROWS = 5
local BOARD_X, BOARD_Y, BOARD_Z = -4.5, 14, 0.5
local boards = {}

-- 83.456 → "1:23.46"
function clock_of(seconds)
  return string.format("%d:%05.2f", math.floor(seconds / 60), seconds % 60)
end

local function show(lines)
  for row = 1, ROWS do
    local line = lines[row] or row .. ". —"
    Graphics:updateGraphicsTextById(boards[row], (row == 1 and "#Y" or "#W") .. line)
    local _, _, uins = World:getAllPlayers(-1)
    for _, uin in ipairs(uins or {}) do
      Customui:setText(uin, HUD, HUD .. "_1" .. row, line)
    end
  end
end

-- Shows the best times to all; `others` is called with the lines, if it is there.
function show_records(others)
  -- A count above 0 begins with the smallest number: the best time.
  CloudSever:getOrderDataIndexAreaEx(BEST, ROWS, function(code, list)
    local lines = {}
    if code == ErrorCode.OK then
      local _, names = CloudSever:getlistCache(NAMES)
      for row, entry in ipairs(list) do
        lines[row] = row .. ". " .. clock_of(entry.v) .. "  " .. (names[entry.k] or "?")
      end
    end
    show(lines)
    if others then
      others(lines)
    end
  end)
end

-- Keeps a time if it is the runner's best; then `done(best, is_new)` is called.
function keep_record(uin, seconds, done)
  local key = tostring(uin)
  local _, name = Player:getNickname(uin)
  CloudSever:setDataListBykey(NAMES, key, name)
  CloudSever:getOrderDataByKeyEx(BEST, key, function(code, _, before)
    local is_new = code ~= ErrorCode.OK or seconds < before
    if is_new then
      CloudSever:setOrderDataBykey(BEST, key, seconds)
    end
    show_records()
    done(is_new and seconds or before, is_new)
  end)
end

local function write(text, y)
  local info = Graphics:makeGraphicsText(text, 13, 50, 1)
  local _, id = Graphics:createGraphicsTxtByPos(BOARD_X, BOARD_Y + y, BOARD_Z, info)
  return id
end

write("#G[zh]最快[/zh][en]Best times[/en]", 0)
for row = 1, ROWS do
  boards[row] = write(row .. ". —", -0.6 * row)
end
