//! Reversi.

use fangqi_kit::{Game, Outcome};

use super::oracle::{Oracle, agree, perft};

#[path = "../../../../../boards/kit/tests/games/reversi.rs"]
mod bits;

use bits::{Move, Reversi, Seat};

impl Oracle for Reversi {
    fn moves(&self) -> Vec<Vec<u32>> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let cells = |mv: Move| if mv == Move::PASS { vec![] } else { vec![u32::from(mv.0) + 1] };
        moves.into_iter().map(cells).collect()
    }

    fn play(&mut self, cells: &[u32]) {
        let mv = cells.first().map_or(Move::PASS, |cell| Move(*cell as u8 - 1));
        Game::play(self, mv).unwrap();
    }

    fn winner(&self) -> usize {
        match self.outcome() {
            Some(Outcome::Won(Seat::Black)) => 1,
            Some(Outcome::Won(Seat::White)) => 2,
            _ => 0,
        }
    }
}

/// To the end, passes and full boards included.
#[test]
fn games_are_those_of_bitboards() {
    let ends = agree::<Reversi>("reversi", &[], 100, 130);
    assert_eq!(ends.iter().sum::<usize>(), 100);
    assert!(ends[1] > 20 && ends[2] > 20, "{ends:?}");
}

/// Published counts; in the ninth a pass is a move.
#[test]
fn paths_are_as_many_as_published() {
    let published = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, paths) in (1..).zip(published) {
        assert_eq!(perft("reversi", depth), paths, "{depth} moves");
    }
}
