//! Gomoku, and Renju's forbidden moves held against the definitions read word by word.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_plugin_rules::{RulesVm, Study};
use mlua::{Function, Table};

use super::oracle::{Oracle, agree};
use super::rules::{load, paths};

const SIDE: i32 = 15;
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

type Point = (i32, i32);

fn along((x, z): Point, (dx, dz): (i32, i32), by: i32) -> Point {
    (x + by * dx, z + by * dz)
}

/// Points by what lies on them: 0, 1 for Black, 2 for White.
#[derive(Clone)]
struct Stones {
    cells: Vec<u8>,
    mover: u8,
}

impl Default for Stones {
    fn default() -> Self {
        Self { cells: vec![0; 225], mover: 1 }
    }
}

impl Stones {
    fn at(&self, (x, z): Point) -> Option<u8> {
        let inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&z);
        inside.then(|| self.cells[(z * SIDE + x) as usize])
    }

    fn with(&self, (x, z): Point, stone: u8) -> Self {
        let mut new = self.clone();
        new.cells[(z * SIDE + x) as usize] = stone;
        new
    }

    /// Windows of so many points in a line of which one is `point`, as their first points.
    fn windows(point: Point, direction: (i32, i32), length: i32) -> impl Iterator<Item = Point> {
        (0..length).map(move |back| along(point, direction, -back))
    }

    fn all(&self, first: Point, direction: (i32, i32), length: i32, stone: u8) -> bool {
        (0..length).all(|by| self.at(along(first, direction, by)) == Some(stone))
    }

    fn has_row(&self, point: Point, length: i32, stone: u8) -> bool {
        DIRECTIONS.into_iter().any(|direction| {
            Self::windows(point, direction, length)
                .any(|first| self.all(first, direction, length, stone))
        })
    }

    fn is_five(&self, point: Point) -> bool {
        DIRECTIONS.into_iter().any(|direction| {
            let six = Self::windows(point, direction, 6).any(|f| self.all(f, direction, 6, 1));
            !six && Self::windows(point, direction, 5).any(|f| self.all(f, direction, 5, 1))
        })
    }

    /// The fours of a direction that hold a point, each as its stones, and whether it is straight:
    /// whether two points make it five.
    fn fours(&self, point: Point, direction: (i32, i32)) -> Vec<(BTreeSet<Point>, bool)> {
        let mut found: Vec<(BTreeSet<Point>, bool)> = Vec::new();
        for first in Self::windows(point, direction, 5) {
            let points = (0..5).map(|by| along(first, direction, by));
            let (black, rest): (BTreeSet<_>, BTreeSet<_>) =
                points.partition(|p| self.at(*p) == Some(1));
            let outside = [along(first, direction, -1), along(first, direction, 5)];
            let exact = outside.iter().all(|p| self.at(*p) != Some(1));
            if black.len() == 4 && exact && rest.iter().all(|p| self.at(*p) == Some(0)) {
                match found.iter_mut().find(|(stones, _)| *stones == black) {
                    Some((_, straight)) => *straight = true,
                    None => found.push((black, false)),
                }
            }
        }
        found
    }

    /// The threes of a direction that hold a point, each as its stones. `deep`: whether the move
    /// that makes the straight four must be allowed itself.
    fn threes(&self, point: Point, direction: (i32, i32), deep: bool) -> BTreeSet<BTreeSet<Point>> {
        let mut found = BTreeSet::new();
        for by in -4..=4 {
            let more = along(point, direction, by);
            if self.at(more) != Some(0) {
                continue;
            }
            let then = self.with(more, 1);
            let four = then.fours(more, direction).into_iter().find(|(_, straight)| *straight);
            let Some((mut stones, _)) = four else { continue };
            let refused = deep && then.forbidden(more, true).is_some();
            let allowed = !(then.is_five(more) || refused);
            if allowed && stones.remove(&more) && stones.contains(&point) {
                found.insert(stones);
            }
        }
        found
    }

    /// Why Black may not have put the stone that lies on a point.
    fn forbidden(&self, point: Point, deep: bool) -> Option<&'static str> {
        let fours = |d| self.fours(point, d).len();
        let threes = |d| self.threes(point, d, deep).len();
        if self.is_five(point) {
            None
        } else if self.has_row(point, 6, 1) {
            Some("overline")
        } else if DIRECTIONS.map(fours).iter().sum::<usize>() > 1 {
            Some("fours")
        } else if DIRECTIONS.map(threes).iter().sum::<usize>() > 1 {
            Some("threes")
        } else {
            None
        }
    }
}

impl Oracle for Stones {
    fn moves(&self) -> Vec<Vec<u32>> {
        let points = || (0..225).map(|index| (index % SIDE, index / SIDE));
        if points().any(|p| (1..=2).any(|stone| self.has_row(p, 5, stone))) {
            return Vec::new();
        }
        (1..=225)
            .filter(|cell| self.cells[*cell as usize - 1] == 0)
            .map(|cell| vec![cell])
            .collect()
    }

    fn play(&mut self, cells: &[u32]) {
        self.cells[cells[0] as usize - 1] = self.mover;
        self.mover = 3 - self.mover;
    }

    fn winner(&self) -> usize {
        let points = || (0..225).map(|index| (index % SIDE, index / SIDE));
        let won = |stone: &u8| points().any(|p| self.has_row(p, 5, *stone));
        (1..=2).find(won).map_or(0, usize::from)
    }
}

