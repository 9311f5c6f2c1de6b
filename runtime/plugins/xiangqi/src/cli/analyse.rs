//! `fangqi xiangqi analyse`: a game move by move.

use std::path::Path;

use anyhow::Context;
use fangqi_xiangqi::files::GameFile;
use fangqi_xiangqi::search::{Engine, Score, Thought};
use fangqi_xiangqi::{Color, Game, Move, RuleSet, Status, notation};
use serde_json::json;

use super::{AnalyseArgs, answer, input, think};

/// A move that costs this share of a won game turns the game.
const TURNING: f64 = 0.15;
/// Less than this share is within what two searches differ by.
const NOISE: f64 = 0.02;
/// So many hundredths of a pawn ahead, ten of eleven games are won.
const DECISIVE: f64 = 400.0;

/// What is said about one move. Scores are Red's.
struct Remark {
    number: u16,
    mover: Color,
    mv: Move,
    chinese: String,
    /// After the move.
    score: Score,
    /// The move that would have been better, with its score.
    better: Option<(Move, String, Score)>,
    is_turning_point: bool,
}

/// Prints a line for every move, as soon as it is known.
pub(super) fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    let whole = read(args)?;
    let mut game = Game::with_rules(whole.start().clone(), args.rules.into());
    let mut engine = Engine::new(64);
    let mut before = consider(&mut engine, &game, args.ms);
    for mv in whole.moves() {
        let mut remark = begin(&game, mv, &before);
        game.play(mv)?;
        let after = consider(&mut engine, &game, args.ms);
        finish(&mut remark, &before, &after, &game);
        let line = if args.json { remark.json().to_string() } else { remark.line() };
        answer(&line)?;
        before = after;
    }
    if args.json { Ok(()) } else { answer(&game.status().to_string()) }
}

/// One argument that names a file is a file; everything else is a position with moves.
fn read(args: &AnalyseArgs) -> anyhow::Result<Game> {
    let rules = RuleSet::from(args.rules);
    match &args.game[..] {
        [path] if path == "-" || !path.contains(' ') && path != "startpos" => {
            let file: GameFile = input::file(Path::new(path), args.number)?;
            file.game(rules).with_context(|| path.to_string())
        }
        arguments => input::game(arguments, rules),
    }
}

/// What the player thinks of a position; one in which the game is over needs no thought.
fn consider(engine: &mut Engine, game: &Game, milliseconds: u64) -> Thought {
    let mut thought = think::think(engine, game, milliseconds);
    match game.status() {
        Status::Won { winner, .. } if winner == game.side_to_move() => {
            thought.score = Score::Mate(1);
        }
        Status::Won { .. } => thought.score = Score::Mate(0),
        Status::Draw { .. } => thought.score = Score::Cp(0),
        Status::Ongoing { .. } => {}
    }
    thought
}

fn begin(game: &Game, mv: Move, before: &Thought) -> Remark {
    let mover = game.side_to_move();
    let position = game.position();
    let better = before
        .best
        .filter(|&best| best != mv)
        .map(|best| (best, notation::chinese(position, best), for_red(before.score, mover)));
    Remark {
        number: position.move_number(),
        mover,
        mv,
        chinese: notation::chinese(position, mv),
        score: Score::Cp(0),
        better,
        is_turning_point: false,
    }
}

/// Weighs what the move led to against what the best one promised.
fn finish(remark: &mut Remark, before: &Thought, after: &Thought, game: &Game) {
    remark.score = for_red(after.score, game.side_to_move());
    let promised = chance(before.score);
    let reached = 1.0 - chance(after.score);
    remark.is_turning_point = remark.better.is_some() && promised - reached >= TURNING;
    if promised - reached < NOISE {
        remark.better = None;
    }
}

/// The same score as Red sees it.
fn for_red(score: Score, side: Color) -> Score {
    match (side, score) {
        (Color::Red, score) => score,
        (Color::Black, Score::Cp(value)) => Score::Cp(-value),
        // Mated where one stands: the other side has mated already.
        (Color::Black, Score::Mate(moves)) => Score::Mate(-moves),
    }
}

/// The share of games that the side to move wins from here, draws counted half.
fn chance(score: Score) -> f64 {
    match score {
        Score::Cp(value) => 1.0 / (1.0 + 10f64.powf(-f64::from(value) / DECISIVE)),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
    }
}

impl Remark {
    fn line(&self) -> String {
        let dots = if self.mover == Color::Red { "." } else { "..." };
        let mut line = format!("{}{dots} {} {}", self.number, self.chinese, self.mv);
        line += &format!("  {}", words(self.score));
        if let Some((best, chinese, score)) = &self.better {
            line += &format!("  better: {chinese} {best} {}", words(*score));
        }
        if self.is_turning_point {
            line += "  turning point";
        }
        line
    }

    fn json(&self) -> serde_json::Value {
        let better = self.better.as_ref().map(|(mv, chinese, score)| {
            let score = think::score_json(*score);
            json!({ "move": mv.to_string(), "chinese": chinese, "score": score })
        });
        json!({
            "number": self.number,
            "side": if self.mover == Color::Red { "red" } else { "black" },
            "move": self.mv.to_string(),
            "chinese": self.chinese,
            "score": think::score_json(self.score),
            "better": better,
            "turning_point": self.is_turning_point,
        })
    }
}

/// `+0.31` pawns for Red, or `mate -2`.
fn words(score: Score) -> String {
    match score {
        Score::Cp(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) => format!("mate {moves}"),
    }
}
