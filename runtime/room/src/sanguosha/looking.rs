//! Looks at a game that stays as it is meanwhile: what functions of packages answer is kept for as
//! long as one lasts (`engine.luau`).

use std::cell::{Cell, OnceCell, RefCell};

use fangqi_sanguosha::{Card, PlayerId};
use mlua::Buffer;
use rustc_hash::FxHashMap;

/// Players in a question about a card that is kept.
const CHOSEN_MAX: usize = 8;

/// Which look it is, for the Luau half.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// How many looks have begun within each other.
    depth: Cell<u32>,
    /// Looks so far.
    count: Cell<u32>,
    /// Where the Luau half reads the number of the look: four bytes, 0 outside of one.
    told: OnceCell<Buffer>,
    /// What was answered about cards of the deck in this look: who looks for a use asks much twice,
    /// and whoever takes its answer asks the same once more.
    answers: RefCell<FxHashMap<Question, bool>>,
}

/// A plain question about a card of the deck, packed: what is asked, the card, its user, those
/// chosen so far in order, and the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question(u64, u64);

impl Question {
    /// The question, if there is room for it.
    pub(super) fn new(
        what: u8,
        card: &Card,
        user: PlayerId,
        chosen: &[PlayerId],
        candidate: Option<PlayerId>,
    ) -> Option<Question> {
        let Card::Real(id) = card else { return None };
        if chosen.len() > CHOSEN_MAX {
            return None;
        }
        let number = |player: PlayerId| u64::from(player.0) + 1;
        let packed = chosen.iter().fold(0, |packed, player| packed << 8 | number(*player));
        let about = u64::from(id.0) << 32 | number(user) << 16 | candidate.map_or(0, number) << 8;
        Some(Question(about | u64::from(what), packed))
    }
}

impl Looking {
    /// The Luau half reads from here.
    pub(super) fn tell(&self, buffer: Buffer) {
        // There is one for each Luau half.
        let _ = self.told.set(buffer);
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
        self.answers.borrow_mut().clear();
        let number = self.count.get().checked_add(1).unwrap_or(1);
        self.count.set(number);
        self.write(number);
    }

    fn write(&self, number: u32) {
        if let Some(buffer) = self.told.get() {
            buffer.write_bytes(0, &number.to_le_bytes());
        }
    }
}
