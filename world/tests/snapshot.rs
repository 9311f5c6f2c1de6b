//! Snapshots: what goes in comes out, and nothing else comes in.

use std::sync::Arc;

use fangqi_world::codec::{self, Bytes};
use fangqi_world::{
    BlockDef, BlockId, BlockRegistry, BlockState, Bounds, IVec3, Region, SnapshotError, World,
    snapshot,
};
use proptest::prelude::*;

fn state(id: u16, data: u8) -> BlockState {
    BlockState::new(BlockId(id), data)
}

/// Worlds with chunks of one, few, many and more than 256 states.
fn world(seed: u64) -> World {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    let kinds = [1, 2, 3, 5, 16, 17, 256, 257, 2000][(seed % 9) as usize];
    let mut random = seed;
    for _ in 0..1500 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
        let at = |shift: u64| ((random >> shift) & 31) as i32 - 20;
        let kind = (random >> 50) % kinds;
        let state = state(100 + (kind / 256) as u16, kind as u8);
        world.set(IVec3::new(at(20), at(26), at(32)), state).unwrap();
    }
    let ground = Region::new(IVec3::new(-40, -16, -40), IVec3::new(40, -16, 40));
    world.fill(ground, state(3, 0)).unwrap();
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_snapshot_is_the_world(seed in any::<u64>()) {
        let mut world = world(seed);
        let bytes = snapshot::save(&world);
        let loaded = snapshot::load(&bytes, world.registry().clone()).unwrap();
        prop_assert!(loaded.same_blocks(&world) && loaded.diff(&world).is_empty());
        prop_assert_eq!(loaded.state_hash(), world.state_hash());
        // The bytes do not tell how the world came to be or which form its chunks are in.
        prop_assert_eq!(&snapshot::save(&loaded), &bytes);
        world.compact();
        prop_assert_eq!(&snapshot::save(&world), &bytes);
    }
}

#[test]
fn an_empty_world_and_its_corners_fit() {
    let registry = Arc::new(BlockRegistry::new());
    let mut world = World::new(registry.clone());
    let load = |world: &World| snapshot::load(&snapshot::save(world), registry.clone()).unwrap();
    assert!(load(&world).same_blocks(&world));
    for corner in [Bounds::MIN, Bounds::MAX] {
        world.set(corner, state(1, 255)).unwrap();
    }
    assert_eq!(load(&world).get(Bounds::MAX), state(1, 255));
    assert!(load(&world).same_blocks(&world));
}

#[test]
fn a_registry_that_lacks_a_block_is_told_which() {
    let mut registry = BlockRegistry::new();
    registry.register(BlockDef::new(BlockId(2010), "red_king")).unwrap();
    let mut world = World::new(Arc::new(registry));
    world.set(IVec3::ZERO, state(2010, 0)).unwrap();
    let bytes = snapshot::save(&world);
    let error = snapshot::load(&bytes, Arc::new(BlockRegistry::new())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the snapshot holds block 2010 \"red_king\", which this registry does not have"
    );
    let mut other = BlockRegistry::new();
    other.register(BlockDef::new(BlockId(2010), "black_king")).unwrap();
    assert!(snapshot::load(&bytes, Arc::new(other)).is_err());
}

type RawChunk = ([i32; 3], Vec<u32>, Bytes);

/// An intact record that says whatever one likes.
fn forge(blocks: &[(u16, &str)], chunks: &[RawChunk]) -> Result<World, SnapshotError> {
    let bytes = codec::encode(snapshot::KIND, snapshot::VERSION, &(blocks, chunks)).unwrap();
    snapshot::load(&bytes, Arc::new(BlockRegistry::new()))
}

#[test]
fn intact_records_that_are_no_worlds_are_refused() {
    let stone = [(1, "stone")];
    let chunk = |pos, palette: &[u32], bytes: usize, value: u8| -> RawChunk {
        (pos, palette.to_vec(), Bytes(vec![value; bytes]))
    };
    let good = chunk([0, 0, 0], &[1], 0, 0);
    assert_eq!(
        forge(&stone, std::slice::from_ref(&good)).unwrap().count(Bounds::region(), BlockId(1)),
        4096
    );

    let edge = chunk([65_535, 31, -65_536], &[1], 0, 0);
    let cases: [(&[RawChunk], &str); 12] = [
        (&[good.clone(), good.clone()], "out of order"),
        (&[chunk([1, 0, 0], &[1], 0, 0), good.clone()], "out of order"),
        (&[chunk([i32::MAX, 0, 0], &[1], 0, 0)], "outside every world"),
        (&[chunk([0, i32::MIN, 0], &[1], 0, 0)], "outside every world"),
        (&[edge], "outside the bounds"),
        (&[chunk([0; 3], &[], 0, 0)], "no states"),
        (&[chunk([0; 3], &[1], 1, 0)], "wrong number of cells"),
        (&[chunk([0; 3], &[0, 1], 511, 0)], "wrong number of cells"),
        (&[chunk([0; 3], &[0, 1, 2], 512, 0)], "wrong number of cells"),
        (&[chunk([0; 3], &[0, 1, 2], 1024, 0xff)], "outside its palette"),
        (&[chunk([0; 3], &[1 << 24], 0, 0)], "bad palette"),
        (&[chunk([0; 3], &[999], 0, 0)], "unknown block 999"),
    ];
    for (chunks, message) in cases {
        let error = forge(&stone, chunks).unwrap_err().to_string();
        assert!(error.contains(message), "{error} / {message}");
    }
    assert!(matches!(
        forge(&[(1, "dirt")], &[]),
        Err(SnapshotError::UnknownBlock { id: BlockId(1), .. })
    ));
}
