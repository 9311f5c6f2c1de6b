use std::error::Error;
use std::fmt::{Debug, Display};

use crate::Rng;

/// How a finished game ended, seen from no seat in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<Seat> {
    /// This seat won.
    Won(Seat),
    /// Nobody won.
    Drawn,
}

/// A board game for seats that move in turn.
///
/// The value holds the whole truth, hidden cards and history included. What a player may know
/// is a [`View`](Game::View) of it, and players, bots and hints are given nothing else.
///
/// The laws that tie these functions together are checked by
/// [`conformance::check`](crate::conformance::check).
pub trait Game: Clone + Debug {
    /// One move, complete: what a player chooses in one turn.
    type Move: Copy + Eq + Ord + Debug + Display;
    /// Who plays.
    type Seat: Copy + Eq + Debug;
    /// What one seat, or a spectator, may know of the game.
    type View: Clone + PartialEq + Debug;
    /// Why a move was refused.
    type Refusal: Error;
    /// Why a record could not be read.
    type RecordError: Error;

    /// Replaces the content of `out` by every legal move, in an order that depends only on the
    /// game; none when the game is over.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Some legal move, each as likely as another; `None` when the game is over. For games that
    /// know one without making the list.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// Whether this move may be played now. It must not use [`legal_moves`](Game::legal_moves):
    /// that the two agree is one of the laws.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Every move that could be legal in some position: the space over which
    /// [`is_legal`](Game::is_legal) is compared with [`legal_moves`](Game::legal_moves).
    fn move_space() -> Vec<Self::Move>;

    /// Plays a move.
    ///
    /// # Errors
    /// A move that is not legal now is refused with the reason, and the game is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a move that the caller knows to be legal; anything else leaves a game that no
    /// function promises anything about, but never undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Takes the last move back and returns it; `None` at the beginning.
    fn undo(&mut self) -> Option<Self::Move>;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome<Self::Seat>>;

    /// Whose turn it is.
    fn side_to_move(&self) -> Self::Seat;

    /// A hash of the position, kept up to date move by move; equal positions have equal hashes.
    fn hash(&self) -> u64;

    /// What `viewer` may know; `None` is a spectator.
    fn view(&self, viewer: Option<Self::Seat>) -> Self::View;

    /// The game as one line of text from which [`from_record`](Game::from_record) makes it again.
    fn record(&self) -> String;

    /// Reads what [`record`](Game::record) wrote.
    ///
    /// # Errors
    /// Text that is not a record is refused with what is wrong and where.
    fn from_record(record: &str) -> Result<Self, Self::RecordError>;
}

/// Counts the paths of exactly `depth` legal moves: the usual check of a move generator. Paths
/// that end early, because the game did, are not counted.
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
