use std::collections::BTreeMap;

use fangqi_world::{IVec3, Region};
use serde::Deserialize;

/// What was placed in the map's editor, by the numbers its author gave. Scripts find it with
/// `ObjectLib`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Placed {
    /// Areas.
    pub areas: BTreeMap<u32, Region>,
    /// Positions.
    pub positions: BTreeMap<u32, [f64; 3]>,
    /// Creatures: type and initial position.
    pub living: BTreeMap<u32, (u32, [f64; 3])>,
    /// Types of items.
    pub items: BTreeMap<u32, u32>,
}

/// Maximum number of things of one kind.
const MOST: usize = 256;

/// The file that lists them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacedFile {
    #[serde(default, rename = "area")]
    areas: Vec<Area>,
    #[serde(default, rename = "position")]
    positions: Vec<Position>,
    #[serde(default)]
    living: Vec<Living>,
    #[serde(default, rename = "item")]
    items: Vec<Item>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    id: u32,
    from: [i32; 3],
    to: [i32; 3],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    id: u32,
    at: [f64; 3],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Living {
    id: u32,
    actor: u32,
    at: [f64; 3],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    id: u32,
    item: u32,
}

impl PlacedFile {
    /// Checks the contents of the file. The error says what is wrong.
    pub(super) fn read(self) -> Result<Placed, String> {
        let areas = self.areas.into_iter().map(|area| {
            let region = Region::new(IVec3::from(area.from), IVec3::from(area.to));
            (area.id, region)
        });
        let positions = self.positions.into_iter().map(|place| (place.id, place.at));
        let living = self.living.into_iter().map(|body| (body.id, (body.actor, body.at)));
        let items = self.items.into_iter().map(|item| (item.id, item.item));
        let placed = Placed {
            areas: numbered("area", areas)?,
            positions: numbered("position", positions)?,
            living: numbered("living", living)?,
            items: numbered("item", items)?,
        };
        if let Some((id, _)) = placed.areas.iter().find(|(_, region)| !region.in_bounds()) {
            return Err(format!("area {id} is not inside the world"));
        }
        let places = placed.positions.values().chain(placed.living.values().map(|(_, at)| at));
        match places.flatten().find(|axis| !axis.is_finite() || axis.abs() > fangqi_protocol::FAR) {
            Some(axis) => Err(format!("{axis} is further away than anything can be")),
            None => Ok(placed),
        }
    }
}

/// Things by number. A number used twice, or too many things, is an error.
fn numbered<T>(
    kind: &str,
    things: impl Iterator<Item = (u32, T)>,
) -> Result<BTreeMap<u32, T>, String> {
    let mut found = BTreeMap::new();
    for (id, thing) in things {
        if found.insert(id, thing).is_some() {
            return Err(format!("{kind} {id} is there twice"));
        }
    }
    if found.len() > MOST {
        return Err(format!("a map can have {MOST} of each kind, and this has more: {kind}"));
    }
    Ok(found)
}
