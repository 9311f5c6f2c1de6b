//! Bodies among blocks: boxes that stop at solid cells and fall.

use fangqi_world::{IVec3, World};

use super::Actor;

/// How much faster everything falls with each tick, in blocks a tick.
pub const GRAVITY: f64 = 0.08;
/// The fastest fall, in blocks a tick.
pub const FALL_MAX: f64 = 2.0;
/// The fastest sinking in a liquid, in blocks a tick.
pub const SINK: f64 = 0.1;
/// The fastest anything moves, in blocks a tick.
pub const SPEED_MAX: f64 = 20.0;
/// How much of its push a body keeps each tick, on the ground and in the air.
pub const FRICTION: (f64, f64) = (0.5, 0.9);
/// Below this nothing moves.
pub const STILL: f64 = 0.003;
/// What bodies keep clear of walls, so that standing beside one is not standing in it.
pub const SKIN: f64 = 1e-6;
/// The longest way that is looked at once: no wall is jumped over by it.
pub const STRIDE: f64 = 0.5;

/// Whether a body of a size would be inside a solid block at a place.
pub fn is_stuck(world: &World, pos: [f64; 3], (width, height): (f64, f64)) -> bool {
    let half = width / 2.0 - SKIN;
    let (low, high) = (
        [pos[0] - half, pos[1] + SKIN, pos[2] - half].map(cell),
        [pos[0] + half, pos[1] + height - SKIN, pos[2] + half].map(cell),
    );
    (low[1]..=high[1])
        .any(|y| (low[0]..=high[0]).any(|x| (low[2]..=high[2]).any(|z| is_solid(world, [x, y, z]))))
}

/// How far below the feet the ground is looked for, in blocks.
const UNDERFOOT: f64 = 0.05;

/// Whether a body at a place stands on something.
pub fn stands(world: &World, [x, y, z]: [f64; 3], size: (f64, f64)) -> bool {
    is_stuck(world, [x, y - UNDERFOOT, z], size)
}

/// Whether a cell holds something solid.
pub fn is_solid(world: &World, cell: [i32; 3]) -> bool {
    world.registry().is_solid(world.get(IVec3::from(cell)))
}

/// Whether a cell holds a liquid.
pub fn is_liquid(world: &World, cell: [i32; 3]) -> bool {
    let state = world.get(IVec3::from(cell));
    !state.is_air() && world.registry().get(state.id()).is_some_and(|def| def.liquid)
}

fn cell(axis: f64) -> i32 {
    axis.floor() as i32
}

/// What stopped a body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stopped {
    /// A wall.
    pub wall: bool,
    /// The ground.
    pub ground: bool,
}

/// Lets a body move for a tick by its own motion and by `steps` on the ground plane; `gravity` is
/// a multiple of the usual.
pub fn advance(world: &World, body: &mut Actor, steps: [f64; 2], gravity: f64) -> Stopped {
    let size = body.size();
    let wet = is_liquid(world, body.cell());
    let (before, after) = (body.motion[1], fallen(body.motion[1], wet, gravity));
    // A tick falls as far as the mean of its two speeds: however long ticks are, a body thrown up
    // with a speed v then rises by v²/2g.
    let moves = [body.motion[0] + steps[0], (before + after) / 2.0, body.motion[2] + steps[1]];
    body.motion[1] = after;
    let mut stopped = Stopped::default();
    let was_inside = is_stuck(world, body.pos, size);
    // Down first, so that who walks over an edge is still on the ground that it leaves.
    for axis in [1, 0, 2] {
        let by = moves[axis].clamp(-SPEED_MAX, SPEED_MAX);
        if by == 0.0 {
            continue;
        }
        // Who is inside something gets out sideways and upwards, and does not sink through it.
        let went = match (was_inside, axis) {
            (true, 1) => by.max(0.0),
            (true, _) => by,
            (false, _) => slide(world, body.pos, size, axis, by),
        };
        body.pos[axis] = clear(body.pos[axis] + went);
        if went != by {
            body.motion[axis] = 0.0;
            match axis {
                1 => stopped.ground = by < 0.0,
                _ => stopped.wall = true,
            }
        }
    }
    body.grounded = stopped.ground;
    let keep = if body.grounded { FRICTION.0 } else { FRICTION.1 };
    for axis in [0, 2] {
        body.motion[axis] *= keep;
        if body.motion[axis].abs() < STILL {
            body.motion[axis] = 0.0;
        }
    }
    stopped
}

/// A coordinate that rounding has put just below the edge of a cell, on it: feet on the ground are
/// in the cell above it.
fn clear(axis: f64) -> f64 {
    let edge = axis.round();
    if axis < edge && edge - axis < SKIN { edge } else { axis }
}

/// The speed upwards of a body after a tick of falling.
fn fallen(speed: f64, wet: bool, gravity: f64) -> f64 {
    (speed - GRAVITY * gravity).max(if wet { -SINK } else { -FALL_MAX })
}

/// How far a body gets along one axis before something solid stops it.
fn slide(world: &World, pos: [f64; 3], size: (f64, f64), axis: usize, by: f64) -> f64 {
    let (mut went, mut at) = (0.0, pos);
    while went != by {
        let next = if (by - went).abs() > STRIDE { went + STRIDE * by.signum() } else { by };
        at[axis] = pos[axis] + next;
        if is_stuck(world, at, size) {
            return touch(pos[axis], went, size, axis, by);
        }
        went = next;
    }
    by
}

