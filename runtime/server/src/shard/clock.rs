use std::time::{Duration, Instant};

use fangqi_protocol::Tick;

/// The length of a tick of room time.
pub(super) const TICK: Duration = Duration::from_millis(50);

/// Room time, derived from the steady clock. It does not advance while the room sleeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct RoomClock {
    base: Tick,
    since: Instant,
}

impl RoomClock {
    /// A clock that shows `base` at `now`.
    pub(super) fn starting_at(base: Tick, now: Instant) -> Self {
        Self { base, since: now }
    }

    /// Room time at `now`.
    pub(super) fn tick(&self, now: Instant) -> Tick {
        let steps = now.saturating_duration_since(self.since).as_millis() / TICK.as_millis();
        self.base.saturating_add(u64::try_from(steps).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_from_where_the_room_was() {
        let start = Instant::now();
        let clock = RoomClock::starting_at(100, start);
        assert_eq!(clock.tick(start), 100);
        assert_eq!(clock.tick(start + Duration::from_millis(149)), 102);
        assert_eq!(clock.tick(start + Duration::from_secs(1)), 120);
    }
}
