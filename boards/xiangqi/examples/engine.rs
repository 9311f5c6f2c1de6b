//! The player as a program for graphical programs and match runners, with a clock and a thread:
//! `cargo run --release --example engine`, then speak UCI or UCCI.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fangqi_xiangqi::search::think_aloud;
use fangqi_xiangqi::uci::{Order, Reply, Session};

fn main() -> io::Result<()> {
    let mut session = Session::new();
    let mut stop = Arc::new(AtomicBool::new(false));
    let mut running: Option<thread::JoinHandle<()>> = None;
    for line in io::stdin().lock().lines() {
        for reply in session.line(&line?) {
            match reply {
                Reply::Print(text) => println!("{text}"),
                Reply::Search(order) => {
                    join(&mut running, &stop);
                    stop = Arc::new(AtomicBool::new(false));
                    running = start(&session, order, Arc::clone(&stop));
                }
                Reply::Stop => join(&mut running, &stop),
                Reply::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

fn join(running: &mut Option<thread::JoinHandle<()>>, stop: &AtomicBool) {
    stop.store(true, Ordering::Relaxed);
    if let Some(thread) = running.take() {
        thread.join().expect("the search does not panic");
    }
}

fn start(session: &Session, order: Order, stop: Arc<AtomicBool>) -> Option<thread::JoinHandle<()>> {
    let (session, game) = (session.clone(), session.game()?.clone());
    if let Some(ms) = order.milliseconds {
        let stop = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(ms));
            stop.store(true, Ordering::Relaxed);
        });
    }
    Some(thread::spawn(move || {
        let began = Instant::now();
        let thought = think_aloud(&game, &order.limits, &stop, &mut |thought| {
            let ms = began.elapsed().as_millis() as u64;
            println!("{}", session.info(thought, Some(ms)));
        });
        println!("{}", session.best_move(&thought));
    }))
}
