use fangqi_kit::Rng;
use proptest::prelude::*;

use super::*;

/// PGN as 象棋巫师 and similar programs write it, with comments, a variation and annotation symbols.
const PGN: &str = r#"[Game "Chinese Chess"]
[Event "五羊杯 \"邀请赛\""]
[Date "1999.12.09"]
[Round "?"]
[RedTeam "广东"]
[Red "许银川"]
[Black "胡荣华"]
[Result "1-0"]
[Format "Chinese"]

 1. 炮二平五 {中炮
正着} 马8进7 2. 馬二進三! (2. 兵七进一 {也可} (2. 炮八平七) 卒7进1) 车９平８
 3. 车一平二 $1 ; 出车
 3... 炮8进4 4.C8=7 h9h8
 1-0
"#;

/// The record of a short game on dpxq.com, as the common description of the format has it.
const DHTMLXQ: &str = "<pre>[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_init]800,600[/DhtmlXQ_init]
[DhtmlXQ_title]许银川 先胜 胡荣华[/DhtmlXQ_title]
[DhtmlXQ_red]许银川[/DhtmlXQ_red]
[DhtmlXQ_black]胡荣华[/DhtmlXQ_black]
[DhtmlXQ_result]红胜[/DhtmlXQ_result]
[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]77477062796780708979[/DhtmlXQ_movelist]
[DhtmlXQ_comment1]中炮||正着[/DhtmlXQ_comment1]
[/DhtmlXQ]</pre>";

