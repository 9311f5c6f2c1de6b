//! Results of jobs as logs hold them, those of earlier versions of the program included.

use serde::{Deserialize, Serialize};

use super::job_result::JobResult;
use super::plain_value::PlainValue;

/// The result of a job as a log holds it. Logs know the variants by position, so they are added and
/// never changed. Those before [`Self::Done`], `Failed` excepted, date from record versions 1 and
/// 2, in which each engine had a form of its own; they are only read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are those of the tables that scripts got and get")]
pub enum StoredResult {
    /// A move of an engine, in UCI coordinates.
    EngineMove { best: Option<String>, score: i32, depth: u32, nodes: u64 },
    /// A move on a board; `best` is plain data.
    BoardMove { best: Option<Vec<u8>>, value: i32, depth: u32, nodes: u64 },
    /// The job could not be done.
    Failed { reason: String },
    /// What a position is worth.
    EngineVerdict { verdict: OldVerdict, threat: Option<OldVerdict>, depth: u32, nodes: u64 },
    /// What becomes of a card game with open hands.
    OpenHandsSolved { landlord: Option<bool>, line: Vec<String>, winning: Vec<String> },
    /// What a seat should do in a card game.
    CardThought { candidates: Vec<String>, value: Option<i32> },
    /// What a seat should answer to a question.
    AnswerThought { answer: String, layer: String, candidates: Vec<(String, i32)> },
    /// Plain Lua data.
    Done { value: Vec<u8> },
    /// There is no result.
    Declined { reason: String },
}

/// A score and the moves to be expected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "see above")]
pub struct OldVerdict {
    pub score: i32,
    pub line: Vec<String>,
}

impl From<StoredResult> for JobResult {
    fn from(stored: StoredResult) -> Self {
        match stored {
            StoredResult::Done { value } => Self::Done { value },
            StoredResult::Declined { reason } => Self::Declined { reason },
            StoredResult::Failed { reason } => Self::Failed { reason },
            earlier => Self::Earlier(earlier),
        }
    }
}

impl From<JobResult> for StoredResult {
    fn from(result: JobResult) -> Self {
        match result {
            JobResult::Done { value } => Self::Done { value },
            JobResult::Declined { reason } => Self::Declined { reason },
            JobResult::Failed { reason } => Self::Failed { reason },
            JobResult::Earlier(stored) => stored,
        }
    }
}

impl StoredResult {
    /// What the waiting call returns.
    ///
    /// # Errors
    /// The reason why there is no result.
    pub(super) fn value(&self) -> Result<PlainValue, String> {
        Ok(match self.clone() {
            Self::EngineMove { best, score, depth, nodes } => PlainValue::table([
                ("move", best.into()),
                ("score", score.into()),
                ("depth", depth.into()),
                ("nodes", nodes.into()),
            ]),
            Self::BoardMove { best, value, depth, nodes } => PlainValue::table([
                ("move", best.map_or(PlainValue::Nil, PlainValue::Encoded)),
                ("value", value.into()),
                ("depth", depth.into()),
                ("nodes", nodes.into()),
            ]),
            Self::EngineVerdict { verdict, threat, depth, nodes } => {
                let mut fields = verdict.fields();
                let threat =
                    threat.map_or(PlainValue::Nil, |threat| PlainValue::table(threat.fields()));
                fields.extend([
                    ("threat", threat),
                    ("depth", depth.into()),
                    ("nodes", nodes.into()),
                ]);
                PlainValue::table(fields)
            }
            Self::OpenHandsSolved { landlord: None, .. } => return Err("unsolved".to_owned()),
            Self::OpenHandsSolved { landlord: Some(landlord), line, winning } => {
                PlainValue::table([
                    ("winner", if landlord { "landlord" } else { "farmers" }.into()),
                    ("line", line.into()),
                    ("winning", winning.into()),
                ])
            }
            Self::CardThought { candidates, value } => PlainValue::table([
                ("act", candidates.first().cloned().into()),
                ("value", value.into()),
                ("candidates", candidates.into()),
            ]),
            Self::AnswerThought { answer, layer, candidates } => {
                let candidate = |(answer, worth): (String, i32)| {
                    PlainValue::table([("answer", answer.into()), ("worth", worth.into())])
                };
                let candidates = candidates.into_iter().map(candidate).collect();
                PlainValue::table([
                    ("answer", answer.into()),
                    ("layer", layer.into()),
                    ("candidates", PlainValue::List(candidates)),
                ])
            }
            Self::Done { value } => PlainValue::Encoded(value),
            Self::Declined { reason } | Self::Failed { reason } => return Err(reason),
        })
    }
}

impl OldVerdict {
    fn fields(self) -> Vec<(&'static str, PlainValue)> {
        let best = self.line.first().cloned();
        vec![("move", best.into()), ("score", self.score.into()), ("line", self.line.into())]
    }
}
