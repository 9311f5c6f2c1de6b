//! What surrounds everybody: rules, time of day, weather, sky, marks on the map, drawings in space,
//! boards.

use std::collections::BTreeMap;

use fangqi_protocol::{TICKS_PER_SECOND, Tick};
use serde::{Deserialize, Serialize};

use crate::views::{GraphEnd, GraphKind, Mode, ShapeKind};

/// Ticks of an hour in the world when its clock goes at the usual speed: a day takes twenty
/// minutes.
const HOUR_TICKS: f64 = (50 * TICKS_PER_SECOND) as f64;
/// Hours of a day.
pub const HOURS: u8 = 24;

/// What surrounds everybody.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Scenery {
    /// Whether players walk: the room then moves bodies.
    pub bodies: bool,
    /// How the map is played.
    pub mode: Mode,
    /// The tick in which the simulation last ran.
    pub stirred: Tick,
    /// `GameRule`.
    pub rules: Rules,
    /// Where players come in, if a script says so.
    pub spawn: Option<[f64; 3]>,
    /// How fast the world's clock goes, 1 is usual; it stands until a script sets it.
    pub clock_speed: f64,
    /// When the hour last changed.
    pub hour_since: Tick,
    /// `WEATHERSTATUS`, by group of terrain; 0 is everywhere.
    pub weather: BTreeMap<i32, i32>,
    /// The preset of the sky.
    pub sky: i32,
    /// What scripts set of the sky, by kind and number: colours, parameters, filters, switches.
    pub sky_values: BTreeMap<(u8, i32, i32), super::Scalar>,
    /// Shapes on the small map.
    pub shapes: BTreeMap<u32, Shape>,
    /// How the small map is drawn.
    pub map_mode: i32,
    /// Lines, arrows, bars and pictures in space.
    pub graphs: BTreeMap<u32, Graph>,
    /// Effects over the whole map, by number: the path, where, how large.
    pub global: BTreeMap<u32, (String, [f64; 3], [f64; 3])>,
    /// Texts of the summary at the end.
    pub summary: BTreeMap<String, super::Scalar>,
    /// Pictures of boards, by player and board.
    pub boards: BTreeMap<(u64, i32), (bool, Option<String>)>,
    /// Effects on the screen, by player or 0: kind, over and over, speed.
    pub screen: BTreeMap<(u64, i32), (bool, f64)>,
    /// When the game is over by time.
    pub ends: Option<Tick>,
    /// Until when no further player may join.
    pub closed_until: Option<Tick>,
}

/// `GameRule`: numbers by name. Names that mean nothing here are kept as well.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Rules(pub BTreeMap<String, f64>);

impl Rules {
    /// A rule, if a script has set it.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    /// A rule as a whole number.
    pub fn whole(&self, name: &str, usual: i32) -> i32 {
        self.number(name).map_or(usual, |value| value as i32)
    }

    /// How much stronger than usual everything is pulled down.
    pub fn gravity(&self) -> f64 {
        self.number("GravityFactor").map_or(1.0, |factor| factor.clamp(0.1, 10.0))
    }
}

/// A shape on the small map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// What it is.
    pub kind: ShapeKind,
    /// Whether it is shown.
    pub shown: bool,
    /// Red, green and blue, 0 to 255.
    pub colour: [u8; 3],
    /// Ends, corner and size, or centre and radius.
    pub numbers: [f64; 4],
}

/// Something drawn in space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    /// What.
    pub kind: GraphKind,
    /// The caller's own group.
    pub itype: i32,
    /// Where it is.
    pub from: GraphEnd,
    /// Where it leads, if it does.
    pub to: Option<GraphEnd>,
    /// How far from there it is shown.
    pub offset: [f64; 3],
    /// How large.
    pub size: f64,
    /// `0xrrggbb`.
    pub colour: u32,
    /// How opaque it is, 0 to 255; of a text how opaque the ground behind it is, 0 to 100.
    pub alpha: u8,
    /// What it says, or the picture's number.
    pub text: String,
    /// Value and maximum of a bar.
    pub bar: [f64; 2],
}

impl Scenery {
    /// When the hour changes next by itself.
    pub fn next_hour(&self, now: Tick) -> Option<Tick> {
        let locked = self.rules.whole("TimeLocked", 0) == 1;
        if locked || self.clock_speed <= 0.0 {
            return None;
        }
        let ticks = (HOUR_TICKS / self.clock_speed).clamp(1.0, 1e9) as Tick;
        Some((self.hour_since + ticks).max(now + 1))
    }

    /// Whether players get hungry: `GameRule.Hunger`, else where they survive.
    pub fn hungers(&self) -> bool {
        self.rules.whole("Hunger", i32::from(self.mode == Mode::Survive)) == 1
    }

    /// Whether falls hurt: `GameRule.FallHurt`, else wherever players do not only build.
    pub fn falls_hurt(&self) -> bool {
        self.rules.whole("FallHurt", i32::from(self.mode != Mode::Creative)) == 1
    }

    /// The weather of a group of terrain.
    pub fn weather_of(&self, group: i32) -> i32 {
        let own = self.weather.get(&group).or_else(|| self.weather.get(&0));
        own.copied().unwrap_or_else(|| self.rules.whole("Weather", 1))
    }
}
