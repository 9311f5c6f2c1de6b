//! The Mini World part of a map.

mod numbers;
mod placed;
mod tokens;

use std::collections::BTreeSet;
use std::sync::Arc;

use fangqi_plugin::{MapFiles, MapPart, Package, PackageError, Section};
use fangqi_vm::{Compiled, Token, compile_adding, written_libraries};
use fangqi_world::{BlockDef, BlockId, BlockRegistry, BlockState, Ground, Rgb};
use serde::Deserialize;

use crate::living::Catalog;
use crate::views::{Element, Mode};
use numbers::GENERIC;
use placed::{Placed, PlacedFile};
pub(crate) use tokens::Tokens;

/// Maximum number of teams.
const TEAMS_MAX: u8 = 6;

/// The section `[miniworld]` of a manifest. Its presence makes the map one of the Mini World
/// dialect.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapSection {
    /// Whether players walk; otherwise they look at a board.
    #[serde(default = "yes")]
    walks: bool,
    /// The mode of play.
    #[serde(default)]
    mode: Mode,
    /// The file that describes items, creatures and status effects.
    catalog: Option<String>,
    /// Whether the hour of the day advances by itself.
    #[serde(default)]
    clock: bool,
    /// Where players enter.
    spawn: Option<[f64; 3]>,
    /// Endless level layers of ground, the lowest first.
    #[serde(default)]
    ground: Vec<Layer>,
    /// Files that describe pages of the custom interface.
    #[serde(default)]
    pages: Vec<String>,
    /// The file that lists what was placed in the map's editor.
    placed: Option<String>,
    /// Number of teams among which joining players are distributed.
    #[serde(default)]
    teams: u8,
}

/// A layer of the ground.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    /// The key of its block.
    block: String,
    /// Its lowest and its highest row of cells.
    from: i32,
    to: i32,
}

fn yes() -> bool {
    true
}

/// A map of the Mini World dialect.
#[derive(Debug)]
pub struct MiniWorld {
    /// Whether players walk.
    pub walks: bool,
    /// The mode of play.
    pub mode: Mode,
    /// Items, creatures and status effects.
    pub catalog: Catalog,
    /// Whether the hour of the day advances by itself, until a script stops it.
    pub clock: bool,
    /// Where players enter.
    pub spawn: Option<[f64; 3]>,
    /// The ground under the whole world, outside the layout too.
    pub ground: Arc<Ground>,
    /// Pages of the custom interface.
    pub pages: Vec<PageDef>,
    /// What the map's editor placed.
    pub placed: Placed,
    /// Number of teams among which joining players are distributed, 1 to 6; 0 for none.
    pub teams: u8,
    /// Names of scripts written for another generation of Mini World, which are not run.
    pub components: BTreeSet<String>,
}

/// A page of the custom interface.
#[derive(Debug)]
pub struct PageDef {
    /// Its id.
    pub id: String,
    /// Whether it opens for players when they enter.
    pub open: bool,
    /// Its elements, from back to front.
    pub elements: Vec<(String, Element)>,
    /// The states in which elements are shown, by element. Elements not listed are always shown.
    pub states: Vec<(String, Vec<String>)>,
    /// The scripts attached to it, which have their own globals.
    pub(crate) scripts: Vec<Compiled>,
}

/// The file of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageFile {
    id: String,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    scripts: Vec<String>,
    #[serde(default)]
    element: Vec<NamedElement>,
}

/// An element in the file of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedElement {
    id: String,
    #[serde(default)]
    is: Element,
    /// States of the page in which it is shown; empty for all.
    #[serde(default)]
    states: Vec<String>,
}

