//! Judgements and point fights.

use super::{About, Copies, Cx, Flow, Frame, MoveCards, forks};
use crate::basics::{CardId, Place, PlayerId};
use crate::card::Card;
use crate::event::{Data, Event, Judge, Live, Pindian, live};
use crate::notation;
use crate::request::Ask;
use crate::scripts::Value;
use crate::state::{LogLine, Target};

/// The judgement in an event's data.
pub(crate) fn judge_of(data: &Live) -> Option<Judge> {
    match &*data.borrow() {
        Data::Judge(judge) => Some(judge.clone()),
        _ => None,
    }
}

/// A judgement: a card is turned up, players may replace it, and the final one counts.
#[derive(Debug, Clone)]
pub struct JudgeFrame {
    data: Live,
    asked: Option<Vec<PlayerId>>,
    finished: bool,
}

impl JudgeFrame {
    /// A judgement whose result is written to `data`.
    pub fn new(data: Live) -> JudgeFrame {
        JudgeFrame { data, asked: None, finished: false }
    }
}

impl Frame for JudgeFrame {
    forks!(data);

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(judge) = judge_of(&self.data).filter(|_| !self.finished) else {
            return Flow::end();
        };
        let Some(asked) = &mut self.asked else {
            let mut order = cx.s().in_action_order();
            order.reverse();
            self.asked = Some(order);
            return Flow::raise(cx, Event::StartJudge, judge.who, &self.data);
        };
        if judge.card.is_none() {
            // The piles are empty, so there is neither a card nor an event.
            return Flow::end();
        }
        if !input.is_true() && cx.heard(Event::AskForRetrial) {
            while let Some(id) = asked.pop() {
                if cx.alive(id) {
                    return Flow::raise(cx, Event::AskForRetrial, id, &self.data);
                }
            }
        }
        self.finished = true;
        if let Some(card) = &judge.card {
            let mut state = cx.m();
            let text = notation::card(&state, card);
            let line = LogLine::new("#JudgeResult").from(judge.who).card(text);
            state.log.push(line.arg(&judge.reason));
        }
        Flow::raise(cx, Event::FinishJudge, judge.who, &self.data)
    }

    fn about(&self) -> About {
        let about = About::new("judge");
        match judge_of(&self.data) {
            Some(Judge { who, card: Some(card), .. }) => about.player(who).card(&card),
            Some(judge) => about.player(judge.who),
            None => about,
        }
    }
}

/// The rules' handler of [`Event::StartJudge`].
#[derive(Debug, Clone)]
pub(super) struct TurnUp(pub(super) Live);

impl Frame for TurnUp {
    forks!(0);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let Some(judge) = judge_of(&self.0) else { return Flow::done(false) };
        let Some(id) = cx.m().draw_one() else { return Flow::done(false) };
        let card = cx.held(judge.who, id);
        let mut state = cx.m();
        let text = notation::card(&state, &card);
        let line = LogLine::new("#InitialJudge").from(judge.who).card(text).arg(&judge.reason);
        state.log.push(line);
        if let Data::Judge(judge) = &mut *self.0.borrow_mut() {
            judge.card = Some(card);
        }
        Flow::done(false)
    }

    fn about(&self) -> About {
        About::new("judge")
    }
}

/// The rules' handler of [`Event::FinishJudge`] and [`Event::Pindian`]. Discards the card of a
/// judgement, wherever it is, unless a skill has ended the event; and those cards of a point fight
/// that no skill has taken.
#[derive(Debug, Clone)]
pub(super) struct DiscardJudged(pub(super) Live);

impl Frame for DiscardJudged {
    forks!(0);

    fn step(&mut self, cx: &Cx<'_>, _input: Value) -> Flow {
        let (cards, wherever): (Vec<Card>, bool) = match &*self.0.borrow() {
            Data::Judge(judge) => (judge.card.iter().cloned().collect(), true),
            Data::Pindian(fight) => {
                ([&fight.from_card, &fight.to_card].into_iter().flatten().cloned().collect(), false)
            }
            _ => (Vec::new(), false),
        };
        let state = cx.s();
        let goes = |id: &CardId| match state.location(*id).place {
            Place::Discard => false,
            place => wherever || place == Place::Table,
        };
        let ids = cards.iter().flat_map(Card::ids).copied().filter(goes).collect();
        Flow::Become(Box::new(MoveCards::new(ids, Target::Discard)))
    }

