//! Bases: the points from which a room's fold can be rebuilt, its opening or a checkpoint.

use std::sync::Arc;

use fangqi_plugin::{MapPackage, RoomOptions};
use fangqi_protocol::{Input, LocalText, Record, Rejection, Tick};
use fangqi_vm::Replaying;

use super::applied::Applied;
use super::checkpoint::{Base, NoCheckpoint};
use super::fold::{Fold, StepFault};
use super::history::{Entry, History};
use super::input::Verdict;
use super::open_error::OpenError;
use super::publish::Shown;
use super::room::{Room, inward_job};

/// Error text: a room whose first records were dropped cannot be opened without a checkpoint.
const BEGINNING_GONE: &str = "the room's first inputs were given up, and none fits what is left";

/// Checkpoints kept in memory, newest last. With two, a take-back across the newest is still cheap.
const KEPT: usize = 2;

/// The newest checkpoints of a room that still count.
#[derive(Debug, Clone, Default)]
pub(super) struct Bases {
    list: Vec<Base>,
}

impl Bases {
    /// Holds only the given checkpoint, if any.
    pub(super) fn of(base: Option<Base>) -> Self {
        Self { list: Vec::from_iter(base) }
    }

    fn add(&mut self, base: Base) {
        self.list.push(base);
        if self.list.len() > KEPT {
            self.list.remove(0);
        }
    }

    /// Drops checkpoints whose records a take-back has cut from the history. Returns the newest of
    /// the rest.
    fn usable(&mut self, history: &History) -> Option<Base> {
        self.list.retain(|base| history.entry_of(base.record).is_some());
        self.newest()
    }

    /// If the room has dropped its first records, also drops those before the oldest checkpoint
    /// kept: no fold can be rebuilt from them.
    fn settle(&self, history: &mut History) {
        if let Some(oldest) = self.list.first().filter(|_| history.first() > 0) {
            history.forget_before(oldest.record);
        }
    }

    /// The oldest checkpoint kept.
    pub(super) fn oldest(&self) -> Option<Base> {
        self.list.first().cloned()
    }

    /// The newest checkpoint kept.
    pub(super) fn newest(&self) -> Option<Base> {
        self.list.last().cloned()
    }

    /// The newest checkpoint as encoded bytes.
    pub(super) fn newest_bytes(&self) -> Option<Vec<u8>> {
        self.list.last().map(|base| base.bytes().to_vec())
    }
}

/// Folds `history` from `base`, or from the opening if there is none. Adds the checkpoints that it
/// passes to `bases`.
pub(super) fn refold(
    package: &Arc<MapPackage>,
    options: &RoomOptions,
    history: &mut History,
    base: Option<&Base>,
    bases: &mut Bases,
) -> Result<Fold, OpenError> {
    let _known = Replaying::begin();
    let start = base.and_then(|base| Some((base, history.entry_of(base.record)?)));
    let (mut fold, from) = match start {
        Some((base, entry)) => {
            let alone = history.first() > 0 && history.first() == base.record;
            (base.fold(package, options, alone).map_err(OpenError::Checkpoint)?, entry + 1)
        }
        None if history.first() > 0 => {
            return Err(OpenError::Checkpoint(BEGINNING_GONE.to_owned()));
        }
        None => (Fold::open(package, options)?, 0),
    };
    fold.ctx.host().drain_quietly();
    for index in from..history.entries() {
        let (entry, record) = history.entry(index);
        follow(&mut fold, options, &entry, &record)?;
        let edited = fold.ctx.host().drain_quietly();
        history.mark_moved(index, edited || fold.answered.get());
        if let Some(stored) = fold.rebased_from.take() {
            bases.add(Base::new(entry.record, history, &fold, stored));
        }
    }
    fold.vm.collect();
    Ok(fold)
}

