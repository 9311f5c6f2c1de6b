//! Questions to players.

use super::{About, Copies, Cx, DiscardCards, Flow, Frame, MoveCards, UseCard, forks};
use crate::basics::{CardId, Category, Name, PlayerId};
use crate::card::Card;
use crate::event::{Data, Event, Live, live};
use crate::notation;
use crate::pattern;
use crate::reach;
use crate::request::Ask;
use crate::scripts::Value;
use crate::state::{LogLine, Target};

/// Asks a player. The result is the accepted answer, which is also published as an event.
#[derive(Debug, Clone)]
pub struct AskFor {
    who: PlayerId,
    ask: Option<Ask>,
    record: String,
    answer: Option<Value>,
}

impl AskFor {
    /// Asks `who`. Dead players are not asked; the result is then nil.
    pub fn new(who: PlayerId, ask: Ask) -> AskFor {
        let record = ask.record();
        AskFor { who, ask: Some(ask), record, answer: None }
    }
}

impl Frame for AskFor {
    forks!();

    fn rename(&mut self, copies: &Copies) {
        if let Some(answer) = &mut self.answer {
            copies.value(answer);
        }
    }

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        if let Some(ask) = self.ask.take() {
            if !cx.alive(self.who) || has_nothing_to_choose(cx, self.who, &ask) {
                return Flow::end();
            }
            return Flow::Ask(self.who, ask);
        }
        if let Some(answer) = self.answer.take() {
            return Flow::Done(answer);
        }
        let heard = cx.heard(Event::ChoiceMade);
        if self.record.is_empty() || !heard && cx.s().seen.is_none() {
            return Flow::Done(input);
        }
        let said = match &input {
            Value::Bool(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
            Value::Text(text) => text.to_string(),
            _ => "_nil_".to_owned(),
        };
        let text: Name = format!("{}:{said}", self.record).into();
        let parts = || Data::Texts(text.split(':').map(Name::from).collect());
        cx.m().see(Event::ChoiceMade, self.who, parts);
        if !heard {
            return Flow::Done(input);
        }
        self.answer = Some(input);
        Flow::raise(cx, Event::ChoiceMade, self.who, &live(Data::Text(text)))
    }

    fn about(&self) -> About {
        About::new("question").player(self.who)
    }
}

/// Whether a question cannot be answered, because there are no cards to choose from.
fn has_nothing_to_choose(cx: &Cx<'_>, who: PlayerId, ask: &Ask) -> bool {
    match ask {
        Ask::Discard { count, optional: false, .. } => *count == 0,
        Ask::Grace { ids, .. } => ids.is_empty(),
        Ask::Show { .. } | Ask::Pindian { .. } => cx.s().player(who).hand.is_empty(),
        _ => false,
    }
}

/// Makes a player discard cards. The result says whether it did.
#[derive(Debug, Clone)]
pub struct AskDiscard {
    who: PlayerId,
    reason: String,
    count: usize,
    optional: bool,
    include_equip: bool,
    at: u8,
}

impl AskDiscard {
    /// Makes `who` discard hand cards, or worn ones too with `include_equip`. A player who has no
    /// more cards than it must discard is not asked.
    pub fn new(
        who: PlayerId,
        reason: &str,
        count: usize,
        optional: bool,
        include_equip: bool,
    ) -> AskDiscard {
        AskDiscard { who, reason: reason.to_owned(), count, optional, include_equip, at: 0 }
    }
}

