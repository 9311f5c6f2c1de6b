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
struct Demand {
    /// Own blockers, which stand between the enemy piece and the king or on the horse's leg …
    bound: Bitboard,
    /// … the points to which they may move …
    inside: Bitboard,
    /// … and the points to which all other pieces may move.
    others: Bitboard,
}

impl Demand {
    fn of_all(to: Bitboard) -> Demand {
        Demand { bound: Bitboard::EMPTY, inside: Bitboard::EMPTY, others: to }
    }

    fn of_bound(bound: Bitboard, inside: Bitboard) -> Demand {
        Demand { bound, inside, others: Bitboard::ALL }
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
    pub(crate) fn bound_and_others(&self) -> (Bitboard, Bitboard) {
        let (mut bound, mut others) = (Bitboard::EMPTY, Bitboard::ALL);
        self.demands(|demand| {
            bound |= demand.bound;
            others &= demand.others;
        });
        (bound, others)
    }

    /// The points to which the pinned piece on `from` may move.
    #[inline(always)]
    pub(crate) fn permits(&self, from: Square) -> Bitboard {
        let mut to = Bitboard::ALL;
        self.demands(|demand| {
            to &= if demand.bound.has(from) { demand.inside } else { demand.others };
        });
        to
    }

    #[inline(always)]
    fn demands(&self, mut each: impl FnMut(Demand)) {
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
            each(Demand::of_all(at.into()));
        }
    }

    /// A chariot, or the enemy king, on a line with the king.
    #[inline(always)]
    fn straight(&self, at: Square) -> Demand {
        let gap = attacks::between(self.king, at);
        let blockers = gap & self.position.occupancy().all;
        if blockers.is_empty() {
            Demand::of_all(gap | at.into())
        } else if blockers.is_many() {
            Demand::of_all(Bitboard::ALL)
        } else {
            Demand::of_bound(blockers & self.own, gap | at.into())
        }
    }

    #[inline(always)]
    fn cannon(&self, at: Square) -> Demand {
        let gap = attacks::between(self.king, at);
        let blockers = gap & self.position.occupancy().all;
        let met = (gap - blockers) | at.into();
        match blockers.count() {
            // Any piece that enters the gap becomes the screen.
            0 => Demand::of_all(!gap),
            // The cannon gives check: it is parried by a second piece in between, or by the screen
            // leaving.
            1 => Demand { bound: blockers & self.own, inside: !gap, others: met },
            2 => Demand::of_bound(blockers & self.own, met),
            _ => Demand::of_all(Bitboard::ALL),
        }
    }

    #[inline(always)]
    fn horse(&self, at: Square) -> Demand {
        let leg = attacks::horse_leg(at, self.king).map_or(Bitboard::EMPTY, Bitboard::of);
        if (leg & self.position.occupancy().all).is_empty() {
            Demand::of_all(leg | at.into())
        } else {
            Demand::of_bound(leg & self.own, at.into())
        }
    }
}
