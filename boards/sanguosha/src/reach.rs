//! Distances, hand limits and legal targets: queries in which skills have a say.

use std::rc::Rc;

use crate::basics::{CardId, Category, PlayerId};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::frame::Cx;
use crate::pattern;
use crate::request::Ask;
use crate::scripts::{Occasion, TargetMod, Usage};

/// The value by which skills mean "no limit".
pub const UNLIMITED: i32 = 1000;

/// The distance from one player to another, at least 1: a fixed one, or the distance along the ring
/// of seats, modified by horses and skills.
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

/// Whether a player has another in its attack range.
pub fn in_attack_range(cx: &Cx<'_>, from: PlayerId, to: PlayerId) -> bool {
    from != to && cx.alive(to) && distance(cx, from, to) <= cx.s().attack_range(from)
}

/// Whether a player may use a slash on another; without `limited`, at any distance.
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

/// The same with a virtual slash made of no cards.
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

/// The hand limit of a player.
pub fn max_cards(cx: &Cx<'_>, who: PlayerId) -> i32 {
    let hp = cx.s().player(who).hp.max(0);
    (hp + cx.scripts.max_cards(who)).max(0)
}

/// Whether a player could nullify a trick: it holds a nullification or has a skill that makes one.
pub fn may_nullify(cx: &Cx<'_>, who: PlayerId) -> bool {
    let hand = cx.s().player(who).hand.clone();
    let holds = |&id| {
        let card = cx.held(who, id);
        cx.s().inherits(&card, "Nullification")
    };
    hand.iter().any(holds) || could_view_as(cx, who, Occasion::Nullification)
}

/// Whether a player is asked for a card of a pattern. Skills are always asked for. For slashes and
/// jinks every player with any card is asked, so that the question reveals nothing about hands; for
/// cards to be given up (`.…`), only players with a matching card are. An empty pattern is never
/// asked for.
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

/// Whether a player actually has a card or skill that matches a pattern. This reveals its hand, so
/// only those who may know it may ask.
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

/// Whether a player could rescue a dying one: it has cards, or a skill that rescues.
pub fn may_rescue(cx: &Cx<'_>, who: PlayerId, dying: PlayerId) -> bool {
    let nude = cx.s().player(who).hand.is_empty();
    !nude || could_view_as(cx, who, Occasion::Response(rescue_pattern(who, dying)))
}

/// The pattern of rescuing cards, which include analeptics for the dying player itself.
pub fn rescue_pattern(who: PlayerId, dying: PlayerId) -> &'static str {
    if who == dying { "peach+analeptic" } else { "peach" }
}

/// The view-as skills that a player may use now: its own and its equipment's that allow it, and the
/// one that the question starts, for any player.
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

/// The skill that a question starts directly: `@@name` does, and `@name` if the skill does not
/// respond by itself.
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

/// Whether a player has a usable view-as skill that works without cards or accepts some card.
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

/// The occasion on which view-as skills may answer a question; `None` if they cannot.
pub fn occasion<'a>(who: PlayerId, ask: &'a Ask) -> Option<Occasion<'a>> {
    Some(match ask {
        Ask::Activate => Occasion::Play,
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => Occasion::Response(pattern),
        Ask::Nullify { .. } => Occasion::Nullification,
        Ask::Peach { dying, .. } => Occasion::Response(rescue_pattern(who, *dying)),
        _ => return None,
    })
}

/// Checks a card's targets. Returns what is wrong with them.
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

/// A reason why targets are illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetProblem {
    /// A target is dead.
    Dead(PlayerId),
    /// A target is chosen twice.
    Twice(PlayerId),
    /// The card does not let the user choose targets.
    Fixed,
    /// The card cannot be used on this player.
    Illegal(PlayerId),
    /// Too few, too many, or an illegal combination.
    Infeasible,
}
