//! Players and cards on their way across the border: whole numbers. What does not fit into one, a
//! long list or an unusual virtual card, is a table.

use std::cell::Cell;
use std::rc::Rc;

use fangqi_sanguosha::{Card, CardId, Catalogue, KindId, Name, PlayerId, SkillId, Suit, Virtual};
use mlua::{FromLua, IntoLua, Lua, LuaString, Table, Value};

use fangqi_vm::RawArgs;

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
    /// The player argument of a raw call.
    pub(super) fn asked(asked: &RawArgs, at: i32) -> Result<Who, String> {
        let known = asked.integer(at).and_then(Who::numbered);
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

/// A card: an id; less than 0 a virtual card that is [packed](pack); or a table with what one is.
#[derive(Debug, Clone)]
pub(super) struct Made(pub(super) Card);

impl FromLua for Made {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Self> {
        if let Value::Table(table) = &value {
            return Ok(Made(Card::Virtual(Rc::new(virtual_card(table)?))));
        }
        match value.as_i64().and_then(|number| u64::try_from(-1 - number).ok()) {
            Some(packed) => Ok(Made(Card::Virtual(Rc::new(unpack(lua, packed)?)))),
            None => Id::from_lua(value, lua).map(|id| Made(Card::Real(id.0))),
        }
    }
}

/// Bits for the fields of a packed card, the lowest first: its kind, suit and number, its skill or
/// 0, and each of its cards or 0. A number of Luau holds 53.
const KIND_BITS: u32 = 10;
const SUIT_BITS: u32 = 3;
const NUMBER_BITS: u32 = 4;
const SKILL_BITS: u32 = 10;
const SUBCARD_BITS: u32 = 12;
/// Of how many cards one is made at most.
const SUBCARDS_MAX: usize = 2;
/// Bits for a player in a packed list.
const PLAYER_BITS: u32 = 4;
/// Bits in a packed list.
const LIST_BITS: u32 = 52;

/// Numbers in one, the first in the lowest bits; nothing if they do not fit. None is 0.
fn pack_all(numbers: impl DoubleEndedIterator<Item = u64>, bits: u32) -> Option<u64> {
    let mut used = 0;
    numbers.rev().try_fold(0, |packed, number| {
        used += bits;
        let fits = number > 0 && number < 1 << bits && used <= LIST_BITS;
        fits.then_some(packed << bits | number)
    })
}

/// From here on virtual cards are packed on their way to the scripts of a VM, which have to know
/// how to take them apart. Their skills go by their numbers in the catalogue.
pub(super) fn packs_cards(lua: &Lua, catalogue: &Rc<Catalogue>) {
    lua.set_app_data(Rc::clone(catalogue));
}

/// A virtual card as a number, if it fits into one and its skill is one of the packages'.
fn pack(lua: &Lua, made: &Virtual) -> Option<u64> {
    if !made.text.is_empty() || made.subcards.len() > SUBCARDS_MAX {
        return None;
    }
    let catalogue = catalogue(lua)?;
    let skill = match &*made.skill {
        "" => 0,
        name => u64::from(catalogue.find_skill(name)?.0) + 1,
    };
    let subcards = pack_all(made.subcards.iter().map(|id| u64::from(id.0) + 1), SUBCARD_BITS)?;
    let kind = u64::from(made.kind.0);
    if skill >= 1 << SKILL_BITS || kind >= 1 << KIND_BITS {
        return None;
    }
    let packed = subcards << SKILL_BITS | skill;
    let packed = packed << NUMBER_BITS | u64::from(made.number);
    let packed = packed << SUIT_BITS | u64::try_from(made.suit.number()).ok()?;
    Some(packed << KIND_BITS | kind)
}

/// The virtual card that is packed in a number.
fn unpack(lua: &Lua, mut packed: u64) -> mlua::Result<Virtual> {
    let mut next = |bits: u32| {
        let field = packed & ((1 << bits) - 1);
        packed >>= bits;
        field
    };
    let unknown = || mlua::Error::runtime("this is no card");
    let kind = next(KIND_BITS) as u16;
    let suit = Suit::from_number(next(SUIT_BITS) as i64).ok_or_else(unknown)?;
    let number = next(NUMBER_BITS) as u8;
    let skill = match next(SKILL_BITS) {
        0 => "".into(),
        skill => {
            let catalogue = catalogue(lua).ok_or_else(unknown)?;
            let id = SkillId(skill as u16 - 1);
            let known = usize::from(id.0) < catalogue.skill_count();
            known.then(|| catalogue.skill(id).name.clone()).ok_or_else(unknown)?
        }
    };
    let mut subcards = Vec::new();
    for _ in 0..SUBCARDS_MAX {
        match next(SUBCARD_BITS) as u16 {
            0 => break,
            id => subcards.push(CardId(id - 1)),
        }
    }
    let bounds = BOUNDS.get();
    let known = subcards.iter().all(|id| id.0 < bounds.cards);
    if kind >= bounds.kinds || number > 13 || !known || packed != 0 {
        return Err(unknown());
    }
    Ok(Virtual { kind: KindId(kind), suit, number, skill, subcards, text: "".into() })
}

/// What the packages of a VM have brought, if it packs cards.
fn catalogue(lua: &Lua) -> Option<Rc<Catalogue>> {
    lua.app_data_ref::<Rc<Catalogue>>().map(|catalogue| Rc::clone(&catalogue))
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
        if let Some(packed) = pack(lua, made).and_then(|packed| i64::try_from(packed).ok()) {
            return (-1 - packed).into_lua(lua);
        }
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

/// Ids on their way to where they may be packed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ids<'a>(pub(super) &'a [CardId]);

impl IntoLua for Ids<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        match pack_all(self.0.iter().map(|id| u64::from(id.0) + 1), SUBCARD_BITS) {
            Some(packed) => packed.into_lua(lua),
            None => lua_ids(lua, self.0).map(Value::Table),
        }
    }
}

/// Players on their way to scripts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Players<'a>(pub(super) &'a [PlayerId]);

impl IntoLua for Players<'_> {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        let numbers = self.0.iter().map(|id| u64::from(id.0) + 1);
        match pack_all(numbers.clone(), PLAYER_BITS) {
            Some(packed) => packed.into_lua(lua),
            None => lua.create_sequence_from(numbers).map(Value::Table),
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
