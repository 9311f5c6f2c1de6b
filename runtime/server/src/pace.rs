//! How fast each player talks, whatever connections it has.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::bucket::{Bucket, Rate};
use crate::session::TokenDigest;

/// Players remembered before those who have rested are forgotten.
const REMEMBERED: usize = 4096;

/// The bucket of one player's messages, shared by the connections it has one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Pace(Arc<Mutex<Bucket>>);

impl Pace {
    pub(crate) fn full(burst: f64, now: Instant) -> Self {
        Self(Arc::new(Mutex::new(Bucket::full(burst, now))))
    }

    /// One more message; see [`Bucket::take`].
    pub(crate) fn take(&self, per_second: f64, burst: f64, now: Instant) -> Rate {
        lock(&self.0).take(per_second, burst, now)
    }

    /// Whether more than half of what is abuse is owed: whoever owes that much, cut off or gone by
    /// itself, is not let in yet, since to be let in costs far more than a message.
    pub(crate) fn is_barred(&self, per_second: f64, burst: f64, now: Instant) -> bool {
        lock(&self.0).owed(per_second, now) > burst / 2.0
    }

    /// Whether nobody has it and it would be full, so that forgetting it changes nothing.
    fn has_rested(&self, per_second: f64, burst: f64, now: Instant) -> bool {
        Arc::strong_count(&self.0) == 1 && lock(&self.0).is_full(per_second, burst, now)
    }
}

/// The paces of all players who have talked lately. A player is known by its token, so that who
/// comes back goes on where it left off, and a token that a room has let go of is nobody's.
#[derive(Debug)]
pub(crate) struct Paces {
    per_second: f64,
    burst: f64,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    paces: HashMap<TokenDigest, Pace>,
    /// How many make it worth a look who has rested.
    look_at: usize,
}

impl Paces {
    pub(crate) fn new(per_second: f64, burst: f64) -> Self {
        let known = Known { paces: HashMap::new(), look_at: REMEMBERED };
        Self { per_second, burst, known: Mutex::new(known) }
    }

    /// The pace of whoever says hello at `now` with this token, which was signed here.
    pub(crate) fn of(&self, token: Option<TokenDigest>, now: Instant) -> Pace {
        let fresh = || Pace::full(self.burst, now);
        let Some(token) = token else { return fresh() };
        self.with_room(now).paces.entry(token).or_insert_with(fresh).clone()
    }

    /// Whoever talks at this pace is known by this token from `now` on.
    pub(crate) fn know(&self, token: TokenDigest, pace: &Pace, now: Instant) {
        self.with_room(now).paces.insert(token, pace.clone());
    }

    /// Those who are known, without those who have rested where they have become many.
    fn with_room(&self, now: Instant) -> MutexGuard<'_, Known> {
        let mut known = lock(&self.known);
        if known.paces.len() >= known.look_at {
            known.paces.retain(|_, pace| !pace.has_rested(self.per_second, self.burst, now));
            known.look_at = REMEMBERED.max(known.paces.len() * 2);
        }
        known
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn digest(number: usize) -> TokenDigest {
        TokenDigest::of(&number.to_string())
    }

    #[test]
    fn who_comes_back_with_its_token_goes_on_where_it_left_off() {
        let now = Instant::now();
        let paces = Paces::new(1.0, 3.0);
        let first = paces.of(None, now);
        paces.know(digest(1), &first, now);
        drop(first);
        let mut fine = 0;
        for _ in 0..50 {
            let pace = paces.of(Some(digest(1)), now);
            fine += usize::from(pace.take(1.0, 3.0, now) == Rate::Fine);
        }
        assert_eq!(fine, 3);
        assert_eq!(paces.of(Some(digest(2)), now).take(1.0, 3.0, now), Rate::Fine, "another");
    }

    #[test]
    fn who_was_cut_off_is_not_let_in_at_once() {
        let now = Instant::now();
        let pace = Pace::full(4.0, now);
        while pace.take(2.0, 4.0, now) != Rate::Warn {}
        assert!(!pace.is_barred(2.0, 4.0, now), "who is warned may come again");
        while pace.take(2.0, 4.0, now) != Rate::Abuse {}
        assert!(pace.is_barred(2.0, 4.0, now));
        assert!(!pace.is_barred(2.0, 4.0, now + Duration::from_secs(1)));
        assert!(!Pace::full(4.0, now).is_barred(2.0, 4.0, now), "nobody else is");
    }

    #[test]
    fn only_those_are_forgotten_who_have_rested_and_are_gone() {
        let start = Instant::now();
        let paces = Paces::new(1.0, 3.0);
        let connected = paces.of(Some(digest(0)), start);
        for player in 1..REMEMBERED {
            paces.of(Some(digest(player)), start);
        }
        let later = start + Duration::from_secs(60);
        let busy = paces.of(Some(digest(1)), start);
        for _ in 0..3 {
            busy.take(1.0, 3.0, later);
        }
        drop(busy);
        paces.of(Some(digest(REMEMBERED)), later);
        assert_eq!(lock(&paces.known).paces.len(), 3, "connected, busy, and the newcomer");
        connected.take(1.0, 3.0, later);
        let back = paces.of(Some(digest(0)), later);
        assert!(Arc::ptr_eq(&back.0, &connected.0));
    }

    #[test]
    fn newcomers_without_a_token_are_forgotten_too() {
        let start = Instant::now();
        let paces = Paces::new(1.0, 3.0);
        for player in 0..5 * REMEMBERED {
            let now = start + Duration::from_secs(player as u64);
            paces.know(digest(player), &paces.of(None, now), now);
        }
        assert!(lock(&paces.known).paces.len() <= 2 * REMEMBERED);
    }
}
