//! Model-based tests: the world against a map from cells to states.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_world::{
    BlockId, BlockRegistry, BlockState, Bounds, CellChange, EditLog, IVec3, Region, World,
    WorldError,
};
use proptest::prelude::*;

/// The cells that are not air.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model(BTreeMap<[i32; 3], BlockState>);

impl Model {
    fn get(&self, pos: IVec3) -> BlockState {
        self.0.get(&pos.to_array()).copied().unwrap_or(BlockState::AIR)
    }

    fn set(&mut self, pos: IVec3, state: BlockState) -> BlockState {
        let old = self.get(pos);
        if state.is_air() {
            self.0.remove(&pos.to_array());
        } else {
            self.0.insert(pos.to_array(), state);
        }
        old
    }
}

#[derive(Clone, Debug)]
enum Step {
    Set(IVec3, BlockState),
    Burst(IVec3, u64),
    Fill(Region, BlockState),
    Replace(Region, BlockId, BlockState),
    Clone(Region, IVec3),
    Compact,
}

/// Cells around a corner where eight chunks meet.
fn cell() -> impl Strategy<Value = IVec3> {
    (-20..20i32, -20..20i32, -20..20i32).prop_map(|(x, y, z)| IVec3::new(x, y, z))
}

fn region() -> impl Strategy<Value = Region> {
    let free = (cell(), cell()).prop_map(|(a, b)| Region::new(a, b));
    let chunk = (-1..2i32, -1..1i32, -1..1i32).prop_map(|(x, y, z)| {
        let min = IVec3::new(x, y, z) * 16;
        Region::new(min, min + 15)
    });
    prop_oneof![3 => free, 1 => chunk]
}

/// Mostly few kinds, so that they recur; sometimes any kind with data.
fn state() -> impl Strategy<Value = BlockState> {
    prop_oneof![
        3 => (0..4u16).prop_map(|id| BlockState::new(BlockId(id), 0)),
        1 => (100..116u16, any::<u8>()).prop_map(|(id, data)| BlockState::new(BlockId(id), data)),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (cell(), state()).prop_map(|(cell, state)| Step::Set(cell, state)),
        1 => (cell(), any::<u64>()).prop_map(|(cell, seed)| Step::Burst(cell, seed)),
        2 => (region(), state()).prop_map(|(region, state)| Step::Fill(region, state)),
        2 => (region(), 0..4u16, state())
            .prop_map(|(region, from, to)| Step::Replace(region, BlockId(from), to)),
        2 => (region(), cell()).prop_map(|(region, to)| Step::Clone(region, to)),
        1 => Just(Step::Compact),
    ]
}

/// A burst of writes: up to 400 cells in one chunk, with up to 300 states.
fn burst(cell: IVec3, seed: u64) -> impl Iterator<Item = (IVec3, BlockState)> {
    let origin = cell.map(|axis| axis & !15);
    let kinds = 1 + seed % 300;
    (0..seed % 400).map(move |i| {
        let random = (seed ^ i).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let at = IVec3::new(random as i32 & 15, random as i32 >> 4 & 15, random as i32 >> 8 & 15);
        let kind = random % kinds;
        (origin + at, BlockState::new(BlockId(100 + (kind / 256) as u16), kind as u8))
    })
}

fn new_world() -> World {
    World::new(Arc::new(BlockRegistry::new()))
}

