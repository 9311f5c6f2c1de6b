//! How far players reach, what they may keep, and whom they may choose: plain questions that
//! skills have a say in.

use std::rc::Rc;

use crate::basics::{CardId, Category, PlayerId};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::frame::Cx;
use crate::pattern;
use crate::request::Ask;
use crate::scripts::{Occasion, TargetMod, Usage};

/// Skills answer this where they mean "without a limit".
pub const UNLIMITED: i32 = 1000;

/// The distance from one player to another: pinned, or along the ring with horses and skills, and
/// at least 1.
pub fn distance(cx: &Cx<'_>, from: PlayerId, to: PlayerId) -> i32 {
    if from == to {
        return 0;
    }
    let base = {
        let state = cx.s();
        if let Some(&pinned) = state.player(from).fixed_distances.get(&to.0) {
            return pinned;
        }
        state.ring_distance(from, to)
    };
    (base + cx.scripts.distance(from, to)).max(1)
}

/// Whether one player reaches another with what it wears.
pub fn in_attack_range(cx: &Cx<'_>, from: PlayerId, to: PlayerId) -> bool {
    from != to && cx.alive(to) && distance(cx, from, to) <= cx.s().attack_range(from)
}

/// Whether one player may slash another with a slash. Without `limited`, from any distance.
pub fn can_slash_with(
    cx: &Cx<'_>,
    from: PlayerId,
    to: PlayerId,
    card: &Card,
    limited: bool,
) -> bool {
    if from == to || !cx.alive(to) || cx.scripts.prohibited(from, to, card) {
        return false;
    }
    if !limited {
        return true;
    }
    let more = cx.scripts.target_mod(TargetMod::Distance, from, card);
    distance(cx, from, to) <= cx.s().attack_range(from) + more
}

/// The same with a slash made of nothing.
pub fn can_slash(cx: &Cx<'_>, from: PlayerId, to: PlayerId, limited: bool) -> bool {
    let kind = cx.s().catalogue.kinds.borrow().find("slash");
    kind.is_some_and(|kind| {
        let slash = Card::made(kind, crate::basics::Suit::NoSuit, 0, "", Vec::new());
        can_slash_with(cx, from, to, &slash, limited)
    })
}

/// Whether a player may use another slash in this play phase.
pub fn slash_left(cx: &Cx<'_>, who: PlayerId, card: &Card) -> bool {
    let used = cx.s().player(who).slash_count();
    used < 1 || used < 1 + cx.scripts.target_mod(TargetMod::Residue, who, card)
}

/// How many cards a player may keep.
pub fn max_cards(cx: &Cx<'_>, who: PlayerId) -> i32 {
    let hp = cx.s().player(who).hp.max(0);
    (hp + cx.scripts.max_cards(who)).max(0)
}

/// Whether a player could cancel a trick: it holds a nullification or has a skill for it.
pub fn may_nullify(cx: &Cx<'_>, who: PlayerId) -> bool {
    let hand = cx.s().player(who).hand.clone();
    let holds = |&id| {
        let card = cx.held(who, id);
        cx.s().inherits(&card, "Nullification")
    };
    hand.iter().any(holds) || could_view_as(cx, who, Occasion::Nullification)
}

/// Whether a player is asked for a card of a pattern. Skills are always asked for. For a slash or
/// a jink everybody is asked who has any card, so that the question tells nothing of a hand; cards
/// to be given up (`.…`) are asked of those who have one that fits. Nobody is asked for nothing.
pub fn may_answer(cx: &Cx<'_>, who: PlayerId, pattern: &str) -> bool {
    if pattern.is_empty() {
        return false;
    }
    if pattern::asks_skill(pattern) {
        return true;
    }
    if !pattern.starts_with('.') {
        return !cx.s().player(who).is_nude()
            || could_view_as(cx, who, Occasion::Response(pattern));
    }
    can_answer(cx, who, pattern)
}

/// Whether a player really has a card or a skill that answers a pattern. Only for those who may
/// know its hand.
pub fn can_answer(cx: &Cx<'_>, who: PlayerId, pattern: &str) -> bool {
    if pattern::asks_skill(pattern) {
        return true;
    }
    let held = cx.s().cards_in(who, "he");
    let fits = |&id: &CardId| {
        let card = cx.held(who, id);
        !pattern::is_jilei(&cx.s(), who, &card) && pattern::matches(&cx.s(), who, pattern, &card)
    };
    held.iter().any(fits) || could_view_as(cx, who, Occasion::Response(pattern))
}

