//! Games played to their end by the networks, in worlds where all cards are known.

use super::net::{Eye, LOGIT_ONE, Net, chance, exp};
use super::table::Table;
use crate::{Hand, Kickers, Play, View};

/// How far from the networks' choices a player is thought to stray, in logits: plays whose odds
/// are by this factor of e lower are e times less likely.
const STRAY: f32 = 0.25;
/// The least that a play is thought likely, for players who think otherwise.
const LEAST: f32 = 0.1;

/// Plays games out; keeps the memory for it.
#[derive(Debug)]
pub(super) struct Playout<'a> {
    net: &'a Net,
    kickers: Kickers,
    eye: Eye,
    plays: Vec<Play>,
    values: Vec<i32>,
    /// Games begun and decisions looked at in them.
    pub(super) nodes: u64,
}

impl<'a> Playout<'a> {
    pub(super) fn new(net: &'a Net, kickers: Kickers) -> Playout<'a> {
        let (plays, values) = (Vec::new(), Vec::new());
        Playout { net, kickers, eye: Eye::default(), plays, values, nodes: 0 }
    }

    /// Whether the side of the seat to move wins if it makes this play, and all seats then those
    /// that the networks value most.
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

    /// The chance that the seat to move thinks its side has.
    pub(super) fn hopes(&mut self, table: &Table) -> f32 {
        table.plays(self.kickers, &mut self.plays);
        self.look(table);
        chance(self.values[best(&self.values)])
    }

    /// The chance that a seat thinks its side has, when its turn comes.
    pub(super) fn hopes_at(&mut self, mut table: Table, seat: usize) -> f32 {
        while table.turn != seat {
            let (mover, play) = (table.turn, self.choose(&table));
            if table.play(&play) {
                return f32::from(u8::from((mover == 0) == (seat == 0)));
            }
        }
        self.hopes(&table)
    }

    /// The play of most value for the seat to move.
    fn choose(&mut self, table: &Table) -> Play {
        table.plays(self.kickers, &mut self.plays);
        let hand = table.hands[table.turn];
        if let Some(last) = self.plays.iter().find(|play| play.cards == hand) {
            return *last;
        }
        if let [only] = self.plays[..] {
            return only;
        }
        self.look(table);
        self.plays[best(&self.values)]
    }

    fn look(&mut self, table: &Table) {
        self.nodes += 1;
        self.eye.values(self.net, table, &self.plays, &mut self.values);
    }

    /// How likely it is that the other seats would have played as they did with the cards of this
    /// world, up to a factor that is the same for all worlds.
    pub(super) fn likelihood(&mut self, view: &View, world: &Table) -> f64 {
        let dealt = |seat: usize| world.hands[seat].plus(world.played[seat]);
        let hands: [Hand; 3] = std::array::from_fn(dealt);
        let mut table = Table::new(hands, view.shown);
        let mut likelihood = 1.0;
        for play in &view.history {
            if table.turn != view.role as usize {
                table.plays(self.kickers, &mut self.plays);
                if self.plays.len() > 1 {
                    self.look(&table);
                    likelihood *= f64::from(self.share(play));
                }
            }
            table.play(play);
        }
        likelihood
    }

    /// How often this play would be chosen among those looked at last.
    fn share(&self, play: &Play) -> f32 {
        let top = self.values[best(&self.values)];
        let weigh = |value: i32| exp((value - top) as f32 / (LOGIT_ONE as f32 * STRAY));
        let all: f32 = self.values.iter().map(|value| weigh(*value)).sum();
        let at = self.plays.iter().position(|other| other.cards == play.cards);
        let share = at.map_or(0.0, |at| weigh(self.values[at]) / all);
        LEAST + (1.0 - LEAST) * share
    }
}

/// The place of the highest value; of equals the first.
pub(super) fn best(values: &[i32]) -> usize {
    let first_best = |best: usize, at: usize| if values[at] > values[best] { at } else { best };
    (1..values.len()).fold(0, first_best)
}
