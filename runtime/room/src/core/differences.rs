//! Descriptions of the differences between two states of one room.

use mlua::Value;

use super::checkpoint::changed_parts;
use super::fold::Fold;
use super::hash;
use crate::api::names;
use fangqi_protocol::{Hud, HudChange};
use fangqi_vm::{Root, differing};

/// Maximum number of differences named for one part.
const NAMED_MAX: usize = 8;

/// Describes how two folds differ, script variables aside; empty if their hashes are equal.
pub(super) fn of(here: &Fold, there: &Fold) -> Vec<String> {
    let parts = changed_parts(&hash::parts(here), &hash::parts(there));
    parts.into_iter().map(|part| describe(part, here, there)).collect()
}

fn describe(part: &str, here: &Fold, there: &Fold) -> String {
    let (a, b) = (here.ctx.host(), there.ctx.host());
    match part {
        "room clock" => format!("{part} (tick {} here and {} there)", a.clock, b.clock),
        "blocks" => {
            let cells = a.world.diff(&b.world);
            let named = cells.iter().take(NAMED_MAX).map(|change| {
                let [x, y, z] = change.pos.to_array();
                let (old, new) = (change.old.id(), change.new.id());
                format!("({x}, {y}, {z}) is {old} here and {new} there")
            });
            format!("{part} ({} cells: {})", cells.len(), named.collect::<Vec<_>>().join("; "))
        }
        "display" => format!("{part} ({})", display_fields(&a.hud, &b.hud).join(", ")),
        "seats" => {
            let cares = a.seats.cares().iter().zip(b.seats.cares()).enumerate();
            let named =
                cares.filter(|(_, (here, there))| here != there).map(|(seat, (here, there))| {
                    format!("{seat} is {here:?} here and {there:?} there")
                });
            let named: Vec<_> = named.take(NAMED_MAX).collect();
            let named =
                if named.is_empty() { "who holds them".to_owned() } else { named.join("; ") };
            format!("{part} ({named})")
        }
        "waiting handlers" => {
            format!("{part} ({} here and {} there)", here.waiting_count(), there.waiting_count())
        }
        "registered handlers" => {
            drop((a, b));
            let count = |fold: &Fold| fold.ctx.script().handler_count();
            format!("{part} ({} here and {} there)", count(here), count(there))
        }
        _ => part.to_owned(),
    }
}

fn display_fields(here: &Hud, there: &Hud) -> Vec<&'static str> {
    let changes = here.changes_since(there);
    changes
        .iter()
        .map(|change| match change {
            HudChange::Status(_) => "status",
            HudChange::Turn(_) => "turn",
            HudChange::Thinking(_) => "thinking",
            HudChange::Result(_) => "result",
            HudChange::Moves { .. } => "moves",
            HudChange::Buttons(_) => "buttons",
            HudChange::Clocks(_) => "clocks",
            HudChange::Asked(_) => "who is asked",
            HudChange::Badges(_) => "words beside seats",
            HudChange::Tags(_) => "short marks beside seats",
            HudChange::Plates(_) => "plates",
            HudChange::Secret(_) => "secret words",
            HudChange::Title(_) => "title",
            HudChange::Bar(_) => "bar",
            HudChange::Note(_) => "note",
            HudChange::Arrows(_) => "arrows",
            HudChange::Review(_) => "review",
            HudChange::Position(_) => "written position",
            HudChange::Lines(_) => "lines of play",
        })
        .collect()
}

/// Describes how script variables differ: globals, and variables captured by handlers and offers.
pub(super) fn of_variables(here: &Fold, there: &Fold) -> Vec<String> {
    let (a, b) = (here.ctx.script(), there.ctx.script());
    let mut roots = Vec::new();
    let mut root = |name: String, a: &mlua::Function, b: &mlua::Function| {
        let (a, b) = (Value::Function(a.clone()), Value::Function(b.clone()));
        roots.push(Root { name, a, b });
    };
    for (event, handlers) in &a.handlers {
        let others = b.handlers.get(event).map(Vec::as_slice).unwrap_or_default();
        for ((_, a), (_, b)) in handlers.iter().zip(others) {
            root(format!("a handler of {event}"), a, b);
        }
    }
    for (a, b) in a.offers.iter().zip(&b.offers) {
        root(format!("{}save", a.place), &a.save, &b.save);
        root(format!("{}load", a.place), &a.load, &b.load);
    }
    drop((a, b));
    let plugins = here.map.plugins();
    differing(&here.vm, &there.vm, names(plugins).collect(), roots, NAMED_MAX)
}
