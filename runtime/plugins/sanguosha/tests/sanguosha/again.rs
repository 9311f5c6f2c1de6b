//! Scripts that ask until they like the answer: computers answer something else, and where no
//! answer helps the script is ended.

use crate::support::{for_tests, own};
use fangqi_plugin_sanguosha::{
    Computers, Level, Mind, PackageSource, ReusableVm, SgsVm, Table, play_out, play_with,
};
use fangqi_sanguosha::{Setup, Status};

fn packages() -> Vec<PackageSource> {
    [own(), for_tests()].concat()
}

/// A game in which one general is everybody's, and what computers of a level would play it with.
fn game(packages: &[PackageSource], seats: usize, seed: u64, general: &str) -> Table {
    let vm = ReusableVm::new(packages).begin(seed).expect("packages");
    let mut setup = Setup::robots(seats, seed);
    setup.choices = 1;
    setup.seats[0].general = Some(general.into());
    Table::open(vm, setup).expect("a game")
}

#[test]
fn computers_of_all_levels_find_the_answer_that_a_script_waits_for() {
    let packages = packages();
    for seats in [2, 5] {
        let seed = seats as u64;
        let mut table = game(&packages, seats, seed, "gn_nag");
        play_out(&mut table, seed, true).expect("plain computers end it");
        for level in [Level::Plain, Level::Smart] {
            let mut table = game(&packages, seats, seed, "gn_nag");
            let vm = ReusableVm::thinking(&packages).begin(seed).expect("packages");
            let mind = Mind::new(vm, seats, seed);
            let mut computers = Computers { mind, levels: vec![level; seats] };
            let played = play_with(&mut table, &mut computers, true);
            played.unwrap_or_else(|error| panic!("{level:?} of {seats}: {error}"));
            assert!(table.vm().faults().is_empty(), "{:?}", table.vm().faults());
        }
    }
}

/// A package whose general asks in vain at the start of its turn.
fn asking(body: &str) -> Vec<PackageSource> {
    let text = format!(
        "module(\"extensions.vain\", package.seeall)\n\
         extension = sgs.Package(\"vain\")\n\
         asker = sgs.General(extension, \"asker\", \"qun\", 4)\n\
         asker:addSkill(sgs.CreateTriggerSkill{{ name = \"vain\", events = {{ sgs.TurnStart }},\n\
         on_trigger = function(self, event, player, data)\n\
         local room = player:getRoom() {body} end }})"
    );
    [own(), vec![PackageSource::compile("vain", text.as_bytes()).expect("Lua")]].concat()
}

#[test]
fn a_script_that_no_answer_ends_is_ended() {
    for body in [
        "while true do room:askForSkillInvoke(player, \"vain\") end",
        "while true do room:askForChoice(player, \"vain\", \"a+b\") end",
        "while true do room:askForChoice(player, \"vain\", \"a+b\") \
         room:askForChoice(player, \"vain\", \"c+d\") end",
        "while not room:askForUseCard(player, \"@@nobody!\", \"@vain\") do end",
    ] {
        let mut table = game(&asking(body), 2, 5, "asker");
        play_out(&mut table, 5, true).unwrap_or_else(|error| panic!("{body}: {error}"));
        let faults = table.vm().faults();
        assert!(faults.iter().any(|fault| fault.text.contains("again and again")), "{faults:?}");
    }
}

/// Whoever counts how often it has asked changes something each time.
#[test]
fn a_script_that_counts_its_questions_comes_to_an_end() {
    let body = "while room:askForSkillInvoke(player, \"vain\") do player:gainMark(\"@vain\") end";
    let packages = asking(body);
    for level in [Level::Plain, Level::Smart] {
        let mut table = game(&packages, 2, 5, "asker");
        let vm = ReusableVm::thinking(&packages).begin(5).expect("packages");
        let mut computers = Computers { mind: Mind::new(vm, 2, 5), levels: vec![level; 2] };
        play_with(&mut table, &mut computers, true).expect("an end");
    }
}

#[test]
fn equal_seeds_choose_anew_alike() {
    let packages = packages();
    let play = |seed| {
        let mut table = game(&packages, 5, seed, "gn_nag");
        let played = play_out(&mut table, seed, true).expect("an end");
        (played, table.take_log())
    };
    for seed in 1..4 {
        assert_eq!(play(seed), play(seed));
    }
}

/// A person may give the same answer as often as it likes.
#[test]
fn people_are_not_answered_for() {
    let body = "for _ = 1, 20 do room:askForSkillInvoke(player, \"vain\") end";
    let vm = SgsVm::with_packages(&asking(body), 1).expect("packages");
    let mut setup = Setup::robots(2, 1);
    setup.choices = 1;
    setup.seats[0].general = Some("asker".into());
    setup.seats[0].role = Some(fangqi_sanguosha::Role::Lord);
    let mut table = Table::open(vm, setup).expect("a game");
    let mut asked = 0;
    while table.run() == Status::Asking && table.request().expect("it").ask.detail() == "vain" {
        let who = table.request().expect("a question").who;
        table.answer_text(who, "yes").expect("yes, again");
        asked += 1;
    }
    assert_eq!(asked, 20);
}
