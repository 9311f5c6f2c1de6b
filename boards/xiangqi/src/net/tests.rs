use fangqi_kit::Rng;

use super::*;
use crate::{Move, Piece, PieceKind};

/// Plays random games and reports every move with its change of the board.
fn games(mut each: impl FnMut(&mut Position, Move, Change)) {
    let mut rng = Rng::new(5);
    for line in include_str!("../../tests/data/xiangqi-perft-A.txt").lines().skip(1) {
        let mut position = Position::from_fen(line.split(" ; ").next().unwrap()).unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            let piece = position.piece_at(mv.from).unwrap();
            let change = Change { mv, piece, taken: position.piece_at(mv.to) };
            each(&mut position, mv, change);
        }
    }
}

/// The evaluation straight from its definition, in integers that cannot overflow.
fn plain_value(net: &Net, position: &Position) -> i32 {
    let us = position.side_to_move();
    let pieces: Vec<(Square, Piece)> = position.pieces().collect();
    let head_number = head(pieces.len() as u32);
    let mut out = 0;
    for (view, weights) in [us, !us].into_iter().zip(&net.heads[head_number]) {
        let mut sum = 0;
        for (neuron, &weight) in weights.iter().enumerate() {
            let inputs = pieces.iter().map(|&(square, piece)| input(view, piece, square));
            let hidden = inputs.map(|input| i64::from(net.inputs[input][neuron])).sum::<i64>()
                + i64::from(net.bias[neuron]);
            let clipped = hidden.clamp(0, i64::from(HIDDEN_ONE));
            sum += clipped * clipped * i64::from(weight);
        }
        out += sum;
    }
    let out = out / i64::from(HIDDEN_ONE) + i64::from(net.head_bias[head_number]);
    (out * i64::from(SCALE) / i64::from(HIDDEN_ONE * HEAD_ONE)) as i32
}

#[test]
fn values_follow_the_moves() {
    let net = Net::built_in();
    let mut line = Accumulators::new(&net, &Position::start());
    let mut count = 0;
    games(|position, mv, change| {
        if position.move_number() == 1 || count % 7 == 0 {
            line = Accumulators::new(&net, position);
        }
        let before = line.value(position);
        line.push(change);
        let undo = position.play_unchecked(mv);
        // Evaluates at every third move only, so that the lazy updates of several moves are tested.
        if count % 3 == 0 {
            assert_eq!(line.value(position), plain_value(&net, position), "{position:?}");
        }
        if count % 5 == 0 {
            position.undo_unchecked(mv, undo);
            line.pop();
            assert_eq!(line.value(position), before, "{position:?}");
            position.play_unchecked(mv);
            line.push(change);
        }
        count += 1;
    });
    assert!(count > 1000, "{count} moves");
}

/// 16 bits must hold the sum of any thirty-two pieces, and products of clipped values and heads.
#[test]
fn weights_cannot_overflow() {
    let net = Net::built_in();
    for neuron in 0..HIDDEN {
        let mut weights: Vec<i32> =
            net.inputs.iter().map(|half| i32::from(half[neuron]).abs()).collect();
        weights.sort_unstable();
        let most: i32 = weights.iter().rev().take(32).sum();
        assert!(most + i32::from(net.bias[neuron]).abs() <= i16::MAX.into(), "neuron {neuron}");
    }
    let heads = net.heads.iter().flatten().flatten();
    for &weight in heads {
        assert!(i32::from(weight).abs() * HIDDEN_ONE <= i16::MAX.into(), "{weight}");
    }
}

#[test]
fn sides_see_alike() {
    let soldier = |color| Piece::new(color, PieceKind::Pawn);
    let square: Square = "c3".parse().unwrap();
    let own = input(Color::Red, soldier(Color::Red), square);
    assert_eq!(own, input(Color::Black, soldier(Color::Black), square.flipped()));
    assert_ne!(own, input(Color::Black, soldier(Color::Red), square));
    let all = Square::all().flat_map(|square| {
        let kinds = PieceKind::ALL.into_iter();
        kinds.flat_map(move |kind| Color::ALL.map(|color| (Piece::new(color, kind), square)))
    });
    let mut seen: Vec<usize> =
        all.map(|(piece, square)| input(Color::Black, piece, square)).collect();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..INPUTS), "every input is one piece on one point");
}

#[test]
fn weights_of_another_size_are_refused() {
    assert_eq!(Net::read(&[0; 7]).unwrap_err(), NetError { found: 7 });
}
