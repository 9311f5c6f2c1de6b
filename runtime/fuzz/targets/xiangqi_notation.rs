#![no_main]
//! Moves as people write them: first line a position, then a move.

use fangqi_xiangqi::{Position, notation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (fen, written) = text.split_once('\n').unwrap_or((fangqi_xiangqi::START_FEN, text));
    let Ok(position) = Position::from_fen(fen) else { return };
    if let Ok(mv) = notation::parse_chinese(&position, written) {
        let said = notation::chinese(&position, mv);
        assert_eq!(notation::parse_chinese(&position, &said).ok(), Some(mv), "{said}");
    }
    if let Ok(mv) = notation::parse_wxf(&position, written) {
        let said = notation::wxf(&position, mv);
        assert_eq!(notation::parse_wxf(&position, &said).ok(), Some(mv), "{said}");
    }
});
