//! Snapshots: round trips, and rejection of everything else.

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

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_snapshot_is_the_world(seed in any::<u64>()) {
        let mut world = world(seed);
        let bytes = snapshot::save(&world);
        let loaded = snapshot::load(&bytes, world.registry().clone()).unwrap();
        prop_assert!(loaded.same_blocks(&world) && loaded.diff(&world).is_empty());
        prop_assert_eq!(loaded.state_hash(), world.state_hash());
        // The bytes depend neither on the world's history nor on the forms of its chunks.
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
fn loading_names_the_block_that_the_registry_lacks() {
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

type RawBody = (Vec<u32>, Bytes);
type RawChunk = ([i32; 3], u32);

/// An intact record with arbitrary blocks, bodies and chunks.
fn forge(
    blocks: &[(u16, &str)],
    bodies: &[RawBody],
    chunks: &[RawChunk],
) -> Result<World, SnapshotError> {
    let value = (blocks, bodies, chunks);
    let bytes = codec::encode(snapshot::KIND, snapshot::VERSION, &value).unwrap();
    snapshot::load(&bytes, Arc::new(BlockRegistry::new()))
}

fn body(palette: &[u32], bytes: usize, value: u8) -> RawBody {
    (palette.to_vec(), Bytes(vec![value; bytes]))
}

#[test]
fn intact_records_that_are_no_worlds_are_refused() {
    let stone = [(1, "stone")];
    let good = [body(&[1], 0, 0)];
    let world = forge(&stone, &good, &[([0; 3], 0), ([1, 0, 0], 0)]).unwrap();
    assert_eq!(world.count(Bounds::region(), BlockId(1)), 2 * 4096);

    let places: [(&[RawChunk], &str); 7] = [
        (&[([0; 3], 0), ([0; 3], 0)], "out of order"),
        (&[([1, 0, 0], 0), ([0; 3], 0)], "out of order"),
        (&[([i32::MAX, 0, 0], 0)], "outside every world"),
        (&[([0, i32::MIN, 0], 0)], "outside every world"),
        (&[([65_535, 31, -65_536], 0)], "outside the bounds"),
        (&[([0; 3], 1)], "no body 1"),
        (&[([0; 3], u32::MAX)], "no body"),
    ];
    for (chunks, message) in places {
        let error = forge(&stone, &good, chunks).unwrap_err().to_string();
        assert!(error.contains(message), "{error} / {message}");
    }
    let bodies = [
        (body(&[], 0, 0), "no states"),
        (body(&[1], 1, 0), "too few cells"),
        (body(&[0, 1], 511, 0), "too few cells"),
        (body(&[0, 1, 2], 512, 0), "too few cells"),
        (body(&[0, 1, 2], 1024, 0xff), "outside its palette"),
        (body(&[1 << 24], 0, 0), "bad palette"),
        (body(&[999], 0, 0), "unknown block 999"),
    ];
    for (bad, message) in bodies {
        let error = forge(&stone, &[bad], &[([0; 3], 0)]).unwrap_err().to_string();
        assert!(error.contains(message), "{error} / {message}");
    }
    let renamed = forge(&[(1, "dirt")], &[], &[]);
    assert!(matches!(renamed, Err(SnapshotError::UnknownBlock { id: BlockId(1), .. })));
}

#[test]
fn a_short_record_is_never_a_giant_world() {
    let crowd: Vec<u32> =
        (0..300u16).map(|kind| state(100 + kind / 256, kind as u8).raw()).collect();
    let places: Vec<RawChunk> = (0..1000).map(|x| ([x, 0, 0], 0)).collect();
    let error = forge(&[], &[body(&crowd, 8192, 0)], &places[..1]).map(|_| ());
    assert_eq!(error, Ok(()));
    // A chunk with all cells in the first state would be uniform, so two cells differ.
    let mut dense = body(&crowd, 8192, 0);
    (0..300u16).for_each(|i| {
        let at = usize::from(i) * 2;
        dense.1.0[at..at + 2].copy_from_slice(&i.to_le_bytes());
    });
    assert!(forge(&[], &[dense.clone()], &places[..1]).is_ok());
    let error = forge(&[], &[dense], &places).unwrap_err().to_string();
    assert!(error.contains("no body 0"), "{error}");
    // Chunks of few states may be repeated many times, since they share memory.
    let shared = forge(&[], &[body(&[1, 2], 512, 1)], &places).unwrap();
    assert!(shared.memory_bytes() < 1 << 20, "{}", shared.memory_bytes());
    let many: Vec<RawChunk> =
        (0..World::MAX_CHUNKS as i32 + 1).map(|i| ([i % 256, 0, i / 256], 0)).collect();
    let error = forge(&[], &[body(&[1], 0, 0)], &many).unwrap_err().to_string();
    assert!(error.contains("too many"), "{error}");
}

#[test]
fn equal_chunks_are_saved_once() {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    let ground = Region::new(IVec3::new(0, 0, 0), IVec3::new(255, 20, 255));
    world.fill(ground, state(1, 0)).unwrap();
    world.set(IVec3::new(9, 20, 9), state(2, 0)).unwrap();
    let bytes = snapshot::save(&world);
    assert!(bytes.len() < 4096, "{} bytes", bytes.len());
    let loaded = snapshot::load(&bytes, world.registry().clone()).unwrap();
    assert!(loaded.same_blocks(&world));
}