    fn about(&self) -> About {
        About::new("discard")
    }
}

/// A point fight: both players put down a hand card, and the higher number wins. The result says
/// whether the first player won.
#[derive(Debug, Clone)]
pub struct PindianFrame {
    data: Live,
    given: Option<Card>,
    at: u8,
}

impl PindianFrame {
    /// A point fight; `card` is the first player's card, if already chosen.
    pub fn new(from: PlayerId, to: PlayerId, reason: &str, card: Option<Card>) -> PindianFrame {
        let fight = Pindian { from, to, from_card: None, to_card: None, reason: reason.into() };
        PindianFrame { data: live(Data::Pindian(fight)), given: card, at: 0 }
    }

    fn fight(&self) -> Option<Pindian> {
        match &*self.data.borrow() {
            Data::Pindian(fight) => Some(fight.clone()),
            _ => None,
        }
    }

    fn ask(fight: &Pindian, who: PlayerId) -> Flow {
        let (from, to) = (fight.from, fight.to);
        Flow::Ask(who, Ask::Pindian { from, to, reason: fight.reason.clone() })
    }

    /// Reveals both cards.
    fn show(&self, cx: &Cx<'_>) -> Flow {
        let Some(fight) = self.fight() else { return Flow::done(false) };
        let mut state = cx.m();
        let cards = [(fight.from, &fight.from_card), (fight.to, &fight.to_card)];
        for (who, card) in cards {
            let Some(card) = card else { return Flow::done(false) };
            let text = notation::card(&state, card);
            state.log.push(LogLine::new("#Pindian").from(who).card(text));
        }
        let ids = cards.iter().filter_map(|(_, card)| card.as_ref()).flat_map(Card::ids);
        let ids = ids.copied().collect();
        drop(state);
        Flow::push(MoveCards::new(ids, Target::Table))
    }

    fn result(&self, cx: &Cx<'_>) -> Flow {
        let Some(Pindian { from, to, from_card: Some(one), to_card: Some(other), .. }) =
            self.fight()
        else {
            return Flow::done(false);
        };
        let mut state = cx.m();
        let won = state.number(&one) > state.number(&other);
        let key = if won { "#PindianWon" } else { "#PindianLost" };
        state.log.push(LogLine::new(key).from(from).to(&[to]));
        Flow::done(won)
    }
}

impl Frame for PindianFrame {
    forks!(data);

    fn rename(&mut self, copies: &Copies) {
        if let Some(card) = &mut self.given {
            copies.card(card);
        }
    }

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        let Some(fight) = self.fight() else { return Flow::done(false) };
        let chosen = match input {
            Value::Card(card) => Some(card),
            _ => None,
        };
        let keep = |first: bool, card: Option<Card>| {
            if let Data::Pindian(fight) = &mut *self.data.borrow_mut() {
                *(if first { &mut fight.from_card } else { &mut fight.to_card }) = card;
            }
        };
        self.at += 1;
        match self.at {
            1 if !cx.alive(fight.from) || !cx.alive(fight.to) => Flow::done(false),
            // A player without hand cards cannot show one.
            1 if cx.s().player(fight.to).hand.is_empty() => Flow::done(false),
            1 if self.given.is_none() && cx.s().player(fight.from).hand.is_empty() => {
                Flow::done(false)
            }
            1 => match self.given.take() {
                Some(card) => self.step(cx, Value::Card(card)),
                None => Self::ask(&fight, fight.from),
            },
            2 => {
                keep(true, chosen);
                Self::ask(&fight, fight.to)
            }
            3 => {
                keep(false, chosen);
                self.show(cx)
            }
            4 => Flow::raise(cx, Event::Pindian, fight.from, &self.data),
            _ => self.result(cx),
        }
    }

    fn about(&self) -> About {
        let about = About::new("pindian");
        match self.fight() {
            Some(fight) => about.player(fight.from).player(fight.to),
            None => about,
        }
    }
}
