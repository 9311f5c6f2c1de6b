//! The Xiangqi engine as programs and people start it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use fangqi_xiangqi::{Game, Move, Position, Status};
use serde_json::Value;

fn xiangqi(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi")).arg("xiangqi").args(args).output().unwrap()
}

fn answer(args: &[&str]) -> String {
    let output = xiangqi(args);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&answer(args)).unwrap()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

fn write(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";
const MATED: &str = "3kR4/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";

/// The counts are the published ones.
#[test]
fn perft_counts_and_says_how_fast() {
    for (args, count) in [
        (vec!["perft", "0"], "1"),
        (vec!["perft", "3"], "79666"),
        (vec!["perft", "3", "startpos", "h2e2"], ""),
        (
            vec!["perft", "2", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"],
            "1128",
        ),
    ] {
        let text = answer(&args);
        let words: Vec<&str> = last_line(&text).split(' ').collect();
        let [nodes, "nodes", speed, "nodes/s"] = words[..] else { panic!("{text}") };
        assert!(nodes == count || count.is_empty(), "{text}");
        assert!(speed.parse::<f64>().unwrap() > 0.0);
        let divided: u64 =
            text.lines().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok()).sum();
        assert!(count == "1" || divided.to_string() == nodes, "{text}");
    }
}

#[test]
fn bench_has_a_signature() {
    let nodes = |args: &[&str]| {
        let text = answer(args);
        last_line(&text).split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let first = nodes(&["bench", "--depth", "4"]);
    assert_eq!(nodes(&["bench", "--depth", "4"]), first);
    assert!(nodes(&["bench", "--depth", "5"]) > first);
}

#[test]
fn bestmove_is_a_line_of_json() {
    for args in [vec!["bestmove", "--ms", "300", MATE_IN_ONE], {
        let mut args = vec!["bestmove", "--ms", "300"];
        args.extend(MATE_IN_ONE.split(' '));
        args
    }] {
        assert_eq!(answer(&args).lines().count(), 1);
        let best = json(&args);
        assert_eq!(
            (best["move"].as_str(), best["score"]["mate"].as_i64()),
            (Some("a0d0"), Some(1))
        );
        assert_eq!((best["chinese"].as_str(), &best["line"][0]), (Some("车九平六"), &best["move"]));
    }
    let after = json(&["bestmove", "--ms", "20", "startpos", "C2=5", "马8进7"]);
    assert!(after["score"]["cp"].is_i64());
}

/// Diagrams of the rule book, each loop played on until it has been judged. Left out are those on
/// which the tests of the engine say that it differs.
#[test]
fn judge_agrees_with_the_rule_book() {
    let lines = include_str!("../../../../boards/xiangqi/tests/data/xiangqi-repetition-A.jsonl");
    let known = ["diagram 81. two chariots chase one cannon.", "Perpetual Chase:"];
    let mut judged = 0;
    for line in lines.lines() {
        let diagram: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| diagram[key].as_str().unwrap();
        if known.contains(&text("note")) {
            continue;
        }
        let moves: Vec<Move> = text("moves").split(' ').filter_map(|mv| mv.parse().ok()).collect();
        let (moves, side_is_red) = played_on(text("fen"), &moves);
        let verdict = json(&["judge", "--rules", "axf", text("fen"), &moves]);
        let side_wins = if side_is_red { "red wins" } else { "black wins" };
        let want = match (text("verdict"), verdict["verdict"].as_str().unwrap()) {
            ("Win", got) => got == side_wins && verdict["loser"].is_string(),
            ("Loss", got) => got.ends_with("wins") && got != side_wins,
            ("Draw", got) => got == "draw" && verdict["loser"].is_null(),
            (_, got) => got == "ongoing",
        };
        assert!(want, "{line}: {verdict}");
        assert!(verdict["zh"].is_string() && verdict["en"].is_string());
        judged += 1;
    }
    assert_eq!(judged, 88);
}

/// The moves and their last loop again and again, until the game is over. Also whether Red is to
/// move after the moves themselves.
fn played_on(fen: &str, moves: &[Move]) -> (String, bool) {
    let mut position = Position::from_fen(fen).unwrap();
    let mut hashes = vec![position.hash()];
    for &mv in moves {
        position.play(mv).unwrap();
        hashes.push(position.hash());
    }
    let side_is_red = position.side_to_move() == fangqi_xiangqi::Color::Red;
    let first = hashes[..moves.len()].iter().rposition(|hash| *hash == position.hash());
    let closing = first.map_or(&[][..], |first| &moves[first..]);
    let mut game = Game::from_fen(fen).unwrap();
    let mut text = String::new();
    for &mv in moves.iter().chain(closing.iter().cycle().take(40)) {
        if !matches!(game.status(), Status::Ongoing { .. }) {
            break;
        }
        game.play(mv).unwrap();
        text += &format!("{mv} ");
    }
    (text, side_is_red)
}

#[test]
fn judge_knows_the_rules_that_are_asked_for() {
    let fen = "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1";
    let moves = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8";
    for rules in ["axf", "cxa", "simple"] {
        let verdict = json(&["judge", "--rules", rules, fen, moves]);
        assert_eq!((verdict["loser"].as_str(), &verdict["rules"]), (Some("red"), &rules.into()));
        assert_eq!(verdict["by"], "perpetual check");
        let zh = verdict["zh"].as_str().unwrap();
        assert!(zh.starts_with("红方长将：着着将军") && zh.ends_with("黑方胜"), "{zh}");
        let did: Vec<&str> = verdict["repetition"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv["en"].as_str().unwrap())
            .collect();
        assert_eq!((did.len(), did[0], did[1]), (8, "gives check", "is idle"));
    }
    let mated = json(&["judge", MATED]);
    assert_eq!((&mated["by"], &mated["repetition"]), (&"checkmate".into(), &Value::Null));
}

#[test]
fn game_files_are_converted_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = "[Red \"胡\"]\n[Result \"1-0\"]\n1. 炮二平五 {好} 马8进7 2. H0-G2 R9=8 1-0\n";
    let first = write(folder.path(), "a.pgn", pgn.as_bytes());
    let text = answer(&["convert", "--to", "dhtmlxq", &first]);
    assert!(text.contains("[DhtmlXQ_movelist]7747706279678070[/"), "{text}");
    assert!(
        text.contains("[DhtmlXQ_red]胡[/") && text.contains("[DhtmlXQ_result]红胜[/"),
        "{text}"
    );
    let second = write(folder.path(), "b.txt", text.as_bytes());
    let text = answer(&["convert", "--to", "pgn", &second]);
    assert_eq!(text, answer(&["convert", "--to", "pgn", &first]));
    assert!(text.contains("1. 炮二平五 {好}\n1... 马８进７\n2. 马二进三 车９平８\n1-0"), "{text}");
    let line = answer(&["convert", "--to", "uci", &second]);
    assert_eq!(line, "position startpos moves h2e2 h9g7 h0g2 i9h9\n");
    let third = write(folder.path(), "c.txt", line.as_bytes());
    let text = answer(&["convert", "--to", "pgn", "--moves", "wxf", &third]);
    assert!(text.ends_with("1. C2=5 H8+7\n2. H2+3 R9=8\n*\n"), "{text}");
}

#[test]
fn files_of_other_programs_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let gb18030 = b"[Red \"\xba\xfa\"]\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n======\nwww\n";
    let file = write(folder.path(), "gb.pgn", gb18030);
    let text = answer(&["convert", "--to", "pgn", &file]);
    assert!(text.contains("[Red \"胡\"]") && text.ends_with("1. 炮二平五\n*\n"), "{text}");
    let two = b"[Red \"a\"]\n1. C2=5 *\n[Red \"b\"]\n1. C8=5 *\n";
    let file = write(folder.path(), "two.pgn", two);
    let line = answer(&["convert", "--to", "uci", "--game", "2", &file]);
    assert_eq!(line, "position startpos moves b2e2\n");
}

