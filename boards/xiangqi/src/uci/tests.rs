use super::*;

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
    let mated = "3kR4/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert!(talk(&format!("ucci\nposition fen {mated}\ngo depth 2\n")).contains("nobestmove"));
}

#[test]
fn broken_lines_are_named_and_change_nothing() {
    for (line, words) in [
        ("hello", "unknown command `hello`"),
        ("go", "no position"),
        ("position", "startpos or fen"),
        ("position fen 9/9 w", "2 ranks"),
        ("position startpos moves h2e2 h2e2", "move 2"),
        ("position startpos moves h2", "not a move"),
        ("setoption name Repetition Rule value mine", "axf, cxa or simple"),
        ("setoption", "unknown option"),
    ] {
        let mut session = Session::new();
        let [Reply::Print(text)] = &session.line(line)[..] else { panic!("{line}") };
        assert!(text.starts_with("info string") && text.contains(words), "{line}: {text}");
        assert!(session.game().is_none());
    }
    let mut session = Session::new();
    session.line("position startpos");
    for line in ["go depth", "go nodes many", "go fast", "go wtime"] {
        assert!(matches!(&session.line(line)[..], [Reply::Print(_)]), "{line}");
    }
}

#[test]
fn clocks_become_milliseconds() {
    let mut session = Session::new();
    session.line("position startpos");
    for (line, want) in [
        ("go movetime 250", Some(250)),
        ("go wtime 60000 btime 10 winc 1000 binc 0", Some(2750)),
        ("go time 3000 increment 0", Some(100)),
        ("go wtime 10 btime 10 winc 60000", Some(5)),
        ("go wtime -5", Some(1)),
        ("go wtime 18446744073709551615 winc 18446744073709551615 movestogo 1", Some(u64::MAX / 2)),
        ("go infinite", None),
        ("go depth 5", None),
    ] {
        let [Reply::Search(order)] = session.line(line)[..] else { panic!("{line}") };
        assert_eq!(order.milliseconds, want, "{line}");
    }
}

#[test]
fn ucci_clocks_may_count_seconds() {
    let mut session = Session::new();
    let greeting = session.line("ucci");
    assert!(greeting.contains(&Reply::Print("option usemillisec type check default true".into())));
    session.line("position startpos");
    for (option, want) in [("true", 100), ("false", 100_000), ("true", 100)] {
        assert_eq!(session.line(&format!("setoption usemillisec {option}")), []);
        let [Reply::Search(order)] = session.line("go time 3000 increment 0")[..] else {
            panic!("{option}")
        };
        assert_eq!(order.milliseconds, Some(want), "{option}");
    }
    let [Reply::Print(text)] = &session.line("setoption usemillisec 5")[..] else { panic!("5") };
    assert!(text.contains("true or false, not `5`"), "{text}");
}

#[test]
fn the_rule_of_repetition_can_be_chosen() {
    let mut session = Session::new();
    assert_eq!(session.line("setoption name Repetition Rule value cxa"), []);
    session.line("position startpos");
    assert_eq!(session.game().map(Game::rules), Some(RuleSet::Cxa));
    session.line("setoption repetition simple");
    session.line("position startpos");
    assert_eq!(session.game().map(Game::rules), Some(RuleSet::Simple));
}
