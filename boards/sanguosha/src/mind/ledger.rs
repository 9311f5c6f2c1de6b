//! The evaluation of a state for a seat, in points: a weighted sum over all players' hp, cards and
//! other assets.

use super::stance::Stance;
use super::values::{Prices, Values};
use crate::basics::{CardId, Phase, PlayerId};
use crate::state::{NOBODY, State};

/// Number of points that multiply the odds of winning between two players by e. In games of level
/// 2, one hp (200 points) multiplies them by about 2 = e^0.69 (`examples/sanguosha_values.rs`).
const POINTS_FOR_E: f64 = 300.0;

/// The measure of gains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Points.
    Points,
    /// The probability of winning between two players, by a logistic function of the points, scaled
    /// so that a point counts the same at even odds. A seat that is behind takes more risks, one
    /// that is ahead fewer, and no gain exceeds the game itself.
    Chance,
}

/// Cards whose places were sampled. In a hand, each counts as the mean of them all, so that an
/// answer gets no credit for a lucky sample.
#[derive(Debug, Clone, Default)]
pub struct Blind {
    hidden: Vec<bool>,
    mean: f64,
}

impl Blind {
    /// The sampled cards of a state.
    pub fn of(state: &State, hidden: &[CardId], prices: &Prices) -> Blind {
        let sum: f64 = hidden.iter().map(|&card| prices.held(state, card)).sum();
        let mut blind =
            Blind { hidden: vec![false; state.deck.len()], mean: sum / hidden.len().max(1) as f64 };
        for card in hidden {
            blind.hidden[card.index()] = true;
        }
        blind
    }

    /// The value of a card in a hand beyond the general value of hand cards.
    fn held(&self, state: &State, card: CardId, prices: &Prices) -> f64 {
        match self.hidden.get(card.index()) {
            Some(true) => self.mean,
            _ => prices.held(state, card),
        }
    }
}

/// The baseline against which an estimate is measured.
#[derive(Debug, Clone)]
pub struct Ledger<'a> {
    values: &'a Values,
    prices: &'a Prices,
    blind: &'a Blind,
    stance: &'a Stance,
    /// Number of acquired skills of each player in the baseline.
    skills: Vec<usize>,
    before: f64,
}

