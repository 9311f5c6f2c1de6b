//! Every event, raised by its cause, with every documented field.

use std::collections::BTreeMap;

use fangqi_protocol::{Act, Input};

use crate::common::{ANN, BEN};
use crate::support::Walk;

/// Events and their documented fields.
const EVENTS: &str = include_str!("events.txt");

/// Events that never happen here: the coverage page says why.
const NEVER: &[&str] = &[
    "Game.AnyPlayer.ReadStage",
    "Block.Fertilize",
    "Player.InvateFriend",
    "Craft.end",
    "Plot.begin",
    "Plot.end",
    "BluePrint.BuildBegin",
    "Developer.BuyItem",
    "MiNiVip_1",
    "MiNiVip_3",
    "QQMusic.PlayBegin",
];

fn events() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = EVENTS.lines().map(|line| line.split_once(':').unwrap());
    lines.map(|(name, fields)| (name, fields.split_whitespace().collect())).collect()
}

/// Notes the fields that each event came with.
fn recorder() -> String {
    let names: Vec<String> = events().iter().map(|(name, _)| format!("\"{name}\"")).collect();
    format!(
        "seen = {{}}
for _, name in ipairs({{ {} }}) do
  ScriptSupportEvent:registerEvent(name, function(e)
    seen[name] = seen[name] or {{}}
    for field in pairs(e) do seen[name][field] = true end
  end)
end
code, box = Area:createAreaRectByRange({{ x = 10, y = 5, z = 10 }}, {{ x = 14, y = 12, z = 14 }})",
        names.join(", ")
    )
}

/// What scripts do to bring events about.
const CAUSES: &[&str] = &[
    "World:setHours(20) World:SetGroupWeather(0, 2) GameRule.EndTime = 0.01",
    "Player:setGameWin(1001) Player:setGameResults(1002, 2)",
    "WorldContainer:addStorageBox(3, 7, 3) WorldContainer:addStorageItem(3, 7, 3, 12051, 5)
     WorldContainer:removeStorageItemByID(3, 7, 3, 12051, 2)",
    "WorldContainer:addFurnace(-3, 7, 3) WorldContainer:setStorageItem(-3, 7, 3, 1, 5, 3)
     WorldContainer:setStorageItem(-3, 7, 3, 0, 6, 3)",
    "Block:setBlockAll(5, 7, 5, 104, 0) Block:setBlockSwitchStatus({ x = 5, y = 7, z = 5 }, true)
     Block:destroyBlock(5, 7, 5, true)",
    // A creature, hurt, killed, moved, changed.
    "code, made = World:spawnCreature(2.5, 7, 0.5, 3400, 1) mob = made[1]
     code, made = World:spawnCreature(2.5, 7, 6.5, 3400, 1) prey = made[1]",
    "Creature:setAttr(mob, CREATUREATTR.MAX_HP, 150) Actor:addBuff(mob, 60, 1, 30) Actor:removeBuff(mob, 60)
     Actor:setPosition(mob, 11.5, 7, 11.5) Actor:setPosition(mob, 2.5, 7, 0.5)
     Actor:tryMoveToPos(mob, 2.5, 7, 5, 1) Actor:actorHurt(mob, 1002, 5) Actor:actorHurt(mob, prey, 1000)
     Actor:playBodyEffectById(mob, 1170, 1, 1)",
    // A player.
    "Player:gainItems(1001, 12051, 5) Player:setAttr(1001, PLAYERATTR.LEVEL, 2)
     Actor:addBuff(1001, 60, 1, 1000) Actor:removeBuff(1001, 60)
     Team:changePlayerTeam(1001, 2) Backpack:setGridItem(1001, 8000, 5004, 1)
     Backpack:removeGridItem(1001, 8000) Actor:playBodyEffectById(1001, 1170, 1, 1)",
    "code, horse = World:spawnCreature(0.5, 7, 2.5, 3400, 1) horse = horse[1]
     Player:mountActor(1001, horse) Player:mountActor(1001, 0) Actor:setPosition(mob, 0.5, 7, 2.5)",
    "Player:setPosition(1001, 11.5, 7, 11.5) Player:setPosition(1001, 0.5, 7, 0.5)",
    // Drops and projectiles.
    "code, fallen = World:spawnItem(11.5, 7, 11.5, 12051, 1) Actor:playBodyEffectById(fallen, 1170, 1, 1)
     Actor:setPosition(fallen, 20.5, 7, 20.5) World:spawnItem(0.5, -130, 0.5, 12051, 1)
     World:spawnItem(0.5, 7, 0.5, 12051, 1)
     code, shot = World:spawnProjectileByDir(1001, 12051, 12, 9, 12, 1, 0, 0, 100)
     Actor:playBodyEffectById(shot, 1170, 1, 1)
     World:spawnProjectile(1001, 12051, 2.5, 8, -5.5, 2.5, 8, 9.5, 100)
     World:playParticalEffect(1, 8, 1, 1170, 1, 1)",
    "code, timer = MiniTimer:createTimer('t') MiniTimer:startForwardTimer(timer)
     Customui:openUIView(1001, '7001') Customui:SetLoaderModel(1001, '7001', '7001_8', 'mob_3400')",
];

