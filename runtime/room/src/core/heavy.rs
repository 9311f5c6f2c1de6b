//! Heavy mode: after each input the room is rebuilt in fresh VMs and compared, so that state that
//! escapes the log is found and named at once.

use super::applied::Applied;
use super::bases::{Bases, refold};
use super::checkpoint::Base;
use super::differences;
use super::fold::Fold;
use super::open_error::OpenError;
use super::room::Room;
use fangqi_protocol::{LogLevel, LogLine};

/// Up to this many records the whole log is replayed after each input; beyond, only at intervals,
/// for the time that it takes grows with the square of their number.
const WHOLE_ALWAYS: u64 = 64;
/// Those intervals, in records.
const WHOLE_EVERY: u64 = 32;

/// What heavy mode found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeavyReport {
    /// Number, from 0, of the record after which it was found.
    pub record: u64,
    /// How the live room differs from a room rebuilt from its log: state that no input made, such
    /// as ``global `x` is 1 here and 2 there``. Empty only if `forgotten` is not.
    pub escaped: Vec<String>,
    /// How the scripts' variables differ before and after a checkpoint: state that scripts do not
    /// offer. It may be harmless, such as a cache.
    pub forgotten: Vec<String>,
}

/// State of heavy mode in a room.
#[derive(Debug, Default)]
pub(super) struct Heavy {
    /// Escaped state differs after every later input too, so only the first difference is reported.
    reported: bool,
}

impl Room {
    /// In heavy mode, compares the room with a rebuilt one after an input that was recorded.
    pub(super) fn check_heavily(&mut self, applied: &mut Applied) {
        if !self.options.heavy || self.heavy.reported || applied.record.is_none() {
            return;
        }
        let whole = self.event() <= WHOLE_ALWAYS || self.event().is_multiple_of(WHOLE_EVERY);
        let escaped = match self.escaped(whole) {
            Ok(escaped) => escaped,
            Err(error) => vec![format!("the log does not replay: {error}")],
        };
        if escaped.is_empty() {
            return;
        }
        self.heavy.reported = true;
        let text = format!("state escapes the log: {}", escaped.join("; "));
        let level = LogLevel::Error;
        applied.log.push(LogLine::new(level, self.tick(), text));
        self.report(applied).escaped = escaped;
    }

    /// In heavy mode, compares the scripts' variables before and after a checkpoint.
    pub(super) fn check_forgotten(&mut self, before: &Fold, applied: &mut Applied) {
        if !self.options.heavy {
            return;
        }
        let forgotten = differences::of_variables(before, &self.fold);
        if !forgotten.is_empty() {
            let text = format!("not offered for the checkpoint: {}", forgotten.join("; "));
            applied.log.push(LogLine::new(LogLevel::Warn, self.tick(), text));
            self.report(applied).forgotten = forgotten;
        }
        self.check_heavily(applied);
    }

    /// Says to the author that a room which was stored, of which `differs` is true, goes on
    /// otherwise than `other`, which was not: what scripts offer for checkpoints is not all that
    /// they need. Names the offer and variables that differ.
    pub(crate) fn not_offered(&self, other: &Self, differs: &str) -> String {
        let variables = differences::of_variables(&other.fold, &self.fold);
        let script = self.fold.ctx.script();
        let names = |place: &str| {
            let script = place.split(':').next().unwrap_or(place);
            variables.iter().any(|text| text.contains(&format!("({script}:")))
        };
        let mut places = script.offers.iter().map(|offer| offer.place.as_str());
        let place = places.clone().find(|place| names(place)).or_else(|| places.next_back());
        let place = place.unwrap_or_default();
        let mut text = format!(
            "{place}what is offered is not all that the scripts need: a room that is stored goes \
             on otherwise, {differs}; save and load what is missing"
        );
        if !variables.is_empty() {
            let variables = variables.join("; ");
            text.push_str(&format!(" (without storing and with it, {variables})"));
        }
        text
    }

    /// Whether a room in heavy mode holds something that a room rebuilt from its log does not.
    pub(crate) fn escapes(&self) -> bool {
        self.options.heavy && self.escaped(true).is_ok_and(|escaped| !escaped.is_empty())
    }

    /// Turns heavy mode off.
    pub(crate) fn end_heavy_mode(&mut self) {
        self.options.heavy = false;
    }

    fn report<'a>(&self, applied: &'a mut Applied) -> &'a mut HeavyReport {
        let record = self.event().saturating_sub(1);
        let (escaped, forgotten) = (Vec::new(), Vec::new());
        applied.heavy.get_or_insert(HeavyReport { record, escaped, forgotten })
    }

    /// Differences between this room and one rebuilt from its last checkpoint, and, if `whole`, one
    /// rebuilt from its whole log.
    fn escaped(&self, whole: bool) -> Result<Vec<String>, OpenError> {
        let base = self.bases.newest();
        if let Some(base) = &base {
            let escaped = self.differs_from_rebuilt(Some(base))?;
            if !escaped.is_empty() {
                return Ok(escaped);
            }
        }
        if !whole {
            return Ok(Vec::new());
        }
        // A room that dropped its first records can only be rebuilt from its oldest checkpoint.
        let oldest = self.bases.oldest().filter(|_| self.history.first() > 0);
        self.differs_from_rebuilt(oldest.as_ref())
    }

    fn differs_from_rebuilt(&self, base: Option<&Base>) -> Result<Vec<String>, OpenError> {
        let mut history = self.history.clone();
        let mut bases = Bases::default();
        let rebuilt = refold(&self.package, &self.options, &mut history, base, &mut bases)?;
        let mut escaped = differences::of(&self.fold, &rebuilt);
        escaped.extend(differences::of_variables(&self.fold, &rebuilt));
        Ok(escaped)
    }
}

#[cfg(test)]
mod tests;
