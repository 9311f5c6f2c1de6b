//! Online training: games are played with the current networks, which are then trained on them.

use std::path::Path;

use fangqi_kit::Rng;

use crate::adam::Adam;
use crate::games::{self, Evaluator, Exploration, Sample};
use crate::model::Weights;

/// Number of games between two checks for sufficient samples.
const GAMES: u64 = 64;
/// Number of a seat's samples that are trained on at a time, shuffled.
const SAMPLES_PER_ROUND: usize = 8192;
/// Batch size.
const BATCH: usize = 512;
/// Number of training rounds between two progress reports.
const REPORT: u64 = 100;
/// Maximum and final learning rate.
const RATES: [f32; 2] = [1e-3, 3e-5];

/// A seat's network in training.
struct Student {
    net: Weights,
    /// Moving average of the weights, which plays better than the latest weights.
    mean: Weights,
    adam: Adam,
    samples: Vec<Sample>,
    loss: f32,
    learned: u64,
}

impl Student {
    fn new(net: Weights) -> Student {
        let (mean, adam) = (net.clone(), Adam::new());
        Student { net, mean, adam, samples: Vec::new(), loss: 0.0, learned: 0 }
    }

    /// One pass over the samples; `part` is the fraction of the whole training done.
    fn learn(&mut self, rng: &mut Rng, part: f32) {
        let samples = &mut self.samples;
        for i in (1..samples.len()).rev() {
            samples.swap(i, rng.below(i + 1));
        }
        for batch in samples.chunks(BATCH).filter(|batch| batch.len() > BATCH / 2) {
            let batch = batch.iter().map(|sample| (&sample.inputs[..], sample.target));
            self.learned += batch.len() as u64;
            self.loss += self.adam.step(&mut self.net, batch, rate(part));
        }
        samples.clear();
        self.mean.follow(&mut self.net, if part < 0.05 { 0.2 } else { 0.04 });
    }
}

/// The learning rate: a short warm-up, then a cosine decay.
fn rate(part: f32) -> f32 {
    let [most, least] = RATES;
    let wave = 0.5 * (1.0 + (part.min(1.0) * std::f32::consts::PI).cos());
    (part / 0.005).min(1.0) * (most * wave + least)
}

/// Trains on this many games, from random weights or those of a file.
pub fn train(folder: &Path, games: u64, seed: u64, start: Option<&Path>) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let mut rng = Rng::new(seed);
    let mut students = first_weights(start, &mut rng).map(Student::new);
    let (mut evaluator, mut found, mut rounds) = (Evaluator::default(), Vec::new(), 0);
    let mut played = 0;
    while played < games {
        let part = played as f32 / games as f32;
        // At first the networks' estimates are unreliable, so targets rely on the results.
        let lambda = if part < 0.02 { 0.97 } else { 0.9 };
        let exploration = Exploration { random: 0.02, soft: 0.25, lambda };
        for _ in 0..GAMES {
            games::play(
                [0, 1, 2].map(|seat| &students[seat].net),
                &mut rng,
                &mut evaluator,
                &exploration,
                &mut found,
            );
        }
        played += GAMES;
        for sample in found.drain(..) {
            students[sample.seat].samples.push(sample);
        }
        for student in
            students.iter_mut().filter(|student| student.samples.len() >= SAMPLES_PER_ROUND)
        {
            student.learn(&mut rng, part);
            rounds += 1;
            if rounds % REPORT == 0 {
                println!("{played} games, rate {:.6}", rate(part));
            }
        }
        if rounds > 0 && played % (GAMES * 2_000) == 0 {
            report(&mut students);
            save(folder, &mut students);
        }
    }
    report(&mut students);
    save(folder, &mut students);
}

fn first_weights(start: Option<&Path>, rng: &mut Rng) -> [Weights; 3] {
    let Some(path) = start else { return [0; 3].map(|_| Weights::random(rng)) };
    let bytes = std::fs::read(path).expect("the weights can be read");
    let mut rest = &bytes[..];
    [0; 3].map(|_| Weights::read(&mut rest))
}

fn report(students: &mut [Student; 3]) {
    for (seat, student) in students.iter_mut().enumerate() {
        println!("seat {seat}: loss {:.4}", student.loss / student.learned as f32);
        (student.loss, student.learned) = (0.0, 0);
    }
}

fn save(folder: &Path, students: &mut [Student; 3]) {
    let (mut floats, mut rounded) = (Vec::new(), Vec::new());
    for student in students {
        student.mean.write(&mut floats);
        student.mean.round(&mut rounded);
    }
    std::fs::write(folder.join("floats"), floats).expect("the weights can be written");
    std::fs::write(folder.join("weights.bin"), rounded).expect("the weights can be written");
}
