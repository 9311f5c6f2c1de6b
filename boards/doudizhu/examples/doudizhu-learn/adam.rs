//! The Adam optimizer.

use crate::model::{Weights, chance};

/// Adam (Kingma and Ba, 2015).
pub struct Adam {
    mean: Weights,
    square: Weights,
    gradient: Weights,
    steps: i32,
}

impl Adam {
    pub fn new() -> Adam {
        Adam { mean: Weights::zero(), square: Weights::zero(), gradient: Weights::zero(), steps: 0 }
    }

    /// One step over a batch. Returns the sum of the cross-entropy losses.
    pub fn step<'a>(
        &mut self,
        weights: &mut Weights,
        samples: impl ExactSizeIterator<Item = (&'a [u16], f32)>,
        rate: f32,
    ) -> f32 {
        let share = 1.0 / samples.len() as f32;
        let mut loss = 0.0;
        for (inputs, target) in samples {
            let layers = weights.forward(inputs);
            let chance = chance(layers.logit);
            loss -= target * chance.max(1e-6).ln() + (1.0 - target) * (1.0 - chance).max(1e-6).ln();
            weights.backward(inputs, &layers, (chance - target) * share, &mut self.gradient);
        }
        self.steps += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let rate = rate * (1.0 - b2.powi(self.steps)).sqrt() / (1.0 - b1.powi(self.steps));
        let parts = weights.parts().into_iter().zip(self.gradient.parts());
        let moments = self.mean.parts().into_iter().zip(self.square.parts());
        for ((weights, gradient), (mean, square)) in parts.zip(moments) {
            for i in 0..weights.len() {
                let g = gradient[i];
                mean[i] = b1 * mean[i] + (1.0 - b1) * g;
                square[i] = b2 * square[i] + (1.0 - b2) * g * g;
                weights[i] -= rate * mean[i] / (square[i].sqrt() + 1e-7);
                gradient[i] = 0.0;
            }
        }
        loss
    }
}
