//! Games of Dou Dizhu with open hands, as scripts and jobs write them.

use fangqi_doudizhu::endgame::Position;
use fangqi_doudizhu::{Hand, Kickers, Play, Role};

/// More cards than anybody holds.
const HAND_MAX: u32 = 20;

/// Reads a position: the hands of landlord, next and last farmer, whose turn it is, and what must
/// be beaten with who played it.
///
/// # Errors
/// What is wrong with it, in words.
pub fn position(hands: &[String; 3], turn: u8, last: &(u8, String)) -> Result<Position, String> {
    let mut read = [Hand::EMPTY; 3];
    let mut all = cards(&last.1)?;
    for (hand, text) in read.iter_mut().zip(hands) {
        *hand = cards(text)?;
        if hand.is_empty() || hand.len() > HAND_MAX {
            return Err(format!("`hands`: {text:?} is not 1 to {HAND_MAX} cards"));
        }
        let sum = all.checked_plus(*hand);
        all = sum.ok_or("`hands` and `last` have more cards of a rank than the deck")?;
    }
    let role = |seat: u8| Role::ALL.get(usize::from(seat)).copied();
    let turn = role(turn).ok_or("`turn` must be 0 to 2")?;
    let owner = role(last.0).ok_or("`owner` must be 0 to 2")?;
    let play = Play::read(cards(&last.1)?, Kickers::Rlcard);
    let play = play.ok_or_else(|| format!("`last`: {} is not a combination", last.1))?;
    if play.is_pass() {
        return Ok(Position::lead(read, turn, Kickers::Rlcard));
    }
    Ok(Position::follow(read, turn, owner, play, Kickers::Rlcard))
}

fn cards(text: &str) -> Result<Hand, String> {
    text.parse().map_err(|error| format!("{text:?}: {error}"))
}
