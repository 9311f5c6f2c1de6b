//! The state of a game: everything but what is being resolved.
//!
//! `clone` is the fork: all of it is plain data, and what never changes in a game is shared.

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

/// Reshuffles after which a game is a draw (facts: the sixth).
pub const RESHUFFLES_MAX: u32 = 6;
/// The winner of a game that nobody won.
pub const NOBODY: &str = ".";

/// Where a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The area.
    pub place: Place,
    /// Whose area, if it is somebody's.
    pub owner: Option<PlayerId>,
}

/// Everything about a game but what is being resolved.
#[derive(Debug, Clone)]
pub struct State {
    /// What the packages bring.
    pub catalogue: Rc<Catalogue>,
    /// The cards of this game as printed; cards that no pile holds are out of the game.
    pub deck: Rc<[Printed]>,
    /// Everybody, by [`PlayerId`].
    pub players: Vec<Player>,
    /// Everybody in the order of seats, the dead too.
    pub ring: Vec<PlayerId>,
    /// Whose turn it is.
    pub current: PlayerId,
    /// The draw pile; the top is at the end.
    pub draw: Vec<CardId>,
    /// The discard pile; the newest is at the end.
    pub discard: Vec<CardId>,
    /// Where each card is.
    pub locations: Vec<Location>,
    /// What scripts remember about the game.
    pub tags: BTreeMap<Name, Data>,
    /// Turns begun.
    pub turns: u32,
    /// Delayed tricks that were put before players.
    pub placed: u32,
    /// How often the discard pile was shuffled.
    pub reshuffles: u32,
    /// The mode, such as `08p`.
    pub mode: Name,
    /// Who has won: roles or names joined by `+`, or [`NOBODY`].
    pub winner: Option<Name>,
    /// What a script gave as the answer to the question being put: a card, or that there is none.
    pub provided: Option<Option<Card>>,
    /// What is to be told and has not been fetched.
    pub log: Vec<LogLine>,
    /// What has happened since somebody last looked; nothing is noted where nobody does.
    pub seen: Option<Vec<Seen>>,
    /// The game's own chance.
    pub rng: Rng,
    /// By event: who listens, in the order in which they are asked.
    handlers: Rc<Vec<Rc<[SkillId]>>>,
    registered: Rc<Vec<SkillId>>,
}

impl State {
    /// One who plays.
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// One who plays, to be changed.
    pub fn player_mut(&mut self, id: PlayerId) -> &mut Player {
        &mut self.players[id.index()]
    }

    /// A copy to try something out on: nothing has been told or noted there yet.
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

    /// Notes that something happened, for those who look.
    pub(crate) fn see(&mut self, event: Event, player: PlayerId, data: impl FnOnce() -> Data) {
        if let Some(seen) = &mut self.seen {
            seen.push(Seen { event, player, data: data() });
        }
    }
}
