//! What an answer comes to: the settlement that put the question goes on by the rules on a copy,
//! and the ledger says what that was worth.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::{Blind, Ledger};
use super::moves::{self, Scope};
use super::policy;
use super::stance::Stance;
use super::values::{Prices, Values};
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
    /// Of the seat's own ones so many are thought about as well.
    pub own: u32,
    /// What is done after its end is thought about where the answer has prepared something.
    pub next: bool,
    /// Answers that such a one is tried with.
    pub choices: usize,
    /// Targets that a card is tried on.
    pub targets: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1500, depth: 90, questions: 40, own: 1, next: true, choices: 8, targets: 4 }
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

    /// What an answer is worth, given as what it was found to be. Scripts look at other states
    /// meanwhile.
    pub fn weigh(
        &self,
        scripts: &dyn Scripts,
        ledger: &Ledger<'_>,
        root: usize,
        answer: &Value,
    ) -> Worth {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let mut fork = self.engine.fork_in(root, Rc::clone(&state), self.names);
        fork.answer_checked(answer.clone());
        let alone = self.go_on(scripts, &mut fork, ledger, self.limits.own);
        fork.abandon(scripts);
        let benefit = ledger.benefit(&state.borrow());
        let alone = alone.unwrap_or(benefit);
        Worth { alone, next: benefit - alone }
    }

    /// What a settlement comes to that begins on a copy of the world.
    pub fn weigh_frame(&self, scripts: &dyn Scripts, frame: Box<dyn Frame>) -> f64 {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let ledger = self.ledger();
        let mut fork = Engine::trial(Rc::clone(&state), frame);
        self.go_on(scripts, &mut fork, &ledger, self.limits.own);
        fork.abandon(scripts);
        let after = state.borrow();
        ledger.benefit(&after)
    }

    /// Lets a settlement go on to its end, or to the limits. Of the seat's own questions on the way
    /// so many are thought about as well, `own`; all others are answered at once. Where it has
    /// ended and the seat does something else after it, gives what it had come to by then.
    fn go_on(
        &self,
        scripts: &dyn Scripts,
        fork: &mut Engine,
        ledger: &Ledger<'_>,
        own: u32,
    ) -> Option<f64> {
        let (mut steps, mut own) = (self.limits.steps, own);
        let mut alone = None;
        for _ in 0..self.limits.questions {
            match fork.run_within(scripts, &mut steps, self.limits.depth) {
                Some(Status::Asking) => {}
                _ => return alone,
            }
            let Some(request) = fork.request().cloned() else { return alone };
            let state = Rc::clone(fork.state());
            let at_end = matches!(request.ask, Ask::Activate) && fork.depth() == 1;
            let goes_on = self.limits.next && own > 0;
            if at_end && !(goes_on && self.prepared(&state.borrow())) {
                return alone;
            }
            let cx = Cx::new(&state, scripts);
            // Its own play phase begins, unless the answer has skipped it.
            let acts = matches!(request.ask, Ask::Activate);
            let chooses = acts || is_choice(&request.ask);
            let thinks = own > 0 && request.who == self.stance.who && chooses;
            let answer = if thinks || at_end {
                own -= 1;
                self.choose(scripts, fork, ledger, &request, 0)
            } else {
                policy::quick(&cx, request.who, &request.ask, self.prices)
            };
            if at_end && answer == Answer::Decline {
                return alone;
            }
            if at_end && alone.is_none() {
                alone = Some(ledger.benefit(&state.borrow()));
            }
            if fork.answer(scripts, request.who, &answer).is_err() {
                fork.answer_by_default(scripts);
            }
        }
        alone
    }

    /// How widely answers are looked for.
    pub fn scope(&self) -> Scope<'_> {
        Scope { prices: self.prices, stance: self.stance, targets: self.limits.targets }
    }

    /// Whether the seat has prepared something by what it has done: what comes of it shows only in
    /// what it does next.
    fn prepared(&self, state: &State) -> bool {
        let who = self.stance.who;
        let (before, now) = (self.world.player(who), state.player(who));
        let flagged = now.flags.iter().any(|flag| !before.flags.contains(flag));
        state.winner.is_none() && (flagged || before.marks != now.marks)
    }

    /// The best of what may be answered on the way, each tried out on a copy of the settlements
    /// from the one at `root` on.
    pub(super) fn choose(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        ledger: &Ledger<'_>,
        request: &Request,
        root: usize,
    ) -> Answer {
        let state = Rc::clone(fork.state());
        let cx = Cx::new(&state, scripts);
        // What was asked to find answers is not asked again to check them.
        let look = cx.look();
        let mut options = moves::options(&cx, request.who, &request.ask, self.scope());
        options.truncate(self.limits.choices);
        if let [only] = &options[..] {
            return only.clone();
        }
        let checked = checked(&cx, request, &options);
        drop(look);
        let tried = |answer: Value| {
            let copy = Rc::new(RefCell::new(state.borrow().fork()));
            scripts.look_at(&copy);
            let mut tried = fork.fork(root, Rc::clone(&copy));
            tried.answer_checked(answer);
            self.go_on(scripts, &mut tried, ledger, 0);
            tried.abandon(scripts);
            ledger.benefit(&copy.borrow())
        };
        let mut best: Option<(f64, Answer)> = None;
        for (option, answer) in options.into_iter().zip(checked) {
            let Some(answer) = answer else { continue };
            let before = scripts.credit(0.0);
            let benefit = tried(answer);
            let worth = benefit + scripts.credit(before);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, option));
            }
        }
        scripts.look_at(&state);
        best.map_or(Answer::Decline, |(_, answer)| answer)
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
