//! How long a room is away, as its clients feel it.

use std::time::Instant;

use super::stats::Times;

/// Whether a room is served.
#[derive(Debug)]
pub(super) struct Presence {
    /// When a client last had an answer of it.
    served: Instant,
    /// Since when it has been away.
    away: Option<Instant>,
    /// How long it was away each time.
    gaps: Times,
}

impl Presence {
    /// Of a room that was there just now.
    pub(super) fn new(now: Instant) -> Self {
        Self { served: now, away: None, gaps: Times::default() }
    }

    /// A client has given its connection up, and has had no answer since that time.
    pub(super) fn lost(&mut self, since: Instant) {
        // Others had answers meanwhile: it was that connection alone.
        if self.served <= since && self.away.is_none() {
            self.away = Some(since);
        }
    }

    /// A client has come back.
    pub(super) fn welcomed(&mut self, now: Instant) {
        if let Some(since) = self.away.take() {
            self.gaps.push(now.saturating_duration_since(since));
        }
        self.served = now;
    }

    /// A client has had an answer.
    pub(super) fn answered(&mut self, now: Instant) {
        // On a connection that held, so it was not away.
        self.away = None;
        self.served = now;
    }

    /// Takes out how long it was away each time, and says whether it still is.
    pub(super) fn gaps(&mut self) -> (Times, bool) {
        (std::mem::take(&mut self.gaps), self.away.is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The gaps in milliseconds, and whether the room is away at the end.
    fn of(acts: &[(&str, u64)]) -> (usize, f64, bool) {
        let began = Instant::now();
        let mut room = Presence::new(began);
        for (act, at) in acts {
            let at = began + Duration::from_millis(*at);
            match *act {
                "lost" => room.lost(at),
                "welcomed" => room.welcomed(at),
                _ => room.answered(at),
            }
        }
        let (mut gaps, away) = room.gaps();
        (gaps.len(), gaps.quantile(1000), away)
    }

    #[test]
    fn a_room_is_away_until_the_first_client_is_back() {
        let acts = [("lost", 100), ("lost", 130), ("welcomed", 400), ("welcomed", 900)];
        assert_eq!(of(&acts), (1, 300.0, false));
    }

    #[test]
    fn a_server_that_hangs_is_felt_at_the_first_question() {
        // Both notice late, one of them when the other is back.
        let acts = [("answered", 90), ("lost", 100), ("welcomed", 5200), ("lost", 400)];
        assert_eq!(of(&acts), (1, 5100.0, false));
    }

    #[test]
    fn one_broken_line_is_not_an_absence() {
        let (gaps, _, away) = of(&[("lost", 100), ("answered", 150), ("welcomed", 400)]);
        assert_eq!((gaps, away), (0, false));
        let (gaps, _, away) = of(&[("answered", 200), ("lost", 100), ("welcomed", 400)]);
        assert_eq!((gaps, away), (0, false));
    }

    #[test]
    fn what_does_not_come_back_is_away() {
        let (gaps, _, away) = of(&[("answered", 50), ("lost", 100)]);
        assert_eq!((gaps, away), (0, true));
    }
}
