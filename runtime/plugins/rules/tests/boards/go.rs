//! Go against a slow referee written another way, and positions counted by hand.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};
use mlua::{Function, Value};

use crate::played::random_games;
use crate::rules::load;

const SIDE: usize = 9;

type Stones = [[u8; SIDE]; SIDE];

/// The points beside a point.
fn beside(x: usize, z: usize) -> impl Iterator<Item = (usize, usize)> {
    let steps = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    let moved = steps.map(|(dx, dz)| (x.wrapping_add(dx), z.wrapping_add(dz)));
    moved.into_iter().filter(|(x, z)| *x < SIDE && *z < SIDE)
}

/// Adds to `group` all points of the colour of (x, z) that hang together with it.
fn flood(stones: &Stones, x: usize, z: usize, group: &mut BTreeSet<(usize, usize)>) {
    if group.insert((x, z)) {
        for (other_x, other_z) in beside(x, z) {
            if stones[other_z][other_x] == stones[z][x] {
                flood(stones, other_x, other_z, group);
            }
        }
    }
}

fn is_dead(stones: &Stones, group: &BTreeSet<(usize, usize)>) -> bool {
    group.iter().all(|(x, z)| beside(*x, *z).all(|(x, z)| stones[z][x] != 0))
}

/// Takes off all groups of a colour that have no liberty; how many stones that were.
fn sweep(stones: &mut Stones, colour: u8) -> usize {
    let mut dead = BTreeSet::new();
    for (x, z) in (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z))) {
        let mut group = BTreeSet::new();
        if stones[z][x] == colour {
            flood(stones, x, z, &mut group);
            if is_dead(stones, &group) {
                dead.extend(group);
            }
        }
    }
    for (x, z) in &dead {
        stones[*z][*x] = 0;
    }
    dead.len()
}

/// The board after a move, if it is no suicide.
fn after(stones: &Stones, x: usize, z: usize, colour: u8) -> Option<Stones> {
    let mut stones = *stones;
    if stones[z][x] != 0 {
        return None;
    }
    stones[z][x] = colour;
    sweep(&mut stones, 3 - colour);
    (sweep(&mut stones, colour) == 0).then_some(stones)
}

/// Stones and surrounded points of each.
fn area(stones: &Stones) -> [f64; 2] {
    let mut area = [0.0; 2];
    for (x, z) in (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z))) {
        let mut around = HashSet::from([stones[z][x]]);
        if stones[z][x] == 0 {
            let mut empty = BTreeSet::new();
            flood(stones, x, z, &mut empty);
            around =
                empty.iter().flat_map(|(x, z)| beside(*x, *z)).map(|(x, z)| stones[z][x]).collect();
            around.remove(&0);
        }
        if around.len() == 1 {
            for colour in around {
                area[usize::from(colour) - 1] += 1.0;
            }
        }
    }
    area
}

fn stones(game: &LuaBoard<'_>) -> Stones {
    let cells: Vec<u8> = game.state().raw_get("cells").unwrap();
    std::array::from_fn(|z| std::array::from_fn(|x| cells[z * SIDE + x]))
}

/// The points that a list of moves names.
fn points(study: &Study<'_>, moves: &[u32]) -> BTreeSet<(usize, usize)> {
    let point = |mv: &u32| {
        let cell = study.move_of(*mv).unwrap().as_u32()? as usize - 1;
        Some((cell % SIDE, cell / SIDE))
    };
    moves.iter().filter_map(point).collect()
}

