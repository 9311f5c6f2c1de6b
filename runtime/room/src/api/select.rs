//! What a selection is asked with, and what answers one, as scripts write them.

use fangqi_binding::args::{Cell, Options, describe, list};
use fangqi_plugin::host::{Legal, Selection, sorted};
use fangqi_protocol::{Choice, LocalText};
use mlua::{Lua, Table, Value};

/// Cells that one question may offer.
const CELLS_MAX: usize = 256;
/// Buttons beside a selection.
const BUTTONS_MAX: usize = 16;
/// Selections that one question may suggest.
const SUGGEST_MAX: usize = 256;
/// Characters of all legal selections together.
const LEGAL_CHARS_MAX: usize = 1 << 18;

/// An answer to a question for a selection: the same for players, stand-ins and defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// A button, from 0.
    Button(u32),
    /// Cells, by their places in the list, from 0.
    Cells(Vec<u16>),
}

/// The selection of the options of `Request:select`.
pub(super) fn read(options: &Options<'_>, lua: &Lua, max: usize) -> Result<Selection, String> {
    let cells: Table = options.get("cells")?;
    let cells: Vec<[i32; 3]> =
        list::<Cell>(&cells, lua, CELLS_MAX)?.into_iter().map(|Cell(pos)| pos).collect();
    if (1..cells.len()).any(|index| cells[..index].contains(&cells[index])) {
        return Err("a cell is among `cells` twice".to_owned());
    }
    let classes: Option<String> = options.get("classes")?;
    let classes = classes.unwrap_or_default();
    if !classes.bytes().all(|class| class.is_ascii_graphic()) {
        return Err("`classes` must be letters, digits or signs of ASCII".to_owned());
    }
    if !classes.is_empty() && classes.len() != cells.len() {
        let (classes, cells) = (classes.len(), cells.len());
        return Err(format!("`classes` has {classes} characters for {cells} cells"));
    }
    let legal = legal(options, lua, cells.len(), &classes, max)?;
    let label: Option<LocalText> = options.get("label")?;
    let mut selection =
        Selection { cells, classes, legal, suggest: Vec::new(), label, default: None };
    if let Some(suggest) = options.get::<Option<Table>>("suggest")? {
        for (number, value) in (1..).zip(values(&suggest, SUGGEST_MAX)?) {
            let found = cells_of(&selection, &value, lua);
            selection.suggest.push(found.map_err(|why| format!("suggest[{number}]: {why}"))?);
        }
    }
    Ok(selection)
}

/// What may be selected together.
fn legal(
    options: &Options<'_>,
    lua: &Lua,
    cells: usize,
    classes: &str,
    max: usize,
) -> Result<Legal, String> {
    let (least, most) = (options.get::<Option<u16>>("min")?, options.get::<Option<u16>>("max")?);
    let Some(sets) = options.get::<Option<Table>>("legal")? else {
        let (min, max) = (least.unwrap_or(1), most.unwrap_or(cells as u16));
        if min > max || usize::from(max) > cells {
            return Err(format!("`min` and `max` must be a range within 0 to {cells}"));
        }
        return Ok(Legal::Count { min, max });
    };
    if least.is_some() || most.is_some() {
        return Err("give either `legal` or `min` and `max`".to_owned());
    }
    if classes.is_empty() && cells > 0 {
        return Err("`legal` needs `classes`".to_owned());
    }
    let held = sorted(classes);
    let mut legal = Vec::new();
    let mut chars = 0;
    for (number, set) in (1..).zip(list::<String>(&sets, lua, max)?) {
        let set = sorted(&set);
        if !is_part(&set, &held) {
            return Err(format!("legal[{number}], \"{set}\", cannot be made of the cells"));
        }
        chars += set.len();
        legal.push(set);
    }
    if chars > LEGAL_CHARS_MAX {
        return Err(format!("`legal` has more than {LEGAL_CHARS_MAX} characters"));
    }
    legal.sort_unstable();
    legal.dedup();
    Ok(Legal::Sets(legal))
}

/// Whether one sorted text is part of another, as multisets.
fn is_part(part: &str, whole: &str) -> bool {
    let mut rest = whole.bytes();
    part.bytes().all(|wanted| rest.any(|byte| byte == wanted))
}

/// The buttons beside a selection: texts.
pub(super) fn buttons(options: &Options<'_>, lua: &Lua) -> Result<Vec<Choice>, String> {
    let Some(labels) = options.get::<Option<Table>>("buttons")? else { return Ok(Vec::new()) };
    let labels = list::<LocalText>(&labels, lua, BUTTONS_MAX)?;
    Ok(labels.into_iter().map(|label| Choice { path: Vec::new(), label: Some(label) }).collect())
}

/// Reads an answer: the number of a button, or cells as a list of numbers or as their classes.
///
/// # Errors
/// What is wrong with it, to follow "the answer …".
pub(super) fn answer(
    selection: &Selection,
    buttons: usize,
    value: &Value,
    lua: &Lua,
) -> Result<Answer, String> {
    let number = match value {
        Value::Integer(number) => *number as f64,
        Value::Number(number) => *number,
        _ => return cells_of(selection, value, lua).map(Answer::Cells),
    };
    if number.fract() == 0.0 && (1.0..=buttons as f64).contains(&number) {
        return Ok(Answer::Button(number as u32 - 1));
    }
    Err(format!("must be a button, 1 to {buttons}, or cells, not {}", describe(value)))
}

/// Reads legal cells: a list of their numbers, or their classes.
fn cells_of(selection: &Selection, value: &Value, lua: &Lua) -> Result<Vec<u16>, String> {
    let cells = match value {
        Value::Table(numbers) => {
            let numbers = list::<u16>(numbers, lua, CELLS_MAX)?;
            let index = |number: u16| number.checked_sub(1).ok_or("cells count from 1".to_owned());
            numbers.into_iter().map(index).collect::<Result<Vec<u16>, String>>()?
        }
        Value::String(classes) => {
            let classes = classes.to_string_lossy();
            let cells = selection.cells_with(&classes);
            cells.ok_or_else(|| format!("\"{classes}\" cannot be made of the cells"))?
        }
        other => {
            return Err(format!("must be numbers of cells or classes, not {}", describe(other)));
        }
    };
    selection.check(&cells).map_err(|why| why.to_string())?;
    Ok(cells)
}

/// The items of a list, whatever they are.
fn values(table: &Table, max: usize) -> Result<Vec<Value>, String> {
    let count = table.raw_len();
    if count > max {
        return Err(format!("the list has more than {max} items"));
    }
    (1..=count).map(|index| table.raw_get(index).map_err(|error| error.to_string())).collect()
}
