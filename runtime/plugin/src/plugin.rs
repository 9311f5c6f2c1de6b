use std::fmt::Debug;

use fangqi_protocol::{Computation, JobSpec, PackedJob};

use crate::check::CheckMap;
use crate::command::Command;
use crate::ctx::ModuleSpec;
use crate::hooks::Hooks;
use crate::host::{PluginState, PluginStates, ReadFormer, StoredState};
use crate::input::ApplyInput;
use crate::loading::LoadRoom;
use crate::package::{ReadSection, SectionSpec};
use crate::spec::{EnumSpec, EventSpec, TypeSpec};

/// Restores a plugin's state from what [`PluginState::store`] returned. The error says why it is
/// not such a state.
pub type RestoreState = fn(&StoredState) -> Result<Box<dyn PluginState>, String>;

/// Makes a computation again of what [`Computation::packed`] wrote on another server. The error
/// says why it is none.
pub type UnpackJob = fn(&str) -> Result<Box<dyn Computation>, String>;

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

    /// Prepares a room before the map's scripts run; `None` if there is nothing to prepare.
    fn load(&self) -> Option<LoadRoom> {
        None
    }

    /// Checks its part of a map for `fangqi check`; `None` if it checks nothing.
    fn check(&self) -> Option<CheckMap> {
        None
    }

    /// Restores its state; `None` if it stores none.
    fn restore(&self) -> Option<RestoreState> {
        None
    }

    /// Makes jobs of its modules again that come from another server; `None` if they are computed
    /// only where they were ordered.
    fn unpack_job(&self) -> Option<UnpackJob> {
        None
    }

    /// What it does in rooms by itself; `None` if nothing.
    fn hooks(&self) -> Option<&'static dyn Hooks> {
        None
    }

    /// The kinds of tables that its modules take and return.
    fn lua_types(&self) -> &'static [&'static TypeSpec] {
        &[]
    }

    /// Named numbers that scripts find as globals.
    fn enums(&self) -> &'static [EnumSpec] {
        &[]
    }

    /// The events that it raises, for reference pages.
    fn events(&self) -> &'static [EventSpec] {
        &[]
    }

    /// Whether maps with its section begin without the blocks that other maps have.
    fn has_own_blocks(&self) -> bool {
        false
    }

    /// Reads checkpoints in which the kernel held what is this plugin's now; `None` if there are
    /// none. At most one plugin of a program has such.
    fn former(&self) -> Option<ReadFormer> {
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
    pub fn named(self, name: &str) -> Option<&'static dyn Plugin> {
        self.iter().find(|plugin| plugin.name() == name)
    }

    /// The plugin that stores its state under `name`, or did so once.
    fn that_stored(self, name: &str) -> Option<&'static dyn Plugin> {
        self.iter().find(|plugin| plugin.name() == name || plugin.former_names().contains(&name))
    }

    /// Their sections of `map.toml`.
    pub fn sections(self) -> Vec<SectionSpec> {
        let section = |plugin: &dyn Plugin| {
            let (name, read) = (plugin.name(), plugin.section()?);
            Some(SectionSpec { name, read, has_own_blocks: plugin.has_own_blocks() })
        };
        self.iter().filter_map(section).collect()
    }

    /// What they do in rooms by themselves.
    pub fn hooks(self) -> impl Iterator<Item = &'static dyn Hooks> {
        self.iter().filter_map(Plugin::hooks)
    }

    /// Restores the states of plugins.
    ///
    /// # Errors
    /// A state belongs to no plugin of this program, or is none of its states.
    pub fn restore(self, stored: &[StoredState]) -> Result<PluginStates, String> {
        let mut states = PluginStates::default();
        for state in stored {
            let name = &state.plugin;
            let plugin = self.that_stored(name).ok_or_else(|| {
                format!("it holds state of the plugin `{name}`, which this program does not have")
            })?;
            let restore = plugin.restore().ok_or_else(|| {
                format!("the plugin `{name}` stores its state, but cannot restore it")
            })?;
            states.put(restore(state).map_err(|why| format!("the plugin `{name}`: {why}"))?);
        }
        Ok(states)
    }

    /// Makes a job again that comes from another server.
    ///
    /// # Errors
    /// No plugin of this program has such a module, or it makes nothing of the job.
    pub fn unpack_job(self, job: &PackedJob) -> Result<JobSpec, String> {
        let found = self.iter().find_map(|plugin| {
            let module = plugin.modules().iter().find(|module| module.name == job.module)?;
            Some((module.name, plugin.unpack_job()?))
        });
        let (module, unpack) = found.ok_or_else(|| format!("`{}` takes no jobs", job.module))?;
        let computation = unpack(&job.content).map_err(|why| format!("`{module}`: {why}"))?;
        Ok(JobSpec::unpacked(module, computation))
    }

    /// The kinds of tables that their modules take and return.
    pub fn lua_types(self) -> impl Iterator<Item = &'static TypeSpec> {
        self.iter().flat_map(|plugin| plugin.lua_types()).copied()
    }

    /// Their named numbers.
    pub fn enums(self) -> impl Iterator<Item = &'static EnumSpec> {
        self.iter().flat_map(Plugin::enums)
    }

    /// The events that they raise.
    pub fn events(self) -> impl Iterator<Item = &'static EventSpec> {
        self.iter().flat_map(Plugin::events)
    }

    /// Their Lua modules.
    pub fn modules(self) -> impl Iterator<Item = &'static ModuleSpec> {
        self.iter().flat_map(|plugin| plugin.modules()).copied()
    }
}
