//! Who may say what, when: every message by everybody in every phase of a game, against a table.

use std::sync::Arc;
use std::time::Duration;

use fangqi_protocol::{Act, Pose};
use fangqi_room::MapPackage;
use fangqi_server::log::MemoryLog;
use fangqi_server::session::RoomId;
use fangqi_server::wire::{ClientMessage, PROTOCOL, ServerMessage};
use serde_json::json;

use crate::http::post;
use crate::support::{Client, Got, TestServer, duel, duel_of_cells, duel_on_foot};

/// What comes of a message: `ok` is an event, `-` the refusal `not_seated`, `no` the refusal
/// `not_host`, `pong` an answer, `bye` the end of the room; everything else is a refusal's code.
///
/// `host` opened the room and watches. `elsewhere` comes with the token of another room's player,
/// `forged` with a changed token of `first`: both are newcomers. In `waiting`, nobody but the one
/// who speaks sits. In `turn` and `over` everybody is there, as in `asked`, where `first` has moved
/// and asked `second` to let it take that back, in `several`, where `first` is to select cells and
/// there are stand-ins, and in `walking`, where players walk. In `asleep`, the one who speaks has
/// woken the room and is alone; whoever is alone stands in for the host.
const TABLE: &str = "
waiting      host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          ok            ok            ok            ok            ok            ok
stand        -             ok            ok            -             -             -
set_computer ok            ok            ok            -             -             -
click        -             nothing_asked nothing_asked -             -             -
choose       -             closed        closed        -             -             -
select       -             closed        closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             no_move       no_move       -             -             -
go_back      -             ok            ok            -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       no_player     no            no            no            no            no
close_room   bye           no            no            no            no            no

turn         host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            -             -             -
click        -             ok            not_your_turn -             -             -
choose       -             ok            closed        -             -             -
select       -             no_choice     closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             ok            ok            -             -             -
go_back      -             not_alone     not_alone     -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       present       no            no            no            no            no
close_room   bye           no            no            no            no            no

over         host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            -             -             -
click        -             game_over     game_over     -             -             -
choose       -             closed        closed        -             -             -
select       -             closed        closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             ok            ok            -             -             -
go_back      -             not_alone     not_alone     -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       present       no            no            no            no            no
close_room   bye           no            no            no            no            no

asked        host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            -             -             -
click        -             ok            not_a_choice  -             -             -
choose       -             closed        closed        -             -             -
select       -             closed        closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             asked         asked         -             -             -
go_back      -             not_alone     not_alone     -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       present       no            no            no            no            no
close_room   bye           no            no            no            no            no

several      host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            -             -             -
click        -             not_a_choice  nothing_asked -             -             -
choose       -             no_choice     closed        -             -             -
select       -             ok            closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             ok            ok            -             -             -
go_back      -             not_alone     not_alone     -             -             -
stand_in     -             ok            ok            -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       present       no            no            no            no            no
close_room   bye           no            no            no            no            no

walking      host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            -             -             -
click        -             nothing_asked nothing_asked -             -             -
choose       -             closed        closed        -             -             -
select       -             closed        closed        -             -             -
pose         ok            ok            ok            ok            ok            ok
act          ok            ok            ok            ok            ok            ok
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             ok            ok            -             -             -
go_back      -             not_alone     not_alone     -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       present       no            no            no            no            no
close_room   bye           no            no            no            no            no

asleep       host          first         second        spectator     elsewhere     forged
hello        already_here  already_here  already_here  already_here  already_here  already_here
show_again   not_watching  not_watching  not_watching  not_watching  not_watching  not_watching
sit          seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
stand        -             ok            ok            -             -             -
set_computer seat_taken    seat_taken    ok            seat_taken    seat_taken    seat_taken
click        -             ok            not_your_turn -             -             -
choose       -             ok            closed        -             -             -
select       -             no_choice     closed        -             -             -
pose         no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
act          no_walking    no_walking    no_walking    no_walking    no_walking    no_walking
plugin       no_plugin     no_plugin     no_plugin     no_plugin     no_plugin     no_plugin
action       -             ok            ok            -             -             -
chat         ok            ok            ok            ok            ok            ok
take_back    -             no_move       no_move       -             -             -
go_back      -             ok            ok            -             -             -
stand_in     -             no_stand_in   no_stand_in   -             -             -
ping         pong          pong          pong          pong          pong          pong
unseat       ok            no            no            no            no            no
close_room   bye           no            no            no            no            no
";

