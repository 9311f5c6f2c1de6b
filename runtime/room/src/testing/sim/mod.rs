//! Simulation: random people, computers and mishaps in a room of a map, all drawn from one seed.
//!
//! A failure is a script's error, a state that differs after a rebuild, a room that goes on
//! otherwise once it was stored, a finished game that accepts moves, or a computer that does not
//! move. What led to it is made as short as possible and reported as a log that can be replayed.

mod plan;
mod shrink;
mod table;
mod twin;

use std::sync::Arc;

use fangqi_plugin::{MapPackage, Printed, RoomOptions};
use fangqi_protocol::{Input, Record, Tick};

use crate::Finding;
use plan::Act;
use table::{Fault, Table};

/// One of this many rooms has a twin that is stored after its inputs, to find what it forgets.
const TWIN_EVERY: u64 = 4;

/// The extent of a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SimOptions {
    /// Number of acts in a room.
    pub acts: usize,
    /// Maximum number of rooms played to shorten a failure; 0 leaves it as it is.
    pub shrink: usize,
}

impl Default for SimOptions {
    fn default() -> Self {
        Self { acts: 250, shrink: 150 }
    }
}

/// What happened in simulated rooms without a failure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of moves.
    pub moves: usize,
    /// Number of games that ended.
    pub ended: usize,
    /// Number of times that a room was stored and continued from the stored state.
    pub checkpoints: usize,
    /// Number of times that a room was rebuilt from its log.
    pub rebuilt: usize,
    /// What scripts printed.
    pub printed: Printed,
    /// What scripts were warned of: calls that were refused, events that were lost.
    pub warned: Printed,
}

impl Stats {
    /// Adds the numbers of another room.
    pub fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.moves += other.moves;
        self.ended += other.ended;
        self.checkpoints += other.checkpoints;
        self.rebuilt += other.rebuilt;
        self.printed.join(&other.printed);
        self.warned.join(&other.warned);
    }
}

/// A record and the hash of the state that it led to.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The record.
    pub record: Record,
    /// Hash of the room's state afterwards.
    pub hash: u64,
}

/// A failure in a simulated room, and how to reproduce it.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What went wrong, and where.
    pub finding: Finding,
    /// Number of acts that are needed for it, and number of acts in the room where it was found.
    pub acts: (usize, usize),
    /// The room's log up to the failure.
    pub steps: Vec<Step>,
    /// The input that failed, if it was an input.
    pub tried: Option<(Tick, Input)>,
    /// A description of what happens, one act per line.
    pub story: Vec<String>,
}

/// Simulates a room of a map. The same seed gives the same room.
///
/// # Errors
/// The failure.
pub fn simulate(
    package: &Arc<MapPackage>,
    seed: u64,
    options: SimOptions,
) -> Result<Stats, Box<Failure>> {
    let acts = plan::plan(seed, options.acts);
    let fault = match play(package, seed, &acts, Look::default()) {
        (_, Ok(stats)) => return Ok(stats),
        (done, Err(fault)) => (acts[..done].to_vec(), fault),
    };
    let (found, fault) = fault;
    let length = found.len();
    let fails = |acts: &[Act]| match play(package, seed, acts, Look::default()).1 {
        Err(again) => again.kind == fault.kind && alike(&again.finding, &fault.finding),
        Ok(_) => false,
    };
    let least = shrink::shrink(found, options.shrink, fails);
    let mut failure = Failure {
        seed,
        finding: fault.finding.clone(),
        acts: (least.len(), length),
        steps: Vec::new(),
        tried: None,
        story: least.iter().map(|act| format!("{act:?}")).collect(),
    };
    let look = Look { keep: true, heavy: false };
    play_into(package, seed, &least, look, &mut failure);
    if matches!(fault.kind, "rebuild" | "sleep" | "reload") {
        // Slower, but names the state that escapes.
        let heavy = Look { keep: false, heavy: true };
        if let (_, Err(named)) = play(package, seed, &least, heavy)
            && named.finding.message.contains("escapes")
        {
            failure.finding.message = named.finding.message;
        }
    }
    Err(Box::new(failure))
}

/// Whether two findings stem from the same fault.
fn alike(a: &Finding, b: &Finding) -> bool {
    let plain = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    (&a.file, a.line) == (&b.file, b.line) && plain(&a.message) == plain(&b.message)
}

/// How closely a room is watched.
#[derive(Debug, Clone, Copy, Default)]
struct Look {
    /// Whether its steps are kept, with the hash after each.
    keep: bool,
    /// Whether it is rebuilt after each input.
    heavy: bool,
}

/// Number of acts carried out, the last of which may have failed, and the result.
type Played = (usize, Result<Stats, Fault>);

fn open(package: &Arc<MapPackage>, seed: u64, look: Look) -> Result<Table, Fault> {
    let options = RoomOptions { seed, heavy: look.heavy, ..RoomOptions::default() };
    let stored = seed % TWIN_EVERY == TWIN_EVERY - 1 && !look.heavy;
    Table::open(package, options, (look.keep, stored))
}

fn play(package: &Arc<MapPackage>, seed: u64, acts: &[Act], look: Look) -> Played {
    match open(package, seed, look) {
        Ok(mut table) => perform(&mut table, acts),
        Err(fault) => (0, Err(fault)),
    }
}

/// Carries the acts out. In the end lets computers play and rebuilds the room.
fn perform(table: &mut Table, acts: &[Act]) -> Played {
    for (done, act) in (1..).zip(acts) {
        if table.is_spent() {
            break;
        }
        if let Err(fault) = table.act(act) {
            return (done, Err(fault));
        }
    }
    let ended = table.end();
    (acts.len(), ended.map(|()| std::mem::take(&mut table.stats)))
}

/// Plays the acts again to get the log.
fn play_into(
    package: &Arc<MapPackage>,
    seed: u64,
    acts: &[Act],
    look: Look,
    failure: &mut Failure,
) {
    let Ok(mut table) = open(package, seed, look) else { return };
    if let (_, Err(fault)) = perform(&mut table, acts) {
        failure.finding = fault.finding;
        failure.tried = fault.tried.map(|tried| *tried);
    }
    failure.steps = table.steps;
}
