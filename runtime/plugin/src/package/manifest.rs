use std::collections::BTreeMap;

use fangqi_protocol::LocalText;
use fangqi_world::nearest;
use serde::{Deserialize, Serialize};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::error::PackageError;
use super::files::{MANIFEST, MapFiles};
use super::section::{SectionSpec, Sections};
use super::variant::{self, Variant};

/// The manifest format that this version reads.
const FORMAT: u32 = 1;
/// Maximum number of seats: more would not fit around any table.
const SEATS_MAX: usize = 16;

/// Longest time for which a seat can be held before a stand-in plays.
const ABSENT_SECONDS_MAX: u32 = 86_400;

/// The contents of `map.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: u32,
    pub(super) id: String,
    /// The author's own version of the map.
    #[serde(rename = "version")]
    _version: String,
    pub(super) name: LocalText,
    pub(super) description: LocalText,
    #[serde(default)]
    pub(super) help: LocalText,
    #[serde(default)]
    pub(super) scripts: Vec<String>,
    #[serde(default)]
    pub(super) blocks: Vec<String>,
    pub(super) layout: Option<String>,
    #[serde(default)]
    pub(super) strings: StringFiles,
    /// The file of the steps in which the map teaches its rules.
    pub(super) lessons: Option<String>,
    pub(super) thumbnail: Option<String>,
    pub(super) take_back: Option<bool>,
    #[serde(default)]
    pub(super) lobby: LobbyPlace,
    #[serde(default)]
    pub(super) seats: Vec<SeatDef>,
    /// Other games that are played in the same folder.
    #[serde(default)]
    pub(super) variants: Vec<Variant>,
    pub(super) camera: Option<GivenCamera>,
    #[serde(default)]
    pub(super) edges: Vec<Edge>,
    pub(super) computer: Option<Computer>,
    #[serde(default)]
    pub(super) absence: Absence,
    #[serde(default)]
    pub(super) capabilities: Vec<Capability>,
}

/// A plugin's section of a manifest, before the plugin has read it.
pub(super) struct PluginSection<'f> {
    /// Whose it is, and what reads it.
    pub(super) spec: SectionSpec,
    /// The section.
    pub(super) value: Spanned<DeValue<'f>>,
}

/// A message about an unknown key, with the sections of plugins among what it may suggest.
fn with_sections(message: String, known: Sections<'_>) -> String {
    let unknown = message.strip_prefix("unknown key `").and_then(|rest| rest.split('`').next());
    let sections = known.iter().map(|section| section.name);
    let near = unknown.and_then(|unknown| nearest(unknown, sections));
    match (unknown, near) {
        (Some(unknown), Some(near)) => format!("unknown key `{unknown}`; did you mean `{near}`?"),
        _ => message,
    }
}

/// The string tables of a map.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StringFiles {
    pub(super) zh: Option<String>,
    pub(super) en: Option<String>,
}

/// A seat as the manifest declares it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatDef {
    /// Its name.
    pub name: LocalText,
    /// `#rrggbb`.
    pub colour: String,
    /// What is otherwise among this many players.
    #[serde(default)]
    players: BTreeMap<String, SeatAmong>,
}

/// What is otherwise of a seat among some number of players.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatAmong {
    name: Option<LocalText>,
    colour: Option<String>,
}

impl SeatDef {
    /// What the seat is called among this many players.
    pub fn name(&self, players: usize) -> &LocalText {
        let own = self.players.get(&players.to_string());
        own.and_then(|own| own.name.as_ref()).unwrap_or(&self.name)
    }

    /// Its colour among this many players, `#rrggbb`.
    pub fn colour(&self, players: usize) -> &str {
        let own = self.players.get(&players.to_string());
        own.and_then(|own| own.colour.as_deref()).unwrap_or(&self.colour)
    }

