//! Derives the rest of a map from a board's rules: blocks, a table to play at, and a camera.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fangqi_world::{BlockDef, BlockId, BlockState, IVec3, Region, Rgb, Shape};
use serde::Deserialize;
use toml::Spanned;

use fangqi_plugin::{Camera, Finding};
use fangqi_plugin::{Derived, MapPart, ModuleFiles, PackageError, Section};
use fangqi_protocol::LocalText;

use super::layout::{Cell, DIRECTIONS, PIECE_Y, TILE_Y, Tile};
use super::level::LEVELS;
use super::parameters::{Parameter, Parameters};
use super::picture;
use super::referee::{RulesError, RulesVm};
use super::spec::{Piece, Spec, Zone};
use fangqi_vm::{Compiled, Lexer, ScriptError, Token, compile};

/// The scripts that run a board's game, unless the manifest names others.
const COURSE: [&str; 17] = [
    "lib/course/seating.lua",
    "lib/course/clocks.lua",
    "lib/course/panel.lua",
    "lib/board/words.lua",
    "lib/board/tabletop.lua",
    "lib/board/asking.lua",
    "lib/board/options.lua",
    "lib/board/game.lua",
    "lib/course/match.lua",
    "lib/course/offers.lua",
    "lib/course/rematch.lua",
    "lib/course/position.lua",
    "lib/course/lines.lua",
    "lib/course/patience.lua",
    "lib/lesson/board.lua",
    "lib/lesson/lesson.lua",
    "lib/course/main.lua",
];

/// Block id of piece number 1; the other pieces follow.
const PIECES_ID: u16 = 3500;
const LIGHT_ID: u16 = 3590;
const DARK_ID: u16 = 3591;
const RACK_ID: u16 = 3592;
const FRAME_ID: u16 = 3593;
const WOOD_ID: u16 = 3594;
const APRON_ID: u16 = 3595;
const PAVING_ID: u16 = 3596;
const PAVING_DARK_ID: u16 = 3597;
const RACK_FRAME_ID: u16 = 3598;
const RACK_FOOT_ID: u16 = 3599;
const FELT_ID: u16 = 3588;
const FELT_RIM_ID: u16 = 3589;
/// Block id of a tile without lines, to which the bits of its lines are added.
const LINES_ID: u16 = 3600;
/// Block id of a tile with a star point and without lines; bits are added as above.
const STARS_ID: u16 = LINES_ID + 256;
/// Block id of the first kind of hollow; the others follow.
const HOLES_ID: u16 = STARS_ID + 256;

const WOOD: u32 = 0x00d9_a860;
const INK: u32 = 0x003a_2012;
/// A standing rack: its front, its posts and feet, and what is seen through its empty holes.
const RACK: u32 = 0x002b_6fd6;
const RACK_FRAME: u32 = 0x0022_5fbc;
const RACK_FOOT: u32 = 0x001a_4c99;
/// The felt of a card table reaches so far beyond the middle of the cells, in blocks.
const FELT_REACH: i32 = 22;
const RACK_HOLE: u32 = 0x000d_2549;
/// How far the feet of a standing rack reach to the front and to the back.
const FOOT: i32 = 1;
/// Width of the paving around the table, in blocks.
const PAVING_MARGIN: i32 = 7;
/// Height of the paving.
const PAVING_Y: i32 = TILE_Y - 4;

/// The board of a map with rules.
#[derive(Debug)]
pub struct BoardPackage {
    script: Compiled,
    source: String,
    modules: BTreeMap<String, Arc<str>>,
    parameters: Parameters,
    cells: Vec<Cell>,
    pieces: Vec<LocalText>,
    players: Vec<u8>,
    options: Vec<(String, Vec<String>)>,
    zones: Vec<Zone>,
    hidden: bool,
}

impl BoardPackage {
    /// The compiled rules.
    pub fn script(&self) -> &Compiled {
        &self.script
    }

    /// The source of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The sources of the modules that the rules require, by the path that they write.
    pub fn modules(&self) -> &BTreeMap<String, Arc<str>> {
        &self.modules
    }

    /// What the map gives its rules.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The cells in the order in which the rules number them.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Blocks and names of the pieces, in order.
    pub fn pieces(&self) -> impl Iterator<Item = (BlockId, &LocalText)> {
        (PIECES_ID..).map(BlockId).zip(&self.pieces)
    }

    /// The numbers of players that can be chosen.
    pub fn players(&self) -> &[u8] {
        &self.players
    }

