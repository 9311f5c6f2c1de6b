//! The settlement stack: everything that is being resolved is a frame on it.
//!
//! A frame is a small state machine. It is stepped with what the frame above it gave (nothing the
//! first time) and says what is next: another frame, a question, or its own result. Nothing
//! recurses and nothing blocks, so the stack can be listed, shown and left alone at any moment.

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

/// Events that are always raised and that those who watch players remember.
const SEEN: [Event; 6] = [
    Event::GameStart,
    Event::PhaseChange,
    Event::StartJudge,
    Event::DamageDone,
    Event::Death,
    Event::CardFinished,
];

/// What a frame wants next.
#[derive(Debug)]
pub enum Flow {
    /// Another frame on top; its result comes with the next step.
    Push(Box<dyn Frame>),
    /// Another frame in its place; its result goes to the frame below.
    Become(Box<dyn Frame>),
    /// It has ended with this result.
    Done(Value),
    /// A player is asked; the answer, once it is accepted, comes with the next step.
    Ask(PlayerId, Ask),
}

impl Flow {
    /// Another frame on top.
    pub fn push(frame: impl Frame + 'static) -> Flow {
        Flow::Push(Box::new(frame))
    }

    /// It has ended with a yes or no.
    pub fn done(result: bool) -> Flow {
        Flow::Done(Value::Bool(result))
    }

    /// It has ended with nothing.
    pub fn end() -> Flow {
        Flow::Done(Value::Nil)
    }

    /// An event is raised; its result says whether a handler stopped it.
    pub fn raise(cx: &Cx<'_>, event: Event, player: PlayerId, data: &Live) -> Flow {
        if SEEN.contains(&event) && cx.s().seen.is_some() {
            cx.m().see(event, player, || data.borrow().clone());
        }
        Flow::push(Trigger::new(cx, event, player, Live::clone(data)))
    }
}

/// What a frame is about, for those who watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The kind of settlement: `damage`, `judge`, `use_card`, a skill's name.
    pub what: String,
    /// Whom it is about.
    pub players: Vec<PlayerId>,
    /// The card it is about.
    pub card: Option<Card>,
}

impl About {
    /// A settlement about nobody.
    pub fn new(what: &str) -> About {
        About { what: what.to_owned(), players: Vec::new(), card: None }
    }

    /// About a player.
    pub fn player(mut self, id: PlayerId) -> About {
        self.players.push(id);
        self
    }

    /// About a card.
    pub fn card(mut self, card: &Card) -> About {
        self.card = Some(card.clone());
        self
    }
}

/// Something that is being resolved.
pub trait Frame: Debug {
    /// Goes on, with what the frame above gave or a player answered.
    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow;

    /// What it is about.
    fn about(&self) -> About;

    /// The running function that it stands for.
    fn routine(&self) -> Option<u64> {
        None
    }

    /// A copy that goes on from here by itself.
    fn fork(&self, copies: &mut Copies) -> Box<dyn Frame>;

    /// Calls the cards that it holds by itself as they are called where its copy goes on.
    fn rename(&mut self, _copies: &Copies) {}

    /// The data that it shares with whoever started it.
    fn live(&self) -> Option<&Live> {
        None
    }
}

/// What frames work on. The state is looked at for moments only: while scripts run, nobody may
/// hold it.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    state: &'a RefCell<State>,
    /// The scripts.
    pub scripts: &'a dyn Scripts,
}

impl Debug for Cx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cx")
    }
}

/// As long as it lives, the game stays as it is; see [`Cx::look`].
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
    /// What frames and rules work on.
    pub fn new(state: &'a RefCell<State>, scripts: &'a dyn Scripts) -> Cx<'a> {
        Cx { state, scripts }
    }

    /// Looks at the state.
    pub fn s(&self) -> Ref<'a, State> {
        self.state.borrow()
    }

    /// Changes the state.
    pub fn m(&self) -> RefMut<'a, State> {
        self.state.borrow_mut()
    }

    /// Says that the game stays as it is for as long as the result lives: whoever asks the same of
    /// scripts many times, as players do who look for an answer, has it answered once.
    #[must_use]
    pub fn look(&self) -> Look<'a> {
        self.scripts.look(true);
        Look(self.scripts)
    }

    /// Whether somebody lives.
    pub fn alive(&self, id: PlayerId) -> bool {
        self.s().player(id).alive
    }

    /// Whether anything listens to an event.
    pub fn heard(&self, event: Event) -> bool {
        !self.s().listeners(event).is_empty()
    }

    /// A card as it counts for a player who holds it: what filter skills make of it, or itself.
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
