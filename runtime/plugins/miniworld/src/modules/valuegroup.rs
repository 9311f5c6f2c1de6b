use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use mlua::Value;

use super::objects::person_id;
use super::scalars::{scalar, suited, to_lua, var_type};
use super::support::yes;
use crate::living::{Scalar, order};
use crate::modules::object::Obj;
use crate::room::InRoom;

/// A list of values; a place may be empty.
type List = Vec<Option<Scalar>>;

/// Entries of a list looked at for one unit of fuel.
const ENTRIES_PER_UNIT: u64 = 16;

lua_module! {
    /// Lists of the map's values by type (`VARTYPE`: 17 numbers, 18 texts …) and name. Indexes
    /// count from 1. `playerid` says whose list it is; 0 or nothing is the map's. What is `remove`d
    /// leaves an empty place, what is `delete`d leaves none.
    pub static VALUEGROUP = "Valuegroup", Code, aka ["ValueGroup"];

    /// All values of a list; empty places are left out.
    /// Example: `local code, values = Valuegroup:getAllGroupItem(17, "scores", 0)`
    fn getAllGroupItem(ctx, vartype: i32, libname: String,
        playerid: Option<Obj>) -> (values: Vec<Value>) {
        let (list, _) = read(&ctx, vartype, &libname, playerid)?;
        let values = list.iter().flatten().map(|value| to_lua(value, ctx.lua));
        Ok((values.collect::<mlua::Result<Vec<Value>>>()?,))
    }

    /// Adds a value at the end.
    /// Example: `Valuegroup:insertInGroupByName(17, "scores", 5, 0)`
    fn insertInGroupByName(ctx, vartype: i32, libname: String,
        value: Value, playerid: Option<Obj>) -> () {
        let value = value_of(&ctx, (3, "value"), vartype, &value)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            list.push(Some(value));
            Ok(())
        })
    }

    /// Empties a place.
    /// Example: `Valuegroup:removeValueIndexByName(17, "scores", 1, 0)`
    fn removeValueIndexByName(ctx, vartype: i32, libname: String,
        indx: u32, playerid: Option<Obj>) -> () {
        change(&ctx, vartype, &libname, playerid, |list| {
            *place(list, indx)? = None;
            Ok(())
        })
    }

    /// Empties all places of a value.
    /// Example: `Valuegroup:removeValueByName(17, "scores", 5, 0)`
    fn removeValueByName(ctx, vartype: i32, libname: String,
        value: Value, playerid: Option<Obj>) -> () {
        let value = value_of(&ctx, (3, "value"), vartype, &value)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            list.iter_mut().filter(|old| old.as_ref() == Some(&value)).for_each(|old| *old = None);
            Ok(())
        })
    }

    /// Empties a list.
    /// Example: `Valuegroup:clearGroupByName(17, "scores", 0)`
    fn clearGroupByName(ctx, vartype: i32, libname: String, playerid: Option<Obj>) -> () {
        change(&ctx, vartype, &libname, playerid, |list| {
            list.clear();
            Ok(())
        })
    }

    /// How many places a list has.
    /// Example: `local code, n = Valuegroup:getGrouplengthByName(17, "scores", 0)`
    fn getGrouplengthByName(ctx, vartype: i32, libname: String, playerid: Option<Obj>) -> (n: u32) {
        Ok((read(&ctx, vartype, &libname, playerid)?.0.len() as u32,))
    }

    /// The value in a place; FAILED when there is none.
    /// Example: `local code, value = Valuegroup:getValueNoByName(17, "scores", 1, 0)`
    fn getValueNoByName(ctx, vartype: i32, libname: String,
        indx: u32, playerid: Option<Obj>) -> (value: Value) {
        let (list, _) = read(&ctx, vartype, &libname, playerid)?;
        let value = at(&list, indx).ok_or(Refusal::no())?;
        Ok((to_lua(value, ctx.lua)?,))
    }

    /// Puts a value into a place; the one behind the last may be used too.
    /// Example: `Valuegroup:setValueNoByName(17, "scores", 1, 9, 0)`
    fn setValueNoByName(ctx, vartype: i32, libname: String,
        indx: u32, value: Value, playerid: Option<Obj>) -> () {
        let value = value_of(&ctx, (4, "value"), vartype, &value)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            if indx as usize == list.len() + 1 {
                list.push(None);
            }
            *place(list, indx)? = Some(value);
            Ok(())
        })
    }

    /// A random value; FAILED when there is none.
    /// Example: `local code, value = Valuegroup:getRandomValueByName(17, "scores", 0)`
    fn getRandomValueByName(ctx, vartype: i32, libname: String,
        playerid: Option<Obj>) -> (value: Value) {
        let (list, _) = read(&ctx, vartype, &libname, playerid)?;
        let values: Vec<&Scalar> = list.iter().flatten().collect();
        if values.is_empty() {
            return Err(Refusal::no());
        }
        let index = ctx.host().rng.next_u64() % values.len() as u64;
        Ok((to_lua(values[index as usize], ctx.lua)?,))
    }

    /// Puts a value in before a place.
    /// Example: `Valuegroup:insertValueByName(17, "scores", 1, 7, 0)`
    fn insertValueByName(ctx, vartype: i32, libname: String,
        no: u32, value: Value, playerid: Option<Obj>) -> () {
        let value = value_of(&ctx, (4, "value"), vartype, &value)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            let before = before(list, no)?;
            list.insert(before, Some(value));
            Ok(())
        })
    }

    /// Takes a place out.
    /// Example: `Valuegroup:deleteNoByName(17, "scores", 1, 0)`
    fn deleteNoByName(ctx, vartype: i32, libname: String, no: u32, playerid: Option<Obj>) -> () {
        change(&ctx, vartype, &libname, playerid, |list| {
            place(list, no)?;
            list.remove(no as usize - 1);
            Ok(())
        })
    }

    /// Takes all places of a value out.
    /// Example: `Valuegroup:deleteValueByName(17, "scores", 5, 0)`
    fn deleteValueByName(ctx, vartype: i32, libname: String,
        val: Value, playerid: Option<Obj>) -> () {
        let value = value_of(&ctx, (3, "val"), vartype, &val)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            list.retain(|old| old.as_ref() != Some(&value));
            Ok(())
        })
    }

    /// Adds the values of a second list at the end of the first.
    /// Example: `Valuegroup:addGroupByName(17, "all", "some", 0, 0)`
    fn addGroupByName(ctx, vartype: i32, libname: String, libname2: String, playerid1: Option<Obj>,
        playerid2: Option<Obj>) -> () {
        let (other, _) = read(&ctx, vartype, &libname2, playerid2)?;
        change(&ctx, vartype, &libname, playerid1, |list| {
            list.extend(other);
            Ok(())
        })
    }

    /// Empties all places of values that a second list has too.
    /// Example: `Valuegroup:removeGroupByName(17, "all", "some", 0, 0)`
    fn removeGroupByName(ctx, vartype: i32, libname: String,
        libname2: String, playerid1: Option<Obj>,
        playerid2: Option<Obj>) -> () {
        let (other, _) = read(&ctx, vartype, &libname2, playerid2)?;
        charge_product(&ctx, vartype, &libname, playerid1, other.len())?;
        change(&ctx, vartype, &libname, playerid1, |list| {
            let also = |old: &&mut Option<Scalar>| old.is_some() && other.contains(old);
            list.iter_mut().filter(also).for_each(|old| *old = None);
            Ok(())
        })
    }

    /// Takes all places of values out that a second list has too.
    /// Example: `Valuegroup:deleteGroupByName(17, "all", "some", 0, 0)`
    fn deleteGroupByName(ctx, vartype: i32, libname: String,
        libname2: String, playerid1: Option<Obj>,
        playerid2: Option<Obj>) -> () {
        let (other, _) = read(&ctx, vartype, &libname2, playerid2)?;
        charge_product(&ctx, vartype, &libname, playerid1, other.len())?;
        change(&ctx, vartype, &libname, playerid1, |list| {
            list.retain(|old| old.is_none() || !other.contains(old));
            Ok(())
        })
    }

    /// Puts the values of a second list in before a place of the first.
    /// Example: `Valuegroup:insertGroupByName(17, "all", 1, "some", 0, 0)`
    fn insertGroupByName(ctx, vartype: i32, libname: String, no: u32, libname2: String,
        playerid1: Option<Obj>, playerid2: Option<Obj>) -> () {
        let (other, _) = read(&ctx, vartype, &libname2, playerid2)?;
        change(&ctx, vartype, &libname, playerid1, |list| {
            let before = before(list, no)?;
            list.splice(before..before, other);
            Ok(())
        })
    }

    /// Puts one value in place of another, wherever that is.
    /// Example: `Valuegroup:replaceValueByName(17, "scores", 5, 6, 0)`
    fn replaceValueByName(ctx, vartype: i32, libname: String, oldval: Value, newval: Value,
        playerid: Option<Obj>) -> () {
        let old = value_of(&ctx, (3, "oldval"), vartype, &oldval)?;
        let new = value_of(&ctx, (4, "newval"), vartype, &newval)?;
        change(&ctx, vartype, &libname, playerid, |list| {
            let same = |value: &&mut Option<Scalar>| value.as_ref() == Some(&old);
            list.iter_mut().filter(same).for_each(|value| *value = Some(new.clone()));
            Ok(())
        })
    }

    /// Sorts a list, upwards (0) or downwards (1); empty places come last.
    /// Example: `Valuegroup:sortGroupByName(17, "scores", 0, 0)`
    fn sortGroupByName(ctx, vartype: i32, libname: String,
        sortType: i32, playerid: Option<Obj>) -> () {
        if !matches!(sortType, 0 | 1) {
            return Err(format!("argument 3, sortType, must be 0 or 1, not {sortType}").into());
        }
        change(&ctx, vartype, &libname, playerid, |list| {
            list.sort_by(|a, b| order(a.as_ref(), b.as_ref()));
            if sortType == 1 {
                let full = list.iter().take_while(|value| value.is_some()).count();
                list[..full].reverse();
            }
            Ok(())
        })
    }

    /// Whether a list has a value: the code is OK for yes, FAILED for no.
    /// Example: `if Valuegroup:hasValueByName(17, "scores", 5, 0) == ErrorCode.OK then … end`
    fn hasValueByName(ctx, vartype: i32, libname: String, val: Value, playerid: Option<Obj>) -> () {
        let value = Some(value_of(&ctx, (3, "val"), vartype, &val)?);
        yes(read(&ctx, vartype, &libname, playerid)?.0.contains(&value))
    }

    /// Whether a place holds a value: the code is OK for yes, FAILED for no.
    /// Example: `if Valuegroup:hasNoByName(17, "scores", 1, 0) == ErrorCode.OK then … end`
    fn hasNoByName(ctx, vartype: i32, libname: String, no: u32, playerid: Option<Obj>) -> () {
        yes(at(&read(&ctx, vartype, &libname, playerid)?.0, no).is_some())
    }

    /// How often a list has a value.
    /// Example: `local code, n = Valuegroup:getValueCountByName(17, "scores", 5, 0)`
    fn getValueCountByName(ctx, vartype: i32, libname: String,
        val: Value, playerid: Option<Obj>) -> (n: u32) {
        let value = Some(value_of(&ctx, (3, "val"), vartype, &val)?);
        let (list, _) = read(&ctx, vartype, &libname, playerid)?;
        Ok((list.iter().filter(|own| **own == value).count() as u32,))
    }

    /// The first place of a value; FAILED when the list has it not.
    /// Example: `local code, index = Valuegroup:getGroupNoByValue(17, "scores", 5, 0)`
    fn getGroupNoByValue(ctx, vartype: i32, libname: String,
        val: Value, playerid: Option<Obj>) -> (index: u32) {
        let value = Some(value_of(&ctx, (3, "val"), vartype, &val)?);
        let (list, _) = read(&ctx, vartype, &libname, playerid)?;
        let index = list.iter().position(|own| *own == value).ok_or(Refusal::no())?;
        Ok((index as u32 + 1,))
    }

    /// The least (0) or greatest (1) number of a list; FAILED when it has none.
    /// Example: `local code, value = Valuegroup:getSpcialValueByName("scores", 1, 0)`
    fn getSpcialValueByName(ctx, libname: String,
        itype: i32, playerid: Option<Obj>) -> (value: f64) {
        let room = ctx.mini();
        let player = owner(&room, playerid)?;
        let list = room.sim.values.list_named(&libname, player);
        let numbers = list.iter().flatten().filter_map(|value| match value {
            Scalar::Number(number) => Some(*number),
            _ => None,
        });
        let found = match itype {
            0 => numbers.min_by(f64::total_cmp),
            1 => numbers.max_by(f64::total_cmp),
            other => return Err(format!("argument 2, itype, must be 0 or 1, not {other}").into()),
        };
        Ok((found.ok_or(Refusal::no())?,))
    }
}