fn moves(file: &GameFile) -> String {
    file.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_pgn_file_is_read_with_all_that_is_in_it() {
    let text = PGN.replace(" h9h8", " i9-i8");
    let error = read(&text).expect_err("the chariot has left i9").to_string();
    assert!(error.starts_with("line 14: move 8: ") && error.contains("no piece on i9"), "{error}");
    let file = read(PGN).expect("a game");
    assert_eq!(moves(&file), "h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 b2c2 h9h8");
    assert_eq!(file.tags()["Event"], "五羊杯 \"邀请赛\"");
    assert_eq!((file.comment(1), file.comment(5)), ("中炮\n正着", "出车"));
    assert_eq!(file.tags().get("Round"), None);
    assert_eq!(file.outcome, Some(Outcome::Won(Color::Red)));
}

#[test]
fn a_dhtmlxq_text_is_read_with_rows_from_blacks_side() {
    let file = read(DHTMLXQ).expect("a game");
    assert_eq!(moves(&file), "h2e2 h9g7 h0g2 i9h9 i0h0");
    assert_eq!(file.start(), &Position::start());
    assert_eq!(file.comment(1), "中炮\n正着");
    assert_eq!(file.tags()["Title"], "许银川 先胜 胡荣华");
    assert_eq!(file.outcome, Some(Outcome::Won(Color::Red)));
    assert!(dhtmlxq::write(&file).contains(
        "[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/"
    ));
}

#[test]
fn a_position_line_is_read_in_every_form() {
    for text in [
        "position startpos moves h2e2 h9g7",
        "startpos moves h2e2 h9g7\n",
        &format!("position fen {} moves h2e2 h9g7", crate::START_FEN),
        &format!("{} moves C2=5 马8进7", crate::START_FEN),
    ] {
        let file = read(text).expect(text);
        assert_eq!(position_line(&file), "position startpos moves h2e2 h9g7");
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let late = PGN.replace(" 4.C8=7 h9h8", " 5.C8=7");
    let binit =
        |digits: &str| format!("[DhtmlXQ]\n[DhtmlXQ_binit]{digits}[/DhtmlXQ_binit][/DhtmlXQ]");
    let movelist = |digits: &str| {
        format!("[DhtmlXQ][DhtmlXQ_movelist]\n{digits}[/DhtmlXQ_movelist][/DhtmlXQ]")
    };
    for (text, words) in [
        ("", "line 1: the file ends without a game"),
        ("\n\n  \n", "line 4: the file ends"),
        ("hello", "move 1: `hello` is not a move"),
        ("[Event \"x\n", "line 1: `[Event \"x` is not a tag"),
        ("[Game \"Chess\"]", "another game: `Chess`"),
        ("[Red \"a\"]\n[FEN \"9/9 w\"]", "line 2: the position: field 1 (board): 2 ranks"),
        ("[Result \"yes\"]", "Result is `yes`"),
        ("[Result \"1-0\"]\n1. C2=5 0-1", "line 2: the tag says 1-0 and the moves end with 0-1"),
        ("1. C2=5 {never\nends", "line 1: a comment begins here and has no end"),
        ("1. C2=5\n(1. C2=4 {)", "line 2: a variation begins here"),
        ("1. C2=5 )", "`)` does not belong here"),
        ("1. C2=5 *\n[Event \"x\"]", "line 2: `[Event \"x\"]` follows the end"),
        ("1. C2=5 H8+7 3. H2+3", "move number 3 stands where 2 is due"),
        ("1. C2=5 99999999999999999999. H8+7", "where 1 is due"),
        (&late, "line 14: move number 5 stands where 4 is due"),
        ("1. 炮二平五 马8进7 2. 马二进四", "move 3: `马二进四` is illegal: the elephant"),
        ("position startpos moves h2e2 h2e2", "move 2: `h2e2` is illegal"),
        ("[DhtmlXQ]\n[DhtmlXQ_red]x", "line 1: [DhtmlXQ] begins here and has no end"),
        ("[DhtmlXQ]\n[DhtmlXQ_red]x[/DhtmlXQ]", "line 2: [DhtmlXQ_red] begins here"),
        ("[DhtmlXQ]oops[/DhtmlXQ]", "`oops` does not belong here"),
        ("[DhtmlXQ_red]x[/DhtmlXQ_red]", "does not belong here"),
        (&binit("0919"), "line 2: binit is `4 digits`: 64 digits"),
        (&binit("09x9"), "binit is `x`"),
        (&binit(&"09".repeat(32)), "binit is `09`: two pieces stand there"),
        (&binit(&"98".repeat(32)), "binit is `98`: a file 0 to 8"),
        (&binit(&"99".repeat(32)), "the position: 2 defects: (1) Red has no king; (2) Black"),
        (&movelist("774"), "movelist is `774`: four digits"),
        (&movelist("9747"), "movelist is `9747`: four digits"),
        (&movelist("77477747"), "move 2: `h2e2` is illegal"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Sites append a footer to games and use placeholder tag values.
#[test]
fn files_of_sites_are_read() {
    let head = "[Game \"Chinese Chess\"]\n[Result \"未知\"]\n";
    for (tail, outcome) in [
        ("\n======\n欢迎访问 http://www.example.org 1. 看棋 2. 下棋\n", None),
        ("\n 1-0\n============\n 欢迎光临象棋网; 更多 {棋谱\n", Some(Outcome::Won(Color::Red))),
        (" 未知\n-----\nwelcome\n", None),
        ("\n*\n本谱由某某网提供（兵三进一）\n", None),
        ("\n欢迎访问 http://www.example.org\n", None),
        ("\n象棋网 http://www.example.org\n======\n", None),
        (" 红先胜\n＝＝＝＝\n2024年5月\n", Some(Outcome::Won(Color::Red))),
        (" 和棋", Some(Outcome::Drawn)),
    ] {
        let text = format!("{head}\n1. 炮二平五 马８进７\n２．马二进三 车９平８{tail}");
        let file = read(&text).unwrap_or_else(|error| panic!("{tail}: {error}"));
        assert_eq!(moves(&file), "h2e2 h9g7 h0g2 i9h9", "{tail}");
        assert_eq!(file.outcome, outcome, "{tail}");
        assert!((0..5).all(|number| file.comment(number).is_empty()), "{tail}");
    }
    // A word that looks like a move is treated as one, legal or not, and not as part of a footer.
    for tail in
        ["\n马二进", "\n3. 车一平", " 1-0\n3. 车一平二", "\n炮二", "\n=====\n\n[Red \"x\"]\n"]
    {
        let text = format!("{head}\n1. 炮二平五 马８进７\n２．马二进三 车９平８{tail}");
        assert!(read(&text).is_err(), "{tail}");
    }
}

/// Move numbers may be full-width, followed by any kind of dot or none.
#[test]
fn numbers_of_moves_are_read_as_they_are_written() {
    for text in [
        "１．炮二平五 马８进７ ２．马二进三",
        "1、炮二平五 马8进7 2、马二进三",
        "1。炮二平五 马8进7 2。马二进三",
        "1 炮二平五 马8进7 2 马二进三",
        "1.炮二平五　马8进7　2.马二进三",
        "１. 炮二平五 １... 马8进7 ２. 马二进三！",
    ] {
        let file = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves(&file), "h2e2 h9g7 h0g2", "{text}");
    }
    let error = read("１. 炮二平五 马8进7 ３. 马二进三").unwrap_err().to_string();
    assert!(error.contains("number 3 stands where 2 is due"), "{error}");
}

/// If a FEN lacks the side to move, it is Red, unless Black is in check.
#[test]
fn a_fen_without_a_side_is_reds() {
    let file = |fen: &str, moves: &str| read(&format!("[FEN \"{fen}\"]\n{moves}"));
    let red = file("3k5/9/9/9/9/9/9/9/9/R3K4", "1. 车九进一 *").unwrap();
    assert_eq!(red.start().side_to_move(), Color::Red);
    let black = file("3k5/9/9/9/3R5/9/9/9/9/4K4", "*").unwrap();
    assert_eq!(black.start().side_to_move(), Color::Black);
    let said = file("3k5/9/9/9/9/9/9/9/9/R3K4 b", "*").unwrap();
    assert_eq!(said.start().side_to_move(), Color::Black);
    let error = file("9/9", "*").unwrap_err().to_string();
    assert!(error.contains("2 ranks"), "{error}");
}

#[test]
fn a_file_of_several_games_is_read_as_such() {
    let two = "[Red \"a\"]\n1. C2=5 *\n\n=====\n[Red \"b\"]\n\n1. C8=5 H8+7\n[Red \"c\"]\n*";
    let games = read_games(two.as_bytes()).unwrap();
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["h2e2", "b2e2 h9g7", ""]);
    assert_eq!(games[1].tags()["Red"], "b");
    assert!(
        read(two).unwrap_err().to_string().starts_with("line 5: `[Red \"b\"]` follows the end")
    );
}

/// Characters that are special in one format only are preserved as far as possible.
#[test]
fn marks_of_other_formats_survive() {
    let file = read("1. C2=5 {a || b [c]\n|d|} *\n;e}f").expect("a game");
    assert_eq!(file.comment(1), "a || b [c]\n|d|\ne}f");
    let back = read(&dhtmlxq::write(&file)).expect("a game");
    assert_eq!(back.comment(1), "a ｜｜ b ［c］\n｜d｜\ne}f");
    let back = read(&pgn::write(&file, MoveStyle::Wxf)).expect("a game");
    assert_eq!(back.comment(1), "a || b [c]\n|d|\ne｝f");
}

/// Values of question marks, dots and spaces mean "unknown".
#[test]
fn tags_that_say_nothing_are_left_out() {
    for value in ["?", "????.??.??", " . ", "\u{b}.", "?\u{3000}?"] {
        let file = read(&format!("[Site \"{value}\"]\n1. C2=5 *")).expect("a game");
        assert!(file.tags().is_empty(), "{value:?}: {:?}", file.tags());
    }
}

/// A title or comment may mention another format.
#[test]
fn a_file_is_of_the_kind_that_it_begins_with() {
    let file = read("[Title \"[DhtmlXQ] 与 position fen a/b/c\"]\n1. C2=5 {[DhtmlXQ_title]} *");
    let file = file.expect("a game");
    assert_eq!(file.tags()["Title"], "[DhtmlXQ] 与 position fen a/b/c");
    assert_eq!(file.moves().len(), 1);
    for style in [MoveStyle::Chinese, MoveStyle::Wxf, MoveStyle::Iccs] {
        assert_eq!(read(&pgn::write(&file, style)).expect("a game").comment(1), "[DhtmlXQ_title]");
    }
    let shared = read(&format!("[转帖] \"许胡\"\n{DHTMLXQ}")).expect("a game in a page");
    assert_eq!(shared.tags()["Red"], "许银川");
}

/// Every prefix of a file is refused or yields a prefix of the game.
#[test]
fn a_truncated_file_is_an_error_or_a_shorter_game() {
    for text in [PGN, DHTMLXQ, "position startpos moves h2e2 h9g7 h0g2"] {
        let whole = read(text).expect("a game");
        let mut games = 0;
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            if let Ok(part) = read(&text[..end]) {
                assert!(whole.moves().starts_with(part.moves()), "{}", &text[..end]);
                games += 1;
            }
        }
        assert!(games > 0, "{text}");
    }
}

/// A random game with comments on some of its moves.
fn random_file(seed: u64, plies: usize, start: usize) -> GameFile {
    let line = include_str!("../../tests/data/xiangqi-perft-A.txt").lines().nth(start + 1);
    let fen = line.and_then(|line| line.split(" ; ").next()).expect("a FEN");
    let mut rng = Rng::new(seed);
    let mut game = Game::from_fen(fen).expect(fen);
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[rng.below(moves.len())]).expect("a legal move");
    }
    GameFile::from(&game)
}

