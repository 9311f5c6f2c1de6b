use fangqi_binding::Refusal;
use fangqi_binding::args::{Arg, Name};
use fangqi_plugin::lua_module;
use fangqi_protocol::TICKS_PER_SECOND;
use mlua::Value;

use super::game_rules::GAME_RULES;
use crate::room::InRoom;

/// Rules that may be set.
const RULES_MAX: usize = 256;
/// Longest name of one, in characters.
const NAME_CHARS_MAX: usize = 64;
/// Longest game in minutes.
const MINUTES_MAX: f64 = 10_000.0;

lua_module! {
    /// The rules of the map. Scripts of the dialect read and write them as fields of `GameRule`,
    /// such as `GameRule.GravityFactor = 0.5`; both are the same numbers. The page of what works
    /// lists those that Mini World documents, with those that are kept and do nothing. This host's
    /// own are FallHurt (whether falls hurt, 1 unless players only build) and Hunger (whether
    /// players get hungry, 0 unless they survive). Others are kept.
    pub static RULES = "Rules", Value;

    /// A rule: as it is set, else as it is usually; nil for a name that is no rule's.
    /// Example: `local gravity = Rules:get("GravityFactor")`
    fn get(ctx, name: Name) -> (value: Option<f64>) {
        let room = ctx.mini();
        Ok((match &*name {
            "CurTime" => Some(f64::from(room.globals.hour)),
            "Weather" => Some(f64::from(room.sim.scenery.weather_of(0))),
            _ => room.sim.scenery.rules.number(&name).or_else(|| usual(&name)),
        },))
    }

    /// Sets a rule; true and false count as 1 and 0.
    /// Example: `Rules:set("GravityFactor", 0.5)`
    fn set(ctx, name: Name, value: Value) -> (done: bool) {
        let number = match &value {
            Value::Boolean(truth) => f64::from(u8::from(*truth)),
            other => f64::read(other, ctx.lua)
                .map_err(|wanted| format!("argument 2, value, must be {wanted}"))?,
        };
        if name.chars().count() > NAME_CHARS_MAX {
            let wanted = format!("argument 1, name, has more than {NAME_CHARS_MAX} characters");
            return Err(wanted.into());
        }
        let mut room = ctx.mini();
        let rules = &mut room.sim.scenery.rules.0;
        if rules.len() >= RULES_MAX && !rules.contains_key(&*name) {
            return Err(format!("a map has {RULES_MAX} rules at most").into());
        }
        match &*name {
            "CurTime" if !(0.0..24.0).contains(&number) => return Err(hour()),
            "EndTime" if !(0.0..=MINUTES_MAX).contains(&number) => {
                return Err(format!("EndTime must be from 0 to {MINUTES_MAX} minutes").into());
            }
            // Before the rule says so: it is told only where it is another.
            "Weather" => room.set_weather(0, number as i32),
            _ => {}
        }
        room.sim.scenery.rules.0.insert(name.0.clone(), number);
        match &*name {
            "CurTime" => room.set_hour(number as u8),
            "EndTime" => {
                let ticks = (number * 60.0 * TICKS_PER_SECOND as f64) as u64;
                room.sim.scenery.ends = (ticks > 0).then_some(room.clock + ticks);
            }
            _ => {}
        }
        Ok((true,))
    }
}

fn hour() -> Refusal {
    "CurTime must be an hour from 0 to 23".into()
}

/// What a rule is until it is set.
fn usual(name: &str) -> Option<f64> {
    GAME_RULES.iter().find(|rule| rule.name == name).map(|rule| rule.usual)
}
