//! Random games in which the rules must agree with a second way of writing them.

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, Study};

use super::rules::{load, paths};

/// Does something with a game at its beginning.
pub fn with_game<R>(
    map: &str,
    options: &[(&str, &str)],
    work: impl FnOnce(&Study<'_>, LuaBoard<'_>) -> R,
) -> R {
    let rules = load(map);
    let stop = AtomicBool::new(false);
    let study = Study::new(&rules, u64::MAX, 1, &stop).unwrap();
    let game = study.game(rules.setup(None, options).unwrap(), false).unwrap();
    let result = work(&study, game);
    assert_eq!(study.trouble(), None);
    result
}

/// Paths of exactly so many moves from the beginning.
pub fn perft(map: &str, depth: u32) -> u64 {
    with_game(map, &[], |study, game| study.perft(game.state(), depth).unwrap())
}

/// Plays the move of these cells.
pub fn play(study: &Study<'_>, game: &mut LuaBoard<'_>, cells: &[u32]) {
    let moves = paths(study, game);
    let found = moves.iter().find(|(path, _)| path == cells);
    game.play(found.unwrap_or_else(|| panic!("{cells:?} is not among {moves:?}")).1);
}

/// A game written once more, slowly and otherwise than its rules in Lua.
pub trait Oracle: Default {
    /// The cells of every move, in any order; none when the game is over. A word has no cells.
    fn moves(&self) -> Vec<Vec<u32>>;
    fn play(&mut self, cells: &[u32]);
    /// Who won a game that is over: a seat from 1, or 0.
    fn winner(&self) -> usize;
}

/// Plays random games of so many plies at most. The moves must be the same at every position, and
/// so must the results; how many games ended.
pub fn agree<O: Oracle>(
    map: &str,
    options: &[(&str, &str)],
    games: u64,
    plies: usize,
) -> Vec<usize> {
    let mut ends = vec![0; 3];
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        with_game(map, options, |study, mut game| {
            let mut oracle = O::default();
            for ply in 0..plies {
                let over = game.turn() == Turn::Over;
                let moves = if over { Vec::new() } else { paths(study, &game) };
                let mut wanted = oracle.moves();
                wanted.sort();
                let cells: Vec<_> = moves.iter().map(|(cells, _)| cells.clone()).collect();
                assert_eq!(cells, wanted, "{map}: seed {seed}, after {ply} moves");
                if moves.is_empty() {
                    assert_eq!(game.turn(), Turn::Over);
                    let winner = (0..2).find(|seat| game.payoff(*seat) > 0.0);
                    let winner = winner.map_or(0, |seat| seat + 1);
                    assert_eq!(winner, oracle.winner(), "{map}: seed {seed}, {ply} moves");
                    ends[winner] += 1;
                    return;
                }
                let (cells, number) = &moves[rng.below(moves.len())];
                oracle.play(cells);
                game.play(*number);
            }
        });
    }
    ends
}
