//! Self-play: writes a file of samples for each thread, game by game.
//!
//! The same seed, nodes and weights give the same games.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fangqi_kit::Rng;
use fangqi_xiangqi::net::Net;
use fangqi_xiangqi::search::{Engine, Limits, Score, Thought};
use fangqi_xiangqi::{Game, Status};

use crate::samples::Sample;

/// Minimum and maximum number of random opening plies.
const RANDOM_PLIES: (usize, usize) = (2, 12);
/// Openings with a score beyond this are discarded.
const UNFAIR: i32 = 350;
/// A game is adjudicated as won once the score has stayed beyond this for [`STEADY`] plies, except
/// for one game in four, which is played to the end.
const WON: i32 = 1800;
const STEADY: usize = 6;
/// Positions with scores beyond this are not written, because little can be learned from them.
const DECIDED: i32 = 2500;
/// Plies after which a game is adjudicated as a draw.
const LONGEST: usize = 260;

/// Writes games until the program is killed.
pub fn write(folder: &Path, net: &Arc<Net>, nodes: u64, seed: u64, threads: u64) {
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let path = folder.join(format!("games-{seed}-{thread}.bin"));
            scope.spawn(move || write_file(&path, net, nodes, seed << 16 | thread));
        }
    });
}

fn write_file(path: &Path, net: &Arc<Net>, nodes: u64, seed: u64) {
    let mut file = BufWriter::new(File::create(path).expect("the file can be made"));
    let mut rng = Rng::new(seed);
    let mut engine = Engine::with_entries(1 << 14).with_net(Arc::clone(net));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    loop {
        engine.clear();
        for sample in game(&mut rng, &mut engine, &limits) {
            file.write_all(&sample.to_bytes()).expect("the disk has room");
        }
        file.flush().expect("the disk has room");
    }
}

/// The samples of a game; none if its opening was discarded.
fn game(rng: &mut Rng, engine: &mut Engine, limits: &Limits) -> Vec<Sample> {
    let mut game = Game::default();
    let (least, most) = RANDOM_PLIES;
    for _ in 0..least + rng.below(most - least + 1) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return Vec::new();
        }
        game.play(moves[rng.below(moves.len())]).expect("a legal move");
    }
    let to_the_end = rng.below(4) == 0;
    let mut found: Vec<Sample> = Vec::new();
    let mut steady = 0;
    for ply in 0..LONGEST {
        if game.status().is_over() {
            break;
        }
        let thought = engine.think(&game, limits, &AtomicBool::new(false), &mut |_| {});
        let value = centipawns(thought.score);
        if ply == 0 && value.abs() > UNFAIR {
            return Vec::new();
        }
        if teaches(&game, &thought) {
            found.push(Sample::new(game.position(), value as i16));
        }
        steady = if value.abs() >= WON { steady + 1 } else { 0 };
        if steady >= STEADY && !to_the_end || matches!(thought.score, Score::Mate(_)) {
            let side = game.side_to_move();
            let winner = if value > 0 { side } else { !side };
            game.resign(!winner).expect("the game goes on");
            break;
        }
        game.play(thought.best.expect("the game goes on")).expect("a legal move");
    }
    let winner = match game.status() {
        Status::Won { winner, .. } => Some(winner),
        _ => None,
    };
    for sample in &mut found {
        sample.result = winner.map_or(1, |winner| if winner == sample.side { 2 } else { 0 });
    }
    found
}

/// Whether a position is quiet, so that a static evaluation can match its score.
fn teaches(game: &Game, thought: &Thought) -> bool {
    let position = game.position();
    let takes = thought.best.is_some_and(|mv| position.piece_at(mv.to).is_some());
    !takes && !position.in_check() && centipawns(thought.score).abs() < DECIDED
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) => {
            if moves > 0 {
                DECIDED
            } else {
                -DECIDED
            }
        }
    }
}
