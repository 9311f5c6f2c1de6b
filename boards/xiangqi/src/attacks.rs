//! Attack tables, computed by the compiler, and the occupancy words that index them.
//!
//! A line (rank or file) is a word of at most ten bits. What a chariot sees from one place on a
//! line, and what a cannon can capture, are looked up by that word. Blocked leapers are looked up
//! by four bits: which legs (or eyes) are occupied.

use crate::bitboard::Bitboard;
use crate::{Color, Square};

/// For each place on a line and each occupancy of it: the points that a chariot reaches (the
/// first piece in each direction included) and the points that a cannon captures on.
static LINES: [[(u16, u16); 1024]; 10] = lines();

/// A file's word spread over the a-file of the board.
static SPREAD: [u128; 1024] = spread();

/// The other points on the rank and file of a point.
static CROSS: [u128; 90] = crosses();

/// The points whose pieces decide whether anything attacks a point.
static CONCERNS: [u128; 90] = all_concerns();

/// The files at the edges, and the half of the board where Black begins.
pub(crate) const A_FILE: u128 = spread()[1023];
pub(crate) const I_FILE: u128 = A_FILE << 8;
pub(crate) const BLACK_HALF: u128 = (1 << 90) - (1 << 45);

const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// By point and by which orthogonal neighbours are occupied.
static HORSE: [[u128; 16]; 90] = horses(false);
/// By point and by which diagonal neighbours are occupied: whence a horse attacks the point.
static HORSE_TO: [[u128; 16]; 90] = horses(true);
/// By point and by which diagonal neighbours are occupied.
static ELEPHANT: [[u128; 16]; 90] = elephants();
static ADVISOR: [u128; 90] = palace_steps(&DIAGONALS);
static KING: [u128; 90] = palace_steps(&STEPS);
static PAWN: [[u128; 90]; 2] = [pawns(Color::Red, false), pawns(Color::Black, false)];
static PAWN_TO: [[u128; 90]; 2] = [pawns(Color::Red, true), pawns(Color::Black, true)];

const fn lines() -> [[(u16, u16); 1024]; 10] {
    let mut table = [[(0, 0); 1024]; 10];
    let mut place = 0;
    while place < 10 {
        let mut occupancy = 0usize;
        while occupancy < 1024 {
            let (mut sees, mut captures) = (0u16, 0u16);
            let mut step = -1i32;
            while step <= 1 {
                let mut met = 0;
                let mut at = place as i32 + step;
                while at >= 0 && at < 10 && met < 2 {
                    if met == 0 {
                        sees |= 1 << at;
                    }
                    if occupancy >> at & 1 != 0 {
                        met += 1;
                        if met == 2 {
                            captures |= 1 << at;
                        }
                    }
                    at += step;
                }
                step += 2;
            }
            table[place][occupancy] = (sees, captures);
            occupancy += 1;
        }
        place += 1;
    }
    table
}

const fn spread() -> [u128; 1024] {
    let mut table = [0; 1024];
    let mut word = 0;
    while word < 1024 {
        let mut rank = 0;
        while rank < 10 {
            if word >> rank & 1 != 0 {
                table[word] |= 1 << (rank * 9);
            }
            rank += 1;
        }
        word += 1;
    }
    table
}

const fn crosses() -> [u128; 90] {
    let a_file = spread()[1023];
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 {
        let rank = 0x1ff << (index / 9 * 9);
        let file = a_file << (index % 9);
        table[index] = (rank | file) & !(1 << index);
        index += 1;
    }
    table
}

const fn all_concerns() -> [u128; 90] {
    let (crosses, horses) = (crosses(), horses(true));
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 * 4 {
        let at = index / 4;
        table[at] |= crosses[at] | horses[at][0];
        let (dx, dy) = DIAGONALS[index % 4];
        if let Some(leg) = square(at).offset(dx, dy) {
            table[at] |= 1 << leg.index();
        }
        index += 1;
    }
    table
}

const fn square(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("an index below 90"),
    }
}

/// The bit of a leg or eye in the four-bit index made by [`Occupancy::steps`] and
/// [`Occupancy::diagonals`].
const fn neighbour_bit(files: i8, ranks: i8) -> usize {
    match (files, ranks) {
        (-1, 0) => 0,
        (0, -1) => 1,
        (1, 0) => 2,
        (0, 1) => 3,
        (-1, 1) => 0,
        (-1, -1) => 1,
        (1, 1) => 2,
        _ => 3,
    }
}

