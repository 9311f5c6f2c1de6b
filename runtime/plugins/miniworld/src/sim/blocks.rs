//! What holds for kinds of blocks and for single cells besides what they are.

use fangqi_plugin::Fields;
use fangqi_world::{BlockId, BlockState, CellChange, Edit, IVec3};

use crate::living::{Bag, Furnace, SMELT_TICKS, Stack, ability};
use crate::map::{BOX_BLOCKS, FURNACE_BLOCK, MiniMap};
use crate::room::MiniRoom;
use crate::sim::EventFields;

/// Slots of a furnace: what is smelted, what burns, what comes out.
const FURNACE_SLOTS: [u32; 3] = [0, 1, 2];
/// Slots of a box.
pub(super) const BOX_SLOTS: std::ops::Range<u32> = 0..30;
/// Bits of `BLOCKATTR.ENABLE_…`: break, operate, push, drop, drop when pushed.
pub const DESTROY: u8 = 1;
/// See [`DESTROY`].
pub const OPERATE: u8 = 2;
/// See [`DESTROY`].
pub const DROP: u8 = 8;

impl MiniRoom<'_> {
    /// Writes a cell, with all that follows.
    ///
    /// # Errors
    /// The cell or block is not one, or a limit is reached.
    pub fn write_block(&mut self, pos: [i32; 3], state: BlockState) -> Result<(), String> {
        self.charge_edits(1)?;
        let cell = IVec3::from(pos);
        let host = &mut *self.host;
        host.world.set_recorded(cell, state, &mut host.edits).map_err(|e| e.to_string())?;
        Ok(())
    }

    /// As [`Self::write_block`], and tells of what went and came.
    ///
    /// # Errors
    /// As [`Self::write_block`].
    pub fn change_block(&mut self, pos: [i32; 3], state: BlockState) -> Result<(), String> {
        let heard = self.subscriptions.blocks;
        if !heard && self.sim.boxes.is_empty() && self.sim.blocks.on.is_empty() {
            return self.write_block(pos, state);
        }
        let before = self.world.get(pos.into());
        self.write_block(pos, state)?;
        self.block_changed(pos, before.id(), state.id());
        Ok(())
    }

    /// As after [`Self::change_block`], for all cells of an edit, and tells who broke them if they
    /// were broken. Of more events than fit at once the rest are not raised.
    pub fn edit_made(&mut self, edit: &Edit, broken: bool) {
        if !self.subscriptions.blocks && self.sim.boxes.is_empty() && self.sim.blocks.on.is_empty()
        {
            return;
        }
        for CellChange { pos, old, new } in edit.cells() {
            let pos = pos.to_array();
            self.block_changed(pos, old.id(), new.id());
            if broken && !old.is_air() && new.is_air() {
                let fields = Fields::none().with("blockid", old.id().0).in_cell(pos);
                self.tell("Block.DestroyBy", fields);
            }
        }
    }

    /// One kind of block has gone from a cell, and another come.
    fn block_changed(&mut self, pos: [i32; 3], old: BlockId, new: BlockId) {
        if old == new {
            return;
        }
        self.sim.blocks.on.remove(&pos);
        self.spill(pos);
        let of = |id: BlockId| Fields::none().with("blockid", id.0).in_cell(pos);
        if old != BlockState::AIR.id() {
            self.tell("Block.Remove", of(old));
        }
        if new != BlockState::AIR.id() {
            self.tell("Block.Add", of(new));
        }
    }

    /// Breaks the block in a cell, by an object or by itself; it may leave itself behind as an
    /// item.
    ///
    /// # Errors
    /// As [`Self::write_block`].
    pub fn break_block(
        &mut self,
        pos: [i32; 3],
        by: Option<u64>,
        drops: bool,
    ) -> Result<(), String> {
        let before = self.world.get(pos.into());
        self.change_block(pos, BlockState::AIR)?;
        if before.is_air() {
            return Ok(());
        }
        let id = before.id().0;
        let fields = by.map_or_else(Fields::none, Fields::of);
        self.tell("Block.DestroyBy", fields.with("blockid", id).in_cell(pos));
        let kept = self.sim.blocks.denied.get(&id).is_some_and(|bits| bits & DROP != 0);
        if drops && !kept {
            let middle = pos.map(|axis| f64::from(axis) + 0.5);
            // A world full of drops loses the rest.
            let _ = self.drop_stack(Stack::plain(u32::from(id), 1), middle, 10);
        }
        Ok(())
    }

    /// Empties a box that is no more into the world.
    fn spill(&mut self, pos: [i32; 3]) {
        self.sim.furnaces.remove(&pos);
        let Some(bag) = self.sim.boxes.remove(&pos) else { return };
        let middle = pos.map(|axis| f64::from(axis) + 0.5);
        for (_, stack) in bag.iter() {
            let _ = self.drop_stack(stack.clone(), middle, 10);
        }
        self.shut_box(pos);
    }

    /// Whether players may do something to a kind of block, by a bit.
    pub fn block_allows(&self, id: BlockId, bit: u8) -> bool {
        self.sim.blocks.denied.get(&id.0).is_none_or(|bits| bits & bit == 0)
    }

    /// Has a player turn over a block that a script has made a switch by switching it; says whether
    /// it is one that the player may operate.
    pub fn operate_switch(&mut self, player: u64, pos: [i32; 3]) -> bool {
        let Some(on) = self.sim.blocks.on.get(&pos).copied() else { return false };
        let id = self.world.get(pos.into()).id();
        let walks = self.package.miniworld().is_some_and(|map| map.walks);
        // Who looks at a board reaches all of it.
        let reached =
            if walks { self.reaches_cell(player, pos) } else { self.actor(player).map_err(|_| "") };
        let able = reached.is_ok_and(|actor| actor.is_alive() && actor.can(ability::OPERATE_BLOCK));
        let ruled = self.sim.scenery.rules.whole("BlockUse", 1) == 0;
        if !able || ruled || !self.block_allows(id, OPERATE) {
            return false;
        }
        self.switch_block(pos, !on, player);
        true
    }

    /// Switches the block in a cell, and tells of it.
    pub fn switch_block(&mut self, pos: [i32; 3], on: bool, by: u64) {
        let was = self.sim.blocks.on.insert(pos, on);
        if was == Some(on) {
            return;
        }
        let id = self.world.get(pos.into()).id().0;
        self.tell("Block.Trigger", Fields::of(by).with("blockid", id).in_cell(pos));
    }

    /// Tells that a box holds something else: more or fewer of an item.
    pub fn box_changed(&mut self, pos: [i32; 3], item: u32, count: u32, came: bool) {
        let id = self.world.get(pos.into()).id().0;
        let fields = Fields::none().with("blockid", id).item(item, count).in_cell(pos);
        let name = if came { "Backpack.ItemPutIn" } else { "Backpack.ItemTakeOut" };
        self.tell(name, fields.clone());
        self.tell("Backpack.ItemChange", fields);
        self.light_furnace(pos);
    }

    /// Lets a furnace begin when it holds something to smelt and something to burn.
    fn light_furnace(&mut self, pos: [i32; 3]) {
        let now = self.clock;
        let sim = &mut *self.sim;
        let Some(furnace) = sim.furnaces.get_mut(&pos) else { return };
        let Some(bag) = sim.boxes.get_mut(&pos) else { return };
        let [input, fuel, _] = FURNACE_SLOTS;
        if bag.get(input).is_none() {
            furnace.until = None;
            return;
        }
        if furnace.until.is_some() || (furnace.heat == 0 && bag.take_from(fuel, 1) == 0) {
            return;
        }
        // Whatever burns, one of it smelts eight items: Mini World's table is not published.
        furnace.heat = if furnace.heat == 0 { 7 } else { furnace.heat - 1 };
        furnace.until = Some(now + SMELT_TICKS);
        let id = self.world.get(pos.into()).id().0;
        let fields = Fields::none().with("furanceid", id).in_cell(pos);
        self.tell("Furnace.begin", fields);
    }

    /// What a furnace has smelted comes out of it as the map's catalogue says, else as it is.
    pub(super) fn tick_furnaces(&mut self) {
        let now = self.clock;
        let done: Vec<[i32; 3]> = self
            .sim
            .furnaces
            .iter()
            .filter(|(_, furnace)| furnace.until.is_some_and(|until| until <= now))
            .map(|(pos, _)| *pos)
            .collect();
        for pos in done {
            let [input, _, output] = FURNACE_SLOTS;
            let catalog = self.host.package.catalog();
            let Some(bag) = self.sim.boxes.get_mut(&pos) else { continue };
            let item = bag.get(input).map(|stack| stack.item);
            if let Some(item) = item {
                bag.take_from(input, 1);
                let made = catalog.item(item).smelts.unwrap_or(item);
                bag.add(made, 1, u32::MAX, std::slice::from_ref(&(output..output + 1)));
            }
            if let Some(furnace) = self.sim.furnaces.get_mut(&pos) {
                furnace.until = None;
            }
            let id = self.world.get(pos.into()).id().0;
            self.tell("Furnace.end", Fields::none().with("furanceid", id).in_cell(pos));
            self.light_furnace(pos);
        }
    }

    /// Whether there is a box or furnace in a cell: one that somebody made, or the block of one.
    pub fn has_box(&self, pos: [i32; 3]) -> bool {
        self.sim.boxes.contains_key(&pos) || self.box_block(pos).is_some()
    }

    /// Whether there is a furnace in a cell.
    pub fn has_furnace(&self, pos: [i32; 3]) -> bool {
        self.sim.furnaces.contains_key(&pos) || self.box_block(pos) == Some(FURNACE_BLOCK)
    }

    /// The block in a cell, if it is that of a box or furnace.
    pub fn box_block(&self, pos: [i32; 3]) -> Option<u16> {
        self.package.miniworld()?;
        let block = self.world.get(pos.into()).id().0;
        (BOX_BLOCKS.contains(&block) || block == FURNACE_BLOCK).then_some(block)
    }

    /// The box in a cell. The block of a box is an empty one until it is first asked for.
    ///
    /// # Errors
    /// There is none, or there are too many.
    pub fn box_at(&mut self, pos: [i32; 3]) -> Result<&mut Bag, String> {
        let [x, y, z] = pos;
        if let Some(block) = self.box_block(pos)
            && !self.sim.boxes.contains_key(&pos)
        {
            self.add_box(pos, block)?;
            if block == FURNACE_BLOCK {
                self.sim.furnaces.insert(pos, Furnace::default());
            }
        }
        self.sim
            .boxes
            .get_mut(&pos)
            .ok_or_else(|| format!("there is no container at {x}, {y}, {z}"))
    }

    /// Takes a box or furnace away with all that is in it, and the block that is one.
    ///
    /// # Errors
    /// As [`Self::write_block`].
    pub fn remove_box(&mut self, pos: [i32; 3]) -> Result<(), String> {
        self.sim.furnaces.remove(&pos);
        self.sim.boxes.remove(&pos);
        self.shut_box(pos);
        match self.box_block(pos) {
            Some(_) => self.change_block(pos, BlockState::AIR),
            None => Ok(()),
        }
    }

    /// Closes a box for all who look into it.
    fn shut_box(&mut self, pos: [i32; 3]) {
        let looks = |person: &crate::living::Person| person.opened == Some(pos);
        self.sim.people.change_where(looks, |person| person.opened = None);
    }

    /// Makes a box or furnace in a cell, of the block it holds or of the usual one.
    ///
    /// # Errors
    /// As [`Self::write_block`], or there are too many.
    pub fn add_box(&mut self, pos: [i32; 3], block: u16) -> Result<(), String> {
        if self.sim.boxes.len() >= crate::living::OBJECTS_MAX && !self.sim.boxes.contains_key(&pos)
        {
            return Err(format!("a room can have {} containers", crate::living::OBJECTS_MAX));
        }
        if self.world.get(pos.into()).id().0 != block
            && self.world.registry().contains(BlockId(block))
        {
            self.change_block(pos, BlockState::new(BlockId(block), 0))?;
        }
        self.sim.boxes.entry(pos).or_default();
        Ok(())
    }
}
