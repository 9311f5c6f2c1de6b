//! Conformance tests that apply to every [`Game`].
//!
//! [`check`] plays random games from seeds and tests the laws of the trait at every position it
//! reaches. It uses nothing but the trait, so it finds mistakes that a game's own tests do not look
//! for.

use thiserror::Error;

use crate::{Game, Rng};

/// A law that did not hold, with the data needed to reproduce the failure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seed {seed}, after {ply} moves: {law} (record: {record})")]
pub struct Violation {
    /// The seed of the random game.
    pub seed: u64,
    /// Number of moves played before the failure.
    pub ply: usize,
    /// A sentence that says which law was broken.
    pub law: String,
    /// The game at the failure, as [`Game::record`] writes it.
    pub record: String,
}

/// What a successful run covered. Callers assert on it to see that the run was not vacuous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Positions at which the laws were tested.
    pub positions: usize,
    /// Random games that ended within the move limit.
    pub finished: usize,
}

/// Plays one random game of at most `limit` moves from `start` for each seed and tests at every
/// position that
///
/// - the legal moves are distinct and are exactly the moves of the move space that
///   [`Game::is_legal`] accepts;
/// - a refused move leaves the game unchanged (tested on the first 40 illegal moves);
/// - [`Game::play`] and [`Game::play_unchecked`] agree, and [`Game::undo`] takes the move back;
/// - read-only functions do not change the game;
/// - the record reproduces the game;
/// - a game with an outcome has no legal move, and a game without one has at least one.
///
/// # Errors
/// The first law that does not hold.
pub fn check<G: Game>(
    start: &G,
    seeds: impl IntoIterator<Item = u64>,
    limit: usize,
) -> Result<Coverage, Violation> {
    let space = G::move_space();
    let mut coverage = Coverage::default();
    for seed in seeds {
        let mut game = start.clone();
        let mut rng = Rng::new(seed);
        for ply in 0..=limit {
            let laws = Laws { game: &game, space: &space };
            let legal =
                laws.check().map_err(|law| Violation { seed, ply, law, record: game.record() })?;
            coverage.positions += 1;
            if legal.is_empty() {
                coverage.finished += 1;
                break;
            }
            game.play_unchecked(legal[rng.below(legal.len())]);
        }
    }
    Ok(coverage)
}

/// Checks the laws at one position. A failure is the sentence that says which law was broken.
struct Laws<'a, G: Game> {
    game: &'a G,
    space: &'a [G::Move],
}

impl<G: Game> Laws<'_, G> {
    fn check(&self) -> Result<Vec<G::Move>, String> {
        let mut legal = Vec::new();
        self.game.legal_moves(&mut legal);
        self.generator_matches_is_legal(&legal)?;
        self.outcome_matches_moves(&legal)?;
        self.refusals_change_nothing(&legal)?;
        self.play_and_undo(&legal)?;
        self.record_round_trip()?;
        Ok(legal)
    }

    fn generator_matches_is_legal(&self, legal: &[G::Move]) -> Result<(), String> {
        let mut listed = legal.to_vec();
        listed.sort_unstable();
        let length = listed.len();
        listed.dedup();
        if listed.len() != length {
            return Err("a move is listed twice".into());
        }
        let mut accepted: Vec<_> =
            self.space.iter().copied().filter(|&mv| self.game.is_legal(mv)).collect();
        accepted.sort_unstable();
        if let Some(mv) = listed.iter().find(|mv| !accepted.contains(mv)) {
            return Err(format!("{mv} is listed but is_legal refuses it"));
        }
        match accepted.iter().find(|mv| !listed.contains(mv)) {
            Some(mv) => Err(format!("is_legal accepts {mv}, which is not listed")),
            None => Ok(()),
        }
    }

    fn outcome_matches_moves(&self, legal: &[G::Move]) -> Result<(), String> {
        match (self.game.outcome(), legal.first()) {
            (Some(outcome), Some(mv)) => {
                Err(format!("the game ended ({outcome:?}), yet {mv} is legal"))
            }
            (None, None) => Err("no move is legal, yet the game has no outcome".into()),
            _ => Ok(()),
        }
    }

    fn refusals_change_nothing(&self, legal: &[G::Move]) -> Result<(), String> {
        let before = self.identity(self.game);
        for &mv in self.space.iter().filter(|mv| !legal.contains(mv)).take(40) {
            let mut game = self.game.clone();
            if game.play(mv).is_ok() {
                return Err(format!("play accepts {mv}, which is not legal"));
            }
            if self.identity(&game) != before {
                return Err(format!("refusing {mv} changed the game"));
            }
        }
        Ok(())
    }

    fn play_and_undo(&self, legal: &[G::Move]) -> Result<(), String> {
        let before = self.identity(self.game);
        for &mv in legal {
            let mut checked = self.game.clone();
            if let Err(refusal) = checked.play(mv) {
                return Err(format!("play refuses the legal move {mv}: {refusal}"));
            }
            let mut unchecked = self.game.clone();
            unchecked.play_unchecked(mv);
            if self.identity(&checked) != self.identity(&unchecked) {
                return Err(format!("play and play_unchecked differ on {mv}"));
            }
            if checked.undo() != Some(mv) || self.identity(&checked) != before {
                return Err(format!("undo does not take {mv} back"));
            }
        }
        if self.identity(self.game) == before { Ok(()) } else { Err("looking changed it".into()) }
    }

    fn record_round_trip(&self) -> Result<(), String> {
        let record = self.game.record();
        match G::from_record(&record) {
            Err(error) => Err(format!("its own record is refused: {error}")),
            Ok(again) if self.identity(&again) != self.identity(self.game) => {
                Err("its record makes another game".into())
            }
            Ok(_) => Ok(()),
        }
    }

    /// The observable state by which two games are compared.
    fn identity(&self, game: &G) -> (u64, String, G::View, G::Seat) {
        (game.hash(), game.record(), game.view(None), game.side_to_move())
    }
}

#[cfg(test)]
mod tests;