    /// The options of a game: names and values, with the default value first.
    pub fn options(&self) -> &[(String, Vec<String>)] {
        &self.options
    }

    /// The rows of a card table; none for other boards.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// Whether the game has hidden information.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }
}

/// The section as a table: `rules = "…"` is short for one with a script alone.
#[derive(Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "`rules` is the path of a script, or a table with `script` and `parameters`"
)]
struct Given {
    script: String,
    #[serde(default)]
    parameters: BTreeMap<Spanned<String>, Parameter>,
}

/// Reads the section: runs the rules once and derives the rest of the map from them.
pub(super) fn read(section: &mut Section<'_, '_>) -> Result<Box<dyn MapPart>, PackageError> {
    let given = match section.read::<String>() {
        Ok(script) => Given { script, parameters: BTreeMap::new() },
        Err(_) => section.read()?,
    };
    let path = given.script;
    let parameters: Parameters = given
        .parameters
        .iter()
        .map(|(name, value)| (name.get_ref().clone(), value.clone()))
        .collect();
    let name = format!("{}/{path}", section.files.map());
    let invalid = |message: String| PackageError::Invalid { path: name.clone(), message };
    let source = section.files.text(&path, "map.toml")?;
    let mut modules = ModuleFiles::default();
    section.files.modules(source, &mut modules)?;
    let script = compile(&name, source.as_bytes())?;
    let script = script.with_modules(Arc::new(modules.compiled.clone()));
    let rules = RulesVm::load(&script, &parameters, 0).map_err(|error| match error {
        RulesError::Script(error) => {
            let source = source_of(&error, source, &modules);
            PackageError::Script(narrowed(error, source))
        }
        other => invalid(other.to_string()),
    })?;
    if let Some(name) = given.parameters.keys().find(|name| !rules.has_asked(name.get_ref())) {
        let why = format!("parameters: `{}` is read nowhere in {path}", name.get_ref());
        return Err(section.invalid_at(name.span(), why));
    }
    if !section.scripts.is_empty() && !is_played(section)? {
        let path = format!("{}/map.toml", section.files.map());
        return Err(PackageError::Invalid { path, message: UNPLAYED.to_owned() });
    }
    let spec = rules.spec();
    let seats = section.seats;
    if let Some(most) = spec.players.iter().max()
        && usize::from(*most) > seats
    {
        return Err(invalid(format!("up to {most} may play, but map.toml has {seats} [[seats]]")));
    }
    let cells = spec.layout.cells().map_err(|why| invalid(why.to_string()))?;
    let tiles = spec.layout.tiles().map_err(|why| invalid(why.to_string()))?;
    for def in block_defs(spec, &tiles) {
        section.blocks.register(def).map_err(|error| invalid(error.to_string()))?;
    }
    let state = rules.setup(None, &[]).map_err(|error| match error.script.is_empty() {
        true => ScriptError { script: name.clone(), ..error },
        false => error,
    })?;
    let state: Vec<usize> = state.raw_get("cells").map_err(|why| invalid(why.to_string()))?;
    let picture = picture::draw(&cells, &tiles, &spec.pieces, &state);
    let (fills, laid) = match spec.layout.stands() {
        _ if !spec.zones.is_empty() => card_table(&cells),
        _ if tiles.is_empty() => Default::default(),
        true => rack(&tiles),
        false => table(&tiles),
    };
    section.derived = Derived {
        fills,
        cells: laid,
        camera: Some(if !spec.zones.is_empty() {
            Camera { yaw: vec![0.0], ..camera(&cells, 1) }
        } else if spec.layout.stands() {
            camera_before(&cells)
        } else {
            camera(&cells, spec.players.iter().max().copied().unwrap_or(2))
        }),
        thumbnail: Some(picture.into_bytes()),
        scripts: &COURSE,
        computer_levels: LEVELS,
        places: cells.iter().map(|cell| (cell.name.clone(), cell.pos)).collect(),
        script_names: vec![name.clone()],
        modules: modules.clone(),
        ..Derived::default()
    };
    Ok(Box::new(BoardPackage {
        cells,
        pieces: spec.pieces.iter().map(|piece| piece.name.clone()).collect(),
        players: spec.players.clone(),
        options: spec.options.clone(),
        zones: spec.zones.clone(),
        hidden: spec.hidden,
        source: source.to_owned(),
        modules: modules.sources,
        parameters,
        script,
    }))
}

