//! Copies of frames, for trying out answers.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::CardId;
use crate::card::{Card, Virtual};
use crate::event::{Data, Live, live};
use crate::request::{Answer, Ask};
use crate::scripts::{Call, Value};
use crate::state::State;

/// A renaming of cards between two worlds: for each card id of one world, the id of the card in its
/// place in the other.
pub type Names = Rc<[CardId]>;

/// The inverse of a renaming.
pub fn names_back(names: &Names) -> Names {
    let mut back = names.to_vec();
    for (at, name) in names.iter().enumerate() {
        back[name.index()] = CardId(at as u16);
    }
    back.into()
}

/// A copy in progress. Data that several frames share is copied once, so that the copies share it
/// too.
#[derive(Debug, Default)]
pub struct Copies {
    made: Vec<(Live, Live)>,
    names: Option<Names>,
    /// The state that the copies will work on, and a snapshot of it at the time of copying.
    state: Option<Rc<RefCell<State>>>,
    seen: Option<Rc<State>>,
}

impl Copies {
    /// Copies into a world in which hidden cards are dealt differently.
    pub fn renaming(names: &Names) -> Copies {
        Copies { names: Some(Rc::clone(names)), ..Copies::default() }
    }

    /// Sets the state that the copies will work on, a copy of the original's.
    pub(crate) fn work_on(&mut self, state: &Rc<RefCell<State>>) {
        self.state = Some(Rc::clone(state));
    }

    /// A snapshot of the state at the time of copying: waiting functions are re-run on it to reach
    /// the point where the original waits.
    pub(crate) fn seen(&mut self) -> Option<Rc<State>> {
        if self.seen.is_none() {
            self.seen = self.state.as_ref().map(|state| Rc::new(state.borrow().fork()));
        }
        self.seen.clone()
    }

    /// Renames a card.
    pub(crate) fn id(&self, id: &mut CardId) {
        if let Some(name) = self.names.as_ref().and_then(|names| names.get(id.index())) {
            *id = *name;
        }
    }

    /// Renames cards.
    pub(crate) fn ids(&self, ids: &mut [CardId]) {
        ids.iter_mut().for_each(|id| self.id(id));
    }

    /// Renames a card, including the cards it is made of.
    pub(crate) fn card(&self, card: &mut Card) {
        match card {
            Card::Real(id) => self.id(id),
            Card::Virtual(made) => {
                let mut subcards = made.subcards.clone();
                self.ids(&mut subcards);
                if subcards != made.subcards {
                    *made = Rc::new(Virtual { subcards, ..Virtual::clone(made) });
                }
            }
        }
    }

    /// Renames the cards in a result.
    pub(crate) fn value(&self, value: &mut Value) {
        match value {
            Value::Card(card) => self.card(card),
            Value::Ids(ids) => self.ids(ids),
            Value::Use(used) => self.card(&mut used.card),
            Value::Arranged(top, bottom) => {
                self.ids(top);
                self.ids(bottom);
            }
            Value::Gift(id, _) => self.id(id),
            Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Player(_) => {}
        }
    }

    /// Renames the cards in an answer.
    pub fn answer(&self, answer: &Answer) -> Answer {
        let mut answer = answer.clone();
        match &mut answer {
            Answer::Ids(ids) | Answer::Skill { ids, .. } => self.ids(ids),
            Answer::Card(card, _) => self.card(card),
            Answer::Carried(carried) => **carried = self.answer(carried),
            Answer::Arranged(top, bottom) => {
                self.ids(top);
                self.ids(bottom);
            }
            Answer::Gift(id, _) => self.id(id),
            Answer::Decline | Answer::Accept | Answer::Text(_) | Answer::Player(_) => {}
        }
        answer
    }

    fn data(&self, data: &mut Data) {
        let some = |card: &mut Option<Card>| {
            if let Some(card) = card {
                self.card(card);
            }
        };
        match data {
            Data::Card(card) => self.card(card),
            Data::Damage(damage) => some(&mut damage.card),
            Data::Effect(effect) => self.card(&mut effect.card),
            Data::Slash(effect) => {
                some(&mut effect.jink);
                self.card(&mut effect.slash);
            }
            Data::Use(used) => self.card(&mut used.card),
            Data::Move(told) => self.id(&mut told.card),
            Data::Recover(recover) => some(&mut recover.card),
            Data::Judge(judge) => some(&mut judge.card),
            Data::Pindian(fight) => {
                some(&mut fight.from_card);
                some(&mut fight.to_card);
            }
            _ => {}
        }
    }

    /// The copy of shared data, created on first use.
    pub fn live(&mut self, data: &Live) -> Live {
        if let Some((_, copy)) = self.made.iter().find(|(known, _)| Rc::ptr_eq(known, data)) {
            return Live::clone(copy);
        }
        let mut inner = data.borrow().clone();
        if let Data::Dying(dying) = &mut inner {
            dying.damage = dying.damage.take().map(|damage| self.live(&damage));
        }
        self.data(&mut inner);
        let copy = live(inner);
        self.made.push((Live::clone(data), Live::clone(&copy)));
        copy
    }

    /// The copy of a question.
    pub(crate) fn ask(&mut self, ask: &Ask) -> Ask {
        let mut ask = ask.clone();
        if let Ask::Invoke { data, .. } | Ask::Card { data, .. } = &mut ask {
            *data = self.live(data);
        }
        match &mut ask {
            Ask::Grace { ids, .. } | Ask::Yiji { ids } | Ask::Guanxing { ids, .. } => self.ids(ids),
            Ask::Nullify { trick, .. } => self.card(trick),
            _ => {}
        }
        ask
    }

    /// The copy of a call.
    pub(super) fn call(&mut self, call: &Call) -> Call {
        let mut call = call.clone();
        match &mut call {
            Call::Trigger { data, .. } => *data = self.live(data),
            Call::AboutToUse(used) | Call::Use(used) => self.card(&mut used.card),
            Call::Effect(effect) => self.card(&mut effect.card),
            Call::Nullified { card, .. } => self.card(card),
            Call::Wear { card, .. } => self.id(card),
        }
        call
    }
}

/// Implements `Frame::fork` for frames that are plain data; the field with shared data is named.
macro_rules! forks {
    () => {
        fn fork(&self, _: &mut $crate::frame::Copies) -> Box<dyn Frame> {
            Box::new(self.clone())
        }
    };
    ($data:tt) => {
        fn fork(&self, copies: &mut $crate::frame::Copies) -> Box<dyn Frame> {
            let mut fork = self.clone();
            fork.$data = copies.live(&self.$data);
            Box::new(fork)
        }

        fn live(&self) -> Option<&$crate::event::Live> {
            Some(&self.$data)
        }
    };
}
pub(crate) use forks;