/// Whether a player could rescue somebody: it has cards, or a skill for it.
pub fn may_rescue(cx: &Cx<'_>, who: PlayerId, dying: PlayerId) -> bool {
    let nude = cx.s().player(who).hand.is_empty();
    !nude || could_view_as(cx, who, Occasion::Response(rescue_pattern(who, dying)))
}

/// What rescues: oneself with an analeptic too.
pub fn rescue_pattern(who: PlayerId, dying: PlayerId) -> &'static str {
    if who == dying { "peach+analeptic" } else { "peach" }
}

/// The view-as skills that a player may use now: those it has or wears that say so, and the one
/// that a question starts, whoever has it.
pub fn view_as_skills<'a>(
    cx: &'a Cx<'a>,
    who: PlayerId,
    occasion: Occasion<'a>,
) -> impl Iterator<Item = SkillId> + 'a {
    let started = started_by(cx, occasion);
    let mut skills: Vec<SkillId> = Vec::new();
    for id in cx.s().usable_skills(who).into_iter().chain(started) {
        if !skills.contains(&id) && cx.s().catalogue.skill(id).view_as {
            skills.push(id);
        }
    }
    skills
        .into_iter()
        .filter(move |&id| started == Some(id) || cx.scripts.enabled(id, who, occasion))
}

/// The skill that a question starts at once: `@@name` does, and `@name` where the skill has nothing
/// to say to questions.
fn started_by(cx: &Cx<'_>, occasion: Occasion<'_>) -> Option<SkillId> {
    let Occasion::Response(wanted) = occasion else { return None };
    let name = pattern::skill_of(wanted).filter(|_| wanted.starts_with('@'))?;
    let catalogue = Rc::clone(&cx.s().catalogue);
    let id = catalogue.find_skill(name)?;
    let starts = pattern::started_skill(wanted).is_some() || !catalogue.skill(id).responds;
    starts.then_some(id)
}

/// Whether a player may use a view-as skill now.
pub fn may_view_as(cx: &Cx<'_>, who: PlayerId, id: SkillId, occasion: Occasion<'_>) -> bool {
    cx.s().catalogue.skill(id).view_as
        && (started_by(cx, occasion) == Some(id)
            || cx.s().usable_skills(who).contains(&id) && cx.scripts.enabled(id, who, occasion))
}

/// Whether a player has a view-as skill that may be used now and takes some card, or none.
pub fn could_view_as(cx: &Cx<'_>, who: PlayerId, occasion: Occasion<'_>) -> bool {
    let pattern = match occasion {
        Occasion::Response(pattern) => pattern,
        _ => "",
    };
    let held = cx.s().cards_in(who, "he");
    view_as_skills(cx, who, occasion).any(|id| {
        held.iter().any(|&card| cx.scripts.view_filter(id, who, &[], card, pattern))
            || cx.scripts.view_as(id, who, &[], pattern).is_some()
    })
}

/// When the answer to a question may come from a view-as skill.
pub fn occasion<'a>(who: PlayerId, ask: &'a Ask) -> Option<Occasion<'a>> {
    Some(match ask {
        Ask::Activate => Occasion::Play,
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => Occasion::Response(pattern),
        Ask::Nullify { .. } => Occasion::Nullification,
        Ask::Peach { dying, .. } => Occasion::Response(rescue_pattern(who, *dying)),
        _ => return None,
    })
}

/// Why a card may not be used on players; nothing if it may.
pub fn check_targets(
    cx: &Cx<'_>,
    card: &Card,
    user: PlayerId,
    targets: &[PlayerId],
) -> Result<(), TargetProblem> {
    let (fixed, slot, skill) =
        cx.s().kind(card, |kind| (kind.target_fixed, kind.slot, kind.category == Category::Skill));
    for (at, &target) in targets.iter().enumerate() {
        if !cx.alive(target) {
            return Err(TargetProblem::Dead(target));
        }
        if targets[..at].contains(&target) {
            return Err(TargetProblem::Twice(target));
        }
    }
    if fixed || slot.is_some() {
        let fits = targets.is_empty() || targets == [user];
        return if fits { Ok(()) } else { Err(TargetProblem::Fixed) };
    }
    cx.scripts.legal(Usage { card, user, free: skill }, targets)
}

/// What is wrong with chosen targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetProblem {
    /// Dead.
    Dead(PlayerId),
    /// Chosen twice.
    Twice(PlayerId),
    /// The card lets nobody be chosen.
    Fixed,
    /// The card cannot be used on this player.
    Illegal(PlayerId),
    /// Too few, too many, or not these together.
    Infeasible,
}
