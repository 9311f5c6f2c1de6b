//! A simple computer player that makes legal moves without looking ahead.
//!
//! It uses only what its seat may know: its own hand and role, and public information.

use fangqi_kit::Rng;

use super::trust::first_that;
use super::{default_answer, otherwise, trust};
use crate::basics::{CardId, Category, Frequency, PlayerId, Role};
use crate::card::Card;
use crate::catalogue::SkillId;
use crate::engine::Request;
use crate::frame::Cx;
use crate::pattern;
use crate::reach;
use crate::request::{Answer, Ask};
use crate::scripts::Usage;

/// Maximum number of uses in a play phase, so that skills without a cost come to an end.
const USES_MAX: u32 = 12;
/// Number of frequent skills invoked in one turn, so that a script that asks until the answer is no
/// comes to an end. If the count is unknown, the player declines with the probability of one in
/// this number.
const FREQUENT_INVOCATIONS_MAX: usize = 128;
/// Maximum number of cards it tries to give to a skill.
const SKILL_CARDS_MAX: usize = 4;

/// A simple computer player. The same seed and questions give the same answers.
#[derive(Debug, Clone)]
pub struct Plain {
    rng: Rng,
    turn: u32,
    uses: u32,
    /// The turn and the number of frequent skills invoked in it; `None` if the player is not kept
    /// between questions.
    invoked: Option<(u32, usize)>,
}

impl Plain {
    /// A player whose random choices come from a seed.
    pub fn new(seed: u64) -> Plain {
        Plain { rng: Rng::new(seed), turn: 0, uses: 0, invoked: Some((0, 0)) }
    }

    /// A player that is created for each question. It must be told how many cards and skills
    /// it has used in this turn already, so that it ends its turn.
    pub fn in_turn(seed: u64, turn: u32, uses: u32) -> Plain {
        Plain { rng: Rng::new(seed), turn, uses, invoked: None }
    }

    /// Answers a question that may be a repetition.
    pub fn answer_anew(&mut self, cx: &Cx<'_>, request: &Request, refused: &[Answer]) -> Answer {
        let answer = self.answer(cx, request);
        self.or_other(cx, request, refused, answer)
    }

    /// `answer`, or another legal answer if that has already been given to a repeated question.
    pub fn or_other(
        &mut self,
        cx: &Cx<'_>,
        request: &Request,
        refused: &[Answer],
        answer: Answer,
    ) -> Answer {
        if !refused.contains(&answer) {
            return answer;
        }
        let _look = cx.look();
        let other = otherwise(cx, request.who, &request.ask, refused, &mut self.rng);
        other.unwrap_or(answer)
    }

    /// Answers a question.
    pub fn answer(&mut self, cx: &Cx<'_>, request: &Request) -> Answer {
        let who = request.who;
        let _look = cx.look();
        match &request.ask {
            Ask::Activate => self.activate(cx, who, &request.ask),
            Ask::UseCard { pattern, .. } => {
                let found = self.use_something(cx, who, &request.ask, pattern);
                found.unwrap_or(Answer::Decline)
            }
            Ask::Card { pattern, .. } => self.respond(cx, who, &request.ask, pattern),
            Ask::Nullify { .. } => trust(cx, who, &request.ask),
            Ask::Peach { dying, .. } => self.rescue(cx, who, *dying, &request.ask),
            Ask::Invoke { skill, .. } => {
                let id = cx.s().catalogue.find_skill(skill);
                let frequent = id
                    .is_some_and(|id| cx.s().catalogue.skill(id).frequency == Frequency::Frequent);
                let turn = cx.s().turns;
                let invokes = if frequent { self.invokes_again(turn) } else { self.chance(4, 5) };
                if invokes { Answer::Accept } else { Answer::Decline }
            }
            Ask::Choice { options, .. } | Ask::General { options } if !options.is_empty() => {
                Answer::Text(options[self.rng.below(options.len())].to_string())
            }
            Ask::Suit { .. } => {
                Answer::Text(["spade", "club", "heart", "diamond"][self.rng.below(4)].to_owned())
            }
            Ask::Player { targets, .. } if !targets.is_empty() => {
                Answer::Player(self.by_hostility(cx, who, targets)[0])
            }
            Ask::Discard { optional: true, .. } if self.chance(1, 2) => Answer::Decline,
            Ask::Discard { count, include_equip, throws, .. } => {
                let areas = if *include_equip { "he" } else { "h" };
                let mut cards = cx.s().cards_in(who, areas);
                if *throws {
                    cards.retain(|&id| !pattern::is_jilei(&cx.s(), who, &Card::Real(id)));
                }
                self.shuffle(&mut cards);
                // The least valuable cards first.
                cards.sort_by_key(|&id| worth(cx, &Card::Real(id)));
                cards.truncate(*count);
                Answer::Ids(cards)
            }
            Ask::CardChosen { whose, areas, .. } => {
                let cards = cx.s().cards_in(*whose, areas);
                self.one_of(&cards)
            }
            Ask::Grace { refusable: true, .. } if self.chance(1, 8) => Answer::Decline,
            Ask::Grace { ids, .. } => self.one_of(ids),
            ask => default_answer(cx, who, ask),
        }
    }

