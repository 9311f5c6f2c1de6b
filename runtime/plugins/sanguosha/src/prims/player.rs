//! How players stand: numbers, marks, flags, tags, properties.

use fangqi_sanguosha::{Data, Gender, Name, Phase, PlayerId, Role, SkillId, State, pattern};
use mlua::{IntoLua, Lua, LuaString, Value};

use super::Prims;
use crate::convert::{Made, Players, Who, instead_of, name};
use crate::live::{Handle, new};
use fangqi_vm::RawArgs;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    numbers(prims)?;
    marks(prims)?;
    tags(prims)?;
    skills(prims)?;
    history(prims)?;
    seats(prims)?;
    properties(prims)
}

fn numbers(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.raw_call("hp", |state, who, _| Ok(state.player(who).hp))?;
    prims.raw_call("max_hp", |state, who, _| Ok(state.player(who).max_hp))?;
    prims.raw_call("alive", |state, who, _| Ok(state.player(who).alive))?;
    prims.raw_call("phase", |state, who, _| Ok(state.player(who).phase.number()))?;
    prims.raw_call("hand_count", |state, who, _| Ok(state.player(who).hand.len()))?;
    prims.raw_call("attack_range", |state, who, _| Ok(state.attack_range(who)))?;
    prims.read("alive_count", |state, ()| state.alive_count())?;
    // Whether a skill may forbid anybody anything now, to whoever asks.
    prims.raw_call("may_forbid", |state, _, _| Ok(state.may_forbid()))?;
    // The distance along the ring with horses; -1 less it where it is pinned.
    prims.raw_call("distance", |state, from, asked| {
        let Who(to) = Who::asked(asked, 2)?;
        if from == to {
            return Ok(-1);
        }
        let pinned = state.player(from).fixed_distances.get(&to.0).copied();
        Ok(pinned.map_or_else(|| state.ring_distance(from, to), |distance| -1 - distance))
    })?;
    prims.change("pin_distance", |state, (from, to, distance): (Who, Who, i32)| {
        let pinned = &mut state.player_mut(from.0).fixed_distances;
        if distance < 0 {
            pinned.remove(&to.0.0);
        } else {
            pinned.insert(to.0.0, distance);
        }
    })
}

/// The string argument of a raw call about a player.
pub(super) fn text(asked: &RawArgs) -> Result<&str, String> {
    let text = asked.bytes(2).ok_or_else(|| instead_of("text", &asked.type_name(2)))?;
    // Nothing has a name that is not UTF-8.
    Ok(std::str::from_utf8(text).unwrap_or_default())
}

fn marks(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.raw_call("mark", |state, who, asked| Ok(state.player(who).mark(text(asked)?)))?;
    prims.change("set_mark", |state, (who, mark, value): (Who, LuaString, i32)| {
        state.player_mut(who.0).set_mark(&mark.to_string_lossy(), value);
    })?;
    prims.change("clear_marks", |state, who: Who| state.player_mut(who.0).marks.clear())?;
    prims.raw_call("has_flag", |state, who, asked| Ok(state.player(who).has_flag(text(asked)?)))?;
    prims.change("set_flag", |state, (who, flag): (Who, LuaString)| {
        state.player_mut(who.0).set_flag(&flag.to_string_lossy());
    })?;
    prims.read("flags", |state, who: Who| state.player(who.0).flags.join("+"))
}

fn tags(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.change("set_tag", |state, (who, key, data): (Option<Who>, LuaString, Handle)| {
        let data = data.0.borrow().clone();
        let tags = match who {
            Some(who) => &mut state.player_mut(who.0).tags,
            None => &mut state.tags,
        };
        tags.insert(name(&key), data);
    })?;
    prims.add("tag", |lua, shared, (who, key): (Option<Who>, LuaString)| {
        let game = shared.game()?;
        let state = game.borrow();
        let tags = match who {
            Some(who) => &state.player(who.0).tags,
            None => &state.tags,
        };
        let data = key.to_str().ok().and_then(|key| tags.get(&*key).cloned());
        new(lua, data.unwrap_or(Data::None))
    })?;
    prims.change("remove_tag", |state, (who, key): (Option<Who>, LuaString)| {
        let tags = match who {
            Some(who) => &mut state.player_mut(who.0).tags,
            None => &mut state.tags,
        };
        tags.remove(&*key.to_string_lossy());
    })
}

