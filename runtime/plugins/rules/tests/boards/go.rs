//! Go against a slow referee written another way, and positions counted by hand.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study, advise};
use mlua::{Function, Table, Value};

use crate::played::random_games;
use crate::rules::load;

/// The letters of columns: there is no I.
const LETTERS: &str = "abcdefghjklmnopqrst";

/// Rows from south to north: 0 is empty, 1 is Black, 2 is White, 3 and 4 are their dead stones.
type Stones = Vec<Vec<u8>>;
type Points = BTreeSet<(usize, usize)>;

/// All points of a board.
fn all(stones: &Stones) -> impl Iterator<Item = (usize, usize)> + use<> {
    let side = stones.len();
    (0..side).flat_map(move |z| (0..side).map(move |x| (x, z)))
}

/// The points beside a point.
fn beside(stones: &Stones, x: usize, z: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
    let side = stones.len();
    let steps = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    let moved = steps.map(|(dx, dz)| (x.wrapping_add(dx), z.wrapping_add(dz)));
    moved.into_iter().filter(move |(x, z)| *x < side && *z < side)
}

/// Adds to `group` all points of the colour of (x, z) that hang together with it.
fn flood(stones: &Stones, x: usize, z: usize, group: &mut Points) {
    if group.insert((x, z)) {
        for (other_x, other_z) in beside(stones, x, z) {
            if stones[other_z][other_x] == stones[z][x] {
                flood(stones, other_x, other_z, group);
            }
        }
    }
}

fn is_dead(stones: &Stones, group: &Points) -> bool {
    group.iter().all(|(x, z)| beside(stones, *x, *z).all(|(x, z)| stones[z][x] != 0))
}

