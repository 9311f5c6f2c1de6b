//! The interface between the engine and scripts.
//!
//! A script function that may wait runs as a routine (a coroutine). To start something that takes
//! time, such as damage or a question, it yields a frame; the engine pushes the frame and resumes
//! the routine with its result. A running function is thus a frame like any other, and nothing
//! recurses.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::event::{CardEffect, CardUse, Event, Live};
use crate::frame::Frame;
use crate::reach::TargetProblem;
use crate::state::State;

/// The result of an operation, for the frame below and for scripts.
#[derive(Debug, Clone, Default)]
pub enum Value {
    /// Nil.
    #[default]
    Nil,
    /// A boolean.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A text.
    Text(Name),
    /// A player.
    Player(PlayerId),
    /// A card.
    Card(Card),
    /// Cards of the deck.
    Ids(Vec<CardId>),
    /// A use of a card.
    Use(CardUse),
    /// Cards put on top of the draw pile and at its bottom.
    Arranged(Vec<CardId>, Vec<CardId>),
    /// A card given to a player.
    Gift(CardId, PlayerId),
}

impl Value {
    /// Whether it is `true`.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Bool(true))
    }
}

/// A call of a script function that may wait.
#[derive(Debug, Clone)]
pub enum Call {
    /// `on_trigger` of a skill; the result says whether the event is stopped.
    Trigger {
        /// The skill.
        skill: SkillId,
        /// The event.
        event: Event,
        /// The player it was raised for.
        player: PlayerId,
        /// The event's data.
        data: Live,
    },
    /// `about_to_use` of a card.
    AboutToUse(CardUse),
    /// `on_use` of a card.
    Use(CardUse),
    /// `on_effect` of a card.
    Effect(CardEffect),
    /// A delayed trick was nullified or had no effect; the function decides where it goes.
    Nullified {
        /// The trick, as it counts.
        card: Card,
        /// The player in whose judgement area it is.
        target: PlayerId,
    },
    /// A card is put on or taken off.
    Wear {
        /// The card.
        card: CardId,
        /// The wearer.
        player: PlayerId,
        /// Put on, or taken off.
        on: bool,
    },
}

/// The outcome of running a routine.
#[derive(Debug)]
pub enum Progress {
    /// It has returned this result.
    Done(Value),
    /// It waits for the result of a frame.
    Waiting {
        /// Its id, for resuming it.
        routine: u64,
        /// The frame to run.
        frame: Box<dyn Frame>,
    },
    /// It failed. The host has logged the error; the game continues as if it had returned nil.
    Failed,
}

/// The occasion on which a view-as skill is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion<'a> {
    /// The player's own play phase.
    Play,
    /// A question for a card of this pattern.
    Response(&'a str),
    /// A question for a nullification.
    Nullification,
}

