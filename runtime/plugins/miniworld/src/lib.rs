//! Mini World 迷你世界 as a plugin: its script API, maps of its dialect, bodies that walk, and all
//! that its scripts may change. `DESIGN.md` beside this folder explains it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

// What commands print is escaped.
#[macro_use]
extern crate fangqi_text;

mod check;
mod cli;
mod coverage;
mod events;
mod globals;
mod hooks;
mod living;
mod map;
mod modules;
mod room;
mod shows;
mod sim;
mod views;

pub use check::{
    Changed, Found, MiniWorldReport, UsedEvent, UsedFunction, check_miniworld, may_be_script,
    miniworld_map, script_name, script_text, unlike,
};
pub use map::{BOX_BLOCK, BOX_BLOCKS, FURNACE_BLOCK, MiniWorld, PageDef};
pub use sim::body_numbers;
pub use views::{
    ActorKind, ActorView, CameraState, Element, ElementKind, GlobalView, GraphEnd, GraphKind,
    GraphView, Mode, OwnView, PageView, ShapeKind, ShapeView, SlotView, SpaceView, TimerView,
    WalkScene,
};

use fangqi_plugin::{
    Command, EnumSpec, EventSpec, Hooks, LoadRoom, ModuleSpec, Plugin, Plugins, ReadFormer,
    ReadSection, RestoreState, read_former,
};

/// The plugin.
#[derive(Debug, Clone, Copy)]
pub struct MiniWorlds;

/// This plugin alone, for rooms in which scripts are checked.
pub const MINIWORLD: Plugins = Plugins::new(&[&MiniWorlds]);

/// Its name.
const NAME: &str = "miniworld";

impl Plugin for MiniWorlds {
    fn name(&self) -> &'static str {
        NAME
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        modules::MODULES
    }

    fn enums(&self) -> &'static [EnumSpec] {
        modules::ENUMS
    }

    fn events(&self) -> &'static [EventSpec] {
        events::EVENTS
    }

    fn section(&self) -> Option<ReadSection> {
        Some(map::read)
    }

    fn has_own_blocks(&self) -> bool {
        true
    }

    fn load(&self) -> Option<LoadRoom> {
        Some(modules::load)
    }

    fn wire_types(&self) -> Option<String> {
        Some(views::wire_types())
    }

    fn hooks(&self) -> Option<&'static dyn Hooks> {
        Some(&hooks::InRooms)
    }

    fn restore(&self) -> Option<RestoreState> {
        Some(room::restore)
    }

    fn former(&self) -> Option<ReadFormer> {
        Some(|bytes| read_former(bytes, room::stored_former))
    }

    fn commands(&self) -> &'static [Command] {
        cli::COMMANDS
    }

    fn pages(&self) -> Vec<(&'static str, String)> {
        vec![("miniworld.md", coverage::coverage())]
    }
}
