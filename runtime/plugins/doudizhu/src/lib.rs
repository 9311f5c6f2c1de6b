//! Dou Dizhu 斗地主 as a plugin: the Lua module `Doudizhu` over the engine of `boards/doudizhu`. A
//! deal is a text that scripts keep, so rooms hold no state of it.

#![warn(missing_docs)]

mod jobs;
mod module;
mod open_hands;

use fangqi_room::plugin::{ModuleSpec, Plugin};

/// The plugin.
#[derive(Debug)]
pub struct Doudizhu;

static MODULES: &[&ModuleSpec] = &[&module::DOUDIZHU];

impl Plugin for Doudizhu {
    fn name(&self) -> &'static str {
        "doudizhu"
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }
}