impl Frame for AskDiscard {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match (self.at, input) {
            (1, _) => {
                let areas = if self.include_equip { "he" } else { "h" };
                let mut cards = cx.s().cards_in(self.who, areas);
                cards.retain(|&id| !pattern::is_jilei(&cx.s(), self.who, &Card::Real(id)));
                if !cx.alive(self.who) || self.count == 0 {
                    return Flow::done(false);
                }
                if cards.len() < self.count && self.optional {
                    return Flow::done(false);
                }
                if cards.len() <= self.count && !self.optional {
                    return Flow::push(DiscardCards::new(self.who, cards));
                }
                Flow::Ask(
                    self.who,
                    Ask::Discard {
                        reason: self.reason.as_str().into(),
                        count: self.count,
                        optional: self.optional,
                        include_equip: self.include_equip,
                        throws: true,
                    },
                )
            }
            (_, Value::Ids(ids)) => Flow::push(DiscardCards::new(self.who, ids)),
            (_, Value::Bool(false)) => Flow::done(false),
            _ => Flow::done(true),
        }
    }

    fn about(&self) -> About {
        About::new("discard").player(self.who)
    }
}

/// Lets a player choose a card of some player. The result is its id.
#[derive(Debug, Clone)]
pub struct AskCardChosen {
    who: PlayerId,
    whose: PlayerId,
    areas: String,
    reason: String,
    asked: bool,
}

impl AskCardChosen {
    /// Lets `who` choose among the cards of `whose` in `areas` (`h`and, `e`quipment, `j`udgement).
    pub fn new(who: PlayerId, whose: PlayerId, areas: &str, reason: &str) -> AskCardChosen {
        AskCardChosen {
            who,
            whose,
            areas: areas.to_owned(),
            reason: reason.to_owned(),
            asked: false,
        }
    }
}

impl Frame for AskCardChosen {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        if self.asked {
            // Another player's hand is face down, so whatever was chosen, a random card is taken.
            if let Value::Ids(ids) = &input
                && let [id] = ids[..]
                && self.who != self.whose
                && cx.s().player(self.whose).hand.contains(&id)
            {
                let mut state = cx.m();
                let count = state.player(self.whose).hand.len();
                let at = state.rng.below(count);
                return Flow::Done(Value::Ids(vec![state.player(self.whose).hand[at]]));
            }
            return Flow::Done(input);
        }
        self.asked = true;
        let cards = cx.s().cards_in(self.whose, &self.areas);
        match cards[..] {
            [] => Flow::Done(Value::Ids(Vec::new())),
            [only] => Flow::Done(Value::Ids(vec![only])),
            _ => Flow::Ask(
                self.who,
                Ask::CardChosen {
                    whose: self.whose,
                    areas: self.areas.as_str().into(),
                    reason: self.reason.as_str().into(),
                },
            ),
        }
    }

    fn about(&self) -> About {
        About::new("choose_card").player(self.who).player(self.whose)
    }
}

/// Asks a player to respond with a card. The result is the card, or nil.
#[derive(Debug, Clone)]
pub struct AskCard {
    who: PlayerId,
    pattern: String,
    prompt: String,
    data: Live,
    at: u8,
    card: Option<Card>,
}

impl AskCard {
    /// Asks `who` for a card that matches a pattern.
    pub fn new(who: PlayerId, pattern: &str, prompt: &str, data: Live) -> AskCard {
        let (pattern, prompt) = (pattern.to_owned(), prompt.to_owned());
        AskCard { who, pattern, prompt, data, at: 0, card: None }
    }

    /// Publishes whether a card was given, for observers.
    fn seen(&self, cx: &Cx<'_>, said: &str) {
        let parts = || ["cardResponsed", &self.pattern, &self.prompt, said].map(Name::from);
        cx.m().see(Event::ChoiceMade, self.who, || Data::Texts(parts().to_vec()));
    }

    /// Discards the card of the response, where the pattern requires it.
    fn throw(&mut self, cx: &Cx<'_>, card: Card) -> Flow {
        let (skill, throws) =
            cx.s().kind(&card, |kind| (kind.category == Category::Skill, kind.will_throw));
        let mut state = cx.m();
        let text = notation::card(&state, &card);
        let throws = pattern::throws(&self.pattern) && (!skill || throws);
        let key = if pattern::throws(&self.pattern) { "#Respond" } else { "$ShowCard" };
        state.log.push(LogLine::new(key).from(self.who).card(text));
        drop(state);
        let ids = card.ids().to_vec();
        self.card = Some(card);
        if ids.is_empty() || !throws {
            return self.step(cx, Value::Nil);
        }
        Flow::push(MoveCards::new(ids, Target::Discard))
    }
}

