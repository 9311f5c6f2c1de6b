//! Rate limiter for messages, one bucket for each player over all its connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::bucket::{Bucket, Rate};
use crate::session::TokenDigest;

/// Number of players at which full, unused buckets are dropped.
const REMEMBERED: usize = 4096;

/// The token bucket of one player, shared by its successive connections.
#[derive(Debug, Clone)]
pub(crate) struct MessageLimiter(Arc<Mutex<Bucket>>);

impl MessageLimiter {
    pub(crate) fn full(burst: f64, now: Instant) -> Self {
        Self(Arc::new(Mutex::new(Bucket::full(burst, now))))
    }

    /// Charges one message; see [`Bucket::take`].
    pub(crate) fn take(&self, per_second: f64, burst: f64, now: Instant) -> Rate {
        lock(&self.0).take(per_second, burst, now)
    }

    /// Whether the client is over half its abuse budget. Such a client is refused until the debt
    /// drains, whether it was cut off or left by itself, since accepting it costs far more than a
    /// message.
    pub(crate) fn is_barred(&self, per_second: f64, burst: f64, now: Instant) -> bool {
        lock(&self.0).debt(per_second, now) > burst / 2.0
    }

    /// Whether no connection uses it and it would be full, so that dropping it changes nothing.
    fn is_idle(&self, per_second: f64, burst: f64, now: Instant) -> bool {
        Arc::strong_count(&self.0) == 1 && lock(&self.0).is_full(per_second, burst, now)
    }
}

/// The limiters of all players who sent messages lately. A player is known by its token, so that
/// one who reconnects finds its bucket as it left it.
#[derive(Debug)]
pub(crate) struct MessageLimiters {
    per_second: f64,
    burst: f64,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    limiters: HashMap<TokenDigest, MessageLimiter>,
    /// Number of limiters at which idle ones are looked for.
    sweep_at: usize,
}

impl MessageLimiters {
    pub(crate) fn new(per_second: f64, burst: f64) -> Self {
        let known = Known { limiters: HashMap::new(), sweep_at: REMEMBERED };
        Self { per_second, burst, known: Mutex::new(known) }
    }

    /// The limiter of a client that connects at `now` with this token, which is verified.
    pub(crate) fn of(&self, token: Option<TokenDigest>, now: Instant) -> MessageLimiter {
        let fresh = || MessageLimiter::full(self.burst, now);
        let Some(token) = token else { return fresh() };
        self.with_space(now).limiters.entry(token).or_insert_with(fresh).clone()
    }

    /// Associates a limiter with a token that was issued at `now`.
    pub(crate) fn associate(&self, token: TokenDigest, limiter: &MessageLimiter, now: Instant) {
        self.with_space(now).limiters.insert(token, limiter.clone());
    }

    /// The known limiters, with space for one more: where they have become many, idle ones are
    /// dropped.
    fn with_space(&self, now: Instant) -> MutexGuard<'_, Known> {
        let mut known = lock(&self.known);
        if known.limiters.len() >= known.sweep_at {
            known.limiters.retain(|_, limiter| !limiter.is_idle(self.per_second, self.burst, now));
            known.sweep_at = REMEMBERED.max(known.limiters.len() * 2);
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
    fn a_player_who_reconnects_finds_its_bucket_as_it_was() {
        let now = Instant::now();
        let limiters = MessageLimiters::new(1.0, 3.0);
        let first = limiters.of(None, now);
        limiters.associate(digest(1), &first, now);
        drop(first);
        let mut fine = 0;
        for _ in 0..50 {
            let limiter = limiters.of(Some(digest(1)), now);
            fine += usize::from(limiter.take(1.0, 3.0, now) == Rate::Fine);
        }
        assert_eq!(fine, 3);
        assert_eq!(limiters.of(Some(digest(2)), now).take(1.0, 3.0, now), Rate::Fine, "another");
    }

    #[test]
    fn a_client_over_half_its_abuse_budget_is_barred_until_the_debt_drains() {
        let now = Instant::now();
        let limiter = MessageLimiter::full(4.0, now);
        while limiter.take(2.0, 4.0, now) != Rate::Warn {}
        assert!(!limiter.is_barred(2.0, 4.0, now), "a warned client may reconnect");
        while limiter.take(2.0, 4.0, now) != Rate::Abuse {}
        assert!(limiter.is_barred(2.0, 4.0, now));
        assert!(!limiter.is_barred(2.0, 4.0, now + Duration::from_secs(1)));
        assert!(
            !MessageLimiter::full(4.0, now).is_barred(2.0, 4.0, now),
            "another client is not barred"
        );
    }

    #[test]
    fn only_full_buckets_without_a_connection_are_dropped() {
        let start = Instant::now();
        let limiters = MessageLimiters::new(1.0, 3.0);
        let connected = limiters.of(Some(digest(0)), start);
        for player in 1..REMEMBERED {
            limiters.of(Some(digest(player)), start);
        }
        let later = start + Duration::from_secs(60);
        let busy = limiters.of(Some(digest(1)), start);
        for _ in 0..3 {
            busy.take(1.0, 3.0, later);
        }
        drop(busy);
        limiters.of(Some(digest(REMEMBERED)), later);
        assert_eq!(lock(&limiters.known).limiters.len(), 3, "connected, busy, and the newcomer");
        connected.take(1.0, 3.0, later);
        let back = limiters.of(Some(digest(0)), later);
        assert!(Arc::ptr_eq(&back.0, &connected.0));
    }

    #[test]
    fn limiters_of_newcomers_are_dropped_too() {
        let start = Instant::now();
        let limiters = MessageLimiters::new(1.0, 3.0);
        for player in 0..5 * REMEMBERED {
            let now = start + Duration::from_secs(player as u64);
            limiters.associate(digest(player), &limiters.of(None, now), now);
        }
        assert!(lock(&limiters.known).limiters.len() <= 2 * REMEMBERED);
    }
}