/// What the author of a map is told whose scripts leave its board alone.
const UNPLAYED: &str = "`scripts` beside `rules` take the place of those that play the board, and \
                        none of them uses `Board`: remove `scripts`, or have one of them play by \
                        `Board:referee()`";

/// Whether one of the scripts that the manifest names has to do with the board.
fn is_played(section: &Section<'_, '_>) -> Result<bool, PackageError> {
    for path in section.scripts {
        let mut lexer = Lexer::new(section.files.text(path, "map.toml")?);
        while let Some((_, token)) = lexer.next_token() {
            if token == Token::Name("Board") {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// The source of the file in which an error happened: that of the rules, or of a module.
fn source_of<'a>(error: &ScriptError, rules: &'a str, modules: &'a ModuleFiles) -> &'a str {
    let found = modules.compiled.iter().find(|(_, module)| module.name() == error.script);
    found.and_then(|(path, _)| modules.sources.get(path)).map_or(rules, |source| source)
}

/// The same error at the line of the key that it is about, if `Board:define` refused its table.
fn narrowed(error: ScriptError, source: &str) -> ScriptError {
    let Some(message) = error.message.strip_prefix("Board:define: ") else { return error };
    match Finding::new(&error.script, 0, message).line_of_key(source) {
        Some(line) => ScriptError { line, ..error },
        None => error,
    }
}

/// Boxes of one block and then single cells, as [`Derived`] takes them.
type Laid = (Vec<(String, Region, BlockState)>, Vec<(IVec3, BlockState)>);

fn block_defs(spec: &Spec, tiles: &[(IVec3, Tile)]) -> Vec<BlockDef> {
    let piece = |(id, piece): (u16, &Piece)| BlockDef {
        name_zh: piece.name.zh.clone(),
        name_en: piece.name.en.clone(),
        glyph: piece.glyph.clone(),
        colour: piece.colour,
        glyph_colour: piece.glyph_colour,
        shape: piece.shape,
        ..plain(id, format!("piece_{}", id - PIECES_ID + 1))
    };
    let mut defs: Vec<BlockDef> = (PIECES_ID..).zip(&spec.pieces).map(piece).collect();
    let part = |id, key: &str, zh: &str, en: &str, colour| BlockDef {
        name_zh: zh.to_owned(),
        name_en: en.to_owned(),
        colour: Rgb::hex(colour),
        ..plain(id, key.to_owned())
    };
    if !spec.zones.is_empty() {
        defs.extend([
            part(FELT_ID, "table_felt", "牌桌台面", "Card table", 0x001e_5a41),
            part(FELT_RIM_ID, "table_rim", "牌桌边", "Table rim", 0x004d_2c18),
        ]);
        return defs;
    }
    if tiles.is_empty() {
        return defs;
    }
    // The board's own wood, between holes and lines.
    let blank = (!spec.layout.stands()).then_some((LINES_ID, Tile::Lines(0)));
    let ids = tile_ids(tiles);
    let used = ids.iter().map(|(tile, id)| (*id, *tile));
    let kinds: BTreeMap<u16, Tile> = blank.into_iter().chain(used).collect();
    defs.extend(kinds.into_iter().map(|(id, tile)| tile_def(id, tile)));
    if spec.layout.stands() {
        defs.extend([
            part(RACK_FRAME_ID, "rack_frame", "棋架", "Rack", RACK_FRAME),
            part(RACK_FOOT_ID, "rack_foot", "棋架脚", "Foot of the rack", RACK_FOOT),
        ]);
        return defs;
    }
    defs.extend([
        part(FRAME_ID, "table_frame", "棋盘边框", "Board frame", 0x006b_4226),
        part(WOOD_ID, "table_wood", "桌板", "Table top", 0x007d_4e2d),
        part(APRON_ID, "table_apron", "桌裙", "Table apron", 0x0057_351f),
        part(PAVING_ID, "table_paving", "石板", "Paving", 0x00b4_ada0),
        part(PAVING_DARK_ID, "table_paving_dark", "深色石板", "Dark paving", 0x00a5_9e91),
    ]);
    defs
}

fn plain(id: u16, key: String) -> BlockDef {
    BlockDef {
        id: BlockId(id),
        key,
        name_zh: String::new(),
        name_en: String::new(),
        glyph: None,
        colour: Rgb::hex(WOOD),
        glyph_colour: Rgb::hex(INK),
        shape: Shape::Cube,
        solid: true,
        liquid: false,
        light: 0,
    }
}

/// The block ids of the kinds of tiles of a board.
fn tile_ids(tiles: &[(IVec3, Tile)]) -> BTreeMap<Tile, u16> {
    let kinds: BTreeSet<Tile> = tiles.iter().map(|(_, tile)| *tile).collect();
    let mut holes = HOLES_ID..;
    let id = |tile: Tile| match tile {
        Tile::Light => LIGHT_ID,
        Tile::Dark => DARK_ID,
        Tile::Rack => RACK_ID,
        Tile::Hole { .. } => holes.next().unwrap_or(HOLES_ID),
        Tile::Lines(bits) => LINES_ID + u16::from(bits),
        Tile::Star(bits) => STARS_ID + u16::from(bits),
    };
    kinds.iter().copied().zip(kinds.iter().copied().map(id)).collect()
}

fn tile_def(id: u16, tile: Tile) -> BlockDef {
    let drawn = |bits: u8| -> String {
        let there = |(bit, (letter, _, _)): (u8, &(char, i32, i32))| {
            (bits & (1 << bit) != 0).then_some(*letter)
        };
        (0..).zip(&DIRECTIONS).filter_map(there).collect()
    };
    let (colour, letters) = match tile {
        Tile::Light => (0x00e8_c998, "q".to_owned()),
        Tile::Dark => (0x00a9_6f3d, "q".to_owned()),
        Tile::Hole { lines, filled, .. } => {
            // A cell of Braille is a set of six.
            let braille = |bits: u8| char::from_u32(0x2800 + u32::from(bits)).unwrap_or(' ');
            (WOOD, format!("h{}{}", braille(lines), braille(filled)))
        }
        Tile::Lines(bits) => (WOOD, drawn(bits)),
        Tile::Star(bits) => (WOOD, format!("{}o", drawn(bits))),
        Tile::Rack => (RACK_HOLE, "r".to_owned()),
    };
    let ink = match tile {
        Tile::Hole { tint: Some(tint), .. } => tint,
        Tile::Rack => Rgb::hex(RACK),
        _ => Rgb::hex(INK),
    };
    let shape = if tile == Tile::Rack { Shape::Slab } else { Shape::Cube };
    let glyph = (!letters.is_empty()).then(|| format!("#{letters}"));
    let key = format!("table_tile_{}", id - LIGHT_ID);
    BlockDef {
        name_zh: "空格".to_owned(),
        name_en: "Empty".to_owned(),
        glyph,
        colour: Rgb::hex(colour),
        glyph_colour: ink,
        shape,
        ..plain(id, key)
    }
}

/// A layout with the tiles in a wooden frame, on a table, in a paved yard.
fn table(tiles: &[(IVec3, Tile)]) -> Laid {
    let low = tiles.iter().map(|(pos, _)| *pos).reduce(IVec3::min).unwrap_or_default();
    let high = tiles.iter().map(|(pos, _)| *pos).reduce(IVec3::max).unwrap_or_default();
    let block = |id| BlockState::new(BlockId(id), 0);
    let slab = |margin: i32, y: i32| {
        let at = |corner: IVec3, by: i32| IVec3::new(corner.x + by, y, corner.z + by);
        Region::new(at(low, -margin), at(high, margin))
    };
    let mut steps = vec![
        ("table top".to_owned(), slab(2, TILE_Y - 1), block(WOOD_ID)),
        ("table apron".to_owned(), slab(1, TILE_Y - 2), block(APRON_ID)),
        ("board frame".to_owned(), slab(1, TILE_Y), block(FRAME_ID)),
    ];
    for (x, z) in [(low.x, low.z), (low.x, high.z), (high.x, low.z), (high.x, high.z)] {
        let leg = IVec3::new(x, TILE_Y - 3, z);
        steps.push(("table leg".to_owned(), Region::new(leg, leg), block(APRON_ID)));
    }
    let mut cells: Vec<(IVec3, BlockState)> = paving(low, high)
        .map(|(pos, dark)| (pos, block(if dark { PAVING_DARK_ID } else { PAVING_ID })))
        .collect();
    // The board's own wood shows between holes and lines.
    steps.push(("board".to_owned(), slab(0, TILE_Y), block(LINES_ID)));
    let ids = tile_ids(tiles);
    cells.extend(tiles.iter().map(|(pos, tile)| (*pos, block(ids[tile]))));
    (steps, cells)
}

/// A layout of felt within a rim. Where on it cards lie, the client says.
fn card_table(cells: &[Cell]) -> Laid {
    let low = cells.iter().map(|cell| cell.pos).reduce(IVec3::min).unwrap_or_default();
    let high = cells.iter().map(|cell| cell.pos).reduce(IVec3::max).unwrap_or_default();
    let (x, z) = ((low.x + high.x) / 2, (low.z + high.z) / 2);
    let square = |reach: i32| {
        let corner = |by: i32| IVec3::new(x + by, TILE_Y, z + by);
        Region::new(corner(-reach), corner(reach))
    };
    let block = |id| BlockState::new(BlockId(id), 0);
    let steps = vec![
        ("table rim".to_owned(), square(FELT_REACH + 1), block(FELT_RIM_ID)),
        ("felt".to_owned(), square(FELT_REACH), block(FELT_ID)),
    ];
    (steps, Vec::new())
}

/// A layout with the tiles between two posts on feet. North is up, where a rack is open, because
/// the page stands the world up.
fn rack(tiles: &[(IVec3, Tile)]) -> Laid {
    let low = tiles.iter().map(|(pos, _)| *pos).reduce(IVec3::min).unwrap_or_default();
    let high = tiles.iter().map(|(pos, _)| *pos).reduce(IVec3::max).unwrap_or_default();
    let block = |id| BlockState::new(BlockId(id), 0);
    let (west, east, bottom) = (low.x - 1, high.x + 1, low.z - 1);
    let at = |x, z| IVec3::new(x, TILE_Y, z);
    let mut steps = vec![(
        "rack bar".to_owned(),
        Region::new(at(west, bottom), at(east, bottom)),
        block(RACK_FRAME_ID),
    )];
    for x in [west, east] {
        let post = Region::new(at(x, low.z), at(x, high.z));
        steps.push(("rack post".to_owned(), post, block(RACK_FRAME_ID)));
        let foot = |reach: i32| IVec3::new(x, TILE_Y + reach, bottom - 1);
        let foot = Region::new(foot(-FOOT), foot(FOOT));
        steps.push(("rack foot".to_owned(), foot, block(RACK_FOOT_ID)));
    }
    let ids = tile_ids(tiles);
    (steps, tiles.iter().map(|(pos, tile)| (*pos, block(ids[tile]))).collect())
}

/// The cells of the paving, and whether they are dark: squares of two by two, without the corners
/// of the yard.
fn paving(low: IVec3, high: IVec3) -> impl Iterator<Item = (IVec3, bool)> {
    let (west, east) = (low.x - PAVING_MARGIN, high.x + PAVING_MARGIN);
    let (south, north) = (low.z - PAVING_MARGIN, high.z + PAVING_MARGIN);
    let inside = move |x: i32, z: i32| {
        let (dx, dz) = ((x - west).min(east - x), (z - south).min(north - z));
        dx + dz >= PAVING_MARGIN - 2
    };
    let stone = move |x: i32, z: i32| {
        let dark = (x.div_euclid(2) + z.div_euclid(2)) % 2 == 0;
        (IVec3::new(x, PAVING_Y, z), dark)
    };
    let row = move |z| (west..=east).filter(move |x| inside(*x, z)).map(move |x| stone(x, z));
    (south..=north).flat_map(row)
}

/// A camera far enough away to show all cells; for two players, the second looks from the opposite
/// side.
fn camera(cells: &[Cell], players: u8) -> Camera {
    let low = cells.iter().map(|cell| cell.pos).reduce(IVec3::min).unwrap_or_default();
    let high = cells.iter().map(|cell| cell.pos).reduce(IVec3::max).unwrap_or_default();
    let middle = |low: i32, high: i32| (low + high + 1) as f32 / 2.0;
    let (width, depth) = ((high.x - low.x + 1) as f32, (high.z - low.z + 1) as f32);
    Camera {
        target: [middle(low.x, high.x), PIECE_Y as f32 - 0.5, middle(low.z, high.z)],
        distance: 3.5 + 1.55 * depth.max(width * 0.9),
        pitch: 58.0,
        yaw: if players == 2 { vec![0.0, 180.0] } else { vec![0.0] },
        stands: false,
        seats: Vec::new(),
    }
}

/// A camera before a board that stands, for all players.
fn camera_before(cells: &[Cell]) -> Camera {
    Camera { pitch: 9.0, yaw: vec![0.0], stands: true, ..camera(cells, 1) }
}
