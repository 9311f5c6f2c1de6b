//! Games played at random to their end.

use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_kit::search::{Board, Turn};
use fangqi_plugin_rules::{LuaBoard, RulesVm, Study};

/// How a game went.
#[derive(Debug)]
pub struct Played {
    /// Moves and falls of dice.
    pub plies: usize,
    /// What the end was worth to each seat.
    pub payoffs: Vec<f32>,
}

/// Plays one game of so many players at random, asking `look` about every state a seat chooses in.
/// Now and then all of a state's moves are tried, not only the one that is played.
pub fn random_game(
    rules: &RulesVm,
    players: u8,
    seed: u64,
    plies_max: usize,
    mut look: impl FnMut(&Study<'_>, &LuaBoard<'_>, &[u32]),
) -> Played {
    let stop = AtomicBool::new(false);
    let study = Study::new(rules, u64::MAX, seed, &stop).unwrap();
    let mut game = study.game(rules.setup(Some(players), &[]).unwrap(), false).unwrap();
    let (mut rng, mut moves, mut plies) = (Rng::new(seed), Vec::new(), 0);
    while game.turn() != Turn::Over {
        assert!(plies < plies_max, "a game of {players} lasts more than {plies_max} plies");
        let chosen = if game.turn() == Turn::Chance {
            game.random_move(&mut rng)
        } else {
            game.moves(&mut moves);
            look(&study, &game, &moves);
            if plies % 16 == 0 {
                try_all(&game, &moves);
            }
            (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
        };
        if let Some(chosen) = chosen {
            game.play(chosen);
            plies += 1;
        }
        assert!(study.trouble().is_none(), "{:?}", study.trouble());
    }
    let payoffs = (0..usize::from(players)).map(|seat| game.payoff(seat)).collect();
    assert!(study.trouble().is_none(), "{:?}", study.trouble());
    Played { plies, payoffs }
}

/// Plays every move and takes it back; no two of them are alike.
fn try_all(game: &LuaBoard<'_>, moves: &[u32]) {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a move is listed twice");
    let before = game.hash();
    for mv in moves {
        let mut game = game.clone();
        game.play(*mv);
        game.turn();
        game.undo();
        assert_eq!(game.hash(), before, "taking a move back does not restore the state");
    }
}

/// Plays so many games of each number of players; how long they were, on average.
pub fn random_games(rules: &RulesVm, games: u64, plies_max: usize) -> usize {
    let mut plies = 0;
    for players in &rules.spec().players {
        for seed in 0..games {
            let played = random_game(rules, *players, seed, plies_max, |_, _, _| {});
            let best = played.payoffs.iter().copied().fold(f32::MIN, f32::max);
            assert!(best == 0.0 || best == 1.0, "nobody wins: {:?}", played.payoffs);
            plies += played.plies;
        }
    }
    plies / (games as usize * rules.spec().players.len())
}
