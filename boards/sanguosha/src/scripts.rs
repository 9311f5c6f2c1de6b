//! The border to scripts: what the engine asks of them, and how their functions run.
//!
//! A function that may wait runs as a routine. Where it calls something that takes time (a damage,
//! a question), it hands over a frame; the engine puts it on the stack and resumes the routine with
//! the frame's result. So a running function is a frame like any other, and nothing recurses.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{CardId, Name, PlayerId};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::event::{CardEffect, CardUse, Event, Live};
use crate::frame::Frame;
use crate::reach::TargetProblem;
use crate::state::State;

/// What operations give to the frame below, and to scripts.
#[derive(Debug, Clone, Default)]
pub enum Value {
    /// Nothing.
    #[default]
    Nil,
    /// Yes or no.
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
    /// A card that is to be used.
    Use(CardUse),
    /// Cards put above and below.
    Arranged(Vec<CardId>, Vec<CardId>),
    /// A card for a player.
    Gift(CardId, PlayerId),
}

impl Value {
    /// A plain yes.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Bool(true))
    }
}

/// A function of a script that may wait.
#[derive(Debug, Clone)]
pub enum Call {
    /// `on_trigger` of a skill: whether the event is to stop.
    Trigger {
        /// The skill.
        skill: SkillId,
        /// The event.
        event: Event,
        /// Whom it is about.
        player: PlayerId,
        /// What it is about.
        data: Live,
    },
    /// `about_to_use` of a card.
    AboutToUse(CardUse),
    /// `on_use` of a card.
    Use(CardUse),
    /// `on_effect` of a card.
    Effect(CardEffect),
    /// A delayed trick was cancelled, or did nothing: where it goes.
    Nullified {
        /// The trick as it lies there.
        card: Card,
        /// Before whom.
        target: PlayerId,
    },
    /// A card is put on, or taken off.
    Wear {
        /// Which.
        card: CardId,
        /// By whom.
        player: PlayerId,
        /// On or off.
        on: bool,
    },
}

/// How far a routine got.
#[derive(Debug)]
pub enum Progress {
    /// It has ended with this result.
    Done(Value),
    /// It waits for what a frame gives.
    Waiting {
        /// How to resume it.
        routine: u64,
        /// What it waits for.
        frame: Box<dyn Frame>,
    },
    /// It failed. The host has written down why; the game goes on as if it had returned nothing.
    Failed,
}

/// When a view-as skill is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion<'a> {
    /// In the own play phase.
    Play,
    /// When asked for a card of a pattern.
    Response(&'a str),
    /// When a trick may be cancelled.
    Nullification,
}

