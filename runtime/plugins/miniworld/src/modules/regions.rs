//! Boxes of cells for [`super::area`].

use fangqi_binding::args::{Cell, Direction, EXACT};
use fangqi_binding::{Refusal, results::Position};
use fangqi_plugin::Call;
use fangqi_world::{BlockId, BlockState, CHUNK_VOLUME, Edit, IVec3, Region, World, WorldError};

use super::support::facing;
use crate::room::InRoom;

/// Cells counted for one unit of fuel, about 10 ns.
const CELLS_COUNTED_PER_UNIT: u64 = 64;
/// Cells copied or replaced for one unit of fuel.
const CELLS_WRITTEN_PER_UNIT: u64 = 2;

/// A box that a script names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    /// By its number.
    Area(u32),
    /// By two opposite corners.
    Range(Cell, Cell),
}

impl Source {
    /// The box, which is inside the world.
    pub(super) fn region(&self, ctx: &Call<'_>) -> Result<Region, Refusal> {
        match self {
            Self::Area(id) => {
                let region = ctx.mini().globals.areas.get(id).copied();
                Ok(region.ok_or_else(|| format!("there is no area {id}"))?)
            }
            Self::Range(begin, end) => Ok(region_of(*begin, *end)?),
        }
    }

    /// How many cells hold a kind of block.
    pub(super) fn count(&self, ctx: &Call<'_>, blockid: u16) -> Result<u64, Refusal> {
        let region = self.region(ctx)?;
        let cells = region.volume().min(World::MAX_CHUNKS as u64 * CHUNK_VOLUME as u64);
        ctx.charge(cells / CELLS_COUNTED_PER_UNIT)?;
        Ok(ctx.host().world.count(region, BlockId(blockid)))
    }
}

/// The box between two corners.
pub(super) fn region_of(begin: Cell, end: Cell) -> Result<Region, String> {
    checked(Region::new(begin.0.into(), end.0.into()))
}

/// The box from `low` to `high` with `by` cells more each way.
pub(super) fn grown(low: [i32; 3], high: [i32; 3], by: [i32; 3]) -> Result<Region, String> {
    if let Some(negative) = by.into_iter().find(|by| *by < 0) {
        return Err(format!("an area cannot extend {negative} cells"));
    }
    let by = IVec3::from(by);
    let corners = IVec3::from(low).checked_sub(by).zip(IVec3::from(high).checked_add(by));
    let (low, high) = corners.ok_or("it would be outside the world")?;
    checked(Region::new(low, high))
}

fn checked(region: Region) -> Result<Region, String> {
    if region.in_bounds() {
        Ok(region)
    } else {
        let [low, high]: [[i32; 3]; 2] = region.into();
        Err(format!("the box from {low:?} to {high:?} is not inside the world"))
    }
}

/// Keeps an area and gives its number.
pub(super) fn insert(ctx: &Call<'_>, region: Region) -> Result<(u32,), Refusal> {
    let region = checked(region)?;
    let mut room = ctx.mini();
    let max = room.limits.areas_max;
    if room.globals.areas.len() >= max {
        return Err(format!("a room can have {max} areas").into());
    }
    let id = room.globals.fresh_id();
    room.globals.areas.insert(id, region);
    // Who stands in it already comes in.
    room.settle_all_areas();
    Ok((id,))
}

/// The middle of a box.
pub(super) fn center(region: &Region) -> Position {
    Position(((region.min() + region.max()).as_dvec3() / 2.0).to_array())
}

/// The sum of a position and an offset.
pub(super) fn offset(pos: [f64; 3], by: [f64; 3]) -> Result<(Position,), Refusal> {
    let sum = [pos[0] + by[0], pos[1] + by[1], pos[2] + by[2]];
    if sum.iter().all(|axis| axis.abs() < EXACT) {
        Ok((Position(sum),))
    } else {
        Err("the position would be too far away".into())
    }
}

/// The present players who stand in a box.
pub(super) fn players_in(ctx: &Call<'_>, source: &Source) -> Result<(Vec<u64>,), Refusal> {
    let region = source.region(ctx)?;
    let room = ctx.mini();
    let inside = room
        .players
        .iter()
        .filter(|player| player.present && region.contains(player.position.into()));
    Ok((inside.map(|player| player.id.0).collect(),))
}

/// Fills a box.
pub(super) fn fill(
    ctx: &Call<'_>,
    source: &Source,
    blockid: u16,
    face: Direction,
) -> Result<(), Refusal> {
    edit(ctx, source, |world, region| world.fill(region, facing(blockid, face)), false)
}

/// Makes a kind of block air within a box.
pub(super) fn clear(ctx: &Call<'_>, source: &Source, blockid: u16) -> Result<(), Refusal> {
    let air = |world: &mut World, region| world.replace(region, BlockId(blockid), BlockState::AIR);
    edit(ctx, source, air, false)
}

/// Breaks a kind of block within a box. Nothing is left behind: whether Mini World drops items here
/// is not known, and a box may hold very many.
pub(super) fn destroy(ctx: &Call<'_>, source: &Source, blockid: u16) -> Result<(), Refusal> {
    let air = |world: &mut World, region| world.replace(region, BlockId(blockid), BlockState::AIR);
    edit(ctx, source, air, true)
}

/// Puts one kind of block in another's place within a box.
pub(super) fn replace(
    ctx: &Call<'_>,
    source: &Source,
    from: u16,
    to: u16,
    face: Direction,
) -> Result<(), Refusal> {
    let change = |world: &mut World, region| world.replace(region, BlockId(from), facing(to, face));
    edit(ctx, source, change, false)
}

/// Copies a box.
pub(super) fn clone_to(ctx: &Call<'_>, source: &Source, to: Cell) -> Result<(), Refusal> {
    edit(ctx, source, |world, region| world.clone_region(region, to.0.into()), false)
}

/// Edits a box, breaking what it takes away or not. Its cells count against the step's limit,
/// whether they change or not.
fn edit(
    ctx: &Call<'_>,
    source: &Source,
    change: impl FnOnce(&mut World, Region) -> Result<Edit, WorldError>,
    broken: bool,
) -> Result<(), Refusal> {
    let region = source.region(ctx)?;
    ctx.charge(region.volume() / CELLS_WRITTEN_PER_UNIT)?;
    let mut room = ctx.mini();
    room.charge_edits(region.volume())?;
    let edit = change(&mut room.world, region)?;
    room.edit_made(&edit, broken);
    room.edits.push(edit);
    Ok(())
}