/// A message of each kind.
fn messages() -> Vec<ClientMessage> {
    vec![
        ClientMessage::Hello {
            protocol: PROTOCOL,
            room: "abcdefghij".into(),
            token: None,
            after: None,
            name: None,
            watch: false,
        },
        ClientMessage::ShowAgain {},
        ClientMessage::Sit { seat: 1 },
        ClientMessage::Stand {},
        ClientMessage::SetComputer { seat: 1, level: Some(1) },
        ClientMessage::Click { pos: [1, 0, 1], face: 5 },
        ClientMessage::Choose { request: 0, choice: 0 },
        ClientMessage::Select { request: 0, cells: vec![0] },
        ClientMessage::Pose {
            pose: Pose {
                pos: [1.0, 1.0, 1.0],
                yaw: 0.0,
                pitch: 0.0,
                grounded: true,
                sneaks: false,
                runs: false,
                flies: false,
                moved: 1,
            },
        },
        ClientMessage::Act { act: Act::Shortcut { index: 1 } },
        ClientMessage::Plugin { plugin: "pad".into(), version: 1, payload: json!({"a": 1}) },
        ClientMessage::Action { id: "play".into(), value: None },
        ClientMessage::Chat { text: "hello".into() },
        ClientMessage::TakeBack {},
        ClientMessage::GoBack { event: 3 },
        ClientMessage::StandIn { on: true },
        ClientMessage::Ping { nonce: 1 },
        ClientMessage::Unseat { seat: 1 },
        ClientMessage::CloseRoom {},
    ]
}

/// The word a message goes by.
fn tag(message: &ClientMessage) -> String {
    serde_json::to_value(message).unwrap()["t"].as_str().unwrap().to_owned()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Waiting,
    Turn,
    Over,
    Asked,
    Several,
    Walking,
    Asleep,
}

impl Phase {
    const ALL: [(Self, &str); 7] = [
        (Self::Waiting, "waiting"),
        (Self::Turn, "turn"),
        (Self::Over, "over"),
        (Self::Asked, "asked"),
        (Self::Several, "several"),
        (Self::Walking, "walking"),
        (Self::Asleep, "asleep"),
    ];

    /// The map that is played.
    fn map(self) -> MapPackage {
        match self {
            Self::Several => duel_of_cells(),
            Self::Walking => duel_on_foot(),
            _ => duel(),
        }
    }
}

const ROLES: [&str; 6] = ["host", "first", "second", "spectator", "elsewhere", "forged"];

/// Expected outcomes of one phase: per message, per role.
fn expected(phase: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let block = TABLE.split("\n\n").find(|block| block.trim_start().starts_with(phase)).unwrap();
    let mut rows = block.trim().lines().map(|line| {
        let mut words = line.split_whitespace();
        (words.next().unwrap(), words.collect::<Vec<_>>())
    });
    assert_eq!(rows.next().unwrap().1, ROLES);
    rows.collect()
}

