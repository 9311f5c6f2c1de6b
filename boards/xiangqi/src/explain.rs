use std::fmt;

use crate::attacks::{between, horse_leg};
use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, Position, Square};

/// The rule that a move breaks. [`Illegal::text`] puts it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The start point is empty.
    NoPiece(Square),
    /// The piece belongs to the other side.
    NotYours(Piece),
    /// An own piece is on the target point.
    OwnPieceThere(Piece, Square),
    /// The horse's leg is blocked 蹩马腿.
    HorseLeg {
        /// The leg.
        square: Square,
        /// The blocking piece.
        blocker: Piece,
    },
    /// The elephant's eye is blocked 塞象眼.
    ElephantEye {
        /// The eye.
        square: Square,
        /// The blocking piece.
        blocker: Piece,
    },
    /// An elephant cannot cross the river.
    River,
    /// A king or an advisor cannot leave the palace.
    Palace(PieceKind),
    /// The path of a chariot is blocked, or that of a cannon that does not capture.
    PathBlocked {
        /// The first blocked point on the path.
        square: Square,
        /// The piece there.
        blocker: Piece,
    },
    /// A cannon captures over exactly one screen 炮架.
    CannonScreen {
        /// Number of pieces in between.
        screens: u32,
    },
    /// This kind of piece does not move in this way.
    WrongPattern(Piece),
    /// The own king would be in check.
    LeavesKingInCheck,
    /// The kings would face each other on an open file.
    KingsFace,
    /// The game has ended; no move is legal.
    GameOver,
}

/// The rule that `mv` breaks in `position`, or `None` if the move is legal.
///
/// ```
/// use fangqi_xiangqi::{Illegal, Position, explain_illegal};
/// let start = Position::start();
/// let horse = explain_illegal(&start, "b0d1".parse().expect("a move")).expect("is illegal");
/// assert!(matches!(horse, Illegal::HorseLeg { .. }));
/// assert_eq!(horse.text().0, "蹩马腿：c0 上的相挡住了马");
/// assert_eq!(explain_illegal(&start, "b0c2".parse().expect("a move")), None);
/// ```
pub fn explain_illegal(position: &Position, mv: Move) -> Option<Illegal> {
    let us = position.side_to_move();
    let Some(piece) = position.piece_at(mv.from) else { return Some(Illegal::NoPiece(mv.from)) };
    if piece.color != us {
        return Some(Illegal::NotYours(piece));
    }
    if !position.reach(mv.from).has(mv.to) {
        return Some(why_out_of_reach(position, piece, mv));
    }
    if let Some(own) = position.piece_at(mv.to).filter(|other| other.color == us) {
        return Some(Illegal::OwnPieceThere(own, mv.to));
    }
    if position.keeps_king_safe(mv) {
        return None;
    }
    let king = if piece.kind == PieceKind::King { mv.to } else { position.king(us) };
    let other = position.king(!us);
    let gap = between(king, other) & position.occupancy().after(mv.from, mv.to).all;
    let faces = king.file() == other.file() && gap.is_empty();
    Some(if faces { Illegal::KingsFace } else { Illegal::LeavesKingInCheck })
}

fn why_out_of_reach(position: &Position, piece: Piece, mv: Move) -> Illegal {
    let files = mv.from.file().abs_diff(mv.to.file());
    let ranks = mv.from.rank().abs_diff(mv.to.rank());
    let wrong = Illegal::WrongPattern(piece);
    let blocker = |square: Option<Square>| {
        square.and_then(|square| Some((square, position.piece_at(square)?)))
    };
    let own_there = position.piece_at(mv.to).filter(|p| p.color == piece.color);
    match (piece.kind, files, ranks) {
        (PieceKind::King, 0, 1) | (PieceKind::King, 1, 0) | (PieceKind::Advisor, 1, 1) => {
            Illegal::Palace(piece.kind)
        }
        (PieceKind::Elephant, 2, 2) if !mv.to.is_home(piece.color) => Illegal::River,
        (PieceKind::Elephant, 2, 2) => {
            let eye = between_diagonal(mv.from, mv.to);
            blocker(eye).map_or(wrong, |(square, blocker)| Illegal::ElephantEye { square, blocker })
        }
        (PieceKind::Horse, 1, 2) | (PieceKind::Horse, 2, 1) => blocker(horse_leg(mv.from, mv.to))
            .map_or(wrong, |(square, blocker)| Illegal::HorseLeg { square, blocker }),
        (PieceKind::Chariot | PieceKind::Cannon, 0, 1..) | (_, 1.., 0)
            if matches!(piece.kind, PieceKind::Chariot | PieceKind::Cannon) =>
        {
            let gap = between(mv.from, mv.to) & position.occupancy().all;
            match (own_there, piece.kind, position.piece_at(mv.to)) {
                (Some(own), _, _) if gap.is_empty() => Illegal::OwnPieceThere(own, mv.to),
                (None, PieceKind::Cannon, Some(_)) => {
                    Illegal::CannonScreen { screens: gap.count() }
                }
                _ => blocker(nearest(gap, mv.from))
                    .map_or(wrong, |(square, blocker)| Illegal::PathBlocked { square, blocker }),
            }
        }
        _ => wrong,
    }
}

