#![no_main]
//! Positions as text. What is read is written, read and played on without a hitch.

use fangqi_xiangqi::{Game, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(position) = Position::from_fen(text) else { return };
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
