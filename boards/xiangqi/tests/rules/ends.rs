//! How games end.

use std::collections::BTreeMap;

use fangqi_xiangqi::{
    Color, DrawReason, Game, GameEnded, Illegal, Move, Position, RuleSet, Status, WinReason,
};

fn won(winner: Color, reason: WinReason) -> Status {
    Status::Won { winner, reason }
}

fn play(game: &mut Game, moves: &str) {
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect(mv)).expect(mv);
    }
}

fn shuffle(fen: &str, rules: RuleSet, moves: &str) -> Game {
    let mut game = Game::with_rules(Position::from_fen(fen).expect(fen), rules);
    for mv in moves.split_whitespace().cycle().take(40) {
        if game.status().is_over() {
            break;
        }
        game.play(mv.parse().expect(mv)).expect(mv);
    }
    game
}

#[test]
fn mate_and_stalemate_win() {
    let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/4R4/R3K4 w").expect("a position");
    play(&mut game, "a0d0");
    assert_eq!(game.status(), won(Color::Red, WinReason::Checkmate));
    assert!(game.legal_moves().is_empty());
    assert_eq!(game.explain_illegal("d9d8".parse().expect("a move")), Some(Illegal::GameOver));
    assert_eq!(game.undo().map(|mv| mv.to_string()), Some("a0d0".into()));
    assert_eq!(game.status(), Status::Ongoing { check: false });

    // The king on d9 may go nowhere: e9 is on the other king's file, d8 is the pawn's.
    let mut game = Game::from_fen("3k5/9/2P6/9/9/9/9/9/9/4K4 w").expect("a position");
    play(&mut game, "c7c8");
    assert_eq!(game.status(), won(Color::Red, WinReason::Stalemate));
}

#[test]
fn a_double_cannon_mates_over_one_screen() {
    let mut game = Game::from_fen("3aka3/9/9/9/9/9/4C4/7C1/9/3K5 w").expect("a position");
    let played = game.play("h2e2".parse().expect("a move")).expect("legal");
    assert_eq!(played.status, won(Color::Red, WinReason::Checkmate));
    assert_eq!(played.captured, None);
}

#[test]
fn perpetual_check_loses_under_every_rule() {
    let fen = "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w";
    for rules in [RuleSet::Axf, RuleSet::Cxa, RuleSet::Simple] {
        let game = shuffle(fen, rules, "f0e0 e8f8 e0f0 f8e8");
        assert_eq!(game.status(), won(Color::Black, WinReason::PerpetualCheck), "{rules:?}");
    }
}

#[test]
fn rule_sets_differ_on_chases_and_threats() {
    let chase = ("1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w", "a8b8 b9a9 b8a8 a9b9");
    let status = |(fen, moves), rules| shuffle(fen, rules, moves).status();
    let Status::Won { winner, reason: WinReason::PerpetualChase { chased, moves } } =
        status(chase, RuleSet::Axf)
    else {
        panic!("{:?}", status(chase, RuleSet::Axf));
    };
    assert_eq!((winner, chased.piece.letter(), moves), (Color::Black, 'c', 4));
    assert_eq!((chased.square.to_string(), chased.is_protected), ("b9".into(), false));
    assert_eq!(status(chase, RuleSet::Cxa), won(Color::Black, WinReason::PerpetualPursuit));
    let repetition = Status::Draw { reason: DrawReason::Repetition };
    assert_eq!(status(chase, RuleSet::Simple), repetition);
    // A cannon threatens mate in one with every move, which Asian rules allow and Chinese rules do
    // not.
    let kill = ("3aka3/4n4/4b4/4C4/p3p3p/9/2c6/2C6/4K4/9 w", "c2g2 c3g3 g2c2 g3c3");
    assert_eq!(status(kill, RuleSet::Axf), repetition);
    assert_eq!(status(kill, RuleSet::Cxa), won(Color::Black, WinReason::PerpetualPursuit));
    // A chariot attacked by a horse is chased even if protected, and the explanation says so.
    let chased = shuffle("3k5/4N4/7rr/9/9/9/9/4K4/9/9 w", RuleSet::Axf, "e8f6 h7c7 f6e8 c7h7");
    let (zh, en) = chased.status().text();
    assert_eq!(
        en,
        "Perpetual chase: Red chased the protected chariot on h7 on each of its last 4 moves until \
        the position stood for the third time and had to change, so Black wins"
    );
    assert_eq!(
        zh,
        "红方长捉：连续 4 步捉 h7 的有根车，同一局面已出现三次，红方应变着而未变，黑方胜"
    );
    let did: Vec<String> =
        chased.repetition().expect("repeated").iter().map(|mv| mv.text().0).collect();
    assert_eq!(did[..3], ["捉 h7 的有根车", "闲着", "捉 c7 的有根车"]);
    let idle = ("r3k4/9/9/9/9/9/9/9/9/R4K3 w", "f0f1 e9e8 f1f0 e8e9");
    for rules in [RuleSet::Axf, RuleSet::Cxa, RuleSet::Simple] {
        assert_eq!(status(idle, rules), repetition);
    }
}

