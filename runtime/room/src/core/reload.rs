//! Hot reload: replaying a room's whole log with another version of its map.

use std::sync::Arc;

use fangqi_plugin::{MapPackage, RoomOptions};
use fangqi_protocol::{Input, Record, Rejection};
use fangqi_world::BlockState;

use super::bases::{Bases, follow, refold};
use super::checkpoint::Base;
use super::fold::Fold;
use super::history::{Entry, History};
use super::open_error::OpenError;
use super::publish::Shown;
use super::room::Room;
use super::{differences, hash};

/// Maximum number of cells named in a divergence.
const BLOCKS_MAX: usize = 32;

/// The outcome of replaying a room with another version of its map.
#[derive(Debug)]
pub enum Reload {
    /// Every input led to the same state, so players notice nothing yet.
    Same(Box<Room>),
    /// Some input led to another state.
    Differs {
        /// The room that the new version makes of the log.
        room: Box<Room>,
        /// The first difference.
        first: Box<Divergence>,
    },
    /// The new version does not open, or one of its scripts fails in an input of the log.
    Failed(OpenError),
}

/// The first input after which two versions of a map disagree.
#[derive(Debug, Clone, PartialEq)]
pub struct Divergence {
    /// Number of the input's record, from 0; `None` if the rooms differ before the first input.
    pub record: Option<u64>,
    /// The input.
    pub input: Option<Input>,
    /// Why the new version refuses the input, if it does.
    pub refused: Option<Rejection>,
    /// Descriptions of the differences: "here" is the old version, "there" the new one.
    pub parts: Vec<String>,
    /// The first cells that differ.
    pub blocks: Vec<BlockChange>,
}

/// A cell that two versions of a map leave in different states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockChange {
    /// The cell.
    pub pos: [i32; 3],
    /// What the old version has there.
    pub old: BlockState,
    /// What the new version has there.
    pub new: BlockState,
}

/// A fold that follows a log record by record.
struct Follower<'a> {
    package: &'a Arc<MapPackage>,
    options: &'a RoomOptions,
    /// Where a refold after a take-back starts; `None` for the opening.
    base: Option<Base>,
    history: History,
    fold: Fold,
}

impl<'a> Follower<'a> {
    /// Starts at the end of `history`, which reaches no further than its base.
    fn open(
        package: &'a Arc<MapPackage>,
        options: &'a RoomOptions,
        (base, mut history): (Option<Base>, History),
    ) -> Result<Self, OpenError> {
        let mut bases = Bases::default();
        let fold = refold(package, options, &mut history, base.as_ref(), &mut bases)?;
        Ok(Self { package, options, base, history, fold })
    }

    /// Applies the next record. Returns why it is refused, where that is allowed.
    fn step(&mut self, record: &Record) -> Result<Option<Rejection>, OpenError> {
        let at = record.tick.saturating_sub(self.history.shift());
        let number = self.history.next();
        if let Some(cut) = record.rewound {
            self.history.push(record, at, false);
            self.history.rewind(cut, at);
            let (base, mut bases) = (self.base.as_ref(), Bases::default());
            self.fold = refold(self.package, self.options, &mut self.history, base, &mut bases)?;
            return Ok(None);
        }
        let entry = Entry { record: number, at, lost: 0 };
        let refused = follow(&mut self.fold, self.options, &entry, record)?;
        self.fold.rebased_from = None;
        let edited = self.fold.ctx.host().drain_quietly();
        self.history.push(record, at, edited || self.fold.answered.get());
        Ok(refused)
    }
}

impl Room {
    /// Replays the room's whole log with another version of its map and compares after every input.
    /// This room does not change.
    pub fn reload(&self, package: Arc<MapPackage>) -> Reload {
        match self.try_reload(package) {
            Ok((room, None)) => Reload::Same(Box::new(room)),
            Ok((room, Some(first))) => {
                Reload::Differs { room: Box::new(room), first: Box::new(first) }
            }
            Err(error) => Reload::Failed(error),
        }
    }

    /// Where a replay starts: at the opening or, in a room that dropped it, at the newest
    /// checkpoint.
    fn start(&self) -> (Option<Base>, History) {
        match self.bases.newest().filter(|_| self.history.first() > 0) {
            Some(base) => {
                let history = self.history.only(base.record);
                (Some(base), history)
            }
            None => (None, History::default()),
        }
    }

    fn try_reload(
        &self,
        package: Arc<MapPackage>,
    ) -> Result<(Self, Option<Divergence>), OpenError> {
        let heavy = self.options.heavy;
        let old_options = RoomOptions { heavy: false, ..self.options.clone() };
        let options = RoomOptions { repackaged: self.event(), ..old_options.clone() };
        let start = self.start();
        let mut old = Follower::open(&self.package, &old_options, start.clone())?;
        let mut new = Follower::open(&package, &options, start)?;
        let mut first = divergence(&old.fold, &new.fold, None);
        let begun = old.history.next();
        for (number, record) in (0..).zip(&self.history()[begun - self.history.first()..]) {
            let number = begun as u64 + number;
            if first.is_some() {
                new.step(record)?;
                continue;
            }
            let refused = (old.step(record)?, new.step(record)?);
            first = divergence(&old.fold, &new.fold, Some((number, record)));
            if let (None, Some(rejection)) = refused {
                let first = first.get_or_insert_with(|| Divergence::at(number, record));
                first.refused = Some(rejection);
            }
        }
        let Follower { base, history, fold, .. } = new;
        // `repackaged` stays set even if nothing differs: a checkpoint at the beginning was made
        // with another version.
        let options = RoomOptions { heavy, ..options };
        let mut room = Self::around(package, options, history, fold);
        room.bases = Bases::of(base);
        room.shown = Shown::of(&room.fold, room.history.shift());
        Ok((room, first))
    }
}

impl Divergence {
    fn at(number: u64, record: &Record) -> Self {
        let (record, input) = (Some(number), Some(record.input.clone()));
        Self { record, input, refused: None, parts: Vec::new(), blocks: Vec::new() }
    }
}

/// How two folds differ after a record; `None` if they do not.
fn divergence(old: &Fold, new: &Fold, after: Option<(u64, &Record)>) -> Option<Divergence> {
    if hash::of(old) == hash::of(new) {
        return None;
    }
    let cells = old.ctx.host().world.diff(&new.ctx.host().world);
    let blocks = cells.into_iter().take(BLOCKS_MAX).map(|change| BlockChange {
        pos: change.pos.to_array(),
        old: change.old,
        new: change.new,
    });
    Some(Divergence {
        record: after.map(|(number, _)| number),
        input: after.map(|(_, record)| record.input.clone()),
        refused: None,
        parts: differences::of(old, new),
        blocks: blocks.collect(),
    })
}