proptest! {
    #[test]
    fn games_round_trip_in_every_format(
        seed: u64,
        plies in 0usize..160,
        start in 0usize..21,
        tag in "[ -~炮]{0,12}",
        remark in "[ -Z^-z~炮\n]{0,20}",
    ) {
        let game = random_file(seed, plies, start);
        let mut file = GameFile::new(game.start().clone());
        file.outcome = game.outcome;
        file.remark(&remark);
        for (index, &mv) in game.moves().iter().enumerate() {
            file.push(mv).expect("a legal move");
            if index % 3 == 0 {
                file.remark(&remark);
            }
        }
        // A tag that is only `?` means unknown and is dropped; brackets end fields of DhtmlXQ.
        file.set_tag("Red", &format!("x{}", tag.replace(['[', ']'], "")));
        for style in [MoveStyle::Chinese, MoveStyle::Wxf, MoveStyle::Iccs] {
            let text = pgn::write(&file, style);
            prop_assert_eq!(read(&text), Ok(file.clone()), "{}", text);
        }
        prop_assert_eq!(read(&position_line(&file)).map(|f| f.moves), Ok(file.moves.clone()));
        let text = dhtmlxq::write(&file);
        let back = read(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!((back.moves(), back.tags()), (file.moves(), file.tags()));
        prop_assert_eq!((&back.comments, back.outcome), (&file.comments, file.outcome));
        let board = |file: &GameFile| file.start().to_string();
        prop_assert_eq!(board(&back), board(&file));
        prop_assert!(file.moves().is_empty()
            || back.start().side_to_move() == file.start().side_to_move());
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        text in "\\PC{0,60}",
        likely in "[\\[\\]\\(\\){};.1-9炮二平五C=DhtmlXQ_/\" \n]{0,60}") {
        for text in [&text, &likely, &format!("[DhtmlXQ]{likely}[/DhtmlXQ]")] {
            let _ = read(text);
            let _ = pgn::read(text);
            let _ = dhtmlxq::read(text);
        }
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(at in 0usize..2000, letter in "[ -~炮]") {
        for sample in [PGN, DHTMLXQ] {
            let mut letters: Vec<char> = sample.chars().collect();
            let at = at % letters.len();
            letters.splice(at..=at, letter.chars());
            let _ = read(&letters.into_iter().collect::<String>());
        }
    }
}
