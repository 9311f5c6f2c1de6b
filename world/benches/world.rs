//! Benchmarks of the operations that rooms perform all the time. `cargo bench -p fangqi-world`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fangqi_world::{
    BlockId, BlockRegistry, BlockState, DVec3, EditLog, IVec3, Region, World, snapshot,
};

const STONE: BlockState = BlockState::new(BlockId(1), 0);
/// Number of cells in a measured loop; times are given per cell.
const CELLS: u64 = 4096;

fn new_world() -> World {
    World::new(Arc::new(BlockRegistry::new()))
}

/// Cells scattered over a cube with this side, the same in every run.
fn scattered(side: i32) -> Vec<IVec3> {
    let mut random = 1u64;
    let mut axis = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as i32 % side
    };
    (0..CELLS).map(|_| IVec3::new(axis(), axis(), axis())).collect()
}

/// The cells of a Xiangqi board, cyclically.
fn board() -> Vec<IVec3> {
    (0..CELLS as i32).map(|i| IVec3::new(i % 9, 1, i / 9 % 10)).collect()
}

/// A cube of fifteen kinds of blocks, written cell by cell, so that its chunks are dense.
fn varied(side: i32) -> World {
    let mut world = new_world();
    for cell in Region::new(IVec3::ZERO, IVec3::splat(side - 1)).iter() {
        let kind = (cell.x * 7 + cell.y * 3 + cell.z * 13) % 15;
        world.set(cell, BlockState::new(BlockId(100 + kind as u16), 0)).expect("in bounds");
    }
    world
}

/// Flat land of 256 x 64 x 256 cells: stone, grass on top, air above.
fn flat() -> World {
    let mut world = new_world();
    let layer = |from, to| Region::new(IVec3::new(0, from, 0), IVec3::new(255, to, 255));
    for (from, to, id) in [(0, 27, 1), (28, 30, 2), (31, 31, 3)] {
        world.fill(layer(from, to), BlockId(id).into()).expect("in bounds");
    }
    world
}

fn cells(c: &mut Criterion) {
    let mut group = c.benchmark_group("cell");
    group.throughput(Throughput::Elements(CELLS));
    let dense = varied(64);
    let mut packed = dense.clone();
    packed.compact();
    let places = [("board", board()), ("in_64_cubed", scattered(64))];
    for (name, cells) in &places {
        for (form, world) in [("dense", &dense), ("packed", &packed)] {
            group.bench_function(format!("get_{form}_{name}"), |b| {
                b.iter(|| {
                    cells.iter().fold(0, |sum: u32, &cell| {
                        sum.wrapping_add(world.get(black_box(cell)).raw())
                    })
                });
            });
        }
        let mut world = dense.clone();
        let mut turn = 0u8;
        group.bench_function(format!("set_{name}"), |b| {
            b.iter(|| {
                turn = turn.wrapping_add(1);
                for &cell in cells {
                    let state = BlockState::new(BlockId(100 + u16::from(turn % 15)), turn);
                    black_box(world.set(black_box(cell), state)).expect("in bounds");
                }
            });
        });
        let mut log = EditLog::new();
        group.bench_function(format!("set_recorded_{name}"), |b| {
            b.iter(|| {
                log.clear();
                turn = turn.wrapping_add(1);
                for &cell in cells {
                    let state = BlockState::new(BlockId(100 + u16::from(turn % 15)), turn);
                    black_box(world.set_recorded(black_box(cell), state, &mut log))
                        .expect("in bounds");
                }
            });
        });
    }
    group.finish();
}

/// The fastest of many short passes over the same cells: the cost of the code itself, which medians
/// on a busy machine do not show.
fn fastest(_: &mut Criterion) {
    let seconds = |count: u32, pass: &mut dyn FnMut()| {
        let passes = (0..count).map(|_| {
            let start = Instant::now();
            pass();
            start.elapsed()
        });
        passes.min().expect("some passes").as_secs_f64()
    };
    let best = |name: &str, pass: &mut dyn FnMut()| {
        println!("fastest/{name}: {:.2} ns a cell", seconds(3000, pass) * 1e9 / CELLS as f64);
    };
    let once = |name: &str, pass: &mut dyn FnMut()| {
        println!("fastest/{name}: {:.1} us", seconds(300, pass) * 1e6);
    };
    let land = flat();
    once("snapshot_save_flat", &mut || drop(black_box(snapshot::save(&land))));
    let bytes = snapshot::save(&land);
    once("snapshot_load_flat", &mut || {
        drop(black_box(snapshot::load(&bytes, land.registry().clone())));
    });
    let cube = Region::new(IVec3::splat(3), IVec3::splat(66));
    let mut scratch = new_world();
    once("fill_64_cubed_crooked_twice", &mut || {
        for state in [STONE, BlockState::AIR] {
            black_box(scratch.fill(cube, state)).expect("in bounds");
        }
    });
    let mut world = varied(64);
    let mut packed = world.clone();
    packed.compact();
    let plain = vec![1u32; CELLS as usize];
    best("sum_of_a_slice (for comparison)", &mut || {
        black_box(plain.iter().fold(0u32, |sum, &cell| sum.wrapping_add(black_box(cell))));
    });
    let mut log = EditLog::new();
    let mut turn = 0u8;
    for (place, cells) in [("board", board()), ("in_64_cubed", scattered(64))] {
        for (form, world) in [("dense", &world), ("packed", &packed)] {
            best(&format!("get_{form}_{place}"), &mut || {
                let sum = |sum: u32, &cell: &IVec3| sum.wrapping_add(world.get(cell).raw());
                black_box(black_box(&cells).iter().fold(0, sum));
            });
        }
        best(&format!("set_{place}"), &mut || {
            turn = turn.wrapping_add(1);
            for &cell in black_box(&cells) {
                let state = BlockState::new(BlockId(100), turn);
                world.set(cell, state).expect("in bounds");
            }
        });
        best(&format!("set_recorded_{place}"), &mut || {
            log.clear();
            turn = turn.wrapping_add(1);
            for &cell in black_box(&cells) {
                let state = BlockState::new(BlockId(100), turn);
                world.set_recorded(cell, state, &mut log).expect("in bounds");
            }
        });
    }
}

