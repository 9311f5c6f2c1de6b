//! What players do in a map in which players walk: checked here, whatever the client thinks.

use fangqi_plugin::Fields;
use fangqi_protocol::{Act, Tick};
use fangqi_world::{BlockId, BlockState, Bounds, IVec3};

use super::blocks::DESTROY;
use crate::living::{Actor, Bar, Dig, ItemUse, Kind, ability, attr, distance_squared};
use crate::map::MiniMap;
use crate::room::MiniRoom;
use crate::sim::EventFields;
use crate::views::{ElementKind, Mode};

/// How far a player reaches, in blocks.
const REACH: f64 = 7.0;
/// Ticks that digging takes at least.
const DIG_TICKS: Tick = 4;
/// Ticks between two uses of an item.
const USE_TICKS: Tick = 4;
/// Keys that can be held at one time.
const KEYS_MAX: usize = 16;
/// Longest name of a key, page or element, in characters.
const NAME_CHARS_MAX: usize = 64;
/// Longest text that is typed, in characters.
const TYPED_CHARS_MAX: usize = 500;

impl MiniRoom<'_> {
    /// Does what a player does.
    ///
    /// # Errors
    /// Why it cannot be done: a code for the client. Nothing has changed.
    pub fn act(&mut self, id: u64, act: &Act) -> Result<(), &'static str> {
        match act {
            Act::Key { key, down } => return self.key(id, key, *down),
            Act::Press { page, element, down } => return self.press(id, page, element, *down),
            Act::Type { page, element, content } => {
                return self.typed(id, page, element, content);
            }
            Act::ClosePage { page } => {
                self.open_page_of(id, page)?;
                self.close_page(id, page);
                return Ok(());
            }
            _ => {}
        }
        if !self.package.walks() {
            return Err("no_walking");
        }
        let dead = self.actor(id).map_err(|_| "not_here")?.dead;
        match (dead, act) {
            (true, Act::Revive {}) => return self.ask_revive(id),
            (false, Act::Revive {}) => return Err("alive"),
            (true, _) => return Err("dead"),
            _ => {}
        }
        match act {
            Act::DigBegin { pos } => self.dig_begin(id, *pos),
            Act::DigEnd { pos } => self.dig_end(id, *pos),
            Act::DigCancel {} => self.dig_cancel(id),
            Act::Place { pos, face } => self.place(id, *pos, *face),
            Act::Use {} => self.use_item(id),
            Act::Attack { target } => self.attack(id, *target),
            Act::Touch { target } => self.touch(id, *target),
            Act::Mount { target } => self.climb(id, *target),
            Act::Steer { ahead, aside } => self.steer(id, *ahead, *aside),
            Act::Choose { slot, item } => self.choose(id, *slot, *item),
            Act::Shortcut { index } => self.shortcut(id, *index),
            Act::MoveItem { from, to, count } => self.move_item(id, *from, *to, *count),
            Act::Discard { slot, count } => {
                if !self.actor(id).is_ok_and(|actor| actor.can(ability::DISCARD_ITEM)) {
                    return Err("not_allowed");
                }
                if !self.person(id).is_ok_and(|person| person.may_touch(*slot)) {
                    return Err("locked");
                }
                self.discard(id, *slot, *count).map(drop).map_err(|_| "no_item")
            }
            Act::OpenBox { pos } => self.open_box(id, *pos),
            Act::CloseBox {} => {
                self.person_mut(id).map_err(|_| "not_here")?.opened = None;
                Ok(())
            }
            Act::MoveBoxItem { into, from, count } => self.move_box_item(id, *into, *from, *count),
            Act::Play { act } => {
                self.play_act(id, *act);
                self.tell("Player.PlayAction", Fields::of(id).with("act", *act));
                Ok(())
            }
            Act::Aim { at } => {
                if at.iter().any(|axis| !axis.is_finite() || axis.abs() > fangqi_protocol::FAR) {
                    return Err("bad_pose");
                }
                self.person_mut(id).map_err(|_| "not_here")?.aim = Some(*at);
                Ok(())
            }
            Act::Key { .. } | Act::Press { .. } | Act::Type { .. } | Act::ClosePage { .. } => {
                Ok(())
            }
            Act::Revive {} => Err("alive"),
        }
    }

    /// Whether a player reaches a point.
    fn reaches(&self, id: u64, at: [f64; 3]) -> Result<&Actor, &'static str> {
        let actor = self.actor(id).map_err(|_| "not_here")?;
        let near = distance_squared(actor.eyes(), at) <= REACH * REACH;
        if near { Ok(actor) } else { Err("too_far") }
    }

    pub(super) fn reaches_cell(&self, id: u64, pos: [i32; 3]) -> Result<&Actor, &'static str> {
        if !Bounds::contains(IVec3::from(pos)) {
            return Err("too_far");
        }
        self.reaches(id, pos.map(|axis| f64::from(axis) + 0.5))
    }

    fn diggable(&self, id: u64, pos: [i32; 3]) -> Result<BlockId, &'static str> {
        let actor = self.reaches_cell(id, pos)?;
        let block = self.world.get(pos.into()).id();
        if block == BlockId::AIR {
            return Err("nothing_there");
        }
        let ruled = self.sim.scenery.rules.whole("BlockDestroy", 1) == 0;
        if ruled || !actor.can(ability::DESTROY_BLOCK) || !self.block_allows(block, DESTROY) {
            return Err("not_allowed");
        }
        Ok(block)
    }

    fn dig_begin(&mut self, id: u64, pos: [i32; 3]) -> Result<(), &'static str> {
        let block = self.diggable(id, pos)?;
        if self.person(id).is_ok_and(|person| person.dig.is_some_and(|dig| dig.pos != pos)) {
            self.dig_cancel(id)?;
        }
        let since = self.clock;
        self.person_mut(id).map_err(|_| "not_here")?.dig = Some(Dig { pos, since });
        self.tell("Block.Dig.Begin", Fields::of(id).with("blockid", block.0).in_cell(pos));
        Ok(())
    }

    fn dig_end(&mut self, id: u64, pos: [i32; 3]) -> Result<(), &'static str> {
        let block = self.diggable(id, pos)?;
        let creative = self.sim.scenery.mode == Mode::Creative;
        let dig = self.person(id).map_err(|_| "not_here")?.dig;
        let dug = dig.filter(|dig| dig.pos == pos).ok_or("not_digging")?;
        if !creative && self.clock < dug.since + DIG_TICKS {
            return Err("too_fast");
        }
        self.break_block(pos, Some(id), !creative).map_err(|_| "full")?;
        self.person_mut(id).map_err(|_| "not_here")?.dig = None;
        self.tell("Block.Dig.End", Fields::of(id).with("blockid", block.0).in_cell(pos));
        if !creative {
            self.wear_tool(id);
        }
        Ok(())
    }

    fn dig_cancel(&mut self, id: u64) -> Result<(), &'static str> {
        let person = self.person_mut(id).map_err(|_| "not_here")?;
        let Dig { pos, .. } = person.dig.take().ok_or("not_digging")?;
        let block = self.world.get(pos.into()).id().0;
        self.tell("Block.Dig.Cancel", Fields::of(id).with("blockid", block).in_cell(pos));
        Ok(())
    }

    fn place(&mut self, id: u64, pos: [i32; 3], face: u8) -> Result<(), &'static str> {
        let actor = self.reaches_cell(id, pos)?;
        let ruled = self.sim.scenery.rules.whole("BlockPlace", 1) == 0;
        if ruled || !actor.can(ability::PLACE_BLOCK) || face > 5 {
            return Err("not_allowed");
        }
        let item = self.tool_of(id).ok_or("nothing_in_hand")?.item;
        let block = u16::try_from(item).map(BlockId).map_err(|_| "no_block")?;
        if block == BlockId::AIR || !self.world.registry().contains(block) {
            return Err("no_block");
        }
        if !self.world.get(pos.into()).is_air() {
            return Err("occupied");
        }
        let state = BlockState::new(block, face);
        let solid = self.world.registry().is_solid(state);
        if solid && self.body_in(pos) {
            return Err("occupied");
        }
        self.change_block(pos, state).map_err(|_| "full")?;
        let fields = Fields::of(id).with("blockid", block.0).in_cell(pos);
        self.tell("Block.PlaceBy", fields);
        if self.sim.scenery.mode != Mode::Creative {
            // It was in hand a moment ago.
            let _ = self.consume_tool(id, 1);
        }
        Ok(())
    }

    /// Whether somebody stands in a cell.
    fn body_in(&self, pos: [i32; 3]) -> bool {
        let low = pos.map(f64::from);
        self.sim.actors.iter().any(|(id, actor)| {
            let (width, height) = actor.size();
            let half = width / 2.0;
            actor.is_alive()
                && self.is_here(*id)
                && actor.pos[0] + half > low[0]
                && actor.pos[0] - half < low[0] + 1.0
                && actor.pos[2] + half > low[2]
                && actor.pos[2] - half < low[2] + 1.0
                && actor.pos[1] + height > low[1]
                && actor.pos[1] < low[1] + 1.0
        })
    }

    /// Uses what is in hand.
    pub(crate) fn use_item(&mut self, id: u64) -> Result<(), &'static str> {
        let actor = self.actor(id).map_err(|_| "not_here")?;
        if !actor.can(ability::USE_ITEM) {
            return Err("not_allowed");
        }
        let (eyes, ahead) = (actor.eyes(), crate::living::direction(actor.yaw, actor.pitch));
        let slot = 1000 + u32::from(self.person(id).map_err(|_| "not_here")?.slot);
        let stack = self.tool_of(id).ok_or("nothing_in_hand")?;
        let (item, count) = (stack.item, stack.count);
        let now = self.clock;
        let person = self.person_mut(id).map_err(|_| "not_here")?;
        person.cooldowns.retain(|_, until| *until > now);
        if person.cooldowns.contains_key(&item) {
            return Err("too_fast");
        }
        person.cooldowns.insert(item, now + USE_TICKS);
        let fields = Fields::of(id).item(item, count).with("itemix", u64::from(slot));
        self.tell("Player.UseItem", fields);
        let def = self.package.catalog().item(item);
        match def.usage {
            ItemUse::Food => {
                let hunger = self.actor(id).map_or(0.0, |actor| actor.attr(attr::CUR_HUNGER));
                self.change_attr(id, attr::CUR_HUNGER, hunger + def.power);
                self.tell("Item.expend", Fields::of(id).item(item, 1));
                let _ = self.consume_tool(id, 1);
            }
            ItemUse::Throw | ItemUse::Shoot => {
                self.shoot(id, item, eyes, ahead, def.power.max(10.0)).map_err(|_| "full")?;
                match def.usage {
                    ItemUse::Throw => drop(self.consume_tool(id, 1)),
                    _ => self.wear_tool(id),
                }
            }
            ItemUse::Gift => {
                self.tell("Player.UseGiftPack", Fields::of(id).item(item, 1));
                let _ = self.consume_tool(id, 1);
            }
            usage => {
                if let Some(worn) = usage.slot() {
                    self.move_slot(id, slot, worn, 1).map_err(|_| "occupied")?;
                }
            }
        }
        Ok(())
    }

    /// Somebody else's body, if it is there and in reach.
    fn body(&self, id: u64, target: u64) -> Result<&Actor, &'static str> {
        let other = self.actor(target).map_err(|_| "nobody_there")?;
        if target == id || !self.is_here(target) || !other.is_alive() {
            return Err("nobody_there");
        }
        self.reaches(id, other.pos)?;
        Ok(other)
    }

    fn attack(&mut self, id: u64, target: u64) -> Result<(), &'static str> {
        if target != 0 {
            self.body(id, target)?;
        }
        if !self.actor(id).is_ok_and(|actor| actor.can(ability::ATTACK)) {
            return Err("not_allowed");
        }
        if target == 0 {
            // A stroke into the air.
            self.tell("Player.Attack", self.player_fields(id));
            return Ok(());
        }
        self.strike(id, target);
        Ok(())
    }

    fn touch(&mut self, id: u64, target: u64) -> Result<(), &'static str> {
        self.body(id, target)?;
        self.tell("Player.ClickActor", Fields::of(id).to(self, target));
        Ok(())
    }

    fn climb(&mut self, id: u64, target: u64) -> Result<(), &'static str> {
        if target != 0 {
            let other = self.body(id, target)?;
            if !matches!(other.kind, Kind::Creature { .. }) {
                return Err("not_allowed");
            }
        }
        self.mount(id, target).map_err(|_| "nobody_there")
    }

    /// Puts somebody onto an object, or off with 0, and tells of it.
    ///
    /// # Errors
    /// There is no such object, or they would ride each other in a circle.
    pub fn mount(&mut self, id: u64, target: u64) -> Result<(), String> {
        let was = self.actor(id)?.mount;
        let mut next = Some(target).filter(|target| *target != 0);
        let to = next;
        while let Some(under) = next {
            if under == id {
                return Err("nobody can ride itself".to_owned());
            }
            next = self.actor(under)?.mount;
        }
        if was == to {
            return Ok(());
        }
        self.actor_mut(id)?.mount = to;
        let player = self.actor(id)?.is_player();
        if let Some(was) = was.filter(|_| player) {
            self.tell("Player.DismountActor", Fields::of(id).to(self, was));
        }
        if let Some(to) = to {
            let ridden = self.actor(to)?;
            let pos = ridden.saddle();
            self.place_actor(id, pos);
            if player {
                self.tell("Player.MountActor", Fields::of(id).to(self, to));
            }
        }
        let pos = self.sim.actors.get(&id).map_or([0.0; 3], |actor| actor.pos);
        if let Some(person) = self.sim.people.get_mut(id) {
            person.moved += 1;
            person.sent_to = pos;
        }
        Ok(())
    }

    fn shortcut(&mut self, id: u64, index: u8) -> Result<(), &'static str> {
        if u32::from(index) >= Bar::Shortcut.slots().len() as u32 {
            return Err("no_slot");
        }
        self.person_mut(id).map_err(|_| "not_here")?.slot = index;
        let (item, count) = self.tool_of(id).map_or((0, 0), |stack| (stack.item, stack.count));
        let fields = Fields::of(id).item(item, count).with("itemix", 1000 + u64::from(index));
        self.tell("Player.SelectShortcut", fields);
        Ok(())
    }

    fn move_item(&mut self, id: u64, from: u32, to: u32, count: u32) -> Result<(), &'static str> {
        if Bar::of(from).is_none() || Bar::of(to).is_none() || count == 0 {
            return Err("no_slot");
        }
        let person = self.person(id).map_err(|_| "not_here")?;
        if !person.may_touch(from) || !person.may_touch(to) {
            return Err("locked");
        }
        self.move_slot(id, from, to, count).map_err(|_| "no_item")
    }

    /// Has somebody play an action.
    pub fn play_act(&mut self, id: u64, act: i32) {
        if let Some(actor) = self.sim.actors.get_mut(id) {
            let count = actor.look.act.map_or(0, |(_, count)| count);
            actor.look.act = Some((act, count.wrapping_add(1)));
        }
    }

    fn ask_revive(&mut self, id: u64) -> Result<(), &'static str> {
        // Who has lost its last life does not come back; others need not wait.
        if self.person(id).map_err(|_| "not_here")?.revive.is_none() {
            return Err("no_lives");
        }
        self.revive(id, None);
        Ok(())
    }

    fn key(&mut self, id: u64, key: &str, down: bool) -> Result<(), &'static str> {
        let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if key.is_empty() || key.chars().count() > NAME_CHARS_MAX || !key.chars().all(plain) {
            return Err("no_key");
        }
        let person = self.person_mut(id).map_err(|_| "not_here")?;
        let changed = match down {
            true if person.keys.len() >= KEYS_MAX => return Err("too_many_keys"),
            true => person.keys.insert(key.to_owned()),
            false => person.keys.remove(key),
        };
        if changed {
            let name = if down { "Player.InputKeyDown" } else { "Player.InputKeyUp" };
            self.tell(name, Fields::of(id).with("vkey", key));
        }
        Ok(())
    }

    fn open_page_of(&self, id: u64, page: &str) -> Result<&crate::living::Page, &'static str> {
        let found = self.sim.pages.get(id, page).filter(|page| page.up.is_some());
        found.ok_or("no_page")
    }

    /// The kind of an element that a player sees.
    fn seen_element(
        &self,
        id: u64,
        page: &str,
        element: &str,
    ) -> Result<ElementKind, &'static str> {
        let open = self.open_page_of(id, page)?;
        let mut seen = self.elements_of(page, open).filter(|(_, element)| !element.hidden);
        seen.find(|(own, _)| own == element).map(|(_, found)| found.kind).ok_or("no_element")
    }

    fn press(
        &mut self,
        id: u64,
        page: &str,
        element: &str,
        down: bool,
    ) -> Result<(), &'static str> {
        let kind = self.seen_element(id, page, element)?;
        let model = kind == ElementKind::Loader;
        let name = match (model, down) {
            (false, true) => "UI.Button.TouchBegin",
            (false, false) => "UI.Button.Click",
            (true, true) => "UI.GLoader3D.TouchBegin",
            (true, false) => "UI.GLoader3D.Click",
        };
        // Older scripts read the misspelt field.
        let fields = Fields::of(id).page(page).with("uielement", element);
        self.tell(name, fields.with("btnelenemt", element));
        Ok(())
    }

    fn typed(
        &mut self,
        id: u64,
        page: &str,
        element: &str,
        content: &str,
    ) -> Result<(), &'static str> {
        if content.chars().count() > TYPED_CHARS_MAX {
            return Err("too_long");
        }
        self.seen_element(id, page, element)?;
        let kind = ElementKind::Input;
        let typed = content.to_owned();
        self.change_element(id, page, element, kind, |element| element.text = Some(typed))
            .map_err(|_| "full")?;
        let fields = Fields::of(id).page(page).with("uielement", element);
        self.tell("UI.LostFocus", fields.with("content", content));
        self.tell("Player.InputContent", Fields::of(id).with("content", content));
        Ok(())
    }
}
