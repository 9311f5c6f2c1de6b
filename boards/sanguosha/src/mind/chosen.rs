//! What a seat chooses where it thinks on the way of an estimate.

use std::cell::RefCell;
use std::rc::Rc;

use super::ledger::Ledger;
use super::moves;
use super::weigh::{Course, Prepared, Weighing, Worth, checked};
use crate::engine::{Engine, Request};
use crate::frame::Cx;
use crate::request::Answer;
use crate::scripts::{Scripts, Value};

/// An answer that was tried out.
pub(super) struct Tried {
    answer: Answer,
    /// What it has come to.
    pub(super) end: f64,
    /// What strategies add to that.
    pub(super) credit: f64,
    /// See [`Worth::hangs`].
    pub(super) hangs: bool,
}

impl Tried {
    /// This one, unless one that was tried out later comes to more.
    fn or_better(self, later: Tried) -> Tried {
        if later.end + later.credit > self.end + self.credit { later } else { self }
    }
}

impl Weighing<'_> {
    /// What an answer is worth with what is done next: what comes of the best that may be done.
    pub fn think_next(
        &self,
        scripts: &dyn Scripts,
        ledger: &Ledger<'_>,
        worth: Worth,
        prepared: Prepared,
    ) -> Worth {
        let Prepared { fork, request } = prepared;
        scripts.look_at(fork.state());
        let best = self.think_on(scripts, fork, ledger, &request);
        if best.answer == Answer::Decline {
            // Nothing is done next, which is what there was already. What ends the phase after it
            // is no matter.
            return worth;
        }
        scripts.credit(scripts.credit(0.0) + best.credit);
        Worth { next: best.end - worth.alone, hangs: worth.hangs || best.hangs, ..worth }
    }

    /// Lets a settlement go on from a question that the seat thinks about: what comes of the best
    /// answer is known once it has been tried out.
    pub(super) fn think_on(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        request: &Request,
    ) -> Tried {
        let mut ways = self.ways(scripts, &fork, request);
        let Some(last) = ways.pop() else {
            fork.answer_by_default(scripts);
            let Course { end, hangs, .. } = self.go_on(scripts, fork, ledger, false);
            return Tried { answer: Answer::Decline, end, credit: 0.0, hangs };
        };
        let others = self.best_of(scripts, &fork, ledger, 0, ways);
        // Nobody else goes on with the settlement itself.
        scripts.look_at(fork.state());
        let last = self.try_out(scripts, fork, ledger, last);
        match others {
            Some(others) => others.or_better(last),
            None => last,
        }
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
        let mut ways = self.ways(scripts, fork, request);
        let best = match ways.len() {
            1 => ways.pop().map(|(answer, _)| answer),
            _ => self.best_of(scripts, fork, ledger, root, ways).map(|best| best.answer),
        };
        scripts.look_at(fork.state());
        best.unwrap_or(Answer::Decline)
    }

    /// What is tried out where a question is thought about, with what it is found to be.
    fn ways(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        request: &Request,
    ) -> Vec<(Answer, Value)> {
        let cx = Cx::new(fork.state(), scripts);
        // What was asked to find answers is not asked again to check them.
        let _look = cx.look();
        let options = moves::options(&cx, request.who, &request.ask, self.scope());
        let checked = checked(&cx, request, &options);
        options.into_iter().zip(checked).filter_map(|(way, found)| Some((way, found?))).collect()
    }

    /// The best of some answers to a question, each tried out on a copy.
    fn best_of(
        &self,
        scripts: &dyn Scripts,
        fork: &Engine,
        ledger: &Ledger<'_>,
        root: usize,
        ways: Vec<(Answer, Value)>,
    ) -> Option<Tried> {
        let tried = ways.into_iter().map(|way| {
            let copy = Rc::new(RefCell::new(fork.state().borrow().fork()));
            scripts.look_at(&copy);
            self.try_out(scripts, fork.fork(root, copy), ledger, way)
        });
        tried.reduce(Tried::or_better)
    }

    /// What comes of an answer if nothing is thought about after it.
    fn try_out(
        &self,
        scripts: &dyn Scripts,
        mut fork: Engine,
        ledger: &Ledger<'_>,
        (answer, found): (Answer, Value),
    ) -> Tried {
        let before = scripts.credit(0.0);
        fork.answer_checked(found);
        let Course { end, hangs, .. } = self.go_on(scripts, fork, ledger, false);
        Tried { answer, end, credit: scripts.credit(before), hangs }
    }
}