#[test]
fn analysis_finds_where_a_game_turned() {
    let folder = tempfile::tempdir().unwrap();
    // The cannon takes a pawn that a horse protects.
    let pgn = "1. C2=5 H8+7 2. C5+4 H7+5 *";
    let file = write(folder.path(), "game.pgn", pgn.as_bytes());
    let text = answer(&["analyse", "--ms", "200", "--json", &file]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let turned: Vec<bool> =
        lines.iter().map(|line| line["turning_point"].as_bool().unwrap()).collect();
    assert_eq!(turned, [false, false, true, false], "{text}");
    assert!(lines[2]["better"]["move"].is_string(), "{text}");
    assert!(lines[2]["score"]["cp"].as_i64().unwrap() < -150, "{text}");
    let text = answer(&["analyse", "--ms", "50", MATE_IN_ONE, "a0d0"]);
    assert!(text.contains("车九平六 a0d0  mate 0") && text.contains("Checkmate"), "{text}");
}

#[test]
fn a_match_weighs_two_settings() {
    let args = ["match", "nodes=400", "level=1", "--pairs", "2", "--json", "--seed", "7"];
    let first = json(&args);
    let games: u64 =
        ["wins", "draws", "losses"].map(|key| first[key].as_u64().unwrap()).iter().sum();
    assert_eq!((games, json(&args)), (4, first));
    let text = answer(&["match", "depth=1", "depth=1", "--pairs", "1", "--most-moves", "4"]);
    assert!(text.starts_with("pair 1: 1 of 2\n+0 =2 -0  score 50.0 %  Elo +0, 95 % ["), "{text}");
}

#[test]
fn mistakes_are_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| write(folder.path(), name, content);
    let picture = file("board.png", b"\x89PNG\r\n\x1a\n\0\0");
    let two = file("two.pgn", b"[Red \"a\"]\n1. C2=5 *\n[Red \"b\"]\n[Black \"c\"]\n1. C8=5 *\n");
    let broken = file("broken.pgn", b"1. C2=5 H8+7\n2. C2=5\n");
    let openings = file("openings.txt", b"# none\n");
    let wide = "9/9/4k4/9/9/9/9/RR7/R7A/4K4 w";
    for (args, code, words) in [
        (vec!["perft", "2", "9/9 w"], 1, "2 ranks, 10 are expected"),
        (vec!["perft", "2", "rnbakabnr/9 w x"], 1, "ranks"),
        (vec!["perft", "99"], 2, "0..=10"),
        (vec!["perft", "-1"], 2, "unexpected argument"),
        (vec!["bestmove", wide], 1, "2 is the most; (2) the Red advisor on i1"),
        (vec!["judge", "3k5/9/9/9/9/9/9/9/9/3K5 x"], 1, "(1) field 2 (side to move): `x`"),
        (vec!["analyse", "3k5/9/9/9/9/9/9/9/9/3K5 x"], 1, "(2) the kings face"),
        (vec!["bestmove", "9/9/9 w - - many"], 1, "2 defects: (1) field 1 (board): 3 ranks"),
        (vec!["bestmove", "3k5/9/9/9/9/9/9/9/9/3K5 w"], 1, "kings face each other on file d"),
        (vec!["bestmove", MATED], 1, "the game is over: Checkmate"),
        (vec!["bestmove", "startpos", "h2e2", "h9g7", "h2e2"], 1, "move 3: `h2e2` is illegal"),
        (vec!["bestmove", "--ms", "0", "startpos"], 2, "1..=3600000"),
        (vec!["bestmove", "--ms", "99999999999999999999", "startpos"], 2, "--ms"),
        (vec!["bestmove"], 2, "required"),
        (vec!["judge", "startpos", "h2"], 1, "move 1: `h2` is not a move"),
        (vec!["judge", MATED, "d9e9"], 1, "move 1: `d9e9` comes after the end: Checkmate"),
        (vec!["judge", "--rules", "mine", "startpos"], 2, "axf"),
        (vec!["analyse", "no/such/file"], 1, "no/such/file: "),
        (vec!["analyse", &broken], 1, "broken.pgn: line 2: move 3: "),
        (vec!["convert", "--to", "pgn", &picture], 1, "board.png: this is a PNG image; a game"),
        (
            vec!["convert", "--to", "pgn", &two],
            1,
            "it holds 2 games; choose with --game: 1: a - ?; 2: b - c",
        ),
        (
            vec!["convert", "--to", "pgn", "--game", "3", &two],
            1,
            "two.pgn: it holds 2 games, not 3",
        ),
        (vec!["analyse", "--game", "0", &two], 2, "--game"),
        (vec!["convert", "--to", "pgn", folder.path().to_str().unwrap()], 1, "directory"),
        (vec!["convert", "--to", "xqf", &broken], 2, "xqf"),
        (vec!["match", "level=11", "level=1"], 2, "from 1 to 10, not `11`"),
        (vec!["match", "level=1", "fast"], 2, "level=5, nodes=20000, depth=4 or ms=50"),
        (vec!["match", "level=1", "level=1", "--openings", &openings], 1, "no opening is in it"),
        (vec!["bench", "--depth", "31"], 2, "1..=30"),
        (vec!["dance"], 2, "unrecognized subcommand"),
    ] {
        let output = xiangqi(&args);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {told}");
        assert!(told.contains(words), "{args:?}: {told}");
        assert!(!told.contains("panicked"), "{args:?}: {told}");
        assert!(code == 2 || told.lines().count() == 1, "{args:?}: {told}");
    }
}

