//! The plain caller of a session.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

use super::{Order, Reply, Session};
use crate::search::Engine;

/// Nodes that are searched for each millisecond, since there is no clock.
const NODES_PER_MS: u64 = 1000;
/// Mebibytes of the search's memory before anything is said.
const MEMORY: usize = 16;

/// Holds a conversation line by line until `quit` or the end of the input. There is no clock:
/// every millisecond asked for counts as a thousand nodes, and a search without any limit takes
/// as long as one second would.
///
/// # Errors
/// What reading and writing may fail with.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let (mut session, mut engine, mut threads) = (Session::new(), Engine::new(MEMORY), 1);
    for line in input.lines() {
        for reply in session.line(&line?) {
            match reply {
                Reply::Print(text) => writeln!(output, "{text}")?,
                Reply::Ready => writeln!(output, "readyok")?,
                Reply::Memory(mebibytes) => engine = Engine::new(mebibytes).with_threads(threads),
                Reply::Threads(number) => {
                    threads = number;
                    engine = engine.with_threads(threads);
                }
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