/// Applies a step to the world and to the model, and logs the changes.
fn run(step: &Step, world: &mut World, model: &mut Model, log: &mut EditLog) {
    let fill_each = |model: &mut Model, region: &Region, new: &dyn Fn(BlockState) -> BlockState| {
        let changes: Vec<CellChange> = region
            .iter()
            .map(|pos| CellChange { pos, old: model.get(pos), new: new(model.get(pos)) })
            .filter(|change| change.old != change.new)
            .collect();
        for change in &changes {
            model.set(change.pos, change.new);
        }
        changes
    };
    let (edit, expected) = match *step {
        Step::Set(pos, state) => {
            let old = world.set_recorded(pos, state, log).unwrap();
            assert_eq!(old, model.set(pos, state));
            return;
        }
        Step::Burst(cell, seed) => {
            for (pos, state) in burst(cell, seed) {
                let old = world.set_recorded(pos, state, log).unwrap();
                assert_eq!(old, model.set(pos, state));
            }
            return;
        }
        Step::Compact => return world.compact(),
        Step::Fill(region, state) => {
            let edit = world.fill(region, state).unwrap();
            (edit, fill_each(model, &region, &|_| state))
        }
        Step::Replace(region, from, to) => {
            let edit = world.replace(region, from, to).unwrap();
            let new = |old: BlockState| if old.id() == from { to } else { old };
            (edit, fill_each(model, &region, &new))
        }
        Step::Clone(region, to) => {
            let edit = world.clone_region(region, to).unwrap();
            let before = model.clone();
            let moved = region.translate(to - region.min()).unwrap();
            let mut changes = Vec::new();
            for pos in moved.iter() {
                let new = before.get(pos - to + region.min());
                let old = model.set(pos, new);
                if old != new {
                    changes.push(CellChange { pos, old, new });
                }
            }
            (edit, changes)
        }
    };
    let sorted = |mut changes: Vec<CellChange>| {
        changes.sort_by_key(|change| change.pos.to_array());
        changes
    };
    assert_eq!(sorted(edit.cells().collect()), sorted(expected));
    assert_eq!(edit.is_empty(), edit.cells().next().is_none());
    log.push(edit);
}

fn assert_same(world: &World, model: &Model) {
    for pos in Region::new(IVec3::splat(-24), IVec3::splat(60)).iter().step_by(7) {
        assert_eq!(world.get(pos), model.get(pos));
    }
    let mut filled = 0;
    for (chunk, cells) in world.chunks() {
        for index in 0..4096usize {
            let state = cells.get(index);
            if !state.is_air() {
                let at = [index % 16, index / 256, index / 16 % 16].map(|axis| axis as i32);
                let pos = chunk.origin() + IVec3::from_array(at);
                assert_eq!(state, model.get(pos), "{pos}");
                filled += 1;
            }
        }
    }
    assert_eq!(filled, model.0.len());
}

