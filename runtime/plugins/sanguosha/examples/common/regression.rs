//! Logistic regression by Newton's method with a diagonal step.

use std::collections::BTreeMap;

/// Steps of the descent.
const STEPS: usize = 300;
/// How strongly weights are held near nothing.
const RIDGE: f64 = 2e-5;

/// What there is of things, by name.
pub type Things = BTreeMap<String, f64>;

/// How much one of a thing moves the logarithm of the odds.
pub struct Weight {
    pub value: f64,
    /// As large as the error would be if the rows did not depend on each other.
    pub error: f64,
    /// Rows in which there is any of it.
    pub rows: usize,
}

/// What was found.
pub struct Fit {
    /// The mean logarithmic loss.
    pub loss: f64,
    pub weights: BTreeMap<String, Weight>,
}

/// A row: how much there is of each thing, by its number, and 1 for a win.
type Row = (Vec<(usize, f64)>, f64);

/// The weights with which things tell best who has won.
pub fn fit(noted: &[(Things, bool)]) -> Fit {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for name in noted.iter().flat_map(|(things, _)| things.keys()) {
        let next = names.len();
        names.entry(name).or_insert(next);
    }
    let row = |(things, won): &(Things, bool)| {
        let row = things.iter().filter(|(_, amount)| **amount != 0.0);
        (row.map(|(name, amount)| (names[&**name], *amount)).collect(), f64::from(u8::from(*won)))
    };
    let rows: Vec<Row> = noted.iter().map(row).collect();
    let mut weights = vec![0.0; names.len()];
    let mut curvature = Vec::new();
    for _ in 0..STEPS {
        curvature = descend(&rows, &mut weights);
    }
    let lost = rows.iter().map(|(row, won)| {
        let chance = chance(row, &weights);
        -(won * chance.ln() + (1.0 - won) * (1.0 - chance).ln())
    });
    let loss = lost.sum::<f64>() / rows.len() as f64;
    let mut counts = vec![0; names.len()];
    rows.iter().flat_map(|(row, _)| row).for_each(|&(at, _)| counts[at] += 1);
    let weight = |at: usize| Weight {
        value: weights[at],
        error: 1.0 / curvature[at].max(1e-9).sqrt(),
        rows: counts[at],
    };
    Fit {
        loss,
        weights: names.into_iter().map(|(name, at)| (name.to_owned(), weight(at))).collect(),
    }
}

fn chance(row: &[(usize, f64)], weights: &[f64]) -> f64 {
    let sum: f64 = row.iter().map(|&(at, amount)| weights[at] * amount).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// One step; gives how much the slope changes with each weight.
fn descend(rows: &[Row], weights: &mut [f64]) -> Vec<f64> {
    let (mut slope, mut bend) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for (row, won) in rows {
        let chance = chance(row, weights);
        let total: f64 = row.iter().map(|(_, amount)| amount.abs()).sum();
        for &(at, amount) in row {
            slope[at] += (won - chance) * amount;
            bend[at] += chance * (1.0 - chance) * amount.abs() * total;
        }
    }
    let hold = RIDGE * rows.len() as f64;
    for at in 0..weights.len() {
        weights[at] += (slope[at] - hold * weights[at]) / (bend[at] + hold) * 1.5;
    }
    bend
}
