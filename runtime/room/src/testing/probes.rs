//! Fields for events that are raised to see what handlers do with them.

use crate::api::{EVENTS, EventSpec};
use crate::host::{EventArgs, EventValue};

/// What there is in the scratch world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// Two players.
    pub(crate) players: [u64; 2],
    /// A creature.
    pub(crate) creature: u64,
    /// A dropped item.
    pub(crate) drop: u64,
    /// An area.
    pub(crate) area: u32,
}

/// What is said in the chat.
pub(super) const CHATS: &[&str] = &["1", "2", "help", "帮助", "开始", "/tp 1 7 1", "10 20 30", ""];
/// Keys that are pressed.
const KEYS: [&str; 4] = ["SPACE", "W", "E", "SHIFT"];
/// Blocks, items and numbers, a variant each.
const BLOCKS: [u16; 4] = [104, 100, 600, 0];
const ITEMS: [u32; 4] = [12005, 12051, 104, 5001];
const COUNTS: [u32; 4] = [1, 3, 0, 64];

/// An event of this host's.
pub(super) fn event(name: &str) -> Option<&'static EventSpec> {
    EVENTS.iter().find(|event| event.name == name)
}

/// Fields of several variants of an event; those of one that only scripts raise are a guess.
pub(super) fn variants(name: &str, known: &Known) -> Vec<EventArgs> {
    const OWN: &[&str] = &["eventobjid", "toobjid", "customdata"];
    let fields = event(name).map_or(OWN, |event| event.fields);
    let fields_of = |variant: usize| {
        let of =
            fields.iter().filter_map(|field| Some((*field, value(name, field, variant, known)?)));
        of.collect()
    };
    if fields.is_empty() {
        return vec![Vec::new()];
    }
    (0..4).map(fields_of).collect()
}

fn value(name: &str, field: &str, variant: usize, known: &Known) -> Option<EventValue> {
    let player = known.players[variant % 2];
    let number = |number: f64| Some(EventValue::Number(number));
    let whole = |number: u64| Some(EventValue::from(number));
    let text = |text: &str| Some(EventValue::from(text));
    match field {
        "eventobjid" if name.starts_with("Actor.") => whole(known.creature),
        "eventobjid" if name.starts_with("Item.") || name.starts_with("DropItem.") => {
            whole(known.drop)
        }
        "eventobjid" => whole(player),
        "toobjid" if variant == 3 => whole(0),
        "toobjid" if variant == 2 => whole(known.creature),
        "toobjid" | "helperobjid" => whole(known.players[1 - variant % 2]),
        "targetactorid" | "actorid" => whole(3400),
        "areaid" => whole(known.area.into()),
        "blockid" | "furanceid" => whole(BLOCKS[variant % 4].into()),
        "itemid" => whole(ITEMS[variant % 4].into()),
        "itemnum" | "defaultvalue" => whole(COUNTS[variant % 4].into()),
        "itemix" => whole(1000 + variant as u64),
        "shortix" => whole(1 + variant as u64),
        "x" | "z" => number([0.5, 3.0, -7.0, 12.0][variant % 4]),
        "y" => number([7.0, 7.0, 8.0, 1.0][variant % 4]),
        "face" => whole(5),
        "hour" => whole(6 * variant as u64),
        "ticks" => whole(20 * (variant as u64 + 1)),
        // It is there on whole seconds only.
        "second" if variant == 3 => None,
        "second" | "timertime" => whole(variant as u64),
        "timerid" | "effectid" | "buffid" | "craftid" | "plotid" | "qqMusicId" => whole(1),
        "timername" => text("timer"),
        "content" => text(CHATS[variant % 4]),
        "vkey" => text(KEYS[variant % 4]),
        "CustomUI" => text("7000"),
        "uielement" | "btnelenemt" => text(["7000_1", "7000_2", "7000_3", "7000_10"][variant % 4]),
        "customdata" => text("{}"),
        "playermotion" | "actormotion" => whole([0, 1, 4, 16][variant % 4]),
        "playerattr" | "actorattr" => whole([2, 1, 10, 6][variant % 4]),
        "playerattrval" | "actorattrval" | "hurtlv" => number(10.0),
        "bufflvl" | "act" => whole(1),
        _ => whole(variant as u64),
    }
}
