//! Turns played out after an answer, to see what becomes of it.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::{Ledger, Measure};
use super::policy;
use super::stance::{Care, Stance};
use super::weigh::{Limits, Weighing, is_choice};
use crate::engine::{Engine, Request, Status};
use crate::frame::{Copies, Cx};
use crate::request::{Answer, Ask};
use crate::scripts::Scripts;

/// Steps of the engine, and questions, in all turns that are played out together. What is tried out
/// on the way has limits of its own.
const STEPS_MAX: u32 = 12_000;
const QUESTIONS_MAX: u32 = 300;

/// How turns are played out. The seat that looks ahead thinks in them, as if the cards and roles of
/// the world lay open; the others answer at once, as [`policy`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ahead {
    /// How many, that under way included.
    pub turns: u32,
    /// Answers that a question is thought about with.
    pub choices: usize,
    /// Targets that a card is tried on.
    pub targets: usize,
    /// What they are judged by in the end.
    pub measure: Measure,
    /// By what it cares for others.
    pub care: Care,
}

impl Weighing<'_> {
    /// What is gained by an answer once everybody has played on for some turns; nothing if it is
    /// refused. `ledger` is that of the world as it is.
    pub fn look_ahead(
        &self,
        scripts: &dyn Scripts,
        ledger: &Ledger<'_>,
        answer: &Answer,
        ahead: Ahead,
    ) -> Option<f64> {
        let state = Rc::new(RefCell::new(self.world.fork()));
        scripts.look_at(&state);
        let request = self.engine.request()?;
        let mut fork = self.engine.fork_in(0, Rc::clone(&state), self.names);
        let answer = Copies::renaming(self.names).answer(answer);
        fork.answer(scripts, request.who, &answer).ok()?;
        self.play_on(scripts, &mut fork, ahead);
        fork.abandon(scripts);
        let gained = ledger.gained(&state.borrow(), ahead.measure);
        Some(gained)
    }

    /// Plays on until the turns are over and somebody's play phase begins.
    fn play_on(&self, scripts: &dyn Scripts, fork: &mut Engine, ahead: Ahead) {
        let until = self.world.turns + ahead.turns;
        let mut steps = STEPS_MAX;
        for _ in 0..QUESTIONS_MAX {
            match fork.run_within(scripts, &mut steps, self.limits.depth) {
                Some(Status::Asking) => {}
                _ => return,
            }
            let Some(request) = fork.request().cloned() else { return };
            let plays = matches!(request.ask, Ask::Activate);
            if plays && fork.state().borrow().turns >= until {
                return;
            }
            let answer = self.answer_ahead(scripts, fork, &request, ahead);
            if fork.answer(scripts, request.who, &answer).is_err() {
                fork.answer_by_default(scripts);
            }
        }
    }

    fn answer_ahead(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        request: &Request,
        ahead: Ahead,
    ) -> Answer {
        let plays = matches!(request.ask, Ask::Activate);
        let thinks = request.who == self.stance.who;
        if thinks && (plays || is_choice(&request.ask)) {
            return self.think_ahead(scripts, fork, request, ahead);
        }
        let cx = Cx::new(fork.state(), scripts);
        match plays {
            true => policy::act(&cx, request.who, self.prices),
            false => policy::quick(&cx, request.who, &request.ask, self.prices),
        }
    }

    /// What seems best to the seat, by what it comes to at once.
    fn think_ahead(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        request: &Request,
        ahead: Ahead,
    ) -> Answer {
        // Scripts that are asked what may be done may change the state, though they should not.
        let world = fork.state().borrow().fork();
        let stance = Stance::by(&world, request.who, ahead.care, &|at| world.players[at].role);
        let Ahead { choices, targets, .. } = ahead;
        let limits = Limits { choices, targets, ..self.limits };
        let mind = Weighing { engine: fork, world: &world, stance: &stance, limits, ..*self };
        mind.choose(scripts, fork, &mind.ledger(), request, mind.root())
    }
}
