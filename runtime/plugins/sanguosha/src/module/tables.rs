//! Games as tables that scripts read.

use fangqi_sanguosha::{
    Ask, CardId, LogLine, Name, Panel, PlayerId, PlayerView, View, panel as panels,
};
use mlua::{Lua, Table};

use super::{is_over, package_of};
use crate::package::SanguoshaPackage;
use crate::{Game, LogRenderer};
use fangqi_plugin::Call;
use fangqi_plugin::Package;
use fangqi_plugin::Refusal;
use fangqi_plugin::into_table;
use fangqi_protocol::LocalText;

pub(super) fn texts(lua: &Lua, texts: &[LocalText]) -> mlua::Result<Table> {
    let tables: Vec<Table> =
        texts.iter().map(|text| into_table(lua, text)).collect::<mlua::Result<_>>()?;
    lua.create_sequence_from(tables)
}

fn ids(lua: &Lua, ids: &[CardId]) -> mlua::Result<Table> {
    lua.create_sequence_from(ids.iter().map(|id| id.0))
}

fn seats(lua: &Lua, seats: &[PlayerId]) -> mlua::Result<Table> {
    lua.create_sequence_from(seats.iter().map(|id| id.0))
}

fn names(lua: &Lua, names: &[Name]) -> mlua::Result<Table> {
    lua.create_sequence_from(names.iter().map(|name| &**name))
}

pub(super) fn state(lua: &Lua, game: &Game) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 8)?;
    let state = game.table.state();
    table.raw_set("over", is_over(game))?;
    table.raw_set("turn", state.current.0)?;
    table.raw_set("turns", state.turns)?;
    if let Some(request) = game.table.request() {
        table.raw_set("seat", request.who.0)?;
        table.raw_set("kind", request.ask.kind())?;
        table.raw_set("serial", request.serial)?;
    }
    if let Some(winner) = state.winner.as_deref() {
        let won = |at: &usize| {
            let role = state.players[*at].role.text();
            let named = format!("sgs{}", at + 1);
            winner.split('+').any(|part| part == role || part == named)
        };
        let winners = (0..state.players.len()).filter(won);
        table.raw_set("winners", lua.create_sequence_from(winners)?)?;
        table.raw_set("winner", winner)?;
    }
    Ok(table)
}

pub(super) fn view(lua: &Lua, view: &View) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 6)?;
    let mut players: Vec<&PlayerView> = view.players.iter().collect();
    players.sort_by_key(|player| player.id);
    let players: Vec<Table> =
        players.into_iter().map(|one| player(lua, one)).collect::<mlua::Result<_>>()?;
    table.raw_set("players", players)?;
    let order: Vec<PlayerId> = view.players.iter().map(|player| player.id).collect();
    table.raw_set("order", seats(lua, &order)?)?;
    table.raw_set("turn", view.current.0)?;
    table.raw_set("draw", view.draw_count)?;
    table.raw_set("discard", ids(lua, &view.discard)?)?;
    Ok(table)
}

fn player(lua: &Lua, player: &PlayerView) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 20)?;
    table.raw_set("seat", player.id.0)?;
    table.raw_set("place", player.seat)?;
    let [general, general2] = &player.generals;
    table.raw_set("general", &**general)?;
    if !general2.is_empty() {
        table.raw_set("general2", &**general2)?;
    }
    table.raw_set("kingdom", &*player.kingdom)?;
    table.raw_set("role", player.role.map(fangqi_sanguosha::Role::text))?;
    table.raw_set("hp", player.hp)?;
    table.raw_set("maxHp", player.max_hp)?;
    table.raw_set("alive", player.alive)?;
    table.raw_set("faceUp", player.face_up)?;
    table.raw_set("chained", player.chained)?;
    table.raw_set("phase", player.phase.text())?;
    table.raw_set("handCount", player.hand_count)?;
    table.raw_set("hand", ids(lua, &player.hand)?)?;
    let worn: Vec<CardId> = player.equips.iter().flatten().copied().collect();
    table.raw_set("equips", ids(lua, &worn)?)?;
    let judging = player.judging.iter().map(|(card, name)| {
        let table = lua.create_table_with_capacity(0, 2)?;
        table.raw_set("card", card.0)?;
        table.raw_set("name", &**name)?;
        Ok(table)
    });
    table.raw_set("judging", judging.collect::<mlua::Result<Vec<Table>>>()?)?;
    let piles = player.piles.iter().map(|(name, count, cards)| {
        let table = lua.create_table_with_capacity(0, 3)?;
        table.raw_set("name", &**name)?;
        table.raw_set("count", *count)?;
        table.raw_set("cards", ids(lua, cards)?)?;
        Ok(table)
    });
    table.raw_set("piles", piles.collect::<mlua::Result<Vec<Table>>>()?)?;
    let marks = player.marks.iter().map(|(name, count)| {
        let table = lua.create_table_with_capacity(0, 2)?;
        table.raw_set("name", &**name)?;
        table.raw_set("count", *count)?;
        Ok(table)
    });
    table.raw_set("marks", marks.collect::<mlua::Result<Vec<Table>>>()?)?;
    table.raw_set("skills", names(lua, &player.skills)?)?;
    Ok(table)
}

