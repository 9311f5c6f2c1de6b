//! The engine: steps the settlement stack until a player is asked or the game is over.

use std::cell::RefCell;
use std::rc::Rc;

use crate::basics::{Name, PlayerId};
use crate::frame::{About, Copies, Cx, Flow, Frame, Game, Names};
use crate::repeats::{REPEATS_MAX, Repeats};
use crate::request::{self, Answer, Ask, Refusal};
use crate::scripts::{Scripts, Value};
use crate::state::{Setup, SetupError, State};

/// Maximum depth of the stack; bounds skills that trigger themselves.
const DEPTH_MAX: usize = 400;
/// Maximum number of steps between an answer and the next question; bounds skills that loop.
const STEPS_MAX: u32 = 200_000;

/// The status after a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// A player is asked.
    Asking,
    /// The game is over; the winner.
    Over(Name),
}

/// The current question.
#[derive(Debug, Clone)]
pub struct Request {
    /// The player asked.
    pub who: PlayerId,
    /// The question.
    pub ask: Ask,
    /// Number of the question in this game, from 1.
    pub serial: u32,
}

/// A game in progress.
#[derive(Debug)]
pub struct Engine {
    state: Rc<RefCell<State>>,
    stack: Vec<Box<dyn Frame>>,
    input: Value,
    request: Option<Request>,
    serial: u32,
    /// Repeated questions of this turn; `None` in copies for estimates.
    repeats: Option<Repeats>,
}

impl Engine {
    /// A game that has not started. `state` is also the state that scripts see.
    ///
    /// # Errors
    /// Why the setup is impossible.
    pub fn new(state: Rc<RefCell<State>>, setup: Setup) -> Engine {
        let stack: Vec<Box<dyn Frame>> = vec![Box::new(Game::new(setup))];
        let repeats = Some(Repeats::default());
        Engine { state, stack, input: Value::Nil, request: None, serial: 0, repeats }
    }

    /// The initial state of a game with these packages.
    ///
    /// # Errors
    /// Why the setup is impossible.
    pub fn state_for(
        catalogue: &Rc<crate::catalogue::Catalogue>,
        setup: &Setup,
    ) -> Result<State, SetupError> {
        State::new(catalogue, setup)
    }

    /// A stack with a single frame, to simulate a settlement on a state.
    pub fn trial(state: Rc<RefCell<State>>, frame: Box<dyn Frame>) -> Engine {
        let (stack, input) = (vec![frame], Value::Nil);
        Engine { state, stack, input, request: None, serial: 0, repeats: None }
    }

    /// A copy of the frames from index `from` on, with their question, to continue on another
    /// state. The results they give to the frames below are lost.
    pub fn fork(&self, from: usize, state: Rc<RefCell<State>>) -> Engine {
        self.fork_with(from, state, Copies::default())
    }

    /// Like [`fork`](Engine::fork), into a world in which hidden cards are dealt differently: the
    /// cards in the frames are renamed.
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

    /// Number of frames on the stack.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The state.
    pub fn state(&self) -> &Rc<RefCell<State>> {
        &self.state
    }

    /// The current question.
    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref()
    }

    /// Earlier answers to the current question, if it has been asked again with nothing changed;
    /// empty if it is new. A different answer is needed to make progress.
    pub fn refused(&self) -> &[Answer] {
        match (&self.request, &self.repeats) {
            (Some(request), Some(repeats)) if !matches!(request.ask, Ask::Activate) => {
                repeats.refused()
            }
            _ => &[],
        }
    }

    /// The subjects of all frames, outermost first.
    pub fn stack(&self) -> Vec<About> {
        self.stack.iter().map(|frame| frame.about()).collect()
    }

    /// Pushes a frame.
    pub fn push(&mut self, frame: Box<dyn Frame>) {
        self.request = None;
        self.stack.push(frame);
        self.input = Value::Nil;
    }

    /// Runs until a player is asked or the game is over.
    pub fn run(&mut self, scripts: &dyn Scripts) -> Status {
        self.run_watched(scripts, &mut |_| ())
    }

    /// Like [`run`](Engine::run), and calls `watch` after every step.
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
                // The functions that remain get a new budget.
                steps = 0;
                self.unwind(scripts, "it goes on without end");
            }
            self.step(scripts);
            watch(&self.state.borrow());
        }
    }

    /// Runs until a player is asked, or until `steps`, which counts down, or the depth limit is
    /// exhausted. Reaching a limit is not reported to script authors.
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

    /// Drops all frames and ends their routines.
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
                let again =
                    self.repeats.as_mut().map_or(0, |known| known.record(&state, who, &ask));
                drop(state);
                // The rules themselves put `Activate` again and again during a play phase.
                if again >= REPEATS_MAX && !matches!(ask, Ask::Activate) {
                    return self.unwind(scripts, "the same question is put again and again");
                }
                self.serial += 1;
                self.request = Some(Request { who, ask, serial: self.serial });
            }
        }
    }

    /// Ends the innermost running script function and everything it started, and reports it. If
    /// there is none, the game ends without a winner, as a last resort against an endless loop.
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

    /// Accepts an answer, or refuses it without changing anything.
    ///
    /// # Errors
    /// The reason for the refusal.
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

    /// Continues with an answer already checked by [`request::check`], in this game or in one that
    /// this is a copy of.
    pub(crate) fn answer_checked(&mut self, value: Value) {
        if self.request.take().is_some() {
            self.input = value;
        }
    }

    /// Answers for an unresponsive player: declines, or gives the first legal answer if declining
    /// is not allowed.
    pub fn answer_by_default(&mut self, scripts: &dyn Scripts) {
        let Some(request) = self.request.clone() else { return };
        let cx = Cx::new(&self.state, scripts);
        let answer = crate::players::default_answer(&cx, request.who, &request.ask);
        if self.answer(scripts, request.who, &answer).is_err() {
            // There is no legal answer; the frame that asked gets nil.
            self.request = None;
            self.input = request::declined(&request.ask);
        }
    }
}