/// What a session answers to bytes that come all at once.
fn converse(protocol: &str, input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(["xiangqi", protocol])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sessions_survive_whatever_they_are_told() {
    let broken =
        b"\xff\xfe\x00\n\ngo\ngo depth\nposition fen 9/9 w\nposition startpos moves h2h3 zz\n\
        setoption name Hash value 99999999999999999999\ngo movetime -1\nstop\nstop\n\
        position startpos\ngo depth 999999 nodes 0\ngo nodes 99999999999999999999999\n\
        go movetime 18446744073709551615 depth 2\nisready\n";
    for protocol in ["uci", "ucci"] {
        let text = converse(protocol, broken);
        for words in ["unknown command", "no position has been set", "2 ranks", "move 2", "readyok"]
        {
            assert!(text.contains(words), "{protocol}: {words}: {text}");
        }
        // Every `go` is answered: three of the six could not be understood.
        assert_eq!(text.matches("bestmove").count(), 6, "{protocol}: {text}");
        let none = if protocol == "uci" { "bestmove (none)" } else { "nobestmove" };
        assert_eq!(text.lines().filter(|line| *line == none).count(), 3, "{protocol}: {text}");
    }
    // Told at the end of the input or by `quit`, an endless search still names its move.
    for end in ["", "quit\n"] {
        let text =
            converse("uci", format!("uci\nposition startpos\ngo infinite\n{end}").as_bytes());
        assert!(text.contains("uciok") && last_line(&text).starts_with("bestmove"), "{text}");
    }
    let mated = format!("position fen {MATED}\ngo depth 3\nquit\n");
    for (protocol, score, end) in [
        ("uci", " score mate 0 ", "bestmove (none)\n"),
        ("ucci", " score -30000 ", "nobestmove\nbye\n"),
    ] {
        let text = converse(protocol, mated.as_bytes());
        let (info, rest) = text.split_once('\n').unwrap();
        assert!(info.starts_with("info depth 0 ") && info.contains(score), "{text}");
        assert_eq!(rest, end);
    }
}

/// A line that never ends is left out, and the next one is heard.
#[test]
fn a_flood_is_left_out() {
    let mut flood = vec![b'x'; 3 << 20];
    flood.extend_from_slice(b"\nisready\n");
    let text = converse("uci", &flood);
    assert!(text.contains("a line of more than 1048576 bytes is left out"), "{text}");
    assert_eq!(last_line(&text), "readyok");
}

/// A conversation in which every answer is waited for.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
}

