use super::*;
use crate::Position;

fn search(fen: &str, nodes: u64) -> Thought {
    let game = Game::from_fen(fen).expect(fen);
    think(&game, &Limits { nodes: Some(nodes), ..Limits::default() }, &AtomicBool::new(false))
}

#[test]
fn same_nodes_same_thought() {
    for fen in [crate::START_FEN, "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"]
    {
        let first = search(fen, 20_000);
        assert_eq!(search(fen, 20_000), first);
        assert!(first.depth >= 5, "{first:?}");
    }
}

/// Puzzles of the fact file: the search must find the first move and a mate score.
#[test]
fn mates_are_found() {
    let (mut solved, mut asked) = (0, 0);
    for line in include_str!("../../tests/data/xiangqi-puzzles-A.epd").lines() {
        if line.starts_with('#') {
            continue;
        }
        let (fen, rest) = line.split_once(" bm ").expect("a best move");
        let best = &rest[..4];
        let mate_in: i32 =
            rest.split("dm ").nth(1).and_then(|r| r.split(';').next()).unwrap().parse().unwrap();
        if mate_in > 5 {
            continue;
        }
        asked += 1;
        let thought = search(fen, 60_000);
        let found = thought.best.is_some_and(|mv| mv.to_string() == best);
        if found { solved += 1 } else { println!("missed {line}: {thought:?}") }
    }
    assert!(asked >= 20, "{asked}");
    assert!(solved * 100 >= asked * 85, "{solved} of {asked}");
}

#[test]
fn lines_are_legal_and_mates_are_mates() {
    for line in include_str!("../../tests/data/xiangqi-puzzles-A.epd").lines().skip(3).take(25) {
        let fen = line.split(" bm ").next().unwrap();
        let thought = search(fen, 20_000);
        let mut position = Position::from_fen(fen).unwrap();
        for &mv in &thought.pv {
            position.play(mv).expect("a line is legal");
        }
        if let Score::Mate(moves @ 1..) = thought.score
            && thought.pv.len() as i32 == 2 * moves - 1
        {
            assert!(!position.has_legal_move(), "{fen} {thought:?}");
        }
    }
}

#[test]
fn levels_answer_and_end() {
    let mut game = Game::default();
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    for level in Level::all().take(7) {
        let one = think_level(&game, level, 1, &AtomicBool::new(false));
        assert_eq!(one, think_level(&game, level, 1, &AtomicBool::new(false)));
        assert!(game.position().is_legal(one.best.unwrap()));
    }
    let raised = AtomicBool::new(true);
    assert!(think_level(&game, Level::MAX, 1, &raised).best.is_some());
    game.resign(crate::Color::Red).unwrap();
    assert_eq!(think_level(&game, Level::MAX, 1, &raised).best, None);
}

#[test]
fn a_level_short_of_time_looks_at_less_and_still_moves() {
    let game = Game::default();
    let quiet = AtomicBool::new(false);
    let level = Level::new(9).unwrap();
    let short = think_level_within(&game, level, 300, 1, &quiet);
    assert!(short.best.is_some() && short.nodes < 2_000, "{short:?}");
    let weak = Level::new(2).unwrap();
    assert_eq!(
        think_level_within(&game, weak, u64::MAX, 5, &quiet),
        think_level(&game, weak, 5, &quiet)
    );
    assert!(think_level_within(&game, level, 1, 1, &quiet).best.is_some());
}

/// Level 1 takes a hanging chariot and does not leave its own to be taken.
#[test]
fn level_1_sees_hanging_pieces() {
    let offered = "3k5/9/9/9/4r4/9/9/4R4/4N4/5K3 w";
    let attacked = "4k4/9/4b4/9/4r4/6N2/9/9/9/5K3 b";
    for seed in 0..20 {
        let quiet = AtomicBool::new(false);
        let game = Game::from_fen(offered).unwrap();
        let taken = think_level(&game, Level::MIN, seed, &quiet).best.unwrap();
        assert_eq!(taken.to_string(), "e2e5");
        let mut game = Game::from_fen(attacked).unwrap();
        let mv = think_level(&game, Level::MIN, seed, &quiet).best.unwrap();
        game.play(mv).unwrap();
        let hangs = game
            .legal_moves()
            .into_iter()
            .any(|reply| game.position().piece_at(reply.to).is_some_and(|p| p.letter() == 'r'));
        assert!(!hangs, "{mv}");
    }
}

