//! What applying an input gives.

use fangqi_protocol::{JobId, JobOrder, LogLine, Output, Record, Rejection, StepCost};

use super::heavy::HeavyReport;

/// The effects of one input. They are derived from it and never stored.
#[derive(Debug, Clone, Default)]
pub struct Applied {
    /// The record to make durable before any output is shown; `None` if the room did not change.
    pub record: Option<Record>,
    /// Outputs for viewers, in order.
    pub outputs: Vec<Output>,
    /// Jobs to start.
    pub jobs: Vec<JobOrder>,
    /// Jobs whose results are no longer expected.
    pub cancelled: Vec<JobId>,
    /// Lines for the author and the operator.
    pub log: Vec<LogLine>,
    /// Why the input was refused, for the player who gave it. The input then had no effect; a
    /// record, if there is one, is of something else, such as what fell due before it.
    pub rejected: Option<Rejection>,
    /// Fuel used by the steps of this input, for the operator's profile.
    pub costs: Vec<StepCost>,
    /// In heavy mode: state that escaped the log or was not offered for a checkpoint.
    pub heavy: Option<HeavyReport>,
}
