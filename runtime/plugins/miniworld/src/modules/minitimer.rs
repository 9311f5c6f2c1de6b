use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use fangqi_protocol::{PlayerId, TICKS_PER_SECOND, Tick};
use mlua::Value;

use super::support::player;
use crate::globals::{Direction, MiniTimer};
use crate::modules::lenient::Players;
use crate::room::{InRoom, MiniRoom};

/// Longest time of a timer in seconds: a year.
const SECONDS_MAX: f64 = 365.0 * 86_400.0;
/// Longest name or title, in characters.
const NAME_CHARS_MAX: usize = 64;

lua_module! {
    /// Timers that count seconds of room time up or down. While one runs, `minitimer.change` is
    /// raised whenever it shows another whole second.
    pub static MINI_TIMER = "MiniTimer", Code;

    /// Whether there is a timer with this number. Returns only that, no code.
    /// Example: `if MiniTimer:isExist(timer) then … end`
    @plain
    fn isExist(ctx, id: Value) -> (exists: bool) {
        let id = <u32 as fangqi_binding::args::Arg>::read(&id, ctx.lua);
        Ok((id.is_ok_and(|id| ctx.mini().globals.minitimers.get(id).is_some()),))
    }

    /// Makes a timer that stands at 0. `mapid` and `private` say where Mini World keeps it; here it
    /// belongs to the room.
    /// Partly: `mapid` and `private` mean nothing: it belongs to its room
    /// Example: `local code, timer = MiniTimer:createTimer("thinking time")`
    fn createTimer(ctx, name: Option<String>, mapid: Value, private: Value) -> (timerid: u32) {
        let mut room = ctx.mini();
        let name = name.unwrap_or_default();
        check_name(1, "name", &name)?;
        let max = room.limits.timers_max;
        if room.globals.minitimers.len() >= max {
            return Err(format!("a room can have {max} timers").into());
        }
        let id = room.globals.fresh_id();
        room.globals.minitimers.create(id, name);
        Ok((id,))
    }

    /// Removes a timer and its windows.
    /// Example: `MiniTimer:deleteTimer(timer)`
    fn deleteTimer(ctx, id: u32) -> () {
        let mut room = ctx.mini();
        if !room.globals.minitimers.delete(id) {
            return Err(no_timer(id).into());
        }
        room.hide_timer_windows(id, None);
        Ok(())
    }

    /// Lets a timer count down from `interval` seconds to 0, and then again if `repeated` is true.
    /// From 0 there is nothing to count.
    /// Example: `MiniTimer:startBackwardTimer(timer, 30)`
    fn startBackwardTimer(ctx, id: u32, interval: f64, repeated: Option<bool>) -> () {
        let from = ticks(interval);
        if from <= 0 {
            return with(&ctx, id, |timer, _| timer.stop());
        }
        with(&ctx, id, |timer, now| {
            timer.start(now, Direction::Down, from, repeated == Some(true));
        })
    }

    /// Lets a timer count up from 0.
    /// Example: `MiniTimer:startForwardTimer(timer)`
    fn startForwardTimer(ctx, id: u32) -> () {
        with(&ctx, id, |timer, now| timer.start(now, Direction::Up, 0, false))
    }

    /// Holds a timer.
    /// Example: `MiniTimer:pauseTimer(timer)`
    fn pauseTimer(ctx, id: u32) -> () {
        with(&ctx, id, MiniTimer::pause)
    }

    /// Lets a timer that was held go on.
    /// Example: `MiniTimer:resumeTimer(timer)`
    fn resumeTimer(ctx, id: u32) -> () {
        with(&ctx, id, MiniTimer::resume)
    }

    /// Stops a timer and sets it to 0.
    /// Example: `MiniTimer:stopTimer(timer)`
    fn stopTimer(ctx, id: u32) -> () {
        with(&ctx, id, |timer, _| timer.stop())
    }

    /// Adds to the seconds a timer shows; an older call.
    /// Example: `MiniTimer:changeTimeInterval(timer, 10)`
    fn changeTimeInterval(ctx, id: u32, interval: f64) -> () {
        let by = if interval < 0.0 { -ticks(-interval) } else { ticks(interval) };
        with(&ctx, id, |timer, now| timer.set(now, (timer.time(now) + by).max(0)))
    }

    /// Sets the seconds a timer shows; it goes on from there.
    /// Example: `MiniTimer:changeTimerTime(timer, 60)`
    fn changeTimerTime(ctx, id: u32, time: f64) -> () {
        let time = ticks(time);
        with(&ctx, id, |timer, now| timer.set(now, time))
    }

    /// The whole seconds that a timer shows, as `minitimer.change` tells them.
    /// Example: `local code, seconds = MiniTimer:getTimerTime(timer)`
    fn getTimerTime(ctx, id: u32) -> (second: i64) {
        let room = ctx.mini();
        let timer = room.globals.minitimers.get(id).ok_or_else(|| no_timer(id))?;
        Ok((timer.second(room.clock),))
    }

    /// Shows a timer with a title to some players: a window on their screens; on a board, which has
    /// none, a floating text above what the camera looks at.
    /// Example: `MiniTimer:showTimerWnd({ uin }, timer, "Time left")`
    fn showTimerWnd(ctx, playerids: Players, timerid: u32, title: Option<String>) -> () {
        show(&ctx, playerids, timerid, &title.unwrap_or_default())
    }

    /// Hides a timer from some players.
    /// Example: `MiniTimer:hideTimerWnd({ uin }, timer)`
    fn hideTimerWnd(ctx, playerids: Players, timerid: u32) -> () {
        hide(&ctx, playerids, timerid)
    }

    /// The older form of `showTimerWnd` and, with `show` false, of `hideTimerWnd`.
    /// Example: `MiniTimer:showTimerTips({ uin }, timer, "Time left", true)`
    fn showTimerTips(ctx, playerids: Players, timerid: u32, title: Option<String>,
        show: Option<bool>) -> () {
        if show == Some(false) {
            hide(&ctx, playerids, timerid)
        } else {
            self::show(&ctx, playerids, timerid, &title.unwrap_or_default())
        }
    }
}

