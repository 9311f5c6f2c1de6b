//! Plugins: what a game or a dialect adds to rooms.
//!
//! The kernel knows no game. A plugin is a crate that brings Lua modules ([`lua_module!`]), a
//! section of `map.toml` ([`Section`]), a part of the room's state ([`PluginState`]), inputs
//! ([`PluginInput`]), views and commands. The program composes a list of plugins at compile time
//! ([`Plugins`]) and passes it to [`MapPackage::load`](crate::MapPackage::load); a room has the
//! plugins of its package.
//!
//! A module of a plugin reaches the plugin's state by its type, and its part of the package too:
//!
//! ```text
//! ctx.host().state::<Games>()              // &mut Games, created on first use
//! ctx.host().package.part::<Packages>()    // Option<&Packages>, read from the map's section
//! ```
//!
//! `runtime/plugins/README.md` is the guide for authors of plugins.

mod command;
mod input;
mod section;
mod state;

use std::fmt::Debug;

pub use command::{Command, CommandContext};
pub use input::{ApplyInput, PluginInput};
pub use section::Section;
pub use state::{
    Due, EMPTY_STATE, ENGINE_GAMES, FORMER_GAMES, PluginState, PluginStates, StoredState, Viewer,
    decode_state, encode_state,
};

pub use crate::binding::args::{Arg, LongString, Name, Options, list};
pub use crate::binding::ctx::{Call, Ctx};
pub use crate::binding::results::{Describe, Refusal};
pub use crate::binding::spec::ModuleSpec;
pub use crate::binding::text::into_table;
pub use crate::binding::thinking::{Effort, may_think, order};
pub use crate::host::{EventArgs, EventValue, Host, Token};
pub use crate::job::{Computation, Crew};
pub use crate::lua_module;
pub use fangqi_vm::{Plain, list_of_numbers, table_of};
pub use fangqi_world::codec::RecordKind;

use crate::api::MODULES;
use crate::package::PackageError;

/// What a plugin read from its section of a map's manifest. All rooms of the map share it.
pub trait MapPart: std::any::Any + Debug + Send + Sync {}

impl<T: std::any::Any + Debug + Send + Sync> MapPart for T {}

/// Reads a plugin's section of `map.toml` and the files that it names.
pub type ReadSection = fn(&mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError>;

/// Restores a plugin's state from what [`PluginState::store`] returned. The error says why it is
/// not such a state.
pub type RestoreState = fn(&StoredState) -> Result<Box<dyn PluginState>, String>;

/// What a plugin brings to rooms. Everything but its name is optional.
pub trait Plugin: Debug + Sync {
    /// Its name: of its section in `map.toml`, of its state in checkpoints, and of its client
    /// module.
    fn name(&self) -> &'static str;

    /// Its Lua modules, in the order of the reference pages.
    fn modules(&self) -> &'static [&'static ModuleSpec] {
        &[]
    }

    /// Reads its section of `map.toml`; `None` if maps have no such section. Called only for maps
    /// that have one.
    fn section(&self) -> Option<ReadSection> {
        None
    }

    /// Restores its state; `None` if it stores none.
    fn restore(&self) -> Option<RestoreState> {
        None
    }

    /// Further names under which checkpoints of earlier versions hold its state.
    fn former_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Applies what its part of the page sends; `None` if it takes no inputs.
    fn input(&self) -> Option<ApplyInput> {
        None
    }

    /// TypeScript of what its part of the page is sent and sends ([`declaration`]); `None` if it
    /// has no such part. `cargo xtask gen` writes it beside that part.
    fn wire_types(&self) -> Option<String> {
        None
    }

    /// Subcommands that it adds to the program.
    fn commands(&self) -> &'static [Command] {
        &[]
    }

    /// Pages that it adds to the reference: file name and Markdown.
    fn pages(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The TypeScript declaration of a type, for [`Plugin::wire_types`]. Whole numbers of any size are
/// `number`.
pub fn declaration<T: ts_rs::TS>() -> String {
    let config = ts_rs::Config::default().with_large_int("number");
    format!("export {}\n\n", T::decl(&config))
}

/// The plugins that a program was composed of, in a fixed order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plugins(&'static [&'static dyn Plugin]);

impl Plugins {
    /// No plugin at all: the kernel by itself.
    pub const NONE: Self = Self(&[]);

    /// A composition.
    pub const fn new(plugins: &'static [&'static dyn Plugin]) -> Self {
        Self(plugins)
    }

    /// Each plugin.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Plugin> {
        self.0.iter().copied()
    }

    /// The plugin of a name.
    pub(crate) fn named(self, name: &str) -> Option<&'static dyn Plugin> {
        self.iter().find(|plugin| plugin.name() == name)
    }

    /// The plugin that stores its state under `name`, or did so once.
    pub(crate) fn that_stored(self, name: &str) -> Option<&'static dyn Plugin> {
        self.iter().find(|plugin| plugin.name() == name || plugin.former_names().contains(&name))
    }

    /// Every Lua module: the kernel's, then those of each plugin.
    pub(crate) fn all_modules(self) -> impl Iterator<Item = &'static ModuleSpec> {
        let own = self.iter().flat_map(|plugin| plugin.modules());
        MODULES.iter().chain(own).copied()
    }
}
