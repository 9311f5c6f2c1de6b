//! Fields of the events that a check raises to see what handlers do.

use std::collections::BTreeSet;

use fangqi_plugin::EventSpec;
use fangqi_protocol::{EventArgs, EventValue};
use fangqi_room::types::events;

use super::literals::Literals;
use crate::MINIWORLD;
use crate::living::FIRST_OBJECT;
use crate::map::BOX_BLOCK;

/// Things in the scratch room: those that the scripts created, or else the check's own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// Two players.
    pub(crate) players: [u64; 2],
    /// A creature, and its type.
    pub(crate) creature: u64,
    pub(crate) creature_type: u32,
    /// A dropped item.
    pub(crate) drop: u64,
    /// A projectile.
    pub(crate) missile: u64,
    /// The objects that the check created.
    pub(crate) ours: BTreeSet<u64>,
    /// The cell of a box, if scripts listen to boxes.
    pub(crate) container: [i32; 3],
    /// Areas, at least one.
    pub(crate) areas: Vec<u32>,
    /// Whether one of the areas is the check's own. It is not used if the scripts created any.
    pub(crate) our_area: bool,
    /// Timers with their names, at least one.
    pub(crate) timers: Vec<(u32, String)>,
    /// Whether the scripts created the timers.
    pub(crate) own_timers: bool,
}

/// An event to be raised.
#[derive(Debug)]
pub(super) struct Variant {
    /// Its fields.
    pub(super) fields: EventArgs,
    /// Whether the event is about something that the scripts neither created nor named. In their
    /// own map it might never occur.
    pub(super) foreign: bool,
    /// Numbers in it that are guesses, which the scripts might never meet in their own map.
    pub(super) guessed: Vec<u64>,
}

/// Fields that name an object or a kind of something.
const NAMING: [&str; 9] = [
    "eventobjid",
    "toobjid",
    "helperobjid",
    "targetactorid",
    "actorid",
    "blockid",
    "itemid",
    "buffid",
    "effectid",
];

/// The creature type that the script's own literals ask for in a variant of an event.
pub(super) fn creature_type(name: &str, at: usize, literals: &Literals) -> Option<u32> {
    let typed = |field: &&&str| matches!(**field, "actorid" | "targetactorid");
    let field = fields_of(name).iter().find(typed)?;
    match told(name, field, literals).into_iter().nth(at)? {
        EventValue::Number(number) => Some(number as u32),
        EventValue::Text(_) => None,
    }
}

/// Number of variants with values of the check, which follow those with the script's literals.
const VARIANTS: usize = 4;
/// Maximum number of the script's literals that are tried.
const OWN_MAX: usize = 28;

/// Lines of chat.
pub(super) const CHATS: &[&str] = &["1", "2", "help", "帮助", "开始", "/tp 1 7 1", "10 20 30", ""];
/// Keys.
const KEYS: [&str; 4] = ["SPACE", "W", "E", "SHIFT"];
/// Numbers that may be kinds of blocks, items or creatures.
const KINDS: std::ops::RangeInclusive<u64> = 100..=65_535;
/// Numbers of particles.
const EFFECTS: std::ops::RangeInclusive<u64> = 1001..=1700;
/// Blocks and items, one for each variant.
const BLOCKS: [u16; 4] = [104, 100, 600, 0];
const ITEMS: [u32; 4] = [12005, 12051, 104, 5001];
const COUNTS: [u32; 4] = [1, 3, 0, 64];

/// The number of the check's own area.
pub(crate) const OUR_AREA: u32 = 1;
/// The event of a player who leaves.
const LEAVES: &str = "Game.AnyPlayer.LeaveGame";

/// Whether an event occurs by itself when players join, leave and return. It is then not raised in
/// addition.
pub(super) fn is_by_itself(event: &str) -> bool {
    ["Game.Load", "Game.Start", "Player.Init", "Game.AnyPlayer.EnterGame", LEAVES].contains(&event)
}