/// Changes a timer, and what its windows show.
fn with(ctx: &Call<'_>, id: u32, change: impl FnOnce(&mut MiniTimer, Tick)) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let now = room.clock;
    change(room.globals.minitimers.get_mut(id).ok_or_else(|| no_timer(id))?, now);
    room.refresh_timer_windows(id);
    Ok(())
}

fn show(ctx: &Call<'_>, playerids: Players, timer: u32, title: &str) -> Result<(), Refusal> {
    let title = super::markup::plain(title);
    check_name(3, "title", &title)?;
    let mut room = ctx.mini();
    for player in viewers(&room, playerids, timer)? {
        room.show_timer_window(timer, player, &title)?;
    }
    Ok(())
}

fn hide(ctx: &Call<'_>, playerids: Players, timer: u32) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    for player in viewers(&room, playerids, timer)? {
        room.hide_timer_windows(timer, Some(player));
    }
    Ok(())
}

/// The players that are meant, all of whom must exist, as must the timer.
fn viewers(room: &MiniRoom<'_>, ids: Players, timer: u32) -> Result<Vec<PlayerId>, String> {
    room.globals.minitimers.get(timer).ok_or_else(|| no_timer(timer))?;
    ids.0.into_iter().map(|id| player(room, id)).collect()
}

fn no_timer(id: u32) -> String {
    format!("there is no timer {id}")
}

fn check_name(position: u32, name: &str, text: &str) -> Result<(), String> {
    if text.chars().count() > NAME_CHARS_MAX {
        return Err(format!(
            "argument {position}, {name}, is longer than {NAME_CHARS_MAX} characters"
        ));
    }
    Ok(())
}

/// A length of time as near to what a script says as timers count.
fn ticks(seconds: f64) -> i64 {
    (seconds.clamp(0.0, SECONDS_MAX) * TICKS_PER_SECOND as f64).round() as i64
}
