//! Thinking, as a job.

use std::sync::{Arc, atomic::AtomicBool};

use fangqi_plugin::{Computation, Crew};
use fangqi_protocol::{JobResult, PlainValue};
use serde::{Deserialize, Serialize};

use crate::rules::{Position, WON};

/// Find the best pit of a position.
#[derive(Debug, Clone, Serialize, Deserialize)]
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

    fn packed(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }
}

/// Makes a job again that was packed on another server.
pub(crate) fn unpack(text: &str) -> Result<Box<dyn Computation>, String> {
    let job: Think = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(Box::new(job))
}

#[cfg(test)]
mod tests {
    use fangqi_protocol::Alone;

    use super::*;

    #[test]
    fn another_server_comes_to_the_same() {
        let think = Think { position: Position::default(), depth: 4 };
        let again = unpack(&think.packed().unwrap()).unwrap();
        let run = |job: &dyn Computation| job.run(&Alone, &Arc::default());
        assert_eq!(run(&*again), run(&think));
        assert!(unpack("{}").is_err());
    }
}
