use fangqi_kit::search::{Board, Turn};

/// One choice: the seat takes a draw, or throws a die whose worth is only estimated.
#[derive(Clone, Debug)]
pub struct Wager {
    /// What the evaluation says of the throw to the seat that chooses.
    pub estimate: i32,
    pub chosen: Option<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    Draw,
    Throw,
}

impl Board for Wager {
    type Move = Choice;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.chosen {
            None => Turn::Seat(0),
            Some(Choice::Throw) => Turn::Chance,
            Some(Choice::Draw) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Choice>) {
        out.clear();
        out.extend([Choice::Draw, Choice::Throw]);
    }

    fn play(&mut self, choice: Choice) {
        self.chosen = Some(choice);
    }

    fn undo(&mut self) {
        self.chosen = None;
    }

    fn payoff(&self, _: usize) -> f32 {
        assert_eq!(self.chosen, Some(Choice::Draw), "only a finished game has a payoff");
        0.0
    }

    fn hash(&self) -> u64 {
        self.chosen.map_or(0, |choice| choice as u64 + 1)
    }

    fn score(&self, seat: usize) -> Option<i32> {
        let throws = self.chosen == Some(Choice::Throw);
        Some(if !throws {
            0
        } else if seat == 0 {
            self.estimate
        } else {
            -self.estimate
        })
    }
}
