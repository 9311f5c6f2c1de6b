//! Drafts: predicted records of inputs.
//!
//! A server that writes an input to the log while the room applies it needs the record in advance.
//! The record of an answer can be predicted unless a script fails or the answer comes too late.

use fangqi_plugin::host::Owner;
use fangqi_protocol::{Input, Record, Tick};

use super::fold::Fold;
use super::room::Room;

impl Room {
    /// The record that [`Room::apply`] will make of an input if no step fails; `None` if it cannot
    /// be predicted or the input will probably be refused.
    pub fn draft(&self, tick: Tick, input: &Input) -> Option<Record> {
        self.fold.expects(input).then(|| {
            let (tick, input) = (self.possible_tick(tick), input.clone());
            Record { tick, input, faults: Vec::new(), rewound: None }
        })
    }
}

impl Fold {
    /// Whether an input answers, or begins to answer, the map's present question to its player.
    fn expects(&self, input: &Input) -> bool {
        let host = self.ctx.host();
        let player = input.player().and_then(|player| host.players.get(player));
        let Some(player) = player.filter(|player| player.present) else { return false };
        let asked = || {
            let seat = host.seats.of(player.id)?;
            let question = host.requests.of_seat(seat)?;
            matches!(question.owner, Owner::Script(_)).then_some(question)
        };
        match input {
            Input::Click { pos, .. } => asked().is_some_and(|question| question.takes(*pos)),
            Input::Choose { request, choice, .. } => asked().is_some_and(|question| {
                question.id == *request && (*choice as usize) < question.choices.len()
            }),
            Input::Select { request, cells, .. } => asked().is_some_and(|question| {
                let selection = question.selection.as_ref();
                question.id == *request
                    && selection.is_some_and(|selection| selection.check(cells).is_ok())
            }),
            _ => false,
        }
    }
}
