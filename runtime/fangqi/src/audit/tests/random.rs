//! Histories by chance: correct ones have no findings, and one change makes one that has.

use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::*;
use crate::recording::Digest;

/// Clients of a room; the last two only watch.
const CLIENTS: usize = 4;
const PLAYERS: usize = 2;

/// Something that happens, to a client or without one, and a number for how.
type Act = (u8, usize, usize);

/// A client, its connection and its recording.
#[derive(Debug, Default)]
struct Person {
    lines: Vec<String>,
    connected: bool,
    last: Option<u64>,
    said: usize,
    /// What is on its way to the server.
    sent: Vec<Input>,
}

/// A room with a server that does everything right.
#[derive(Debug, Default)]
struct Model {
    log: Vec<Input>,
    shows: Vec<Vec<(Audience, u64)>>,
    people: [Person; CLIENTS],
}

fn player(number: usize) -> u64 {
    1001 + number as u64
}

fn digest(frames: &[u64]) -> String {
    let bytes: Vec<u8> = frames.iter().flat_map(|frame| frame.to_le_bytes()).collect();
    format!("{:016x}", xxh3_64(&bytes))
}

/// What an event shows a client, as the model made it.
fn sight(event: usize, number: usize) -> String {
    match number < PLAYERS {
        true => digest(&[event as u64, player(number)]),
        false => digest(&[event as u64]),
    }
}

impl Model {
    fn record(&mut self, input: Input) {
        self.log.push(input);
        let event = self.log.len() as u64;
        let own =
            (0..PLAYERS).map(|number| (Audience::Player(PlayerId(player(number))), player(number)));
        self.shows.push(std::iter::once((Audience::All, event)).chain(own).collect());
    }

