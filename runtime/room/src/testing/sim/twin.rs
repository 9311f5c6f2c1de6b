//! A room that is given the inputs of another and is stored after them. It must go on as the other
//! does: if it shows something else, its scripts did not offer all that they need.

use fangqi_protocol::{Input, LogLevel, LogLine, Tick};

use crate::core::{Applied, Room};

/// The first inputs after each of which the room is stored, and how often it is later: each time
/// takes a new VM.
const STORED_FIRST: usize = 24;
const STORED_EVERY: usize = 48;

/// What people see of a room. Other parts of the state may differ in a room that was stored:
/// questions are asked again under new numbers, and handlers begin to wait again.
const SHOWN: [&str; 5] = ["blocks", "private views", "display", "marks", "seats"];

/// A room that follows another, and is stored.
pub(super) struct Twin {
    /// `None` once it can no longer be compared.
    room: Option<Room>,
    inputs: usize,
}

impl Twin {
    /// Whether it still follows. The other room must not be stored then, for that changes when
    /// things happen there.
    pub(super) fn follows(&self) -> bool {
        self.room.is_some()
    }

    /// A twin of a room in which nothing has happened.
    pub(super) fn of(room: Room) -> Self {
        Self { room: Some(room), inputs: 0 }
    }

    /// An input that the other room is about to be given, as the twin is to be given it: a question
    /// that was asked again has another number there. `None` once the twin no longer follows.
    pub(super) fn translated(&mut self, other: &Room, input: &Input) -> Option<Input> {
        let mut input = input.clone();
        match &mut input {
            // A room that was stored counts events otherwise, and going back may end at one.
            Input::GoBack { .. } | Input::TakeBack { .. } => self.room = None,
            Input::Choose { player, request, .. } | Input::Select { player, request, .. } => {
                let open = |room: &Room| room.scene(*player).request.map(|asked| asked.id);
                let is_open = open(other) == Some(*request);
                let own = self.room.as_ref().and_then(open).filter(|_| is_open);
                *request = own.unwrap_or(u32::MAX);
            }
            _ => {}
        }
        self.room.is_some().then_some(input)
    }

    /// Applies an input after the other room was given it, and stores the twin. Returns what
    /// scripts have forgotten, for their author, if the twin now differs.
    pub(super) fn follow(
        &mut self,
        other: &Room,
        (now, input): (Tick, Input),
        applied: &Applied,
    ) -> Option<String> {
        let room = self.room.as_mut()?;
        let own = room.apply(now, input);
        let differs = difference((other, applied), (room, &own));
        if differs.is_some() {
            let text = differs.map(|differs| room.not_offered(other, &differs));
            self.room = None;
            return text;
        }
        self.inputs += 1;
        if self.inputs <= STORED_FIRST || self.inputs.is_multiple_of(STORED_EVERY) {
            self.store(now);
        }
        None
    }

    /// Stores the room and continues from what was stored, unless that changes what is to come: a
    /// handler that waited begins to wait again, the time to answer begins again with a question,
    /// and jobs are ordered again.
    fn store(&mut self, now: Tick) {
        let Some(room) = &mut self.room else { return };
        if room.next_wake().is_some() || !room.pending_jobs().is_empty() {
            return;
        }
        match room.checkpoint(now) {
            Ok(_) => {}
            Err(why) if why.is_passing() => {}
            // Other failures to store it are found where the plan stores the room itself.
            Err(_) => self.room = None,
        }
    }
}

/// How a room differs from its twin after the same input.
fn difference(
    (other, applied): (&Room, &Applied),
    (twin, own): (&Room, &Applied),
) -> Option<String> {
    let error = |applied: &Applied| {
        let is_error = |line: &&LogLine| line.level == LogLevel::Error;
        applied.log.iter().find(is_error).map(|line| line.text.clone())
    };
    if let (None, Some(text)) = (error(applied), error(own)) {
        return Some(format!("it fails: {text}"));
    }
    let refusal = |applied: &Applied| applied.rejected.as_ref().map(|it| it.text.en.clone());
    match (refusal(applied), refusal(own)) {
        (None, Some(text)) => return Some(format!("it refuses an input: {text}")),
        (Some(text), None) => return Some(format!("it takes an input that is refused: {text}")),
        _ => {}
    }
    let (here, there) = (other.state_parts(), twin.state_parts());
    let differs = here.iter().zip(&there).filter(|(a, b)| a != b).map(|((name, _), _)| *name);
    let shown: Vec<&str> = differs.filter(|name| SHOWN.contains(name)).collect();
    (!shown.is_empty()).then(|| format!("it shows something else ({})", shown.join(", ")))
}
