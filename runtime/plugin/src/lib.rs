//! What plugins implement, and a room as they see it.
//!
//! The kernel knows no game. A plugin is a crate that brings Lua modules ([`lua_module!`]), a
//! section of `map.toml` ([`Section`]), a part of the room's state ([`PluginState`]), what it does
//! by itself in rooms ([`Hooks`]), inputs ([`PluginInput`]), views and commands. The program
//! composes a list of plugins at compile time ([`Plugins`]) and passes it to [`MapPackage::load`];
//! a room has the plugins of its package.
//!
//! A module of a plugin reaches the plugin's state by its type, and its part of the package too:
//!
//! ```text
//! ctx.host().state::<Games>()              // &mut Games, created on first use
//! ctx.host().package.part::<Packages>()    // Option<&Packages>, read from the map's section
//! ```
//!
//! `runtime/plugins/README.md` is the guide for authors of plugins. [`Host`] holds all state that
//! every room has, and [`package`] what maps are; `fangqi-room` is the fold over them.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod check;
mod clock;
mod command;
pub mod ctx;
mod finding;
mod hooks;
pub mod host;
mod input;
mod loading;
mod map;
mod options;
pub mod package;
mod plugin;
mod spec;
mod thinking;

pub use check::{CheckMap, CheckOptions, Checked, Printed};
pub use clock::ProcessorClock;
pub use command::{Command, CommandContext, FindPlace, NewMap, cause, with_causes};
pub use ctx::{Call, Ctx, ModuleSpec};
pub use finding::{Finding, key_line};
pub use hooks::{Arrival, FormerParts, Hooks, News, Shows, Standing, WorldText};
pub use host::{
    Due, EMPTY_STATE, ENGINE_GAMES, FORMER_GAMES, Fields, Host, Player, PluginState, PluginStates,
    ReadFormer, Ready, StoredFold, StoredState, Viewer, decode_state, encode_state, read_former,
};
pub use input::{ApplyInput, PluginInput};
pub use loading::{LoadRoom, Loading};
pub use map::{MapPackage, small_map, small_map_with};
pub use options::RoomOptions;
pub use package::{
    Camera, Capability, Derived, Edge, FileSource, LayoutError, Lessons, LobbyPlace, MapFiles,
    MapPart, ModuleFiles, Package, PackageDigest, PackageError, ReadSection, SeatCamera, SeatDef,
    Section, Shelf, Side, UnpackError, folder_and_variant, ids_in,
};
pub use plugin::{Plugin, Plugins, RestoreState, UnpackJob, declaration};
pub use spec::{EnumSpec, EventSpec, FieldSpec, TypeSpec};
pub use thinking::{Effort, may_think, order, seconds};

/// How Lua modules are declared.
pub use fangqi_binding as binding;
pub use fangqi_binding::args::{Arg, LongString, Name, Options, list};
pub use fangqi_binding::{Describe, Refusal, into_table};
pub use fangqi_protocol::{Computation, Crew};
pub use fangqi_protocol::{EventArgs, EventValue, Token};
pub use fangqi_vm::{Plain, list_of_numbers, table_of};
pub use fangqi_world::codec::RecordKind;

/// Declares a module of the API: see [`binding::lua_module!`].
#[macro_export]
macro_rules! lua_module {
    ($($module:tt)*) => {
        $crate::binding::lua_module! { @context $crate::Ctx; $($module)* }
    };
}
