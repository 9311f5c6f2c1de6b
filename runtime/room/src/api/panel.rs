//! Answers that are given step by step at a card table, and plates, as scripts write them.

use fangqi_binding::args::{Cell, Options, list};
use fangqi_plugin::host::Host;
use fangqi_protocol::{Choice, ChoiceLook, LocalText, PanelView, Plate};
use mlua::{Lua, Table};

use super::hud::check_seat;

/// Cells and seats that may be picked at one time.
const PICKED_MAX: usize = 64;
/// Words and paragraphs of one plate.
const TAGS_MAX: usize = 16;
const LINES_MAX: usize = 16;
/// Characters of a letter: one may be put together of several.
const GLYPH_MAX: usize = 4;

/// A choice with what it is at a card table.
pub(super) fn choice(
    table: Table,
    lua: &Lua,
    path_max: usize,
) -> Result<(Choice, ChoiceLook), String> {
    let known = ["path", "label", "player", "main", "on", "about", "colour"];
    let options = Options::read(table, lua, &known)?;
    let path = match options.get::<Option<Table>>("path")? {
        Some(cells) => {
            list::<Cell>(&cells, lua, path_max)?.into_iter().map(|Cell(pos)| pos).collect()
        }
        None => Vec::new(),
    };
    let label: Option<LocalText> = options.get("label")?;
    let look = ChoiceLook {
        seat: options.get("player")?,
        main: options.get::<Option<bool>>("main")?.unwrap_or(false),
        on: options.get::<Option<bool>>("on")?.unwrap_or(false),
        about: options.get("about")?,
        colour: colour(&options)?,
    };
    if path.is_empty() && label.is_none() && look.seat.is_none() {
        return Err("it needs a path to click, a label for its button or a player".to_owned());
    }
    Ok((Choice { path, label }, look))
}

/// What has been picked, and what choices are; nothing where a question needs none of it.
pub(super) fn panel(
    picked: Option<Table>,
    looks: Vec<ChoiceLook>,
    lua: &Lua,
) -> Result<Option<PanelView>, String> {
    let mut panel = PanelView { looks, ..PanelView::default() };
    let given = picked.is_some();
    if let Some(picked) = picked {
        let options = Options::read(picked, lua, &["cells", "players"])?;
        if let Some(cells) = options.get::<Option<Table>>("cells")? {
            let cells = list::<Cell>(&cells, lua, PICKED_MAX)?;
            panel.picked = cells.into_iter().map(|Cell(pos)| pos).collect();
        }
        if let Some(seats) = options.get::<Option<Table>>("players")? {
            panel.seats = list(&seats, lua, PICKED_MAX)?;
        }
    }
    let plain = panel.looks.iter().all(|look| *look == ChoiceLook::default());
    Ok((given || !plain).then_some(panel))
}

/// Refuses seats that the map does not have.
pub(super) fn check(panel: &PanelView, host: &Host) -> Result<(), String> {
    let named = panel.looks.iter().filter_map(|look| look.seat);
    named.chain(panel.seats.iter().copied()).try_for_each(|seat| check_seat(host, Some(seat)))
}

/// A colour, empty where none is given.
fn colour(options: &Options) -> Result<String, String> {
    let colour: String = options.get::<Option<String>>("colour")?.unwrap_or_default();
    let digits = colour.strip_prefix('#').unwrap_or_default();
    let is_colour = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !colour.is_empty() && !is_colour {
        return Err(format!("`colour` must be of the form \"#rrggbb\", not \"{colour}\""));
    }
    Ok(colour)
}

/// What a seat plays.
pub(super) fn plate(table: Table, lua: &Lua) -> Result<Plate, String> {
    let known = [
        "title", "colour", "glyph", "life", "life_max", "tags", "wears", "lines", "acts", "out",
        "turned",
    ];
    let options = Options::read(table, lua, &known)?;
    let colour = colour(&options)?;
    let glyph = options.get::<Option<String>>("glyph")?.unwrap_or_default();
    if glyph.chars().count() > GLYPH_MAX {
        return Err(format!("`glyph` is a letter, not \"{glyph}\""));
    }
    let texts = |name: &str, max: usize| match options.get::<Option<Table>>(name)? {
        Some(texts) => {
            list::<LocalText>(&texts, lua, max).map_err(|why| format!("`{name}`: {why}"))
        }
        None => Ok(Vec::new()),
    };
    Ok(Plate {
        title: options.get::<Option<LocalText>>("title")?.unwrap_or_default(),
        colour,
        glyph,
        life: options.get::<Option<i32>>("life")?.unwrap_or(0),
        life_max: options.get::<Option<i32>>("life_max")?.unwrap_or(0),
        tags: texts("tags", TAGS_MAX)?,
        wears: texts("wears", TAGS_MAX)?,
        lines: texts("lines", LINES_MAX)?,
        acts: options.get::<Option<bool>>("acts")?.unwrap_or(false),
        out: options.get::<Option<bool>>("out")?.unwrap_or(false),
        turned: options.get::<Option<bool>>("turned")?.unwrap_or(false),
    })
}