    /// Whether the colours are such, and the numbers of players those among whom it plays:
    /// `number` is its own, from 1, of `seats`.
    fn check(&self, number: usize, seats: usize) -> Result<(), String> {
        check_colour(&self.colour)?;
        for (players, own) in &self.players {
            let among = players.parse().ok().filter(|among: &usize| among.to_string() == *players);
            if !among.is_some_and(|among| (number..=seats).contains(&among)) {
                let shown = fangqi_text::escape(players);
                let range = format!("{number} to {seats}");
                return Err(format!(
                    "players: `{shown}` is no number of players among whom the seat plays, {range}"
                ));
            }
            if own.name.is_none() && own.colour.is_none() {
                return Err(format!("players: among {players} it needs a name or a colour"));
            }
            let colour = own.colour.iter().try_for_each(|colour| check_colour(colour));
            colour.map_err(|why| format!("players: among {players}: {why}"))?;
        }
        Ok(())
    }
}

fn check_colour(colour: &str) -> Result<(), String> {
    let digits = colour.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(());
    }
    Err(format!("colour = \"{}\" is not of the form \"#rrggbb\"", fangqi_text::escape(colour)))
}

/// The view on a map as its manifest gives it. What is missing the host chooses.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GivenCamera {
    target: Option<[f32; 3]>,
    distance: Option<f32>,
    pitch: Option<f32>,
    yaw: Option<Vec<f32>>,
    stands: Option<bool>,
    #[serde(default)]
    seats: Vec<GivenSeatCamera>,
}

/// Where the camera of a seat is placed; nothing for a seat that sees what the others do.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenSeatCamera {
    target: Option<[f32; 3]>,
    distance: Option<f32>,
}

impl GivenSeatCamera {
    fn camera(self) -> Option<SeatCamera> {
        let Self { target, distance } = self;
        target.zip(distance).map(|(target, distance)| SeatCamera { target, distance })
    }
}

impl GivenCamera {
    /// No coordinate, distance or angle is further from 0.
    const MOST: f32 = 1_000_000.0;

    fn check(&self, seats: usize) -> Result<(), String> {
        let Self { target, distance, pitch, yaw, stands: _, seats: own } = self;
        let places = own.iter().map(|seat| (seat.target, seat.distance));
        for (target, distance) in places.chain([(*target, *distance)]) {
            if target.is_some() != distance.is_some() {
                return Err(
                    "target and distance go together: give both, or neither for a picture \
                            of the whole board"
                        .to_owned(),
                );
            }
            let far = distance.unwrap_or(1.0);
            let numbers = target.into_iter().flatten().chain([far]);
            if !numbers.into_iter().all(Self::is_sound) || far <= 0.0 {
                return Err(Self::unsound());
            }
        }
        let angles = pitch.iter().chain(yaw.iter().flatten());
        if !angles.copied().all(Self::is_sound) {
            return Err(Self::unsound());
        }
        if yaw.as_ref().is_some_and(Vec::is_empty) {
            return Err("yaw needs at least one heading, such as yaw = [0]".to_owned());
        }
        if own.len() > seats {
            let found = own.len();
            return Err(format!("seats has {found} entries, but there are {seats} [[seats]]"));
        }
        Ok(())
    }

    fn is_sound(number: f32) -> bool {
        number.abs() <= Self::MOST
    }

    fn unsound() -> String {
        let most = Self::MOST;
        format!("every number must be finite, {most} at most, and distance above 0")
    }

    /// The camera, in which what is missing is taken from `usual`.
    pub(super) fn over(&self, usual: Camera) -> Camera {
        Camera {
            target: self.target.unwrap_or(usual.target),
            distance: self.distance.unwrap_or(usual.distance),
            pitch: self.pitch.unwrap_or(usual.pitch),
            yaw: self.yaw.clone().unwrap_or(usual.yaw),
            stands: self.stands.unwrap_or(usual.stands),
            seats: self.seats.iter().map(|seat| seat.camera()).collect(),
        }
    }

