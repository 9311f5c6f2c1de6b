//! Finds the numbers in Mini World scripts that are kinds of blocks.
//!
//! Blocks and items share one range of numbers, and only a map's editor knows which is which.
//! Without it, the scripts tell: by the calls in which a number stands, and by what it is compared
//! with.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use fangqi_vm::Token;

use super::tokens::Tokens;

/// Kinds of blocks below this exist in every Mini World map, named or not.
pub(super) const GENERIC: u16 = 1200;

/// Chess pieces and the first custom kinds of an author exist in every map, because scripts compute
/// their numbers.
const PIECES: RangeInclusive<u16> = 2010..=2023;
const CUSTOM: RangeInclusive<u16> = 4097..=4160;
/// Two numbers in a script that differ by less than this may be the ends of a loop, so those
/// between them exist as well.
const GAP: u16 = 65;
/// The game's own items have five digits; its blocks have fewer.
const ITEMS: Range<u16> = 10_000..20_000;

/// Functions whose arguments are items. This is a guess for an author's own kinds: a block can be
/// held too, but a number used only in such calls is more often a tool.
const ITEM_CALLS: &[&str] = &[
    "gainItems",
    "addItem",
    "setGridItem",
    "spawnItem",
    "spawnProjectile",
    "spawnProjectileByDir",
    "removeBackpackItem",
    "removeGridItemByItemID",
    "getItemName",
    "setSkillCD",
    "setItemAttAction",
    "hasItemByBackpackBar",
    "getItemNumByBackpackBar",
    "actEquipUpByResID",
    "isEquipByResID",
];
/// Tables whose functions take blocks.
const BLOCK_TABLES: &[&str] = &["Block", "Area"];
/// Endings of the names of variables that hold an item or a block.
const ITEM_NAMES: &[&str] = &["itemid", "toolid"];
const BLOCK_NAMES: &[&str] = &["blockid"];

/// The kinds of blocks beyond the generic ones that scripts may refer to.
pub(super) fn blocks<'a>(scripts: impl IntoIterator<Item = &'a [u8]>) -> BTreeSet<u16> {
    let mut said = Said::default();
    for script in scripts.into_iter().filter_map(|bytes| std::str::from_utf8(bytes).ok()) {
        said.read(&Tokens::read(script));
    }
    let Said { all, items, blocks } = said;
    let found: BTreeSet<u16> = all.difference(&(&items - &blocks)).copied().collect();
    let between = found.iter().zip(found.iter().skip(1)).filter(|(one, next)| *next - *one < GAP);
    let between = between.flat_map(|(one, next)| *one..*next);
    let known = found.iter().copied().chain(between).chain(PIECES).chain(CUSTOM);
    let is_item = |id: &u16| (items.contains(id) || ITEMS.contains(id)) && !blocks.contains(id);
    known.filter(|id| !is_item(id)).collect()
}

/// What scripts tell about numbers.
#[derive(Debug, Default)]
struct Said {
    /// All numbers that may be kinds.
    all: BTreeSet<u16>,
    /// Numbers where an item is expected.
    items: BTreeSet<u16>,
    /// Numbers where a block is expected.
    blocks: BTreeSet<u16>,
}

impl Said {
    fn read(&mut self, script: &Tokens<'_>) {
        let (mut items, mut blocks) = (Meant::default(), Meant::default());
        for (at, _, text) in script.iter() {
            if script.name(Some(at)).is_none() || !script.is_sign(Some(at + 1), b'(') {
                continue;
            }
            let table = script
                .is_sign(at.checked_sub(1), b':')
                .then(|| script.name(at.checked_sub(2)))
                .flatten();
            if ITEM_CALLS.contains(&text) {
                items.take(script, script.within(at + 1));
            } else if table.is_some_and(|table| BLOCK_TABLES.contains(&table)) {
                blocks.take(script, script.within(at + 1));
            }
        }
        for (at, token, text) in script.iter() {
            if token == Token::String {
                self.all.extend(words(text));
            }
            let Some(id) = kind(script, at) else { continue };
            self.all.insert(id);
            let by_name = |endings: &[&str], meant: &Meant<'_>| {
                let ends = |name: &str| {
                    let small = name.to_ascii_lowercase();
                    endings.iter().any(|ending| small.ends_with(ending))
                };
                let assigned = script.assigned(at);
                let compared = script.compared_with(at).filter_map(|at| script.name(Some(at)));
                assigned.is_some_and(|name| ends(name) || meant.names.contains(name))
                    || compared.into_iter().any(ends)
            };
            if items.numbers.contains(&id) || by_name(ITEM_NAMES, &items) {
                self.items.insert(id);
            }
            if blocks.numbers.contains(&id) || by_name(BLOCK_NAMES, &blocks) {
                self.blocks.insert(id);
            }
        }
    }
}

/// The arguments of all calls of one sort.
#[derive(Debug, Default)]
struct Meant<'a> {
    numbers: BTreeSet<u16>,
    /// Names of variables, whose values are further numbers.
    names: BTreeSet<&'a str>,
}

impl<'a> Meant<'a> {
    fn take(&mut self, script: &Tokens<'a>, within: Range<usize>) {
        for at in within {
            self.numbers.extend(kind(script, at));
            self.names.extend(script.name(Some(at)));
        }
    }
}

/// Numbers within a string literal, where scripts may keep what they have built.
fn words(text: &str) -> impl Iterator<Item = u16> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.len() >= 4).filter_map(|word| word.parse().ok()).filter(above)
}

fn above(id: &u16) -> bool {
    *id >= GENERIC
}

/// The number at a token, if it may be a kind beyond the generic ones.
fn kind(script: &Tokens<'_>, at: usize) -> Option<u16> {
    u16::try_from(script.number(at)?).ok().filter(above)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(source: &str, id: u16) -> bool {
        blocks([source.as_bytes()]).contains(&id)
    }

    #[test]
    fn numbers_are_what_scripts_do_with_them() {
        let cases = [
            ("Block:placeBlock(5001, 1, 2, 3)", 5001, true),
            ("local kind = 5001", 5001, true),
            ("Player:gainItems(uin, 5001, 1)", 5001, false),
            ("Player:gainItems(uin, 11201, 4)", 11201, false),
            ("local x = 12288", 12288, false),
            ("if e.itemid == 4100 then end", 4100, false),
            ("if 4100 == e.itemid then end", 4100, false),
            ("local sword = 4100 Player:gainItems(uin, sword, 1)", 4100, false),
            ("local kits = { { itemid = 4100 } }", 4100, false),
            ("Player:gainItems(uin, 4100, 1) if e.blockid == 4100 then end", 4100, true),
            ("Block:placeBlock(12000, 1, 2, 3)", 12000, true),
            ("for id = 6000, 6032 do Block:placeBlock(id, 1, 2, 3) end", 6010, true),
            ("-- 5001", 5001, false),
            ("local saved = '1,5001,x5002'", 5001, true),
            ("local saved = '1,5001,x5002'", 5002, false),
        ];
        for (source, id, is_block) in cases {
            assert_eq!(has(source, id), is_block, "{source}");
        }
    }

    #[test]
    fn some_kinds_are_always_there() {
        for id in [2010, 2023, 4097, 4160] {
            assert!(has("", id));
        }
        assert!(!has("", 4161));
    }
}
