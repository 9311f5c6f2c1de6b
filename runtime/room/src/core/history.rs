use crate::model::{Input, PlayerId, Record, Tick};

/// A record that counts towards the present state.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Index into the records.
    pub(super) record: usize,
    /// Room time at which it is applied, take-backs taken out.
    pub(super) at: Tick,
    /// Whether it changed blocks.
    pub(super) edited: bool,
    /// Time before it that take-backs have taken out; seats held for players who are away count it
    /// all the same, for people do not come back because a move is taken back.
    pub(super) lost: Tick,
}

/// Everything that happened in a room, and which of it still counts.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    records: Vec<Record>,
    entries: Vec<Entry>,
    /// Time that take-backs have taken out of the room: outside tick = room tick + shift.
    shift: Tick,
    /// Number of take-backs. Jobs of an earlier epoch are no longer wanted.
    epoch: u32,
}

impl History {
    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn record(&self, entry: &Entry) -> &Record {
        &self.records[entry.record]
    }

    pub(super) fn shift(&self) -> Tick {
        self.shift
    }

    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Adds a record that took effect at room time `at`.
    pub(super) fn push(&mut self, record: Record, at: Tick, edited: bool) {
        if record.rewound.is_none() {
            self.entries.push(Entry { record: self.records.len(), at, edited, lost: 0 });
        }
        self.records.push(record);
    }

    /// Where the history is cut to take back the last move of `player`: the index of the first
    /// record that no longer counts.
    ///
    /// A move is a click or answer of the player's own that changed blocks. Clicks of the player
    /// just before it belong to it. Moves of a game before the present one are out of reach.
    pub(super) fn last_move_of(&self, player: PlayerId) -> Option<u64> {
        let own_click = |entry: &Entry| {
            let record = self.record(entry);
            let input = &record.input;
            input.player() == Some(player)
                && record.rewound.is_none()
                && matches!(input, Input::Click { .. } | Input::Choose { .. })
        };
        // A button that changed blocks began something new, such as the next game.
        let began = |entry: &Entry| {
            entry.edited && matches!(self.record(entry).input, Input::Action { .. })
        };
        let start = self.entries.iter().rposition(began).map_or(0, |index| index + 1);
        let mut cut = self.entries.iter().rposition(|entry| entry.edited && own_click(entry))?;
        if cut < start {
            return None;
        }
        while cut > start && own_click(&self.entries[cut - 1]) && !self.entries[cut - 1].edited {
            cut -= 1;
        }
        Some(self.entries[cut].record as u64)
    }

    /// Cuts the history before the record `cut`. Who is present and who sits where stays as it is:
    /// people do not leave because a move is taken back.
    pub(super) fn rewind(&mut self, cut: u64, now: Tick) {
        let keep = self.entries.partition_point(|entry| (entry.record as u64) < cut);
        let at = keep.checked_sub(1).map_or(0, |last| self.entries[last].at);
        let tail = self.entries.split_off(keep);
        let (mut before, mut lost) = (at, 0);
        for entry in tail {
            lost += entry.at.saturating_sub(before) + entry.lost;
            before = entry.at;
            let stays = matches!(
                self.records[entry.record].input,
                Input::Join { .. }
                    | Input::Leave { .. }
                    | Input::Sit { .. }
                    | Input::Stand { .. }
                    | Input::SetComputer { .. }
                    | Input::StandIn { .. }
            );
            if stays {
                self.entries.push(Entry { at, lost: std::mem::take(&mut lost), ..entry });
            }
        }
        // The take-back itself has no effect of its own; its entry only says what time was lost.
        lost += now.saturating_sub(before);
        let record = self.records.len() - 1;
        self.entries.push(Entry { record, at, edited: false, lost });
        self.shift += now.saturating_sub(at);
        self.epoch += 1;
    }

    /// Notes whether an entry changed blocks, once it has been replayed.
    pub(super) fn mark_edited(&mut self, index: usize, edited: bool) {
        self.entries[index].edited = edited;
    }

    /// Where among the entries a record is; `None` if it no longer counts.
    pub(super) fn entry_of(&self, record: usize) -> Option<usize> {
        self.entries.binary_search_by_key(&record, |entry| entry.record).ok()
    }

    /// Which of the records before `record` changed blocks, a bit each, lower ones first.
    pub(super) fn edited_before(&self, record: usize) -> Vec<u8> {
        let mut bits = vec![0; record.div_ceil(8)];
        for entry in self.entries.iter().filter(|entry| entry.record < record && entry.edited) {
            bits[entry.record / 8] |= 1 << (entry.record % 8);
        }
        bits
    }

    /// Notes what [`Self::edited_before`] gave, for records that are not replayed.
    pub(super) fn note_edited(&mut self, bits: &[u8]) {
        for entry in &mut self.entries {
            let byte = bits.get(entry.record / 8).copied().unwrap_or(0);
            entry.edited |= byte >> (entry.record % 8) & 1 == 1;
        }
    }

    /// The records alone.
    pub(super) fn into_records(self) -> Vec<Record> {
        self.records
    }
}
