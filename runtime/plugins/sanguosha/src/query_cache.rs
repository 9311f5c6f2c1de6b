//! Query cache: while the engine only queries a game and does not change it, the answers of
//! packages' functions are kept. `engine.luau` opens and closes such a *query* and clears its own
//! caches by its number.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use fangqi_sanguosha::{Card, CardId, Occasion, PlayerId, SkillId, Virtual};
use mlua::Buffer;
use rustc_hash::FxHashMap;

use super::viewing::View;

/// Questions with more players or cards chosen so far are not kept.
const CHOSEN_MAX: usize = 8;

/// The number of the current query, for the Luau half, and the answers given in it.
#[derive(Debug, Default)]
pub(super) struct QueryCache {
    /// Nesting depth of open queries.
    depth: Cell<u32>,
    /// Number of queries so far.
    count: Cell<u32>,
    /// Where the Luau half reads the query's number: four bytes, 0 outside of queries.
    number: OnceCell<Buffer>,
    /// Answers within this query. A search for legal uses asks many questions twice, and the
    /// caller that plays one of them asks again.
    answers: RefCell<FxHashMap<Question, bool>>,
    /// Cards that view-as skills made in it.
    made: RefCell<FxHashMap<Question, Option<Card>>>,
    /// The virtual cards among them by address, which stays the same during the query and so
    /// identifies them in questions.
    held: RefCell<FxHashMap<usize, Rc<Virtual>>>,
    /// The occasion for which skills were last asked whether they are enabled; later questions
    /// refer to it.
    occasion: RefCell<Option<(u8, String)>>,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// Whether a skill forbids to use a card on a player.
    Prohibited,
    /// Whether a player may be the next target.
    Target,
    /// Whether a card may be used on those chosen.
    Feasible,
    /// Whether it may be used at all.
    Available,
    /// Whether a skill may be used.
    Enabled,
    /// Whether it takes a card beside those chosen.
    Takes,
    /// What it makes of those chosen.
    Makes,
}

/// A plain question, packed: about which card or skill, whose, with those chosen so far in their
/// order, and for which candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question {
    what: What,
    who: u8,
    next: u16,
    about: usize,
    chosen: u128,
}

impl Question {
    fn new(
        what: What,
        about: usize,
        who: PlayerId,
        chosen: impl ExactSizeIterator<Item = u16>,
        next: u16,
    ) -> Option<Question> {
        if chosen.len() > CHOSEN_MAX {
            return None;
        }
        // Those beyond the last one are 0.
        let chosen = chosen.fold(0, |packed, one| packed << 16 | (u128::from(one) + 1));
        Some(Question { what, who: who.0, next, about, chosen })
    }
}

/// When a skill is asked, as the Luau half numbers it, and the pattern that is wanted.
pub(super) fn numbered(occasion: Occasion<'_>) -> (u8, &str) {
    match occasion {
        Occasion::Play => (0, ""),
        Occasion::Response(pattern) => (1, pattern),
        Occasion::Nullification => (2, "nullification"),
    }
}

impl QueryCache {
    /// The Luau half reads from here.
    pub(super) fn tell(&self, buffer: Buffer) {
        // There is one for each Luau half.
        let _ = self.number.set(buffer);
    }

    /// A question about a card in somebody's use, if its answer may be kept.
    pub(super) fn about_card(
        &self,
        what: What,
        card: &Card,
        user: PlayerId,
        chosen: &[PlayerId],
        candidate: Option<PlayerId>,
    ) -> Option<Question> {
        let about = match card {
            Card::Real(id) => usize::from(id.0),
            Card::Virtual(made) => {
                let place = Rc::as_ptr(made).addr();
                self.held.borrow().contains_key(&place).then_some(place)?
            }
        };
        let next = candidate.map_or(0, |player| u16::from(player.0) + 1);
        Question::new(what, about, user, chosen.iter().map(|player| u16::from(player.0)), next)
    }

    /// A question about a skill and cards, if its answer may be kept: the pattern is that of the
    /// occasion.
    pub(super) fn about_skill(
        &self,
        what: What,
        view: View<'_>,
        candidate: Option<CardId>,
    ) -> Option<Question> {
        let View { skill, player, chosen, pattern } = view;
        if !pattern.is_empty() {
            // A skill that a question starts is not asked before whether it may be used.
            self.occurs(1, pattern);
        }
        let occasion = self.occasion.borrow();
        let (number, wanted) = occasion.as_ref()?;
        if pattern != (if *number == 1 { wanted } else { "" }) {
            return None;
        }
        let next = candidate.map_or(0, |card| card.0.saturating_add(1));
        Question::new(what, skill.0.into(), player, chosen.iter().map(|card| card.0), next)
    }

