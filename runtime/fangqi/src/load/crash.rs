//! Worker processes that end again and again under load, and what everybody else feels of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use fangqi_protocol::Input;
use fangqi_server::log::{RoomLog, SqliteLog};
use fangqi_server::session::RoomId;
use fangqi_server::wire::ServerMessage;
use tokio::task::JoinSet;

use super::Failed;
use super::client::{Eyes, Mouth, Opener, PATIENCE, come_as};
use super::server::{Process, ServerArgs};
use super::stats::{Figure, Times};

/// The ways in which a worker ends.
const WAYS: [&str; 4] = ["crash", "memory", "answer", "hang"];
/// How often somebody whose line broke tries to come back.
const AGAIN: Duration = Duration::from_millis(20);

#[derive(Debug, Args)]
pub(super) struct CrashArgs {
    /// Rooms in which people talk meanwhile.
    #[arg(long, default_value_t = 40)]
    rooms: usize,
    /// Times that a worker is ended: in turn by a crash, by using up its memory, by a crash in an
    /// answer that the log has already, and by hanging.
    #[arg(long, default_value_t = 200)]
    ends: usize,
    /// Milliseconds between two lines of a talker.
    #[arg(long, default_value_t = 100)]
    pace: u64,
}

/// Somebody who says numbers, one after the other, in a room of its own, and comes back whenever
/// the line breaks.
struct Talker {
    address: String,
    room: String,
    token: Option<String>,
    pace: Duration,
    /// How many workers had ended when each line was said, to tell quiet times from others.
    ends: Arc<AtomicU64>,
}

/// What a talker went through.
#[derive(Default)]
struct Heard {
    room: String,
    /// Lines that were shown, by event.
    shown: BTreeMap<u64, String>,
    /// Times from saying a line to seeing it, while the line held: in quiet times, and while some
    /// worker was ending.
    quiet: Times,
    ending: Times,
    /// From the end of a connection to the next line seen.
    pauses: Times,
}

