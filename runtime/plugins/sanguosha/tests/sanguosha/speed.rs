//! How much memory a room takes. What games and packages take of the processor, the example
//! `sanguosha_speed` says.

use fangqi_plugin_sanguosha::{SgsVm, Table, play_out};
use fangqi_sanguosha::Setup;

/// Lua memory of a room in which a game was played, in KiB.
const MEMORY_MAX: usize = 2048;

#[test]
fn rooms_are_small() {
    let vm = SgsVm::with_packages(&crate::support::own(), 1).expect("packages");
    let mut table = Table::open(vm, Setup::robots(8, 1)).expect("a game");
    play_out(&mut table, 1, false).expect("an end");
    table.vm().collect();
    let memory = table.vm().memory() >> 10;
    println!("{memory} KiB after a game");
    assert!(memory < MEMORY_MAX, "{memory} KiB of Lua memory");
}
