//! What those do who ride, and those who only build.

use fangqi_protocol::{TICKS_PER_SECOND, Tick};

use crate::living::{Bar, Goal, Kind, Stack, Target, direction};
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::views::Mode;

/// How far ahead somebody rides at one word, in blocks, and for how long without another.
const REINS: f64 = 4.0;
const REINS_TICKS: Tick = TICKS_PER_SECOND;

impl MiniRoom<'_> {
    /// Steers what a player rides: ahead and aside, from where it looks.
    pub(super) fn steer(&mut self, id: u64, ahead: f64, aside: f64) -> Result<(), &'static str> {
        let rider = self.actor(id).map_err(|_| "not_here")?;
        let mount = rider.mount.ok_or("not_riding")?;
        let wish = [ahead, aside];
        if wish.iter().any(|part| !part.is_finite() || part.abs() > 1.0) {
            return Err("bad_pose");
        }
        let [x, _, z] = direction(rider.yaw, 0.0);
        let way = [x * ahead + z * aside, z * ahead - x * aside];
        let now = self.clock;
        let ridden = self.actor_mut(mount).map_err(|_| "nobody_there")?;
        if !matches!(ridden.kind, Kind::Creature { .. }) {
            return Err("not_allowed");
        }
        ridden.goal = (wish != [0.0, 0.0]).then(|| {
            let [x, y, z] = ridden.pos;
            let to = [x + way[0] * REINS, y, z + way[1] * REINS];
            let mut goal = Goal::new(Target::Point(to), 1.0, now);
            goal.until = now + REINS_TICKS;
            goal
        });
        Ok(())
    }

    /// Puts as many of any item as lie together into a slot at hand: where players only build,
    /// they have everything. Item 0 empties the slot.
    pub(super) fn choose(&mut self, id: u64, slot: u32, item: u32) -> Result<(), &'static str> {
        if self.sim.scenery.mode != Mode::Creative {
            return Err("not_allowed");
        }
        if Bar::of(slot) != Some(Bar::Shortcut) {
            return Err("no_slot");
        }
        if !self.person(id).map_err(|_| "not_here")?.may_touch(slot) {
            return Err("locked");
        }
        let block = u16::try_from(item).map(fangqi_world::BlockId);
        let known = block.is_ok_and(|block| self.world.registry().contains(block))
            || self.package.catalog().named_items().any(|(known, _)| known == item);
        if item != 0 && !known {
            return Err("no_item");
        }
        let def = self.package.catalog().item(item);
        let durability = (def.durability > 0).then_some(def.durability);
        let stack = Stack { durability, ..Stack::plain(item, self.stack_max(item)) };
        self.put_slot(id, slot, (item != 0).then_some(stack)).map_err(|_| "not_here")
    }
}
