//! What the modules that have a computer think share: their options, and the jobs they order.

use std::time::Duration;

use fangqi_binding::Refusal;
use fangqi_binding::args::{Options, Whole};
use fangqi_protocol::{Computation, JobSpec, Token};
use mlua::{Lua, Table};

use crate::ctx::ModuleSpec;
use crate::host::Host;
use crate::package::Capability;

/// How strongly, and how long, a computer is to think.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The level, from 1.
    pub level: u8,
    /// No longer than this, and no more than a slow machine would do in this time; `None` for what
    /// the level takes. Neither is more than two seconds.
    pub seconds: Option<f64>,
}

impl Effort {
    /// How long people wait for a computer's move at most, however much time its clock has.
    const TIME_MAX: Duration = Duration::from_secs(2);

    /// Reads `{level=, seconds=}`; the level is from 1 to `levels`.
    ///
    /// # Errors
    /// A field is unknown or out of range.
    pub fn read(
        options: Option<Table>,
        lua: &Lua,
        levels: u8,
        default: u8,
    ) -> Result<Self, Refusal> {
        let Some(options) = options else { return Ok(Self { level: default, seconds: None }) };
        let options = Options::read(options, lua, &["level", "seconds"])?;
        let level: Option<Whole<u8>> = options.get("level")?;
        let level = level.map_or(default, |Whole(level)| level);
        let seconds = seconds(&options)?;
        if !(1..=levels).contains(&level) {
            return Err(format!("level {level} is not one of 1 to {levels}").into());
        }
        Ok(Self { level, seconds })
    }

    /// After how long the search is ended, whatever the machine has managed by then.
    pub fn time_limit(&self) -> Duration {
        self.seconds.map_or(Self::TIME_MAX, Duration::from_secs_f64).min(Self::TIME_MAX)
    }

    /// The budget where so much is spent in a second; at least 1.
    pub fn budget(&self, per_second: f64) -> Option<u64> {
        self.seconds.map(|seconds| (seconds * per_second).ceil().max(1.0) as u64)
    }
}

/// Longest time for a move, in seconds: a day.
const SECONDS_MAX: f64 = 86_400.0;

/// Reads the option `seconds`, how long a computer may think.
///
/// # Errors
/// It is no number from 0 to a day.
pub fn seconds(options: &Options) -> Result<Option<f64>, Refusal> {
    let seconds = options.get::<Option<f64>>("seconds")?;
    if seconds.is_some_and(|seconds| !(0.0..=SECONDS_MAX).contains(&seconds)) {
        return Err(format!("`seconds` must be from 0 to {SECONDS_MAX}").into());
    }
    Ok(seconds)
}

/// Checks that the map may have engines think.
///
/// # Errors
/// The manifest does not name the capability.
pub fn may_think(host: &Host) -> Result<(), String> {
    if host.package.capabilities().contains(&Capability::Jobs) {
        Ok(())
    } else {
        Err(format!("thinking {}", Capability::Jobs.missing()))
    }
}

/// Orders a job of a module; the script waits for the token.
///
/// # Errors
/// Too many jobs are under way.
pub fn order(
    host: &mut Host,
    module: &ModuleSpec,
    computation: impl Computation,
) -> Result<Token, Refusal> {
    if host.jobs.count() >= host.limits.jobs_max {
        return Err(format!("{} jobs are under way already", host.limits.jobs_max).into());
    }
    let token = host.token();
    let order = host.jobs.order(token, JobSpec::new(module.name, computation));
    host.outbox.jobs.push(order);
    Ok(token)
}
