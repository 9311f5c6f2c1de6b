use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};

/// A decision in Pig, or a face of the die, which is the move at a chance node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigMove {
    Roll,
    Hold,
    Face(u8),
}

/// The dice game Pig for two seats to 100 points: roll and gather; a one loses the points gathered
/// in the turn.
#[derive(Clone, Debug)]
pub struct Pig {
    pub banked: [u32; 2],
    pub gathered: u32,
    pub mover: usize,
    pub rolling: bool,
}

impl Board for Pig {
    type Move = PigMove;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.banked.iter().any(|points| *points >= 100) {
            Turn::Over
        } else if self.rolling {
            Turn::Chance
        } else {
            Turn::Seat(self.mover)
        }
    }

    fn moves(&self, out: &mut Vec<PigMove>) {
        out.clear();
        if self.rolling {
            out.extend((1..=6).map(PigMove::Face));
        } else {
            out.extend([PigMove::Roll, PigMove::Hold]);
        }
    }

    fn play(&mut self, mv: PigMove) {
        match mv {
            PigMove::Roll => self.rolling = true,
            PigMove::Hold => {
                self.banked[self.mover] += self.gathered;
                (self.gathered, self.mover) = (0, 1 - self.mover);
            }
            PigMove::Face(1) => {
                (self.gathered, self.mover, self.rolling) = (0, 1 - self.mover, false);
            }
            PigMove::Face(face) => {
                self.gathered += u32::from(face);
                self.rolling = false;
            }
        }
    }

    fn undo(&mut self) {
        unreachable!("a game with dice is searched by descents on copies");
    }

    fn payoff(&self, seat: usize) -> f32 {
        if self.banked[seat] >= 100 { 1.0 } else { -1.0 }
    }

    fn hash(&self) -> u64 {
        0
    }

    fn random_move(&self, rng: &mut Rng) -> Option<PigMove> {
        Some(if self.rolling {
            PigMove::Face(rng.below(6) as u8 + 1)
        } else if self.gathered >= 20 || self.gathered + self.banked[self.mover] >= 100 {
            PigMove::Hold
        } else {
            PigMove::Roll
        })
    }
}
