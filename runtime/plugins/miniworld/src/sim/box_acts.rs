//! What players do with boxes: open them, put things in and take them out.

use super::blocks::{BOX_SLOTS, OPERATE};
use crate::living::ability;
use crate::room::MiniRoom;

impl MiniRoom<'_> {
    pub(super) fn open_box(&mut self, id: u64, pos: [i32; 3]) -> Result<(), &'static str> {
        let actor = self.reaches_cell(id, pos)?;
        let block = self.world.get(pos.into()).id();
        let ruled = self.sim.scenery.rules.whole("BlockUse", 1) == 0;
        if ruled || !actor.can(ability::OPERATE_BLOCK) || !self.block_allows(block, OPERATE) {
            return Err("not_allowed");
        }
        if self.box_at(pos).is_err() {
            return Err("no_box");
        }
        self.person_mut(id).map_err(|_| "not_here")?.opened = Some(pos);
        Ok(())
    }

    pub(super) fn move_box_item(
        &mut self,
        id: u64,
        into: bool,
        from: u32,
        count: u32,
    ) -> Result<(), &'static str> {
        let pos = self.person(id).map_err(|_| "not_here")?.opened.ok_or("no_box")?;
        self.reaches_cell(id, pos)?;
        if into && !self.person(id).is_ok_and(|person| person.may_touch(from)) {
            return Err("locked");
        }
        let there = match into {
            true => self.person(id).ok().and_then(|person| person.bag.get(from).cloned()),
            false => self.box_at(pos).map_err(|_| "no_box")?.get(from).cloned(),
        };
        let stack = there.ok_or("no_item")?;
        let (item, wanted) = (stack.item, count.min(stack.count));
        let most = self.stack_max(item);
        // What is worn or enchanted moves as it is.
        let moved = match (into, stack.is_plain()) {
            (true, true) => {
                let bag = self.box_at(pos).map_err(|_| "no_box")?;
                let (_, left) = bag.add(item, wanted, most, std::slice::from_ref(&BOX_SLOTS));
                wanted - left
            }
            (true, false) => {
                let bag = self.box_at(pos).map_err(|_| "no_box")?;
                bag.add_whole(&stack, BOX_SLOTS)
            }
            (false, true) => self.give_items(id, item, wanted, 2).map_err(|_| "not_here")?,
            (false, false) => self.take_whole(id, &stack),
        };
        if moved == 0 {
            return Ok(());
        }
        if into {
            self.person_mut(id).map_err(|_| "not_here")?.bag.take_from(from, moved);
            self.slot_changed(id, from);
        } else {
            self.box_at(pos).map_err(|_| "no_box")?.take_from(from, moved);
        }
        self.box_changed(pos, item, moved, into);
        Ok(())
    }
}
