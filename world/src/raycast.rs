//! Ray casting through a world.

use glam::{DVec3, IVec3};

use crate::block::BlockState;
use crate::position::{Bounds, Face};
use crate::world::World;

/// The intersection of a ray with a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The cell.
    pub pos: IVec3,
    /// The face through which the ray entered; `None` if it starts inside.
    pub face: Option<Face>,
    /// Distance from the origin to the face, in cells; 0 if the ray starts inside.
    pub distance: f64,
    /// The state of the cell.
    pub state: BlockState,
}

/// Maximum length of a ray, in cells.
pub const RAY_LENGTH_MAX: f64 = 1024.0;

impl World {
    /// The first cell along a ray that is not air, at most `max` cells away; `max` is limited to
    /// [`RAY_LENGTH_MAX`]. `dir` may have any length.
    ///
    /// Cell `(x, y, z)` is the cube from `(x, y, z)` to `(x + 1, y + 1, z + 1)`. Returns `None`
    /// also if a number is not finite, if `dir` is zero, or if the ray leaves the bounds.
    pub fn raycast(&self, origin: DVec3, dir: DVec3, max: f64) -> Option<Hit> {
        self.raycast_where(origin, dir, max, |_, state| !state.is_air())
    }

    /// Like [`World::raycast`], for the first cell that satisfies a condition.
    pub fn raycast_where(
        &self,
        origin: DVec3,
        dir: DVec3,
        max: f64,
        pass: impl Fn(IVec3, BlockState) -> bool,
    ) -> Option<Hit> {
        let mut walk = Traversal::new(origin, dir)?;
        let max = if max.is_nan() { 0.0 } else { max.min(RAY_LENGTH_MAX) };
        while walk.distance <= max && Bounds::contains(walk.cell) {
            let state = self.get(walk.cell);
            if pass(walk.cell, state) {
                let Traversal { cell: pos, face, distance, .. } = walk;
                return Some(Hit { pos, face, distance, state });
            }
            walk.step();
        }
        None
    }

    /// Whether no solid block lies between two points. The cells that contain the points are
    /// ignored, so a face of a solid block can be visible. Points that are not finite, out of
    /// bounds or further apart than [`RAY_LENGTH_MAX`] are not visible from each other.
    pub fn line_of_sight(&self, a: DVec3, b: DVec3) -> bool {
        let (Some(start), Some(end)) = (cell_of(a), cell_of(b)) else { return false };
        let length = a.distance(b);
        if length > RAY_LENGTH_MAX {
            return false;
        }
        let blocks = |cell: IVec3, state: BlockState| {
            cell != start && cell != end && self.registry().is_solid(state)
        };
        start == end || self.raycast_where(a, b - a, length, blocks).is_none()
    }
}

/// The cell that contains a point; `None` if it is out of bounds.
fn cell_of(point: DVec3) -> Option<IVec3> {
    // Casts saturate, so remote points yield cells out of bounds.
    Some(point.floor().as_ivec3()).filter(|&cell| point.is_finite() && Bounds::contains(cell))
}

/// Voxel traversal along a ray: J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray
/// Tracing", Eurographics 1987.
struct Traversal {
    cell: IVec3,
    face: Option<Face>,
    distance: f64,
    step: IVec3,
    /// Ray distance to the next cell boundary on each axis.
    next: DVec3,
    /// Ray distance between boundaries on each axis.
    delta: DVec3,
}

impl Traversal {
    fn new(origin: DVec3, dir: DVec3) -> Option<Traversal> {
        let cell = cell_of(origin)?;
        // Scaled by the largest component first, so that squaring neither overflows nor underflows.
        let dir = (dir / dir.abs().max_element()).normalize();
        if !dir.is_finite() {
            return None;
        }
        let (mut next, mut delta) = (DVec3::INFINITY, DVec3::INFINITY);
        for axis in 0..3 {
            if dir[axis] != 0.0 {
                let low = f64::from(cell[axis]);
                let border = if dir[axis] > 0.0 { low + 1.0 } else { low };
                next[axis] = (border - origin[axis]) / dir[axis];
                delta[axis] = 1.0 / dir[axis].abs();
            }
        }
        let step = dir.signum().as_ivec3();
        Some(Traversal { cell, face: None, distance: 0.0, step, next, delta })
    }

