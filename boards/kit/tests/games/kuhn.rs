use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};

/// A move of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bet {
    /// Check or fold.
    Pass,
    /// Bet or call.
    Bet,
}

/// Kuhn poker: cards 0, 1 and 2, one each; ante one, bets of one.
#[derive(Clone, Debug)]
pub struct Kuhn {
    pub cards: [u8; 2],
    pub bets: Vec<Bet>,
}

impl Board for Kuhn {
    type Move = Bet;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.bets[..] {
            [] | [Bet::Pass, Bet::Bet] => Turn::Seat(0),
            [_] => Turn::Seat(1),
            _ => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Bet>) {
        out.clear();
        out.extend([Bet::Pass, Bet::Bet]);
    }

    fn play(&mut self, mv: Bet) {
        self.bets.push(mv);
    }

    fn undo(&mut self) {
        self.bets.pop();
    }

    fn payoff(&self, seat: usize) -> f32 {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let first = match self.bets[..] {
            [Bet::Pass, Bet::Pass] => higher,
            [Bet::Bet, Bet::Bet] | [Bet::Pass, Bet::Bet, Bet::Bet] => 2.0 * higher,
            [Bet::Bet, Bet::Pass] => 1.0,
            _ => -1.0,
        };
        (if seat == 0 { first } else { -first }) / 2.0
    }

    fn hash(&self) -> u64 {
        0
    }

    fn is_hidden(&self) -> bool {
        true
    }

    fn determinise(&mut self, seat: usize, rng: &mut Rng) {
        let others: Vec<u8> = (0..3).filter(|card| *card != self.cards[seat]).collect();
        self.cards[1 - seat] = others[rng.below(2)];
    }
}
