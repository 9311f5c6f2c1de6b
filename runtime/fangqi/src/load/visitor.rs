//! A client that comes back whatever happens to servers, and records what it did and was shown.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fangqi_protocol::{HudChange, PlayerId, SeatHolder, SeatIndex, SeatView};
use fangqi_server::wire::{ClientMessage, ServerMessage};
use tokio_tungstenite::tungstenite::Message;

use super::Failed;
use super::away::Presence;
use super::client::{Clicks, Eyes, Hello, Mouth, greet, kind, moves};
use super::dice::Dice;
use super::stats::Times;
use crate::recording::{Recorder, Sight, What, frame_digest};

/// Players of a room; those at higher places watch.
pub(super) const PLAYERS: usize = 2;
/// Before the first attempt to come back, and the longest time before another one.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Messages that are no part of what an event shows.
const APART: [&str; 7] = ["welcome", "announcement", "reload", "refused", "pong", "bye", "event"];
/// Parts of what an event shows that a client goes by.
const USED: [&str; 5] = ["scene", "request", "seats", "hud", "chat"];

/// What the clients of a room share.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) room: String,
    pub(super) presence: Mutex<Presence>,
    /// For each player, whether it has come. Others wait for them, because the map may give them
    /// the seats of players who are late.
    pub(super) came: [AtomicBool; PLAYERS],
}

impl Table {
    pub(super) fn presence(&self) -> MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_waited_for(&self, place: usize) -> bool {
        self.came.iter().take(place).any(|came| !came.load(Ordering::Relaxed))
    }
}

/// What all clients of a run share.
#[derive(Debug)]
pub(super) struct Run {
    /// Where the servers are.
    pub(super) servers: Vec<String>,
    /// Between two rounds of a client.
    pub(super) pace: Duration,
    /// Longest wait for an answer.
    pub(super) patience: Duration,
    /// Set at the end.
    pub(super) stop: AtomicBool,
}

impl Run {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What a client went through.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// From saying a line to being shown it.
    pub(super) times: Times,
    /// Lines of which it never learnt whether they were heard.
    pub(super) unknown: usize,
    /// Connections that ended after a welcome, and attempts without one.
    pub(super) broken: usize,
    pub(super) in_vain: usize,
}

/// Inputs that were sent together, a line of chat last.
#[derive(Debug)]
struct Round {
    line: String,
    inputs: usize,
    refused: usize,
    since: Instant,
}

/// A client.
#[derive(Debug)]
pub(super) struct Visitor {
    run: Arc<Run>,
    table: Arc<Table>,
    place: usize,
    recorder: Recorder,
    dice: Dice,
    /// Where it was last, among the servers.
    server: usize,
    from: Ipv4Addr,
    token: Option<String>,
    you: Option<PlayerId>,
    after: Option<u64>,
    said: u64,
    moves: Vec<Clicks>,
    seats: Vec<SeatView>,
    over: bool,
    told: Told,
}

/// A connection that is used.
struct Visit {
    mouth: Mouth,
    eyes: Eyes,
    sight: Sight,
    chat: Vec<(Option<u64>, String)>,
    welcomed: bool,
    round: Option<Round>,
    /// When the next round begins, or an answer is too late.
    due: Instant,
}

impl Visitor {
    /// The client at a place of a table, which goes to this server first and is at this address,
    /// should a server believe it.
    pub(super) fn new(
        run: Arc<Run>,
        (table, place): (Arc<Table>, usize),
        (server, from): (usize, Ipv4Addr),
        recorder: Recorder,
    ) -> Self {
        let seed = u64::from(from.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            run,
            table,
            place,
            recorder,
            dice: Dice::new(seed),
            server,
            from,
            token: None,
            you: None,
            after: None,
            said: 0,
            moves: Vec::new(),
            seats: Vec::new(),
            over: false,
            told: Told::default(),
        }
    }

