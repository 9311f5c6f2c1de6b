//! Many rooms on servers that may end, hang and come back, with clients that record everything.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use super::Failed;
use super::away::Presence;
use super::client::{Opener, PATIENCE};
use super::rooms::RoomsArgs;
use super::stats::{Figure, Times};
use super::visitor::{PLAYERS, Run, Table, Told, Visitor};
use crate::recording::Recorder;
use crate::signals::{Asked, Signals};

/// The least pace, in milliseconds. A server passes over what a client sends beyond its rate
/// without a word, and what is passed over cannot be told from what is lost.
const PACE_MIN: u64 = 200;
/// Before another attempt to open a room.
const AGAIN: Duration = Duration::from_millis(500);

/// Plays on these servers, which may come and go, and records into a folder, until the time is over
/// or the program is asked to end.
pub(super) async fn measure(
    servers: Vec<String>,
    folder: &Path,
    args: &RoomsArgs,
) -> Result<Vec<Figure>, Failed> {
    if args.pace < PACE_MIN {
        return Err(format!("with --record, --pace is at least {PACE_MIN}").into());
    }
    let mut signals = Signals::listen()?;
    std::fs::create_dir_all(folder)?;
    let began = Instant::now();
    let run = Arc::new(Run {
        servers,
        pace: Duration::from_millis(args.pace),
        patience: Duration::from_secs(args.patience),
        stop: AtomicBool::new(false),
    });
    let mut visits = JoinSet::new();
    let (mut tables, mut clients) = (Vec::with_capacity(args.rooms), 0);
    for number in 0..args.rooms {
        let (room, server) = open(&run, number).await?;
        let presence = Mutex::new(Presence::new(Instant::now()));
        let came = [false; PLAYERS].map(AtomicBool::new);
        let table = Arc::new(Table { room, presence, came });
        for place in 0..PLAYERS + args.spectators {
            let recorder = Recorder::begin(folder, &table.room, place, place < PLAYERS, began)?;
            clients += 1;
            let (run, table) = (Arc::clone(&run), Arc::clone(&table));
            let seat = (table, place);
            visits.spawn(Visitor::new(run, seat, (server, address(clients)), recorder).stay());
        }
        tables.push(table);
    }
    let opened = began.elapsed().as_secs_f64();
    let told_to_end = async { while signals.next().await != Asked::End {} };
    tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(args.seconds)) => {}
        () = told_to_end => {}
    }
    run.stop.store(true, Ordering::Relaxed);
    let mut all = Told::default();
    while let Some(told) = visits.join_next().await {
        let Told { times, unknown, broken, in_vain } = told??;
        all.times.extend(times);
        all.unknown += unknown;
        all.broken += broken;
        all.in_vain += in_vain;
    }
    let (mut gaps, mut still) = (Times::default(), 0);
    for table in tables {
        let (own, away) = table.presence().gaps();
        gaps.extend(own);
        still += usize::from(away);
    }
    let mut figures = vec![
        Figure::count("rooms", args.rooms),
        Figure::count("clients", clients as usize),
        Figure::new("opening the rooms", opened, "s"),
        Figure::count("lines acknowledged", all.times.len()),
        Figure::count("lines without an answer", all.unknown),
        Figure::count("connections that broke", all.broken),
        Figure::count("attempts in vain", all.in_vain),
    ];
    figures.extend(all.times.figures("a line, from saying to seeing it"));
    figures.push(Figure::count("times that a room was away", gaps.len()));
    if gaps.len() > 0 {
        figures.extend(gaps.figures("a room away"));
    }
    figures.push(Figure::count("rooms still away at the end", still));
    Ok(figures)
}

/// Opens a room on one server or another; gives it and where it was opened.
async fn open(run: &Run, number: usize) -> Result<(String, usize), Failed> {
    let began = Instant::now();
    let mut server = number;
    loop {
        let address = &run.servers[server % run.servers.len()];
        // Below those of clients.
        let from = Ipv4Addr::from_bits(0x0A00_0000 | number as u32 & 0xFFFF);
        let asked = async { Opener::calling_from(address, Some(from)).await?.open().await };
        match tokio::time::timeout(run.patience, asked).await {
            Ok(Ok(room)) => return Ok((room, server)),
            Ok(Err(error)) if began.elapsed() > PATIENCE => {
                return Err(format!("no server opens a room; the last said: {error}").into());
            }
            Err(_) if began.elapsed() > PATIENCE => {
                return Err("no server opens a room; the last did not answer".into());
            }
            _ => {}
        }
        server += 1;
        tokio::time::sleep(AGAIN).await;
    }
}

/// An address for each client, from 10.1.0.0 on.
fn address(client: u32) -> Ipv4Addr {
    Ipv4Addr::from_bits(0x0A01_0000 + client)
}
