use std::sync::Arc;

use fangqi_protocol::{
    Asked, Choice, LocalText, Mark, MarkKind, PanelView, PlayerId, RequestId, RequestView,
    SeatIndex, Tick, Token,
};
use fangqi_world::{IVec3, World};
use serde::{Deserialize, Serialize};

use super::ready::WakeValue;
use super::selection::Selection;

/// Who asks a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Owner {
    /// A handler of the map waits for the answer.
    Script(Token),
    /// The room asks whether a player may take its move back.
    TakeBack {
        /// The player who wants it.
        by: PlayerId,
    },
}

/// An open question to a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its number.
    pub id: RequestId,
    /// The seat that must answer.
    pub seat: SeatIndex,
    /// Who asks.
    pub owner: Owner,
    /// The question as text.
    pub hint: LocalText,
    /// The possible answers.
    pub choices: Arc<Vec<Choice>>,
    /// When the question is answered with `default`.
    pub deadline: Option<Tick>,
    /// The answer at the deadline, as an index into `choices`; without any default the question is
    /// cancelled.
    pub default: Option<u32>,
    /// Whether the map can explain why a click is not among the choices.
    pub explains: bool,
    /// Cells clicked so far towards a choice.
    pub picked: Vec<[i32; 3]>,
    /// Number of the delegation, if the stand-in must answer.
    pub delegated: Option<u32>,
    /// The selection asked for, if several cells together can be the answer. It is never stored,
    /// because only questions of the room itself are, and those have none.
    #[serde(skip)]
    pub selection: Option<Box<Selection>>,
    /// The parts picked so far of an answer that takes several steps.
    #[serde(skip)]
    pub panel: Option<Box<PanelView>>,
    /// When it was asked, if everyone may see that it is open.
    #[serde(skip)]
    pub shown_since: Option<Tick>,
}

/// The effect of a click on a question.
#[derive(Debug, Clone, PartialEq)]
pub enum ClickOutcome {
    /// It completed a choice.
    Chosen(u32),
    /// It picked a cell up, or put it down again.
    Picked,
    /// It fits no choice; these are the cells clicked, the refused one last.
    Refused(Vec<[i32; 3]>),
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// The question.
    pub question: Question,
    /// The choice.
    pub choice: u32,
}

/// The open questions of a room, oldest first.
#[derive(Debug, Default)]
pub struct Requests {
    open: Vec<Question>,
    next: RequestId,
    /// Number of delegations to a stand-in so far.
    turns: u32,
}

impl Question {
    /// Whether the player of `seat` itself must answer it.
    fn is_for(&self, seat: SeatIndex) -> bool {
        self.seat == seat && self.delegated.is_none()
    }

    /// Whether the map asks something that the board does not show, such as choices with a text.
    pub fn is_private(&self) -> bool {
        matches!(self.owner, Owner::Script(_))
            && (self.selection.is_some()
                || self.panel.is_some()
                || self.choices.iter().any(|choice| choice.label.is_some()))
    }

    /// The answer at the deadline; `None` if the question is then cancelled.
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

    /// Handles a click on a cell.
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

    /// Marks for the cells picked so far and for those that may be clicked next.
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
    /// The questions of a restored room; `next` is the number of the next question.
    pub fn restored(open: Vec<Question>, next: RequestId) -> Self {
        Self { open, next, turns: 0 }
    }

    /// The number of the next question.
    pub fn next(&self) -> RequestId {
        self.next
    }

    /// Opens a question, sets its id and returns that.
    pub fn ask(&mut self, mut question: Question) -> RequestId {
        question.id = self.next;
        self.next += 1;
        self.open.push(question);
        self.next - 1
    }

    /// The question that the player of a seat must answer now: the latest that is not delegated to
    /// the stand-in.
    pub fn of_seat(&self, seat: SeatIndex) -> Option<&Question> {
        self.open.iter().rev().find(|question| question.is_for(seat))
    }

    /// The open questions, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Question> {
        self.open.iter()
    }

    /// Handles a click of the player of `seat`; `None` if it has no question.
    pub fn click(&mut self, seat: SeatIndex, pos: [i32; 3]) -> Option<(RequestId, ClickOutcome)> {
        let question = self.open.iter_mut().rev().find(|question| question.is_for(seat))?;
        Some((question.id, question.click(pos)))
    }

    /// The open question with a number.
    pub fn get(&self, id: RequestId) -> Option<&Question> {
        self.open.iter().find(|question| question.id == id)
    }

    /// Closes a question with an answer; `None` if it is not open or has no such choice.
    pub fn answer(&mut self, id: RequestId, choice: u32) -> Option<Answered> {
        let index = self.open.iter().position(|question| question.id == id)?;
        if choice as usize >= self.open[index].choices.len() {
            return None;
        }
        Some(Answered { question: self.open.remove(index), choice })
    }

    /// Removes a question, to be answered.
    pub fn take(&mut self, id: RequestId) -> Option<Question> {
        let index = self.open.iter().position(|question| question.id == id)?;
        Some(self.open.remove(index))
    }

    /// The seats with an open question that everyone may see and that has a deadline; `shift` is
    /// how far outside time is ahead of the room's.
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

    /// Removes and returns the questions for which `which` is true.
    pub fn withdraw(&mut self, which: impl Fn(&Question) -> bool) -> Vec<Question> {
        let (gone, kept) = std::mem::take(&mut self.open).into_iter().partition(which);
        self.open = kept;
        gone
    }

    /// When the next deadline falls due.
    pub fn next_deadline(&self) -> Option<Tick> {
        self.open.iter().filter_map(|question| question.deadline).min()
    }

    /// Removes a question whose deadline has come.
    pub fn pop_expired(&mut self, now: Tick) -> Option<Question> {
        let index = self
            .open
            .iter()
            .position(|question| question.deadline.is_some_and(|deadline| deadline <= now))?;
        Some(self.open.remove(index))
    }

    /// Delegates the questions of seats that are `stood_in` to the stand-in, unless they are
    /// already. Returns each with the number of its delegation.
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

    /// Ends the delegation of a seat's questions. Later answers of the stand-in do not count.
    pub fn recall(&mut self, seat: SeatIndex) {
        for question in self.open.iter_mut().filter(|question| question.seat == seat) {
            question.delegated = None;
        }
    }

    /// The question to the player of `seat` as shown to it; `shift` is how far outside time is
    /// ahead of the room's.
    pub fn view(&self, seat: SeatIndex, shift: Tick) -> Option<RequestView> {
        self.of_seat(seat).map(|question| question.view(shift))
    }

    /// The marks that only the player of `seat` sees.
    pub fn marks(&self, seat: SeatIndex, world: &World) -> Vec<Mark> {
        self.of_seat(seat).map(|question| question.marks(world)).unwrap_or_default()
    }
}
