//! The player as a program for graphical programs and match runners, with a clock and a thread:
//! `cargo run --release --example engine`, then speak UCI or UCCI.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fangqi_xiangqi::search::Engine;
use fangqi_xiangqi::uci::{Order, Reply, Session};

fn main() -> io::Result<()> {
    let mut session = Session::new();
    let mut stop = Arc::new(AtomicBool::new(false));
    let mut engine = Some(Engine::new(64));
    let mut running = None;
    for line in io::stdin().lock().lines() {
        for reply in session.line(&line?) {
            match reply {
                Reply::Print(text) => println!("{text}"),
                Reply::Search(order) => {
                    join(&mut engine, &mut running, &stop);
                    stop = Arc::new(AtomicBool::new(false));
                    let engine = engine.take().expect("the last search has given it back");
                    running = Some(start(&session, order, engine, Arc::clone(&stop)));
                }
                Reply::Stop => join(&mut engine, &mut running, &stop),
                Reply::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

type Running = Option<thread::JoinHandle<Engine>>;

/// Ends the search that runs, if any, and takes the player back from it.
fn join(engine: &mut Option<Engine>, running: &mut Running, stop: &AtomicBool) {
    stop.store(true, Ordering::Relaxed);
    if let Some(thread) = running.take() {
        *engine = Some(thread.join().expect("the search does not panic"));
    }
}

fn start(
    session: &Session,
    order: Order,
    mut engine: Engine,
    stop: Arc<AtomicBool>,
) -> thread::JoinHandle<Engine> {
    let session = session.clone();
    if let Some(ms) = order.milliseconds {
        let stop = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(ms));
            stop.store(true, Ordering::Relaxed);
        });
    }
    thread::spawn(move || {
        let began = Instant::now();
        let game = session.game().expect("go comes after position");
        let thought = engine.think(game, &order.limits, &stop, &mut |thought| {
            let ms = began.elapsed().as_millis() as u64;
            println!("{}", session.info(thought, Some(ms)));
        });
        println!("{}", session.best_move(&thought));
        engine
    })
}
