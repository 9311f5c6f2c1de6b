//! Sections of plugins in `map.toml`.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use fangqi_world::{BlockRegistry, BlockState, Ground, IVec3, Region};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::error::PackageError;
use super::files::{MANIFEST, MapFiles};
use super::manifest::Camera;
use super::modules::ModuleFiles;

/// What a plugin read from its section of a map's manifest. All rooms of the map share it.
pub trait MapPart: std::any::Any + Debug + Send + Sync {}

impl<T: std::any::Any + Debug + Send + Sync> MapPart for T {}

/// Reads a plugin's section of `map.toml` and the files that it names.
pub type ReadSection = fn(&mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError>;

/// A section that manifests may have besides the kernel's own.
#[derive(Debug, Clone, Copy)]
pub struct SectionSpec {
    /// Its name: the plugin's.
    pub name: &'static str,
    /// What reads it.
    pub read: ReadSection,
    /// Whether maps with it begin without the usual blocks.
    pub has_own_blocks: bool,
}

/// All such sections.
pub type Sections<'a> = &'a [SectionSpec];

/// A plugin's section of `map.toml`, while the map is read.
#[derive(Debug)]
pub struct Section<'a, 'f> {
    /// The files that the map may name.
    pub files: &'a MapFiles<'f>,
    /// The blocks of the map; the plugin may register more.
    pub blocks: &'a mut BlockRegistry,
    /// How many seats the map has.
    pub seats: usize,
    /// The scripts that the manifest names, by path.
    pub scripts: &'a [String],
    /// What the section gives the map besides the part that it reads.
    pub derived: Derived,
    pub(super) name: &'static str,
    pub(super) value: Spanned<DeValue<'f>>,
}

/// What a section gives a map. Where the manifest says the same of itself, the manifest counts.
#[derive(Debug, Default)]
pub struct Derived {
    /// Boxes of one block, with names for messages, which are laid after the manifest's layout.
    pub fills: Vec<(String, Region, BlockState)>,
    /// Single cells, which are laid after those.
    pub cells: Vec<(IVec3, BlockState)>,
    /// The camera.
    pub camera: Option<Camera>,
    /// The picture for the lobby, as SVG.
    pub thumbnail: Option<Vec<u8>>,
    /// The scripts that run, by path.
    pub scripts: &'static [&'static str],
    /// Highest level of the computer player.
    pub computer_levels: u8,
    /// The cells that players click, with their names.
    pub places: Vec<(String, IVec3)>,
    /// Full names of scripts that the plugin runs itself, as messages give them.
    pub script_names: Vec<String>,
    /// The modules that those scripts require.
    pub modules: ModuleFiles,
    /// Whether the plugin runs the map's scripts itself when the room loads, in an environment of
    /// its own, in which what they add to libraries is seen by all of them.
    pub runs_scripts: bool,
    /// The event that begins a room, in place of `Game.Start`.
    pub first_event: Option<&'static str>,
    /// The ground under the whole world, outside the layout too.
    pub ground: Option<Arc<Ground>>,
    /// Ids and names of things that players may hold.
    pub items: Vec<(u32, String)>,
}

impl Section<'_, '_> {
    /// The section as a `T`, usually with `#[serde(deny_unknown_fields)]`.
    ///
    /// # Errors
    /// The first value that does not fit, by line. An unknown key comes with the nearest known one.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, PackageError> {
        let value = ValueDeserializer::from(self.value.clone());
        T::deserialize(value).map_err(|error| self.files.located(MANIFEST, &error))
    }

    /// An error about a place in the manifest, as `toml::Spanned` gives it.
    pub fn invalid_at(&self, place: Range<usize>, why: impl std::fmt::Display) -> PackageError {
        self.files.at(MANIFEST, place.start, format!("{}.{why}", self.name))
    }

    /// An error about a key of the section, or about the section if `key` is empty.
    pub fn invalid(&self, key: &str, why: impl std::fmt::Display) -> PackageError {
        let (name, dot) = (self.name, if key.is_empty() { "" } else { "." });
        let path = format!("{}/{MANIFEST}", self.files.map());
        PackageError::Invalid { path, message: format!("{name}{dot}{key}: {why}") }
    }
}