/// Applies a recorded input at the room time of its entry. Returns why the input is refused now,
/// which is allowed only for records made with another version of the map.
pub(super) fn follow(
    fold: &mut Fold,
    options: &RoomOptions,
    entry: &Entry,
    record: &Record,
) -> Result<Option<Rejection>, OpenError> {
    let number = entry.record;
    fold.begin(&record.faults);
    let verdict = advance_to(fold, entry, record)
        .and_then(|()| {
            if entry.lost > 0 {
                fold.ctx.host().age_absences(entry.lost);
            }
            // A take-back has no effect of its own.
            if record.rewound.is_some() {
                return Ok(Verdict::Done);
            }
            advance_to(fold, entry, record)?;
            fold.input(&inward_job(record.input.clone()))
        })
        .map_err(|fault| OpenError::ReplayScript { record: number, error: fault.error })?;
    match verdict {
        Verdict::Refused(rejection) if (number as u64) < options.repackaged => Ok(Some(rejection)),
        Verdict::Refused(rejection) => {
            Err(OpenError::Replay { record: number, reason: rejection.text.en })
        }
        Verdict::Done | Verdict::Rewind(_) | Verdict::GoBack(..) => Ok(None),
    }
}

/// Advances room time to that of an entry. What falls due exactly at the time of a checkpoint
/// happens after it: see [`Room::checkpoint`].
fn advance_to(fold: &mut Fold, entry: &Entry, record: &Record) -> Result<(), StepFault> {
    if record.input == Input::Checkpoint {
        fold.set_clock(entry.at);
        return Ok(());
    }
    fold.advance(entry.at)
}

impl Room {
    /// Restores a room from its log. [`Self::pending_jobs`] lists the jobs whose results are still
    /// missing.
    ///
    /// # Errors
    /// The map does not open, or a record does not replay.
    pub fn replay(
        package: Arc<MapPackage>,
        options: RoomOptions,
        records: Vec<Record>,
    ) -> Result<Self, OpenError> {
        Self::resume(package, options, records, None)
    }

    /// Restores a room from its whole log, replaying only what came after the checkpoint. A
    /// checkpoint that a later take-back cut off is ignored.
    ///
    /// # Errors
    /// As [`Self::replay`]; also if the checkpoint is damaged or belongs to another log or map.
    /// Then try again without it.
    pub fn resume(
        package: Arc<MapPackage>,
        options: RoomOptions,
        records: Vec<Record>,
        checkpoint: Option<&[u8]>,
    ) -> Result<Self, OpenError> {
        Self::resume_since(package, options, 0, records, checkpoint)
    }

    /// As [`Self::resume`], for a log whose first `first` records were dropped. Such a log needs a
    /// checkpoint, and no take-back reaches behind that.
    ///
    /// # Errors
    /// As [`Self::resume`].
    pub fn resume_since(
        package: Arc<MapPackage>,
        options: RoomOptions,
        first: u64,
        records: Vec<Record>,
        checkpoint: Option<&[u8]>,
    ) -> Result<Self, OpenError> {
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let read = checkpoint.map(Base::read).transpose().map_err(OpenError::Checkpoint)?;
        let (mut history, skipped) = match &read {
            _ if first == 0 => (History::default(), 0),
            None => return Err(OpenError::Checkpoint(BEGINNING_GONE.to_owned())),
            // The history begins with the checkpoint's record, which `since` recreates. Records up
            // to and including it are no longer needed.
            Some((base, before)) => {
                let skipped = (base.record + 1).checked_sub(first);
                let skipped = skipped.filter(|skipped| *skipped <= records.len());
                let Some(skipped) = skipped else { return Err(not_of_this_log(base)) };
                (History::since(base.record, before.at, before.shift, before.epoch), skipped)
            }
        };
        for record in records.into_iter().skip(skipped) {
            let at = record.tick.saturating_sub(history.shift());
            let rewound = record.rewound;
            history.push(&record, at, false);
            if let Some(cut) = rewound {
                history.rewind(cut, at);
            }
        }
        let mut bases = Bases::default();
        if let Some((base, before)) = read {
            if history.get(base.record).map(|record| record.input) != Some(Input::Checkpoint) {
                return Err(not_of_this_log(&base));
            }
            if history.entry_of(base.record).is_some() {
                history.note_edited(before.first, &before.edited);
                bases.add(base);
            }
        }
        let base = bases.newest();
        let fold = refold(&package, &options, &mut history, base.as_ref(), &mut bases)?;
        bases.settle(&mut history);
        let mut room = Self::around(package, options, history, fold);
        room.bases = bases;
        room.shown = Shown::of(&room.fold, room.history.shift());
        Ok(room)
    }