/// Whose list is meant: 0 and nothing are the map's.
fn owner(room: &crate::room::MiniRoom<'_>, player: Option<Obj>) -> Result<u64, String> {
    match player {
        None | Some(Obj(0)) => Ok(0),
        Some(player) => person_id(room, player),
    }
}

fn read(
    ctx: &Call<'_>,
    kind: i32,
    name: &str,
    player: Option<Obj>,
) -> Result<(List, u64), Refusal> {
    let kind = var_type(kind)?;
    let room = ctx.mini();
    let player = owner(&room, player)?;
    let list = room.sim.values.list(kind, name, player).to_vec();
    drop(room);
    ctx.charge(list.len() as u64 / ENTRIES_PER_UNIT)?;
    Ok((list, player))
}

fn change(
    ctx: &Call<'_>,
    kind: i32,
    name: &str,
    player: Option<Obj>,
    change: impl FnOnce(&mut List) -> Result<(), String>,
) -> Result<(), Refusal> {
    let (list, player) = read(ctx, kind, name, player)?;
    drop(list);
    Ok(ctx.mini().sim.values.change_list(kind, name, player, change)?)
}

/// Fuel for looking through one list for each entry of another.
fn charge_product(
    ctx: &Call<'_>,
    kind: i32,
    name: &str,
    player: Option<Obj>,
    other: usize,
) -> Result<(), Refusal> {
    let (list, _) = read(ctx, kind, name, player)?;
    Ok(ctx.charge(list.len() as u64 * other as u64 / ENTRIES_PER_UNIT)?)
}

fn value_of(
    ctx: &Call<'_>,
    (position, name): (u32, &str),
    kind: i32,
    value: &Value,
) -> Result<Scalar, String> {
    suited(var_type(kind)?, scalar(position, name, value, ctx.lua)?)
}

fn at(list: &List, index: u32) -> Option<&Scalar> {
    list.get((index as usize).checked_sub(1)?)?.as_ref()
}

fn place(list: &mut List, index: u32) -> Result<&mut Option<Scalar>, String> {
    let length = list.len();
    let found = (index as usize).checked_sub(1).and_then(|index| list.get_mut(index));
    found.ok_or_else(|| format!("the group has no place {index}, but {length}"))
}

fn before(list: &List, index: u32) -> Result<usize, String> {
    match (index as usize).checked_sub(1) {
        Some(before) if before <= list.len() => Ok(before),
        _ => Err(format!("the group has no place {index}, but {}", list.len())),
    }
}
