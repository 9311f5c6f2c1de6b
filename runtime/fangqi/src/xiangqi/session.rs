//! `fangqi xiangqi uci` and `ucci`: the player as a program for graphical programs and match
//! runners, with a clock and a thread.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use fangqi_xiangqi::search::{Engine, Limits};
use fangqi_xiangqi::uci::{Order, Reply, Session};

use super::say;
use super::think::Alarm;

/// The memory of the search, in mebibytes.
const MEMORY: usize = 64;

/// Which protocol is spoken before a greeting says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Uci,
    Ucci,
}

/// Holds a conversation until `quit` or the end of the input.
pub(super) fn run(protocol: Protocol) -> Result<(), String> {
    let mut session = Session::new();
    if protocol == Protocol::Ucci {
        // What the greeting is answered with is for a program that sent it.
        session.line("ucci");
    }
    let mut player = Player { idle: Some(Engine::new(MEMORY)), running: None };
    match converse(&mut session, &mut player) {
        // Whoever listened has gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| format!("the conversation broke off: {error}")),
    }
}

fn converse(session: &mut Session, player: &mut Player) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            // A script that has said everything waits for its answer.
            return player.finish();
        }
        for reply in session.line(&String::from_utf8_lossy(&bytes)) {
            match reply {
                Reply::Print(text) => say(&text)?,
                Reply::Search(order) => player.start(session, order)?,
                Reply::Stop => player.stop()?,
                Reply::Quit => return Ok(()),
            }
        }
    }
}

/// The player, who thinks on a thread of its own so that lines can be heard meanwhile.
struct Player {
    /// Away while it thinks.
    idle: Option<Engine>,
    running: Option<Running>,
}

struct Running {
    thread: JoinHandle<(Engine, io::Result<()>)>,
    stop: Arc<AtomicBool>,
    /// Whether it ends by itself.
    is_limited: bool,
}

impl Player {
    fn start(&mut self, session: &Session, order: Order) -> io::Result<()> {
        self.stop()?;
        let stop = Arc::new(AtomicBool::new(false));
        let mut engine = self.idle.take().unwrap_or_else(|| Engine::new(MEMORY));
        let session = session.clone();
        let raised = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let told = think(&mut engine, &session, order, &raised);
            (engine, told)
        });
        let is_limited = order.limits != Limits::default() || order.milliseconds.is_some();
        self.running = Some(Running { thread, stop, is_limited });
        Ok(())
    }

    /// Ends the search that runs, if any; its move is printed.
    fn stop(&mut self) -> io::Result<()> {
        let Some(Running { thread, stop, .. }) = self.running.take() else { return Ok(()) };
        stop.store(true, Ordering::Relaxed);
        let (engine, told) =
            thread.join().map_err(|_| io::Error::other("the search ended unexpectedly"))?;
        self.idle = Some(engine);
        told
    }

    /// Waits for a search that ends by itself, and ends one that does not.
    fn finish(&mut self) -> io::Result<()> {
        match self.running.take() {
            Some(Running { thread, is_limited: true, .. }) => {
                thread.join().map_err(|_| io::Error::other("the search ended unexpectedly"))?.1
            }
            running => {
                self.running = running;
                self.stop()
            }
        }
    }
}

fn think(
    engine: &mut Engine,
    session: &Session,
    order: Order,
    stop: &Arc<AtomicBool>,
) -> io::Result<()> {
    let Some(game) = session.game() else { return Ok(()) };
    let alarm = order.milliseconds.map(|ms| Alarm::set(ms, Arc::clone(stop)));
    let (began, mut told) = (Instant::now(), Ok(()));
    let thought = engine.think(game, &order.limits, stop, &mut |thought| {
        if told.is_ok() {
            let ms = began.elapsed().as_millis() as u64;
            told = say(&session.info(thought, Some(ms)));
        }
    });
    drop(alarm);
    told.and_then(|()| say(&session.best_move(&thought)))
}
