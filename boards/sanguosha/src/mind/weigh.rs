//! Estimates of answers: the settlement that asked is continued on a copy, and the ledger evaluates
//! the result.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::{Blind, Ledger};
use super::moves::Scope;
use super::policy;
use super::stance::Stance;
use super::values::{Prices, Values};
use crate::basics::PlayerId;
use crate::engine::{Engine, Request, Status};
use crate::frame::{Cx, Frame, Names};
use crate::request::{self, Answer, Ask};
use crate::scripts::{Scripts, Value};
use crate::state::State;

/// Limits of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Engine steps.
    pub steps: u32,
    /// Depth of the settlement stack.
    pub depth: usize,
    /// Number of questions answered on the way.
    pub questions: u32,
    /// Number of answers considered for a question that the seat decides on the way.
    pub choices: usize,
    /// Number of targets considered for a card.
    pub targets: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1500, depth: 90, questions: 40, choices: 8, targets: 4 }
    }
}

/// Frames from which a question is simulated: an answer is estimated by what the innermost of these
/// settlements yields.
const ROOTS: [&str; 4] = ["card_effect", "use_card", "PhaseChange", "TurnStart"];

/// The estimate of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// The gain of the settlement itself.
    pub alone: f64,
    /// The additional gain of the best next action, if the answer has prepared one.
    pub next: f64,
    /// Whether the estimate depends on a friend being saved by a card that another player holds in
    /// this sampled world, but perhaps not in reality.
    pub hangs: bool,
}

impl Worth {
    /// The value of an answer compared with alternatives whose own gain is at most `best`: a next
    /// action counts only as far as it exceeds what is possible without the preparation.
    pub fn beside(self, best: f64) -> f64 {
        self.alone + (self.next - best.max(0.0)).max(0.0)
    }
}

/// The context of estimates.
#[derive(Debug, Clone, Copy)]
pub struct Weighing<'a> {
    /// The game, at a question.
    pub engine: &'a Engine,
    /// The sampled world in which the settlement is continued.
    pub world: &'a State,
    /// The renaming of cards from the game to the world.
    pub names: &'a Names,
    /// Values of assets.
    pub values: &'a Values,
    /// Prices of cards.
    pub prices: &'a Prices,
    /// The cards whose places were sampled.
    pub blind: &'a Blind,
    /// The seat's stance.
    pub stance: &'a Stance,
    /// The limits.
    pub limits: Limits,
}

