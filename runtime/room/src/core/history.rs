use std::collections::BTreeMap;

use super::records::{Records, make_room};
use fangqi_protocol::{Input, PlayerId, Record, Tick};

/// A record that counts towards the present state, in compact form.
#[derive(Debug, Clone)]
struct Kept {
    record: usize,
    at: Tick,
    /// Whether it changed blocks or answered a question of the map.
    moved: bool,
}

/// A record that counts towards the present state.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Index into the records.
    pub(super) record: usize,
    /// Room time at which it applies, without the time that take-backs removed.
    pub(super) at: Tick,
    /// Ticks that take-backs removed before it. Seats held for disconnected players count them all
    /// the same, because a take-back does not bring a player back.
    pub(super) lost: Tick,
}

/// The records of a room, or those since a checkpoint, and which of them still count.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// Number of the first record kept. If it is above 0, that record is a checkpoint, and nothing
    /// before it can be taken back.
    first: usize,
    records: Records,
    entries: Vec<Kept>,
    /// [`Entry::lost`] of the few records for which it is not 0.
    lost: BTreeMap<usize, Tick>,
    /// Ticks that take-backs removed from the room: outside tick = room tick + shift.
    shift: Tick,
    /// Number of take-backs. Results of jobs from earlier epochs are ignored.
    epoch: u32,
    /// Number of take-backs before `first`.
    epoch_at_first: u32,
}

impl History {
    /// The history of a room that keeps nothing before a checkpoint. `record` is the number of the
    /// checkpoint's record; `at`, `shift` and `epoch` are room time, shift and epoch at it.
    pub(super) fn since(record: usize, at: Tick, shift: Tick, epoch: u32) -> Self {
        let mut history =
            Self { first: record, shift, epoch, epoch_at_first: epoch, ..Self::default() };
        let tick = at + shift;
        let checkpoint =
            Record { tick, input: Input::Checkpoint, faults: Vec::new(), rewound: None };
        history.push(&checkpoint, at, false);
        history
    }

    /// The records kept; the first has the number [`Self::first`].
    pub(super) fn records(&self) -> Vec<Record> {
        self.records.iter().collect()
    }

    /// Number of the first record kept.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Number of the next record.
    pub(super) fn next(&self) -> usize {
        self.first + self.records.len()
    }

    /// The record with a number, if it is kept.
    pub(super) fn get(&self, number: usize) -> Option<Record> {
        self.records.get(number.checked_sub(self.first)?)
    }

    /// Number of take-backs before a record.
    pub(super) fn epoch_at(&self, record: usize) -> u32 {
        let kept = self.records.rewound_before(record.saturating_sub(self.first));
        self.epoch_at_first + kept as u32
    }

    /// The history as it was right after a checkpoint's record, without anything before that.
    pub(super) fn only(&self, record: usize) -> Self {
        let at = self.entry_of(record).map_or(0, |index| self.entries[index].at);
        let tick = self.get(record).map_or(at, |record| record.tick);
        Self::since(record, at, tick - at, self.epoch_at(record))
    }

    /// Drops the records before `first`, which must be a checkpoint's.
    pub(super) fn forget_before(&mut self, first: usize) {
        let gone = first.saturating_sub(self.first).min(self.records.len());
        self.epoch_at_first += self.records.rewound_before(gone) as u32;
        self.records.forget(gone);
        self.first += gone;
        let first = self.first;
        self.entries.retain(|entry| entry.record >= first);
        self.entries.shrink_to_fit();
        self.lost = self.lost.split_off(&first);
    }

    /// Number of records that count.
    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The entry at an index, and its record.
    pub(super) fn entry(&self, index: usize) -> (Entry, Record) {
        let Kept { record, at, .. } = self.entries[index];
        let lost = self.lost.get(&record).copied().unwrap_or(0);
        (Entry { record, at, lost }, self.record(record))
    }

    /// The record with a number, which must be kept.
    fn record(&self, number: usize) -> Record {
        self.get(number).expect("what counts is kept")
    }

    pub(super) fn shift(&self) -> Tick {
        self.shift
    }

    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Adds a record that took effect at room time `at`.
    pub(super) fn push(&mut self, record: &Record, at: Tick, moved: bool) {
        if record.rewound.is_none() {
            make_room(&mut self.entries, 1);
            self.entries.push(Kept { record: self.next(), at, moved });
        }
        self.records.push(record);
    }

    /// Number of the first record that must be cut to take back the last move of `player`.
    ///
    /// A move is the player's own click or answer that changed blocks or answered a question of the
    /// map, passing included. Earlier clicks of the player right before it belong to it. Moves of a
    /// previous game cannot be taken back.
    pub(super) fn last_move_of(&self, player: PlayerId) -> Option<u64> {
        let own_click = |entry: &Kept| {
            let record = self.record(entry.record);
            let input = &record.input;
            input.player() == Some(player)
                && record.rewound.is_none()
                && matches!(
                    input,
                    Input::Click { .. } | Input::Choose { .. } | Input::Select { .. }
                )
        };
        // A button that changed blocks began something new, such as the next game.
        let began = |entry: &Kept| {
            entry.moved && matches!(self.record(entry.record).input, Input::Action { .. })
        };
        let start = self.entries.iter().rposition(began).map_or(0, |index| index + 1);
        let mut cut = self.entries.iter().rposition(|entry| entry.moved && own_click(entry))?;
        if cut < start {
            return None;
        }
        while cut > start && own_click(&self.entries[cut - 1]) && !self.entries[cut - 1].moved {
            cut -= 1;
        }
        Some(self.entries[cut].record as u64)
    }

