//! Thinking, as a job.

use std::sync::{Arc, atomic::AtomicBool};

use fangqi_plugin::{Computation, Crew};
use fangqi_protocol::{JobResult, PlainValue};

use crate::rules::{Position, WON};

/// Find the best pit of a position.
#[derive(Debug, Clone)]
pub(crate) struct Think {
    pub(crate) position: Position,
    /// Plies to look ahead.
    pub(crate) depth: u32,
}

impl Computation for Think {
    fn run(&self, _: &dyn Crew, _: &Arc<AtomicBool>) -> JobResult {
        let (pit, value) = self.position.search(self.depth, -2 * WON, 2 * WON);
        let pit = pit.ok_or_else(|| "the game is over".to_owned());
        pit.map(|pit| PlainValue::table([("pit", (pit as u32).into()), ("value", value.into())]))
            .into()
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self { depth: self.depth.min(2), ..self.clone() })
    }
}
