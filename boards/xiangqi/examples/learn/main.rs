//! Training of the evaluation network: the engine plays itself, a network is trained on the games,
//! and a match shows whether the new one is stronger.
//!
//! ```text
//! cargo run --release -p fangqi-xiangqi --example learn -- …
//!     games FOLDER [NODES] [SEED] [THREADS] [SHARDS] [WEIGHTS]
//!     check SHARDS…
//!     train WEIGHTS EPOCHS SHARDS…
//!     duel WEIGHTS WEIGHTS [NODES] [PAIRS]
//! ```
//!
//! `games` adds the shards that the folder lacks and may be killed at any time; built with
//! `RUSTFLAGS="-C target-cpu=native" … --profile dist` it is a third faster. `check` verifies
//! shards and describes their samples. `built-in` stands for the weights embedded in the crate.

mod adam;
mod duel;
mod games;
mod model;
mod samples;
mod shards;
mod train;

use std::path::Path;
use std::sync::Arc;

use fangqi_xiangqi::net::Net;

/// Default number of threads.
const THREADS: u64 = 2;
/// Default number of shards: sixty million samples.
const SHARDS: u64 = 916;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number =
        |at: usize, usual: u64| texts.get(at).map_or(usual, |text| text.parse().expect("a number"));
    match texts.as_slice() {
        ["games", folder, ..] => {
            let net = network(texts.get(6).unwrap_or(&"built-in"));
            let (nodes, seed) = (number(2, 500) as u32, number(3, 1));
            let (threads, count) = (number(4, THREADS), number(5, SHARDS) as u32);
            games::write(Path::new(folder), &net, nodes, seed, threads, count);
        }
        ["check", files @ ..] => shards::describe(files),
        ["train", weights, _, files @ ..] => train::train(weights, number(2, 10), files),
        ["duel", first, second, ..] => {
            duel::play(&[network(first), network(second)], number(3, 4000), number(4, 100));
        }
        _ => eprintln!("one of: games, check, train, duel; see the top of examples/learn/main.rs"),
    }
}

fn network(name: &str) -> Arc<Net> {
    if name == "built-in" {
        return Net::built_in();
    }
    let bytes = std::fs::read(name).expect("the weights can be read");
    Arc::new(Net::read(&bytes).expect("weights of this network"))
}
