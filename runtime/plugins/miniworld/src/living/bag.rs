use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Items of one kind in one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stack {
    /// Which kind.
    pub item: u32,
    /// How many.
    pub count: u32,
    /// What is left of its durability; `None` for what does not wear.
    pub durability: Option<i32>,
    /// Enchantments with their levels.
    pub enchants: BTreeMap<u32, i32>,
    /// The number of a single item that a script made; 0 for all others.
    pub instance: u32,
}

impl Stack {
    /// Items without anything special.
    pub fn plain(item: u32, count: u32) -> Self {
        Self { item, count, durability: None, enchants: BTreeMap::new(), instance: 0 }
    }

    /// Whether there is nothing special about it, so that it may lie with its like.
    pub fn is_plain(&self) -> bool {
        self.durability.is_none() && self.enchants.is_empty() && self.instance == 0
    }

    /// Whether more of `item` may lie with it.
    fn takes(&self, item: u32) -> bool {
        self.item == item && self.is_plain()
    }
}

/// A row of slots, as in `BACKPACK_TYPE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// 1000 to 1007: the row at hand.
    Shortcut,
    /// 0 to 29: the rest.
    Inventory,
    /// 8000 to 8004: head, chest, legs, feet, back.
    Equip,
}

impl Bar {
    /// The one with this number.
    pub fn numbered(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Shortcut),
            2 => Some(Self::Inventory),
            3 => Some(Self::Equip),
            _ => None,
        }
    }

    /// The one a slot is in.
    pub fn of(slot: u32) -> Option<Self> {
        [Self::Shortcut, Self::Inventory, Self::Equip]
            .into_iter()
            .find(|bar| bar.slots().contains(&slot))
    }

    /// Its slots.
    pub fn slots(self) -> std::ops::Range<u32> {
        match self {
            Self::Shortcut => 1000..1008,
            Self::Inventory => 0..30,
            Self::Equip => 8000..8005,
        }
    }
}

/// What somebody or something holds, by slot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bag {
    slots: BTreeMap<u32, Stack>,
}

impl Bag {
    /// What lies in a slot.
    pub fn get(&self, slot: u32) -> Option<&Stack> {
        self.slots.get(&slot)
    }

    /// What lies in a slot, to change it; nothing may be made empty.
    pub fn get_mut(&mut self, slot: u32) -> Option<&mut Stack> {
        self.slots.get_mut(&slot)
    }

    /// Puts something into a slot, or empties it; gives what was there.
    pub fn put(&mut self, slot: u32, stack: Option<Stack>) -> Option<Stack> {
        match stack.filter(|stack| stack.count > 0) {
            Some(stack) => self.slots.insert(slot, stack),
            None => self.slots.remove(&slot),
        }
    }

    /// What lies in the slots of a range, in order.
    pub fn range(&self, slots: std::ops::Range<u32>) -> impl Iterator<Item = (u32, &Stack)> {
        self.slots.range(slots).map(|(slot, stack)| (*slot, stack))
    }

    /// Everything, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Stack)> {
        self.slots.iter().map(|(slot, stack)| (*slot, stack))
    }

    /// How many more of `item` fit into the slots of `ranges`, `most` to a slot.
    pub fn space(&self, item: u32, most: u32, ranges: &[std::ops::Range<u32>]) -> u32 {
        let slots = ranges.iter().flat_map(Clone::clone);
        slots
            .map(|slot| match self.slots.get(&slot) {
                None => most,
                Some(stack) if stack.takes(item) => most.saturating_sub(stack.count),
                Some(_) => 0,
            })
            .fold(0, u32::saturating_add)
    }

    /// Adds plain items to slots of `ranges`, to those that hold some first; gives the slots that
    /// changed and how many did not fit.
    pub fn add(
        &mut self,
        item: u32,
        mut count: u32,
        most: u32,
        ranges: &[std::ops::Range<u32>],
    ) -> (Vec<u32>, u32) {
        let mut changed = Vec::new();
        for empty in [false, true] {
            for slot in ranges.iter().flat_map(Clone::clone) {
                if count == 0 {
                    break;
                }
                let there = match self.slots.get(&slot) {
                    None if empty => 0,
                    Some(stack) if !empty && stack.takes(item) => stack.count,
                    _ => continue,
                };
                let added = count.min(most.saturating_sub(there));
                if added > 0 {
                    self.slots.insert(slot, Stack::plain(item, there + added));
                    changed.push(slot);
                    count -= added;
                }
            }
        }
        (changed, count)
    }

    /// Puts a stack as it is into the first empty slot of a range; how many items that were, none
    /// if there is no such slot.
    pub fn add_whole(&mut self, stack: &Stack, range: std::ops::Range<u32>) -> u32 {
        let Some(slot) = range.into_iter().find(|slot| !self.slots.contains_key(slot)) else {
            return 0;
        };
        self.slots.insert(slot, stack.clone());
        stack.count
    }

    /// Takes items of a kind out of the slots of `ranges`; gives the slots that changed and how
    /// many were taken.
    pub fn take(
        &mut self,
        item: u32,
        count: u32,
        ranges: &[std::ops::Range<u32>],
    ) -> (Vec<u32>, u32) {
        let (mut changed, mut left) = (Vec::new(), count);
        for slot in ranges.iter().flat_map(Clone::clone) {
            if left == 0 {
                break;
            }
            if self.slots.get(&slot).is_some_and(|stack| stack.item == item) {
                left -= self.take_from(slot, left);
                changed.push(slot);
            }
        }
        (changed, count - left)
    }

    /// Takes up to `count` items out of a slot; gives how many.
    pub fn take_from(&mut self, slot: u32, count: u32) -> u32 {
        let Some(stack) = self.slots.get_mut(&slot) else { return 0 };
        let taken = count.min(stack.count);
        stack.count -= taken;
        if stack.count == 0 {
            self.slots.remove(&slot);
        }
        taken
    }

    /// How many items of a kind lie in the slots of a range, and in which.
    pub fn count(&self, item: u32, slots: std::ops::Range<u32>) -> (u32, Vec<u32>) {
        let found = self.range(slots).filter(|(_, stack)| stack.item == item);
        found.fold((0, Vec::new()), |(count, mut slots), (slot, stack)| {
            slots.push(slot);
            (count.saturating_add(stack.count), slots)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_go_to_their_like_first_and_what_does_not_fit_is_told() {
        let mut bag = Bag::default();
        let ranges = [1000..1002, 0..2];
        assert_eq!(bag.add(7, 5, 4, &ranges), (vec![1000, 1001], 0));
        assert_eq!(bag.add(8, 3, 4, &ranges), (vec![0], 0));
        // One place of three beside the second stack, one empty slot of four.
        assert_eq!(bag.space(7, 4, &ranges), 3 + 4);
        assert_eq!(bag.add(7, 9, 4, &ranges), (vec![1001, 1], 2));
        assert_eq!(bag.count(7, 0..2000), (12, vec![1, 1000, 1001]));
        assert_eq!(bag.take(7, 9, &ranges), (vec![1000, 1001, 1], 9));
        assert_eq!(bag.get(1).map(|stack| stack.count), Some(3));
        assert_eq!(bag.put(0, None), Some(Stack::plain(8, 3)));
        assert_eq!(bag.iter().map(|(slot, _)| slot).collect::<Vec<_>>(), [1]);
    }
}
