//! Joint distribution of the hidden roles, given how many players have each role.

use fangqi_kit::Rng;

use crate::basics::{PlayerId, Role};
use crate::state::State;

/// The likelihood of a role for a player, as any non-negative number.
pub type Likely<'a> = &'a dyn Fn(PlayerId, Role) -> f64;

/// Minimum likelihood, so that a consistent assignment of roles always exists.
const MIN_LIKELIHOOD: f64 = 1e-6;

/// The distribution over all assignments of the remaining roles to the players whose roles are
/// hidden. An assignment's weight is the product of the players' likelihoods. Computed by dynamic
/// programming over players and multisets of remaining roles.
#[derive(Debug, Clone)]
pub struct Roles {
    /// Indices of the players whose roles are hidden.
    hidden: Vec<usize>,
    /// The distinct remaining roles.
    kinds: Vec<Role>,
    /// The encoding of a multiset: the place value of each kind's count in the mixed-radix number.
    strides: Vec<usize>,
    /// Likelihood by hidden player and kind.
    likely: Vec<Vec<f64>>,
    /// Total weight of all assignments of a multiset of roles to the hidden players from an index
    /// on, by that index and by the encoded multiset.
    weights: Vec<Vec<f64>>,
    /// The encoded multiset of all remaining roles.
    full: usize,
}

impl Roles {
    /// The distribution from a seat's point of view, or a spectator's.
    pub fn new(state: &State, viewer: Option<PlayerId>, likely: Likely<'_>) -> Roles {
        let is_hidden =
            |at: usize| viewer != Some(PlayerId(at as u8)) && !state.players[at].role_shown;
        Roles::of(state, &is_hidden, likely)
    }

    /// The distribution if the roles of the players with these indices are hidden.
    pub fn of(state: &State, is_hidden: &dyn Fn(usize) -> bool, likely: Likely<'_>) -> Roles {
        let hidden: Vec<usize> = (0..state.players.len()).filter(|&at| is_hidden(at)).collect();
        let mut kinds: Vec<Role> = hidden.iter().map(|&at| state.players[at].role).collect();
        kinds.sort_by_key(|role| role.text());
        let left = kinds.clone();
        kinds.dedup();
        let (mut strides, mut rests, mut full) = (Vec::with_capacity(kinds.len()), 1, 0);
        for kind in &kinds {
            let count = left.iter().filter(|role| *role == kind).count();
            strides.push(rests);
            full += count * rests;
            rests *= count + 1;
        }
        let likely = hidden.iter().map(|&at| chances(PlayerId(at as u8), &kinds, likely)).collect();
        let mut roles = Roles { hidden, kinds, strides, likely, weights: Vec::new(), full };
        roles.count(rests);
        roles
    }

    /// Fills `weights`, from the last player to the first.
    fn count(&mut self, rests: usize) {
        let players = self.hidden.len();
        let mut weights = vec![vec![0.0; rests]; players + 1];
        weights[players][0] = 1.0;
        for at in (0..players).rev() {
            for rest in 0..rests {
                weights[at][rest] = self
                    .steps(at, rest)
                    .map(|(_, likely, left)| likely * weights[at + 1][left])
                    .sum();
            }
        }
        self.weights = weights;
    }

    /// The roles that a player may get from a multiset: kind, likelihood, and the encoded rest.
    fn steps(&self, at: usize, rest: usize) -> impl Iterator<Item = (usize, f64, usize)> + '_ {
        let digit = move |kind: usize| {
            let above = self.strides.get(kind + 1).map_or(rest, |&stride| rest % stride);
            above / self.strides[kind]
        };
        let some = (0..self.kinds.len()).filter(move |&kind| digit(kind) > 0);
        some.map(move |kind| (kind, self.likely[at][kind], rest - self.strides[kind]))
    }

    /// Number of hidden roles.
    pub fn hidden(&self) -> usize {
        self.hidden.len()
    }

    /// Samples an assignment. Returns pairs of player index and role.
    pub fn draw(&self, rng: &mut Rng) -> Vec<(usize, Role)> {
        let mut rest = self.full;
        let mut drawn = Vec::with_capacity(self.hidden.len());
        for (at, &player) in self.hidden.iter().enumerate() {
            let mut draw = super::random(rng) * self.weights[at][rest];
            let mut taken = None;
            for (kind, likely, left) in self.steps(at, rest) {
                let weight = likely * self.weights[at + 1][left];
                if weight > 0.0 {
                    taken = Some((kind, left));
                }
                draw -= weight;
                if draw < 0.0 {
                    break;
                }
            }
            let Some((kind, left)) = taken else { break };
            drawn.push((player, self.kinds[kind]));
            rest = left;
        }
        drawn
    }

    /// The marginal probabilities of each remaining role, by index of the hidden players.
    pub fn chances(&self) -> Vec<(usize, Vec<(Role, f64)>)> {
        let mut before = vec![0.0; self.full + 1];
        before[self.full] = 1.0;
        let all = self.weights[0][self.full];
        let mut found = Vec::with_capacity(self.hidden.len());
        for (at, &player) in self.hidden.iter().enumerate() {
            let mut mine = vec![0.0; self.kinds.len()];
            let mut after = vec![0.0; self.full + 1];
            for rest in (0..=self.full).filter(|&rest| before[rest] > 0.0) {
                for (kind, likely, left) in self.steps(at, rest) {
                    mine[kind] += before[rest] * likely * self.weights[at + 1][left];
                    after[left] += before[rest] * likely;
                }
            }
            found.push((
                player,
                self.kinds.iter().copied().zip(mine.iter().map(|way| way / all)).collect(),
            ));
            before = after;
        }
        found
    }
}

/// A player's likelihoods, scaled to a maximum of 1.
fn chances(id: PlayerId, kinds: &[Role], likely: Likely<'_>) -> Vec<f64> {
    let said: Vec<f64> = kinds.iter().map(|&kind| likely(id, kind)).collect();
    let most = said.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    said.into_iter().map(|said| (said / most).max(MIN_LIKELIHOOD)).collect()
}
