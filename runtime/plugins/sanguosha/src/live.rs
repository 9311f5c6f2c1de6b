//! An event's data as scripts hold it, and its way across the border: a number for what it is and
//! then its fields.

use fangqi_sanguosha::event::{
    CardEffect, CardUse, Damage, Dying, Judge, JudgePattern, Move, Pindian, Recover, SlashEffect,
};
use fangqi_sanguosha::{Card, Data, Live, Name, Nature, Place, PlayerId, live};
use mlua::{
    AnyUserData, FromLua, IntoLuaMulti, Lua, LuaString, MultiValue, Table, UserData, Value,
};

use super::convert::{Id, Made, Players, Who, name, players};

/// Stands where no player has been named yet.
pub(super) const NO_ONE: PlayerId = PlayerId(u8::MAX);

/// What scripts hold of an event's data.
#[derive(Debug, Clone)]
pub(super) struct Handle(pub(super) Live);

impl UserData for Handle {}

impl FromLua for Handle {
    fn from_lua(value: Value, lua: &Lua) -> mlua::Result<Self> {
        let held = AnyUserData::from_lua(value, lua)?;
        Ok(held.borrow::<Handle>()?.clone())
    }
}

/// What data is, as the Luau half numbers it (`data.luau`).
mod kind {
    pub(super) const NONE: u8 = 0;
    pub(super) const INT: u8 = 1;
    pub(super) const TEXT: u8 = 2;
    pub(super) const BOOL: u8 = 3;
    pub(super) const TEXTS: u8 = 4;
    pub(super) const PLAYER: u8 = 5;
    pub(super) const CARD: u8 = 6;
    pub(super) const DAMAGE: u8 = 7;
    pub(super) const EFFECT: u8 = 8;
    pub(super) const SLASH: u8 = 9;
    pub(super) const USE: u8 = 10;
    pub(super) const MOVE: u8 = 11;
    pub(super) const DYING: u8 = 12;
    pub(super) const RECOVER: u8 = 13;
    pub(super) const JUDGE: u8 = 14;
    pub(super) const PINDIAN: u8 = 15;
}

fn some_card(card: &Option<Card>) -> Option<Made> {
    card.clone().map(Made)
}

/// A player, or nobody.
pub(super) fn someone(id: PlayerId) -> Option<Who> {
    (id != NO_ONE).then_some(Who(id))
}

/// Data as values: its kind and its fields.
pub(super) fn read(lua: &Lua, data: &Data) -> mlua::Result<MultiValue> {
    match data {
        Data::None => kind::NONE.into_lua_multi(lua),
        Data::Int(number) => (kind::INT, *number).into_lua_multi(lua),
        Data::Text(text) => (kind::TEXT, &**text).into_lua_multi(lua),
        Data::Bool(yes) => (kind::BOOL, *yes).into_lua_multi(lua),
        Data::Texts(texts) => {
            let list = lua.create_sequence_from(texts.iter().map(|text| &**text))?;
            (kind::TEXTS, list).into_lua_multi(lua)
        }
        Data::Player(id) => (kind::PLAYER, someone(*id)).into_lua_multi(lua),
        Data::Card(card) => (kind::CARD, Made(card.clone())).into_lua_multi(lua),
        Data::Damage(damage) => (
            kind::DAMAGE,
            damage.from.map(Who),
            someone(damage.to),
            some_card(&damage.card),
            damage.amount,
            damage.nature.number(),
            damage.chain,
        )
            .into_lua_multi(lua),
        Data::Effect(effect) => (
            kind::EFFECT,
            Made(effect.card.clone()),
            effect.from.map(Who),
            Who(effect.to),
            effect.multiple,
        )
            .into_lua_multi(lua),
        Data::Slash(effect) => (
            kind::SLASH,
            Made(effect.slash.clone()),
            some_card(&effect.jink),
            Who(effect.from),
            Who(effect.to),
            effect.drank,
            effect.nature.number(),
        )
            .into_lua_multi(lua),
        Data::Use(used) => {
            let to = Players(&used.to);
            (kind::USE, Made(used.card.clone()), Who(used.from), to).into_lua_multi(lua)
        }
        _ => read_more(lua, data),
    }
}

fn read_more(lua: &Lua, data: &Data) -> mlua::Result<MultiValue> {
    match data {
        Data::Move(told) => (
            kind::MOVE,
            told.card.0,
            told.from_place.number(),
            told.to_place.number(),
            told.from.map(Who),
            told.to.map(Who),
        )
            .into_lua_multi(lua),
        Data::Dying(dying) => {
            let damage = dying.damage.as_ref().map(|damage| handle(lua, damage)).transpose()?;
            (kind::DYING, Who(dying.who), damage).into_lua_multi(lua)
        }
        Data::Recover(recover) => {
            let (who, card) = (recover.who.map(Who), some_card(&recover.card));
            (kind::RECOVER, recover.amount, who, card).into_lua_multi(lua)
        }
        Data::Judge(judge) => {
            let (pattern, expression) = match &judge.pattern {
                JudgePattern::Expression(text) => (text, true),
                JudgePattern::Response(text) => (text, false),
            };
            let card = some_card(&judge.card);
            let (who, reason) = (someone(judge.who), &*judge.reason);
            (kind::JUDGE, who, card, &**pattern, expression, judge.good, reason).into_lua_multi(lua)
        }
        Data::Pindian(fight) => (
            kind::PINDIAN,
            someone(fight.from),
            someone(fight.to),
            some_card(&fight.from_card),
            some_card(&fight.to_card),
            &*fight.reason,
        )
            .into_lua_multi(lua),
        _ => kind::NONE.into_lua_multi(lua),
    }
}

