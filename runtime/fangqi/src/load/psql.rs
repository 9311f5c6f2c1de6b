//! Commits of a row by PostgreSQL's own client, to compare clicks with.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, anyhow};

/// A table of its own, with rows of a hundred bytes.
const MAKE: &str = "CREATE TABLE IF NOT EXISTS fangqi_load_probe (bytes text)";
const INSERT: &str = "INSERT INTO fangqi_load_probe VALUES (repeat('x', 100))";
const DROP: &str = "DROP TABLE fangqi_load_probe";

/// A running `psql`, which times its statements.
#[derive(Debug)]
pub(super) struct Probe {
    child: Child,
    statements: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Probe {
    /// Connects to a database. A password is taken from the URL or the environment.
    pub(super) fn new(url: &str) -> anyhow::Result<Self> {
        let mut child = Command::new("psql")
            .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("psql does not start; install PostgreSQL's client to measure beside it")?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (statements, answers) = streams.context("psql has no streams")?;
        let mut probe = Self { child, statements, answers: BufReader::new(answers) };
        writeln!(probe.statements, "SET client_min_messages = warning;\n\\timing on")?;
        probe.time_of(MAKE)?;
        Ok(probe)
    }

    /// The time that one commit takes, as `psql` has it.
    pub(super) fn time(&mut self) -> anyhow::Result<Duration> {
        self.time_of(INSERT)
    }

    fn time_of(&mut self, statement: &str) -> anyhow::Result<Duration> {
        writeln!(self.statements, "{statement};")?;
        self.statements.flush()?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.answers.read_line(&mut line)? == 0 {
                return Err(anyhow!("psql has ended; see its message above"));
            }
            // `Time: 0.823 ms`, for long ones with minutes in brackets behind.
            let told = line.strip_prefix("Time: ").and_then(|rest| rest.split(' ').next());
            if let Some(milliseconds) = told.and_then(|number| number.parse::<f64>().ok()) {
                return Ok(Duration::from_secs_f64(milliseconds / 1000.0));
            }
        }
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        if let Err(error) = self.time_of(DROP) {
            tracing::warn!(%error, "the table fangqi_load_probe stays");
        }
        // It has ended already if that failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
