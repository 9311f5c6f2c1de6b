//! Compares a room's log with what its clients recorded. Each line of a recording and each record
//! of the log is looked at a fixed number of times.

use std::collections::BTreeMap;

use fangqi_protocol::{Input, PlayerId};
use fangqi_server::wire::ClientMessage;

use super::finding::{Finding, Kind};
use super::recordings::Recording;
use super::retold::History;
use crate::recording::{Digest, What};

/// How much was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Events and scenes that clients were shown.
    pub(super) shown: usize,
    /// Those that were compared with what the log shows when it is played again.
    pub(super) compared: usize,
    pub(super) sent: usize,
    pub(super) acknowledged: usize,
}

/// Everything about one room.
#[derive(Debug)]
struct Check<'a> {
    room: &'a str,
    log: &'a History,
    /// The recording that is looked at.
    file: &'a str,
    counts: Counts,
    findings: Vec<Finding>,
    /// What clients that only watch were shown as each event, with the first who saw it.
    watched: BTreeMap<u64, (Digest, &'a str, usize)>,
}

/// An input that a client sent.
#[derive(Debug)]
struct Sent<'a> {
    line: usize,
    connection: usize,
    say: &'a ClientMessage,
    /// The event that it is in the log.
    event: Option<u64>,
}

/// A line of chat that its client was shown.
#[derive(Debug)]
struct Ack {
    /// Its place among the inputs that the client sent.
    sent: usize,
    event: u64,
    line: usize,
    /// The first of the inputs before it of which it tells that the room had them.
    from: usize,
    /// How many of these were refused.
    refused: usize,
    /// The last event that the client was shown before the first of them.
    since: u64,
}

/// What a client went through, as far as the log must know of it.
#[derive(Debug, Default)]
struct Walk<'a> {
    you: Option<u64>,
    sent: Vec<Sent<'a>>,
    acks: Vec<Ack>,
}

/// Looks at one room. The log was read after the recordings.
pub(super) fn check(room: &str, log: &History, clients: &[Recording]) -> (Counts, Vec<Finding>) {
    let mut check = Check {
        room,
        log,
        file: "",
        counts: Counts::default(),
        findings: Vec::new(),
        watched: BTreeMap::new(),
    };
    let mut inputs: BTreeMap<u64, Vec<(u64, &Input)>> = BTreeMap::new();
    for (record, event) in log.records.iter().zip(log.first..) {
        match (&record.input, record.input.player()) {
            // The server gives these.
            (Input::Join { .. } | Input::Leave { .. }, _) | (_, None) => {}
            (input, Some(PlayerId(player))) => {
                inputs.entry(player).or_default().push((event, input))
            }
        }
    }
    let mut players: BTreeMap<u64, &str> = BTreeMap::new();
    for client in clients {
        check.file = &client.file;
        if let Some((line, why)) = &client.garbage {
            let text = format!("this line is none that a client writes: {why}");
            check.find(Kind::Garbage, None, *line, text);
        }
        let walk = check.walk(client);
        let Some(you) = walk.you else { continue };
        if let Some(other) = players.insert(you, &client.file) {
            let text = format!("it is player {you}, and so is the client of {other}");
            check.find(Kind::Player, None, 1, text);
        }
        let own = inputs.get(&you).map_or(&[][..], Vec::as_slice);
        check.inputs(walk, own, client.garbage.is_none());
    }
    (check.counts, check.findings)
}

impl<'a> Check<'a> {
    fn find(&mut self, kind: Kind, event: Option<u64>, line: usize, text: String) {
        let client = Some((self.file.to_owned(), line));
        self.findings.push(Finding { kind, room: self.room.to_owned(), event, client, text });
    }

