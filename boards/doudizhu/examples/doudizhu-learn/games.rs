//! Self-play, and the training samples it yields.

use fangqi_doudizhu::strong::inputs;
use fangqi_doudizhu::strong::shape::Tops;
use fangqi_doudizhu::strong::table::Table;
use fangqi_doudizhu::{Hand, Kickers, Play, Rank};
use fangqi_kit::Rng;

use crate::model::{Row, Weights, add, chance, subtract};

/// A random deal: 20 cards for the landlord, three of them shown.
pub fn deal(rng: &mut Rng) -> Table {
    let mut deck: Vec<Rank> = Hand::DECK.ranks().collect();
    for i in (1..54).rev() {
        deck.swap(i, rng.below(i + 1));
    }
    let hand = |cards: &[Rank]| Hand::collect(cards.iter().copied()).expect("a deck was shuffled");
    let hands = [hand(&deck[..20]), hand(&deck[20..37]), hand(&deck[37..])];
    Table::new(hands, hand(&deck[17..20]))
}

/// Evaluates plays in floating point; holds the buffers.
#[derive(Default)]
pub struct Evaluator {
    pub situation: Vec<u16>,
    pub held: Vec<u16>,
    gone: Vec<u16>,
    come: Vec<u16>,
}

impl Evaluator {
    /// The logits of the winning probability of the mover's side, for each of the plays.
    pub fn look(&mut self, table: &Table, net: &Weights, plays: &[Play], out: &mut Vec<f32>) {
        inputs::situation(table, &mut self.situation);
        let hand = table.hands[table.turn];
        self.held.clear();
        inputs::held(hand, &mut self.held);
        let mut base: Row = net.bias;
        for &input in self.situation.iter().chain(&self.held) {
            add(&mut base, &net.rows[input as usize]);
        }
        let tops = Tops::new(table.unseen());
        out.clear();
        for play in plays {
            inputs::play(hand, &tops, play, &mut self.gone, &mut self.come);
            let mut sums = base;
            for &input in &self.gone {
                subtract(&mut sums, &net.rows[input as usize]);
            }
            for &input in &self.come {
                add(&mut sums, &net.rows[input as usize]);
            }
            out.push(net.value(&sums));
        }
    }

    /// All inputs of a play in the situation evaluated last.
    pub fn sample(&mut self, table: &Table, play: &Play) -> Vec<u16> {
        let hand = table.hands[table.turn];
        let tops = Tops::new(table.unseen());
        inputs::play(hand, &tops, play, &mut self.gone, &mut self.come);
        let held = self.held.iter().filter(|input| !self.gone.contains(input));
        self.situation.iter().chain(held).chain(&self.come).copied().collect()
    }
}

pub fn best(values: &[f32]) -> usize {
    let mut best = 0;
    for (at, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = at;
        }
    }
    best
}

/// A decision of a game, as a training sample.
pub struct Sample {
    pub seat: usize,
    pub inputs: Vec<u16>,
    /// The target: the winning probability of the seat's side.
    pub target: f32,
}

struct Step {
    sample: Sample,
    /// The landlord's winning probability with the best play, as estimated at the time.
    estimate: f32,
    explored: bool,
}

/// Exploration and target parameters of self-play.
#[derive(Clone, Copy)]
pub struct Exploration {
    /// Probability of a uniformly random play.
    pub random: f32,
    /// Probability of a random choice among plays of nearly equal value.
    pub soft: f32,
    /// The λ of TD(λ): the weight of later estimates and the result, as opposed to the next
    /// estimate.
    pub lambda: f32,
}

/// Plays a game and appends its decisions.
pub fn play(
    nets: [&Weights; 3],
    rng: &mut Rng,
    evaluator: &mut Evaluator,
    exploration: &Exploration,
    out: &mut Vec<Sample>,
) {
    let mut table = deal(rng);
    let (mut plays, mut values) = (Vec::new(), Vec::new());
    let mut steps: Vec<Step> = Vec::new();
    let landlord = loop {
        table.plays(Kickers::Rlcard, &mut plays);
        let seat = table.turn;
        if let Some(last) = plays.iter().find(|play| play.cards == table.hands[seat]) {
            let last = *last;
            table.play(&last);
            break seat == 0;
        }
        if let [only] = plays[..] {
            table.play(&only);
            continue;
        }
        evaluator.look(&table, nets[seat], &plays, &mut values);
        let top = best(&values);
        let draw = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
        let choice = if draw < exploration.random {
            rng.below(plays.len())
        } else if draw < exploration.random + exploration.soft {
            soft(&values, values[top], rng)
        } else {
            top
        };
        let (estimate, chosen) = (chance(values[top]), chance(values[choice]));
        let sample = Sample { seat, inputs: evaluator.sample(&table, &plays[choice]), target: 0.0 };
        let explored = chosen < estimate - 0.02;
        let estimate = if seat == 0 { estimate } else { 1.0 - estimate };
        steps.push(Step { sample, estimate, explored });
        table.play(&plays[choice]);
    };
    let mut later = f32::from(u8::from(landlord));
    for mut step in steps.into_iter().rev() {
        step.sample.target = if step.sample.seat == 0 { later } else { 1.0 - later };
        out.push(step.sample);
        // As in Watkins's Q(λ), what follows a worse play says nothing about earlier decisions.
        later = if step.explored {
            step.estimate
        } else {
            exploration.lambda * later + (1.0 - exploration.lambda) * step.estimate
        };
    }
}

fn soft(values: &[f32], top: f32, rng: &mut Rng) -> usize {
    let weight = |value: f32| ((value - top) / 0.12).exp();
    let sum: f32 = values.iter().map(|&value| weight(value)).sum();
    let mut left = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32 * sum;
    for (at, &value) in values.iter().enumerate() {
        left -= weight(value);
        if left <= 0.0 {
            return at;
        }
    }
    0
}
