//! Automatic players, for seats without an answering person.

mod plain;
mod trust;

pub use plain::Plain;
pub use trust::trust;

use fangqi_kit::Rng;

use crate::basics::{CardId, PlayerId};
use crate::frame::Cx;
use crate::mind::moves::{Scope, options};
use crate::mind::stance::Stance;
use crate::mind::values::Prices;
use crate::request::{self, Answer, Ask};

/// Maximum number of candidates when another answer is sought.
const OTHERS_MAX: usize = 200;

/// Another legal answer than those already given to a repeated question; answers not given yet come
/// first. `None` if there is no legal answer.
pub fn otherwise(
    cx: &Cx<'_>,
    who: PlayerId,
    ask: &Ask,
    refused: &[Answer],
    rng: &mut Rng,
) -> Option<Answer> {
    let (prices, stance) = (Prices::default(), Stance::by_roles(&cx.s(), who));
    let targets = cx.s().players.len();
    let scope = Scope { prices: &prices, stance: &stance, targets, most: OTHERS_MAX };
    let mut all = options(cx, who, ask, scope);
    all.retain(|answer| request::check(cx, who, ask, answer).is_ok());
    if all.iter().any(|answer| !refused.contains(answer)) {
        all.retain(|answer| !refused.contains(answer));
    }
    (!all.is_empty()).then(|| all.swap_remove(rng.below(all.len())))
}

/// The default answer for a player who does not answer: declines, or gives the first legal answer
/// if that is not allowed.
pub fn default_answer(cx: &Cx<'_>, who: PlayerId, ask: &Ask) -> Answer {
    if ask.may_decline() {
        return Answer::Decline;
    }
    let state = cx.s();
    let first = |ids: Vec<CardId>, count: usize| Answer::Ids(ids.into_iter().take(count).collect());
    match ask {
        Ask::Choice { options, .. } | Ask::General { options } => {
            options.first().map_or(Answer::Decline, |text| Answer::Text(text.to_string()))
        }
        Ask::Suit { .. } => Answer::Text("spade".to_owned()),
        Ask::Discard { count, include_equip, .. } => {
            let areas = if *include_equip { "he" } else { "h" };
            first(state.cards_in(who, areas), *count)
        }
        Ask::CardChosen { whose, areas, .. } => first(state.cards_in(*whose, areas), 1),
        Ask::Grace { ids, .. } => first(ids.clone(), 1),
        Ask::Show { .. } | Ask::Pindian { .. } => first(state.player(who).hand.clone(), 1),
        Ask::Player { targets, .. } => {
            targets.first().map_or(Answer::Decline, |&id| Answer::Player(id))
        }
        _ => Answer::Decline,
    }
}