/// Loops from real games that an earlier version wrongly judged as chases. A king's move that frees
/// attackers of its own side does not create their attacks, and a check counts as a check only.
#[test]
fn freed_attackers_and_checks_chase_nothing() {
    let repetition = Status::Draw { reason: DrawReason::Repetition };
    for (fen, start, cycle) in [
        // The king leaves a check or a pin; the horse's attack existed before.
        (
            "1rb1kabnr/4a4/4c4/p2R3Cp/1c4p2/4C3P/P1pnP1P2/2N1BR3/9/3AKABN1 w",
            "c2b0 d3c1 b0d1 h9g7",
            "e0e1 c1d3 e1e0 d3c1",
        ),
        (
            "3k2b2/9/5P3/5c3/2b6/1p1C5/5p3/4B4/4A4/3A1K3 w",
            "f0e0 f6e6 d4d2 b4c4",
            "e0f0 e6f6 f0e0 f6e6",
        ),
        // Every other move of the horse gives check.
        (
            "3k1aR2/4a4/9/2N3p2/p8/7p1/9/B8/6r2/3AKc3 b",
            "f0d0 c6e7 g1g0 e0e1",
            "d9d8 e7c6 d8d9 c6e7",
        ),
    ] {
        let mut game = Game::from_fen(fen).expect(fen);
        play(&mut game, start);
        play(&mut game, cycle);
        assert!(!game.status().is_over(), "{fen}");
        play(&mut game, cycle);
        assert_eq!(game.status(), repetition, "{fen}");
    }
}

/// A threat that a move creates is a chase, whether the victim was protected before or could have
/// captured first.
#[test]
fn every_change_of_protection_can_chase() {
    let lost = |fen: &str, cycle: &str| match shuffle(fen, RuleSet::Axf, cycle).status() {
        Status::Won { winner, reason: WinReason::PerpetualChase { chased, .. } } => {
            Some((!winner, chased.piece.letter()))
        }
        Status::Draw { reason: DrawReason::Repetition } => None,
        other => panic!("{fen}: {other:?}"),
    };
    let red = |letter| Some((Color::Red, letter));
    // A pawn removes the screen of a protecting cannon and then blocks it: the threat changes from
    // `None` to `Real`.
    let book = "2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w";
    assert_eq!(lost(book, "c6b6 e7c5 b6c6 c5e7"), red('n'));
    // Likewise, but the elephant is absent and the horse never protected: the attack is not new.
    assert_eq!(lost("3a1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w", "c6b6 e7c5 b6c6 c5e7"), None);
    // A block that also cuts off a protector is still a block: Red chases, Black does not.
    let block = "2baka3/C4rN2/4b1n2/1Rp5p/6p2/2P6/4c1P1c/4B3C/4A4/4KAB2 w";
    assert_eq!(lost(block, "b6b8 f9e8 b8b6 e8f9"), red('r'));
}

