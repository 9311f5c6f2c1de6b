//! Playing without one's own skills, as far as one may choose: what skills are worth shows where
//! one side does.

use fangqi_sanguosha::frame::About;
use fangqi_sanguosha::{Answer, Ask, PlayerId, State, pattern};

/// Whether a player owns a skill by that name: printed on its general, or got since.
fn owns(state: &State, who: PlayerId, skill: &str) -> bool {
    let player = state.player(who);
    state.catalogue.find_skill(skill).is_some_and(|id| player.has(id))
}

/// Options that packages offer for doing nothing.
const NOTHING: [&str; 4] = ["cancel", "no", "nothing", "dismiss"];

/// The skill that a prompt such as `@beige:sgs1` or `@luanwu-slash` names.
fn prompted(prompt: &str) -> Option<&str> {
    prompt.strip_prefix(['@', '#'])?.split([':', '-']).next()
}

/// How to leave alone the own skill that a question is about, where that may be. `stack` is what is
/// being resolved: a card that is asked for with the name of a skill in the prompt is asked for by
/// somebody else's skill if that is not about the player itself.
pub(super) fn leave(state: &State, stack: &[About], who: PlayerId, ask: &Ask) -> Option<Answer> {
    let own = |skill: &str| owns(state, who, skill);
    let about = match ask {
        Ask::Choice { skill, options } => {
            let nothing = options.iter().find(|option| NOTHING.contains(&&***option))?;
            return own(skill).then(|| Answer::Text(nothing.to_string()));
        }
        Ask::Card { pattern, prompt, .. } | Ask::UseCard { pattern, prompt } => {
            let about_it = |skill: &&str| {
                stack.iter().any(|about| about.what == *skill && about.players.contains(&who))
            };
            let named = || prompted(prompt).filter(about_it);
            pattern::skill_of(pattern).or_else(named).is_some_and(own)
        }
        Ask::Invoke { skill: about, .. }
        | Ask::Player { reason: about, .. }
        | Ask::Discard { reason: about, .. } => own(about),
        _ => false,
    };
    (about && ask.may_decline()).then_some(Answer::Decline)
}

/// Whether an answer uses an own skill.
pub(super) fn uses(state: &State, who: PlayerId, answer: &Answer) -> bool {
    match answer {
        Answer::Skill { skill, .. } => owns(state, who, skill),
        Answer::Card(card, _) => owns(state, who, card.skill()),
        _ => false,
    }
}