impl Talker {
    async fn talk(mut self, stop: Arc<AtomicBool>) -> Result<Heard, Failed> {
        let mut heard = Heard { room: self.room.clone(), ..Heard::default() };
        let (mut said, mut broken): (u64, Option<Instant>) = (0, None);
        while !stop.load(Ordering::Relaxed) {
            let Ok((mut mouth, mut eyes, token)) =
                come_as(&self.address, &self.room, self.token.as_deref()).await
            else {
                // The door is open throughout, but the room may not be there yet.
                let since = *broken.get_or_insert_with(Instant::now);
                if since.elapsed() > PATIENCE {
                    return Err(format!("room {} does not come back", self.room).into());
                }
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            self.token = Some(token);
            while !stop.load(Ordering::Relaxed) {
                said += 1;
                let (text, before) = (format!("line {said}"), self.ends.load(Ordering::Relaxed));
                let at = Instant::now();
                let Ok(event) = say_and_see(&mut mouth, &mut eyes, &text).await else { break };
                let took = at.elapsed();
                heard.shown.insert(event, text);
                match broken.take() {
                    Some(since) => heard.pauses.push(since.elapsed()),
                    // Odd while one is ending.
                    None if before % 2 == 1 => heard.ending.push(took),
                    None => heard.quiet.push(took),
                }
                tokio::time::sleep(self.pace).await;
            }
            broken.get_or_insert_with(Instant::now);
        }
        Ok(heard)
    }
}

/// Says a line and waits until it is shown; gives the event that it is.
async fn say_and_see(mouth: &mut Mouth, eyes: &mut Eyes, text: &str) -> Result<u64, Failed> {
    mouth.say(serde_json::json!({"t": "chat", "text": text})).await?;
    let mut mine = false;
    loop {
        match eyes.message().await? {
            ServerMessage::Chat { text: shown, .. } => mine |= shown.en == text,
            ServerMessage::Event { event, .. } if mine => return Ok(event),
            ServerMessage::Bye { code, .. } => return Err(format!("sent away: {code}").into()),
            _ => {}
        }
    }
}

/// Ends the worker of a room; gives how long it took until the room was there again.
async fn end_one(
    address: &str,
    room: &str,
    way: &str,
    ends: &AtomicU64,
) -> Result<Duration, Failed> {
    let (mut mouth, mut eyes, token) = come_as(address, room, None).await?;
    let piece = if way == "answer" {
        Some(piece_to_move(address, room, &mut mouth, &mut eyes).await?)
    } else {
        None
    };
    say_and_see(&mut mouth, &mut eyes, "before").await?;
    ends.fetch_add(1, Ordering::Relaxed);
    mouth.say(serde_json::json!({"t": "chat", "text": format!("hazard:{way}")})).await?;
    if let Some(piece) = piece {
        mouth.click(piece).await?;
    }
    // Whatever was shown before comes first.
    let ended = loop {
        match tokio::time::timeout(PATIENCE, eyes.message()).await {
            Ok(Ok(ServerMessage::Chat { text, .. }))
                if text.en.starts_with("hazard") && way != "answer" =>
            {
                return Err("what ended the worker was shown as done".into());
            }
            Ok(Ok(_)) => {}
            Ok(Err(_)) => break Instant::now(),
            Err(_) => return Err(format!("the worker did not end by {way}").into()),
        }
    };
    let mut told = false;
    loop {
        let back = come_as(address, room, Some(&token)).await;
        if let Ok((mut mouth, mut eyes, same)) = back {
            if same != token {
                return Err("somebody came back as somebody else".into());
            }
            mouth.say(serde_json::json!({"t": "chat", "text": "after"})).await?;
            loop {
                match eyes.message().await? {
                    ServerMessage::Refused { code, .. } if code == "host_crashed" => told = true,
                    ServerMessage::Chat { text, .. } if text.en == "after" => break,
                    ServerMessage::Bye { code, .. } => return Err(code.into()),
                    _ => {}
                }
            }
            break;
        }
        if ended.elapsed() > PATIENCE {
            return Err("the room that ended its worker does not come back".into());
        }
        tokio::time::sleep(AGAIN).await;
    }
    ends.fetch_add(1, Ordering::Relaxed);
    match told {
        true => Ok(ended.elapsed()),
        false => Err("nobody was told that the script host crashed".into()),
    }
}

/// Has a worker try to get out of its sandbox: it ends if it does.
async fn confined(address: &str, room: &str) -> Result<(), Failed> {
    let (mut mouth, mut eyes, _) = come_as(address, room, None).await?;
    say_and_see(&mut mouth, &mut eyes, "hazard:escape")
        .await
        .map(|_| ())
        .map_err(|error| format!("a worker can get out of its sandbox: {error}").into())
}

/// Seats two players; gives a piece that the first may move.
async fn piece_to_move(
    address: &str,
    room: &str,
    mouth: &mut Mouth,
    eyes: &mut Eyes,
) -> Result<[i32; 3], Failed> {
    let (mut other, _, _) = come_as(address, room, None).await?;
    mouth.say(serde_json::json!({"t": "sit", "seat": 0})).await?;
    other.say(serde_json::json!({"t": "sit", "seat": 1})).await?;
    loop {
        let message = tokio::time::timeout(PATIENCE, eyes.message());
        // Whoever comes first may be asked at once.
        let request = match message.await?? {
            ServerMessage::Request { request } | ServerMessage::Scene { request, .. } => request,
            _ => None,
        };
        if let Some(request) = request {
            let path = request.choices.first().and_then(|choice| choice.path.first());
            return Ok(*path.ok_or("there is nothing to move")?);
        }
    }
}

pub(super) async fn measure(data: &Path, args: &CrashArgs) -> Result<Vec<Figure>, Failed> {
    let limits = ServerArgs { hazards: true, ..ServerArgs::default() };
    let server = Process::start(data, &limits)?;
    let (ends, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let mut opener = Opener::new(server.address()).await?;
    let mut talkers = JoinSet::new();
    for _ in 0..args.rooms {
        let talker = Talker {
            address: server.address().to_owned(),
            room: opener.open().await?,
            token: None,
            pace: Duration::from_millis(args.pace),
            ends: Arc::clone(&ends),
        };
        talkers.spawn(talker.talk(Arc::clone(&stop)));
    }
    confined(server.address(), &opener.open().await?).await?;
    // Long enough to know how it is when nothing ends.
    tokio::time::sleep(Duration::from_millis(args.pace * 20)).await;
    let (mut back, mut broken) = (BTreeMap::<&str, Times>::new(), Vec::new());
    for end in 0..args.ends {
        let way = WAYS[end % WAYS.len()];
        let room = opener.open().await?;
        let took = end_one(server.address(), &room, way, &ends).await?;
        broken.push(room);
        back.entry(way).or_default().push(took);
        // Some quiet time between two.
        tokio::time::sleep(Duration::from_millis(args.pace * 3)).await;
    }
    stop.store(true, Ordering::Relaxed);
    let mut all = Heard::default();
    let mut rooms = Vec::new();
    for heard in talkers.join_all().await {
        let Heard { room, shown, quiet, ending, pauses } = heard?;
        all.quiet.extend(quiet);
        all.ending.extend(ending);
        all.pauses.extend(pauses);
        rooms.push((room, shown));
    }
    drop(server);
    let log = SqliteLog::open(data)?;
    let lines = verify(&log, &rooms)?;
    for room in &broken {
        refused(&log, room)?;
    }
    let mut figures = vec![
        Figure::count("workers ended", args.ends),
        Figure::count("lines shown, all in the log", lines),
        Figure::count("connections that broke and came back", all.pauses.len()),
    ];
    figures.extend(all.quiet.figures("a line, when no worker ends"));
    figures.extend(all.ending.figures("a line beside a worker that ends"));
    figures.extend(all.pauses.figures("a pause beside the room that ended the worker"));
    for (way, mut times) in back {
        figures.extend(times.figures(&format!("back after a {way}")));
    }
    Ok(figures)
}

/// Looks whether all that was shown is in the log, as it was shown; says how much that is.
fn verify(log: &SqliteLog, rooms: &[(String, BTreeMap<u64, String>)]) -> Result<usize, Failed> {
    let mut lines = 0;
    for (room, shown) in rooms {
        let room = RoomId::parse(room).ok_or("a room without a name")?;
        let stored = log.read(&room)?;
        for (event, line) in shown {
            let at = (event - stored.first_event) as usize;
            let kept = stored.records.get(at).map(|record| &record.input);
            match kept {
                Some(Input::Chat { text, .. }) if text == line => lines += 1,
                other => {
                    return Err(format!(
                        "room {room}: `{line}` was shown as event {event}, where the log has \
                         {other:?}"
                    )
                    .into());
                }
            }
        }
    }
    Ok(lines)
}

/// Looks whether what ended a worker is in no log: it was refused. The log then goes on with what
/// was said after it.
fn refused(log: &SqliteLog, room: &str) -> Result<(), Failed> {
    let stored = log.read(&RoomId::parse(room).ok_or("a room without a name")?)?;
    let inputs = || stored.records.iter().map(|record| &record.input);
    let deadly = |input: &&Input| match input {
        Input::Click { .. } => true,
        Input::Chat { text, .. } => text.starts_with("hazard:") && text != "hazard:answer",
        _ => false,
    };
    if let Some(input) = inputs().find(deadly) {
        return Err(format!("room {room}: {input:?} ended its worker and is in the log").into());
    }
    let after = |input: &Input| matches!(input, Input::Chat { text, .. } if text == "after");
    match inputs().any(after) {
        true => Ok(()),
        false => Err(format!("room {room}: what was said after its worker ended is lost").into()),
    }
}
