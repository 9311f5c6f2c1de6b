//! Playouts: games played to their end by the networks, with all cards known.

use super::net::{Evaluator, LOGIT_ONE, Net, chance, exp};
use super::table::Table;
use crate::{Hand, Kickers, Play, View};

/// Softmax temperature, in logits, of the model of other players: a play whose log-odds are lower
/// by this much is e times less likely.
const TEMPERATURE: f32 = 0.25;
/// Minimum probability of any play in that model, for players who think differently.
const MIN_LIKELIHOOD: f32 = 0.1;

/// Runs playouts; holds the buffers.
#[derive(Debug)]
pub(super) struct Playout<'a> {
    net: &'a Net,
    kickers: Kickers,
    evaluator: Evaluator,
    plays: Vec<Play>,
    values: Vec<i32>,
    /// Number of nodes: playouts, and decisions evaluated in them.
    pub(super) nodes: u64,
}

impl<'a> Playout<'a> {
    pub(super) fn new(net: &'a Net, kickers: Kickers) -> Playout<'a> {
        let (plays, values) = (Vec::new(), Vec::new());
        Playout { net, kickers, evaluator: Evaluator::default(), plays, values, nodes: 0 }
    }

    /// Whether the side of the seat to move wins if it makes this play and all seats then play the
    /// networks' best moves.
    pub(super) fn wins(&mut self, world: &Table, play: &Play) -> bool {
        self.nodes += 1;
        let mut table = world.clone();
        let (mover, mut seat, mut play) = (world.turn, world.turn, *play);
        while !table.play(&play) {
            seat = table.turn;
            play = self.choose(&table);
        }
        (seat == 0) == (mover == 0)
    }

    /// The winning probability of the mover's side, by the network.
    pub(super) fn estimate(&mut self, table: &Table) -> f32 {
        table.plays(self.kickers, &mut self.plays);
        self.evaluate(table);
        chance(self.values[best(&self.values)])
    }

    /// A seat's estimate of its side's winning probability at its next turn.
    pub(super) fn estimate_at(&mut self, mut table: Table, seat: usize) -> f32 {
        while table.turn != seat {
            let (mover, play) = (table.turn, self.choose(&table));
            if table.play(&play) {
                return f32::from(u8::from((mover == 0) == (seat == 0)));
            }
        }
        self.estimate(&table)
    }

    /// The network's best play for the seat to move.
    fn choose(&mut self, table: &Table) -> Play {
        table.plays(self.kickers, &mut self.plays);
        let hand = table.hands[table.turn];
        if let Some(last) = self.plays.iter().find(|play| play.cards == hand) {
            return *last;
        }
        if let [only] = self.plays[..] {
            return only;
        }
        self.evaluate(table);
        self.plays[best(&self.values)]
    }

    fn evaluate(&mut self, table: &Table) {
        self.nodes += 1;
        self.evaluator.values(self.net, table, &self.plays, &mut self.values);
    }

    /// The likelihood of the other seats' plays given the cards of this world, up to a constant
    /// factor.
    pub(super) fn likelihood(&mut self, view: &View, world: &Table) -> f64 {
        let dealt = |seat: usize| world.hands[seat].plus(world.played[seat]);
        let hands: [Hand; 3] = std::array::from_fn(dealt);
        let mut table = Table::new(hands, view.shown);
        let mut likelihood = 1.0;
        for play in &view.history {
            if table.turn != view.role as usize {
                table.plays(self.kickers, &mut self.plays);
                if self.plays.len() > 1 {
                    self.evaluate(&table);
                    likelihood *= f64::from(self.probability(play));
                }
            }
            table.play(play);
        }
        likelihood
    }

    /// The probability of this play among those evaluated last, in the model of other players.
    fn probability(&self, play: &Play) -> f32 {
        let top = self.values[best(&self.values)];
        let weigh = |value: i32| exp((value - top) as f32 / (LOGIT_ONE as f32 * TEMPERATURE));
        let all: f32 = self.values.iter().map(|value| weigh(*value)).sum();
        let at = self.plays.iter().position(|other| other.cards == play.cards);
        let share = at.map_or(0.0, |at| weigh(self.values[at]) / all);
        MIN_LIKELIHOOD + (1.0 - MIN_LIKELIHOOD) * share
    }
}

/// The index of the highest value, the first in a tie.
pub(super) fn best(values: &[i32]) -> usize {
    let first_best = |best: usize, at: usize| if values[at] > values[best] { at } else { best };
    (1..values.len()).fold(0, first_best)
}
