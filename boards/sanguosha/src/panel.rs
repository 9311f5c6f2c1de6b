//! The choices that a player can click next, from nothing chosen to a complete answer.
//!
//! People and computers build an answer step by step: a card or a skill, more cards for the skill,
//! targets. [`Panel::of`] returns what can be added to the present choices, and the answer they
//! form if they are complete. It calls the same filters that check answers, so its offers are
//! always accepted.

use crate::basics::{CardId, Category, Name, PlayerId, Suit};
use crate::card::Card;
use crate::frame::Cx;
use crate::notation;
use crate::pattern;
use crate::reach;
use crate::request::{self, Answer, Ask, CARRIED};
use crate::scripts::{NextTargets, Occasion, Usage};
use crate::state::State;
use crate::view;

/// The choices made so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The view-as skill that will make a card.
    pub skill: Option<Name>,
    /// The cards, in order of choice.
    pub cards: Vec<CardId>,
    /// The targets, in order of choice.
    pub targets: Vec<PlayerId>,
}

/// The possible next choices, and the answer formed by the present ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Panel {
    /// Cards that can be added, or replace the only one chosen.
    pub cards: Vec<CardId>,
    /// Hand cards of another player that can be added. They are shown face down, as the chooser
    /// must not learn which is which.
    pub backs: Vec<CardId>,
    /// Skills that can be started.
    pub skills: Vec<Name>,
    /// Players that can be added.
    pub players: Vec<PlayerId>,
    /// Texts that can be answered.
    pub options: Vec<Name>,
    /// Number of cards required; 0 if it varies.
    pub count: usize,
    /// The answer, if the present choices form one.
    pub ready: Option<Answer>,
    /// Whether the question may be declined.
    pub decline: bool,
}

impl Panel {
    /// The possible next choices for a question.
    pub fn of(cx: &Cx<'_>, who: PlayerId, ask: &Ask, chosen: &Chosen) -> Panel {
        let _look = cx.look();
        let mut panel = Panel { decline: ask.may_decline(), ..Panel::default() };
        match reach::occasion(who, ask) {
            Some(occasion) => panel.fill_use(cx, who, ask, chosen, occasion),
            None => panel.fill(cx, who, ask, chosen),
        }
        let answer = answer_of(ask, chosen);
        panel.ready = answer.filter(|answer| request::check(cx, who, ask, answer).is_ok());
        panel
    }

    /// Fills in the choices for questions answered by a card or a skill that makes one.
    fn fill_use(
        &mut self,
        cx: &Cx<'_>,
        who: PlayerId,
        ask: &Ask,
        chosen: &Chosen,
        occasion: Occasion<'_>,
    ) {
        let skills = reach::view_as_skills(cx, who, occasion);
        self.skills.extend(skills.map(|id| cx.s().catalogue.skill(id).name.clone()));
        let card = match &chosen.skill {
            None => {
                self.count = 1;
                self.cards = view::choosable(cx, who, ask);
                chosen.cards.first().map(|&id| cx.held(who, id))
            }
            Some(name) => {
                let Some(id) = cx.s().catalogue.find_skill(name) else { return };
                let wanted = match occasion {
                    Occasion::Response(pattern) => pattern,
                    _ => "",
                };
                self.cards = cx.s().cards_in(who, "he");
                self.cards.retain(|card| {
                    !chosen.cards.contains(card)
                        && cx.scripts.view_filter(id, who, &chosen.cards, *card, wanted)
                });
                cx.scripts.view_as(id, who, &chosen.cards, wanted)
            }
        };
        if let Some(card) = card
            && matches!(ask, Ask::Activate | Ask::UseCard { .. })
            && fits(cx, who, ask, &card)
        {
            self.players = next_targets(cx, who, &card, &chosen.targets).players;
        }
    }

    /// Fills in the choices for questions about cards, players and texts as they are.
    fn fill(&mut self, cx: &Cx<'_>, who: PlayerId, ask: &Ask, chosen: &Chosen) {
        let state = cx.s();
        self.count = 1;
        match ask {
            Ask::Choice { options, .. } | Ask::General { options } => {
                self.options = options.clone();
            }
            Ask::Suit { .. } => {
                self.options = Suit::ALL[..4].iter().map(|suit| suit.text().into()).collect();
            }
            Ask::Discard { count, include_equip, throws, .. } => {
                self.count = *count;
                self.cards = state.cards_in(who, if *include_equip { "he" } else { "h" });
                self.cards
                    .retain(|&id| !*throws || !pattern::is_jilei(&state, who, &Card::Real(id)));
                if chosen.cards.len() >= *count && *count > 1 {
                    self.cards.clear();
                }
            }
            Ask::CardChosen { whose, areas, .. } => {
                self.cards = state.cards_in(*whose, areas);
                if who != *whose {
                    let hand = &state.player(*whose).hand;
                    let (backs, open) = self.cards.iter().partition(|id| hand.contains(id));
                    (self.backs, self.cards) = (backs, open);
                }
            }
            Ask::Show { .. } | Ask::Pindian { .. } => self.cards = state.player(who).hand.clone(),
            Ask::Gongxin { target } => {
                self.cards = state.player(*target).hand.clone();
                self.cards.retain(|&id| state.suit(&Card::Real(id)) == Suit::Heart);
            }
            Ask::Grace { ids, .. } => self.cards = ids.clone(),
            Ask::Yiji { ids } => {
                self.cards = ids.clone();
                if !chosen.cards.is_empty() {
                    self.players = state.alive_from(who);
                }
            }
            Ask::Guanxing { ids, .. } => {
                self.count = 0;
                self.cards = ids.clone();
            }
            Ask::Player { targets, .. } => self.players = targets.clone(),
            _ => {}
        }
        if self.count != 1 {
            self.cards.retain(|id| !chosen.cards.contains(id));
        }
    }
}