const fn horses(reverse: bool) -> [[u128; 16]; 90] {
    let mut table = [[0; 16]; 90];
    let mut index = 0;
    while index < 90 * 16 * 8 {
        let (at, blocked, leap) = (index / 128, index / 8 % 16, index % 8);
        let (dx, dy) = DIAGONALS[leap / 2];
        let long_file = leap % 2 == 0;
        let (to_x, to_y) = if long_file { (2 * dx, dy) } else { (dx, 2 * dy) };
        let (leg_x, leg_y) = match (reverse, long_file) {
            (true, _) => (dx, dy),
            (false, true) => (dx, 0),
            (false, false) => (0, dy),
        };
        if let Some(to) = square(at).offset(to_x, to_y)
            && blocked >> neighbour_bit(leg_x, leg_y) & 1 == 0
        {
            table[at][blocked] |= 1 << to.index();
        }
        index += 1;
    }
    table
}

const fn elephants() -> [[u128; 16]; 90] {
    let mut table = [[0; 16]; 90];
    let mut index = 0;
    while index < 90 * 16 * 4 {
        let (at, blocked) = (index / 64, index / 4 % 16);
        let (dx, dy) = DIAGONALS[index % 4];
        if let Some(to) = square(at).offset(2 * dx, 2 * dy)
            && to.is_home(Color::Red) == square(at).is_home(Color::Red)
            && blocked >> neighbour_bit(dx, dy) & 1 == 0
        {
            table[at][blocked] |= 1 << to.index();
        }
        index += 1;
    }
    table
}

const fn palace_steps(steps: &[(i8, i8); 4]) -> [u128; 90] {
    let mut table = [0; 90];
    let mut index = 0;
    while index < 90 * 4 {
        let from = square(index / 4);
        if let Some(to) = from.offset(steps[index % 4].0, steps[index % 4].1)
            && (from.in_palace(Color::Red) && to.in_palace(Color::Red)
                || from.in_palace(Color::Black) && to.in_palace(Color::Black))
        {
            table[from.index()] |= 1 << to.index();
        }
        index += 1;
    }
    table
}

const fn pawns(color: Color, reverse: bool) -> [u128; 90] {
    let mut table = [0; 90];
    let forward = match color {
        Color::Red => 1,
        Color::Black => -1,
    };
    let mut index = 0;
    while index < 90 * 3 {
        let from = square(index / 3);
        let step = match index % 3 {
            0 => Some((0, forward)),
            _ if from.is_home(color) => None,
            1 => Some((1, 0)),
            _ => Some((-1, 0)),
        };
        if let Some((dx, dy)) = step
            && let Some(to) = from.offset(dx, dy)
        {
            let (key, value) = if reverse { (to, from) } else { (from, to) };
            table[key.index()] |= 1 << value.index();
        }
        index += 1;
    }
    table
}

/// Which points hold a piece, as a set and as words by rank and by file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Occupancy {
    pub(crate) all: Bitboard,
    /// Rank r is at r + 1, so that the neighbours of every rank exist.
    ranks: [u16; 12],
    files: [u16; 9],
}

