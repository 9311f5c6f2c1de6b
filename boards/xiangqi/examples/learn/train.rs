//! Training. Prints the error on held-out samples and writes the weights after every epoch.
//!
//! The network is that of `fangqi_xiangqi::net` in floating point. The target is the probability of
//! winning, a mixture of search score and game result; the optimizer is Adam (Kingma and Ba 2014).
//! Training is deterministic: the threads' gradients are added in a fixed order.

use std::time::Instant;

use fangqi_kit::Rng;

use crate::THREADS;
use crate::adam::Adam;
use crate::model::{Gradient, Model};
use crate::samples::{Packed, Sample};
use crate::shards::{self, Duplicates};

/// Batch size.
pub const BATCH: usize = 8192;
/// One sample in this many is held out for validation.
const KEPT_BACK: usize = 64;
/// Learning rate at the beginning and at the end of a cosine schedule.
const RATES: (f32, f32) = (0.001, 0.00002);

/// Trains on the samples of some shards and writes the weights.
pub fn train(weights: &str, epochs: u64, files: &[&str]) {
    let epochs = epochs as usize;
    let (mut lessons, test) = read(files);
    println!("{} samples to learn from, {} for the test", lessons.len(), test.len());
    let mut rng = Rng::new(7);
    let mut model = Model::new(&mut rng);
    let mut adam = Adam::new();
    let batches = lessons.len() / BATCH;
    for epoch in 0..epochs {
        let began = Instant::now();
        shuffle(&mut lessons, &mut rng);
        let mut error = 0.0;
        for (number, batch) in lessons.chunks_exact(BATCH).enumerate() {
            let done = (epoch * batches + number) as f32 / (epochs * batches) as f32;
            let rate =
                RATES.1 + (RATES.0 - RATES.1) * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0;
            let gradient = learn(&model, batch, rng.next_u64());
            error += gradient.error / BATCH as f64;
            adam.step(&mut model, &gradient, rate);
        }
        let tested = learn(&model, &test, 0).error / test.len() as f64;
        let seconds = began.elapsed().as_secs_f32();
        println!("epoch {epoch}: {:.6}, test {tested:.6}, {seconds:.0} s", error / batches as f64);
        std::fs::write(weights, model.to_bytes()).expect("the weights can be written");
    }
}

/// The training samples and the held-out samples of all shards, no position twice.
fn read(files: &[&str]) -> (Vec<Packed>, Vec<Packed>) {
    let (mut lessons, mut test) = (Vec::new(), Vec::new());
    let mut duplicates = Duplicates::default();
    for file in files {
        let (_, samples) = shards::read(file.as_ref()).expect("the shard can be read");
        let count = samples.len();
        for (number, sample) in samples.into_iter().enumerate() {
            // Held-out samples are contiguous, because neighbours come from the same game.
            let back = number * KEPT_BACK / count == KEPT_BACK / 2;
            if duplicates.is_new(&sample) {
                if back { test.push(sample) } else { lessons.push(sample) }
            }
        }
    }
    (lessons, test)
}

fn shuffle(samples: &mut [Packed], rng: &mut Rng) {
    for last in (1..samples.len()).rev() {
        samples.swap(last, rng.below(last + 1));
    }
}

/// The gradient of a batch, with each sample mirrored at random.
fn learn(model: &Model, samples: &[Packed], seed: u64) -> Gradient {
    let share = samples.len().div_ceil(THREADS as usize).max(1);
    let parts: Vec<Gradient> = std::thread::scope(|scope| {
        let handles: Vec<_> = samples
            .chunks(share)
            .enumerate()
            .map(|(number, part)| {
                scope.spawn(move || {
                    let mut rng = Rng::new(seed ^ number as u64);
                    let mut gradient = Gradient::new();
                    for sample in part {
                        let sample = Sample::from_bytes(sample);
                        model.learn(&sample, rng.below(2) == 0, &mut gradient);
                    }
                    gradient
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("a sum cannot fail")).collect()
    });
    let mut parts = parts.into_iter();
    let mut sum = parts.next().unwrap_or_else(Gradient::new);
    parts.for_each(|part| sum.add(&part));
    sum
}
