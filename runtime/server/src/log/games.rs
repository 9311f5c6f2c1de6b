//! Finished games, from which the opening explorer counts what was played next.
//!
//! Only the first [`DEPTH`] moves of a game are kept, as its list of moves wrote them, and which
//! seat won. Who played is not kept.

use std::collections::HashMap;

use fangqi_protocol::{LocalText, SeatIndex};
use serde::{Deserialize, Serialize};

/// Moves kept of each game.
pub const DEPTH: usize = 30;
/// Most games kept; older ones make room for new ones.
pub const GAMES_MAX: usize = 50_000;
/// Longest text of a move, and of the options, in bytes.
pub const TEXT_MAX: usize = 64;
pub(crate) const OPTIONS_MAX: usize = 200;
/// Most seats whose wins are counted.
const SEATS_MAX: usize = 8;

/// A game that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The number of the event with which it ended. A take-back that reaches behind that event
    /// makes the game unfinished again.
    pub event: u64,
    /// What was chosen for it, such as the size of the board: `option_size=9`.
    pub options: String,
    /// Its moves; at most [`DEPTH`] are kept.
    pub moves: Vec<LocalText>,
    /// The seat that won; `None` for a draw.
    pub winner: Option<SeatIndex>,
}

/// A position to look up: the moves that lead to it on a map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opening {
    /// The map's id.
    pub map: String,
    /// As in [`FinishedGame::options`].
    pub options: String,
    /// The English texts of the moves.
    pub moves: Vec<String>,
}

/// A move that was played in some position, and how the games ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation {
    /// The move.
    pub text: LocalText,
    /// How often each seat won.
    pub wins: Vec<u32>,
    /// How many games were drawn.
    pub draws: u32,
}

impl Continuation {
    /// The number of games in which it was played.
    pub fn games(&self) -> u32 {
        self.draws + self.wins.iter().sum::<u32>()
    }
}

/// A game as it is stored: its moves in English and in Chinese, a line each.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) en: String,
    pub(super) zh: String,
    pub(super) winner: Option<SeatIndex>,
}

fn line_of<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    moves.flat_map(|text| [text, "\n"]).collect()
}

impl FinishedGame {
    /// The game as it is stored; `None` for one that cannot be looked up.
    pub(super) fn line(&self) -> Option<Line> {
        let moves = &self.moves[..self.moves.len().min(DEPTH)];
        let fits = |text: &str| {
            !text.is_empty() && text.len() <= TEXT_MAX && !text.contains(char::is_control)
        };
        let sound = moves.iter().all(|text| fits(&text.en) && fits(&text.zh))
            && self.options.len() <= OPTIONS_MAX
            && self.winner.is_none_or(|seat| usize::from(seat) < SEATS_MAX);
        (sound && !moves.is_empty()).then(|| Line {
            en: line_of(moves.iter().map(|text| &*text.en)),
            zh: line_of(moves.iter().map(|text| &*text.zh)),
            winner: self.winner,
        })
    }
}

impl Opening {
    /// How the stored line of a game through this position begins.
    pub(super) fn prefix(&self) -> String {
        line_of(self.moves.iter().map(String::as_str))
    }

    /// What was played next in these games, the most frequent first. Games that ended here, or did
    /// not come this way, are left out.
    pub(super) fn continuations(&self, games: impl Iterator<Item = Line>) -> Vec<Continuation> {
        let prefix = self.prefix();
        let mut found: HashMap<String, Continuation> = HashMap::new();
        for Line { en, zh, winner } in games {
            let Some(next) = en.strip_prefix(&prefix).and_then(|rest| rest.lines().next()) else {
                continue;
            };
            let next = next.to_owned();
            let move_played = found.entry(next).or_insert_with_key(|next| Continuation {
                text: LocalText::new(
                    zh.lines().nth(self.moves.len()).unwrap_or(next),
                    next.as_str(),
                ),
                wins: Vec::new(),
                draws: 0,
            });
            match winner.map(usize::from) {
                Some(seat) => {
                    let wins = &mut move_played.wins;
                    wins.resize(wins.len().max(seat + 1), 0);
                    wins[seat] += 1;
                }
                None => move_played.draws += 1,
            }
        }
        let mut list: Vec<Continuation> = found.into_values().collect();
        list.sort_by(|a, b| b.games().cmp(&a.games()).then_with(|| a.text.en.cmp(&b.text.en)));
        list
    }
}
