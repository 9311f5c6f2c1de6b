use mlua::Table;

use super::hud::check_seat;
use crate::lua_module;
use fangqi_binding::args::{Options, list};
use fangqi_protocol::{SeatIndex, Zone, ZoneKind};

/// Rows that one table may have.
const ZONES_MAX: usize = 256;
/// Cells of one row.
const CELLS_MAX: u16 = 256;

lua_module! {
    /// The rows of a card table: which cells hold whose hand, what was played, and what lies in the
    /// middle. Every viewer's client lays the cards of these cells around the table as seen from
    /// its own seat: its hand large in front, the others behind, whatever the shape of the screen.
    pub static ZONES = "Zones", Value;

    /// Lays the table out: a list of `{kind=, seat=, x=, y=, z=, count=}`, each a row of `count`
    /// cells from x, y, z on, along x. `kind` is `"hand"`, `"played"` or `"row"`, of a seat, or
    /// `"common"` or `"pile"`, of the middle; of a pile the first cell is on top. It has to be
    /// called while the scripts are loaded, not in a handler. Rows of seats that are not in play
    /// are not shown.
    /// Example: `Zones:set({ { kind = "hand", seat = 0, x = 0, y = 1, z = 0, count = 20 } })`
    fn set(ctx, zones: Table) -> (done: bool) {
        let mut read = Vec::new();
        for (number, table) in (1..).zip(list::<Table>(&zones, ctx.lua, ZONES_MAX)?) {
            let known = ["kind", "seat", "x", "y", "z", "count"];
            let options = Options::read(table, ctx.lua, &known)?;
            read.push(zone(&options).map_err(|why| format!("zone {number}: {why}"))?);
        }
        let mut host = ctx.host();
        if host.loaded {
            return Err("the table is laid out while the scripts are loaded, not later".into());
        }
        for zone in &read {
            check_seat(&host, zone.seat)?;
        }
        host.zones = read;
        Ok((true,))
    }
}

fn zone(options: &Options<'_>) -> Result<Zone, String> {
    let kind: String = options.get("kind")?;
    let kind = match kind.as_str() {
        "hand" => ZoneKind::Hand,
        "played" => ZoneKind::Played,
        "row" => ZoneKind::Row,
        "common" => ZoneKind::Common,
        "pile" => ZoneKind::Pile,
        other => {
            return Err(format!(
                "there is no kind \"{other}\"; use \"hand\", \"played\", \"row\", \"common\" or \
                 \"pile\""
            ));
        }
    };
    let seat: Option<SeatIndex> = options.get("seat")?;
    let of_seat = matches!(kind, ZoneKind::Hand | ZoneKind::Played | ZoneKind::Row);
    if of_seat != seat.is_some() {
        let wanted = if of_seat { "needs a `seat`" } else { "is of no `seat`" };
        return Err(format!("it {wanted}"));
    }
    let count: u16 = options.get("count")?;
    if count == 0 || count > CELLS_MAX {
        return Err(format!("`count` must be from 1 to {CELLS_MAX}"));
    }
    let at: [i32; 3] = [options.get("x")?, options.get("y")?, options.get("z")?];
    let last = [at[0].saturating_add(i32::from(count)), at[1], at[2]];
    if !fangqi_world::Bounds::contains(at.into()) || !fangqi_world::Bounds::contains(last.into()) {
        return Err("it reaches beyond the world".to_owned());
    }
    Ok(Zone { kind, seat, at, count })
}
