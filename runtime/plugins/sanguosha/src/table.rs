//! A game and its packages: what rooms, the command line and tests play with.

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_sanguosha::{
    About, Answer, Cx, Engine, Hint, LogLine, PlayerId, Refusal, Request, Scripts, Setup,
    SetupError, State, Status, View, request,
};

use super::vm_reuse::out_of_memory;
use super::{PackageSource, SgsVm};
use fangqi_vm::{ScriptError, VmLimits};

/// Bytes of garbage that may lie about in a VM that is made to look at packages: what they make
/// stays, so that looking for garbage among it is mostly in vain. Garbage also scatters what stays,
/// so that a VM for a room does without.
const SLACK_TO_BROWSE: usize = 8 << 20;

/// A game that is played with packages.
#[derive(Debug)]
pub struct Table {
    engine: Engine,
    vm: SgsVm,
}

impl SgsVm {
    /// A VM with these packages, loaded in their order.
    ///
    /// # Errors
    /// The first thing that is wrong with them, and where.
    pub fn with_packages(packages: &[PackageSource], seed: u64) -> Result<SgsVm, ScriptError> {
        let vm = SgsVm::loaded(packages, seed, 0)?;
        // Loading leaves half as much garbage as packages, and a game makes little.
        vm.collect();
        Ok(vm)
    }

    /// The same in less time and more memory, to look at what packages bring.
    ///
    /// # Errors
    /// As [`Self::with_packages`].
    pub fn browsing(packages: &[PackageSource]) -> Result<SgsVm, ScriptError> {
        SgsVm::loaded(packages, 0, SLACK_TO_BROWSE)
    }

    fn loaded(packages: &[PackageSource], seed: u64, slack: usize) -> Result<SgsVm, ScriptError> {
        let vm = SgsVm::new(&VmLimits::default(), seed);
        let vm = vm.map_err(|error| out_of_memory(&error))?;
        vm.host.vm.set_slack(slack);
        packages.iter().try_for_each(|package| vm.load(package))?;
        vm.flush_texts();
        Ok(vm)
    }
}

/// Why a text is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It cannot be read.
    #[error("this cannot be read as an answer: {0}")]
    Unreadable(String),
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Table {
    /// A game that is about to begin.
    ///
    /// # Errors
    /// Why there can be no game.
    pub fn open(vm: SgsVm, setup: Setup) -> Result<Table, SetupError> {
        let state = Rc::new(RefCell::new(State::new(vm.catalogue(), &setup)?));
        vm.attach(&state);
        Ok(Table { engine: Engine::new(state, setup), vm })
    }

    /// A game with another stack than usual.
    pub(super) fn with(vm: SgsVm, engine: Engine) -> Table {
        vm.attach(engine.state());
        Table { engine, vm }
    }

    /// The packages.
    pub fn vm(&self) -> &SgsVm {
        &self.vm
    }

    /// The game.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The game, to put settlements on its stack.
    pub(super) fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The state.
    pub fn state(&self) -> std::cell::Ref<'_, State> {
        self.engine.state().borrow()
    }

    /// Goes on until a player is asked or the game is over.
    pub fn run(&mut self) -> Status {
        self.engine.run(&self.vm)
    }

    /// The same, and shows the state after every step.
    pub fn run_watched(&mut self, watch: &mut dyn FnMut(&State)) -> Status {
        self.engine.run_watched(&self.vm, watch)
    }

    /// The question being put.
    pub fn request(&self) -> Option<&Request> {
        self.engine.request()
    }

    /// What plain questions work on.
    pub fn cx(&self) -> Cx<'_> {
        Cx::new(self.engine.state(), &self.vm)
    }

    /// With `true`, the game stays as it is until the next call with `false`.
    pub(super) fn look(&self, on: bool) {
        Scripts::look(&self.vm, on);
    }

    /// Takes an answer, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn answer(&mut self, who: PlayerId, answer: &Answer) -> Result<(), Refusal> {
        self.engine.answer(&self.vm, who, answer)
    }

    /// Takes an answer written as text; see [`request::read_answer`].
    ///
    /// # Errors
    /// It cannot be read, or is refused.
    pub fn answer_text(&mut self, who: PlayerId, text: &str) -> Result<(), AnswerError> {
        let ask = self.engine.request().ok_or(Refusal::NotAsked)?.ask.clone();
        let read = request::read_answer(&self.cx(), &ask, text);
        let answer = read.ok_or_else(|| AnswerError::Unreadable(text.to_owned()))?;
        Ok(self.answer(who, &answer)?)
    }

    /// Answers for somebody who does not.
    pub fn answer_by_default(&mut self) {
        self.engine.answer_by_default(&self.vm);
    }

    /// What a seat may know.
    pub fn view(&self, viewer: Option<PlayerId>) -> View {
        View::of(&self.state(), viewer)
    }

    /// What a seat is told of the question being put.
    pub fn hint(&self, viewer: Option<PlayerId>) -> Option<Hint> {
        Hint::of(&self.engine, &self.vm, viewer)
    }

    /// What is being resolved, the outermost first.
    pub fn stack(&self) -> Vec<About> {
        self.engine.stack()
    }

    /// Takes what is to be told since the last time.
    pub fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.engine.state().borrow_mut().log)
    }
}
