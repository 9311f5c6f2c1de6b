//! Choices of the thinking seat during an estimate.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::Ledger;
use super::moves;
use super::weigh::{Outcome, Prepared, Weighing, Worth, checked};
use crate::engine::{Engine, Request};
use crate::frame::Cx;
use crate::request::Answer;
use crate::scripts::{Scripts, Value};

/// An answer with its estimate.
pub(super) struct Tried {
    answer: Answer,
    /// Gain by the ledger.
    pub(super) end: f64,
    /// Bonus that strategy scripts add.
    pub(super) credit: f64,
    /// See [`Worth::hangs`].
    pub(super) hangs: bool,
}

impl Tried {
    /// The better of the two; `self` in a tie.
    fn better_of(self, later: Tried) -> Tried {
        if later.end + later.credit > self.end + self.credit { later } else { self }
    }
}

impl Weighing<'_> {
    /// Completes the worth of a preparing answer by the best answer to the next question.
    pub fn think_next(
        &self,
        scripts: &dyn Scripts,
        ledger: &Ledger<'_>,
        worth: Worth,
        prepared: Prepared,
    ) -> Worth {
        let Prepared { fork, request } = prepared;
        scripts.look_at(fork.state());
        let best = self.decide(scripts, fork, ledger, &request);
        if best.answer == Answer::Decline {
            // Declining just ends the phase, so the preparation gained nothing beyond `worth`.
            return worth;
        }
        scripts.credit(scripts.credit(0.0) + best.credit);
        Worth { next: best.end - worth.alone, hangs: worth.hangs || best.hangs, ..worth }
    }

    /// Continues a settlement from a question that the seat decides: tries all answers and returns
    /// the best estimate.
    pub(super) fn decide(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        request: &Request,
    ) -> Tried {
        let mut candidates = self.candidates(scripts, &fork, request);
        let Some(last) = candidates.pop() else {
            fork.answer_by_default(scripts);
            let Outcome { end, hangs, .. } = self.continue_settlement(scripts, fork, ledger, false);
            return Tried { answer: Answer::Decline, end, credit: 0.0, hangs };
        };
        let others = self.best_of(scripts, &fork, ledger, 0, candidates);
        // The last answer needs no copy, since the settlement itself is no longer needed.
        scripts.look_at(fork.state());
        let last = self.try_out(scripts, fork, ledger, last);
        match others {
            Some(others) => others.better_of(last),
            None => last,
        }
    }

    /// The best answer to a question. Each is tried on a copy of the frames from `root` on.
    pub(super) fn choose(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        ledger: &Ledger<'_>,
        request: &Request,
        root: usize,
    ) -> Answer {
        let mut candidates = self.candidates(scripts, fork, request);
        let best = match candidates.len() {
            1 => candidates.pop().map(|(answer, _)| answer),
            _ => self.best_of(scripts, fork, ledger, root, candidates).map(|best| best.answer),
        };
        scripts.look_at(fork.state());
        best.unwrap_or(Answer::Decline)
    }

    /// The legal answers to try, with what [`checked`] makes of them.
    fn candidates(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        request: &Request,
    ) -> Vec<(Answer, Value)> {
        let cx = Cx::new(fork.state(), scripts);
        // Lets scripts cache queries, since checking repeats many of those that finding answers
        // made.
        let _look = cx.look();
        let options = moves::options(&cx, request.who, &request.ask, self.scope());
        let checked = checked(&cx, request, &options);
        options
            .into_iter()
            .zip(checked)
            .filter_map(|(candidate, found)| Some((candidate, found?)))
            .collect()
    }

    /// The best of some answers, each tried on a copy.
    fn best_of(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        ledger: &Ledger<'_>,
        root: usize,
        candidates: Vec<(Answer, Value)>,
    ) -> Option<Tried> {
        let tried = candidates.into_iter().map(|candidate| {
            let copy = Rc::new(RefCell::new(fork.state().borrow().fork()));
            scripts.look_at(&copy);
            self.try_out(scripts, fork.fork(root, copy), ledger, candidate)
        });
        tried.reduce(Tried::better_of)
    }

    /// Estimates an answer by the settlement it leads to, without decisions by search.
    fn try_out(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        (answer, found): (Answer, Value),
    ) -> Tried {
        let before = scripts.credit(0.0);
        fork.answer_checked(found);
        let Outcome { end, hangs, .. } = self.continue_settlement(scripts, fork, ledger, false);
        Tried { answer, end, credit: scripts.credit(before), hangs }
    }
}
