use fangqi_kit::search::{Board, Turn};

/// Connect Four on 7×6 cells: one bitboard per seat, seven bits for each column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    pub stones: [u64; 2],
    pub played: Vec<u8>,
    pub scored: bool,
}

fn four(stones: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl ConnectFour {
    pub fn mover(&self) -> usize {
        self.played.len() % 2
    }

    pub fn stones_played(&self) -> usize {
        self.played.len()
    }

    fn height(&self, column: u8) -> u32 {
        (((self.stones[0] | self.stones[1]) >> (7 * column)) & 0x3f).count_ones()
    }

    /// The exact value to the seat to move by alpha-beta negamax: 1, 0 or -1.
    pub fn solve(&mut self) -> i32 {
        self.solve_within(-1, 1, &mut std::collections::HashMap::new())
    }

    fn solve_within(
        &mut self,
        mut alpha: i32,
        beta: i32,
        known: &mut std::collections::HashMap<(u64, u64), i32>,
    ) -> i32 {
        if four(self.stones[1 - self.mover()]) {
            return -1;
        }
        if self.played.len() == 42 {
            return 0;
        }
        let key = (self.stones[0], self.stones[1]);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let (mut best, full) = (-1, (alpha, beta) == (-1, 1));
        for column in [3, 2, 4, 1, 5, 0, 6] {
            if self.height(column) == 6 {
                continue;
            }
            self.play(column);
            let value = -self.solve_within(-beta, -alpha, known);
            self.undo();
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // A value from a narrowed window is a bound only; wins are always exact.
        if full || best == 1 {
            known.insert(key, best);
        }
        best
    }
}

impl Board for ConnectFour {
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.played.len() == 42 || self.stones.into_iter().any(four) {
            Turn::Over
        } else {
            Turn::Seat(self.mover())
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend((0..7).filter(|column| self.height(*column) < 6));
    }

    fn play(&mut self, column: u8) {
        let cell = u32::from(column) * 7 + self.height(column);
        let mover = self.mover();
        self.stones[mover] |= 1 << cell;
        self.played.push(column);
    }

    fn undo(&mut self) {
        let column = self.played.pop().expect("a move was played");
        let cell = u32::from(column) * 7 + self.height(column) - 1;
        let mover = self.mover();
        self.stones[mover] &= !(1 << cell);
    }

    fn payoff(&self, seat: usize) -> f32 {
        if four(self.stones[seat]) {
            1.0
        } else if four(self.stones[1 - seat]) {
            -1.0
        } else {
            0.0
        }
    }

    fn hash(&self) -> u64 {
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.stones[1];
        mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (mixed >> 29)
    }

    fn score(&self, _: usize) -> Option<i32> {
        self.scored.then_some(0)
    }
}
