//! How fast and how large games of Sanguosha with all packages are.
//!
//! `cargo run --release -p fangqi-plugin-sanguosha --example sanguosha_speed --
//! [SEATS [GAMES [SEED]]]`
//!
//! Times are processor time of the thread, since machines are shared; only the first load, at which
//! packages are compiled on several threads, is timed by the clock. The digest is of all logs and
//! results: it stays the same as long as nothing changes but the speed.

mod common;

use std::hint::black_box;
use std::time::Instant;

use fangqi_plugin_sanguosha::{ReusableVm, SgsVm, Table, play_out};
use fangqi_sanguosha::Setup;

/// Loads that are timed.
const LOADS: u64 = 21;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let seats = numbers.next().unwrap_or(5) as usize;
    let games = numbers.next().unwrap_or(100);
    let first = numbers.next().unwrap_or(1);
    let begun = Instant::now();
    let packages = common::packages();
    drop(black_box(SgsVm::browsing(&packages).expect("the packages load")));
    println!("first load of a map, by the clock: {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
    let fresh = |seed| SgsVm::with_packages(&packages, seed).expect("the packages load");
    println!("further loads: {:.2} ms (median of {LOADS})", median((0..LOADS).map(timed(fresh))));
    let playing = ReusableVm::new(&packages);
    let again = |seed| playing.begin(seed).expect("the packages load");
    println!("on a stage: {:.2} ms (median of {LOADS})", median((0..LOADS).map(timed(again))));
    let vm = fresh(1);
    vm.collect();
    println!("Lua heap with all packages: {} KiB", vm.memory() >> 10);
    play(&playing, seats, first..first + games);
}

/// The milliseconds that a load takes.
fn timed(load: impl Fn(u64) -> SgsVm) -> impl Fn(u64) -> f64 {
    move |seed| {
        let before = processor_ms();
        drop(black_box(load(seed)));
        processor_ms() - before
    }
}

fn median(times: impl Iterator<Item = f64>) -> f64 {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Plays games and tells of them.
fn play(playing: &ReusableVm, seats: usize, seeds: std::ops::Range<u64>) {
    let (mut digest, mut questions, mut faults) = (0xcbf2_9ce4_8422_2325_u64, 0, 0);
    let (mut spent, mut loading) = (0.0, 0.0);
    let mut memory = 0;
    let games = seeds.end - seeds.start;
    for seed in seeds {
        let before = processor_ms();
        let vm = playing.begin(seed).expect("the packages load");
        loading += processor_ms() - before;
        let mut table = Table::open(vm, Setup::robots(seats, seed)).expect("a game");
        let played = play_out(&mut table, seed, false).expect("the game ends");
        spent += processor_ms() - before;
        questions += played.questions;
        faults += table.vm().faults().len();
        memory = memory.max(table.vm().memory());
        let told = format!("{:?} {played:?}", table.take_log());
        for byte in told.bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("{games} games of {seats}: {:.1} games/s", games as f64 / spent * 1e3);
    println!(
        "  {:.2} ms a game, {:.2} of them loading",
        spent / games as f64,
        loading / games as f64
    );
    println!(
        "  questions {questions}, faults {faults}, up to {} KiB, digest {digest:016x}",
        memory >> 10
    );
}

/// Milliseconds of processor time that this thread has used.
fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e6
}
