//! How matches end, and what time it is in them.

use crate::support::Walk;

/// 2027-01-15 08:00:00 UTC, by `date -u -d @1800000000`.
const OPENED: i64 = 1_800_000_000;

/// Notes the names of what is heard, each once.
const HEARD: &str = "heard = {}
for _, name in ipairs({ 'Game.End', 'Game.AnyPlayer.Victory', 'Game.AnyPlayer.Defeat' }) do
  ScriptSupportEvent:registerEvent(name, function(e)
    heard[#heard + 1] = name .. ' ' .. tostring(e.eventobjid)
  end)
end";

#[test]
fn a_match_ends_at_the_score_that_the_rules_say() {
    let mut walk = Walk::open(&format!("GameRule.EndScore = 10 {HEARD}"));
    walk.run("Player:setGameScore(1001, 9)");
    assert_eq!(walk.show("#heard"), "0");
    walk.run("Player:setGameScore(1001, 12)");
    let ended = "Game.AnyPlayer.Victory 1001, Game.AnyPlayer.Defeat 1002, Game.End nil";
    assert_eq!(walk.show("table.concat(heard, ', ')"), ended);
    // It ends once.
    walk.run("Player:setGameScore(1001, 5) Player:setGameScore(1001, 15)");
    assert_eq!(walk.show("table.concat(heard, ', ')"), ended);
}

#[test]
fn kills_count_towards_the_score_that_ends_a_match() {
    let rules = "GameRule.ScoreKillMob = 6 GameRule.EndScore = 10";
    let mut walk = Walk::open(&format!("{rules} {HEARD}"));
    for ends in [false, true] {
        walk.run(
            "local code, ids = World:spawnCreature(3.5, 7, 3.5, 3400, 1)
             Actor:playerHurt(1001, ids[1] or ids, 1000, 1)",
        );
        walk.ticks(40);
        assert_eq!(walk.show("heard[#heard] == 'Game.End nil'"), ends.to_string());
    }
}

#[test]
fn a_match_that_ends_by_the_rules_has_winners() {
    for (rules, results) in [
        ("GameRule.EndScore = 5", "1 2"),
        ("GameRule.EndScore = 5 GameRule.WinLoseEndTime = 1", "1 1"),
        ("GameRule.EndScore = 5 GameRule.WinLoseEndTime = 2", "2 2"),
    ] {
        let mut walk = Walk::open(rules);
        walk.run("Player:setAttr(1001, PLAYERATTR.SCORE, 6)");
        let each = [1001, 1002].map(|uin| format!("(select(2, Player:getGameResults({uin})))"));
        assert_eq!(walk.show(&each.join(", ")), results, "{rules}");
        assert!(walk.room.scene(crate::common::ANN).hud.result.is_some(), "it is announced");
    }
    let mut walk = Walk::open(&format!("GameRule.EndScore = 5 {HEARD}"));
    walk.run("Team:addTeamScore(1, 4) Team:addTeamScore(1, 4)");
    assert!(walk.show("table.concat(heard, ',')").contains("Game.End"));
    let mut walk = Walk::open(&format!("GameRule.EndTime = 1 {HEARD}"));
    walk.run("Player:setGameScore(1002, 3)");
    walk.ticks(20 * 61);
    assert!(walk.show("table.concat(heard, ',')").contains("Game.AnyPlayer.Victory 1002"));
}

#[test]
fn results_are_told_as_what_they_are() {
    let mut walk = Walk::open(HEARD);
    walk.run("Player:setGameResults(1001, 1) Player:setGameResults(1002, 2)");
    assert_eq!(
        walk.show("table.concat(heard, ', ')"),
        "Game.AnyPlayer.Victory 1001, Game.AnyPlayer.Defeat 1002"
    );
}

#[test]
fn dates_count_from_when_the_room_was_opened() {
    let mut walk = Walk::imported("began = os.time() today = os.date('!%Y-%m-%d %H:%M')", OPENED);
    assert_eq!(walk.show("began, today"), "1800000000 2027-01-15 08:00");
    walk.ticks(20 * 90);
    assert_eq!(walk.show("os.time() - began, os.date('!%H:%M:%S')"), "90 08:01:30");
}

#[test]
fn rooms_seed_by_the_time_they_were_opened() {
    let script = "math.randomseed(os.time()) drawn = ''
for _ = 1, 20 do drawn = drawn .. math.random(1, 9) end";
    let drawn = |opened| Walk::imported(script, opened).show("drawn");
    assert_ne!(drawn(OPENED), drawn(OPENED + 1));
    assert_eq!(drawn(OPENED), drawn(OPENED));
}

#[test]
fn imported_maps_have_day_and_night_until_a_script_stops_the_clock() {
    let script = "hours = {}
ScriptSupportEvent:registerEvent('Game.Hour', function(e) hours[#hours + 1] = e.hour end)";
    let mut walk = Walk::imported(script, OPENED);
    walk.ticks(20 * 60 * 60);
    let passed: usize = walk.show("#hours").parse().unwrap();
    assert!(passed >= 12, "{passed} hours in an hour of play");
    walk.run("World:SetTimeVanishingSpeed(0)");
    walk.ticks(20 * 60 * 60);
    assert_eq!(walk.show("#hours"), passed.to_string());
}
