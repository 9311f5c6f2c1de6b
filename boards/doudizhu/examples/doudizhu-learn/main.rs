//! Training of the strong player's networks by self-play, and matches that show whether new
//! networks are stronger.
//!
//! ```text
//! cargo run --release -p fangqi-doudizhu --example doudizhu-learn -- …
//!     train FOLDER GAMES [SEED] [START]   trains on this many games; writes FOLDER/floats
//!                                         and FOLDER/weights.bin from time to time and at the end
//!     duel WEIGHTS WEIGHTS|jiuri [NODES] [DEALS]
//! ```
//!
//! `built-in` stands for the weights embedded in the crate. They were trained on 5.9 million games
//! with `RUSTFLAGS=-Ctarget-cpu=native` in 70 minutes on half a core (a whole core plays 4,000 to
//! 6,000 games per second), with a learning rate that followed the clock. Without search they win
//! 0.720 ± 0.004 of the games against jiuri.

mod adam;
mod duel;
mod games;
mod model;
mod train;

use std::path::Path;
use std::sync::Arc;

use fangqi_doudizhu::strong::net::Net;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number =
        |at: usize, usual: u64| texts.get(at).map_or(usual, |text| text.parse().expect("a number"));
    match texts.as_slice() {
        ["train", folder, _, ..] => {
            let start = texts.get(4).map(Path::new);
            train::train(Path::new(folder), number(2, 0), number(3, 1), start);
        }
        ["duel", first, second, ..] => {
            let second = (*second != "jiuri").then(|| network(second));
            duel::play(&network(first), second.as_ref(), number(3, 0), number(4, 1000));
        }
        _ => eprintln!("one of: train, duel; see the top of examples/doudizhu-learn/main.rs"),
    }
}

fn network(name: &str) -> Arc<Net> {
    if name == "built-in" {
        return Net::built_in();
    }
    let bytes = std::fs::read(name).expect("the weights can be read");
    Arc::new(Net::read(&bytes).expect("weights of these networks"))
}
