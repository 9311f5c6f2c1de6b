//! Calls from a script into the host.

use super::{Figure, median, scratch_room, seconds};

/// Calls in one timed loop.
const CALLS: u32 = 100_000;
/// Timed loops.
const ROUNDS: usize = 31;

/// Measures the two hottest API functions, the empty loop taken off.
pub(super) fn measure() -> anyhow::Result<Vec<Figure>> {
    let room = scratch_room("")?;
    let time = |body: &str| -> anyhow::Result<f64> {
        let source = format!("local Block = Block\nfor i = 1, {CALLS} do {body} end");
        let mut rounds = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let (time, outcome) = seconds(|| room.evaluate(&source));
            outcome?;
            room.forget_edits();
            rounds.push(time * 1e9 / f64::from(CALLS));
        }
        Ok(median(rounds))
    };
    let empty = time("")?;
    let get = time("local code, id = Block:getBlockID(4, 1, 5)")?;
    let set = time("Block:setBlockAll(i % 9, 1, 5, 1 + i % 4, 0)")?;
    let figure = |what, value, target| Figure { what, value, unit: "ns", target };
    Ok(vec![
        figure("Block:getBlockID from Lua", get - empty, 100.0),
        figure("Block:setBlockAll from Lua, with edit recording", set - empty, 250.0),
    ])
}
