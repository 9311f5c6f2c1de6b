//! A room's records in memory. They are packed, because in long games they are most of what a room
//! holds.

use fangqi_world::codec;

use fangqi_protocol::Record;

/// Records in order. A click takes about 14 bytes instead of 112.
#[derive(Debug, Clone, Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    /// Where each record ends in `bytes`.
    ends: Vec<usize>,
    /// Indices of the records that took a move back.
    rewound: Vec<usize>,
}

impl Records {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, record: &Record) {
        if record.rewound.is_some() {
            self.rewound.push(self.len());
        }
        let packed = codec::pack(record);
        make_room(&mut self.bytes, packed.len());
        self.bytes.extend_from_slice(&packed);
        make_room(&mut self.ends, 1);
        self.ends.push(self.bytes.len());
    }

    /// The record at an index, if there is one.
    pub(super) fn get(&self, place: usize) -> Option<Record> {
        let end = *self.ends.get(place)?;
        let packed = &self.bytes[self.start(place)..end];
        Some(codec::unpack(packed).expect("it was packed here"))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Record> + '_ {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// Number of take-backs among the first `places` records.
    pub(super) fn rewound_before(&self, places: usize) -> usize {
        self.rewound.partition_point(|place| *place < places)
    }

    /// Drops the first `gone` records.
    pub(super) fn forget(&mut self, gone: usize) {
        let gone = gone.min(self.len());
        let start = self.start(gone);
        self.rewound.drain(..self.rewound_before(gone));
        self.rewound.iter_mut().for_each(|place| *place -= gone);
        self.bytes.drain(..start);
        self.bytes.shrink_to_fit();
        self.ends.drain(..gone);
        self.ends.iter_mut().for_each(|end| *end -= start);
        self.ends.shrink_to_fit();
    }

    fn start(&self, place: usize) -> usize {
        place.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}

/// Reserves space for `more` elements. Grows by an eighth instead of doubling, to save memory.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact((list.len() / 8).max(32).max(more));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use fangqi_protocol::{Fault, FaultKind, Input, PlayerId};

    fn record() -> impl Strategy<Value = Record> {
        let player = any::<u64>().prop_map(PlayerId);
        let input = prop_oneof![
            (player.clone(), any::<[i32; 3]>(), 0..6_u8)
                .prop_map(|(player, pos, face)| Input::Click { player, pos, face }),
            (player.clone(), ".{0,40}").prop_map(|(player, text)| Input::Chat { player, text }),
            player.clone().prop_map(|player| Input::TakeBack { player }),
            (player, any::<u64>()).prop_map(|(player, event)| Input::GoBack { player, event }),
            Just(Input::Tick),
        ];
        let fault = any::<u32>().prop_map(|step| Fault { step, kind: FaultKind::Error });
        let faults = prop::collection::vec(fault, 0..3);
        (any::<u64>(), input, faults, any::<Option<u64>>())
            .prop_map(|(tick, input, faults, rewound)| Record { tick, input, faults, rewound })
    }

    proptest! {
        #[test]
        fn they_are_as_a_plain_list(
            list in prop::collection::vec(record(), 0..40),
            gone in 0..45_usize,
            more in prop::collection::vec(record(), 0..10),
        ) {
            let (mut plain, mut records) = (list.clone(), Records::default());
            list.iter().for_each(|record| records.push(record));
            plain.drain(..gone.min(plain.len()));
            records.forget(gone);
            plain.extend(more.iter().cloned());
            more.iter().for_each(|record| records.push(record));
            prop_assert_eq!(records.len(), plain.len());
            prop_assert_eq!(records.iter().collect::<Vec<_>>(), plain.clone());
            for places in 0..=plain.len() {
                let rewound = plain[..places].iter().filter(|record| record.rewound.is_some());
                prop_assert_eq!(records.rewound_before(places), rewound.count());
                prop_assert_eq!(records.get(places), plain.get(places).cloned());
            }
        }
    }
}
