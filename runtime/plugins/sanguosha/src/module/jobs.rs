//! A computer's thinking about a game of Sanguosha, as a job.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::{Level, Packages, consider};
use fangqi_plugin::{Computation, Crew};
use fangqi_protocol::{JobResult, PlainValue};

/// Say what a seat should answer.
#[derive(Debug, Clone)]
pub(super) struct Think {
    /// The packages it is played with.
    pub(super) packages: Packages,
    /// The game's text, as [`Game`](crate::Game) writes it.
    pub(super) game: String,
    /// Strength, 1 to 4.
    pub(super) level: u8,
    /// Seed of its random choices.
    pub(super) seed: u64,
    /// Worlds it may try answers in, if that is less than the level would.
    pub(super) worlds: Option<u64>,
}

impl Computation for Think {
    fn run(&self, _: &dyn Crew, _: &Arc<AtomicBool>) -> JobResult {
        self.thought().into()
    }

    fn shortened(&self) -> Box<dyn Computation> {
        Box::new(Self { level: self.level.min(2), worlds: Some(1), ..self.clone() })
    }
}

impl Think {
    fn thought(&self) -> Result<PlainValue, String> {
        let Self { packages, game, level, seed, worlds } = self;
        let level = Level::of(*level).ok_or_else(|| format!("there is no level {level}"))?;
        let considered = consider(packages, game, level, *seed, *worlds)?;
        let candidate = |(answer, worth): (String, f64)| {
            PlainValue::table([("answer", answer.into()), ("worth", (worth.round() as i32).into())])
        };
        let candidates = considered.candidates.into_iter().map(candidate).collect();
        Ok(PlainValue::table([
            ("answer", considered.answer.into()),
            ("layer", considered.layer.into()),
            ("candidates", PlainValue::List(candidates)),
        ]))
    }
}