/// Data as an object that scripts hold.
pub(super) fn handle(lua: &Lua, data: &Live) -> mlua::Result<AnyUserData> {
    lua.create_userdata(Handle(Live::clone(data)))
}

/// Fields that come after a kind.
struct Fields<'a> {
    lua: &'a Lua,
    values: MultiValue,
}

impl Fields<'_> {
    fn next<T: FromLua>(&mut self) -> mlua::Result<T> {
        T::from_lua(self.values.pop_front().unwrap_or(Value::Nil), self.lua)
    }

    fn who(&mut self) -> mlua::Result<PlayerId> {
        self.next::<Option<Who>>().map(|who| who.map_or(NO_ONE, |who| who.0))
    }

    fn someone(&mut self) -> mlua::Result<Option<PlayerId>> {
        self.next::<Option<Who>>().map(|who| who.map(|who| who.0))
    }

    fn card(&mut self) -> mlua::Result<Card> {
        self.next::<Made>().map(|card| card.0)
    }

    fn some_card(&mut self) -> mlua::Result<Option<Card>> {
        self.next::<Option<Made>>().map(|card| card.map(|card| card.0))
    }

    fn name(&mut self) -> mlua::Result<Name> {
        let text: Option<LuaString> = self.next()?;
        Ok(text.map_or_else(|| "".into(), |text| name(&text)))
    }

    fn amount(&mut self) -> mlua::Result<i32> {
        self.next::<f64>().map(|number| number as i32)
    }

    fn nature(&mut self) -> mlua::Result<Nature> {
        let number: Option<i64> = self.next()?;
        Ok(number.and_then(Nature::from_number).unwrap_or(Nature::Normal))
    }

    fn place(&mut self) -> mlua::Result<Place> {
        let number: Option<i64> = self.next()?;
        Ok(number.and_then(Place::from_number).unwrap_or(Place::Table))
    }
}

/// A damage of its fields.
pub(super) fn damage(lua: &Lua, values: MultiValue) -> mlua::Result<Damage> {
    damage_of(&mut Fields { lua, values })
}

fn damage_of(fields: &mut Fields<'_>) -> mlua::Result<Damage> {
    Ok(Damage {
        from: fields.someone()?,
        to: fields.who()?,
        card: fields.some_card()?,
        amount: fields.amount()?,
        nature: fields.nature()?,
        chain: fields.next()?,
    })
}

/// A slash on somebody of its fields.
pub(super) fn slash(lua: &Lua, values: MultiValue) -> mlua::Result<SlashEffect> {
    slash_of(&mut Fields { lua, values })
}

fn slash_of(fields: &mut Fields<'_>) -> mlua::Result<SlashEffect> {
    Ok(SlashEffect {
        slash: fields.card()?,
        jink: fields.some_card()?,
        from: fields.who()?,
        to: fields.who()?,
        drank: fields.next()?,
        nature: fields.nature()?,
    })
}

/// Data of a kind and its fields.
pub(super) fn write(lua: &Lua, kind: u8, values: MultiValue) -> mlua::Result<Data> {
    let mut fields = Fields { lua, values };
    Ok(match kind {
        kind::NONE => Data::None,
        kind::INT => Data::Int(fields.next::<f64>()? as i64),
        kind::TEXT => Data::Text(fields.name()?),
        kind::BOOL => Data::Bool(fields.next()?),
        kind::TEXTS => {
            let list: Table = fields.next()?;
            let texts = list.sequence_values::<LuaString>();
            Data::Texts(texts.map(|text| Ok(name(&text?))).collect::<mlua::Result<_>>()?)
        }
        kind::PLAYER => Data::Player(fields.who()?),
        kind::CARD => Data::Card(fields.card()?),
        kind::DAMAGE => Data::Damage(damage_of(&mut fields)?),
        kind::EFFECT => Data::Effect(CardEffect {
            card: fields.card()?,
            from: fields.someone()?,
            to: fields.who()?,
            multiple: fields.next()?,
        }),
        kind::SLASH => Data::Slash(slash_of(&mut fields)?),
        kind::USE => Data::Use(CardUse {
            card: fields.card()?,
            from: fields.who()?,
            to: players(&fields.next()?)?,
        }),
        _ => write_more(kind, &mut fields)?,
    })
}

fn write_more(kind: u8, fields: &mut Fields<'_>) -> mlua::Result<Data> {
    Ok(match kind {
        kind::MOVE => Data::Move(Move {
            card: fields.next::<Id>()?.0,
            from_place: fields.place()?,
            to_place: fields.place()?,
            from: fields.someone()?,
            to: fields.someone()?,
        }),
        kind::DYING => Data::Dying(Dying {
            who: fields.who()?,
            damage: fields.next::<Option<Handle>>()?.map(|handle| handle.0),
        }),
        kind::RECOVER => Data::Recover(Recover {
            amount: fields.amount()?,
            who: fields.someone()?,
            card: fields.some_card()?,
        }),
        kind::JUDGE => {
            let (who, card) = (fields.who()?, fields.some_card()?);
            let pattern = fields.name()?;
            let pattern = match fields.next()? {
                true => JudgePattern::Expression(pattern),
                false => JudgePattern::Response(pattern),
            };
            let (good, reason) = (fields.next()?, fields.name()?);
            Data::Judge(Judge { who, card, pattern, good, reason })
        }
        kind::PINDIAN => Data::Pindian(Pindian {
            from: fields.who()?,
            to: fields.who()?,
            from_card: fields.some_card()?,
            to_card: fields.some_card()?,
            reason: fields.name()?,
        }),
        _ => Data::None,
    })
}

/// New data that scripts hold.
pub(super) fn new(lua: &Lua, data: Data) -> mlua::Result<AnyUserData> {
    handle(lua, &live(data))
}
