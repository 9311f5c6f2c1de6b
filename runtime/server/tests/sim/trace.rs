//! What happened lately in the simulation on this thread, and what the server said about it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::sync::Once;

use tracing::field::{Field, Visit};
use tracing::span;
use tracing::{Event, Level, Metadata, Subscriber};

const KEPT: usize = 50;

#[derive(Default)]
struct Trace {
    now: u64,
    lines: VecDeque<String>,
    alarms: Vec<String>,
    panics: Vec<String>,
}

thread_local! {
    static TRACE: RefCell<Trace> = RefCell::default();
    static INSIDE: RefCell<bool> = const { RefCell::new(false) };
}

/// Forgets everything, before another simulation.
pub(crate) fn clear() {
    TRACE.take();
}

/// Simulated milliseconds, shown before each line.
pub(crate) fn set_now(now: u64) {
    TRACE.with_borrow_mut(|trace| trace.now = now);
}

/// Adds a line.
pub(crate) fn note(line: impl fmt::Display) {
    TRACE.with_borrow_mut(|trace| {
        if trace.lines.len() == KEPT {
            trace.lines.pop_front();
        }
        let line = format!("{:>8} {line}", trace.now);
        if verbose() {
            eprintln!("{line}");
        }
        trace.lines.push_back(line);
    });
}

/// The newest lines.
pub(crate) fn lines() -> Vec<String> {
    TRACE.with_borrow(|trace| trace.lines.iter().cloned().collect())
}

/// Errors the server logged since the last call.
pub(crate) fn take_alarms() -> Vec<String> {
    TRACE.with_borrow_mut(|trace| std::mem::take(&mut trace.alarms))
}

/// Panics on this thread since the last call, those included that the server caught.
pub(crate) fn take_panics() -> Vec<String> {
    TRACE.with_borrow_mut(|trace| std::mem::take(&mut trace.panics))
}

/// Runs with panics of this thread noted instead of printed.
pub(crate) fn watching<T>(run: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if INSIDE.with_borrow(|inside| *inside) {
                TRACE.with_borrow_mut(|trace| trace.panics.push(info.to_string()));
            } else {
                before(info);
            }
        }));
    });
    INSIDE.replace(true);
    let done = tracing::subscriber::with_default(Listener, run);
    INSIDE.replace(false);
    done
}

/// Hears what the server logs.
struct Listener;

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.0, " {value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::INFO && metadata.target().starts_with("fangqi")
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(format!("{}", event.metadata().level()));
        event.record(&mut line);
        if *event.metadata().level() == Level::ERROR {
            TRACE.with_borrow_mut(|trace| trace.alarms.push(line.0.clone()));
        }
        note(format_args!("    server: {}", line.0));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

fn verbose() -> bool {
    static VERBOSE: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *VERBOSE.get_or_init(|| std::env::var_os("FANGQI_SIM_VERBOSE").is_some())
}
