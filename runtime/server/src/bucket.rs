//! Token bucket: a rate in the long run, and a burst.

use std::time::Instant;

/// A token bucket. Time is passed in, so that tests need no clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    tokens: f64,
    filled: Instant,
}

/// How a taken token stands to the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rate {
    /// Within the rate.
    Fine,
    /// The first over the rate: the client is to be warned.
    Warn,
    /// Over the rate after the warning.
    Over,
    /// Over the rate by a whole burst: no accident.
    Abuse,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn full(burst: f64, now: Instant) -> Self {
        Self { tokens: burst, filled: now }
    }

    /// Takes a token. Over the rate the balance becomes negative; a debt of a whole burst is abuse.
    pub(crate) fn take(&mut self, per_second: f64, burst: f64, now: Instant) -> Rate {
        self.fill(per_second, burst, now);
        let before = self.tokens;
        self.tokens -= 1.0;
        if before >= 1.0 {
            Rate::Fine
        } else if before >= 0.0 {
            Rate::Warn
        } else if self.tokens > -burst {
            Rate::Over
        } else {
            Rate::Abuse
        }
    }

    /// Takes a token if there is one. A refused call incurs no debt, so that a client that retries
    /// succeeds as soon as the rate allows.
    ///
    /// # Errors
    /// The seconds until there is a token.
    pub(crate) fn spend(&mut self, per_second: f64, burst: f64, now: Instant) -> Result<(), f64> {
        self.fill(per_second, burst, now);
        if self.tokens < 1.0 {
            return Err((1.0 - self.tokens) / per_second);
        }
        self.tokens -= 1.0;
        Ok(())
    }

    /// Gives back some of what was spent.
    pub(crate) fn give_back(&mut self, tokens: f64, burst: f64) {
        self.tokens = (self.tokens + tokens).min(burst);
    }

    fn fill(&mut self, per_second: f64, burst: f64, now: Instant) {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.tokens = (self.tokens + elapsed * per_second).min(burst);
    }

    /// The debt at `now`, in tokens; 0 without one.
    pub(crate) fn debt(&self, per_second: f64, now: Instant) -> f64 {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        (-self.tokens - elapsed * per_second).max(0.0)
    }

    /// Whether the bucket would be full at `now`, so that dropping it changes nothing.
    pub(crate) fn is_full(&self, per_second: f64, burst: f64, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens + elapsed * per_second >= burst
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_is_within_the_rate_then_come_a_warning_and_abuse() {
        let start = Instant::now();
        let mut bucket = Bucket::full(3.0, start);
        let said: Vec<_> = (0..7).map(|_| bucket.take(1.0, 3.0, start)).collect();
        use Rate::{Abuse, Fine, Over, Warn};
        assert_eq!(said, [Fine, Fine, Fine, Warn, Over, Abuse, Abuse]);
    }

    #[test]
    fn debt_drains_with_time() {
        let start = Instant::now();
        let mut bucket = Bucket::full(3.0, start);
        assert_eq!(bucket.debt(1.0, start), 0.0);
        for _ in 0..6 {
            bucket.take(1.0, 3.0, start);
        }
        assert_eq!(bucket.debt(1.0, start), 3.0);
        assert_eq!(bucket.debt(1.0, start + Duration::from_secs(2)), 1.0);
        assert_eq!(bucket.debt(1.0, start + Duration::from_secs(9)), 0.0);
    }

    #[test]
    fn time_fills_the_bucket_up_to_the_burst() {
        let start = Instant::now();
        let mut bucket = Bucket::full(2.0, start);
        for _ in 0..3 {
            bucket.take(1.0, 2.0, start);
        }
        assert!(!bucket.is_full(1.0, 2.0, start + Duration::from_secs(2)));
        assert!(bucket.is_full(1.0, 2.0, start + Duration::from_secs(3)));
        let later = start + Duration::from_secs(100);
        let fine = (0..5).filter(|_| bucket.take(1.0, 2.0, later) == Rate::Fine).count();
        assert_eq!(fine, 2);
    }

    #[test]
    fn a_client_that_retries_succeeds_at_the_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::full(2.0, start);
        let asked = (0..200).map(|tenth| start + Duration::from_millis(100 * tenth));
        let fine = asked.filter(|now| bucket.spend(0.2, 2.0, *now).is_ok()).count();
        // Two at once, then one every five seconds of the 19.9.
        assert_eq!(fine, 2 + 3);
        let wait = bucket.spend(0.2, 2.0, start + Duration::from_secs(19)).unwrap_err();
        assert!((0.0..=5.0).contains(&wait), "{wait}");
    }
}