impl<'a> Ledger<'a> {
    /// Takes `state` as the baseline.
    pub fn open(
        state: &State,
        values: &'a Values,
        prices: &'a Prices,
        blind: &'a Blind,
        stance: &'a Stance,
    ) -> Ledger<'a> {
        let skills = state.players.iter().map(|player| player.acquired.len()).collect();
        let mut ledger = Ledger { values, prices, blind, stance, skills, before: 0.0 };
        ledger.before = ledger.total(state);
        ledger
    }

    /// The gain in points since the baseline, weighted by the seat's stance.
    pub fn benefit(&self, state: &State) -> f64 {
        self.total(state) - self.before
    }

    /// The gain since the baseline by a measure.
    pub fn gained(&self, state: &State, measure: Measure) -> f64 {
        match measure {
            Measure::Points => self.benefit(state),
            Measure::Chance => {
                4.0 * POINTS_FOR_E * (chance(self.total(state)) - chance(self.before))
            }
        }
    }

    /// The derivative of the measure with respect to points, at the baseline.
    pub fn slope(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Points => 1.0,
            Measure::Chance => 4.0 * chance(self.before) * (1.0 - chance(self.before)),
        }
    }

    fn total(&self, state: &State) -> f64 {
        let all = (0..state.players.len()).map(|at| PlayerId(at as u8));
        let weighed = all.map(|id| match self.stance.of(id) {
            0.0 => 0.0,
            weight => weight * self.worth(state, id),
        });
        weighed.sum::<f64>() + self.reach(state) + self.outcome(state)
    }

    /// The value of opponents in attack range, by seats, horses and weapons.
    fn reach(&self, state: &State) -> f64 {
        if self.values.reached == 0.0 {
            return 0.0;
        }
        let alive = state.alive();
        let pairs = alive.iter().flat_map(|&from| alive.iter().map(move |&to| (from, to)));
        let reached = pairs.filter_map(|(from, to)| {
            let (mine, theirs) = (self.stance.of(to), self.stance.of(from));
            let hostile = mine * theirs < 0.0;
            (hostile && state.ring_distance(from, to) <= state.attack_range(from)).then_some(mine)
        });
        reached.sum::<f64>() * self.values.reached * 2.0 / alive.len().max(2) as f64
    }

    /// The value of a player's assets to that player.
    pub fn worth(&self, state: &State, id: PlayerId) -> f64 {
        let values = self.values;
        let player = state.player(id);
        if !player.alive {
            return values.dead;
        }
        let scarce: f64 = (1..=player.hp).map(|hp| values.scarce / f64::from(hp)).sum();
        let mut worth = f64::from(player.hp) * values.hp + scarce;
        worth += f64::from(player.max_hp) * values.max_hp;
        if player.hp <= 1 {
            worth += values.weak;
        }
        // `phases` holds the phases still to come; skipped ones are not among them.
        if player.phases.contains(&Phase::Play) {
            worth += values.fresh * player.hand.len() as f64;
        }
        if player.phases.contains(&Phase::Draw) {
            worth += values.drawing;
        }
        let price = |card| self.blind.held(state, card, self.prices);
        let held = player.hand.iter().map(|&card| values.hand + price(card));
        worth += match surplus(state, id) {
            0 => held.sum::<f64>(),
            over => {
                // The cheapest cards will be discarded.
                let mut held: Vec<f64> = held.collect();
                held.sort_by(f64::total_cmp);
                let (gone, kept) = held.split_at(over.min(held.len()));
                let left = match player.phase {
                    Phase::Discard => values.thrown,
                    _ => values.over,
                };
                gone.iter().sum::<f64>() * left + kept.iter().sum::<f64>()
            }
        };
        worth +=
            player.worn().map(|card| values.equip + self.prices.worn(state, card)).sum::<f64>();
        let lying = player.judging.iter();
        worth += lying
            .map(|trick| values.judging + self.prices.judging(state, &trick.card))
            .sum::<f64>();
        worth += player.piles.iter().map(|pile| pile.cards.len() as f64).sum::<f64>() * values.pile;
        worth += f64::from(u8::from(player.chained)) * values.chained;
        worth += f64::from(u8::from(!player.face_up)) * values.face_down;
        let skills = match player.phase {
            // A skill acquired in one's own play phase is usually for this turn, so its value is
            // counted by its uses in the turn.
            Phase::Play => player.acquired.len().min(self.skills[id.index()]),
            _ => player.acquired.len(),
        };
        worth += skills as f64 * values.skill;
        for (mark, &count) in &player.marks {
            worth += values.mark(mark) * f64::from(count);
        }
        worth
    }

    /// The value of a finished game.
    fn outcome(&self, state: &State) -> f64 {
        let Some(winner) = &state.winner else { return 0.0 };
        if **winner == *NOBODY {
            return 0.0;
        }
        let role = state.player(self.stance.who).role;
        let named = format!("sgs{}", self.stance.who.0 + 1);
        let won = winner.split('+').any(|part| part == role.text() || part == named);
        if won { self.values.win } else { -self.values.win }
    }
}

/// The probability of winning with a lead of this many points.
fn chance(points: f64) -> f64 {
    1.0 / (1.0 + (-points / POINTS_FOR_E).exp())
}

/// The number of hand cards that a player in its play or discard phase has above its hand limit.
/// Before that, it may still use any of them.
fn surplus(state: &State, id: PlayerId) -> usize {
    let player = state.player(id);
    if !matches!(player.phase, Phase::Play | Phase::Discard) {
        return 0;
    }
    player.hand.len().saturating_sub(player.hp.max(0) as usize)
}
