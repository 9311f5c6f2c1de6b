//! What players hold, and the events of holding it.

use fangqi_plugin::Fields;

use crate::living::{Bar, ItemUse, Person, Stack};
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::sim::EventFields;

impl Person {
    /// Its slots besides those at hand and those worn.
    pub fn store(&self) -> std::ops::Range<u32> {
        let all = Bar::Inventory.slots();
        all.start..self.room.map_or(all.end, |room| u32::from(room).min(all.end))
    }

    /// The slots that items are put into, in order: `first` is 2 for the store, else those at hand
    /// are.
    pub fn slots_from(&self, first: i32) -> [std::ops::Range<u32>; 2] {
        let (hand, store) = (Bar::Shortcut.slots(), self.store());
        if first == 2 { [store, hand] } else { [hand, store] }
    }

    /// Whether it may put things into a slot, and take them out, with its own hands.
    pub fn may_touch(&self, slot: u32) -> bool {
        let there = Bar::of(slot) != Some(Bar::Inventory) || self.store().contains(&slot);
        there && !self.locked.contains(&slot)
    }
}

impl MiniRoom<'_> {
    /// How many of an item lie in one slot.
    pub fn stack_max(&self, item: u32) -> u32 {
        self.package.catalog().item(item).stack.max(1)
    }

    /// What an item is called: one of the map's, a block's name, or its number.
    pub fn item_name(&self, item: u32) -> String {
        let def = self.package.catalog().item(item);
        if def.name != crate::living::name_of_item(item) {
            return def.name;
        }
        let block = u16::try_from(item).ok().map(fangqi_world::BlockId);
        let block = block.and_then(|id| self.world.registry().get(id));
        block.map_or(def.name, |block| block.name_zh.clone())
    }

    /// Gives a player plain items; gives how many it took.
    ///
    /// # Errors
    /// There is no such player.
    pub fn give_items(
        &mut self,
        id: u64,
        item: u32,
        count: u32,
        first: i32,
    ) -> Result<u32, String> {
        let (most, ranges) = (self.stack_max(item), self.person(id)?.slots_from(first));
        let durability = self.package.catalog().item(item).durability;
        let bag = &mut self.person_mut(id)?.bag;
        let (changed, left) = bag.add(item, count, most, &ranges);
        if durability > 0 {
            for slot in &changed {
                if let Some(stack) = bag.get_mut(*slot) {
                    stack.durability = Some(durability);
                }
            }
        }
        let added = count - left;
        for slot in changed {
            self.slot_changed(id, slot);
        }
        if added > 0 {
            self.tell("Player.AddItem", Fields::of(id).item(item, added));
        }
        Ok(added)
    }

    /// Takes items of a kind from a player; gives how many.
    ///
    /// # Errors
    /// There is no such player.
    pub fn take_items(&mut self, id: u64, item: u32, count: u32) -> Result<u32, String> {
        let ranges = [1000..1008, 0..30, 8000..8005];
        let (changed, taken) = self.person_mut(id)?.bag.take(item, count, &ranges);
        for slot in changed {
            self.slot_changed(id, slot);
        }
        Ok(taken)
    }

    /// Puts something into a slot of a player, or empties it.
    ///
    /// # Errors
    /// There is no such player.
    pub fn put_slot(&mut self, id: u64, slot: u32, stack: Option<Stack>) -> Result<(), String> {
        let worn = Bar::of(slot) == Some(Bar::Equip);
        let came = stack.as_ref().map(|stack| (stack.item, stack.count));
        let was = self.person_mut(id)?.bag.put(slot, stack);
        self.slot_changed(id, slot);
        if worn {
            self.tell_worn(id, slot, was.map(|stack| (stack.item, stack.count)), came);
        }
        Ok(())
    }

    fn tell_worn(&mut self, id: u64, slot: u32, was: Option<(u32, u32)>, now: Option<(u32, u32)>) {
        let fields =
            |(item, count)| Fields::of(id).item(item, count).with("itemix", u64::from(slot));
        if let Some(was) = was {
            self.tell("Player.EquipOff", fields(was));
        }
        if let Some(now) = now {
            self.tell("Player.EquipOn", fields(now));
        }
        if was.is_some() || now.is_some() {
            self.tell("Player.EquipChange", fields(now.or(was).unwrap_or_default()));
        }
    }

    /// Tells that a slot of a player holds something else.
    pub fn slot_changed(&mut self, id: u64, slot: u32) {
        let Ok(person) = self.person(id) else { return };
        let (item, count) = person.bag.get(slot).map_or((0, 0), |s| (s.item, s.count));
        let fields = Fields::of(id).item(item, count).with("itemix", u64::from(slot));
        self.tell("Player.BackPackChange", fields.clone());
        if Bar::of(slot) == Some(Bar::Shortcut) {
            self.tell("Player.ShortcutChange", fields);
        }
    }

    /// Moves items from one slot of a player to another: onto its like, into an empty slot, or in
    /// exchange.
    ///
    /// # Errors
    /// What cannot be done, in words; nothing has changed.
    pub fn move_slot(&mut self, id: u64, from: u32, to: u32, count: u32) -> Result<(), String> {
        if from == to {
            return Ok(());
        }
        let bag = &self.person(id)?.bag;
        let moved = bag.get(from).cloned().ok_or_else(|| format!("slot {from} is empty"))?;
        let there = bag.get(to).cloned();
        if Bar::of(to) == Some(Bar::Equip) {
            self.check_worn(moved.item, to)?;
        }
        let whole = count >= moved.count;
        let (left, put) = match there {
            None if whole => (None, moved),
            None => (
                Some(Stack { count: moved.count - count, ..moved.clone() }),
                Stack { count, ..moved },
            ),
            Some(there) if there.item == moved.item && there.is_plain() && moved.is_plain() => {
                let room = self.stack_max(moved.item).saturating_sub(there.count);
                let by = count.min(moved.count).min(room);
                let left = Stack { count: moved.count - by, ..moved };
                (Some(left), Stack { count: there.count + by, ..there })
            }
            Some(there) if whole => {
                if Bar::of(from) == Some(Bar::Equip) {
                    self.check_worn(there.item, from)?;
                }
                (Some(there), moved)
            }
            Some(_) => return Err(format!("slot {to} holds something else")),
        };
        self.put_slot(id, from, left)?;
        self.put_slot(id, to, Some(put))
    }

    /// Whether an item may be worn in a slot: those a map describes go to their place only.
    fn check_worn(&self, item: u32, slot: u32) -> Result<(), String> {
        match self.package.catalog().item(item).usage.slot() {
            Some(own) if own != slot => Err(format!("item {item} is worn in slot {own}")),
            _ => Ok(()),
        }
    }

    /// What a player's clothes take off a blow or shot.
    pub fn worn_guard(&self, id: u64) -> f64 {
        let Some(person) = self.sim.people.get(&id) else { return 0.0 };
        let worn = person.bag.range(Bar::Equip.slots());
        worn.map(|(_, stack)| self.package.catalog().armour(stack.item)).sum()
    }

    /// The damage that an item in hand adds.
    pub fn tool_power(&self, item: u32) -> f64 {
        let def = self.package.catalog().item(item);
        if def.usage == ItemUse::Tool { def.power } else { 0.0 }
    }

    /// What a player has in hand wears off by a use; what is worn out is gone.
    pub fn wear_tool(&mut self, id: u64) {
        let slot = 1000 + u32::from(self.person(id).map_or(0, |person| person.slot));
        let Ok(person) = self.person_mut(id) else { return };
        let Some(stack) = person.bag.get_mut(slot) else { return };
        let Some(left) = stack.durability.as_mut() else { return };
        *left -= 1;
        let (worn, item) = (*left <= 0, stack.item);
        if worn {
            person.bag.put(slot, None);
            self.tell("Item.Destroy", Fields::of(id).item(item, 1));
        }
        self.slot_changed(id, slot);
    }

    /// Uses up some of what a player has in hand.
    ///
    /// # Errors
    /// It has nothing in hand.
    pub fn consume_tool(&mut self, id: u64, count: u32) -> Result<(), String> {
        let slot = 1000 + u32::from(self.person(id)?.slot);
        let person = self.person_mut(id)?;
        let item = person.bag.get(slot).ok_or("there is nothing in hand")?.item;
        let taken = person.bag.take_from(slot, count);
        self.slot_changed(id, slot);
        self.tell("Player.ConsumeItem", Fields::of(id).item(item, taken));
        Ok(())
    }

    /// Drops items from a slot of a player in front of it.
    ///
    /// # Errors
    /// What cannot be done, in words.
    pub fn discard(&mut self, id: u64, slot: u32, count: u32) -> Result<u64, String> {
        let person = self.person(id)?;
        let stack = person.bag.get(slot).cloned().ok_or_else(|| format!("slot {slot} is empty"))?;
        if person.item_rules.get(&stack.item).is_some_and(|rules| rules & 1 != 0) {
            return Err(format!("item {} may not be dropped", stack.item));
        }
        let count = count.min(stack.count);
        let actor = self.actor(id)?;
        let (eyes, ahead) = (actor.eyes(), crate::living::direction(actor.yaw, actor.pitch));
        let drop = self.drop_stack(Stack { count, ..stack.clone() }, eyes, 40)?;
        if let Ok(body) = self.actor_mut(drop) {
            body.motion = ahead.map(|axis| axis * 0.3);
        }
        let left = Stack { count: stack.count - count, ..stack.clone() };
        self.put_slot(id, slot, Some(left))?;
        let fields = Fields::of(id).item(stack.item, count).with("toobjid", drop);
        self.tell("Player.DiscardItem", fields);
        Ok(drop)
    }
}
