//! What takes time: each parks the running function until the engine has its result.

use fangqi_sanguosha::event::{CardEffect, CardUse, Recover};
use fangqi_sanguosha::{Cx, Event, Live, ops};
use mlua::{LuaString, MultiValue, Table};

use super::Prims;
use super::cards::target;
use crate::convert::{Id, Made, Who, ids, players};
use crate::live::{self, Handle, NO_ONE};

/// Most cards that are drawn at once; the game ends before so many are.
const DRAW_MAX: i64 = 1000;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    health(prims)?;
    cards(prims)?;
    using(prims)?;
    turns(prims)
}

fn some_live(handle: Option<Handle>) -> Option<Live> {
    handle.map(|handle| handle.0)
}

fn health(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.wait("damage", |lua, _, values: MultiValue| {
        let damage = live::damage(lua, values)?;
        if damage.to == NO_ONE {
            return Err(mlua::Error::runtime("a damage needs somebody who takes it"));
        }
        Ok(ops::damage(damage))
    })?;
    prims.wait("lose_hp", |_, _, (who, count): (Who, i32)| Ok(ops::lose_hp(who.0, count)))?;
    prims
        .wait("lose_max_hp", |_, _, (who, count): (Who, i32)| Ok(ops::lose_max_hp(who.0, count)))?;
    type Healing = (Who, i32, Option<Who>, Option<Made>);
    prims.wait("recover", |_, _, (who, amount, healer, card): Healing| {
        let (healer, card) = (healer.map(|who| who.0), card.map(|card| card.0));
        Ok(ops::recover(who.0, Recover { amount, who: healer, card }))
    })?;
    prims.wait("set_hp", |_, _, (who, hp): (Who, i32)| Ok(ops::set_hp(who.0, hp)))?;
    prims.wait("enter_dying", |_, _, (who, damage): (Who, Option<Handle>)| {
        Ok(ops::enter_dying(who.0, some_live(damage)))
    })?;
    prims.wait("kill", |_, _, (who, damage): (Who, Option<Handle>)| {
        Ok(ops::kill(who.0, some_live(damage)))
    })
}

fn cards(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.wait("draw_cards", |_, _, (who, count): (Who, i64)| {
        Ok(ops::draw_cards(who.0, count.clamp(0, DRAW_MAX) as usize))
    })?;
    type Moving = (Table, Option<Made>, Option<Who>, i64, LuaString, bool);
    prims.wait("move_cards", |_, _, (list, counts, to, place, pile, open): Moving| {
        let moving = ids(&list)?;
        let target = target(to.map(|to| to.0), place, &pile.to_string_lossy(), open)?;
        Ok(ops::move_cards(moving, counts.as_ref().map(|card| &card.0), target))
    })?;
    prims.wait("discard_cards", |_, _, (who, list): (Who, Table)| {
        let cards = ids(&list)?;
        Ok(ops::discard_cards(who.0, cards))
    })?;
    prims.wait("take_ag", |_, _, (who, id): (Option<Who>, Id)| {
        Ok(ops::take_ag(who.map(|who| who.0), id.0))
    })?;
    prims.wait("guanxing", |_, _, (who, list, up_only): (Who, Table, bool)| {
        let cards = ids(&list)?;
        Ok(ops::guanxing(who.0, cards, up_only))
    })?;
    prims.wait("bury", |_, shared, who: Who| {
        let (game, scripts) = (shared.game()?, shared.scripts()?);
        Ok(ops::bury(&Cx::new(&game, &scripts), who.0))
    })
}

fn using(prims: &Prims<'_>) -> mlua::Result<()> {
    type Using = (bool, Made, Who, Table);
    prims.wait("use_card", |_, _, (count, card, from, to): Using| {
        let used = CardUse { card: card.0, from: from.0, to: players(&to)? };
        Ok(ops::use_card(used, count))
    })?;
    type Working = (Made, Option<Who>, Who, bool);
    prims.wait("card_effect", |_, _, (card, from, to, multiple): Working| {
        let from = from.map(|from| from.0);
        Ok(ops::card_effect(CardEffect { card: card.0, from, to: to.0, multiple }))
    })?;
    prims.wait("slash_effect", |lua, _, values: MultiValue| {
        let effect = live::slash(lua, values)?;
        if effect.from == NO_ONE || effect.to == NO_ONE {
            return Err(mlua::Error::runtime("a slash needs from and to"));
        }
        Ok(ops::slash_effect(effect))
    })?;
    prims.wait("slash_result", |lua, _, mut values: MultiValue| {
        let jink: Option<Made> = lua.unpack(values.pop_front().unwrap_or(mlua::Value::Nil))?;
        let effect = live::slash(lua, values)?;
        if effect.from == NO_ONE || effect.to == NO_ONE {
            return Err(mlua::Error::runtime("a slash needs from and to"));
        }
        Ok(ops::slash_result(effect, jink.map(|jink| jink.0)))
    })?;
    prims.wait("judge", |_, _, handle: Handle| Ok(ops::judge(handle.0)))?;
    type Fight = (Who, Who, LuaString, Option<Made>);
    prims.wait("pindian", |_, _, (from, to, reason, card): Fight| {
        let card = card.map(|card| card.0);
        Ok(ops::pindian(from.0, to.0, &reason.to_string_lossy(), card))
    })?;
    type Cancelling = (Made, Option<Who>, Who, bool);
    prims.wait("nullification", |_, _, (trick, from, to, positive): Cancelling| {
        Ok(ops::nullification(trick.0, from.map(|from| from.0), to.0, positive))
    })
}

fn turns(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.wait("turn_over", |_, _, who: Who| Ok(ops::turn_over(who.0)))?;
    prims.wait("extra_turn", |_, _, who: Who| Ok(ops::extra_turn(who.0)))?;
    prims.wait("play", |_, _, who: Who| Ok(ops::play(who.0)))?;
    prims.wait("trigger", |_, shared, (event, who, data): (i64, Who, Handle)| {
        let event = Event::from_number(event)
            .ok_or_else(|| mlua::Error::runtime(format!("there is no event {event}")))?;
        let (game, scripts) = (shared.game()?, shared.scripts()?);
        Ok(ops::trigger(&Cx::new(&game, &scripts), event, who.0, data.0))
    })?;
    type Changing = (Who, LuaString, bool, bool);
    prims.wait("transfigure", |_, shared, (who, general, full, start): Changing| {
        let general = general.to_string_lossy();
        if shared.catalogue.general(&general).is_none() {
            return Err(mlua::Error::runtime(format!("there is no general {general}")));
        }
        Ok(ops::transfigure(who.0, &general, full, start))
    })?;
    prims.wait("gongxin", |_, _, (who, target): (Who, Who)| Ok(ops::gongxin(who.0, target.0)))
}