    /// Plays, watches and talks until the run is over.
    pub(super) async fn stay(mut self) -> Result<Told, Failed> {
        while self.table.is_waited_for(self.place) && !self.run.is_over() {
            tokio::time::sleep(FIRST_WAIT).await;
        }
        let mut wait = FIRST_WAIT;
        while !self.run.is_over() {
            let (welcomed, ended) = self.visit().await;
            let why = ended.map_or_else(|why| why.to_string(), |()| "the run is over".to_owned());
            self.recorder.note(What::Ends { why })?;
            self.recorder.flush()?;
            if self.run.is_over() {
                break;
            }
            match welcomed {
                true => (self.told.broken, wait) = (self.told.broken + 1, FIRST_WAIT),
                false => self.told.in_vain += 1,
            }
            self.server += 1;
            let part = 0.75 + (self.dice.roll() % 512) as f64 / 1024.0;
            tokio::time::sleep(wait.mul_f64(part)).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        Ok(self.told)
    }

    /// One connection: whether it was welcomed, and why it ended if the run is not over.
    async fn visit(&mut self) -> (bool, Result<(), Failed>) {
        let began = Instant::now();
        let mut visit = match self.connect().await {
            Ok(visit) => visit,
            Err(error) => return (false, Err(error)),
        };
        let mut ended = self.talk(&mut visit).await;
        if visit.welcomed {
            let unanswered = visit.round.as_ref().map(|round| round.since);
            self.told.unknown += usize::from(unanswered.is_some());
            if ended.is_err() {
                self.table.presence().lost(unanswered.unwrap_or_else(Instant::now));
            }
        } else if ended.is_ok() {
            ended = Err(format!("nothing after {:?}", began.elapsed()).into());
        }
        (visit.welcomed, ended)
    }

    async fn connect(&mut self) -> Result<Visit, Failed> {
        let server = self.run.servers[self.server % self.run.servers.len()].clone();
        self.recorder.note(What::Calls { server: server.clone(), after: self.after })?;
        let hello = Hello {
            room: &self.table.room,
            token: self.token.as_deref(),
            after: self.after,
            from: Some(self.from),
        };
        let called = tokio::time::timeout(self.run.patience, greet(&server, &hello)).await;
        let (mouth, eyes) = called.map_err(|_| "it did not answer")??;
        Ok(Visit {
            mouth,
            eyes,
            sight: Sight::default(),
            chat: Vec::new(),
            welcomed: false,
            round: None,
            due: Instant::now() + self.run.patience,
        })
    }

    /// Uses a connection until it ends or the run is over.
    async fn talk(&mut self, visit: &mut Visit) -> Result<(), Failed> {
        while !(self.run.is_over() && visit.round.is_none()) {
            tokio::select! {
                frame = visit.eyes.frame() => self.take(visit, frame?)?,
                () = tokio::time::sleep_until(visit.due.into()) => {
                    if !visit.welcomed || visit.round.is_some() {
                        return Err(format!("no answer for {:?}", self.run.patience).into());
                    }
                    self.begin_round(visit).await?;
                }
            }
        }
        Ok(())
    }

    /// Does what there is to do, and says that it was done.
    async fn begin_round(&mut self, visit: &mut Visit) -> Result<(), Failed> {
        let mut inputs = self.acts();
        self.said += 1;
        let line = format!("{} of {}", self.said, self.place);
        inputs.push(ClientMessage::Chat { text: line.clone() });
        let (since, refused) = (Instant::now(), 0);
        visit.round = Some(Round { line, inputs: inputs.len(), refused, since });
        visit.due = since + self.run.patience;
        for say in inputs {
            let text = serde_json::to_string(&say)?;
            self.recorder.note(What::Sent { say })?;
            self.recorder.flush()?;
            let sent = tokio::time::timeout(self.run.patience, visit.mouth.raw(text)).await;
            sent.map_err(|_| "it does not read")??;
        }
        Ok(())
    }

    /// What a player does now: sit down, begin another game, or move.
    fn acts(&mut self) -> Vec<ClientMessage> {
        if self.place >= PLAYERS {
            return Vec::new();
        }
        let own = |seat: &SeatView| match seat.holder {
            SeatHolder::Player { player } => Some(player) == self.you,
            _ => false,
        };
        if !self.seats.get(self.place).is_some_and(own) {
            let seat = self.place as SeatIndex;
            return vec![ClientMessage::Sit { seat }];
        }
        if self.over && self.place == 0 {
            return vec![ClientMessage::Action { id: "new".to_owned(), value: None }];
        }
        let moves = std::mem::take(&mut self.moves);
        if moves.is_empty() {
            return Vec::new();
        }
        let pick = (self.dice.roll() % moves.len() as u64) as usize;
        moves[pick].map(|pos| ClientMessage::Click { pos, face: 5 }).into()
    }

    fn take(&mut self, visit: &mut Visit, frame: Message) -> Result<(), Failed> {
        match frame {
            Message::Binary(bytes) => visit.sight.add(frame_digest(false, &bytes)),
            Message::Text(text) => {
                let kind = kind(&text);
                let is_one_of = |kinds: &[&str]| kinds.iter().any(|one| is(kind, one));
                if !is_one_of(&APART) {
                    visit.sight.add(frame_digest(true, text.as_bytes()));
                }
                // The rest is not parsed: this program may share the machine with the server.
                if is_one_of(&APART) || is_one_of(&USED) {
                    self.hear(visit, serde_json::from_str(&text)?)?;
                }
            }
            Message::Close(frame) => {
                let why = frame.map(|frame| format!("{} {}", frame.code, frame.reason));
                return Err(format!("closed: {}", why.unwrap_or_default()).into());
            }
            _ => {}
        }
        Ok(())
    }

    fn hear(&mut self, visit: &mut Visit, message: ServerMessage) -> Result<(), Failed> {
        match message {
            ServerMessage::Welcome { you, token, fresh, .. } => {
                self.recorder.note(What::Welcome { you: you.0, fresh })?;
                (self.you, self.token) = (Some(you), Some(token));
                let now = Instant::now();
                if !visit.welcomed {
                    visit.welcomed = true;
                    self.table.presence().welcomed(now);
                }
                // Clients of a room do not all talk at once.
                let part = (self.dice.roll() % 1024) as f64 / 1024.0;
                visit.due = now + self.run.pace.mul_f64(part);
            }
            ServerMessage::Scene { event, request, hud, seats, .. } => {
                let shows = visit.sight.take();
                self.recorder.note(What::Scene { event, shows })?;
                (self.after, self.seats) = (Some(event), seats);
                (self.moves, self.over) = (moves(request), hud.result.is_some());
            }
            ServerMessage::Request { request } => self.moves = moves(request),
            ServerMessage::Seats { seats } => self.seats = seats,
            ServerMessage::Hud { change: HudChange::Result(result) } => {
                self.over = result.is_some();
            }
            ServerMessage::Chat { from, text } => {
                visit.chat.push((from.map(|from| from.0), text.en));
            }
            ServerMessage::Event { event, .. } => {
                let (shows, chat) = (visit.sight.take(), std::mem::take(&mut visit.chat));
                self.answered(visit, &chat);
                self.after = Some(event);
                self.recorder.note(What::Event { event, shows, chat })?;
                if let Some(came) = self.table.came.get(self.place) {
                    came.store(true, Ordering::Relaxed);
                }
            }
            ServerMessage::Refused { code, .. } => {
                self.recorder.note(What::Refused { code })?;
                if let Some(round) = &mut visit.round {
                    round.refused += 1;
                    if round.refused >= round.inputs {
                        visit.round = None;
                        visit.due = Instant::now() + self.run.pace;
                    }
                }
            }
            ServerMessage::Bye { code, .. } => return Err(format!("sent away: {code}").into()),
            _ => {}
        }
        Ok(())
    }

    /// Ends the round whose line was shown.
    fn answered(&mut self, visit: &mut Visit, chat: &[(Option<u64>, String)]) {
        let you = self.you.map(|you| you.0);
        let mine =
            |round: &Round| chat.iter().any(|(from, line)| *from == you && *line == round.line);
        if let Some(round) = visit.round.take_if(|round| mine(round)) {
            let now = Instant::now();
            self.told.times.push(now - round.since);
            self.table.presence().answered(now);
            visit.due = now.max(round.since + self.run.pace);
        }
    }
}

/// Whether a text frame is of this kind.
fn is(frame: &str, kind: &str) -> bool {
    frame.strip_prefix(kind).is_some_and(|rest| rest.starts_with('"'))
}
