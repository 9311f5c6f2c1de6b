//! Every function's own example, run: it must answer as its status says.

use fangqi_room::types::{Status, functions};

use crate::common::PLUGINS;
use crate::support::Walk;

/// Modules of the dialect, and things the examples name.
pub const MODULES: &[&str] = &[
    "Actor",
    "Creature",
    "Player",
    "Item",
    "Backpack",
    "Buff",
    "Team",
    "WorldContainer",
    "Spawnport",
    "Graphics",
    "ListenParam",
    "Customui",
    "UI",
    "MapMark",
    "DisPlayBoard",
    "ObjectLib",
    "VarLib2",
    "Valuegroup",
    "CloudSever",
    "Rules",
    "World",
    "Block",
    "Area",
    "Game",
    "Chat",
    "MiniTimer",
    "ScriptSupportEvent",
];

/// A world in which the examples make sense, made anew for each.
pub const SETUP: &str = r#"
uin, other = 1001, 1002
local code
code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) objid = made[1]
code, made = World:spawnCreature(6.5, 7, 6.5, 3400, 1) horse = made[1]
code, drop = World:spawnItem(2.5, 7, 12.5, 12051, 5)
low, high = { x = -8, y = 5, z = -8 }, { x = 8, y = 9, z = 8 }
code, area = Area:createAreaRectByRange(low, high)
code, timer = MiniTimer:createTimer("t")
MiniTimer:showTimerWnd({ uin }, timer, "t")
Backpack:setGridItem(uin, 1000, 12051, 20)
Backpack:setGridItem(uin, 8000, 5004, 1)
Backpack:setGridItem(uin, 1, 12201, 1)
Backpack:setGridItem(uin, 1001, 12054, 5)
Actor:addBuff(objid, 50, 1, 200)
Actor:addEnchant(uin, 5, 1, 3)
Block:setBlockAll(4, 7, 4, 801, 0)
WorldContainer:addStorageBox(4, 7, 4)
WorldContainer:addStorageItem(4, 7, 4, 12051, 10)
code, shape = MapMark:newShape(0, true, 0, 0, 0)
VarLib2:setPlayerVarByName(uin, 3, "coins", 1)
for _, name in ipairs({ "scores", "all", "some" }) do
  Valuegroup:insertInGroupByName(17, name, 5, 0)
end
CloudSever:setOrderDataBykey("best", "Ann", 1)
CloudSever:setDataListBykey("bags", "Ann", 1)
Actor:playBodyEffectById(objid, 1170, 1)
World:playParticalEffect(4, 1, 0, 1170, 1)
ScriptSupportEvent:registerEvent("Game.Hour", function() end)
id = 1
up = { x = 0, y = 1, z = 0 }
board = {}
"#;

