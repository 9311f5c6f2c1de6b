//! Chinese checkers against a star in cube coordinates, with jumps followed one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};
use mlua::Function;

use crate::rules::load;

/// A cell as (q, r, s) with q + r + s = 0; r counts rows from the middle.
type Cube = [i32; 3];

const SIDES: [Cube; 6] = [[1, -1, 0], [1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1]];

fn plus(a: Cube, b: Cube) -> Cube {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The star: two triangles, one upside down, in the order of the cells' numbers.
fn star() -> Vec<Cube> {
    let mut star = Vec::new();
    for r in -8..=8 {
        for q in -8..=8 {
            let cell: Cube = [q, r, -q - r];
            if cell.iter().all(|part| *part >= -4) || cell.iter().all(|part| *part <= 4) {
                star.push(cell);
            }
        }
    }
    star
}

/// Which of the six points of the star a cell is in: the direction that its tip lies in.
fn point(cell: Cube) -> Option<(usize, i32)> {
    let far = (0..3).find(|axis| cell[*axis].abs() > 4)?;
    Some((far, cell[far].signum()))
}

type Men = BTreeMap<Cube, u8>;

fn men(game: &LuaBoard<'_>) -> Men {
    let cells: Vec<u8> = game.state().raw_get("cells").unwrap();
    star().into_iter().zip(cells).collect()
}

/// Follows jumps from a cell to all cells that were not found before.
fn jump(men: &Men, at: Cube, found: &mut BTreeSet<Cube>) {
    for side in SIDES {
        let (over, to) = (plus(at, side), plus(plus(at, side), side));
        let jumps = men.get(&over).is_some_and(|man| *man != 0) && men.get(&to) == Some(&0);
        if jumps && found.insert(to) {
            jump(men, to, found);
        }
    }
}

/// The moves of a seat, whose pieces began at `home`.
fn slow(men: &Men, seat: u8, home: (usize, i32)) -> BTreeSet<(Cube, Cube)> {
    let goal = (home.0, -home.1);
    let mut moves = BTreeSet::new();
    for (from, _) in men.iter().filter(|(_, man)| **man == seat) {
        let mut lifted = men.clone();
        lifted.insert(*from, 0);
        let mut found = BTreeSet::new();
        jump(&lifted, *from, &mut found);
        found.extend(
            SIDES.map(|side| plus(*from, side)).iter().filter(|to| men.get(*to) == Some(&0)),
        );
        found.remove(from);
        for to in found {
            let may_rest = point(to).is_none_or(|point| point == home || point == goal);
            if may_rest && (point(*from) != Some(goal) || point(to) == Some(goal)) {
                moves.insert((*from, to));
            }
        }
    }
    moves
}

/// The moves as pairs of cells; none if passing is all there is.
fn ours(study: &Study<'_>, moves: &[u32], star: &[Cube]) -> BTreeSet<(Cube, Cube)> {
    let pair = |mv: &u32| {
        let mv = study.move_of(*mv).unwrap();
        let cells = mv.as_table()?.sequence_values::<usize>().map(Result::unwrap);
        let [from, to] = cells.map(|cell| star[cell - 1]).collect::<Vec<_>>()[..] else { panic!() };
        Some((from, to))
    };
    moves.iter().filter_map(pair).collect()
}

/// The points at which the seats begin.
fn homes(rules: &RulesVm, players: u8) -> Vec<(usize, i32)> {
    let state = rules.setup(Some(players), &[]).unwrap();
    let cells: Vec<u8> = state.raw_get("cells").unwrap();
    let home = |seat| {
        let held = star().into_iter().zip(&cells).filter(|(_, man)| **man == seat);
        let points: Vec<_> = held.map(|(cell, _)| point(cell).unwrap()).collect();
        assert_eq!(points.len(), 10);
        assert!(points.iter().all(|point| *point == points[0]), "seat {seat} is in two points");
        points[0]
    };
    (1..=players).map(home).collect()
}

#[test]
fn the_star_has_its_six_points() {
    let rules = load("chinese-checkers");
    assert_eq!(rules.spec().layout.cells().unwrap().len(), 121);
    assert_eq!(star().len(), 121);
    let opposite = |(axis, sign): (usize, i32)| (axis, -sign);
    for players in [2, 3, 4, 6] {
        let homes = homes(&rules, players);
        assert_eq!(BTreeSet::from_iter(&homes).len(), usize::from(players));
        let faced = homes.iter().filter(|home| homes.contains(&opposite(**home))).count();
        assert_eq!(faced, if players == 3 { 0 } else { usize::from(players) });
    }
}

/// The layout's places are those of the star: neighbours lie two half cells apart in a row, or one
/// row and half a cell.
#[test]
fn cells_lie_where_the_star_has_them() {
    let places: Vec<_> = load("chinese-checkers").spec().layout.cells().unwrap();
    for (cell, [q, r, _]) in places.iter().zip(star()) {
        assert_eq!((cell.pos.x, cell.pos.z), (12 + 2 * q + r, 2 * (r + 8)), "{}", cell.name);
    }
}

/// Two begin with fourteen moves: eight steps and six jumps.
#[test]
fn games_begin_with_fourteen_moves() {
    assert_eq!(crate::oracle::perft("chinese-checkers", 1), 14);
    assert_eq!(crate::oracle::perft("chinese-checkers", 2), 196);
}

/// Games by `random_move`, with both lists of moves compared at every ply.
#[test]
fn jumps_are_those_of_the_slow_generator_and_games_end() {
    let (rules, stop) = (load("chinese-checkers"), AtomicBool::new(false));
    let (star, mut won) = (star(), 0);
    for (players, seed) in [2, 3, 4, 6].into_iter().flat_map(|players| [(players, 1), (players, 2)])
    {
        let study = Study::new(&rules, u64::MAX, seed, &stop).unwrap();
        let state = rules.setup(Some(players), &[]).unwrap();
        let (homes, mut game) = (homes(&rules, players), study.game(state, false).unwrap());
        let (mut moves, mut plies) = (Vec::new(), 0);
        while let Turn::Seat(seat) = game.turn() {
            game.moves(&mut moves);
            let expected = slow(&men(&game), seat as u8 + 1, homes[seat]);
            assert_eq!(ours(&study, &moves, &star), expected, "{players} players, ply {plies}");
            let chosen = game.random_move(&mut Rng::new(0)).unwrap();
            assert!(moves.contains(&chosen));
            game.play(chosen);
            plies += 1;
        }
        assert!(study.trouble().is_none(), "{:?}", study.trouble());
        won += usize::from((0..usize::from(players)).any(|seat| game.payoff(seat) == 1.0));
        println!("{players} players: {plies} plies");
    }
    assert!(won >= 4, "only {won} of eight games had a winner");
}

#[test]
fn a_full_goal_wins_though_others_stay_in_it() {
    let rules = load("chinese-checkers");
    let get = |name| rules.spec().rules.raw_get::<Function>(name).unwrap();
    let (apply, over) = (get("apply"), get("over"));
    // Seat 1 goes north, to the last ten cells; seat 2 has kept some of them.
    for (kept, winner) in [(0, Some(1)), (4, Some(1)), (5, None), (9, None)] {
        let state = rules.setup(Some(2), &[]).unwrap();
        let mut cells = vec![0; 121];
        for (index, cell) in cells[111..].iter_mut().enumerate() {
            *cell = if index < kept { 2 } else { 1 };
        }
        (cells[120], cells[110]) = (0, 1);
        state.raw_set("cells", cells).unwrap();
        assert_eq!(over.call::<Option<u32>>(&state).unwrap(), None);
        apply.call::<()>((&state, vec![111, 121], 1)).unwrap();
        assert_eq!(over.call::<Option<u32>>(&state).unwrap(), winner, "{kept} kept");
    }
}
