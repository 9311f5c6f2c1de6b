//! How long packages and games take, and how much memory.

use std::path::Path;
use std::time::Instant;

use fangqi_room::sanguosha::{PackageSource, SgsVm, Table, play_out};
use fangqi_sanguosha::Setup;

/// Lua memory of a room in which a game was played, in KiB.
const MEMORY_MAX: usize = 2048;

/// The packages that come with the program, in their order.
fn own() -> Vec<PackageSource> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanguosha");
    let order = std::fs::read_to_string(folder.join("packages.toml")).expect("an order");
    let order: toml::Table = order.parse().expect("an order");
    let names = order["packages"].as_array().expect("a list");
    let read = |name: &toml::Value| {
        let name = name.as_str().expect("a name");
        let text = std::fs::read(folder.join(format!("packages/{name}.lua"))).expect(name);
        PackageSource::compile(name, &text).expect("Lua")
    };
    names.iter().map(read).collect()
}

#[test]
fn rooms_are_small() {
    let packages = own();
    let started = Instant::now();
    let vm = SgsVm::with_packages(&packages, 1).expect("packages");
    println!("loaded in {:?}", started.elapsed());
    println!("{} KiB with garbage", vm.memory() >> 10);
    vm.collect();
    println!("{} KiB loaded", vm.memory() >> 10);
    let mut table = Table::open(vm, Setup::robots(8, 1)).expect("a game");
    play_out(&mut table, 1, false).expect("an end");
    table.vm().collect();
    let memory = table.vm().memory() >> 10;
    println!("{memory} KiB after a game");
    assert!(memory < MEMORY_MAX, "{memory} KiB of Lua memory");
}

/// Prints what games take; run it in a release build by its name.
#[test]
fn games_take() {
    let packages = own();
    let started = Instant::now();
    for _ in 0..5 {
        SgsVm::with_packages(&packages, 1).expect("packages");
    }
    println!("loading: {:?}", started.elapsed() / 5);
    for seats in [5, 8] {
        let (mut turns, mut questions, mut slowest) = (0, 0, 0.0_f64);
        let mut seconds = 0.0;
        for seed in 0..20 {
            let vm = SgsVm::with_packages(&packages, seed).expect("packages");
            let mut table = Table::open(vm, Setup::robots(seats, seed)).expect("a game");
            let started = Instant::now();
            let played = play_out(&mut table, seed, false).expect("an end");
            let taken = started.elapsed().as_secs_f64();
            seconds += taken;
            slowest = slowest.max(taken);
            turns += played.turns;
            questions += played.questions;
            for fault in table.vm().faults() {
                println!("{seed}: {fault}");
            }
        }
        println!(
            "{seats} players: {:.2} ms a game, {:.1} the slowest, {} turns, {} questions",
            seconds * 50.0,
            slowest * 1000.0,
            turns / 20,
            questions / 20,
        );
    }
}
