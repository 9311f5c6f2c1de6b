//! The learning: games are played with the networks as they are, and teach them at once.

use std::path::Path;

use fangqi_kit::Rng;

use crate::adam::Adam;
use crate::games::{self, Eye, Habit, Sample};
use crate::model::Weights;

/// Games between two looks at what they taught.
const GAMES: u64 = 64;
/// Decisions of a seat that are learned from at a time, in random order.
const LESSON: usize = 8192;
/// Decisions of a step.
const BATCH: usize = 512;
/// Lessons between two reports.
const REPORT: u64 = 100;
/// The rate of learning at its highest and at the end.
const RATES: [f32; 2] = [1e-3, 3e-5];

/// Networks while they learn.
struct Pupil {
    net: Weights,
    /// The running mean of the weights, which plays better than the weights of any one moment.
    mean: Weights,
    adam: Adam,
    samples: Vec<Sample>,
    loss: f32,
    learned: u64,
}

impl Pupil {
    fn new(net: Weights) -> Pupil {
        let (mean, adam) = (net.clone(), Adam::new());
        Pupil { net, mean, adam, samples: Vec::new(), loss: 0.0, learned: 0 }
    }

    /// Learns from the samples once; `part` is how much of the whole learning is done.
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

/// The rate of learning: a short rise, then half a wave down.
fn rate(part: f32) -> f32 {
    let [most, least] = RATES;
    let wave = 0.5 * (1.0 + (part.min(1.0) * std::f32::consts::PI).cos());
    (part / 0.005).min(1.0) * (most * wave + least)
}

/// Learns from so many games, from random weights or those of a file.
pub fn train(folder: &Path, games: u64, seed: u64, start: Option<&Path>) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let mut rng = Rng::new(seed);
    let mut pupils = first_weights(start, &mut rng).map(Pupil::new);
    let (mut eye, mut found, mut lessons) = (Eye::default(), Vec::new(), 0);
    let mut played = 0;
    while played < games {
        let part = played as f32 / games as f32;
        // At first the networks know too little to be believed.
        let lambda = if part < 0.02 { 0.97 } else { 0.9 };
        let habit = Habit { random: 0.02, soft: 0.25, lambda };
        for _ in 0..GAMES {
            games::play(
                [0, 1, 2].map(|seat| &pupils[seat].net),
                &mut rng,
                &mut eye,
                &habit,
                &mut found,
            );
        }
        played += GAMES;
        for sample in found.drain(..) {
            pupils[sample.seat].samples.push(sample);
        }
        for pupil in pupils.iter_mut().filter(|pupil| pupil.samples.len() >= LESSON) {
            pupil.learn(&mut rng, part);
            lessons += 1;
            if lessons % REPORT == 0 {
                println!("{played} games, rate {:.6}", rate(part));
            }
        }
        if lessons > 0 && played % (GAMES * 2_000) == 0 {
            report(&mut pupils);
            save(folder, &mut pupils);
        }
    }
    report(&mut pupils);
    save(folder, &mut pupils);
}

fn first_weights(start: Option<&Path>, rng: &mut Rng) -> [Weights; 3] {
    let Some(path) = start else { return [0; 3].map(|_| Weights::random(rng)) };
    let bytes = std::fs::read(path).expect("the weights can be read");
    let mut rest = &bytes[..];
    [0; 3].map(|_| Weights::read(&mut rest))
}

fn report(pupils: &mut [Pupil; 3]) {
    for (seat, pupil) in pupils.iter_mut().enumerate() {
        println!("seat {seat}: loss {:.4}", pupil.loss / pupil.learned as f32);
        (pupil.loss, pupil.learned) = (0.0, 0);
    }
}

fn save(folder: &Path, pupils: &mut [Pupil; 3]) {
    let (mut floats, mut rounded) = (Vec::new(), Vec::new());
    for pupil in pupils {
        pupil.mean.write(&mut floats);
        pupil.mean.round(&mut rounded);
    }
    std::fs::write(folder.join("floats"), floats).expect("the weights can be written");
    std::fs::write(folder.join("weights.bin"), rounded).expect("the weights can be written");
}
