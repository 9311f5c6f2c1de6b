//! Nullification of tricks, and of nullifications.

use super::{About, Cx, Flow, Frame, UseCard, forks};
use crate::basics::{Name, PlayerId};
use crate::card::Card;
use crate::event::{CardUse, Data, Event};
use crate::reach;
use crate::request::Ask;
use crate::scripts::Value;
use crate::state::LogLine;

/// Asks every player able to nullify a trick in turn. The result says whether it was nullified.
#[derive(Debug, Clone)]
pub struct Nullify {
    trick: Card,
    from: Option<PlayerId>,
    to: PlayerId,
    positive: bool,
    asked: Option<Vec<PlayerId>>,
    at: At,
}

/// What the frame waits for.
#[derive(Debug, Clone, Copy)]
enum At {
    /// An answer of this player.
    Asking(PlayerId),
    /// This player's use of a nullification.
    Using(PlayerId),
    /// The nullification of that nullification.
    Countered,
}

impl Nullify {
    /// A trick with effect on `to`. With `positive` false, the nullification of one.
    pub fn new(trick: Card, from: Option<PlayerId>, to: PlayerId, positive: bool) -> Nullify {
        Nullify { trick, from, to, positive, asked: None, at: At::Countered }
    }

    /// The record of a question for observers: the target, and whether the trick or a nullification
    /// of it would be nullified.
    fn record(&self, trick: &str) -> Data {
        let to = format!("sgs{}", self.to.0 + 1);
        let what = if self.positive { "true" } else { "false" };
        Data::Texts(["Nullification", trick, &to, what].map(Name::from).to_vec())
    }

    fn next(&mut self, cx: &Cx<'_>) -> Flow {
        let asked = self.asked.get_or_insert_with(|| {
            let mut order = cx.s().in_action_order();
            order.reverse();
            order
        });
        while let Some(id) = asked.pop() {
            if cx.alive(id) && reach::may_nullify(cx, id) {
                self.at = At::Asking(id);
                return Flow::Ask(
                    id,
                    Ask::Nullify {
                        trick: self.trick.clone(),
                        from: self.from,
                        to: self.to,
                        positive: self.positive,
                    },
                );
            }
        }
        Flow::done(false)
    }
}

impl Frame for Nullify {
    forks!();

    fn step(&mut self, cx: &Cx<'_>, input: Value) -> Flow {
        if self.asked.is_none() {
            return self.next(cx);
        }
        match (self.at, input) {
            (At::Asking(id), Value::Card(card)) => {
                self.at = At::Using(id);
                let name = cx.s().card_name(&self.trick);
                let key = if self.positive { "#NullifyTrick" } else { "#NullifyAgain" };
                let line = LogLine::new(key).from(id).to(&[self.to]).arg(&name);
                let mut state = cx.m();
                state.log.push(line);
                state.see(Event::ChoiceMade, id, || self.record(&name));
                drop(state);
                Flow::push(UseCard::new(CardUse { card, from: id, to: Vec::new() }, false))
            }
            (At::Asking(_), _) => self.next(cx),
            (At::Using(_), Value::Bool(false)) => self.next(cx),
            (At::Using(id), _) => {
                self.at = At::Countered;
                let trick = self.trick.clone();
                Flow::push(Nullify::new(trick, Some(id), self.to, !self.positive))
            }
            (At::Countered, countered) => Flow::done(!countered.is_true()),
        }
    }

    fn about(&self) -> About {
        About::new("nullification").player(self.to).card(&self.trick)
    }
}
