//! A function of a script as a frame.

use super::{About, Cx, Flow, Frame};
use crate::scripts::{Call, Progress, Value};

/// A running function of a script.
#[derive(Debug)]
pub struct Routine {
    call: Option<Call>,
    routine: Option<u64>,
    about: About,
}

impl Routine {
    /// A function that is about to run.
    pub fn new(call: Call, about: About) -> Routine {
        Routine { call: Some(call), routine: None, about }
    }
}

impl Frame for Routine {
    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let progress = match (self.call.take(), self.routine.take()) {
            (Some(call), _) => cx.scripts.start(call),
            (None, Some(routine)) => cx.scripts.resume(routine, input),
            (None, None) => return Flow::end(),
        };
        match progress {
            Progress::Done(value) => Flow::Done(value),
            Progress::Failed => Flow::end(),
            Progress::Waiting { routine, frame } => {
                self.routine = Some(routine);
                Flow::Push(frame)
            }
        }
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn routine(&self) -> Option<u64> {
        self.routine
    }
}