/// What single examples need besides.
pub fn besides(path: &str) -> &'static str {
    match path {
        "Block:placeBlock" => "Block:destroyBlock(4, 1, 0)",
        "Area:getAreaByPos" => {
            "Area:createAreaRect({ x = 4, y = 1, z = 4 }, { x = 4, y = 0, z = 4 })"
        }
        "Team:randomTeamPlayer" => "Team:changePlayerTeam(uin, 1)",
        "Actor:getRidingActorObjId" => "Actor:mountActor(uin, horse)",
        "Player:useItem" => "Backpack:setGridItem(uin, 1000, 12054, 5)",
        "Item:getItemId" | "Item:getDropItemNum" | "World:despawnItemByObjid" => "objid = drop",
        "WorldContainer:removeFurnace"
        | "WorldContainer:checkFurnace"
        | "WorldContainer:getFurnaceHeatPercent"
        | "WorldContainer:getFurnaceMeltPercent" => "WorldContainer:addFurnace(4, 7, 4)",
        "MapMark:updateRectangle" => "_, shape = MapMark:newShape(1, true, 0, 0, 0)",
        "MapMark:updateCircle" => "_, shape = MapMark:newShape(2, true, 0, 0, 0)",
        "Graphics:createGraphicsTxtByActor" | "Graphics:createGraphicsTxtByPos" => {
            "info = Graphics:makeGraphicsText('t', 16, 255, 1)"
        }
        "Graphics:createflotageTextByActor" | "Graphics:createflotageTextByPos" => {
            "info = Graphics:makeflotageText('t', 16, 1)"
        }
        "Graphics:createGraphicsProgressByPos" | "Graphics:createGraphicsProgressByActor" => {
            "info = Graphics:makeGraphicsProgress(1, 2, 0, 1)"
        }
        "Graphics:createGraphicsImageByPos" | "Graphics:createGraphicsImageByActor" => {
            "info = Graphics:makeGraphicsImage('8_1', 1, 255, 1)"
        }
        "Graphics:updateGraphicsTextById" | "ListenParam:AddGraphicsListenParam" => {
            "info = Graphics:makeGraphicsText('t', 16, 255, 1)
             _, id = Graphics:createGraphicsTxtByActor(objid, info)"
        }
        "Graphics:updateGraphicsProgressById" => {
            "info = Graphics:makeGraphicsProgress(1, 2, 0, 1)
             _, id = Graphics:createGraphicsProgressByActor(objid, info)"
        }
        "Graphics:removeGraphicsByPos" => {
            "Graphics:createGraphicsTxtByPos(4, 3, 0, Graphics:makeGraphicsText('t', 16, 255, 1))"
        }
        "Graphics:removeGraphicsByObjID" => {
            "Graphics:createGraphicsTxtByActor(objid, Graphics:makeGraphicsText('t', 16, 255, 1))"
        }
        "Game:removeRenderGlobalEffect"
        | "Game:setRenderGlobalEffectPos"
        | "Game:setRenderGlobalEffectScale" => {
            "_, id = Game:addRenderGlobalEffect('particles/Fog.ent')"
        }
        "ScriptSupportEvent:removeEvent" => {
            "_, id = ScriptSupportEvent:registerEvent('Game.Run', function() end)"
        }
        "Backpack:GetGunInstIdInBackpack" => "Backpack:CreateGunInBackpack(uin, 15000)",
        "Backpack:DecodeGridInfo" => "text = Backpack:EncodeTableGridInfo({ itemid = 12005 })",
        "Backpack:getGridEnchantList" => "Actor:addEnchant(uin, 5, 1, 3)",
        _ if path.starts_with("Graphics:createGraphicsArrow") => match path.ends_with("ToActor") {
            true => "info = Graphics:makeGraphicsArrowToActor(horse, 1, 0, 1)",
            false => "info = Graphics:makeGraphicsArrowToPos(9, 9, 9, 1, 0, 1)",
        },
        _ if path.starts_with("Graphics:createGraphicsLine") => match path.ends_with("ToActor") {
            true => "info = Graphics:makeGraphicsLineToActor(horse, 1, 0, 1)",
            false => "info = Graphics:makeGraphicsLineToPos(9, 9, 9, 1, 0, 1)",
        },
        _ if path.starts_with("Graphics:createGraphicsSurface") => {
            match path.ends_with("ToActor") {
                true => "info = Graphics:makeGraphicsSurfaceToActor(horse, 1, 0, 1)",
                false => "info = Graphics:makeGraphicsSurfaceToPos(9, 9, 9, 1, 0, 1)",
            }
        }
        _ => "",
    }
}

/// The plain call in an example: what stands behind `local … =` or `if …`.
pub fn call_of(example: &str, path: &str) -> String {
    let from = example.find(path).unwrap();
    let mut depth = 0;
    let mut end = example.len();
    for (at, c) in example[from..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    end = from + at + 1;
                    break;
                }
            }
            _ => {}
        }
    }
    example[from..end].replace('…', "")
}

/// Questions to which the answer in that world is no, and a text that its map does not have.
pub const NO: &[&str] = &[
    "World:isSurviveMode",
    "World:isGodMode",
    "World:isFreeMode",
    "World:isExtremityMode",
    "World:isCreateRunMode",
    "World:isGameMakerMode",
    "World:isCreativeMode",
    "Player:IsMiniVip",
    "Player:HasFriend",
    "Player:isEquipByResID",
    "Block:isLiquidBlock",
    "Block:isAirBlock",
    "Area:blockInArea",
    "Area:blockInAreaRange",
    "Area:posInArea",
    "Backpack:hasItemByBackpackBar",
    "Actor:isPlayer",
    "Game:getDefString",
];

#[test]
fn every_example_answers_as_its_status_says() {
    let mut wrong = Vec::new();
    let mut run = 0;
    for function in functions(PLUGINS).filter(|function| MODULES.contains(&function.module)) {
        let path = format!("{}:{}", function.module, function.name);
        let example = function.doc.examples().find(|example| example.contains(&path)).unwrap();
        let call = call_of(example, &path);
        // Blocks that a script names are there: the examples name this one.
        let mut walk = Walk::open("-- 2010");
        walk.run(SETUP);
        walk.run(besides(&path));
        let shown = walk.show(&format!("(function(...) return ... end)({call})"));
        run += 1;
        let first = shown.split(' ').next().unwrap_or_default();
        let good = match (function.status, function.returns_code) {
            (Status::Fails(_), true) => first == "1001",
            (Status::Fails(_), false) => first == "nil",
            (_, true) => first == if NO.contains(&&*path) { "1001" } else { "0" },
            (_, false) => first != "nil" || shown == "nil" || shown.is_empty(),
        };
        walk.ticks(2);
        if !good || !walk.errors().is_empty() {
            let last = walk.log.last().map(|(_, text)| text.clone()).unwrap_or_default();
            wrong.push(format!("{call} → {shown} ({last})"));
        }
    }
    assert!(run > 500, "{run}");
    assert_eq!(wrong, Vec::<String>::new());
}
