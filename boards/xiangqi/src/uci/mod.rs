//! The UCI and UCCI protocols (moves with ranks 0 to 9), by which graphical programs and match
//! runners talk to an engine.
//!
//! [`Session`] parses lines and never blocks: a search is an [`Order`] that the caller runs
//! ([`Order::carry_out`]) on a thread and with a clock of its choice, and whose result
//! [`Session::best_move`] formats. [`run`] is the simplest caller: one thread, no clock.

mod answer;
mod options;
mod order;
mod run;

use thiserror::Error;

pub use order::{Clock, Order};
pub use run::run;

use crate::fen::quoted;
use crate::notation::NotationError;
use crate::{FenError, Game, Move, Position, RuleSet, Setup, Status, notation};
use options::Options;

/// The protocol of the most recent greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Dialect {
    #[default]
    Uci,
    Ucci,
}

/// What the caller has to do after a line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Print this line.
    Print(String),
    /// Search [`Session::game`], print [`Session::info`] after iterations and
    /// [`Session::best_move`] at the end.
    Search(Order),
    /// Stop the running search, which then prints its move.
    Stop,
    /// The expected move was played: start the clock of the ponder search.
    PonderHit,
    /// Print `readyok` when earlier requests are done, or at once while a search runs.
    Ready,
    /// Set the size of the search's memory, in mebibytes.
    Memory(usize),
    /// Set the number of search threads.
    Threads(usize),
    /// Clear the search's memory.
    Forget,
    /// End the session.
    Quit,
}

/// Why a line was not understood; printed as `info string error: …`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum LineError {
    #[error("unknown command `{0}`")]
    Unknown(String),
    #[error("position: startpos or fen is expected, not `{0}`")]
    Position(String),
    #[error("position: {0}")]
    Fen(#[from] FenError),
    #[error("position: move {number}: {error}")]
    Move { number: usize, error: NotationError },
    #[error("position: move {number}: the game is over: {status}")]
    AfterEnd { number: usize, status: Status },
    #[error("position: move {number}: the game had ended before: {status}; it is played on")]
    PlayedOn { number: usize, status: Status },
    #[error("go: no position has been set")]
    NoPosition,
    #[error("go: the last position was refused")]
    Refused,
    #[error("go: the game is over: {0}")]
    Over(Status),
    #[error("go: `{word}` must be followed by a number, not `{value}`")]
    Number { word: String, value: String },
    #[error("go: unknown word `{0}`")]
    GoWord(String),
    #[error("go: searchmoves: `{0}` is illegal here")]
    SearchMove(Move),
    #[error("go: no move is left to choose from")]
    NothingLeft,
    #[error("banmoves: `{0}` is not a move that can be played here")]
    Ban(String),
    #[error("setoption: unknown option in `{0}`")]
    UnknownOption(String),
    #[error("setoption: {name} is {expected}, not `{value}`")]
    OptionValue { name: String, expected: String, value: String },
}

/// The protocol state of one session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    dialect: Dialect,
    options: Options,
    game: Option<Game>,
    /// Whether the last `position` was refused, so that no position is set.
    is_refused: bool,
    /// Moves that the UCCI command `banmoves` forbids in this position.
    banned: Vec<Move>,
    /// Number of games begun, from which levels draw: they play the next one differently.
    games: u64,
}

impl Session {
    /// A new session.
    pub fn new() -> Session {
        Session::default()
    }

