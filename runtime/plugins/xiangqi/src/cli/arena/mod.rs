//! `fangqi xiangqi match`: two settings play each other.

mod elo;

use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use fangqi_kit::Rng;
use fangqi_xiangqi::search::{Engine, Level, Limits, think_level};
use fangqi_xiangqi::{Color, Game, Move, Position, RuleSet, Status};
use serde_json::json;

use super::{MatchArgs, answer, input, think};
use elo::Tally;

const OPENINGS: &str = include_str!("../openings.txt");
/// Moves made at random when every opening has been played, so that no game is played twice.
const RANDOM_MOVES: u32 = 2;

/// How a player of a match chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// As the computer of this level.
    Level(Level),
    /// Searching until a limit.
    Limits(Limits),
    /// Thinking for so many milliseconds.
    Milliseconds(u64),
}

impl FromStr for Setting {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Setting> {
        let wanted = "level=5, nodes=20000, depth=4 or ms=50 is expected";
        let (name, value) = text.split_once('=').context(wanted)?;
        let number = |most: u64| match value.parse::<u64>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(anyhow!("`{name}` is a number from 1 to {most}, not `{value}`")),
        };
        Ok(match name {
            "level" => {
                let number = number(Level::MAX.number().into())? as u8;
                Setting::Level(Level::new(number).context(wanted)?)
            }
            "nodes" => {
                Setting::Limits(Limits { nodes: Some(number(1 << 40)?), ..Limits::default() })
            }
            "depth" => {
                Setting::Limits(Limits { depth: Some(number(30)? as u8), ..Limits::default() })
            }
            "ms" => Setting::Milliseconds(number(3_600_000)?),
            _ => return Err(anyhow!(wanted)),
        })
    }
}

/// One side of a match, with its own memory.
struct Player {
    setting: Setting,
    engine: Engine,
}

impl Player {
    fn new(setting: Setting) -> Player {
        Player { setting, engine: Engine::new(16) }
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Option<Move> {
        let never = AtomicBool::new(false);
        let thought = match self.setting {
            Setting::Level(level) => think_level(game, level, seed, &never),
            Setting::Limits(limits) => self.engine.think(game, &limits, &never, &mut |_| {}),
            Setting::Milliseconds(ms) => think::think(&mut self.engine, game, ms),
        };
        thought.best
    }
}

/// Plays the match and prints each pair's points as they come, then the result.
pub(super) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let openings = openings(args.openings.as_deref())?;
    let mut players = [Player::new(args.first), Player::new(args.second)];
    let mut rng = Rng::new(args.seed);
    let mut tally = Tally::default();
    for pair in 0..args.pairs as usize {
        let round = pair / openings.len();
        let opening = opening(&openings[pair % openings.len()], round, &mut rng);
        // Chance is the same in both games of a pair.
        let seed = rng.next_u64();
        let scores = Color::ALL
            .map(|first_side| play(&mut players, first_side, &opening, seed, args.most_moves));
        tally.add(scores);
        if !args.json {
            let points = f64::from(scores[0] + scores[1]) / 2.0;
            answer(&format!("pair {}: {points} of 2", pair + 1))?;
        }
    }
    let elo = tally.elo();
    answer(&if args.json {
        json!({
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": tally.score(), "elo": elo.middle, "low": elo.low, "high": elo.high,
        })
        .to_string()
    } else {
        tally.to_string()
    })
}

fn opening(position: &Position, round: usize, rng: &mut Rng) -> Position {
    let mut game = Game::with_rules(position.clone(), RuleSet::Simple);
    for _ in 0..if round == 0 { 0 } else { RANDOM_MOVES } {
        let moves = game.legal_moves();
        // An opening that ends so soon is taken as it is.
        let Some(&mv) = (!moves.is_empty()).then(|| &moves[rng.below(moves.len())]) else { break };
        if game.play(mv).is_err() || game.status().is_over() {
            return position.clone();
        }
    }
    game.position().clone()
}

/// The half points of the first player, who has this side.
fn play(
    players: &mut [Player; 2],
    first_side: Color,
    opening: &Position,
    seed: u64,
    most_moves: u32,
) -> u32 {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(opening.clone());
    players.iter_mut().for_each(|player| player.engine.clear());
    for _ in 0..most_moves {
        if game.status().is_over() {
            break;
        }
        let player = &mut players[usize::from(game.side_to_move() != first_side)];
        let best = player.choose(&game, rng.next_u64());
        if best.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    match game.status() {
        Status::Won { winner, .. } if winner == first_side => 2,
        Status::Won { .. } => 0,
        Status::Draw { .. } | Status::Ongoing { .. } => 1,
    }
}

/// The openings of a file, or those that come with the program. What follows `;` or `#` is a note.
pub(super) fn openings(path: Option<&Path>) -> anyhow::Result<Vec<Position>> {
    let (name, text) = match path {
        Some(path) => (path.display().to_string(), input::text(path)?),
        None => ("the openings".to_owned(), OPENINGS.to_owned()),
    };
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fen = line.split([';', '#']).next().unwrap_or_default().trim();
        if !fen.is_empty() {
            let read = input::position(fen);
            found.push(read.with_context(|| format!("{name}: line {}", index + 1))?);
        }
    }
    if found.is_empty() { Err(anyhow!("{name}: no opening is in it")) } else { Ok(found) }
}
