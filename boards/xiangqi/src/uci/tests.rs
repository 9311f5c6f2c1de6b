use std::sync::atomic::AtomicBool;

use super::*;
use crate::search::{Engine, Level, Score, think_level};

fn talk(input: &str) -> String {
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output).expect("memory can be written");
    String::from_utf8(output).expect("text")
}

#[test]
fn a_uci_conversation() {
    let text = talk("uci\nisready\nposition startpos moves h2e2 h9g7\ngo depth 4\nquit\nuci\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.iter().filter(|line| **line == "uciok").count(), 1, "quit ends");
    assert!(lines.contains(&"readyok"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("info depth")).count(), 4);
    let best = lines.last().expect("a last line").split(' ').nth(1).expect("a move");
    let game = Game::default();
    assert!(game.position().clone().is_legal("h2e2".parse().expect("a move")));
    assert!(best.parse::<Move>().is_ok(), "{best}");
}

#[test]
fn a_ucci_conversation() {
    let fen = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";
    let text = talk(&format!("ucci\nposition fen {fen}\ngo depth 6\nquit\n"));
    assert!(text.contains("ucciok") && text.ends_with("bye\n"), "{text}");
    assert!(text.contains("bestmove a0d0"), "{text}");
    assert!(text.contains("score 29998"), "{text}");
    let text = talk(&format!("ucci\nposition fen {MATED}\ngo depth 2\n"));
    assert!(text.ends_with("info depth 0 score -30000 nodes 0\nnobestmove\n"), "{text}");
}

fn printed(replies: &[Reply]) -> Vec<&str> {
    replies
        .iter()
        .map(|reply| if let Reply::Print(text) = reply { text.as_str() } else { "-" })
        .collect()
}

fn ordered(session: &mut Session, line: &str) -> Order {
    let replies = session.line(line);
    let [Reply::Search(order)] = &replies[..] else { panic!("{line}: {replies:?}") };
    order.clone()
}

#[test]
fn broken_lines_are_named() {
    for (line, words) in [
        ("hello", "unknown command `hello`"),
        ("position", "startpos or fen"),
        ("position fen 9/9 w", "2 ranks"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/4K3A x", "3 defects: (1) field 2"),
        ("position startpos moves h2e2 h2e2", "move 2: `h2e2` is illegal: there is no piece"),
        ("position startpos moves h2", "move 1: `h2` is not a move"),
        ("position fen 3kR4/4R4/9/9/9/9/9/9/9/4K4 b moves d9e9", "move 1: the game is over: Check"),
        ("banmoves h2e2", "no position"),
        ("setoption name Repetition Rule value mine", "axf, cxa or simple, not `mine`"),
        ("setoption name Hash value 0", "a number from 1 to 8192, not `0`"),
        ("setoption name Hash value 99999999999999999999", "a number from 1 to 8192"),
        ("setoption name Threads value many", "threads is a number from 0 to 256, not `many`"),
        ("setoption name MultiPV", "multipv is a number from 1 to 128, not ``"),
        ("setoption name Ponder value yes", "ponder is true or false, not `yes`"),
        ("setoption name UCI_Variant value chess", "xiangqi, not `chess`"),
        ("setoption name UCI_Elo value 3000", "a number from 800 to 2600, not `3000`"),
        ("setoption name UCI_LimitStrength value 5", "true or false, not `5`"),
        ("setoption name Style value wild", "unknown option in `name Style value wild`"),
        ("setoption", "unknown option"),
    ] {
        let mut session = Session::new();
        let replies = session.line(line);
        let [text] = printed(&replies)[..] else { panic!("{line}: {replies:?}") };
        assert!(text.starts_with("info string error: ") && text.contains(words), "{line}: {text}");
        assert!(session.game().is_none());
    }
}

/// Every `go` is answered, since the other program waits for a move.
#[test]
fn a_search_that_cannot_be_is_answered_with_no_move() {
    for (greeting, none) in [("uci", "bestmove (none)"), ("ucci", "nobestmove")] {
        let mut session = Session::new();
        session.line(greeting);
        let told = session.line("go depth 3");
        assert_eq!(printed(&told), ["info string error: go: no position has been set", none]);
        session.line("position startpos");
        session.line("position fen 9/9 w");
        let told = session.line("go depth 3");
        assert_eq!(printed(&told), ["info string error: go: the last position was refused", none]);
        session.line("position startpos");
        for (line, words) in [
            ("go depth", "`depth` must be followed by a number, not `nothing`"),
            ("go nodes many", "not `many`"),
            ("go wtime 1e5", "not `1e5`"),
            ("go searchmoves a0a9", "`a0a9` is illegal here"),
            ("go searchmoves", "no move is left"),
        ] {
            let told = session.line(line);
            let [error, answer] = printed(&told)[..] else { panic!("{line}: {told:?}") };
            assert!(error.contains(words) && answer == none, "{line}: {error}");
        }
    }
    // An unknown word does not invalidate the rest of the line.
    let mut session = Session::new();
    session.line("position startpos");
    let told = session.line("go fast nodes 99999999999999999999999 depth 999 mate 3");
    let [Reply::Print(error), Reply::Search(order)] = &told[..] else { panic!("{told:?}") };
    assert!(error.contains("unknown word `fast`"), "{error}");
    let Order { limits, mate, .. } = order;
    assert_eq!((limits.depth, limits.nodes, *mate), (Some(255), Some(u64::MAX), Some(3)));
}

/// The share is the remaining time less 20 ms, divided by 32, plus three quarters of the increment.
#[test]
fn clocks_become_milliseconds() {
    let mut session = Session::new();
    session.line("position startpos");
    let clock = |soft, hard| Some(Clock { soft, hard });
    for (line, want) in [
        ("go movetime 250", clock(250, 250)),
        ("go movetime -1", clock(1, 1)),
        ("go wtime 64020 btime 10 winc 1000 binc 0", clock(2750, 11_000)),
        ("go btime 64020 wtime 3220", clock(100, 400)),
        ("go time 3220 increment 0 opptime 5 oppincrement 7", clock(100, 400)),
        ("go wtime 1020 movestogo 1", clock(900, 900)),
        ("go wtime 1020 movestogo 4", clock(250, 500)),
        // The remaining time is never exceeded, whatever the increment.
        ("go wtime 30 btime 10 winc 60000", clock(5, 5)),
        ("go wtime -5", clock(1, 1)),
        ("go wtime 0 btime 0", clock(1, 1)),
        ("go infinite", None),
        ("go depth 5", None),
    ] {
        assert_eq!(ordered(&mut session, line).clock, want, "{line}");
    }
    let most = ordered(&mut session, "go wtime 18446744073709551615 winc 18446744073709551615");
    assert_eq!(most.clock.map(|clock| clock.hard), Some(u64::MAX / 2 - 10));
    session.line("setoption name Move Overhead value 500");
    assert_eq!(ordered(&mut session, "go wtime 3700").clock, clock(100, 400));
    session.line("position startpos moves h2e2");
    assert_eq!(ordered(&mut session, "go btime 3700 wtime 9").clock, clock(100, 400));
}

#[test]
fn a_search_in_doubt_takes_longer() {
    let clock = Clock { soft: 1000, hard: 4000 };
    assert!(clock.is_enough(450, 6) && !clock.is_enough(440, 6));
    assert!(!clock.is_enough(1000, 0) && clock.is_enough(1100, 0));
    assert!(!Clock::exactly(1000).is_enough(2000, 9), "exactly so long is neither less nor more");
}

#[test]
fn a_search_says_how_it_ends() {
    let mut session = Session::new();
    session.line("position startpos");
    let told = |session: &mut Session, line| {
        let order = ordered(session, line);
        (order.is_infinite, order.is_ponder, order.is_draw_offered, order.is_limited())
    };
    for (line, want) in [
        ("go infinite", (true, false, false, false)),
        ("go depth infinite", (true, false, false, false)),
        ("go ponder wtime 1000 btime 1000", (false, true, false, false)),
        ("go draw time 1000", (false, false, true, true)),
        ("go depth 3", (false, false, false, true)),
        ("go mate 2", (false, false, false, true)),
        ("go mate 2 infinite", (true, false, false, false)),
    ] {
        assert_eq!(told(&mut session, line), want, "{line}");
    }
    assert_eq!(session.line("ponderhit"), [Reply::PonderHit]);
    assert_eq!(session.line("ponderhit draw"), [Reply::PonderHit]);
}

#[test]
fn ucci_clocks_may_count_seconds() {
    let mut session = Session::new();
    let greeting = session.line("ucci");
    assert!(greeting.contains(&Reply::Print("option usemillisec type check default true".into())));
    session.line("position startpos");
    for (option, want) in [("true", 100), ("false", 100_624), ("true", 100)] {
        assert_eq!(session.line(&format!("setoption usemillisec {option}")), []);
        let clock = ordered(&mut session, "go time 3220 increment 0").clock.expect("a clock");
        assert_eq!(clock.soft, want, "{option}");
    }
}

#[test]
fn options_are_understood_in_both_forms() {
    let mut session = Session::new();
    for (line, want) in [
        ("setoption name Hash value 128", vec![Reply::Memory(128)]),
        ("setoption hashsize 32", vec![Reply::Memory(32)]),
        ("setoption hashsize 0", vec![Reply::Memory(64)]),
        ("setoption name Clear Hash", vec![Reply::Forget]),
        ("setoption newgame", vec![Reply::Forget]),
        ("ucinewgame", vec![Reply::Forget]),
        ("setoption name Threads value 2", vec![Reply::Threads(2)]),
        ("setoption threads 0", vec![Reply::Threads(1)]),
        ("setoption name MultiPV value 1", vec![]),
        ("setoption name Ponder value true", vec![]),
        ("setoption name UCI_Variant value xiangqi", vec![]),
        ("setoption batch true", vec![]),
        ("setoption usebook false", vec![]),
        ("debug on", vec![]),
        ("isready", vec![Reply::Ready]),
    ] {
        assert_eq!(session.line(line), want, "{line}");
    }
    for (line, rules) in [
        ("setoption name Repetition Rule value cxa", RuleSet::Cxa),
        ("setoption repetition simple", RuleSet::Simple),
        ("setoption repetition asianrule", RuleSet::Axf),
        ("setoption name repetition rule value ChineseRule", RuleSet::Cxa),
    ] {
        assert_eq!(session.line(line), []);
        session.line("position startpos");
        assert_eq!(session.game().map(Game::rules), Some(rules), "{line}");
    }
}

const MATED: &str = "3kR4/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// Black has no move, but is not in check.
const STALEMATED: &str = "3k5/2P1P4/9/9/9/9/9/9/9/5K3 b - - 0 1";

#[test]
fn a_side_without_moves_is_told_that_it_is_mated() {
    for fen in [MATED, STALEMATED] {
        for go in ["go depth 2", "go infinite", "go mate 3"] {
            let text = talk(&format!("position fen {fen}\n{go}\n"));
            let told = "info depth 0 seldepth 0 score mate 0 nodes 0 hashfull 0\nbestmove (none)\n";
            assert_eq!(text, told, "{fen} {go}");
        }
    }
}

const TWO_CHARIOTS: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";

#[test]
fn only_the_moves_that_are_allowed_are_searched() {
    let best = |lines: &str| {
        let text = talk(&format!("ucci\nposition fen {TWO_CHARIOTS}\n{lines}\n"));
        let last = text.lines().last().expect("an answer").to_owned();
        assert!(text.contains("info depth 3 "), "{text}");
        last
    };
    // The quickest mate is a0d0; others take two moves.
    assert!(best("go depth 6").starts_with("bestmove a0d0"));
    assert!(!best("banmoves a0d0\ngo depth 4").starts_with("bestmove a0d0"));
    assert!(best("go depth 3 searchmoves a0a1 e1e2").starts_with("bestmove "));
    let text = talk(&format!("position fen {TWO_CHARIOTS}\ngo depth 6 searchmoves a0b0 a0d0\n"));
    assert!(text.contains("score mate 1") && text.contains("bestmove a0d0"), "{text}");
    let text = talk(&format!("position fen {TWO_CHARIOTS}\ngo nodes 3000 searchmoves a0b0\n"));
    assert!(text.ends_with("bestmove a0b0\n") || text.contains("bestmove a0b0 ponder"), "{text}");
    let text = talk(&format!("ucci\nposition fen {TWO_CHARIOTS}\nbanmoves a0a9x\ngo depth 3\n"));
    assert!(text.contains("banmoves: `a0a9x` is not a move that can be played here"), "{text}");
    // A ban applies to one position only.
    let mut session = Session::new();
    session.line("position startpos");
    assert_eq!(session.line("banmoves h2e2 b2e2"), []);
    assert_eq!(ordered(&mut session, "go depth 1").moves.len(), 42);
    session.line("position startpos");
    assert!(ordered(&mut session, "go depth 1").moves.is_empty());
}

#[test]
fn several_lines_are_told_apart() {
    let options = "setoption name Threads value 2\nsetoption name Hash value 1\n";
    let text =
        talk(&format!("{options}setoption name MultiPV value 3\nposition startpos\ngo depth 3\n"));
    let moves: Vec<&str> = (1..=3)
        .map(|rank| {
            let is_wanted = |line: &&str| {
                line.starts_with("info depth 3 ")
                    && line.contains(&format!(" multipv {rank} score "))
            };
            let line = text.lines().find(is_wanted).expect(&text);
            line.split(" pv ").nth(1).expect(line).split(' ').next().expect(line)
        })
        .collect();
    assert!(text.contains(&format!("bestmove {}", moves[0])), "{text}");
    assert!(moves[1] != moves[0] && moves[2] != moves[0] && moves[1] != moves[2], "{text}");
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let text = talk(&format!("position fen {TWO_CHARIOTS}\ngo mate 1 depth 60\n"));
    assert!(text.contains("score mate 1") && text.contains("bestmove a0d0"), "{text}");
}

/// Mates in up to four moves, and positions without one that quick: `go mate` ends either way. The
/// lengths are an outside engine's.
#[test]
fn a_search_for_a_mate_ends_when_there_is_none() {
    let text = talk("position startpos\ngo mate 1\n");
    assert!(text.contains("info depth 8 ") && !text.contains("info depth 9 "), "{text}");
    let (mut found, mut asked) = (0, 0);
    for line in include_str!("../../tests/data/xiangqi-puzzles-A.epd").lines() {
        let moves = line.split("dm ").nth(1).and_then(|rest| rest.split(';').next());
        let Some(moves) = moves.and_then(|moves| moves.parse::<u32>().ok()) else { continue };
        if moves > 4 {
            continue;
        }
        let fen = line.split(" bm ").next().expect("a position");
        let mut session = Session::new();
        session.line(&format!("position fen {fen}"));
        let mut best = |moves: u32| {
            let order = ordered(&mut session, &format!("go mate {moves}"));
            let game = session.game().expect("a position");
            let stop = AtomicBool::new(false);
            order.carry_out(&mut Engine::new(1), game, &stop, &mut |_| {}).score
        };
        asked += 1;
        found += u32::from(matches!(best(moves), Score::Mate(n @ 1..) if n as u32 <= moves));
        let sooner = best(moves - 1);
        assert!(!matches!(sooner, Score::Mate(n @ 1..) if (n as u32) < moves), "{line} {sooner:?}");
    }
    assert!(asked >= 10 && found == asked, "{found} of {asked}");
}

#[test]
fn an_iteration_tells_its_longest_line_and_how_full_the_table_is() {
    let text = talk("setoption name Hash value 1\nposition startpos\ngo nodes 100000\n");
    let number = |line: &str, name: &str| -> u64 {
        let mut words = line.split(' ').skip_while(|word| *word != name);
        words.nth(1).expect(line).parse().expect(line)
    };
    let infos: Vec<&str> = text.lines().filter(|line| line.starts_with("info ")).collect();
    let [first, .., last] = infos[..] else { panic!("{text}") };
    for line in &infos {
        assert!(number(line, "seldepth") >= number(line, "depth"), "{line}");
    }
    assert!(number(first, "hashfull") < 10, "{first}");
    // The table has 65,536 entries, and most nodes write one.
    assert!((200..=1000).contains(&number(last, "hashfull")), "{last}");
    assert!(!talk("ucci\nposition startpos\ngo depth 3\n").contains("hashfull"));
}

#[test]
fn strength_is_limited_on_request() {
    let mut session = Session::new();
    session.line("position startpos");
    let mut level = |lines: &str| {
        lines.lines().for_each(|line| assert_eq!(session.line(line), [], "{line}"));
        ordered(&mut session, "go infinite").level.map(Level::number)
    };
    let limit = "setoption name UCI_LimitStrength value";
    let elo = "setoption name UCI_Elo value";
    assert_eq!(level(""), None);
    assert_eq!(level(&format!("{elo} 800")), None);
    for (number, want) in [(800, 1), (899, 1), (900, 2), (1500, 5), (2499, 9), (2600, 10)] {
        assert_eq!(level(&format!("{limit} true\n{elo} {number}")), Some(want), "{number}");
    }
    assert_eq!(level(&format!("{limit} false")), None);
}

/// At each level the session answers as the level does, among the moves that are allowed.
#[test]
fn a_limited_session_plays_as_its_level() {
    let game = Game::default();
    let mut answers = Vec::new();
    for seed in 0..20 {
        let level = Level::MIN;
        let weak = think_level(&game, level, seed, &AtomicBool::new(false)).best.expect("a move");
        let options =
            "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800";
        let games = "ucinewgame\n".repeat(seed as usize);
        let text = talk(&format!("{options}\n{games}position startpos\ngo movetime 1000\n"));
        assert!(text.contains(&format!("bestmove {weak}")), "{text}");
        let only = format!("{options}\nposition startpos\ngo depth 9 searchmoves a0a1\n");
        assert!(talk(&only).contains("bestmove a0a1"));
        answers.push(weak);
    }
    answers.sort();
    answers.dedup();
    assert!(answers.len() > 1, "games differ");
}

/// Games that are over by this crate's rules go on, as match runners have rules of their own.
#[test]
fn games_go_on_after_repetition_and_the_limit_of_moves() {
    let mut session = Session::new();
    let dance = "h0g2 h9g7 g2h0 g7h9 ".repeat(2);
    let told = session.line(&format!("position startpos moves {dance}"));
    assert_eq!(told, []);
    let told = session.line("go depth 1");
    let [Reply::Print(remark), Reply::Search(_)] = &told[..] else { panic!("{told:?}") };
    assert!(remark.contains("the game is over: Draw"), "{remark}");
    let told = session.line(&format!("position startpos moves {dance} h2e2 h9g7"));
    let [text] = printed(&told)[..] else { panic!("{told:?}") };
    assert!(text.contains("move 9: the game had ended before: Draw"), "{text}");
    let game = session.game().expect("a position");
    assert_eq!(
        game.position().piece_at("e2".parse().expect("a point")).map(|p| p.letter()),
        Some('C')
    );
    ordered(&mut session, "go depth 1");

    session.line("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 90");
    let told = session.line("go depth 1");
    assert!(matches!(&told[..], [Reply::Print(_), Reply::Search(_)]), "{told:?}");
    // With insufficient material nothing is searched, but some move is still played.
    let told = session.line("position fen 3k1a3/9/9/9/9/9/9/9/9/4K4 w moves e0e1 d9d8");
    assert!(printed(&told)[0].contains("move 1: the game had ended before"), "{told:?}");
    let told = session.line("go infinite");
    assert!(printed(&told)[1].starts_with("bestmove e1"), "{told:?}");
}

#[test]
fn an_offered_draw_is_taken_by_the_weaker_side() {
    let lost = "position fen 3k5/9/9/9/9/9/9/4r4/9/1r3K3 w";
    let won = "position fen 3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    assert!(talk(&format!("ucci\n{lost}\ngo draw depth 2\n")).trim_end().ends_with(" draw"));
    assert!(!talk(&format!("ucci\n{won}\ngo draw depth 2\n")).contains(" draw"));
    assert!(!talk(&format!("{lost}\ngo depth 2\n")).contains(" draw"), "UCI has no such word");
    assert_eq!(talk("ucci\nprobe\nquit\n").lines().last(), Some("bye"));
}

/// Programs of the Cyclone dialect omit `position` and call Red `r`.
#[test]
fn the_cyclone_dialect_is_understood() {
    let mut session = Session::new();
    assert_eq!(session.line("startpos moves h2e2 h9g7"), []);
    assert_eq!(session.game().expect("a position").moves().len(), 2);
    let board = crate::START_FEN.split(' ').next().expect("a board");
    for line in [
        format!("fen {board} r - - 0 1 moves h2e2 h9g7 h0g2"),
        format!("fen {board} r moves h2e2 h9g7 h0g2"),
        format!("position fen {board} r - - 0 1 moves h2e2 h9g7 h0g2"),
    ] {
        assert_eq!(session.line(&line), [], "{line}");
        assert_eq!(session.game().expect("a position").moves().len(), 3);
        assert!(matches!(session.line("go depth 2")[..], [Reply::Search(_)]));
    }
    assert_eq!(session.line(&format!("fen {board} r")), []);
    assert_eq!(session.game().expect("a position").moves().len(), 0);
    let text = talk("uci\nstartpos\ngo depth 2\nfen 9/9 r\ngo depth 2\n");
    assert!(text.contains("2 ranks") && text.contains("the last position was refused"), "{text}");
}
