//! Connect Four solved: won, drawn or lost, by alpha-beta on bitboards with a table.
//!
//! Seven bits to a column, from the west, the lowest first; the seventh is always empty.

const BOTTOM: u64 = 0x0000_0408_1020_4081 & ((1 << 49) - 1);
const BOARD: u64 = BOTTOM * 0x3f;
/// Columns from the middle outwards.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A position: the stones of the seat to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    own: u64,
    all: u64,
}

impl Position {
    /// From the pieces of cells numbered by row, as the rules in Lua have them.
    pub fn new(cells: &[u8], seat: u8) -> Self {
        let (mut own, mut all) = (0, 0);
        for (index, piece) in cells.iter().enumerate() {
            let bit = 1 << (index % 7 * 7 + index / 7);
            all |= if *piece == 0 { 0 } else { bit };
            own |= if *piece == seat { bit } else { 0 };
        }
        Self { own, all }
    }

    /// After a stone on a cell of the rules, from 1.
    pub fn after(self, cell: u32) -> Self {
        let bit = 1 << ((cell - 1) % 7 * 7 + (cell - 1) / 7);
        Self { own: self.all ^ self.own, all: self.all | bit }
    }

    fn places(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// Whether the seat to move can win at once.
    pub fn wins_now(self) -> bool {
        completing(self.own, self.all) & self.places() != 0
    }

    /// Whether the last move won.
    pub fn is_lost(self) -> bool {
        let other = self.all ^ self.own;
        [1, 6, 7, 8].into_iter().any(|step| {
            let pairs = other & (other >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// Whether the opponent wins at once after every move.
    pub fn loses_next(self) -> bool {
        let threats = completing(self.all ^ self.own, self.all);
        let (places, forced) = (self.places(), self.places() & threats);
        let safe = if forced == 0 { places } else { forced } & !(threats >> 1);
        places != 0 && (forced.count_ones() > 1 || safe == 0)
    }
}

/// Empty cells that would make four in a line of these stones.
fn completing(stones: u64, all: u64) -> u64 {
    let mut found = (stones << 1) & (stones << 2) & (stones << 3);
    for step in [6, 7, 8] {
        let above = (stones << step) & (stones << (2 * step));
        let below = (stones >> step) & (stones >> (2 * step));
        found |= above & ((stones << (3 * step)) | (stones >> step));
        found |= below & ((stones >> (3 * step)) | (stones << step));
    }
    found & BOARD & !all
}

/// Solves positions; what it found stays known.
pub struct Solver {
    /// Key, and the lowest and highest value it can have.
    table: Vec<(u64, i8, i8)>,
}

impl Solver {
    pub fn new() -> Self {
        Self { table: vec![(0, -1, 1); 1 << 22] }
    }

    /// 1 if the seat to move wins, -1 if it loses, 0 if neither can be forced.
    pub fn value(&mut self, position: Position) -> i8 {
        if position.is_lost() { -1 } else { self.within(position, -1, 1) }
    }

    fn within(&mut self, position: Position, mut alpha: i8, mut beta: i8) -> i8 {
        let Position { own, all } = position;
        let places = position.places();
        if places == 0 {
            return 0;
        }
        if position.wins_now() {
            return 1;
        }
        if position.loses_next() {
            return -1;
        }
        let key = own + all + BOTTOM;
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 42) as usize;
        let (known, low, high) = self.table[place];
        if known == key {
            (alpha, beta) = (alpha.max(low), beta.min(high));
            if alpha >= beta {
                return alpha;
            }
        }
        let threats = completing(all ^ own, all);
        let forced = places & threats;
        let safe = if forced == 0 { places } else { forced } & !(threats >> 1);
        let mut moves: Vec<u64> = ORDER
            .iter()
            .map(|column| safe & (0x7f << (7 * column)))
            .filter(|mv| *mv != 0)
            .collect();
        moves.sort_by_key(|mv| std::cmp::Reverse(completing(own | mv, all | mv).count_ones()));
        let (start, mut best) = (alpha, -1);
        for mv in moves {
            let next = Position { own: all ^ own, all: all | mv };
            best = best.max(-self.within(next, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let entry = match best {
            _ if best >= beta => (key, best, 1),
            _ if best <= start => (key, -1, best),
            _ => (key, best, best),
        };
        self.table[place] = entry;
        best
    }
}
