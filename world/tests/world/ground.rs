//! Worlds with infinite ground, compared with worlds in which the same layers were written.

use std::sync::Arc;

use fangqi_world::{
    BlockId, BlockRegistry, BlockState, ChunkPos, Edit, EditLog, Ground, IVec3, Region, World,
    snapshot,
};

const LAYERS: [(i32, i32, u16); 4] = [(-3, 4, 1), (5, 5, 2), (15, 17, 3), (16, 16, 0)];

fn state(id: u16) -> BlockState {
    BlockState::new(BlockId(id), 0)
}

fn ground() -> Arc<Ground> {
    Arc::new(Ground::new(LAYERS.map(|(low, high, id)| (low, high, state(id))).to_vec()))
}

fn grounded() -> World {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    world.set_ground(ground());
    world
}

/// The region of comparison: chunks at several heights, some without ground.
fn bounds() -> Region {
    Region::new(IVec3::new(-32, -32, -32), IVec3::new(31, 31, 31))
}

/// A world with the layers written in that region.
fn written() -> World {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    for (low, high, id) in LAYERS {
        let layer = Region::new(IVec3::new(-32, low, -32), IVec3::new(31, high, 31));
        world.fill(layer, state(id)).unwrap();
    }
    world
}

/// A deterministic sequence of pseudo-random numbers.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn cell(&mut self) -> IVec3 {
        let mut axis = || self.below(64) as i32 - 32;
        IVec3::new(axis(), axis(), axis())
    }

    fn region(&mut self) -> Region {
        let (low, mut size) = (self.cell(), || self.below(20) as i32);
        let high = low + IVec3::new(size(), size(), size());
        Region::new(low, high.min(IVec3::splat(31)))
    }
}

fn same(a: &World, b: &World) {
    assert_eq!(a.read_region(&bounds()).unwrap(), b.read_region(&bounds()).unwrap());
    for id in 0..5 {
        assert_eq!(a.count(bounds(), BlockId(id)), b.count(bounds(), BlockId(id)), "{id}");
    }
}

#[test]
fn layers_lie_everywhere_and_cost_nothing() {
    let world = grounded();
    let memory = world.memory_bytes();
    for x in [0, 15, -16, 70_000, -1_000_000] {
        let rows: Vec<u16> = (-4..19).map(|y| world.get(IVec3::new(x, y, -x)).id().0).collect();
        let wanted = [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 3, 0];
        assert_eq!(rows, wanted, "{x}");
    }
    assert_eq!((world.chunks().count(), world.memory_bytes()), (0, memory));
    assert_eq!(
        world.count(Region::new(IVec3::new(-500, -99, 0), IVec3::new(499, 99, 9)), BlockId(2)),
        10_000
    );
}

#[test]
fn edits_do_the_same_as_where_the_layers_were_written() {
    let (mut a, mut b) = (grounded(), written());
    let mut draw = Draw(7);
    for round in 0..400 {
        let id = draw.below(4) as u16;
        let region = draw.region();
        let (one, two): (Edit, Edit) = match draw.below(4) {
            0 => (a.fill(region, state(id)).unwrap(), b.fill(region, state(id)).unwrap()),
            1 => {
                let from = BlockId(draw.below(4) as u16);
                (
                    a.replace(region, from, state(id)).unwrap(),
                    b.replace(region, from, state(id)).unwrap(),
                )
            }
            2 => {
                let to = (draw.cell()).min(IVec3::splat(31) - region.size());
                let to = to.max(IVec3::splat(-32));
                (a.clone_region(region, to).unwrap(), b.clone_region(region, to).unwrap())
            }
            _ => {
                let cell = draw.cell();
                assert_eq!(a.set(cell, state(id)), b.set(cell, state(id)));
                continue;
            }
        };
        assert_eq!(one.cells().collect::<Vec<_>>(), two.cells().collect::<Vec<_>>(), "{round}");
        if round % 40 == 0 {
            same(&a, &b);
        }
    }
    same(&a, &b);
    // The recorded edits reproduce the world from another with the same ground.
    let mut other = grounded();
    for change in other.clone().diff(&a) {
        other.apply(&Edit::Cell(change)).unwrap();
    }
    assert!(other.diff(&a).is_empty() && other.same_blocks(&a));
    assert_eq!(other.state_hash(), a.state_hash());
}

#[test]
fn undone_chunks_are_ground_again_and_not_stored() {
    let mut world = grounded();
    let before = world.state_hash();
    let mut log = EditLog::default();
    for x in 0..40 {
        world.set_recorded(IVec3::new(x * 16, 5, 0), BlockState::AIR, &mut log).unwrap();
    }
    assert_eq!(world.chunks().count(), 40);
    assert_ne!(world.state_hash(), before);
    world.roll_back(log);
    assert_eq!((world.chunks().count(), world.state_hash()), (0, before));
    world.compact();
    assert!(world.chunk(ChunkPos::new(0, 0, 0)).is_none());
    assert_eq!(world.get(IVec3::new(16, 5, 0)), state(2));
}

#[test]
fn snapshots_hold_what_differs_from_the_ground() {
    let mut world = grounded();
    // A whole chunk of the ground is removed: it is air, but must still be stored.
    world
        .fill(Region::new(IVec3::new(64, 0, 64), IVec3::new(79, 15, 79)), BlockState::AIR)
        .unwrap();
    world.set(IVec3::new(-700, 6, 900), state(4)).unwrap();
    let bytes = snapshot::save(&world);
    // Two chunks; with the ground written out there would be more than a hundred.
    assert!(bytes.len() < 4096, "{}", bytes.len());
    let mut loaded = snapshot::load(&bytes, Arc::clone(world.registry())).unwrap();
    loaded.set_ground(ground());
    assert!(loaded.same_blocks(&world) && world.diff(&loaded).is_empty());
    assert_eq!(loaded.state_hash(), world.state_hash());
    assert_eq!(loaded.get(IVec3::new(70, 5, 70)), BlockState::AIR);
    assert_eq!(loaded.get(IVec3::new(-700, 5, 900)), state(2));
    assert_eq!(loaded.get(IVec3::new(80, 5, 70)), state(2));
}