    /// Number of the first record that must be cut to undo everything after an event; `None` if
    /// there is nothing after it, or what was then is not kept. Events are numbered from 1.
    pub(super) fn after(&self, event: u64) -> Option<u64> {
        let (first, next) = (self.first as u64, self.next() as u64);
        // The checkpoint with which a shortened history begins stays.
        let begins = if first > 0 { first + 1 } else { 0 };
        (begins..next).contains(&event).then_some(event)
    }

    /// Cuts the history before record `cut` at room time `now`. Joins, leaves and seats after it
    /// are kept: people do not leave because a move is taken back.
    pub(super) fn rewind(&mut self, cut: u64, now: Tick) {
        let last = self.record(self.next() - 1).input;
        let keep = self.entries.partition_point(|entry| (entry.record as u64) < cut);
        let at = keep.checked_sub(1).map_or(0, |last| self.entries[last].at);
        let mut tail = self.entries.split_off(keep);
        if let Input::GoBack { player, .. } = last {
            self.drop_changes_of_seats(&mut tail, player);
        }
        let (mut before, mut lost) = (at, 0);
        for entry in tail {
            lost += entry.at.saturating_sub(before) + self.lost.remove(&entry.record).unwrap_or(0);
            before = entry.at;
            let stays = matches!(
                self.record(entry.record).input,
                Input::Join { .. }
                    | Input::Leave { .. }
                    | Input::Sit { .. }
                    | Input::Stand { .. }
                    | Input::SetComputer { .. }
                    | Input::StandIn { .. }
            );
            if stays {
                self.entries.push(Kept { at, ..entry });
                self.note_lost(entry.record, std::mem::take(&mut lost));
            }
        }
        // The take-back has no effect of its own; its entry only carries the time that was lost.
        lost += now.saturating_sub(before);
        let record = self.next() - 1;
        self.entries.push(Kept { record, at, moved: false });
        self.note_lost(record, lost);
        self.shift += now.saturating_sub(at);
        self.epoch += 1;
    }

    /// Of all changes of seats by a player, only the last one counts. A player who studies a game
    /// changes seats with every move, and goes back many times.
    fn drop_changes_of_seats(&mut self, tail: &mut Vec<Kept>, player: PlayerId) {
        let changes = |entry: &Kept| {
            let input = self.record(entry.record).input;
            matches!(input, Input::Sit { .. } | Input::Stand { .. })
                && input.player() == Some(player)
        };
        let Some(last) = tail.iter().rposition(changes) else { return };
        let last = tail[last].record;
        let dropped: Vec<usize> = tail
            .iter()
            .filter(|entry| entry.record != last && changes(entry))
            .map(|entry| entry.record)
            .collect();
        tail.retain(|entry| !dropped.contains(&entry.record));
        for record in dropped {
            if let Some(lost) = self.lost.remove(&record) {
                *self.lost.entry(last).or_default() += lost;
            }
        }
    }

    /// Notes whether an entry was a move, which is known once it has been replayed.
    pub(super) fn mark_moved(&mut self, index: usize, moved: bool) {
        self.entries[index].moved = moved;
    }

    /// Index of a record among the entries; `None` if it no longer counts.
    pub(super) fn entry_of(&self, record: usize) -> Option<usize> {
        self.entries.binary_search_by_key(&record, |entry| entry.record).ok()
    }

    /// The moves among the kept records before `record`, as a bit set: bit n stands for record
    /// `first + n`, and each byte begins with its lowest bit.
    pub(super) fn edited_before(&self, record: usize) -> Vec<u8> {
        let mut bits = vec![0; record.saturating_sub(self.first).div_ceil(8)];
        for entry in self.entries.iter().filter(|entry| entry.record < record && entry.moved) {
            let bit = entry.record - self.first;
            bits[bit / 8] |= 1 << (bit % 8);
        }
        bits
    }

    /// Marks as moves what [`Self::edited_before`] returned when `first` was the first record kept.
    /// For records that are not replayed.
    pub(super) fn note_edited(&mut self, first: usize, bits: &[u8]) {
        for entry in &mut self.entries {
            let Some(bit) = entry.record.checked_sub(first) else { continue };
            let byte = bits.get(bit / 8).copied().unwrap_or(0);
            entry.moved |= byte >> (bit % 8) & 1 == 1;
        }
    }

    fn note_lost(&mut self, record: usize, lost: Tick) {
        if lost > 0 {
            self.lost.insert(record, lost);
        }
    }
}
