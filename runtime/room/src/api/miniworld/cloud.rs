use mlua::{Function, IntoLua, MultiValue, Value};

use super::json_value::{from_json, to_json};
use crate::api::args::{Finite, Name};
use crate::api::ctx::Call;
use crate::api::results::Refusal;
use crate::api::spec::lua_module;
use crate::host::{Ready, TICKS_PER_SECOND};
use crate::vm::compile;

/// What a callback is told first.
const FOUND: i32 = 0;
/// There is no such data.
const NO_DATA: i32 = 2;
/// Most entries of one answer.
const ENTRIES_MAX: usize = 1000;
/// Calls a callback with what is found by then: what was asked for before has been done.
const ANSWER: &str = "local callback, find = ... callback(find())";
/// Calls a callback so and puts what it returns in place of what was there.
const UPDATE: &str = "local callback, find, put = ... put(callback(find()))";
/// Why functions that send players elsewhere answer FAILED.
const ONE_ROOM: &str = "a room knows no other rooms or maps";

lua_module! {
    /// Tables that Mini World keeps in its cloud: ranked ones (keys with numbers, the highest
    /// first) and plain ones (keys with values). Here they belong to the room and last as long as
    /// it. Callbacks are called after the running handler: 0 and the data, or 2 when there is none.
    pub static CLOUD_SEVER = "CloudSever", Code, aka ["CloudServer"];

    /// Sets a key of a ranked table.
    /// Example: `CloudSever:setOrderDataBykey("best", "Ann", 100)`
    fn setOrderDataBykey(ctx, libvarname: Name, key: Name, value: Finite) -> () {
        Ok(ctx.host().sim.clouds.rank(&libvarname, &key, Some(value.0))?)
    }

    /// Removes a key of a ranked table.
    /// Example: `CloudSever:removeOrderDataByKey("best", "Ann")`
    fn removeOrderDataByKey(ctx, libvarname: Name, key: Name) -> () {
        Ok(ctx.host().sim.clouds.rank(&libvarname, &key, None)?)
    }

    /// Asks for a key of a ranked table: `callback(code, key, value, rank)`.
    /// Example: `CloudSever:getOrderDataByKeyEx("best", "Ann", function(code, key, value) end)`
    fn getOrderDataByKeyEx(ctx, libvarname: Name, key: Name, callback: Function) -> () {
        by_key(&ctx, libvarname, key, callback)
    }

    /// As `getOrderDataByKeyEx`; an older name.
    /// Example: `CloudSever:getOrderDataByKey("best", "Ann", function(code, key, value) end)`
    fn getOrderDataByKey(ctx, libvarname: Name, key: Name, callback: Function) -> () {
        by_key(&ctx, libvarname, key, callback)
    }

    /// Asks for a place of a ranked table, from 1; below 0 counts from the end:
    /// `callback(code, key, value)`.
    /// Example: `CloudSever:getOrderDataIndexValueEx("best", 1, function(code, key, value) end)`
    fn getOrderDataIndexValueEx(ctx, libvarname: Name, index: i32, callback: Function) -> () {
        if index == 0 {
            return Err("argument 2, index, must not be 0".into());
        }
        answer_with(&ctx, callback, move |ctx| {
            let table = ctx.host().sim.clouds.ranked(&libvarname);
            let order = table.in_order();
            ctx.charge(order.len() as u64)?;
            let far = index.unsigned_abs() as usize;
            let at = if index > 0 { Some(far - 1) } else { order.len().checked_sub(far) };
            Ok(match at.and_then(|at| order.get(at)) {
                Some((key, value)) => vec![number(FOUND), text(ctx, key)?, float(*value)],
                None => vec![number(NO_DATA)],
            })
        })
    }

    /// Empties a ranked table.
    /// Example: `CloudSever:ClearOrderData("best")`
    fn ClearOrderData(ctx, libvarname: Name) -> () {
        ctx.host().sim.clouds.clear_ranked(&libvarname);
        Ok(())
    }

    /// Adds to the number of a key of a ranked table.
    /// Example: `CloudSever:automaticByKey("best", "Ann", 5)`
    fn automaticByKey(ctx, libvarname: Name, key: Name, value: Finite) -> () {
        let clouds = &mut ctx.host().sim.clouds;
        let sum = clouds.ranked(&libvarname).get(&key).unwrap_or(0.0) + value.0;
        if !sum.is_finite() {
            return Err("the sum is too large".into());
        }
        Ok(clouds.rank(&libvarname, &key, Some(sum))?)
    }

    /// Asks for the first so many of a ranked table (below 0: the last):
    /// `callback(code, { { k = key, v = value, ix = rank }, … })`.
    /// Example: `CloudSever:getOrderDataIndexAreaEx("best", 10, function(code, list) end)`
    fn getOrderDataIndexAreaEx(ctx, libvarname: Name, icount: i32, callback: Function) -> () {
        area(&ctx, libvarname, icount, None, callback)
    }

    /// As `getOrderDataIndexAreaEx`; an older name.
    /// Example: `CloudSever:getOrderDataIndexArea("best", 10, function(code, list) end)`
    fn getOrderDataIndexArea(ctx, libvarname: Name, icount: i32, callback: Function) -> () {
        area(&ctx, libvarname, icount, None, callback)
    }

    /// Asks for the first so many of a ranked table with numbers from one to another.
    /// Example: `CloudSever:getOrderDataValueAreaEx("best", 10, 1, 100, function(code, list) end)`
    fn getOrderDataValueAreaEx(ctx, libvarname: Name, icount: i32, minvalue: Finite,
        maxvalue: Finite, callback: Function) -> () {
        area(&ctx, libvarname, icount, Some((minvalue.0, maxvalue.0)), callback)
    }

    /// Sets a key of a plain table: a number, text, truth or table of such.
    /// Example: `CloudSever:setDataListBykey("bags", "Ann", { coins = 5 })`
    fn setDataListBykey(ctx, libvarname: Name, key: Name, value: Value) -> () {
        put(&ctx, &libvarname, &key, &value)
    }

    /// Removes a key of a plain table.
    /// Example: `CloudSever:removeDataListByKey("bags", "Ann")`
    fn removeDataListByKey(ctx, libvarname: Name, key: Name) -> () {
        Ok(ctx.host().sim.clouds.put(&libvarname, &key, None)?)
    }

    /// Asks for a key of a plain table: `callback(code, key, value)`.
    /// Example: `CloudSever:getDataListByKeyEx("bags", "Ann", function(code, key, value) end)`
    fn getDataListByKeyEx(ctx, libvarname: Name, key: Name, callback: Function) -> () {
        answer_with(&ctx, callback, move |ctx| found_in_list(ctx, &libvarname, &key))
    }

    /// As `getDataListByKeyEx`; an older name.
    /// Example: `CloudSever:getDataListByKey("bags", "Ann", function(code, key, value) end)`
    fn getDataListByKey(ctx, libvarname: Name, key: Name, callback: Function) -> () {
        answer_with(&ctx, callback, move |ctx| found_in_list(ctx, &libvarname, &key))
    }

    /// Empties a plain table.
    /// Example: `CloudSever:ClearDataList("bags")`
    fn ClearDataList(ctx, libvarname: Name) -> () {
        ctx.host().sim.clouds.clear_list(&libvarname);
        Ok(())
    }

    /// A plain table as it is now, as a table by key.
    /// Example: `local code, data = CloudSever:getlistCache("bags")`
    fn getlistCache(ctx, libvarname: Name) -> (data: mlua::Table) {
        let list = ctx.host().sim.clouds.list(&libvarname).cloned().unwrap_or_default();
        ctx.charge(list.values().map(|text| text.len() as u64 / 2 + 1).sum())?;
        let data = ctx.lua.create_table()?;
        for (key, value) in list {
            data.raw_set(key, from_json(ctx.lua, &value)?)?;
        }
        Ok((data,))
    }

    /// Changes a key of a plain table safely: `callback(code, key, value)` is called with what is
    /// there, and what it returns is put in its place.
    /// Partly: what the callback returns is taken; a callback that waits changes nothing
    /// Example: `CloudSever:UpdateDataListByKey("bags", "Ann", function(code) return 1 end)`
    fn UpdateDataListByKey(ctx, libvarname: Name, key: Name, callback: Function) -> () {
        let (context, name, own) = (ctx.ctx.clone(), libvarname.clone(), key.clone());
        let put = ctx.lua.create_function(move |lua, value: Value| {
            if value.is_nil() {
                return Ok(());
            }
            let call = Call { ctx: &context, lua, path: "CloudSever:UpdateDataListByKey", params: &[] };
            if let Err(refusal) = self::put(&call, &name, &own, &value) {
                call.refused(refusal.reason());
            }
            Ok(())
        })?;
        let find = finding(&ctx, move |ctx| found_in_list(ctx, &libvarname, &key))?;
        queue(&ctx, UPDATE, [callback, find, put])
    }

    /// Would send a message to other rooms of the map.
    /// Fails: a room knows no other rooms
    /// Example: `CloudSever:SendSeverMsg("hello", {})`
    fn SendSeverMsg(ctx, msg: String, customdata: Value) -> () {
        Err(ONE_ROOM.into())
    }

    /// Would send players to another map.
    /// Fails: a room knows no other maps
    /// Example: `CloudSever:TransmitToMap(uin, 1)`
    fn TransmitToMap(ctx, playerid: Value, mapid: Value) -> () {
        Err(ONE_ROOM.into())
    }

    /// Would send players to another room.
    /// Fails: a room knows no other rooms
    /// Example: `CloudSever:TransmitToRoom(uin, "room")`
    fn TransmitToRoom(ctx, playerid: Value, roomid: Value) -> () {
        Err(ONE_ROOM.into())
    }

    /// Would send players to another room.
    /// Fails: a room knows no other rooms
    /// Example: `CloudSever:TransmitOtherRoom(uin)`
    fn TransmitOtherRoom(ctx, playerid: Value) -> () {
        Err(ONE_ROOM.into())
    }

    /// Would send players to a kind of room.
    /// Fails: a room knows no other rooms
    /// Example: `CloudSever:TransmitToCategoryRoom(uin, "kind", "map")`
    fn TransmitToCategoryRoom(ctx, playerid: Value, roomtype: Value, mapid: Value) -> () {
        Err(ONE_ROOM.into())
    }

    /// The number of this room, as a text.
    /// Partly: a room does not know the name that the lobby gives it: this is the map's
    /// Example: `local code, room = CloudSever:GetRoomID()`
    fn GetRoomID(ctx) -> (roomid: String) {
        Ok((ctx.host().package.id().to_owned(),))
    }

    /// The kind of this room: all are of one kind, an empty text.
    /// Example: `local code, kind = CloudSever:GetRoomCategory()`
    fn GetRoomCategory(ctx) -> (category: String) {
        Ok((String::new(),))
    }

    /// Lets nobody new in for so many seconds.
    /// Example: `CloudSever:SetForbidJoin(60)`
    fn SetForbidJoin(ctx, seconds: f64) -> () {
        if !(0.0..=86_400.0).contains(&seconds) {
            return Err("argument 1, seconds, must be from 0 to 86400".into());
        }
        let mut host = ctx.host();
        let until = host.clock + (seconds * TICKS_PER_SECOND as f64).ceil() as u64;
        host.sim.scenery.closed_until = (seconds > 0.0).then_some(until);
        Ok(())
    }

    /// Would close the room.
    /// Fails: who opened the room closes it
    /// Example: `CloudSever:CloseCurRoom(10, "See you")`
    fn CloseCurRoom(ctx, countdown: Option<f64>, msg: Option<String>) -> () {
        Err("who opened the room closes it".into())
    }
}

