use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use prometheus::proto;

/// Upper bounds of time buckets in microseconds, from 50 µs to 5 s.
const TIMES: &[u64] = &[
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 5_000_000,
];
/// Upper bounds of buckets of counts.
const COUNTS: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096];

/// Counts how often values fall into each of a few ranges. Cheap enough to be used for every input.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [u64],
    /// How many of the counted units make one of the unit that is shown.
    per_unit: f64,
    /// One more than there are bounds: the last counts values beyond all bounds.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

impl Histogram {
    fn new(bounds: &'static [u64], per_unit: f64) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, per_unit, counts, sum: AtomicU64::new(0) }
    }

    /// A histogram of times, counted in microseconds and shown in seconds.
    pub fn of_times() -> Self {
        Self::new(TIMES, 1e6)
    }

    /// A histogram of counts.
    pub fn of_counts() -> Self {
        Self::new(COUNTS, 1.0)
    }

    /// Counts a value.
    pub fn add(&self, value: u64) {
        let bucket = self.bounds.partition_point(|bound| *bound < value);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// Counts a time.
    pub fn add_time(&self, time: Duration) {
        self.add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// Counts the time since `start`.
    pub fn add_since(&self, start: Instant) {
        self.add_time(start.elapsed());
    }

    /// The counts of the ranges and the sum of values; resets both to 0.
    pub(super) fn take(&self) -> (Vec<u64>, u64) {
        let counts = self.counts.iter().map(|count| count.swap(0, Ordering::Relaxed)).collect();
        (counts, self.sum.swap(0, Ordering::Relaxed))
    }

    /// Adds what [`Self::take`] returned for a histogram with the same ranges.
    pub(super) fn merge(&self, (counts, sum): &(Vec<u64>, u64)) {
        for (count, more) in self.counts.iter().zip(counts) {
            count.fetch_add(*more, Ordering::Relaxed);
        }
        self.sum.fetch_add(*sum, Ordering::Relaxed);
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// The histogram as Prometheus' library shows it.
    pub(super) fn shown(&self) -> proto::Histogram {
        let mut total = 0;
        let mut buckets = Vec::with_capacity(self.bounds.len());
        for (bound, count) in self.bounds.iter().zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            let mut bucket = proto::Bucket::default();
            bucket.set_upper_bound(*bound as f64 / self.per_unit);
            bucket.set_cumulative_count(total);
            buckets.push(bucket);
        }
        // Those beyond all bounds are in the bucket "+Inf", which the library adds.
        total += self.counts[self.bounds.len()].load(Ordering::Relaxed);
        let mut shown = proto::Histogram::default();
        shown.set_bucket(buckets);
        shown.set_sample_count(total);
        shown.set_sample_sum(self.sum.load(Ordering::Relaxed) as f64 / self.per_unit);
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative_and_bounds_belong_to_them() {
        let histogram = Histogram::of_counts();
        for value in [0, 1, 2, 3, 4096, 4097, 1_000_000] {
            histogram.add(value);
        }
        let shown = histogram.shown();
        let cumulative = |bound: f64| {
            let mut buckets = shown.get_bucket().iter();
            buckets.find(|bucket| bucket.upper_bound() == bound).unwrap().cumulative_count()
        };
        assert_eq!([1.0, 2.0, 4.0, 2048.0, 4096.0].map(cumulative), [2, 3, 4, 4, 5]);
        assert_eq!((shown.get_sample_count(), shown.get_sample_sum()), (7, 1_008_199.0));
    }

    #[test]
    fn times_are_shown_in_seconds() {
        let histogram = Histogram::of_times();
        histogram.add_time(Duration::from_micros(200));
        let shown = histogram.shown();
        let filled = shown.get_bucket().iter().find(|bucket| bucket.cumulative_count() > 0);
        assert_eq!(filled.unwrap().upper_bound(), 0.000_25);
        assert_eq!(shown.get_sample_sum(), 0.0002);
    }
}