#[test]
fn free_games_are_those_of_a_second_hand() {
    let ends = agree::<Stones>("gomoku", &[], 12, 226);
    assert_eq!(ends.iter().sum::<usize>(), 12);
    assert!(ends[1] > 0 && ends[2] > 0, "{ends:?}");
}

/// A state of Renju with these stones, Black to move.
fn state(rules: &RulesVm, stones: &Stones) -> Table {
    let state = rules.setup(None, &[("rule", "renju")]).unwrap();
    let cells: Table = state.raw_get("cells").unwrap();
    for (cell, stone) in (1..).zip(&stones.cells) {
        cells.raw_set(cell, *stone).unwrap();
    }
    state
}

/// What a player is told who clicks a point with Black.
fn told(rules: &RulesVm, stones: &Stones, (x, z): Point) -> Option<String> {
    let legal: Function = rules.spec().rules.raw_get("legal").unwrap();
    let explain: Function = rules.spec().rules.raw_get("explain").unwrap();
    let (state, cell) = (state(rules, stones), z * SIDE + x + 1);
    let moves: Vec<i32> = legal.call((&state, 1)).unwrap();
    (!moves.contains(&cell)).then(|| explain.call((&state, vec![cell], 1)).unwrap())
}

/// Points by a picture, north above, with its south-west corner at (3, 3): `x` black, `o` white and
/// `*` the point in question.
fn picture(rows: &[&str]) -> (Stones, Point) {
    let (mut stones, mut asked) = (Stones::default(), (0, 0));
    for (z, row) in (3..).zip(rows.iter().rev()) {
        for (x, letter) in (3..).zip(row.chars()) {
            match letter {
                'x' => stones = stones.with((x, z), 1),
                'o' => stones = stones.with((x, z), 2),
                '*' => asked = (x, z),
                _ => {}
            }
        }
    }
    (stones, asked)
}

/// What every introduction to Renju shows, and the traps it warns of.
#[test]
fn blacks_forbidden_moves() {
    let rules = load("gomoku");
    let cases: [(&[&str], Option<&str>); 14] = [
        (&["...x", "...x", ".xx*.", "....."], Some("threes")),
        (&["...o", "...x", "...x", ".xx*.", "....."], None),
        (&[".x.x*.", "....", "....x", "....x"], Some("threes")),
        // Between two white stones a three cannot grow to a straight four.
        (&["....x", "....x", "o.xx*.o"], None),
        // Nor where a straight four would be closed by six.
        (&[".....x", ".....x", "x..xx*..x"], None),
        (&["...x", "...x", "...x", "xxx*"], Some("fours")),
        (&["..o", "...x", "...x", "...x", "xxx*", "...o"], Some("fours")),
        // Two fours in one line.
        (&["x.x*x.x"], Some("fours")),
        (&["xx.*x.xx"], Some("fours")),
        // A four and a three together are how Black wins.
        (&["...x", "...x", "...x", ".xx*", "...o"], None),
        (&["xx*xxx"], Some("overline")),
        // Five makes up for all else.
        (&["....x", "....x", "xxxx*", "...x.x", "..x...x"], None),
        (&["xx*xxx", "..x", "..x", "..x", "..x"], None),
        // Six would not be five: no four there.
        (&["....x", "....x", "....x", "oxxx*.x"], None),
    ];
    for (rows, wanted) in cases {
        let (stones, asked) = picture(rows);
        assert_eq!(stones.with(asked, 1).forbidden(asked, true), wanted, "by hand: {rows:?}");
        assert_eq!(told(&rules, &stones, asked).as_deref(), wanted, "{rows:?}");
    }
}

/// Every empty point of crowded positions, against the definitions. They differ from the simpler
/// ones that many programs use, where the stone that makes a four may itself be forbidden.
#[test]
fn forbidden_moves_of_random_positions() {
    let rules = load("gomoku");
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let mut rng = Rng::new(3);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..360 {
        let mut stones = Stones::default();
        for _ in 0..12 + rng.below(20) {
            let point = (3 + rng.below(9) as i32, 3 + rng.below(9) as i32);
            let stone = if rng.below(4) == 0 { 2 } else { 1 };
            stones = stones.with(point, stone);
        }
        let game = study.game(state(&rules, &stones), false).unwrap();
        let legal: Vec<u32> = paths(&study, &game).into_iter().map(|(path, _)| path[0]).collect();
        for cell in 1..=225 {
            let point = ((cell - 1) % SIDE, (cell - 1) / SIDE);
            if stones.at(point) != Some(0) {
                continue;
            }
            let then = stones.with(point, 1);
            let reason = then.forbidden(point, true);
            let found = legal.contains(&(cell as u32));
            assert_eq!(found, reason.is_none(), "{point:?} {reason:?} {:?}", stones.cells);
            *seen.entry(reason.unwrap_or("none")).or_insert(0) += 1;
            if then.forbidden(point, false) != reason {
                *seen.entry("not by the simpler rule").or_insert(0) += 1;
            }
        }
    }
    let at_least = |what: &str, count: i32| assert!(seen[what] >= count, "{what}: {seen:?}");
    at_least("overline", 20);
    at_least("fours", 100);
    at_least("threes", 100);
    at_least("not by the simpler rule", 5);
}
