//! Figures and how they are printed.

use std::time::Duration;

/// One measured figure.
#[derive(Debug, serde::Serialize)]
pub(super) struct Figure {
    /// What was measured.
    what: String,
    /// Its value.
    value: f64,
    /// Its unit.
    unit: &'static str,
}

impl Figure {
    pub(super) fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { what: what.into(), value, unit }
    }

    pub(super) fn count(what: impl Into<String>, count: usize) -> Self {
        Self::new(what, count as f64, "")
    }

    pub(super) fn mib(what: impl Into<String>, bytes: u64) -> Self {
        Self::new(what, bytes as f64 / (1024.0 * 1024.0), "MiB")
    }
}

/// Times that were measured.
#[derive(Debug, Default, Clone)]
pub(super) struct Times(Vec<Duration>);

impl Times {
    pub(super) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(super) fn extend(&mut self, others: Times) {
        self.0.extend(others.0);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that `per_mille` of a thousand do not exceed, in milliseconds; NaN of none.
    pub(super) fn quantile(&mut self, per_mille: usize) -> f64 {
        self.0.sort_unstable();
        let at = self.0.len().saturating_sub(1) * per_mille / 1000;
        self.0.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }

    /// Median, 99th percentile and maximum.
    pub(super) fn figures(&mut self, what: &str) -> Vec<Figure> {
        [(500, "p50"), (990, "p99"), (1000, "max")]
            .into_iter()
            .map(|(quantile, name)| {
                Figure::new(format!("{what}, {name}"), self.quantile(quantile), "ms")
            })
            .collect()
    }
}

/// Prints figures as a table, or as JSON.
pub(super) fn print(figures: &[Figure], json: bool) -> anyhow::Result<()> {
    if json {
        let text = serde_json::to_string_pretty(figures)?;
        println!("{text}");
        return Ok(());
    }
    for Figure { what, value, unit } in figures {
        println!("{what:<56} {value:>12.2} {unit}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_a_known_series() {
        let mut times = Times::default();
        for time in (1..=1000).rev() {
            times.push(Duration::from_millis(time));
        }
        assert_eq!(times.quantile(0), 1.0);
        assert_eq!(times.quantile(500), 500.0);
        assert_eq!(times.quantile(990), 990.0);
        assert_eq!(times.quantile(1000), 1000.0);
        assert!(Times::default().quantile(500).is_nan());
    }
}
