use fangqi_binding::args::{Options, list};
use fangqi_plugin::host::Host;
use fangqi_protocol::{
    Audience, Button, ButtonOption, GameResult, LocalText, MoveEntry, PlayerId, SEAT_TAGS_MAX,
    SeatIndex, TAG_CHARACTERS_MAX, ToastKind,
};
use mlua::{Lua, Table};

use super::{insight, panel};
use crate::lua_module;

/// Buttons a map may show at one time.
pub(super) const BUTTONS_MAX: usize = 16;
/// Things one button may offer.
const OPTIONS_MAX: usize = 64;
/// Entries of the move list.
pub(super) const MOVES_MAX: usize = 10_000;
/// Longest written position: each of a board's many cells may take several letters.
const POSITION_BYTES_MAX: usize = 2_000;

lua_module! {
    /// What stands around the board: status line, turn, result, move list, buttons, toasts.
    pub static HUD = "Hud", Value;

    /// Sets the line that says how the game stands; nil clears it.
    /// Example: `Hud:setStatus(T("red_to_move"))`
    fn setStatus(ctx, text: Option<LocalText>) -> () {
        ctx.host().hud.status = text;
        Ok(())
    }

    /// Marks a seat as the one to move; nil marks none.
    /// Example: `Hud:setTurn(0)`
    fn setTurn(ctx, seat: Option<SeatIndex>) -> () {
        let mut host = ctx.host();
        check_seat(&host, seat)?;
        host.hud.turn = seat;
        Ok(())
    }

    /// Shows that the computer is thinking for a seat; nil for none.
    /// Example: `Hud:setThinking(1)`
    fn setThinking(ctx, seat: Option<SeatIndex>) -> () {
        let mut host = ctx.host();
        check_seat(&host, seat)?;
        host.hud.thinking = seat;
        Ok(())
    }

    /// Announces the end of the game: the winning seat, nil for a draw, and the reason.
    /// Example: `Hud:setResult(0, T("mate"))`
    fn setResult(ctx, winner: Option<SeatIndex>, text: LocalText) -> () {
        let mut host = ctx.host();
        check_seat(&host, winner)?;
        host.hud.result = Some(GameResult { winner, text });
        Ok(())
    }

    /// Takes the result away, as for a new game.
    /// Example: `Hud:clearResult()`
    fn clearResult(ctx) -> () {
        ctx.host().hud.result = None;
        Ok(())
    }

    /// Adds a line to the move list.
    /// Example: `Hud:addMove(0, { zh = "炮二平五", en = "C2=5" })`
    fn addMove(ctx, seat: SeatIndex, text: LocalText) -> () {
        let mut host = ctx.host();
        check_seat(&host, Some(seat))?;
        if host.hud.moves.len() >= MOVES_MAX {
            return Err(format!("the move list holds {MOVES_MAX} moves").into());
        }
        host.hud.moves.push(MoveEntry { seat, text });
        Ok(())
    }

    /// Takes the last moves off the list again.
    /// Example: `Hud:removeMoves(1)`
    fn removeMoves(ctx, count: u32) -> () {
        let mut host = ctx.host();
        let keep = host.hud.moves.len().saturating_sub(count as usize);
        host.hud.moves.truncate(keep);
        Ok(())
    }

    /// Empties the move list.
    /// Example: `Hud:clearMoves()`
    fn clearMoves(ctx) -> () {
        ctx.host().hud.moves.clear();
        Ok(())
    }

    /// Sets all buttons: a list of `{id=, label=, enabled=, seated=, confirm=, options=}`. Pressing
    /// one raises `Room.Action`. `enabled` is true and `seated` is false unless given; `confirm` is
    /// asked first. A button with `options`, a list of `{value=, label=, chosen=}`, has the player
    /// choose one of them, whose value the event has.
    /// Example: `Hud:setButtons({ { id = "new", label = T("new_game"), confirm = T("sure") } })`
    fn setButtons(ctx, buttons: Table) -> () {
        let read = read_buttons(&buttons, ctx.lua)?;
        ctx.host().hud.buttons = read;
        Ok(())
    }

    /// Says what is played, such as the name of an opening or of a problem; nil clears it.
    /// Example: `Hud:setTitle(T("opening"))`
    fn setTitle(ctx, title: Option<LocalText>) -> () {
        ctx.host().hud.insight.title = title;
        Ok(())
    }

    /// Shows beside the board how the game stands: `{share=, text=, seat=}`. `share` is from 0,
    /// lost, to 1, won, for `seat` (0 unless given); `text` says it in a few letters, such as
    /// `"+1.3"`. Nil takes the bar away. Everyone sees it: not for a game between people.
    /// Example: `Hud:setBar({ share = 0.62, text = "+1.3" })`
    fn setBar(ctx, bar: Option<Table>) -> () {
        let bar = bar.map(|bar| insight::bar(bar, ctx.lua)).transpose()?;
        let mut host = ctx.host();
        check_seat(&host, bar.as_ref().map(|bar| bar.seat))?;
        host.hud.insight.bar = bar;
        Ok(())
    }

    /// Shows the computer's best lines of play in the present position, to people who study it:
    /// `{lines=, seat=}`. Each line is `{score=, moves=, arrow=}`: what it is worth for `seat` (0
    /// unless given) in a few letters, its moves as the list would show them, and where the first
    /// of them goes, `{from=, to=}`. The line that is best for the side to move comes first. Nil
    /// takes them away. Everyone sees them: not for a game between people.
    /// Example: `Hud:setLines({ lines = { { score = "+0.3", moves = { "e4", "e5" } } } })`
    fn setLines(ctx, lines: Option<Table>) -> () {
        let lines = lines.map(|lines| insight::lines(lines, ctx.lua)).transpose()?;
        let mut host = ctx.host();
        check_seat(&host, lines.as_ref().map(|lines| lines.seat))?;
        host.hud.lines = lines;
        Ok(())
    }

    /// Explains something: `{title=, lines=, buttons=}`. `lines` are texts, each a paragraph;
    /// `buttons` as in `setButtons`. Players can fold it away; nil takes it away. With `uin` only
    /// that player sees it, in place of the note of all, and it has no buttons.
    /// Example: `Hud:setNote({ title = T("why"), lines = { T("because") } })`
    fn setNote(ctx, note: Option<Table>, uin: Option<PlayerId>) -> () {
        let note = note.map(|note| insight::note(note, ctx.lua)).transpose()?;
        let mut host = ctx.host();
        match (uin, note) {
            (None, note) => host.hud.insight.note = note,
            (Some(player), None) => drop(host.notes.remove(&player)),
            (Some(_), Some(note)) if !note.buttons.is_empty() => {
                return Err("a note for one player has no buttons".into());
            }
            (Some(player), Some(note)) => {
                if host.players.get(player).is_none() {
                    return Err(format!("there is no player {}", player.0).into());
                }
                host.notes.insert(player, note);
            }
        }
        Ok(())
    }

    /// Shows the game as seen afterwards: `{shares=, notes=, seat=}`. `shares` is how it stood for
    /// `seat` (0 unless given), as in `setBar`, before the first move and after each; it is drawn
    /// as a curve. `notes` is a list of `{move=, mark=, text=, better=}` about moves of the list,
    /// counted from 1, with a sign such as `"??"`, `"?"`, `"?!"` or `"!"`; `better` may be
    /// a better move, as an arrow `{from=, to=}`. Nil takes the review away.
    /// Example: `Hud:setReview({ shares = { 0.5, 0.4 }, notes = notes })`
    fn setReview(ctx, review: Option<Table>) -> () {
        let review = review.map(|review| insight::review(review, ctx.lua)).transpose()?;
        let mut host = ctx.host();
        check_seat(&host, review.as_ref().map(|review| review.seat))?;
        host.hud.insight.review = review;
        Ok(())
    }

    /// Writes a few words beside each seat, such as its score: a list of texts, the first of seat
    /// 0; an empty one writes nothing. Nil clears them all.
    /// Example: `Hud:setBadges({ T("landlord"), "+12" })`
    fn setBadges(ctx, badges: Option<Table>) -> () {
        let max = ctx.host().package.seats().len();
        let read = match badges {
            Some(badges) => list::<LocalText>(&badges, ctx.lua, max)?,
            None => Vec::new(),
        };
        ctx.host().hud.badges = read;
        Ok(())
    }

    /// Writes short marks beside each seat, such as "dealer" or "check": a list with a list of
    /// texts for every seat, the first for seat 0. A seat has four at most, each of 16 characters
    /// at most. Nil clears them all.
    /// Example: `Hud:setTags({ { T("dealer") }, {} })`
    fn setTags(ctx, tags: Option<Table>) -> () {
        let max = ctx.host().package.seats().len();
        let mut read = Vec::new();
        if let Some(tags) = tags {
            for (number, table) in (1..).zip(list::<Table>(&tags, ctx.lua, max)?) {
                let marks = seat_tags(&table, ctx.lua);
                read.push(marks.map_err(|why| format!("entry {number}: {why}"))?);
            }
        }
        ctx.host().hud.tags = read;
        Ok(())
    }

    /// Shows who each seat of a card table plays, beside it: a list of `{title=, colour=, glyph=,
    /// life=, life_max=, tags=, wears=, lines=, acts=, out=, turned=}`, the first of seat 0; one
    /// without a title shows nothing. `glyph` is the letter of its side, `tags` are words on how it
    /// is, `wears` on what it has on, `lines` paragraphs on what it can do for those who ask; it is
    /// its turn if `acts`, the first of its tags then says how far. A click on a plate may answer
    /// a question: see `player` in `Request:ask`. Nil clears them all.
    /// Example: `Hud:setPlates({ { title = T("caocao"), life = 4, life_max = 4 } })`
    fn setPlates(ctx, plates: Option<Table>) -> () {
        let max = ctx.host().package.seats().len();
        let mut read = Vec::new();
        if let Some(plates) = plates {
            for (number, table) in (1..).zip(list::<Table>(&plates, ctx.lua, max)?) {
                let plate = panel::plate(table, ctx.lua);
                read.push(plate.map_err(|why| format!("plate {number}: {why}"))?);
            }
        }
        ctx.host().hud.plates = read;
        Ok(())
    }

    /// Tells the position as the game writes it, such as a FEN, in 2,000 bytes at most: programs
    /// and exported files show it. Nil takes it away. Call it again whenever the position changes.
    /// Example: `Hud:setPosition("4k3/8/8/8/8/8/8/4K3 w - - 0 1")`
    fn setPosition(ctx, text: Option<String>) -> () {
        if let Some(bytes) = text.as_ref().map(String::len).filter(|it| *it > POSITION_BYTES_MAX) {
            return Err(format!("it has {bytes} bytes; {POSITION_BYTES_MAX} are the limit").into());
        }
        ctx.host().hud.position = text;
        Ok(())
    }

    /// Writes a word beside a player's own seat that no other player sees, such as its role; nil
    /// takes it away.
    /// Example: `Hud:setSecret(T("rebel"), uin)`
    fn setSecret(ctx, text: Option<LocalText>, uin: PlayerId) -> () {
        let mut host = ctx.host();
        match text {
            None => drop(host.secrets.remove(&uin)),
            Some(_) if host.players.get(uin).is_none() => {
                return Err(format!("there is no player {}", uin.0).into());
            }
            Some(text) => drop(host.secrets.insert(uin, text)),
        }
        Ok(())
    }

    /// Shows a short message that fades: to everyone, or to one player. `kind` is `"info"`,
    /// `"alert"`, `"error"`, `"win"` or `"big"`, a word large
    /// over the table.
    /// Example: `Hud:toast(T("check"), "alert")`
    fn toast(ctx, text: LocalText, kind: Option<String>, uin: Option<PlayerId>) -> () {
        let kind = match kind.as_deref() {
            None | Some("info") => ToastKind::Info,
            Some("alert") => ToastKind::Alert,
            Some("error") => ToastKind::Error,
            Some("win") => ToastKind::Win,
            Some("big") => ToastKind::Big,
            Some(other) => {
                return Err(format!(
                    "there is no kind \"{other}\"; use \"info\", \"alert\", \"error\", \"win\" or \"big\""
                )
                .into());
            }
        };
        let audience = uin.map_or(Audience::All, Audience::Player);
        Ok(ctx.host().outbox.toast(audience, kind, text)?)
    }
}

