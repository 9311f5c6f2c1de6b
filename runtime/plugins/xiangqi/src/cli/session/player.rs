//! The player, who thinks on a thread of its own so that lines can be heard meanwhile. The thread
//! stays from one search to the next.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fangqi_xiangqi::search::Engine;
use fangqi_xiangqi::uci::{Clock, Order, Session};

use super::say;
use super::timer::Timer;

/// The memory of the search before anything is said, in mebibytes.
const MEMORY: usize = 64;
/// How long a thread that has nothing left to search stays busy: match runners rarely give a move
/// more of the processor's time.
const BUSY: Duration = Duration::from_millis(500);
/// No search takes longer: a year.
const LONGEST: Duration = Duration::from_secs(31_536_000);

/// What the thread is asked to do.
enum Job {
    Search(Box<Session>, Order),
    Memory(usize),
    Threads(usize),
    Forget,
}

pub(super) struct Player {
    jobs: Sender<Job>,
    shared: Arc<Shared>,
    /// Whether the search that runs, if one does, ends by itself.
    is_limited: bool,
    /// Whether it does after `ponderhit`.
    has_limits: bool,
}

/// What both threads see.
struct Shared {
    stop: Arc<AtomicBool>,
    timer: Timer,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Jobs that were given and are not done.
    open: usize,
    is_searching: bool,
    /// The move is not told yet: `stop` or `ponderhit` has to come first.
    is_held: bool,
    /// The search runs on the other side's time.
    is_pondering: bool,
    /// When the clock of the search began.
    since: Option<Instant>,
    clock: Option<Clock>,
    /// What went wrong when the move was to be told.
    failed: Option<io::Error>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the move may be told. At first the thread stays busy, as if it searched on:
    /// match runners give `go infinite` so much of the processor's time, and then say `stop`. After
    /// that it idles, for an analysis may stand open for hours.
    fn hold(&self) -> MutexGuard<'_, State> {
        let since = Instant::now();
        while since.elapsed() < BUSY && self.state().is_held {
            (0..10_000).for_each(|_| std::hint::spin_loop());
        }
        let mut state = self.state();
        while state.is_held {
            state = self.wait(state);
        }
        state
    }

    /// The clock begins to run.
    fn begin_clock(&self, state: &mut State) {
        let now = Instant::now();
        state.since = Some(now);
        let time = state.clock.map(|clock| Duration::from_millis(clock.hard).min(LONGEST));
        self.timer.set(time.map(|time| now + time));
    }
}

impl Player {
    pub(super) fn new() -> io::Result<Player> {
        let stop = Arc::new(AtomicBool::new(false));
        let timer = Timer::new(Arc::clone(&stop))?;
        let (state, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { stop, timer, state, changed });
        let (jobs, todo) = mpsc::channel();
        let own = Arc::clone(&shared);
        thread::Builder::new().name("search".into()).spawn(move || work(&todo, &own))?;
        Ok(Player { jobs, shared, is_limited: false, has_limits: false })
    }

    pub(super) fn start(&mut self, session: &Session, order: Order) -> io::Result<()> {
        self.stop()?;
        self.is_limited = order.is_limited();
        self.has_limits = order.has_limits();
        let mut state = self.shared.state();
        self.shared.stop.store(false, Ordering::Relaxed);
        state.is_searching = true;
        state.is_pondering = order.is_ponder;
        state.is_held = order.is_ponder || order.is_infinite;
        state.clock = order.clock;
        state.since = None;
        if !order.is_ponder {
            self.shared.begin_clock(&mut state);
        }
        drop(state);
        self.give(Job::Search(Box::new(session.clone()), order))
    }

