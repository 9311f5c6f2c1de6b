#![no_main]
//! Moves as people write them: first line a position, then a move on each.

use fangqi_xiangqi::{Position, notation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (fen, written) = text.split_once('\n').unwrap_or((fangqi_xiangqi::START_FEN, text));
    let Ok(position) = Position::from_fen(fen) else { return };
    for written in written.lines().take(20) {
        let read = [
            notation::parse(&position, written),
            notation::parse_chinese(&position, written),
            notation::parse_wxf(&position, written),
        ];
        for mv in read.into_iter().flatten() {
            assert!(position.is_legal(mv), "{written}: {mv}");
            let said = notation::chinese(&position, mv);
            assert_eq!(notation::parse_chinese(&position, &said).ok(), Some(mv), "{said}");
            let said = notation::wxf(&position, mv);
            assert_eq!(notation::parse_wxf(&position, &said).ok(), Some(mv), "{said}");
            assert_eq!(notation::parse(&position, &mv.to_string()).ok(), Some(mv));
        }
    }
});