    /// Follows a client through its recording: what it was shown must go on without a gap, and be
    /// what the log shows.
    fn walk(&mut self, client: &'a Recording) -> Walk<'a> {
        let mut walk = Walk::default();
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut last, mut connection): (Option<u64>, usize) = (None, 0);
        let (mut from, mut refused, mut since) = (0, 0, 0);
        for (line, what) in &client.lines {
            let line = *line;
            match what {
                What::Client { .. } => {
                    let text = "a recording says only once whose it is".to_owned();
                    self.find(Kind::Garbage, None, line, text);
                }
                What::Calls { .. } => {
                    (connection, from, refused) = (connection + 1, walk.sent.len(), 0);
                }
                What::Welcome { you, .. } => {
                    since = last.unwrap_or(0);
                    if let Some(before) = walk.you.replace(*you).filter(|before| before != you) {
                        let text = format!("it was player {before} and comes back as {you}");
                        self.find(Kind::Player, None, line, text);
                    }
                }
                What::Scene { event, shows } => {
                    if let Some(last) = last.filter(|last| last > event) {
                        let text = format!(
                            "it is shown the room as of event {event}, and had seen event {last}"
                        );
                        self.find(Kind::Missing, Some(last), line, text);
                    }
                    last = Some(*event);
                    since = since.max(*event);
                    self.seen(client, &walk, (*event, line), *shows, true);
                }
                What::Event { event, shows, chat } => {
                    self.follows(last, *event, line);
                    last = last.max(Some(*event));
                    self.seen(client, &walk, (*event, line), *shows, false);
                    for (speaker, text) in chat {
                        let Some(speaker) = *speaker else { continue };
                        let own = walk.you == Some(speaker);
                        self.said((speaker, text.as_str(), own), *event, line);
                        if !own {
                            continue;
                        }
                        let Some(sent) = lines.get(text.as_str()).copied() else {
                            let text = format!("it is shown its line `{text}`, and never sent it");
                            self.find(Kind::Unsent, Some(*event), line, text);
                            continue;
                        };
                        let ack = Ack { sent, event: *event, line, from: sent, refused: 0, since };
                        if walk.sent[sent].connection == connection {
                            walk.acks.push(Ack { from, refused, ..ack });
                            (from, refused, since) = (sent + 1, 0, *event);
                        } else {
                            walk.acks.push(ack);
                        }
                    }
                }
                What::Sent { say } => {
                    if let ClientMessage::Chat { text } = say
                        && lines.insert(text, walk.sent.len()).is_some()
                    {
                        let text = format!("it says `{text}` twice, so that cannot be judged");
                        self.find(Kind::Garbage, None, line, text);
                    }
                    walk.sent.push(Sent { line, connection, say, event: None });
                }
                What::Refused { .. } => refused += 1,
                What::Ends { .. } => {}
            }
        }
        self.counts.sent += walk.sent.len();
        self.counts.acknowledged += walk.acks.len();
        walk
    }

    /// An event comes right after the one that was shown before.
    fn follows(&mut self, last: Option<u64>, event: u64, line: usize) {
        match last {
            None => {
                let text = "it is shown an event before any scene".to_owned();
                self.find(Kind::Skipped, Some(event), line, text);
            }
            Some(last) if event <= last => {
                let text = format!("it is shown this event, and had seen event {last}");
                self.find(Kind::Again, Some(event), line, text);
            }
            Some(last) if event > last + 1 => {
                let text = format!("it is shown this event right after event {last}");
                self.find(Kind::Skipped, Some(event), line, text);
            }
            Some(_) => {}
        }
    }

    /// A client was shown an event, or the scene as of one.
    fn seen(
        &mut self,
        client: &'a Recording,
        walk: &Walk<'a>,
        (event, line): (u64, usize),
        shows: Digest,
        scene: bool,
    ) {
        self.counts.shown += 1;
        let what = if scene { "the room as of this event" } else { "this event" };
        if event > self.log.last() {
            let text =
                format!("it was shown {what}, and the log ends with event {}", self.log.last());
            self.find(Kind::Missing, Some(event), line, text);
        }
        let Some(you) = walk.you else { return };
        // With its own arrival a client is shown what is for it alone.
        let arrives = matches!(self.log.record(event).map(|record| &record.input),
            Some(Input::Join { player, .. }) if player.0 == you);
        if !client.plays && !scene && !arrives {
            let first = self.watched.entry(event).or_insert((shows, client.file.as_str(), line));
            let (before, file, at) = *first;
            if before != shows {
                let text = format!("{file} line {at} was shown {what} in another way");
                self.find(Kind::Fork, Some(event), line, text);
            }
        }
        let known = match scene {
            true => self.log.scenes.get(&(event, you)).copied(),
            false => self.log.shown(event, you),
        };
        self.counts.compared += usize::from(known.is_some());
        if known.is_some_and(|known| known != shows) {
            let text = format!("it was shown {what} otherwise than the log shows it");
            self.find(Kind::Differs, Some(event), line, text);
        }
    }

