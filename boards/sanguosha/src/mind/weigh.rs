//! What an answer comes to: the settlement that put the question goes on by the rules on a copy,
//! and the ledger says what that was worth.

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

/// How far an estimate goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of the engine.
    pub steps: u32,
    /// Settlements on each other.
    pub depth: usize,
    /// Questions that are answered on the way.
    pub questions: u32,
    /// Answers that are tried to a question which is thought about on the way.
    pub choices: usize,
    /// Targets that a card is tried on.
    pub targets: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1500, depth: 90, questions: 40, choices: 8, targets: 4 }
    }
}

/// Settlements that a question is thought about together with: what they come to is what the answer
/// comes to.
const ROOTS: [&str; 4] = ["card_effect", "use_card", "PhaseChange", "TurnStart"];

/// What an answer comes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worth {
    /// By itself.
    pub alone: f64,
    /// What the best is worth that is done next, where the answer has prepared something.
    pub next: f64,
    /// Whether a friend has been saved by a card that somebody holds in this world, and may not
    /// hold.
    pub hangs: bool,
}

impl Worth {
    /// What an answer counts for beside others that come to `best` at most by themselves. What may
    /// be done without it as well is none of its merit.
    pub fn beside(self, best: f64) -> f64 {
        self.alone + (self.next - best.max(0.0)).max(0.0)
    }
}

/// An answer being weighed.
#[derive(Debug, Clone, Copy)]
pub struct Weighing<'a> {
    /// The settlement as it is, at a question.
    pub engine: &'a Engine,
    /// The world it goes on in.
    pub world: &'a State,
    /// What cards are called there.
    pub names: &'a Names,
    /// What things are worth.
    pub values: &'a Values,
    /// And cards.
    pub prices: &'a Prices,
    /// What is not told apart.
    pub blind: &'a Blind,
    /// To whom.
    pub stance: &'a Stance,
    /// How far it goes.
    pub limits: Limits,
}

impl Weighing<'_> {
    /// What the world is worth as it is, which estimates in it are held against.
    pub fn ledger(&self) -> Ledger<'_> {
        Ledger::open(self.world, self.values, self.prices, self.blind, self.stance)
    }

    /// From which settlement on the question is thought about.
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

    /// What an answer is worth by itself, given as what it was found to be, and where it is to be
    /// thought on. Scripts look at other states meanwhile.
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
        let Course { end, hangs, prepared } = self.go_on(scripts, fork, ledger, true);
        (Worth { alone: end, next: 0.0, hangs }, prepared)
    }

    /// What a settlement comes to that begins on a copy of the world.
    pub fn weigh_frame(&self, scripts: &dyn Scripts, frame: Box<dyn Frame>) -> f64 {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let ledger = self.ledger();
        let course = self.go_on(scripts, Engine::trial(state, frame), &ledger, true);
        let worth = Worth { alone: course.end, next: 0.0, hangs: course.hangs };
        let worth = match course.prepared {
            Some(prepared) => self.think_next(scripts, &ledger, worth, prepared),
            None => worth,
        };
        worth.alone + worth.next
    }

    /// Lets a settlement go on to its end, or to the limits. A seat that `thinks` tries out what to
    /// answer to the first question of its own on the way, and what it has prepared something for
    /// stays where its next play phase begins. All others are answered at once.
    pub(super) fn go_on(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        thinks: bool,
    ) -> Course {
        let mut steps = self.limits.steps;
        let mut hangs = false;
        for _ in 0..self.limits.questions {
            match fork.run_within(scripts, &mut steps, self.limits.depth) {
                Some(Status::Asking) => {}
                _ => break,
            }
            let Some(request) = fork.request().cloned() else { break };
            let acts = matches!(request.ask, Ask::Activate);
            // Its own play phase goes on, unless the answer has ended it.
            if acts && fork.depth() == 1 {
                if thinks && self.has_prepared(&fork.state().borrow()) {
                    let end = ledger.benefit(&fork.state().borrow());
                    return Course { end, hangs, prepared: Some(Prepared { fork, request }) };
                }
                break;
            }
            if thinks && request.who == self.stance.who && (acts || is_choice(&request.ask)) {
                let best = self.think_on(scripts, fork, ledger, &request);
                scripts.credit(scripts.credit(0.0) + best.credit);
                return Course { end: best.end, hangs: hangs || best.hangs, prepared: None };
            }
            let cx = Cx::new(fork.state(), scripts);
            let answer = policy::quick(&cx, request.who, &request.ask, self.prices);
            hangs |= answer != Answer::Decline && self.spares(&fork.state().borrow(), &request);
            if fork.answer(scripts, request.who, &answer).is_err() {
                fork.answer_by_default(scripts);
            }
        }
        let end = ledger.benefit(&fork.state().borrow());
        fork.abandon(scripts);
        Course { end, hangs, prepared: None }
    }

    /// Whether somebody else is asked for a card that may save the life of a friend.
    fn spares(&self, state: &State, request: &Request) -> bool {
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

    /// How widely answers are looked for on the way.
    pub(super) fn scope(&self) -> Scope<'_> {
        let Limits { targets, choices: most, .. } = self.limits;
        Scope { prices: self.prices, stance: self.stance, targets, most }
    }

    /// Whether the seat has prepared something by what it has done: what comes of it shows only in
    /// what it does next.
    fn has_prepared(&self, state: &State) -> bool {
        let who = self.stance.who;
        let (before, now) = (self.world.player(who), state.player(who));
        let flagged = now.flags.iter().any(|flag| !before.flags.contains(flag));
        state.winner.is_none() && (flagged || before.marks != now.marks)
    }
}

/// How a settlement has gone on.
pub(super) struct Course {
    /// What it has come to.
    pub(super) end: f64,
    /// See [`Worth::hangs`].
    pub(super) hangs: bool,
    /// Where the seat does something next.
    pub(super) prepared: Option<Prepared>,
}

/// What an answer has been followed to that has prepared something: the next time that the seat may
/// do something. It is thought on by [`Weighing::think_next`], or left.
#[derive(Debug)]
pub struct Prepared {
    pub(super) fork: Engine,
    pub(super) request: Request,
}

impl Prepared {
    /// Nothing is thought about after it.
    pub fn leave(mut self, scripts: &dyn Scripts) {
        self.fork.abandon(scripts);
    }
}

/// What answers to a question are found to be, nothing for those that are refused.
pub fn checked(cx: &Cx<'_>, request: &Request, answers: &[Answer]) -> Vec<Option<Value>> {
    let check = |answer| request::check(cx, request.who, &request.ask, answer).ok();
    answers.iter().map(check).collect()
}

/// Questions whose answers differ enough to be thought about on the way.
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
