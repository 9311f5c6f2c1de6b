use std::error::Error;
use std::fmt::{Debug, Display};

use crate::Rng;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<Seat> {
    /// This seat won.
    Won(Seat),
    /// The game is a draw.
    Drawn,
}

/// A turn-based board game.
///
/// The value holds the complete state, hidden cards and history included. A [`View`](Game::View) is
/// the part that one viewer may know; players, bots and hints are given views only.
///
/// [`conformance::check`](crate::conformance::check) tests the laws that relate these functions.
pub trait Game: Clone + Debug {
    /// A complete move: everything a player chooses in one turn.
    type Move: Copy + Eq + Ord + Debug + Display;
    /// A player's place in the game.
    type Seat: Copy + Eq + Debug;
    /// What one seat, or a spectator, may know of the game.
    type View: Clone + PartialEq + Debug;
    /// The reason why a move was refused.
    type Refusal: Error;
    /// The reason why a record could not be read.
    type RecordError: Error;

    /// Replaces the content of `out` by every legal move, in an order that depends only on the
    /// game. The list is empty when the game is over.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// A uniformly random legal move; `None` when the game is over. Games that can draw one without
    /// generating the list override this.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// Whether this move may be played now. Implementations must not call
    /// [`legal_moves`](Game::legal_moves): the conformance tests compare the two as independent
    /// definitions.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Every move that could be legal in some position. The conformance tests compare
    /// [`is_legal`](Game::is_legal) with [`legal_moves`](Game::legal_moves) over this space.
    fn move_space() -> Vec<Self::Move>;

    /// Plays a move.
    ///
    /// # Errors
    /// The reason, if the move is not legal now; the game is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a move that the caller knows to be legal. After an illegal move the state is
    /// unspecified, but there is never undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Undoes the last move and returns it; `None` at the beginning of the game.
    fn undo(&mut self) -> Option<Self::Move>;

    /// The result of the game; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome<Self::Seat>>;

    /// The seat to move.
    fn side_to_move(&self) -> Self::Seat;

    /// A hash of the position, updated incrementally; equal positions have equal hashes.
    fn hash(&self) -> u64;

    /// What `viewer` may know; `None` is a spectator.
    fn view(&self, viewer: Option<Self::Seat>) -> Self::View;

    /// Serializes the game to one line of text that [`from_record`](Game::from_record) reads.
    fn record(&self) -> String;

    /// Parses what [`record`](Game::record) wrote.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn from_record(record: &str) -> Result<Self, Self::RecordError>;
}

/// Counts the paths of exactly `depth` legal moves, the usual test of a move generator. Paths that
/// end earlier because the game is over are not counted.
pub fn perft<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut paths = 0;
    for mv in moves {
        game.play_unchecked(mv);
        paths += perft(game, depth - 1);
        game.undo();
    }
    paths
}
