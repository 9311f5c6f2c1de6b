use std::collections::BTreeMap;

use fangqi_protocol::{JobId, JobOrder, JobSpec, Token};

/// Jobs whose results have not arrived.
#[derive(Debug, Default)]
pub struct Jobs {
    pending: BTreeMap<JobId, (Token, JobSpec)>,
    next: u64,
}

impl Jobs {
    /// No jobs; the next one gets the number `next`.
    pub fn numbered_from(next: u64) -> Self {
        Self { next, ..Self::default() }
    }

    /// Number of the next job.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Number of pending jobs.
    pub fn count(&self) -> usize {
        self.pending.len()
    }

    /// Orders a job on behalf of a waiting handler.
    pub fn order(&mut self, token: Token, spec: JobSpec) -> JobOrder {
        let id = JobId(self.next);
        self.next += 1;
        self.pending.insert(id, (token, spec.clone()));
        JobOrder { id, spec }
    }

    /// Removes a job whose result arrived. Returns the handler that waits for it.
    pub fn done(&mut self, id: JobId) -> Option<Token> {
        self.pending.remove(&id).map(|(token, _)| token)
    }

    /// Whether a job's result is still expected.
    pub fn is_pending(&self, id: JobId) -> bool {
        self.pending.contains_key(&id)
    }

    /// Cancels the jobs for which `which` is true. Returns their ids and the handlers that wait for
    /// them.
    pub fn cancel(&mut self, which: impl Fn(&JobSpec) -> bool) -> Vec<(JobId, Token)> {
        let ids: Vec<JobId> =
            self.pending.iter().filter(|(_, (_, spec))| which(spec)).map(|(id, _)| *id).collect();
        ids.into_iter().filter_map(|id| self.done(id).map(|token| (id, token))).collect()
    }

    /// The pending jobs, in order.
    pub fn orders(&self) -> Vec<JobOrder> {
        self.pending
            .iter()
            .map(|(id, (_, spec))| JobOrder { id: *id, spec: spec.clone() })
            .collect()
    }
}
