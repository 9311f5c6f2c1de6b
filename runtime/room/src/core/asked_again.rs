//! Questions that a checkpoint closed and that the scripts then asked again, word for word.
//!
//! To the player they are one question: the answer that was on its way when the room was
//! stored names the first, and is meant for the second. The log keeps the number that was open.

use fangqi_plugin::host::{Question, Requests};
use fangqi_protocol::{Input, RequestId};

use super::room::Room;

/// Numbers that clients may still know, and the questions that stand for them now.
#[derive(Debug, Default)]
pub(super) struct AskedAgain(Vec<(RequestId, RequestId)>);

impl AskedAgain {
    /// Takes up that a checkpoint has put the questions `after` in the place of those `before`.
    pub(super) fn renew(&mut self, before: &Requests, after: &Requests) {
        let again = |old: RequestId| {
            let old = before.get(old)?;
            after.iter().find(|new| is_same(old, new)).map(|new| new.id)
        };
        let known = self.0.iter().copied();
        let open = before.iter().map(|question| (question.id, question.id));
        self.0 = known
            .chain(open)
            .filter_map(|(first, last)| Some((first, again(last)?)))
            .filter(|(first, last)| first != last)
            .collect();
    }

    /// The question that is open for the one of this number.
    pub(super) fn now(&self, id: RequestId) -> RequestId {
        self.0.iter().find(|(first, _)| *first == id).map_or(id, |(_, last)| *last)
    }
}

impl Room {
    /// An input as it is meant: an answer to a question that a checkpoint has put again since
    /// ([`Room::checkpoint`]) gets the number that the question has now.
    pub fn addressed(&self, mut input: Input) -> Input {
        if let Input::Choose { request, .. } | Input::Select { request, .. } = &mut input {
            *request = self.asked_again.now(*request);
        }
        input
    }
}

/// Whether they ask the same of the same seat. Deadlines are not compared: the time to answer
/// starts again.
fn is_same(old: &Question, new: &Question) -> bool {
    let asks = |question: &Question| {
        let Question { seat, hint, choices, selection, panel, .. } = question.clone();
        (seat, hint, choices, selection, panel)
    };
    asks(old) == asks(new)
}
