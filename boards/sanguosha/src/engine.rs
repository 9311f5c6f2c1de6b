//! The machine: steps the stack until somebody is asked or the game is over.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{Name, PlayerId};
use crate::frame::{About, Copies, Cx, Flow, Frame, Game, Names};
use crate::repeats::{ENDLESS, Repeats};
use crate::request::{self, Answer, Ask, Refusal};
use crate::scripts::{Scripts, Value};
use crate::state::{Setup, SetupError, State};

/// Frames on top of each other; a skill that triggers itself without end stops here.
const DEPTH_MAX: usize = 400;
/// Steps from one answer to the next question; a skill that goes in circles stops here.
const STEPS_MAX: u32 = 200_000;

/// How far a game has got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// A player is asked.
    Asking,
    /// It is over; who has won.
    Over(Name),
}

/// A question that is being put.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who is asked.
    pub who: PlayerId,
    /// What.
    pub ask: Ask,
    /// Counts questions of the game from 1.
    pub serial: u32,
}

/// A game being played.
#[derive(Debug)]
pub struct Engine {
    state: Rc<RefCell<State>>,
    stack: Vec<Box<dyn Frame>>,
    input: Value,
    request: Option<Request>,
    serial: u32,
    /// Questions of this turn that may come again; copies that are tried out have none.
    repeats: Option<Repeats>,
}

impl Engine {
    /// A game that is about to begin. `state` is where scripts look, too.
    ///
    /// # Errors
    /// Why there can be no game.
    pub fn new(state: Rc<RefCell<State>>, setup: Setup) -> Engine {
        let stack: Vec<Box<dyn Frame>> = vec![Box::new(Game::new(setup))];
        let repeats = Some(Repeats::default());
        Engine { state, stack, input: Value::Nil, request: None, serial: 0, repeats }
    }

    /// The state of a game of these packages.
    ///
    /// # Errors
    /// Why there can be no game.
    pub fn state_for(
        catalogue: &Rc<crate::catalogue::Catalogue>,
        setup: &Setup,
    ) -> Result<State, SetupError> {
        State::new(catalogue, setup)
    }

    /// A stack with one settlement and nothing below it, to try something out on a state.
    pub fn trial(state: Rc<RefCell<State>>, frame: Box<dyn Frame>) -> Engine {
        let (stack, input) = (vec![frame], Value::Nil);
        Engine { state, stack, input, request: None, serial: 0, repeats: None }
    }

    /// A copy of the uppermost settlements, from the one at `from` on, with the question they have
    /// put, to go on by itself on another state. What it gives to those below is lost.
    pub fn fork(&self, from: usize, state: Rc<RefCell<State>>) -> Engine {
        self.fork_with(from, state, Copies::default())
    }

    /// The same on a world in which other cards lie where they are not seen: what is being
    /// resolved speaks of those.
    pub fn fork_in(&self, from: usize, state: Rc<RefCell<State>>, names: &Names) -> Engine {
        self.fork_with(from, state, Copies::renaming(names))
    }

    fn fork_with(&self, from: usize, state: Rc<RefCell<State>>, mut copies: Copies) -> Engine {
        copies.work_on(&state);
        let above = self.stack.get(from..).unwrap_or_default();
        let mut stack: Vec<_> = above.iter().map(|frame| frame.fork(&mut copies)).collect();
        stack.iter_mut().for_each(|frame| frame.rename(&copies));
        let mut input = self.input.clone();
        copies.value(&mut input);
        Engine {
            state,
            stack,
            input,
            request: self.request.as_ref().map(|request| Request {
                who: request.who,
                ask: copies.ask(&request.ask),
                serial: request.serial,
            }),
            serial: self.serial,
            repeats: None,
        }
    }

    /// How many settlements lie on each other.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The state.
    pub fn state(&self) -> &Rc<RefCell<State>> {
        &self.state
    }

    /// The question being put.
    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// What was answered before to the question being put, which has come again since with nothing
    /// changed; nothing where it is new. Another answer is wanted.
    pub fn refused(&self) -> &[Answer] {
        match (&self.request, &self.repeats) {
            (Some(request), Some(repeats)) if !matches!(request.ask, Ask::Activate) => {
                repeats.refused()
            }
            _ => &[],
        }
    }

    /// What is being resolved, the outermost first.
    pub fn stack(&self) -> Vec<About> {
        self.stack.iter().map(|frame| frame.about()).collect()
    }

    /// Puts a settlement on top of what is being resolved.
    pub fn push(&mut self, frame: Box<dyn Frame>) {
        self.request = None;
        self.stack.push(frame);
        self.input = Value::Nil;
    }

    /// Goes on until a player is asked or the game is over.
    pub fn run(&mut self, scripts: &dyn Scripts) -> Status {
        self.run_watched(scripts, &mut |_| ())
    }

