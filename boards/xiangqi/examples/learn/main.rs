//! Training of the evaluation network: the engine plays itself, a network is trained on the games,
//! and a match shows whether the new one is stronger.
//!
//! ```text
//! cargo run --release -p fangqi-xiangqi --example learn -- …
//!     games FOLDER [NODES] [SEED] [THREADS] [WEIGHTS]
//!     train WEIGHTS EPOCHS SAMPLES…
//!     duel WEIGHTS WEIGHTS [NODES] [PAIRS]
//! ```
//!
//! `games` runs until it is killed. `built-in` stands for the weights embedded in the crate.

mod adam;
mod duel;
mod games;
mod model;
mod samples;
mod train;

use std::path::Path;
use std::sync::Arc;

use fangqi_xiangqi::net::Net;

/// Default number of threads.
const THREADS: u64 = 2;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number =
        |at: usize, usual: u64| texts.get(at).map_or(usual, |text| text.parse().expect("a number"));
    match texts.as_slice() {
        ["games", folder, ..] => {
            let net = network(texts.get(5).unwrap_or(&"built-in"));
            games::write(Path::new(folder), &net, number(2, 500), number(3, 1), number(4, THREADS));
        }
        ["train", weights, _, files @ ..] => train::train(weights, number(2, 10), files),
        ["duel", first, second, ..] => {
            duel::play(&[network(first), network(second)], number(3, 4000), number(4, 100));
        }
        _ => eprintln!("one of: games, train, duel; see the top of examples/learn/main.rs"),
    }
}

fn network(name: &str) -> Arc<Net> {
    if name == "built-in" {
        return Net::built_in();
    }
    let bytes = std::fs::read(name).expect("the weights can be read");
    Arc::new(Net::read(&bytes).expect("weights of this network"))
}
