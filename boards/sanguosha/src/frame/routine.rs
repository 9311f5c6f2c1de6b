//! A function of a script as a frame.

use std::rc::Rc;

use super::{About, Copies, Cx, Flow, Frame};
use crate::event::Live;
use crate::scripts::{Call, Progress, Scripts, Value};
use crate::state::State;

/// A running function of a script. It remembers how it was called and what it was given since:
/// that is what its copy is made of.
#[derive(Debug)]
pub struct Routine {
    call: Call,
    at: At,
    told: Vec<Told>,
    /// The data of what it waits for.
    awaits: Option<Live>,
    /// What the original saw where it waits, for a copy that has not been run yet: by the time it
    /// is, what was waited for has changed the state, and the function might go another way.
    seen: Option<Rc<State>>,
    about: About,
}

/// How far it has got.
#[derive(Debug, Clone, Copy)]
enum At {
    /// It is about to run.
    Begin,
    /// It waits.
    Waits(u64),
    /// A copy of one that waits; it has not been run yet.
    Behind,
    /// It has ended.
    Over,
}

/// What a running function was given: a result, and the data of what gave it.
#[derive(Debug)]
struct Told {
    value: Value,
    data: Option<Live>,
}

impl Routine {
    /// A function that is about to run.
    pub fn new(call: Call, about: About) -> Routine {
        Routine { call, at: At::Begin, told: Vec::new(), awaits: None, seen: None, about }
    }

    /// Runs a copy to where the original waits: it is given what that was given, and what it wants
    /// done meanwhile is done already. Only the last waiting is real.
    fn catch_up(&mut self, scripts: &dyn Scripts) -> Progress {
        let mut progress = Progress::Failed;
        let seen = self.seen.take();
        scripts.aside(seen.as_deref(), &mut || {
            progress = scripts.start(self.call.clone());
            for told in &self.told {
                let Progress::Waiting { routine, frame } = &progress else { return };
                hand_over(frame.live(), told.data.as_ref());
                progress = scripts.resume(*routine, told.value.clone());
            }
        });
        if let Progress::Waiting { frame, .. } = &progress {
            hand_over(frame.live(), self.awaits.as_ref());
        }
        progress
    }

    fn after(&mut self, progress: Progress) -> Flow {
        self.at = At::Over;
        match progress {
            Progress::Done(value) => Flow::Done(value),
            Progress::Failed => Flow::end(),
            Progress::Waiting { routine, frame } => {
                self.at = At::Waits(routine);
                self.awaits = frame.live().cloned();
                Flow::Push(frame)
            }
        }
    }
}

/// The function holds data of its own making; what has become of the original's is put there.
fn hand_over(own: Option<&Live>, original: Option<&Live>) {
    if let (Some(own), Some(original)) = (own, original) {
        let data = original.borrow().clone();
        *own.borrow_mut() = data;
    }
}

impl Frame for Routine {
    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let routine = match self.at {
            At::Begin => {
                let progress = cx.scripts.start(self.call.clone());
                return self.after(progress);
            }
            At::Waits(routine) => routine,
            At::Behind => match self.catch_up(cx.scripts) {
                Progress::Waiting { routine, .. } => routine,
                other => return self.after(other),
            },
            At::Over => return Flow::end(),
        };
        self.told.push(Told { value: input.clone(), data: self.awaits.take() });
        let progress = cx.scripts.resume(routine, input);
        self.after(progress)
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn routine(&self) -> Option<u64> {
        match self.at {
            At::Waits(routine) => Some(routine),
            _ => None,
        }
    }

    fn fork(&self, copies: &mut Copies) -> Box<dyn Frame> {
        let told = self.told.iter().map(|told| {
            let mut value = told.value.clone();
            copies.value(&mut value);
            Told { value, data: told.data.as_ref().map(|data| copies.live(data)) }
        });
        let told = told.collect();
        let seen = match self.at {
            At::Waits(_) => copies.seen(),
            _ => self.seen.clone(),
        };
        Box::new(Routine {
            told,
            seen,
            call: copies.call(&self.call),
            at: if matches!(self.at, At::Waits(_)) { At::Behind } else { self.at },
            awaits: self.awaits.as_ref().map(|data| copies.live(data)),
            about: self.about.clone(),
        })
    }
}
