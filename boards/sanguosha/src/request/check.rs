//! Checks answers against questions.

use std::rc::Rc;

use super::carried::carried_out;
use super::{Answer, Ask, Refusal};
use crate::basics::{CardId, Category, Name, PlayerId, Suit};
use crate::card::{Card, Virtual};
use crate::event::CardUse;
use crate::frame::Cx;
use crate::notation;
use crate::pattern;
use crate::reach::{self, TargetProblem};
use crate::scripts::Value;

/// The connection state of a seat played by a computer.
const ROBOT: &str = "robot";
/// Prefix of an answer that is [carried out](Answer::Carried) as it is.
pub(crate) const CARRIED: char = '~';

/// Checks an answer and converts it to the result for the frame that asked.
///
/// # Errors
/// Why it is refused; nothing has changed then.
pub fn check(cx: &Cx<'_>, who: PlayerId, ask: &Ask, answer: &Answer) -> Result<Value, Refusal> {
    if *answer == Answer::Decline {
        return if ask.may_decline() { Ok(declined(ask)) } else { Err(Refusal::MustAnswer) };
    }
    let _look = cx.look();
    if let Answer::Carried(answer) = answer {
        let robot = *cx.s().player(who).state == *ROBOT;
        return match robot {
            true => carried_out(cx, who, ask, answer),
            false => Err(Refusal::WrongAnswer("people answer by the rules")),
        };
    }
    match ask {
        Ask::Activate | Ask::UseCard { .. } | Ask::Peach { .. } => use_of(cx, who, ask, answer),
        Ask::Card { .. } | Ask::Nullify { .. } => Ok(Value::Card(card_of(cx, who, ask, answer)?.0)),
        Ask::Invoke { .. } => match answer {
            Answer::Accept => Ok(Value::Bool(true)),
            _ => Err(Refusal::WrongAnswer("say yes or no")),
        },
        Ask::Choice { options, .. } | Ask::General { options } => {
            let Answer::Text(text) = answer else {
                return Err(Refusal::WrongAnswer("choose one of the texts"));
            };
            let found = options.iter().find(|option| ***option == **text);
            found.map(|option| Value::Text(option.clone())).ok_or(Refusal::NoChoice(text.clone()))
        }
        Ask::Suit { .. } => match answer {
            Answer::Text(text) => match Suit::from_text(text) {
                Some(suit) if suit != Suit::NoSuit => Ok(Value::Text(suit.text().into())),
                _ => Err(Refusal::NoChoice(text.clone())),
            },
            _ => Err(Refusal::WrongAnswer("name a suit")),
        },
        Ask::Player { targets, .. } => match answer {
            Answer::Player(id) if targets.contains(id) => Ok(Value::Player(*id)),
            Answer::Player(id) => Err(Refusal::Target(TargetProblem::Illegal(*id))),
            _ => Err(Refusal::WrongAnswer("choose a player")),
        },
        Ask::Yiji { ids } => match answer {
            Answer::Gift(id, _) if !ids.contains(id) => Err(Refusal::NotHeld(id.0)),
            Answer::Gift(_, to) if !cx.alive(*to) => Err(Refusal::Target(TargetProblem::Dead(*to))),
            Answer::Gift(id, to) => Ok(Value::Gift(*id, *to)),
            _ => Err(Refusal::WrongAnswer("give a card to a player")),
        },
        Ask::Guanxing { ids, up_only } => arranged(ids, *up_only, answer),
        _ => ids_of(cx, who, ask, answer),
    }
}

/// The result for a declined question.
pub(crate) fn declined(ask: &Ask) -> Value {
    match ask {
        Ask::Card { .. } | Ask::Nullify { .. } | Ask::Player { .. } | Ask::Yiji { .. } => {
            Value::Nil
        }
        Ask::Grace { .. } | Ask::Gongxin { .. } => Value::Ids(Vec::new()),
        Ask::Guanxing { ids, .. } => Value::Arranged(ids.clone(), Vec::new()),
        _ => Value::Bool(false),
    }
}

