//! The evaluation network (NNUE): piece-square inputs from both sides' perspectives feed a hidden
//! layer that moves update incrementally; the output is two dot products.
//!
//! ```text
//! 2 × 7 × 90 inputs ─► 128 hidden, of the side to move ─┐
//!                                                        ├─► one of 8 heads ─► centipawns
//! the same inputs   ─► 128 hidden, of the other side  ──┘
//! ```
//!
//! The weights were trained on games of self-play by `examples/learn`.

mod accumulator;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

pub(crate) use accumulator::{Accumulators, Change};

use crate::{Color, Piece, Position, Square};

/// Inputs of one perspective: own or enemy piece, kind, point.
pub const INPUTS: usize = 2 * 7 * Square::COUNT;
/// Hidden neurons of one perspective.
pub const HIDDEN: usize = 128;
/// Output heads (buckets), chosen by the number of pieces on the board.
pub const HEADS: usize = 8;
/// Quantization: the integer for 1.0 in the hidden layer.
pub const HIDDEN_ONE: i32 = 255;
/// Quantization: the integer for 1.0 in the weights of a head.
pub const HEAD_ONE: i32 = 64;
/// Centipawns by which the odds of winning grow e-fold.
pub const SCALE: i32 = 500;

/// The index of the input for a piece on a point from the perspective of `view`: own pieces come
/// before enemy pieces, and Black sees the board flipped.
pub fn input(view: Color, piece: Piece, square: Square) -> usize {
    let enemy = usize::from(piece.color != view);
    let seen = if view == Color::Red { square } else { square.flipped() };
    (enemy * 7 + piece.kind as usize) * Square::COUNT + seen.index()
}

/// The head for a number of pieces.
pub fn head(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize / 4).min(HEADS - 1)
}

/// The hidden layer of one perspective.
type Half = [i16; HIDDEN];

/// The quantized weights of a network. Serialized (by `examples/learn`) they are 16-bit
/// little-endian integers in field order, except the heads' biases, which have 32 bits.
pub struct Net {
    inputs: Box<[Half; INPUTS]>,
    bias: Half,
    heads: [[Half; 2]; HEADS],
    head_bias: [i32; HEADS],
}

/// The weights embedded in the crate.
static BUILT_IN: LazyLock<Arc<Net>> =
    LazyLock::new(|| Arc::new(Net::from_weights(include_bytes!("weights.bin"))));

/// Size of serialized weights in bytes.
pub const BYTES: usize = 2 * HIDDEN * (INPUTS + 1 + 2 * HEADS) + 4 * HEADS;

/// The data is not a network of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a network has {BYTES} bytes of weights, these are {found}")]
pub struct NetError {
    /// Its length in bytes.
    pub found: usize,
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").finish_non_exhaustive()
    }
}

impl Net {
    /// The embedded network.
    pub fn built_in() -> Arc<Net> {
        Arc::clone(&BUILT_IN)
    }

    /// Parses serialized weights.
    ///
    /// # Errors
    /// The data has the wrong length.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        match bytes.try_into() {
            Ok(bytes) => Ok(Net::from_weights(bytes)),
            Err(_) => Err(NetError { found: bytes.len() }),
        }
    }

    fn from_weights(bytes: &[u8; BYTES]) -> Net {
        let (halves, biases) = bytes.split_at(BYTES - 4 * HEADS);
        let mut halves = halves.chunks_exact(2 * HIDDEN).map(|bytes| {
            let mut half = [0; HIDDEN];
            for (value, pair) in half.iter_mut().zip(bytes.chunks_exact(2)) {
                *value = i16::from_le_bytes([pair[0], pair[1]]);
            }
            half
        });
        let mut next = || halves.next().expect("there are as many bytes as weights");
        let mut inputs: Box<[Half; INPUTS]> =
            vec![[0; HIDDEN]; INPUTS].try_into().expect("so many were made");
        inputs.fill_with(&mut next);
        let bias = next();
        let heads = std::array::from_fn(|_| [next(), next()]);
        let mut head_bias = [0; HEADS];
        for (value, four) in head_bias.iter_mut().zip(biases.chunks_exact(4)) {
            *value = i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        Net { inputs, bias, heads, head_bias }
    }

    /// Computes the hidden layer of one perspective from scratch.
    fn half(&self, position: &Position, view: Color) -> Half {
        let mut half = self.bias;
        for (square, piece) in position.pieces() {
            let weights = &self.inputs[input(view, piece, square)];
            half.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        half
    }

    /// The output for hidden layers `us` and `them`, in hundredths of a pawn.
    #[inline(always)]
    fn value(&self, us: &Half, them: &Half, pieces: u32) -> i32 {
        let head = head(pieces);
        let [own, other] = &self.heads[head];
        let sum = product(us, own) + product(them, other);
        let out = i64::from(sum / HIDDEN_ONE) + i64::from(self.head_bias[head]);
        (out * i64::from(SCALE) / i64::from(HIDDEN_ONE * HEAD_ONE)) as i32
    }
}

/// The output weights times the squared clipped activations (SCReLU).
#[inline(always)]
fn product(half: &Half, weights: &Half) -> i32 {
    let mut sum = 0;
    for (&value, &weight) in half.iter().zip(weights) {
        let clipped = value.clamp(0, HIDDEN_ONE as i16);
        // Head weights are below 2 · 64 in magnitude, so this product fits into 16 bits.
        let once = clipped.wrapping_mul(weight);
        sum += i32::from(once) * i32::from(clipped);
    }
    sum
}
