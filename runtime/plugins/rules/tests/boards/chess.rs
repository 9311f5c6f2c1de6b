//! Chess against published counts of moves, and the ends of games.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fangqi_kit::search::{Board, Turn, Worth};
use fangqi_plugin_rules::{LuaBoard, Question, RulesVm, Study, think};
use fangqi_protocol::Alone;
use mlua::{Table, Value};

use crate::played::random_games;
use crate::rules::{load, path};
use crate::sources::source;

/// Pieces in the order of their numbers.
const PIECES: &str = "PNBRQKpnbrqk";

/// The cell that a name such as `e4` stands for.
fn cell(name: &str) -> u32 {
    let [column, row] = name.as_bytes() else { panic!("{name} is no cell") };
    u32::from(column - b'a') + 8 * u32::from(row - b'1') + 1
}

/// The state that FEN describes.
fn position(rules: &RulesVm, fen: &str) -> Table {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut cells = Vec::new();
    for row in fields[0].split('/').rev() {
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => cells.extend((0..empty).map(|_| 0)),
                None => cells.push(PIECES.find(letter).unwrap() + 1),
            }
        }
    }
    let right = |(bit, letter)| if fields[2].contains(letter) { 1_u32 << bit } else { 0 };
    let state = rules.setup(None, &[]).unwrap();
    state.raw_set("cells", cells).unwrap();
    state.raw_set("turn", if fields[1] == "w" { 1 } else { 2 }).unwrap();
    state.raw_set("rights", (0..).zip(['Q', 'K', 'q', 'k']).map(right).sum::<u32>()).unwrap();
    state.raw_set("passing", (fields[3] != "-").then(|| cell(fields[3]))).unwrap();
    state.raw_set("clock", fields[4].parse::<u32>().unwrap()).unwrap();
    state.raw_set("past", "").unwrap();
    state
}

/// The number of a move such as `e2e4` or `a7a8 queen`, which is legal.
fn found(study: &Study<'_>, game: &LuaBoard<'_>, text: &str) -> u32 {
    let mut legal = Vec::new();
    let (cells, word) = text.split_once(' ').unwrap_or((text, ""));
    let (from, to) = cells.split_at(2);
    game.moves(&mut legal);
    let found = legal.iter().find(|mv| {
        let mv: mlua::Value = study.move_of(**mv).unwrap();
        let mv = mv.as_table().unwrap();
        let at = |index: u8| mv.raw_get::<u32>(index).unwrap();
        let promoted = mv.raw_get::<Option<String>>(3).unwrap().unwrap_or_default();
        (at(1), at(2)) == (cell(from), cell(to)) && promoted == word
    });
    *found.unwrap_or_else(|| panic!("{text} is not legal"))
}

/// Plays moves such as `e2e4` and `a7a8 queen`; all of them are legal.
fn play(study: &Study<'_>, game: &mut LuaBoard<'_>, line: &str) {
    for text in line.split(", ") {
        let number = found(study, game, text);
        game.play(number);
    }
}

