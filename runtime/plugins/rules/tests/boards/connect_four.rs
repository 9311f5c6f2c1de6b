//! Connect Four.

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};

use super::oracle::{Oracle, agree, perft};
use super::solver::{Position, Solver};

#[path = "../../../../../boards/kit/tests/games/connect_four.rs"]
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

/// The solver of the strength tests against the plain search of the kit's tests.
#[test]
fn two_solvers_agree() {
    let (mut rng, mut solver, mut values) = (Rng::new(4), Solver::new(), [0; 3]);
    while values.iter().sum::<usize>() < 150 {
        let mut game = Bits::default();
        while game.0.stones_played() < 26 && game.0.turn() != Turn::Over {
            game.0.play(game.0.random_move(&mut rng).unwrap());
        }
        if game.0.turn() == Turn::Over {
            continue;
        }
        let cell = |index: u32| {
            let bit = 1_u64 << (index % 7 * 7 + index / 7);
            (0..2).find(|seat| game.0.stones[*seat] & bit != 0).map_or(0, |seat| seat as u8 + 1)
        };
        let cells: Vec<u8> = (0..42).map(cell).collect();
        let value = solver.value(Position::new(&cells, game.0.mover() as u8 + 1));
        assert_eq!(i32::from(value), game.0.solve(), "{:?}", game.0.played);
        values[(value + 1) as usize] += 1;
    }
    assert!(values[0] > 10 && values[1] > 0 && values[2] > 10, "{values:?}");
}
