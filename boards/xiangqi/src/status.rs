use std::fmt;

use crate::{Chased, Color};

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The game is not over.
    Ongoing {
        /// Whether the side to move is in check.
        check: bool,
    },
    /// One side has won.
    Won {
        /// The winning side.
        winner: Color,
        /// How it won.
        reason: WinReason,
    },
    /// The game is drawn.
    Draw {
        /// Why it is drawn.
        reason: DrawReason,
    },
}

/// How a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The loser is in check and has no legal move 将死.
    Checkmate,
    /// The loser is not in check but has no legal move 困毙.
    Stalemate,
    /// The loser gave check with every move of a repetition 长将.
    PerpetualCheck,
    /// The loser chased a piece with every move of a repetition 长捉.
    PerpetualChase {
        /// The chased piece and its point at the end.
        chased: Chased,
        /// Number of the chaser's moves in the repetition.
        moves: u16,
    },
    /// The loser gave check, chased or threatened mate with every move of a repetition 长打.
    PerpetualPursuit,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time 超时.
    Time,
}

/// The reason for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// A position occurred for the third time, and neither side violated the repetition rules.
    Repetition,
    /// Sixty moves of each side without a capture 自然限着.
    SixtyMoves,
    /// Neither side has a piece that can cross the river.
    InsufficientMaterial,
    /// The players agreed on a draw.
    Agreement,
}

impl Status {
    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        !matches!(self, Status::Ongoing { .. })
    }

    /// The status in a sentence, Chinese and English.
    ///
    /// ```
    /// use fangqi_xiangqi::{Color, Status, WinReason};
    /// let status = Status::Won { winner: Color::Red, reason: WinReason::Stalemate };
    /// let (zh, en) = status.text();
    /// assert_eq!(zh, "困毙：黑方无子可动，红方胜");
    /// assert_eq!(en, "Stalemate: Black has no move, so Red wins");
    /// ```
    pub fn text(&self) -> (String, String) {
        match *self {
            Status::Ongoing { check: false } => ("对局进行中".into(), "The game goes on".into()),
            Status::Ongoing { check: true } => ("将军！".into(), "Check!".into()),
            Status::Won { winner, reason } => reason.text(winner),
            Status::Draw { reason } => {
                let (zh, en) = reason.text();
                (zh.into(), en.into())
            }
        }
    }
}

impl fmt::Display for Status {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().1)
    }
}

impl WinReason {
    fn text(self, winner: Color) -> (String, String) {
        let (w, l) = (winner.name_zh(), (!winner).name_zh());
        let (win, lose) = (winner.name_en(), (!winner).name_en());
        match self {
            WinReason::Checkmate => (format!("将死：{w}胜"), format!("Checkmate: {win} wins")),
            WinReason::Stalemate => (
                format!("困毙：{l}无子可动，{w}胜"),
                format!("Stalemate: {lose} has no move, so {win} wins"),
            ),
            WinReason::PerpetualCheck => (
                format!("{l}长将：着着将军，同一局面已出现三次，{l}应变着而未变，{w}胜"),
                format!(
                    "Perpetual check: {lose} gave check on every move until the position stood \
                    for the third time and had to change, so {win} wins"
                ),
            ),
            WinReason::PerpetualChase { chased, moves } => {
                let (piece_zh, piece_en) = chased.text();
                (
                    format!(
                        "{l}长捉：连续 {moves} 步捉 {piece_zh}，同一局面已出现三次，\
                        {l}应变着而未变，{w}胜"
                    ),
                    format!(
                        "Perpetual chase: {lose} chased {piece_en} on each of its last {moves} \
                        moves until the position stood for the third time and had to change, \
                        so {win} wins"
                    ),
                )
            }
            WinReason::PerpetualPursuit => (
                format!(
                    "{l}长打：着着将军、捉子或要杀，同一局面已出现三次，{l}应变着而未变，{w}胜"
                ),
                format!(
                    "Perpetual pursuit: {lose} checked, chased or threatened mate on every move \
                    until the position stood for the third time and had to change, so {win} wins"
                ),
            ),
            WinReason::Time => {
                (format!("{l}超时，{w}胜"), format!("{lose} ran out of time: {win} wins"))
            }
            WinReason::Resignation => {
                (format!("{l}认输，{w}胜"), format!("{lose} resigned: {win} wins"))
            }
        }
    }
}

impl DrawReason {
    fn text(self) -> (&'static str, &'static str) {
        match self {
            DrawReason::Repetition => (
                "同一局面已出现三次，双方都不必变着，和棋",
                "Draw: the position stood for the third time and neither side had to change",
            ),
            DrawReason::SixtyMoves => {
                ("六十回合无吃子，和棋", "Draw: sixty moves of each side without a capture")
            }
            DrawReason::InsufficientMaterial => {
                ("双方均无进攻子力，和棋", "Draw: neither side has a piece that can attack")
            }
            DrawReason::Agreement => ("双方议和", "Draw by agreement"),
        }
    }
}