    /// The game of the last accepted `position`.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Handles a line. Errors in a line are reported as `info string`. A `go` that cannot be
    /// carried out is answered with a null result, because the other program waits for one.
    ///
    /// ```
    /// use fangqi_xiangqi::uci::{Reply, Session};
    /// let mut session = Session::new();
    /// assert_eq!(session.line("isready"), [Reply::Ready]);
    /// let complaint = Reply::Print("info string error: go: no position has been set".into());
    /// let answer = Reply::Print("bestmove (none)".into());
    /// assert_eq!(session.line("go depth 3"), [complaint, answer]);
    /// assert_eq!(session.line("position startpos moves h2e2"), []);
    /// assert!(matches!(session.line("go depth 3")[..], [Reply::Search(_)]));
    /// ```
    pub fn line(&mut self, line: &str) -> Vec<Reply> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let understood = self.handle(&words);
        understood.unwrap_or_else(|error| {
            let mut replies = vec![complaint(&error)];
            if words.first() == Some(&"go") {
                replies.push(Reply::Print(self.no_move().into()));
            }
            replies
        })
    }

    fn handle(&mut self, words: &[&str]) -> Result<Vec<Reply>, LineError> {
        let print = |text: &str| vec![Reply::Print(text.into())];
        let Some((&word, rest)) = words.split_first() else { return Ok(Vec::new()) };
        Ok(match word {
            "uci" => self.greet(Dialect::Uci),
            "ucci" => self.greet(Dialect::Ucci),
            "isready" => vec![Reply::Ready],
            "ucinewgame" => {
                self.game = None;
                self.is_refused = false;
                self.games += 1;
                vec![Reply::Forget]
            }
            "setoption" => self.options.set(rest)?,
            "position" => self.set_position(rest)?,
            // Programs of the Cyclone dialect omit the word `position`.
            "fen" | "startpos" => self.set_position(words)?,
            "banmoves" => {
                self.ban(rest)?;
                Vec::new()
            }
            "go" => self.go(rest)?,
            "stop" => vec![Reply::Stop],
            "ponderhit" => vec![Reply::PonderHit],
            // UCCI's query of hash table contents; an empty answer is allowed.
            "probe" if self.dialect == Dialect::Ucci => print("pophash"),
            "debug" | "register" => Vec::new(),
            "quit" if self.dialect == Dialect::Ucci => {
                vec![Reply::Stop, Reply::Print("bye".into()), Reply::Quit]
            }
            "quit" => vec![Reply::Stop, Reply::Quit],
            word => return Err(LineError::Unknown(quoted(word))),
        })
    }

    fn greet(&mut self, dialect: Dialect) -> Vec<Reply> {
        self.dialect = dialect;
        let end = if dialect == Dialect::Uci { "uciok" } else { "ucciok" };
        let mut lines = vec!["id name Fangqi".to_owned(), "id author the Fangqi project".into()];
        lines.extend(options::lines(dialect));
        lines.push(end.into());
        lines.into_iter().map(Reply::Print).collect()
    }

    /// Sets a position. A refused one clears the old position, lest that be searched by mistake.
    fn set_position(&mut self, words: &[&str]) -> Result<Vec<Reply>, LineError> {
        self.banned.clear();
        self.game = None;
        self.is_refused = true;
        let (game, remark) = read_position(words, self.options.rules)?;
        self.game = Some(game);
        self.is_refused = false;
        Ok(remark.iter().map(complaint).collect())
    }

    fn ban(&mut self, words: &[&str]) -> Result<(), LineError> {
        let game = self.game.as_ref().ok_or(LineError::NoPosition)?;
        let is_legal = |mv: &Move| game.position().is_legal(*mv);
        let read = |word: &&str| {
            word.parse().ok().filter(is_legal).ok_or_else(|| LineError::Ban(quoted(word)))
        };
        self.banned = words.iter().map(read).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<Vec<Reply>, LineError> {
        let game = match &mut self.game {
            Some(game) => game,
            None if self.is_refused => return Err(LineError::Refused),
            None => return Err(LineError::NoPosition),
        };
        let status = game.status();
        let mut replies = Vec::new();
        if status.is_over() && game.position().has_legal_move() {
            // The match runner applies its own rules, by which the game is not over.
            *game = played_on(game);
            replies.push(complaint(&LineError::Over(status)));
            if game.status().is_over() {
                let first = game.position().legal_moves().first().copied();
                let answer = first.map_or(self.no_move().into(), |mv| format!("bestmove {mv}"));
                replies.push(Reply::Print(answer));
                return Ok(replies);
            }
        }
        let Options { counts_seconds, overhead, lines, .. } = self.options;
        let unit = if counts_seconds { 1000 } else { 1 };
        let (banned, level, seed) = (&self.banned, self.options.level(), self.games);
        let context = order::Context { game, banned, unit, overhead, lines, level, seed };
        let (order, unknown) = order::read(words, &context)?;
        replies.extend(unknown.iter().map(complaint));
        replies.push(Reply::Search(order));
        Ok(replies)
    }
}

fn complaint(error: &LineError) -> Reply {
    Reply::Print(format!("info string error: {error}"))
}

/// Parses the arguments of `position`. Moves after the end of the game by repetition or move limit
/// are played, with a warning, because match runners apply rules of their own.
fn read_position(words: &[&str], rules: RuleSet) -> Result<(Game, Option<LineError>), LineError> {
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(moves);
    let position = match setup.split_first() {
        Some((&"startpos", [])) => Position::start(),
        Some((&"fen", fields)) => Position::from_fen(&fields.join(" "))?,
        _ => return Err(LineError::Position(quoted(&setup.join(" ")))),
    };
    let (mut game, mut remark) = (Game::with_rules(position, rules), None);
    for (index, word) in moves.iter().skip(1).enumerate() {
        let (number, status) = (index + 1, game.status());
        if !game.position().has_legal_move() {
            return Err(LineError::AfterEnd { number, status });
        }
        let mv = notation::parse(game.position(), word)
            .map_err(|error| LineError::Move { number, error })?;
        if status.is_over() {
            remark.get_or_insert(LineError::PlayedOn { number, status });
            game = played_on(&game);
        }
        if game.play(mv).is_err() {
            // With insufficient material only the board matters.
            let mut position = game.position().clone();
            position.play_unchecked(mv);
            game = Game::with_rules(position, rules);
        }
    }
    Ok((game, remark))
}

/// A game that starts from the final position of another, without history.
fn played_on(game: &Game) -> Game {
    let mut setup = Setup::from(game.position());
    setup.quiet_plies = 0;
    let position = Position::try_from(setup).unwrap_or_else(|_| game.position().clone());
    Game::with_rules(position, game.rules())
}

#[cfg(test)]
mod tests;
