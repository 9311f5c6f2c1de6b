//! The settlement stack: everything that is being resolved is a frame on it.
//!
//! A frame is a small state machine. A step takes the result of the frame above (nil the first
//! time) and returns what comes next: another frame, a question, or its own result. Nothing
//! recurses or blocks, so the stack can be inspected, shown and suspended at any moment.

mod asking;
mod cards;
mod damage;
pub(crate) mod death;
mod fork;
mod game;
pub(crate) mod judging;
mod nullify;
mod phases;
mod routine;
mod rules;
mod slash;
mod trigger;
mod using;

use std::cell::{Ref, RefCell, RefMut};
use std::fmt::Debug;

use crate::basics::{CardId, PlayerId};
use crate::card::Card;
use crate::event::{Event, Live};
use crate::request::Ask;
use crate::scripts::{Scripts, Value};
use crate::state::State;

pub use asking::{
    AskCard, AskCardChosen, AskDiscard, AskFor, AskUseCard, AskYiji, Gongxin, Guanxing,
};
pub use cards::{DiscardCards, DrawCards, MoveCards, TakeGrace};
pub use damage::{DamageFrame, LoseHp, LoseMaxHp, RecoverFrame, SetHp};
pub(crate) use death::bury;
pub use death::{EnterDying, Kill};
pub(crate) use fork::forks;
pub use fork::{Copies, Names, names_back};
pub use game::{Game, Transfigure};
pub use judging::{JudgeFrame, PindianFrame};
pub use nullify::Nullify;
pub use phases::{ExtraTurn, Play, TurnOver};
pub use routine::Routine;
pub use slash::{SlashFrame, SlashResult};
pub use trigger::Trigger;
pub use using::{EffectOn, UseCard};

/// Events that are always raised, since observers record them.
const SEEN: [Event; 6] = [
    Event::GameStart,
    Event::PhaseChange,
    Event::StartJudge,
    Event::DamageDone,
    Event::Death,
    Event::CardFinished,
];

/// The outcome of a step.
#[derive(Debug)]
pub enum Flow {
    /// Push this frame; its result is the input of the next step.
    Push(Box<dyn Frame>),
    /// Replace this frame (a tail call); the result goes to the frame below.
    Become(Box<dyn Frame>),
    /// The frame has finished with this result.
    Done(Value),
    /// Ask a player; the accepted answer is the input of the next step.
    Ask(PlayerId, Ask),
}

impl Flow {
    /// [`Flow::Push`].
    pub fn push(frame: impl Frame + 'static) -> Flow {
        Flow::Push(Box::new(frame))
    }

    /// [`Flow::Done`] with a boolean.
    pub fn done(result: bool) -> Flow {
        Flow::Done(Value::Bool(result))
    }

    /// [`Flow::Done`] with nil.
    pub fn end() -> Flow {
        Flow::Done(Value::Nil)
    }

    /// Raises an event; the frame's result says whether a handler stopped it.
    pub fn raise(cx: &Cx<'_>, event: Event, player: PlayerId, data: &Live) -> Flow {
        if SEEN.contains(&event) && cx.s().seen.is_some() {
            cx.m().see(event, player, || data.borrow().clone());
        }
        Flow::push(Trigger::new(cx, event, player, Live::clone(data)))
    }
}

/// The subject of a frame, for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The kind of settlement: `damage`, `judge`, `use_card`, a skill's name.
    pub what: String,
    /// The players it concerns.
    pub players: Vec<PlayerId>,
    /// The card it concerns.
    pub card: Option<Card>,
}

impl About {
    /// A subject without players.
    pub fn new(what: &str) -> About {
        About { what: what.to_owned(), players: Vec::new(), card: None }
    }

    /// Adds a player.
    pub fn player(mut self, id: PlayerId) -> About {
        self.players.push(id);
        self
    }

    /// Sets the card.
    pub fn card(mut self, card: &Card) -> About {
        self.card = Some(card.clone());
        self
    }
}

/// A frame of the settlement stack.
pub trait Frame: Debug {
    /// Continues with the result of the frame above or a player's answer.
    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow;

    /// The subject of the frame, for display.
    fn about(&self) -> About;

    /// The id of the running script function, if the frame is one.
    fn routine(&self) -> Option<u64> {
        None
    }

    /// An independent copy.
    fn fork(&self, copies: &mut Copies) -> Box<dyn Frame>;

    /// Renames the cards that the frame holds outside shared data, for its copy in another world.
    fn rename(&mut self, _copies: &Copies) {}

    /// The data that the frame shares with the frame that started it.
    fn live(&self) -> Option<&Live> {
        None
    }
}

/// The context that frames work on. Borrows of the state must be short: none may be held while a
/// script runs, as scripts borrow it too.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    state: &'a RefCell<State>,
    /// The scripts of the game.
    pub scripts: &'a dyn Scripts,
}

impl Debug for Cx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cx")
    }
}

/// A guard during whose lifetime the state must not change; see [`Cx::look`].
pub struct Look<'a>(&'a dyn Scripts);

impl Debug for Look<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Look")
    }
}

impl Drop for Look<'_> {
    fn drop(&mut self) {
        self.0.look(false);
    }
}

impl<'a> Cx<'a> {
    /// A context of this state and these scripts.
    pub fn new(state: &'a RefCell<State>, scripts: &'a dyn Scripts) -> Cx<'a> {
        Cx { state, scripts }
    }

    /// Borrows the state.
    pub fn s(&self) -> Ref<'a, State> {
        self.state.borrow()
    }

    /// Borrows the state mutably.
    pub fn m(&self) -> RefMut<'a, State> {
        self.state.borrow_mut()
    }

    /// Promises that the state does not change during the lifetime of the result. Scripts cache the
    /// answers to plain queries meanwhile, which helps computer players that repeat them often.
    #[must_use]
    pub fn look(&self) -> Look<'a> {
        self.scripts.look(true);
        Look(self.scripts)
    }

    /// Whether a player is alive.
    pub fn alive(&self, id: PlayerId) -> bool {
        self.s().player(id).alive
    }

    /// Whether any skill listens to an event.
    pub fn heard(&self, event: Event) -> bool {
        !self.s().listeners(event).is_empty()
    }

    /// A card as it counts for its holder: after the holder's filter skills.
    pub fn held(&self, player: PlayerId, id: CardId) -> Card {
        let filters: Vec<_> = {
            let state = self.s();
            let owner = state.player(player);
            let all = owner.innate.iter().chain(&owner.acquired).copied();
            all.filter(|&skill| state.catalogue.skill(skill).filter).collect()
        };
        filters
            .into_iter()
            .find_map(|skill| self.scripts.filtered(skill, player, id))
            .unwrap_or(Card::Real(id))
    }
}
