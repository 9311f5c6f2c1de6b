//! The metrics as Prometheus reads them.
//!
//! They are numbers of this program's own, because those of worker processes are merged into them;
//! only to be shown are they put into the library's families.

use prometheus::TextEncoder;
use prometheus::proto::{Counter, Gauge, LabelPair, Metric, MetricFamily, MetricType};

use super::{CommitStats, DiskUse, Histogram, KINDS, Metrics, Number, OUTCOMES, ShardGauges, lock};

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
    /// Whether the server can take visitors.
    pub(crate) ready: bool,
    /// When it started, in seconds since 1970.
    pub(crate) started: u64,
    /// The data folder; `None` if nothing is kept.
    pub(crate) disk: Option<DiskUse>,
    /// For how many seconds the copy of the log has not had everything; `None` without a copy.
    pub(crate) copy_lag: Option<u64>,
}

const REASONS: [&str; 7] = ["full", "address", "rooms", "tls", "often", "barred", "guessing"];
const FAULTS: [&str; 4] = ["error", "fuel", "memory", "stopped"];

/// The families of metrics, in the order in which they are shown.
struct Page(Vec<MetricFamily>);

impl Page {
    /// Adds a family; one without members, such as that of refusals before the first, is left out.
    fn family(&mut self, name: &str, kind: MetricType, help: &str, members: Vec<Metric>) {
        if members.is_empty() {
            return;
        }
        let mut family = MetricFamily::default();
        family.set_name(name.to_owned());
        family.set_help(help.to_owned());
        family.set_field_type(kind);
        family.set_metric(members);
        self.0.push(family);
    }

    fn counters(&mut self, name: &str, help: &str, members: impl IntoIterator<Item = Metric>) {
        self.family(name, MetricType::COUNTER, help, members.into_iter().collect());
    }

    fn counter(&mut self, name: &str, help: &str, value: &Number) {
        self.counters(name, help, [counted(&[], value.get())]);
    }

    fn gauge(&mut self, name: &str, help: &str, value: u64) {
        self.family(name, MetricType::GAUGE, help, vec![measured(&[], value)]);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        let mut metric = Metric::default();
        metric.set_histogram(histogram.shown());
        self.family(name, MetricType::HISTOGRAM, help, vec![metric]);
    }
}

fn labelled(labels: &[(&str, &str)]) -> Metric {
    let pair = |(name, value): &(&str, &str)| {
        let mut pair = LabelPair::default();
        pair.set_name((*name).to_owned());
        pair.set_value((*value).to_owned());
        pair
    };
    Metric::from_label(labels.iter().map(pair).collect())
}

/// A counter with these labels.
fn counted(labels: &[(&str, &str)], value: u64) -> Metric {
    let mut counter = Counter::default();
    counter.set_value(value as f64);
    let mut metric = labelled(labels);
    metric.set_counter(counter);
    metric
}

/// A gauge with these labels.
fn measured(labels: &[(&str, &str)], value: u64) -> Metric {
    let mut gauge = Gauge::default();
    gauge.set_value(value as f64);
    let mut metric = labelled(labels);
    metric.set_gauge(gauge);
    metric
}

/// What is to be said of the server as a whole.
fn show_server(sampled: &Sampled, page: &mut Page) {
    let version = [("version", env!("CARGO_PKG_VERSION"))];
    let help = "The version of the program; always 1.";
    page.family("fangqi_build_info", MetricType::GAUGE, help, vec![measured(&version, 1)]);
    let help = "When the server started, in seconds since 1970.";
    page.gauge("fangqi_start_time_seconds", help, sampled.started);
    let help = "Whether the server can take visitors, as /readyz says.";
    page.gauge("fangqi_ready", help, u64::from(sampled.ready));
    if let Some(DiskUse { files, free }) = sampled.disk {
        let help = "Bytes of the files in the data folder.";
        page.gauge("fangqi_data_bytes", help, files);
        if let Some(free) = free {
            let help = "Bytes that can still be written where the data folder lies.";
            page.gauge("fangqi_data_free_bytes", help, free);
        }
    }
}