    /// The question whether a skill may be used on an occasion. What was answered on another one is
    /// forgotten.
    pub(super) fn on_occasion(
        &self,
        skill: SkillId,
        player: PlayerId,
        occasion: Occasion<'_>,
    ) -> Option<Question> {
        let (number, pattern) = numbered(occasion);
        self.occurs(number, pattern);
        Question::new(What::Enabled, skill.0.into(), player, [].into_iter(), 0)
    }

    /// This is what it is about from here on. What was answered on another occasion is forgotten.
    fn occurs(&self, number: u8, pattern: &str) {
        let same = |(before, wanted): &(u8, String)| *before == number && *wanted == *pattern;
        let before = self.occasion.borrow().as_ref().map(same);
        if before == Some(false) {
            self.changed();
        }
        if before != Some(true) {
            *self.occasion.borrow_mut() = Some((number, pattern.to_owned()));
        }
    }

    /// A look begins.
    pub(super) fn begin(&self) {
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() == 1 {
            self.again();
        }
    }

    /// What was answered to a question in this look, else what is answered now.
    pub(super) fn kept(&self, question: Option<Question>, ask: impl FnOnce() -> bool) -> bool {
        if let Some(known) = self.known(question) {
            return known;
        }
        let question = question.filter(|_| self.depth.get() > 0);
        let number = self.count.get();
        let answer = ask();
        if let Some(asked) = question.filter(|_| self.count.get() == number) {
            self.answers.borrow_mut().insert(asked, answer);
        }
        answer
    }

    /// What was answered to a question in this look, if it was put.
    pub(super) fn known(&self, question: Option<Question>) -> Option<bool> {
        let question = question.filter(|_| self.depth.get() > 0)?;
        self.answers.borrow().get(&question).copied()
    }

    /// Keeps an answer that came along with another.
    pub(super) fn keep(&self, question: Option<Question>, answer: bool) {
        if let Some(asked) = question.filter(|_| self.depth.get() > 0) {
            self.answers.borrow_mut().insert(asked, answer);
        }
    }

    /// What a skill has made in this look, else what it makes now.
    pub(super) fn made(
        &self,
        question: Option<Question>,
        make: impl FnOnce() -> Option<Card>,
    ) -> Option<Card> {
        let question = question.filter(|_| self.depth.get() > 0);
        if let Some(made) = question.and_then(|asked| self.made.borrow().get(&asked).cloned()) {
            return made;
        }
        let number = self.count.get();
        let made = make();
        if let Some(asked) = question.filter(|_| self.count.get() == number) {
            if let Some(Card::Virtual(card)) = &made {
                self.held.borrow_mut().insert(Rc::as_ptr(card).addr(), Rc::clone(card));
            }
            self.made.borrow_mut().insert(asked, made.clone());
        }
        made
    }

    /// The look that began last ends.
    pub(super) fn end(&self) {
        self.depth.set(self.depth.get().saturating_sub(1));
        if self.depth.get() == 0 {
            self.write(0);
        }
    }

    /// What is looked at has changed after all: nothing that was answered holds.
    pub(super) fn changed(&self) {
        if self.depth.get() > 0 {
            self.again();
        }
    }

    /// All looks are over: another game is looked at, or this one goes on.
    pub(super) fn stop(&self) {
        self.depth.set(0);
        self.write(0);
    }

    fn again(&self) {
        // Most looks are short: what is empty is left alone.
        if !self.answers.borrow().is_empty() {
            self.answers.borrow_mut().clear();
        }
        if !self.made.borrow().is_empty() {
            self.made.borrow_mut().clear();
            self.held.borrow_mut().clear();
        }
        self.occasion.take();
        let number = self.count.get().checked_add(1).unwrap_or(1);
        self.count.set(number);
        self.write(number);
    }

    fn write(&self, number: u32) {
        if let Some(buffer) = self.number.get() {
            buffer.write_bytes(0, &number.to_le_bytes());
        }
    }
}
