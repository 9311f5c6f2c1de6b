//! The transposition table: results of earlier search by position hash.
//!
//! Threads share it without locks. A slot is two words, the data and the key XORed with the data,
//! so a slot torn by concurrent writes does not match its key (Hyatt and Mann, "A lockless
//! transposition table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::worker::{DECIDED, INFINITE, MATE_BOUND};
use crate::{Move, Square, cpu};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score is meaningless; only move and evaluation are valid.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    Exact,
}

impl Bound {
    /// Whether the true score is at least the stored one.
    pub(super) fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// Whether the true score is at most the stored one.
    pub(super) fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }

    /// The kind of bound of a score that was found with the window from `alpha` to `beta`.
    pub(super) fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    fn of_bits(bits: u64) -> Bound {
        [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(bits & 3) as usize]
    }
}

/// The contents of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) best: Option<Move>,
    pub(super) score: i32,
    /// Raw static evaluation; `-INFINITE` if there was none (in check).
    pub(super) eval: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Whether the position has been on a principal variation.
    pub(super) was_pv: bool,
}

/// A packed move has seven bits for either point; equal points mean no move.
const NO_MOVE: u64 = 0;

fn pack_move(mv: Option<Move>) -> u64 {
    mv.map_or(NO_MOVE, |mv| (mv.from.index() << 7 | mv.to.index()) as u64)
}

fn unpack_move(bits: u64) -> Option<Move> {
    let from = Square::from_index(bits as usize >> 7 & 127)?;
    let to = Square::from_index(bits as usize & 127)?;
    (from != to).then_some(Move::new(from, to))
}

/// Number of distinct ages.
const AGES: u64 = 32;

/// Minimum depth, stored as zero.
const MIN_DEPTH: i32 = -2;

impl Entry {
    /// Layout, from the low bit: 16 bits move, 16 score, 16 evaluation, 8 depth, 2 bound, 1
    /// principal variation, 5 age.
    fn pack(&self, age: u8) -> u64 {
        let narrow = |value: i32| u64::from(value.clamp(-INFINITE, INFINITE) as i16 as u16);
        let depth = (self.depth.clamp(MIN_DEPTH, 120) - MIN_DEPTH) as u64;
        pack_move(self.best)
            | narrow(self.score) << 16
            | narrow(self.eval) << 32
            | depth << 48
            | (self.bound as u64) << 56
            | u64::from(self.was_pv) << 58
            | u64::from(age) << 59
    }

    /// The score, if the bound suffices for a cutoff with this window.
    pub(super) fn cuts(&self, alpha: i32, beta: i32) -> Option<i32> {
        match self.bound {
            Bound::Exact => Some(self.score),
            Bound::Lower if self.score >= beta => Some(self.score),
            Bound::Upper if self.score <= alpha => Some(self.score),
            _ => None,
        }
    }

    /// The score, if its bound is tighter than an evaluation.
    pub(super) fn tighter_than(&self, eval: i32) -> Option<i32> {
        let differs = self.bound.is_lower() && self.score > eval
            || self.bound.is_upper() && self.score < eval;
        (differs && self.score.abs() < DECIDED).then_some(self.score)
    }

    fn unpack(data: u64) -> Entry {
        let wide = |shift: u32| i32::from((data >> shift) as u16 as i16);
        Entry {
            best: unpack_move(data & 0xffff),
            score: wide(16),
            eval: wide(32),
            depth: depth_of(data),
            bound: Bound::of_bits(data >> 56),
            was_pv: data >> 58 & 1 != 0,
        }
    }
}

/// Converts a score to be stored: mates count from the position instead of the root.
pub(super) fn score_from(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score + ply as i32,
        _ if score <= -MATE_BOUND => score - ply as i32,
        _ => score,
    }
}

/// Converts a stored score back: mates count from the root.
pub(super) fn score_at(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score - ply as i32,
        _ if score <= -MATE_BOUND => score + ply as i32,
        _ => score,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 + MIN_DEPTH
}

/// The position's hash XOR the data, and the data.
type Slot = [AtomicU64; 2];

/// Words of a slot, slots of a bucket, and words of a bucket, which is one cache line.
const SLOT: usize = 2;
const SLOTS: usize = 4;
const BUCKET: usize = SLOT * SLOTS;

/// Size of an entry in bytes.
pub(super) const ENTRY_BYTES: usize = size_of::<Slot>();

/// Number of entries of which the table's fullness is estimated.
const SAMPLE: usize = 1000;

pub(super) struct Table {
    words: Vec<AtomicU64>,
    /// Index of the first word of the first bucket, at a cache line's start.
    start: usize,
    /// Number of buckets, a power of two.
    buckets: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of about this many entries.
    pub(super) fn new(entries: usize) -> Table {
        let buckets = (entries / SLOTS).next_power_of_two();
        let words = cpu::zeros(BUCKET * (buckets + 1));
        let start = words.as_ptr().align_offset(BUCKET * size_of::<AtomicU64>());
        Table { words, start, buckets, age: AtomicU8::new(0) }
    }

    /// Number of entries.
    pub(super) fn len(&self) -> usize {
        self.buckets * SLOTS
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        *self = Table::new(self.len());
    }

