//! Games played to their end by the networks, in worlds where all cards are known.

use super::net::{Eye, Net};
use super::table::Table;
use crate::{Kickers, Play, View};

/// Plays games out; keeps the memory for it.
#[derive(Debug, Default)]
pub struct Playout {
    eye: Eye,
    plays: Vec<Play>,
    values: Vec<i32>,
    /// Games begun and decisions made in them.
    pub nodes: u64,
}

impl Playout {
    /// The landlord's chance when all seats make the plays that the networks value most: a mean
    /// of how the game ends and of what the networks thought on the way.
    pub fn landlord(&mut self, net: &Net, kickers: Kickers, mut table: Table, lam: f32, depth: u32) -> f32 {
        self.nodes += 1;
        let (mut sum, mut weight) = (0.0, 1.0);
        let mut d = 0;
        loop {
            let seat = table.turn;
            let before = self.nodes;
            let play = self.choose(net, kickers, &table);
            if self.nodes > before {
                d += 1;
                let c = super::net::chance(self.values[best(&self.values)]);
                let c = if seat == 0 { c } else { 1.0 - c };
                if d >= depth { return sum + weight * c; }
                sum += weight * (1.0 - lam) * c;
                weight *= lam;
            }
            if table.play(&play) {
                return sum + weight * f32::from(u8::from(seat == 0));
            }
        }
    }

    /// How likely a policy near the networks' would have made the plays seen, in a world.
    pub fn likelihood(&mut self, net: &Net, view: &View, world: &Table, tau: f32, eps: f32) -> f64 {
        let own = view.role as usize;
        let hands = std::array::from_fn(|s| world.hands[s].plus(world.played[s]));
        let mut table = Table::new(hands, view.shown);
        let mut w = 1.0f64;
        for play in &view.history {
            if table.turn != own {
                table.plays(view.kickers, &mut self.plays);
                if self.plays.len() > 1 && play.cards != table.hands[table.turn] {
                    self.nodes += 1;
                    self.eye.values(net, &table, &self.plays, &mut self.values);
                    let top = self.values[best(&self.values)];
                    let (mut all, mut mine) = (0.0, 0.0);
                    for (p, v) in self.plays.iter().zip(&self.values) {
                        let e = super::net::exp((v - top) as f32 / 1024.0 / tau);
                        all += e;
                        if p.cards == play.cards { mine = e; }
                    }
                    w *= f64::from(eps + (1.0 - eps) * mine / all);
                }
            }
            table.play(play);
        }
        w
    }

    /// The play of most value for the seat to move.
    pub fn choose(&mut self, net: &Net, kickers: Kickers, table: &Table) -> Play {
        table.plays(kickers, &mut self.plays);
        let hand = table.hands[table.turn];
        if let Some(last) = self.plays.iter().find(|play| play.cards == hand) {
            return *last;
        }
        if let [only] = self.plays[..] {
            return only;
        }
        self.nodes += 1;
        self.eye.values(net, table, &self.plays, &mut self.values);
        self.plays[best(&self.values)]
    }
}

/// The place of the highest value; of equals the first.
pub fn best(values: &[i32]) -> usize {
    let first_best = |best: usize, at: usize| if values[at] > values[best] { at } else { best };
    (1..values.len()).fold(0, first_best)
}