    /// The same, and shows the state after every step.
    pub fn run_watched(&mut self, scripts: &dyn Scripts, watch: &mut dyn FnMut(&State)) -> Status {
        let mut steps = 0;
        loop {
            if let Some(winner) = self.winner() {
                self.finish(scripts);
                return Status::Over(winner);
            }
            if self.request.is_some() {
                return Status::Asking;
            }
            steps += 1;
            if steps > STEPS_MAX {
                steps = 0;
                self.unwind(scripts, "it goes on without end");
            }
            self.step(scripts);
            watch(&self.state.borrow());
        }
    }

    /// Goes on for so many steps at most, counting them down, while fewer settlements than
    /// `depth_max` lie on each other. Nothing is told to anybody where that ends.
    pub fn run_within(
        &mut self,
        scripts: &dyn Scripts,
        steps: &mut u32,
        depth_max: usize,
    ) -> Option<Status> {
        loop {
            if let Some(winner) = self.winner() {
                return Some(Status::Over(winner));
            }
            if self.request.is_some() {
                return Some(Status::Asking);
            }
            *steps = steps.checked_sub(1).filter(|_| self.stack.len() < depth_max)?;
            self.step(scripts);
        }
    }

    /// Ends it here: all that runs is forgotten.
    pub fn abandon(&mut self, scripts: &dyn Scripts) {
        self.finish(scripts);
    }

    fn winner(&self) -> Option<Name> {
        if self.stack.is_empty() {
            return Some(crate::state::NOBODY.into());
        }
        self.state.borrow().winner.clone()
    }

    fn step(&mut self, scripts: &dyn Scripts) {
        let Some(frame) = self.stack.last_mut() else { return };
        let input = std::mem::take(&mut self.input);
        let cx = Cx::new(&self.state, scripts);
        match frame.step(&cx, input) {
            Flow::Push(_) if self.stack.len() >= DEPTH_MAX => {
                self.unwind(scripts, "settlements are nested too deeply");
            }
            Flow::Push(frame) => self.stack.push(frame),
            Flow::Become(frame) => {
                self.stack.pop();
                self.stack.push(frame);
            }
            Flow::Done(value) => {
                self.stack.pop();
                self.input = value;
            }
            Flow::Ask(who, ask) => {
                let state = self.state.borrow();
                let again = self.repeats.as_mut().map_or(0, |known| known.put(&state, who, &ask));
                drop(state);
                if again >= ENDLESS && !matches!(ask, Ask::Activate) {
                    return self.unwind(scripts, "the same question is put again and again");
                }
                self.serial += 1;
                self.request = Some(Request { who, ask, serial: self.serial });
            }
        }
    }

    /// Ends the innermost running function and all it has started. Without one nothing can go in
    /// circles; then the game ends without a winner rather than never.
    fn unwind(&mut self, scripts: &dyn Scripts, why: &str) {
        self.input = Value::Nil;
        while let Some(frame) = self.stack.pop() {
            if let Some(routine) = frame.routine() {
                scripts.fault(routine, why);
                scripts.abandon(routine);
                return;
            }
        }
        self.state.borrow_mut().winner.get_or_insert_with(|| crate::state::NOBODY.into());
    }

    fn finish(&mut self, scripts: &dyn Scripts) {
        self.request = None;
        for frame in self.stack.drain(..) {
            if let Some(routine) = frame.routine() {
                scripts.abandon(routine);
            }
        }
    }

    /// Takes an answer, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn answer(
        &mut self,
        scripts: &dyn Scripts,
        who: PlayerId,
        answer: &Answer,
    ) -> Result<(), Refusal> {
        let request = self.request.as_ref().ok_or(Refusal::NotAsked)?;
        if request.who != who {
            return Err(Refusal::NotYou);
        }
        let cx = Cx::new(&self.state, scripts);
        let value = request::check(&cx, who, &request.ask, answer)?;
        if let Some(repeats) = &mut self.repeats {
            repeats.answered(answer);
        }
        self.answer_checked(value);
        Ok(())
    }

    /// Goes on with what an answer has been found to be by [`request::check`], in this game or one
    /// that it is a copy of.
    pub(crate) fn answer_checked(&mut self, value: Value) {
        if self.request.take().is_some() {
            self.input = value;
        }
    }

    /// Answers for somebody who does not: declines, or takes the first that fits where that is
    /// not possible.
    pub fn answer_by_default(&mut self, scripts: &dyn Scripts) {
        let Some(request) = self.request.clone() else { return };
        let cx = Cx::new(&self.state, scripts);
        let answer = crate::players::default_answer(&cx, request.who, &request.ask);
        if self.answer(scripts, request.who, &answer).is_err() {
            // Nothing fits: the frame that asked is told so.
            self.request = None;
            self.input = request::declined(&request.ask);
        }
    }
}