impl Frame for AskCard {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match (self.at, input) {
            (1, _) => {
                if !cx.alive(self.who) {
                    return Flow::end();
                }
                cx.m().provided = None;
                if !cx.heard(Event::CardAsked) {
                    return self.step(cx, Value::Nil);
                }
                let data = live(Data::Text(self.pattern.as_str().into()));
                Flow::raise(cx, Event::CardAsked, self.who, &data)
            }
            (2, _) => {
                match cx.m().provided.take() {
                    Some(Some(card)) => {
                        self.at = 4;
                        return Flow::Done(Value::Card(card));
                    }
                    // A skill has decided that there is no response.
                    Some(None) => return Flow::end(),
                    None => {}
                }
                if !cx.alive(self.who) || !reach::may_answer(cx, self.who, &self.pattern) {
                    return Flow::end();
                }
                Flow::Ask(
                    self.who,
                    Ask::Card {
                        pattern: self.pattern.as_str().into(),
                        prompt: self.prompt.as_str().into(),
                        data: Live::clone(&self.data),
                    },
                )
            }
            (3, Value::Card(card)) => {
                let text = notation::card(&cx.s(), &card);
                self.seen(cx, &text);
                self.throw(cx, card)
            }
            (3, _) => {
                self.seen(cx, "_nil_");
                Flow::end()
            }
            (4, _) => {
                let Some(card) = self.card.clone() else { return Flow::end() };
                let gives_up = self.pattern.starts_with('.');
                let event = if gives_up { Event::CardDiscarded } else { Event::CardResponsed };
                // A card that is only shown is neither discarded nor counted as a response.
                if !cx.heard(event) || !pattern::throws(&self.pattern) {
                    return self.step(cx, Value::Nil);
                }
                Flow::raise(cx, event, self.who, &live(Data::Card(card)))
            }
            _ => Flow::Done(self.card.take().map_or(Value::Nil, Value::Card)),
        }
    }

    fn about(&self) -> About {
        About::new("ask_card").player(self.who)
    }
}

/// Lets a player use a card that matches a pattern. The result says whether it did.
#[derive(Debug, Clone)]
pub struct AskUseCard {
    who: PlayerId,
    pattern: String,
    prompt: String,
    at: u8,
}

impl AskUseCard {
    /// Lets `who` use a card or skill that matches a pattern.
    pub fn new(who: PlayerId, pattern: &str, prompt: &str) -> AskUseCard {
        AskUseCard { who, pattern: pattern.to_owned(), prompt: prompt.to_owned(), at: 0 }
    }
}

impl Frame for AskUseCard {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match (self.at, input) {
            // No card matches an empty pattern.
            (1, _) if cx.alive(self.who) && !self.pattern.is_empty() => Flow::Ask(
                self.who,
                Ask::UseCard {
                    pattern: self.pattern.as_str().into(),
                    prompt: self.prompt.as_str().into(),
                },
            ),
            (2, Value::Use(used)) => Flow::push(UseCard::new(used, false)),
            (3, _) => Flow::done(true),
            _ => Flow::done(false),
        }
    }

    fn about(&self) -> About {
        About::new("ask_use_card").player(self.who)
    }
}

/// Lets a player give some of the given cards away, one at a time. The result is the gift, or nil.
#[derive(Debug, Clone)]
pub struct AskYiji {
    who: PlayerId,
    ids: Vec<CardId>,
    gift: Option<(CardId, PlayerId)>,
    at: u8,
}

impl AskYiji {
    /// Lets `who` give away one of `ids`.
    pub fn new(who: PlayerId, ids: Vec<CardId>) -> AskYiji {
        AskYiji { who, ids, gift: None, at: 0 }
    }
}

