use std::sync::Arc;

use fangqi_world::{IVec3, World};
use serde::{Deserialize, Serialize};

use super::ready::{Token, WakeValue};
use super::selection::Selection;
use crate::model::{
    Asked, Choice, LocalText, Mark, MarkKind, PanelView, PlayerId, RequestId, RequestView,
    SeatIndex, Tick,
};

/// On whose behalf a question is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Owner {
    /// A handler of the map waits for the answer.
    Script(Token),
    /// The room itself asks whether a player may take its move back.
    TakeBack {
        /// Who wants it back.
        by: PlayerId,
    },
}

/// A question put to a seat, waiting for its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its name.
    pub id: RequestId,
    /// Who may answer.
    pub seat: SeatIndex,
    /// On whose behalf.
    pub owner: Owner,
    /// What is asked.
    pub hint: LocalText,
    /// What may be answered.
    pub choices: Arc<Vec<Choice>>,
    /// When `default` is taken.
    pub deadline: Option<Tick>,
    /// The answer at the deadline; `None` cancels.
    pub default: Option<u32>,
    /// Whether the map can say why a click is not among the choices.
    pub explains: bool,
    /// Cells clicked so far.
    pub picked: Vec<[i32; 3]>,
    /// If the stand-in has been told to answer it: which time that was.
    pub delegated: Option<u32>,
    /// What may be selected, where several cells together may be the answer. Questions of the room
    /// itself, which are all that is ever stored, ask for none.
    #[serde(skip)]
    pub selection: Option<Box<Selection>>,
    /// How far an answer has got that is given step by step.
    #[serde(skip)]
    pub panel: Option<Box<PanelView>>,
    /// When it was put, if everybody may know of it.
    #[serde(skip)]
    pub shown_since: Option<Tick>,
}

/// What a click meant for a question.
#[derive(Debug, Clone, PartialEq)]
pub enum ClickOutcome {
    /// It completed a choice.
    Chosen(u32),
    /// It picked a cell up, or put it down again.
    Picked,
    /// It is not among the choices; the cells clicked, the refused one last.
    Refused(Vec<[i32; 3]>),
}

/// A question that has been answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// The question.
    pub question: Question,
    /// The choice.
    pub choice: u32,
}

/// The questions of a room, oldest first.
#[derive(Debug, Default)]
pub struct Requests {
    open: Vec<Question>,
    next: RequestId,
    /// How often a question was given to a stand-in.
    turns: u32,
}

impl Question {
    /// Whether it is for the player of `seat` itself to answer.
    fn is_for(&self, seat: SeatIndex) -> bool {
        self.seat == seat && self.delegated.is_none()
    }

    /// Whether the map asks a seat something that the board does not show: choices with a text.
    pub fn is_private(&self) -> bool {
        matches!(self.owner, Owner::Script(_))
            && (self.selection.is_some()
                || self.panel.is_some()
                || self.choices.iter().any(|choice| choice.label.is_some()))
    }

    /// What is answered when nobody answers; `None` when that cancels it.
    pub fn default_answer(&self) -> Option<WakeValue> {
        let cells = self.selection.as_ref().and_then(|selection| selection.default.clone());
        match (self.default, cells) {
            (Some(choice), _) => Some(WakeValue::Choice(choice, None)),
            (None, Some(cells)) => Some(WakeValue::Selected(cells, None)),
            (None, None) => None,
        }
    }

    /// Whether a click on a cell would not be refused.
    pub fn takes(&self, pos: [i32; 3]) -> bool {
        let depth = self.picked.len();
        self.picked.last() == Some(&pos)
            || self.choices.iter().any(|choice| {
                choice.path.first() == Some(&pos)
                    || (choice.path.get(depth) == Some(&pos)
                        && choice.path.starts_with(&self.picked))
            })
    }

    /// Takes a click.
    fn click(&mut self, pos: [i32; 3]) -> ClickOutcome {
        let mut path = self.picked.clone();
        path.push(pos);
        if let Some(index) = self.choices.iter().position(|choice| choice.path == path) {
            return ClickOutcome::Chosen(index as u32);
        }
        if self.choices.iter().any(|choice| choice.path.starts_with(&path)) {
            self.picked = path;
            return ClickOutcome::Picked;
        }
        if self.picked.last() == Some(&pos) {
            self.picked.clear();
            return ClickOutcome::Picked;
        }
        if self.choices.iter().any(|choice| choice.path.first() == Some(&pos)) {
            self.picked = vec![pos];
            return ClickOutcome::Picked;
        }
        ClickOutcome::Refused(path)
    }

    /// Marks of the cells picked up and of those that may come next.
    fn marks(&self, world: &World) -> Vec<Mark> {
        if self.picked.is_empty() {
            return Vec::new();
        }
        let selected = self.picked.iter().map(|pos| Mark { pos: *pos, kind: MarkKind::Selected });
        let depth = self.picked.len();
        let next = self
            .choices
            .iter()
            .filter(|choice| choice.path.len() > depth && choice.path.starts_with(&self.picked))
            .map(|choice| {
                let pos = choice.path[depth];
                let empty = world.get(IVec3::from(pos)).is_air();
                Mark { pos, kind: if empty { MarkKind::Target } else { MarkKind::Capture } }
            });
        let mut marks: Vec<Mark> = selected.chain(next).collect();
        marks.dedup();
        marks
    }

