-- The shop's page. Scripts of a page have globals of their own, so it shares nothing with the map's
-- scripts but the players' variables and the events that it dispatches.

local PAGE = "7301"
local COINS, BAR, AMOUNT, MESSAGE = "7301_3", "7301_4", "7301_6", "7301_7"
-- Elements of a row: these numbers and the row's.
local ICON, NAME, PRICE, BUY, SELL = 100, 200, 300, 400, 500
local NUMBER, MOST_AT_ONCE = 3, 99
local CROWN = 200606

-- Ore has no price to be bought for. The pictures are those of blocks.
local goods = {
  { item = 2701, icon = 2701, sell = 2 },
  { item = 2702, icon = 2702, sell = 5 },
  { item = 2703, icon = 2703, sell = 12 },
  { item = 200601, icon = 2721, buy = 3, sell = 1 },
  { item = 200602, icon = 2722, buy = 10, sell = 5 },
  { item = 200603, icon = 2723, buy = 15, sell = 7 },
  { item = 200604, icon = 2724, buy = 30, sell = 15 },
  { item = 200605, icon = 2725, buy = 40, sell = 20 },
  { item = CROWN, icon = 2726, buy = 200, sell = 100 },
}
local crown_price = goods[#goods].buy
-- How many each player buys or sells at once.
local amounts = {}

local function say(uin, text)
  Customui:setText(uin, PAGE, MESSAGE, text)
end

local function coins_of(uin)
  local _, coins = VarLib2:getPlayerVarByName(uin, NUMBER, "coins")
  return coins
end

local function held(uin, item)
  local sum = 0
  for _, bar in ipairs({ BACKPACK_TYPE.SHORTCUT, BACKPACK_TYPE.INVENTORY }) do
    local code, count = Backpack:getItemNumByBackpackBar(uin, bar, item)
    sum = sum + (code == ErrorCode.OK and count or 0)
  end
  return sum
end

local function show(uin)
  local coins = coins_of(uin)
  Customui:setText(uin, PAGE, COINS, "#Y[zh]金币[/zh][en]Coins[/en] " .. coins)
  Customui:SetProgressBarValue(uin, PAGE, BAR, 2, crown_price)
  Customui:SetProgressBarValue(uin, PAGE, BAR, 3, math.min(coins, crown_price))
  Customui:setText(
    uin,
    PAGE,
    BAR,
    "[zh]皇冠[/zh][en]Crown[/en] " .. coins .. " / " .. crown_price
  )
  for row, good in ipairs(goods) do
    local _, icon = Customui:getBlockIcon(good.icon)
    local _, name = Item:getItemName(good.item)
    local count = held(uin, good.item)
    Customui:setTexture(uin, PAGE, PAGE .. "_" .. ICON + row, icon)
    Customui:setText(
      uin,
      PAGE,
      PAGE .. "_" .. NAME + row,
      name .. (count > 0 and " ×" .. count or "")
    )
    local price = (good.buy and good.buy .. " / " or "") .. "#G" .. good.sell
    Customui:setText(uin, PAGE, PAGE .. "_" .. PRICE + row, price)
  end
end

local function pay(uin, by)
  VarLib2:setPlayerVarByName(uin, NUMBER, "coins", coins_of(uin) + by)
  Game:dispatchEvent("PURSE_CHANGED", { eventobjid = uin })
  show(uin)
end

local function buy(uin, good)
  local count = amounts[uin] or 1
  local cost = good.buy * count
  if coins_of(uin) < cost then
    say(uin, "#R[zh]金币不够[/zh][en]Not enough coins[/en]: " .. coins_of(uin) .. " / " .. cost)
  elseif Backpack:enoughSpaceForItem(uin, good.item, count) ~= ErrorCode.OK then
    say(uin, "#R[zh]背包装不下[/zh][en]Your bag is full[/en]")
  else
    Backpack:addItem(uin, good.item, count)
    pay(uin, -cost)
    say(uin, "#G[zh]买了[/zh][en]Bought[/en] ×" .. count .. ", -" .. cost)
    if good.item == CROWN then
      Game:dispatchEvent("CROWNED", { eventobjid = uin })
    end
  end
end

local function sell(uin, good)
  local count = amounts[uin] or 1
  if held(uin, good.item) < count then
    say(uin, "#R[zh]没有这么多[/zh][en]You have only[/en] " .. held(uin, good.item))
    return
  end
  Backpack:removeGridItemByItemID(uin, good.item, count)
  pay(uin, good.sell * count)
  say(uin, "#G[zh]卖了[/zh][en]Sold[/en] ×" .. count .. ", +" .. good.sell * count)
end

ScriptSupportEvent:registerEvent("UI.Show", function(event)
  show(event.eventobjid)
  say(event.eventobjid, "[zh]卖矿石，买东西[/zh][en]Sell ore, buy goods[/en]")
end)

ScriptSupportEvent:registerEvent("UI.Button.Click", function(event)
  local number = tonumber(string.match(event.uielement, "_(%d+)$"))
  local good = number and goods[number % 100]
  if not good then
    return
  elseif number - number % 100 == SELL then
    sell(event.eventobjid, good)
  elseif number - number % 100 == BUY and good.buy then
    buy(event.eventobjid, good)
  end
end)

-- What is typed into the line for the amount.
ScriptSupportEvent:registerEvent("UI.LostFocus", function(event)
  local uin, count = event.eventobjid, tonumber(event.content)
  if event.uielement ~= AMOUNT then
    return
  end
  if not count or count < 1 or count > MOST_AT_ONCE or count % 1 ~= 0 then
    say(uin, "#R数量是 1 到 99 A number from 1 to 99, please")
    count = 1
  end
  amounts[uin] = count
  Customui:setText(uin, PAGE, AMOUNT, tostring(count))
end)