/// The interface to scripts. Queries return at once and must not change the state; the engine must
/// not hold a borrow of the state while they run.
pub trait Scripts {
    /// Calls `can_trigger` of a skill that has one.
    fn can_trigger(&self, skill: SkillId, player: PlayerId) -> bool;
    /// The sum of what distance skills add.
    fn distance(&self, from: PlayerId, to: PlayerId) -> i32;
    /// Whether a prohibit skill forbids a use.
    fn prohibited(&self, from: PlayerId, to: PlayerId, card: &Card) -> bool;
    /// The sum of what skills add to the hand limit.
    fn max_cards(&self, player: PlayerId) -> i32;
    /// The sum of what target-mod skills add for a card: uses, distance or targets.
    fn target_mod(&self, what: TargetMod, player: PlayerId, card: &Card) -> i32;
    /// The card that a filter skill makes of a card; `None` if it stays unchanged.
    fn filtered(&self, skill: SkillId, player: PlayerId, card: CardId) -> Option<Card>;
    /// Whether a view-as skill may be used now.
    fn enabled(&self, skill: SkillId, player: PlayerId, occasion: Occasion<'_>) -> bool;
    /// Whether a view-as skill accepts a card after those chosen.
    fn view_filter(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        candidate: CardId,
        pattern: &str,
    ) -> bool;
    /// The card that a view-as skill makes of the chosen cards.
    fn view_as(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        pattern: &str,
    ) -> Option<Card>;
    /// Whether a player can be the next target of a card.
    fn target_filter(
        &self,
        card: &Card,
        chosen: &[PlayerId],
        candidate: PlayerId,
        user: PlayerId,
    ) -> bool;
    /// The first candidate that can be the next target of a card. Suffices for finding one use.
    fn first_target(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> Option<PlayerId> {
        first_of_all(self, usage, chosen, candidates)
    }

    /// The possible next targets after those chosen. Suffices for enumerating all uses.
    fn next_targets(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> NextTargets {
        next_of_all(self, usage, chosen, candidates)
    }

    /// Whether a card may be used on exactly these targets.
    fn feasible(&self, card: &Card, chosen: &[PlayerId], user: PlayerId) -> bool;
    /// Checks a use with all its targets, each chosen after the ones before it.
    ///
    /// # Errors
    /// [`TargetProblem::Illegal`] with the first illegal target, or [`TargetProblem::Infeasible`].
    fn legal(&self, usage: Usage<'_>, targets: &[PlayerId]) -> Result<(), TargetProblem> {
        legal_by_each(self, usage, targets)
    }

    /// Whether a card may be used in the play phase at all.
    fn available(&self, card: &Card, user: PlayerId) -> bool;
    /// Replaces the bonus that strategies have added to the current estimate by `put`, and returns
    /// the old one. Nested estimates save and restore it.
    fn credit(&self, put: f64) -> f64 {
        let _ = put;
        0.0
    }

    /// Whether a trick can be nullified for a target.
    fn cancelable(&self, effect: &CardEffect) -> bool;
    /// Starts a function and runs it to its end or first wait.
    fn start(&self, call: Call) -> Progress;
    /// Resumes a routine with a result.
    fn resume(&self, routine: u64, value: Value) -> Progress;
    /// Drops a routine.
    fn abandon(&self, routine: u64);
    /// Makes scripts see this state from now on: a copy of the game on which something is
    /// simulated.
    fn look_at(&self, _state: &Rc<RefCell<State>>) {}
    /// Runs something on a throw-away copy of `seen`, or of the game's state. A copied routine is
    /// re-run this way, so that it does not repeat its side effects.
    fn aside(&self, seen: Option<&State>, run: &mut dyn FnMut()) {
        let _ = seen;
        run();
    }
    /// Reports to the author that a frame requested by a routine was refused.
    fn fault(&self, routine: u64, message: &str);
    /// `true` promises that the state does not change until the matching call with `false`, so
    /// answers to queries may be cached. See [`crate::frame::Cx::look`].
    fn look(&self, _on: bool) {}
}

/// A use of a card for which targets are sought.
#[derive(Debug, Clone, Copy)]
pub struct Usage<'a> {
    /// The card.
    pub card: &'a Card,
    /// The user.
    pub user: PlayerId,
    /// Whether prohibit skills are ignored.
    pub free: bool,
}

impl Usage<'_> {
    /// Whether no prohibit skill forbids this use on a player.
    fn allowed(&self, scripts: &(impl Scripts + ?Sized), to: PlayerId) -> bool {
        self.free || !scripts.prohibited(self.user, to, self.card)
    }

    /// Whether a player can be the next target after those chosen.
    fn takes(
        &self,
        scripts: &(impl Scripts + ?Sized),
        chosen: &[PlayerId],
        candidate: PlayerId,
    ) -> bool {
        scripts.target_filter(self.card, chosen, candidate, self.user)
    }
}

/// The default of [`Scripts::first_target`]: queries each candidate.
pub fn first_of_all(
    scripts: &(impl Scripts + ?Sized),
    usage: Usage<'_>,
    chosen: &[PlayerId],
    candidates: &[PlayerId],
) -> Option<PlayerId> {
    let fits = |&to: &PlayerId| usage.takes(scripts, chosen, to) && usage.allowed(scripts, to);
    candidates.iter().copied().find(fits)
}

/// Possible next targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextTargets {
    /// The candidates that can be chosen next, in order.
    pub players: Vec<PlayerId>,
    /// Whether the targets chosen so far are sufficient; not queried if there are none.
    pub enough: bool,
}

/// The default of [`Scripts::next_targets`]: queries each candidate.
pub fn next_of_all(
    scripts: &(impl Scripts + ?Sized),
    usage: Usage<'_>,
    chosen: &[PlayerId],
    candidates: &[PlayerId],
) -> NextTargets {
    let fits = |&to: &PlayerId| usage.allowed(scripts, to) && usage.takes(scripts, chosen, to);
    let players = candidates.iter().copied().filter(fits).collect();
    let enough = !chosen.is_empty() && scripts.feasible(usage.card, chosen, usage.user);
    NextTargets { players, enough }
}

/// The default of [`Scripts::legal`]: queries each target.
///
/// # Errors
/// As there.
pub fn legal_by_each(
    scripts: &(impl Scripts + ?Sized),
    usage: Usage<'_>,
    targets: &[PlayerId],
) -> Result<(), TargetProblem> {
    for (at, &target) in targets.iter().enumerate() {
        if !usage.allowed(scripts, target) || !usage.takes(scripts, &targets[..at], target) {
            return Err(TargetProblem::Illegal(target));
        }
    }
    if scripts.feasible(usage.card, targets, usage.user) {
        Ok(())
    } else {
        Err(TargetProblem::Infeasible)
    }
}

/// A property that target-mod skills change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetMod {
    /// Additional uses of the card in a phase.
    Residue,
    /// Additional range.
    Distance,
    /// Additional targets.
    Extra,
}