impl Metrics {
    /// All metrics, in Prometheus' text format.
    pub(crate) fn text(&self, sampled: &Sampled, commits: Option<&CommitStats>) -> String {
        let mut page = Page(Vec::new());
        show_server(sampled, &mut page);
        self.show_rooms(sampled, &mut page);
        self.show_requests(&mut page);
        self.show_sockets(&mut page);
        self.show_inputs(&mut page);
        let help = "Time to apply one input to a room.";
        page.histogram("fangqi_apply_seconds", help, &self.apply);
        let help = "Time from handing an entry to the log to its acknowledgement.";
        page.histogram("fangqi_durable_seconds", help, &self.durable);
        if let Some(commits) = commits {
            let help = "Entries made durable in one commit.";
            page.histogram("fangqi_commit_entries", help, &commits.entries);
            page.histogram("fangqi_commit_seconds", "Time of one commit.", &commits.time);
        }
        // Fails only for a family without a name or without members, and there is none.
        TextEncoder::new().encode_to_string(&page.0).unwrap_or_default()
    }

    fn show_rooms(&self, sampled: &Sampled, page: &mut Page) {
        let sum = |part: fn(&ShardGauges) -> &Number| -> u64 {
            self.shards.iter().map(|shard| part(shard).get()).sum()
        };
        page.gauge("fangqi_rooms_known", "Rooms there are.", sampled.rooms_known as u64);
        page.gauge("fangqi_rooms_awake", "Rooms in memory.", sampled.rooms_awake as u64);
        page.gauge("fangqi_viewers", "Connections to rooms.", sum(|shard| &shard.viewers));
        let help = "Bytes that rooms hold: Lua and blocks.";
        page.gauge("fangqi_room_memory_bytes", help, sum(|shard| &shard.memory));
        page.gauge("fangqi_jobs", "Jobs under way or waiting.", sum(|shard| &shard.jobs));
        let help = "Jobs that wait for a worker.";
        page.gauge("fangqi_jobs_waiting", help, sampled.jobs_waiting as u64);
        let help = "Jobs computed by another server because all threads here were busy.";
        page.counter("fangqi_jobs_helped_total", help, &self.jobs_helped);
        let help = "Entries given to the log and not acknowledged.";
        page.gauge("fangqi_log_waiting", help, self.log_waiting.get());
        let help = "Entries that the log did not make durable.";
        page.counter("fangqi_log_failures_total", help, &self.log_failures);
        if let Some(seconds) = sampled.copy_lag {
            let help = "Seconds for which the copy of the log has not had everything.";
            page.gauge("fangqi_copy_lag_seconds", help, seconds);
        }
        let queues = sampled.queues.iter().enumerate().flat_map(|(shard, queues)| {
            let is_isolation_shard =
                sampled.isolated.is_some() && shard + 1 == sampled.queues.len();
            let shard = if is_isolation_shard { "isolation".to_owned() } else { shard.to_string() };
            ["clients", "inside"].into_iter().zip(queues).map(move |(from, waiting)| {
                measured(&[("shard", &shard), ("from", from)], *waiting as u64)
            })
        });
        let help = "Messages that wait for a shard.";
        page.family("fangqi_queue", MetricType::GAUGE, help, queues.collect());
        let help = "Tasks deferred because their rooms are over their quotas.";
        page.gauge("fangqi_deferred_tasks", help, sum(|shard| &shard.deferred));
        let help = "Tasks that were deferred because their rooms were over their quotas.";
        page.counter("fangqi_task_deferrals_total", help, &self.deferred);
        if let Some(rooms) = sampled.isolated {
            let help = "Rooms placed in the isolation shard, awake or asleep.";
            page.gauge("fangqi_isolated_rooms", help, rooms as u64);
            let help = "Rooms moved into the isolation shard and back.";
            let moved = [("isolation", &self.rooms_isolated), ("home", &self.rooms_returned)];
            let moved = moved.map(|(to, rooms)| counted(&[("to", to)], rooms.get()));
            page.counters("fangqi_room_migrations_total", help, moved);
        }
        let help = "Worker processes that ended without having been told to.";
        page.counter("fangqi_worker_ends_total", help, &self.workers_ended);
        if let Some(rooms) = sampled.quarantined {
            let help = "Rooms that stay closed because they ended worker processes.";
            page.gauge("fangqi_quarantined_rooms", help, rooms as u64);
        }
        let help = "Rooms restored from their logs after a panic or a failed write.";
        page.counter("fangqi_rooms_restarted_total", help, &self.rooms_restarted);
    }