fn page(element: &str, down: bool) -> Act {
    Act::Press { page: "7001".to_owned(), element: element.to_owned(), down }
}

fn key(down: bool) -> Act {
    Act::Key { key: "SPACE".to_owned(), down }
}

/// What players do to bring events about.
fn acts(walk: &mut Walk, prey: u64) {
    let done = |walk: &mut Walk, act: Act| {
        let shown = format!("{act:?}");
        assert_eq!(walk.refused(ANN, act), "", "{shown}");
    };
    done(walk, Act::DigBegin { pos: [1, 6, 1] });
    done(walk, Act::DigCancel {});
    done(walk, Act::DigBegin { pos: [1, 6, 1] });
    walk.ticks(5);
    done(walk, Act::DigEnd { pos: [1, 6, 1] });
    walk.run(
        "Backpack:setGridItem(1001, 1002, 104, 3) Backpack:setGridItem(1001, 1003, 5001, 2)
        Backpack:setGridItem(1001, 1004, 5003, 1) Backpack:setGridItem(1001, 1005, 5002, 1)",
    );
    done(walk, Act::Shortcut { index: 2 });
    done(walk, Act::Place { pos: [1, 6, 1], face: 5 });
    done(walk, Act::Shortcut { index: 3 });
    done(walk, Act::Use {});
    done(walk, Act::Shortcut { index: 4 });
    done(walk, Act::Use {});
    done(walk, Act::Discard { slot: 1002, count: 1 });
    done(walk, Act::Play { act: 16 });
    done(walk, Act::Touch { target: prey });
    done(walk, Act::Shortcut { index: 5 });
    done(walk, Act::Attack { target: prey });
    done(walk, page("7001_1", true));
    done(walk, page("7001_1", false));
    done(walk, page("7001_8", true));
    done(walk, page("7001_8", false));
    let (page, element) = ("7001".to_owned(), "7001_2".to_owned());
    done(walk, Act::Type { page: page.clone(), element, content: "hello".to_owned() });
    done(walk, Act::ClosePage { page });
    done(walk, key(true));
    walk.ticks(2);
    done(walk, key(false));
}

#[test]
fn every_event_comes_with_every_documented_field() {
    let main = recorder();
    let mut walk = Walk::scripts(&[("main.lua", &main)], "");
    walk.join(ANN, "Ann");
    walk.join(BEN, "Ben");
    walk.run("Player:setPosition(1002, -5.5, 7, -5.5)");
    for cause in CAUSES {
        walk.run(cause);
        walk.ticks(2);
    }
    walk.run("code, made = World:spawnCreature(0.5, 7, 3.5, 3400, 1) prey = made[1]");
    let prey: u64 = walk.show("prey").parse().unwrap();
    acts(&mut walk, prey);
    walk.ok(Input::Click { player: ANN, pos: [0, 6, 1], face: 5 });
    walk.ok(Input::Chat { player: ANN, text: "hello".to_owned() });
    // On foot: a block on, and onto Ben.
    for step in 1..8 {
        walk.ticks(4);
        assert_eq!(walk.pose(ANN, [0.5 - 0.3 * f64::from(step), 7.0, 0.5]), "");
    }
    walk.run("Player:setPosition(1002, -1.5, 7, 0.5) Player:setPosition(1002, -1.4, 7, 0.5)");
    // The end of a life, and what comes after it.
    walk.run("Actor:playerHurt(1001, prey, 1000) Actor:actorHurt(mob, 1002, 1000)");
    walk.run("World:spawnCreature(-1.5, 7, 1.5, 3401, 1)");
    walk.ticks(250);
    walk.run("Game:doGameEnd()");
    walk.ok(Input::Leave { player: BEN });
    assert_eq!(walk.errors(), Vec::<&str>::new());
    let mut missing = BTreeMap::new();
    for (name, fields) in events() {
        let seen = walk.show(&format!("seen['{name}'] ~= nil")) == "true";
        assert!(!(seen && NEVER.contains(&name)), "{name} does happen");
        if NEVER.contains(&name) {
            continue;
        }
        let lacks = |field: &&&str| walk.show(&format!("seen['{name}']['{field}']")) != "true";
        let lacking: Vec<&str> = match seen {
            true => fields.iter().filter(lacks).copied().collect(),
            false => vec!["did not happen"],
        };
        if !lacking.is_empty() {
            missing.insert(name, lacking);
        }
    }
    assert_eq!(missing, BTreeMap::new());
}
