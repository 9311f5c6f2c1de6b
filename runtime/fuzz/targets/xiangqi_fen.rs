#![no_main]
//! Positions as text. What is read is written, read and played on without a hitch; what is not
//! read has a defect that can be told.

use fangqi_xiangqi::{Game, Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let position = match Position::from_fen(text) {
        Ok(position) => position,
        Err(error) => {
            let defects = error.text_defects().len() + error.position_defects().len();
            assert!((1..400).contains(&defects), "{defects}");
            let (zh, en) = error.text();
            assert!(!zh.is_empty() && !en.is_empty() && en.len() < 1 << 16, "{en}");
            // The text alone decides whether it describes anything.
            match text.parse::<Setup>() {
                Ok(setup) => assert_eq!(setup.defects(), error.position_defects()),
                Err(again) => assert_eq!(again.text_defects(), error.text_defects()),
            }
            return;
        }
    };
    let written = position.fen();
    let again = Position::from_fen(&written).expect("what is written can be read");
    assert_eq!(again.fen(), written);
    assert_eq!(again.hash(), position.hash());
    let mut game = Game::new(position);
    for choice in data.iter().take(8) {
        let moves = game.legal_moves();
        let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        game.play(*mv).expect("it is legal");
    }
    while game.undo().is_some() {}
    assert_eq!(game.position().fen(), written);
});