/// Checks answers that consist of cards of the deck.
fn ids_of(cx: &Cx<'_>, who: PlayerId, ask: &Ask, answer: &Answer) -> Result<Value, Refusal> {
    let ids = match answer {
        Answer::Ids(ids) => ids.clone(),
        Answer::Card(Card::Real(id), targets) if targets.is_empty() => vec![*id],
        _ => return Err(Refusal::WrongAnswer("choose cards")),
    };
    for (at, id) in ids.iter().enumerate() {
        if ids[..at].contains(id) {
            return Err(Refusal::Twice(id.0));
        }
    }
    let state = cx.s();
    let (among, count): (Vec<CardId>, usize) = match ask {
        Ask::Discard { count, include_equip, throws, .. } => {
            let areas = if *include_equip { "he" } else { "h" };
            let mut cards = state.cards_in(who, areas);
            if *throws {
                cards.retain(|&id| !pattern::is_jilei(&state, who, &Card::Real(id)));
            }
            (cards, *count)
        }
        Ask::CardChosen { whose, areas, .. } => (state.cards_in(*whose, areas), 1),
        Ask::Grace { ids, .. } => (ids.clone(), 1),
        Ask::Show { .. } | Ask::Pindian { .. } => (state.player(who).hand.clone(), 1),
        Ask::Gongxin { target } => {
            let hearts = |id: &CardId| state.suit(&Card::Real(*id)) == Suit::Heart;
            (state.player(*target).hand.iter().copied().filter(hearts).collect(), 1)
        }
        _ => return Err(Refusal::WrongAnswer("this is not a question for cards")),
    };
    if let Some(foreign) = ids.iter().find(|id| !among.contains(id)) {
        return Err(Refusal::NotHeld(foreign.0));
    }
    if ids.len() != count {
        return Err(Refusal::Count(count));
    }
    drop(state);
    Ok(match ask {
        Ask::Show { .. } | Ask::Pindian { .. } => Value::Card(cx.held(who, ids[0])),
        _ => Value::Ids(ids),
    })
}

fn arranged(ids: &[CardId], up_only: bool, answer: &Answer) -> Result<Value, Refusal> {
    let Answer::Arranged(top, bottom) = answer else {
        return Err(Refusal::WrongAnswer("arrange the cards"));
    };
    let mut all: Vec<CardId> = top.iter().chain(bottom).copied().collect();
    let mut wanted = ids.to_vec();
    all.sort();
    wanted.sort();
    if all != wanted {
        return Err(Refusal::Count(ids.len()));
    }
    if up_only && !bottom.is_empty() {
        return Err(Refusal::WrongAnswer("all cards go on top"));
    }
    Ok(Value::Arranged(top.clone(), bottom.clone()))
}

/// The card of an answer with its targets, checked as far as the question requires.
fn card_of(
    cx: &Cx<'_>,
    who: PlayerId,
    ask: &Ask,
    answer: &Answer,
) -> Result<(Card, Vec<PlayerId>), Refusal> {
    let wanted: Option<&str> = match ask {
        Ask::Card { pattern, .. } | Ask::UseCard { pattern, .. } => Some(pattern),
        Ask::Nullify { .. } => Some("nullification"),
        Ask::Peach { dying, .. } => Some(reach::rescue_pattern(who, *dying)),
        _ => None,
    };
    let (card, targets) = match answer {
        Answer::Card(Card::Real(id), targets) => {
            (alone(cx, who, ask, wanted, *id)?, targets.clone())
        }
        Answer::Card(card, targets) => (claimed(cx, who, ask, card)?, targets.clone()),
        Answer::Ids(ids) if ids.len() == 1 => (alone(cx, who, ask, wanted, ids[0])?, Vec::new()),
        Answer::Skill { skill, ids, targets } => {
            (viewed(cx, who, ask, skill, ids)?, targets.clone())
        }
        _ => return Err(Refusal::WrongAnswer("choose a card or a skill")),
    };
    if pattern::is_jilei(&cx.s(), who, &card) {
        return Err(Refusal::Jilei);
    }
    if wanted.is_some_and(|wanted| !pattern::answers(&cx.s(), who, wanted, &card)) {
        return Err(Refusal::Pattern);
    }
    Ok((card, targets))
}

