//! Dou Shou Qi, written once more by squares with column and row.

use super::oracle::{Oracle, agree, perft, play, with_game};

#[derive(Clone, Copy, PartialEq)]
enum Ground {
    Land,
    Water,
    /// Whose trap.
    Trap(usize),
    /// Whose den.
    Den(usize),
}

/// By row from the north, as one sees it: capitals are the south's traps and den.
const GROUND: [&str; 9] = [
    "..tdt..", "...t...", ".......", ".ww.ww.", ".ww.ww.", ".ww.ww.", ".......", "...T...",
    "..TDT..",
];
/// Red's animals are capitals: rat, cat, dog, wolf, leopard (p), tiger, lion, elephant.
const START: [&str; 9] = [
    "l.....t", ".d...c.", "r.p.w.e", ".......", ".......", ".......", "E.W.P.R", ".C...D.",
    "T.....L",
];
const RANKS: &str = "rcdwptle";

type Animal = (usize, usize); // seat and rank, both from 1

struct Jungle {
    animals: [[Option<Animal>; 7]; 9],
    ground: [[Ground; 7]; 9],
    mover: usize,
    quiet: usize,
    entered: Option<usize>,
}

impl Default for Jungle {
    fn default() -> Self {
        let mut animals = [[None; 7]; 9];
        let mut ground = [[Ground::Land; 7]; 9];
        for row in 0..9 {
            for column in 0..7 {
                let letter = |picture: &[&str; 9]| picture[8 - row].as_bytes()[column] as char;
                let animal = letter(&START);
                let seat = if animal.is_uppercase() { 1 } else { 2 };
                let rank = RANKS.find(animal.to_ascii_lowercase());
                animals[row][column] = rank.map(|rank| (seat, rank + 1));
                let kind = letter(&GROUND);
                let owner = if kind.is_uppercase() { 1 } else { 2 };
                ground[row][column] = match kind.to_ascii_lowercase() {
                    'w' => Ground::Water,
                    't' => Ground::Trap(owner),
                    'd' => Ground::Den(owner),
                    _ => Ground::Land,
                };
            }
        }
        Self { animals, ground, mover: 1, quiet: 0, entered: None }
    }
}

impl Jungle {
    fn all() -> impl Iterator<Item = (usize, usize)> {
        (0..9).flat_map(|row| (0..7).map(move |column| (row, column)))
    }

    /// Squares in a straight line of which the first is a neighbour and all but the last are water
    /// without a rat in it: by those a leap may go.
    fn leaps(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let between: Vec<_> = Self::all()
            .filter(|&(row, column)| {
                let within = |at: usize, a: usize, b: usize| a.min(b) < at && at < a.max(b);
                (row == from.0 && row == to.0 && within(column, from.1, to.1))
                    || (column == from.1 && column == to.1 && within(row, from.0, to.0))
            })
            .collect();
        !between.is_empty()
            && between.iter().all(|&(row, column)| {
                self.ground[row][column] == Ground::Water && self.animals[row][column].is_none()
            })
    }

    fn takes(&self, (_, rank): Animal, (row, column): (usize, usize), wet: bool) -> bool {
        let Some((seat, victim)) = self.animals[row][column] else { return true };
        if seat == self.mover || wet != (self.ground[row][column] == Ground::Water) {
            return false;
        }
        match (rank, victim) {
            _ if self.ground[row][column] == Ground::Trap(self.mover) => true,
            (1, 8) => true,
            (8, 1) => false,
            _ => rank >= victim,
        }
    }

    fn may(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let Some(animal) = self.animals[from.0][from.1] else { return false };
        let (seat, rank) = animal;
        let steps = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        let ground = self.ground[to.0][to.1];
        let reaches = match rank {
            1 => steps == 1,
            6 | 7 => (steps == 1 || self.leaps(from, to)) && steps > 0 && ground != Ground::Water,
            _ => steps == 1 && ground != Ground::Water,
        };
        let wet = self.ground[from.0][from.1] == Ground::Water;
        seat == self.mover && reaches && ground != Ground::Den(seat) && self.takes(animal, to, wet)
    }

    fn square(cell: u32) -> (usize, usize) {
        ((cell as usize - 1) / 7, (cell as usize - 1) % 7)
    }
}

impl Oracle for Jungle {
    fn moves(&self) -> Vec<Vec<u32>> {
        if self.entered.is_some() || self.quiet == 100 {
            return Vec::new();
        }
        let cell = |(row, column): (usize, usize)| (row * 7 + column + 1) as u32;
        let pairs = Self::all().flat_map(|from| Self::all().map(move |to| (from, to)));
        pairs
            .filter(|(from, to)| self.may(*from, *to))
            .map(|(from, to)| vec![cell(from), cell(to)])
            .collect()
    }

    fn play(&mut self, cells: &[u32]) {
        let (from, to) = (Self::square(cells[0]), Self::square(cells[1]));
        let animal = self.animals[from.0][from.1].take();
        let taken = std::mem::replace(&mut self.animals[to.0][to.1], animal);
        self.quiet = if taken.is_some() { 0 } else { self.quiet + 1 };
        if matches!(self.ground[to.0][to.1], Ground::Den(_)) {
            self.entered = Some(self.mover);
        }
        self.mover = 3 - self.mover;
    }

    fn winner(&self) -> usize {
        match self.entered {
            Some(seat) => seat,
            None if self.quiet == 100 => 0,
            None => 3 - self.mover,
        }
    }
}

#[test]
fn games_are_those_of_a_second_hand() {
    let ends = agree::<Jungle>("dou-shou-qi", &[], 60, 1_000);
    assert_eq!(ends.iter().sum::<usize>(), 60);
    assert!(ends.iter().all(|count| *count > 2), "{ends:?}");
}

/// Each side's first moves, counted by hand: cat and dog four, rat, wolf, leopard and elephant
/// three, tiger and lion two. No first move stands in the way of another's.
#[test]
fn the_first_moves() {
    assert_eq!(perft("dou-shou-qi", 1), 24);
    assert_eq!(perft("dou-shou-qi", 2), 24 * 24);
}

/// A lion leaps from bank to bank, but not over a rat.
#[test]
fn a_rat_in_the_river_bars_the_way() {
    with_game("dou-shou-qi", &[], |study, mut game| {
        // The lion goes up the eastern edge; its rat makes way and swims west along row 4.
        for (from, to) in [(21, 28), (43, 36), (7, 14), (36, 43), (14, 21), (43, 36)] {
            play(study, &mut game, &[from, to]);
        }
        play(study, &mut game, &[28, 27]);
        play(study, &mut game, &[36, 43]);
        play(study, &mut game, &[21, 28]);
        play(study, &mut game, &[43, 36]);
        // The lion stands on g4, the rat swims on f4.
        let cells = |game: &_| -> Vec<Vec<u32>> {
            super::rules::paths(study, game).into_iter().map(|(cells, _)| cells).collect()
        };
        assert!(!cells(&game).contains(&vec![28, 25]));
        play(study, &mut game, &[27, 34]);
        play(study, &mut game, &[36, 43]);
        assert!(cells(&game).contains(&vec![28, 25]), "{:?}", cells(&game));
    });
}