/// How far a body may move until it touches the cell in its way, of which half a block is known to
/// be free.
fn touch(from: f64, free: f64, (width, height): (f64, f64), axis: usize, by: f64) -> f64 {
    let ahead = match (axis, by > 0.0) {
        (1, true) => height,
        (1, false) => 0.0,
        (_, true) => width / 2.0,
        (_, false) => -width / 2.0,
    };
    let edge = from + free + ahead;
    let wall = if by > 0.0 { (edge - SKIN).ceil() } else { (edge + SKIN).floor() };
    let room = wall - edge;
    // A little past the edge already by rounding counts as touching.
    free + if by > 0.0 { room.max(0.0) } else { room.min(0.0) }
}

/// Whether two bodies overlap.
pub fn overlap(a: &Actor, b: &Actor) -> bool {
    let ((aw, ah), (bw, bh)) = (a.size(), b.size());
    let reach = (aw + bw) / 2.0;
    (a.pos[0] - b.pos[0]).abs() < reach
        && (a.pos[2] - b.pos[2]).abs() < reach
        && a.pos[1] < b.pos[1] + bh
        && b.pos[1] < a.pos[1] + ah
}

/// Whether nothing moves a body.
pub fn rests(body: &Actor) -> bool {
    body.grounded && body.motion == [0.0; 3]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fangqi_world::{BlockId, BlockRegistry, BlockState, Region};

    use super::*;
    use crate::living::Kind;

    fn floor() -> World {
        let mut world = World::new(Arc::new(BlockRegistry::new()));
        let ground = Region::new(IVec3::new(-8, 0, -8), IVec3::new(8, 0, 8));
        world.fill(ground, BlockState::new(BlockId(1), 0)).unwrap();
        let wall = Region::new(IVec3::new(3, 1, -8), IVec3::new(3, 3, 8));
        world.fill(wall, BlockState::new(BlockId(1), 0)).unwrap();
        world
    }

    #[test]
    fn a_body_falls_to_the_ground_and_stops_at_a_wall() {
        let world = floor();
        let mut body = Actor::new(Kind::Player, [0.5, 5.0, 0.5]);
        for _ in 0..60 {
            advance(&world, &mut body, [0.0, 0.0], 1.0);
        }
        assert!((body.pos[1] - 1.0).abs() < 1e-9 && body.grounded, "{:?}", body.pos);
        for _ in 0..60 {
            advance(&world, &mut body, [0.2, 0.0], 1.0);
        }
        // Half a width of 0.6 before the wall at x = 3.
        assert!((body.pos[0] - 2.7).abs() < 1e-6, "{:?}", body.pos);
        assert!(!is_stuck(&world, body.pos, body.size()));
    }

    #[test]
    fn feet_on_the_ground_are_in_the_cell_above_it() {
        let world = floor();
        for from in [2.0, 3.0, 5.0, 10.0, 17.0, 2.5] {
            let mut body = Actor::new(Kind::Player, [0.5, from, 0.5]);
            for _ in 0..100 {
                advance(&world, &mut body, [0.0, 0.0], 1.0);
            }
            assert_eq!((body.pos[1], body.cell()[1]), (1.0, 1), "from {from}");
        }
    }

    #[test]
    fn who_is_walled_in_stays_and_gets_out_upwards() {
        let mut world = floor();
        let cage = Region::new(IVec3::new(0, 1, 0), IVec3::new(0, 2, 0));
        world.fill(cage, BlockState::new(BlockId(1), 0)).unwrap();
        let mut body = Actor::new(Kind::Player, [0.5, 1.0, 0.5]);
        for _ in 0..60 {
            advance(&world, &mut body, [0.0, 0.0], 1.0);
        }
        assert_eq!(body.pos, [0.5, 1.0, 0.5]);
        for _ in 0..8 {
            body.motion[1] = 0.5;
            advance(&world, &mut body, [0.0, 0.0], 1.0);
        }
        assert!(body.pos[1] > 3.0, "{:?}", body.pos);
    }

    /// How high a body rises that leaves the ground with a speed, and where it is after.
    fn thrown(speed: f64, gravity: f64) -> (f64, Actor) {
        let world = floor();
        let mut body = Actor::new(Kind::Player, [0.5, 1.0, 0.5]);
        body.motion = [0.0, speed, 0.0];
        let mut highest: f64 = 0.0;
        for _ in 0..200 {
            advance(&world, &mut body, [0.0, 0.0], gravity);
            highest = highest.max(body.pos[1] - 1.0);
        }
        (highest, body)
    }

    #[test]
    fn what_is_thrown_rises_as_the_formula_says_and_comes_down_again() {
        for (speed, gravity) in [(0.438, 1.0), (0.438, 0.5), (0.9, 2.0), (1.6, 1.0)] {
            let (highest, body) = thrown(speed, gravity);
            let pull = GRAVITY * gravity;
            let formula = speed * speed / (2.0 * pull);
            // The top may lie between two ticks, half a tick from either: gt²/2 lower.
            assert!(highest <= formula + 1e-9, "{highest} {formula}");
            assert!(highest >= formula - pull / 8.0 - 1e-9, "{highest} {formula}");
            assert!(rests(&body) && (body.pos[1] - 1.0).abs() < 1e-9, "{:?}", body.pos);
        }
    }

    #[test]
    fn a_usual_jump_clears_one_block_and_not_one_and_a_half() {
        let speed = Actor::new(Kind::Player, [0.5, 1.0, 0.5]).jump_speed();
        let (highest, _) = thrown(speed, 1.0);
        assert!(highest > 1.15 && highest < 1.25, "{highest}");
    }
}
