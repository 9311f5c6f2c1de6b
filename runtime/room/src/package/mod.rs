//! Packages: maps as their authors ship them, with manifest, scripts, blocks, layout and strings,
//! read and checked as a whole.

mod blocks;
mod digest;
mod error;
mod files;
mod layout;
mod manifest;
mod miniworld;
mod numbers;
mod pack;
mod placed;
mod section;
mod strings;
mod suggest;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_world::{BlockRegistry, BlockState, IVec3, World};

pub use digest::PackageDigest;
pub use error::{LayoutError, PackageError};
use files::MANIFEST;
pub use files::{FileSource, MapFiles};
pub use manifest::{Camera, Capability, SeatDef};
pub use miniworld::{BOX_BLOCK, BOX_BLOCKS, FURNACE_BLOCK, MiniWorld};
pub use pack::UnpackError;
pub use section::{Derived, MapPart, ReadSection, Section, Sections};

use crate::living::Catalog;
use fangqi_protocol::Element;
use fangqi_protocol::TICKS_PER_SECOND;
use fangqi_protocol::{LocalText, Tick};
use fangqi_vm::{Compiled, compile, compile_adding, written_libraries};
use layout::Layout;
use manifest::{Manifest, PluginSection};
use strings::Strings;
pub(crate) use tokens::Tokens;

/// A map that has been read and checked.
#[derive(Debug)]
pub struct Package {
    manifest: Manifest,
    blocks: Arc<BlockRegistry>,
    layout: Layout,
    /// The cells that players click, with their names.
    places: Vec<(String, IVec3)>,
    /// Highest level of the computer player, unless the manifest says another.
    levels: u8,
    /// Names of scripts that plugins run.
    script_names: Vec<String>,
    miniworld: Option<MiniWorld>,
    /// What plugins read from their sections.
    parts: Vec<Box<dyn MapPart>>,
    camera: Camera,
    strings: Strings,
    scripts: Vec<Compiled>,
    thumbnail: Option<Vec<u8>>,
    /// Every file that was read, by path.
    files: BTreeMap<String, Box<[u8]>>,
    digest: PackageDigest,
}

impl Package {
    /// Reads and checks the map in the folder `map` of `files`, whose manifest may have these
    /// sections besides the kernel's own.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with file and line.
    pub fn load(
        files: &dyn FileSource,
        map: &str,
        known: Sections<'_>,
    ) -> Result<Self, PackageError> {
        let files = MapFiles::new(files, map);
        let (manifest, sections) = Manifest::read(&files, known)?;
        let mut blocks = match manifest.miniworld {
            Some(_) => BlockRegistry::bare(),
            None => BlockRegistry::new(),
        };
        for path in &manifest.blocks {
            blocks::read_into(&mut blocks, &files, path)?;
        }
        let miniworld = match &manifest.miniworld {
            Some(section) => Some(section.read(&files, &manifest.scripts, &mut blocks)?),
            None => None,
        };
        let mut camera = manifest.camera.clone();
        let mut paths: Vec<&str> = manifest.scripts.iter().map(String::as_str).collect();
        let (mut picture, mut places, mut parts) = (None, Vec::new(), Vec::new());
        let (mut levels, mut script_names) = (0, Vec::new());
        let mut laid = Vec::new();
        for PluginSection { name, value, read } in sections {
            let (seats, derived) = (manifest.seats.len(), Derived::default());
            let (files, blocks) = (&files, &mut blocks);
            let mut section = Section { files, blocks, seats, derived, name, value };
            parts.push(read(&mut section)?);
            let derived = section.derived;
            laid.push((derived.fills, derived.cells));
            camera = camera.or(derived.camera);
            picture = picture.or(derived.thumbnail);
            levels = levels.max(derived.computer_levels);
            places.extend(derived.places);
            script_names.extend(derived.script_names);
            if manifest.scripts.is_empty() {
                paths.extend(derived.scripts);
            }
        }
        // Layouts may name blocks of plugins, so they are read after the sections.
        let mut layout = match &manifest.layout {
            Some(path) => Layout::read(&files, path, &blocks)?,
            None => Layout::default(),
        };
        for (fills, cells) in laid {
            layout.then(fills, cells);
        }
        if paths.is_empty() {
            let message = "there is nothing to run; name a file in scripts = […], or a board's \
                           rules = \"rules.lua\"";
            let path = format!("{map}/{MANIFEST}");
            return Err(PackageError::Invalid { path, message: message.to_owned() });
        }
        let camera = camera.unwrap_or_default();
        let strings = Strings::read(&files, &manifest.strings)?.with_shared(&files, &paths)?;
        let scripts = scripts(&files, &paths, &manifest)?;
        let thumbnail = match &manifest.thumbnail {
            Some(path) => Some(files.bytes(path, "map.toml")?.to_vec()),
            None => picture,
        };
        let (blocks, files) = (Arc::new(blocks), files.into_read());
        let digest = PackageDigest::of(&files);
        let package = Self {
            manifest,
            blocks,
            layout,
            places,
            levels,
            script_names,
            miniworld,
            parts,
            camera,
            strings,
            scripts,
            thumbnail,
            files,
            digest,
        };
        package.build_world().map_err(|source| PackageError::Layout {
            path: format!("{map}/{}", package.manifest.layout.as_deref().unwrap_or("map.toml")),
            source,
        })?;
        Ok(package)
    }

