use std::fmt;

use thiserror::Error;

use crate::attacks::{self, Occupancy};
use crate::bitboard::Bitboard;
use crate::{Color, Illegal, Move, Piece, PieceKind, Setup, Square, explain_illegal, zobrist};

/// The FEN of the standard start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// A legal position: both kings are in their palaces, the side not to move is not in check, and
/// every piece is on a point that it can have reached.
///
/// Positions are created only by validation ([`Position::from_fen`], [`Position::try_from`] a
/// [`Setup`]) and by legal moves. They have no history: [`Game`](crate::Game) detects repetitions.
///
/// ```
/// use fangqi_xiangqi::Position;
/// let mut position = Position::start();
/// assert_eq!(position.perft(3), 79_666);
/// position.play("h2e2".parse().expect("a move"))?;
/// let board = "\
/// r n b a k a b n r
/// . . . . . . . . .
/// . c . . . . . c .
/// p . p . p . p . p
/// . . . . . . . . .
/// . . . . . . . . .
/// P . P . P . P . P
/// . C . . C . . . .
/// . . . . . . . . .
/// R N B A K A B N R
/// ";
/// assert_eq!(position.to_string(), board);
/// # Ok::<(), fangqi_xiangqi::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: [Option<Piece>; Square::COUNT],
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
    occupancy: Occupancy,
    kings: [Square; 2],
    side: Color,
    hash: u64,
    quiet_plies: u16,
    move_number: u16,
}

/// The state that a move destroys, kept to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// The captured piece.
    pub captured: Option<Piece>,
    quiet_plies: u16,
    hash: u64,
}

/// The refusal of a move by [`Position::play`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{mv} is illegal: {reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The rule it breaks.
    pub reason: Illegal,
}

impl Position {
    /// The standard start position.
    pub fn start() -> Position {
        Position::from_fen(START_FEN).expect("the starting position is legal")
    }

    /// Sets up a position without validation. The caller guarantees one king of each side.
    pub(crate) fn assemble(setup: &Setup) -> Position {
        let nowhere = Square::from_index(0).expect("a0 exists");
        let mut position = Position {
            board: [None; Square::COUNT],
            kinds: [Bitboard::EMPTY; 7],
            colors: [Bitboard::EMPTY; 2],
            occupancy: Occupancy::default(),
            kings: [nowhere; 2],
            side: setup.side_to_move,
            hash: if setup.side_to_move == Color::Black { zobrist::BLACK } else { 0 },
            quiet_plies: setup.quiet_plies,
            move_number: setup.move_number,
        };
        for square in Square::all() {
            if let Some(piece) = setup.piece_at(square) {
                position.put(square, piece);
            }
        }
        position
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The piece on a point.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Every piece with its point, from a0 to i9.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupancy.all.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The point of the king of `color`.
    pub fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// Plies since the last capture.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the next move, counted from 1 and increased after Black's move.
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Zobrist hash of pieces and side to move, without the counters.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a pseudo-legal move.
    #[inline]
    pub(crate) fn hash_after(&self, mv: Move) -> u64 {
        let Some(piece) = self.piece_at(mv.from) else { return self.hash ^ zobrist::BLACK };
        let moved = zobrist::key(piece, mv.from) ^ zobrist::key(piece, mv.to);
        let taken = self.piece_at(mv.to).map_or(0, |taken| zobrist::key(taken, mv.to));
        self.hash ^ zobrist::BLACK ^ moved ^ taken
    }

    /// Whether the king of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.side), !self.side)
    }

