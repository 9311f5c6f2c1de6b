//! What rooms were told of their logs, and whether it is true.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use tokio::time::Instant;

use super::tables::Room;

/// Lines that are kept for who wants to see what led to a fault.
const KEPT: usize = 80;

/// What an entry does to the log of its room. Texts of records are numbers of entries.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    Open,
    Record {
        event: u64,
    },
    /// The last record is replaced, or taken back.
    Amend {
        event: u64,
        back: bool,
    },
    Token,
    /// What a room may lose without harm.
    Other,
}

#[derive(Debug, Clone, Copy)]
struct Given {
    /// The process that gave it to its log.
    process: i64,
    epoch: u64,
    act: Act,
    /// Whether it was acknowledged.
    answer: Option<bool>,
}

/// One of the logs that a room may have, and the entries without an answer that made it so.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    tail: Vec<u64>,
    unanswered: Vec<u64>,
}

#[derive(Debug, Default)]
struct Story {
    opened: bool,
    /// The records that are there for certain, and not the last.
    base: Vec<u64>,
    candidates: Vec<Candidate>,
    given: BTreeMap<u64, Given>,
    /// Earlier entries can no longer have an effect: the room was read later by who has it.
    alive_from: u64,
    /// Those of them that had no answer by then, and had taken effect in what was read. Their room
    /// may since have gone on to replace them.
    took_effect: BTreeSet<u64>,
    /// The epoch in which that was.
    epoch: u64,
    /// The newest token that is there for certain.
    token: u64,
    acknowledged: Option<Instant>,
}

/// What was counted, for who runs many simulations.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Stats {
    pub(super) acknowledged: u64,
    pub(super) failed: u64,
    /// Entries that failed and were found later.
    pub(super) found: u64,
    /// Rooms that went from one process to another.
    pub(super) taken: u64,
    pub(super) read: u64,
    pub(super) failovers: u64,
    pub(super) restarts: u64,
    pub(super) pauses: u64,
    pub(super) crashes: u64,
    pub(super) twins: u64,
    pub(super) cancels: u64,
}

impl Stats {
    pub(super) fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        self.failed += other.failed;
        self.found += other.found;
        self.taken += other.taken;
        self.read += other.read;
        self.failovers += other.failovers;
        self.restarts += other.restarts;
        self.pauses += other.pauses;
        self.crashes += other.crashes;
        self.twins += other.twins;
        self.cancels += other.cancels;
    }
}

/// All that happened, as far as it can be right or wrong.
#[derive(Debug)]
pub(super) struct History {
    began: Instant,
    stories: BTreeMap<String, Story>,
    next: u64,
    /// The database's clock jumps, so that a server may be told late what was done in time.
    wild_clock: bool,
    holders: BTreeMap<String, i64>,
    lines: VecDeque<String>,
    verbose: bool,
    /// The first thing that was wrong.
    pub(super) fault: Option<String>,
    pub(super) stats: Stats,
}

impl History {
    pub(super) fn new(wild_clock: bool) -> Self {
        Self {
            began: Instant::now(),
            stories: BTreeMap::new(),
            next: 1,
            wild_clock,
            holders: BTreeMap::new(),
            lines: VecDeque::new(),
            verbose: std::env::var_os("FANGQI_SIM_VERBOSE").is_some(),
            fault: None,
            stats: Stats::default(),
        }
    }