fn between_diagonal(from: Square, to: Square) -> Option<Square> {
    Square::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2)
}

fn nearest(set: Bitboard, from: Square) -> Option<Square> {
    let mut set = set;
    set.by_ref().min_by_key(|at| at.file().abs_diff(from.file()) + at.rank().abs_diff(from.rank()))
}

impl Illegal {
    /// The reason as a sentence, in Chinese and English.
    pub fn text(&self) -> (String, String) {
        let zh = |piece: Piece| piece.name_zh();
        let en = |piece: Piece| piece.kind.name_en();
        match *self {
            Illegal::NoPiece(square) => {
                (format!("{square} 上没有棋子"), format!("there is no piece on {square}"))
            }
            Illegal::NotYours(piece) => (
                format!(
                    "这个{}是{}的，现在轮到{}走",
                    zh(piece),
                    piece.color.name_zh(),
                    (!piece.color).name_zh()
                ),
                format!(
                    "the {} is {}'s and {} is to move",
                    en(piece),
                    piece.color.name_en(),
                    (!piece.color).name_en()
                ),
            ),
            Illegal::OwnPieceThere(piece, square) => (
                format!("{square} 上是自己的{}", zh(piece)),
                format!("your own {} stands on {square}", en(piece)),
            ),
            Illegal::HorseLeg { square, blocker } => (
                format!("蹩马腿：{square} 上的{}挡住了马", zh(blocker)),
                format!("the {} on {square} blocks the horse's leg", en(blocker)),
            ),
            Illegal::ElephantEye { square, blocker } => (
                format!("塞象眼：{square} 上的{}挡住了象", zh(blocker)),
                format!("the {} on {square} blocks the elephant's eye", en(blocker)),
            ),
            Illegal::River => {
                ("相（象）不能过河".into(), "an elephant cannot cross the river".into())
            }
            Illegal::Palace(PieceKind::King) => {
                ("帅（将）不能出九宫".into(), "the king cannot leave the palace".into())
            }
            Illegal::Palace(_) => {
                ("仕（士）不能出九宫".into(), "an advisor cannot leave the palace".into())
            }
            Illegal::PathBlocked { square, blocker } => (
                format!("{square} 上的{}挡住了去路", zh(blocker)),
                format!("the {} on {square} is in the way", en(blocker)),
            ),
            Illegal::CannonScreen { screens } => (
                format!("炮要隔一个子才能吃子，这里隔着{screens}个"),
                format!("a cannon captures over exactly one piece, and here are {screens} between"),
            ),
            Illegal::WrongPattern(piece) => pattern(piece),
            Illegal::LeavesKingInCheck => {
                ("这样走自己的帅（将）会被将军".into(), "it leaves your king in check".into())
            }
            Illegal::KingsFace => (
                "帅和将不能在同一条线上直接见面".into(),
                "the kings may not face each other on an open file".into(),
            ),
            Illegal::GameOver => ("棋局已经结束".into(), "the game is over".into()),
        }
    }
}

/// A description of how a piece moves, in Chinese and English.
fn pattern(piece: Piece) -> (String, String) {
    let (zh, en) = match piece.kind {
        PieceKind::King => ("在九宫内横竖走一格", "one point along a line within the palace"),
        PieceKind::Advisor => ("在九宫内斜走一格", "one point diagonally within the palace"),
        PieceKind::Elephant => ("走田字，不过河", "two points diagonally on its own half"),
        PieceKind::Horse => ("走日字", "one point along a line and one diagonally outwards"),
        PieceKind::Chariot => ("横竖直走", "any distance along a line"),
        PieceKind::Cannon => ("横竖直走，隔一子吃子", "along a line, capturing over one piece"),
        PieceKind::Pawn => {
            ("过河前只进一格，过河后可进可横一格", "one forward; one sideways too past the river")
        }
    };
    let black_or_red = if piece.color == Color::Red { "Red" } else { "Black" };
    (
        format!("{}不能这样走：{}{zh}", piece.name_zh(), piece.name_zh()),
        format!("{black_or_red}'s {} moves {en}", piece.kind.name_en()),
    )
}

impl fmt::Display for Illegal {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().1)
    }
}
