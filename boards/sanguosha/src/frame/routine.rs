//! The frame of a running script function.

use std::rc::Rc;

use super::{About, Copies, Cx, Flow, Frame};
use crate::event::Live;
use crate::scripts::{Call, Progress, Scripts, Value};
use crate::state::State;

/// A running script function. It records its call and all results passed to it since, because a
/// copy is made by running the function again with them.
#[derive(Debug)]
pub struct Routine {
    call: Call,
    at: At,
    inputs: Vec<Input>,
    /// Shared data of the frame that it waits for.
    awaits: Option<Live>,
    /// For a copy that has not been re-run yet: the state that the original saw where it waits.
    /// What was waited for changes the state, and the re-run function might take another path in
    /// it.
    seen: Option<Rc<State>>,
    about: About,
}

/// The state of the function.
#[derive(Debug, Clone, Copy)]
enum At {
    /// Not started.
    Begin,
    /// Waits, with the routine's id.
    Waits(u64),
    /// A copy of a waiting function, not re-run yet.
    NotReplayed,
    /// Finished.
    Finished,
}

/// An input of the function: a result, and the shared data of the frame that returned it.
#[derive(Debug)]
struct Input {
    value: Value,
    data: Option<Live>,
}

impl Routine {
    /// A function that has not been started.
    pub fn new(call: Call, about: About) -> Routine {
        Routine { call, at: At::Begin, inputs: Vec::new(), awaits: None, seen: None, about }
    }

    /// Re-runs a copy up to the point where the original waits, passing it the recorded results.
    /// The frames it asks for on the way are dropped, as their effects are already in the state;
    /// only the last one is returned.
    fn replay(&mut self, scripts: &dyn Scripts) -> Progress {
        let mut progress = Progress::Failed;
        let seen = self.seen.take();
        scripts.aside(seen.as_deref(), &mut || {
            progress = scripts.start(self.call.clone());
            for input in &self.inputs {
                let Progress::Waiting { routine, frame } = &progress else { return };
                copy_shared_data(frame.live(), input.data.as_ref());
                progress = scripts.resume(*routine, input.value.clone());
            }
        });
        if let Progress::Waiting { frame, .. } = &progress {
            copy_shared_data(frame.live(), self.awaits.as_ref());
        }
        progress
    }

    fn after(&mut self, progress: Progress) -> Flow {
        self.at = At::Finished;
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

/// Copies the original's data into the data that the re-run function created itself.
fn copy_shared_data(own: Option<&Live>, original: Option<&Live>) {
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
            At::NotReplayed => match self.replay(cx.scripts) {
                Progress::Waiting { routine, .. } => routine,
                other => return self.after(other),
            },
            At::Finished => return Flow::end(),
        };
        self.inputs.push(Input { value: input.clone(), data: self.awaits.take() });
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
        let inputs = self.inputs.iter().map(|input| {
            let mut value = input.value.clone();
            copies.value(&mut value);
            Input { value, data: input.data.as_ref().map(|data| copies.live(data)) }
        });
        let inputs = inputs.collect();
        let seen = match self.at {
            At::Waits(_) => copies.seen(),
            _ => self.seen.clone(),
        };
        Box::new(Routine {
            inputs,
            seen,
            call: copies.call(&self.call),
            at: if matches!(self.at, At::Waits(_)) { At::NotReplayed } else { self.at },
            awaits: self.awaits.as_ref().map(|data| copies.live(data)),
            about: self.about.clone(),
        })
    }
}
