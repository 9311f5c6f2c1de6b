//! Ends script steps that take too long by the clock.
//!
//! Fuel bounds the work of a script; the watchdog bounds its time, in case a host function is
//! slower than its fuel cost implies. A stopped step is a fault in the record of its input, so a
//! replay needs no clock.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender, bounded};
use fangqi_vm::StopHandle;

use super::worker::Worker;
use crate::process::page::Page;
use crate::session::RoomId;

/// How many times within its limit a step is checked.
const LOOKS_PER_LIMIT: u32 = 8;
/// Factor on the limit for threads of lower priority.
const PATIENCE: u32 = 4;

/// A shard's thread, as the watchdog sees it.
#[derive(Debug, Clone)]
pub(super) struct Watched {
    steps: StopHandle,
    /// Whether the thread has a lower priority, so that everything takes it longer.
    behind: bool,
    page: &'static Page,
    at: Arc<Mutex<Option<(RoomId, String)>>>,
}

impl Watched {
    /// Describes the calling thread.
    pub(super) fn this_thread(behind: bool, page: &'static Page) -> Self {
        Self { steps: StopHandle::of_this_thread(), behind, page, at: Arc::default() }
    }

    /// Notes which room the thread works on, for log messages.
    pub(super) fn works_on(&self, room: &RoomId, map: &str) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((room.clone(), map.to_owned()));
    }

    fn place(&self) -> (String, String) {
        let at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.as_ref().map_or_else(Default::default, |(room, map)| (room.to_string(), map.clone()))
    }
}

/// The watching thread. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Watchdog {
    watched: Sender<Watched>,
    thread: Option<JoinHandle<()>>,
}

/// What the watchdog last saw of a thread.
struct Sight {
    thread: Watched,
    /// The running step and when it was first seen.
    step: Option<(u64, Instant)>,
    /// How often that step was told to stop.
    told: u32,
}

impl Watchdog {
    /// Starts a watchdog for steps that take longer than `limit`.
    pub(crate) fn start(limit: Duration) -> std::io::Result<Self> {
        let (watched, arrivals) = bounded(64);
        let run = move || {
            let mut sights: Vec<Sight> = Vec::new();
            loop {
                match arrivals.recv_timeout(limit / LOOKS_PER_LIMIT) {
                    Ok(thread) => sights.push(Sight { thread, step: None, told: 0 }),
                    Err(RecvTimeoutError::Timeout) => {
                        let now = Instant::now();
                        sights.iter_mut().for_each(|sight| sight.look(now, limit));
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        let thread = std::thread::Builder::new().name("fangqi-watchdog".to_owned()).spawn(run)?;
        Ok(Self { watched, thread: Some(thread) })
    }

    /// Watches the thread of a worker.
    pub(crate) fn watch(&self, worker: &Worker) {
        // Cannot fail: the receiving thread lives as long as `self`.
        let _ = self.watched.send(worker.watched.clone());
    }

    /// The channel on which threads register to be watched.
    pub(super) fn sender(&self) -> Sender<Watched> {
        self.watched.clone()
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // Replacing the last sender closes the channel: the threads that held the others have
        // ended.
        let (closed, _) = bounded(0);
        self.watched = closed;
        if let Some(thread) = self.thread.take() {
            // If the watchdog panicked, there is nothing left to do.
            let _ = thread.join();
        }
    }
}

impl Sight {
    fn look(&mut self, now: Instant, limit: Duration) {
        let limit = limit * if self.thread.behind { PATIENCE } else { 1 };
        let running = self.thread.steps.running();
        self.thread.page.stepping(self.thread.steps.begun());
        let (step, since) = match (running, self.step) {
            (None, _) => return self.step = None,
            (Some(step), Some((seen, since))) if step == seen => (step, since),
            (Some(step), _) => {
                (self.step, self.told) = (Some((step, now)), 0);
                return;
            }
        };
        let took = now.saturating_duration_since(since);
        if took < limit.saturating_mul(self.told + 1) {
            return;
        }
        self.told += 1;
        self.thread.steps.stop(step);
        let ((room, map), seconds) = (self.thread.place(), took.as_secs_f32());
        if self.told == 1 {
            tracing::error!(room, map, step, seconds, "a script's step took too long: stopped");
        } else {
            let text =
                "a step does not stop: a function of the host is stuck, and its shard with it";
            tracing::error!(room, map, step, seconds, "{text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use fangqi_protocol::Limits;
    use fangqi_protocol::{FaultKind, Input, PlayerId};
    use fangqi_room::testing::small_map;
    use fangqi_room::{Room, RoomOptions};

    use super::*;

    const SCRIPT: &str = "ScriptSupportEvent:registerEvent('Player.NewInputContent', function()\n\
        while true do pcall(function() while true do end end) end\nend)\n\
        threadpool:delay(1, function() while true do end end)";

    fn watched(limit: Duration) -> Watchdog {
        let watchdog = Watchdog::start(limit).unwrap();
        watchdog.sender().send(Watched::this_thread(false, Box::leak(Box::default()))).unwrap();
        watchdog
    }

    #[test]
    fn an_endless_step_without_a_fuel_limit_is_stopped_and_replays() {
        let package = Arc::new(small_map(SCRIPT).unwrap());
        let limits = Limits { fuel_per_step: u64::MAX >> 2, ..Limits::default() };
        let limits = Limits { fuel_per_input: u64::MAX >> 2, ..limits };
        let options = RoomOptions { seed: 1, limits, ..RoomOptions::default() };
        let watchdog = watched(Duration::from_millis(80));
        let (mut room, _) = Room::open(Arc::clone(&package), options.clone()).unwrap();
        let player = PlayerId(1001);
        room.apply(0, Input::Join { player, name: "Ann".into() });
        let before = room.state_hash();
        let applied = room.apply(0, Input::Chat { player, text: "go".into() });
        assert!(applied.rejected.is_some(), "the step was the player's");
        let line = &applied.log[0].text;
        assert!(line.contains("small/main.lua:2: stopped by the operator's watchdog"), "{line}");
        assert_eq!(room.state_hash(), before);
        // The tick is skipped, and its record notes the fault.
        let record = room.apply(40, Input::Tick).record.unwrap();
        assert_eq!(record.faults.len(), 1);
        assert_eq!(record.faults[0].kind, FaultKind::Stopped);
        drop(watchdog);
        let again = Room::replay(package, options, room.history()).unwrap();
        assert_eq!(again.state_hash(), room.state_hash());
    }

    #[test]
    fn a_short_step_is_left_alone() {
        let limit = Duration::from_secs(2);
        let mut sight = Sight {
            thread: Watched::this_thread(false, Box::leak(Box::default())),
            step: None,
            told: 0,
        };
        let start = Instant::now();
        sight.look(start, limit);
        sight.look(start + limit * 3, limit);
        assert_eq!((sight.step, sight.told), (None, 0), "nothing runs");
    }
}
