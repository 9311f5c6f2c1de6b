//! Resource limits of a room, with all defaults in one place.

use serde::{Deserialize, Serialize};

use super::input::Tick;

/// How far from the origin anything may be put, in blocks.
pub const FAR: f64 = 1_000_000.0;

/// Resource limits of one room, which the operator can change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Fuel for one step: one run of one handler until it ends or waits. A unit is one loop turn or
    /// call; the tutorial's three-ply search takes about ten million.
    pub fuel_per_step: u64,
    /// Fuel for all steps triggered by one input or by one moment of room time. The step that uses
    /// it up may finish; the rest of the queue is dropped.
    pub fuel_per_input: u64,
    /// Fuel for loading all scripts of the map.
    pub fuel_at_load: u64,
    /// Memory of the Lua VM in bytes.
    pub memory_bytes: usize,
    /// Block changes within one step.
    pub edits_per_step: usize,
    /// Block changes within one input, which are kept in memory until its end.
    pub edits_per_input: usize,
    /// Memory of the blocks in bytes; a larger world refuses further writes.
    pub world_bytes: usize,
    /// Steps caused by one input, events that events raise included.
    pub steps_per_input: u32,
    /// Coroutines waiting at one time.
    pub waiting_max: usize,
    /// Handlers registered at one time.
    pub handlers_max: usize,
    /// Timers at one time.
    pub timers_max: usize,
    /// Areas at one time.
    pub areas_max: usize,
    /// Questions of `Request:ask` that wait for an answer at one time.
    pub questions_max: usize,
    /// Log lines kept for one input; further ones are only counted.
    pub log_lines_per_input: usize,
    /// Bytes of those lines together; the line that exceeds them is cut, and further ones are
    /// dropped.
    pub log_bytes_per_input: usize,
    /// Chat lines and toasts within one input.
    pub messages_per_input: usize,
    /// Sounds, particles and marks in cells within one input.
    pub effects_per_input: usize,
    /// Maximum number of players that a room remembers, present or not.
    pub players_max: usize,
    /// Longest line of chat, in characters.
    pub chat_chars: usize,
    /// Choices of one request.
    pub choices_max: usize,
    /// Legal selections for one request.
    pub selections_max: usize,
    /// Engine games open at one time.
    pub engine_games_max: usize,
    /// Jobs under way at one time.
    pub jobs_max: usize,
    /// Values that scripts may store in a checkpoint: texts, numbers and tables together.
    pub checkpoint_values_max: usize,
    /// Longest jump of the room's clock in one input; a later input is treated as this much later.
    pub ticks_per_input: Tick,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel_per_step: 50_000_000,
            fuel_per_input: 100_000_000,
            fuel_at_load: 50_000_000,
            memory_bytes: 32 << 20,
            edits_per_step: 1 << 20,
            edits_per_input: 1 << 21,
            world_bytes: 64 << 20,
            steps_per_input: 4096,
            waiting_max: 1024,
            handlers_max: 1024,
            timers_max: 1024,
            areas_max: 4096,
            questions_max: 64,
            log_lines_per_input: 200,
            log_bytes_per_input: 64 << 10,
            messages_per_input: 200,
            effects_per_input: 2048,
            players_max: 1024,
            chat_chars: 500,
            choices_max: 4096,
            selections_max: 16_384,
            engine_games_max: 64,
            jobs_max: 8,
            checkpoint_values_max: 100_000,
            ticks_per_input: 20 * 60 * 60 * 24 * 30,
        }
    }
}
