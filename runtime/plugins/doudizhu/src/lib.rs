//! Dou Dizhu 斗地主 as a plugin: the Lua module `Doudizhu` over the engine of `boards/doudizhu`. A
//! deal is a text that scripts keep, so rooms hold no state of it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod cli;
mod jobs;
mod module;
mod open_hands;

use fangqi_plugin::{Command, ModuleSpec, Plugin, UnpackJob};

/// The plugin.
#[derive(Debug)]
pub struct Doudizhu;

/// Its name.
const NAME: &str = "doudizhu";

static MODULES: &[&ModuleSpec] = &[&module::DOUDIZHU];

impl Plugin for Doudizhu {
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
}