impl Talk {
    fn begin(protocol: &str) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fangqi"))
            .args(["xiangqi", protocol])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|l| sender.send(l))
        });
        Talk { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The first line that begins so.
    fn hear(&self, wanted: &str) -> String {
        let limit = Duration::from_secs(60);
        loop {
            let line = self.lines.recv_timeout(limit).expect(wanted);
            if line.starts_with(wanted) {
                return line;
            }
        }
    }

    /// Whether a line that begins so came within a while.
    fn heard(&self, wanted: &str) -> bool {
        let limit = Duration::from_millis(300);
        std::iter::from_fn(|| self.lines.recv_timeout(limit).ok()).any(|l| l.starts_with(wanted))
    }

    fn threads(&self) -> Vec<String> {
        let folder = format!("/proc/{}/task", self.child.id());
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// What the program has used of the processor.
    fn used(&self) -> Duration {
        let stat = |thread: &String| {
            let path = format!("/proc/{}/task/{thread}/schedstat", self.child.id());
            let text = std::fs::read_to_string(path).unwrap_or_default();
            text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0)
        };
        Duration::from_nanos(self.threads().iter().map(stat).sum())
    }

    fn end(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// What a search used of the processor is counted by its thread, which must not go away.
#[test]
fn the_search_keeps_its_thread() {
    let mut talk = Talk::begin("uci");
    talk.say("position startpos\ngo movetime 20");
    talk.hear("bestmove");
    let threads = talk.threads();
    for go in ["go movetime 20", "go nodes 3000", "go wtime 500 btime 500", "go depth 3"] {
        talk.say(go);
        talk.hear("bestmove");
    }
    talk.say("ucinewgame\nsetoption name Hash value 2\nisready");
    talk.hear("readyok");
    assert_eq!(talk.threads(), threads);
    talk.end();
}

#[test]
fn pondering_waits_for_the_other_side() {
    let mut talk = Talk::begin("uci");
    talk.say(&format!("position fen {MATE_IN_ONE}\ngo ponder wtime 1000 btime 1000"));
    assert!(!talk.heard("bestmove"), "the other side has not moved");
    talk.say("isready");
    talk.hear("readyok");
    talk.say("ponderhit");
    assert!(talk.hear("bestmove").starts_with("bestmove a0d0"));
    // A miss is told by `stop`; so is the end of an endless search that has nothing left to do.
    for go in ["go ponder movetime 10", "go infinite"] {
        talk.say(go);
        assert!(!talk.heard("bestmove"), "{go}");
        talk.say("stop");
        talk.hear("bestmove a0d0");
    }
    talk.say("ponderhit");
    talk.hear("info string error: ponderhit: nothing is pondered on");
    talk.say("go infinite\nsetoption name Hash value 2");
    talk.hear("info string error: setoption: wait");
    talk.say("stop");
    talk.hear("bestmove");
    talk.end();
}

/// At first it stays busy, for match runners that weigh processor time.
#[test]
#[cfg(target_os = "linux")]
fn an_endless_search_that_has_found_a_mate_idles() {
    let mut talk = Talk::begin("uci");
    talk.say(&format!("position fen {MATE_IN_ONE}\ngo infinite"));
    talk.hear("info depth 1 ");
    let used_in_a_while = || {
        let before = talk.used();
        std::thread::sleep(Duration::from_millis(400));
        talk.used() - before
    };
    let is_idle = |_| used_in_a_while() < Duration::from_millis(20);
    assert!((0..100).any(is_idle), "it is still busy");
    talk.say("stop");
    talk.hear("bestmove a0d0");
    talk.end();
}

#[test]
#[cfg(target_os = "linux")]
fn much_memory_is_had_at_once() {
    let mut talk = Talk::begin("uci");
    talk.say("uci\nisready");
    talk.hear("readyok");
    let before = talk.used();
    talk.say("setoption name Hash value 4096\nucinewgame\nisready");
    talk.hear("readyok");
    let used = talk.used() - before;
    assert!(used < Duration::from_millis(200), "{used:?}");
    talk.say("position startpos\ngo nodes 1000");
    talk.hear("bestmove");
    talk.end();
}

#[test]
fn clocks_are_kept() {
    let mut talk = Talk::begin("uci");
    talk.say("position startpos");
    for (go, least, most) in [
        ("go movetime 200", 190, 1_500),
        // A thirty-second of it, and at most four times that.
        ("go wtime 6420 btime 6420", 30, 2_000),
        ("go wtime 50 btime 50", 0, 1_000),
    ] {
        let began = Instant::now();
        talk.say(go);
        talk.hear("bestmove");
        let took = began.elapsed().as_millis();
        assert!((least..most).contains(&took), "{go}: {took} ms");
    }
    talk.end();
}

/// A match runner starts the program, greets, sets a position, lets it think and stops it.
#[test]
fn a_runner_plays_with_it() {
    for (protocol, hello) in [("uci", "uciok"), ("ucci", "ucciok")] {
        let mut talk = Talk::begin(protocol);
        let mut ask = |line: &str, wanted: &str| {
            talk.say(line);
            talk.hear(wanted)
        };
        ask(protocol, hello);
        ask("isready", "readyok");
        let mut game = Game::default();
        for go in ["go nodes 2000", "go movetime 30", "go depth 3", "go time 1000 increment 0"] {
            let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
            let line = format!("position startpos moves {}\n{go}", moves.join(" "));
            let best = ask(&line, "bestmove");
            game.play(best.split(' ').nth(1).unwrap().parse().unwrap()).unwrap();
        }
        ask("go infinite", "info depth 3");
        ask("isready", "readyok");
        ask("stop", "bestmove");
        talk.end();
    }
}
