//! A session on standard input and output, without threads and clock.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

use super::{Order, Reply, Session};
use crate::search::Engine;

/// Nodes per millisecond of requested time.
const NODES_PER_MS: u64 = 1000;
/// Initial size of the search's memory in mebibytes.
const MEMORY: usize = 16;

/// Runs a session until `quit` or the end of the input. In place of a clock, each millisecond
/// counts as a thousand nodes; a search without any limit gets one second's worth.
///
/// # Errors
/// I/O errors of `input` and `output`.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut session, mut engine) = (Session::new(), Engine::new(MEMORY));
    for line in input.lines() {
        for reply in session.line(&line?) {
            match reply {
                Reply::Print(text) => writeln!(output, "{text}")?,
                Reply::Ready => writeln!(output, "readyok")?,
                Reply::Memory(mebibytes) => engine.set_memory(mebibytes),
                Reply::Threads(threads) => engine.set_threads(threads),
                Reply::Forget => engine.clear(),
                Reply::Stop | Reply::PonderHit => {}
                Reply::Quit => return Ok(()),
                Reply::Search(order) => search(&mut engine, &session, order, &mut output)?,
            }
            output.flush()?;
        }
    }
    Ok(())
}

fn search(
    engine: &mut Engine,
    session: &Session,
    mut order: Order,
    output: &mut impl Write,
) -> io::Result<()> {
    let Some(game) = session.game() else { return Ok(()) };
    if !order.has_limits() || order.clock.is_some() {
        let milliseconds = order.clock.map_or(1000, |clock| clock.soft);
        let nodes = milliseconds.saturating_mul(NODES_PER_MS).max(1);
        order.limits.nodes = Some(order.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    }
    let mut written = Ok(());
    let thought = order.carry_out(engine, game, &AtomicBool::new(false), &mut |thought| {
        if written.is_ok() {
            written = writeln!(output, "{}", session.info(thought, None));
        }
    });
    written?;
    writeln!(output, "{}", session.best_move(&order, &thought))
}
