//! Roles that nobody has shown: how likely everybody has which, where it is known how many there
//! are of each.

use fangqi_kit::Rng;

use crate::basics::{PlayerId, Role};
use crate::state::State;

/// How likely a player has a role, beside others: any numbers from 0 on.
pub type Likely<'a> = &'a dyn Fn(PlayerId, Role) -> f64;

/// Less than this nothing is likely, so that roles can be told of everybody whatever was seen.
const LEAST: f64 = 1e-6;

/// All ways to give the roles that are left to those whose roles are hidden, each as likely as all
/// that is said of each player is together.
#[derive(Debug, Clone)]
pub struct Roles {
    /// Whose roles are hidden, by the index of players.
    hidden: Vec<usize>,
    /// Roles that are left, each once.
    kinds: Vec<Role>,
    /// How far apart rests lie that differ in one of a role.
    strides: Vec<usize>,
    /// How likely everybody has each role, by player and by kind.
    likely: Vec<Vec<f64>>,
    /// The weight of all ways to give a rest to the players from one on, by player and by rest. A
    /// rest is how many are left of each kind, as a number with a digit for each.
    ways: Vec<Vec<f64>>,
    /// All that are left.
    full: usize,
}

impl Roles {
    /// As a seat, or somebody who only watches, may take them to be.
    pub fn new(state: &State, viewer: Option<PlayerId>, likely: Likely<'_>) -> Roles {
        let is_hidden =
            |at: usize| viewer != Some(PlayerId(at as u8)) && !state.players[at].role_shown;
        Roles::of(state, &is_hidden, likely)
    }

    /// The same where the roles of these are hidden, by the index of players.
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
        let mut roles = Roles { hidden, kinds, strides, likely, ways: Vec::new(), full };
        roles.count(rests);
        roles
    }

    /// Weighs all ways, from the last player on.
    fn count(&mut self, rests: usize) {
        let players = self.hidden.len();
        let mut ways = vec![vec![0.0; rests]; players + 1];
        ways[players][0] = 1.0;
        for at in (0..players).rev() {
            for rest in 0..rests {
                ways[at][rest] =
                    self.steps(at, rest).map(|(_, likely, left)| likely * ways[at + 1][left]).sum();
            }
        }
        self.ways = ways;
    }

    /// What a player may be given of a rest: which kind, how likely it has it, and what is left.
    fn steps(&self, at: usize, rest: usize) -> impl Iterator<Item = (usize, f64, usize)> + '_ {
        let digit = move |kind: usize| {
            let above = self.strides.get(kind + 1).map_or(rest, |&stride| rest % stride);
            above / self.strides[kind]
        };
        let some = (0..self.kinds.len()).filter(move |&kind| digit(kind) > 0);
        some.map(move |kind| (kind, self.likely[at][kind], rest - self.strides[kind]))
    }

    /// How many have not shown theirs.
    pub fn hidden(&self) -> usize {
        self.hidden.len()
    }

    /// Gives everybody a role by lot: the roles of those whose are hidden, by the index of players.
    pub fn draw(&self, rng: &mut Rng) -> Vec<(usize, Role)> {
        let mut rest = self.full;
        let mut drawn = Vec::with_capacity(self.hidden.len());
        for (at, &player) in self.hidden.iter().enumerate() {
            let mut lot = super::lot(rng) * self.ways[at][rest];
            let mut taken = None;
            for (kind, likely, left) in self.steps(at, rest) {
                let weight = likely * self.ways[at + 1][left];
                if weight > 0.0 {
                    taken = Some((kind, left));
                }
                lot -= weight;
                if lot < 0.0 {
                    break;
                }
            }
            let Some((kind, left)) = taken else { break };
            drawn.push((player, self.kinds[kind]));
            rest = left;
        }
        drawn
    }

    /// How likely everybody whose role is hidden has each of those left, by the index of players.
    pub fn chances(&self) -> Vec<(usize, Vec<(Role, f64)>)> {
        let mut before = vec![0.0; self.full + 1];
        before[self.full] = 1.0;
        let all = self.ways[0][self.full];
        let mut found = Vec::with_capacity(self.hidden.len());
        for (at, &player) in self.hidden.iter().enumerate() {
            let mut mine = vec![0.0; self.kinds.len()];
            let mut after = vec![0.0; self.full + 1];
            for rest in (0..=self.full).filter(|&rest| before[rest] > 0.0) {
                for (kind, likely, left) in self.steps(at, rest) {
                    mine[kind] += before[rest] * likely * self.ways[at + 1][left];
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

/// How likely a player has each role, the likeliest 1.
fn chances(id: PlayerId, kinds: &[Role], likely: Likely<'_>) -> Vec<f64> {
    let said: Vec<f64> = kinds.iter().map(|&kind| likely(id, kind)).collect();
    let most = said.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    said.into_iter().map(|said| (said / most).max(LEAST)).collect()
}