    /// Whether neither side has a piece that can cross the river, so that nobody can win.
    pub fn lacks_attackers(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.has_attackers(color))
    }

    /// Whether a side has a piece that can cross the river.
    pub(crate) fn has_attackers(&self, color: Color) -> bool {
        let attackers = PieceKind::ALL.into_iter().filter(|kind| kind.is_attacker());
        let all = attackers.fold(Bitboard::EMPTY, |set, kind| set | self.kind(kind));
        !(self.of(color) & all).is_empty()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The rule that the move breaks; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        match explain_illegal(self, mv) {
            Some(reason) => Err(IllegalMove { mv, reason }),
            None => Ok(self.play_unchecked(mv)),
        }
    }

    /// Plays a move that the caller knows to be legal; any other move leaves an unspecified
    /// position, except that a move from an empty point only passes the turn.
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let captured = self.piece_at(mv.to);
        let undo = Undo { captured, quiet_plies: self.quiet_plies, hash: self.hash };
        self.hash = self.hash_after(mv);
        if let Some(piece) = self.piece_at(mv.from) {
            self.toggle_move(mv, piece, captured);
            self.board[mv.from.index()] = None;
            self.set_mailbox(mv.to, piece);
        }
        self.quiet_plies = if captured.is_some() { 0 } else { self.quiet_plies.saturating_add(1) };
        if self.side == Color::Black {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side = !self.side;
        undo
    }

    /// Undoes the last move, given the result of [`play_unchecked`](Position::play_unchecked) or
    /// [`play`](Position::play).
    pub fn undo_unchecked(&mut self, mv: Move, undo: Undo) {
        self.side = !self.side;
        if self.side == Color::Black {
            self.move_number = self.move_number.saturating_sub(1);
        }
        if let Some(piece) = self.piece_at(mv.to) {
            self.toggle_move(mv, piece, undo.captured);
            self.board[mv.to.index()] = undo.captured;
            self.set_mailbox(mv.from, piece);
        }
        self.quiet_plies = undo.quiet_plies;
        self.hash = undo.hash;
    }

    /// Makes a move in the bitboards or undoes it: both flip the same bits.
    fn toggle_move(&mut self, mv: Move, piece: Piece, taken: Option<Piece>) {
        let both = Bitboard::of(mv.from) | mv.to.into();
        self.kinds[piece.kind.index()] ^= both;
        self.colors[piece.color.index()] ^= both;
        self.occupancy.toggle(mv.from);
        match taken {
            Some(taken) => {
                self.kinds[taken.kind.index()] ^= mv.to.into();
                self.colors[taken.color.index()] ^= mv.to.into();
            }
            None => self.occupancy.toggle(mv.to),
        }
    }

    /// Passes the turn. Doing it again undoes it.
    pub(crate) fn flip_side(&mut self) {
        self.side = !self.side;
        self.hash ^= zobrist::BLACK;
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.set_mailbox(square, piece);
        self.kinds[piece.kind.index()] ^= square.into();
        self.colors[piece.color.index()] ^= square.into();
        self.occupancy.toggle(square);
        self.hash ^= zobrist::key(piece, square);
    }

    /// Sets the piece of a point in the mailbox array, which is kept beside the bitboards.
    fn set_mailbox(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
        if piece.kind == PieceKind::King {
            self.kings[piece.color.index()] = square;
        }
    }

    pub(crate) fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    pub(crate) fn of(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    pub(crate) fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    pub(crate) fn set_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.of(color) & self.kind(kind)
    }

    /// Whether `by` attacks a point with a piece that can attack a king, including the king along
    /// an open file.
    pub(crate) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_with(square, by, &self.occupancy, Bitboard::EMPTY)
    }

    /// Like [`is_attacked`](Self::is_attacked), with another occupancy and without the pieces on
    /// `gone`.
    pub(crate) fn is_attacked_with(
        &self,
        square: Square,
        by: Color,
        occupancy: &Occupancy,
        gone: Bitboard,
    ) -> bool {
        let enemy = self.of(by) - gone;
        let liners = enemy & attacks::cross(square);
        if !liners.is_empty() {
            let straight = liners & self.kind(PieceKind::Chariot)
                | (liners & Bitboard::of(self.king(by)) & attacks::file(square));
            if !(straight & occupancy.chariot(square)).is_empty() {
                return true;
            }
            let cannons = liners & self.kind(PieceKind::Cannon);
            if !cannons.is_empty() && !(cannons & occupancy.cannon_captures(square)).is_empty() {
                return true;
            }
        }
        let pawns = enemy & self.kind(PieceKind::Pawn) & attacks::pawn_to(by, square);
        let horses = enemy & self.kind(PieceKind::Horse) & attacks::horse_leaps(square);
        !pawns.is_empty() || !horses.is_empty() && !(horses & occupancy.horse_to(square)).is_empty()
    }

    /// The pieces of both sides that could capture on a point, as if an enemy stood there.
    pub(crate) fn attackers(&self, square: Square, occupancy: &Occupancy) -> Bitboard {
        let kind = |kind| self.kind(kind);
        let pawns = attacks::pawn_to(Color::Red, square) & self.of(Color::Red)
            | attacks::pawn_to(Color::Black, square) & self.of(Color::Black);
        let found = occupancy.chariot(square) & kind(PieceKind::Chariot)
            | occupancy.cannon_captures(square) & kind(PieceKind::Cannon)
            | occupancy.horse_to(square) & kind(PieceKind::Horse)
            | occupancy.elephant(square) & kind(PieceKind::Elephant)
            | attacks::advisor(square) & kind(PieceKind::Advisor)
            | attacks::king(square) & kind(PieceKind::King)
            | pawns & kind(PieceKind::Pawn);
        found & occupancy.all
    }
}

impl fmt::Display for Position {
    /// Ten lines, Black's side first: FEN letters, a dot for an empty point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            for file in 0..9 {
                let piece = Square::new(file, rank).and_then(|square| self.piece_at(square));
                let letter = piece.map_or('.', Piece::letter);
                write!(f, "{letter}{}", if file < 8 { ' ' } else { '\n' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