/// A single card as a response: as it counts for its holder, or as input of the skill asked for.
fn alone(
    cx: &Cx<'_>,
    who: PlayerId,
    ask: &Ask,
    wanted: Option<&str>,
    id: CardId,
) -> Result<Card, Refusal> {
    if let Some(skill) = wanted.and_then(pattern::skill_of) {
        return viewed(cx, who, ask, &skill.into(), &[id]);
    }
    holds(cx, who, &[id])?;
    Ok(cx.held(who, id))
}

/// A virtual card in an answer, as some view-as skill of the player makes it of the same cards.
fn claimed(cx: &Cx<'_>, who: PlayerId, ask: &Ask, card: &Card) -> Result<Card, Refusal> {
    let Some(occasion) = reach::occasion(who, ask) else {
        return Err(Refusal::Skill(card.skill().into()));
    };
    let kind = cx.s().kind_id(card);
    let mut refusal = Refusal::Skill(card.skill().into());
    for id in reach::view_as_skills(cx, who, occasion) {
        let skill = cx.s().catalogue.skill(id);
        let named = *skill.name == *card.skill();
        match viewed(cx, who, ask, &skill.name, card.ids()) {
            Ok(made) if cx.s().kind_id(&made) == kind => return Ok(with_text(cx, made, card)),
            Err(why) if named => refusal = why,
            _ => {}
        }
    }
    Err(refusal)
}

/// A skill's card with the answer's text, which stands for the input of a dialog of the skill. A
/// text that the skill sets itself takes precedence.
fn with_text(cx: &Cx<'_>, made: Card, answered: &Card) -> Card {
    let is_skill = cx.s().category(&made) == Category::Skill;
    match (made, answered) {
        (Card::Virtual(made), Card::Virtual(answered)) if is_skill && made.text.is_empty() => {
            let text = answered.text.clone();
            Card::Virtual(Rc::new(Virtual { text, ..Virtual::clone(&made) }))
        }
        (made, _) => made,
    }
}

/// The card that a view-as skill makes of the chosen cards.
fn viewed(
    cx: &Cx<'_>,
    who: PlayerId,
    ask: &Ask,
    skill: &Name,
    ids: &[CardId],
) -> Result<Card, Refusal> {
    let unknown = || Refusal::Skill(skill.clone());
    let id = cx.s().catalogue.find_skill(skill).ok_or_else(unknown)?;
    let occasion = reach::occasion(who, ask).ok_or_else(unknown)?;
    if !reach::may_view_as(cx, who, id, occasion) {
        return Err(unknown());
    }
    holds(cx, who, ids)?;
    let pattern = match occasion {
        crate::scripts::Occasion::Response(pattern) => pattern,
        _ => "",
    };
    for (at, &card) in ids.iter().enumerate() {
        if !cx.scripts.view_filter(id, who, &ids[..at], card, pattern) {
            return Err(Refusal::SkillCards(skill.clone()));
        }
    }
    cx.scripts.view_as(id, who, ids, pattern).ok_or_else(|| Refusal::SkillCards(skill.clone()))
}

/// Checks that a player holds or wears all these cards, without repetition.
fn holds(cx: &Cx<'_>, who: PlayerId, ids: &[CardId]) -> Result<(), Refusal> {
    let held = cx.s().cards_in(who, "he");
    for (at, id) in ids.iter().enumerate() {
        if !held.contains(id) {
            return Err(Refusal::NotHeld(id.0));
        }
        if ids[..at].contains(id) {
            return Err(Refusal::Twice(id.0));
        }
    }
    Ok(())
}

