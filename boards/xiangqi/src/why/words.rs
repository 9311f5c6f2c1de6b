use super::Reason;
use crate::{Piece, PieceKind};

impl Reason {
    /// The reason in Chinese and in English, as a clause without a full stop.
    pub fn text(&self) -> (String, String) {
        match self {
            Reason::Mates { moves: 1 } => ("一步将死".into(), "Mates at once".into()),
            Reason::Mates { moves } => {
                (format!("{moves}步之内将死对方"), format!("Mates in {moves} moves"))
            }
            Reason::HoldsOut { moves } => (
                format!("已无法避免被杀，这样能坚持{moves}步"),
                format!("The mate cannot be avoided; this holds out {moves} moves"),
            ),
            Reason::StopsMate { moves: 1 } => (
                "解除对方的一步杀".into(),
                "Stops the mate that the other side threatens at once".into(),
            ),
            Reason::StopsMate { moves } => (
                format!("解除对方{moves}步之内的杀棋"),
                format!("Stops the mate in {moves} that the other side threatens"),
            ),
            Reason::OnlyMove => ("唯一能走的一步".into(), "It is the only legal move".into()),
            Reason::AnswersCheck => ("应将".into(), "Gets out of check".into()),
            Reason::Wins { won, lost } if lost.is_empty() => {
                (format!("之后得{}", list_zh(won)), format!("Wins {}", list_en(won)))
            }
            Reason::Wins { won, lost } => (
                format!("之后以{}换{}", list_zh(lost), list_zh(won)),
                format!("Wins {} for {}", list_en(won), list_en(lost)),
            ),
            Reason::Forks(pieces) => (
                format!("同时捉{}", pieces_zh(pieces)),
                format!("Attacks {} at once", pieces_en(pieces)),
            ),
            Reason::Saves(piece) => (
                format!("让被捉的{}脱险", piece.name_zh()),
                format!("Brings the attacked {} to safety", piece.kind.name_en()),
            ),
            Reason::Guards(piece) => (
                format!("化解对{}的威胁", piece.name_zh()),
                format!("Meets the threat to the {}", piece.kind.name_en()),
            ),
            Reason::Trades(kinds) => {
                (format!("兑{}", list_zh(kinds)), format!("Trades {}", list_en(kinds)))
            }
            Reason::Checks => ("将军".into(), "Gives check".into()),
            Reason::Attacks(piece) => {
                (format!("捉{}", piece.name_zh()), format!("Attacks the {}", piece.kind.name_en()))
            }
            Reason::Develops(piece) => (
                format!("出动{}", piece.name_zh()),
                format!("Brings the {} into play", piece.kind.name_en()),
            ),
            Reason::Frees { piece, before, after } => (
                format!("打开{}路：可走的位置从{before}个增加到{after}个", piece.name_zh()),
                format!(
                    "Gives the {} room: {after} points to go to instead of {before}",
                    piece.kind.name_en()
                ),
            ),
            Reason::Worth(worth) => score_text(*worth),
        }
    }
}

/// A score in words, from the mover's point of view.
fn score_text(worth: i32) -> (String, String) {
    let (zh, en) = match worth {
        250.. => ("保持很大的优势", "Keeps a great advantage"),
        60.. => ("保持优势", "Keeps the upper hand"),
        -60.. => ("保持均势", "Keeps the game level"),
        _ => ("把损失减到最小", "Limits the damage"),
    };
    (zh.into(), en.into())
}

/// The Chinese names that stand for a kind of either side.
fn name_zh(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "将",
        PieceKind::Advisor => "士",
        PieceKind::Elephant => "象",
        PieceKind::Horse => "马",
        PieceKind::Chariot => "车",
        PieceKind::Cannon => "炮",
        PieceKind::Pawn => "兵",
    }
}

fn count_zh(count: usize) -> &'static str {
    ["", "", "双", "三个", "四个", "五个"].get(count).copied().unwrap_or("多个")
}

/// Each kind with its number of occurrences, in order of first occurrence.
fn counted(kinds: &[PieceKind]) -> Vec<(PieceKind, usize)> {
    let mut counted: Vec<(PieceKind, usize)> = Vec::new();
    for &kind in kinds {
        match counted.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counted.push((kind, 1)),
        }
    }
    counted
}

fn list_zh(kinds: &[PieceKind]) -> String {
    let names = counted(kinds);
    names.iter().map(|(kind, n)| format!("{}{}", count_zh(*n), name_zh(*kind))).collect()
}

fn list_en(kinds: &[PieceKind]) -> String {
    let article =
        |kind| if kind == PieceKind::Advisor || kind == PieceKind::Elephant { "an" } else { "a" };
    let names = counted(kinds).into_iter().map(|(kind, n)| match n {
        1 => format!("{} {}", article(kind), kind.name_en()),
        2 => format!("both {}s", kind.name_en()),
        n => format!("{n} {}s", kind.name_en()),
    });
    joined(names.collect())
}

fn pieces_zh(pieces: &[Piece]) -> String {
    let names: Vec<String> = pieces.iter().map(|piece| piece.name_zh().to_string()).collect();
    names.join("、")
}

fn pieces_en(pieces: &[Piece]) -> String {
    joined(pieces.iter().map(|piece| format!("the {}", piece.kind.name_en())).collect())
}

fn joined(mut names: Vec<String>) -> String {
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}
