//! What thinking computers ask: of what their seat knows at once, and of estimates by waiting.

use fangqi_sanguosha::{CardId, Chosen};
use mlua::{Function, LuaString, Table};

use super::Prims;
use crate::convert::{Who, ids, lua_ids, name, players};
use crate::mind::Inquiry;

pub(super) fn add(prims: &Prims<'_>) -> mlua::Result<()> {
    // The cards in a player's hand that a seat knows of.
    prims.add("ai_known", |lua, shared, (viewer, owner): (Who, Who)| {
        let game = shared.game()?;
        let known = shared.known.borrow();
        let hand = game.borrow().player(owner.0).hand.clone();
        let seen: Vec<CardId> = match viewer == owner {
            true => hand,
            false => hand.into_iter().filter(|&id| known.holds(id, owner.0)).collect(),
        };
        lua_ids(lua, &seen)
    })?;
    // The role that everybody knows; nil for others.
    prims.read("ai_public_role", |state, who: Who| {
        let player = state.player(who.0);
        player.role_shown.then(|| player.role.text())
    })?;
    // The roles that are not shown, in no order that tells anything.
    prims.read("ai_hidden_roles", |state, ()| {
        let hidden = state.players.iter().filter(|player| !player.role_shown);
        let mut roles: Vec<&str> = hidden.map(|player| player.role.text()).collect();
        roles.sort_unstable();
        roles
    })?;
    // Adds to what an estimate comes to; gives what has been added.
    prims.add("ai_credit", |_, shared, more: f64| {
        shared.credit.set(shared.credit.get() + more);
        Ok(shared.credit.get())
    })?;
    // A package has brought AI of its own.
    prims.register("ai_brought", |_, shared, ()| {
        shared.scripts()?.host.has_ai.set(true);
        Ok(())
    })?;
    // Whether what runs is an AI file that is asked for an answer.
    prims.add("ai_thinks", |_, shared, ()| Ok(shared.thinking.get()))?;
    inquiries(prims)
}

fn inquiries(prims: &Prims<'_>) -> mlua::Result<()> {
    prims.inquire("ai_weigh", |_, text: LuaString| {
        Ok(Inquiry::Weigh(text.to_string_lossy().to_string()))
    })?;
    prims.inquire("ai_best", |_, ()| Ok(Inquiry::Best))?;
    prims.inquire("ai_events", |_, function: Function| Ok(Inquiry::Events(function)))?;
    type Clicked = (Option<LuaString>, Table, Table);
    prims.inquire("ai_panel", |_, (skill, cards, targets): Clicked| {
        Ok(Inquiry::Panel(Chosen {
            skill: skill.as_ref().map(name),
            cards: ids(&cards)?,
            targets: players(&targets)?,
        }))
    })
}
