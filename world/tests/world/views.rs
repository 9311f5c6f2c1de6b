//! Private views: only named viewers see a secret.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_world::{
    BlockId, BlockRegistry, BlockState, Bounds, ChunkPos, IVec3, Sight, ViewCell, ViewError,
    ViewerId, Views, World,
};
use proptest::prelude::*;

const CARD: BlockState = BlockState::new(BlockId(100), 7);
const BACK: BlockState = BlockState::new(BlockId(111), 0);
const FAKE: BlockState = BlockState::new(BlockId(114), 0);
const HERE: IVec3 = IVec3::new(3, 1, -4);

fn table() -> World {
    let mut world = World::new(Arc::new(BlockRegistry::new()));
    world.set(HERE, CARD).unwrap();
    world
}

#[test]
fn a_concealed_cell_is_hidden_from_all_but_the_named() {
    let (world, mut views) = (table(), Views::new());
    let [owner, rival, stranger] = [1, 2, u64::MAX].map(ViewerId);
    assert!(views.is_plain(HERE));
    assert_eq!(views.seen(&world, stranger, HERE), CARD);

    views.conceal(HERE, BACK).unwrap();
    views.reveal(HERE, owner).unwrap();
    views.mask(rival, HERE, FAKE).unwrap();
    let seen = |views: &Views| [owner, rival, stranger].map(|who| views.seen(&world, who, HERE));
    assert_eq!(seen(&views), [CARD, FAKE, BACK]);
    let entries: Vec<_> = views.viewers_at(HERE).collect();
    assert_eq!(entries, [(owner, Sight::True), (rival, Sight::Mask(FAKE))]);

    views.forget(HERE, rival);
    assert_eq!(seen(&views), [CARD, BACK, BACK]);
    // The next block in the cell is concealed from everyone again.
    views.conceal(HERE, BACK).unwrap();
    assert_eq!(seen(&views), [BACK; 3]);
    views.clear(HERE);
    assert_eq!(seen(&views), [CARD; 3]);
    assert!(views.is_plain(HERE) && views.is_empty());
}

#[test]
fn a_mask_alone_hides_nothing_from_others() {
    let (world, mut views) = (table(), Views::new());
    views.mask(ViewerId(2), HERE, FAKE).unwrap();
    assert_eq!(views.seen(&world, ViewerId(1), HERE), CARD);
    assert_eq!(views.seen(&world, ViewerId(2), HERE), FAKE);
    views.forget(HERE, ViewerId(2));
    assert!(views.is_plain(HERE));
    views.reveal(HERE, ViewerId(2)).unwrap();
    assert!(views.is_plain(HERE), "there is nothing to reveal in a plain cell");
}

#[test]
fn a_chunk_leaves_without_its_secrets() {
    let (world, mut views) = (table(), Views::new());
    views.conceal(HERE, BACK).unwrap();
    views.reveal(HERE, ViewerId(1)).unwrap();
    let chunk = ChunkPos::of(HERE);
    let wire = |viewer| {
        let mut bytes = Vec::new();
        views.seen_chunk(&world, ViewerId(viewer), chunk).encode_wire(&mut bytes);
        bytes
    };
    let has = |bytes: &[u8], state: BlockState| {
        bytes[2..10].chunks_exact(4).any(|raw| *raw == state.raw().to_le_bytes())
    };
    assert!(has(&wire(1), CARD) && !has(&wire(1), BACK));
    assert!(has(&wire(2), BACK) && !has(&wire(2), CARD));
    // Secrets in a chunk of air, at the edge of the world, and outside.
    let edge = Bounds::MAX;
    views.conceal(edge, BACK).unwrap();
    views.conceal(Bounds::MIN, BACK).unwrap();
    for corner in [Bounds::MIN, Bounds::MAX] {
        assert!(!views.seen_chunk(&world, ViewerId(1), ChunkPos::of(corner)).is_air());
    }
    let beyond = ChunkPos::new(i32::MAX, i32::MIN, 0);
    assert!(views.seen_chunk(&world, ViewerId(1), beyond).is_air());
}

