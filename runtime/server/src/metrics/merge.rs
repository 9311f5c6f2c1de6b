//! Merges the counters of worker processes into those of the parent.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::profile::Spending;
use super::{Metrics, Number, lock};

/// Largest number of refusal codes that are counted separately, because a faulty worker could
/// invent any number.
const CODES_MAX: usize = 256;

/// Counts since the last report, and current values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    numbers: [u64; 5],
    durable: (Vec<u64>, u64),
    apply: (Vec<u64>, u64),
    inputs: Vec<u64>,
    refused: Vec<(String, u64)>,
    faults: Vec<(String, [u64; 4])>,
    spent: Vec<Spending>,
    gauges: [u64; 4],
    /// Number of rooms awake.
    pub(crate) awake: u64,
    /// Number of queued messages: commands of clients, and internal messages.
    pub(crate) queues: [u64; 2],
    /// Number of jobs waiting for a thread.
    pub(crate) jobs_waiting: u64,
}

impl Metrics {
    fn summed(&self) -> [&Number; 5] {
        [
            &self.rooms_restarted,
            &self.deferred,
            &self.rooms_isolated,
            &self.rooms_returned,
            &self.log_failures,
        ]
    }

    fn gauges_of(&self, shard: usize) -> Option<[&Number; 4]> {
        let gauges = self.shards.get(shard)?;
        Some([&gauges.viewers, &gauges.memory, &gauges.jobs, &gauges.deferred])
    }

    /// The counts of this process since the last report, and its current values.
    pub(crate) fn report(&self, shard: usize) -> Report {
        Report {
            numbers: self.summed().map(Number::take),
            durable: self.durable.take(),
            apply: self.apply.take(),
            inputs: self.inputs.iter().flatten().map(Number::take).collect(),
            refused: std::mem::take(&mut *lock(&self.refused))
                .into_iter()
                .map(|(code, count)| (code.into_owned(), count))
                .collect(),
            faults: std::mem::take(&mut *lock(&self.faults)).into_iter().collect(),
            spent: self.profile.take(),
            gauges: self.gauges_of(shard).map(|gauges| gauges.map(Number::get)).unwrap_or_default(),
            ..Report::default()
        }
    }

    /// Adds the report of a shard's worker process.
    pub(crate) fn merge(&self, shard: usize, report: Report) {
        let add = |(number, more): (&Number, u64)| number.add(more);
        self.summed().into_iter().zip(report.numbers).for_each(add);
        self.durable.merge(&report.durable);
        self.apply.merge(&report.apply);
        self.inputs.iter().flatten().zip(report.inputs).for_each(add);
        let mut refused = lock(&self.refused);
        for (code, count) in report.refused {
            if refused.len() < CODES_MAX || refused.contains_key(code.as_str()) {
                *refused.entry(Cow::Owned(code)).or_default() += count;
            }
        }
        drop(refused);
        for (map, counts) in report.faults {
            self.add_faults(&map, counts);
        }
        self.profile.merge(report.spent);
        self.set_gauges(shard, report.gauges);
    }

    /// Sets the gauges of a shard to 0, because its worker process has ended.
    pub(crate) fn clear_gauges(&self, shard: usize) {
        self.set_gauges(shard, [0; 4]);
    }

    fn set_gauges(&self, shard: usize, values: [u64; 4]) {
        if let Some(gauges) = self.gauges_of(shard) {
            gauges.into_iter().zip(values).for_each(|(gauge, value)| gauge.set(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fangqi_protocol::{Fault, FaultKind, Input, Record, StepCost};
    use fangqi_room::Applied;

    use super::*;
    use crate::metrics::{InputKind, Sampled};

    /// Values counted in two processes and shown by a third read as if counted in one.
    #[test]
    fn what_workers_count_is_shown_as_if_counted_in_one_place() {
        let (workers, parent, one) =
            ([Metrics::new(2), Metrics::new(2)], Metrics::new(2), Metrics::new(2));
        for round in 0..7u64 {
            let (index, worker) = ((round % 2) as usize, &workers[(round % 2) as usize]);
            for metrics in [worker, &one] {
                metrics.apply.add_time(Duration::from_micros(40 << round));
                metrics.durable.add_time(Duration::from_millis(round));
                metrics.rooms_restarted.add(round);
                metrics.refused(["busy", "not_your_turn"][index]);
                metrics.shards[index].memory.set(1000 + round);
                let fault = Fault { step: 0, kind: FaultKind::Fuel };
                let record =
                    Record { tick: 1, input: Input::Tick, faults: vec![fault], rewound: None };
                let cost = StepCost {
                    event: "Game.Run".into(),
                    script: "main.lua".into(),
                    line: 3,
                    fuel: 10 + round,
                    called: true,
                };
                let mut applied =
                    Applied { record: Some(record), costs: vec![cost], ..Applied::default() };
                metrics.applied(InputKind::from(&Input::Tick), "m", &mut applied);
            }
            parent.merge(index, worker.report(index));
        }
        assert_eq!(parent.text(&Sampled::default(), None), one.text(&Sampled::default(), None));
        assert_eq!(parent.profile.of("m"), one.profile.of("m"));
        parent.merge(0, workers[0].report(0));
        assert_eq!(
            parent.text(&Sampled::default(), None),
            one.text(&Sampled::default(), None),
            "nothing is counted twice"
        );
        parent.clear_gauges(0);
        assert_eq!(parent.shards[0].memory.get(), 0);
    }
}
