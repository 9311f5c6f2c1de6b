//! What comes after something: after a wait, a death, a removal.

use fangqi_protocol::Input;

use crate::common::{ANN, BEN};
use crate::support::Walk;

const NOTE: &str = "
noted = {}
function on(name, fn) ScriptSupportEvent:registerEvent(name, fn) end
function note(...)
  local words = {}
  for i, word in ipairs({ ... }) do words[i] = tostring(word) end
  noted[#noted + 1] = table.concat(words, ' ')
end
";

fn opened(script: &str) -> Walk {
    Walk::open(&format!("{NOTE}{script}"))
}

fn noted(walk: &Walk) -> String {
    walk.show("table.concat(noted, ', ')")
}

#[test]
fn a_handler_that_waited_still_knows_what_it_is_about() {
    let mut walk = opened(
        "on('Player.NewInputContent', function(e)
           local function tell(when)
             note(when, e.eventobjid == CurEventParam.TriggerByPlayer, CurEventParam.EventString)
           end
           threadpool:work(function() threadpool:wait(0.4) tell('work') end)
           threadpool:wait(0.2)
           tell('wait')
           Trigger:wait(0.4)
           tell('again')
         end)
         on('Game.Run', function() ran = CurEventParam.TriggerByPlayer end)",
    );
    walk.join(BEN, "Ben");
    for (player, text) in [(ANN, "a"), (BEN, "b")] {
        walk.ok(Input::Chat { player, text: text.to_owned() });
    }
    walk.ticks(20);
    assert_eq!(
        noted(&walk),
        "wait true a, wait true b, work true a, work true b, again true a, again true b"
    );
    assert_eq!(walk.show("ran"), "nil");
}

#[test]
fn players_turn_over_what_a_script_has_made_a_switch() {
    let mut walk = opened(
        "lever = { x = 1, y = 7, z = 1 }
         Block:placeBlock(104, 1, 7, 1)
         on('Block.Trigger', function(e)
           local _, is_on = Block:getBlockSwitchStatus(lever)
           note(e.eventobjid, e.blockid, e.x, e.y, e.z, is_on)
         end)",
    );
    let click = || Input::Click { player: ANN, pos: [1, 7, 1], face: 5 };
    walk.apply(click());
    walk.ticks(1);
    assert_eq!(noted(&walk), "", "a block of stone is no lever");
    walk.run("Block:setBlockSwitchStatus(lever, true)");
    walk.ticks(1);
    walk.ok(click());
    walk.ticks(1);
    walk.run("Block:setBlockSettingAttState(104, 2, false)");
    walk.apply(click());
    walk.ticks(1);
    assert_eq!(noted(&walk), "0 104 1 7 1 true, 1001 104 1 7 1 false");
}

#[test]
fn status_effects_end_with_whom_they_were_on_and_change_by_their_level() {
    let mut walk = opened(
        "on('Player.AddBuff', function(e) note('+', e.buffid, e.bufflvl) end)
         on('Player.RemoveBuff', function(e) note('-', e.buffid, e.bufflvl) end)
         on('Actor.RemoveBuff', function(e) note('other -', e.buffid) end)",
    );
    walk.run(
        "Actor:addBuff(1001, 51, 1, 2000) Actor:addBuff(1001, 51, 1, 2000)
         Actor:addBuff(1001, 51, 3, 2000) Actor:killSelf(1001)
         local _, made = World:spawnCreature(9, 7, 9, 3400, 1)
         Actor:addBuff(made[1], 52, 1, 2000) Actor:killSelf(made[1])",
    );
    walk.ticks(1);
    assert_eq!(noted(&walk), "+ 51 1, - 51 1, + 51 3, - 51 3, other - 52");
}

#[test]
fn drops_that_a_script_removes_are_told_of_and_bars_go_with_the_dead() {
    let mut walk = opened(
        "on('Item.Disappear', function(e) note('gone', e.eventobjid == drop, e.itemid, e.itemnum) end)
         on('Actor.Die', function(e)
           note('code', Graphics:removeGraphicsByObjID(e.eventobjid, 1, GRAPHICS.GRAPHICS_PROGRESS))
         end)",
    );
    walk.run(
        "local _, id = World:spawnItem(9, 8, 9, 12005, 3)
         drop = id
         World:despawnItemByObjid(id)
         local _, made = World:spawnCreature(9, 7, 9, 3400, 1)
         local info = Graphics:makeGraphicsProgress(5, 10, 0xff0000, 1)
         Graphics:createGraphicsProgressByActor(made[1], info, { x = 0, y = 1, z = 0 }, 2)
         Actor:killSelf(made[1])",
    );
    walk.ticks(1);
    assert_eq!(noted(&walk), "gone true 12005 3, code 0");
}

#[test]
fn scripts_of_components_are_known_by_what_they_name() {
    let classic = "ScriptSupportEvent:registerEvent('Game.Start', function() OnStart() end)";
    let refused = |scripts: &[(&str, &str)]| {
        let walk = Walk::scripts(scripts, "");
        walk.errors().iter().filter(|line| line.contains("component script")).count()
    };
    for component in [
        "local Script = {} Script.propertys = { speed = { type = Mini.Number } } return Script",
        "function OnStart() end function OnTick() end",
        "local s = {} function s:OnStart() self:AddTriggerEvent(1, print) end return s",
    ] {
        assert_eq!(refused(&[("main.lua", component)]), 1, "{component}");
    }
    assert_eq!(refused(&[("a.lua", "function OnStart() end"), ("b.lua", classic)]), 0);
    assert_eq!(refused(&[("a.lua", &format!("Mini = {{}} {classic} Mini.x = 1"))]), 0);
}
