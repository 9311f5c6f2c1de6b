//! Connect Four.

use fangqi_kit::search::{Board, Turn};

use super::oracle::{Oracle, agree};
use super::rules::perft;

#[path = "../../../../boards/kit/tests/games/connect_four.rs"]
mod bits;

/// The bitboards of the kit's tests; cells of their columns become those of rows.
#[derive(Default)]
struct Bits(bits::ConnectFour);

impl Bits {
    fn height(&self, column: u8) -> u32 {
        (((self.0.stones[0] | self.0.stones[1]) >> (7 * column)) & 0x3f).count_ones()
    }
}

impl Oracle for Bits {
    fn moves(&self) -> Vec<Vec<u32>> {
        let mut columns = Vec::new();
        if self.0.turn() != Turn::Over {
            self.0.moves(&mut columns);
        }
        let cell = |column: u8| 7 * self.height(column) + u32::from(column) + 1;
        columns.into_iter().map(|column| vec![cell(column)]).collect()
    }

    fn play(&mut self, cells: &[u32]) {
        self.0.play(((cells[0] - 1) % 7) as u8);
    }

    fn winner(&self) -> usize {
        (0..2).find(|seat| self.0.payoff(*seat) > 0.0).map_or(0, |seat| seat + 1)
    }
}

#[test]
fn games_are_those_of_bitboards() {
    let ends = agree::<Bits>("connect-four", &[], 200, 43);
    assert_eq!(ends.iter().sum::<usize>(), 200);
    assert!(ends[1] > 60 && ends[2] > 40, "{ends:?}");
}

/// Published counts: John Tromp, "John's Connect Four Playground".
#[test]
fn paths_are_as_many_as_published() {
    let published = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, paths) in (1..).zip(published) {
        assert_eq!(perft("connect-four", depth), paths, "{depth} moves");
    }
}
