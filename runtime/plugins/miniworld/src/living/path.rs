//! Ways around blocks for those who walk.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fangqi_world::World;
use rustc_hash::FxHashMap;

use super::physics::is_solid;

/// Cells looked at before a way is given up.
const CELLS_MAX: usize = 1500;
/// How far down one steps.
const DROP_MAX: i32 = 3;

/// The cells from `from` to `to`, last one first, on foot: a block up, three down, and how many
/// cells were looked at. If there is no way, one to the place nearest to it that was found.
pub fn find(world: &World, from: [i32; 3], to: [i32; 3]) -> (Vec<[i32; 3]>, usize) {
    let mut open = BinaryHeap::from([(Reverse(far(from, to)), 0_u32, from)]);
    let mut came: FxHashMap<[i32; 3], ([i32; 3], u32)> = FxHashMap::default();
    came.insert(from, (from, 0));
    let mut best = (far(from, to), from);
    while let Some((_, cost, cell)) = open.pop() {
        if cell == to {
            best.1 = to;
            break;
        }
        if came.len() > CELLS_MAX {
            break;
        }
        if came.get(&cell).is_some_and(|(_, known)| cost > *known) {
            continue;
        }
        for [dx, dz] in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
            let Some(next) = step(world, cell, dx, dz) else { continue };
            let cost = cost + 1 + cell[1].abs_diff(next[1]);
            if came.get(&next).is_none_or(|(_, known)| cost < *known) {
                came.insert(next, (cell, cost));
                let left = far(next, to);
                open.push((Reverse(cost + left), cost, next));
                best = best.min((left, next));
            }
        }
    }
    let mut way = Vec::new();
    let mut cell = best.1;
    while cell != from {
        way.push(cell);
        cell = came[&cell].0;
    }
    (way, came.len())
}

fn far(a: [i32; 3], b: [i32; 3]) -> u32 {
    (0..3).map(|axis| a[axis].abs_diff(b[axis])).fold(0, u32::saturating_add)
}

/// The cell one comes to by a step, if one can take it.
fn step(world: &World, [x, y, z]: [i32; 3], dx: i32, dz: i32) -> Option<[i32; 3]> {
    let (x, z) = (x.checked_add(dx)?, z.checked_add(dz)?);
    let free = |y: i32| !is_solid(world, [x, y, z]);
    if !free(y) {
        // Up a block, if there is air above both.
        let above = !is_solid(world, [x - dx, y + 2, z - dz]);
        return (above && free(y + 1) && free(y + 2)).then_some([x, y + 1, z]);
    }
    if !free(y + 1) {
        return None;
    }
    (0..=DROP_MAX).find(|down| !free(y - down - 1)).map(|down| [x, y - down, z])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fangqi_world::{BlockId, BlockRegistry, BlockState, IVec3, Region};

    use super::*;

    /// All cells reached on foot, by an obvious flood.
    fn reachable(world: &World, from: [i32; 3]) -> Vec<[i32; 3]> {
        let mut found = vec![from];
        let mut at = 0;
        while let Some(cell) = found.get(at).copied() {
            at += 1;
            for [dx, dz] in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
                if let Some(next) = step(world, cell, dx, dz)
                    && !found.contains(&next)
                {
                    found.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn a_way_leads_around_a_wall_and_is_one_of_steps() {
        let mut world = World::new(Arc::new(BlockRegistry::new()));
        let stone = BlockState::new(BlockId(1), 0);
        world.fill(Region::new(IVec3::ZERO, IVec3::new(12, 0, 12)), stone).unwrap();
        world.fill(Region::new(IVec3::new(6, 1, 0), IVec3::new(6, 3, 10)), stone).unwrap();
        let (from, to) = ([2, 1, 2], [10, 1, 2]);
        let (way, _) = find(&world, from, to);
        assert_eq!(way.first(), Some(&to));
        // Ten past the wall's end and back again.
        assert_eq!(way.len(), 8 + 2 * 9);
        let mut at = from;
        for cell in way.iter().rev() {
            let steps = [[1, 0], [-1, 0], [0, 1], [0, -1]];
            assert!(steps.iter().any(|[dx, dz]| step(&world, at, *dx, *dz) == Some(*cell)));
            at = *cell;
        }
        assert!(reachable(&world, from).contains(&to));
    }

    #[test]
    fn without_a_way_one_goes_as_near_as_one_can() {
        let mut world = World::new(Arc::new(BlockRegistry::new()));
        let stone = BlockState::new(BlockId(1), 0);
        world.fill(Region::new(IVec3::ZERO, IVec3::new(5, 0, 0)), stone).unwrap();
        assert_eq!(find(&world, [0, 1, 0], [9, 1, 0]).0.first(), Some(&[5, 1, 0]));
        assert_eq!(find(&world, [0, 1, 0], [0, 1, 0]), (Vec::new(), 1));
    }
}