/// Reads the section of a manifest.
pub(crate) fn read(section: &mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError> {
    let own: MapSection = section.read()?;
    let map = own.read(section.files, section.scripts, section.blocks)?;
    let derived = &mut section.derived;
    derived.runs_scripts = true;
    // `Game.Start` is raised when the first player joins.
    derived.first_event = Some("Game.Load");
    derived.ground = Some(Arc::clone(&map.ground));
    let of_pages = map.pages.iter().flat_map(|page| &page.scripts);
    derived.script_names = of_pages.map(|script| script.name().to_owned()).collect();
    if map.walks {
        let known = map.catalog.named_items();
        derived.items = known.map(|(id, name)| (id, name.to_owned())).collect();
    }
    Ok(Box::new(map))
}

impl MapSection {
    /// Reads the files that the section names, and registers Mini World's blocks in `blocks`.
    fn read(
        &self,
        files: &MapFiles<'_>,
        scripts: &[String],
        blocks: &mut BlockRegistry,
    ) -> Result<MiniWorld, PackageError> {
        let catalog: Catalog = match &self.catalog {
            Some(path) => files.toml(path, "map.toml")?,
            None => Catalog::default(),
        };
        let sources = scripts.iter().map(|path| Ok((path.clone(), files.bytes(path, "map.toml")?)));
        let mut sources = sources.collect::<Result<Vec<_>, PackageError>>()?;
        if let Some((what, id)) = catalog.doubled() {
            let path = self.catalog.clone().unwrap_or_default();
            return Err(PackageError::Invalid {
                path,
                message: format!("{what} {id} is there twice"),
            });
        }
        let mut pages: Vec<PageDef> = Vec::with_capacity(self.pages.len());
        for path in &self.pages {
            let page = read_page(files, path, &mut sources)?;
            if pages.iter().any(|other| other.id == page.id) {
                let message = format!("there is another page \"{}\"", page.id);
                return Err(PackageError::Invalid { path: path.clone(), message });
            }
            pages.push(page);
        }
        add_blocks(blocks, &sources, &catalog);
        let Self { walks, mode, clock, spawn, teams, .. } = *self;
        if teams > TEAMS_MAX {
            let message = format!("teams must be from 0 to {TEAMS_MAX}, not {teams}");
            return Err(PackageError::Invalid { path: "map.toml".to_owned(), message });
        }
        let placed = self.read_placed(files)?;
        let ground = Arc::new(self.read_ground(blocks)?);
        let components = components(sources.split_at(scripts.len()), files.map());
        Ok(MiniWorld {
            walks,
            mode,
            catalog,
            clock,
            spawn,
            ground,
            pages,
            placed,
            teams,
            components,
        })
    }
}

impl MapSection {
    fn read_ground(&self, blocks: &BlockRegistry) -> Result<Ground, PackageError> {
        let invalid = |message: String| PackageError::Invalid { path: "map.toml".into(), message };
        let mut layers = Vec::with_capacity(self.ground.len());
        let mut rows = 0;
        for Layer { block, from, to } in &self.ground {
            let def = blocks
                .by_key(block)
                .ok_or_else(|| invalid(format!("miniworld.ground: there is no block {block:?}")))?;
            rows += i64::from(*to) - i64::from(*from) + 1;
            if from > to || rows > i64::from(Ground::ROWS_MAX) {
                return Err(invalid(format!(
                    "miniworld.ground: layers go from a row to one above it, {} rows in all at \
                     most",
                    Ground::ROWS_MAX
                )));
            }
            layers.push((*from, *to, BlockState::new(def.id, 0)));
        }
        Ok(Ground::new(layers))
    }

    fn read_placed(&self, files: &MapFiles<'_>) -> Result<Placed, PackageError> {
        let Some(path) = &self.placed else { return Ok(Placed::default()) };
        let file: PlacedFile = files.toml(path, "map.toml")?;
        file.read().map_err(|message| PackageError::Invalid { path: path.clone(), message })
    }
}

/// Names that scripts of components (UGC 3.0) use and classic scripts do not.
const OF_COMPONENTS: [&str; 2] = ["Mini", "AddTriggerEvent"];
/// Functions that components define for the engine, if the map has no classic script.
const LIFE: [&str; 3] = ["OnStart", "OnTick", "OnDestroy"];

/// A script's path in its map, and its source.
type Source<'a> = (String, &'a [u8]);

/// The full names of the scripts, of the map and its pages, that belong to components.
fn components((own, of_pages): (&[Source<'_>], &[Source<'_>]), map: &str) -> BTreeSet<String> {
    let named = |source: &[u8], names: &[&str]| {
        let text = String::from_utf8_lossy(source);
        let tokens = Tokens::read(&text);
        tokens.iter().any(|(at, token, _)| {
            let Token::Name(name) = token else { return false };
            // A field of that name proves nothing.
            let is_field = at > 0 && (tokens.is_sign(Some(at - 1), b'.'));
            names.contains(&name) && !is_field
        })
    };
    let is_classic = |source: &[u8]| named(source, &["ScriptSupportEvent"]);
    // A classic page can stand beside components, and a map's classic scripts beside a page's
    // components, so the two are judged separately.
    let found = [own, of_pages].into_iter().flat_map(|scripts| {
        let any_classic = scripts.iter().any(|(_, source)| is_classic(source));
        scripts.iter().filter(move |(_, source)| {
            !is_classic(source)
                && (named(source, &OF_COMPONENTS) || !any_classic && named(source, &LIFE))
        })
    });
    found.map(|(path, _)| format!("{map}/{path}")).collect()
}

