//! A game of Xiangqi with dice for players, and all that was seen of it.

use std::sync::Arc;

use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, JobOrder, JobResult, LogLevel, Record};
use fangqi_room::{MapPackage, Reload, Room};

use crate::common::PLUGINS;
use crate::common::{ANN, BEN, options, shipped_files};

/// A game with all that was seen of it.
pub struct Play {
    pub room: Room,
    pub now: u64,
    pub jobs: Vec<JobOrder>,
    /// All records, those that the room has given up too.
    pub records: Vec<Record>,
    /// Hash after each record.
    pub hashes: Vec<u64>,
    /// Number of records and bytes of each checkpoint.
    pub checkpoints: Vec<(usize, Vec<u8>)>,
}

impl Play {
    pub fn open(package: Arc<MapPackage>) -> Self {
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

    pub fn apply(&mut self, input: Input) {
        let applied = self.room.apply(self.now, input);
        self.jobs.retain(|job| !applied.cancelled.contains(&job.id));
        self.jobs.extend(applied.jobs);
        let errors: Vec<_> =
            applied.log.iter().filter(|line| line.level == LogLevel::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        self.note(applied.record);
    }

    pub fn note(&mut self, record: Option<Record>) {
        if let Some(record) = record {
            self.records.push(record);
            self.hashes.push(self.room.state_hash());
        }
    }

    pub fn checkpoint(&mut self) {
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
    pub fn step(&mut self, kind: u8, dice: u32) {
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
    pub fn check_reload(&self, name: &str) {
        match self.room.reload(with_comment(name, "tidied")) {
            Reload::Same(room) => {
                assert_eq!(room.state_hash(), self.room.state_hash());
                assert_eq!(room.event(), self.room.event());
            }
            other => panic!("{other:?}"),
        }
    }

    /// Every prefix of the log, replayed from its opening and from each checkpoint in it.
    pub fn check(&self) {
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

/// A shipped map of which one script ends in another comment: the same game in another package.
pub fn with_comment(name: &str, comment: &str) -> Arc<MapPackage> {
    let mut files = shipped_files();
    let script = files.get_mut("lib/course/seating.lua").unwrap();
    script.extend_from_slice(format!("\n-- {comment}\n").as_bytes());
    Arc::new(MapPackage::load(&files, name, PLUGINS).unwrap())
}