    fn view(&self, shift: Tick) -> RequestView {
        RequestView {
            id: self.id,
            hint: self.hint.clone(),
            choices: Arc::clone(&self.choices),
            deadline: self.deadline.map(|deadline| deadline + shift),
            selection: self.selection.as_ref().map(|selection| selection.view()),
            panel: self.panel.clone(),
        }
    }
}

impl Requests {
    /// Those of a stored room; `next` is the number of the next question.
    pub fn restored(open: Vec<Question>, next: RequestId) -> Self {
        Self { open, next, turns: 0 }
    }

    /// The number of the next question.
    pub fn next(&self) -> RequestId {
        self.next
    }

    /// Puts a question. Its id is given here.
    pub fn ask(&mut self, mut question: Question) -> RequestId {
        question.id = self.next;
        self.next += 1;
        self.open.push(question);
        self.next - 1
    }

    /// The question the player of a seat is to answer now: the latest put to it that the stand-in
    /// does not answer.
    pub fn of_seat(&self, seat: SeatIndex) -> Option<&Question> {
        self.open.iter().rev().find(|question| question.is_for(seat))
    }

    /// The open questions, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Question> {
        self.open.iter()
    }

    /// Takes a click by the player of `seat`.
    pub fn click(&mut self, seat: SeatIndex, pos: [i32; 3]) -> Option<(RequestId, ClickOutcome)> {
        let question = self.open.iter_mut().rev().find(|question| question.is_for(seat))?;
        Some((question.id, question.click(pos)))
    }

    /// A question.
    pub fn get(&self, id: RequestId) -> Option<&Question> {
        self.open.iter().find(|question| question.id == id)
    }

    /// Takes an answer; `None` when the question is closed or has no such choice.
    pub fn answer(&mut self, id: RequestId, choice: u32) -> Option<Answered> {
        let index = self.open.iter().position(|question| question.id == id)?;
        if choice as usize >= self.open[index].choices.len() {
            return None;
        }
        Some(Answered { question: self.open.remove(index), choice })
    }

    /// Takes a question out, to be answered.
    pub fn take(&mut self, id: RequestId) -> Option<Question> {
        let index = self.open.iter().position(|question| question.id == id)?;
        Some(self.open.remove(index))
    }

    /// The seats being asked something with a deadline that everybody may know of; `shift` is what
    /// outside time is ahead of the room's.
    pub fn asked(&self, shift: Tick) -> Vec<Asked> {
        let mut asked: Vec<Asked> = self
            .open
            .iter()
            .filter_map(|question| {
                let (since, until) = (question.shown_since? + shift, question.deadline? + shift);
                Some(Asked { seat: question.seat, since, until })
            })
            .collect();
        asked.sort_unstable_by_key(|asked| (asked.seat, asked.until));
        asked.dedup_by_key(|asked| asked.seat);
        asked
    }

    /// Withdraws all questions that `which` names.
    pub fn withdraw(&mut self, which: impl Fn(&Question) -> bool) -> Vec<Question> {
        let (gone, kept) = std::mem::take(&mut self.open).into_iter().partition(which);
        self.open = kept;
        gone
    }

    /// When the next deadline falls.
    pub fn next_deadline(&self) -> Option<Tick> {
        self.open.iter().filter_map(|question| question.deadline).min()
    }

    /// Takes a question whose deadline has come.
    pub fn pop_expired(&mut self, now: Tick) -> Option<Question> {
        let index = self
            .open
            .iter()
            .position(|question| question.deadline.is_some_and(|deadline| deadline <= now))?;
        Some(self.open.remove(index))
    }

    /// Gives questions to seats that are `stood_in` to the stand-in, those it has not got yet: each
    /// with the number of this time.
    pub fn delegate(&mut self, stood_in: impl Fn(SeatIndex) -> bool) -> Vec<(RequestId, u32)> {
        let mut given = Vec::new();
        for question in &mut self.open {
            let of_map = matches!(question.owner, Owner::Script(_));
            if of_map && question.delegated.is_none() && stood_in(question.seat) {
                self.turns += 1;
                question.delegated = Some(self.turns);
                given.push((question.id, self.turns));
            }
        }
        given
    }

    /// Takes the questions to a seat from the stand-in; what it still answers does not count.
    pub fn recall(&mut self, seat: SeatIndex) {
        for question in self.open.iter_mut().filter(|question| question.seat == seat) {
            question.delegated = None;
        }
    }

    /// What the player of `seat` is asked; `shift` is what outside time is ahead of the room's.
    pub fn view(&self, seat: SeatIndex, shift: Tick) -> Option<RequestView> {
        self.of_seat(seat).map(|question| question.view(shift))
    }

    /// Marks that only the player of `seat` sees.
    pub fn marks(&self, seat: SeatIndex, world: &World) -> Vec<Mark> {
        self.of_seat(seat).map(|question| question.marks(world)).unwrap_or_default()
    }
}