    /// Whether the page chooses the distance.
    pub(super) fn fits(&self) -> bool {
        self.distance.is_none()
    }
}

/// Where the camera of a seat is placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatCamera {
    /// The point at the centre of the view.
    pub target: [f32; 3],
    /// Distance from it, in blocks.
    pub distance: f32,
}

/// The view on a map. Angles are in degrees.
#[derive(Debug, Clone)]
pub struct Camera {
    /// The point at the centre of the view.
    pub target: [f32; 3],
    /// Distance from it, in blocks.
    pub distance: f32,
    /// Height above the horizon; 90 looks straight down.
    pub pitch: f32,
    /// Heading per seat; spectators use the first. 0 looks north (+z).
    pub yaw: Vec<f32>,
    /// Whether the page stands the world up, so that north is up and what was up faces the viewer.
    pub stands: bool,
    /// Cameras of their own, by seat; seats after the last see what spectators do.
    pub seats: Vec<Option<SeatCamera>>,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            target: [0.5, 1.0, 0.5],
            distance: 16.0,
            pitch: 55.0,
            yaw: vec![0.0],
            stands: false,
            seats: Vec::new(),
        }
    }
}

/// The names of a row of cells along an edge of the board, such as those of its files.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The first cell of the row.
    pub from: [i32; 3],
    /// The last one; only x or only z differs.
    pub to: [i32; 3],
    /// On which side of the row the names lie.
    pub side: Side,
    /// A name for each cell, separated by spaces.
    pub names: LocalText,
}

/// A side of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Towards -x.
    West,
    /// Towards +x.
    East,
    /// Towards -z.
    South,
    /// Towards +z.
    North,
}

impl Edge {
    /// Most cells of a row.
    const CELLS_MAX: u32 = 64;

    fn check(&self) -> Result<(), String> {
        let [dx, dy, dz] = [0, 1, 2].map(|axis| self.from[axis].abs_diff(self.to[axis]));
        let cells = dx.max(dz).saturating_add(1);
        if dy != 0 || (dx != 0 && dz != 0) || cells > Self::CELLS_MAX {
            let most = Self::CELLS_MAX;
            return Err(format!("from and to must be a row of at most {most} cells along x or z"));
        }
        for (language, names) in [("zh", &self.names.zh), ("en", &self.names.en)] {
            let count = names.split_whitespace().count();
            if count != cells as usize {
                return Err(format!("{cells} cells need as many names; {language} has {count}"));
            }
        }
        Ok(())
    }
}

/// Where the lobby shows the map.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LobbyPlace {
    /// The kind of game it is listed as.
    pub shelf: Shelf,
    /// Maps with lower numbers come first.
    pub order: u16,
    /// The button whose options are the map's puzzles; the lobby offers one of them each day.
    pub daily: Option<String>,
}

impl Default for LobbyPlace {
    fn default() -> Self {
        Self { shelf: Shelf::default(), order: 100, daily: None }
    }
}

/// A kind of game, as the lobby groups them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shelf {
    /// Board games.
    Boards,
    /// Card and dice games.
    Cards,
    /// Puzzles for one.
    Puzzles,
    /// Worlds to walk in.
    Worlds,
    /// Demonstrations for authors of maps.
    Workshop,
    /// Everything else.
    #[default]
    Other,
}

/// The abilities of the map's computer player.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Computer {
    pub(super) levels: u8,
}

/// What happens to a seat whose player is disconnected.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Absence {
    /// Seconds for which the seat is held before the stand-in plays.
    pub(super) after: u32,
}

impl Default for Absence {
    fn default() -> Self {
        Self { after: 30 }
    }
}

/// Something that scripts may do only if the manifest names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Order jobs, such as an engine's thinking, on the server's workers.
    Jobs,
    /// Run scripts that begin with `--!native` as machine code.
    Native,
}

