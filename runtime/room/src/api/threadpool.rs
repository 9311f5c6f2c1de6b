use fangqi_plugin::ctx::Call;
use fangqi_plugin::host::{Ready, WakeValue};
use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use mlua::{Function, MultiValue, Value};

use crate::lua_module;

/// Longest wait: a day of room time.
const SECONDS_MAX: f64 = 86_400.0;

lua_module! {
    /// Lets time pass inside a handler, and runs functions beside it.
    pub static THREADPOOL = "threadpool", Code;

    /// Pauses the calling handler for `seconds` of room time (in steps of 0.05).
    /// Example: `threadpool:wait(0.5)`
    @waits
    fn wait(ctx, seconds: f64) -> () {
        let mut host = ctx.host();
        let at = host.clock + ticks(seconds)?;
        if host.timers.count() >= host.limits.waiting_max {
            return Err(format!("{} handlers wait already", host.limits.waiting_max).into());
        }
        let token = host.token();
        host.timers.at(at, Ready::Wake { token, value: WakeValue::Time });
        Ok(token)
    }

    /// Runs a function beside the calling handler, as soon as that ends or waits. Up to eight
    /// arguments are passed on.
    /// Example: `threadpool:work(function(name) print(name) end, "red")`
    fn work(ctx, task: Function, first: Value, second: Value, third: Value, fourth: Value,
        fifth: Value, sixth: Value, seventh: Value, eighth: Value) -> () {
        let args = [first, second, third, fourth, fifth, sixth, seventh, eighth];
        let slot = keep(&ctx, ctx.guarded(task)?, args)?;
        ctx.host().ready.push_back(Ready::Call { slot });
        Ok(())
    }

    /// Calls a function after `seconds` of room time. Up to eight arguments are passed on.
    /// Example: `threadpool:delay(3, print, "later")`
    fn delay(ctx, seconds: f64, task: Function, first: Value, second: Value, third: Value,
        fourth: Value, fifth: Value, sixth: Value, seventh: Value, eighth: Value) -> () {
        let at = ctx.host().clock + ticks(seconds)?;
        let args = [first, second, third, fourth, fifth, sixth, seventh, eighth];
        let slot = keep(&ctx, ctx.guarded(task)?, args)?;
        ctx.host().timers.at(at, Ready::Call { slot });
        Ok(())
    }
}

/// Keeps a call until it is run.
fn keep(ctx: &Call<'_>, task: Function, args: [Value; 8]) -> Result<u64, String> {
    let max = ctx.host().limits.waiting_max;
    let mut script = ctx.script();
    if script.kept_calls() >= max {
        return Err(format!("{max} functions wait to be run already"));
    }
    let mut args = Vec::from(args);
    while args.last().is_some_and(Value::is_nil) {
        args.pop();
    }
    Ok(script.keep_call(task, MultiValue::from_vec(args)))
}

/// Seconds as ticks, at least one.
fn ticks(seconds: f64) -> Result<Tick, String> {
    if !(0.0..=SECONDS_MAX).contains(&seconds) {
        return Err(format!("argument 1, seconds, must be from 0 to {SECONDS_MAX}"));
    }
    Ok(((seconds * TICKS_PER_SECOND as f64).round() as Tick).max(1))
}
