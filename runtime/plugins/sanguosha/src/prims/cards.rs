//! Where cards are, and what they are as texts and patterns.

use fangqi_sanguosha::{CardId, Place, PlayerId, State, Target, notation, pattern};
use mlua::{IntoLua, Lua, LuaString, Table, Value};

use super::Prims;
use super::player::text;
use crate::convert::{Id, Made, Players, Who, instead_of, lua_ids};
use crate::host::Shared;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    areas(prims)?;
    places(prims)?;
    piles(prims)?;
    texts(prims)
}

fn ids_of(
    lua: &Lua,
    shared: &Shared,
    find: impl FnOnce(&State) -> Vec<CardId>,
) -> mlua::Result<Table> {
    lua_ids(lua, &find(&shared.game()?.borrow()))
}

fn areas(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.add("cards_in", |lua, shared, (who, areas): (Who, LuaString)| {
        ids_of(lua, shared, |state| state.cards_in(who.0, &areas.to_string_lossy()))
    })?;
    prims
        .raw_call("count_cards", |state, who, asked| Ok(state.cards_in(who, text(asked)?).len()))?;
    // What is worn in a slot; -1 where nothing is.
    prims.raw_call("equip", |state, who, asked| {
        let slot = asked.integer(2).and_then(|slot| usize::try_from(slot).ok());
        let slot = slot.ok_or_else(|| instead_of("slot", &asked.type_name(2)))?;
        let worn = state.player(who).equips.get(slot).copied().flatten();
        Ok(worn.map_or(-1, |id| i32::from(id.0)))
    })?;
    prims.raw_call("wears", |state, who, asked| {
        let id = asked.integer(2).and_then(|id| u16::try_from(id).ok());
        Ok(id.is_some_and(|id| state.player(who).worn().any(|worn| worn.0 == id)))
    })?;
    prims.add("delayed", |lua, shared, who: Who| {
        let game = shared.game()?;
        let state = game.borrow();
        let tricks = state.player(who.0).judging.iter();
        lua.create_sequence_from(tricks.map(|trick| Made(trick.card.clone())))
    })?;
    prims.read("contains_trick", |state, (who, trick): (Who, LuaString)| {
        let mut tricks = state.player(who.0).judging.iter();
        tricks.any(|other| *state.card_name(&other.card) == *trick.to_string_lossy())
    })?;
    prims.add("pile", |lua, shared, (who, pile): (Who, LuaString)| {
        ids_of(lua, shared, |state| state.player(who.0).pile(&pile.to_string_lossy()).to_vec())
    })?;
    prims.add("pile_cards", |lua, shared, who: Who| {
        let all = |state: &State| {
            let piles = state.player(who.0).piles.iter();
            piles.flat_map(|pile| pile.cards.iter().copied()).collect()
        };
        ids_of(lua, shared, all)
    })?;
    prims.read("pile_name", |state, (who, id): (Who, Id)| {
        let mut piles = state.player(who.0).piles.iter();
        piles
            .find(|pile| pile.cards.contains(&id.0))
            .map_or_else(String::new, |pile| pile.name.to_string())
    })?;
    prims.change("random_hand_card", |state, who: Who| {
        let count = state.player(who.0).hand.len();
        if count == 0 {
            return -1;
        }
        let at = state.rng.below(count);
        i32::from(state.player(who.0).hand[at].0)
    })
}

fn places(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.read("is_worn", |state, id: Id| {
        known(state, id).is_some_and(|location| location.place == Place::Equip)
    })?;
    // What is no card of the deck counts as in somebody's hand, whose nobody knows: authors ask
    // where a card made of nothing is, too.
    prims.read("card_place", |state, id: Option<i64>| {
        let id = id.and_then(|id| u16::try_from(id).ok());
        id.and_then(|id| known(state, Id(CardId(id))))
            .map_or(Place::Hand.number(), |at| at.place.number())
    })?;
    prims.read("card_owner", |state, id: Option<i64>| {
        let id = id.and_then(|id| u16::try_from(id).ok())?;
        known(state, Id(CardId(id)))?.owner.map(Who)
    })?;
    prims.add("put_card", |_, shared, (id, who, place): (Id, Option<Who>, i64)| {
        let target = target(who.map(|who| who.0), place, "", true)?;
        let game = shared.changing()?;
        if known(&game.borrow(), id).is_none() {
            return Err(mlua::Error::runtime(format!("there is no card {}", id.0.0)));
        }
        game.borrow_mut().put(id.0, &target, None);
        Ok(())
    })
}

/// Where a card is, if it is in this game.
fn known(state: &State, id: Id) -> Option<fangqi_sanguosha::state::Location> {
    state.locations.get(id.0.index()).copied()
}

/// Where scripts say that cards go.
pub(super) fn target(
    owner: Option<PlayerId>,
    place: i64,
    pile: &str,
    open: bool,
) -> mlua::Result<Target> {
    let nobody = || mlua::Error::runtime("this place is a player's: name the player");
    Ok(match Place::from_number(place) {
        Some(Place::Hand) => Target::Hand(owner.ok_or_else(nobody)?),
        Some(Place::Equip) => Target::Equip(owner.ok_or_else(nobody)?),
        Some(Place::Judging) => Target::Judging(owner.ok_or_else(nobody)?),
        Some(Place::Special) => match owner {
            Some(owner) => Target::Pile { owner, name: pile.into(), open },
            None => Target::Table,
        },
        Some(Place::Draw) => Target::DrawTop,
        Some(Place::Table) => Target::Table,
        Some(Place::Discard) => Target::Discard,
        None => return Err(mlua::Error::runtime("there is no such place")),
    })
}

fn piles(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.read("card_count", |state, ()| state.deck.len())?;
    prims.add("take_cards", |lua, shared, count: usize| {
        let game = shared.changing()?;
        let mut state = game.borrow_mut();
        let taken: Vec<CardId> = (0..count).map_while(|_| state.draw_one()).collect();
        lua_ids(lua, &taken)
    })?;
    prims.read("top_card", |state, ()| state.draw.last().map(|&id| Id(id)))?;
    prims.read("card_from_pile", |state, wanted: LuaString| {
        let wanted = wanted.to_string_lossy();
        let found = state.draw.iter().rev().find(|&&id| *state.name_of(id) == *wanted);
        found.map_or(-1, |id| i32::from(id.0))
    })?;
    prims.change("reshuffle", |state, ()| state.reshuffle())?;
    // The numbers from 1 on in an order by the game's own chance.
    prims.change("shuffled", |state, count: usize| {
        let mut order: Vec<usize> = (1..=count.min(4096)).collect();
        state.shuffle(&mut order);
        order
    })?;
    prims.change("provide", |state, card: Option<Made>| {
        state.provided = Some(card.map(|card| card.0))
    })
}

fn texts(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.read("card_text", |state, card: Made| notation::card(state, &card.0))?;
    prims.read("parse_card", |state, text: LuaString| {
        notation::parse(state, &text.to_string_lossy()).map(Made)
    })?;
    prims.add("parse_use", |lua, shared, text: LuaString| {
        let game = shared.game()?;
        let state = game.borrow();
        match notation::parse_use(&state, &text.to_string_lossy()) {
            None => Ok((Value::Nil, Value::Nil)),
            Some((card, to)) => Ok((Made(card).into_lua(lua)?, Players(&to).into_lua(lua)?)),
        }
    })?;
    prims.read("card_matches", |state, (who, wanted, card): (Who, LuaString, Made)| {
        pattern::matches(state, who.0, &wanted.to_string_lossy(), &card.0)
    })
}
