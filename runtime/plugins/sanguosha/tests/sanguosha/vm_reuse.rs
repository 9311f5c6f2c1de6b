//! Games that follow one another in one VM are those that VMs of their own play.

use std::cell::RefCell;
use std::rc::Rc;

use crate::support::own;
use fangqi_plugin_sanguosha::{
    Level, Mind, PackageSource, ReusableVm, SgsVm, Table, play_by, play_out,
};
use fangqi_sanguosha::Setup;

/// A package that remembers wherever a script can, and tells what it remembers at every turn.
const KEEPER: &str = r##"
module("extensions.keeper", package.seeall)
extension = sgs.Package("keeper")
local file = 0
local objects = {}
counted = 0
sgs.counted = 0
loadstring("everywhere = (everywhere or 0) + 1")()
sgs.LoadTranslationTable{ keeper = "keeper " .. tostring(getfenv(0).everywhere) }

keeping = sgs.CreateTriggerSkill{
  name = "keeping",
  events = { sgs.TurnStart },
  can_trigger = function() return true end,
  on_trigger = function(self, event, player)
    file = file + 1
    counted = counted + 1
    sgs.counted = sgs.counted + 1
    self.times = (self.times or 0) + 1
    getfenv(0).everywhere = getfenv(0).everywhere + 1
    SmartAI.times = (SmartAI.times or 0) + 1
    sgs.SetConfig("times", sgs.GetConfig("times", 0) + 1)
    sgs.General_Male = sgs.General_Male
    objects[#objects + 1] = {}
    local log = sgs.LogMessage()
    log.type, log.from = "#keeper", player
    log.arg = table.concat({ file, counted, sgs.counted, self.times, everywhere, SmartAI.times,
      sgs.GetConfig("times", 0), tostring(objects[#objects]), math.random(1000000),
      sgs.Sanguosha:translate("keeper") }, " ")
    player:getRoom():sendLog(log)
    return false
  end,
}
keeper = sgs.General(extension, "keeper", "qun", 4)
keeper:addSkill(keeping)
"##;

fn packages() -> Vec<PackageSource> {
    let mut packages = own();
    packages.push(PackageSource::compile("keeper", KEEPER.as_bytes()).expect("Lua"));
    packages
}

/// Everything that is told of a game.
fn story(vm: SgsVm, players: usize, seed: u64) -> String {
    let mut setup = Setup::robots(players, seed);
    setup.seats[0].general = Some("keeper".into());
    let mut table = Table::open(vm, setup).expect("a game");
    let played = play_out(&mut table, seed, false).expect("an end");
    let faults = table.vm().faults();
    format!("{played:?} {faults:?} {:?}", table.take_log())
}

#[test]
fn a_stage_plays_what_fresh_vms_play() {
    let packages = packages();
    let playing = ReusableVm::new(&packages);
    for (seed, players) in (1..=8).zip([5, 8, 2, 10, 3, 6, 4, 5]) {
        let vm = SgsVm::with_packages(&packages, seed).expect("packages");
        let fresh = story(vm, players, seed);
        assert!(fresh.contains("1 1 1 1"), "the keeper tells of its first turn");
        let again = story(playing.begin(seed).expect("packages"), players, seed);
        assert!(fresh == again, "{players} players, seed {seed}: the games differ");
    }
}

/// A package that remembers something in every other game only.
const SOMETIMES: &str = r##"
module("extensions.sometimes", package.seeall)
extension = sgs.Package("sometimes")
local first = nil
sometimes = sgs.CreateTriggerSkill{
  name = "sometimes",
  events = { sgs.TurnStart },
  can_trigger = function() return true end,
  on_trigger = function(self, event, player)
    local room = player:getRoom()
    local log = sgs.LogMessage()
    log.type, log.from, log.arg = "#sometimes", player, tostring(first)
    room:sendLog(log)
    if room:getAllPlayers():length() % 2 == 0 then
      first = first or player:objectName()
    end
    return false
  end,
}
keeper = sgs.General(extension, "keeper", "qun", 4)
keeper:addSkill(sometimes)
"##;

#[test]
fn what_one_game_changes_the_next_does_not_find() {
    let mut packages = own();
    packages.push(PackageSource::compile("sometimes", SOMETIMES.as_bytes()).expect("Lua"));
    let playing = ReusableVm::new(&packages);
    for (seed, players) in (1..).zip([3, 3, 2, 3, 5, 4, 6, 2, 8, 3, 3]) {
        let vm = SgsVm::with_packages(&packages, seed).expect("packages");
        let fresh = story(vm, players, seed);
        assert!(fresh.contains("#sometimes"), "it tells what it remembers");
        let again = story(playing.begin(seed).expect("packages"), players, seed);
        assert!(fresh == again, "{players} players, seed {seed}: the games differ");
    }
}

/// What computers are told of a game that they play on these, their packages' AI and all that is
/// told of the game.
fn thought_out(playing: &ReusableVm, thinking: SgsVm, players: usize, seed: u64) -> String {
    let vm = playing.begin(seed).expect("packages");
    let mut table = Table::open(vm, Setup::robots(players, seed)).expect("a game");
    Mind::watches(&table);
    let said = Rc::new(RefCell::new(String::new()));
    let sink = Rc::clone(&said);
    thinking.set_sink(move |_, line| sink.borrow_mut().push_str(line));
    let mut mind = Mind::new(thinking, players, seed);
    let played = play_by(&mut table, false, &mut |table, _| mind.reply(table, Level::Smart));
    let faults = mind.vm().faults();
    format!("{:?} {faults:?} {said:?} {:?}", played.expect("an end"), table.take_log())
}

/// What computers note of each other is gone with the game, so that the next one finds packages as
/// they were, and need not load them.
#[test]
fn computers_think_about_the_next_game_as_about_the_first() {
    let packages = own();
    assert!(packages.iter().any(PackageSource::has_ai));
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    let (mut last, mut kept) = (None, 0);
    for (seed, players) in (1..=6).zip([5, 5, 2, 8, 5, 4]) {
        let vm = thinking.begin(seed).expect("packages");
        let catalogue = Rc::clone(vm.catalogue());
        kept += usize::from(last.is_some_and(|last| Rc::ptr_eq(&last, &catalogue)));
        last = Some(catalogue);
        let again = thought_out(&playing, vm, players, seed);
        let fresh = ReusableVm::thinking(&packages).begin(seed).expect("packages");
        let fresh = thought_out(&playing, fresh, players, seed);
        assert!(fresh == again, "{players} players, seed {seed}: the games differ");
    }
    assert!(kept >= 4, "packages were loaded anew for all but {kept} games");
}

/// An AI that counts what is used in all games, in a way that may be seen.
const COUNTER: &str = r##"
local used = 0
table.insert(sgs.ai_choicemade_filter.cardUsed, function(player, use)
  used = used + 1
  SmartAI.counted = (SmartAI.counted or 0) + 1
  print("used", used, SmartAI.counted)
end)
"##;

#[test]
fn what_an_ai_file_keeps_of_a_game_the_next_does_not_find() {
    let mut packages = own();
    let counter = PackageSource::compile("keeper", KEEPER.as_bytes()).expect("Lua");
    packages.push(counter.with_ai(COUNTER.as_bytes()).expect("an AI"));
    let (playing, thinking) = (ReusableVm::new(&packages), ReusableVm::thinking(&packages));
    for seed in 1..=3 {
        let vm = thinking.begin(seed).expect("packages");
        let again = thought_out(&playing, vm, 4, seed);
        assert!(again.contains("used\\t1\\t1"), "it tells of the first card");
        let fresh = ReusableVm::thinking(&packages).begin(seed).expect("packages");
        assert!(again == thought_out(&playing, fresh, 4, seed), "seed {seed}: the games differ");
    }
}

#[test]
fn games_on_a_stage_at_the_same_time_do_not_meet() {
    let packages = packages();
    let playing = ReusableVm::new(&packages);
    let first = playing.begin(1).expect("packages");
    let second = playing.begin(2).expect("packages");
    let fresh = |seed| SgsVm::with_packages(&packages, seed).expect("packages");
    assert!(story(second, 5, 2) == story(fresh(2), 5, 2));
    assert!(story(first, 5, 1) == story(fresh(1), 5, 1));
}

#[test]
fn a_stage_keeps_nothing_of_games() {
    let playing = ReusableVm::new(&packages());
    let after = |seed| {
        story(playing.begin(seed).expect("packages"), 4, seed);
        let vm = playing.begin(seed).expect("packages");
        vm.collect();
        vm.memory()
    };
    let second = (1..=2).map(after).last().expect("two games");
    let eighth = (3..=8).map(after).last().expect("six games");
    // Pages of the heap fill differently; a game that is kept takes a mebibyte.
    assert!(eighth < second + (512 << 10), "{second} bytes became {eighth}");
}

#[test]
fn a_package_that_fails_on_a_stage_says_where() {
    let bad = PackageSource::compile("bad", b"extension = sgs.Package('bad')\nlocal x = nil + 1");
    let mut packages = own();
    packages.push(bad.expect("Lua"));
    let playing = ReusableVm::new(&packages);
    for seed in 1..=2 {
        let error = playing.begin(seed).expect_err("the package fails");
        assert_eq!((error.script.as_str(), error.line), ("bad.lua", 2), "{error}");
    }
}