#[test]
fn several_lines_come_best_first_and_differ() {
    let game = Game::default();
    let limits = Limits { depth: Some(6), lines: 3, ..Limits::default() };
    let mut told: Vec<Thought> = Vec::new();
    let best = think_aloud(&game, &limits, &AtomicBool::new(false), &mut |thought| {
        told.push(thought.clone());
    });
    let last: Vec<&Thought> = told.iter().filter(|thought| thought.depth == 6).collect();
    assert_eq!(last.iter().map(|thought| thought.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(*last[0], Thought { nodes: last[0].nodes, ..best });
    let value = |thought: &Thought| match thought.score {
        Score::Cp(value) => value,
        Score::Mate(_) => panic!("there is no mate in the first moves: {thought:?}"),
    };
    assert!(last.is_sorted_by(|a, b| value(a) >= value(b) && a.best != b.best), "{last:?}");
    let few = Game::from_fen("3k5/9/9/9/4P4/9/9/9/9/4K4 b").unwrap();
    let limits = Limits { depth: Some(3), lines: 200, ..Limits::default() };
    assert!(think(&few, &limits, &AtomicBool::new(false)).best.is_some());
}

#[test]
fn threads_share_one_table_and_end_together() {
    let game = Game::default();
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    let mut engine = Engine::with_entries(1 << 14).with_threads(3);
    let thought = engine.think(&game, &limits, &AtomicBool::new(false), &mut |_| {});
    assert!(game.position().is_legal(thought.best.expect("the game is not over")));
    assert!((60_000..90_000).contains(&thought.nodes), "{thought:?}");
    let stopped = engine.think(&game, &Limits::default(), &AtomicBool::new(true), &mut |_| {});
    assert!(stopped.best.is_some());
}

/// Check squares are exactly the points from which a piece that arrives would give check.
#[test]
fn check_squares_are_those_of_checks() {
    let mut checks = 0;
    for line in include_str!("../../tests/data/xiangqi-puzzles-A.epd").lines().skip(3) {
        let position = Position::from_fen(line.split(" bm ").next().unwrap()).unwrap();
        let squares = position.check_squares();
        let check_zone = crate::attacks::check_zone(position.king(!position.side_to_move()));
        for mv in position.legal_quiets().into_iter().filter(|mv| !check_zone.has(mv.from)) {
            let kind = position.piece_at(mv.from).unwrap().kind;
            let mut moved = position.clone();
            moved.play_unchecked(mv);
            let attacks = moved.reach(mv.to).has(moved.king(moved.side_to_move()));
            assert_eq!(squares[kind.index()].has(mv.to), attacks, "{line} {mv}");
            checks += u32::from(attacks);
        }
    }
    assert!(checks > 10, "{checks}");
}

/// A game with `quiet` plies since the last capture.
fn late(board: &str, quiet: u16) -> Game {
    Game::from_fen(&format!("{board} - - {quiet} 90")).expect(board)
}

fn to_depth(game: &Game, depth: u8) -> Thought {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    think(game, &limits, &AtomicBool::new(false))
}

/// Mate in one or two by two chariots, on the ply that reaches the limit, still wins.
#[test]
fn a_mate_with_the_last_ply_before_the_limit_counts() {
    let one = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    assert_eq!(to_depth(&late(one, 119), 4).score, Score::Mate(1));
    let two = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w";
    assert_eq!(to_depth(&late(two, 0), 6).score, Score::Mate(2));
    assert_eq!(to_depth(&late(two, 117), 6).score, Score::Mate(2));
    assert_eq!(to_depth(&late(two, 118), 6).score, Score::Cp(0));
    // Stalemate wins like mate.
    let stalemate = "3k5/9/2P6/9/9/9/9/9/9/4K4 w";
    assert_eq!(to_depth(&late(stalemate, 119), 3).score, Score::Mate(1));
}

/// Every quiet move draws, so the chariot captures the pawn at any depth.
#[test]
fn the_limit_is_seen_at_every_depth() {
    let board = "3k5/9/9/9/9/R7p/9/9/9/5K3 w";
    for depth in 1..8 {
        let thought = to_depth(&late(board, 119), depth);
        assert_eq!(thought.best.map(|mv| mv.to_string()), Some("a4i4".into()), "{depth}");
        assert!(matches!(thought.score, Score::Mate(_) | Score::Cp(300..)), "{thought:?}");
        let bare = to_depth(&late("3k5/9/9/9/9/R8/9/9/9/5K3 w", 119), depth);
        assert_eq!(bare.score, Score::Cp(0), "{depth}");
    }
}

/// Only ten checks of each side count as quiet plies, in the search as in the game.
#[test]
fn checks_beyond_the_tenth_leave_the_search_time() {
    let board = "3k5/9/9/9/9/9/9/9/R8/4K4 w";
    let mut game = late(board, 80);
    // Twenty plies of checks on different points; ten of them are Red's.
    let mut checks = 0;
    while game.position().quiet_plies() < 119 && !game.status().is_over() {
        let wants_check = game.side_to_move() == crate::Color::Red;
        let seen: Vec<u64> = game.plies().iter().map(|ply| ply.hash).collect();
        let rank = |mv: &Move| {
            let mut next = game.clone();
            let status = next.play(*mv).expect("legal").status;
            let check = status == crate::Status::Ongoing { check: true };
            let hangs =
                next.legal_moves().iter().any(|reply| next.position().piece_at(reply.to).is_some());
            let times = seen.iter().filter(|&&hash| hash == next.position().hash()).count();
            (status.is_over() || hangs, times > 1, check != wants_check, times)
        };
        let mv = game.legal_moves().into_iter().min_by_key(rank).expect("a move");
        game.play(mv).expect("legal");
        checks += u16::from(game.status() == crate::Status::Ongoing { check: true });
    }
    assert!(checks > 12, "{checks}");
    let left = crate::natural_limit::plies_left(game.position(), game.plies());
    assert_eq!(left, 1 + 2 * (checks - 10));
    assert!(!game.status().is_over());
    // The raw counter would draw here at the next ply.
    let thought = to_depth(&game, 3);
    assert!(!matches!(thought.score, Score::Cp(0)), "{thought:?}");
}