/// The short marks of a seat.
fn seat_tags(table: &Table, lua: &Lua) -> Result<Vec<LocalText>, String> {
    let tags = list::<LocalText>(table, lua, SEAT_TAGS_MAX)?;
    for (number, LocalText { zh, en }) in (1..).zip(&tags) {
        let most = zh.chars().count().max(en.chars().count());
        if most > TAG_CHARACTERS_MAX {
            let limit = format!("{TAG_CHARACTERS_MAX} are the limit");
            return Err(format!("mark {number} has {most} characters; {limit}"));
        }
    }
    Ok(tags)
}

/// A list of buttons.
pub(super) fn read_buttons(buttons: &Table, lua: &Lua) -> Result<Vec<Button>, String> {
    let mut read = Vec::new();
    for table in list::<Table>(buttons, lua, BUTTONS_MAX)? {
        let known = ["id", "label", "enabled", "seated", "confirm", "options"];
        let options = Options::read(table, lua, &known)?;
        read.push(Button {
            id: options.get("id")?,
            label: options.get("label")?,
            enabled: options.get::<Option<bool>>("enabled")?.unwrap_or(true),
            seated: options.get::<Option<bool>>("seated")?.unwrap_or(false),
            confirm: options.get("confirm")?,
            options: match options.get::<Option<Table>>("options")? {
                Some(offered) => button_options(&offered, lua)?,
                None => Vec::new(),
            },
        });
    }
    Ok(read)
}

/// What a button offers.
fn button_options(offered: &Table, lua: &Lua) -> Result<Vec<ButtonOption>, String> {
    let tables = list::<Table>(offered, lua, OPTIONS_MAX)?;
    let read = |table| {
        let options = Options::read(table, lua, &["value", "label", "chosen"])?;
        Ok(ButtonOption {
            value: options.get("value")?,
            label: options.get("label")?,
            chosen: options.get::<Option<bool>>("chosen")?.unwrap_or(false),
        })
    };
    tables.into_iter().map(read).collect()
}

/// Refuses a seat that the map does not have.
pub fn check_seat(host: &Host, seat: Option<SeatIndex>) -> Result<(), String> {
    match seat {
        Some(seat) if host.seats.holder(seat).is_none() => Err(match host.seats.len() {
            0 => "this map has no seats".to_owned(),
            count => format!("there is no seat {seat}; seats are 0 to {}", count - 1),
        }),
        _ => Ok(()),
    }
}