/// The turn of an event in the life of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    /// Something begins, and scripts note it.
    Begins,
    /// Something happens to it.
    Happens,
    /// It ends, and scripts forget it.
    Ends,
    /// The match is over.
    Last,
}

/// The turn of an event.
pub(super) fn turn(event: &str) -> Turn {
    const BEGIN: &[&str] = &[
        "Game.Load",
        "Game.Start",
        "Player.Init",
        "Game.AnyPlayer.EnterGame",
        "UI.Show",
        "Actor.Create",
        "Item.Create",
        "Missile.Create",
    ];
    const END: &[&str] = &[
        "Cancel",
        "Out",
        "RemoveBuff",
        "Dismount",
        "InputKeyUp",
        "Hide",
        "Projectile.Hit",
        "Dig.End",
        "EquipOff",
        "Disappear",
        "Beat",
        "DefeatActor",
        "Die",
        "Revive",
        "Remove",
        "Destroy",
    ];
    const OVER: &[&str] =
        &["Game.TimeOver", "Game.End", "Game.AnyPlayer.Victory", "Game.AnyPlayer.Defeat", LEAVES];
    match event {
        _ if OVER.contains(&event) => Turn::Last,
        _ if BEGIN.contains(&event) => Turn::Begins,
        _ if END.iter().any(|end| event.contains(end)) => Turn::Ends,
        _ => Turn::Happens,
    }
}

/// Events that may have no cause.
const BY_ITSELF: &[&str] =
    &["Player.BeHurt", "Player.Die", "Actor.BeHurt", "Actor.Die", "Actor.Projectile.Hit"];

/// A number among the fields of an event.
pub(crate) fn number_of(fields: &EventArgs, wanted: &str) -> Option<f64> {
    let value = fields.iter().find(|(field, _)| *field == wanted)?;
    match value.1 {
        EventValue::Number(number) => Some(number),
        EventValue::Text(_) => None,
    }
}

/// A text among the fields of an event.
pub(crate) fn text_of<'a>(fields: &'a EventArgs, wanted: &str) -> Option<&'a str> {
    match &fields.iter().find(|(field, _)| *field == wanted)?.1 {
        EventValue::Text(text) => Some(text),
        EventValue::Number(_) => None,
    }
}

