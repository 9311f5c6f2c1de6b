//! Rate limits per address for costly operations.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::network;
use crate::bucket::Bucket;

/// Number of addresses from which on those with full buckets are forgotten.
const REMEMBERED: usize = 4096;

/// A token bucket per address.
#[derive(Debug)]
pub(crate) struct Limiter {
    per_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

impl Limiter {
    pub(crate) fn new(per_second: f64, burst: f64) -> Self {
        Self { per_second, burst, buckets: Mutex::default() }
    }

    /// Admits one more operation of an address at `now`, or returns the seconds until it is
    /// allowed.
    pub(crate) fn admit(&self, address: IpAddr, now: Instant) -> Result<(), f64> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= REMEMBERED {
            buckets.retain(|_, bucket| !bucket.is_full(self.per_second, self.burst, now));
        }
        let bucket =
            buckets.entry(network(address)).or_insert_with(|| Bucket::full(self.burst, now));
        bucket.spend(self.per_second, self.burst, now)
    }

    /// Gives an address back part of what an operation cost it, from 0 to 1.
    pub(crate) fn give_back(&self, address: IpAddr, part: f64) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        // One that was forgotten meanwhile was full.
        if let Some(bucket) = buckets.get_mut(&network(address)) {
            bucket.give_back(part, self.burst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_use_up_anothers_share() {
        let limiter = Limiter::new(0.1, 2.0);
        let now = Instant::now();
        let (one, two): (IpAddr, IpAddr) =
            ("2001:db8::1".parse().unwrap(), "192.0.2.1".parse().unwrap());
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        assert!(limiter.admit(one, now).is_ok() && limiter.admit(neighbour, now).is_ok());
        assert!(limiter.admit(one, now).is_err());
        assert!(limiter.admit(two, now).is_ok());
    }

    #[test]
    fn what_is_given_back_can_be_spent_again_but_no_more_than_the_burst() {
        let limiter = Limiter::new(0.1, 2.0);
        let now = Instant::now();
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        let admitted = || (0..9).take_while(|_| limiter.admit(address, now).is_ok()).count();
        assert_eq!(admitted(), 2);
        limiter.give_back(address, 0.75);
        assert_eq!(admitted(), 0);
        limiter.give_back(address, 0.75);
        assert_eq!(admitted(), 1);
        for _ in 0..9 {
            limiter.give_back(address, 1.0);
        }
        assert_eq!(admitted(), 2);
    }
}
