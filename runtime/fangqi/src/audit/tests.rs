//! Each kind of violation, in logs and recordings made by hand.

use fangqi_protocol::{Audience, Input, PlayerId, Record};

use super::check::check;
use super::finding::Kind;
use super::recordings::{Recording, parse};
use super::retold::History;

mod random;

const FIRST: &str = r#"{"at":0,"t":"client","version":1,"room":"0123456789","plays":true}"#;
const WATCHES: &str = r#"{"at":0,"t":"client","version":1,"room":"0123456789","plays":false}"#;
const CALLS: &str = r#"{"at":1,"t":"calls","server":"one:1","after":null}"#;
const WELCOME: &str = r#"{"at":2,"t":"welcome","you":1001,"fresh":true}"#;
const ENDS: &str = r#"{"at":9,"t":"ends","why":"closed"}"#;

fn record(input: Input) -> Record {
    Record { tick: 0, input, faults: Vec::new(), rewound: None }
}

fn join(player: u64) -> Input {
    Input::Join { player: PlayerId(player), name: "Ada".to_owned() }
}

fn chat(player: u64, text: &str) -> Input {
    Input::Chat { player: PlayerId(player), text: text.to_owned() }
}

fn click(player: u64, x: i32) -> Input {
    Input::Click { player: PlayerId(player), pos: [x, 1, 0], face: 5 }
}

/// A log from its first event on, which was not played again.
fn log(inputs: Vec<Input>) -> History {
    let records = inputs.into_iter().map(record).collect();
    History { first: 1, records, ..History::default() }
}

fn client(file: &str, lines: &[&str]) -> Recording {
    parse(file.to_owned(), format!("{}\n", lines.join("\n")).as_bytes())
}

