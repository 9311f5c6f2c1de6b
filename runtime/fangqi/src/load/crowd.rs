//! One room that very many people watch.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::json;
use tokio::task::JoinSet;

use super::Failed;
use super::client::{Opener, enter, watch};
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};

/// Connections that are opened at the same time.
const TOGETHER: usize = 64;
/// Time in which what was said last reaches everybody.
const SETTLE: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub(super) struct CrowdArgs {
    /// How many watch.
    #[arg(long, default_value_t = 1_000)]
    watchers: usize,
    /// Lines that the player says a second; 0 to watch what the player of another run says.
    #[arg(long, default_value_t = 5)]
    rate: u64,
    /// For how long.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Play at this server (HOST:PORT) instead of one that is started.
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    /// Watch through this server, which shares the other one's log.
    #[arg(long, value_name = "ADDRESS", requires = "server")]
    through: Option<String>,
    /// Watch this room instead of one that is opened. Runs that watch the same room have more
    /// watchers together than one process may have connections.
    #[arg(long, requires = "server")]
    room: Option<String>,
}

pub(super) async fn measure(data: &Path, args: &CrowdArgs) -> Result<Vec<Figure>, Failed> {
    let own = match args.server {
        Some(_) => None,
        None => Some(Process::start(data, &ServerArgs::default())?),
    };
    let address = match (&args.server, &own) {
        (Some(address), _) => address.clone(),
        (None, Some(own)) => own.address().to_owned(),
        (None, None) => return Err("there is no server".into()),
    };
    let through = args.through.clone().unwrap_or_else(|| address.clone());
    let room = match &args.room {
        Some(room) => room.clone(),
        None => Opener::new(&address).await?.open().await?,
    };
    let (mut mouth, eyes, _) = enter(&address, &room).await?;
    tokio::spawn(eyes.watch());
    let bare = own.as_ref().map(Process::memory).transpose()?;

    let began = Instant::now();
    let (heard, shown) = (Arc::new(Mutex::new(Times::default())), Arc::new(AtomicUsize::new(0)));
    let (mut coming, mut watching) = (JoinSet::new(), Vec::with_capacity(args.watchers));
    for left in (0..args.watchers).rev() {
        let (through, room) = (through.clone(), room.clone());
        let (heard, shown) = (Arc::clone(&heard), Arc::clone(&shown));
        coming.spawn(async move {
            let (mouth, eyes) = watch(&through, &room).await?;
            // Who does not read at once answers no ping.
            Ok::<_, Failed>(tokio::spawn(async move {
                eyes.listen(|kind| hear(kind, &heard, &shown)).await;
                // Without this half, the other one has no line.
                drop(mouth);
            }))
        });
        while coming.len() >= TOGETHER || left == 0 {
            let Some(come) = coming.join_next().await else { break };
            watching.push(come??);
        }
    }
    let came = began.elapsed().as_secs_f64();
    let started = Instant::now();
    let (pace, end) = (Duration::from_secs(1) / args.rate.max(1) as u32, args.seconds * args.rate);
    for line in 0..end {
        tokio::time::sleep_until((started + pace * line as u32).into()).await;
        let text = format!("said {}", now().as_micros());
        mouth.say(json!({"t": "chat", "text": text})).await?;
    }
    tokio::time::sleep_until((started + Duration::from_secs(args.seconds)).into()).await;
    let took = started.elapsed().as_secs_f64();
    tokio::time::sleep(SETTLE).await;
    let left = watching.iter().filter(|watcher| !watcher.is_finished()).count();
    let memory = own.as_ref().map(Process::memory).transpose()?;
    let count = shown.load(Ordering::Relaxed);
    let mut times = heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut figures = vec![
        Figure::count("watchers", left),
        Figure::new("coming", came, "s"),
        Figure::new("lines shown a second", count as f64 / took, ""),
    ];
    if args.room.is_none() {
        let missing = args.watchers * end as usize - count;
        figures.push(Figure::count("lines that were not shown", missing));
    }
    figures.extend(times.figures("line to watcher"));
    if let (Some(bare), Some(memory)) = (bare, memory) {
        figures.push(Figure::mib("server, one player", bare));
        figures.push(Figure::mib("server, all watchers", memory));
    }
    Ok(figures)
}

/// The time since 1970, which other processes of this machine know as well.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Notes a line, which names the moment at which it was said, in microseconds since 1970.
fn hear(kind: &str, heard: &Mutex<Times>, shown: &AtomicUsize) {
    let said = kind.strip_prefix("chat").and_then(|line| line.split_once("said "));
    let Some((_, said)) = said else { return };
    let digits: String = said.chars().take_while(char::is_ascii_digit).collect();
    let Ok(said) = digits.parse() else { return };
    shown.fetch_add(1, Ordering::Relaxed);
    let took = now().saturating_sub(Duration::from_micros(said));
    heard.lock().unwrap_or_else(PoisonError::into_inner).push(took);
}
