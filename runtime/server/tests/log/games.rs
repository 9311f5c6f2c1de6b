//! Finished games, and what was played next in a position.

use fangqi_protocol::{Input, LocalText, PlayerId, Record};
use fangqi_server::log::{
    Entry, FinishedGame, GAME_DEPTH, GAMES_MAX, MemoryLog, Opening, RoomLog, RoomMeta,
};
use fangqi_server::session::RoomId;
use rusqlite::params;

use crate::support::{Store as _, append, direct, meta, open, play, room};

/// A room of map `map0` with some inputs.
fn opened(log: &dyn RoomLog, inputs: u64) -> RoomId {
    let room = room();
    append(log, &room, Entry::Open(meta(0))).unwrap();
    play(log, &room, 1, inputs);
    room
}

/// A game of these moves, which ended with an event. The Chinese text of `e4` is `中e4`.
fn game(event: u64, moves: &str, winner: Option<u8>) -> FinishedGame {
    let text = |en: &str| LocalText::new(format!("中{en}"), en);
    let moves = moves.split(' ').map(text).collect();
    FinishedGame { event, options: "option_size=9".to_owned(), moves, winner }
}

/// What was played after some moves: each move with the wins of both seats and the draws.
fn after(log: &dyn RoomLog, moves: &str) -> Vec<(String, [u32; 2], u32)> {
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let (map, options) = ("map0".to_owned(), "option_size=9".to_owned());
    let found = log.explore(&Opening { map, options, moves }).unwrap();
    let told = |wins: &[u32]| [0, 1].map(|seat| wins.get(seat).copied().unwrap_or(0));
    found
        .into_iter()
        .map(|found| {
            assert_eq!(found.text.zh, format!("中{}", found.text.en));
            (found.text.en.clone(), told(&found.wins), found.draws)
        })
        .collect()
}

fn in_all(test: impl Fn(&dyn RoomLog)) {
    let folder = tempfile::tempdir().unwrap();
    test(&open(folder.path()));
    test(&MemoryLog::new());
    test(&crate::postgres::Database::new().open());
}

#[test]
fn games_are_counted_by_what_was_played_next_and_how_they_ended() {
    in_all(|log| {
        let games =
            [("e4 e5 f4", Some(0)), ("e4 c5", Some(1)), ("e4 e5", None), ("d4 d5", Some(1))];
        for (moves, winner) in games {
            let room = opened(log, 9);
            append(log, &room, Entry::Finished(game(9, moves, winner))).unwrap();
        }
        let of = |text: &str, wins, draws| (text.to_owned(), wins, draws);
        assert_eq!(after(log, ""), [of("e4", [1, 1], 1), of("d4", [0, 1], 0)]);
        assert_eq!(after(log, "e4"), [of("e5", [1, 0], 1), of("c5", [0, 1], 0)]);
        assert_eq!(after(log, "e4 e5"), [of("f4", [1, 0], 0)]);
        assert_eq!(after(log, "e4 e5 f4"), []);
        // Texts are compared whole: no game begins with "e".
        assert_eq!(after(log, "e"), []);
        let other = Opening { map: "map0".into(), ..Opening::default() };
        assert_eq!(log.explore(&other).unwrap(), [], "the other options");
        let other = Opening { map: "map1".into(), options: "option_size=9".into(), moves: vec![] };
        assert_eq!(log.explore(&other).unwrap(), [], "another map");
    });
}

#[test]
fn a_game_whose_end_is_taken_back_is_not_counted_twice() {
    in_all(|log| {
        let room = opened(log, 9);
        append(log, &room, Entry::Finished(game(5, "a b", Some(0)))).unwrap();
        append(log, &room, Entry::Finished(game(9, "c d", Some(0)))).unwrap();
        // Told twice, as after a crash.
        append(log, &room, Entry::Finished(game(9, "c d", Some(0)))).unwrap();
        assert_eq!(after(log, "").len(), 2);
        let back = Input::TakeBack { player: PlayerId(1001) };
        let record = Record { tick: 9, input: back, faults: Vec::new(), rewound: Some(7) };
        append(log, &room, Entry::Record { event: 10, record }).unwrap();
        assert_eq!(after(log, ""), [("a".to_owned(), [1, 0], 0)]);
        append(log, &room, Entry::Record { event: 11, record: crate::support::record(9, "x") })
            .unwrap();
        append(log, &room, Entry::Finished(game(11, "c e", Some(1)))).unwrap();
        assert_eq!(after(log, "c"), [("e".to_owned(), [0, 1], 0)]);
    });
}

#[test]
fn private_rooms_and_games_that_cannot_be_looked_up_are_left_out() {
    in_all(|log| {
        let private = room();
        let options = "{\"opened\":1,\"private\":true}".to_owned();
        let meta = RoomMeta { options, ..meta(0) };
        append(log, &private, Entry::Open(meta)).unwrap();
        play(log, &private, 1, 3);
        append(log, &private, Entry::Finished(game(3, "a b", Some(0)))).unwrap();
        let listed = opened(log, 3);
        let long = "x".repeat(65);
        for moves in ["", "a\nb", &long] {
            append(log, &listed, Entry::Finished(game(3, moves, Some(0)))).unwrap();
        }
        append(log, &listed, Entry::Finished(game(3, "a", Some(200)))).unwrap();
        assert_eq!(after(log, ""), []);
        let moves = ["m"; GAME_DEPTH + 9].join(" ");
        append(log, &listed, Entry::Finished(game(3, &moves, None))).unwrap();
        let deepest = ["m"; GAME_DEPTH - 1].join(" ");
        assert_eq!(after(log, &deepest).len(), 1);
        assert_eq!(after(log, &format!("{deepest} m")), []);
    });
    // A game of a room that has no such event is refused by the file.
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let room = opened(&log, 3);
    assert!(append(&log, &room, Entry::Finished(game(4, "a", None))).is_err());
}

#[test]
fn the_oldest_games_make_room_and_the_others_outlast_their_rooms_and_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(folder.path());
    let old = opened(&log, 3);
    append(&log, &old, Entry::Finished(game(3, "old", None))).unwrap();
    direct(folder.path())
        .execute(
            "UPDATE sqlite_sequence SET seq = ?1 WHERE name = 'games'",
            params![GAMES_MAX as i64 + 7],
        )
        .unwrap();
    let new = opened(&log, 3);
    append(&log, &new, Entry::Finished(game(3, "new", None))).unwrap();
    append(&log, &new, Entry::Delete).unwrap();
    drop(log);
    assert_eq!(after(&open(folder.path()), ""), [("new".to_owned(), [0, 0], 1)]);
}
