//! The tutorial's three-ply search in plain Lua: what limits cost.

use std::sync::Arc;

use fangqi_room::{FileSource, MapPackage};

use super::{Figure, median, open, seconds};

/// Searches timed.
const ROUNDS: usize = 5;
/// Four and a half times LuaJIT's 93 ms for the tutorial's search, as measured when it was chosen.
const TARGET_MS: f64 = 418.5;
/// Black answers 炮二平五, as in the measured comparison of Lua flavours.
const SEARCH: &str = "
local board = Board:new(0, 0, 8, 9, 1)
board:makeMove({ thisid = R_CANNON, killid = 0, s_x = 8, s_z = 3, e_x = 5, e_z = 3 })
board.isRedTurn = false
return #board:getBestMoves(false, 2)
";

/// Measures the search with all limits on, and with fuel counting off.
pub(super) fn measure(maps: &dyn FileSource) -> Result<Vec<Figure>, String> {
    let package = MapPackage::load(maps, "tutorial-xiangqi").map_err(|error| error.to_string())?;
    let room = open(&Arc::new(package))?;
    let time = || -> Result<f64, String> {
        let mut rounds = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let (time, outcome) = seconds(|| room.evaluate(SEARCH));
            outcome.map_err(|error| error.to_string())?;
            rounds.push(time * 1e3);
        }
        Ok(median(rounds))
    };
    let limited = time()?;
    room.stop_counting_fuel().map_err(|error| error.to_string())?;
    let free = time()?;
    Ok(vec![
        Figure {
            what: "tutorial's 3-ply search, limits on",
            value: limited,
            unit: "ms",
            target: TARGET_MS,
        },
        Figure {
            what: "… over the same without fuel counting",
            value: limited / free,
            unit: "x",
            target: 1.15,
        },
    ])
}