/// Random games; at every ply both referees agree on the moves, and in the end on the count.
#[test]
fn the_slow_referee_agrees() {
    let (rules, stop) = (load("go"), AtomicBool::new(false));
    let over: Function = rules.spec().rules.raw_get("over").unwrap();
    let (mut plies, mut forbidden) = (0, 0);
    for seed in 0..30 {
        let study = Study::new(&rules, u64::MAX, seed, &stop).unwrap();
        let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
        let (mut seen, mut moves) = (HashSet::from([stones(&game)]), Vec::new());
        while let Turn::Seat(seat) = game.turn() {
            let (now, colour) = (stones(&game), seat as u8 + 1);
            let mut allowed = BTreeSet::new();
            for (x, z) in (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z))) {
                match after(&now, x, z, colour) {
                    Some(next) if seen.contains(&next) => forbidden += 1,
                    Some(_) => _ = allowed.insert((x, z)),
                    None => {}
                }
            }
            game.moves(&mut moves);
            assert_eq!(points(&study, &moves), allowed, "seed {seed}: {now:?}");
            assert_eq!(moves.len(), allowed.len() + 1, "passing is allowed, too");
            let chosen = game.random_move(&mut Rng::new(0)).unwrap();
            assert!(moves.contains(&chosen));
            let expected =
                points(&study, &[chosen]).first().map(|(x, z)| after(&now, *x, *z, colour));
            game.play(chosen);
            assert_eq!(stones(&game), expected.map_or(now, Option::unwrap));
            seen.insert(stones(&game));
            plies += 1;
        }
        let [black, white] = area(&stones(&game));
        let (found, why): (Vec<f64>, String) = over.call(game.state()).unwrap();
        assert_eq!((found, why.as_str()), (vec![black, white + 7.5], "area"));
        assert!(study.trouble().is_none(), "{:?}", study.trouble());
    }
    assert!(plies > 2_000 && forbidden > 10, "{plies} plies, {forbidden} moves forbidden by ko");
}

/// How the game ends on a board drawn from north to south, with `X` for Black.
fn counted(rules: &RulesVm, drawn: [&str; SIDE]) -> Vec<f64> {
    let state = rules.setup(None, &[]).unwrap();
    let stone = |letter| ".XO".find(letter).unwrap();
    let cells: Vec<usize> = drawn.iter().rev().flat_map(|row| row.chars().map(stone)).collect();
    state.raw_set("cells", cells).unwrap();
    state.raw_set("passes", 2).unwrap();
    let over: Function = rules.spec().rules.raw_get("over").unwrap();
    over.call::<Vec<f64>>(state).unwrap()
}

#[test]
fn boards_are_counted_as_by_hand() {
    let rules = load("go");
    let empty = ["........."; SIDE];
    assert_eq!(counted(&rules, empty), [0.0, 7.5]);
    let mut one = empty;
    one[4] = "....X....";
    assert_eq!(counted(&rules, one), [81.0, 7.5]);
    // A wall each; the column between them is nobody's.
    assert_eq!(counted(&rules, ["...X.O..."; SIDE]), [36.0, 43.5]);
    // Black has eight stones and two eyes in the corner, White all the rest.
    let corner = [
        ".XXO.....",
        "XX.XO....",
        "OXXXO....",
        "OOOO.....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    assert_eq!(counted(&rules, corner), [10.0, 71.0 + 7.5]);
}

/// Plays cells by name and gives the moves of the seat that is next.
fn line<'a>(study: &'a Study<'a>, rules: &RulesVm, cells: &str) -> BTreeSet<(usize, usize)> {
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    let mut moves = Vec::new();
    for name in cells.split(' ') {
        let [column, row] = name.as_bytes() else { panic!("{name} is no cell") };
        let cell = (row - b'1') as usize * SIDE + (column - b'a') as usize + 1;
        let number = study.number_of(&Value::Integer(cell as i64)).unwrap();
        game.moves(&mut moves);
        assert!(moves.contains(&number), "{name} is not legal");
        game.play(number);
    }
    game.moves(&mut moves);
    points(study, &moves)
}

#[test]
fn two_sent_and_one_returned_is_a_ko() {
    let (rules, stop) = (load("go"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    // Black sends a second stone to a1, White takes both from c1; b1 would take that stone back and
    // restore the board that White met after Black's d1 and her own i9.
    let sent = "b1 a2 c2 b2 d1 i9 a1 c1";
    let moves = line(&study, &rules, sent);
    assert!(!moves.contains(&(1, 0)), "b1 brings an old board back");
    assert!(moves.contains(&(0, 0)), "a1 does not");
    let moves = line(&study, &rules, &format!("{sent} e5 e6"));
    assert!(moves.contains(&(1, 0)), "after an exchange the board is new");
}

#[test]
fn random_games_end() {
    let plies = random_games(&load("go"), 8, 3_000);
    assert!(plies > 50, "{plies} plies a game");
}
