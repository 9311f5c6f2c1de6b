use fangqi_binding::Refusal;
use fangqi_binding::args::Finite;
use fangqi_plugin::{Call, Ready, lua_module};
use fangqi_protocol::{PlayerId, TICKS_PER_SECOND};
use fangqi_vm::compile;
use mlua::{Function, IntoLua, MultiValue, Value};

use super::json_value::{from_json, to_json};
use crate::room::InRoom;

/// What a callback is told first.
const FOUND: i32 = 0;
/// There is no such data.
const NO_DATA: i32 = 2;
/// What a callback is told first, whether there is what was asked for: the older names without `Ex`
/// say it by a truth, the others by a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    Code,
    Truth,
}

/// Most entries of one answer.
const ENTRIES_MAX: usize = 1000;
/// Calls a callback with what is found by then: what was asked for before has been done.
const ANSWER: &str = "local callback, find = ... callback(find())";
/// Calls a callback so and puts what it returns in place of what was there.
const UPDATE: &str = "local callback, find, put = ... put(callback(find()))";
/// Why functions that send players elsewhere answer FAILED.
const ONE_ROOM: &str = "a room knows no other rooms or maps";

lua_module! {
    /// Tables that Mini World keeps in its cloud: ranked ones (keys with numbers) and plain ones
    /// (keys with values). Here they belong to the room and last as long as it. Callbacks are
    /// called after the running handler: 0 and the data, or 2 when there is none. Those of the
    /// older
    /// names, without `Ex`, are told true or false in place of the code. Places of a ranked table
    /// count
    /// from the smallest number, and below 0 from the largest.
    pub static CLOUD_SEVER = "CloudSever", Code, aka ["CloudServer"];

    /// Sets a key of a ranked table.
    /// Example: `CloudSever:setOrderDataBykey("best", "Ann", 100)`
    fn setOrderDataBykey(ctx, libvarname: String, key: String, value: Finite) -> () {
        Ok(ctx.mini().sim.clouds.rank(&libvarname, &key, Some(value.0))?)
    }

    /// Removes a key of a ranked table.
    /// Example: `CloudSever:removeOrderDataByKey("best", "Ann")`
    fn removeOrderDataByKey(ctx, libvarname: String, key: String) -> () {
        Ok(ctx.mini().sim.clouds.rank(&libvarname, &key, None)?)
    }

    /// Asks for a key of a ranked table: `callback(code, key, value, rank)`.
    /// Example: `CloudSever:getOrderDataByKeyEx("best", "Ann", function(code, key, value) end)`
    fn getOrderDataByKeyEx(ctx, libvarname: String, key: String, callback: Function) -> () {
        by_key(&ctx, libvarname, key, First::Code, callback)
    }

    /// As `getOrderDataByKeyEx`, of older scripts: `callback(found, key, value, rank)`.
    /// Example: `CloudSever:getOrderDataByKey("best", "Ann", function(found, key, value) end)`
    fn getOrderDataByKey(ctx, libvarname: String, key: String, callback: Function) -> () {
        by_key(&ctx, libvarname, key, First::Truth, callback)
    }

    /// Asks for a place of a ranked table: 1 is the smallest number, -1 the largest:
    /// `callback(code, key, value)`.
    /// Example: `CloudSever:getOrderDataIndexValueEx("best", -1, function(code, key, value) end)`
    fn getOrderDataIndexValueEx(ctx, libvarname: String, index: i32, callback: Function) -> () {
        by_place(&ctx, libvarname, index, First::Code, callback)
    }

    /// As `getOrderDataIndexValueEx`, of older scripts: `callback(found, key, value)`.
    /// Example: `CloudSever:getOrderDataIndexValue("best", -1, function(found, key, value) end)`
    fn getOrderDataIndexValue(ctx, libvarname: String, index: i32, callback: Function) -> () {
        by_place(&ctx, libvarname, index, First::Truth, callback)
    }

    /// Empties a ranked table.
    /// Example: `CloudSever:ClearOrderData("best")`
    fn ClearOrderData(ctx, libvarname: String) -> () {
        ctx.mini().sim.clouds.clear_ranked(&libvarname);
        Ok(())
    }

    /// Adds to the number of a key of a ranked table.
    /// Example: `CloudSever:automaticByKey("best", "Ann", 5)`
    fn automaticByKey(ctx, libvarname: String, key: String, value: Finite) -> () {
        let clouds = &mut ctx.mini().sim.clouds;
        let sum = clouds.ranked(&libvarname).get(&key).unwrap_or(0.0) + value.0;
        if !sum.is_finite() {
            return Err("the sum is too large".into());
        }
        Ok(clouds.rank(&libvarname, &key, Some(sum))?)
    }

    /// Asks for the first `icount` of a ranked table, the smallest first; below 0 the largest
    /// first: `callback(code, { { k = key, v = value, ix = place, nick = name }, … })`. `nick` is
    /// the name of the player whose number the key is, else the key.
    /// Example: `CloudSever:getOrderDataIndexAreaEx("best", -10, function(code, list) end)`
    fn getOrderDataIndexAreaEx(ctx, libvarname: String, icount: i32, callback: Function) -> () {
        area(&ctx, libvarname, icount, None, First::Code, callback)
    }

    /// As `getOrderDataIndexAreaEx`, of older scripts: `callback(found, list)`.
    /// Example: `CloudSever:getOrderDataIndexArea("best", -10, function(found, list) end)`
    fn getOrderDataIndexArea(ctx, libvarname: String, icount: i32, callback: Function) -> () {
        area(&ctx, libvarname, icount, None, First::Truth, callback)
    }

    /// As `getOrderDataIndexAreaEx`, of the numbers from one to another.
    /// Example: `CloudSever:getOrderDataValueAreaEx("best", -10, 1, 100, function(code, list) end)`
    fn getOrderDataValueAreaEx(ctx, libvarname: String, icount: i32, minvalue: Finite,
        maxvalue: Finite, callback: Function) -> () {
        area(&ctx, libvarname, icount, Some((minvalue.0, maxvalue.0)), First::Code, callback)
    }

    /// As `getOrderDataValueAreaEx`, of older scripts: `callback(found, list)`.
    /// Example: `CloudSever:getOrderDataValueArea("best", -10, 1, 100, function(found, list) end)`
    fn getOrderDataValueArea(ctx, libvarname: String, icount: i32, minvalue: Finite,
        maxvalue: Finite, callback: Function) -> () {
        area(&ctx, libvarname, icount, Some((minvalue.0, maxvalue.0)), First::Truth, callback)
    }

    /// Sets a key of a plain table: a number, text, truth or table of such; nil removes it.
    /// Example: `CloudSever:setDataListBykey("bags", "Ann", { coins = 5 })`
    fn setDataListBykey(ctx, libvarname: String, key: String, value: Value) -> () {
        put(&ctx, &libvarname, &key, &value)
    }

    /// Removes a key of a plain table.
    /// Example: `CloudSever:removeDataListByKey("bags", "Ann")`
    fn removeDataListByKey(ctx, libvarname: String, key: String) -> () {
        Ok(ctx.mini().sim.clouds.put(&libvarname, &key, None)?)
    }

    /// Asks for a key of a plain table: `callback(code, key, value)`.
    /// Example: `CloudSever:getDataListByKeyEx("bags", "Ann", function(code, key, value) end)`
    fn getDataListByKeyEx(ctx, libvarname: String, key: String, callback: Function) -> () {
        let find = move |ctx: &Call<'_>| found_in_list(ctx, &libvarname, &key);
        answer_with(&ctx, First::Code, callback, find)
    }

    /// As `getDataListByKeyEx`, of older scripts: `callback(found, key, value)`.
    /// Example: `CloudSever:getDataListByKey("bags", "Ann", function(found, key, value) end)`
    fn getDataListByKey(ctx, libvarname: String, key: String, callback: Function) -> () {
        let find = move |ctx: &Call<'_>| found_in_list(ctx, &libvarname, &key);
        answer_with(&ctx, First::Truth, callback, find)
    }

    /// Empties a plain table.
    /// Example: `CloudSever:ClearDataList("bags")`
    fn ClearDataList(ctx, libvarname: String) -> () {
        ctx.mini().sim.clouds.clear_list(&libvarname);
        Ok(())
    }

    /// A plain table as it is now, as a table by key.
    /// Example: `local code, data = CloudSever:getlistCache("bags")`
    fn getlistCache(ctx, libvarname: String) -> (data: mlua::Table) {
        let list = ctx.mini().sim.clouds.list(&libvarname).cloned().unwrap_or_default();
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
    fn UpdateDataListByKey(ctx, libvarname: String, key: String, callback: Function) -> () {
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
        let find = move |ctx: &Call<'_>| found_in_list(ctx, &libvarname, &key);
        let find = finding(&ctx, First::Code, find)?;
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

    /// Refuses players whom the room does not know for `seconds`.
    /// Example: `CloudSever:SetForbidJoin(60)`
    fn SetForbidJoin(ctx, seconds: f64) -> () {
        if !(0.0..=86_400.0).contains(&seconds) {
            return Err("argument 1, seconds, must be from 0 to 86400".into());
        }
        let mut room = ctx.mini();
        let until = room.clock + (seconds * TICKS_PER_SECOND as f64).ceil() as u64;
        room.sim.scenery.closed_until = (seconds > 0.0).then_some(until);
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
    first: First,
    callback: Function,
    find: impl Fn(&Call<'_>) -> Result<Found, Refusal> + 'static,
) -> Result<(), Refusal> {
    let find = finding(ctx, first, find)?;
    queue(ctx, ANSWER, [callback, find])
}

/// What finds something as a function for scripts.
fn finding(
    ctx: &Call<'_>,
    first: First,
    find: impl Fn(&Call<'_>) -> Result<Found, Refusal> + 'static,
) -> mlua::Result<Function> {
    let (context, path) = (ctx.ctx.clone(), ctx.path);
    ctx.lua.create_function(move |lua, ()| {
        let call = Call { ctx: &context, lua, path, params: &[] };
        let (found, mut values) = find(&call).unwrap_or_else(|refusal| {
            call.refused(refusal.reason());
            (false, Vec::new())
        });
        let told = match first {
            First::Code => number(if found { FOUND } else { NO_DATA }),
            First::Truth => Value::Boolean(found),
        };
        values.insert(0, told);
        Ok(MultiValue::from_vec(values))
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

/// Whether there is what was asked for, and what a callback is told of it.
type Found = (bool, Vec<Value>);

fn by_key(
    ctx: &Call<'_>,
    name: String,
    key: String,
    first: First,
    callback: Function,
) -> Result<(), Refusal> {
    answer_with(ctx, first, callback, move |ctx| {
        let table = ctx.mini().sim.clouds.ranked(&name);
        ctx.charge(table.in_order().len() as u64)?;
        let rank = table.in_order().iter().position(|(own, _)| *own == &*key);
        Ok(match (table.get(&key), rank) {
            (Some(value), Some(rank)) => {
                (true, vec![text(ctx, &key)?, float(value), float(rank as f64 + 1.0)])
            }
            _ => (false, vec![text(ctx, &key)?]),
        })
    })
}

fn by_place(
    ctx: &Call<'_>,
    name: String,
    place: i32,
    first: First,
    callback: Function,
) -> Result<(), Refusal> {
    if place == 0 {
        return Err("argument 2, index, must not be 0".into());
    }
    answer_with(ctx, first, callback, move |ctx| {
        let table = ctx.mini().sim.clouds.ranked(&name);
        let order = table.in_order();
        ctx.charge(order.len() as u64)?;
        // They lie with the largest first.
        let far = place.unsigned_abs() as usize;
        let at = if place < 0 { Some(far - 1) } else { order.len().checked_sub(far) };
        Ok(match at.and_then(|at| order.get(at)) {
            Some((key, value)) => (true, vec![text(ctx, key)?, float(*value)]),
            None => (false, Vec::new()),
        })
    })
}

fn area(
    ctx: &Call<'_>,
    name: String,
    count: i32,
    range: Option<(f64, f64)>,
    first: First,
    callback: Function,
) -> Result<(), Refusal> {
    let wanted = (count.unsigned_abs() as usize).min(ENTRIES_MAX);
    if wanted == 0 {
        return Err("argument 2, icount, must not be 0".into());
    }
    answer_with(ctx, first, callback, move |ctx| {
        let table = ctx.mini().sim.clouds.ranked(&name);
        let mut order = table.in_order();
        ctx.charge(order.len() as u64)?;
        if count > 0 {
            order.reverse();
        }
        let inside = |value: f64| range.is_none_or(|(low, high)| (low..=high).contains(&value));
        let placed = (1_u32..).zip(order).filter(|(_, (_, value))| inside(*value));
        let list = ctx.lua.create_table()?;
        for (place, (key, value)) in placed.take(wanted) {
            let entry = ctx.lua.create_table()?;
            entry.raw_set("k", key)?;
            entry.raw_set("v", value)?;
            entry.raw_set("ix", place)?;
            entry.raw_set("nick", nick_of(ctx, key))?;
            list.raw_push(entry)?;
        }
        Ok((list.raw_len() > 0, vec![Value::Table(list)]))
    })
}

/// The name of the player whose number a key is; else the key itself.
fn nick_of(ctx: &Call<'_>, key: &str) -> String {
    let room = ctx.mini();
    let player = key.parse().ok().and_then(|id| room.players.get(PlayerId(id)));
    player.map_or_else(|| key.to_owned(), |player| player.name.clone())
}

fn put(ctx: &Call<'_>, name: &str, key: &str, value: &Value) -> Result<(), Refusal> {
    if value.is_nil() {
        return Ok(ctx.mini().sim.clouds.put(name, key, None)?);
    }
    let json = to_json(value)?;
    ctx.charge(json.len() as u64 / 2)?;
    Ok(ctx.mini().sim.clouds.put(name, key, Some(json))?)
}

/// The key and the value of an answer.
fn found_in_list(ctx: &Call<'_>, name: &str, key: &str) -> Result<Found, Refusal> {
    let found = ctx.mini().sim.clouds.list(name).and_then(|list| list.get(key).cloned());
    match found {
        Some(json) => {
            ctx.charge(json.len() as u64 / 2)?;
            let value = from_json(ctx.lua, &json)?;
            Ok((true, vec![text(ctx, key)?, value]))
        }
        None => Ok((false, vec![text(ctx, key)?])),
    }
}