pub(super) fn hands(lua: &Lua, game: &Game) -> mlua::Result<Table> {
    let state = game.table.state();
    let hands = state.players.iter().map(|player| ids(lua, &player.hand));
    lua.create_sequence_from(hands.collect::<mlua::Result<Vec<Table>>>()?)
}

pub(super) fn news(
    ctx: &Call<'_>,
    package: &Package,
    game: &Game,
    news: &[LogLine],
) -> Result<Table, Refusal> {
    let state = game.table.state();
    let renderer = LogRenderer { package: package_of(package)?, state: &state };
    let lines = news.iter().map(|line| {
        let table = ctx.lua.create_table_with_capacity(0, 6)?;
        table.raw_set("text", into_table(ctx.lua, &renderer.line(line))?)?;
        table.raw_set("key", &*line.key)?;
        table.raw_set("from", line.from.map(|id| id.0))?;
        table.raw_set("to", seats(ctx.lua, &line.to)?)?;
        table.raw_set("cards", ids(ctx.lua, &renderer.cards_of(line))?)?;
        table.raw_set("viewer", line.viewer.map(|id| id.0))?;
        Ok(table)
    });
    let lines: Vec<Table> = lines.collect::<mlua::Result<_>>()?;
    Ok(ctx.lua.create_sequence_from(lines)?)
}

pub(super) fn hint(
    lua: &Lua,
    package: &SanguoshaPackage,
    game: &Game,
) -> mlua::Result<Option<Table>> {
    let Some(request) = game.table.request() else { return Ok(None) };
    let state = game.table.state();
    let renderer = LogRenderer { package, state: &state };
    let table = lua.create_table_with_capacity(0, 6)?;
    table.raw_set("seat", request.who.0)?;
    table.raw_set("kind", request.ask.kind())?;
    table.raw_set("detail", request.ask.detail())?;
    table.raw_set("serial", request.serial)?;
    table.raw_set("prompt", into_table(lua, &renderer.question(request))?)?;
    let shown = match &request.ask {
        Ask::Grace { ids, .. } => Some((ids.clone(), true)),
        Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => Some((ids.clone(), false)),
        Ask::Gongxin { target } => Some((state.player(*target).hand.clone(), false)),
        _ => None,
    };
    if let Some((cards, all)) = shown {
        let shown = lua.create_table_with_capacity(0, 2)?;
        shown.raw_set("cards", ids(lua, &cards)?)?;
        shown.raw_set("all", all)?;
        table.raw_set("shown", shown)?;
    }
    Ok(Some(table))
}

pub(super) fn panel(
    lua: &Lua,
    package: &SanguoshaPackage,
    game: &Game,
    panel: &Panel,
) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, 9)?;
    table.raw_set("cards", ids(lua, &panel.cards)?)?;
    table.raw_set("backs", ids(lua, &panel.backs)?)?;
    table.raw_set("skills", names(lua, &panel.skills)?)?;
    table.raw_set("players", seats(lua, &panel.players)?)?;
    let options = panel.options.iter().map(|value| {
        let option = lua.create_table_with_capacity(0, 2)?;
        option.raw_set("value", &**value)?;
        option.raw_set("text", into_table(lua, &package.word(value))?)?;
        Ok(option)
    });
    table.raw_set("options", options.collect::<mlua::Result<Vec<Table>>>()?)?;
    table.raw_set("count", panel.count)?;
    table.raw_set("decline", panel.decline)?;
    let ready = panel.ready.as_ref();
    let ready = ready.map(|answer| panels::answer_text(&game.table.state(), answer));
    table.raw_set("ready", ready)?;
    Ok(table)
}

pub(super) fn deck(lua: &Lua, package: &SanguoshaPackage) -> mlua::Result<Table> {
    let cards = package.deck().iter().map(|card| {
        let table = lua.create_table_with_capacity(0, 5)?;
        table.raw_set("block", card.block)?;
        table.raw_set("zh", card.text.zh.as_str())?;
        table.raw_set("en", card.text.en.as_str())?;
        table.raw_set("sort", card.sort)?;
        table.raw_set("key", card.name.as_str())?;
        Ok(table)
    });
    lua.create_sequence_from(cards.collect::<mlua::Result<Vec<Table>>>()?)
}

pub(super) fn general(
    lua: &Lua,
    package: &SanguoshaPackage,
    name: &str,
) -> mlua::Result<Option<Table>> {
    let Some(general) = package.general(name) else { return Ok(None) };
    let table = lua.create_table_with_capacity(0, 6)?;
    table.raw_set("name", into_table(lua, &package.word(name))?)?;
    table.raw_set("kingdom", general.kingdom.as_str())?;
    table.raw_set("kingdomName", into_table(lua, &package.word(&general.kingdom))?)?;
    table.raw_set("maxHp", general.max_hp)?;
    let skills = general.skills.iter().map(String::as_str);
    table.raw_set("skills", lua.create_sequence_from(skills)?)?;
    Ok(Some(table))
}