    /// A client was shown a line of chat, which may be its own.
    fn said(&mut self, (speaker, text, own): (u64, &str, bool), event: u64, line: usize) {
        // That others' lines are missing with their events is said already.
        if event < self.log.first || !own && event > self.log.last() {
            return;
        }
        let kept = self.log.record(event).map(|record| &record.input);
        if matches!(kept, Some(Input::Chat { player, text: kept })
            if player.0 == speaker && kept == text)
        {
            return;
        }
        let kept = kept.map_or("nothing".to_owned(), |input| format!("{input:?}"));
        let kind = if own { Kind::Lost } else { Kind::Differs };
        let whose = if own { "its own line" } else { "the line" };
        let text = format!("it was shown {whose} `{text}` as this event, where the log has {kept}");
        self.find(kind, Some(event), line, text);
    }

    /// The inputs of a player in the log are some of those that its client sent, in that order,
    /// each at most once, and all that were acknowledged. `complete`: all are known that it sent.
    fn inputs(&mut self, mut walk: Walk<'a>, own: &[(u64, &Input)], complete: bool) {
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, sent) in walk.sent.iter().enumerate() {
            if let ClientMessage::Chat { text } = sent.say {
                lines.insert(text, at);
            }
        }
        // Lines of chat are all different, so each has its place; other inputs lie between two.
        let (mut from, mut between) = (0, Vec::new());
        for (event, input) in own {
            let Input::Chat { text, .. } = input else {
                between.push((*event, *input));
                continue;
            };
            let Some(at) = lines.get(text.as_str()).copied() else {
                if complete {
                    let text = format!("the log has its line `{text}`, and it never sent it");
                    self.find(Kind::Unsent, Some(*event), 1, text);
                }
                continue;
            };
            let line = walk.sent[at].line;
            if let Some(before) = walk.sent[at].event {
                let text = format!("its line `{text}` is in the log as event {before} already");
                self.find(Kind::Twice, Some(*event), line, text);
                continue;
            }
            walk.sent[at].event = Some(*event);
            if at < from {
                let text =
                    format!("the log has its line `{text}` behind a line that it sent later");
                self.find(Kind::Order, Some(*event), line, text);
                continue;
            }
            self.between(&mut walk.sent[from..at], &mut between, complete);
            from = at + 1;
        }
        self.between(&mut walk.sent[from..], &mut between, complete);
        for ack in &walk.acks {
            self.acknowledged(&walk, ack);
        }
    }

    /// Finds the inputs of the log between two lines of chat among those sent between them. Each
    /// is taken to be as late as possible: early ones may have been sent on a connection that
    /// broke, and late ones are those that the second line acknowledges.
    fn between(&mut self, sent: &mut [Sent<'a>], inputs: &mut Vec<(u64, &Input)>, complete: bool) {
        let (mut rest, mut strange) = (sent.len(), Vec::new());
        for (event, input) in inputs.drain(..).rev() {
            match sent[..rest].iter().rposition(|sent| is_same(sent.say, input)) {
                Some(at) => (rest, sent[at].event) = (at, Some(event)),
                None => strange.push((event, input)),
            }
        }
        for (event, input) in strange.into_iter().rev().filter(|_| complete) {
            let line = sent.first().map_or(1, |sent| sent.line);
            let text =
                format!("the log has {input:?}, which it did not send here, or not so often");
            self.find(Kind::Unsent, Some(event), line, text);
        }
    }

    /// What was sent on the same connection before an acknowledged line is in the log, or was
    /// refused.
    fn acknowledged(&mut self, walk: &Walk<'a>, ack: &Ack) {
        if ack.since + 1 < self.log.first {
            return;
        }
        let sure = &walk.sent[ack.from..=ack.sent];
        let lost: Vec<_> = sure.iter().filter(|sent| sent.event.is_none()).collect();
        if let Some(sent) = lost.first().filter(|_| lost.len() > ack.refused) {
            let text = format!(
                "{} of the {} inputs from there on, the last of which was acknowledged in line {}, \
                 are not in the log, and {} were refused",
                lost.len(),
                sure.len(),
                ack.line,
                ack.refused
            );
            self.find(Kind::Lost, Some(ack.event), sent.line, text);
        }
    }
}

/// Whether an input of the log is what a client said.
fn is_same(say: &ClientMessage, input: &Input) -> bool {
    match (say, input) {
        (ClientMessage::Sit { seat }, Input::Sit { seat: kept, .. }) => seat == kept,
        (ClientMessage::Click { pos, face }, Input::Click { pos: at, face: on, .. }) => {
            (pos, face) == (at, on)
        }
        (ClientMessage::Action { id, value }, Input::Action { id: kept, value: with, .. }) => {
            id == kept && value.as_deref().unwrap_or_default() == with
        }
        _ => false,
    }
}