/// Failed cases are not saved to a file; they become tests.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_sequence_does_what_the_model_does(steps in prop::collection::vec(step(), 0..25)) {
        let (mut world, mut model) = (new_world(), Model::default());
        let mut log = EditLog::new();
        let empty = world.state_hash();
        for step in &steps {
            run(step, &mut world, &mut model, &mut log);
        }
        assert_same(&world, &model);

        // The hash depends on the contents only.
        let mut rebuilt = new_world();
        for (pos, state) in &model.0 {
            rebuilt.set((*pos).into(), *state).unwrap();
        }
        prop_assert_eq!(world.state_hash(), rebuilt.state_hash());
        prop_assert!(world.same_blocks(&rebuilt) && world.diff(&rebuilt).is_empty());

        // The log's net effect, applied to an empty world, yields this world.
        let net = log.coalesce();
        let mut replayed = new_world();
        for change in &net {
            prop_assert_eq!(replayed.get(change.pos), change.old);
            replayed.set(change.pos, change.new).unwrap();
        }
        prop_assert_eq!(replayed.state_hash(), world.state_hash());
        prop_assert_eq!(net.len(), model.0.len());

        world.roll_back(log);
        prop_assert_eq!(world.state_hash(), empty);
        prop_assert_eq!(world.chunks().count(), 0);
    }

    #[test]
    fn edits_undo_and_redo(
        first in prop::collection::vec(step(), 0..8),
        second in prop::collection::vec(step(), 0..8),
    ) {
        let (mut world, mut model) = (new_world(), Model::default());
        let mut log = EditLog::new();
        first.iter().for_each(|step| run(step, &mut world, &mut model, &mut log));
        let (before, early) = (world.clone(), model.clone());
        let mut log = EditLog::new();
        second.iter().for_each(|step| run(step, &mut world, &mut model, &mut log));

        // The clone is unchanged.
        assert_same(&before, &early);
        let diff = before.diff(&world);
        prop_assert!(diff.is_sorted_by_key(|change| order(change.pos)));
        let mut patched = before.clone();
        let edit = fangqi_world::Edit::Cells(diff);
        patched.apply(&edit).unwrap();
        prop_assert_eq!(patched.state_hash(), world.state_hash());
        patched.apply(&edit.inverse()).unwrap();
        prop_assert_eq!(patched.state_hash(), before.state_hash());

        world.roll_back(log);
        assert_same(&world, &early);
        prop_assert_eq!(world.state_hash(), before.state_hash());
    }

    #[test]
    fn region_edits_apply_where_they_fit(
        steps in prop::collection::vec(step(), 0..6), region in region(), to in state(),
        stray in cell(), other in state(),
    ) {
        let (mut world, mut model) = (new_world(), Model::default());
        steps.iter().for_each(|step| run(step, &mut world, &mut model, &mut EditLog::new()));
        let before = world.clone();
        let edit = world.fill(region, to).unwrap();
        let changed: Vec<CellChange> = edit.cells().collect();

        let mut redo = before.clone();
        redo.apply(&edit).unwrap();
        prop_assert!(redo.same_blocks(&world));
        redo.apply(&edit.inverse()).unwrap();
        prop_assert!(redo.same_blocks(&before));

        // A world that differs in one cell accepts the edit unless the edit changes that cell, and
        // keeps its own state there.
        let mut strange = before.clone();
        let was = strange.set(stray, other).unwrap();
        let copy = strange.clone();
        let applied = strange.apply(&edit);
        if was != other && changed.iter().any(|change| change.pos == stray) {
            let conflict = WorldError::Conflict { pos: stray, expected: was, found: other };
            prop_assert_eq!(applied, Err(conflict));
            prop_assert!(strange.same_blocks(&copy));
        } else {
            prop_assert_eq!(applied, Ok(()));
            let expected = if was == other { world.get(stray) } else { other };
            prop_assert_eq!(strange.get(stray), expected);
            prop_assert!(changed.iter().all(|change| strange.get(change.pos) == change.new));
        }
    }

    #[test]
    fn counting_looks_at_every_cell(
        steps in prop::collection::vec(step(), 0..10), region in region(), id in 0..4u16,
    ) {
        let (mut world, mut model) = (new_world(), Model::default());
        steps.iter().for_each(|step| run(step, &mut world, &mut model, &mut EditLog::new()));
        let count = region.iter().filter(|&pos| model.get(pos).id() == BlockId(id)).count();
        prop_assert_eq!(world.count(region, BlockId(id)), count as u64);
        let read = world.read_region(&region).unwrap();
        prop_assert!(region.iter().zip(read).all(|(pos, state)| model.get(pos) == state));
    }

    #[test]
    fn no_coordinate_panics(
        a in prop::array::uniform3(extreme()), b in prop::array::uniform3(extreme()),
        to in prop::array::uniform3(extreme()), id in any::<u16>(),
    ) {
        let (a, b, to) = (IVec3::from(a), IVec3::from(b), IVec3::from(to));
        let state = BlockState::new(BlockId(id), 1);
        let mut world = new_world();
        let region = Region::new(a, b);
        let set = world.set(a, state);
        prop_assert_eq!(set.is_ok(), Bounds::contains(a) && world.registry().contains(BlockId(id)));
        if set.is_ok() {
            prop_assert_eq!(world.get(a), state);
            world.set(a, BlockState::AIR).unwrap();
        }
        prop_assert!(world.get(b).is_air());
        let fits = region.volume() <= World::MAX_EDIT_VOLUME && region.in_bounds();
        let stone = BlockState::new(BlockId(1), 0);
        if fits && region.volume() > 100_000 {
            return Ok(());
        }
        prop_assert_eq!(world.fill(region, stone).is_ok(), fits);
        prop_assert_eq!(world.replace(region, BlockId(1), BlockState::AIR).is_ok(), fits);
        prop_assert_eq!(world.count(region, BlockId::AIR), region.volume());
        if world.clone_region(region, to).is_ok() {
            prop_assert!(fits && Bounds::contains(to));
        }
        prop_assert_eq!(world.chunks().count(), 0);
    }
}