fn skills(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.raw_call("has_skill", |state, who, asked| {
        let skill = asked.integer(2).and_then(|number| u16::try_from(number).ok());
        let skill = skill.ok_or_else(|| instead_of("skill", &asked.type_name(2)))?;
        Ok(state.player(who).has(SkillId(skill)))
    })?;
    prims.read("has_innate_skill", |state, (who, skill): (Who, u16)| {
        state.player(who.0).innate.contains(&SkillId(skill))
    })?;
    prims.raw_call("has_lord_skill", |state, who, asked| {
        Ok(state.has_lord_skill(who, text(asked)?))
    })?;
    prims.read("skills", |state, who: Who| {
        let player = state.player(who.0);
        player.innate.iter().chain(&player.acquired).map(|skill| skill.0).collect::<Vec<_>>()
    })?;
    prims.read("acquired_skills", |state, who: Who| {
        state.player(who.0).acquired.iter().map(|skill| skill.0).collect::<Vec<_>>()
    })?;
    prims.raw_call("has_filters", |state, who, _| Ok(filters(state, who).next().is_some()))?;
    prims.read("filters", |state, who: Who| {
        filters(state, who.0).map(|skill| skill.0).collect::<Vec<_>>()
    })?;
    prims.change("acquire_skill", |state, (who, skill): (Who, LuaString)| {
        state.acquire_skill(who.0, &skill.to_string_lossy());
    })?;
    prims.change("lose_skill", |state, (who, skill): (Who, LuaString)| {
        state.detach_skill(who.0, &skill.to_string_lossy())
    })?;
    prims.change("lose_innate_skills", |state, who: Who| {
        state.player_mut(who.0).innate.clear();
    })?;
    prims.change("attach_skill", |state, (who, skill): (Who, LuaString)| {
        state.attach_skill(who.0, &skill.to_string_lossy());
    })?;
    prims.change("register_skill", |state, skill: LuaString| {
        if let Some(skill) = state.catalogue.find_skill(&skill.to_string_lossy()) {
            state.register(skill);
        }
    })?;
    prims.read("owner_of_skill", |state, (skill, dead): (LuaString, bool)| {
        let skill = skill.to_str().ok();
        skill.and_then(|skill| state.owner_of_skill(&skill, dead)).map(Who)
    })
}

/// The filter skills of a player.
fn filters(state: &State, who: PlayerId) -> impl Iterator<Item = SkillId> {
    let player = state.player(who);
    let all = player.innate.iter().chain(&player.acquired).copied();
    all.filter(|&skill| state.catalogue.skill(skill).filter)
}

fn history(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.raw_call("used_times", |state, who, asked| {
        Ok(state.player(who).used_times(text(asked)?))
    })?;
    prims.raw_call("slash_count", |state, who, _| Ok(state.player(who).slash_count()))?;
    prims.change("add_history", |state, (who, class, times): (Who, LuaString, i32)| {
        state.player_mut(who.0).add_history(&class.to_string_lossy(), times);
    })?;
    prims.change("clear_history", |state, who: Who| state.player_mut(who.0).history.clear())?;
    prims.change("set_jilei", |state, (who, kind): (Who, LuaString)| {
        let kind = name(&kind);
        let jilei = &mut state.player_mut(who.0).jilei;
        if !["basic", "equip", "trick"].contains(&&*kind) {
            jilei.clear();
        } else if !jilei.contains(&kind) {
            jilei.push(kind);
        }
    })?;
    prims.read("is_jilei", |state, (who, card): (Who, Made)| {
        pattern::is_jilei(state, who.0, &card.0)
    })?;
    prims.change("skip_phase", |state, (who, phase): (Who, i64)| {
        if let Some(phase) = Phase::from_number(phase) {
            state.player_mut(who.0).phases.retain(|&other| other != phase);
        }
    })?;
    // What of the turn is still to come, the next first.
    prims.read("phases", |state, who: Who| {
        let phases = state.player(who.0).phases.iter().rev();
        phases.map(|phase| phase.number()).collect::<Vec<_>>()
    })
}

fn seats(prims: &Prims<'_>) -> mlua::Result<()> {
    type Listed = fn(&State) -> Vec<PlayerId>;
    let lists: [(&str, Listed); 3] = [
        ("ring", |state| state.ring.clone()),
        ("alive_players", State::alive),
        ("in_action_order", State::in_action_order),
    ];
    for (name, list) in lists {
        prims.add(name, move |lua, shared, ()| {
            Players(&list(&shared.game()?.borrow())).into_lua(lua)
        })?;
    }
    prims.add("others", |lua, shared, except: Option<Who>| {
        let game = shared.game()?;
        let state = game.borrow();
        Players(&except.map_or_else(|| state.alive(), |except| state.others(except.0)))
            .into_lua(lua)
    })?;
    prims.read("current", |state, ()| Who(state.current))?;
    prims.change("set_current", |state, who: Who| state.current = who.0)?;
    prims.read("lord", |state, ()| state.lord().map(Who))?;
    prims.read("room_owner", |state, ()| {
        let online = state.players.iter().position(|player| &*player.state == "online");
        Who(PlayerId(online.unwrap_or(0) as u8))
    })?;
    prims.read("next", |state, (who, dead): (Who, bool)| {
        if dead {
            let at = state.place_in_ring(who.0);
            return Who(state.ring[(at + 1) % state.ring.len()]);
        }
        Who(state.next_alive(who.0))
    })?;
    prims.read("alive_roles", |state, except: Option<Who>| {
        let roles = state.alive_roles(except.map(|except| except.0));
        roles.into_iter().map(Role::text).collect::<Vec<_>>()
    })?;
    prims.read("find_player", |state, (general, dead): (LuaString, bool)| {
        let general = general.to_string_lossy();
        let named = |&id: &PlayerId| {
            let player = state.player(id);
            (dead || player.alive) && (*player.general == *general || *player.general2 == *general)
        };
        state.ring.iter().copied().find(named).map(Who)
    })?;
    prims.change("number_seats", |state, ()| state.number_seats())?;
    prims.change("swap_seats", |state, (a, b): (Who, Who)| {
        let (a, b) = (state.place_in_ring(a.0), state.place_in_ring(b.0));
        state.ring.swap(a, b);
        state.number_seats();
    })?;
    prims.change("revive", |state, who: Who| {
        let player = state.player_mut(who.0);
        player.alive = true;
        player.face_up = true;
        player.chained = false;
        state.number_seats();
    })
}

