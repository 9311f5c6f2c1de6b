use serde::{Deserialize, Serialize};

use super::plain_value::PlainValue;
use super::stored_result::StoredResult;

/// How a job ended. Serialised as [`StoredResult`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredResult", into = "StoredResult")]
pub enum JobResult {
    /// The result as plain Lua data, see [`PlainValue`], which the waiting call returns.
    Done {
        /// The encoded value.
        value: Vec<u8>,
    },
    /// There is no result, without a fault: the waiting call returns nil and the reason.
    Declined {
        /// The reason for the script, such as `"unsolved"`.
        reason: String,
    },
    /// The job could not be done. The waiting call returns nil and the reason.
    Failed {
        /// The reason, for the script and the log.
        reason: String,
    },
    /// A result in a log that an earlier version of the program wrote.
    Earlier(StoredResult),
}

impl JobResult {
    /// A result made of a value.
    pub fn done(value: &PlainValue) -> Self {
        Self::Done { value: value.encode() }
    }

    /// The encoded value that the waiting call returns.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn value(&self) -> Result<Vec<u8>, String> {
        match self {
            Self::Done { value } => Ok(value.clone()),
            Self::Declined { reason } | Self::Failed { reason } => Err(reason.clone()),
            Self::Earlier(stored) => stored.value().map(|value| value.encode()),
        }
    }
}

impl From<Result<PlainValue, String>> for JobResult {
    fn from(result: Result<PlainValue, String>) -> Self {
        match result {
            Ok(value) => Self::done(&value),
            Err(reason) => Self::Failed { reason },
        }
    }
}
