use std::collections::BTreeMap;
use std::rc::Rc;

use fangqi_protocol::StepCost;
use fangqi_protocol::Token;

/// A script handler, identified by its event and where it is defined.
#[derive(Debug)]
struct Place {
    event: String,
    script: String,
    line: u32,
}

/// A handler whose fuel is counted.
#[derive(Debug, Clone)]
pub(super) struct Handler(Rc<Place>);

impl Handler {
    pub(super) fn new(event: &str, function: &mlua::Function) -> Self {
        let info = function.info();
        let line = info.line_defined.and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
        let script = info.short_src.unwrap_or_default();
        Self(Rc::new(Place { event: event.to_owned(), script, line }))
    }
}

impl Handler {
    /// The event that it handles.
    pub(super) fn event(&self) -> &str {
        &self.0.event
    }
}

/// Fuel used by the steps of one input. It is no part of the room's state and in no hash.
#[derive(Debug, Default)]
pub(super) struct Costs {
    steps: Vec<StepCost>,
    /// Parked handlers, so that their later steps are counted as theirs.
    waiting: BTreeMap<Token, Handler>,
}

impl Costs {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    pub(super) fn take(&mut self) -> Vec<StepCost> {
        std::mem::take(&mut self.steps)
    }

    /// Notes the fuel of a step; `called` is false if the step continued a parked handler.
    pub(super) fn add(&mut self, Handler(place): &Handler, fuel: u64, called: bool) {
        let Place { event, script, line } = &**place;
        let (event, script, line) = (event.clone(), script.clone(), *line);
        self.steps.push(StepCost { event, script, line, fuel, called });
    }

    /// Notes that a handler is parked.
    pub(super) fn wait(&mut self, token: Token, handler: Handler) {
        self.waiting.insert(token, handler);
    }

    /// The parked handler that is resumed now.
    pub(super) fn woken(&mut self, token: Token) -> Option<Handler> {
        self.waiting.remove(&token)
    }
}