/// How a move in a position is written.
fn written(fen: &str, text: &str) -> String {
    let (rules, stop) = (load("chess"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let game = study.game(position(&rules, fen), false).unwrap();
    let mv = study.move_of(found(&study, &game, text)).unwrap();
    let seat: u32 = game.state().raw_get("turn").unwrap();
    let notation: mlua::Function = rules.spec().rules.raw_get("notation").unwrap();
    notation.call((game.state(), mv, seat)).unwrap()
}

/// How the game from a position ends after moves; none if it goes on.
fn ending(fen: &str, line: &str) -> Option<(f32, String)> {
    let (rules, stop) = (load("chess"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let mut game = study.game(position(&rules, fen), false).unwrap();
    play(&study, &mut game, line);
    let mut moves = Vec::new();
    if game.turn() != Turn::Over {
        game.moves(&mut moves);
    }
    assert!(study.trouble().is_none(), "{:?}", study.trouble());
    if game.turn() != Turn::Over {
        return None;
    }
    let draw = game.state().raw_get::<Option<String>>("draw").unwrap();
    let stuck = || {
        let stuck: mlua::Function = rules.spec().rules.raw_get("stuck").unwrap();
        let seat: u32 = game.state().raw_get("turn").unwrap();
        stuck.call::<(f64, String)>((game.state(), seat)).unwrap().1
    };
    Some((game.payoff(0), draw.unwrap_or_else(stuck)))
}

/// The best lines in a position, each as its cells and what it is worth. All their moves are legal.
fn best_lines(fen: &str, lines: u8) -> Vec<(Vec<Vec<u32>>, Worth)> {
    let (rules, stop) = (load("chess"), AtomicBool::new(false));
    let (source, parameters) = source("chess");
    let state = position(&rules, fen);
    let question = Question {
        script: "chess/rules.lua".to_owned(),
        source,
        modules: BTreeMap::new(),
        parameters,
        view: rules.write(&Value::Table(state.clone())).unwrap(),
        level: 4,
        fuel: Some(20_000_000),
        time: Duration::from_secs(2),
        seed: 7,
        lines,
    };
    let thought = think(question, &Alone, &Arc::default()).unwrap();
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let of_line = |moves: Vec<Vec<u8>>| {
        let mut game = study.game(state.clone(), false).unwrap();
        let mut cells = Vec::new();
        for mv in moves {
            let number = study.number_of(&rules.read(&mv).unwrap()).unwrap();
            let mut legal = Vec::new();
            game.moves(&mut legal);
            assert!(legal.contains(&number), "{fen}: after {cells:?}");
            game.play(number);
            cells.push(path(&study, number));
        }
        cells
    };
    thought.lines.into_iter().map(|line| (of_line(line.moves), line.worth)).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A worth as a number: wins above all scores, the sooner the higher.
fn rank(worth: Worth) -> i32 {
    match worth {
        Worth::Score(score) => score,
        Worth::WonIn(plies) => 100_000 - plies as i32,
        Worth::LostIn(plies) => plies as i32 - 100_000,
        Worth::Mean(value) => panic!("chess has scores, not {value}"),
    }
}

#[test]
fn the_best_lines_differ_and_fall_in_worth() {
    for fen in [START, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
        let lines = best_lines(fen, 3);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines.iter().all(|(moves, _)| !moves.is_empty()), "{lines:?}");
        assert!(lines.is_sorted_by(|(_, a), (_, b)| rank(*a) >= rank(*b)), "{lines:?}");
        let mut firsts: Vec<_> = lines.iter().map(|(moves, _)| moves[0].clone()).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), 3, "{lines:?}");
    }
    assert_eq!(best_lines(START, 0), []);
    assert_eq!(best_lines(START, 1).len(), 1);
}

#[test]
fn there_are_no_more_lines_than_moves() {
    // The rook leaves the king two cells.
    let lines = best_lines("k7/8/8/8/8/8/1r6/4K3 w - - 0 1", 3);
    let mut firsts: Vec<_> = lines.iter().map(|(moves, _)| moves[0].clone()).collect();
    firsts.sort();
    let king = |to: &str| vec![cell("e1"), cell(to)];
    assert_eq!(firsts, [king("d1"), king("f1")]);
}

#[test]
fn a_line_that_mates_says_when() {
    let mates = best_lines("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3);
    assert_eq!(mates[0], (vec![vec![cell("a1"), cell("a8")]], Worth::WonIn(1)));
    let mated = best_lines("k7/8/1K6/8/8/8/8/7R b - - 0 1", 3);
    let moves = vec![vec![cell("a8"), cell("b8")], vec![cell("h1"), cell("h8")]];
    assert_eq!(mated, [(moves, Worth::LostIn(2))]);
}

/// Counts as the Chess Programming Wiki publishes them.
#[test]
fn moves_are_as_many_as_published_from_the_start() {
    for (depth, count) in (1..).zip([20, 400, 8_902, 197_281, 4_865_609]) {
        assert_eq!(crate::oracle::perft("chess", depth), count, "to depth {depth}");
    }
}

/// Positions rich in castling, promotion, pins and pawns that take in passing.
#[test]
fn moves_are_as_many_as_published() {
    let counts: [(&str, &[u64]); 6] = [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890],
        ),
    ];
    let (rules, stop) = (load("chess"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    for (fen, counts) in counts {
        let state = position(&rules, fen);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(study.perft(&state, depth).unwrap(), *count, "{fen} to depth {depth}");
        }
    }
}

#[test]
fn a_game_begins_as_fen_says() {
    let rules = load("chess");
    let (ours, fen) = (rules.setup(None, &[]).unwrap(), position(&rules, START));
    let cells = |state: &Table| state.raw_get::<Vec<u32>>("cells").unwrap();
    assert_eq!(cells(&ours), cells(&fen));
    assert_eq!(ours.raw_get::<u32>("rights").unwrap(), fen.raw_get::<u32>("rights").unwrap());
}

#[test]
fn mate_wins_and_stalemate_draws() {
    let end = |fen, line| ending(fen, line).map(|(payoff, why)| (payoff, why.leak() as &str));
    assert_eq!(end(START, "f2f3, e7e5, g2g4, d8h4"), Some((-1.0, "checkmate")));
    assert_eq!(end("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7"), Some((1.0, "checkmate")));
    assert_eq!(end("7k/8/4K1Q1/8/8/8/8/8 w - - 0 1", "e6f7"), Some((0.0, "stalemate")));
    assert_eq!(end("k7/4P3/K7/8/8/8/8/8 w - - 0 1", "e7e8 queen"), Some((1.0, "checkmate")));
    assert_eq!(end("k7/4P3/K7/8/8/8/8/8 w - - 0 1", "e7e8 bishop"), Some((0.0, "material")));
    assert_eq!(end("k7/4P3/K7/8/8/8/8/8 w - - 0 1", "e7e8 rook"), Some((1.0, "checkmate")));
}

#[test]
fn the_third_time_a_position_stands_it_is_a_draw() {
    // `ending` does not count the position it begins from.
    let dance = "g8f6, f3g1, f6g8, g1f3";
    assert_eq!(ending(START, &format!("g1f3, {dance}")), None);
    let drawn = ending(START, &format!("g1f3, {dance}, {dance}"));
    assert_eq!(drawn, Some((0.0, "repetition".to_owned())));
}

#[test]
fn a_position_is_another_while_a_pawn_may_be_taken_in_passing_or_a_king_may_castle() {
    // e7e5 makes a position in which d5 could take; the same squares later are met without.
    let fen = "4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1";
    let back = "e1f1, e8f8, f1e1, f8e8";
    assert_eq!(ending(fen, &format!("e7e5, {back}, {back}")), None);
    assert_eq!(ending(fen, &format!("e7e5, {back}, {back}, e1f1")).unwrap().1, "repetition");
    // Here no pawn stands beside: the first of the three counts.
    let fen = "4k3/4p3/8/8/P7/8/8/4K3 b - - 0 1";
    assert_eq!(ending(fen, &format!("e7e5, {back}, {back}")).unwrap().1, "repetition");
    // The rights to castle are lost with the first move of the king.
    let fen = "4k3/4p3/8/8/P7/8/8/4K2R b K - 0 1";
    assert_eq!(ending(fen, &format!("e7e5, {back}, {back}")), None);
}

/// FIDE 9.2.3: a position is another only while a capture in passing is a legal move.
#[test]
fn a_pawn_that_no_other_may_take_in_passing_makes_no_other_position() {
    // 4...d5 passes a pawn that the queen pins to its king.
    let opening = "e2e4, c7c5, e4e5, d8b6, g1f3, b6e6, f3g1, d7d5";
    let dance = "g1f3, b8c6, f3g1, c6b8";
    assert_eq!(ending(START, &format!("{opening}, {dance}")), None);
    let drawn = ending(START, &format!("{opening}, {dance}, {dance}"));
    assert_eq!(drawn, Some((0.0, "repetition".to_owned())));
    let back = "a5a4, e8f8, a4a5, f8e8";
    let game = |fen: &str| ending(fen, &format!("c7c5, {back}, {back}"));
    // To take would clear the rank between king and rook of both pawns.
    assert_eq!(game("4k3/2p5/8/KP5r/8/8/8/8 b - - 0 1").unwrap().1, "repetition");
    // Of two pawns one may take, as the other then still shields the king.
    assert_eq!(game("4k3/2p5/8/KP1P3r/8/8/8/8 b - - 0 1"), None);
    // Black's pawns take as White's do: freely, or not at all for a pin along the file.
    let back = "e8d8, e1f1, d8e8, f1e1";
    let game = |fen: &str| ending(fen, &format!("c2c4, {back}, {back}"));
    assert_eq!(game("4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1"), None);
    let back = "d8c8, e1f1, c8d8, f1e1";
    let game = |fen: &str| ending(fen, &format!("c2c4, {back}, {back}"));
    assert_eq!(game("3k4/8/8/8/3p4/8/2P5/3RK3 w - - 0 1").unwrap().1, "repetition");
}

#[test]
fn fifty_moves_draw_unless_the_last_mates() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 99 80";
    assert_eq!(ending(fen, "g6g1").unwrap(), (0.0, "fifty".to_owned()));
    assert_eq!(ending(fen, "g6g7").unwrap(), (1.0, "checkmate".to_owned()));
    assert_eq!(ending("7k/8/5KQ1/8/8/8/8/8 w - - 98 80", "g6g1"), None);
    assert_eq!(ending("7k/8/4PK2/8/8/8/8/R7 w - - 99 80", "e6e7"), None);
}

#[test]
fn too_little_material_draws() {
    let drawn = |fen, line| ending(fen, line).is_some_and(|end| end == (0.0, "material".into()));
    assert!(drawn("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2"), "bare kings");
    assert!(drawn("4k3/8/8/8/8/8/3r4/N3K3 w - - 0 1", "e1d2"), "a knight");
    assert!(drawn("4k3/8/8/8/8/8/3r4/B3K3 w - - 0 1", "e1d2"), "a bishop");
    assert!(drawn("4kb2/8/8/8/8/8/3r4/B3K3 w - - 0 1", "e1d2"), "bishops on dark cells");
    assert!(!drawn("2b1k3/8/8/8/8/8/3r4/B3K3 w - - 0 1", "e1d2"), "bishops on both colours");
    assert!(!drawn("4k3/8/8/8/8/8/3r4/NN2K3 w - - 0 1", "e1d2"), "two knights");
    assert!(!drawn("4kn2/8/8/8/8/8/3r4/N3K3 w - - 0 1", "e1d2"), "a knight each");
    assert!(!drawn("4k3/p7/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2"), "a pawn");
}

#[test]
fn the_score_is_the_same_from_both_sides_of_the_board() {
    let rules = load("chess");
    let score: mlua::Function = rules.spec().rules.raw_get("score").unwrap();
    let worth = |fen: &str, seat: u32| score.call::<f64>((position(&rules, fen), seat)).unwrap();
    assert_eq!(worth(START, 1), 0.0);
    let (white, black) =
        ("4k3/8/8/2N5/8/5P2/8/1Q2K3 w - - 0 1", "1q2k3/8/5p2/8/2n5/8/8/4K3 w - - 0 1");
    assert_eq!(worth(white, 1), worth(black, 2));
    assert_eq!(worth(white, 1), -worth(white, 2));
    assert!((1_200.0..1_600.0).contains(&worth(white, 1)));
}

#[test]
fn random_games_end() {
    let plies = random_games(&load("chess"), 12, 1_500);
    assert!((150..700).contains(&plies), "{plies} plies a game");
}

#[test]
fn moves_are_written_in_standard_algebraic_notation() {
    for (fen, text, expected) in [
        (START, "e2e4", "e4"),
        (START, "g1f3", "Nf3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
        // Of two knights, rooks and queens the one that moves: by file, by rank, by both.
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("R7/8/4k3/8/8/8/8/R3K3 w - - 0 1", "a8a4", "R8a4"),
        ("8/8/4k3/8/Q2Q4/8/8/Q3K3 w - - 0 1", "a4d1", "Qa4d1"),
        // A pinned piece is none of them.
        ("4r1k1/8/8/8/8/N3N3/8/4K3 w - - 0 1", "a3c4", "Nc4"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8 knight", "a8=N"),
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8 queen", "axb8=Q+"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "Qg7#"),
        ("8/8/8/2k5/2p5/8/3P4/4K3 w - - 0 1", "d2d4", "d4+"),
    ] {
        assert_eq!(written(fen, text), expected, "{fen} {text}");
    }
}
