//! The network that values positions: what stands where, seen by either side, feeds a hidden layer
//! that moves keep up to date; the rest is two short products.
//!
//! ```text
//! 2 × 7 × 90 inputs ─► 128 hidden, of the side to move ─┐
//!                                                        ├─► one of 8 heads ─► centipawns
//! the same inputs   ─► 128 hidden, of the other side  ──┘
//! ```
//!
//! Its weights were learned from the engine's games against itself: `examples/learn` plays them and
//! learns from them.

mod accumulator;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

pub(crate) use accumulator::{Accumulators, Change};

use crate::{Color, Piece, Position, Square};

/// Inputs of one side's half: whose piece, which kind, on which point.
pub const INPUTS: usize = 2 * 7 * Square::COUNT;
/// Neurons of one side's half.
pub const HIDDEN: usize = 128;
/// Heads: the more pieces stand on the board, the higher the number.
pub const HEADS: usize = 8;
/// What 1 in the hidden layer is stored as.
pub const HIDDEN_ONE: i32 = 255;
/// What 1 in a head's weights is stored as.
pub const HEAD_ONE: i32 = 64;
/// Centipawns by which the odds of winning grow e-fold.
pub const SCALE: i32 = 500;

/// The input that says of a piece, to the side `view`, where it stands: enemies follow friends, and
/// Black sees the board from its own side.
pub fn input(view: Color, piece: Piece, square: Square) -> usize {
    let enemy = usize::from(piece.color != view);
    let seen = if view == Color::Red { square } else { square.flipped() };
    (enemy * 7 + piece.kind as usize) * Square::COUNT + seen.index()
}

/// The head for so many pieces.
pub fn head(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize / 4).min(HEADS - 1)
}

/// Hidden values of one side.
type Half = [i16; HIDDEN];

/// The weights of a network. As `examples/learn` writes them they are 16 bits each, little-endian,
/// in this order, and 32 bits for the heads' biases.
pub struct Net {
    inputs: Box<[Half; INPUTS]>,
    bias: Half,
    heads: [[Half; 2]; HEADS],
    head_bias: [i32; HEADS],
}

/// The weights that the crate brings.
static BUILT_IN: LazyLock<Arc<Net>> =
    LazyLock::new(|| Arc::new(Net::from_weights(include_bytes!("weights.bin"))));

/// The bytes of [`Net`]'s weights.
pub const BYTES: usize = 2 * HIDDEN * (INPUTS + 1 + 2 * HEADS) + 4 * HEADS;

/// Weights of another network, or none at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a network has {BYTES} bytes of weights, these are {found}")]
pub struct NetError {
    /// How many bytes were given.
    pub found: usize,
}

impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Net").finish_non_exhaustive()
    }
}

impl Net {
    /// The network that the crate brings.
    pub fn built_in() -> Arc<Net> {
        Arc::clone(&BUILT_IN)
    }

    /// The network with these weights.
    ///
    /// # Errors
    /// There are more or fewer bytes than weights.
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

    /// The hidden values of one side, from nothing.
    fn half(&self, position: &Position, view: Color) -> Half {
        let mut half = self.bias;
        for (square, piece) in position.pieces() {
            let weights = &self.inputs[input(view, piece, square)];
            half.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        half
    }

    /// What hidden values are worth, in hundredths of a pawn.
    #[inline(always)]
    fn value(&self, us: &Half, them: &Half, pieces: u32) -> i32 {
        let head = head(pieces);
        let [own, other] = &self.heads[head];
        let sum = product(us, own) + product(them, other);
        let out = i64::from(sum / HIDDEN_ONE) + i64::from(self.head_bias[head]);
        (out * i64::from(SCALE) / i64::from(HIDDEN_ONE * HEAD_ONE)) as i32
    }
}

/// The sum of squares of the hidden values, each clipped to 0 … 1, times the weights.
#[inline(always)]
fn product(half: &Half, weights: &Half) -> i32 {
    let mut sum = 0;
    for (&value, &weight) in half.iter().zip(weights) {
        let clipped = value.clamp(0, HIDDEN_ONE as i16);
        // Weights of heads are below 2 · 64, so this fits.
        let once = clipped.wrapping_mul(weight);
        sum += i32::from(once) * i32::from(clipped);
    }
    sum
}