    pub(super) fn note(&mut self, line: impl fmt::Display) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        let line = format!("{:>8} {line}", self.began.elapsed().as_millis());
        if self.verbose {
            eprintln!("{line}");
        }
        self.lines.push_back(line);
    }

    pub(super) fn lines(&self) -> String {
        self.lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn wrong(&mut self, fault: String) {
        self.note(&fault);
        self.fault.get_or_insert(fault);
    }

    fn story(&mut self, room: &str) -> &mut Story {
        self.stories.entry(room.to_owned()).or_insert_with(|| Story {
            candidates: vec![Candidate { tail: Vec::new(), unanswered: Vec::new() }],
            ..Story::default()
        })
    }

    /// Notes an entry that is about to be given to a log. Returns its number.
    pub(super) fn give(&mut self, room: &str, process: i64, epoch: u64, act: Act) -> u64 {
        let number = self.next;
        self.next += 1;
        let story = self.story(room);
        story.given.insert(number, Given { process, epoch, act, answer: None });
        let before = story.base.len();
        let mut with = Vec::new();
        // Those of who has lost the room must all fail.
        let candidates = story.candidates.iter().filter(|_| epoch >= story.epoch);
        for candidate in candidates {
            let mut tail = candidate.tail.clone();
            let last = (before + tail.len()) as u64;
            match act {
                Act::Record { event } if event == last + 1 => tail.push(number),
                Act::Amend { event, back } if event == last && !tail.is_empty() => {
                    tail.pop();
                    if !back {
                        tail.push(number);
                    }
                }
                _ => continue,
            }
            let mut unanswered = candidate.unanswered.clone();
            unanswered.push(number);
            with.push(Candidate { tail, unanswered });
        }
        story.candidates.extend(with);
        assert!(story.candidates.len() < 5000, "too many entries are without an answer");
        number
    }

    /// Notes an answer, and what the directory said of the room at that time.
    pub(super) fn answer(&mut self, room: &str, number: u64, done: bool, now: Option<Room>) {
        let wild_clock = self.wild_clock;
        let Self { stats, stories, .. } = self;
        let Some(story) = stories.get_mut(room) else { return };
        let Some(given) = story.given.get_mut(&number) else { return };
        if given.answer.replace(done).is_some() {
            return self.wrong(format!("{room}: entry {number} was answered twice"));
        }
        let Given { process, epoch, act, .. } = *given;
        if !done {
            stats.failed += 1;
            return;
        }
        stats.acknowledged += 1;
        story.acknowledged = Some(Instant::now());
        let taken = now.filter(|now| now.epoch.cast_unsigned() > epoch && now.holder != process);
        if let Some(now) = taken
            && !wild_clock
        {
            let what = format!("entry {number} ({act:?}, epoch {epoch}) was acknowledged");
            return self
                .wrong(format!("{room}: {what} after another had claimed the room: {now:?}"));
        }
        let dead = number < story.alive_from;
        match act {
            Act::Open => story.opened = true,
            Act::Token if !dead => story.token = number,
            Act::Record { .. } | Act::Amend { .. }
                if dead && !story.took_effect.contains(&number) =>
            {
                let what = format!("entry {number} ({act:?}) was acknowledged, but is not there");
                self.wrong(format!("{room}: {what}"));
            }
            Act::Record { .. } | Act::Amend { .. } if !dead => {
                story.candidates.retain(|candidate| candidate.unanswered.contains(&number));
                for candidate in &mut story.candidates {
                    candidate.unanswered.retain(|it| *it != number);
                }
                story.settle();
                if story.candidates.is_empty() {
                    let what =
                        format!("entry {number} ({act:?}) was acknowledged, but cannot be there");
                    self.wrong(format!("{room}: {what}"));
                }
            }
            _ => {}
        }
    }

    /// Notes what a process that has a room has read of it.
    pub(super) fn read(
        &mut self,
        room: &str,
        process: i64,
        epoch: u64,
        records: Option<&[u64]>,
        token: u64,
    ) {
        let next = self.next;
        if self.holders.insert(room.to_owned(), process).is_some_and(|last| last != process) {
            self.stats.taken += 1;
        }
        self.stats.read += 1;
        let story = self.story(room);
        let known = token == 0
            || story.given.get(&token).is_some_and(|given| matches!(given.act, Act::Token));
        let (at_least, opened) = (story.token, story.opened);
        if token < at_least || !known {
            let what =
                format!("the token is that of entry {token}, entry {at_least} was acknowledged");
            return self.wrong(format!("{room}: {what}"));
        }
        let Some(records) = records else {
            if opened {
                self.wrong(format!("{room}: it was opened, and is not there"));
            }
            return;
        };
        if !story.may_be(records) {
            let story = std::mem::take(story);
            return self.wrong(format!("{room}: {records:?} was read, but {story}"));
        }
        let failed = |number: &&u64| {
            **number >= story.alive_from
                && story.given.get(number).is_some_and(|given| given.answer == Some(false))
        };
        let found = records.iter().filter(failed).count() as u64;
        story.opened = true;
        story.token = token;
        let read = story.candidates.iter().filter(|it| records.ends_with(&it.tail));
        let read = read.filter(|it| story.base.len() + it.tail.len() == records.len());
        story.took_effect.extend(read.flat_map(|it| it.unanswered.iter().copied()));
        story.base = records.to_vec();
        let tail = story.base.pop().into_iter().collect();
        story.candidates = vec![Candidate { tail, unanswered: Vec::new() }];
        (story.alive_from, story.epoch) = (next, epoch);
        self.stats.found += found;
    }

    /// Says what is wrong with what a room has at the end.
    pub(super) fn finish(&mut self, room: &str, records: &[u64]) {
        let story = self.story(room);
        if !story.may_be(records) {
            let story = std::mem::take(story);
            self.wrong(format!("{room}: {records:?} is there at the end, but {story}"));
        }
    }

    /// Whether nothing was acknowledged in a room since then.
    pub(super) fn is_silent_since(&self, room: &str, time: Instant) -> bool {
        let last = self.stories.get(room).and_then(|story| story.acknowledged);
        last.is_none_or(|last| last < time)
    }

    /// An entry of one of these processes that has no answer.
    pub(super) fn unanswered(&self, processes: &[i64]) -> Option<String> {
        self.stories.iter().find_map(|(room, story)| {
            let waits =
                |given: &Given| given.answer.is_none() && processes.contains(&given.process);
            let (number, given) = story.given.iter().find(|(_, given)| waits(given))?;
            Some(format!("{room}: entry {number} was never answered: {given:?}"))
        })
    }
}

impl Story {
    fn may_be(&self, records: &[u64]) -> bool {
        let (base, tail) = match records.split_at_checked(self.base.len()) {
            Some(parts) => parts,
            None => return false,
        };
        base == self.base && self.candidates.iter().any(|candidate| candidate.tail == tail)
    }

    /// What is certain is not kept for each candidate.
    fn settle(&mut self) {
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in self.candidates.drain(..) {
            if !kept.contains(&candidate) {
                kept.push(candidate);
            }
        }
        self.candidates = kept;
        if let [Candidate { tail, unanswered }] = &mut self.candidates[..]
            && unanswered.is_empty()
            && !tail.is_empty()
        {
            let last = tail.len() - 1;
            self.base.extend(tail.drain(..last));
        }
    }
}

impl fmt::Display for Story {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "it has to be {:?} and then ", self.base)?;
        for candidate in self.candidates.iter().take(12) {
            write!(out, "{:?} or ", candidate.tail)?;
        }
        write!(out, "nothing else ({} ways)", self.candidates.len())
    }
}
