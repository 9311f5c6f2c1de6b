//! Questions to players: each parks the running function until there is an answer.

use fangqi_sanguosha::{Ask, Data, Live, Name, frame, live, ops};
use mlua::{LuaString, Table};

use super::Prims;
use crate::convert::{Who, ids, name, players};
use crate::live::Handle;

fn data_of(handle: Option<Handle>) -> Live {
    handle.map_or_else(|| live(Data::None), |handle| handle.0)
}

/// The texts of a list.
fn texts(list: &Table) -> mlua::Result<Vec<Name>> {
    (1..=list.raw_len()).map(|at| Ok(name(&list.raw_get::<LuaString>(at)?))).collect()
}

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    words(prims)?;
    cards(prims)?;
    players_and_cards(prims)
}

fn words(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.wait("ask_invoke", |_, _, (who, skill, data): (Who, LuaString, Option<Handle>)| {
        Ok(ops::ask_invoke(who.0, &skill.to_string_lossy(), data_of(data)))
    })?;
    prims.wait("ask_choice", |_, _, (who, skill, choices): (Who, LuaString, Table)| {
        let choices = texts(&choices)?;
        if choices.is_empty() {
            return Err(mlua::Error::runtime("there is nothing to choose from"));
        }
        Ok(ops::ask_choice(who.0, &skill.to_string_lossy(), choices))
    })?;
    prims.wait("ask_suit", |_, _, (who, reason): (Who, LuaString)| {
        Ok(ops::ask_suit(who.0, &reason.to_string_lossy()))
    })?;
    prims.wait("ask_kingdom", |_, _, (who, kingdoms): (Who, Table)| {
        Ok(ops::ask_kingdom(who.0, texts(&kingdoms)?))
    })
}

fn cards(prims: &Prims<'_>) -> mlua::Result<()> {
    type Discarding = (Who, LuaString, usize, bool, bool);
    prims.wait("ask_discard", |_, _, (who, reason, count, optional, equip): Discarding| {
        Ok(ops::ask_discard(who.0, &reason.to_string_lossy(), count, optional, equip))
    })?;
    type Exchanging = (Who, LuaString, usize, bool);
    prims.wait("ask_exchange", |_, shared, (who, reason, count, equip): Exchanging| {
        let areas = if equip { "he" } else { "h" };
        let held = shared.game()?.borrow().cards_in(who.0, areas).len();
        Ok(ops::ask_exchange(who.0, &reason.to_string_lossy(), count.min(held), equip))
    })?;
    type Choosing = (Who, Who, LuaString, LuaString);
    prims.wait("ask_card_chosen", |_, _, (who, whose, areas, reason): Choosing| {
        let (areas, reason) = (areas.to_string_lossy(), reason.to_string_lossy());
        Ok(ops::ask_card_chosen(who.0, whose.0, &areas, &reason))
    })?;
    type Responding = (Who, LuaString, LuaString, Option<Handle>);
    prims.wait("ask_card", |_, _, (who, pattern, prompt, data): Responding| {
        let (pattern, prompt) = (pattern.to_string_lossy(), prompt.to_string_lossy());
        Ok(ops::ask_card(who.0, &pattern, &prompt, data_of(data)))
    })?;
    prims.wait("ask_use_card", |_, _, (who, pattern, prompt): (Who, LuaString, LuaString)| {
        Ok(ops::ask_use_card(who.0, &pattern.to_string_lossy(), &prompt.to_string_lossy()))
    })?;
    type Panel = (Who, Table, bool, LuaString);
    prims.wait("ask_ag", |_, _, (who, list, refusable, reason): Panel| {
        let cards = ids(&list)?;
        Ok(ops::ask_ag(who.0, cards, refusable, &reason.to_string_lossy()))
    })?;
    prims.wait("ask_peach", |_, shared, (who, dying): (Who, Who)| {
        let need = 1 - shared.game()?.borrow().player(dying.0).hp;
        Ok(Box::new(frame::AskFor::new(who.0, Ask::Peach { dying: dying.0, need })))
    })?;
    prims.wait("activate", |_, _, who: Who| Ok(Box::new(frame::AskFor::new(who.0, Ask::Activate))))
}

fn players_and_cards(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.wait("ask_card_show", |_, _, (who, requestor, reason): (Who, Who, LuaString)| {
        Ok(ops::ask_card_show(who.0, requestor.0, &reason.to_string_lossy()))
    })?;
    prims.wait("ask_yiji", |_, _, (who, list): (Who, Table)| {
        let cards = ids(&list)?;
        Ok(ops::ask_yiji(who.0, cards))
    })?;
    type Fight = (Who, Who, Who, LuaString);
    prims.wait("ask_pindian", |_, _, (who, from, to, reason): Fight| {
        Ok(ops::ask_pindian(who.0, from.0, to.0, &reason.to_string_lossy()))
    })?;
    type Choosing = (Who, Table, LuaString, bool);
    prims.wait("ask_player", |_, _, (who, targets, reason, optional): Choosing| {
        let targets = players(&targets)?;
        Ok(ops::ask_player_chosen(who.0, targets, &reason.to_string_lossy(), optional))
    })
}