/// Checks an answer that uses a card.
fn use_of(cx: &Cx<'_>, who: PlayerId, ask: &Ask, answer: &Answer) -> Result<Value, Refusal> {
    let (card, mut targets) = card_of(cx, who, ask, answer)?;
    if let Ask::Peach { dying, .. } = ask {
        return Ok(Value::Use(CardUse { card, from: who, to: vec![*dying] }));
    }
    // Equipment that is worn cannot be used again, except through skills.
    if let Card::Real(id) = card
        && !cx.s().player(who).hand.contains(&id)
    {
        return Err(Refusal::NotHeld(id.0));
    }
    if matches!(ask, Ask::Activate) {
        let slash = cx.s().inherits(&card, "Slash");
        if slash && !reach::slash_left(cx, who, &card) || !cx.scripts.available(&card, who) {
            return Err(Refusal::Unavailable);
        }
    }
    reach::check_targets(cx, &card, who, &targets).map_err(Refusal::Target)?;
    let (fixed, slot) = cx.s().kind(&card, |kind| (kind.target_fixed, kind.slot));
    if (slot.is_some() || fixed && cx.s().kind(&card, |kind| kind.delayed)) && targets.is_empty() {
        targets.push(who);
    }
    Ok(Value::Use(CardUse { card, from: who, to: targets }))
}

/// Parses an answer from text, as tests and the command line write it.
///
/// `.` declines; `yes` and `no` are booleans; `skill=NAME:ids->players` uses a view-as skill. The
/// rest depends on the question: choices, ids `3+4`, cards `card->players`, players, `1+2|3` for
/// arranged cards, `5->sgs2` for gifts. A leading `~` means that the answer is carried out as it
/// is.
pub fn read_answer(cx: &Cx<'_>, ask: &Ask, text: &str) -> Option<Answer> {
    let text = text.trim();
    if let Ask::Choice { options, .. } | Ask::General { options } = ask
        && options.iter().any(|option| **option == *text)
    {
        return Some(Answer::Text(text.to_owned()));
    }
    if let Some(carried) = text.strip_prefix(CARRIED) {
        let nested = carried.starts_with(CARRIED);
        let answer = if nested { None } else { read_answer(cx, ask, carried) };
        return answer.map(|answer| Answer::Carried(Box::new(answer)));
    }
    let state = cx.s();
    if matches!(text, "." | "no" | "") && !matches!(ask, Ask::Choice { .. }) {
        return Some(Answer::Decline);
    }
    if let Some(rest) = text.strip_prefix("skill=") {
        let (what, whom) = rest.split_once("->").unwrap_or((rest, "."));
        let (skill, ids) = what.split_once(':').unwrap_or((what, "."));
        let ids = notation::parse_ids(&state, ids)?;
        let targets = notation::parse_players(&state, whom)?;
        return Some(Answer::Skill { skill: skill.into(), ids, targets });
    }
    match ask {
        Ask::Invoke { .. } => (text == "yes").then_some(Answer::Accept),
        Ask::Choice { .. } | Ask::Suit { .. } | Ask::General { .. } => {
            Some(Answer::Text(text.to_owned()))
        }
        Ask::Player { .. } => notation::player(&state, text).map(Answer::Player),
        Ask::Guanxing { .. } => {
            let (top, bottom) = text.split_once('|').unwrap_or((text, "."));
            let top = notation::parse_ids(&state, top)?;
            Some(Answer::Arranged(top, notation::parse_ids(&state, bottom)?))
        }
        Ask::Yiji { .. } => {
            let (id, to) = text.split_once("->")?;
            let id = CardId(id.trim().parse().ok()?);
            Some(Answer::Gift(id, notation::player(&state, to.trim())?))
        }
        Ask::Activate
        | Ask::Card { .. }
        | Ask::UseCard { .. }
        | Ask::Nullify { .. }
        | Ask::Peach { .. } => {
            let (card, targets) = notation::parse_use(&state, text)?;
            Some(Answer::Card(card, targets))
        }
        _ => notation::parse_ids(&state, text).map(Answer::Ids),
    }
}
