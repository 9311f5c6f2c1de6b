//! The network in floating point, and its gradient.

use fangqi_doudizhu::strong::inputs::INPUTS;
use fangqi_doudizhu::strong::net::{NARROW, ONE, STEPS, WEIGHT_ONE, WIDE};
use fangqi_kit::Rng;

pub type Row = [f32; WIDE];
pub type Column = [f32; NARROW];

/// The weights of one seat's network; also used for gradients and moments.
#[derive(Clone)]
pub struct Weights {
    pub rows: Vec<Row>,
    pub bias: Row,
    pub second: Vec<Column>,
    pub second_bias: Column,
    pub third: Column,
    pub third_bias: f32,
}

/// Activations of a forward pass, which the backward pass needs.
pub struct Layers {
    pub first: Row,
    pub second: Column,
    pub logit: f32,
}

impl Weights {
    /// All zeros.
    pub fn zero() -> Weights {
        Weights {
            rows: vec![[0.0; WIDE]; INPUTS],
            bias: [0.0; WIDE],
            second: vec![[0.0; NARROW]; WIDE],
            second_bias: [0.0; NARROW],
            third: [0.0; NARROW],
            third_bias: 0.0,
        }
    }

    /// Random initial weights.
    pub fn random(rng: &mut Rng) -> Weights {
        let mut uniform =
            |scale: f32| ((rng.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale;
        let mut new = Weights::zero();
        new.rows.iter_mut().flatten().for_each(|w| *w = uniform(0.12));
        new.bias.fill(0.25);
        new.second.iter_mut().flatten().for_each(|w| *w = uniform(0.12));
        new.second_bias.fill(0.2);
        new.third.iter_mut().for_each(|w| *w = uniform(0.4));
        new
    }

    /// The logit of the winning probability, given the sums of the inputs' rows.
    #[inline(always)]
    pub fn value(&self, sums: &Row) -> f32 {
        self.third_layer(&self.second_layer(&clipped(sums)))
    }

    #[inline(always)]
    fn third_layer(&self, second: &Column) -> f32 {
        let products = second.iter().zip(&self.third).map(|(x, w)| x.clamp(0.0, 1.0) * w);
        products.fold(self.third_bias, |sum, product| sum + product)
    }

    #[inline(always)]
    fn second_layer(&self, first: &Row) -> Column {
        let (mut a, mut b) = (self.second_bias, [0.0; NARROW]);
        for i in (0..WIDE).step_by(2) {
            let (x, y) = (first[i], first[i + 1]);
            let (v, w) = (&self.second[i], &self.second[i + 1]);
            for j in 0..NARROW {
                a[j] = x.mul_add(v[j], a[j]);
                b[j] = y.mul_add(w[j], b[j]);
            }
        }
        for j in 0..NARROW {
            a[j] += b[j];
        }
        a
    }

    /// The forward pass.
    pub fn forward(&self, inputs: &[u16]) -> Layers {
        let mut sums = self.bias;
        for &input in inputs {
            add(&mut sums, &self.rows[input as usize]);
        }
        let second = self.second_layer(&clipped(&sums));
        Layers { first: sums, second, logit: self.third_layer(&second) }
    }

    /// The backward pass: adds a sample's gradient to `gradient`, given the loss gradient `off` of
    /// the logit.
    pub fn backward(&self, inputs: &[u16], layers: &Layers, off: f32, gradient: &mut Weights) {
        gradient.third_bias += off;
        let mut narrow = [0.0; NARROW];
        for (j, narrow) in narrow.iter_mut().enumerate() {
            let x = layers.second[j];
            gradient.third[j] += off * x.clamp(0.0, 1.0);
            *narrow = off * self.third[j] * slope(x);
            gradient.second_bias[j] += *narrow;
        }
        let mut wide = [0.0; WIDE];
        for (i, wide) in wide.iter_mut().enumerate() {
            let x = layers.first[i];
            let value = x.clamp(0.0, 1.0);
            let (weights, gradients) = (&self.second[i], &mut gradient.second[i]);
            let mut lanes = [0.0f32; 8];
            for j in 0..NARROW {
                gradients[j] = value.mul_add(narrow[j], gradients[j]);
                lanes[j % 8] += weights[j] * narrow[j];
            }
            *wide = lanes.iter().sum::<f32>() * slope(x);
        }
        add(&mut gradient.bias, &wide);
        for &input in inputs {
            add(&mut gradient.rows[input as usize], &wide);
        }
    }

    /// All parameters, in file order.
    pub fn parts(&mut self) -> [&mut [f32]; 6] {
        [
            self.rows.as_flattened_mut(),
            &mut self.bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            &mut self.third,
            std::slice::from_mut(&mut self.third_bias),
        ]
    }

    /// Appends the weights in floating point.
    pub fn write(&mut self, out: &mut Vec<u8>) {
        for part in self.parts() {
            part.iter().for_each(|w| out.extend(w.to_le_bytes()));
        }
    }

    /// Reads weights in floating point from the front of `bytes`.
    pub fn read(bytes: &mut &[u8]) -> Weights {
        let mut new = Weights::zero();
        for part in new.parts() {
            for w in part {
                let (four, rest) = bytes.split_at(4);
                *w = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
                *bytes = rest;
            }
        }
        new
    }

    /// Appends the quantized weights in the crate's format.
    pub fn round(&self, out: &mut Vec<u8>) {
        for row in &self.rows {
            let largest = row.iter().fold(0.0f32, |most, w| most.max(w.abs()));
            let step = (STEPS * ONE) as f32;
            let multiplier = (largest * step / 127.0).ceil().clamp(1.0, 255.0);
            out.push(multiplier as u8);
            let rounded = row.map(|w| (w * step / multiplier).round().clamp(-127.0, 127.0) as i8);
            out.extend(rounded.map(i8::cast_unsigned));
        }
        let short = |w: f32, one: i32| ((w * one as f32).round() as i16).to_le_bytes();
        let long = |w: f32, one: i32| ((w * one as f32).round() as i32).to_le_bytes();
        self.bias.iter().for_each(|&w| out.extend(short(w, ONE)));
        for j in 0..NARROW {
            self.second.iter().for_each(|column| out.extend(short(column[j], WEIGHT_ONE)));
        }
        self.second_bias.iter().for_each(|&w| out.extend(long(w, ONE * WEIGHT_ONE)));
        self.third.iter().for_each(|&w| out.extend(long(w, WEIGHT_ONE)));
        out.extend(long(self.third_bias, ONE * WEIGHT_ONE));
    }

    /// Moves towards other weights by the fraction `share` (exponential moving average).
    pub fn follow(&mut self, other: &mut Weights, share: f32) {
        for (mine, theirs) in self.parts().into_iter().zip(other.parts()) {
            for (a, b) in mine.iter_mut().zip(theirs) {
                *a += (*b - *a) * share;
            }
        }
    }
}

#[inline(always)]
pub fn add(sums: &mut Row, row: &Row) {
    for i in 0..WIDE {
        sums[i] += row[i];
    }
}

#[inline(always)]
pub fn subtract(sums: &mut Row, row: &Row) {
    for i in 0..WIDE {
        sums[i] -= row[i];
    }
}

#[inline(always)]
fn clipped(sums: &Row) -> Row {
    let mut row = *sums;
    row.iter_mut().for_each(|x| *x = x.clamp(0.0, 1.0));
    row
}

/// The derivative of the clipped activation. It is a little above zero beyond the clip (leaky), so
/// that no neuron stays dead.
fn slope(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.01 }
}

/// The sigmoid function.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