    /// Steps into the next cell. In a tie, x comes before y before z.
    fn step(&mut self) {
        let axis = if self.next.x <= self.next.y && self.next.x <= self.next.z {
            0
        } else if self.next.y <= self.next.z {
            1
        } else {
            2
        };
        self.distance = self.next[axis];
        self.next[axis] += self.delta[axis];
        self.cell[axis] += self.step[axis];
        let entered = match (axis, self.step[axis] > 0) {
            (0, true) => Face::West,
            (0, false) => Face::East,
            (1, true) => Face::Down,
            (1, false) => Face::Up,
            (_, true) => Face::South,
            (_, false) => Face::North,
        };
        self.face = Some(entered);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::block::BlockId;
    use crate::region::Region;
    use crate::registry::BlockRegistry;

    const STONE: BlockState = BlockState::new(BlockId(1), 0);
    const WATER: BlockState = BlockState::new(BlockId(10), 0);

    fn world_with(cells: &[([i32; 3], BlockState)]) -> World {
        let mut world = World::new(Arc::new(BlockRegistry::new()));
        for &(cell, state) in cells {
            world.set(cell.into(), state).unwrap();
        }
        world
    }

    #[test]
    fn each_face_is_hit_from_its_side() {
        let world = world_with(&[([0, 0, 0], STONE)]);
        let centre = DVec3::splat(0.5);
        for face in Face::ALL {
            let out = face.normal().as_dvec3();
            let hit = world.raycast(centre + out * 5.0, -out * 3.0, 10.0).unwrap();
            assert_eq!((hit.pos, hit.face, hit.state), (IVec3::ZERO, Some(face), STONE));
            assert!((hit.distance - 4.5).abs() < 1e-12);
            assert_eq!(world.raycast(centre + out * 5.0, -out, 4.4), None);
            assert_eq!(world.raycast(centre + out * 5.0, out, 100.0), None);
        }
        let inside = world.raycast(centre, DVec3::X, 1.0).unwrap();
        assert_eq!((inside.face, inside.distance), (None, 0.0));
    }

    #[test]
    fn rays_agree_with_a_fine_march() {
        let mut world = world_with(&[]);
        let mut seed = 7u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f64 / f64::from(1 << 24)
        };
        for cell in Region::new(IVec3::splat(-6), IVec3::splat(6)).iter() {
            if random() < 0.05 {
                world.set(cell, STONE).unwrap();
            }
        }
        let mut met = 0;
        for _ in 0..300 {
            let mut point = || DVec3::new(random(), random(), random()) * 12.0 - 6.0;
            let (origin, dir) = (point(), point().normalize());
            let hit = world.raycast(origin, dir, 12.0);
            let filled = |t: f64| {
                let cell = (origin + dir * t).floor().as_ivec3();
                (!world.get(cell).is_air()).then_some((cell, t))
            };
            let marched = (0..=120_000).find_map(|i| filled(f64::from(i) * 1e-4));
            match (hit, marched) {
                (Some(hit), Some((cell, t))) if hit.pos == cell => {
                    assert!(hit.distance <= t + 1e-9 && t - hit.distance < 1.1e-4);
                    met += 1;
                }
                // Ray marching may miss a corner that the ray cuts by less than a step.
                (Some(hit), marched) => {
                    let t = hit.distance;
                    let inside = [t + 1e-9, t + 1e-7, t + 1e-6]
                        .into_iter()
                        .any(|t| (origin + dir * t).floor().as_ivec3() == hit.pos);
                    assert!(inside && marched.is_none_or(|(_, m)| m > t));
                }
                (None, marched) => assert_eq!(marched, None),
            }
        }
        assert!(met > 100, "{met} rays met a block");
    }

    #[test]
    fn only_solid_blocks_between_the_ends_hide() {
        let (a, b) = (DVec3::new(0.5, 0.5, 0.5), DVec3::new(4.5, 0.5, 0.5));
        assert!(world_with(&[]).line_of_sight(a, b));
        assert!(world_with(&[([2, 0, 0], WATER)]).line_of_sight(a, b));
        assert!(!world_with(&[([2, 0, 0], STONE)]).line_of_sight(a, b));
        assert!(world_with(&[([0, 0, 0], STONE), ([4, 0, 0], STONE)]).line_of_sight(a, b));
        assert!(world_with(&[([0, 0, 0], STONE)]).line_of_sight(a, a));
    }

    #[test]
    fn absurd_rays_meet_nothing() {
        let world = world_with(&[([0, 0, 0], STONE)]);
        let origin = DVec3::new(5.0, 0.5, 0.5);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e300] {
            assert_eq!(world.raycast(DVec3::splat(bad), DVec3::X, 10.0), None);
            assert!(!world.line_of_sight(DVec3::splat(bad), origin));
            world.raycast(origin, DVec3::new(bad, 0.0, 0.0), 10.0);
            world.raycast(origin, DVec3::NEG_X, bad);
        }
        assert_eq!(world.raycast(origin, DVec3::ZERO, 10.0), None);
        assert_eq!(world.raycast(origin, DVec3::NEG_X, f64::NAN), None);
        for size in [1e-300, 1e300] {
            assert!(world.raycast(origin, DVec3::NEG_X * size, 10.0).is_some());
        }
        let corner = Bounds::MAX.as_dvec3() + 0.5;
        assert_eq!(world.raycast(corner, DVec3::ONE, 1e9), None);
    }
}
