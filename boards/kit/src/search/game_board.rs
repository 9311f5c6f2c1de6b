use super::{Board, Turn};
use crate::{Game, Outcome, Rng};

/// Adapter that makes a two-seat [`Game`] a [`Board`] for the searches. `score`, if given,
/// evaluates a position in hundredths of the game's unit for the seat to move.
#[derive(Clone, Debug)]
pub struct GameBoard<G: Game> {
    /// The adapted game.
    pub game: G,
    seats: [G::Seat; 2],
    score: Option<fn(&G) -> i32>,
}

impl<G: Game> GameBoard<G> {
    /// Wraps a game. `seats` maps seat numbers 0 and 1 to the game's own seats.
    pub fn new(game: G, seats: [G::Seat; 2], score: Option<fn(&G) -> i32>) -> Self {
        Self { game, seats, score }
    }

    fn mover(&self) -> usize {
        usize::from(self.game.side_to_move() != self.seats[0])
    }
}

impl<G: Game> Board for GameBoard<G>
where
    G::Move: std::hash::Hash,
{
    type Move = G::Move;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.game.outcome() {
            Some(_) => Turn::Over,
            None => Turn::Seat(self.mover()),
        }
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.game.legal_moves(out);
    }

    fn play(&mut self, mv: G::Move) {
        self.game.play_unchecked(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn payoff(&self, seat: usize) -> f32 {
        match self.game.outcome() {
            Some(Outcome::Won(winner)) if winner == self.seats[seat] => 1.0,
            Some(Outcome::Won(_)) => -1.0,
            Some(Outcome::Drawn) | None => 0.0,
        }
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn score(&self, seat: usize) -> Option<i32> {
        let own = (self.score?)(&self.game);
        Some(if seat == self.mover() { own } else { -own })
    }

    fn random_move(&self, rng: &mut Rng) -> Option<G::Move> {
        self.game.random_move(rng)
    }

    fn playout(
        &mut self,
        plies: usize,
        rng: &mut Rng,
        played: &mut Vec<(usize, G::Move)>,
    ) -> usize {
        // `random_move` returns `None` at the end of a game, so the outcome, which may be slow to
        // compute, is never asked for.
        for count in 0..plies {
            let Some(mv) = self.game.random_move(rng) else { return count };
            played.push((self.mover(), mv));
            self.game.play_unchecked(mv);
        }
        plies
    }
}
