//! What the log keeps of a game that has ended, for the opening explorer.

use fangqi_protocol::{Button, SeatHolder};
use fangqi_room::Room;

use super::spectator::SPECTATOR;
use crate::log::{FinishedGame, GAME_DEPTH};

/// The button of maps whose lists of moves can be played again.
const RECORD: &str = "record";
/// What the ids of buttons begin with that choose what game is played.
const OPTION: &str = "option_";

/// The finished game of a room; `None` for a game that others cannot follow by its list of moves,
/// or that no person has played.
pub(super) fn game(room: &Room) -> Option<FinishedGame> {
    let seated = |holder| matches!(holder, SeatHolder::Player { .. });
    if room.keeps_secrets() || !room.seats().into_iter().any(|seat| seated(seat.holder)) {
        return None;
    }
    let hud = room.scene(SPECTATOR).hud;
    let result = hud.result?;
    hud.buttons.iter().find(|button| button.id == RECORD)?;
    let moves = hud.moves.into_iter().take(GAME_DEPTH).map(|played| played.text);
    Some(FinishedGame {
        event: room.event(),
        options: options(&hud.buttons),
        moves: moves.collect(),
        winner: result.winner,
    })
}

/// What is chosen for the game, as `id=value` joined by `&`, in the order of the ids.
fn options(buttons: &[Button]) -> String {
    let mut chosen: Vec<String> = buttons
        .iter()
        .filter(|button| button.id.starts_with(OPTION))
        .filter_map(|button| {
            let option = button.options.iter().find(|option| option.chosen)?;
            Some(format!("{}={}", button.id, option.value))
        })
        .collect();
    chosen.sort_unstable();
    chosen.join("&")
}
