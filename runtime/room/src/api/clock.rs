use fangqi_binding::args::Options;
use fangqi_plugin::host::{CLOCK_TICKS_MAX, PERIODS_MAX, TimeControl};
use fangqi_protocol::{SeatIndex, TICKS_PER_SECOND, Tick};
use mlua::Table;

use super::hud::check_seat;
use crate::lua_module;

lua_module! {
    /// Game clocks, one a seat, of which at most one runs. The browser counts them down by itself.
    /// When the time of a seat is up, `Clock.Flag` is raised; what that means is the map's to say.
    /// Time counts only while somebody is in the room, and a take-back gives it back.
    pub static CLOCK = "Clock", Value;

    /// Sets the clocks of all seats to the beginning; none runs. `mode` is `"sudden"` (`seconds`
    /// for the game), `"fischer"` (every move adds `increment` seconds), `"byoyomi"` (after
    /// `seconds` come `periods` of `period` seconds; a move within a period gives it back, and with
    /// the last one the time is up) or `"none"`, which puts the clocks away.
    /// Example: `Clock:set({ mode = "byoyomi", seconds = 600, periods = 3, period = 30 })`
    fn set(ctx, control: Table) -> (set: bool) {
        let known = ["mode", "seconds", "increment", "periods", "period"];
        let options = Options::read(control, ctx.lua, &known)?;
        let control = control_of(&options)?;
        let mut host = ctx.host();
        let seats = host.seats.len();
        host.clocks.set(control, seats);
        Ok((control.is_some(),))
    }

    /// Presses the clock: the seat whose clock runs has made its move, and that of `seat` runs from
    /// now on. Returns whether it does: not when there are no clocks or its time is up.
    /// Example: `Clock:start(1 - seat)`
    fn start(ctx, seat: SeatIndex) -> (runs: bool) {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        let now = host.clock;
        Ok((host.clocks.start(seat, now),))
    }

    /// Stops the running clock as it stands, as at the end of a game or for a pause.
    /// Example: `Clock:stop()`
    fn stop(ctx) -> () {
        let mut host = ctx.host();
        let now = host.clock;
        host.clocks.stop(now);
        Ok(())
    }

    /// Seconds left of the main time, or of the period, of a seat, and how many whole periods come
    /// after it. Nil when there are no clocks.
    /// Example: `local seconds, periods = Clock:left(0)`
    fn left(ctx, seat: SeatIndex) -> (seconds: Option<f64>, periods: Option<u32>) {
        let host = ctx.host();
        check_seat(&host, Some(seat))?;
        Ok(match host.clocks.left(seat, host.clock) {
            Some((ticks, periods)) => {
                (Some(ticks as f64 / TICKS_PER_SECOND as f64), Some(periods))
            }
            None => (None, None),
        })
    }

    /// Adds seconds to a seat's clock; a negative number takes them away.
    /// Example: `Clock:add(0, 15)`
    fn add(ctx, seat: SeatIndex, seconds: f64) -> () {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        let max = CLOCK_TICKS_MAX as f64 / TICKS_PER_SECOND as f64;
        if seconds.abs() > max {
            return Err(format!("argument 2, seconds, must be from -{max} to {max}").into());
        }
        if !host.clocks.are_set() {
            return Err("there are no clocks; set them first".into());
        }
        let now = host.clock;
        host.clocks.add(seat, (seconds * TICKS_PER_SECOND as f64).round() as i64, now);
        Ok(())
    }
}

/// A time control as scripts write it; `None` for no clocks.
fn control_of(options: &Options<'_>) -> Result<Option<TimeControl>, String> {
    let mode: String = options.get("mode")?;
    let used: &[&str] = match mode.as_str() {
        "none" => &[],
        "sudden" => &["seconds"],
        "fischer" => &["seconds", "increment"],
        "byoyomi" => &["seconds", "periods", "period"],
        other => {
            return Err(format!(
                "there is no mode \"{other}\"; \
                 use \"sudden\", \"fischer\", \"byoyomi\" or \"none\""
            ));
        }
    };
    for name in ["seconds", "increment", "periods", "period"] {
        if !used.contains(&name) && options.get::<Option<f64>>(name)?.is_some() {
            return Err(format!("`{name}` means nothing in the mode \"{mode}\""));
        }
    }
    let least = f64::from(u8::from(mode != "byoyomi")) / TICKS_PER_SECOND as f64;
    Ok(match mode.as_str() {
        "sudden" => Some(TimeControl::Sudden { main: ticks(options, "seconds", least)? }),
        "fischer" => Some(TimeControl::Fischer {
            main: ticks(options, "seconds", least)?,
            increment: ticks(options, "increment", 0.0)?,
        }),
        "byoyomi" => {
            let periods: u32 = options.get("periods")?;
            if !(1..=PERIODS_MAX).contains(&periods) {
                return Err(format!("`periods` must be from 1 to {PERIODS_MAX}"));
            }
            let period = ticks(options, "period", 1.0 / TICKS_PER_SECOND as f64)?;
            Some(TimeControl::Byoyomi { main: ticks(options, "seconds", least)?, periods, period })
        }
        _ => None,
    })
}

/// A length of time in ticks.
fn ticks(options: &Options<'_>, name: &str, least: f64) -> Result<Tick, String> {
    let seconds: f64 = options.get(name)?;
    let max = CLOCK_TICKS_MAX as f64 / TICKS_PER_SECOND as f64;
    if !(least..=max).contains(&seconds) {
        return Err(format!("`{name}` must be from {least} to {max} seconds"));
    }
    Ok((seconds * TICKS_PER_SECOND as f64).round() as Tick)
}
