//! Checks and pins: enemy pieces that restrict the moves of the side to move.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::{PieceKind, Position, Square};

/// Enemy pieces that can attack a king, by the way they attack.
#[derive(Clone, Copy)]
pub(crate) struct Attackers {
    /// Chariots attack along open lines, the king along an open file (flying general).
    chariots: Bitboard,
    king: Bitboard,
    cannons: Bitboard,
    horses: Bitboard,
    pawns: Bitboard,
}

impl Attackers {
    #[inline(always)]
    pub(crate) fn of_waiting_side(position: &Position) -> Attackers {
        let enemy = !position.side_to_move();
        Attackers {
            chariots: position.set_of(enemy, PieceKind::Chariot),
            king: position.king(enemy).into(),
            cannons: position.set_of(enemy, PieceKind::Cannon),
            horses: position.set_of(enemy, PieceKind::Horse),
            pawns: position.set_of(enemy, PieceKind::Pawn),
        }
    }

    /// Whether the king of the side to move would be attacked on `to`, a point next to its own. The
    /// king's old point counts as empty. A piece captured on `to` cannot attack that point, so it
    /// needs no special treatment.
    #[inline(always)]
    pub(crate) fn attack_king_on(&self, position: &Position, to: Square) -> bool {
        let us = position.side_to_move();
        let occupancy = position.occupancy();
        let straight = self.chariots & attacks::cross(to) | self.king & attacks::file(to);
        let cannons = self.cannons & attacks::cross(to);
        if !(straight | cannons).is_empty() {
            let (sees, captures) = occupancy.lines_without(to, position.king(us));
            if !(straight & sees | cannons & captures).is_empty() {
                return true;
            }
        }
        let horses = self.horses & attacks::horse_leaps(to);
        !(self.pawns & attacks::pawn_to(!us, to)).is_empty()
            || !horses.is_empty() && !(horses & occupancy.horse_to(to)).is_empty()
    }
}

/// The restriction that one enemy piece puts on the moves of the pieces other than the king.
struct Restriction {
    /// Own blockers, which stand between the enemy piece and the king or on the horse's leg …
    pinned: Bitboard,
    /// … the points to which they may move …
    pinned_to: Bitboard,
    /// … and the points to which all other pieces may move.
    others_to: Bitboard,
}

impl Restriction {
    fn of_all(to: Bitboard) -> Restriction {
        Restriction { pinned: Bitboard::EMPTY, pinned_to: Bitboard::EMPTY, others_to: to }
    }

    fn of_pinned(pinned: Bitboard, pinned_to: Bitboard) -> Restriction {
        Restriction { pinned, pinned_to, others_to: Bitboard::ALL }
    }
}

/// The enemy pieces that may restrict the moves of the pieces other than the king.
///
/// A move empties its start, occupies its end and removes what stood there. It is legal if
/// afterwards no single enemy piece attacks the king. For one enemy piece that depends only on
/// whether the moving piece is one of its blockers, so each enemy piece contributes two sets of
/// allowed destinations. This covers checks and pins alike.
pub(crate) struct Dangers<'a> {
    position: &'a Position,
    king: Square,
    own: Bitboard,
    attackers: Attackers,
}

impl Dangers<'_> {
    #[inline(always)]
    pub(crate) fn new<'a>(position: &'a Position, attackers: &Attackers) -> Dangers<'a> {
        let us = position.side_to_move();
        let king = position.king(us);
        let cross = attacks::cross(king);
        let attackers = Attackers {
            chariots: attackers.chariots & cross,
            king: attackers.king & attacks::file(king),
            cannons: attackers.cannons & cross,
            horses: attackers.horses & attacks::horse_leaps(king),
            pawns: attackers.pawns & attacks::pawn_to(!us, king),
        };
        Dangers { position, king, own: position.of(us), attackers }
    }

    /// The pinned pieces, for which [`Dangers::permits`] must be asked, and the points to which all
    /// others may move.
    #[inline(always)]
    pub(crate) fn pinned_and_others(&self) -> (Bitboard, Bitboard) {
        let (mut pinned, mut others_to) = (Bitboard::EMPTY, Bitboard::ALL);
        self.for_each_restriction(|restriction| {
            pinned |= restriction.pinned;
            others_to &= restriction.others_to;
        });
        (pinned, others_to)
    }

    /// The points to which the pinned piece on `from` may move.
    #[inline(always)]
    pub(crate) fn permits(&self, from: Square) -> Bitboard {
        let mut to = Bitboard::ALL;
        self.for_each_restriction(|restriction| {
            to &= if restriction.pinned.has(from) {
                restriction.pinned_to
            } else {
                restriction.others_to
            };
        });
        to
    }

    #[inline(always)]
    fn for_each_restriction(&self, mut each: impl FnMut(Restriction)) {
        for at in self.attackers.chariots | self.attackers.king {
            each(self.straight(at));
        }
        for at in self.attackers.cannons {
            each(self.cannon(at));
        }
        for at in self.attackers.horses {
            each(self.horse(at));
        }
        for at in self.attackers.pawns {
            each(Restriction::of_all(at.into()));
        }
    }

    /// A chariot, or the enemy king, on a line with the king.
    #[inline(always)]
    fn straight(&self, at: Square) -> Restriction {
        let gap = attacks::between(self.king, at);
        let blockers = gap & self.position.occupancy().all;
        if blockers.is_empty() {
            Restriction::of_all(gap | at.into())
        } else if blockers.is_many() {
            Restriction::of_all(Bitboard::ALL)
        } else {
            Restriction::of_pinned(blockers & self.own, gap | at.into())
        }
    }

    #[inline(always)]
    fn cannon(&self, at: Square) -> Restriction {
        let gap = attacks::between(self.king, at);
        let blockers = gap & self.position.occupancy().all;
        let met = (gap - blockers) | at.into();
        match blockers.count() {
            // Any piece that enters the gap becomes the screen.
            0 => Restriction::of_all(!gap),
            // The cannon gives check: it is parried by a second piece in between, or by the screen
            // leaving.
            1 => Restriction { pinned: blockers & self.own, pinned_to: !gap, others_to: met },
            2 => Restriction::of_pinned(blockers & self.own, met),
            _ => Restriction::of_all(Bitboard::ALL),
        }
    }

    #[inline(always)]
    fn horse(&self, at: Square) -> Restriction {
        let leg = attacks::horse_leg(at, self.king).map_or(Bitboard::EMPTY, Bitboard::of);
        if (leg & self.position.occupancy().all).is_empty() {
            Restriction::of_all(leg | at.into())
        } else {
            Restriction::of_pinned(leg & self.own, at.into())
        }
    }
}