    fn note(&mut self, number: usize, rest: &str) {
        self.people[number].lines.push(format!(r#"{{"at":1,{rest}}}"#));
    }

    /// Shows a client this many more events.
    fn show(&mut self, number: usize, count: usize) {
        for _ in 0..count {
            let Some(last) = self.people[number].last else { return };
            let Some(input) = self.log.get(last as usize) else { return };
            let chat = match input {
                Input::Chat { player, text } => format!(r#","chat":[[{},"{text}"]]"#, player.0),
                _ => String::new(),
            };
            let event = last + 1;
            let shows = sight(event as usize, number);
            self.note(number, &format!(r#""t":"event","event":{event},"shows":"{shows}"{chat}"#));
            self.people[number].last = Some(event);
        }
    }

    fn connect(&mut self, number: usize, how: usize) {
        let last = self.people[number].last;
        let after = last.map_or("null".to_owned(), |last| last.to_string());
        self.note(number, &format!(r#""t":"calls","server":"a:1","after":{after}"#));
        self.people[number].connected = true;
        let fresh = last.is_none() || how.is_multiple_of(3);
        let you = player(number);
        self.note(number, &format!(r#""t":"welcome","you":{you},"fresh":{fresh}"#));
        let event = self.log.len() as u64;
        self.record(join(you));
        if fresh {
            let shows = digest(&[event, 99]);
            self.note(number, &format!(r#""t":"scene","event":{event},"shows":"{shows}""#));
            self.people[number].last = Some(event);
        }
    }

    fn send(&mut self, number: usize, how: usize) {
        let (say, input) = if how.is_multiple_of(2) {
            let person = &mut self.people[number];
            person.said += 1;
            let text = format!("{} of {number}", person.said);
            (format!(r#"{{"t":"chat","text":"{text}"}}"#), chat(player(number), &text))
        } else {
            let x = how as i32 / 2 % 2;
            (format!(r#"{{"t":"click","pos":[{x},1,0],"face":5}}"#), click(player(number), x))
        };
        self.note(number, &format!(r#""t":"sent","say":{say}"#));
        self.people[number].sent.push(input);
    }

    fn act(&mut self, (act, number, how): Act) {
        let number = number % CLIENTS;
        match (act % 8, self.people[number].connected) {
            (0 | 1, false) => self.connect(number, how),
            (0..=2, true) => self.send(number, how),
            (3 | 4, true) if !self.people[number].sent.is_empty() => {
                let input = self.people[number].sent.remove(0);
                if how.is_multiple_of(5) {
                    // A refusal comes behind what was shown before.
                    self.show(number, usize::MAX);
                    self.note(number, r#""t":"refused","code":"busy""#);
                } else {
                    self.record(input);
                }
            }
            (5, true) => self.show(number, how % 4),
            (6, true) if how.is_multiple_of(2) => {
                self.note(number, r#""t":"ends","why":"closed""#);
                self.people[number].connected = false;
                // Some of what is on its way still arrives; the client hears of no refusal.
                let sent = std::mem::take(&mut self.people[number].sent);
                let arrive = how / 2 % (sent.len() + 1);
                sent.into_iter().take(arrive).for_each(|input| self.record(input));
                self.record(Input::Leave { player: PlayerId(player(number)) });
            }
            (7, _) => self.record(Input::Tick),
            _ => {}
        }
    }

    fn of(acts: &[Act]) -> Self {
        let mut model = Self::default();
        acts.iter().for_each(|act| model.act(*act));
        model
    }

    /// The log as it would be played again, or as it is kept.
    fn history(&self, played: bool) -> History {
        let mut history = log(self.log.clone());
        if played {
            history.shows.clone_from(&self.shows);
            for event in 0..=self.log.len() as u64 {
                let Digest(shows) = digest(&[event, 99]).try_into().unwrap();
                let seen = (0..CLIENTS).map(|number| ((event, player(number)), Digest(shows)));
                history.scenes.extend(seen);
            }
        }
        history
    }

    fn recordings(&self) -> Vec<Recording> {
        let recording = |(number, person): (usize, &Person)| {
            let first = if number < PLAYERS { FIRST } else { WATCHES };
            let lines: Vec<&str> =
                std::iter::once(first).chain(person.lines.iter().map(String::as_str)).collect();
            client(&format!("{number}.jsonl"), &lines)
        };
        self.people.iter().enumerate().map(recording).collect()
    }

    fn kinds(&self, played: bool) -> Vec<Kind> {
        let (_, findings) = check("0123456789", &self.history(played), &self.recordings());
        findings.into_iter().map(|finding| finding.kind).collect()
    }

    /// Lines of recordings that hold a text: client and index.
    fn lines_with(&self, text: &str) -> Vec<(usize, usize)> {
        let of = |(number, person): (usize, &Person)| {
            let all = person.lines.iter().enumerate();
            let fit = all.filter(|(_, line)| line.contains(text));
            fit.map(|(at, _)| (number, at)).collect::<Vec<_>>()
        };
        self.people.iter().enumerate().flat_map(of).collect()
    }

    /// The events that are lines of chat.
    fn chats(&self) -> Vec<usize> {
        let is_chat = |at: &usize| matches!(self.log[*at], Input::Chat { .. });
        (0..self.log.len()).filter(is_chat).collect()
    }

    /// Whether a client was shown the line of chat at an index of the log, its own or another's.
    fn is_shown(&self, at: usize) -> bool {
        !self
            .lines_with(&format!(r#""event":{},"shows""#, at + 1))
            .iter()
            .all(|(number, line)| self.people[*number].lines[*line].contains("scene"))
    }
}

/// One fault of a server or of what is behind it, named, if there is a place for it.
fn spoil(model: &mut Model, fault: usize, place: usize) -> Option<(&'static str, &'static [Kind])> {
    let pick = |count: usize| (count > 0).then(|| place % count);
    match fault % 9 {
        0 => {
            let shown: Vec<usize> =
                model.chats().into_iter().filter(|at| model.is_shown(*at)).collect();
            let at = shown[pick(shown.len())?];
            model.log[at] = Input::Tick;
            Some(("a line that was shown is gone", &[Kind::Lost, Kind::Differs]))
        }
        1 => {
            let chats = model.chats();
            let again = model.log[chats[pick(chats.len())?]].clone();
            model.record(again);
            Some(("a line is done twice", &[Kind::Twice]))
        }
        2 => {
            let number = place % CLIENTS;
            let own = |at: &usize| model.log[*at].player() == Some(PlayerId(player(number)));
            let own: Vec<usize> = model.chats().into_iter().filter(own).collect();
            let first = pick(own.len().checked_sub(1)?)?;
            model.log.swap(own[first], own[first + 1]);
            Some(("two lines of a client are swapped", &[Kind::Order]))
        }
        3 => {
            let last = model.people.iter().filter_map(|person| person.last).max()?;
            let left = pick(last as usize)?;
            model.log.truncate(left);
            Some(("the end of the log is gone", &[Kind::Missing]))
        }
        4 => {
            let events = model.lines_with(r#""t":"event""#);
            let (number, at) = events[pick(events.len())?];
            let line = &mut model.people[number].lines[at];
            let from = line.find(r#""shows":""#)? + 9;
            let other = if line[from..].starts_with('0') { "1" } else { "0" };
            line.replace_range(from..=from, other);
            Some(("something else is shown", &[Kind::Differs]))
        }
        5 => {
            let events = model.lines_with(r#""t":"event""#);
            let (number, at) = events[pick(events.len())?];
            // A gap is only seen by what comes behind it.
            let more = &model.people[number].lines[at + 1..];
            let next = more.iter().find(|line| line.contains("event\":"))?;
            next.contains(r#""t":"event""#).then_some(())?;
            model.people[number].lines.remove(at);
            Some(("an event is left out", &[Kind::Skipped]))
        }
        6 => {
            let events = model.lines_with(r#""t":"event""#);
            let (number, at) = events[pick(events.len())?];
            let again = model.people[number].lines[at].clone();
            model.people[number].lines.insert(at + 1, again);
            Some(("an event is shown again", &[Kind::Again]))
        }
        7 => {
            let number = place % CLIENTS;
            model.people[number].last?;
            model.record(chat(player(number), "a line of no client"));
            Some(("the log has a line that was not sent", &[Kind::Unsent]))
        }
        _ => {
            let welcomes = model.lines_with(r#""t":"welcome""#);
            let (number, at) = welcomes[pick(welcomes.len())?];
            let (own, other) = (player(number), player((number + 1) % CLIENTS));
            let others = &model.people[(number + 1) % CLIENTS];
            let earlier = &model.people[number].lines[..at];
            let known = earlier.iter().any(|line| line.contains("welcome"));
            (known || others.last.is_some()).then_some(())?;
            let (own, other) = (format!(r#""you":{own}"#), format!(r#""you":{other}"#));
            let line = &mut model.people[number].lines[at];
            *line = line.replace(&own, &other);
            Some(("a client is taken for another", &[Kind::Player]))
        }
    }
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    proptest::collection::vec((0..8u8, 0..CLIENTS, 0..40usize), 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, max_global_rejects: 400, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_right_has_no_findings(acts in acts()) {
        let model = Model::of(&acts);
        prop_assert_eq!(model.kinds(false), []);
        prop_assert_eq!(model.kinds(true), []);
    }

    #[test]
    fn one_fault_is_found(acts in acts(), fault in 0..9usize, place in 0..1000usize) {
        let mut model = Model::of(&acts);
        let spoilt = spoil(&mut model, fault, place);
        prop_assume!(spoilt.is_some());
        let (what, kinds) = spoilt.unwrap();
        let found = model.kinds(true);
        prop_assert!(
            found.iter().any(|kind| kinds.contains(kind)),
            "{}: {:?} in {:#?}", what, found, model
        );
    }
}