    /// Whether to invoke another frequent skill in this turn.
    fn invokes_again(&mut self, turn: u32) -> bool {
        let Some((last, times)) = self.invoked else {
            return self.chance(FREQUENT_INVOCATIONS_MAX - 1, FREQUENT_INVOCATIONS_MAX);
        };
        let times = if last == turn { times + 1 } else { 1 };
        self.invoked = Some((turn, times));
        times <= FREQUENT_INVOCATIONS_MAX
    }

    fn chance(&mut self, of: usize, among: usize) -> bool {
        self.rng.below(among) < of
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.rng.below(at + 1));
        }
    }

    fn one_of(&mut self, ids: &[CardId]) -> Answer {
        match ids {
            [] => Answer::Decline,
            _ => Answer::Ids(vec![ids[self.rng.below(ids.len())]]),
        }
    }

    /// A use in the play phase, or its end.
    fn activate(&mut self, cx: &Cx<'_>, who: PlayerId, ask: &Ask) -> Answer {
        let turn = cx.s().turns;
        if self.turn != turn {
            (self.turn, self.uses) = (turn, 0);
        }
        self.uses += 1;
        if self.uses > USES_MAX {
            return Answer::Decline;
        }
        self.use_something(cx, who, ask, "").unwrap_or(Answer::Decline)
    }

    /// A card or skill to use, with targets.
    fn use_something(
        &mut self,
        cx: &Cx<'_>,
        who: PlayerId,
        ask: &Ask,
        pattern: &str,
    ) -> Option<Answer> {
        let mut hand = cx.s().player(who).hand.clone();
        self.shuffle(&mut hand);
        if !pattern::asks_skill(pattern) {
            for id in hand.iter().copied() {
                let card = cx.held(who, id);
                if let Some(targets) = self.usable(cx, who, ask, pattern, &card) {
                    return Some(Answer::Card(Card::Real(id), targets));
                }
            }
        }
        let occasion = reach::occasion(who, ask)?;
        let mut skills: Vec<SkillId> = reach::view_as_skills(cx, who, occasion).collect();
        self.shuffle(&mut skills);
        for skill in skills {
            if pattern.is_empty() && self.chance(1, 4) {
                continue;
            }
            if let Some((ids, card)) = self.through_skill(cx, who, skill, pattern, &hand)
                && let Some(targets) = self.usable(cx, who, ask, pattern, &card)
            {
                let skill = cx.s().catalogue.skill(skill).name.clone();
                return Some(Answer::Skill { skill, ids, targets });
            }
        }
        None
    }

    /// Cards that a skill accepts, and the card it makes of them.
    fn through_skill(
        &mut self,
        cx: &Cx<'_>,
        who: PlayerId,
        skill: SkillId,
        pattern: &str,
        hand: &[CardId],
    ) -> Option<(Vec<CardId>, Card)> {
        let mut left: Vec<CardId> = hand.to_vec();
        left.extend(cx.s().player(who).worn());
        let mut chosen = Vec::new();
        loop {
            if let Some(card) = cx.scripts.view_as(skill, who, &chosen, pattern)
                && (chosen.len() >= SKILL_CARDS_MAX || self.chance(3, 4))
            {
                return Some((chosen, card));
            }
            if chosen.len() >= SKILL_CARDS_MAX {
                return None;
            }
            let takes = |&id: &CardId| cx.scripts.view_filter(skill, who, &chosen, id, pattern);
            let at = left.iter().position(takes);
            let Some(at) = at else {
                let card = cx.scripts.view_as(skill, who, &chosen, pattern)?;
                return Some((chosen, card));
            };
            chosen.push(left.remove(at));
        }
    }

    /// The targets of a card, if it can and should be used.
    fn usable(
        &mut self,
        cx: &Cx<'_>,
        who: PlayerId,
        ask: &Ask,
        pattern: &str,
        card: &Card,
    ) -> Option<Vec<PlayerId>> {
        if pattern::is_jilei(&cx.s(), who, card)
            || !pattern.is_empty() && !pattern::answers(&cx.s(), who, pattern, card)
        {
            return None;
        }
        let (fixed, slot, slash) =
            cx.s().kind(card, |kind| (kind.target_fixed, kind.slot, kind.inherits("Slash")));
        if matches!(ask, Ask::Activate) {
            if slash && !reach::slash_left(cx, who, card) || !cx.scripts.available(card, who) {
                return None;
            }
            if !self.makes_sense(cx, who, card) {
                return None;
            }
        }
        if fixed || slot.is_some() {
            return Some(Vec::new());
        }
        let mut targets = Vec::new();
        let everybody = cx.s().alive_from(who);
        let mut order = self.by_hostility(cx, who, &everybody);
        let free = cx.s().category(card) == Category::Skill;
        let usage = Usage { card, user: who, free };
        loop {
            let feasible = cx.scripts.feasible(card, &targets, who);
            if feasible && self.chance(1, 2) {
                return Some(targets);
            }
            match cx.scripts.first_target(usage, &targets, &order) {
                Some(to) => {
                    order.retain(|&other| other != to);
                    targets.push(to);
                }
                None => return feasible.then_some(targets),
            }
        }
    }

    /// Rejects uses that would mostly hurt the player itself.
    fn makes_sense(&mut self, cx: &Cx<'_>, who: PlayerId, card: &Card) -> bool {
        let state = cx.s();
        if let Some(slot) = state.kind(card, |kind| kind.slot) {
            return state.player(who).equip(slot).is_none() || self.rng.below(4) == 0;
        }
        let name = state.card_name(card);
        match &*name {
            "lightning" => self.rng.below(4) == 0,
            "god_salvation" => state.player(who).is_wounded() || self.rng.below(4) == 0,
            "analeptic" => {
                let slashes = |&id: &CardId| state.inherits(&Card::Real(id), "Slash");
                state.player(who).hand.iter().any(slashes)
            }
            _ => true,
        }
    }

    /// Responds with a card of its own, or one that a skill makes.
    fn respond(&mut self, cx: &Cx<'_>, who: PlayerId, ask: &Ask, pattern: &str) -> Answer {
        let free = pattern.starts_with('.');
        if free && self.chance(1, 2) {
            return Answer::Decline;
        }
        if !pattern::asks_skill(pattern) {
            let fits = |card: &Card| pattern::matches(&cx.s(), who, pattern, card);
            if let Some(id) = first_that(cx, who, fits) {
                return Answer::Card(Card::Real(id), Vec::new());
            }
        }
        let Some(occasion) = reach::occasion(who, ask) else { return Answer::Decline };
        let hand = cx.s().player(who).hand.clone();
        for skill in reach::view_as_skills(cx, who, occasion) {
            if let Some((ids, card)) = self.through_skill(cx, who, skill, pattern, &hand)
                && pattern::answers(&cx.s(), who, pattern, &card)
                && !pattern::is_jilei(&cx.s(), who, &card)
            {
                let skill = cx.s().catalogue.skill(skill).name.clone();
                return Answer::Skill { skill, ids, targets: Vec::new() };
            }
        }
        Answer::Decline
    }

    /// Rescues itself, and the lord if it is on the lord's side.
    fn rescue(&mut self, cx: &Cx<'_>, who: PlayerId, dying: PlayerId, ask: &Ask) -> Answer {
        let state = cx.s();
        let loyal =
            state.player(who).role == Role::Loyalist && state.player(dying).role == Role::Lord;
        drop(state);
        if who != dying && !loyal {
            return Answer::Decline;
        }
        let pattern = reach::rescue_pattern(who, dying);
        let fits = |card: &Card| pattern::matches(&cx.s(), who, pattern, card);
        if let Some(id) = first_that(cx, who, fits) {
            return Answer::Card(Card::Real(id), Vec::new());
        }
        self.respond(cx, who, ask, pattern)
    }

    /// Sorts players, those it would rather hurt first: for rebels the lord, for others anyone but
    /// the lord; never itself.
    fn by_hostility(&mut self, cx: &Cx<'_>, who: PlayerId, players: &[PlayerId]) -> Vec<PlayerId> {
        let mut order = players.to_vec();
        self.shuffle(&mut order);
        let state = cx.s();
        let role = state.player(who).role;
        let last = state.alive_count() == 2;
        order.sort_by_key(|&id| match (id == who, state.player(id).role == Role::Lord) {
            (true, _) => 3,
            (_, true) if role == Role::Rebel || last => 0,
            (_, true) => 2,
            _ => 1,
        });
        order
    }
}

/// A rough value of keeping a card.
fn worth(cx: &Cx<'_>, card: &Card) -> u8 {
    let state = cx.s();
    match state.category(card) {
        _ if state.inherits(card, "Peach") => 5,
        _ if state.inherits(card, "Jink") => 4,
        _ if state.inherits(card, "Nullification") => 3,
        Category::Basic => 2,
        Category::Trick => 2,
        _ => 1,
    }
}
