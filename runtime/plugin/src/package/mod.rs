//! Packages: maps as their authors ship them, with manifest, scripts, blocks, layout and strings,
//! read and checked as a whole.

mod blocks;
mod digest;
mod error;
mod files;
mod layout;
mod lessons;
mod manifest;
mod modules;
mod pack;
mod picture;
mod section;
mod strings;
mod suggest;
mod variant;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_world::{BlockRegistry, BlockState, Ground, IVec3, World};

pub use digest::PackageDigest;
pub use error::{LayoutError, PackageError};
use files::MANIFEST;
pub use files::{FileSource, MapFiles};
pub use lessons::Lessons;
pub use manifest::{Camera, Capability, Edge, LobbyPlace, SeatCamera, SeatDef, Shelf, Side};
pub use modules::ModuleFiles;
pub use pack::UnpackError;
pub use section::{Derived, MapPart, ReadSection, Section, SectionSpec, Sections};
pub use variant::{folder_and_variant, ids_in};

use fangqi_protocol::TICKS_PER_SECOND;
use fangqi_protocol::{LocalText, Tick};
use fangqi_vm::{Compiled, Modules, compile, compile_adding, written_libraries};
use layout::Layout;
use manifest::{GivenCamera, Manifest, PluginSection};
use strings::Strings;
use variant::Variant;

/// A map that has been read and checked.
#[derive(Debug)]
pub struct Package {
    manifest: Manifest,
    /// The map's id, and that of the variant if it is one.
    id: String,
    name: LocalText,
    blocks: Arc<BlockRegistry>,
    layout: Layout,
    /// The cells that players click, with their names.
    places: Vec<(String, IVec3)>,
    /// Highest level of the computer player, unless the manifest says another.
    levels: u8,
    /// Names of scripts that plugins run.
    script_names: Vec<String>,
    /// Whether a plugin runs the scripts.
    runs_scripts: bool,
    first_event: &'static str,
    ground: Option<Arc<Ground>>,
    items: Vec<(u32, String)>,
    /// What plugins read from their sections.
    parts: Vec<Box<dyn MapPart>>,
    camera: Camera,
    /// Whether the page chooses from where the whole map is seen.
    fits_camera: bool,
    strings: Strings,
    lessons: Lessons,
    scripts: Vec<Compiled>,
    /// What the scripts and the rules require.
    modules: Arc<Modules>,
    thumbnail: Vec<u8>,
    /// Every file that was read, by path.
    files: BTreeMap<String, Box<[u8]>>,
    digest: PackageDigest,
}