impl Frame for AskYiji {
    forks!();

    fn rename(&mut self, copies: &Copies) {
        copies.ids(&mut self.ids);
        if let Some((id, _)) = &mut self.gift {
            copies.id(id);
        }
    }

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match (self.at, input) {
            (1, _) if self.ids.is_empty() || !cx.alive(self.who) => Flow::end(),
            (1, _) => Flow::Ask(self.who, Ask::Yiji { ids: self.ids.clone() }),
            (2, Value::Gift(id, to)) => {
                self.gift = Some((id, to));
                cx.m().log.push(LogLine::new("#Gives").from(self.who).to(&[to]).arg(1));
                Flow::push(MoveCards::new(vec![id], Target::Hand(to)))
            }
            _ => Flow::Done(self.gift.map_or(Value::Nil, |(id, to)| Value::Gift(id, to))),
        }
    }

    fn about(&self) -> About {
        About::new("yiji").player(self.who)
    }
}

/// Lets a player arrange cards on top of the draw pile and at its bottom.
#[derive(Debug, Clone)]
pub struct Guanxing {
    who: PlayerId,
    ids: Vec<CardId>,
    up_only: bool,
    asked: bool,
}

impl Guanxing {
    /// Lets `who` arrange `ids`; the first one is on top.
    pub fn new(who: PlayerId, ids: Vec<CardId>, up_only: bool) -> Guanxing {
        Guanxing { who, ids, up_only, asked: false }
    }
}

impl Frame for Guanxing {
    forks!();

    fn rename(&mut self, copies: &Copies) {
        copies.ids(&mut self.ids);
    }

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        if !self.asked && !self.ids.is_empty() {
            self.asked = true;
            let ask = Ask::Guanxing { ids: self.ids.clone(), up_only: self.up_only };
            return Flow::Ask(self.who, ask);
        }
        let (top, bottom) = match input {
            Value::Arranged(top, bottom) => (top, bottom),
            _ => (std::mem::take(&mut self.ids), Vec::new()),
        };
        let mut state = cx.m();
        let line = LogLine::new("#Guanxing").from(self.who).arg(top.len()).arg2(bottom.len());
        state.log.push(line);
        for &id in top.iter().rev() {
            state.put(id, &Target::DrawTop, None);
        }
        for &id in &bottom {
            state.put(id, &Target::DrawBottom, None);
        }
        Flow::end()
    }

    fn about(&self) -> About {
        About::new("guanxing").player(self.who)
    }
}

/// Lets a player look at a hand and discard a heart from it or put it on the draw pile.
#[derive(Debug, Clone)]
pub struct Gongxin {
    who: PlayerId,
    target: PlayerId,
    at: u8,
    card: Option<CardId>,
}

impl Gongxin {
    /// Lets `who` look at the hand of `target`.
    pub fn new(who: PlayerId, target: PlayerId) -> Gongxin {
        Gongxin { who, target, at: 0, card: None }
    }
}

impl Frame for Gongxin {
    forks!();

    fn step(&mut self, _cx: &Cx<'_>, input: Value) -> Flow {
        self.at += 1;
        match (self.at, input) {
            (1, _) => Flow::Ask(self.who, Ask::Gongxin { target: self.target }),
            (2, Value::Ids(ids)) if !ids.is_empty() => {
                self.card = ids.first().copied();
                let options = vec!["discard".into(), "put".into()];
                Flow::Ask(self.who, Ask::Choice { skill: "gongxin".into(), options })
            }
            (3, input) => {
                let Some(id) = self.card else { return Flow::end() };
                let put = matches!(&input, Value::Text(text) if &**text == "put");
                let to = if put { Target::DrawTop } else { Target::Discard };
                Flow::Become(Box::new(MoveCards::new(vec![id], to)))
            }
            _ => Flow::end(),
        }
    }

    fn about(&self) -> About {
        About::new("gongxin").player(self.who).player(self.target)
    }
}
