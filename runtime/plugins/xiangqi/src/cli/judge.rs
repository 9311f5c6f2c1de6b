//! `fangqi xiangqi judge`: how a game stands.

use fangqi_xiangqi::{Color, DrawReason, RepeatedMove, Status, WinReason};
use serde_json::{Value, json};

use super::{JudgeArgs, input};

/// Prints the verdict, who loses and why, in both languages, and of a repetition what each of
/// its moves did.
pub(super) fn run(args: &JudgeArgs) -> anyhow::Result<()> {
    let game = input::game(&args.fen, args.rules.into())?;
    let status = game.status();
    let (verdict, loser) = match status {
        Status::Ongoing { .. } => ("ongoing", None),
        Status::Draw { .. } => ("draw", None),
        Status::Won { winner: Color::Red, .. } => ("red wins", Some("black")),
        Status::Won { winner: Color::Black, .. } => ("black wins", Some("red")),
    };
    let (zh, en) = status.text();
    let repetition = game.repetition().map(|moves| moves.iter().map(deed).collect::<Vec<_>>());
    let answer = json!({
        "verdict": verdict,
        "loser": loser,
        "by": by(status),
        "zh": zh,
        "en": en,
        "rules": args.rules.name(),
        "moves": game.moves().len(),
        "repetition": repetition,
    });
    super::answer(&answer.to_string())
}

/// What a move of a repetition did.
fn deed(mv: &RepeatedMove) -> Value {
    let (zh, en) = mv.text();
    let side = if mv.by == Color::Red { "red" } else { "black" };
    json!({ "move": mv.mv.to_string(), "side": side, "zh": zh, "en": en })
}

/// The reason in a word, for programs.
fn by(status: Status) -> &'static str {
    match status {
        Status::Ongoing { check: true } => "check",
        Status::Ongoing { check: false } => "nothing",
        Status::Won { reason, .. } => match reason {
            WinReason::Checkmate => "checkmate",
            WinReason::Stalemate => "stalemate",
            WinReason::PerpetualCheck => "perpetual check",
            WinReason::PerpetualChase { .. } => "perpetual chase",
            WinReason::PerpetualPursuit => "perpetual pursuit",
            WinReason::Resignation => "resignation",
            WinReason::Time => "time",
        },
        Status::Draw { reason } => match reason {
            DrawReason::Repetition => "repetition",
            DrawReason::SixtyMoves => "sixty moves",
            DrawReason::InsufficientMaterial => "insufficient material",
            DrawReason::Agreement => "agreement",
        },
    }
}
