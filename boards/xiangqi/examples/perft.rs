//! Runs perft on the fact file's positions, compares the counts with the file's, and prints the
//! speed, by processor time so that other programs have little effect.
//!
//! ```text
//! cargo run --release --example perft -- [DEPTH] [--only ID] [--against PATH]
//! ```
//!
//! `DEPTH` is 1 to 5; without it, each position is counted to the file's greatest depth.
//! `--against` also runs `go perft` in a UCI engine that supports the variant `xiangqi` (such as
//! Fairy-Stockfish) and prints the ratio of speeds. Short counts are repeated until they can be
//! timed.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

use fangqi_xiangqi::Position;

/// Minimum processor time of a measurement in seconds.
const MIN_SECONDS: f64 = 0.25;

/// The processor time of a process in seconds, summed over its threads: on Linux, the first field
/// of `schedstat`, which is in nanoseconds. Elsewhere it is wall-clock time.
fn cpu_seconds(process: &str) -> f64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let of_thread = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    };
    match fs::read_dir(format!("/proc/{process}/task")) {
        Ok(threads) => threads.flatten().filter_map(of_thread).sum::<f64>() / 1e9,
        Err(_) => BEGUN.elapsed().as_secs_f64(),
    }
}

/// Repeats the count until [`MIN_SECONDS`] time has been used. Returns the count and the seconds
/// per run. The clock is read at growing intervals, as reading it takes as long as a short count.
fn timed(process: &str, mut count: impl FnMut() -> u64) -> (u64, f64) {
    let began = cpu_seconds(process);
    let (mut paths, mut times, mut goal) = (0, 0, 1);
    loop {
        while times < goal {
            paths = count();
            times += 1;
        }
        let spent = cpu_seconds(process) - began;
        if spent >= MIN_SECONDS {
            return (paths, spent / f64::from(times));
        }
        goal *= 2;
    }
}

/// The other engine.
struct OtherEngine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl OtherEngine {
    fn start(path: &str) -> OtherEngine {
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{path} does not start: {error}"));
        let input = process.stdin.take().expect("its input is piped");
        let output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let mut other = OtherEngine { process, input, output };
        other.say("setoption name UCI_Variant value xiangqi\nsetoption name Threads value 1");
        other
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the other program listens");
    }

    /// Reads up to a line that starts with `start` and returns the rest of that line.
    fn wait_for(&mut self, start: &str) -> String {
        let mut lines = self.output.by_ref().lines();
        lines
            .find_map(|line| Some(line.ok()?.strip_prefix(start)?.trim().to_owned()))
            .unwrap_or_else(|| panic!("the other program ended without `{start}`"))
    }

    fn perft(&mut self, fen: &str, depth: usize) -> (u64, f64) {
        self.say(&format!("position fen {fen}\nisready"));
        self.wait_for("readyok");
        let process = self.process.id().to_string();
        timed(&process, || {
            self.say(&format!("go perft {depth}"));
            let count = self.wait_for("Nodes searched:");
            count.parse().expect("a count")
        })
    }
}

impl Drop for OtherEngine {
    fn drop(&mut self) {
        self.say("quit");
        self.process.wait().expect("the other program ends");
    }
}

fn median(sorted: &[f64]) -> f64 {
    (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0
}

fn summary(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    if let Some(least) = values.first() {
        println!("{name}: median {:.1}, minimum {least:.1}", median(&values));
    }
}

fn main() {
    let (mut depth, mut only, mut other) = (5, None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next(),
            "--against" => other = arguments.next().as_deref().map(OtherEngine::start),
            text => depth = text.parse::<usize>().expect("a depth 1 to 5"),
        }
    }
    let (mut wrong, mut speeds, mut ratios) = (0, Vec::new(), Vec::new());
    for line in include_str!("../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let (fen, counts, id) = (fields[0], fields[1], fields[2]);
        if only.as_deref().is_some_and(|only| only != id) {
            continue;
        }
        let position = Position::from_fen(fen).expect(line);
        let want: u64 = counts
            .split(' ')
            .nth(depth - 1)
            .and_then(|count| count.parse().ok())
            .expect("a count for this depth");
        let (count, seconds) =
            timed("self", || std::hint::black_box(&position).perft(depth as u32));
        let speed = count as f64 / seconds / 1e6;
        let verdict = if count == want { "ok" } else { "WRONG" };
        print!("{id:20} {count:>12} {verdict:5} {seconds:10.6} s {speed:6.1} M/s");
        wrong += u32::from(count != want);
        speeds.push(speed);
        if let Some(other) = &mut other {
            let (theirs, their_seconds) = other.perft(fen, depth);
            let verdict = if theirs == want { "ok" } else { "WRONG" };
            let ratio = count as f64 / seconds / (theirs as f64 / their_seconds);
            print!("   theirs {verdict:5} {their_seconds:10.6} s, ratio {ratio:5.1}");
            ratios.push(ratio);
        }
        println!();
    }
    println!("{wrong} wrong");
    summary("M/s", speeds);
    summary("ratio", ratios);
}
