//! Playing without one's own skills, as far as one may choose: what skills are worth shows where
//! one side does.

use fangqi_sanguosha::{Answer, Ask, PlayerId, State, pattern};

/// Whether a player owns a skill by that name: printed on its general, or got since.
fn owns(state: &State, who: PlayerId, skill: &str) -> bool {
    let player = state.player(who);
    state.catalogue.find_skill(skill).is_some_and(|id| player.has(id))
}

/// Whether a question is about an own skill that may be left alone.
pub(super) fn declines(state: &State, who: PlayerId, ask: &Ask) -> bool {
    let about = match ask {
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => pattern::skill_of(pattern),
        Ask::Invoke { skill, .. } => Some(&**skill),
        Ask::Player { reason, .. } | Ask::Discard { reason, .. } => Some(&**reason),
        _ => None,
    };
    ask.may_decline() && about.is_some_and(|skill| owns(state, who, skill))
}

/// Whether an answer uses an own skill.
pub(super) fn uses(state: &State, who: PlayerId, answer: &Answer) -> bool {
    match answer {
        Answer::Skill { skill, .. } => owns(state, who, skill),
        Answer::Card(card, _) => owns(state, who, card.skill()),
        _ => false,
    }
}