#[test]
fn limits_and_undo() {
    let mut views = Views::new();
    let far = IVec3::splat(i32::MAX);
    assert_eq!(views.conceal(far, BACK), Err(ViewError::OutOfBounds(far)));
    assert_eq!(views.mask(ViewerId(1), far, BACK), Err(ViewError::OutOfBounds(far)));
    assert!(views.is_plain(far) && views.reveal(far, ViewerId(1)).is_ok());
    views.clear(far);
    views.forget(far, ViewerId(1));
    assert_eq!(views.put(far, Some(ViewCell::default())), None);

    views.conceal(HERE, BACK).unwrap();
    let before = (views.state_hash(), views.cell(HERE).cloned());
    views.reveal(HERE, ViewerId(9)).unwrap();
    assert_ne!(views.state_hash(), before.0);
    views.put(HERE, before.1);
    assert_eq!(views.state_hash(), before.0);

    for viewer in 0..Views::VIEWERS_MAX as u64 {
        views.reveal(HERE, ViewerId(viewer)).unwrap();
    }
    assert_eq!(views.reveal(HERE, ViewerId(1 << 40)), Err(ViewError::TooManyViewers(HERE)));
    assert!(views.mask(ViewerId(3), HERE, FAKE).is_ok());
    for i in 1..Views::CELLS_MAX as i32 {
        views.conceal(IVec3::new(i % 256, 100, i / 256), BACK).unwrap();
    }
    assert_eq!(views.conceal(IVec3::ZERO, BACK), Err(ViewError::TooManyCells));
    assert!(views.conceal(HERE, BACK).is_ok());
}

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_is_done_a_viewer_sees_truth_only_by_right(
        steps in prop::collection::vec((0..5u8, 0..3i32, 0..4u64), 0..40),
    ) {
        let mut world = World::new(Arc::new(BlockRegistry::new()));
        for x in 0..3 {
            world.set(IVec3::new(x, 0, 0), CARD).unwrap();
        }
        let mut views = Views::new();
        // The model: the cover of each cell, and the entries of viewers.
        let mut covers: BTreeMap<i32, BlockState> = BTreeMap::new();
        let mut named: BTreeMap<(i32, u64), BlockState> = BTreeMap::new();
        for (kind, x, who) in steps {
            let (pos, viewer) = (IVec3::new(x, 0, 0), ViewerId(who));
            let private = covers.contains_key(&x) || named.keys().any(|key| key.0 == x);
            match kind {
                0 => {
                    views.conceal(pos, BACK).unwrap();
                    covers.insert(x, BACK);
                    named.retain(|key, _| key.0 != x);
                }
                1 => {
                    views.reveal(pos, viewer).unwrap();
                    if private {
                        named.insert((x, who), CARD);
                    }
                }
                2 => {
                    views.mask(viewer, pos, FAKE).unwrap();
                    named.insert((x, who), FAKE);
                }
                3 => {
                    views.forget(pos, viewer);
                    named.remove(&(x, who));
                }
                _ => {
                    views.clear(pos);
                    covers.remove(&x);
                    named.retain(|key, _| key.0 != x);
                }
            }
        }
        for x in 0..3 {
            let pos = IVec3::new(x, 0, 0);
            for who in 0..5 {
                let cover = covers.get(&x).copied().unwrap_or(CARD);
                let expected = named.get(&(x, who)).copied().unwrap_or(cover);
                prop_assert_eq!(views.seen(&world, ViewerId(who), pos), expected);
                let chunk = views.seen_chunk(&world, ViewerId(who), ChunkPos::of(pos));
                prop_assert_eq!(chunk.get(x as usize), expected);
            }
            let plain = !covers.contains_key(&x) && named.keys().all(|key| key.0 != x);
            prop_assert_eq!(views.is_plain(pos), plain);
        }
        let mut copy = Views::new();
        for (pos, cell) in views.iter() {
            copy.put(pos, Some(cell.clone()));
        }
        prop_assert_eq!(copy.state_hash(), views.state_hash());
    }
}
