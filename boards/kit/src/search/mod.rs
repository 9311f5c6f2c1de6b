//! Search for any board.
//!
//! A game tells a search what it must know through [`Board`]; a Rust [`Game`](crate::Game) does so
//! through [`OfGame`]. [`best_move`] chooses the method: [`alphabeta`] for two seats that take
//! turns in the open and can score a position, [`mcts`] for all else: more seats, chance, hidden
//! things, or no score.
//!
//! There is no clock and no thread here: a search ends after its nodes or when its caller raises a
//! flag, and with the same game, seed and nodes it returns the same report. To use several cores,
//! run [`mcts`] with several seeds and [`Report::merge`] what they found.

pub mod alphabeta;
pub mod mcts;
mod of_game;
mod table;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;

pub use of_game::OfGame;

use crate::Rng;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses.
    Seat(usize),
    /// Nobody chooses: dice or cards decide, see [`Board::random_move`].
    Chance,
    /// The game is over.
    Over,
}

/// A game as a search needs it. Seats are numbered from 0.
pub trait Board: Clone {
    /// A move. Within one search equal moves of a seat mean the same thing.
    type Move: Copy + Eq + Hash + Debug;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Replaces the content of `out` by all moves there are now, in an order that depends on the
    /// game alone; none only if the game is over, which [`turn`](Board::turn) need not have known
    /// before.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays one of [`moves`](Board::moves).
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// What the end is worth to a seat, from -1 (lost) to 1 (won). Asked when the game is over.
    fn payoff(&self, seat: usize) -> f32;

    /// Hash of the position, the seat to move included; equal positions have equal hashes.
    fn hash(&self) -> u64;

    /// A guess of what the position is worth to a seat, in hundredths of the game's unit (a pawn, a
    /// stone), between -20,000 and 20,000; `None` from a game that does not guess.
    fn score(&self, seat: usize) -> Option<i32> {
        let _ = seat;
        None
    }

    /// A move drawn at random: at a chance node by its odds, else as a playout should. The default
    /// draws evenly from all moves. `None` when there is none.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// Plays on by [`random_move`](Board::random_move) until the game is over, for so many plies at
    /// most. Adds what seats played to `played`, in order, and returns how many moves there were.
    /// For games that do this faster than one move at a time.
    fn playout(
        &mut self,
        plies: usize,
        rng: &mut Rng,
        played: &mut Vec<(usize, Self::Move)>,
    ) -> usize {
        for count in 0..plies {
            let turn = self.turn();
            if turn == Turn::Over {
                return count;
            }
            let Some(mv) = self.random_move(rng) else { return count };
            self.play(mv);
            if let Turn::Seat(seat) = turn {
                played.push((seat, mv));
            }
        }
        plies
    }

    /// Whether some seats do not see everything, or move at the same time.
    fn is_hidden(&self) -> bool {
        false
    }

    /// Replaces all that `seat` cannot know by a guess that agrees with what it does know.
    fn determinise(&mut self, seat: usize, rng: &mut Rng) {
        let _ = (seat, rng);
    }
}

/// How much may be thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Moves made on the board, playouts included.
    pub nodes: u64,
    /// Deepest iteration of alpha-beta, in plies.
    pub depth: u8,
    /// Seed of what is random in a search.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 200_000, depth: 64, seed: 1 }
    }
}

/// One move that was considered at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried; 0 when the method does not count.
    pub visits: u64,
    /// What it is worth to the seat to move, from -1 to 1.
    pub value: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The candidates, best first; empty only if the game is over.
    pub candidates: Vec<Candidate<M>>,
    /// The expected line, where the method gives one.
    pub line: Vec<M>,
    /// Depth of the last finished iteration, or of the deepest line tried.
    pub depth: u32,
    /// Moves made on the board.
    pub nodes: u64,
}

impl<M: Clone + Eq> Report<M> {
    /// The move to play.
    pub fn best(&self) -> Option<M> {
        self.candidates.first().map(|candidate| candidate.mv.clone())
    }

    /// The same with other names for the moves: searches that number their own moves agree on
    /// these.
    ///
    /// # Errors
    /// The first that `name` gives.
    pub fn rename<N, E>(self, name: impl Fn(M) -> Result<N, E>) -> Result<Report<N>, E> {
        let candidate =
            |Candidate { mv, visits, value }| name(mv).map(|mv| Candidate { mv, visits, value });
        let candidates = self.candidates.into_iter().map(candidate).collect::<Result<_, E>>()?;
        let line = self.line.into_iter().map(&name).collect::<Result<_, E>>()?;
        Ok(Report { candidates, line, depth: self.depth, nodes: self.nodes })
    }

    /// Joins what several searches of one position found, as if they had been one.
    pub fn merge(reports: impl IntoIterator<Item = Report<M>>) -> Option<Report<M>> {
        let mut reports = reports.into_iter();
        let mut all = reports.next()?;
        for report in reports {
            all.nodes += report.nodes;
            all.depth = all.depth.max(report.depth);
            for new in report.candidates {
                match all.candidates.iter_mut().find(|old| old.mv == new.mv) {
                    Some(old) => {
                        let visits = old.visits + new.visits;
                        let weight = new.visits as f64 / visits.max(1) as f64;
                        old.value += (new.value - old.value) * weight;
                        old.visits = visits;
                    }
                    None => all.candidates.push(new),
                }
            }
        }
        // Stable: among equals the first search's order stays.
        all.candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        all.line.clear();
        all.line.extend(all.best());
        Some(all)
    }
}

/// How a game is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// [`alphabeta`]: two seats that take turns in the open, and a score.
    AlphaBeta,
    /// [`mcts`] of one truth: more seats, or no score.
    Tree,
    /// [`mcts`] of guesses: chance, or things that the seat does not see. Searches with seeds of
    /// their own can share the work and [merge](Report::merge) what they find.
    Samples,
}

/// The method that suits a game. `seed` is where the look for chance begins.
pub fn method<B: Board>(game: &B, seed: u64) -> Method {
    let scores = matches!(game.turn(), Turn::Seat(seat) if game.score(seat).is_some());
    if game.is_hidden() || has_chance(game, seed) {
        Method::Samples
    } else if game.seats() == 2 && scores {
        Method::AlphaBeta
    } else {
        Method::Tree
    }
}

/// Looks for the best move of the seat to move, by the method that suits the game.
///
/// `game` may be the truth: whatever the seat cannot know is replaced by guesses before anything is
/// looked at.
pub fn best_move<B: Board>(game: &B, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
    if !matches!(game.turn(), Turn::Seat(_)) {
        return Report { candidates: Vec::new(), line: Vec::new(), depth: 0, nodes: 0 };
    }
    match method(game, limits.seed) {
        Method::AlphaBeta => alphabeta::search(game, limits, stop),
        Method::Tree | Method::Samples => mcts::search(game, limits, stop),
    }
}

/// Whether a random game from here meets a chance node. A game that has dice meets them soon.
fn has_chance<B: Board>(game: &B, seed: u64) -> bool {
    const PLIES: usize = 40;
    let (mut game, mut rng) = (game.clone(), Rng::new(seed));
    for _ in 0..PLIES {
        match game.turn() {
            Turn::Chance => return true,
            Turn::Over => return false,
            Turn::Seat(_) => {}
        }
        let Some(mv) = game.random_move(&mut rng) else { return false };
        game.play(mv);
    }
    false
}
