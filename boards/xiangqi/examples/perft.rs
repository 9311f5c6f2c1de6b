//! Counts move paths of the fact file's positions and compares them, with the speed.
//!
//! `cargo run --release --example perft -- [DEPTH]` (default 5, the deepest in the file).

use std::time::Instant;

use fangqi_xiangqi::Position;

fn main() {
    let depth = std::env::args().nth(1).map_or(5, |text| text.parse().expect("a depth 1 to 5"));
    let (mut total, mut wrong, began) = (0, 0, Instant::now());
    for line in include_str!("../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let position = Position::from_fen(fields[0]).expect(line);
        let want: u64 = fields[1]
            .split(' ')
            .nth(depth - 1)
            .and_then(|count| count.parse().ok())
            .expect("a count for this depth");
        let start = Instant::now();
        let count = position.perft(depth as u32);
        let speed = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        let verdict = if count == want { "ok" } else { "WRONG" };
        println!("{:20} {count:>12} {verdict:5} {speed:7.0} million/s", fields[2]);
        total += count;
        wrong += u32::from(count != want);
    }
    let speed = total as f64 / began.elapsed().as_secs_f64() / 1e6;
    println!("{wrong} wrong; {total} paths, {speed:.0} million/s");
}
