//! Players and cards on their way across the border: whole numbers, and tables for virtual cards.

use std::cell::Cell;
use std::rc::Rc;

use fangqi_sanguosha::{Card, CardId, KindId, Name, PlayerId, Suit, Virtual};
use mlua::{FromLua, IntoLua, Lua, LuaString, Table, Value};

use crate::vm::Asked;

/// How much there is. Objects of scripts are tables that a script may forge; what they name is
/// checked where it comes in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    pub(super) players: u8,
    pub(super) cards: u16,
    pub(super) kinds: u16,
}

thread_local! {
    /// The bounds of the VM that runs on this thread.
    static BOUNDS: Cell<Bounds> = const { Cell::new(Bounds { players: 0, cards: 0, kinds: 0 }) };
}

impl Bounds {
    /// From here on a VM with these bounds runs.
    pub(super) fn hold(self) {
        BOUNDS.set(self);
    }
}

/// A player: `sgs1` is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Who(pub(super) PlayerId);

impl FromLua for Who {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        let known = value.as_i64().and_then(Who::numbered);
        known.ok_or_else(|| wanted("player", &value))
    }
}

impl Who {
    /// The player that a glance is asked about.
    pub(super) fn asked(asked: &Asked, at: i32) -> Result<Who, String> {
        let known = asked.whole(at).and_then(Who::numbered);
        known.ok_or_else(|| instead_of("player", &asked.type_name(at)))
    }

    fn numbered(number: i64) -> Option<Who> {
        let number = u8::try_from(number.checked_sub(1)?).ok()?;
        (number < BOUNDS.get().players).then_some(Who(PlayerId(number)))
    }
}

impl IntoLua for Who {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        (i64::from(self.0.0) + 1).into_lua(lua)
    }
}

/// A card of the deck, by its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(pub(super) CardId);

impl FromLua for Id {
    fn from_lua(value: Value, _: &Lua) -> mlua::Result<Self> {
        let id = value.as_i64().and_then(|number| u16::try_from(number).ok());
        let known = id.filter(|&id| id < BOUNDS.get().cards);
        known.map(|id| Id(CardId(id))).ok_or_else(|| match value.as_i64() {
            Some(number) => mlua::Error::runtime(format!("there is no card {number}")),
            None => wanted("card id", &value),
        })
    }
}

impl IntoLua for Id {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        self.0.0.into_lua(lua)
    }
}

/// A card: an id, or a table with what a virtual card is.
#[derive(Debug, Clone)]
pub(super) struct Made(pub(super) Card);

impl FromLua for Made {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Self> {
        match &value {
            Value::Table(table) => Ok(Made(Card::Virtual(Rc::new(virtual_card(table)?)))),
            _ => Id::from_lua(value, lua).map(|id| Made(Card::Real(id.0))),
        }
    }
}

fn virtual_card(table: &Table) -> mlua::Result<Virtual> {
    let kind: Option<u16> = table.raw_get("_kind").ok().flatten();
    let kind = kind
        .filter(|&kind| kind < BOUNDS.get().kinds)
        .ok_or_else(|| mlua::Error::runtime("this is no card"))?;
    let suit: Option<i64> = table.raw_get("_suit")?;
    let number: Option<i64> = table.raw_get("_number")?;
    let skill: Option<LuaString> = table.raw_get("_skill")?;
    let text: Option<LuaString> = table.raw_get("_text")?;
    let subcards: Option<Table> = table.raw_get("_sub")?;
    Ok(Virtual {
        kind: KindId(kind),
        suit: suit.and_then(Suit::from_number).unwrap_or(Suit::NoSuit),
        number: u8::try_from(number.unwrap_or(0)).ok().filter(|&number| number <= 13).unwrap_or(0),
        skill: skill.map_or_else(|| "".into(), |skill| name(&skill)),
        subcards: subcards.map_or_else(|| Ok(Vec::new()), |table| ids(&table))?,
        text: text.map_or_else(|| "".into(), |text| name(&text)),
    })
}

impl IntoLua for Made {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        let made = match &self.0 {
            Card::Real(id) => return Id(*id).into_lua(lua),
            Card::Virtual(made) => made,
        };
        let table = lua.create_table_with_capacity(0, 6)?;
        table.raw_set("_kind", made.kind.0)?;
        table.raw_set("_suit", made.suit.number())?;
        table.raw_set("_number", made.number)?;
        if !made.skill.is_empty() {
            table.raw_set("_skill", &*made.skill)?;
        }
        if !made.text.is_empty() {
            table.raw_set("_text", &*made.text)?;
        }
        if !made.subcards.is_empty() {
            table.raw_set("_sub", lua_ids(lua, &made.subcards)?)?;
        }
        Ok(Value::Table(table))
    }
}

/// A text as the engine keeps it.
pub(super) fn name(text: &LuaString) -> Name {
    Name::from(&*text.to_string_lossy())
}

/// The ids in a list.
pub(super) fn ids(list: &Table) -> mlua::Result<Vec<CardId>> {
    (1..=list.raw_len()).map(|at| list.raw_get::<Id>(at).map(|id| id.0)).collect()
}

/// The players in a list of their numbers.
pub(super) fn players(list: &Table) -> mlua::Result<Vec<PlayerId>> {
    (1..=list.raw_len()).map(|at| list.raw_get::<Who>(at).map(|who| who.0)).collect()
}

/// Ids as a list.
pub(super) fn lua_ids(lua: &Lua, ids: &[CardId]) -> mlua::Result<Table> {
    lua.create_sequence_from(ids.iter().map(|id| id.0))
}

/// Players as a list of their numbers.
pub(super) fn lua_players(lua: &Lua, players: &[PlayerId]) -> mlua::Result<Table> {
    lua.create_sequence_from(players.iter().map(|id| i64::from(id.0) + 1))
}

/// Ids on their way to scripts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ids<'a>(pub(super) &'a [CardId]);

impl IntoLua for Ids<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        lua_ids(lua, self.0).map(Value::Table)
    }
}

/// Players on their way to scripts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Players<'a>(pub(super) &'a [PlayerId]);

impl IntoLua for Players<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        match self.0 {
            [] => Ok(Value::Nil),
            players => lua_players(lua, players).map(Value::Table),
        }
    }
}

fn wanted(what: &str, value: &Value) -> mlua::Error {
    mlua::Error::runtime(instead_of(what, value.type_name()))
}

/// What authors are told who pass something else.
pub(super) fn instead_of(what: &str, kind: &str) -> String {
    format!("a {what} is wanted here, this is {kind}")
}
