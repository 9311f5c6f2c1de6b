//! Lookahead: plays whole turns after an answer to see how it turns out.

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

/// Limits on engine steps and on questions for all simulated turns together. Searches within them
/// have their own limits.
const STEPS_MAX: u32 = 12_000;
const QUESTIONS_MAX: u32 = 300;

/// Parameters of the lookahead. The seat that looks ahead chooses its answers by search, with all
/// cards and roles of the sampled world open; the others answer at once by [`policy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ahead {
    /// Number of turns, including the present one.
    pub turns: u32,
    /// Number of answers considered for each question.
    pub choices: usize,
    /// Number of targets considered for a card.
    pub targets: usize,
    /// The measure of the final state.
    pub measure: Measure,
    /// The weights of other players in it.
    pub care: Care,
}

impl Weighing<'_> {
    /// The gain after an answer and some simulated turns; `None` if the answer is refused. `ledger`
    /// is that of the world before the answer.
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

    /// Simulates until a play phase begins after the last turn, or a limit is reached.
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

    /// The seat's choice in the simulation, by what the settlement yields, without further
    /// lookahead.
    fn think_ahead(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        request: &Request,
        ahead: Ahead,
    ) -> Answer {
        // A copy, because scripts may change the state during queries, though they should not.
        let world = fork.state().borrow().fork();
        let stance = Stance::by(&world, request.who, ahead.care, &|at| world.players[at].role);
        let Ahead { choices, targets, .. } = ahead;
        let limits = Limits { choices, targets, ..self.limits };
        let mind = Weighing { engine: fork, world: &world, stance: &stance, limits, ..*self };
        mind.choose(scripts, fork, &mind.ledger(), request, mind.root())
    }
}
