use fangqi_kit::search::{Board, Turn};

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Tic-tac-toe, as two sets of nine bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    stones: [u16; 2],
    played: Vec<u8>,
}

impl TicTacToe {
    pub fn mover(&self) -> usize {
        self.played.len() % 2
    }

    pub fn winner(&self) -> Option<usize> {
        (0..2).find(|&seat| LINES.iter().any(|line| self.stones[seat] & line == *line))
    }
}

impl Board for TicTacToe {
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.winner().is_some() || self.played.len() == 9 {
            Turn::Over
        } else {
            Turn::Seat(self.mover())
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        let taken = self.stones[0] | self.stones[1];
        out.clear();
        out.extend((0..9).filter(|cell| taken & (1 << cell) == 0));
    }

    fn play(&mut self, mv: u8) {
        let mover = self.mover();
        self.stones[mover] |= 1 << mv;
        self.played.push(mv);
    }

    fn undo(&mut self) {
        let mv = self.played.pop().expect("a move was played");
        let mover = self.mover();
        self.stones[mover] &= !(1 << mv);
    }

    fn payoff(&self, seat: usize) -> f32 {
        self.winner().map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 })
    }

    fn hash(&self) -> u64 {
        u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]) | (self.mover() as u64) << 40
    }

    fn score(&self, _: usize) -> Option<i32> {
        Some(0)
    }
}