fn scene(event: u64) -> String {
    format!(r#"{{"at":3,"t":"scene","event":{event},"shows":"00000000000000aa"}}"#)
}

fn event(event: u64) -> String {
    format!(r#"{{"at":4,"t":"event","event":{event},"shows":"{event:016x}"}}"#)
}

fn shows(event: u64, player: u64, text: &str) -> String {
    let chat = format!(r#""chat":[[{player},"{text}"]]"#);
    format!(r#"{{"at":4,"t":"event","event":{event},"shows":"{event:016x}",{chat}}}"#)
}

fn says(text: &str) -> String {
    format!(r#"{{"at":5,"t":"sent","say":{{"t":"chat","text":"{text}"}}}}"#)
}

fn clicks(x: i32) -> String {
    format!(r#"{{"at":5,"t":"sent","say":{{"t":"click","pos":[{x},1,0],"face":5}}}}"#)
}

/// Lines of a recording.
macro_rules! lines {
    ($($line:expr),* $(,)?) => { [$($line.to_string()),*] };
}

/// Kind, event and line of what is found in the recording of one client.
fn found(log: &History, lines: &[String]) -> Vec<(Kind, Option<u64>, usize)> {
    let own = lines.iter().map(String::as_str);
    let lines: Vec<&str> = [FIRST, CALLS, WELCOME].into_iter().chain(own).collect();
    let (_, findings) = check("0123456789", log, &[client("a.jsonl", &lines)]);
    findings
        .into_iter()
        .map(|finding| {
            let (file, line) = finding.client.expect("it is about a client");
            assert_eq!(file, "a.jsonl");
            (finding.kind, finding.event, line)
        })
        .collect()
}

#[test]
fn a_history_without_fault_has_no_findings() {
    let log = log(vec![
        join(1001),
        click(1001, 1),
        chat(1001, "1"),
        Input::Tick,
        chat(1001, "2"),
        Input::Leave { player: PlayerId(1001) },
        join(1001),
        chat(1001, "4"),
    ]);
    let again = r#"{"at":2,"t":"welcome","you":1001,"fresh":false}"#;
    let refused = r#"{"at":6,"t":"refused","code":"not_your_turn"}"#;
    let lines = [
        FIRST,
        CALLS,
        WELCOME,
        &scene(0),
        &event(1),
        &clicks(1),
        &clicks(2),
        &says("1"),
        &event(2),
        refused,
        &shows(3, 1001, "1"),
        &says("2"),
        ENDS,
        // The second line was heard, and was acknowledged later.
        CALLS,
        again,
        &event(4),
        &shows(5, 1001, "2"),
        &event(6),
        &event(7),
        &says("3"),
        ENDS,
        // The third one was not.
        CALLS,
        WELCOME,
        &scene(7),
        &says("4"),
        &shows(8, 1001, "4"),
    ];
    let recording = client("a.jsonl", &lines);
    assert_eq!(recording.garbage, None);
    let (counts, findings) = check("0123456789", &log, &[recording]);
    assert_eq!(findings, []);
    assert_eq!((counts.shown, counts.compared), (10, 0));
    assert_eq!((counts.sent, counts.acknowledged), (6, 3));
}

#[test]
fn an_acknowledged_line_that_is_not_in_the_log_is_lost() {
    let lines = lines![scene(0), event(1), says("1"), shows(2, 1001, "1")];
    let log_without = log(vec![join(1001), Input::Tick]);
    assert_eq!(found(&log_without, &lines), [(Kind::Lost, Some(2), 7), (Kind::Lost, Some(2), 6),]);
    // In the log, but not as the event that it was shown as.
    let log_later = log(vec![join(1001), Input::Tick, chat(1001, "1")]);
    assert_eq!(found(&log_later, &lines), [(Kind::Lost, Some(2), 7)]);
}

#[test]
fn an_input_before_an_acknowledged_line_is_lost_if_it_is_neither_recorded_nor_refused() {
    let log = log(vec![join(1001), click(1001, 2), chat(1001, "1")]);
    let lines =
        lines![scene(0), event(1), clicks(1), clicks(2), says("1"), event(2), shows(3, 1001, "1"),];
    assert_eq!(found(&log, &lines), [(Kind::Lost, Some(3), 6)]);
    // On a connection that broke it may have been lost.
    let lines = lines![
        scene(0),
        event(1),
        clicks(1),
        ENDS,
        CALLS,
        WELCOME,
        scene(1),
        clicks(2),
        says("1"),
        event(2),
        shows(3, 1001, "1"),
    ];
    assert_eq!(found(&log, &lines), []);
}

#[test]
fn an_input_is_in_the_log_once() {
    let lines = lines![scene(0), event(1), says("1"), shows(2, 1001, "1")];
    let twice = log(vec![join(1001), chat(1001, "1"), chat(1001, "1")]);
    assert_eq!(found(&twice, &lines), [(Kind::Twice, Some(3), 6)]);
    let lines = lines![scene(0), event(1), clicks(1), says("1"), event(2), event(3)];
    let more = [lines.as_slice(), &[shows(4, 1001, "1")]].concat();
    let twice = log(vec![join(1001), click(1001, 1), click(1001, 1), chat(1001, "1")]);
    assert_eq!(found(&twice, &more), [(Kind::Unsent, Some(2), 6)]);
}

#[test]
fn inputs_keep_their_order() {
    let lines = lines![scene(0), event(1), says("1"), says("2")];
    let swapped = log(vec![join(1001), chat(1001, "2"), chat(1001, "1")]);
    assert_eq!(found(&swapped, &lines), [(Kind::Order, Some(3), 6)]);
    let lines = lines![scene(0), event(1), says("1"), clicks(1), says("2")];
    let swapped = log(vec![join(1001), click(1001, 1), chat(1001, "1"), chat(1001, "2")]);
    assert_eq!(found(&swapped, &lines), [(Kind::Unsent, Some(2), 1)]);
}

#[test]
fn what_the_log_has_was_sent() {
    let lines = lines![scene(0), event(1)];
    let strange = log(vec![join(1001), chat(1001, "1"), click(1001, 1)]);
    assert_eq!(found(&strange, &lines), [(Kind::Unsent, Some(2), 1), (Kind::Unsent, Some(3), 1),]);
    // Of players without a recording nothing is known.
    let others = log(vec![join(1001), chat(1002, "1"), click(1003, 1)]);
    assert_eq!(found(&others, &lines), []);
}

#[test]
fn what_was_shown_is_in_the_log() {
    let short = log(vec![join(1001)]);
    let lines = lines![scene(0), event(1), event(2)];
    assert_eq!(found(&short, &lines), [(Kind::Missing, Some(2), 6)]);
    let lines = lines![scene(2)];
    assert_eq!(found(&short, &lines), [(Kind::Missing, Some(2), 4)]);
    // A client that comes back is not shown an older state.
    let lines = lines![scene(0), event(1), ENDS, CALLS, WELCOME, scene(0)];
    assert_eq!(found(&short, &lines), [(Kind::Missing, Some(1), 9)]);
}

#[test]
fn events_come_one_after_the_other() {
    let three = log(vec![join(1001), Input::Tick, Input::Tick]);
    for (lines, expected) in [
        ([scene(0), event(1), event(3)], (Kind::Skipped, Some(3), 6)),
        ([scene(0), event(1), event(1)], (Kind::Again, Some(1), 6)),
        ([scene(1), event(2), event(1)], (Kind::Again, Some(1), 6)),
    ] {
        assert_eq!(found(&three, &lines), [expected]);
    }
    assert_eq!(found(&three, &[event(1)]), [(Kind::Skipped, Some(1), 4)]);
    // After a break as well.
    let again = r#"{"at":2,"t":"welcome","you":1001,"fresh":false}"#;
    let (scene, one) = (scene(0), event(1));
    for (next, kind) in [(3, Kind::Skipped), (1, Kind::Again)] {
        let lines = lines![scene, one, ENDS, CALLS, again, event(next)];
        assert_eq!(found(&three, &lines), [(kind, Some(next), 9)]);
    }
}

#[test]
fn what_was_shown_is_what_the_log_shows() {
    let mut told = log(vec![join(1001), chat(1002, "x")]);
    told.shows = vec![
        vec![(Audience::All, 7), (Audience::Player(PlayerId(1001)), 8)],
        vec![(Audience::All, 7), (Audience::Except(PlayerId(1001)), 8)],
    ];
    // By the reference implementation of XXH3, of 7 and 8, and of 7 alone: eight bytes each, the
    // lowest first.
    let (both, one) = ("df36c43410b9baa0", "81671e58d6b596af");
    let shown = |event: u64, digest: &str| {
        format!(r#"{{"at":4,"t":"event","event":{event},"shows":"{digest}"}}"#)
    };
    assert_eq!(told.shown(1, 1001), told.shown(2, 1002));
    assert_eq!(told.shown(1, 1002), told.shown(2, 1001));
    assert_ne!(told.shown(1, 1001), told.shown(1, 1002));
    let lines = lines![scene(0), shown(1, both), shown(2, one)];
    assert_eq!(found(&told, &lines), []);
    let lines = lines![scene(0), shown(1, both), shown(2, both)];
    assert_eq!(found(&told, &lines), [(Kind::Differs, Some(2), 6)]);
    told.scenes.insert((0, 1001), crate::recording::Digest(0xab));
    let lines = lines![scene(0), shown(1, both)];
    assert_eq!(found(&told, &lines), [(Kind::Differs, Some(0), 4)]);
    // The words of others are compared without playing the log again.
    let plain = log(vec![join(1001), chat(1002, "x")]);
    let lines = lines![scene(0), event(1), shows(2, 1002, "y")];
    assert_eq!(found(&plain, &lines), [(Kind::Differs, Some(2), 6)]);
    let lines = lines![scene(0), event(1), shows(2, 1003, "x")];
    assert_eq!(found(&plain, &lines), [(Kind::Differs, Some(2), 6)]);
}

#[test]
fn those_who_watch_are_shown_the_same() {
    let log = log(vec![join(1001), join(1002), Input::Tick]);
    let welcome = r#"{"at":2,"t":"welcome","you":1002,"fresh":true}"#;
    // The second one is shown its own arrival in another way, and then what it must not be.
    let own = r#"{"at":4,"t":"event","event":2,"shows":"00000000000000bb"}"#;
    let other = r#"{"at":4,"t":"event","event":3,"shows":"00000000000000bb"}"#;
    let (zero, first, second, third) = (scene(0), event(1), event(2), event(3));
    let seen = [CALLS, WELCOME, &zero, &first, &second, &third];
    let two = || client("b.jsonl", &[WATCHES, CALLS, welcome, &scene(1), own, other]);
    let one = |whose| client("a.jsonl", &[[whose].as_slice(), seen.as_slice()].concat());
    let (_, findings) = check("0123456789", &log, &[one(WATCHES), two()]);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((findings[0].kind, findings[0].event), (Kind::Fork, Some(3)));
    assert_eq!(findings[0].client, Some(("b.jsonl".to_owned(), 6)));
    assert!(findings[0].text.contains("a.jsonl line 7"), "{}", findings[0]);
    // A player may see what others do not.
    assert_eq!(check("0123456789", &log, &[one(FIRST), two()]).1, []);
}

#[test]
fn a_client_stays_the_player_that_it_is_and_no_other_is_it() {
    let log = log(vec![join(1001), join(1002)]);
    let other = r#"{"at":2,"t":"welcome","you":1002,"fresh":true}"#;
    let lines = lines![scene(0), event(1), ENDS, CALLS, other, scene(2)];
    assert_eq!(found(&log, &lines), [(Kind::Player, None, 8)]);
    let clients = ["a.jsonl", "b.jsonl"].map(|file| client(file, &[FIRST, CALLS, WELCOME]));
    let (_, findings) = check("0123456789", &log, &clients);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].kind, findings[0].client.as_ref().unwrap().0.as_str()),
        (Kind::Player, "b.jsonl")
    );
}

#[test]
fn the_end_of_a_recording_may_be_cut_and_nothing_else() {
    let whole = format!("{FIRST}\n{CALLS}\n{WELCOME}\n{}\n{}\n", scene(0), event(1));
    for cut in 0..whole.len() {
        let recording = parse("a.jsonl".to_owned(), &whole.as_bytes()[..cut]);
        assert_eq!(recording.garbage, None, "{cut}");
        assert!(recording.lines.len() <= whole[..cut].matches('\n').count());
    }
    for garbage in ["", "{", "null", r#"{"at":1}"#, r#"{"at":1,"t":"sings"}"#, "\u{0}\u{0}"] {
        let lines = lines![scene(0), garbage, event(1)];
        let one = log(vec![join(1001)]);
        assert_eq!(found(&one, &lines), [(Kind::Garbage, None, 5)], "{garbage:?}");
    }
    // What was sent behind the damage is unknown.
    let log = log(vec![join(1001), chat(1001, "1"), click(1001, 1)]);
    let lines = lines![scene(0), "{}", says("1"), clicks(1)];
    assert_eq!(found(&log, &lines), [(Kind::Garbage, None, 5)]);
    // A line that is said twice cannot be told from one that is in the log twice.
    let lines = lines![scene(0), says("2"), says("2")];
    assert_eq!(found(&self::log(vec![join(1001)]), &lines), [(Kind::Garbage, None, 6)]);
}

#[test]
fn a_log_without_its_beginning_is_judged_from_where_it_begins() {
    let mut short = log(vec![chat(1001, "2")]);
    short.first = 4;
    let lines = lines![
        scene(0),
        event(1),
        clicks(1),
        says("1"),
        event(2),
        shows(3, 1001, "1"),
        says("2"),
        shows(4, 1001, "2"),
    ];
    assert_eq!(found(&short, &lines), []);
    let lines = lines![scene(3), clicks(1), says("2"), shows(4, 1001, "2")];
    assert_eq!(found(&short, &lines), [(Kind::Lost, Some(4), 5)]);
}