fn number(number: i32) -> Value {
    Value::Number(f64::from(number))
}

fn float(number: f64) -> Value {
    Value::Number(number)
}

fn text(ctx: &Call<'_>, text: &str) -> mlua::Result<Value> {
    text.into_lua(ctx.lua)
}

/// Calls a callback after the running handler, with what is found then.
fn answer_with(
    ctx: &Call<'_>,
    callback: Function,
    find: impl Fn(&Call<'_>) -> Result<Vec<Value>, Refusal> + 'static,
) -> Result<(), Refusal> {
    let find = finding(ctx, find)?;
    queue(ctx, ANSWER, [callback, find])
}

/// What finds something as a function for scripts.
fn finding(
    ctx: &Call<'_>,
    find: impl Fn(&Call<'_>) -> Result<Vec<Value>, Refusal> + 'static,
) -> mlua::Result<Function> {
    let (context, path) = (ctx.ctx.clone(), ctx.path);
    ctx.lua.create_function(move |lua, ()| {
        let call = Call { ctx: &context, lua, path, params: &[] };
        let found = find(&call).unwrap_or_else(|refusal| {
            call.refused(refusal.reason());
            vec![number(NO_DATA)]
        });
        Ok(MultiValue::from_vec(found))
    })
}

/// Runs a chunk with these functions after the running handler.
fn queue<const N: usize>(
    ctx: &Call<'_>,
    chunk: &str,
    functions: [Function; N],
) -> Result<(), Refusal> {
    ctx.host().check_queue()?;
    let max = ctx.host().limits.waiting_max;
    let run = ctx.guarded(compile("CloudSever", chunk.as_bytes())?.function(ctx.lua)?)?;
    let mut script = ctx.script();
    if script.kept_calls() >= max {
        return Err(format!("{max} functions wait to be run already").into());
    }
    let arguments = functions.map(Value::Function);
    let slot = script.keep_call(run, MultiValue::from_vec(arguments.into()));
    drop(script);
    ctx.host().ready.push_back(Ready::Call { slot });
    Ok(())
}

fn by_key(ctx: &Call<'_>, name: Name, key: Name, callback: Function) -> Result<(), Refusal> {
    answer_with(ctx, callback, move |ctx| {
        let table = ctx.host().sim.clouds.ranked(&name);
        ctx.charge(table.in_order().len() as u64)?;
        let rank = table.in_order().iter().position(|(own, _)| *own == &*key);
        Ok(match (table.get(&key), rank) {
            (Some(value), Some(rank)) => {
                vec![number(FOUND), text(ctx, &key)?, float(value), float(rank as f64 + 1.0)]
            }
            _ => vec![number(NO_DATA), text(ctx, &key)?],
        })
    })
}

fn area(
    ctx: &Call<'_>,
    name: Name,
    count: i32,
    range: Option<(f64, f64)>,
    callback: Function,
) -> Result<(), Refusal> {
    let wanted = count.unsigned_abs() as usize;
    if wanted == 0 || wanted > ENTRIES_MAX {
        return Err(format!("argument 2, icount, must be from 1 to {ENTRIES_MAX}").into());
    }
    answer_with(ctx, callback, move |ctx| {
        let table = ctx.host().sim.clouds.ranked(&name);
        let order = table.in_order();
        ctx.charge(order.len() as u64)?;
        let inside = |value: f64| range.is_none_or(|(low, high)| (low..=high).contains(&value));
        let ranked = (1..).zip(order).filter(|(_, (_, value))| inside(*value));
        let mut picked: Vec<(u32, (&str, f64))> = ranked.collect();
        if count < 0 {
            picked.reverse();
        }
        picked.truncate(wanted);
        let list = ctx.lua.create_table()?;
        for (rank, (key, value)) in &picked {
            let entry = ctx.lua.create_table()?;
            entry.raw_set("k", *key)?;
            entry.raw_set("v", *value)?;
            entry.raw_set("ix", *rank)?;
            list.raw_push(entry)?;
        }
        let code = if picked.is_empty() { NO_DATA } else { FOUND };
        Ok(vec![number(code), Value::Table(list)])
    })
}

fn put(ctx: &Call<'_>, name: &str, key: &str, value: &Value) -> Result<(), Refusal> {
    if value.is_nil() {
        return Err("argument 3, value, must not be nil; removeDataListByKey removes".into());
    }
    let json = to_json(value)?;
    ctx.charge(json.len() as u64 / 2)?;
    Ok(ctx.host().sim.clouds.put(name, key, Some(json))?)
}

/// The code, the key and the value of an answer.
fn found_in_list(ctx: &Call<'_>, name: &str, key: &str) -> Result<Vec<Value>, Refusal> {
    let found = ctx.host().sim.clouds.list(name).and_then(|list| list.get(key).cloned());
    match found {
        Some(json) => {
            ctx.charge(json.len() as u64 / 2)?;
            let value = from_json(ctx.lua, &json)?;
            Ok(vec![number(FOUND), text(ctx, key)?, value])
        }
        None => Ok(vec![number(NO_DATA), text(ctx, key)?]),
    }
}
