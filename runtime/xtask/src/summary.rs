//! The table at the end of `cargo xtask test`.

use std::fmt::Write as _;
use std::time::Duration;

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed; nothing after it ran.
    Failed,
    /// A step before it failed.
    NotRun,
}

/// One line of the table.
#[derive(Debug, Clone)]
pub struct Line {
    /// The step's name.
    pub step: &'static str,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
}

/// The table as text.
pub fn table(lines: &[Line]) -> String {
    let width = lines.iter().map(|line| line.step.len()).max().unwrap_or(0).max("total".len());
    let mut out = String::from("\n=== summary ===\n");
    for line in lines {
        let outcome = match line.outcome {
            Outcome::Passed => "ok",
            Outcome::Failed => "FAILED",
            Outcome::NotRun => "not run",
        };
        let _ = match line.outcome {
            Outcome::NotRun => writeln!(out, "{:width$}  {outcome}", line.step),
            _ => writeln!(out, "{:width$}  {outcome:7}{}", line.step, seconds(line.took)),
        };
    }
    let total = lines.iter().map(|line| line.took).sum();
    let _ = writeln!(out, "{:width$}  {:7}{}", "total", "", seconds(total));
    out
}

fn seconds(took: Duration) -> String {
    format!("{:7.1} s", took.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_passed_failed_and_did_not_run() {
        let line =
            |step, outcome, millis| Line { step, outcome, took: Duration::from_millis(millis) };
        let shown = table(&[
            line("format", Outcome::Passed, 1_250),
            line("rust", Outcome::Failed, 61_000),
            line("e2e", Outcome::NotRun, 0),
        ]);
        let expected = "\n=== summary ===\n\
                        format  ok         1.2 s\n\
                        rust    FAILED    61.0 s\n\
                        e2e     not run\n\
                        total             62.2 s\n";
        assert_eq!(shown, expected);
    }
}
