//! Nine men's morris, written once more by coordinates: three rings around a centre.

use super::oracle::{Oracle, agree, perft};

/// A point by ring (1 the innermost) and direction from the centre, -1 to 1 each.
type Point = (i32, i32, i32);

fn points() -> Vec<Point> {
    let mut points = Vec::new();
    for ring in 1..=3 {
        for x in -1..=1 {
            for z in -1..=1 {
                if (x, z) != (0, 0) {
                    points.push((ring, x, z));
                }
            }
        }
    }
    // In the order of the rules: by row, then by column.
    points.sort_by_key(|(ring, x, z)| (ring * z, ring * x));
    points
}

/// Two points of a line next to each other: on one ring, or in one middle direction.
fn joined(a: Point, b: Point) -> bool {
    let along = a.0 == b.0 && (a.1 - b.1).abs() + (a.2 - b.2).abs() == 1;
    let across = (a.1, a.2) == (b.1, b.2) && a.1 * a.2 == 0 && (a.0 - b.0).abs() == 1;
    along || across
}

/// Three points of one side of a ring, or of one spoke.
fn is_mill(mill: [Point; 3]) -> bool {
    let same = |part: fn(Point) -> i32| mill.iter().all(|point| part(*point) == part(mill[0]));
    let ring = same(|p| p.0);
    let side = ring && (same(|p| p.1) && mill[0].1 != 0 || same(|p| p.2) && mill[0].2 != 0);
    let spoke = same(|p| p.1) && same(|p| p.2) && mill[0].1 * mill[0].2 == 0;
    side || spoke
}

struct Morris {
    points: Vec<Point>,
    men: Vec<usize>,
    hands: [usize; 2],
    mover: usize,
    quiet: usize,
}

impl Default for Morris {
    fn default() -> Self {
        Self { points: points(), men: vec![0; 24], hands: [9, 9], mover: 1, quiet: 0 }
    }
}

impl Morris {
    fn count(&self, seat: usize) -> usize {
        self.men.iter().filter(|man| **man == seat).count()
    }

    fn milled(&self, men: &[usize], at: usize) -> bool {
        let of_seat = |index: &usize| men[*index] == men[at] && *index != at;
        let own: Vec<usize> = (0..24).filter(of_seat).collect();
        let mill = |a: usize, b: usize| is_mill([self.points[at], self.points[a], self.points[b]]);
        own.iter().any(|&a| own.iter().any(|&b| a < b && mill(a, b)))
    }

    fn ways(&self) -> Vec<(Option<usize>, usize)> {
        let free = (0..24).filter(|at| self.men[*at] == 0);
        if self.hands[self.mover - 1] > 0 {
            return free.map(|to| (None, to)).collect();
        }
        let flies = self.count(self.mover) == 3;
        let own: Vec<usize> = (0..24).filter(|at| self.men[*at] == self.mover).collect();
        free.flat_map(|to| own.iter().map(move |from| (Some(*from), to)))
            .filter(|(from, to)| {
                flies || from.is_some_and(|from| joined(self.points[from], self.points[*to]))
            })
            .collect()
    }
}

impl Oracle for Morris {
    fn moves(&self) -> Vec<Vec<u32>> {
        if self.quiet == 100 || (self.hands == [0, 0] && self.count(self.mover) < 3) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (from, to) in self.ways() {
            let mut men = self.men.clone();
            if let Some(from) = from {
                men[from] = 0;
            }
            men[to] = self.mover;
            let path: Vec<u32> = from.into_iter().chain([to]).map(|at| at as u32 + 1).collect();
            if !self.milled(&men, to) {
                moves.push(path);
                continue;
            }
            let all: Vec<usize> = (0..24).filter(|at| men[*at] == 3 - self.mover).collect();
            let bound = all.iter().all(|at| self.milled(&men, *at));
            for taken in all.into_iter().filter(|at| bound || !self.milled(&men, *at)) {
                moves.push(path.iter().copied().chain([taken as u32 + 1]).collect());
            }
        }
        moves
    }

    fn play(&mut self, cells: &[u32]) {
        let mut cells: Vec<usize> = cells.iter().map(|cell| *cell as usize - 1).collect();
        let hand = &mut self.hands[self.mover - 1];
        if *hand > 0 {
            *hand -= 1;
        } else {
            self.men[cells.remove(0)] = 0;
            self.quiet += 1;
        }
        self.men[cells[0]] = self.mover;
        if let Some(taken) = cells.get(1) {
            self.men[*taken] = 0;
            self.quiet = 0;
        }
        self.mover = 3 - self.mover;
    }

    fn winner(&self) -> usize {
        if self.quiet == 100 { 0 } else { 3 - self.mover }
    }
}

#[test]
fn games_are_those_of_a_second_hand() {
    let ends = agree::<Morris>("nine-mens-morris", &[], 30, 2_000);
    assert_eq!(ends.iter().sum::<usize>(), 30);
    assert!(ends[1] > 5 && ends[2] > 5, "{ends:?}");
}

/// Four men go anywhere; the fifth closes one of 16 mills, in 3! orders, beside any of 21 · 20
/// pairs of the opponent's men, of which it then takes either.
#[test]
fn paths_of_placing() {
    assert_eq!(perft("nine-mens-morris", 4), 24 * 23 * 22 * 21);
    let closing = 16 * 6 * 21 * 20;
    assert_eq!(perft("nine-mens-morris", 5), 24 * 23 * 22 * 21 * 20 + closing);
}
