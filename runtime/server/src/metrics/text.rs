//! Prometheus' text format, version 0.0.4.

use std::fmt::{Display, Write};

use super::{CommitStats, KINDS, Metrics, Number, OUTCOMES, ShardGauges, lock};

/// Values that are looked up when the metrics are shown.
#[derive(Debug, Default)]
pub(crate) struct Sampled {
    pub(crate) rooms_known: usize,
    pub(crate) rooms_awake: usize,
    /// Rooms placed in the isolation shard, the last of the shards; `None` if there is none.
    pub(crate) isolated: Option<usize>,
    /// Queued messages of each shard: commands of clients, and internal messages.
    pub(crate) queues: Vec<[usize; 2]>,
    /// Number of jobs waiting for a thread.
    pub(crate) jobs_waiting: usize,
    /// Number of rooms that stay closed; `None` without worker processes.
    pub(crate) quarantined: Option<usize>,
}

const REASONS: [&str; 6] = ["full", "address", "rooms", "tls", "often", "barred"];
const FAULTS: [&str; 4] = ["error", "fuel", "memory", "stopped"];

struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.family(name, kind, help);
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn counter(&mut self, name: &str, help: &str, value: &Number) {
        self.one(name, "counter", help, value.get());
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.one(name, "gauge", help, value);
    }

    fn labelled(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> =
            labels.iter().map(|(label, text)| format!("{label}=\"{}\"", escape(text))).collect();
        let _ = writeln!(self.0, "{name}{{{}}} {value}", labels.join(","));
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

impl Metrics {
    /// All metrics, in text format.
    pub(crate) fn text(&self, sampled: &Sampled, commits: Option<&CommitStats>) -> String {
        let mut page = Page(String::with_capacity(8192));
        self.write_rooms(sampled, &mut page);
        self.write_sockets(&mut page);
        self.write_inputs(&mut page);
        self.apply.write("fangqi_apply_seconds", "Time to apply one input to a room.", &mut page.0);
        self.durable.write(
            "fangqi_durable_seconds",
            "Time from handing an entry to the log to its acknowledgement.",
            &mut page.0,
        );
        if let Some(commits) = commits {
            commits.entries.write(
                "fangqi_commit_entries",
                "Entries made durable in one commit.",
                &mut page.0,
            );
            commits.time.write("fangqi_commit_seconds", "Time of one commit.", &mut page.0);
        }
        page.0
    }

    fn write_rooms(&self, sampled: &Sampled, page: &mut Page) {
        let sum = |part: fn(&ShardGauges) -> &Number| -> u64 {
            self.shards.iter().map(|shard| part(shard).get()).sum()
        };
        page.gauge("fangqi_rooms_known", "Rooms there are.", sampled.rooms_known);
        page.gauge("fangqi_rooms_awake", "Rooms in memory.", sampled.rooms_awake);
        page.gauge("fangqi_viewers", "Connections to rooms.", sum(|shard| &shard.viewers));
        let help = "Bytes that rooms hold: Lua and blocks.";
        page.gauge("fangqi_room_memory_bytes", help, sum(|shard| &shard.memory));
        page.gauge("fangqi_jobs", "Jobs under way or waiting.", sum(|shard| &shard.jobs));
        let help = "Jobs that wait for a worker.";
        page.gauge("fangqi_jobs_waiting", help, sampled.jobs_waiting);
        let help = "Entries given to the log and not acknowledged.";
        page.gauge("fangqi_log_waiting", help, self.log_waiting.get());
        page.family("fangqi_queue", "gauge", "Messages that wait for a shard.");
        for (shard, queues) in sampled.queues.iter().enumerate() {
            let is_isolation_shard =
                sampled.isolated.is_some() && shard + 1 == sampled.queues.len();
            let shard = if is_isolation_shard { "isolation".to_owned() } else { shard.to_string() };
            for (from, waiting) in ["clients", "inside"].into_iter().zip(queues) {
                page.labelled("fangqi_queue", &[("shard", &shard), ("from", from)], waiting);
            }
        }
        let help = "Tasks deferred because their rooms are over their quotas.";
        page.gauge("fangqi_deferred_tasks", help, sum(|shard| &shard.deferred));
        let help = "Tasks that were deferred because their rooms were over their quotas.";
        page.counter("fangqi_task_deferrals_total", help, &self.deferred);
        if let Some(rooms) = sampled.isolated {
            let help = "Rooms placed in the isolation shard, awake or asleep.";
            page.gauge("fangqi_isolated_rooms", help, rooms);
            let name = "fangqi_room_migrations_total";
            page.family(name, "counter", "Rooms moved into the isolation shard and back.");
            page.labelled(name, &[("to", "isolation")], self.rooms_isolated.get());
            page.labelled(name, &[("to", "home")], self.rooms_returned.get());
        }
        let help = "Worker processes that ended without having been told to.";
        page.counter("fangqi_worker_ends_total", help, &self.workers_ended);
        if let Some(rooms) = sampled.quarantined {
            let help = "Rooms that stay closed because they ended worker processes.";
            page.gauge("fangqi_quarantined_rooms", help, rooms);
        }
        let help = "Rooms made anew after a panic or a failed log write.";
        page.counter("fangqi_rooms_restarted_total", help, &self.rooms_restarted);
    }

    fn write_sockets(&self, page: &mut Page) {
        page.gauge("fangqi_sockets", "Sockets open.", self.sockets.get());
        page.counter("fangqi_sockets_accepted_total", "Sockets accepted.", &self.accepted);
        let name = "fangqi_sockets_turned_away_total";
        page.family(name, "counter", "Sockets turned away, by reason.");
        for (reason, count) in REASONS.into_iter().zip(&self.turned_away) {
            page.labelled(name, &[("reason", reason)], count.get());
        }
        page.counter("fangqi_bytes_in_total", "Bytes read from sockets.", &self.bytes_in);
        page.counter("fangqi_bytes_out_total", "Bytes written to sockets.", &self.bytes_out);
        let help = "Reads put off because a client sent too much.";
        page.counter("fangqi_throttled_total", help, &self.throttled);
        let help = "Connections dropped because they did not read.";
        page.counter("fangqi_slow_readers_total", help, &self.slow_readers);
        let help = "Seat tokens that were not signed here for their room.";
        page.counter("fangqi_bad_tokens_total", help, &self.bad_tokens);
    }

    fn write_inputs(&self, page: &mut Page) {
        let name = "fangqi_inputs_total";
        page.family(name, "counter", "Inputs given to rooms, by kind and outcome.");
        for (kind, outcomes) in KINDS.into_iter().zip(&self.inputs) {
            for (outcome, count) in OUTCOMES.into_iter().zip(outcomes) {
                page.labelled(name, &[("kind", kind), ("outcome", outcome)], count.get());
            }
        }
        let name = "fangqi_refused_total";
        page.family(name, "counter", "Messages refused, by code.");
        for (code, count) in &*lock(&self.refused) {
            page.labelled(name, &[("code", code)], count);
        }
        let name = "fangqi_faults_total";
        page.family(name, "counter", "Script steps that failed, by map and reason.");
        for (map, counts) in &*lock(&self.faults) {
            for (reason, count) in FAULTS.into_iter().zip(counts) {
                page.labelled(name, &[("map", map), ("reason", reason)], count);
            }
        }
        let name = "fangqi_fuel_total";
        page.family(name, "counter", "Fuel used by scripts, by map.");
        for (map, fuel) in self.profile.totals() {
            page.labelled(name, &[("map", &map)], fuel);
        }
    }
}

#[cfg(test)]
mod tests {
    use fangqi_protocol::{Fault, FaultKind, Input, LocalText, Record, Rejection};
    use fangqi_room::Applied;

    use super::super::{InputKind, TurnedAway};
    use super::*;

    #[test]
    fn every_line_is_a_comment_or_a_number_with_a_name() {
        let metrics = Metrics::new(2);
        metrics.turned_away(TurnedAway::Tls);
        metrics.turned_away(TurnedAway::Barred);
        let input = Input::Tick;
        let record = Record {
            tick: 1,
            input: input.clone(),
            faults: vec![Fault { step: 0, kind: FaultKind::Fuel }],
            rewound: None,
        };
        let mut applied = Applied { record: Some(record), ..Applied::default() };
        metrics.applied(InputKind::from(&input), "a\"b", &mut applied);
        let rejected = Some(Rejection { code: "no_seat", text: LocalText::new("", "") });
        let mut refused = Applied { rejected, ..Applied::default() };
        metrics.applied(InputKind::from(&input), "m", &mut refused);
        let sampled = Sampled {
            isolated: Some(3),
            queues: vec![[1, 2], [3, 4], [5, 6]],
            ..Sampled::default()
        };
        let text = metrics.text(&sampled, Some(&CommitStats::default()));
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(name.starts_with("fangqi_"), "{line}");
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
        for line in [
            "fangqi_inputs_total{kind=\"tick\",outcome=\"faulted\"} 1",
            "fangqi_inputs_total{kind=\"tick\",outcome=\"refused\"} 1",
            "fangqi_refused_total{code=\"no_seat\"} 1",
            "fangqi_faults_total{map=\"a\\\"b\",reason=\"fuel\"} 1",
            "fangqi_sockets_turned_away_total{reason=\"tls\"} 1",
            "fangqi_sockets_turned_away_total{reason=\"barred\"} 1",
            "fangqi_queue{shard=\"1\",from=\"inside\"} 4",
            "fangqi_queue{shard=\"isolation\",from=\"clients\"} 5",
            "fangqi_isolated_rooms 3",
            "fangqi_room_migrations_total{to=\"isolation\"} 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
