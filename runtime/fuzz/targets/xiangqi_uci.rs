#![no_main]
//! A graphical program that says anything, one line after the other. Whoever says `go` is
//! answered; small searches are carried out.

use std::sync::atomic::AtomicBool;

use fangqi_xiangqi::search::Engine;
use fangqi_xiangqi::uci::{Reply, Session};
use libfuzzer_sys::fuzz_target;

/// Searches of a conversation that are carried out, and the nodes of each.
const SEARCHES: usize = 2;
const NODES: u64 = 64;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (mut session, mut engine) = (Session::new(), Engine::with_entries(64));
    let mut searches = 0;
    for line in text.lines().take(50) {
        let replies = session.line(line);
        let mut is_answered = false;
        for reply in replies {
            match reply {
                Reply::Print(line) => {
                    assert!(!line.contains('\n') && line.len() < 1 << 20, "{line}");
                    is_answered |= line.starts_with("bestmove") || line == "nobestmove";
                }
                Reply::Search(mut order) => {
                    is_answered = true;
                    searches += 1;
                    if searches > SEARCHES {
                        continue;
                    }
                    order.limits.nodes = Some(order.limits.nodes.unwrap_or(NODES).min(NODES));
                    let game = session.game().expect("there is one to search");
                    let stop = AtomicBool::new(false);
                    let thought = order.carry_out(&mut engine, game, &stop, &mut |_| {});
                    if let Some(best) = thought.best {
                        assert!(game.position().is_legal(best), "{best}");
                    } else {
                        assert!(game.status().is_over());
                    }
                    session.best_move(&order, &thought);
                }
                Reply::Memory(mebibytes) => assert!((1..1 << 16).contains(&mebibytes)),
                Reply::Threads(number) => assert!((1..=256).contains(&number)),
                Reply::Stop | Reply::PonderHit | Reply::Ready | Reply::Forget | Reply::Quit => {}
            }
        }
        let is_go = line.split_whitespace().next() == Some("go");
        assert_eq!(is_go, is_answered, "{line}");
    }
});