    fn show_requests(&self, page: &mut Page) {
        let answers = lock(&self.answers);
        let answers = answers.iter().map(|((route, status), count)| {
            counted(&[("route", route), ("status", &status.to_string())], *count)
        });
        page.counters("fangqi_http_requests_total", "Requests, by route and status.", answers);
        let help = "Time to answer a request.";
        page.histogram("fangqi_http_request_seconds", help, &self.answer);
    }

    fn show_sockets(&self, page: &mut Page) {
        page.gauge("fangqi_sockets", "Sockets open.", self.sockets.get());
        page.counter("fangqi_sockets_accepted_total", "Sockets accepted.", &self.accepted);
        let refused = REASONS.into_iter().zip(&self.turned_away);
        let refused = refused.map(|(reason, count)| counted(&[("reason", reason)], count.get()));
        let help = "Sockets turned away, by reason.";
        page.counters("fangqi_sockets_turned_away_total", help, refused);
        page.counter("fangqi_bytes_in_total", "Bytes read from sockets.", &self.bytes_in);
        page.counter("fangqi_bytes_out_total", "Bytes written to sockets.", &self.bytes_out);
        let help = "Reads put off because a client sent too much.";
        page.counter("fangqi_throttled_total", help, &self.throttled);
        let help = "Connections passed on to the server that has their room.";
        page.gauge("fangqi_relayed_connections", help, self.relayed.get());
        let help = "Connections dropped because they did not read.";
        page.counter("fangqi_slow_readers_total", help, &self.slow_readers);
        let help = "Seat tokens that were not signed here for their room.";
        page.counter("fangqi_bad_tokens_total", help, &self.bad_tokens);
    }

    fn show_inputs(&self, page: &mut Page) {
        let inputs = KINDS.into_iter().zip(&self.inputs).flat_map(|(kind, outcomes)| {
            OUTCOMES.into_iter().zip(outcomes).map(move |(outcome, count)| {
                counted(&[("kind", kind), ("outcome", outcome)], count.get())
            })
        });
        let help = "Inputs given to rooms, by kind and outcome.";
        page.counters("fangqi_inputs_total", help, inputs);
        let refused = lock(&self.refused);
        let refused = refused.iter().map(|(code, count)| counted(&[("code", code)], *count));
        page.counters("fangqi_refused_total", "Messages refused, by code.", refused);
        let faults = lock(&self.faults);
        let faults = faults.iter().flat_map(|(map, counts)| {
            FAULTS
                .into_iter()
                .zip(counts)
                .map(move |(reason, count)| counted(&[("map", map), ("reason", reason)], *count))
        });
        let help = "Script steps that failed, by map and reason.";
        page.counters("fangqi_faults_total", help, faults);
        let fuel = self.profile.totals();
        let fuel = fuel.iter().map(|(map, fuel)| counted(&[("map", map)], *fuel));
        page.counters("fangqi_fuel_total", "Fuel used by scripts, by map.", fuel);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
            ready: true,
            started: 1_700_000_000,
            disk: Some(DiskUse { files: 5, free: Some(7) }),
            copy_lag: Some(7),
            ..Sampled::default()
        };
        metrics.answered("/r/{room}", 404, Duration::from_millis(2));
        metrics.answered("/r/{room}", 404, Duration::from_millis(3));
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
            "fangqi_copy_lag_seconds 7",
            "fangqi_room_migrations_total{to=\"isolation\"} 0",
            "fangqi_http_requests_total{route=\"/r/{room}\",status=\"404\"} 2",
            "fangqi_http_request_seconds_count 2",
            "fangqi_ready 1",
            "fangqi_start_time_seconds 1700000000",
            "fangqi_data_bytes 5",
            "fangqi_data_free_bytes 7",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
