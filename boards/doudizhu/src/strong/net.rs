//! The networks that evaluate plays, one for each seat. They use integer arithmetic only, so that
//! every machine computes the same values.
//!
//! ```text
//! inputs ─► 256 hidden, clipped to 0 … 1 ─► 32 hidden, clipped ─► odds that the mover's side wins
//! ```
//!
//! The situation's contribution to the first layer is computed once for all plays of a decision.
//! The weights were trained by self-play: `examples/doudizhu-learn`.

use std::fmt;
use std::sync::{Arc, LazyLock};

use fangqi_kit::cpu::{self, Task};
use thiserror::Error;

use super::inputs::{self, INPUTS};
use super::shape::Tops;
use super::table::Table;
use crate::{Hand, Play};

/// Neurons of the first hidden layer.
pub const WIDE: usize = 256;
/// Neurons of the second hidden layer.
pub const NARROW: usize = 32;
/// Quantization: the integer for 1.0 in the layers.
pub const ONE: i32 = 512;
/// Quantization: the integer for 1.0 in the weights of the second and third layer.
pub const WEIGHT_ONE: i32 = 1024;
/// Denominator of the row multipliers: a weight is byte × multiplier / 8, in units of 1/[`ONE`].
pub const STEPS: i32 = 8;
/// Quantization: the integer for 1.0 in the logit.
pub const LOGIT_ONE: i32 = 1024;

type Row = [i16; WIDE];

/// The weights of one seat.
struct Seat {
    inputs: Vec<Row>,
    bias: Row,
    second: Vec<Row>,
    second_bias: [i32; NARROW],
    third: [i32; NARROW],
    third_bias: i32,
}

/// Serialized size of an input's weights: a multiplier, and a byte for each neuron.
const ROW_BYTES: usize = 1 + WIDE;
/// Serialized size of one seat's weights.
const SEAT_BYTES: usize =
    ROW_BYTES * INPUTS + 2 * WIDE + 2 * WIDE * NARROW + 4 * (NARROW + NARROW + 1);
/// Serialized size of the weights of all seats.
pub const BYTES: usize = 3 * SEAT_BYTES;

/// The networks of all three seats.
pub struct Net {
    seats: [Seat; 3],
}

/// The weights embedded in the crate.
static BUILT_IN: LazyLock<Arc<Net>> =
    LazyLock::new(|| Arc::new(Net::from_weights(include_bytes!("weights.bin"))));

/// The data is not a network of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the networks have {BYTES} bytes of weights, these are {found}")]
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
    /// The embedded networks.
    pub fn built_in() -> Arc<Net> {
        Arc::clone(&BUILT_IN)
    }

    /// Parses weights as `examples/doudizhu-learn` writes them. For each seat: for each input, a
    /// multiplier and a signed byte for each neuron; the biases and the second layer in 16 bits;
    /// the second biases, the third layer and its bias in 32 bits; all little-endian.
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
        let (seats, _) = bytes.as_chunks::<SEAT_BYTES>();
        Net { seats: std::array::from_fn(|seat| Seat::from_weights(&seats[seat])) }
    }
}

impl Seat {
    fn from_weights(bytes: &[u8; SEAT_BYTES]) -> Seat {
        let (rows, rest) = bytes.split_at(ROW_BYTES * INPUTS);
        let inputs = rows.as_chunks::<ROW_BYTES>().0.iter().map(|row| {
            let [multiplier, weights @ ..] = row;
            weights.map(|weight| {
                let product = i32::from(weight.cast_signed()) * i32::from(*multiplier);
                ((product + STEPS / 2).div_euclid(STEPS)) as i16
            })
        });
        let inputs = inputs.collect();
        let (short, long) = rest.split_at(2 * WIDE * (1 + NARROW));
        let mut short = short.as_chunks::<2>().0.iter().map(|two| i16::from_le_bytes(*two));
        let mut row = || std::array::from_fn(|_| short.next().expect("the bytes were counted"));
        let bias = row();
        let second = (0..NARROW).map(|_| row()).collect();
        let mut long = long.as_chunks::<4>().0.iter().map(|four| i32::from_le_bytes(*four));
        let mut number = || long.next().expect("the bytes were counted");
        let second_bias = std::array::from_fn(|_| number());
        let third = std::array::from_fn(|_| number());
        Seat { inputs, bias, second, second_bias, third, third_bias: number() }
    }