/// The order by chunk, then by cell.
fn order(pos: IVec3) -> [[i32; 3]; 2] {
    let chunk = pos.map(|axis| axis >> 4);
    [[chunk.y, chunk.z, chunk.x], [pos.y, pos.z, pos.x]]
}

/// Coordinates near all limits.
fn extreme() -> impl Strategy<Value = i32> {
    let near = prop::sample::select(vec![
        i32::MIN,
        -World::LIMIT,
        Bounds::Y_MIN,
        0,
        Bounds::Y_MAX,
        World::LIMIT,
        i32::MAX,
    ]);
    (near, -20..20i32).prop_map(|(near, by)| near.saturating_add(by))
}

#[test]
fn a_fallen_write_leaves_everything_alone() {
    let mut world = new_world();
    let mut log = EditLog::new();
    let stone = BlockState::new(BlockId(1), 0);
    let unknown = BlockState::new(BlockId(999), 0);
    world.set_recorded(IVec3::ZERO, stone, &mut log).unwrap();
    let before = world.clone();

    let far = IVec3::new(World::LIMIT, 0, 0);
    let unknown_error = Err(WorldError::UnknownBlock { id: BlockId(999) });
    assert_eq!(world.set_recorded(far, stone, &mut log), Err(WorldError::OutOfBounds { pos: far }));
    assert_eq!(world.set_recorded(IVec3::ZERO, unknown, &mut log), unknown_error);
    let region = Region::new(IVec3::ZERO, IVec3::ONE);
    assert!(world.fill(region, unknown).is_err());
    assert!(world.replace(region, BlockId(1), unknown).is_err());
    let huge = Region::new(IVec3::splat(i32::MIN), IVec3::splat(i32::MAX));
    let refused = WorldError::RegionTooLarge { volume: u64::MAX, max: World::MAX_EDIT_VOLUME };
    assert_eq!(world.fill(huge, stone), Err(refused.clone()));
    assert_eq!(world.clone_region(huge, IVec3::ZERO), Err(refused));
    let edit = fangqi_world::Edit::Cells(vec![
        CellChange { pos: IVec3::ONE, old: BlockState::AIR, new: stone },
        CellChange { pos: IVec3::ZERO, old: BlockState::AIR, new: stone },
    ]);
    assert!(matches!(world.apply(&edit), Err(WorldError::Conflict { pos: IVec3::ZERO, .. })));

    assert!(world.same_blocks(&before));
    assert_eq!((world.state_hash(), log.len()), (before.state_hash(), 1));
}

#[test]
fn an_edit_touches_only_what_it_changed() {
    let [stone, gold] = [1, 21].map(|id| BlockState::new(BlockId(id), 0));
    let mut world = new_world();
    let kept = IVec3::new(2, 0, 0);
    world.set(kept, stone).unwrap();
    let mut other = world.clone();
    for region in [Region::new(IVec3::ZERO, IVec3::splat(15)), Region::new(IVec3::ZERO, kept * 2)] {
        // The fill finds stone in one cell; gold in that cell stays.
        let edit = world.clone().fill(region, stone).unwrap();
        other.set(kept, gold).unwrap();
        other.apply(&edit).unwrap();
        assert_eq!(other.get(kept), gold);
        assert_eq!(other.get(IVec3::ZERO), stone);
        other.apply(&edit.inverse()).unwrap();
        assert_eq!(other.get(kept), gold);
        assert_eq!(other.count(Bounds::region(), BlockId(1)), 0);
    }
}

