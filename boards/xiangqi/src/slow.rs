//! Reference move generator for tests. It shares only the board with the fast generator: it walks
//! point by point and rejects a move if some enemy walk then ends on the king.

use crate::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// Steps in the four directions of the lines.
const LINES: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The pseudo-legal moves of `color`, which may leave its king in check.
fn pseudo_legal_moves(setup: &Setup, color: Color) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in Square::all() {
        let Some(piece) = setup.piece_at(from).filter(|p| p.color == color) else { continue };
        for to in Square::all() {
            let own = setup.piece_at(to).is_some_and(|p| p.color == color);
            if !own && walk(setup, piece, from, to) {
                moves.push(Move::new(from, to));
            }
        }
    }
    moves
}

fn walk(setup: &Setup, piece: Piece, from: Square, to: Square) -> bool {
    let dx = to.file() as i8 - from.file() as i8;
    let dy = to.rank() as i8 - from.rank() as i8;
    let empty = |files, ranks| {
        from.offset(files, ranks).is_some_and(|square| setup.piece_at(square).is_none())
    };
    match piece.kind {
        PieceKind::King => dx.abs() + dy.abs() == 1 && to.in_palace(piece.color),
        PieceKind::Advisor => dx.abs() == 1 && dy.abs() == 1 && to.in_palace(piece.color),
        PieceKind::Elephant => {
            dx.abs() == 2 && dy.abs() == 2 && to.is_home(piece.color) && empty(dx / 2, dy / 2)
        }
        PieceKind::Horse => match (dx.abs(), dy.abs()) {
            (2, 1) => empty(dx / 2, 0),
            (1, 2) => empty(0, dy / 2),
            _ => false,
        },
        PieceKind::Chariot => pieces_between(setup, from, to) == Some(0),
        PieceKind::Cannon => {
            let screens = usize::from(setup.piece_at(to).is_some());
            pieces_between(setup, from, to) == Some(screens)
        }
        PieceKind::Pawn => {
            let forward = if piece.color == Color::Red { 1 } else { -1 };
            (dx, dy) == (0, forward) || dy == 0 && dx.abs() == 1 && !from.is_home(piece.color)
        }
    }
}

/// The number of pieces between two points of a line; `None` if they share no line.
fn pieces_between(setup: &Setup, from: Square, to: Square) -> Option<usize> {
    for (dx, dy) in LINES {
        let mut met = 0;
        let mut at = from.offset(dx, dy);
        while let Some(square) = at {
            if square == to {
                return Some(met);
            }
            met += usize::from(setup.piece_at(square).is_some());
            at = square.offset(dx, dy);
        }
    }
    None
}

/// Whether the king of `color` is attacked, be it by the other king.
fn king_is_attacked(setup: &Setup, color: Color) -> bool {
    let find = |color| {
        let king = Some(Piece::new(color, PieceKind::King));
        Square::all().find(|&square| setup.piece_at(square) == king)
    };
    let (Some(king), Some(other)) = (find(color), find(!color)) else { return true };
    let facing = king.file() == other.file() && pieces_between(setup, king, other) == Some(0);
    let attacks = |from: Square| {
        let enemy = setup.piece_at(from).filter(|piece| piece.color != color);
        enemy.is_some_and(|piece| walk(setup, piece, from, king))
    };
    facing || Square::all().any(attacks)
}

/// All legal moves.
pub(crate) fn legal_moves(position: &Position) -> Vec<Move> {
    let setup = Setup::from(position);
    let us = setup.side_to_move;
    let mut moves = pseudo_legal_moves(&setup, us);
    moves.retain(|mv| {
        let mut after = setup.clone();
        after.set(mv.to, after.piece_at(mv.from));
        after.set(mv.from, None);
        !king_is_attacked(&after, us)
    });
    moves
}

/// Whether the side to move is in check.
pub(crate) fn in_check(position: &Position) -> bool {
    king_is_attacked(&Setup::from(position), position.side_to_move())
}

#[cfg(test)]
mod tests {
    use fangqi_kit::Rng;

    use super::*;

    /// Compares the generators on a hundred thousand positions of random games that start from the
    /// perft file's positions; also the check test, the capture list and the hash.
    #[test]
    fn fast_generator_equals_slow_generator() {
        let starts: Vec<Position> = include_str!("../tests/data/xiangqi-perft-A.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| Position::from_fen(line.split(';').next().unwrap().trim()).unwrap())
            .collect();
        let mut rng = Rng::new(20_261_120);
        let mut compared = 0;
        while compared < 100_000 {
            let mut position = starts[rng.below(starts.len())].clone();
            for _ in 0..120 {
                compare(&position);
                compared += 1;
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len())];
                let before = position.clone();
                let check = position.gives_check(mv);
                let undo = position.play_unchecked(mv);
                assert_eq!(position.in_check(), check, "{before:?} {mv}");
                let mut back = position.clone();
                back.undo_unchecked(mv, undo);
                assert_eq!(back, before, "undo of {mv}");
            }
        }
    }

    fn compare(position: &Position) {
        let mut fast: Vec<Move> = position.legal_moves().to_vec();
        fast.sort_unstable();
        let slow = legal_moves(position);
        assert_eq!(fast, slow, "{position:?}");
        assert_eq!(position.count_legal_moves(), slow.len() as u64);
        assert_eq!(position.in_check(), in_check(position), "{position:?}");
        let mut captures = position.legal_captures().to_vec();
        captures.sort_unstable();
        let taking: Vec<Move> =
            slow.iter().copied().filter(|mv| position.piece_at(mv.to).is_some()).collect();
        assert_eq!(captures, taking, "{position:?}");
        let fresh = Position::try_from(Setup::from(position)).expect("play keeps positions legal");
        assert_eq!(&fresh, position);
    }
}
