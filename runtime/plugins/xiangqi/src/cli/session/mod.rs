//! `fangqi xiangqi uci` and `ucci`: the player as a program for graphical programs and match
//! runners, with a clock and threads that stay.

mod player;
mod timer;

use std::io::{self, BufRead};

use anyhow::Context;
use fangqi_xiangqi::uci::{Reply, Session};

use super::say;
use player::Player;

/// Longer lines are not read: a position with ten thousand moves is a tenth of it.
const MOST_BYTES: u64 = 1 << 20;

/// Which protocol is spoken before a greeting says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Uci,
    Ucci,
}

/// Holds a conversation until `quit` or the end of the input.
pub(super) fn run(protocol: Protocol) -> anyhow::Result<()> {
    let mut session = Session::new();
    if protocol == Protocol::Ucci {
        // What the greeting is answered with is for a program that sent it.
        session.line("ucci");
    }
    match Player::new().and_then(|mut player| converse(&mut session, &mut player)) {
        // Whoever listened has gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("the conversation broke off"),
    }
}

fn converse(session: &mut Session, player: &mut Player) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = io::Read::take(&mut input, MOST_BYTES).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            // A script that has said everything waits for its answer.
            return player.finish();
        }
        if read as u64 == MOST_BYTES && !bytes.ends_with(b"\n") {
            say(&format!("info string error: a line of more than {MOST_BYTES} bytes is left out"))?;
            skip_line(&mut input)?;
            continue;
        }
        for reply in session.line(&String::from_utf8_lossy(&bytes)) {
            match reply {
                Reply::Print(text) => say(&text)?,
                Reply::Search(order) => player.start(session, order)?,
                Reply::Stop => player.stop()?,
                Reply::PonderHit if player.ponder_hit() => {}
                Reply::PonderHit => say("info string error: ponderhit: nothing is pondered on")?,
                Reply::Ready => player.ready()?,
                Reply::Memory(mebibytes) => player.set_memory(mebibytes)?,
                Reply::Threads(threads) => player.set_threads(threads)?,
                Reply::Forget => player.forget()?,
                Reply::Quit => return Ok(()),
            }
        }
    }
}

/// Reads on to the end of the line and keeps nothing.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return Ok(());
        }
    }
}
