use std::collections::BTreeMap;

use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use serde::{Deserialize, Serialize};

/// A Mini World timer. Its time is derived from the room's clock, so a running timer costs nothing.
#[derive(Debug, Clone, PartialEq, Hash, Serialize, Deserialize)]
pub struct MiniTimer {
    /// The name given at its creation.
    pub name: String,
    /// Whether it runs, and which way.
    pub direction: Direction,
    /// Time shown when it was last started, paused or set, in ticks.
    shown: i64,
    /// Time at which it was last started, paused or set.
    since: Tick,
    /// Whether it is paused.
    pub paused: bool,
    /// Start value of a repeating countdown, in ticks.
    repeat: Option<i64>,
}

/// Which way a timer counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Not started.
    Stopped,
    /// Up from zero.
    Up,
    /// Down to zero.
    Down,
}

/// The Mini World timers of a room, by id.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MiniTimers {
    timers: BTreeMap<u32, MiniTimer>,
}

impl MiniTimer {
    fn new(name: String) -> Self {
        Self {
            name,
            direction: Direction::Stopped,
            shown: 0,
            since: 0,
            paused: false,
            repeat: None,
        }
    }

    /// The time it shows at `now`, in ticks.
    pub fn time(&self, now: Tick) -> i64 {
        let passed = i64::try_from(now.saturating_sub(self.since)).unwrap_or(i64::MAX);
        match self.direction {
            _ if self.paused => self.shown,
            Direction::Stopped => self.shown,
            Direction::Up => self.shown.saturating_add(passed),
            Direction::Down => (self.shown - passed.min(self.shown)).max(0),
        }
    }

    /// The time shown when it was last started, paused or set; when that was; and how it has
    /// counted since: up (1), down (-1) or not at all (0).
    pub fn course(&self) -> (u64, Tick, i8) {
        let way = match self.direction {
            _ if self.paused => 0,
            Direction::Stopped => 0,
            Direction::Up => 1,
            Direction::Down => -1,
        };
        (self.shown.max(0).unsigned_abs(), self.since, way)
    }

    /// The whole second it shows at `now`, as the last change event reported it.
    pub fn second(&self, now: Tick) -> i64 {
        let (time, second) = (self.time(now), TICKS_PER_SECOND as i64);
        match self.direction {
            Direction::Down => (time + second - 1) / second,
            Direction::Stopped | Direction::Up => time / second,
        }
    }

    /// Starts it: up, or down from `from` ticks.
    pub fn start(&mut self, now: Tick, direction: Direction, from: i64, repeated: bool) {
        self.direction = direction;
        self.shown = from.max(0);
        self.since = now;
        self.paused = false;
        self.repeat = repeated.then_some(self.shown);
    }

    /// Pauses it.
    pub fn pause(&mut self, now: Tick) {
        self.shown = self.time(now);
        self.paused = true;
    }

    /// Continues after a pause.
    pub fn resume(&mut self, now: Tick) {
        if self.paused {
            self.since = now;
            self.paused = false;
        }
    }

    /// Stops it and sets it to zero.
    pub fn stop(&mut self) {
        self.direction = Direction::Stopped;
        self.shown = 0;
        self.paused = false;
    }

    /// Sets the time it shows.
    pub fn set(&mut self, now: Tick, ticks: i64) {
        self.shown = ticks.max(0);
        self.since = now;
    }

    /// When it next shows another whole second; `None` if it does not run.
    pub fn next_change(&self, now: Tick) -> Option<Tick> {
        if self.paused {
            return None;
        }
        let second = i64::try_from(TICKS_PER_SECOND).ok()?;
        let time = self.time(now);
        let wait = match self.direction {
            Direction::Stopped => return None,
            Direction::Up => second - time % second,
            Direction::Down if time == 0 => return None,
            Direction::Down => (time - 1) % second + 1,
        };
        Some(now + u64::try_from(wait).ok()?)
    }

    /// Ends a countdown that reached zero: restarts it if it repeats, else stops it.
    fn expire(&mut self, now: Tick) {
        match self.repeat {
            Some(from) if from > 0 => self.start(now, Direction::Down, from, true),
            _ => self.stop(),
        }
    }
}

impl MiniTimers {
    /// Adds a timer under an id.
    pub fn create(&mut self, id: u32, name: String) {
        self.timers.insert(id, MiniTimer::new(name));
    }

    /// Removes a timer. Returns whether it existed.
    pub fn delete(&mut self, id: u32) -> bool {
        self.timers.remove(&id).is_some()
    }

    /// The timer with an id.
    pub fn get(&self, id: u32) -> Option<&MiniTimer> {
        self.timers.get(&id)
    }

    /// The timer with an id, mutably.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut MiniTimer> {
        self.timers.get_mut(&id)
    }

    /// Ids and names of all timers, by id.
    pub fn named(&self) -> impl Iterator<Item = (u32, &str)> {
        self.timers.iter().map(|(id, timer)| (*id, timer.name.as_str()))
    }

    /// Number of timers.
    pub fn len(&self) -> usize {
        self.timers.len()
    }

    /// When any timer next shows another second.
    pub fn next_change(&self, now: Tick) -> Option<Tick> {
        self.timers.values().filter_map(|timer| timer.next_change(now)).min()
    }

    /// The timers that show another whole second at `now`: id, name and the second shown.
    pub fn tick(&mut self, now: Tick) -> Vec<(u32, String, i64)> {
        let second = TICKS_PER_SECOND as i64;
        let mut changed = Vec::new();
        for (id, timer) in &mut self.timers {
            if timer.paused || timer.direction == Direction::Stopped || timer.since == now {
                continue;
            }
            let time = timer.time(now);
            if time % second == 0 {
                changed.push((*id, timer.name.clone(), time / second));
                if timer.direction == Direction::Down && time == 0 {
                    timer.expire(now);
                }
            }
        }
        changed
    }

    /// The timers, for the room's hash.
    pub fn iter(&self) -> impl Iterator<Item = (&u32, &MiniTimer)> {
        self.timers.iter()
    }
}
