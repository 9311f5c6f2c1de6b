use thiserror::Error;

use crate::repetition::{self, Offence, Ply};
use crate::{
    Chased, Color, DrawReason, FenError, Illegal, Move, Piece, Position, RepeatedMove, RuleSet,
    Status, WinReason, explain_illegal, natural_limit,
};

/// A game: start position, moves, repetition rules and status.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
    rules: RuleSet,
    status: Status,
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The piece that moved.
    pub piece: Piece,
    /// The captured piece.
    pub captured: Option<Piece>,
    /// The status after the move.
    pub status: Status,
}

/// The refusal of a move; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{mv} is refused: {reason}")]
pub struct PlayError {
    /// The move.
    pub mv: Move,
    /// The rule that it breaks.
    pub reason: Illegal,
}

/// The game has ended, so the request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the game has ended already: {0}")]
pub struct GameEnded(pub Status);

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

impl Game {
    /// A game from this position with [`RuleSet::Axf`].
    pub fn new(position: Position) -> Game {
        Game::with_rules(position, RuleSet::default())
    }

    /// A game from this position with the given repetition rules.
    pub fn with_rules(position: Position, rules: RuleSet) -> Game {
        let start = position.clone();
        let status = Status::Ongoing { check: false };
        let mut game = Game { start, position, plies: Vec::new(), rules, status };
        game.status = game.judge();
        game
    }

    /// A game from a FEN with [`RuleSet::Axf`].
    ///
    /// # Errors
    /// All defects of the text and of the position.
    pub fn from_fen(fen: &str) -> Result<Game, FenError> {
        Ok(Game::new(Position::from_fen(fen)?))
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The repetition rules.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// The moves played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// The last move played.
    pub fn last_move(&self) -> Option<Move> {
        self.plies.last().map(|ply| ply.mv)
    }

    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The status of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The legal moves; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.status.is_over() { Vec::new() } else { self.position.legal_moves().to_vec() }
    }

    /// The rule that a move breaks; `None` if it is legal.
    pub fn explain_illegal(&self, mv: Move) -> Option<Illegal> {
        if self.status.is_over() {
            return Some(Illegal::GameOver);
        }
        explain_illegal(&self.position, mv)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The reason, if the move is illegal or the game has ended.
    pub fn play(&mut self, mv: Move) -> Result<Played, PlayError> {
        if let Some(reason) = self.explain_illegal(mv) {
            return Err(PlayError { mv, reason });
        }
        let Some(piece) = self.position.piece_at(mv.from) else {
            return Err(PlayError { mv, reason: Illegal::NoPiece(mv.from) });
        };
        let captured = self.push(mv);
        Ok(Played { mv, piece, captured, status: self.status })
    }

    /// Plays a legal move and returns the captured piece.
    pub(crate) fn push(&mut self, mv: Move) -> Option<Piece> {
        let hash = self.position.hash();
        let undo = self.position.play_unchecked(mv);
        self.plies.push(Ply { mv, undo, hash, check: self.position.in_check() });
        self.status = self.judge();
        undo.captured
    }

    /// Undoes the last move, and the end of the game if there was one. `None` at the beginning.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        self.position.undo_unchecked(ply.mv, ply.undo);
        self.status = self.judge();
        Some(ply.mv)
    }

    /// Ends the game by resignation of `color`, whose turn it need not be.
    ///
    /// # Errors
    /// The game has already ended.
    pub fn resign(&mut self, color: Color) -> Result<Status, GameEnded> {
        self.end(Status::Won { winner: !color, reason: WinReason::Resignation })
    }

    /// Ends the game because `color` ran out of time; the other side wins.
    ///
    /// # Errors
    /// The game has already ended.
    pub fn lose_on_time(&mut self, color: Color) -> Result<Status, GameEnded> {
        self.end(Status::Won { winner: !color, reason: WinReason::Time })
    }

    /// Ends the game as a draw by agreement.
    ///
    /// # Errors
    /// The game has already ended.
    pub fn agree_draw(&mut self) -> Result<Status, GameEnded> {
        self.end(Status::Draw { reason: DrawReason::Agreement })
    }

    fn end(&mut self, status: Status) -> Result<Status, GameEnded> {
        if self.status.is_over() {
            return Err(GameEnded(self.status));
        }
        self.status = status;
        Ok(status)
    }

    fn judge(&self) -> Status {
        let check = self.position.in_check();
        if !self.position.has_legal_move() {
            let reason = if check { WinReason::Checkmate } else { WinReason::Stalemate };
            return Status::Won { winner: !self.side_to_move(), reason };
        }
        let draw = |reason| Status::Draw { reason };
        if let Some(verdict) = self.judge_repetition() {
            return verdict;
        }
        if self.position.lacks_attackers() {
            return draw(DrawReason::InsufficientMaterial);
        }
        if natural_limit::is_reached(&self.position, &self.plies) {
            return draw(DrawReason::SixtyMoves);
        }
        Status::Ongoing { check }
    }

    fn judge_repetition(&self) -> Option<Status> {
        Some(self.judge_loop(&self.plies[self.repeated_since()?..]))
    }

    /// At the third occurrence of a position, the index of the ply played at the first: the whole
    /// span since then is judged.
    fn repeated_since(&self) -> Option<usize> {
        let quiet = usize::from(self.position.quiet_plies()).min(self.plies.len());
        let spans = (4..=quiet).step_by(2).map(|length| self.plies.len() - length);
        spans.filter(|&first| self.plies[first].hash == self.position.hash()).nth(1)
    }

    /// If the current position has occurred three times: what each move since the first occurrence
    /// did, as the repetition rules see it.
    ///
    /// ```
    /// use fangqi_xiangqi::Game;
    /// let mut game = Game::from_fen("3k5/9/9/9/9/5c3/9/2R6/4A4/4K4 w").expect("a position");
    /// for mv in "c2f2 f4c4 f2c2 c4f4 c2f2 f4c4 f2c2 c4f4".split(' ') {
    ///     game.play(mv.parse().expect("a move")).expect("legal");
    /// }
    /// let moves = game.repetition().expect("the position stands for the third time");
    /// let said: Vec<String> = moves[..2].iter().map(|mv| mv.text().1).collect();
    /// assert_eq!(said, ["chases the unprotected cannon on f4", "is idle"]);
    /// ```
    pub fn repetition(&self) -> Option<Vec<RepeatedMove>> {
        Some(repetition::repeated_moves(&self.position, &self.plies[self.repeated_since()?..]))
    }

    fn judge_loop(&self, plies: &[Ply]) -> Status {
        let Some((loser, offence)) = repetition::judge(self.rules, &self.position, plies) else {
            return Status::Draw { reason: DrawReason::Repetition };
        };
        let reason = match offence {
            Offence::Check => WinReason::PerpetualCheck,
            Offence::Pursuit => WinReason::PerpetualPursuit,
            Offence::Chase(square, piece) => {
                let repeated_moves = repetition::repeated_moves(&self.position, plies);
                let own = repeated_moves.iter().filter(|deed| deed.by == loser);
                let chased = own.clone().flat_map(|deed| &deed.chased);
                let is_protected =
                    chased.filter(|chased| chased.piece == piece).any(|chased| chased.is_protected);
                let chased = Chased { piece, square, is_protected };
                WinReason::PerpetualChase { chased, moves: own.count() as u16 }
            }
        };
        Status::Won { winner: !loser, reason }
    }
}
