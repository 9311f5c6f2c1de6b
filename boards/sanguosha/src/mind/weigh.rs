//! What an answer comes to: the settlement that put the question goes on by the rules on a copy, and
//! the ledger says what that was worth.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::Ledger;
use super::policy;
use super::stance::Stance;
use super::values::{Prices, Values};
use crate::engine::{Engine, Status};
use crate::frame::{Cx, Frame};
use crate::request::{Answer, Ask};
use crate::scripts::Scripts;
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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1500, depth: 90, questions: 40 }
    }
}

/// Settlements that a question is thought about together with: what they come to is what the answer
/// comes to.
const ROOTS: [&str; 4] = ["card_effect", "use_card", "PhaseChange", "TurnStart"];

/// An answer being weighed.
#[derive(Debug)]
pub struct Weighing<'a> {
    /// The settlement as it is, at a question.
    pub engine: &'a Engine,
    /// The world it goes on in.
    pub world: &'a State,
    /// What things are worth.
    pub values: &'a Values,
    /// And cards.
    pub prices: &'a Prices,
    /// To whom.
    pub stance: &'a Stance,
    /// How far it goes.
    pub limits: Limits,
}

impl Weighing<'_> {
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

    /// What an answer is worth; nothing if it is refused. Scripts look at other states meanwhile.
    pub fn weigh(&self, scripts: &dyn Scripts, root: usize, answer: &Answer) -> Option<f64> {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let request = self.engine.request()?;
        let mut fork = self.engine.fork(root, Rc::clone(&state));
        let ledger = Ledger::open(&state.borrow(), self.values, self.prices, self.stance);
        fork.answer(scripts, request.who, answer).ok()?;
        self.go_on(scripts, &mut fork);
        fork.abandon(scripts);
        let benefit = ledger.benefit(&state.borrow());
        Some(benefit)
    }

    /// What a settlement comes to that begins on a copy of the world.
    pub fn weigh_frame(&self, scripts: &dyn Scripts, frame: Box<dyn Frame>) -> f64 {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let ledger = Ledger::open(&state.borrow(), self.values, self.prices, self.stance);
        let mut fork = Engine::trial(Rc::clone(&state), frame);
        self.go_on(scripts, &mut fork);
        fork.abandon(scripts);
        let benefit = ledger.benefit(&state.borrow());
        benefit
    }

    /// Lets a settlement go on to its end, or to the limits.
    fn go_on(&self, scripts: &dyn Scripts, fork: &mut Engine) {
        let mut steps = self.limits.steps;
        for _ in 0..self.limits.questions {
            match fork.run_within(scripts, &mut steps, self.limits.depth) {
                Some(Status::Asking) => {}
                _ => return,
            }
            let Some(request) = fork.request().cloned() else { return };
            if matches!(request.ask, Ask::Activate) && fork.depth() == 1 {
                return;
            }
            let state = Rc::clone(fork.state());
            let cx = Cx::new(&state, scripts);
            let answer = policy::quick(&cx, request.who, &request.ask, self.prices);
            if fork.answer(scripts, request.who, &answer).is_err() {
                fork.answer_by_default(scripts);
            }
        }
    }
}
