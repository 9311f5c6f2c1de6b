//! The games that a room's scripts have opened, and how checkpoints hold them.

use std::hash::Hasher;

use fangqi_plugin::{
    EMPTY_STATE, ENGINE_GAMES, PluginState, StoredState, decode_state, encode_state,
};
use fangqi_xiangqi::{Color, DrawReason, Game, Move, RuleSet, Status, WinReason};
use serde::{Deserialize, Serialize};

/// Schema version of the stored games.
const VERSION: u16 = 1;

/// The games of a room, by handle less one.
#[derive(Debug, Default)]
pub(crate) struct Games(pub(crate) Vec<Game>);

/// A game as its start position and its moves. The kernel writes the same form when it reads a
/// checkpoint of the time before plugins, so a change of it needs a new version.
#[derive(Debug, Serialize, Deserialize)]
struct StoredGame {
    fen: String,
    moves: Vec<String>,
    ended: Option<StoredEnd>,
}

/// An end of a game that does not follow from the moves.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum StoredEnd {
    RedResigned,
    BlackResigned,
    DrawAgreed,
    RedOutOfTime,
    BlackOutOfTime,
}

impl PluginState for Games {
    fn plugin(&self) -> &'static str {
        crate::NAME
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        for game in &self.0 {
            hasher.write_u64(game.position().hash());
            hasher.write_usize(game.moves().len());
            hasher.write_u8(game.status().is_over().into());
        }
    }

    fn store(&self, _: &fangqi_plugin::Host) -> Result<Option<Vec<u8>>, String> {
        if self.0.is_empty() {
            return EMPTY_STATE;
        }
        let games: Vec<StoredGame> = self.0.iter().map(StoredGame::of).collect::<Result<_, _>>()?;
        encode_state(ENGINE_GAMES, VERSION, &games)
    }
}

/// Restores the games of a room.
pub(crate) fn restore(stored: &StoredState) -> Result<Box<dyn PluginState>, String> {
    let games: Vec<StoredGame> = decode_state(ENGINE_GAMES, VERSION, stored)?;
    let games = games.into_iter().map(StoredGame::game).collect::<Result<_, _>>()?;
    Ok(Box::new(Games(games)))
}

impl StoredGame {
    fn of(game: &Game) -> Result<Self, String> {
        if game.rules() != RuleSet::default() {
            return Err("a game has other rules than the usual ones".to_owned());
        }
        let ended = match game.status() {
            Status::Ongoing { .. } => None,
            Status::Won { winner, reason } => won_off_board(winner, reason),
            Status::Draw { reason: DrawReason::Agreement } => Some(StoredEnd::DrawAgreed),
            Status::Draw { reason: DrawReason::Repetition } => None,
            Status::Draw { reason: DrawReason::SixtyMoves } => None,
            Status::Draw { reason: DrawReason::InsufficientMaterial } => None,
        };
        let moves = game.moves().map(|mv| mv.to_string()).collect();
        Ok(Self { fen: game.start().fen(), moves, ended })
    }

    fn game(self) -> Result<Game, String> {
        let bad = |what: &str, error: &dyn std::fmt::Display| format!("{what}: {error}");
        let mut game = Game::from_fen(&self.fen).map_err(|error| bad(&self.fen, &error))?;
        for text in &self.moves {
            let mv: Move = text.parse().map_err(|error| bad(text, &error))?;
            game.play(mv).map_err(|error| bad(text, &error))?;
        }
        let ended = match self.ended {
            None => Ok(game.status()),
            Some(StoredEnd::RedResigned) => game.resign(Color::Red),
            Some(StoredEnd::BlackResigned) => game.resign(Color::Black),
            Some(StoredEnd::DrawAgreed) => game.agree_draw(),
            Some(StoredEnd::RedOutOfTime) => game.lose_on_time(Color::Red),
            Some(StoredEnd::BlackOutOfTime) => game.lose_on_time(Color::Black),
        };
        ended.map_err(|error| bad("its end", &error))?;
        Ok(game)
    }
}

/// How a game was won, unless that follows from the moves.
fn won_off_board(winner: Color, reason: WinReason) -> Option<StoredEnd> {
    match (reason, winner) {
        (WinReason::Resignation, Color::Red) => Some(StoredEnd::BlackResigned),
        (WinReason::Resignation, Color::Black) => Some(StoredEnd::RedResigned),
        (WinReason::Time, Color::Red) => Some(StoredEnd::BlackOutOfTime),
        (WinReason::Time, Color::Black) => Some(StoredEnd::RedOutOfTime),
        (
            WinReason::Checkmate
            | WinReason::Stalemate
            | WinReason::PerpetualCheck
            | WinReason::PerpetualChase { .. }
            | WinReason::PerpetualPursuit,
            _,
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use fangqi_world::codec;

    use super::*;

    /// The kernel's form of games in checkpoints before version 8: an end is a plain number there.
    type OldGame = (String, Vec<String>, Option<u32>);

    #[test]
    fn every_end_of_a_game_is_restored_also_from_the_kernels_old_form() {
        type Ending = (Option<u32>, fn(&mut Game));
        let endings: [Ending; 6] = [
            (None, |_| {}),
            (Some(0), |game| {
                game.resign(Color::Red).unwrap();
            }),
            (Some(1), |game| {
                game.resign(Color::Black).unwrap();
            }),
            (Some(2), |game| {
                game.agree_draw().unwrap();
            }),
            (Some(3), |game| {
                game.lose_on_time(Color::Red).unwrap();
            }),
            (Some(4), |game| {
                game.lose_on_time(Color::Black).unwrap();
            }),
        ];
        let map = fangqi_plugin::small_map("local x = 1").unwrap();
        let room = fangqi_room::Room::open(map.into(), fangqi_plugin::RoomOptions::default());
        let (room, _) = room.unwrap();
        for (number, end) in endings {
            let mut game = Game::default();
            game.play("h2e2".parse().unwrap()).unwrap();
            end(&mut game);
            let old: Vec<OldGame> = vec![(game.start().fen(), vec!["h2e2".to_owned()], number)];
            let old = codec::encode(ENGINE_GAMES, VERSION, &old).unwrap();
            let games = Games(vec![game.clone()]);
            assert_eq!(games.store(&room.ctx().host()), Ok(Some(old.clone())));
            let stored = StoredState { plugin: crate::NAME.to_owned(), bytes: codec::Bytes(old) };
            let restored = restore(&stored).unwrap();
            let hash = |state: &dyn PluginState| {
                let mut hasher = std::hash::DefaultHasher::new();
                state.hash(&mut hasher);
                hasher.finish()
            };
            assert_eq!(hash(&*restored), hash(&games));
            let host = room.ctx().host();
            assert_eq!(restored.store(&host), games.store(&host));
        }
    }

    #[test]
    fn a_state_that_is_not_one_is_refused_with_the_move_at_fault() {
        let stored = |games: &[OldGame]| {
            let bytes = codec::encode(ENGINE_GAMES, VERSION, games).unwrap();
            StoredState { plugin: crate::NAME.to_owned(), bytes: codec::Bytes(bytes) }
        };
        let start = Game::default().start().fen();
        for (game, why) in [
            ((start.clone(), vec!["a0a9".to_owned()], None), "a0a9: "),
            ((start.clone(), vec!["nowhere".to_owned()], None), "nowhere: "),
            (("no board".to_owned(), vec![], None), "no board: "),
            ((start, vec![], Some(9)), ""),
        ] {
            let refused = restore(&stored(&[game])).unwrap_err();
            assert!(refused.starts_with(why) && !refused.is_empty(), "{refused}");
        }
    }
}