#[test]
fn chunks_that_were_dropped_are_not_found_again() {
    let stone = BlockState::new(BlockId(1), 0);
    let mut world = new_world();
    let [first, second] = [IVec3::ZERO, IVec3::new(16, 0, 0)];
    world.set(first, stone).unwrap();
    world.set(second, BlockState::new(BlockId(2), 0)).unwrap();
    world.set(first, BlockState::AIR).unwrap();
    world.compact();
    assert!(world.get(first).is_air());
    assert_eq!(world.get(second).id(), BlockId(2));
    world.set(first, stone).unwrap();
    assert_eq!((world.get(first), world.get(second).id()), (stone, BlockId(2)));
}

#[test]
fn a_world_holds_only_so_many_chunks() {
    let mut world = new_world();
    let stone = BlockState::new(BlockId(1), 0);
    let cell =
        |i: usize| IVec3::new((i % 256) as i32 * 16, (i / 65536) as i32, (i / 256) as i32 * 16);
    for i in 0..World::MAX_CHUNKS {
        world.set(cell(i), stone).unwrap();
    }
    let next = cell(World::MAX_CHUNKS);
    assert_eq!(world.set(next, stone), Err(WorldError::TooManyChunks));
    let region = Region::new(next, next + 40);
    assert_eq!(world.fill(region, stone), Err(WorldError::TooManyChunks));
    assert!(world.fill(region, BlockState::AIR).is_ok());
    // A chunk that has become air makes room for another.
    world.set(cell(5), BlockState::AIR).unwrap();
    assert_eq!(world.set(next, stone), Ok(BlockState::AIR));
    assert!(world.memory_bytes() < 64 << 20, "{}", world.memory_bytes());
}

#[test]
fn an_overlapping_copy_reads_what_was_there_before() {
    let mut world = new_world();
    for x in 0..10 {
        world.set(IVec3::new(x, 0, 0), BlockState::new(BlockId(1), x as u8)).unwrap();
    }
    let row = Region::new(IVec3::ZERO, IVec3::new(9, 0, 0));
    world.clone_region(row, IVec3::new(3, 0, 0)).unwrap();
    let data = |world: &World| (0..13).map(|x| world.get(IVec3::new(x, 0, 0)).data()).collect();
    let found: Vec<u8> = data(&world);
    assert_eq!(found, [0, 1, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn the_hash_tells_place_and_state_apart() {
    let mut hashes = std::collections::BTreeSet::new();
    for pos in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [16, 0, 0], [0, 16, 0], [-1, 0, 0]] {
        for raw in [1, 2, 1 | 1 << 16] {
            let mut world = new_world();
            world.set(pos.into(), BlockState::from_raw(raw)).unwrap();
            assert!(hashes.insert(world.state_hash()));
        }
    }
    assert!(hashes.insert(new_world().state_hash()));
}

#[test]
fn a_hot_world_stays_small() {
    // Bursts in ten times as many chunks as may be dense.
    let mut world = new_world();
    for i in 0..World::HOT_CHUNKS_MAX as i32 * 10 {
        for cell in 0..64 {
            let pos = IVec3::new(i % 64 * 16 + cell % 16, 0, i / 64 * 16 + cell / 16);
            world.set(pos, BlockState::new(BlockId(1 + (cell % 2) as u16), 0)).unwrap();
        }
    }
    let dense = World::HOT_CHUNKS_MAX * 16_384;
    assert!(world.memory_bytes() < dense + (4 << 20), "{}", world.memory_bytes());
    let before = world.state_hash();
    world.compact();
    assert_eq!(world.state_hash(), before);
    assert!(world.memory_bytes() < 4 << 20, "{}", world.memory_bytes());
}
