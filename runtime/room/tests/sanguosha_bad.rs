//! Packages that are wrong, and games that go to extremes: authors are told, games go on.

mod sanguosha_common;

use fangqi_room::sanguosha::{PackageSource, SgsVm, Table, play_out};
use fangqi_sanguosha::{Refusal, Setup, Status};
use sanguosha_common::own;

/// A package with a general `victim` that has one skill, whose text this is.
fn with_skill(skill: &str) -> Vec<PackageSource> {
    let text = format!(
        "module(\"extensions.bad\", package.seeall)\n\
         extension = sgs.Package(\"bad\")\n\
         {skill}\n\
         victim = sgs.General(extension, \"victim\", \"qun\", 4)\n\
         victim:addSkill(bad)\n"
    );
    let mut packages = own();
    packages.push(PackageSource::compile("bad", text.as_bytes()).expect("Lua"));
    packages
}

/// A game of these packages in which the first player is the victim.
fn table(packages: &[PackageSource], seats: usize) -> Table {
    let vm = SgsVm::with_packages(packages, 1).expect("the packages load");
    let mut setup = Setup::robots(seats, 5);
    setup.seats[0].general = Some("victim".into());
    Table::open(vm, setup).expect("a game")
}

/// Plays a game with a bad skill: it must end, and the author must have been told `words`.
fn plays_on(skill: &str, words: &str) {
    let mut table = table(&with_skill(skill), 3);
    play_out(&mut table, 5, true).unwrap_or_else(|error| panic!("{words}: {error}"));
    let faults = table.vm().faults();
    let told = faults.iter().any(|fault| {
        (fault.skill == "bad" || fault.package == "bad.lua") && fault.text.contains(words)
    });
    assert!(told, "{words} is not among {faults:?}");
}

fn trigger(body: &str) -> String {
    format!(
        "bad = sgs.CreateTriggerSkill{{ name = \"bad\", events = {{ sgs.PhaseChange }}, \
         on_trigger = function(self, event, player, data) {body} end }}"
    )
}

#[test]
fn text_that_is_no_lua_is_refused_with_its_line() {
    let error = PackageSource::compile("bad", b"x = 1\ny = = 2\n").expect_err("no Lua");
    assert_eq!((error.script.as_str(), error.line), ("bad.lua", 2));
}

#[test]
fn an_error_in_a_trigger_skips_the_skill() {
    plays_on(&trigger("error(\"oh dear\")"), "oh dear");
    plays_on(&trigger("local x = nil; x.y = 1"), "nil");
    plays_on(&trigger("player:noSuchFunction()"), "attempt to call");
    plays_on(&trigger("sgs.noSuchFunction()"), "attempt to call");
}

#[test]
fn a_trigger_without_end_is_ended() {
    plays_on(&trigger("while true do end"), "fuel");
    plays_on(&trigger("while true do player:getHp() end"), "fuel");
    plays_on(&trigger("while true do player:getRoom():setEmotion(player, \"good\") end"), "fuel");
}

#[test]
fn a_skill_that_triggers_itself_meets_a_limit() {
    plays_on(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.CardDrawnDone }, \
         on_trigger = function(self, event, player, data) player:drawCards(1) end }",
        "nested too deeply",
    );
    plays_on(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.TurnedOver, sgs.PhaseChange }, \
         on_trigger = function(self, event, player, data) player:turnOver() end }",
        "nested too deeply",
    );
}

#[test]
fn a_filter_that_does_not_end_or_asks_is_ended() {
    let view_as = |body: &str| {
        format!(
            "bad = sgs.CreateViewAsSkill{{ name = \"bad\", n = 1, \
             view_filter = function(self, selected, to_select) {body} end, \
             view_as = function(self, cards) return nil end }}"
        )
    };
    plays_on(&view_as("while true do end"), "fuel");
    plays_on(&view_as("sgs.Self:drawCards(1); return true"), "takes time");
    plays_on(
        "bad = sgs.CreateDistanceSkill{ name = \"bad\", \
         correct_func = function(self, from, to) return \"far\" .. nil end }",
        "nil",
    );
}

#[test]
fn wrong_types_and_missing_fields_are_told() {
    for skill in [
        "bad = sgs.CreateTriggerSkill{ events = { sgs.Damaged } }",
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = \"Damaged\", on_trigger = 3 }",
        "bad = sgs.CreateViewAsSkill{ name = \"bad\" }",
        "bad = sgs.CreateSkillCard{ target_fixed = true }",
        "bad = sgs.CreateTriggerSkill(nil)",
    ] {
        match SgsVm::with_packages(&with_skill(skill), 1) {
            Err(error) => assert_eq!(error.script, "bad.lua", "{skill}: {error}"),
            Ok(vm) => assert!(!vm.faults().is_empty(), "{skill} is taken as it is"),
        }
    }
}

#[test]
fn an_empty_pile_ends_the_game_without_a_winner() {
    let mut table =
        table(&with_skill(&trigger("player:getRoom():drawCards(player, 1000); return false")), 2);
    let played = play_out(&mut table, 5, true).expect("an end");
    assert_eq!(&*played.winner, ".");
}

#[test]
fn everybody_may_die_at_once() {
    let body = "local room = player:getRoom() \
                for _, p in sgs.qlist(room:getAlivePlayers()) do \
                  if not p:isLord() then room:killPlayer(p) end \
                end";
    let mut table = table(&with_skill(&trigger(body)), 8);
    play_out(&mut table, 5, true).expect("an end");
}

#[test]
fn answers_of_the_wrong_player_or_after_the_end_change_nothing() {
    let mut table = table(&own_with_victim(), 2);
    assert_eq!(table.run(), Status::Asking);
    let asked = table.request().expect("a question").who;
    let other = fangqi_sanguosha::PlayerId(1 - asked.0);
    let before = format!("{:?}", *table.state());
    for text in [".", "yes", "0", "slash:x[heart:K]=0->sgs1", "skill=rende:0->sgs2", "%%", "->"] {
        assert!(table.answer_text(other, text).is_err(), "{text}");
    }
    for text in ["999", "skill=nothing:.", "skill=rende:1+1", "slash:[heart:Z]=1", "#x:.", "@X=."] {
        assert!(table.answer_text(asked, text).is_err(), "{text}");
    }
    assert_eq!(format!("{:?}", *table.state()), before);
    play_out(&mut table, 5, true).expect("an end");
    assert_eq!(table.answer(asked, &fangqi_sanguosha::Answer::Decline), Err(Refusal::NotAsked));
}

fn own_with_victim() -> Vec<PackageSource> {
    with_skill(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.Damaged }, \
                on_trigger = function() end }",
    )
}

#[test]
fn equal_seeds_give_equal_games() {
    let play = |seed| {
        let vm = SgsVm::with_packages(&own(), seed).expect("packages");
        let mut table = Table::open(vm, Setup::robots(5, seed)).expect("a game");
        let played = play_out(&mut table, seed, true).expect("an end");
        assert!(table.vm().faults().is_empty(), "{:?}", table.vm().faults());
        (played, table.take_log())
    };
    for seed in 1..6 {
        assert_eq!(play(seed), play(seed));
    }
}
