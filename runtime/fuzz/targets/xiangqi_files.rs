#![no_main]
//! Games as files. What is read is written in every format and read again as the same game.

use fangqi_xiangqi::files::{self, GameFile, MoveStyle, dhtmlxq, pgn};
use fangqi_xiangqi::{Move, RuleSet};
use libfuzzer_sys::fuzz_target;

fn again(text: &str) -> GameFile {
    files::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fuzz_target!(|data: &[u8]| {
    let _ = files::read_games(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Each reader is asked, whatever the text looks like.
    let _ = (pgn::read(text), dhtmlxq::read(text));
    let Ok(file) = files::read(text) else { return };
    let moves: &[Move] = file.moves();
    for style in [MoveStyle::Chinese, MoveStyle::Wxf, MoveStyle::Iccs] {
        let written = pgn::write(&file, style);
        let back = again(&written);
        let game = (file.start(), moves, file.tags(), file.outcome);
        assert_eq!((back.start(), back.moves(), back.tags(), back.outcome), game, "{written}");
        // A brace within a remark has become a wide one, and nothing changes any more.
        assert_eq!(pgn::write(&back, style), written);
    }
    let back = again(&files::position_line(&file));
    assert_eq!((back.start(), back.moves()), (file.start(), moves));
    // Few tags and no counters have a place here.
    let written = dhtmlxq::write(&file);
    let back = again(&written);
    assert_eq!((back.moves(), back.outcome), (moves, file.outcome), "{written}");
    assert_eq!(dhtmlxq::write(&back), written);
    // A repetition may have ended the game before its last move; that is told, not hit upon.
    for rules in [RuleSet::Axf, RuleSet::Cxa, RuleSet::Simple] {
        let _ = file.game(rules);
    }
});