    /// The map's id: the name of its folder.
    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    /// The digest of the package's files, the same in every process.
    pub fn digest(&self) -> PackageDigest {
        self.digest
    }

    /// Its name.
    pub fn name(&self) -> &LocalText {
        &self.manifest.name
    }

    /// One sentence about it.
    pub fn description(&self) -> &LocalText {
        &self.manifest.description
    }

    /// How to play, a few sentences.
    pub fn help(&self) -> &LocalText {
        &self.manifest.help
    }

    /// Its seats. If there are none, everyone who enters may play.
    pub fn seats(&self) -> &[SeatDef] {
        &self.manifest.seats
    }

    /// The camera.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// All blocks that the map may use.
    pub fn blocks(&self) -> &Arc<BlockRegistry> {
        &self.blocks
    }

    /// Highest level of the computer player; 0 if there is none.
    pub fn computer_levels(&self) -> u8 {
        self.manifest.computer.as_ref().map_or(self.levels, |computer| computer.levels)
    }

    /// Ticks for which a disconnected player's seat is held before the stand-in plays.
    pub fn absent_after(&self) -> Tick {
        Tick::from(self.manifest.absence.after) * TICKS_PER_SECOND
    }

    /// Whether moves can be taken back: as the manifest says, else in all maps with seats, because
    /// take-backs need players who move and who can consent.
    pub fn take_back(&self) -> bool {
        self.manifest.take_back.unwrap_or(!self.seats().is_empty())
    }

    /// What its scripts may do beyond the usual.
    pub fn capabilities(&self) -> &[Capability] {
        &self.manifest.capabilities
    }

    /// Its picture for the lobby, as SVG.
    pub fn thumbnail(&self) -> Option<&[u8]> {
        self.thumbnail.as_deref()
    }

    /// The cells that players click, with their names; none unless a plugin knows them.
    pub fn places(&self) -> &[(String, IVec3)] {
        &self.places
    }

    /// What a plugin read from its section of the manifest, if the map has that section.
    pub fn part<T: MapPart>(&self) -> Option<&T> {
        self.parts.iter().find_map(|part| <dyn std::any::Any>::downcast_ref(&**part))
    }

    /// Its Mini World part, if it is a map of Mini World scripts.
    pub fn miniworld(&self) -> Option<&MiniWorld> {
        self.miniworld.as_ref()
    }

    /// Whether players walk in it.
    pub fn walks(&self) -> bool {
        self.miniworld.as_ref().is_some_and(|map| map.walks)
    }

    /// Its items, creatures and status effects; empty in other maps.
    pub fn catalog(&self) -> &Catalog {
        static NOTHING: std::sync::LazyLock<Catalog> = std::sync::LazyLock::new(Catalog::default);
        self.miniworld.as_ref().map_or(&NOTHING, |map| &map.catalog)
    }

    /// Ids and names of the described items; none in maps where players do not walk.
    pub fn items(&self) -> Vec<(u32, String)> {
        let known = self.catalog().named_items().map(|(id, name)| (id, name.to_owned()));
        if self.walks() { known.collect() } else { Vec::new() }
    }

