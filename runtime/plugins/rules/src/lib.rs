//! Boards of which an author writes the rules, once, in Lua, and nothing else: a plugin of rooms.
//!
//! The script that a map names under `rules` is run when the map is read, to derive blocks, a table
//! to play at, a camera and a picture ([`BoardPackage`]); in every room, for the scripts that play
//! the board; and in VMs of its own, where computers think ([`Question`]) and checks play
//! ([`Battery`]).

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod check;
mod contest;
mod globals;
mod job;
mod lattice;
mod layout;
mod level;
mod module;
mod package;
mod parameters;
mod picture;
mod pieces;
mod referee;
mod search;
mod spec;
mod types;

pub use check::{Battery, Text, Tried};
pub use contest::{Contest, Contestant, Opening, contest};
pub use globals::{BOARD, FUNCTIONS, names};
pub use job::{Question, Thought, advise, think};
pub use layout::{Cell, DIRECTIONS, Layout, LayoutProblem, On, PIECE_Y, TILE_Y, Tile};
pub use level::LEVELS;
pub use package::BoardPackage;
pub use parameters::{Parameter, Parameters};
pub use referee::{RulesError, RulesVm};
pub use search::{LuaBoard, Study};
pub use spec::{Piece, Spec};

use fangqi_plugin::Package;
use fangqi_plugin::{
    CheckMap, CheckOptions, Checked, Finding, LoadRoom, ModuleSpec, Plugin, ReadSection, TypeSpec,
    UnpackJob,
};

/// The plugin.
#[derive(Debug, Clone, Copy)]
pub struct Rules;

impl Plugin for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        static MODULES: [&ModuleSpec; 1] = [&module::BOARD];
        &MODULES
    }

    fn lua_types(&self) -> &'static [&'static TypeSpec] {
        &types::TYPES
    }

    fn section(&self) -> Option<ReadSection> {
        Some(package::read)
    }

    fn load(&self) -> Option<LoadRoom> {
        Some(module::load)
    }

    fn check(&self) -> Option<CheckMap> {
        Some(check_map)
    }

    fn unpack_job(&self) -> Option<UnpackJob> {
        Some(job::unpack)
    }
}

/// Plays a map's board at random, and looks for the texts that its rules need.
fn check_map(map: &Package, options: CheckOptions) -> Checked {
    let Some(board) = map.part::<BoardPackage>() else { return Checked::default() };
    let (script, source, parameters) = (board.script(), board.source(), board.parameters());
    let CheckOptions { games, fuel, seed, .. } = options;
    let tried = Battery { script, source, parameters, games, fuel, seed }.run();
    let mut findings = tried.findings;
    for text in tried.texts.iter().filter(|text| !map.has_string(&text.key)) {
        let message = format!(
            "`{}` needs the text `{}`, which strings/zh.toml and strings/en.toml lack",
            text.by, text.key
        );
        findings.push(Finding::new(script.name(), text.line, message));
    }
    let Tried { games, plies, printed, .. } = tried;
    Checked { findings, games, plies, printed }
}
