//! Reversi on bitboards: one for the discs of the seat to move and one for the other's. a1 is bit
//! 0, b1 bit 1, a2 bit 8.

use std::fmt;

use fangqi_kit::{Game, Outcome, Rng};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Black,
    White,
}

/// The index of the cell where a disc is placed, or [`Move::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

impl Move {
    pub const PASS: Move = Move(64);
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Move::PASS {
            return out.write_str("pass");
        }
        write!(out, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

/// Why a move or a record is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("{0} encloses nothing, or there is a disc already")]
    Nothing(Move),
    #[error("move {0} of the record cannot be read")]
    Unreadable(usize),
}

/// A game.
#[derive(Clone, Debug)]
pub struct Reversi {
    own: u64,
    other: u64,
    /// The legal placements of the seat to move.
    places: u64,
    black: bool,
    played: Vec<(Move, u64, u64)>,
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// A bitboard shifted by one cell in each of the eight directions.
const SHIFTS: [fn(u64) -> u64; 8] = [
    |set| set << 8,
    |set| set >> 8,
    |set| (set << 1) & NOT_A,
    |set| (set >> 1) & NOT_H,
    |set| (set << 9) & NOT_A,
    |set| (set >> 9) & NOT_H,
    |set| (set << 7) & NOT_H,
    |set| (set >> 7) & NOT_A,
];

/// The empty cells where a disc of `own` would flip discs of `other`.
fn places(own: u64, other: u64) -> u64 {
    // A ray encloses at most six discs, so five steps after the first reach them all.
    macro_rules! toward {
        ($shift:expr) => {{
            let mut ray = $shift(own) & other;
            for _ in 0..5 {
                ray |= $shift(ray) & other;
            }
            $shift(ray)
        }};
    }
    let reached = toward!(SHIFTS[0])
        | toward!(SHIFTS[1])
        | toward!(SHIFTS[2])
        | toward!(SHIFTS[3])
        | toward!(SHIFTS[4])
        | toward!(SHIFTS[5])
        | toward!(SHIFTS[6])
        | toward!(SHIFTS[7]);
    reached & !(own | other)
}

/// The discs of `other` that a disc on `cell` flips.
fn enclosed(own: u64, other: u64, cell: u64) -> u64 {
    let mut all = 0;
    for shift in SHIFTS {
        let (mut ray, mut at) = (0, shift(cell));
        while at & other != 0 {
            ray |= at;
            at = shift(at);
        }
        if at & own != 0 {
            all |= ray;
        }
    }
    all
}

impl Default for Reversi {
    fn default() -> Self {
        let (own, other) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
        Self { own, other, places: places(own, other), black: true, played: Vec::new() }
    }
}

impl Reversi {
    /// Discs of Black and of White.
    pub fn counts(&self) -> [u32; 2] {
        let (own, other) = (self.own.count_ones(), self.other.count_ones());
        if self.black { [own, other] } else { [other, own] }
    }

    /// How many discs a move flips.
    pub fn gain(&self, mv: Move) -> u32 {
        if mv == Move::PASS {
            return 0;
        }
        enclosed(self.own, self.other, 1 << mv.0).count_ones()
    }

    fn is_over(&self) -> bool {
        self.places == 0 && places(self.other, self.own) == 0
    }
}

impl Game for Reversi {
    type Move = Move;
    type Seat = Seat;
    type View = (u64, u64, bool);
    type Refusal = Refused;
    type RecordError = Refused;

    fn legal_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        let mut left = self.places;
        while left != 0 {
            out.push(Move(left.trailing_zeros() as u8));
            left &= left - 1;
        }
        if out.is_empty() && !self.is_over() {
            out.push(Move::PASS);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv == Move::PASS {
            return self.places == 0 && !self.is_over();
        }
        let free = |cell: u64| (self.own | self.other) & cell == 0;
        mv.0 < 64 && free(1 << mv.0) && self.gain(mv) > 0
    }

    fn random_move(&self, rng: &mut Rng) -> Option<Move> {
        if self.places == 0 {
            return (!self.is_over()).then_some(Move::PASS);
        }
        let mut left = self.places;
        for _ in 0..rng.below(left.count_ones() as usize) {
            left &= left - 1;
        }
        Some(Move(left.trailing_zeros() as u8))
    }

    fn move_space() -> Vec<Move> {
        (0..=64).map(Move).collect()
    }

    fn play(&mut self, mv: Move) -> Result<(), Refused> {
        if !self.is_legal(mv) {
            return Err(Refused::Nothing(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.played.push((mv, self.own, self.other));
        if mv != Move::PASS {
            let cell = 1 << (mv.0 & 63);
            let turned = enclosed(self.own, self.other, cell);
            self.own |= turned | cell;
            self.other &= !turned;
        }
        std::mem::swap(&mut self.own, &mut self.other);
        self.black = !self.black;
        self.places = places(self.own, self.other);
    }

    fn undo(&mut self) -> Option<Move> {
        let (mv, own, other) = self.played.pop()?;
        (self.own, self.other, self.black) = (own, other, !self.black);
        self.places = places(own, other);
        Some(mv)
    }

    fn outcome(&self) -> Option<Outcome<Seat>> {
        if !self.is_over() {
            return None;
        }
        let [black, white] = self.counts();
        Some(match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::Won(Seat::Black),
            std::cmp::Ordering::Less => Outcome::Won(Seat::White),
            std::cmp::Ordering::Equal => Outcome::Drawn,
        })
    }

    fn side_to_move(&self) -> Seat {
        if self.black { Seat::Black } else { Seat::White }
    }

    fn hash(&self) -> u64 {
        let mixed = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.other;
        let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 27) ^ u64::from(self.black)
    }

    fn view(&self, _: Option<Seat>) -> (u64, u64, bool) {
        (self.own, self.other, self.black)
    }

    fn record(&self) -> String {
        self.played.iter().map(|(mv, ..)| format!("{mv} ")).collect()
    }

    fn from_record(record: &str) -> Result<Self, Refused> {
        let mut game = Self::default();
        for (index, word) in record.split_whitespace().enumerate() {
            let known = Self::move_space().into_iter().find(|mv| mv.to_string() == word);
            game.play(known.ok_or(Refused::Unreadable(index + 1))?)?;
        }
        Ok(game)
    }
}
