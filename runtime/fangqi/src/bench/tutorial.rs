//! The tutorial's three-ply search in plain Lua: what limits cost, and what LuaJIT takes for it.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context;
use fangqi_room::plugin::cause;
use fangqi_room::{FileSource, MapPackage, Room};

use super::{Figure, median, open, seconds};

use crate::plugins::PLUGINS;

/// Searches timed, after one that warms up.
const ROUNDS: usize = 15;
/// Four and a half times LuaJIT's 36 ms on the machine where it was measured alone.
const TARGET_MS: f64 = 162.0;
/// Black answers 炮二平五, as in the measured comparison of Lua flavours.
const SEARCH: &str = "
local board = Board:new(0, 0, 8, 9, 1)
board:makeMove({ thisid = R_CANNON, killid = 0, s_x = 8, s_z = 3, e_x = 5, e_z = 3 })
board.isRedTurn = false
return #board:getBestMoves(false, 2)
";
/// The scripts that the search is made of.
const SCRIPTS: [&str; 4] = ["pieces.lua", "board.lua", "moves.lua", "thinking.lua"];

/// Measures the search with all limits on, with fuel counting off, and in LuaJIT where there is
/// one.
///
/// The two rooms take turns, so that what else the machine does falls on both alike; what counting
/// costs is the median over the turns.
pub(super) fn measure(maps: &dyn FileSource) -> anyhow::Result<Vec<Figure>> {
    let package = MapPackage::load(maps, "tutorial-xiangqi", PLUGINS)?;
    let package = Arc::new(package);
    let (limited, free) = (open(&package)?, open(&package)?);
    let time = |room: &Room| -> anyhow::Result<f64> {
        let (time, outcome) = seconds(|| room.evaluate(SEARCH));
        outcome?;
        Ok(time * 1e3)
    };
    // The rooms make machine code after the first, for which they must count.
    time(&limited)?;
    time(&free)?;
    free.stop_counting_fuel().map_err(cause)?;
    let (mut times, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (limited, free) = (time(&limited)?, time(&free)?);
        times.push(limited);
        ratios.push(limited / free);
    }
    let limited = median(times);
    let figure = |what, value, unit, target| Figure { what, value, unit, target };
    let mut figures = vec![
        figure("tutorial's 3-ply search, limits on", limited, "ms", TARGET_MS),
        figure("… over the same without fuel counting", median(ratios), "x", 1.15),
    ];
    if let Some(luajit) = luajit(maps)? {
        figures.push(figure("… over LuaJIT's time for the same files", limited / luajit, "x", 4.5));
    }
    Ok(figures)
}

/// LuaJIT's time in milliseconds; `None` where it is not installed.
fn luajit(maps: &dyn FileSource) -> anyhow::Result<Option<f64>> {
    let mut script = String::new();
    for name in SCRIPTS {
        let path = format!("tutorial-xiangqi/{name}");
        let source = maps.read(&path).with_context(|| format!("{path} is not there"))?;
        script.push_str(&format!("do {}\nend\n", String::from_utf8_lossy(source)));
    }
    script.push_str(&format!(
        "local times = {{}}
        local function search() {SEARCH} end
        search()
        for i = 1, {ROUNDS} do
          local start = os.clock()
          search()
          times[i] = os.clock() - start
        end
        table.sort(times)
        print(times[{}] * 1000)",
        ROUNDS.div_ceil(2)
    ));
    let child = Command::new("luajit")
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return Ok(None) };
    if let Some(mut input) = child.stdin.take() {
        input.write_all(script.as_bytes()).context("luajit")?;
    }
    let output = child.wait_with_output().context("luajit")?;
    let time = String::from_utf8_lossy(&output.stdout).trim().parse();
    time.map(Some).context("luajit could not run the search")
}
