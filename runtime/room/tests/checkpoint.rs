//! Checkpoints: a live room, one brought back from a checkpoint and one replayed from its opening
//! are the same after every input.

mod common;

use std::sync::Arc;

use common::{ANN, BEN, Table, map, options, shipped, shipped_files};
use fangqi_room::model::{Input, JobOrder, JobResult, LogLevel, Record};
use fangqi_room::{MapPackage, NoCheckpoint, OpenError, Reload, Room, RoomOptions, run_job_alone};
use proptest::prelude::*;

/// A game with all that was seen of it.
struct Play {
    room: Room,
    now: u64,
    jobs: Vec<JobOrder>,
    /// All records, those that the room has given up too.
    records: Vec<Record>,
    /// Hash after each record.
    hashes: Vec<u64>,
    /// Number of records and bytes of each checkpoint.
    checkpoints: Vec<(usize, Vec<u8>)>,
}

impl Play {
    fn open(package: Arc<MapPackage>) -> Self {
        let (room, applied) = Room::open(package, options()).unwrap();
        let (records, hashes, checkpoints) = (vec![], vec![], vec![]);
        let mut play = Self { room, now: 0, jobs: applied.jobs, records, hashes, checkpoints };
        for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
            play.apply(Input::Join { player, name: name.to_owned() });
            play.apply(Input::SetComputer { player, seat, level: None });
            play.apply(Input::Sit { player, seat });
        }
        play
    }

    fn apply(&mut self, input: Input) {
        let applied = self.room.apply(self.now, input);
        self.jobs.retain(|job| !applied.cancelled.contains(&job.id));
        self.jobs.extend(applied.jobs);
        let errors: Vec<_> =
            applied.log.iter().filter(|line| line.level == LogLevel::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        self.note(applied.record);
    }

    fn note(&mut self, record: Option<Record>) {
        if let Some(record) = record {
            self.records.push(record);
            self.hashes.push(self.room.state_hash());
        }
    }

    fn checkpoint(&mut self) {
        let before = self.room.state_hash();
        match self.room.checkpoint(self.now) {
            Ok((applied, bytes)) => {
                assert!(applied.record.is_some());
                self.jobs.extend(applied.jobs);
                self.note(applied.record);
                self.checkpoints.push((self.room.event() as usize, bytes));
            }
            Err(why) => {
                assert!(why.is_passing(), "{why}");
                assert_eq!(self.room.state_hash(), before);
            }
        }
    }

    /// Does what `dice` says.
    fn step(&mut self, kind: u8, dice: u32) {
        self.now += u64::from(dice % 40);
        let asked = [ANN, BEN]
            .into_iter()
            .find_map(|player| self.room.scene(player).request.map(|request| (player, request)));
        let player = if dice.is_multiple_of(2) { ANN } else { BEN };
        match (kind, asked) {
            (0..=9, Some((player, request))) => {
                let number = dice as usize % request.choices.len();
                let path = request.choices[number].path.clone();
                if path.is_empty() {
                    let (request, choice) = (request.id, number as u32);
                    return self.apply(Input::Choose { player, request, choice });
                }
                // Now and then only the first click.
                let clicks = if dice.is_multiple_of(17) { 1 } else { path.len() };
                for pos in path.into_iter().take(clicks) {
                    self.apply(Input::Click { player, pos, face: 5 });
                }
            }
            (10..=11, _) => self.checkpoint(),
            (12, _) => self.apply(Input::TakeBack { player }),
            (13, _) => {
                let level = dice.is_multiple_of(3).then_some(1);
                self.apply(Input::Stand { player });
                self.apply(Input::SetComputer { player, seat: (dice % 2) as u8, level });
            }
            (14, _) => self.apply(Input::Sit { player, seat: (dice / 2 % 2) as u8 }),
            (15, _) if dice.is_multiple_of(4) => {
                let id = ["new", "draw", "resign", "hint"][dice as usize / 4 % 4].to_owned();
                self.apply(Input::Action { player, id, value: String::new() });
            }
            (16, _) => {
                self.now += 200;
                self.apply(Input::Tick);
            }
            (17, _) => {
                let here = self.room.players().iter().any(|view| view.id == player && view.present);
                let name = "again".to_owned();
                self.apply(if here {
                    Input::Leave { player }
                } else {
                    Input::Join { player, name }
                });
            }
            (18, _) => {
                // Long enough for a seat to be absent.
                self.now += 300 + u64::from(dice % 500);
                self.apply(Input::Tick);
            }
            (19, _) => self.apply(Input::StandIn { player, on: dice.is_multiple_of(3) }),
            (20, _) => {
                let value =
                    ["fischer", "byoyomi", "sudden", "none"][dice as usize / 4 % 4].to_owned();
                self.apply(Input::Action { player, id: "time".to_owned(), value });
            }
            _ => {
                if let Some(job) = self.jobs.pop() {
                    let result = match dice % 5 {
                        0 => JobResult::Failed { reason: "planned".to_owned() },
                        _ => run_job_alone(&job.spec),
                    };
                    self.apply(Input::JobDone { job: job.id, result });
                } else {
                    self.apply(Input::Chat { player, text: "hm".to_owned() });
                }
            }
        }
    }

    /// What another version of the map, the same in all but a comment, makes of the room.
    fn check_reload(&self, name: &str) {
        match self.room.reload(with_comment(name, "tidied")) {
            Reload::Same(room) => {
                assert_eq!(room.state_hash(), self.room.state_hash());
                assert_eq!(room.event(), self.room.event());
            }
            other => panic!("{other:?}"),
        }
    }

    /// Every prefix of the log, replayed from its opening and from each checkpoint in it.
    fn check(&self) {
        let records = &self.records;
        assert_eq!(records[self.room.history_start() as usize..], *self.room.history());
        for (count, hash) in (1..).zip(&self.hashes) {
            let back = |checkpoint: Option<&[u8]>| {
                let prefix: Vec<Record> = records[..count].to_vec();
                let package = Arc::clone(self.room.package());
                Room::resume(package, options(), prefix, checkpoint).unwrap()
            };
            // From the opening every few: it takes longest.
            if count % 5 == 0 || count == records.len() {
                assert_eq!(back(None).state_hash(), *hash, "{count} records from the opening");
            }
            let newest = self.checkpoints.iter().rev().filter(|(at, _)| *at <= count);
            for (at, bytes) in newest.take(2) {
                let hash_back = back(Some(bytes)).state_hash();
                assert_eq!(hash_back, *hash, "{count} records from checkpoint {at}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn live_replayed_and_resumed_rooms_are_the_same(
        steps in prop::collection::vec((0_u8..24, any::<u32>()), 10..60),
        forgetful in any::<bool>(),
    ) {
        let mut play = Play::open(shipped("xiangqi"));
        for (kind, dice) in steps {
            play.step(kind, dice);
            if forgetful {
                play.room.forget_beginning();
            }
        }
        play.check();
        play.check_reload("xiangqi");
    }
}

#[test]
fn take_backs_cross_checkpoints() {
    let mut play = Play::open(shipped("xiangqi"));
    for round in 0..4 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    assert_eq!(play.checkpoints.len(), 4);
    let hashes = |play: &Play| play.hashes.clone();
    for _ in 0..4 {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        assert!(play.room.history().last().unwrap().rewound.is_some());
    }
    let asked = play.room.apply(play.now, Input::TakeBack { player: ANN });
    assert!(asked.rejected.is_none(), "Ben is asked first");
    play.note(asked.record);
    assert!(play.room.last_checkpoint().is_none(), "all were taken back");
    play.check();
    assert_eq!(hashes(&play).len(), play.room.history().len());
}

#[test]
fn an_absence_that_a_take_back_leaves_due_is_not_brought_forward_by_a_checkpoint() {
    let mut play = Play::open(shipped("xiangqi"));
    play.step(0, 1);
    play.apply(Input::Leave { player: BEN });
    play.now += 700;
    play.apply(Input::Tick);
    play.apply(Input::TakeBack { player: ANN });
    play.checkpoint();
    assert_eq!(play.checkpoints.len(), 1);
    play.check();
}

#[test]
fn a_loss_on_time_is_stored() {
    let mut play = Play::open(shipped("xiangqi"));
    let time = Input::Action { player: ANN, id: "time".to_owned(), value: "sudden".to_owned() };
    play.apply(time);
    play.step(0, 1);
    play.now += 20_000;
    play.apply(Input::Tick);
    let lost = play.room.scene(ANN).hud;
    assert_eq!(lost.result.as_ref().and_then(|result| result.winner), Some(0));
    play.checkpoint();
    assert_eq!(play.checkpoints.len(), 1);
    assert_eq!(play.room.scene(ANN).hud, lost);
    assert!(play.room.scene(BEN).request.is_none(), "nobody is asked for a move");
    play.check();
}

/// A shipped map of which one script ends in another comment: the same game in another package.
fn with_comment(name: &str, comment: &str) -> Arc<MapPackage> {
    let mut files = shipped_files();
    let script = files.get_mut("lib/course/seating.lua").unwrap();
    script.extend_from_slice(format!("\n-- {comment}\n").as_bytes());
    Arc::new(MapPackage::load(&files, name).unwrap())
}

#[test]
fn a_room_that_let_go_of_its_beginning_reloads_over_take_backs_on_both_sides_of_a_checkpoint() {
    let mut play = Play::open(shipped("xiangqi"));
    let take_back = |play: &mut Play| {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        assert!(play.room.history().last().unwrap().rewound.is_some());
    };
    for round in 0..2 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    assert!(play.room.forget_beginning());
    // Across the newest: what is left begins at the older one, and the log goes on after both.
    play.step(0, 1);
    take_back(&mut play);
    take_back(&mut play);
    play.step(0, 2);
    assert_eq!(play.room.last_checkpoint().unwrap().0, play.room.history_start());
    play.check_reload("xiangqi");
    play.check();
}

#[test]
fn a_room_that_let_go_of_its_beginning_goes_on_as_before() {
    let mut play = Play::open(shipped("xiangqi"));
    assert!(!play.room.forget_beginning(), "there is nothing to begin from yet");
    for round in 0..5 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    let before = play.room.state_hash();
    assert!(play.room.forget_beginning());
    let start = play.room.history_start();
    assert_eq!(start, play.checkpoints[3].0 as u64 - 1, "the last but one checkpoint");
    assert_eq!(play.room.state_hash(), before);
    assert_eq!(play.room.event(), play.hashes.len() as u64);
    // Take-backs reach to where the history begins and say so there.
    let mut taken = 0;
    loop {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        if play.room.history().last().unwrap().rewound.is_none() {
            break;
        }
        taken += 1;
    }
    assert_eq!(taken, 1, "there was one move of Ann's since");
    play.step(0, 3);
    play.step(0, 4);
    play.checkpoint();
    play.step(0, 7);
    assert_eq!(play.checkpoints.len(), 6);
    assert!(play.room.history_start() >= start);
    let hash = play.room.state_hash();
    let tail = |play: &Play, first: u64| -> Vec<Record> {
        play.room.history()[(first - play.room.history_start()) as usize..].to_vec()
    };
    // The one in between was taken back.
    for (at, bytes) in [&play.checkpoints[3], &play.checkpoints[5]] {
        // The checkpoint's own record may be there or not.
        for first in [*at as u64 - 1, *at as u64] {
            let (package, records) = (Arc::clone(play.room.package()), tail(&play, first));
            let again =
                Room::resume_since(package, options(), first, records, Some(bytes)).unwrap();
            assert_eq!(again.state_hash(), hash, "from the checkpoint at {at}");
            assert_eq!(again.event(), play.room.event());
        }
    }
    let (package, records) = (Arc::clone(play.room.package()), tail(&play, start));
    let none = Room::resume_since(package, options(), start, records, None).unwrap_err();
    assert!(matches!(none, OpenError::Checkpoint(_)), "{none}");

    // Another version of the map takes the game up from the checkpoint, and is found the same.
    let package = with_comment("xiangqi", "tidied");
    let Reload::Same(mut newer) = play.room.reload(Arc::clone(&package)) else { panic!() };
    assert_eq!((newer.state_hash(), newer.event()), (hash, play.room.event()));
    let repackaged = newer.event();
    newer.apply(play.now, Input::Chat { player: ANN, text: "on".to_owned() });
    let (hash, first) = (newer.state_hash(), newer.history_start());
    let records = newer.history();
    let bytes = newer.last_checkpoint().unwrap().1;
    let options = RoomOptions { repackaged, ..options() };
    let again = Room::resume_since(package, options, first, records, Some(&bytes)).unwrap();
    assert_eq!(again.state_hash(), hash);
    let woken = play.room.hibernate().wake().unwrap();
    assert_eq!(woken.event(), repackaged);
}

#[test]
fn the_tutorial_goes_on_from_a_checkpoint() {
    let mut play = Play::open(shipped("tutorial-xiangqi"));
    // Red's cannon goes to the middle; the computer is Ben's seat's opponent of nobody.
    play.apply(Input::Stand { player: BEN });
    play.apply(Input::SetComputer { player: ANN, seat: 1, level: Some(2) });
    for (from, to) in [([7, 1, 2], [4, 1, 2]), ([7, 1, 0], [6, 1, 2])] {
        for pos in [from, to] {
            play.apply(Input::Click { player: ANN, pos, face: 5 });
            play.checkpoint();
        }
        for _ in 0..40 {
            play.now += 5;
            play.apply(Input::Tick);
            if play.now.is_multiple_of(3) {
                play.checkpoint();
            }
        }
    }
    assert!(play.checkpoints.len() > 8, "{}", play.checkpoints.len());
    assert_eq!(play.room.scene(ANN).hud.moves.len(), 4);
    play.check();
}

/// Counts clicks; what happens at a checkpoint is put in its place.
const COUNTER: &str = r#"
local count = 0
ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
  count = count + 1
  Block:setBlockAll(count, 0, 0, 1, 0)
end)
"#;

fn counter(offer: &str) -> Table {
    let mut table = Table::open(&format!("{COUNTER}{offer}"));
    table.click(ANN, 0, 5, 0);
    table.click(ANN, 0, 5, 0);
    table
}

#[test]
fn a_room_goes_on_from_its_checkpoint() {
    let offer = "Checkpoint:offer(function() return count end, function(state) count = state end)";
    let mut table = counter(offer);
    table.now = 30;
    let (applied, bytes) = table.room.checkpoint(table.now).unwrap();
    let record = applied.record.unwrap();
    assert_eq!((record.tick, &record.input), (30, &Input::Checkpoint));
    assert!(applied.outputs.is_empty(), "nobody sees anything of it: {:?}", applied.outputs);
    table.click(ANN, 0, 5, 0);
    assert_eq!((table.id(2, 0, 0), table.id(3, 0, 0), table.id(4, 0, 0)), (1, 1, 0));
    let records = table.room.history();
    let back = Room::resume(map(&format!("{COUNTER}{offer}")), options(), records, Some(&bytes));
    let mut back = back.unwrap();
    assert_eq!(back.state_hash(), table.room.state_hash());
    assert_eq!(back.last_checkpoint().unwrap().1, bytes);
    // The refold after a failing input begins at the checkpoint too.
    back.apply(40, Input::Click { player: ANN, pos: [0, 5, 0], face: 5 });
    assert_eq!(back.block([4, 0, 0]).id().0, 1);
}

#[test]
fn why_there_is_no_checkpoint_is_told_and_nothing_changes() {
    let cases = [
        ("", "offer no state"),
        ("Checkpoint:offer(function() end, print)", "test/main.lua:7: not now"),
        (
            "Checkpoint:offer(function() return { a = { 1, print } } end, print)",
            "test/main.lua:7: state.a[2] is a function, which cannot be stored",
        ),
        ("Checkpoint:offer(function() error('no way') end, print)", "no way"),
        ("Checkpoint:offer(function() while true do end end, print)", "fuel"),
        ("Checkpoint:offer(function() threadpool:wait(1) return 1 end, print)", "it waits"),
        (
            "Checkpoint:offer(function() Hud:setStatus('x') count = 100 return 1 end, print)",
            "save changed the room: display",
        ),
        ("Checkpoint:offer(function() return 1 end, function() error('load') end)", "load"),
        (
            "Checkpoint:offer(function() return math.random() end, print)",
            "save changed the room: random numbers of scripts",
        ),
        (
            "ScriptSupportEvent:registerEvent('Game.Start', function()
               Checkpoint:offer(function() return 1 end, print) end)",
            "call Checkpoint:offer while the scripts run",
        ),
        (
            "Checkpoint:offer(function() return 1 end, print)
             threadpool:work(function() Xiangqi:think(Xiangqi:new()) end)",
            "a job is under way",
        ),
    ];
    for (offer, wanted) in cases {
        let mut table = counter(offer);
        let before = (table.room.state_hash(), table.room.event(), table.room.next_wake());
        let why = table.room.checkpoint(50).unwrap_err();
        assert!(why.to_string().contains(wanted), "{why}");
        let passing = matches!(why, NoCheckpoint::NotNow { .. } | NoCheckpoint::Busy(_));
        assert_eq!(why.is_passing(), passing);
        assert_eq!(
            (table.room.state_hash(), table.room.event(), table.room.next_wake()),
            before,
            "{offer}"
        );
        table.click(ANN, 0, 5, 0);
        assert_eq!((table.id(3, 0, 0), table.id(4, 0, 0)), (1, 0), "{offer}");
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_errors() {
    let offer = "Checkpoint:offer(function() return { count, 'text' } end, print)";
    let mut table = counter(offer);
    let (_, bytes) = table.room.checkpoint(9).unwrap();
    let records = table.room.history();
    let resume = |main: &str, records: &[Record], bytes: &[u8]| {
        Room::resume(map(main), options(), records.to_vec(), Some(bytes)).map(|_| ())
    };
    let main = format!("{COUNTER}{offer}");
    resume(&main, &records, &bytes).unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let error = resume(&main, &records, &damaged).unwrap_err();
        assert!(matches!(error, OpenError::Checkpoint(_)), "{at}: {error}");
        assert!(resume(&main, &records, &bytes[..at]).is_err());
    }
    // Of another log, and of another map.
    let error = resume(&main, &records[..records.len() - 1], &bytes).unwrap_err();
    assert!(error.to_string().contains("of the log is not its own"), "{error}");
    let other = format!("{main} -- changed");
    let error = resume(&other, &records, &bytes).unwrap_err();
    assert!(error.to_string().contains("another version of the map"), "{error}");
}