    /// Ends the search that runs, if any; its move is printed.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        let mut state = self.shared.state();
        if state.is_searching {
            self.shared.stop.store(true, Ordering::Relaxed);
            state.is_held = false;
            self.shared.changed.notify_all();
        }
        drop(state);
        self.wait()
    }

    /// The move that was pondered on was played. Says whether there was such a search.
    pub(super) fn ponder_hit(&mut self) -> bool {
        let mut state = self.shared.state();
        if !state.is_pondering || !state.is_searching {
            return false;
        }
        state.is_pondering = false;
        state.is_held = false;
        self.is_limited = self.has_limits;
        self.shared.begin_clock(&mut state);
        self.shared.changed.notify_all();
        true
    }

    /// Says `readyok`, at once while a search runs.
    pub(super) fn ready(&mut self) -> io::Result<()> {
        if !self.shared.state().is_searching {
            self.wait()?;
        }
        say("readyok")
    }

    pub(super) fn set_memory(&mut self, mebibytes: usize) -> io::Result<()> {
        self.between_searches(Job::Memory(mebibytes))
    }

    pub(super) fn set_threads(&mut self, threads: usize) -> io::Result<()> {
        self.between_searches(Job::Threads(threads))
    }

    pub(super) fn forget(&mut self) -> io::Result<()> {
        self.between_searches(Job::Forget)
    }

    /// Waits for a search that ends by itself, and ends one that does not.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if self.is_limited { self.wait() } else { self.stop() }
    }

    fn between_searches(&mut self, job: Job) -> io::Result<()> {
        if self.shared.state().is_searching {
            let text = "info string error: setoption: wait until the search has ended, or stop it";
            return say(text);
        }
        self.give(job)
    }

    fn give(&mut self, job: Job) -> io::Result<()> {
        self.shared.state().open += 1;
        self.jobs.send(job).map_err(|_| io::Error::other("the search ended unexpectedly"))
    }

    /// Waits until everything is done that was asked for.
    fn wait(&mut self) -> io::Result<()> {
        let mut state = self.shared.state();
        while state.open > 0 {
            state = self.shared.wait(state);
        }
        state.failed.take().map_or(Ok(()), Err)
    }
}

/// Ends a job, whatever comes of it: who waits for a thread that has panicked waits for ever.
struct Done<'a>(&'a Shared);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open -= 1;
        state.is_searching = false;
        if thread::panicking() {
            state.failed = Some(io::Error::other("the search ended unexpectedly"));
        }
        drop(state);
        self.0.changed.notify_all();
    }
}

fn work(todo: &Receiver<Job>, shared: &Shared) {
    let mut engine = Engine::new(MEMORY);
    while let Ok(job) = todo.recv() {
        let _done = Done(shared);
        match job {
            Job::Memory(mebibytes) => engine.set_memory(mebibytes),
            Job::Threads(threads) => engine.set_threads(threads),
            Job::Forget => engine.clear(),
            Job::Search(session, order) => {
                let told = search(&mut engine, &session, &order, shared);
                if let Err(error) = told {
                    shared.state().failed = Some(error);
                }
            }
        }
    }
}

fn search(
    engine: &mut Engine,
    session: &Session,
    order: &Order,
    shared: &Shared,
) -> io::Result<()> {
    let Some(game) = session.game() else { return Ok(()) };
    let (began, mut told) = (Instant::now(), Ok(()));
    let (mut favourite, mut stable) = (None, 0);
    let thought = order.carry_out(engine, game, &shared.stop, &mut |thought| {
        if told.is_ok() {
            let ms = began.elapsed().as_millis() as u64;
            told = say(&session.info(thought, Some(ms)));
        }
        if thought.rank > 1 {
            return;
        }
        stable = if thought.best == favourite { stable + 1 } else { 0 };
        favourite = thought.best;
        let state = shared.state();
        if let (Some(clock), Some(since)) = (state.clock, state.since)
            && clock.is_enough(since.elapsed().as_millis() as u64, stable)
        {
            shared.stop.store(true, Ordering::Relaxed);
        }
    });
    let mut state = shared.hold();
    // Who hears the move may ask for anything at once.
    state.is_searching = false;
    drop(state);
    shared.timer.set(None);
    told.and_then(|()| say(&session.best_move(order, &thought)))
}
