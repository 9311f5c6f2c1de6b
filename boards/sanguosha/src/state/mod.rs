//! The state of a game: everything except the settlement stack.
//!
//! It is plain data, and whatever never changes in a game is shared, so cloning is cheap.

mod cards;
mod log;
mod player;
mod seating;
mod setup;
mod skills;

use std::collections::BTreeMap;
use std::rc::Rc;

use fangqi_kit::Rng;

use crate::basics::{CardId, Name, Place, PlayerId};
use crate::card::{Card, Printed};
use crate::catalogue::{Catalogue, SkillId};
use crate::event::{Data, Event, Seen};

pub use cards::Target;
pub use log::LogLine;
pub use player::{Delayed, Pile, Player};
pub use setup::{Seated, Setup, SetupError, roles};

/// Number of reshuffles at which a game is a draw.
pub const RESHUFFLES_MAX: u32 = 6;
/// The winner of a drawn game.
pub const NOBODY: &str = ".";

/// The location of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The area.
    pub place: Place,
    /// Its owner, if any.
    pub owner: Option<PlayerId>,
}

/// The state of a game.
#[derive(Debug, Clone)]
pub struct State {
    /// The contents of the packages.
    pub catalogue: Rc<Catalogue>,
    /// The cards of this game as printed. Cards that are in no pile are out of the game.
    pub deck: Rc<[Printed]>,
    /// All players, by [`PlayerId`].
    pub players: Vec<Player>,
    /// All players in the order of seats, including the dead.
    pub ring: Vec<PlayerId>,
    /// The player whose turn it is.
    pub current: PlayerId,
    /// The draw pile; the top is at the end.
    pub draw: Vec<CardId>,
    /// The discard pile; the newest is at the end.
    pub discard: Vec<CardId>,
    /// The location of each card.
    pub locations: Vec<Location>,
    /// Script data of the game.
    pub tags: BTreeMap<Name, Data>,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of delayed tricks placed so far.
    pub placed: u32,
    /// Number of reshuffles.
    pub reshuffles: u32,
    /// The game mode, such as `08p`.
    pub mode: Name,
    /// The winners: roles or names joined by `+`, or [`NOBODY`].
    pub winner: Option<Name>,
    /// A response that a script has provided to the current question: a card, or that there is
    /// none.
    pub provided: Option<Option<Card>>,
    /// Log lines that have not been fetched yet.
    pub log: Vec<LogLine>,
    /// Events since the last look of an observer; `None` if there is no observer.
    pub seen: Option<Vec<Seen>>,
    /// The game's random number generator.
    pub rng: Rng,
    /// By event, the listening skills in the order in which they are called.
    handlers: Rc<Vec<Rc<[SkillId]>>>,
    registered: Rc<Vec<SkillId>>,
}

impl State {
    /// A player.
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// A player, mutably.
    pub fn player_mut(&mut self, id: PlayerId) -> &mut Player {
        &mut self.players[id.index()]
    }

    /// A copy for simulations, with empty log and no recorded events.
    pub fn fork(&self) -> State {
        State {
            catalogue: self.catalogue.clone(),
            deck: self.deck.clone(),
            players: self.players.clone(),
            ring: self.ring.clone(),
            draw: self.draw.clone(),
            discard: self.discard.clone(),
            locations: self.locations.clone(),
            tags: self.tags.clone(),
            mode: self.mode.clone(),
            winner: self.winner.clone(),
            provided: self.provided.clone(),
            rng: self.rng.clone(),
            handlers: self.handlers.clone(),
            registered: self.registered.clone(),
            current: self.current,
            turns: self.turns,
            placed: self.placed,
            reshuffles: self.reshuffles,
            log: Vec::new(),
            seen: None,
        }
    }

    /// Records an event, if there is an observer.
    pub(crate) fn see(&mut self, event: Event, player: PlayerId, data: impl FnOnce() -> Data) {
        if let Some(seen) = &mut self.seen {
            seen.push(Seen { event, player, data: data() });
        }
    }
}