/// Reads a page, and adds its scripts to `sources`.
fn read_page<'a>(
    files: &MapFiles<'a>,
    path: &str,
    sources: &mut Vec<Source<'a>>,
) -> Result<PageDef, PackageError> {
    let file: PageFile = files.toml(path, "map.toml")?;
    let mut scripts = Vec::with_capacity(file.scripts.len());
    for script in &file.scripts {
        let source = files.bytes(script, path)?;
        sources.push((script.clone(), source));
        let name = format!("{}/{script}", files.map());
        scripts.push(compile_adding(&name, source, &written_libraries(source))?);
    }
    let tied = file.element.iter().filter(|named| !named.states.is_empty());
    let states = tied.map(|named| (named.id.clone(), named.states.clone())).collect();
    let elements = file.element.into_iter().map(|named| (named.id, named.is)).collect();
    Ok(PageDef { id: file.id, open: file.open, elements, states, scripts })
}

/// Id, key, Chinese name, English name, colour.
type Row = (u16, &'static str, &'static str, &'static str, u32);

/// Kinds of blocks whose meaning is known from documents and scripts.
#[rustfmt::skip]
const NAMED: &[Row] = &[
    (1, "bedrock", "基岩", "Bedrock", 0x3b3b40),
    (100, "grass_block", "草块", "Grass", 0x6aa84f),
    (101, "soil", "土块", "Soil", 0x79553a),
    (104, "floor_stone", "岩石块", "Stone", 0x9a9da1),
    (201, "larch_log", "落叶松木", "Larch log", 0x7a5a3a),
    (734, "chest_734", "箱子", "Chest", 0xa9793f),
    (735, "chest_735", "箱子", "Chest", 0x8f5f33),
    (736, "chest_736", "箱子", "Chest", 0xb88a52),
    (801, "storage_box", "储物箱", "Storage box", 0x9b6b3a),
    (802, "chest_802", "箱子", "Chest", 0x7d5730),
    (803, "furnace", "熔炉", "Furnace", 0x5d6066),
];

/// Names and colours of the sixteen wools and sands, from white to black.
#[rustfmt::skip]
const DYES: &[(&str, &str, u32)] = &[
    ("白色", "white", 0xf4f4f2), ("橙色", "orange", 0xe8842c), ("紫红色", "magenta", 0xb84fb0),
    ("天蓝色", "light_blue", 0x6fb1dd), ("黄色", "yellow", 0xf0cb3c), ("嫩绿色", "lime", 0x85bf3a),
    ("粉红色", "pink", 0xe79ab4), ("灰色", "grey", 0x55595e), ("浅灰色", "light_grey", 0xa3a6a8),
    ("青色", "cyan", 0x2b8c99), ("紫色", "purple", 0x7442a5), ("蓝色", "blue", 0x3a4fa3),
    ("棕色", "brown", 0x74492a), ("绿色", "green", 0x4f7030), ("红色", "red", 0xb3322c),
    ("黑色", "black", 0x1f2023),
];

/// The block of a box that a script creates in a cell without one.
pub const BOX_BLOCK: u16 = 801;
/// All blocks that are boxes.
pub const BOX_BLOCKS: [u16; 5] = [734, 735, 736, BOX_BLOCK, 802];
/// The block of a furnace; the number is this program's own choice.
pub const FURNACE_BLOCK: u16 = 803;

/// Registers Mini World's blocks: those that are known, and plain ones for all other numbers,
/// including numbers in the map's scripts that its catalogue does not define as items.
fn add_blocks(registry: &mut BlockRegistry, scripts: &[Source<'_>], catalog: &Catalog) {
    let mut add = |def: BlockDef| {
        // Fails if the map itself defines this number or key, which takes precedence.
        let _ = registry.register(def);
    };
    for &(id, key, zh, en, colour) in NAMED {
        add(named(id, key.to_owned(), zh.to_owned(), en.to_owned(), colour));
    }
    for (index, (zh, key, colour)) in (0_u16..).zip(DYES) {
        let wool =
            (600 + index, format!("wool_{key}"), format!("{zh}羊毛"), format!("Wool, {key}"));
        add(named(wool.0, wool.1, wool.2, wool.3, *colour));
        let sand = (
            667 + index,
            format!("sand_{key}"),
            format!("{zh}硬沙块"),
            format!("Hard sand, {key}"),
        );
        add(named(sand.0, sand.1, sand.2, sand.3, *colour));
    }
    add(named(666, "hard_sand".to_owned(), "硬沙块".to_owned(), "Hard sand".to_owned(), 0xe3d3a0));
    for (id, key, zh, en, colour) in
        [(3, "water_still", "静水", "Still water", 0x3f7fd0), (4, "water", "水", "Water", 0x3f7fd0)]
    {
        let def = named(id, key.to_owned(), zh.to_owned(), en.to_owned(), colour);
        add(BlockDef { solid: false, liquid: true, ..def });
    }
    let beam = named(351, "light_beam".to_owned(), "光柱".to_owned(), "Light".to_owned(), 0xffe9b0);
    add(BlockDef { solid: false, light: BlockDef::LIGHT_MAX, ..beam });
    for id in (1..GENERIC).chain(numbers::blocks(scripts.iter().map(|(_, source)| *source))) {
        if catalog.defines_item(u32::from(id)) && id >= GENERIC {
            continue;
        }
        let (zh, en) = (format!("方块{id}"), format!("Block {id}"));
        add(named(id, format!("block_{id}"), zh, en, shade(id)));
    }
}

fn named(id: u16, key: String, name_zh: String, name_en: String, colour: u32) -> BlockDef {
    BlockDef { name_zh, name_en, colour: Rgb::hex(colour), ..BlockDef::new(BlockId(id), &key) }
}

/// A colour by which unknown blocks can be told apart.
fn shade(id: u16) -> u32 {
    let mixed = u32::from(id).wrapping_mul(0x9E37_79B1);
    let part = |shift: u32| 0x50 + (mixed >> shift & 0x7f);
    part(8) << 16 | part(16) << 8 | part(24)
}

/// A map's Mini World part.
pub trait MiniMap {
    /// That part, if it is a map of Mini World scripts.
    fn miniworld(&self) -> Option<&MiniWorld>;

    /// Whether players walk in it.
    fn walks(&self) -> bool {
        self.miniworld().is_some_and(|map| map.walks)
    }

    /// Its items, creatures and status effects; empty in other maps.
    fn catalog(&self) -> &Catalog {
        static NOTHING: std::sync::LazyLock<Catalog> = std::sync::LazyLock::new(Catalog::default);
        self.miniworld().map_or(&NOTHING, |map| &map.catalog)
    }

    /// Where players enter; on boards, where the camera looks.
    fn spawn(&self) -> [f64; 3];

    /// A page of the custom interface, if the map lays it out.
    fn page_def(&self, id: &str) -> Option<&PageDef> {
        self.miniworld()?.pages.iter().find(|page| page.id == id)
    }

    /// The elements of a page, as laid out by the map.
    fn page(&self, id: &str) -> &[(String, Element)] {
        self.page_def(id).map_or(&[], |page| &page.elements)
    }

    /// The states named by elements of a page, in that order; states may repeat.
    fn page_states(&self, id: &str) -> impl Iterator<Item = &str> {
        let tied = self.page_def(id).map_or(&[][..], |page| &page.states);
        tied.iter().flat_map(|(_, states)| states).map(String::as_str)
    }

    /// Whether an element of a page is shown in a state of the page.
    fn is_in_state(&self, id: &str, element: &str, state: Option<&str>) -> bool {
        let tied = self.page_def(id).map_or(&[][..], |page| &page.states);
        let tied = tied.iter().find(|(own, _)| own == element);
        tied.is_none_or(|(_, states)| states.iter().any(|own| Some(own.as_str()) == state))
    }
}

impl MiniMap for Package {
    fn miniworld(&self) -> Option<&MiniWorld> {
        self.part()
    }

    fn spawn(&self) -> [f64; 3] {
        let target = self.camera().target.map(|axis| f64::from(axis.floor()));
        self.miniworld().and_then(|map| map.spawn).unwrap_or(target)
    }
}
