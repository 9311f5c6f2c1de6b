//! A game as a text: how it began, and the answers so far.
//!
//! The text is all there is of a game: equal texts are equal games. What a room holds beside it,
//! [`Games`], only saves playing the answers again.

use std::cell::RefCell;
use std::hash::Hasher;
use std::rc::Rc;

use fangqi_plugin::{EMPTY_STATE, PluginState};
use fangqi_sanguosha::players::{self, Plain};
use fangqi_sanguosha::{
    Answer, Ask, CardId, Chosen, LogLine, Panel, PlayerId, Refusal, Role, Seated, Setup, Status,
    panel, request,
};
use serde::{Deserialize, Serialize};

use super::{AnswerError, Fault, Mind, PackageSource, SgsVm, Table};

/// Answers with what is taken for who does not answer.
const BY_DEFAULT: &str = "!";
/// Longest text of an answer.
const ANSWER_MAX: usize = 2000;
/// Games that are kept beside their texts.
const KEPT: usize = 2;

/// How a game begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Begin {
    /// Where the game's chance starts.
    pub seed: u64,
    /// Who plays, by seat.
    pub seats: Vec<BeginSeat>,
    /// From how many generals everybody chooses.
    pub choices: usize,
    /// Packages that are not played with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<String>,
    /// Generals that are offered first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<String>,
    /// Cards that lie on top of the draw pile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<u16>,
}

/// Somebody at the table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BeginSeat {
    /// The name people see.
    pub name: String,
    /// A role decided beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// A general decided beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
    /// A computer plays.
    #[serde(default)]
    pub robot: bool,
}

/// Why a text is no game, or an answer not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The text is not one that this module wrote.
    #[error("this is no game: {0}")]
    NoGame(String),
    /// The answer is refused.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

impl From<Refusal> for RecordError {
    fn from(refusal: Refusal) -> Self {
        RecordError::Answer(AnswerError::Refused(refusal))
    }
}

/// A game that is being played, beside its text.
#[derive(Debug)]
pub struct Game {
    /// The engine and its packages.
    pub table: Table,
    text: String,
    seed: u64,
    /// How it stands.
    pub status: Status,
    /// In which turn how often somebody was asked to act: what a plain computer must know.
    acted: (u32, u32),
}

impl Game {
    /// A game that has just begun, with what is to be told.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn begin(
        sources: &[PackageSource],
        begin: &Begin,
    ) -> Result<(Game, Vec<LogLine>), RecordError> {
        let mut game = Game::about_to_begin(sources, begin)?;
        let news = game.go_on();
        Ok((game, news))
    }

    /// A game that notes what is seen in it, from its beginning on.
    ///
    /// # Errors
    /// Why there can be none.
    pub(super) fn begin_watched(
        sources: &[PackageSource],
        begin: &Begin,
    ) -> Result<Game, RecordError> {
        let mut game = Game::about_to_begin(sources, begin)?;
        Mind::watches(&game.table);
        game.go_on();
        Ok(game)
    }

    fn about_to_begin(sources: &[PackageSource], begin: &Begin) -> Result<Game, RecordError> {
        let no_game = |why: String| RecordError::NoGame(why);
        let text = serde_json::to_string(begin).map_err(|error| no_game(error.to_string()))?;
        let vm = SgsVm::with_packages(sources, begin.seed)
            .map_err(|error| no_game(error.to_string()))?;
        let table = Table::open(vm, setup(begin)?).map_err(|error| no_game(error.to_string()))?;
        let (seed, status) = (begin.seed, Status::Asking);
        Ok(Game { table, text, seed, status, acted: (0, 0) })
    }

    /// The game of a text.
    ///
    /// # Errors
    /// It is none.
    pub fn read(sources: &[PackageSource], text: &str) -> Result<Game, RecordError> {
        let mut lines = text.split('\n');
        let head = lines.next().unwrap_or_default();
        let begin: Begin =
            serde_json::from_str(head).map_err(|error| RecordError::NoGame(error.to_string()))?;
        let (mut game, _) = Game::begin(sources, &begin)?;
        for line in lines {
            let (seat, answer) = line.split_once(' ').unwrap_or((line, ""));
            let seat = seat.parse().map_err(|_| RecordError::NoGame(line.to_owned()))?;
            game.answer(PlayerId(seat), answer)
                .map_err(|error| RecordError::NoGame(format!("{line}: {error}")))?;
        }
        Ok(game)
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes an answer and goes on to the next question; what is to be told of it.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn answer(&mut self, who: PlayerId, text: &str) -> Result<Vec<LogLine>, RecordError> {
        let asked = self.table.request().ok_or(Refusal::NotAsked)?.who;
        if asked != who {
            return Err(Refusal::NotYou.into());
        }
        if text.len() > ANSWER_MAX || text.chars().any(char::is_control) {
            return Err(AnswerError::Unreadable(String::new()).into());
        }
        match text {
            BY_DEFAULT => self.table.answer_by_default(),
            _ => self.table.answer_text(who, text)?,
        }
        self.text.push_str(&format!("\n{} {text}", who.0));
        Ok(self.go_on())
    }

    fn go_on(&mut self) -> Vec<LogLine> {
        self.status = self.table.run();
        let turn = self.table.state().turns;
        if self.acted.0 != turn {
            self.acted = (turn, 0);
        }
        if matches!(self.table.request().map(|request| &request.ask), Some(Ask::Activate)) {
            self.acted.1 += 1;
        }
        self.table.take_log()
    }

    /// What went wrong in packages since the last time.
    pub fn take_faults(&self) -> Vec<Fault> {
        self.table.vm().take_faults()
    }

    /// What a computer answers in the place of whoever is asked: a plain player, or one who only
    /// answers what it must (托管). It knows what that seat knows.
    ///
    /// # Errors
    /// Nobody is asked.
    pub fn suggest(&self, trust: bool) -> Result<String, RecordError> {
        let request = self.table.request().ok_or(Refusal::NotAsked)?;
        let cx = self.table.cx();
        let seed = self.seed ^ u64::from(request.serial).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let refused = self.table.engine().refused();
        let (turn, acted) = self.acted;
        let mut plain = Plain::in_turn(seed, turn, acted.saturating_sub(1));
        let answer = match trust {
            true => plain.or_other(
                &cx,
                request,
                refused,
                players::trust(&cx, request.who, &request.ask),
            ),
            false => plain.answer_anew(&cx, request, refused),
        };
        let fits = |answer: &Answer| {
            let text = panel::answer_text(&cx.s(), answer);
            let read = request::read_answer(&cx, &request.ask, &text)?;
            request::check(&cx, request.who, &request.ask, &read).is_ok().then_some(text)
        };
        Ok(fits(&answer).unwrap_or_else(|| BY_DEFAULT.to_owned()))
    }

    /// What whoever is asked may choose next.
    ///
    /// # Errors
    /// Nobody is asked.
    pub fn panel(&self, chosen: &Chosen) -> Result<Panel, RecordError> {
        let request = self.table.request().ok_or(Refusal::NotAsked)?;
        Ok(Panel::of(&self.table.cx(), request.who, &request.ask, chosen))
    }
}

