//! `fangqi bench`: what a room costs on this machine. Medians; quote ratios, machines are shared.

mod lua;
mod rooms;
mod tutorial;

use std::sync::Arc;
use std::time::Instant;

use fangqi_protocol::Limits;
use fangqi_room::plugin::cause;
use fangqi_room::testing::small_map_with;
use fangqi_room::{FileSource, MapPackage, Room, RoomOptions};

use crate::plugins::PLUGINS;

/// One measured figure.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Figure {
    /// What was measured.
    pub(crate) what: &'static str,
    /// The median.
    pub(crate) value: f64,
    /// Its unit.
    pub(crate) unit: &'static str,
    /// The project's target in the same unit.
    pub(crate) target: f64,
}

/// Measures everything and prints it, as a table or as JSON.
pub(crate) fn run(maps: &dyn FileSource, json: bool) -> anyhow::Result<()> {
    let mut figures = lua::measure()?;
    figures.extend(rooms::measure(maps)?);
    figures.extend(tutorial::measure(maps)?);
    if json {
        let text = serde_json::to_string_pretty(&figures)?;
        println!("{text}");
        return Ok(());
    }
    println!("{:<52} {:>12}  {:>12}", "measured (median)", "here", "target");
    for figure in &figures {
        println!(
            "{:<52} {:>9.2} {:<3} {:>8.2} {:<3}",
            figure.what, figure.value, figure.unit, figure.target, figure.unit
        );
    }
    Ok(())
}

/// A room on a one-script map that the bench itself brings.
fn scratch_room(main: &str) -> anyhow::Result<Room> {
    let package = small_map_with(main, PLUGINS)?;
    open(&Arc::new(package))
}

/// Opens a room without limits that would stop a measurement.
fn open(package: &Arc<MapPackage>) -> anyhow::Result<Room> {
    let limits =
        Limits { fuel_per_step: u64::MAX >> 2, fuel_at_load: u64::MAX >> 2, ..Limits::default() };
    let limits = Limits { fuel_per_input: u64::MAX >> 2, ..limits };
    let limits =
        Limits { edits_per_step: usize::MAX >> 2, edits_per_input: usize::MAX >> 2, ..limits };
    let options = RoomOptions { seed: 1, limits, ..RoomOptions::default() };
    Room::open(Arc::clone(package), options).map(|(room, _)| room).map_err(cause)
}

/// The middle of several measurements.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Seconds that `body` takes.
fn seconds<R>(body: impl FnOnce() -> R) -> (f64, R) {
    let start = Instant::now();
    let result = body();
    (start.elapsed().as_secs_f64(), result)
}
