//! Explains a repetition verdict: what each move of the repetition did.

use super::attacks::Rewind;
use super::{Ply, threatens_mate};
use crate::{Color, Move, Piece, Position, Square};

/// A move of a repetition and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedMove {
    /// The move.
    pub mv: Move,
    /// The side that made it.
    pub by: Color,
    /// Whether it gave check 将.
    pub check: bool,
    /// The pieces that it chased 捉.
    pub chased: Vec<Chased>,
    /// Whether it threatened mate in one 杀.
    pub threatens_mate: bool,
}

/// A chased piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chased {
    /// The piece.
    pub piece: Piece,
    /// Its point after the move.
    pub square: Square,
    /// Whether it was protected. Protection does not save a chariot from horses and cannons.
    pub is_protected: bool,
}

/// What each of `plies`, which end in `position`, did, in order.
pub(crate) fn repeated_moves(position: &Position, plies: &[Ply]) -> Vec<RepeatedMove> {
    let mut back = Rewind::new(position);
    let mut repeated_moves: Vec<RepeatedMove> = Vec::with_capacity(plies.len());
    for ply in plies.iter().rev() {
        let after = back.position.clone();
        let by = !after.side_to_move();
        let mut chased: Vec<Chased> = Vec::new();
        for attack in back.undo_and_list_chases(ply, by) {
            let named = chased.iter().any(|chased| chased.square == attack.to);
            if let Some(piece) = after.piece_at(attack.to).filter(|_| !named) {
                let is_protected = may_be_taken_back(&after, attack);
                chased.push(Chased { piece, square: attack.to, is_protected });
            }
        }
        let threatens_mate = threatens_mate(&after);
        repeated_moves.push(RepeatedMove {
            mv: ply.mv,
            by,
            check: ply.check,
            chased,
            threatens_mate,
        });
    }
    repeated_moves.reverse();
    repeated_moves
}

/// Whether the side to move could recapture after `attack`.
fn may_be_taken_back(position: &Position, attack: Move) -> bool {
    let mut taken = position.clone();
    taken.flip_side();
    taken.play_unchecked(attack);
    taken.legal_moves().iter().any(|mv| mv.to == attack.to)
}

impl Chased {
    /// The piece with its protection and point, in Chinese and English.
    pub(crate) fn text(&self) -> (String, String) {
        let Chased { piece, square, is_protected } = *self;
        let (zh, en) =
            if is_protected { ("有根", "protected") } else { ("无根", "unprotected") };
        (
            format!("{square} 的{zh}{}", piece.name_zh()),
            format!("the {en} {} on {square}", piece.kind.name_en()),
        )
    }
}

impl RepeatedMove {
    /// A short description of what the move did, in Chinese and English.
    pub fn text(&self) -> (String, String) {
        let (mut zh, mut en) = (Vec::new(), Vec::new());
        if self.check {
            zh.push("将军".to_owned());
            en.push("gives check".to_owned());
        }
        for chased in &self.chased {
            let (piece_zh, piece_en) = chased.text();
            zh.push(format!("捉 {piece_zh}"));
            en.push(format!("chases {piece_en}"));
        }
        if self.threatens_mate {
            zh.push("要杀".to_owned());
            en.push("threatens mate".to_owned());
        }
        if zh.is_empty() {
            return ("闲着".into(), "is idle".into());
        }
        (zh.join("，"), en.join(" and "))
    }
}
