use std::collections::BTreeMap;
use std::rc::Rc;

use crate::host::Token;
use crate::model::StepCost;

/// A script handler, by where it is defined.
#[derive(Debug)]
struct Place {
    event: String,
    script: String,
    line: u32,
}

/// A handler whose steps are counted.
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

/// What the steps of one input cost. Says nothing about the room's state and is in no hash.
#[derive(Debug, Default)]
pub(super) struct Costs {
    steps: Vec<StepCost>,
    /// Handlers that wait: when they go on, they are still who they were.
    waiting: BTreeMap<Token, Handler>,
}

impl Costs {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
    }

    pub(super) fn take(&mut self) -> Vec<StepCost> {
        std::mem::take(&mut self.steps)
    }

    /// A step of a handler has ended, in which it was called or went on after a wait.
    pub(super) fn add(&mut self, Handler(place): &Handler, fuel: u64, called: bool) {
        let Place { event, script, line } = &**place;
        let (event, script, line) = (event.clone(), script.clone(), *line);
        self.steps.push(StepCost { event, script, line, fuel, called });
    }

    /// A handler waits.
    pub(super) fn wait(&mut self, token: Token, handler: Handler) {
        self.waiting.insert(token, handler);
    }

    /// A handler goes on.
    pub(super) fn woken(&mut self, token: Token) -> Option<Handler> {
        self.waiting.remove(&token)
    }
}
