//! What threatens the king of the side to move, scanned once for all its moves.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::{PieceKind, Position, Square};

/// The enemy pieces that can attack a king, by how they do it.
#[derive(Clone, Copy)]
pub(crate) struct Attackers {
    /// Along an open line: the chariots, and the king on the files.
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

    /// Whether they attack the king of the side to move once it has gone from its point to `to`.
    /// What it takes there cannot attack its own point, and so need not be left out.
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

/// What one enemy piece asks of the moves of the pieces beside the king, for the king to be safe
/// from it.
struct Demand {
    /// The own pieces that stand between, or on the horse's leg …
    bound: Bitboard,
    /// … where they may go …
    inside: Bitboard,
    /// … and where all others may go.
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

/// The enemy pieces that may restrict the moves of the pieces beside the king.
///
/// A move changes three things: its start becomes empty, its end occupied, and what stood there
/// is gone. So it is safe if each enemy piece by itself would not attack the king after it, and
/// for each that is a question of one set for the pieces that stand between and of another for
/// all others. In check and out of it nothing else is to be tested.
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

    /// The pieces for which [`Dangers::permits`] is to be asked, and where all others may go.
    #[inline(always)]
    pub(crate) fn bound_and_others(&self) -> (Bitboard, Bitboard) {
        let (mut bound, mut others) = (Bitboard::EMPTY, Bitboard::ALL);
        self.demands(|demand| {
            bound |= demand.bound;
            others &= demand.others;
        });
        (bound, others)
    }

    /// Where the piece on `from`, which is bound, may go.
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

    /// A chariot, or the other king.
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
            // Whatever enters becomes the screen.
            0 => Demand::of_all(!gap),
            // A check: a second piece ends it, or the screen's leaving.
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
