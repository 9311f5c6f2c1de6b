//! Kalah 播棋 as a plugin: the worked example of `runtime/plugins/README.md`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod job;
mod module;
mod rules;
mod state;

use fangqi_plugin::{ApplyInput, ModuleSpec, Plugin, RestoreState, UnpackJob, declaration};

/// The plugin.
#[derive(Debug)]
pub struct Kalah;

/// Its name.
const NAME: &str = "kalah";

static MODULES: &[&ModuleSpec] = &[&module::KALAH];

impl Plugin for Kalah {
    fn name(&self) -> &'static str {
        NAME
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }

    fn unpack_job(&self) -> Option<UnpackJob> {
        Some(job::unpack)
    }

    fn restore(&self) -> Option<RestoreState> {
        Some(state::restore)
    }

    fn input(&self) -> Option<ApplyInput> {
        Some(state::pick)
    }

    fn wire_types(&self) -> Option<String> {
        Some(declaration::<state::Shown>() + &declaration::<state::Pick>())
    }
}
