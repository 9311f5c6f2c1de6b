//! Attack tables, computed at compile time.

use crate::{Color, Square};

/// By place on a line and occupancy of the line: chariot attacks, including the first piece in each
/// direction, and cannon captures.
pub(super) static LINES: [[(u16, u16); 1024]; 10] = lines();

/// A file's word spread over the a-file of the board.
pub(super) static SPREAD: [u128; 1024] = spread();

/// The other points on the rank and file of a point.
pub(super) static CROSS: [u128; 90] = crosses();

/// The points whose occupancy decides whether anything attacks a point.
pub(super) static CHECK_ZONES: [u128; 90] = check_zones();

/// The a-file and the i-file, and the half of the board on Black's side of the river.
pub(crate) const A_FILE: u128 = spread()[1023];
pub(crate) const I_FILE: u128 = A_FILE << 8;
pub(crate) const BLACK_HALF: u128 = (1 << 90) - (1 << 45);

const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Horse attacks by point and occupied orthogonal neighbours.
pub(super) static HORSE: [[u128; 16]; 90] = horses(false);
/// Origins of horse attacks by attacked point and its occupied diagonal neighbours.
pub(super) static HORSE_TO: [[u128; 16]; 90] = horses(true);
/// Elephant attacks by point and occupied diagonal neighbours.
pub(super) static ELEPHANT: [[u128; 16]; 90] = elephants();
pub(super) static ADVISOR: [u128; 90] = palace_steps(&DIAGONALS);
pub(super) static KING: [u128; 90] = palace_steps(&STEPS);
pub(super) static PAWN: [[u128; 90]; 2] = [pawns(Color::Red, false), pawns(Color::Black, false)];
pub(super) static PAWN_TO: [[u128; 90]; 2] = [pawns(Color::Red, true), pawns(Color::Black, true)];

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

const fn check_zones() -> [u128; 90] {
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

/// The bit of a leg or eye in the four-bit index that `Occupancy::orthogonal_neighbours` or
/// `Occupancy::diagonal_neighbours` computes.
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
