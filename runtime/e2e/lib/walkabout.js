/** A small map in which people walk: a meadow, a sheep, a shop, and words that move people. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPTS = fileURLToPath(new URL("../../../scripts/", import.meta.url));

/** The map's name. */
export const WALKABOUT = "walkabout";
/** The same meadow for those who only build. */
export const WORKSHOP = "workshop";
/** Where people come in: the middle of their feet. */
export const SPAWN = [0.5, 7, 0.5];
/** Where the word "away" takes them. */
export const AWAY = [12.5, 7, -8.5];
/** Kinds of blocks and items. */
export const STONE = 104;
export const GRASS = 100;
export const APPLE = 5001;

const FILES = {
  "map.toml": `
format = 1
id = "${WALKABOUT}"
version = "1"
name = { zh = "草地", en = "Walkabout" }
description = { zh = "走走看看。", en = "A walk on a meadow." }
scripts = ["main.lua"]
layout = "layout.toml"

[camera]
target = [0.5, 7.0, 0.5]
distance = 20.0
pitch = 45.0
yaw = [0.0]

[miniworld]
spawn = [0.5, 7.0, 0.5]
catalog = "catalog.toml"
pages = ["shop.toml"]
`,
  "layout.toml": `
[[fill]]
from = [-24, 4, -24]
to = [24, 5, 24]
block = "soil"

[[fill]]
from = [-24, 6, -24]
to = [24, 6, 24]
block = "grass_block"
`,
  "catalog.toml": `
[[item]]
id = ${APPLE}
name = "apple"
use = "food"
power = 10
`,
  "shop.toml": `
id = "7001"
scripts = ["shop.lua"]

[[element]]
id = "7001_1"
is = { kind = "picture", place = [440, 240], size = [400, 220] }

[[element]]
id = "7001_2"
is = { kind = "text", text = "#YShop", place = [470, 260], size = [200, 40] }

[[element]]
id = "7001_3"
is = { kind = "button", text = "Buy", place = [470, 330], size = [140, 50] }

[[element]]
id = "7001_4"
is = { kind = "input", place = [470, 395], size = [300, 50] }
`,
  "main.lua": `
-- People get stones, and words do things.
ScriptSupportEvent:registerEvent("Game.AnyPlayer.EnterGame", function(event)
  Backpack:addItem(event.eventobjid, ${STONE}, 8)
end)

ScriptSupportEvent:registerEvent("Player.NewInputContent", function(event)
  local who = event.eventobjid
  if event.content == "away" then
    Player:setPosition(who, ${AWAY.join(", ")})
  elseif event.content == "shop" then
    Customui:openUIView(who, "7001")
  elseif event.content == "sheep" then
    World:spawnCreature(0.5, 7, 6.5, 3400, 1)
  elseif event.content == "storm" then
    UI:ShowScreenEffect(1, true, 1, true)
    UI:ShowScreenEffect(3, true, 1, true)
    World:SetSkyBoxTemplate(6)
    World:SetSkyBoxColor(0, 1, "#5a2d82")
    DisPlayBoard:showBoard(who, 1)
    DisPlayBoard:setBoardPicture(who, 1, "mob_3400")
    Actor:playBodyEffect(who, ACTORBODY_EFFECT.BODYFX_FIRE)
  elseif event.content == "timer" then
    local _, timer = MiniTimer:createTimer("left", nil, true)
    MiniTimer:startBackwardTimer(timer, 3000)
    MiniTimer:showTimerWnd({ who }, timer, "Time left")
  end
end)

ScriptSupportEvent:registerEvent("Player.PlayAction", function(event)
  Chat:sendSystemMsg("acts " .. event.act)
end)

ScriptSupportEvent:registerEvent("Player.InputKeyDown", function(event)
  Chat:sendSystemMsg("#Gkey " .. event.vkey)
end)
`,
  "shop.lua": `
-- What the shop's button and line do.
ScriptSupportEvent:registerEvent("UI.Button.Click", function(event)
  if event.uielement == "7001_3" then
    Backpack:addItem(event.eventobjid, ${APPLE}, 1)
    Customui:setText(event.eventobjid, "7001", "7001_2", "#GSold")
  end
end)

ScriptSupportEvent:registerEvent("UI.LostFocus", function(event)
  Chat:sendSystemMsg("typed " .. event.content)
end)
`,
};

/** The manifest of the map for builders. */
const workshop = (manifest) =>
  manifest
    .replace(`id = "${WALKABOUT}"`, `id = "${WORKSHOP}"`)
    .replace("[miniworld]", '[miniworld]\nmode = "creative"');

/** Writes the maps into a folder, beside those with which the program begins. */
export async function writeWalkabout(folder) {
  for (const part of ["maps/boards/xiangqi", "lib"]) {
    await cp(join(SCRIPTS, part), join(folder, basename(part)), {
      recursive: true,
    });
  }
  for (const map of [WALKABOUT, WORKSHOP]) {
    await mkdir(join(folder, map), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) {
      const own = map === WORKSHOP && name === "map.toml" ? workshop(text) : text;
      await writeFile(join(folder, map, name), own.trimStart());
    }
  }
}
