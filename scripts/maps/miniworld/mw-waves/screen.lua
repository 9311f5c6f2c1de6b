-- What players see: the wave, the crystal's health and their score in a corner, a banner at the end,
-- and a bar above the crystal itself.

HUD = "7201"
local BAR, SCORE, BANNER, BANNER_TEXT = 5, 6, 7, 8
local MIN, MAX, NOW = 1, 2, 3
local health

local function element(number)
  return HUD .. "_" .. number
end

function each_player(f)
  local _, _, uins = World:getAllPlayers(-1)
  for _, uin in ipairs(uins or {}) do
    f(uin)
  end
end

function show_page(uin)
  Customui:openUIView(uin, HUD)
end

function show_status(uin, title, line)
  Customui:setText(uin, HUD, element(2), title)
  Customui:setText(uin, HUD, element(3), line)
end

function show_health(uin, now, most)
  Customui:SetProgressBarValue(uin, HUD, element(BAR), MIN, 0)
  Customui:SetProgressBarValue(uin, HUD, element(BAR), MAX, most)
  Customui:SetProgressBarValue(uin, HUD, element(BAR), NOW, now)
  Customui:setText(uin, HUD, element(BAR), now .. " / " .. most)
  -- Green, and red where little is left.
  Customui:setColor(uin, HUD, element(BAR), now * 3 > most and 0x4fae4c or 0xd5493a)
end

function show_score(uin, kills)
  Customui:setText(uin, HUD, element(SCORE), "[zh]击败[/zh][en]Beaten[/en] " .. kills)
end

function show_banner(uin, text)
  Customui:setText(uin, HUD, element(BANNER_TEXT), text)
  Customui:showElement(uin, HUD, element(BANNER))
  Customui:showElement(uin, HUD, element(BANNER_TEXT))
end

function hide_banner(uin)
  Customui:hideElement(uin, HUD, element(BANNER))
  Customui:hideElement(uin, HUD, element(BANNER_TEXT))
end

function show_bar(now, most)
  Graphics:updateGraphicsProgressById(health, now, most)
end

local bar = Graphics:makeGraphicsProgress(1, 1, 0x4fd0e0, 1)
_, health = Graphics:createGraphicsProgressByPos(HOME.x, HOME.y + 5.2, HOME.z, bar, 0, 0)
local function write(text, x, y, z)
  Graphics:createGraphicsTxtByPos(x, y, z, Graphics:makeGraphicsText(text, 8, 50, 1))
end
write("#Y[zh]点钟开始[/zh][en]Click to start[/en]", 3.5, 9.6, -4.5)
for _, place in ipairs({ { -5.5, 6.5 }, { 6.5, 6.5 }, { -5.5, -2.5 }, { 6.5, -2.5 } }) do
  write("#W[zh]点我开炮[/zh][en]Click to fire[/en]", place[1], 9.6, place[2])
end
