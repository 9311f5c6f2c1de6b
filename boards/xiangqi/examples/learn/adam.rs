//! The Adam optimizer with weight decay.
//!
//! The weights of an input are factorized: they are the sum of four rows, the input's own and those
//! of its piece, its piece and rank, and its piece and file. Rare inputs thus start from typical
//! values.

use fangqi_xiangqi::net::{HIDDEN, INPUTS};

use crate::model::{Gradient, LIMIT, Model, WEIGHTS};
use crate::train::BATCH;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// Weight decay per step, in learning rates; it keeps weights with little evidence small.
const DECAY: f32 = 1.0;

/// Shared rows: pieces, pieces on ranks, pieces on files counted from the edge.
const SHARED: usize = 14 + 14 * 10 + 14 * 5;

pub struct Adam {
    own: Moments,
    shared: Moments,
    shared_sums: Vec<f32>,
    shared_steps: Vec<f32>,
    /// Bias correction: the factors that the moments still lack after the steps so far.
    missing: (f32, f32),
}

struct Moments {
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Moments {
    fn new(length: usize) -> Moments {
        Moments { means: vec![0.0; length], squares: vec![0.0; length] }
    }

    /// Calls `apply` with the index of each weight and its step.
    fn step(
        &mut self,
        sums: &[f32],
        rate: f32,
        missing: (f32, f32),
        mut apply: impl FnMut(usize, f32),
    ) {
        let (mean_part, square_part) = (1.0 - missing.0, 1.0 - missing.1);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (number, (sum, (mean, square))) in sums.iter().zip(moments).enumerate() {
            let slope = sum / BATCH as f32;
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            apply(number, rate * (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8));
        }
    }
}

/// The shared rows of an input.
fn shared_of(input: usize) -> [usize; 3] {
    let (piece, square) = (input / 90, input % 90);
    let (rank, file) = (square / 9, square % 9);
    [piece, 14 + piece * 10 + rank, 14 * 11 + piece * 5 + file.min(8 - file)]
}

impl Adam {
    pub fn new() -> Adam {
        Adam {
            own: Moments::new(WEIGHTS),
            shared: Moments::new(SHARED * HIDDEN),
            shared_sums: vec![0.0; SHARED * HIDDEN],
            shared_steps: vec![0.0; SHARED * HIDDEN],
            missing: (1.0, 1.0),
        }
    }

    pub fn step(&mut self, model: &mut Model, gradient: &Gradient, rate: f32) {
        self.missing = (self.missing.0 * MEAN, self.missing.1 * SQUARE);
        self.shared_sums.fill(0.0);
        for input in 0..INPUTS {
            let row = &gradient.sums[input * HIDDEN..][..HIDDEN];
            for shared in shared_of(input) {
                let sums = &mut self.shared_sums[shared * HIDDEN..][..HIDDEN];
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
        }
        let steps = &mut self.shared_steps;
        self.shared.step(&self.shared_sums, rate, self.missing, |at, step| steps[at] = step);
        for input in 0..INPUTS {
            let row = &mut model.weights[input * HIDDEN..][..HIDDEN];
            for shared in shared_of(input) {
                let steps = &self.shared_steps[shared * HIDDEN..][..HIDDEN];
                row.iter_mut().zip(steps).for_each(|(weight, step)| *weight -= step);
            }
        }
        let weights = &mut model.weights;
        self.own.step(&gradient.sums, rate, self.missing, |at, step| {
            weights[at] = (weights[at] * (1.0 - rate * DECAY) - step).clamp(-LIMIT, LIMIT);
        });
    }
}