impl Weighing<'_> {
    /// The ledger with the world as its baseline.
    pub fn ledger(&self) -> Ledger<'_> {
        Ledger::open(self.world, self.values, self.prices, self.blind, self.stance)
    }

    /// Index of the frame from which the question is simulated.
    pub fn root(&self) -> usize {
        let stack = self.engine.stack();
        let play = matches!(self.engine.request().map(|request| &request.ask), Some(Ask::Activate));
        if play {
            return stack.len().saturating_sub(1);
        }
        let root = |what: &str| ROOTS.contains(&what);
        let mut at = stack.len().saturating_sub(1);
        while at > 0 && !root(&stack[at].what) {
            at -= 1;
        }
        at
    }

    /// Estimates an answer by its own settlement; `answer` is the result of [`checked`]. Also
    /// returns the state of a prepared next action, if any. Scripts are left looking at another
    /// state.
    pub fn weigh(
        &self,
        scripts: &dyn Scripts,
        ledger: &Ledger<'_>,
        root: usize,
        answer: &Value,
    ) -> (Worth, Option<Prepared>) {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let mut fork = self.engine.fork_in(root, state, self.names);
        fork.answer_checked(answer.clone());
        let Outcome { end, hangs, prepared } =
            self.continue_settlement(scripts, fork, ledger, true);
        (Worth { alone: end, next: 0.0, hangs }, prepared)
    }

    /// Estimates a settlement that starts on a copy of the world.
    pub fn weigh_frame(&self, scripts: &dyn Scripts, frame: Box<dyn Frame>) -> f64 {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let ledger = self.ledger();
        let outcome = self.continue_settlement(scripts, Engine::trial(state, frame), &ledger, true);
        let worth = Worth { alone: outcome.end, next: 0.0, hangs: outcome.hangs };
        let worth = match outcome.prepared {
            Some(prepared) => self.think_next(scripts, &ledger, worth, prepared),
            None => worth,
        };
        worth.alone + worth.next
    }

    /// Continues a settlement to its end or to a limit. If `thinks`, the seat decides its first
    /// question on the way by search, and a settlement that has prepared an action stops at the
    /// seat's next play-phase question. All other questions are answered by [`policy`].
    pub(super) fn continue_settlement(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        thinks: bool,
    ) -> Outcome {
        let mut steps = self.limits.steps;
        let mut hangs = false;
        for _ in 0..self.limits.questions {
            match fork.run_within(scripts, &mut steps, self.limits.depth) {
                Some(Status::Asking) => {}
                _ => break,
            }
            let Some(request) = fork.request().cloned() else { break };
            let acts = matches!(request.ask, Ask::Activate);
            // Back at the seat's own play phase: the settlement is over, unless it has prepared an
            // action.
            if acts && fork.depth() == 1 {
                if thinks && self.has_prepared(&fork.state().borrow()) {
                    let end = ledger.benefit(&fork.state().borrow());
                    return Outcome { end, hangs, prepared: Some(Prepared { fork, request }) };
                }
                break;
            }
            if thinks && request.who == self.stance.who && (acts || is_choice(&request.ask)) {
                let best = self.decide(scripts, fork, ledger, &request);
                scripts.credit(scripts.credit(0.0) + best.credit);
                return Outcome { end: best.end, hangs: hangs || best.hangs, prepared: None };
            }
            let cx = Cx::new(fork.state(), scripts);
            let answer = policy::quick(&cx, request.who, &request.ask, self.prices);
            hangs |=
                answer != Answer::Decline && self.saves_friend(&fork.state().borrow(), &request);
            if fork.answer(scripts, request.who, &answer).is_err() {
                fork.answer_by_default(scripts);
            }
        }
        let end = ledger.benefit(&fork.state().borrow());
        fork.abandon(scripts);
        Outcome { end, hangs, prepared: None }
    }

    /// Whether another player is asked for a card that may save the life of a friend.
    fn saves_friend(&self, state: &State, request: &Request) -> bool {
        let weak = |id: PlayerId| Some(id).filter(|&id| state.player(id).hp <= 1);
        let in_danger = match &request.ask {
            Ask::Card { pattern, .. } if !pattern.starts_with('.') => weak(request.who),
            Ask::Nullify { to, positive: true, .. } => weak(*to),
            Ask::Peach { dying, .. } => Some(*dying),
            _ => None,
        };
        let who = self.stance.who;
        request.who != who && in_danger.is_some_and(|id| id != who && self.stance.is_friend(id))
    }

    /// The scope of candidate answers within an estimate.
    pub(super) fn scope(&self) -> Scope<'_> {
        let Limits { targets, choices: most, .. } = self.limits;
        Scope { prices: self.prices, stance: self.stance, targets, most }
    }

    /// Whether the seat has gained a flag or changed a mark. Such a preparation has value only
    /// through what the seat does next.
    fn has_prepared(&self, state: &State) -> bool {
        let who = self.stance.who;
        let (before, now) = (self.world.player(who), state.player(who));
        let flagged = now.flags.iter().any(|flag| !before.flags.contains(flag));
        state.winner.is_none() && (flagged || before.marks != now.marks)
    }
}

/// The outcome of a continued settlement.
pub(super) struct Outcome {
    /// The gain by the ledger.
    pub(super) end: f64,
    /// See [`Worth::hangs`].
    pub(super) hangs: bool,
    /// The seat's next action, if it has prepared one.
    pub(super) prepared: Option<Prepared>,
}

/// A simulation that has reached the seat's next action after a preparation. Pass it to
/// [`Weighing::think_next`], or drop it with [`Prepared::leave`].
#[derive(Debug)]
pub struct Prepared {
    pub(super) fork: Engine,
    pub(super) request: Request,
}

impl Prepared {
    /// Ends the simulation.
    pub fn leave(mut self, scripts: &dyn Scripts) {
        self.fork.abandon(scripts);
    }
}

/// Checks answers to a question; `None` for those that are refused.
pub fn checked(cx: &Cx<'_>, request: &Request, answers: &[Answer]) -> Vec<Option<Value>> {
    let check = |answer| request::check(cx, request.who, &request.ask, answer).ok();
    answers.iter().map(check).collect()
}

/// Questions whose answers differ enough to be decided by search within an estimate.
pub(super) fn is_choice(ask: &Ask) -> bool {
    match ask {
        Ask::Card { pattern, .. } => pattern.starts_with(['.', '@']),
        Ask::Invoke { .. }
        | Ask::Choice { .. }
        | Ask::Player { .. }
        | Ask::CardChosen { .. }
        | Ask::UseCard { .. }
        | Ask::Discard { optional: true, .. }
        | Ask::Suit { .. } => true,
        _ => false,
    }
}
