//! How well computers play, in short; `cargo run --release --example board_strength` measures more.

use super::arena::{against_the_solver, computer, duel, every_reply, greedy, playouts};

#[test]
fn the_highest_level_never_loses_tic_tac_toe() {
    for seat in 0..2 {
        let [wins, draws, losses] = every_reply(seat);
        assert_eq!(losses, 0, "as seat {seat}");
        assert!(wins > 20 && draws > 0, "{wins} won, {draws} drawn");
    }
}

#[test]
fn the_highest_level_plays_connect_four_as_it_is_solved() {
    let [positions, kept, _] = against_the_solver(12, Some(10_000_000), 7);
    assert!(kept + 1 >= positions, "{kept} of {positions}");
}

#[test]
fn the_highest_level_beats_greed_at_reversi() {
    let [wins, ..] = duel("reversi", &computer(5, Some(1_500_000)), &greedy, 4, 1);
    assert_eq!(wins, 4);
}

#[test]
fn the_highest_level_beats_the_lowest_at_gomoku() {
    let best = computer(5, Some(5_000_000));
    let [wins, ..] = duel("gomoku", &best, &computer(1, None), 3, 1);
    assert_eq!(wins, 3);
}

/// A tenth of what is asked for, on whatever machine and build the tests run.
#[test]
fn playouts_are_not_slow() {
    let rate = playouts("gomoku", &[], 60_000);
    assert!(rate > 6_000.0, "{rate:.0} moves/s");
}