    /// The logit, given the sums of the inputs' weights.
    #[inline(always)]
    fn value(&self, sums: &Row) -> i32 {
        let mut first = *sums;
        first.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, ONE as i16));
        let mut logit = self.third_bias;
        for at in 0..NARROW {
            let weights = &self.second[at];
            let mut sum = self.second_bias[at];
            for i in 0..WIDE {
                sum += i32::from(first[i]) * i32::from(weights[i]);
            }
            logit += (sum / WEIGHT_ONE).clamp(0, ONE) * self.third[at];
        }
        logit / (ONE * WEIGHT_ONE / LOGIT_ONE)
    }
}

#[inline(always)]
fn add(sums: &mut Row, row: &Row) {
    for i in 0..WIDE {
        sums[i] = sums[i].wrapping_add(row[i]);
    }
}

#[inline(always)]
fn subtract(sums: &mut Row, row: &Row) {
    for i in 0..WIDE {
        sums[i] = sums[i].wrapping_sub(row[i]);
    }
}

/// Evaluates decisions with the networks; holds the buffers.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    inputs: Vec<u16>,
    gone: Vec<u16>,
    come: Vec<u16>,
}

impl Evaluator {
    /// The log-odds that the side of the seat to move wins with each of the plays, in units of
    /// 1/[`LOGIT_ONE`].
    pub fn values(&mut self, net: &Net, table: &Table, plays: &[Play], out: &mut Vec<i32>) {
        cpu::run(EvaluateTask { evaluator: self, seat: &net.seats[table.turn], table, plays, out });
    }
}

struct EvaluateTask<'a> {
    evaluator: &'a mut Evaluator,
    seat: &'a Seat,
    table: &'a Table,
    plays: &'a [Play],
    out: &'a mut Vec<i32>,
}

impl Task for EvaluateTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let EvaluateTask { evaluator, seat, table, plays, out } = self;
        let hand: Hand = table.hands[table.turn];
        inputs::situation(table, &mut evaluator.inputs);
        inputs::held(hand, &mut evaluator.inputs);
        let mut base = seat.bias;
        for &input in &evaluator.inputs {
            add(&mut base, &seat.inputs[input as usize]);
        }
        let tops = Tops::new(table.unseen());
        out.clear();
        for play in plays {
            inputs::play(hand, &tops, play, &mut evaluator.gone, &mut evaluator.come);
            let mut sums = base;
            for &input in &evaluator.gone {
                subtract(&mut sums, &seat.inputs[input as usize]);
            }
            for &input in &evaluator.come {
                add(&mut sums, &seat.inputs[input as usize]);
            }
            out.push(seat.value(&sums));
        }
    }
}

/// The winning probability for a logit of [`Evaluator::values`].
pub fn chance(logit: i32) -> f32 {
    let odds = exp(logit.abs() as f32 / LOGIT_ONE as f32);
    if logit < 0 { 1.0 / (1.0 + odds) } else { odds / (1.0 + odds) }
}

/// The exponential function for arguments up to 16, by operations that every machine rounds alike
/// (unlike `f32::exp`): the 32nd power of the Taylor series at x/32.
pub(super) fn exp(x: f32) -> f32 {
    let y = x.clamp(-16.0, 16.0) / 32.0;
    let root = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0 * (1.0 + y / 5.0))));
    (0..5).fold(root, |power, _| power * power)
}