impl Occupancy {
    /// Occupies an empty point or empties an occupied one.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, square: Square) {
        self.all ^= square.into();
        self.ranks[usize::from(square.rank()) + 1] ^= 1 << square.file();
        self.files[usize::from(square.file())] ^= 1 << square.rank();
    }

    /// The occupancy after a move.
    pub(crate) fn after(mut self, from: Square, to: Square) -> Occupancy {
        self.toggle(from);
        if !self.all.has(to) {
            self.toggle(to);
        }
        self
    }

    #[inline(always)]
    fn on_lines(&self, at: Square, pick: impl Fn((u16, u16)) -> u16) -> Bitboard {
        let (file, rank) = (usize::from(at.file()), usize::from(at.rank()));
        let on_rank = pick(LINES[file][usize::from(self.ranks[rank + 1])]) & 0x1ff;
        let on_file = pick(LINES[rank][usize::from(self.files[file])]);
        Bitboard(u128::from(on_rank) << (rank * 9) | SPREAD[usize::from(on_file)] << file)
    }

    /// Points a chariot reaches, the first piece in each direction included.
    #[inline(always)]
    pub(crate) fn chariot(&self, at: Square) -> Bitboard {
        self.on_lines(at, |(sees, _)| sees)
    }

    /// Occupied points a cannon captures on: the second piece in each direction.
    #[inline(always)]
    pub(crate) fn cannon_captures(&self, at: Square) -> Bitboard {
        self.on_lines(at, |(_, captures)| captures)
    }

    /// Points a cannon goes to: empty ones as a chariot, occupied ones over a screen.
    #[inline(always)]
    pub(crate) fn cannon(&self, at: Square) -> Bitboard {
        (self.chariot(at) - self.all) | self.cannon_captures(at)
    }

    /// What a chariot sees and a cannon captures on from `at` once `gone`, which shares a line
    /// with it, is empty.
    #[inline(always)]
    pub(crate) fn lines_without(&self, at: Square, gone: Square) -> (Bitboard, Bitboard) {
        let (file, rank) = (usize::from(at.file()), usize::from(at.rank()));
        let (mut on_rank, mut on_file) = (self.ranks[rank + 1], self.files[file]);
        if gone.rank() == at.rank() {
            on_rank &= !(1 << gone.file());
        } else {
            on_file &= !(1 << gone.rank());
        }
        let (rank_line, file_line) =
            (LINES[file][usize::from(on_rank)], LINES[rank][usize::from(on_file)]);
        let board = |rank_word: u16, file_word: u16| {
            let spread = SPREAD[usize::from(file_word)] << file;
            Bitboard(u128::from(rank_word & 0x1ff) << (rank * 9) | spread)
        };
        (board(rank_line.0, file_line.0), board(rank_line.1, file_line.1))
    }

    /// Bit 0 left, 1 below, 2 right, 3 above.
    #[inline(always)]
    fn steps(&self, at: Square) -> usize {
        let beside = self.ranks[usize::from(at.rank()) + 1] << 1 >> at.file() & 0b101;
        let along = self.files[usize::from(at.file())] << 1 >> at.rank() & 0b101;
        usize::from(beside | along << 1)
    }

    /// Bit 0 above left, 1 below left, 2 above right, 3 below right.
    #[inline(always)]
    fn diagonals(&self, at: Square) -> usize {
        let rank = usize::from(at.rank());
        let above = self.ranks[rank + 2] << 1 >> at.file() & 0b101;
        let below = self.ranks[rank] << 1 >> at.file() & 0b101;
        usize::from(above | below << 1)
    }

    /// Points a horse reaches past its legs.
    #[inline(always)]
    pub(crate) fn horse(&self, at: Square) -> Bitboard {
        Bitboard(HORSE[at.index()][self.steps(at)])
    }

    /// Points from which a horse would reach `at`.
    #[inline(always)]
    pub(crate) fn horse_to(&self, at: Square) -> Bitboard {
        Bitboard(HORSE_TO[at.index()][self.diagonals(at)])
    }

    /// Points an elephant reaches past its eyes.
    #[inline(always)]
    pub(crate) fn elephant(&self, at: Square) -> Bitboard {
        Bitboard(ELEPHANT[at.index()][self.diagonals(at)])
    }
}

/// Points an advisor reaches.
pub(crate) fn advisor(at: Square) -> Bitboard {
    Bitboard(ADVISOR[at.index()])
}

/// Points a king reaches.
pub(crate) fn king(at: Square) -> Bitboard {
    Bitboard(KING[at.index()])
}

/// Points a pawn of `color` reaches.
pub(crate) fn pawn(color: Color, at: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][at.index()])
}

/// Points from which a pawn of `color` reaches `at`.
pub(crate) fn pawn_to(color: Color, at: Square) -> Bitboard {
    Bitboard(PAWN_TO[color.index()][at.index()])
}

/// The rank and the file of a point, without it.
pub(crate) fn cross(at: Square) -> Bitboard {
    Bitboard(CROSS[at.index()])
}

/// The points whose pieces decide whether chariot, cannon, horse, pawn or king attack `at`: its
/// rank and file, whence horses come, and their legs.
pub(crate) fn concerns(at: Square) -> Bitboard {
    Bitboard(CONCERNS[at.index()])
}

/// The file of a point.
pub(crate) fn file(at: Square) -> Bitboard {
    Bitboard(SPREAD[1023] << at.file())
}

/// Every point from which an unblocked horse would reach `at`.
pub(crate) fn horse_leaps(at: Square) -> Bitboard {
    Bitboard(HORSE_TO[at.index()][0])
}

/// The points strictly between two points of one line; none if they share no line.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    // Bits strictly between two places of a word.
    let gap = |x: u8, y: u8| {
        let (low, high) = (x.min(y), x.max(y));
        ((1usize << high) - 1) & !((2usize << low) - 1)
    };
    if a.rank() == b.rank() {
        Bitboard((gap(a.file(), b.file()) as u128) << (usize::from(a.rank()) * 9))
    } else if a.file() == b.file() {
        Bitboard(SPREAD[gap(a.rank(), b.rank())] << a.file())
    } else {
        Bitboard::EMPTY
    }
}

/// The leg over which a horse leaps from `from` to `to`; the caller knows it is such a leap.
pub(crate) fn horse_leg(from: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    from.offset(files / 2, ranks / 2)
}
