//! The plan of a simulated room. It is drawn without knowing anything about the room, so that any
//! part of it can be left out and the rest still makes sense.

use fangqi_protocol::{SeatIndex, SelectView, Tick};
use fangqi_vm::Rng;

/// Number of persons who come and go.
pub(super) const PERSONS: u64 = 5;
/// Seats that computers are asked to take; a map with fewer refuses the rest.
const SEATS: u64 = 4;

/// An act in a simulated room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Act {
    /// Ticks that pass before the act.
    pub(super) after: Tick,
    /// The person who acts, if a person does.
    pub(super) who: u64,
    /// The act.
    pub(super) what: What,
}

/// Acts. A `pick` selects one of the possibilities that the room offers at that moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// The person joins or returns.
    Join,
    /// The person leaves.
    Leave,
    Sit(SeatIndex),
    Stand,
    Computer(SeatIndex, Option<u8>),
    /// Someone with an open question answers it, by clicks or from the list of choices.
    Answer {
        pick: u64,
        by_clicks: bool,
    },
    /// A click on some cell of the board.
    Click {
        pick: u64,
    },
    /// A click outside any board.
    ClickAt([i32; 3]),
    /// An answer to the question that had or will have this number.
    Choose {
        request: u32,
        choice: u32,
    },
    /// A press of a button, with one of its values.
    Press {
        pick: u64,
    },
    /// A press of a button that may not exist.
    PressNamed(&'static str, &'static str),
    Chat(&'static str),
    TakeBack,
    /// Going back to an event, counted from the last one.
    GoBack(u64),
    StandIn(bool),
    /// The results of jobs arrive: of the next one, of all, or of one that failed.
    Job(JobEnd),
    /// The room is stored and continues from the stored state.
    Checkpoint,
    /// The room hibernates and wakes up.
    Sleep,
    /// The room is rebuilt from its log and compared.
    Rebuild,
    /// The room is reloaded with the same map.
    Reload,
    /// Only time passes and computers play, which must make progress.
    LetPlay,
}

/// How a job ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JobEnd {
    One,
    All,
    Failed,
}

const PLACES: [[i32; 3]; 6] = [
    [i32::MIN, i32::MIN, i32::MIN],
    [i32::MAX, 1, i32::MAX],
    [0, -1_000_000, 0],
    [-1, 1, -1],
    [1_000, 1, 0],
    [0, i32::MAX, 0],
];
const LINES: [&str; 5] = ["你好", "undo", "", "\u{202e}\n", "accept"];
const BUTTONS: [(&str, &str); 5] =
    [("new", "x"), ("resign", ""), ("option_players", "99"), ("\u{0}", "y"), ("draw", "")];

/// The acts of a seed: people arrive, then anything may happen.
pub(super) fn plan(seed: u64, length: usize) -> Vec<Act> {
    let mut rng = Rng::new(seed ^ 0x0d15_ea5e);
    let mut acts = vec![Act { after: 0, who: 0, what: What::Join }];
    let mut below = |bound: u64| rng.next_u64() % bound;
    // Some rooms have two people, some have one, and in some they only watch computers play.
    match below(5) {
        0 | 1 => {}
        2 => acts.push(Act { after: 0, who: 0, what: What::Stand }),
        _ => {
            acts.push(Act { after: 0, who: 1, what: What::Join });
            acts.push(Act { after: 0, who: 1, what: What::Sit(1) });
        }
    }
    if below(3) == 0 {
        acts.push(Act { after: 0, who: 0, what: What::Press { pick: below(1 << 20) } });
    }
    // Computers have most seats, for they end games; how strong they are does not matter.
    for number in 0..SEATS {
        if below(4) > 0 {
            acts.push(Act { after: 0, who: 0, what: What::Computer(seat(number), Some(1)) });
        }
    }
    while acts.len() < length {
        let after = [0, 0, 0, 1, 5, 20, 60, 700][below(8) as usize];
        let who = below(PERSONS);
        acts.push(Act { after, who, what: what(&mut below) });
    }
    acts
}

fn seat(number: u64) -> SeatIndex {
    SeatIndex::try_from(number).unwrap_or(200)
}

fn what(below: &mut impl FnMut(u64) -> u64) -> What {
    match below(100) {
        0..=47 => What::Answer { pick: below(1 << 32), by_clicks: below(3) > 0 },
        48..=57 => What::Job(JobEnd::All),
        58..=60 => What::Job(JobEnd::One),
        61 => What::Job(JobEnd::Failed),
        62..=65 => What::Click { pick: below(1 << 32) },
        66 => What::ClickAt(PLACES[below(PLACES.len() as u64) as usize]),
        67 => What::Choose { request: below(60) as u32, choice: below(12) as u32 },
        68 => What::Choose { request: u32::MAX, choice: u32::MAX },
        69..=72 => What::Press { pick: below(1 << 32) },
        73 => {
            let (id, value) = BUTTONS[below(BUTTONS.len() as u64) as usize];
            What::PressNamed(id, value)
        }
        74 => What::TakeBack,
        75 if below(2) == 0 => What::TakeBack,
        75 => What::GoBack(below(60)),
        76..=78 => What::Join,
        79 => What::Leave,
        80..=82 => What::Sit(seat(below(5))),
        83 => What::Stand,
        84..=86 => What::Computer(seat(below(4)), Some(below(7) as u8)),
        87 => What::Computer(seat(below(4)), None),
        88..=89 => What::StandIn(below(2) == 0),
        90 => What::Chat(LINES[below(LINES.len() as u64) as usize]),
        91..=92 => What::Checkpoint,
        93 => What::Sleep,
        94..=95 => What::Rebuild,
        96 => What::Reload,
        _ => What::LetPlay,
    }
}

/// Cells with which to answer a request: a suggestion, a legal selection, or any cells; sometimes
/// none, which leaves the buttons.
pub(super) fn selected(view: &SelectView, pick: u64) -> Option<Vec<u16>> {
    let at = (pick >> 8) as usize;
    if pick.is_multiple_of(4) {
        return None;
    }
    if pick.is_multiple_of(3) && !view.suggest.is_empty() {
        return Some(view.suggest[at % view.suggest.len()].clone());
    }
    let any = || (0..view.max.min(8) as u16).map(|cell| cell * (at as u16 % 3)).collect();
    let Some(set) = view.legal.get(at % view.legal.len().max(1)) else { return Some(any()) };
    let mut cells: Vec<u16> = Vec::new();
    for class in set.chars() {
        let free = (0u16..).zip(view.classes.chars());
        let mut free = free.filter(|(cell, it)| *it == class && !cells.contains(cell));
        cells.extend(free.next().map(|(cell, _)| cell));
    }
    Some(cells)
}
