-- The world outside the shop's page: ore that is dug and grows again, the keeper, what bought things
-- do. Purses are variables of the players, which the shop's own script reads and writes too.

SHOP, PURSE = "7301", "7302"
local NUMBER = 3 -- the type of a variable
local FIREWORK, POTION, PICKAXE = 200602, 200603, 200604
local KEEPER, SWIFT, SPARKS = 3408, 61, 1170
local GROWS_AFTER, REACH = 8, 7

local function is_ore(block)
  return block == COAL or block == IRON or block == GOLD
end

local function show_purse(uin)
  local _, coins = VarLib2:getPlayerVarByName(uin, NUMBER, "coins")
  Customui:setText(uin, PURSE, PURSE .. "_2", "#Y[zh]金币[/zh][en]Coins[/en] " .. coins)
end

local function open_shop(uin)
  Customui:openUIView(uin, SHOP)
end

-- Begins with nothing.
local function restart(uin)
  Backpack:clearAllPack(uin)
  VarLib2:setPlayerVarByName(uin, NUMBER, "coins", 0)
  Player:setGameResults(uin, 0)
  Customui:hideUIView(uin, SHOP)
  show_purse(uin)
  Chat:sendSystemMsg(T("restarted"), uin)
end

ScriptSupportEvent:registerEvent("Game.Start", function()
  GameRule.BlockPlace, GameRule.AttackPlayerMode = 0, 1
  World:setHours(10)
  local code, made = World:spawnCreature(KEEPER_AT.x, KEEPER_AT.y, KEEPER_AT.z, KEEPER, 1)
  if code == ErrorCode.OK then
    Actor:setFaceYaw(made[1], 270)
    Creature:setActionAttrState(made[1], CREATUREATTR.ENABLE_BEATTACKED, false)
  end
end)

ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  local uin = event.eventobjid
  -- What can be dug from a place can be picked up from there.
  Player:setCheckBoxScale(uin, REACH)
  Customui:openUIView(uin, PURSE)
  show_purse(uin)
  Chat:sendSystemMsg(T("welcome"), uin)
end)

ScriptSupportEvent:registerEvent("Block.Dig.End", function(event)
  local uin, x, y, z = event.eventobjid, event.x, event.y, event.z
  if not is_ore(event.blockid) then
    return
  end
  local _, tool = Player:getCurToolID(uin)
  if tool == PICKAXE then
    World:spawnItem(x + 0.5, y + 0.5, z + 0.5, event.blockid, 1)
  end
  -- It does not grow into somebody.
  local cell = { x = x, y = y, z = z }
  local below = { x = x, y = y - 1, z = z }
  repeat
    threadpool:wait(GROWS_AFTER)
    local _, there = Area:getAllPlayersInAreaRange(below, cell)
  until #(there or {}) == 0
  Block:setBlockAll(x, y, z, random_ore(), 0)
end)

ScriptSupportEvent:registerEvent("Player.ClickBlock", function(event)
  if event.blockid == COUNTER then
    open_shop(event.eventobjid)
  end
end)

ScriptSupportEvent:registerEvent("Player.ClickActor", function(event)
  local code, kind = Creature:getActorID(event.toobjid)
  if code == ErrorCode.OK and kind == KEEPER then
    open_shop(event.eventobjid)
  end
end)

ScriptSupportEvent:registerEvent("Player.UseItem", function(event)
  local uin, item = event.eventobjid, event.itemid
  if item == FIREWORK then
    local _, x, y, z = Actor:getPosition(uin)
    World:playParticalEffect(math.floor(x), math.floor(y) + 4, math.floor(z), SPARKS, 3, 3)
  elseif item == POTION then
    Actor:addBuff(uin, SWIFT, 1, -1)
  else
    return
  end
  Player:onCurToolUsed(uin, 1)
end)

-- The shop's script tells of every purchase and sale.
ScriptSupportEvent:registerEvent("PURSE_CHANGED", function(event)
  show_purse(event.eventobjid)
end)

ScriptSupportEvent:registerEvent("CROWNED", function(event)
  local _, name = Player:getNickname(event.eventobjid)
  Chat:sendSystemMsg(T("crowned", { name = name }))
  Player:setGameResults(event.eventobjid, 1)
  World:playParticalEffect(0, 12, 0, SPARKS, 4, 5)
end)

local words = {
  ["商店"] = open_shop,
  shop = open_shop,
  ["重来"] = restart,
  restart = restart,
}

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local deed = words[string.lower(event.content)]
  if deed then
    deed(event.eventobjid)
  end
end)
