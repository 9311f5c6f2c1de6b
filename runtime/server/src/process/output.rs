//! Output commit: output of a room is held back until the log has the entry that it depends on.
//!
//! A worker numbers the entries that it gives to the log, and sends with all output the number of
//! the room's last entry before it. A client is therefore never shown what a crash could undo.

use std::collections::{HashMap, VecDeque};

use crate::session::RoomId;

/// Entries in progress and held output of the rooms of one worker process.
#[derive(Debug)]
pub(super) struct Outputs<T> {
    /// Rooms with entries in progress or held output.
    rooms: HashMap<RoomId, Unsettled<T>>,
}

#[derive(Debug)]
struct Unsettled<T> {
    /// The newest entry given to the log.
    last: u64,
    durable: u64,
    /// The newest entry that the log failed to write. Output that depends on it or an earlier one
    /// is dropped.
    lost: u64,
    /// Held output in order, each with the entry that it waits for.
    held: VecDeque<(u64, T)>,
}

impl<T> Default for Unsettled<T> {
    fn default() -> Self {
        Self { last: 0, durable: 0, lost: 0, held: VecDeque::new() }
    }
}

impl<T> Default for Outputs<T> {
    fn default() -> Self {
        Self { rooms: HashMap::new() }
    }
}

impl<T> Outputs<T> {
    /// Notes that an entry of a room was given to the log.
    pub(super) fn given(&mut self, room: &RoomId, entry: u64) {
        self.rooms.entry(room.clone()).or_default().last = entry;
    }

    /// Takes output that depends on an entry of its room (0: on none). Returns it if it may be
    /// shown at once. Output that depends on a lost entry is dropped.
    pub(super) fn hold(&mut self, room: &RoomId, after: u64, shown: T) -> Option<T> {
        match self.rooms.get_mut(room) {
            Some(unsettled) if after > 0 && after <= unsettled.lost => None,
            Some(unsettled) if after > unsettled.durable || !unsettled.held.is_empty() => {
                unsettled.held.push_back((after, shown));
                None
            }
            _ => Some(shown),
        }
    }

    /// Notes that the log has an entry and all earlier ones of the room. Returns the output that
    /// may be shown now.
    pub(super) fn durable(&mut self, room: &RoomId, entry: u64) -> Vec<T> {
        let Some(unsettled) = self.rooms.get_mut(room) else { return Vec::new() };
        unsettled.durable = entry;
        let ready = unsettled.held.iter().take_while(|(after, _)| *after <= entry).count();
        let shown = unsettled.held.drain(..ready).map(|(_, shown)| shown).collect();
        if unsettled.held.is_empty() && unsettled.last <= unsettled.durable {
            self.rooms.remove(room);
        }
        shown
    }

    /// Notes that the log failed to write an entry, and drops the output that depends on it.
    pub(super) fn lost(&mut self, room: &RoomId, entry: u64) {
        let unsettled = self.rooms.entry(room.clone()).or_default();
        unsettled.lost = entry;
        unsettled.held.retain(|(after, _)| *after < entry);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Act {
        Give,
        Show,
        /// The log acknowledges the oldest entry in progress.
        Answer,
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        proptest::collection::vec(
            prop_oneof![Just(Act::Give), Just(Act::Show), Just(Act::Answer)],
            0..80,
        )
    }

    proptest! {
        #[test]
        fn is_shown_in_order_and_never_before_its_entry(acts in acts()) {
            let room = RoomId::parse("aaaaaaaaaa").unwrap();
            let mut outputs = Outputs::default();
            let (mut given, mut durable, mut made) = (0, 0, Vec::new());
            let mut seen = Vec::new();
            for act in acts {
                match act {
                    Act::Give => {
                        given += 1;
                        outputs.given(&room, given);
                    }
                    Act::Show => {
                        let number = made.len();
                        made.push(given);
                        seen.extend(outputs.hold(&room, given, number));
                    }
                    Act::Answer if durable < given => {
                        durable += 1;
                        seen.extend(outputs.durable(&room, durable));
                    }
                    Act::Answer => {}
                }
                // The output that depends on no entry after the log's end, in the order it was
                // made.
                let expected = made.iter().take_while(|after| **after <= durable).count();
                prop_assert_eq!(&seen, &(0..expected).collect::<Vec<_>>());
            }
            while durable < given {
                durable += 1;
                seen.extend(outputs.durable(&room, durable));
            }
            prop_assert_eq!(seen.len(), made.len());
            prop_assert!(outputs.rooms.is_empty(), "nothing is kept of a room that is settled");
        }
    }

    #[test]
    fn what_depends_on_a_lost_entry_is_dropped() {
        let room = RoomId::parse("aaaaaaaaaa").unwrap();
        let mut outputs = Outputs::default();
        outputs.given(&room, 1);
        assert_eq!(outputs.hold(&room, 1, "first"), None);
        outputs.lost(&room, 1);
        assert_eq!(outputs.hold(&room, 1, "of the same"), None);
        // The room learned of the failure and continues without the entry.
        assert_eq!(outputs.hold(&room, 0, "refused"), Some("refused"));
        outputs.given(&room, 2);
        assert_eq!(outputs.hold(&room, 2, "second"), None);
        assert_eq!(outputs.durable(&room, 2), ["second"]);
    }
}