/// The engine's own form of how a game begins.
fn setup(begin: &Begin) -> Result<Setup, RecordError> {
    let names = |names: &[String]| names.iter().map(|name| name.as_str().into()).collect();
    let seat = |seat: &BeginSeat| {
        let role = match seat.role.as_deref().map(Role::from_text) {
            Some(None) => return Err(RecordError::NoGame("there is no such role".to_owned())),
            Some(role) => role,
            None => None,
        };
        Ok(Seated {
            name: seat.name.as_str().into(),
            role,
            general: seat.general.as_deref().map(Into::into),
            state: if seat.robot { "robot" } else { "online" }.into(),
        })
    };
    Ok(Setup {
        seats: begin.seats.iter().map(seat).collect::<Result<_, _>>()?,
        seed: begin.seed,
        choices: begin.choices,
        banned: names(&begin.banned),
        forced: names(&begin.forced),
        stack: begin.stack.iter().copied().map(CardId).collect(),
    })
}

/// A game that is kept.
pub type Kept = Rc<RefCell<Game>>;

/// Games that need not be played again from their texts, the latest first. Without them all is
/// the same but slower, so they are no part of a room's state.
#[derive(Debug, Default)]
pub struct Games {
    kept: Vec<Kept>,
}

impl Games {
    /// The game of a text, if it is kept.
    pub fn find(&mut self, text: &str) -> Option<Kept> {
        let at = self.kept.iter().position(|game| game.borrow().text() == text)?;
        let game = self.kept.remove(at);
        self.kept.insert(0, Rc::clone(&game));
        Some(game)
    }

    /// Lets all go: another game takes their place.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Keeps a game; the one that was not asked for longest makes room.
    pub fn keep(&mut self, game: Game) -> Kept {
        self.kept.truncate(KEPT - 1);
        let game = Rc::new(RefCell::new(game));
        self.kept.insert(0, Rc::clone(&game));
        game
    }
}

/// A cache: no room's future depends on it.
impl PluginState for Games {
    fn plugin(&self) -> &'static str {
        crate::NAME
    }

    fn hash(&self, _: &mut dyn Hasher) {}

    fn store(&self, _: &fangqi_plugin::Host) -> Result<Option<Vec<u8>>, String> {
        EMPTY_STATE
    }

    fn memory_bytes(&self) -> usize {
        self.kept.iter().map(|game| game.borrow().table.vm().memory()).sum()
    }
}