    /// Drops the records before the oldest checkpoint kept, now and at every later checkpoint:
    /// take-backs reach no further, and [`Self::history`] begins there. Returns whether there is a
    /// checkpoint.
    pub fn forget_beginning(&mut self) -> bool {
        let oldest = self.bases.usable(&self.history).and(self.bases.oldest());
        if let Some(oldest) = &oldest {
            self.history.forget_before(oldest.record);
        }
        oldest.is_some()
    }

    /// Rebuilds the fold from the history, starting at the newest checkpoint that still counts.
    pub(super) fn rebuild(&mut self) -> Result<(), OpenError> {
        let base = self.bases.usable(&self.history);
        let Self { package, options, history, bases, .. } = self;
        self.fold = refold(package, options, history, base.as_ref(), bases)?;
        bases.settle(history);
        Ok(())
    }

    /// Stores the room at outside time `tick` and continues from the stored state.
    ///
    /// Scripts ask their open questions again under new numbers. [`Self::addressed`] maps answers
    /// to the old numbers.
    ///
    /// The bytes are for [`Self::resume`], together with all records up to the one in
    /// [`Applied::record`]. A checkpoint runs nothing: if anything is due by `tick`, the checkpoint
    /// has the room's present time instead.
    ///
    /// # Errors
    /// Why the room cannot be stored, in general or at the moment. The room is then unchanged.
    pub fn checkpoint(&mut self, tick: Tick) -> Result<(Applied, Vec<u8>), NoCheckpoint> {
        let clock = self.fold.ctx.host().clock;
        let wanted = self.possible_tick(tick) - self.history.shift();
        let at = if self.fold.next_due().is_some_and(|due| due <= wanted) { clock } else { wanted };
        self.fold.set_clock(at);
        let (fold, stored) = match self.fold.rebased() {
            Ok(rebased) => rebased,
            Err(why) => {
                self.fold.set_clock(clock);
                if why.has_spoilt() {
                    self.rebuild().map_err(|error| NoCheckpoint::Host(error.to_string()))?;
                }
                return Err(why);
            }
        };
        let before = std::mem::replace(&mut self.fold, fold);
        let (old, new) = (before.ctx.host(), self.fold.ctx.host());
        self.asked_again.renew(&old.requests, &new.requests);
        drop((old, new));
        let number = self.history.next();
        let tick = at + self.history.shift();
        let record = Record { tick, input: Input::Checkpoint, faults: vec![], rewound: None };
        let mut applied = Applied::default();
        self.commit(record, at, &mut applied);
        let base = Base::new(number, &self.history, &self.fold, stored);
        let bytes = base.bytes().to_vec();
        self.bases.add(base);
        self.bases.settle(&mut self.history);
        self.check_forgotten(&before, &mut applied);
        Ok((applied, bytes))
    }

    /// Number, counted from 1, of the checkpoint before which the room keeps nothing; 0 if it keeps
    /// its whole log.
    pub fn begins_after(&self) -> u64 {
        match self.history.first() {
            0 => 0,
            first => first as u64 + 1,
        }
    }

    /// Number, from 0, of the newest checkpoint's record, and the checkpoint for [`Self::resume`].
    pub fn last_checkpoint(&self) -> Option<(u64, Vec<u8>)> {
        self.bases.newest().map(|base| (base.record as u64, base.bytes().to_vec()))
    }
}

fn not_of_this_log(base: &Base) -> OpenError {
    OpenError::Checkpoint(format!("record {} of the log is not its own", base.record))
}

impl From<NoCheckpoint> for Rejection {
    fn from(why: NoCheckpoint) -> Self {
        Self { code: "no_checkpoint", text: LocalText::same(why.to_string()) }
    }
}
