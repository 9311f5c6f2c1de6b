//! Self-play: writes shards of samples.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use fangqi_kit::Rng;
use fangqi_xiangqi::net::Net;
use fangqi_xiangqi::search::{Engine, Limits, Score, Thought};
use fangqi_xiangqi::{Color, Game, Piece, PieceKind, Position, Setup, SetupDefect, Square, Status};

use crate::samples::{Packed, Sample};
use crate::shards::{self, Claim, Duplicates, Recipe};

/// Minimum and maximum number of random opening plies. With fewer, games would repeat.
const RANDOM_PLIES: (usize, usize) = (4, 12);
/// Openings with a score beyond this are discarded.
const UNFAIR: i32 = 350;
/// One game in this many begins with an endgame instead, because full games rarely reach the
/// endings that need most knowledge.
const ENDGAMES: usize = 16;
/// Endgames with a score beyond this are discarded.
const UNFAIR_ENDGAME: i32 = 1500;
/// A game is adjudicated as won once the score has stayed beyond this for [`STEADY`] plies, except
/// for one game in four, which is played to the end.
const WON: i32 = 1800;
const STEADY: usize = 6;
/// Positions with scores beyond this are not written, because little can be learned from them.
const DECIDED: i32 = 2500;
/// Positions in which a capture gains this much are not written.
const QUIET_MARGIN: i32 = 60;
/// Positions with more plies since the last capture are not written: their scores already tend to
/// the draw of the natural limit.
const STALE: u16 = 70;
/// Plies after which a game is adjudicated as a draw.
const LONGEST: u16 = 260;

/// Writes `count` shards that are not in the folder yet.
pub fn write(folder: &Path, net: &Arc<Net>, nodes: u32, seed: u64, threads: u64, count: u32) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut player = Player::new(net, nodes);
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= count {
                        break;
                    }
                    let recipe = Recipe { seed, number, nodes };
                    let claim = Claim::new(folder, recipe).expect("the folder can be written");
                    let Some(claim) = claim else { continue };
                    let began = Instant::now();
                    let samples = player.shard(&recipe);
                    claim.finish(&samples).expect("the disk has room");
                    let speed = samples.len() as f64 / began.elapsed().as_secs_f64();
                    println!("shard {number}: {speed:.0} samples a second");
                }
            });
        }
    });
}

/// An engine that plays against itself.
struct Player {
    engine: Engine,
    limits: Limits,
    rng: Rng,
}

impl Player {
    fn new(net: &Arc<Net>, nodes: u32) -> Player {
        let limits = Limits { nodes: Some(nodes.into()), ..Limits::default() };
        let engine = Engine::with_entries(1 << 14).with_net(Arc::clone(net));
        Player { engine, limits, rng: Rng::new(0) }
    }

    /// The samples of a shard, no position twice.
    fn shard(&mut self, recipe: &Recipe) -> Vec<Packed> {
        let mut mixed = Rng::new(recipe.seed ^ u64::from(recipe.number) << 32);
        self.rng = Rng::new(mixed.next_u64());
        let (mut duplicates, mut samples) = (Duplicates::default(), Vec::new());
        while samples.len() < shards::SAMPLES {
            self.engine.clear();
            let packed = self.game().into_iter().map(Sample::to_bytes);
            samples.extend(packed.filter(|sample| duplicates.is_new(sample)));
        }
        samples.truncate(shards::SAMPLES);
        samples
    }

    /// The samples of a game; none if its start was discarded.
    fn game(&mut self) -> Vec<Sample> {
        let (start, unfair) = if self.rng.below(ENDGAMES) == 0 {
            (endgame(&mut self.rng), UNFAIR_ENDGAME)
        } else {
            (opening(&mut self.rng), UNFAIR)
        };
        let mut found: Vec<Sample> = Vec::new();
        let Some(mut game) = start else { return found };
        let to_the_end = self.rng.below(4) == 0;
        let mut steady = 0;
        while !game.status().is_over() && game.moves().len() < LONGEST.into() {
            let thought = self.think(&game);
            let value = centipawns(thought.score);
            if found.is_empty() && steady == 0 && value.abs() > unfair {
                return Vec::new();
            }
            if self.teaches(&game, &thought) {
                let ply = game.moves().len() as u16;
                found.push(Sample::new(game.position(), value as i16, ply));
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

    fn think(&mut self, game: &Game) -> Thought {
        self.engine.think(game, &self.limits, &AtomicBool::new(false), &mut |_| {})
    }

    /// Whether a static evaluation can match the position's score.
    fn teaches(&mut self, game: &Game, thought: &Thought) -> bool {
        let position = game.position();
        let takes = thought.best.is_some_and(|mv| position.piece_at(mv.to).is_some());
        !takes
            && position.quiet_plies() <= STALE
            && centipawns(thought.score).abs() < DECIDED
            && self.engine.is_quiet(game, QUIET_MARGIN)
    }
}

/// A game after random moves; none if it has ended.
fn opening(rng: &mut Rng) -> Option<Game> {
    let mut game = Game::default();
    let (least, most) = RANDOM_PLIES;
    for _ in 0..least + rng.below(most - least + 1) {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return None;
        }
        game.play(moves[rng.below(moves.len())]).expect("a legal move");
    }
    (!game.status().is_over()).then_some(game)
}

/// A game that begins with few pieces on random points: up to all defenders of each side, and one
/// to three attackers of one side, at most two of the other. None if the position is impossible.
fn endgame(rng: &mut Rng) -> Option<Game> {
    const ATTACKERS: [PieceKind; 4] =
        [PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];
    let mut setup = Setup::empty();
    setup.side_to_move = Color::ALL[rng.below(2)];
    let leader = Color::ALL[rng.below(2)];
    for color in Color::ALL {
        let mut kinds = vec![PieceKind::King];
        for kind in [PieceKind::Advisor, PieceKind::Elephant] {
            kinds.extend(std::iter::repeat_n(kind, rng.below(3)));
        }
        let attackers = if color == leader { 1 + rng.below(3) } else { rng.below(3) };
        kinds.extend((0..attackers).map(|_| ATTACKERS[rng.below(ATTACKERS.len())]));
        for kind in kinds {
            place(&mut setup, Piece::new(color, kind), rng)?;
        }
    }
    let game = Game::new(Position::try_from(setup).ok()?);
    (!game.status().is_over()).then_some(game)
}

/// Puts a piece on a random point where it may stand; none if it finds no such point.
fn place(setup: &mut Setup, piece: Piece, rng: &mut Rng) -> Option<()> {
    const TRIES: usize = 400;
    let may_pass = |defect: &SetupDefect| {
        matches!(
            defect,
            SetupDefect::MissingKing(_)
                | SetupDefect::KingsFace { .. }
                | SetupDefect::OpponentInCheck(_)
        )
    };
    for _ in 0..TRIES {
        let square = Square::from_index(rng.below(Square::COUNT))?;
        if setup.piece_at(square).is_none() {
            setup.set(square, Some(piece));
            if setup.defects().iter().all(may_pass) {
                return Some(());
            }
            setup.set(square, None);
        }
    }
    None
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(value) => value.clamp(-DECIDED, DECIDED),
        Score::Mate(moves) if moves > 0 => DECIDED,
        Score::Mate(_) => -DECIDED,
    }
}
