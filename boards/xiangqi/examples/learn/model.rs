//! The network in floating point, and the gradient of a sample.

use fangqi_kit::Rng;
use fangqi_xiangqi::net::{HEAD_ONE, HEADS, HIDDEN, HIDDEN_ONE, INPUTS, SCALE, head, input};
use fangqi_xiangqi::{Piece, Square};

use crate::samples::Sample;

/// Weight of the game result in the training target; the rest is the search score.
const END_SHARE: f32 = 0.25;
/// Weights are clipped to the range that their quantized form can represent.
pub const LIMIT: f32 = 127.0 / HEAD_ONE as f32;

/// The weights in one list: inputs, biases, heads, head biases.
pub struct Model {
    pub weights: Vec<f32>,
}

const BIAS: usize = INPUTS * HIDDEN;
const HEAD: usize = BIAS + HIDDEN;
const HEAD_BIAS: usize = HEAD + HEADS * 2 * HIDDEN;
pub const WEIGHTS: usize = HEAD_BIAS + HEADS;

/// The gradient of the loss with respect to the weights, summed over samples.
pub struct Gradient {
    pub sums: Vec<f32>,
    /// Sum of squared errors.
    pub error: f64,
}

impl Gradient {
    pub fn new() -> Gradient {
        Gradient { sums: vec![0.0; WEIGHTS], error: 0.0 }
    }

    pub fn add(&mut self, other: &Gradient) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, value)| *sum += value);
        self.error += other.error;
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The hidden layer of one perspective, and its active inputs.
struct Half {
    inputs: [u16; 32],
    count: usize,
    hidden: [f32; HIDDEN],
}

impl Model {
    pub fn new(rng: &mut Rng) -> Model {
        let mut weights = vec![0.0; WEIGHTS];
        let mut random = |range: f32| (rng.below(20_001) as f32 / 10_000.0 - 1.0) * range;
        // About thirty inputs are active at a time, but all neurons of a head, so heads start with
        // smaller weights.
        weights[..HEAD].iter_mut().for_each(|weight| *weight = random(0.18));
        weights[HEAD..HEAD_BIAS].iter_mut().for_each(|weight| *weight = random(0.06));
        Model { weights }
    }

    /// The quantized weights in the crate's format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let quantize = |weights: &[f32], one: i32| {
            let round = |weight: &f32| ((weight * one as f32).round() as i16).to_le_bytes();
            weights.iter().flat_map(round).collect::<Vec<u8>>()
        };
        let mut bytes = quantize(&self.weights[..HEAD], HIDDEN_ONE);
        bytes.extend(quantize(&self.weights[HEAD..HEAD_BIAS], HEAD_ONE));
        let one = (HIDDEN_ONE * HEAD_ONE) as f32;
        let biases = self.weights[HEAD_BIAS..].iter();
        bytes.extend(biases.flat_map(|bias| ((bias * one).round() as i32).to_le_bytes()));
        bytes
    }

    fn half(&self, inputs: impl Iterator<Item = usize>) -> Half {
        let mut half = Half { inputs: [0; 32], count: 0, hidden: [0.0; HIDDEN] };
        half.hidden.copy_from_slice(&self.weights[BIAS..HEAD]);
        for input in inputs {
            half.inputs[half.count] = input as u16;
            half.count += 1;
            let weights = &self.weights[input * HIDDEN..][..HIDDEN];
            half.hidden.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
        }
        half
    }

    /// Adds the gradient of a sample, mirrored left to right on request.
    pub fn learn(&self, sample: &Sample, mirrored: bool, gradient: &mut Gradient) {
        let mut pieces = [None; 32];
        let mut count = 0;
        for (square, piece) in sample.pieces() {
            let square = if mirrored { mirror(square) } else { square };
            pieces[count] = Some((square, piece));
            count += 1;
        }
        let seen = |side| {
            let of = move |(square, piece): (Square, Piece)| input(side, piece, square);
            pieces.iter().flatten().copied().map(of)
        };
        let halves = [self.half(seen(sample.side)), self.half(seen(!sample.side))];
        let number = head(count as u32);
        let at = HEAD + number * 2 * HIDDEN;
        let mut out = self.weights[HEAD_BIAS + number];
        for (half, weights) in halves.iter().zip(self.weights[at..].chunks(HIDDEN)) {
            let squared = half.hidden.iter().map(|value| value.clamp(0.0, 1.0).powi(2));
            out += squared.zip(weights).map(|(value, weight)| value * weight).sum::<f32>();
        }
        let answer = sigmoid(out);
        let searched = sigmoid(f32::from(sample.score) / SCALE as f32);
        let aim = END_SHARE * f32::from(sample.result) / 2.0 + (1.0 - END_SHARE) * searched;
        gradient.error += f64::from((answer - aim).powi(2));
        let wrong = 2.0 * (answer - aim) * answer * (1.0 - answer);
        gradient.sums[HEAD_BIAS + number] += wrong;
        for (half, at) in halves.iter().zip([at, at + HIDDEN]) {
            self.pass_back(half, at, wrong, &mut gradient.sums);
        }
    }

    /// Backpropagates through the half whose head weights start at `at`.
    fn pass_back(&self, half: &Half, at: usize, wrong: f32, sums: &mut [f32]) {
        let mut asked = [0.0; HIDDEN];
        let heads = &self.weights[at..at + HIDDEN];
        for ((asked, value), (weight, sum)) in
            asked.iter_mut().zip(&half.hidden).zip(heads.iter().zip(&mut sums[at..]))
        {
            let clipped = value.clamp(0.0, 1.0);
            *sum += wrong * clipped * clipped;
            let slope = if (0.0..=1.0).contains(value) { 2.0 * clipped } else { 0.0 };
            *asked = wrong * weight * slope;
        }
        let mut add = |at: usize| {
            sums[at..at + HIDDEN].iter_mut().zip(&asked).for_each(|(sum, value)| *sum += value);
        };
        add(BIAS);
        half.inputs[..half.count].iter().for_each(|&input| add(usize::from(input) * HIDDEN));
    }
}

fn mirror(square: Square) -> Square {
    Square::new(8 - square.file(), square.rank()).expect("a point's mirror is on the board")
}
