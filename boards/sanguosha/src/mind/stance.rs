//! How much a seat cares for the other players, depending on roles.

use crate::basics::{PlayerId, Role};
use crate::state::State;

/// A seat's weights for all players: 1 for itself, negative for enemies.
#[derive(Debug, Clone, PartialEq)]
pub struct Stance {
    /// The seat.
    pub who: PlayerId,
    /// Weight by player index.
    pub weights: Vec<f64>,
}

/// The source of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Common wisdom; no weight exceeds that of the seat itself.
    Usual,
    /// Fitted to the outcomes of whole games: `examples/sanguosha_roles.rs`.
    Learned,
}

/// The strength of a side: hp plus half of the number of hand cards.
fn strength(state: &State, role: &dyn Fn(usize) -> Role, sides: &[Role]) -> f64 {
    let players = state.players.iter().enumerate();
    let on_it = players.filter(|(at, player)| player.alive && sides.contains(&role(*at)));
    on_it.map(|(_, player)| f64::from(player.hp.max(0)) + player.hand.len() as f64 * 0.5).sum()
}

impl Stance {
    /// The stance of a seat if all roles are as in the state.
    pub fn by_roles(state: &State, who: PlayerId) -> Stance {
        Stance::by(state, who, Care::Usual, &|at| state.players[at].role)
    }

    /// The stance of a seat if players have the roles that `role` gives by index.
    pub fn by(state: &State, who: PlayerId, care: Care, role: &dyn Fn(usize) -> Role) -> Stance {
        let mine = role(who.index());
        let two = state.alive_count() <= 2;
        let balance = strength(state, role, &[Role::Rebel])
            - strength(state, role, &[Role::Lord, Role::Loyalist]);
        let alive = |at: &usize| state.players[*at].alive;
        let all = 0..state.players.len();
        let rebels = all.clone().filter(alive).any(|at| role(at) == Role::Rebel);
        let weights = all.map(|at| {
            if at == who.index() {
                1.0
            } else if two {
                -1.0
            } else {
                match care {
                    Care::Usual => weight(mine, role(at), balance, rebels),
                    Care::Learned => learned(mine, role(at), balance, rebels),
                }
            }
        });
        Stance { who, weights: weights.collect() }
    }

    /// The mean of several stances.
    pub fn mean(who: PlayerId, of: &[Stance]) -> Stance {
        let seats = of.first().map_or(0, |stance| stance.weights.len());
        let mean = |at: usize| {
            of.iter().map(|stance| stance.weights[at]).sum::<f64>() / of.len().max(1) as f64
        };
        Stance { who, weights: (0..seats).map(mean).collect() }
    }

    /// The weight of a player.
    pub fn of(&self, id: PlayerId) -> f64 {
        self.weights.get(id.index()).copied().unwrap_or(0.0)
    }

    /// Whether the weight of a player is positive.
    pub fn is_friend(&self, id: PlayerId) -> bool {
        self.of(id) > 0.0
    }
}

/// How much a role cares for another. `balance` is how much stronger the rebels are than the lord's
/// side, and `rebels` says whether any rebel is alive.
pub(super) fn weight(mine: Role, other: Role, balance: f64, rebels: bool) -> f64 {
    match (mine, other) {
        (Role::Lord, Role::Loyalist) => 0.6,
        (Role::Loyalist, Role::Lord) => 1.0,
        (Role::Loyalist, Role::Loyalist) => 0.6,
        (Role::Lord | Role::Loyalist, Role::Rebel) => -0.9,
        (Role::Lord | Role::Loyalist, Role::Renegade) => {
            if rebels {
                -0.4
            } else {
                -1.0
            }
        }
        (Role::Rebel, Role::Rebel) => 0.6,
        (Role::Rebel, Role::Lord) => -1.0,
        (Role::Rebel, Role::Loyalist) => -0.7,
        (Role::Rebel, Role::Renegade) => -0.4,
        (Role::Renegade, Role::Lord) if !rebels => -0.2,
        (Role::Renegade, Role::Lord) => {
            if balance > 0.0 {
                0.5
            } else {
                -0.1
            }
        }
        (Role::Renegade, Role::Loyalist) => {
            if balance > 0.0 && rebels {
                -0.1
            } else {
                -0.8
            }
        }
        (Role::Renegade, Role::Rebel) => {
            if balance > 0.0 {
                -0.9
            } else {
                -0.2
            }
        }
        (Role::Renegade, Role::Renegade) => -0.5,
        (Role::Lord, Role::Lord) => 1.0,
    }
}

/// Weights from logistic regressions over games of eight at level 2, separately for the time with
/// and without living rebels: the effect of a player's assets on the winning chances of a role's
/// side, relative to its own assets. A renegade's interests change too much during a game, so it
/// keeps the usual weights.
fn learned(mine: Role, other: Role, balance: f64, rebels: bool) -> f64 {
    match (mine, other) {
        (Role::Rebel, Role::Rebel) => 1.0,
        (Role::Rebel, Role::Lord) => -2.2,
        (Role::Rebel, Role::Loyalist) => -0.9,
        (Role::Rebel, Role::Renegade) => -0.8,
        (Role::Lord, Role::Loyalist) => 0.6,
        (Role::Lord, Role::Rebel) => -0.4,
        (Role::Lord, Role::Renegade) if rebels => -0.1,
        (Role::Lord, Role::Renegade) => -0.85,
        (Role::Loyalist, Role::Lord) => 1.7,
        (Role::Loyalist, Role::Loyalist) => 1.0,
        (Role::Loyalist, Role::Rebel) => -0.7,
        (Role::Loyalist, Role::Renegade) if rebels => -0.1,
        (Role::Loyalist, Role::Renegade) => -1.3,
        _ => weight(mine, other, balance, rebels),
    }
}
