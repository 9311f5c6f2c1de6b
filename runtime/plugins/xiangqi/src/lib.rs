//! Xiangqi 象棋 as a plugin: the Lua module `Xiangqi` over the engine of `boards/xiangqi`.

#![warn(missing_docs)]

mod jobs;
mod module;
mod state;

use fangqi_room::plugin::{FORMER_GAMES, ModuleSpec, Plugin, RestoreState};

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

    fn restore(&self) -> Option<RestoreState> {
        Some(state::restore)
    }

    fn former_names(&self) -> &'static [&'static str] {
        &[FORMER_GAMES]
    }
}