    /// The elements of a page of the custom interface, as laid out by the map.
    pub fn page(&self, id: &str) -> &[(String, Element)] {
        let pages = self.miniworld.as_ref().map_or(&[][..], |map| &map.pages);
        pages.iter().find(|page| page.id == id).map_or(&[], |page| &page.elements)
    }

    /// The states named by elements of a page, in that order; states may repeat.
    pub fn page_states(&self, id: &str) -> impl Iterator<Item = &str> {
        self.tied_elements(id).iter().flat_map(|(_, states)| states).map(String::as_str)
    }

    /// Whether an element of a page is shown in a state of the page.
    pub fn is_in_state(&self, id: &str, element: &str, state: Option<&str>) -> bool {
        let tied = self.tied_elements(id).iter().find(|(own, _)| own == element);
        tied.is_none_or(|(_, states)| states.iter().any(|own| Some(own.as_str()) == state))
    }

    fn tied_elements(&self, id: &str) -> &[(String, Vec<String>)] {
        let pages = self.miniworld.as_ref().map_or(&[][..], |map| &map.pages);
        pages.iter().find(|page| page.id == id).map_or(&[], |page| &page.states)
    }

    /// Where players enter; on boards, where the camera looks.
    pub fn spawn(&self) -> [f64; 3] {
        let target = self.camera.target.map(|axis| f64::from(axis.floor()));
        self.miniworld.as_ref().and_then(|map| map.spawn).unwrap_or(target)
    }

    /// Whether there is a text under `key`.
    pub fn has_string(&self, key: &str) -> bool {
        self.strings.has(key)
    }

    /// The compiled scripts in the order in which they run.
    pub(crate) fn scripts(&self) -> &[Compiled] {
        &self.scripts
    }

    /// The full names of all scripts as messages give them, including those of plugins and pages.
    pub(crate) fn script_names(&self) -> impl Iterator<Item = &str> {
        let pages = self.miniworld.iter().flat_map(|map| &map.pages);
        let own = self.scripts.iter().chain(pages.flat_map(|page| &page.scripts));
        own.map(Compiled::name).chain(self.script_names.iter().map(String::as_str))
    }

    /// The text under `key`, with `{name}` placeholders.
    pub(crate) fn string(&self, key: &str) -> Result<&LocalText, String> {
        self.strings.look_up(key)
    }

    /// A new world with the map's ground and layout.
    pub(crate) fn build_world(&self) -> Result<World, LayoutError> {
        let mut world = World::new(Arc::clone(&self.blocks));
        self.lay_ground(&mut world);
        self.layout.place(&mut world)?;
        Ok(world)
    }

    /// Sets the map's ground in a world.
    pub(crate) fn lay_ground(&self, world: &mut World) {
        if let Some(map) = &self.miniworld {
            world.set_ground(Arc::clone(&map.ground));
        }
    }

    /// The endless layers of ground: lowest and highest row, and the state of their cells.
    pub fn ground(&self) -> &[(i32, i32, BlockState)] {
        self.miniworld.as_ref().map_or(&[], |map| map.ground.layers())
    }
}

/// The scripts of a map, compiled.
fn scripts(
    files: &MapFiles<'_>,
    paths: &[&str],
    manifest: &Manifest,
) -> Result<Vec<Compiled>, PackageError> {
    let map = files.map();
    let mut scripts = Vec::with_capacity(paths.len());
    // A script that writes to a library changes it for the others too.
    let mut written = BTreeSet::new();
    for path in paths.iter().filter(|_| manifest.miniworld.is_some()) {
        written.extend(written_libraries(files.bytes(path, "map.toml")?));
    }
    for path in paths {
        let source = files.bytes(path, "map.toml")?;
        let name = format!("{map}/{path}");
        let script = match manifest.miniworld {
            Some(_) => compile_adding(&name, source, &written)?,
            None => compile(&name, source)?,
        };
        if script.wants_native() && !manifest.capabilities.contains(&Capability::Native) {
            let message = format!("--!native {}", Capability::Native.missing());
            return Err(PackageError::Invalid { path: name, message });
        }
        scripts.push(script);
    }
    Ok(scripts)
}