/// Takes off all groups of a colour that have no liberty; how many stones that were.
fn sweep(stones: &mut Stones, colour: u8) -> usize {
    let mut dead = BTreeSet::new();
    for (x, z) in all(stones) {
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

/// The board after a move, if it is no suicide, and how many stones it takes.
fn after(stones: &Stones, x: usize, z: usize, colour: u8) -> Option<(Stones, usize)> {
    let mut stones = stones.clone();
    if stones[z][x] != 0 {
        return None;
    }
    stones[z][x] = colour;
    let taken = sweep(&mut stones, 3 - colour);
    (sweep(&mut stones, colour) == 0).then_some((stones, taken))
}

/// Stones and surrounded points of each.
fn area(stones: &Stones) -> [f64; 2] {
    let mut area = [0.0; 2];
    for (x, z) in all(stones) {
        let mut around = HashSet::from([stones[z][x]]);
        if stones[z][x] == 0 {
            let mut empty = BTreeSet::new();
            flood(stones, x, z, &mut empty);
            let colours = empty.iter().flat_map(|(x, z)| beside(stones, *x, *z));
            around = colours.map(|(x, z)| stones[z][x]).collect();
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
    let side = cells.len().isqrt();
    cells.chunks(side).map(<[u8]>::to_vec).collect()
}

/// The moves of the seat that is next: points, and words.
fn legal(rules: &RulesVm, game: &LuaBoard<'_>) -> (Points, BTreeSet<String>) {
    let legal: Function = rules.spec().rules.raw_get("legal").unwrap();
    let Turn::Seat(seat) = game.turn() else { return Default::default() };
    let moves: Vec<Value> = legal.call((game.state(), seat + 1)).unwrap();
    let side = stones(game).len();
    let (mut points, mut words) = (BTreeSet::new(), BTreeSet::new());
    for mv in moves {
        match mv {
            Value::String(word) => _ = words.insert(word.to_string_lossy()),
            cell => {
                let cell = cell.as_u32().unwrap() as usize - 1;
                points.insert((cell % side, cell / side));
            }
        }
    }
    (points, words)
}

/// The point of a name.
fn point(name: &str) -> (usize, usize) {
    let (letter, row) = name.split_at(1);
    (LETTERS.find(letter).unwrap(), row.parse::<usize>().unwrap() - 1)
}

/// Plays points by name, and words.
fn play(study: &Study<'_>, rules: &RulesVm, game: &mut LuaBoard<'_>, moves: &str) {
    for name in moves.split(' ') {
        let (points, words) = legal(rules, game);
        let value = if words.contains(name) {
            Value::String(rules_text(rules, name))
        } else {
            let (x, z) = point(name);
            assert!(points.contains(&(x, z)), "{name} of {moves} is not legal");
            Value::Integer((z * stones(game).len() + x + 1) as i64)
        };
        game.play(study.number_of(&value).unwrap());
        assert!(study.trouble().is_none(), "{:?}", study.trouble());
    }
}

/// A word as a value of the rules.
fn rules_text(rules: &RulesVm, word: &str) -> mlua::LuaString {
    rules.spec().rules.raw_set("word", word).unwrap();
    rules.spec().rules.raw_get("word").unwrap()
}

/// What a seat has captured.
fn prisoners(game: &LuaBoard<'_>) -> Vec<usize> {
    game.state().raw_get("prisoners").unwrap()
}

/// The result by the rules, if the game is over.
fn result(rules: &RulesVm, state: &Table) -> Option<(Vec<f64>, String)> {
    let over: Function = rules.spec().rules.raw_get("over").unwrap();
    let (sums, why): (Option<Vec<f64>>, Option<String>) = over.call(state).unwrap();
    sums.zip(why)
}

/// Random games; at every ply both referees agree on the moves, and in the end on the count.
#[test]
fn the_slow_referee_agrees() {
    let stop = AtomicBool::new(false);
    let (mut plies, mut forbidden) = (0, 0);
    for (map, games) in [("go", 20), ("go-13", 2), ("go-19", 1)] {
        let rules = load(map);
        for seed in 0..games {
            let study = Study::new(&rules, u64::MAX, seed, &stop).unwrap();
            let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
            let (mut seen, mut taken) = (HashSet::from([stones(&game)]), vec![0, 0]);
            while let Turn::Seat(seat) = game.turn() {
                if game.state().raw_get::<Option<String>>("phase").unwrap().is_some() {
                    play(&study, &rules, &mut game, "agree");
                    continue;
                }
                let (now, colour) = (stones(&game), seat as u8 + 1);
                let mut allowed = BTreeSet::new();
                for (x, z) in all(&now) {
                    match after(&now, x, z, colour) {
                        Some((next, _)) if seen.contains(&next) => forbidden += 1,
                        Some(_) => _ = allowed.insert((x, z)),
                        None => {}
                    }
                }
                let (points, words) = legal(&rules, &game);
                assert_eq!(points, allowed, "{map}, seed {seed}: {now:?}");
                assert_eq!(words, BTreeSet::from(["pass".to_owned()]));
                let chosen = game.random_move(&mut Rng::new(0)).unwrap();
                let expected = study.move_of(chosen).unwrap().as_u32().map(|cell| {
                    let cell = cell as usize - 1;
                    let point = (cell % now.len(), cell / now.len());
                    assert!(allowed.contains(&point));
                    after(&now, point.0, point.1, colour).unwrap()
                });
                let (expected, count) = expected.unwrap_or((now, 0));
                taken[seat] += count;
                game.play(chosen);
                assert_eq!((stones(&game), prisoners(&game)), (expected, taken.clone()));
                seen.insert(stones(&game));
                plies += 1;
            }
            let [black, white] = area(&stones(&game));
            let wanted = (vec![black, white + 7.5], "area".to_owned());
            assert_eq!(result(&rules, game.state()), Some(wanted));
            assert!(study.trouble().is_none(), "{:?}", study.trouble());
        }
    }
    assert!(plies > 2_000 && forbidden > 10, "{plies} plies, {forbidden} moves forbidden by ko");
}

/// A state with a board drawn from north to south: `X` is Black, `O` is White, `x` and `o` are
/// their dead stones.
fn drawn(rules: &RulesVm, scoring: &str, board: [&str; 9]) -> Table {
    let state = rules.setup(None, &[("scoring", scoring)]).unwrap();
    let stone = |letter| ".XOxo".find(letter).unwrap();
    let cells: Vec<usize> = board.iter().rev().flat_map(|row| row.chars().map(stone)).collect();
    state.raw_set("cells", cells).unwrap();
    state
}

/// How the game ends on a board.
fn counted(rules: &RulesVm, scoring: &str, board: [&str; 9], taken: [usize; 2]) -> Vec<f64> {
    let state = drawn(rules, scoring, board);
    state.raw_set("prisoners", taken.to_vec()).unwrap();
    state.raw_set("ended", true).unwrap();
    result(rules, &state).unwrap().0
}

/// Black has eight stones and two eyes in the corner, White all the rest.
const CORNER: [&str; 9] = [
    ".XXOO....",
    "XX.XO....",
    "OXXXO....",
    "OOOO.....",
    ".........",
    ".........",
    ".........",
    ".........",
    ".........",
];

/// Black holds the west with a dead white stone in it, White the east with two dead black stones;
/// the column between them is of no use.
const WALLS: [&str; 9] = [
    "...X.O...",
    "...X.O...",
    ".o.X.O...",
    "...X.O...",
    "...X.O.x.",
    "...X.O.x.",
    "...X.O...",
    "...X.O...",
    "...X.O...",
];

#[test]
fn boards_are_counted_as_by_hand() {
    let rules = load("go");
    let count = |board| counted(&rules, "chinese", board, [3, 1]);
    let empty = ["........."; 9];
    assert_eq!(count(empty), [0.0, 7.5]);
    let mut one = empty;
    one[4] = "....X....";
    assert_eq!(count(one), [81.0, 7.5]);
    assert_eq!(count(["...X.O..."; 9]), [36.0, 43.5]);
    assert_eq!(count(WALLS), [36.0, 36.0 + 7.5]);
    assert_eq!(count(CORNER), [10.0, 71.0 + 7.5]);
}

#[test]
fn territory_and_prisoners_are_counted_as_by_hand() {
    let rules = load("go");
    let count = |board, taken| counted(&rules, "japanese", board, taken);
    let empty = ["........."; 9];
    assert_eq!(count(empty, [0, 0]), [0.0, 6.5]);
    assert_eq!(count(empty, [3, 1]), [3.0, 7.5], "what was captured counts");
    assert_eq!(count(["...X.O..."; 9], [0, 0]), [27.0, 27.0 + 6.5], "stones do not count");
    // Each surrounds 27 points; a dead stone is a prisoner more.
    assert_eq!(count(WALLS, [2, 0]), [27.0 + 1.0 + 2.0, 27.0 + 2.0 + 6.5]);
    // Black has two eyes, and White all points without stones but these.
    assert_eq!(count(CORNER, [0, 0])[0], 2.0);
    let white = 81 - CORNER.concat().matches(['X', 'O']).count() - 2;
    assert_eq!(count(CORNER, [0, 0])[1], white as f64 + 6.5);
}

/// Plays moves by name and gives the points of the seat that is next.
fn line(rules: &RulesVm, moves: &str) -> Points {
    let stop = AtomicBool::new(false);
    let study = Study::new(rules, u64::MAX, 1, &stop).unwrap();
    let mut game = study.game(rules.setup(None, &[]).unwrap(), false).unwrap();
    play(&study, rules, &mut game, moves);
    legal(rules, &game).0
}

#[test]
fn two_sent_and_one_returned_is_a_ko() {
    let rules = load("go");
    // Black sends a second stone to a1, White takes both from c1; b1 would take that stone back and
    // restore the board that White met after Black's d1 and her own j9.
    let sent = "b1 a2 c2 b2 d1 j9 a1 c1";
    let moves = line(&rules, sent);
    assert!(!moves.contains(&(1, 0)), "b1 brings an old board back");
    assert!(moves.contains(&(0, 0)), "a1 does not");
    let moves = line(&rules, &format!("{sent} e5 e6"));
    assert!(moves.contains(&(1, 0)), "after an exchange the board is new");
}

#[test]
fn a_ko_may_be_taken_back_after_an_exchange() {
    let rules = load("go");
    let ko = "d6 e6 c5 f5 d4 e4 a1 d5 e5";
    assert!(!line(&rules, ko).contains(&point("d5")), "White may not retake at once");
    assert!(line(&rules, &format!("{ko} j9 j8")).contains(&point("d5")));
}

#[test]
fn suicide_is_forbidden_unless_it_captures() {
    let rules = load("go");
    assert!(!line(&rules, "a2 j9 b1").contains(&point("a1")));
    // Black's stones beside the corner have no other liberty: White takes them there.
    assert!(line(&rules, "a2 a3 b1 b2 j9 c1 j8").contains(&point("a1")));
    let rules = load("go-19");
    assert!(!line(&rules, "a2 t19 b1").contains(&point("a1")));
}

/// A board whose stones are all alive.
fn lively(board: [&str; 9]) -> [String; 9] {
    board.map(|row| row.replace('x', "X").replace('o', "O"))
}

/// What the rules make of a board by `judge`.
fn judged(map: &str, board: &[String; 9]) -> Vec<String> {
    let (rules, stop) = (load(map), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let board = board.each_ref().map(String::as_str);
    let mut game = study.game(drawn(&rules, "chinese", board), false).unwrap();
    play(&study, &rules, &mut game, "pass pass judge");
    let letter = |stone: &u8| char::from(b".XOxo"[usize::from(*stone)]);
    stones(&game).iter().rev().map(|row| row.iter().map(letter).collect()).collect()
}

#[test]
fn the_computer_tells_dead_stones_from_living_ones() {
    // The side that fills one of the two points between the inner groups loses its own.
    let seki = [
        "XO.XO....",
        "XO.XO....",
        "XOOXO....",
        "XXXOO....",
        "..XO.....",
        "..XO.....",
        "..XO.....",
        "..XO.....",
        "..XO.....",
    ];
    for board in [WALLS, CORNER, seki] {
        assert_eq!(judged("go", &lively(board)), board);
    }
}

/// Plays a game whose stones lie as in `WALLS`, all alive, to the marking of the dead.
fn with_walls(moves: &str, check: impl Fn(&RulesVm, &LuaBoard<'_>)) {
    let (rules, stop) = (load("go"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let rows = lively(WALLS);
    let rows = drawn(&rules, "chinese", rows.each_ref().map(String::as_str));
    let mut game = study.game(rows, false).unwrap();
    play(&study, &rules, &mut game, moves);
    check(&rules, &game);
}

/// The dead stones, by name.
fn dead(game: &LuaBoard<'_>) -> Vec<String> {
    let stones = stones(game);
    let dead = all(&stones).filter(|(x, z)| stones[*z][*x] > 2);
    dead.map(|(x, z)| format!("{}{}", &LETTERS[x..=x], z + 1)).collect()
}

#[test]
fn both_agree_on_the_dead() {
    // Nothing is marked: both colours lie beside every empty point, and only stones count.
    with_walls("pass pass agree agree", |rules, game| {
        let (sums, _) = result(rules, game.state()).unwrap();
        assert_eq!(sums, [11.0, 10.0 + 7.5]);
    });
    // A group is marked whole, and brought back whole.
    with_walls("pass pass h5 b7", |_, game| assert_eq!(dead(game), ["h4", "h5", "b7"]));
    with_walls("pass pass h5 b7 h4", |_, game| assert_eq!(dead(game), ["b7"]));
    with_walls("pass pass h5 b7 agree agree", |rules, game| {
        assert_eq!(result(rules, game.state()).unwrap().0, [36.0, 36.0 + 7.5]);
    });
    // A change asks the first again; undone, it does not end the game by itself.
    with_walls("pass pass h5 agree b7 agree", |rules, game| {
        assert_eq!(result(rules, game.state()), None);
        assert_eq!(game.turn(), Turn::Seat(0));
    });
    with_walls("pass pass h5 agree b7 agree agree", |rules, game| {
        assert_eq!(result(rules, game.state()).unwrap().0, [36.0, 36.0 + 7.5]);
    });
}

#[test]
fn either_may_have_play_go_on() {
    with_walls("pass pass h5 agree resume", |rules, game| {
        assert_eq!(game.turn(), Turn::Seat(0), "the other has the first move");
        assert!(dead(game).is_empty(), "all stones are back in play");
        assert!(legal(rules, game).0.contains(&point("a1")));
    });
    // Black takes the stone in his territory and is asked again after two passes.
    let taken = "pass pass resume pass c7 pass a7 pass b8 pass b6 pass pass";
    with_walls(taken, |rules, game| {
        assert_eq!(prisoners(game), [1, 0]);
        assert!(legal(rules, game).1.contains("resume"));
    });
    with_walls("pass pass resume pass pass resume pass pass", |rules, game| {
        assert!(!legal(rules, game).1.contains("resume"), "not for ever");
    });
}

#[test]
fn a_dispute_ends_and_only_what_both_marked_is_dead() {
    // Both mark the black stones; White's stone is marked by one and brought back by the other.
    let dispute = "pass pass h5 b7 agree b7 agree b7 agree b7 agree b7 agree b7 agree b7 agree b7";
    with_walls(dispute, |rules, game| assert_eq!(result(rules, game.state()), None));
    with_walls(&format!("{dispute} agree"), |rules, game| {
        assert_eq!(dead(game), ["h4", "h5"]);
        assert!(result(rules, game.state()).is_some());
    });
}

#[test]
fn computers_settle_the_dead_between_them_and_with_others() {
    let (rules, stop) = (load("go"), AtomicBool::new(false));
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let rows = lively(WALLS);
    let rows = rows.each_ref().map(String::as_str);
    let answer = |game: &LuaBoard<'_>| {
        let thought = advise(&rules, game.state(), (3, None), 1, &stop).unwrap();
        let Value::String(word) = rules.read(&thought.best.unwrap()).unwrap() else {
            panic!("a stone where nothing is open")
        };
        word.to_string_lossy()
    };
    let mut game = study.game(drawn(&rules, "chinese", rows), false).unwrap();
    let mut said = Vec::new();
    while game.turn() != Turn::Over && said.len() < 12 {
        if said.is_empty() {
            play(&study, &rules, &mut game, "pass pass");
        }
        said.push(answer(&game));
        let last = said.last().unwrap().clone();
        play(&study, &rules, &mut game, &last);
    }
    assert_eq!(said, ["judge", "agree", "agree"]);
    assert_eq!(dead(&game), ["h4", "h5", "b7"]);
    // A player who insists has a dead stone played out, twice; then the computer gives way.
    let mut game = study.game(drawn(&rules, "chinese", rows), false).unwrap();
    play(&study, &rules, &mut game, "pass pass agree");
    assert_eq!(answer(&game), "judge");
    play(&study, &rules, &mut game, "judge agree b7 agree");
    assert_eq!(answer(&game), "resume");
}

#[test]
fn random_games_end() {
    for (map, games, plies_max) in [("go", 8, 3_000), ("go-13", 1, 4_000), ("go-19", 1, 6_000)] {
        let plies = random_games(&load(map), games, plies_max);
        assert!(plies > 50, "{map}: {plies} plies a game");
    }
}
