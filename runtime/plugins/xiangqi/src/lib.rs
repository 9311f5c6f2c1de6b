//! Xiangqi 象棋 as a plugin: the Lua module `Xiangqi` over the engine of `boards/xiangqi`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod cli;
mod jobs;
mod module;
mod state;

use fangqi_plugin::{Command, FORMER_GAMES, ModuleSpec, Plugin, RestoreState, UnpackJob};

/// The plugin.
#[derive(Debug)]
pub struct Xiangqi;

/// Its name.
const NAME: &str = "xiangqi";

static MODULES: &[&ModuleSpec] = &[&module::XIANGQI];

impl Plugin for Xiangqi {
    fn name(&self) -> &'static str {
        NAME
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }

    fn unpack_job(&self) -> Option<UnpackJob> {
        Some(jobs::unpack)
    }

    fn commands(&self) -> &'static [Command] {
        std::slice::from_ref(&cli::COMMAND)
    }

    fn restore(&self) -> Option<RestoreState> {
        Some(state::restore)
    }

    fn former_names(&self) -> &'static [&'static str] {
        &[FORMER_GAMES]
    }
}