#[test]
fn the_table_has_a_row_for_every_message_there_is() {
    // What browsers are told there is, from the same types.
    let declared = fangqi_server::wire::typescript();
    let declared = declared.split("export type ClientMessage").nth(1).unwrap();
    let declared = declared.split("export type").next().unwrap();
    let mut tags: Vec<&str> =
        declared.split("\"t\": \"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    tags.sort_unstable();
    assert!(tags.len() >= 12, "{tags:?}");
    let mut tried: Vec<String> = messages().iter().map(tag).collect();
    tried.sort_unstable();
    assert_eq!(tried, tags, "each message is tried");
    for (_, phase) in Phase::ALL {
        let rows = expected(phase);
        let mut names: Vec<&str> = rows.iter().map(|row| row.0).collect();
        names.sort_unstable();
        assert_eq!(names, tags, "each message has its row in {phase}");
        assert!(rows.iter().all(|row| row.1.len() == ROLES.len()), "{phase}");
    }
}

/// A room in some phase with everybody in it.
struct Table {
    room: RoomId,
    /// In the order of [`ROLES`]; those of the first four who are there.
    people: Vec<Option<Client>>,
    tokens: Vec<String>,
}

/// Reads all that is on its way to a client.
async fn settle(client: &mut Client) -> Vec<Got> {
    client.send(json!({"t": "ping", "nonce": 77})).await;
    let mut read = Vec::new();
    loop {
        let got = client.next().await;
        match got {
            Got::Message(ServerMessage::Pong { nonce: 77 }) => return read,
            Got::Closed(..) => {
                read.push(got);
                return read;
            }
            got => read.push(got),
        }
    }
}

impl Table {
    async fn set(server: &TestServer, phase: Phase, role: usize) -> Self {
        let (status, opened) = post(server, None, r#"{"map":"pad"}"#).await;
        assert_eq!(status, 200);
        let room = RoomId::parse(opened["room"].as_str().unwrap()).unwrap();
        let mut host = server.connect().await;
        host.hello(&room, json!({"token": opened["token"]})).await;
        assert_eq!(host.you.0, 1001, "who opened the room is its first player");
        let mut people = vec![Some(host)];
        for _ in 1..4 {
            people.push(Some(server.join(&room).await));
        }
        let sits = |person: usize| match phase {
            Phase::Waiting => person == role,
            _ => true,
        };
        for (person, seat) in [(1, 0), (2, 1)] {
            if sits(person) {
                let client = people[person].as_mut().unwrap();
                client.send(json!({"t": "sit", "seat": seat})).await;
                settle(client).await;
            }
        }
        if phase == Phase::Over {
            let first = people[1].as_mut().unwrap();
            first.send(json!({"t": "choose", "request": 0, "choice": 1})).await;
            let read = format!("{:?}", settle(first).await);
            assert!(read.contains("Result(Some"), "{read}");
        }
        if phase == Phase::Asked {
            let first = people[1].as_mut().unwrap();
            first.send(json!({"t": "click", "pos": [1, 0, 1], "face": 5})).await;
            settle(first).await;
            first.send(json!({"t": "take_back"})).await;
            settle(first).await;
            let read = format!("{:?}", settle(people[2].as_mut().unwrap()).await);
            assert!(read.contains("Request { request: Some"), "the other is asked: {read}");
        }
        let tokens = people.iter().flatten().map(|client| client.token.clone()).collect();
        if phase == Phase::Asleep {
            for person in &mut people {
                person.take().unwrap().leave().await;
            }
        }
        Self { room, people, tokens }
    }

    /// The one who is to speak.
    async fn speaker(&mut self, server: &TestServer, role: usize, foreign: &str) -> Client {
        if let Some(client) = self.people.get_mut(role).and_then(Option::take) {
            return client;
        }
        let forged = || {
            let mut token = self.tokens[1].clone();
            let last = if token.ends_with('a') { "b" } else { "a" };
            token.replace_range(47.., last);
            token
        };
        let token = match ROLES[role] {
            "elsewhere" => foreign.to_owned(),
            "forged" => forged(),
            _ => self.tokens[role].clone(),
        };
        let mut client = server.connect().await;
        client.hello(&self.room, json!({"token": token})).await;
        let known = self.tokens.get(role).is_some();
        assert_eq!(client.you.0 <= 1004, known, "{} is {:?}", ROLES[role], client.you);
        client
    }
}

/// Says something and gives what came of it, in a word of the table.
async fn outcome(client: &mut Client, message: &ClientMessage) -> String {
    settle(client).await;
    client.send(serde_json::to_value(message).unwrap()).await;
    let (mut event, mut pong) = (false, false);
    for got in settle(client).await {
        match got {
            Got::Message(ServerMessage::Refused { code, .. }) => {
                return match code.as_str() {
                    "not_seated" => "-".to_owned(),
                    "not_host" => "no".to_owned(),
                    _ => code,
                };
            }
            Got::Message(ServerMessage::Bye { code, .. }) => {
                assert_eq!(code, "room_closed");
                return "bye".to_owned();
            }
            Got::Message(ServerMessage::Pong { .. }) => pong = true,
            Got::Message(ServerMessage::Event { .. }) => event = true,
            _ => {}
        }
    }
    match (event, pong) {
        (true, _) => "ok".to_owned(),
        (false, true) => "pong".to_owned(),
        (false, false) => "nothing".to_owned(),
    }
}

async fn check(phase: Phase) {
    let name = Phase::ALL.iter().find(|(known, _)| *known == phase).unwrap().1;
    let server = TestServer::on(Arc::new(MemoryLog::new()), phase.map(), |config| {
        config.http.opens_burst = 1e6;
        config.room.sleep_after = Duration::ZERO;
    })
    .await;
    let elsewhere = server.room().await;
    let mut player = server.join(&elsewhere).await;
    player.send(json!({"t": "sit", "seat": 0})).await;
    player.event().await;
    let rows = expected(name);
    let messages = messages();
    let mut tables = Vec::new();
    for message in &messages {
        for role in 0..ROLES.len() {
            tables.push((message, role, Table::set(&server, phase, role).await));
        }
    }
    if phase == Phase::Asleep {
        // Housekeeping comes once a second.
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    let mut wrong = Vec::new();
    for (message, role, mut table) in tables {
        let mut client = table.speaker(&server, role, &player.token).await;
        let found = outcome(&mut client, message).await;
        let tag = tag(message);
        let wanted = rows.iter().find(|row| row.0 == tag).unwrap().1[role];
        if found != wanted {
            wrong.push(format!("{name}: {tag} by {}: {found}, not {wanted}", ROLES[role]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    player.say("elsewhere, nothing happened").await;
}

#[tokio::test]
async fn before_the_game() {
    check(Phase::Waiting).await;
}

#[tokio::test]
async fn during_the_game() {
    check(Phase::Turn).await;
}

#[tokio::test]
async fn after_the_game() {
    check(Phase::Over).await;
}

#[tokio::test]
async fn while_somebody_is_asked_to_let_a_move_be_taken_back() {
    check(Phase::Asked).await;
}

#[tokio::test]
async fn while_several_cells_are_to_be_selected() {
    check(Phase::Several).await;
}

#[tokio::test]
async fn where_players_walk() {
    check(Phase::Walking).await;
}

#[tokio::test]
async fn in_a_room_that_was_asleep() {
    check(Phase::Asleep).await;
}

#[tokio::test]
async fn nobody_says_anything_before_hello() {
    let server = TestServer::start().await;
    for message in messages().iter().skip(1) {
        let mut client = server.connect().await;
        client.send(serde_json::to_value(message).unwrap()).await;
        client.bye("abuse").await;
    }
}
