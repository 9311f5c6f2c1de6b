-- Commands typed into the chat: 悔棋, 新局, 帮助, and 电脑 with a way of playing; or the English words.

local COMMANDS = {
  ["悔棋"] = "undo",
  ["undo"] = "undo",
  ["新局"] = "new",
  ["new"] = "new",
  ["帮助"] = "help",
  ["help"] = "help",
}

-- How many plies the computer looks ahead; 0 plays at random.
local PLAYERS = {
  ["随机"] = 0,
  ["random"] = 0,
  ["一步"] = 1,
  ["1"] = 1,
  ["1步"] = 1,
  ["两步"] = 2,
  ["二步"] = 2,
  ["2"] = 2,
  ["2步"] = 2,
  ["三步"] = 3,
  ["3"] = 3,
  ["3步"] = 3,
  ["四步"] = 4,
  ["4"] = 4,
  ["4步"] = 4,
}

-- The command in a line of chat and its number, or nil.
function Board:parseCommand(line)
  local text = string.lower(string.gsub(line or "", "%s+", ""))
  local command = COMMANDS[text]
  if command then
    return command
  end
  local player = string.match(text, "^电脑(.+)$") or string.match(text, "^computer(.+)$")
  if player then
    return "computer", PLAYERS[player]
  end
end

-- Sets how the computer plays: every army that it has, or Black if it has none.
function Board:setComputer(plies)
  local red = self.redPlies and plies
  local black = (self.blackPlies or not red) and plies or nil
  tell("computer_" .. plies)
  self:notify("playersChosen", red, black)
  self:setPlayers(red, black)
end

-- A line of chat.
function Board:onChat(e)
  local command, plies = self:parseCommand(e.content)
  if command == nil then
    return
  end
  local uin = e.eventobjid
  if command == "help" or (command == "computer" and plies == nil) then
    tell("commands", nil, uin)
  elseif self:notify("mayCommand", uin) == false then
    return
  elseif command == "undo" then
    self:takeBack(uin)
  elseif command == "new" then
    self:newGame()
  else
    self:setComputer(plies)
  end
end