impl Capability {
    /// Its name in `map.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Native => "native",
        }
    }

    /// What it allows, in a few words for the operator.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Jobs => "engines think on the server's workers",
            Self::Native => "scripts run as machine code",
        }
    }

    /// The error message for a map that needs it and does not name it.
    pub fn missing(self) -> String {
        format!("needs capabilities = [\"{}\"] in map.toml", self.name())
    }
}

impl Manifest {
    /// Reads `map.toml`, and gives the sections of plugins as they stand there for a variant, or
    /// for the map itself.
    pub(super) fn read<'f>(
        files: &MapFiles<'f>,
        known: Sections<'_>,
        variant: Option<&str>,
    ) -> Result<(Self, Vec<PluginSection<'f>>), PackageError> {
        let text = files.text(MANIFEST, MANIFEST)?;
        let located = |error| files.located(MANIFEST, &error);
        let mut table = DeTable::parse(text).map_err(located)?;
        let own = variant::take_sections(table.get_mut(), known, variant);
        let own = own.map_err(|(at, why)| files.at(MANIFEST, at, why))?;
        let mut sections = Vec::new();
        for spec in known.iter().copied() {
            let value = table.get_mut().remove(spec.name);
            let value = own.get(spec.name).cloned().or(value);
            sections.extend(value.map(|value| PluginSection { spec, value }));
        }
        let manifest = Self::deserialize(Deserializer::from(table)).map_err(|error| match files
            .located(MANIFEST, &error)
        {
            PackageError::Malformed { path, line, message } => {
                let message = with_sections(message, known);
                PackageError::Malformed { path, line, message }
            }
            other => other,
        })?;
        let check = || manifest.check(files.map()).and_then(|()| manifest.check_variant(variant));
        check().map_err(|message| PackageError::Invalid {
            path: format!("{}/{MANIFEST}", files.map()),
            message,
        })?;
        Ok((manifest, sections))
    }

    /// The variant that a full id names, if it names one.
    pub(super) fn variant_of(&self, id: &str) -> Option<&Variant> {
        let (_, wanted) = variant::folder_and_variant(id);
        self.variants.iter().find(|variant| Some(variant.id.as_str()) == wanted)
    }

    /// Whether the map has this variant.
    fn check_variant(&self, wanted: Option<&str>) -> Result<(), String> {
        let Some(wanted) = wanted else { return Ok(()) };
        let ids = || self.variants.iter().map(|variant| variant.id.as_str());
        if ids().any(|id| id == wanted) {
            return Ok(());
        }
        let near = nearest(wanted, ids()).map(|near| format!("; did you mean `{near}`?"));
        Err(format!("there is no variant `{wanted}`{}", near.unwrap_or_default()))
    }

    fn check(&self, folder: &str) -> Result<(), String> {
        variant::check(&self.variants)?;
        if self.format != FORMAT {
            return Err(format!(
                "format = {} is not known here; this host reads format = {FORMAT}",
                self.format
            ));
        }
        if self.id != folder {
            return Err(format!("id = \"{}\" must be the folder's name, \"{folder}\"", self.id));
        }
        if self.seats.len() > SEATS_MAX {
            return Err(format!("{} seats are too many; {SEATS_MAX} at most", self.seats.len()));
        }
        for (index, seat) in self.seats.iter().enumerate() {
            let checked = seat.check(index + 1, self.seats.len());
            checked.map_err(|why| format!("seats[{index}]: {why}"))?;
        }
        if self.absence.after > ABSENT_SECONDS_MAX {
            return Err(format!(
                "absence: after = {} is longer than a day, {ABSENT_SECONDS_MAX} seconds",
                self.absence.after
            ));
        }
        for (index, edge) in self.edges.iter().enumerate() {
            edge.check().map_err(|message| format!("edges[{index}]: {message}"))?;
        }
        if let Some(camera) = &self.camera {
            camera.check(self.seats.len()).map_err(|why| format!("camera: {why}"))?;
        }
        Ok(())
    }
}
