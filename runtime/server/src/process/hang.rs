//! Detects worker processes that hang.

use std::time::Duration;

use super::page::{self, Busy, Phase};

/// How long a script step may go on after the watchdog of its process has told it to stop. It stops
/// at its next safepoint; a host function between two safepoints takes at most a third of this.
const GRACE: Duration = Duration::from_secs(1);
/// Factor on the limits if the machine gives the worker hardly any processor time.
const STARVED: u32 = 4;
/// Factor on the step limit for the isolation shard, whose thread has a lower priority.
const ISOLATION_PATIENCE: u32 = 4;
/// Longest time that a job or a replay may take.
const LONG_WORK: Duration = Duration::from_secs(300);

/// Repeatedly checks a worker for work that makes no progress.
#[derive(Debug)]
pub(super) struct HangDetector {
    /// Longest time without progress for a script step or the start of a room.
    step: Duration,
    sights: [Sight; page::SLOTS],
}

/// What was last seen of a slot of the page.
#[derive(Debug, Clone, Copy, Default)]
struct Sight {
    progress: (u64, u64),
    /// Time without progress, not counting time in which the parent itself did not run.
    quiet: Duration,
    /// Processor time of the process at the last progress.
    used: Duration,
}

impl HangDetector {
    /// A detector for a worker whose watchdog stops script steps after `step_time`.
    pub(super) fn new(step_time: Duration, is_isolation_shard: bool) -> Self {
        let patience = if is_isolation_shard { ISOLATION_PATIENCE } else { 1 };
        Self { step: (step_time + GRACE) * patience, sights: Default::default() }
    }

    /// Checks all slots. `passed` is the time since the last check and `used` the processor time of
    /// the process so far. Returns what hangs, and for how long it has made no progress.
    pub(super) fn look(
        &mut self,
        busy: impl Fn(usize) -> Option<Busy>,
        passed: Duration,
        used: Duration,
    ) -> Option<(Busy, Duration)> {
        let mut hanging = None;
        for (slot, sight) in self.sights.iter_mut().enumerate() {
            let Some(busy) = busy(slot) else {
                *sight = Sight::default();
                continue;
            };
            if busy.progress != sight.progress {
                *sight = Sight { progress: busy.progress, quiet: Duration::ZERO, used };
                continue;
            }
            sight.quiet += passed;
            let limit = match busy.phase {
                Phase::Job | Phase::Past => LONG_WORK,
                Phase::Open | Phase::Wake | Phase::Work => self.step,
            };
            // Without processor time it cannot make progress.
            let starved = used.saturating_sub(sight.used) < limit / 2;
            let limit = if starved { limit * STARVED } else { limit };
            if sight.quiet >= limit {
                hanging = hanging.or(Some((busy, sight.quiet)));
            }
        }
        hanging
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::RoomId;

    const LOOK: Duration = Duration::from_millis(100);

    fn busy(phase: Phase, progress: u64) -> Busy {
        let room = RoomId::parse("aaaaaaaaaa").unwrap();
        Busy { room, phase, draft: None, progress: (1, progress) }
    }

    /// Number of checks after which something counts as hanging, in a process that gets `share` of
    /// the processor time.
    fn looks(phase: Phase, is_isolation_shard: bool, share: f64) -> Option<u32> {
        let mut detector = HangDetector::new(Duration::from_secs(1), is_isolation_shard);
        (1..20_000).find(|look| {
            let used = LOOK.mul_f64(f64::from(*look) * share);
            let slot = |slot| (slot == page::SHARD).then(|| busy(phase, 1));
            detector.look(slot, LOOK, used).is_some()
        })
    }

    #[test]
    fn patience_depends_on_the_work_and_on_the_processor() {
        // One second of the watchdog and one of grace, from the check that saw it first.
        assert_eq!(looks(Phase::Work, false, 1.0), Some(21));
        assert_eq!(looks(Phase::Wake, false, 0.9), Some(21));
        assert_eq!(looks(Phase::Work, false, 0.0), Some(81), "starved");
        assert_eq!(looks(Phase::Work, true, 1.0), Some(81), "the isolation shard");
        assert_eq!(looks(Phase::Job, false, 1.0), Some(3001));
    }

    #[test]
    fn progress_and_rest_begin_anew() {
        let [mut busily, mut idly] =
            [(); 2].map(|()| HangDetector::new(Duration::from_secs(1), false));
        for look in 1..500_u32 {
            let used = LOOK * look;
            let step = u64::from(look / 15);
            let steps = |slot| (slot == 0).then(|| busy(Phase::Work, step));
            let rests = |slot| (slot == 0 && look % 15 != 0).then(|| busy(Phase::Work, 7));
            assert_eq!(busily.look(steps, LOOK, used), None);
            assert_eq!(idly.look(rests, LOOK, used), None);
        }
    }
}
