//! Tic-tac-toe.

use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::LuaBoard;

use super::oracle::{perft, with_game};

/// Adds up the games that end after each number of moves.
fn count(game: &mut LuaBoard<'_>, ply: usize, games: &mut [u64; 10], won: &mut [u64; 3]) {
    if game.turn() == Turn::Over {
        games[ply] += 1;
        let winner = (0..2).find(|seat| game.payoff(*seat) > 0.0);
        won[winner.map_or(0, |seat| seat + 1)] += 1;
        return;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    for mv in moves {
        game.play(mv);
        count(game, ply + 1, games, won);
        game.undo();
    }
}

/// 255,168 games, and how they end: published many times over.
#[test]
fn there_are_255_168_games() {
    with_game("tic-tac-toe", &[], |_, mut game| {
        let (mut games, mut won) = ([0; 10], [0; 3]);
        count(&mut game, 0, &mut games, &mut won);
        assert_eq!(games, [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]);
        assert_eq!(won, [46_080, 131_184, 77_904]);
        assert_eq!(games.iter().sum::<u64>(), 255_168);
    });
}

#[test]
fn paths_that_ended_are_not_counted() {
    assert_eq!(perft("tic-tac-toe", 5), 15_120);
    assert_eq!(perft("tic-tac-toe", 6), 54_720);
}