    /// The share of entries that this search has written, in thousandths.
    pub(super) fn fullness(&self) -> u16 {
        let age = u64::from(self.age.load(Relaxed));
        let sample = self.len().min(SAMPLE);
        let slots = (0..sample.div_ceil(SLOTS)).flat_map(|bucket| self.bucket(bucket as u64));
        let data = slots.take(sample).map(|[_, data]| data.load(Relaxed));
        let full = data.filter(|&data| data != 0 && data >> 59 == age).count();
        (full * 1000 / sample) as u16
    }

    /// Starts a new generation: entries of older ones are replaced first.
    pub(super) fn next_generation(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES as u8, Relaxed);
    }

    /// Prefetches the bucket of a key.
    pub(super) fn prefetch(&self, key: u64) {
        cpu::prefetch(&self.bucket(key)[0]);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let at = self.start + (key as usize & (self.buckets - 1)) * BUCKET;
        self.words[at..at + BUCKET].as_chunks().0
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[key_xor_data, data]| {
            let data = data.load(Relaxed);
            (key_xor_data.load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores an entry. If it has no move, the move stored for the position is kept.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut worst = (i32::MAX, &self.bucket(key)[0]);
        for slot in self.bucket(key) {
            let [key_xor_data, data] = slot;
            let data = data.load(Relaxed);
            if data == 0 {
                worst = (i32::MIN, slot);
                break;
            }
            let old = (u64::from(age) + AGES - (data >> 59)) % AGES;
            if key_xor_data.load(Relaxed) ^ data == key {
                let known = depth_of(data);
                if entry.bound != Bound::Exact && known > entry.depth + 3 && old == 0 {
                    return;
                }
                entry.best = entry.best.or_else(|| unpack_move(data & 0xffff));
                worst.1 = slot;
                break;
            }
            // Replacement: the shallowest entry goes first; each generation of age counts as 4
            // plies.
            let worth = depth_of(data) - 4 * old as i32;
            if worth < worst.0 {
                worst = (worth, slot);
            }
        }
        let data = entry.pack(age);
        let [slot_key, slot_data] = worst.1;
        slot_key.store(key ^ data, Relaxed);
        slot_data.store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = Table::new(64);
        for (n, from) in Square::all().enumerate() {
            let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(n as u64 + 1);
            let best = Some(Move::new(from, from.flipped()));
            let (score, eval) = (n as i32 * 300 - 13_000, -INFINITE + n as i32);
            let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][n % 4];
            let depth = n as i32 - 2;
            table.store(key, Entry { best, score, eval, depth, bound, was_pv: n % 3 == 0 });
            let found = table.probe(key).expect("what was stored last is there");
            let known = (found.best, found.score, found.eval, found.depth, found.bound);
            assert_eq!(known, (best, score, eval, depth, bound));
            assert_eq!(found.was_pv, n % 3 == 0);
            assert!(table.probe(!key).is_none());
        }
    }

    #[test]
    fn a_torn_slot_is_not_found() {
        let table = Table::new(4);
        let entry = |score| Entry {
            best: None,
            score,
            eval: 0,
            depth: 5,
            bound: Bound::Exact,
            was_pv: false,
        };
        table.store(42, entry(7));
        assert_eq!(table.probe(42).map(|found| found.score), Some(7));
        let [_, data] = &table.bucket(42)[0];
        data.store(entry(8).pack(0), Relaxed);
        assert!(table.probe(42).is_none());
    }

    #[test]
    fn buckets_are_cache_lines_and_do_not_overlap() {
        for entries in [4, 64, 1 << 16] {
            let table = Table::new(entries);
            assert_eq!(table.len(), entries);
            let address = |key: usize| table.bucket(key as u64).as_ptr().addr();
            for key in 0..entries / 4 {
                assert_eq!(address(key) % 64, 0);
                assert_eq!(address(key), address(0) + 64 * key);
            }
        }
    }

    /// A table of four gibibytes is had without the memory being written.
    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_not_touched_before_it_is_used() {
        let resident_pages = || -> u64 {
            let text = std::fs::read_to_string("/proc/self/statm").expect("Linux has this file");
            text.split(' ').nth(1).expect(&text).parse().expect(&text)
        };
        let before = resident_pages();
        let mut table = Table::new((4 << 30) / ENTRY_BYTES);
        table.clear();
        assert_eq!(table.fullness(), 0);
        // Tests that run beside this one use some memory of their own.
        assert!(resident_pages() < before + (1 << 30) / 4096);
    }

    #[test]
    fn only_entries_of_this_search_count_as_full() {
        let mut table = Table::new(1 << 12);
        let bound = Bound::Exact;
        let entry = Entry { best: None, score: 3, eval: 4, depth: 5, bound, was_pv: false };
        let fill = |table: &Table, keys: std::ops::Range<u64>| {
            keys.for_each(|key| table.store(key, entry));
        };
        assert_eq!(table.fullness(), 0);
        // One slot in each of the first hundred of the 250 buckets that are looked at.
        fill(&table, 0..100);
        assert_eq!(table.fullness(), 100);
        table.next_generation();
        assert_eq!(table.fullness(), 0);
        fill(&table, 0..250);
        assert_eq!(table.fullness(), 250);
        table.clear();
        assert_eq!(table.fullness(), 0);
    }
}
