//! Light in a cell, reckoned when somebody asks: nothing is kept, so maps that never ask pay
//! nothing.

use fangqi_world::{Bounds, IVec3, Shape};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::room::MiniRoom;

/// The brightest light; a step from cell to cell takes one away.
const BRIGHT: u8 = 15;
/// The sky's light at night.
const NIGHT: u8 = 4;
const SIDES: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// The heights of columns, found when they are first looked at.
struct Columns<'a> {
    room: &'a MiniRoom<'a>,
    /// Above this there is nothing at all.
    top: i32,
    known: FxHashMap<(i32, i32), i32>,
}

impl Columns<'_> {
    /// Whether nothing is between a cell and the sky.
    fn is_open(&mut self, cell: IVec3) -> bool {
        let (room, top) = (self.room, self.top);
        let highest = self.known.entry((cell.x, cell.z)).or_insert_with(|| {
            let opaque = |y: &i32| room.is_opaque(IVec3::new(cell.x, *y, cell.z));
            (Bounds::Y_MIN..=top).rev().find(opaque).unwrap_or(Bounds::Y_MIN - 1)
        });
        cell.y > *highest
    }
}

impl MiniRoom<'_> {
    /// The light in a cell, 0 to 15, and how many cells were looked at. Every source loses one with
    /// each cell on the way around what is opaque: blocks that shine, cells that scripts lit, and
    /// the sky, which shines into all cells that nothing covers.
    pub fn light_at(&self, cell: IVec3) -> (u8, u32) {
        let sky = if (6..18).contains(&self.globals.hour) { BRIGHT } else { NIGHT };
        let tops = self.world.chunks().map(|(chunk, _)| chunk.origin().y + 15);
        let ground = self.world.ground().and_then(fangqi_world::Ground::top);
        let top = tops.chain(ground).max().unwrap_or(Bounds::Y_MIN);
        let mut columns = Columns { room: self, top, known: FxHashMap::default() };
        let mut seen = FxHashSet::from_iter([cell]);
        let (mut front, mut best) = (vec![cell], 0);
        for far in 0..BRIGHT {
            // What is further off is too weak to matter.
            if front.is_empty() || BRIGHT - far <= best {
                break;
            }
            let mut next = Vec::new();
            for at in front {
                let open = !self.is_opaque(at);
                best = best.max(self.shines(at).saturating_sub(far));
                if open && columns.is_open(at) {
                    best = best.max(sky.saturating_sub(far));
                }
                // No light comes out of what is opaque but its own, nor into it.
                if open {
                    next.extend(
                        SIDES.map(|side| at + side).into_iter().filter(|at| seen.insert(*at)),
                    );
                }
            }
            front = next;
        }
        (best, seen.len() as u32)
    }

    /// Whether a cell lets no light through.
    fn is_opaque(&self, cell: IVec3) -> bool {
        let state = self.world.get(cell);
        let def = || self.world.registry().get(state.id());
        !state.is_air() && def().is_some_and(|def| def.solid && def.shape == Shape::Cube)
    }

    /// The light that a cell gives of itself.
    fn shines(&self, cell: IVec3) -> u8 {
        let lit = self.sim.blocks.light.get(&cell.to_array()).copied().unwrap_or(0);
        let state = self.world.get(cell);
        let own = self.world.registry().get(state.id()).map_or(0, |def| def.light);
        lit.max(own)
    }
}