impl Package {
    /// Reads and checks the map in the folder `map` of `files`, whose manifest may have these
    /// sections besides the kernel's own; `map:variant` is that variant of it.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with file and line.
    pub fn load(
        files: &dyn FileSource,
        map: &str,
        known: Sections<'_>,
    ) -> Result<Self, PackageError> {
        let id = map.to_owned();
        let (map, variant) = folder_and_variant(map);
        let files = MapFiles::new(files, map);
        let (mut manifest, sections) = Manifest::read(&files, known, variant)?;
        let strings = Strings::read(&files, &manifest.strings)?;
        strings.translate(&mut manifest);
        let has_own_blocks = sections.iter().any(|section| section.spec.has_own_blocks);
        let mut blocks = if has_own_blocks { BlockRegistry::bare() } else { BlockRegistry::new() };
        for path in &manifest.blocks {
            blocks::read_into(&mut blocks, &files, path)?;
        }
        let mut camera = None;
        let mut paths: Vec<&str> = manifest.scripts.iter().map(String::as_str).collect();
        let (mut derived_picture, mut places, mut parts) = (None, Vec::new(), Vec::new());
        let (mut levels, mut script_names) = (0, Vec::new());
        let (mut runs_scripts, mut first_event) = (false, "Game.Start");
        let (mut ground, mut items) = (None, Vec::new());
        let (mut laid, mut modules) = (Vec::new(), ModuleFiles::default());
        for PluginSection { spec, value } in sections {
            let mut section = Section {
                files: &files,
                blocks: &mut blocks,
                seats: manifest.seats.len(),
                scripts: &manifest.scripts,
                derived: Derived::default(),
                name: spec.name,
                value,
            };
            parts.push((spec.read)(&mut section)?);
            let derived = section.derived;
            runs_scripts |= derived.runs_scripts;
            first_event = derived.first_event.unwrap_or(first_event);
            ground = ground.or(derived.ground);
            items.extend(derived.items);
            laid.push((derived.fills, derived.cells));
            camera = camera.or(derived.camera);
            derived_picture = derived_picture.or(derived.thumbnail);
            levels = levels.max(derived.computer_levels);
            places.extend(derived.places);
            script_names.extend(derived.script_names);
            modules.sources.extend(derived.modules.sources);
            modules.compiled.extend(derived.modules.compiled);
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
        let given = manifest.camera.as_ref();
        let fits_camera = given.is_none_or(GivenCamera::fits);
        let usual = camera.unwrap_or_default();
        let camera = match given {
            Some(given) => given.over(usual),
            None => usual,
        };
        let strings = strings.with_shared(&files, &paths)?;
        let scripts = scripts(&files, &paths, &manifest, runs_scripts)?;
        for path in paths.iter().filter(|_| !runs_scripts) {
            files.modules(files.text(path, MANIFEST)?, &mut modules)?;
        }
        if let Some(module) = modules.native()
            && !manifest.capabilities.contains(&Capability::Native)
        {
            return Err(without_native(module.name()));
        }
        script_names.extend(modules.compiled.values().map(|module| module.name().to_owned()));
        let lessons = match &manifest.lessons {
            // They teach the map's own rules.
            Some(path) if variant.is_none() => Lessons::read(&files, path)?,
            _ => Lessons::default(),
        };
        let thumbnail = match &manifest.thumbnail {
            Some(path) => {
                // What is no text at all is no SVG either; that it is another kind of picture says
                // more than where it is no text.
                if files.bytes(path, "map.toml")?.starts_with(b"\x89PNG") {
                    let message = "the lobby shows pictures as SVG, and this is a PNG".to_owned();
                    return Err(PackageError::Invalid { path: files.full(path), message });
                }
                let svg = files.text(path, "map.toml")?;
                picture::check(svg).map_err(|(at, why)| {
                    files.at(path, at, format!("the lobby shows pictures as SVG: {why}"))
                })?;
                svg.as_bytes().to_vec()
            }
            None => derived_picture
                .unwrap_or_else(|| picture::of_name(&manifest.name, &manifest.seats).into_bytes()),
        };
        let (blocks, files) = (Arc::new(blocks), files.into_read());
        let digest = PackageDigest::of(&files, variant);
        let name = match manifest.variant_of(&id) {
            Some(Variant { name: LocalText { zh, en }, .. }) => LocalText {
                zh: format!("{} · {zh}", manifest.name.zh),
                en: format!("{} · {en}", manifest.name.en),
            },
            None => manifest.name.clone(),
        };
        let package = Self {
            manifest,
            id,
            name,
            blocks,
            layout,
            places,
            levels,
            script_names,
            runs_scripts,
            first_event,
            ground,
            items,
            parts,
            camera,
            fits_camera,
            strings,
            lessons,
            scripts,
            modules: Arc::new(modules.compiled),
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

    /// The map's id: the name of its folder, and after a colon that of its variant, if it is one.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name of its folder, which is the id of the map itself.
    pub fn folder(&self) -> &str {
        &self.manifest.id
    }

    /// The name of the variant within the map, if it is one.
    pub fn variant(&self) -> Option<&LocalText> {
        self.manifest.variant_of(&self.id).map(|variant| &variant.name)
    }

    /// The digest of the package's files, the same in every process.
    pub fn digest(&self) -> PackageDigest {
        self.digest
    }

    /// Its name.
    pub fn name(&self) -> &LocalText {
        &self.name
    }

    /// One sentence about it.
    pub fn description(&self) -> &LocalText {
        let own = self.manifest.variant_of(&self.id).and_then(|it| it.description.as_ref());
        own.unwrap_or(&self.manifest.description)
    }

    /// How to play, a few sentences.
    pub fn help(&self) -> &LocalText {
        let own = self.manifest.variant_of(&self.id).and_then(|it| it.help.as_ref());
        own.unwrap_or(&self.manifest.help)
    }

    /// Its seats. If there are none, everyone who enters may play.
    pub fn seats(&self) -> &[SeatDef] {
        &self.manifest.seats
    }

    /// The camera.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Whether the page chooses from how far away the map is seen, so that all of it just fits.
    pub fn fits_camera(&self) -> bool {
        self.fits_camera
    }

    /// The names along the edges of its board.
    pub fn edges(&self) -> &[Edge] {
        &self.manifest.edges
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

    /// Where the lobby shows it.
    pub fn lobby(&self) -> &LobbyPlace {
        &self.manifest.lobby
    }

    /// What its scripts may do beyond the usual.
    pub fn capabilities(&self) -> &[Capability] {
        &self.manifest.capabilities
    }

    /// Its picture for the lobby, as SVG; of a map that brings none, its initial.
    pub fn thumbnail(&self) -> &[u8] {
        &self.thumbnail
    }

    /// The cells that players click, with their names; none unless a plugin knows them.
    pub fn places(&self) -> &[(String, IVec3)] {
        &self.places
    }

    /// What a plugin read from its section of the manifest, if the map has that section.
    pub fn part<T: MapPart>(&self) -> Option<&T> {
        self.parts.iter().find_map(|part| <dyn std::any::Any>::downcast_ref(&**part))
    }

    /// Ids and names of things that players may hold; none in most maps.
    pub fn items(&self) -> &[(u32, String)] {
        &self.items
    }

    /// Whether a plugin runs the map's scripts, in an environment of its own.
    pub fn runs_scripts(&self) -> bool {
        self.runs_scripts
    }

    /// The event that begins a room.
    pub fn first_event(&self) -> &'static str {
        self.first_event
    }

    /// Whether there is a text under `key`.
    pub fn has_string(&self, key: &str) -> bool {
        self.strings.has(key)
    }

    /// The steps in which it teaches its rules; none in most maps.
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// The compiled scripts in the order in which they run.
    pub fn scripts(&self) -> &[Compiled] {
        &self.scripts
    }

    /// The modules that scripts and rules may require.
    pub fn modules(&self) -> &Arc<Modules> {
        &self.modules
    }

    /// The full names of all scripts as messages give them, including those that plugins run.
    pub fn script_names(&self) -> impl Iterator<Item = &str> {
        let own = self.scripts.iter().map(Compiled::name);
        own.chain(self.script_names.iter().map(String::as_str))
    }

    /// The text under `key`, with `{name}` placeholders.
    ///
    /// # Errors
    /// There is none, with the nearest key.
    pub fn string(&self, key: &str) -> Result<&LocalText, String> {
        self.strings.look_up(key)
    }

    /// A new world with the map's ground and layout.
    ///
    /// # Errors
    /// The layout does not fit into a world.
    pub fn build_world(&self) -> Result<World, LayoutError> {
        let mut world = World::new(Arc::clone(&self.blocks));
        self.lay_ground(&mut world);
        self.layout.place(&mut world)?;
        Ok(world)
    }

    /// Sets the map's ground in a world.
    pub fn lay_ground(&self, world: &mut World) {
        if let Some(ground) = &self.ground {
            world.set_ground(Arc::clone(ground));
        }
    }

    /// The endless layers of ground: lowest and highest row, and the state of their cells.
    pub fn ground(&self) -> &[(i32, i32, BlockState)] {
        self.ground.as_ref().map_or(&[], |ground| ground.layers())
    }
}

/// The error of a script that asks for machine code without leave.
fn without_native(script: &str) -> PackageError {
    let message = format!("--!native {}", Capability::Native.missing());
    PackageError::Invalid { path: script.to_owned(), message }
}

/// The scripts of a map, compiled. `adding`: what they add to libraries is seen by all of them.
fn scripts(
    files: &MapFiles<'_>,
    paths: &[&str],
    manifest: &Manifest,
    adding: bool,
) -> Result<Vec<Compiled>, PackageError> {
    let map = files.map();
    let mut scripts = Vec::with_capacity(paths.len());
    // A script that writes to a library changes it for the others too.
    let mut written = BTreeSet::new();
    for path in paths.iter().filter(|_| adding) {
        written.extend(written_libraries(files.bytes(path, "map.toml")?));
    }
    for path in paths {
        let source = files.bytes(path, "map.toml")?;
        let name = format!("{map}/{path}");
        let script = match adding {
            true => compile_adding(&name, source, &written)?,
            false => compile(&name, source)?,
        };
        if script.wants_native() && !manifest.capabilities.contains(&Capability::Native) {
            return Err(without_native(&name));
        }
        scripts.push(script);
    }
    Ok(scripts)
}