/// Everything that scripts answer. Plain questions are answered at once and change nothing; while
/// they run, nobody may hold the state.
pub trait Scripts {
    /// `can_trigger` of a skill that has one.
    fn can_trigger(&self, skill: SkillId, player: PlayerId) -> bool;
    /// What distance skills add on the way from one player to another.
    fn distance(&self, from: PlayerId, to: PlayerId) -> i32;
    /// Whether some skill forbids to use a card on a player.
    fn prohibited(&self, from: PlayerId, to: PlayerId, card: &Card) -> bool;
    /// What skills add to the hand limit.
    fn max_cards(&self, player: PlayerId) -> i32;
    /// What target-mod skills add for a card: uses, distance or targets.
    fn target_mod(&self, what: TargetMod, player: PlayerId, card: &Card) -> i32;
    /// What a filter skill of the player makes of a card; nothing if it stays what it is.
    fn filtered(&self, skill: SkillId, player: PlayerId, card: CardId) -> Option<Card>;
    /// Whether a view-as skill may be used now.
    fn enabled(&self, skill: SkillId, player: PlayerId, occasion: Occasion<'_>) -> bool;
    /// Whether a view-as skill takes a card beside those already chosen.
    fn view_filter(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        candidate: CardId,
        pattern: &str,
    ) -> bool;
    /// The card that a view-as skill makes of others.
    fn view_as(
        &self,
        skill: SkillId,
        player: PlayerId,
        chosen: &[CardId],
        pattern: &str,
    ) -> Option<Card>;
    /// Whether a player may be chosen as a card's next target.
    fn target_filter(
        &self,
        card: &Card,
        chosen: &[PlayerId],
        candidate: PlayerId,
        user: PlayerId,
    ) -> bool;
    /// The first candidate that may be chosen as a card's next target. Who looks for a whole use
    /// asks this much.
    fn first_target(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> Option<PlayerId> {
        first_of_all(self, usage, chosen, candidates)
    }

    /// What may follow on the targets chosen so far: who looks for all ways to use a card asks this
    /// much.
    fn next_targets(
        &self,
        usage: Usage<'_>,
        chosen: &[PlayerId],
        candidates: &[PlayerId],
    ) -> NextTargets {
        next_of_all(self, usage, chosen, candidates)
    }

    /// Whether a card may be used on exactly these.
    fn feasible(&self, card: &Card, chosen: &[PlayerId], user: PlayerId) -> bool;
    /// Whether a card may be used on these, each chosen after those before it. Who checks a whole
    /// use asks this much.
    ///
    /// # Errors
    /// [`TargetProblem::Illegal`] with the first that may not be chosen, or
    /// [`TargetProblem::Infeasible`].
    fn legal(&self, usage: Usage<'_>, targets: &[PlayerId]) -> Result<(), TargetProblem> {
        legal_by_each(self, usage, targets)
    }

    /// Whether a card may be used at all in the play phase.
    fn available(&self, card: &Card, user: PlayerId) -> bool;
    /// What strategies have added to the estimate under way; `put` takes its place. Whoever tries
    /// something out on the way takes what that adds for itself.
    fn credit(&self, put: f64) -> f64 {
        let _ = put;
        0.0
    }

    /// Whether a trick may be cancelled on its way to a target.
    fn cancelable(&self, effect: &CardEffect) -> bool;
    /// Runs a function to its end or its first wait.
    fn start(&self, call: Call) -> Progress;
    /// Goes on with a routine.
    fn resume(&self, routine: u64, value: Value) -> Progress;
    /// Forgets a routine.
    fn abandon(&self, routine: u64);
    /// From here on scripts see this state: the copy of a game that something is tried out on.
    fn look_at(&self, _state: &Rc<RefCell<State>>) {}
    /// Runs something on a copy of a state, or of that of the game, which is thrown away: the copy
    /// of a function on its way to where the original waits changes nothing on it.
    fn aside(&self, seen: Option<&State>, run: &mut dyn FnMut()) {
        let _ = seen;
        run();
    }
    /// A frame that a routine asked for was refused; what the author is told.
    fn fault(&self, routine: u64, message: &str);
    /// With `true`, the game stays as it is until the call with `false` that belongs to it: what
    /// scripts answer to a plain question may be kept until then. See [`crate::frame::Cx::look`].
    fn look(&self, _on: bool) {}
}

/// A card in somebody's use, for which targets are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Usage<'a> {
    /// Which.
    pub card: &'a Card,
    /// Whose.
    pub user: PlayerId,
    /// Skills that forbid cards are not asked about it.
    pub free: bool,
}

impl Usage<'_> {
    /// Whether no skill forbids this use on somebody.
    fn allowed(&self, scripts: &(impl Scripts + ?Sized), to: PlayerId) -> bool {
        self.free || !scripts.prohibited(self.user, to, self.card)
    }

    /// Whether somebody may be chosen after these.
    fn takes(
        &self,
        scripts: &(impl Scripts + ?Sized),
        chosen: &[PlayerId],
        candidate: PlayerId,
    ) -> bool {
        scripts.target_filter(self.card, chosen, candidate, self.user)
    }
}

/// What [`Scripts::first_target`] answers, by asking about each candidate.
pub fn first_of_all(
    scripts: &(impl Scripts + ?Sized),
    usage: Usage<'_>,
    chosen: &[PlayerId],
    candidates: &[PlayerId],
) -> Option<PlayerId> {
    let fits = |&to: &PlayerId| usage.takes(scripts, chosen, to) && usage.allowed(scripts, to);
    candidates.iter().copied().find(fits)
}

/// What may follow on the targets chosen so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextTargets {
    /// The candidates that may be chosen next, in their order.
    pub players: Vec<PlayerId>,
    /// The card may be used on those chosen. Not asked where nobody is.
    pub enough: bool,
}

/// What [`Scripts::next_targets`] answers, by asking about each candidate.
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

/// What [`Scripts::legal`] answers, by asking about each target.
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

/// What a target-mod skill may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetMod {
    /// How often more the card may be used in a phase.
    Residue,
    /// How much farther it reaches.
    Distance,
    /// On how many more targets it may be used.
    Extra,
}
