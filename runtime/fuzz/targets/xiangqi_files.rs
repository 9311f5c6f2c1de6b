#![no_main]
//! Games as files. What is read is written in every format and read again as the same game.

use fangqi_xiangqi::files::{self, GameFile, MoveStyle, dhtmlxq, pgn};
use fangqi_xiangqi::{Move, RuleSet};
use libfuzzer_sys::fuzz_target;

fn again(text: &str) -> GameFile {
    files::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Each reader is asked, whatever the text looks like.
    let _ = (pgn::read(text), dhtmlxq::read(text));
    let Ok(file) = files::read(text) else { return };
    for style in [MoveStyle::Chinese, MoveStyle::Wxf, MoveStyle::Iccs] {
        let written = pgn::write(&file, style);
        assert_eq!(again(&written), file, "{written}");
    }
    let moves: &[Move] = file.moves();
    assert_eq!(again(&files::position_line(&file)).moves(), moves);
    let back = again(&dhtmlxq::write(&file));
    assert_eq!((back.moves(), back.tags(), back.outcome), (moves, file.tags(), file.outcome));
    // A repetition may have ended the game before its last move; that is told, not hit upon.
    for rules in [RuleSet::Axf, RuleSet::Cxa, RuleSet::Simple] {
        let _ = file.game(rules);
    }
});
