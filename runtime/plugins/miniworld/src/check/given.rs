//! What kinds of things the numbers in scripts stand for, judged by where they occur.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fangqi_room::types::functions;

use crate::MINIWORLD;
use crate::map::Tokens;

/// A module with a function of some name, and the function's parameters.
type Params = (&'static str, Vec<&'static str>);

/// The functions of the API by name: their modules and parameters.
static PARAMS: LazyLock<BTreeMap<&'static str, Vec<Params>>> = LazyLock::new(|| {
    let mut known: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for function in functions(MINIWORLD) {
        let params = function.params().collect();
        known.entry(function.name).or_default().push((function.module, params));
    }
    known
});

/// A sort of things that have numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Item,
    Block,
    Creature,
    Buff,
}

impl Sort {
    /// The sort of thing that a parameter, field or variable with a name holds.
    fn of(name: &str) -> Option<Self> {
        let small = name.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|end| small.ends_with(end));
        match () {
            () if ends(&["itemid", "itemids", "toolid"]) => Some(Self::Item),
            () if ends(&["blockid"]) => Some(Self::Block),
            () if ends(&["actorid", "monsterid"]) => Some(Self::Creature),
            () if ends(&["buffid"]) => Some(Self::Buff),
            () => None,
        }
    }
}

/// Numbers in scripts, by the sort of thing they stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// Items.
    pub(crate) items: BTreeSet<u64>,
    /// Blocks.
    pub(crate) blocks: BTreeSet<u64>,
    /// Creatures.
    pub(crate) creatures: BTreeSet<u64>,
    /// Status effects.
    pub(crate) buffs: BTreeSet<u64>,
}

impl Given {
    /// Reads scripts: numbers in calls of the API, in variables passed to it, and those assigned to
    /// or compared with a field or variable named after a sort of things.
    pub(crate) fn of(scripts: &[Tokens<'_>]) -> Self {
        let mut given = Self::default();
        // A variable of one file may be passed in another.
        let mut holders: BTreeSet<(&str, Sort)> = BTreeSet::new();
        for script in scripts {
            for (at, _, _) in script.iter() {
                for (argument, sort) in sorted_arguments(script, at) {
                    // A number in brackets is an index, not a kind.
                    let mut depth = 0i32;
                    for at in argument {
                        depth += i32::from(script.is_sign(Some(at), b'['));
                        depth -= i32::from(script.is_sign(Some(at), b']'));
                        if depth > 0 {
                            continue;
                        }
                        given.put(sort, script.number(at));
                        holders.extend(script.name(Some(at)).map(|name| (name, sort)));
                    }
                }
            }
        }
        for script in scripts {
            for (at, _, _) in script.iter() {
                let Some(number) = script.number(at) else { continue };
                let assigned = script.assigned(at);
                let compared = script.compared_with(at).filter_map(|at| script.name(Some(at)));
                for name in assigned.into_iter().chain(compared) {
                    if let Some(sort) = Sort::of(name) {
                        given.put(sort, Some(number));
                    }
                }
                let from = assigned.map_or("", |name| name);
                let all = [Sort::Item, Sort::Block, Sort::Creature, Sort::Buff];
                for sort in all.into_iter().filter(|sort| holders.contains(&(from, *sort))) {
                    given.put(sort, Some(number));
                }
            }
        }
        given
    }

    fn put(&mut self, sort: Sort, number: Option<u64>) {
        let of = match sort {
            Sort::Item => &mut self.items,
            Sort::Block => &mut self.blocks,
            Sort::Creature => &mut self.creatures,
            Sort::Buff => &mut self.buffs,
        };
        of.extend(number.filter(|number| *number > 0));
    }

    /// Whether a number occurs anywhere as a kind of something.
    pub(crate) fn knows(&self, number: u64) -> bool {
        [&self.items, &self.blocks, &self.creatures, &self.buffs]
            .iter()
            .any(|numbers| numbers.contains(&number))
    }
}

/// The arguments, of the call that begins at a token, that are kinds of something.
fn sorted_arguments(
    script: &Tokens<'_>,
    at: usize,
) -> impl Iterator<Item = (std::ops::Range<usize>, Sort)> {
    let found = script.call(at).and_then(|(table, name, passes)| {
        let known = PARAMS.get(name)?;
        let own = known.iter().find(|(module, _)| Some(*module) == table).or(known.first())?;
        let skipped = usize::from(!passes);
        let arguments = script.arguments(at + 1).into_iter().skip(skipped);
        let sorts = own.1.iter().map(|name| Sort::of(name));
        let sorted = arguments.zip(sorts).filter_map(|(range, sort)| Some((range, sort?)));
        Some(sorted.collect::<Vec<_>>())
    });
    found.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_they_are_passed_as_or_compared_with() {
        let sources = [
            "Player:gainItems(uin, 4097, 2) Block:setBlockAll(1, 7, 2, 600, 0)
             local sword = 4100 local shop = { 4101, 4102 }
             for i = 1, 2 do Backpack:addItem(uin, shop[i], 1) end",
            "Backpack.addItem(Backpack, uin, sword, 1) World:spawnCreature(1, 7, 1, 3402, 1)
             if e.itemid == 4103 or e.actorid == 3403 then Actor:addBuff(uin, 50, 1, 20) end",
        ];
        let scripts: Vec<Tokens<'_>> = sources.into_iter().map(Tokens::read).collect();
        let given = Given::of(&scripts);
        let list = |numbers: &BTreeSet<u64>| numbers.iter().copied().collect::<Vec<_>>();
        assert_eq!(list(&given.items), [4097, 4100, 4101, 4102, 4103]);
        assert_eq!(list(&given.blocks), [600]);
        assert_eq!(list(&given.creatures), [3402, 3403]);
        assert_eq!(list(&given.buffs), [50]);
    }
}