fn regions(c: &mut Criterion) {
    let mut group = c.benchmark_group("region_64_cubed");
    let cube = Region::new(IVec3::ZERO, IVec3::splat(63));
    let crooked = cube.translate(IVec3::new(5, 6, 7)).expect("in range");
    let mut packed = varied(80);
    packed.compact();
    let worlds =
        [("air", new_world()), ("flat", flat()), ("varied", packed), ("dense", varied(64))];
    for (name, world) in &worlds {
        for (place, region) in [("aligned", cube), ("crooked", crooked)] {
            group.bench_function(format!("fill_{name}_{place}"), |b| {
                b.iter_batched_ref(
                    || world.clone(),
                    |world| world.fill(region, STONE),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    let varied = &worlds[2].1;
    group.bench_function("replace_varied", |b| {
        b.iter_batched_ref(
            || varied.clone(),
            |world| world.replace(cube, BlockId(101), STONE),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("clone_varied", |b| {
        b.iter_batched_ref(
            || varied.clone(),
            |world| world.clone_region(cube, IVec3::new(5, 6, 7)),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("read_varied", |b| b.iter(|| varied.read_region(&cube)));
    group.bench_function("count_varied", |b| b.iter(|| varied.count(cube, BlockId(101))));
    group.finish();
}

fn worlds(c: &mut Criterion) {
    let mut group = c.benchmark_group("world");
    let (flat, registry) = (flat(), Arc::new(BlockRegistry::new()));
    let mut packed = varied(128);
    packed.compact();
    println!("flat 256x64x256: {} bytes in memory", flat.memory_bytes());
    println!("varied 128^3 (512 chunks): {} bytes in memory", packed.memory_bytes());
    for (name, world) in [("flat", &flat), ("varied_512_chunks", &packed)] {
        let bytes = snapshot::save(world);
        println!("{name}: snapshot of {} bytes", bytes.len());
        group.bench_function(format!("snapshot_save_{name}"), |b| b.iter(|| snapshot::save(world)));
        group.bench_function(format!("snapshot_load_{name}"), |b| {
            b.iter(|| snapshot::load(&bytes, registry.clone()));
        });
        group.bench_function(format!("clone_{name}"), |b| b.iter(|| world.clone()));
        group.bench_function(format!("hash_from_nothing_{name}"), |b| {
            let unhashed = snapshot::load(&bytes, registry.clone()).expect("just saved");
            b.iter_batched_ref(
                || unhashed.clone(),
                |world| world.state_hash(),
                BatchSize::LargeInput,
            );
        });
    }
    let mut board = varied(32);
    board.state_hash();
    let mut turn = 0;
    group.bench_function("hash_after_two_sets", |b| {
        b.iter(|| {
            turn ^= 1;
            for cell in [IVec3::new(3, 1, 3), IVec3::new(3, 1, 4)] {
                board.set(cell, BlockState::new(BlockId(100), turn)).expect("in bounds");
            }
            board.state_hash()
        });
    });
    let mut wire = Vec::new();
    let chunk = packed.chunks().next().expect("not empty").1;
    group.bench_function("encode_wire_varied_chunk", |b| {
        b.iter(|| {
            wire.clear();
            chunk.encode_wire(&mut wire);
        });
    });
    let (eye, dir) = (DVec3::new(3.5, 60.5, 2.5), DVec3::new(0.5, -0.35, 0.7));
    group.bench_function("raycast_about_100_cells", |b| {
        b.iter(|| flat.raycast(black_box(eye), dir, 200.0));
    });
    group.finish();
}

criterion_group!(benches, fastest, cells, regions, worlds);
criterion_main!(benches);