/// Whether a card can be an answer with some targets.
pub(crate) fn fits(cx: &Cx<'_>, who: PlayerId, ask: &Ask, card: &Card) -> bool {
    if pattern::is_jilei(&cx.s(), who, card) {
        return false;
    }
    match ask {
        Ask::Activate => {
            let slash = cx.s().inherits(card, "Slash");
            (!slash || reach::slash_left(cx, who, card)) && cx.scripts.available(card, who)
        }
        Ask::UseCard { pattern, .. } | Ask::Card { pattern, .. } => {
            pattern::matches(&cx.s(), who, pattern, card)
        }
        Ask::Nullify { .. } => pattern::matches(&cx.s(), who, "nullification", card),
        Ask::Peach { dying, .. } => {
            pattern::matches(&cx.s(), who, reach::rescue_pattern(who, *dying), card)
        }
        _ => false,
    }
}

/// The players who can be the next target of a card, and whether the targets chosen are sufficient.
pub(crate) fn next_targets(
    cx: &Cx<'_>,
    who: PlayerId,
    card: &Card,
    chosen: &[PlayerId],
) -> NextTargets {
    let (fixed, free) = cx.s().kind(card, |kind| {
        (kind.target_fixed || kind.slot.is_some(), kind.category == Category::Skill)
    });
    if fixed {
        return NextTargets { players: Vec::new(), enough: false };
    }
    let mut players = cx.s().alive_from(who);
    players.retain(|to| !chosen.contains(to));
    cx.scripts.next_targets(Usage { card, user: who, free }, chosen, &players)
}

/// The answer formed by the choices, legal or not.
fn answer_of(ask: &Ask, chosen: &Chosen) -> Option<Answer> {
    let Chosen { skill, cards, targets } = chosen;
    Some(match (ask, skill) {
        (Ask::Invoke { .. }, _) => Answer::Accept,
        (Ask::Player { .. }, _) => Answer::Player(*targets.first()?),
        (Ask::Yiji { .. }, _) => Answer::Gift(*cards.first()?, *targets.first()?),
        (Ask::Guanxing { ids, up_only }, _) => {
            let rest: Vec<CardId> = ids.iter().copied().filter(|id| !cards.contains(id)).collect();
            match up_only {
                true => Answer::Arranged([&cards[..], &rest[..]].concat(), Vec::new()),
                false => Answer::Arranged(cards.clone(), rest),
            }
        }
        (Ask::Choice { .. } | Ask::General { .. } | Ask::Suit { .. }, _) => return None,
        (_, Some(skill)) => {
            Answer::Skill { skill: skill.clone(), ids: cards.clone(), targets: targets.clone() }
        }
        (
            Ask::Activate
            | Ask::UseCard { .. }
            | Ask::Card { .. }
            | Ask::Nullify { .. }
            | Ask::Peach { .. },
            None,
        ) => Answer::Card(Card::Real(*cards.first()?), targets.clone()),
        _ if cards.is_empty() => return None,
        _ => Answer::Ids(cards.clone()),
    })
}

/// Formats an answer as [`request::read_answer`] parses it.
pub fn answer_text(state: &State, answer: &Answer) -> String {
    let ids = |ids: &[CardId]| notation::ids(state, ids);
    let player = |id: PlayerId| format!("sgs{}", id.0 + 1);
    let players = |ids: &[PlayerId]| {
        let names: Vec<String> = ids.iter().map(|&id| player(id)).collect();
        if names.is_empty() { ".".to_owned() } else { names.join("+") }
    };
    match answer {
        Answer::Decline => ".".to_owned(),
        Answer::Accept => "yes".to_owned(),
        Answer::Text(text) => text.clone(),
        Answer::Ids(cards) => ids(cards),
        Answer::Carried(carried) => format!("{CARRIED}{}", answer_text(state, carried)),
        Answer::Card(card, targets) => {
            format!("{}->{}", notation::card(state, card), players(targets))
        }
        Answer::Skill { skill, ids: cards, targets } => {
            format!("skill={skill}:{}->{}", ids(cards), players(targets))
        }
        Answer::Player(id) => player(*id),
        Answer::Arranged(top, bottom) => format!("{}|{}", ids(top), ids(bottom)),
        Answer::Gift(card, to) => format!("{}->{}", card.0, player(*to)),
    }
}
