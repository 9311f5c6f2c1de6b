//! Search for any board game.
//!
//! A game presents itself to a search through [`Board`]; [`GameBoard`] adapts a Rust
//! [`Game`](crate::Game). [`best_move`] chooses the method: [`alphabeta`] for two seats with
//! perfect information and an evaluation, [`mcts`] for everything else: more seats, chance, hidden
//! information, or no evaluation.
//!
//! No clock and no threads are used: a search ends at its node limit or when the caller sets the
//! stop flag. The same game, seed and node limit give the same report. To use several cores, run
//! [`mcts`] with several seeds and combine the results with [`Report::merge`] (root
//! parallelization).

pub mod alphabeta;
mod game_board;
pub mod mcts;
mod table;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;

pub use game_board::GameBoard;

use crate::Rng;

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses.
    Seat(usize),
    /// A chance node: dice or cards decide, see [`Board::random_move`].
    Chance,
    /// The game is over.
    Over,
}

/// The interface between a game and a search. Seats are numbered from 0.
pub trait Board: Clone {
    /// A move. Within one search, equal moves of a seat must mean the same thing.
    type Move: Copy + Eq + Hash + Debug;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// Replaces the content of `out` by all legal moves, in an order that depends on the game
    /// alone. The list is empty only if the game is over, which [`turn`](Board::turn) need not have
    /// reported.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays one of [`moves`](Board::moves).
    fn play(&mut self, mv: Self::Move);

    /// Undoes the last move.
    fn undo(&mut self);

    /// The payoff of a finished game to a seat, from -1 (lost) to 1 (won).
    fn payoff(&self, seat: usize) -> f32;

    /// Hash of the position including the seat to move; equal positions have equal hashes.
    fn hash(&self) -> u64;

    /// Static evaluation of the position for a seat, in hundredths of the game's unit (a pawn, a
    /// stone), between -20,000 and 20,000; `None` if the game has no evaluation.
    fn score(&self, seat: usize) -> Option<i32> {
        let _ = seat;
        None
    }

    /// A random move: at a chance node by its odds, otherwise by the playout policy. The default
    /// draws uniformly from all moves. `None` if there is no move.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// Plays [`random_move`](Board::random_move)s until the game is over, at most `plies` of them.
    /// Appends the moves of seats to `played`, in order, and returns how many moves were made,
    /// chance included. Games override this if they have a faster way than one move at a time.
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

    /// Whether the game may have chance nodes. Games that know they have none say so, which saves
    /// the search from looking for one.
    fn may_have_chance(&self) -> bool {
        true
    }

    /// Whether the game has hidden information or simultaneous moves.
    fn is_hidden(&self) -> bool {
        false
    }

    /// Determinizes the game: replaces everything hidden from `seat` by a random sample that agrees
    /// with what `seat` knows.
    fn determinise(&mut self, seat: usize, rng: &mut Rng) {
        let _ = (seat, rng);
    }
}

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Moves made on the board, playouts included.
    pub nodes: u64,
    /// Deepest iteration of alpha-beta, in plies; [`mcts`] ignores it.
    pub depth: u8,
    /// Seed of the search's random numbers.
    pub seed: u64,
    /// How many of the best moves get a worth and a line of their own; 0 counts as 1.
    pub lines: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 200_000, depth: 64, seed: 1, lines: 1 }
    }
}

/// A move considered at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How often it was visited; 0 if the method does not count visits.
    pub visits: u64,
    /// Its value to the seat to move, from -1 to 1.
    pub value: f64,
}

/// What a line is worth to the seat that begins it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Its evaluation, as [`Board::score`] gives it.
    Score(i32),
    /// A proven win after this number of plies.
    WonIn(u32),
    /// A proven loss after this number of plies.
    LostIn(u32),
    /// The payoff to be expected, from -1 to 1; of these, -1 and 1 are proven.
    Mean(f64),
}

/// A move with what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The moves; never empty.
    pub moves: Vec<M>,
    /// What they are worth.
    pub worth: Worth,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The candidates, best first; empty only if the game is over.
    pub candidates: Vec<Candidate<M>>,
    /// The principal variations of the best moves, in falling order of worth: as many as
    /// [`Limits::lines`] asks for, or fewer if the worth of fewer moves became known.
    pub lines: Vec<Line<M>>,
    /// Depth of the last finished iteration, or of the deepest path in the tree.
    pub depth: u32,
    /// Moves made on the board.
    pub nodes: u64,
}

impl<M: Clone + Eq> Report<M> {
    /// The move to play.
    pub fn best(&self) -> Option<M> {
        self.candidates.first().map(|candidate| candidate.mv.clone())
    }

    /// Translates the moves of a report, as for searches that number their moves differently.
    ///
    /// # Errors
    /// The first error that `name` returns.
    pub fn rename<N, E>(self, name: impl Fn(M) -> Result<N, E>) -> Result<Report<N>, E> {
        let candidate =
            |Candidate { mv, visits, value }| name(mv).map(|mv| Candidate { mv, visits, value });
        let candidates = self.candidates.into_iter().map(candidate).collect::<Result<_, E>>()?;
        let line = |Line { moves, worth }| {
            let moves = moves.into_iter().map(&name).collect::<Result<_, E>>()?;
            Ok(Line { moves, worth })
        };
        let lines = self.lines.into_iter().map(line).collect::<Result<_, E>>()?;
        Ok(Report { candidates, lines, depth: self.depth, nodes: self.nodes })
    }

    /// Combines the reports of several searches of one position: visits are added and values
    /// averaged by visits. `None` if there are no reports.
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
        // Stable, so that ties keep the order of the first report.
        all.candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        // Means of one search are not those of all, and what follows differs between them.
        let best = all.candidates.first();
        let line =
            best.map(|best| Line { moves: vec![best.mv.clone()], worth: Worth::Mean(best.value) });
        all.lines = line.into_iter().collect();
        Some(all)
    }
}

/// The search method for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// [`alphabeta`]: two seats with perfect information and an evaluation.
    AlphaBeta,
    /// [`mcts`] with perfect information: more than two seats, or no evaluation.
    Tree,
    /// [`mcts`] over determinizations: chance or hidden information. Searches with different seeds
    /// can share the work and [merge](Report::merge) their reports.
    Samples,
}

/// The method that suits a game. `seed` seeds the random game that looks for chance nodes.
pub fn method<B: Board>(game: &B, seed: u64) -> Method {
    let scores = matches!(game.turn(), Turn::Seat(seat) if game.score(seat).is_some());
    if game.is_hidden() || game.may_have_chance() && has_chance(game, seed) {
        Method::Samples
    } else if game.seats() == 2 && scores {
        Method::AlphaBeta
    } else {
        Method::Tree
    }
}

/// Searches for the best move of the seat to move by the method that suits the game.
///
/// `game` may contain hidden information: it is determinized for the seat to move before anything
/// is searched, so the result cannot depend on what that seat does not know.
pub fn best_move<B: Board>(game: &B, limits: &Limits, stop: &AtomicBool) -> Report<B::Move> {
    if !matches!(game.turn(), Turn::Seat(_)) {
        return Report { candidates: Vec::new(), lines: Vec::new(), depth: 0, nodes: 0 };
    }
    match method(game, limits.seed) {
        Method::AlphaBeta => alphabeta::search(game, limits, stop),
        Method::Tree | Method::Samples => mcts::search(game, limits, stop),
    }
}

/// Whether a random game from here reaches a chance node within 40 plies. A game with dice reaches
/// one soon, unless it is about to end; cards that were all dealt at the beginning reach none.
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