fn properties(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("property", |lua, shared, (who, property): (Who, LuaString)| {
        let game = shared.game()?;
        let state = game.borrow();
        property_of(lua, &state, who.0, &property.to_string_lossy())
    })?;
    prims.add("set_property", |lua, shared, (who, property, value): (Who, LuaString, Value)| {
        let game = shared.changing()?;
        let mut state = game.borrow_mut();
        set_property(lua, &mut state, who.0, &property.to_string_lossy(), &value)
    })
}

/// A property as a plain value; nil for one that players have not.
fn property_of(lua: &Lua, state: &State, id: PlayerId, property: &str) -> mlua::Result<Value> {
    let player = state.player(id);
    match property {
        "hp" => player.hp.into_lua(lua),
        "maxhp" => player.max_hp.into_lua(lua),
        "kingdom" => (*player.kingdom).into_lua(lua),
        "role" => player.role.text().into_lua(lua),
        "general" => (*player.general).into_lua(lua),
        "general2" => (*player.general2).into_lua(lua),
        "gender" => player.gender.number().into_lua(lua),
        "seat" => player.seat.into_lua(lua),
        "phase" => player.phase.text().into_lua(lua),
        "alive" => player.alive.into_lua(lua),
        "faceup" => player.face_up.into_lua(lua),
        "chained" => player.chained.into_lua(lua),
        "screenname" => (*player.screen_name).into_lua(lua),
        "objectName" => format!("sgs{}", id.0 + 1).into_lua(lua),
        "state" => (*player.state).into_lua(lua),
        "atk" => state.attack_range(id).into_lua(lua),
        "handcard_num" => player.hand.len().into_lua(lua),
        "role_shown" => player.role_shown.into_lua(lua),
        _ => Ok(Value::Nil),
    }
}

/// Sets a property; false for one that players have not.
fn set_property(
    lua: &Lua,
    state: &mut State,
    id: PlayerId,
    property: &str,
    value: &Value,
) -> mlua::Result<bool> {
    let text = || -> mlua::Result<Name> {
        let text = lua.coerce_string(value.clone())?;
        Ok(text.map_or_else(|| Name::from(""), |text| name(&text)))
    };
    let number = || -> mlua::Result<i32> {
        Ok(lua.coerce_number(value.clone())?.map_or(0, |number| number as i32))
    };
    let truth = !matches!(value, Value::Nil | Value::Boolean(false))
        && value.as_i64() != Some(0)
        && value.as_string().is_none_or(|text| *text != "false");
    if property == "general" {
        let general = text()?;
        // One of a package that is not here is nobody's: all stays as it is.
        let known = state.catalogue.general(&general);
        if let Some(general) = known {
            state.become_general(id, &general);
        }
        return Ok(true);
    }
    if property == "general2" {
        state.become_second(id, &text()?);
        return Ok(true);
    }
    let player = state.player_mut(id);
    match property {
        "hp" => player.set_hp(number()?),
        "maxhp" => {
            player.max_hp = number()?.max(0);
            player.hp = player.hp.min(player.max_hp);
        }
        "kingdom" => player.kingdom = text()?,
        "role" => player.role = Role::from_text(&text()?).unwrap_or(player.role),
        "gender" => {
            let gender = Gender::from_number(i64::from(number()?));
            player.gender = gender.unwrap_or(player.gender);
        }
        "seat" => player.seat = number()?.clamp(0, 255) as u8,
        "phase" => match value.as_i64().and_then(Phase::from_number) {
            Some(phase) => player.phase = phase,
            None => player.phase = Phase::from_text(&text()?).unwrap_or(player.phase),
        },
        "alive" => player.alive = truth,
        "faceup" => player.face_up = truth,
        "chained" => player.chained = truth,
        "screenname" => player.screen_name = text()?,
        "state" => player.state = text()?,
        "role_shown" => player.role_shown = truth,
        _ => return Ok(false),
    }
    Ok(true)
}
