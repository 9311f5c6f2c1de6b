//! `Board:pieces`: the pieces of several sides from one list of kinds.

use std::sync::OnceLock;

use mlua::{Lua, Table, Value};

use super::lattice::{Charge, FUEL_EACH, LatticeError, chunk, refuse};
use super::spec::PIECES_MAX;
use fangqi_binding::args::{Options, describe, list};
use fangqi_vm::Compiled;

/// Most sides, and most words of a text.
const SIDES_MAX: usize = 16;
/// What sides and kinds may both give.
pub(super) const KEYS: [&str; 6] = ["zh", "en", "glyph", "colour", "glyph_colour", "shape"];

/// A list of pieces, those of the first side first, and for each whose it is and of which kind.
///
/// Names are put together of a side's and a kind's, and so are glyphs; all else is the kind's, or
/// the side's where the kind has none.
pub(super) fn pieces(
    lua: &Lua,
    charge: Charge<'_>,
    sides: &Table,
    kinds: Table,
) -> Result<Table, LatticeError> {
    let sides = list::<Table>(sides, lua, SIDES_MAX).map_err(|why| format!("sides: {why}"))?;
    let read = |(number, side): (usize, Table)| {
        let options = Options::read(side, lua, &KEYS);
        options.map_err(|why| format!("sides[{number}]: {why}"))
    };
    let sides = (1..).zip(sides).map(read).collect::<Result<Vec<_>, _>>()?;
    let kinds = Kinds::read(lua, kinds, sides.len()).map_err(|why| format!("kinds: {why}"))?;
    if sides.len() * kinds.count > PIECES_MAX {
        let found = sides.len() * kinds.count;
        return Err(LatticeError::Wrong(format!("there may be {PIECES_MAX} pieces, not {found}")));
    }
    charge(FUEL_EACH * (sides.len() * kinds.count) as u64)?;
    let (pieces, owners, numbers) = (lua.create_table()?, lua.create_table()?, lua.create_table()?);
    owners.raw_set(0, 0)?;
    numbers.raw_set(0, 0)?;
    for (side, options) in sides.iter().enumerate() {
        let own = |key: &str| {
            let text: Result<Option<String>, String> = options.get(key);
            text.map_err(|why| LatticeError::Wrong(format!("sides[{}]: {why}", side + 1)))
        };
        for kind in 0..kinds.count {
            let piece = lua.create_table()?;
            let name = lua.create_table()?;
            // Kinds that are named in one language only are so for sides that have both.
            let named = |key: &str| kinds.word(key, side, kind).is_some();
            let (in_zh, in_en) = (named("zh"), named("en"));
            let own_name = |key: &str, left_out: bool| if left_out { Ok(None) } else { own(key) };
            let chinese = own_name("zh", in_en && !in_zh)?;
            name.raw_set("zh", joined(chinese, "", kinds.word("zh", side, kind)))?;
            let english = own_name("en", in_zh && !in_en)?;
            // "Red rook", but "♠10".
            let is_word = |side: &String| side.ends_with(char::is_alphanumeric);
            let between = if english.as_ref().is_some_and(is_word) { " " } else { "" };
            name.raw_set("en", joined(english, between, kinds.word("en", side, kind)))?;
            piece.raw_set("name", name)?;
            piece.raw_set("glyph", joined(own("glyph")?, "", kinds.word("glyph", side, kind)))?;
            for key in &KEYS[3..] {
                let given = kinds.word(key, side, kind);
                piece.raw_set(*key, given.map_or_else(|| own(key), |word| Ok(Some(word)))?)?;
            }
            pieces.raw_push(piece)?;
            owners.raw_push(side + 1)?;
            numbers.raw_push(kind + 1)?;
        }
    }
    let set = lua.create_table_from([("list", pieces), ("side", owners), ("kind", numbers)])?;
    static SCRIPT: OnceLock<Compiled> = OnceLock::new();
    Ok(chunk(lua, &SCRIPT, include_str!("lua/pieces.luau"))?.call((set, refuse(lua, "set")?))?)
}

fn joined(side: Option<String>, between: &str, kind: Option<String>) -> Option<String> {
    match (side, kind) {
        (Some(side), Some(kind)) => Some(format!("{side}{between}{kind}")),
        (side, kind) => side.or(kind),
    }
}

/// What is said of kinds: for each key the words of every side.
struct Kinds {
    words: Vec<(&'static str, Vec<Vec<String>>)>,
    count: usize,
}

impl Kinds {
    /// Reads texts of one word a kind, or lists of such texts, one a side.
    fn read(lua: &Lua, table: Table, sides: usize) -> Result<Self, String> {
        let options = Options::read(table, lua, &KEYS)?;
        let mut words = Vec::new();
        let mut count = None;
        for key in KEYS {
            let texts: Vec<String> = match options.get::<Value>(key)? {
                Value::Nil => continue,
                Value::String(text) => vec![text.to_string_lossy()],
                Value::Table(texts) => {
                    list(&texts, lua, SIDES_MAX).map_err(|why| format!("`{key}`: {why}"))?
                }
                other => {
                    let found = describe(&other);
                    return Err(format!(
                        "`{key}` must be a text, or one for each side, not {found}"
                    ));
                }
            };
            if texts.len() != 1 && texts.len() != sides {
                let found = texts.len();
                return Err(format!("`{key}` has {found} texts, and there are {sides} sides"));
            }
            for text in &texts {
                let found = text.split_whitespace().count();
                let wanted = *count.get_or_insert(found);
                if found != wanted {
                    return Err(format!("`{key}` has {found} words where others have {wanted}"));
                }
            }
            let split = |text: &String| text.split_whitespace().map(str::to_owned).collect();
            words.push((key, texts.iter().map(split).collect()));
        }
        let count =
            count.ok_or("name each kind in one word: { zh = \"兵 车\", en = \"pawn rook\" }")?;
        Ok(Self { words, count })
    }

    fn word(&self, key: &str, side: usize, kind: usize) -> Option<String> {
        let (_, sides) = self.words.iter().find(|(known, _)| *known == key)?;
        sides.get(side).or(sides.first())?.get(kind).cloned()
    }
}