/// A description of an event's fields.
pub(super) fn told_fields(fields: &EventArgs) -> String {
    let told = fields.iter().map(|(name, value)| match value {
        EventValue::Number(number) => format!("{name} = {number}"),
        EventValue::Text(text) => format!("{name} = {text:?}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Whether an event is about a cell rather than a position.
fn of_cell(name: &str) -> bool {
    let parts = ["Block.", "Backpack.", "Furnace."];
    parts.iter().any(|part| name.starts_with(part)) || name == "Player.ClickBlock"
}

/// The specification of an event that this program raises.
pub(super) fn event(name: &str) -> Option<&'static EventSpec> {
    events(MINIWORLD).find(|event| event.name == name)
}

/// Number of variants of an event; the first ones have the script's literals.
pub(super) fn count(name: &str, literals: &Literals) -> usize {
    let fields = fields_of(name);
    if fields.is_empty() {
        return 1;
    }
    let most = fields.iter().map(|field| told(name, field, literals).len()).max();
    most.unwrap_or(0).min(OWN_MAX) + VARIANTS
}

/// A variant of an event. For an event that only scripts raise, the fields are a guess.
///
/// `at` selects the script's literals, `pass` the check's values; those of one pass belong
/// together.
pub(super) fn variant(
    name: &str,
    (at, pass): (usize, usize),
    known: &Known,
    literals: &Literals,
) -> Variant {
    let mut foreign = event(name).is_none_or(|event| event.never.is_some());
    let mut guessed = Vec::new();
    let typed = creature_type(name, at, literals).is_some();
    let fields = fields_of(name).iter().filter_map(|field| {
        // An object has the type that the event names, so the type is taken from the object.
        let is_type = matches!(*field, "actorid" | "targetactorid");
        let own = told(name, field, literals).into_iter().nth(at).filter(|_| !is_type);
        let is_own = own.is_some();
        let of_ours = match *field {
            "uielement" | "btnelenemt" | "effectid" | "buffid" => !is_own,
            "areaid" => known.our_area && known.areas == [OUR_AREA],
            "timerid" => !known.own_timers,
            _ => false,
        };
        // If the script's literals ask for a type, the other object is a creature of that type.
        let met = own.or_else(|| match *field {
            "toobjid" if typed && fields_of(name).contains(&"targetactorid") => {
                Some(EventValue::from(known.creature))
            }
            _ => value(name, field, pass % VARIANTS, known),
        })?;
        if let EventValue::Number(number) = &met {
            let number = *number as u64;
            let object = field.ends_with("objid");
            foreign |= of_ours || object && known.ours.contains(&number);
            // In events that only players cause, the player is a player in every map.
            let certain = is_own || *field == "eventobjid" && known.players.contains(&number);
            let made = object && !known.players.contains(&number) && !known.ours.contains(&number);
            if NAMING.contains(field) && !certain && !(made && number != FIRST_OBJECT) {
                guessed.push(number);
            }
        } else {
            foreign |= of_ours;
        }
        Some((*field, met))
    });
    let mut fields: EventArgs = fields.collect();
    // Types follow from the objects.
    for (field, of) in [("actorid", "eventobjid"), ("targetactorid", "toobjid")] {
        let object = number_of(&fields, of).map(|id| id as u64);
        if let Some((_, value)) = fields.iter_mut().find(|(name, _)| *name == field) {
            let is_creature = object == Some(known.creature);
            *value = EventValue::from(u64::from(if is_creature { known.creature_type } else { 0 }));
        }
    }
    // A button is pressed on its own page.
    let pressed = fields.iter().find(|(field, _)| matches!(*field, "uielement" | "btnelenemt"));
    let page = pressed.and_then(|(_, value)| match value {
        EventValue::Text(element) => Some(element.rsplit_once('_')?.0.to_owned()),
        EventValue::Number(_) => None,
    });
    let shown = fields.iter_mut().find(|(field, _)| *field == "CustomUI");
    if let (Some((_, shown)), Some(page)) = (shown, page) {
        *shown = EventValue::Text(page);
    }
    Variant { fields, foreign, guessed }
}

fn fields_of(name: &str) -> &'static [&'static str] {
    event(name).map_or(&["eventobjid", "toobjid", "customdata"], |event| event.fields)
}

/// Values that the script's own literals suggest for a field.
fn told(name: &str, field: &str, literals: &Literals) -> Vec<EventValue> {
    let numbers = |all: &BTreeSet<u64>, fits: fn(u64) -> bool| {
        let fitting = all.iter().filter(|number| fits(**number));
        fitting.map(|number| EventValue::from(*number)).collect::<Vec<_>>()
    };
    let text = |text: &String| EventValue::from(text.as_str());
    match field {
        "uielement" | "btnelenemt" => {
            let buttons = literals.buttons().into_iter();
            buttons.map(|(page, number)| EventValue::from(&*format!("{page}_{number}"))).collect()
        }
        "CustomUI" | "CoustomUI" => literals.pages.iter().map(text).collect(),
        "content" | "vkey" => literals.texts.iter().map(text).collect(),
        // The block of a box, of which there is only one kind.
        "blockid" if name.starts_with("Backpack.") => Vec::new(),
        "blockid" => numbers(&literals.blocks, |_| true),
        "itemid" => {
            let given = &literals.given;
            let others = literals.numbers.iter().filter(|number| !given.knows(**number));
            let may_be = others.filter(|number| KINDS.contains(*number));
            given.items.iter().chain(may_be).map(|number| EventValue::from(*number)).collect()
        }
        "targetactorid" | "actorid" => numbers(&literals.given.creatures, |_| true),
        "buffid" => numbers(&literals.given.buffs, |_| true),
        "effectid" => numbers(&literals.numbers, |number| EFFECTS.contains(&number)),
        _ => Vec::new(),
    }
}

/// An object of the kind that a field of an event is about.
fn object(name: &str, field: &str, variant: usize, known: &Known) -> Option<EventValue> {
    let begins = |parts: &[&str]| parts.iter().any(|part| name.starts_with(part));
    let (player, other) = (known.players[variant % 2], known.players[1 - variant % 2]);
    let id = match field {
        "eventobjid" if begins(&["Missile.Area", "Actor.Projectile", "Particle.Projectile"]) => {
            known.missile
        }
        "eventobjid" if begins(&["Actor.", "Particle.Mob"]) => known.creature,
        "eventobjid" if begins(&["Item.", "DropItem.", "Particle.Item"]) => known.drop,
        "eventobjid" => player,
        "toobjid" if name == "Missile.Create" => known.missile,
        "toobjid" if begins(&["Player.PickUpItem", "Player.DiscardItem"]) => known.drop,
        "toobjid" if name == "Item.Pickup" => player,
        "toobjid" if begins(&["Player.Mount", "Player.Dismount"]) => known.creature,
        // No object: the event has no cause.
        "toobjid" if variant == 3 && BY_ITSELF.contains(&name) => 0,
        "toobjid" if variant == 2 => known.creature,
        _ => other,
    };
    Some(EventValue::from(id))
}

fn value(name: &str, field: &str, variant: usize, known: &Known) -> Option<EventValue> {
    let timer = &known.timers[variant % known.timers.len()];
    let number = |number: f64| Some(EventValue::Number(number));
    let whole = |number: u64| Some(EventValue::from(number));
    let text = |text: &str| Some(EventValue::from(text));
    match field {
        "eventobjid" | "toobjid" | "helperobjid" => object(name, field, variant, known),
        // Taken from the objects.
        "targetactorid" | "actorid" => whole(0),
        "areaid" => whole(known.areas[variant % known.areas.len()].into()),
        "blockid" if name.starts_with("Backpack.") => whole(BOX_BLOCK.into()),
        // No such event is about air, nor can air be clicked.
        "blockid" if of_cell(name) && variant == 3 => whole(351),
        "blockid" | "furanceid" => whole(BLOCKS[variant].into()),
        "itemid" => whole(ITEMS[variant].into()),
        "itemnum" | "defaultvalue" => whole(COUNTS[variant].into()),
        "itemix" if name.starts_with("Player.Equip") => whole(8000 + variant as u64),
        "itemix" => whole(1000 + variant as u64),
        "shortix" => whole(1 + variant as u64),
        "x" | "y" | "z" if name.starts_with("Backpack.") => {
            number(known.container["xyz".find(field)?].into())
        }
        "x" | "z" if of_cell(name) => number([0.0, 3.0, -7.0, 12.0][variant]),
        "x" | "z" => number([0.5, 3.0, -7.0, 12.0][variant]),
        "y" => number([7.0, 7.0, 8.0, 1.0][variant]),
        "face" => whole(5),
        "hour" => whole(6 * variant as u64),
        "ticks" => whole(20 * (variant as u64 + 1)),
        // The field exists at whole seconds only.
        "second" if variant == 3 => None,
        "second" | "timertime" => whole(variant as u64),
        "timerid" => whole(timer.0.into()),
        "effectid" => whole(EFFECTS.start() + variant as u64),
        "buffid" | "craftid" | "plotid" | "qqMusicId" => whole(1),
        "timername" => text(&timer.1),
        "content" => text(CHATS[variant]),
        "vkey" => text(KEYS[variant]),
        "CustomUI" | "CoustomUI" => text("7000"),
        "uielement" | "btnelenemt" => text(["7000_1", "7000_2", "7000_3", "7000_10"][variant]),
        "customdata" => text("{}"),
        "playermotion" => whole([0, 1, 4, 16][variant]),
        "actormotion" => whole([1, 2, 4, 6][variant]),
        "playerattr" | "actorattr" => whole([2, 1, 10, 6][variant]),
        "playerattrval" | "actorattrval" | "hurtlv" => number(10.0),
        "bufflvl" | "act" => whole(1),
        _ => whole(variant as u64),
    }
}
