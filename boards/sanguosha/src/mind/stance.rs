//! Who is whose friend, by roles.

use crate::basics::{PlayerId, Role};
use crate::state::State;

/// How much a seat cares for everybody: 1 for itself, below 0 for enemies.
#[derive(Debug, Clone, PartialEq)]
pub struct Stance {
    /// Whose it is.
    pub who: PlayerId,
    /// By player.
    pub weights: Vec<f64>,
}

/// By what it is said how much roles care for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// As people say: everybody comes first for itself.
    Usual,
    /// As whole games tell what the side wins by: `examples/sanguosha_roles.rs`.
    Learned,
}

/// The strength of a side: hp and half of the cards.
fn strength(state: &State, role: &dyn Fn(usize) -> Role, sides: &[Role]) -> f64 {
    let players = state.players.iter().enumerate();
    let on_it = players.filter(|(at, player)| player.alive && sides.contains(&role(*at)));
    on_it.map(|(_, player)| f64::from(player.hp.max(0)) + player.hand.len() as f64 * 0.5).sum()
}

impl Stance {
    /// The stance of a seat where all roles are as the state says.
    pub fn by_roles(state: &State, who: PlayerId) -> Stance {
        Stance::by(state, who, Care::Usual, &|at| state.players[at].role)
    }

    /// The stance of a seat where everybody has the role that is said of its index.
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

    /// The mean of several.
    pub fn mean(who: PlayerId, of: &[Stance]) -> Stance {
        let seats = of.first().map_or(0, |stance| stance.weights.len());
        let mean = |at: usize| {
            of.iter().map(|stance| stance.weights[at]).sum::<f64>() / of.len().max(1) as f64
        };
        Stance { who, weights: (0..seats).map(mean).collect() }
    }

    /// How much it cares for somebody.
    pub fn of(&self, id: PlayerId) -> f64 {
        self.weights.get(id.index()).copied().unwrap_or(0.0)
    }

    /// Somebody it would rather help than hurt.
    pub fn is_friend(&self, id: PlayerId) -> bool {
        self.of(id) > 0.0
    }
}

/// How much a role cares for another player's. `balance` is how much stronger rebels are than the
/// lord's side.
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

/// How much more or less somebody's things move the chance of a role's side to win than its own:
/// logistic regressions over games of eight at level 2, for as long as there are rebels and for
/// the time after them. What a renegade wins by changes too much in a game.
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