#[test]
fn sixty_quiet_moves_draw_but_checks_beyond_ten_do_not_count() {
    let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90").expect("a position");
    assert_eq!(game.status(), Status::Ongoing { check: false });
    play(&mut game, "a0a1");
    assert_eq!(game.status(), Status::Draw { reason: DrawReason::SixtyMoves });
    // A capture on the last ply resets the counter.
    let fen = "3k5/9/9/9/9/9/9/9/p8/R3K4 w - - 119 90";
    let mut game = Game::from_fen(fen).expect("a position");
    play(&mut game, "a0a1");
    assert_eq!(game.status(), Status::Ongoing { check: false });
}

/// Red checks with every other move, and both sides prefer positions that occurred least often.
#[test]
fn checks_beyond_the_tenth_do_not_count_as_quiet() {
    let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").expect("a position");
    let mut visits: BTreeMap<String, u32> = BTreeMap::new();
    let mut checks = 0;
    while !game.status().is_over() {
        let wanted = game.moves().len().is_multiple_of(4);
        let rank = |mv: &Move| {
            let mut next = game.clone();
            let status = next.play(*mv).expect("legal").status;
            let early = status.is_over() && next.position().quiet_plies() < 120;
            let replies = next.legal_moves();
            let hangs = replies.iter().any(|reply| next.position().piece_at(reply.to).is_some());
            let seen = visits.get(&next.position().to_string()).copied().unwrap_or(0);
            (early || hangs, seen > 1, status != Status::Ongoing { check: wanted }, seen)
        };
        let mv = game.legal_moves().into_iter().min_by_key(rank).expect("a move");
        let played = game.play(mv).expect("legal");
        *visits.entry(game.position().to_string()).or_default() += 1;
        checks += u16::from(played.status == Status::Ongoing { check: true });
    }
    assert_eq!(game.status(), Status::Draw { reason: DrawReason::SixtyMoves });
    assert!(checks > 10, "{checks}");
    assert_eq!(game.position().quiet_plies(), 120 + 2 * (checks - 10));
}

#[test]
fn without_attackers_nobody_wins() {
    let game = Game::from_fen("3k1a3/4a4/9/9/9/9/9/4B4/4A4/4K4 w").expect("a position");
    assert_eq!(game.status(), Status::Draw { reason: DrawReason::InsufficientMaterial });
    let mut game = Game::from_fen("3k5/9/9/9/9/9/9/9/4p4/4K4 w").expect("a position");
    play(&mut game, "e0e1");
    assert_eq!(game.status(), Status::Draw { reason: DrawReason::InsufficientMaterial });
}

#[test]
fn players_end_games_themselves_once() {
    let mut game = Game::default();
    let drawn = Status::Draw { reason: DrawReason::Agreement };
    assert_eq!(game.agree_draw(), Ok(drawn));
    assert_eq!(game.resign(Color::Red), Err(GameEnded(drawn)));
    let mut game = Game::default();
    play(&mut game, "h2e2");
    let resigned = won(Color::Black, WinReason::Resignation);
    assert_eq!(game.resign(Color::Red), Ok(resigned));
    assert_eq!(game.status().text().0, "红方认输，黑方胜");
    let mut game = Game::default();
    assert_eq!(game.lose_on_time(Color::Black), Ok(won(Color::Red, WinReason::Time)));
    assert_eq!(game.status().text().0, "黑方超时，红方胜");
    assert!(game.resign(Color::Red).is_err());
    let mut game = Game::default();
    play(&mut game, "h2e2");
    assert_eq!(game.lose_on_time(Color::Red), Ok(won(Color::Black, WinReason::Time)));
    game.undo();
    assert_eq!(game.status(), Status::Ongoing { check: false });
}
