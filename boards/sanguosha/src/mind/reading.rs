//! What deeds tell of roles: who harms or helps whom, and who might have and has not.
//!
//! Everybody acts by its own role and by what may be known of the others then, so a deed speaks for
//! those roles that would have done it sooner. How often a player harms another in a turn falls off
//! exponentially with how much it cares for it: in games of eight at level 2 from 0.57 for a
//! rebel and its lord over 0.07 between those who are nothing to each other to 0.02 between
//! friends. The chances that this gives to the roles that people have are 0.45 nats from certainty
//! in the mean of 150 such games, those by the recorder's loyalty 0.53, those by how many there are
//! of each role alone 0.85: `examples/sanguosha_reading.rs`.

use super::roles::Roles;
use super::stance;
use crate::basics::{PlayerId, Role};
use crate::state::State;

// Of some numbers tried out, these are those with which the chances came nearest to certainty in
// games of eight at level 2; the example says how near.

/// How often somebody of no interest is harmed in a turn, and how fast that falls with what one
/// cares; and how often nobody has any reason.
const HARM: f64 = 0.08;
const HARM_FALL: f64 = 2.2;
const HARM_STRAY: f64 = 0.015;
/// The same of help, which rises.
const HELP: f64 = 0.004;
const HELP_RISE: f64 = 2.0;
const HELP_STRAY: f64 = 0.01;
/// How much more often than by these numbers who is in reach is harmed, and who is not.
const NEAR: f64 = 1.4;
const FAR: f64 = 0.6;
/// A deed of this hostility, as the recorder counts it, counts once.
const HOSTILITY: f64 = 80.0;
const COUNTS_MAX: f64 = 1.5;

/// Something that everybody has seen, and what else everybody knew then: bits by the index of
/// players.
#[derive(Debug, Clone, Copy)]
struct Noted {
    who: PlayerId,
    /// To whom it did what, by the recorder's measure, below 0 for help; nothing where its play
    /// phase has begun.
    deed: Option<(PlayerId, f64)>,
    alive: u64,
    shown: u64,
    near: u64,
}

/// What has been seen of everybody in a game.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    noted: Vec<Noted>,
    /// Those up to here are taken account of.
    read: usize,
    /// How much is to be said for each role of each player: logarithms, the largest 0.
    evidence: Vec<[f64; 4]>,
}

impl Reading {
    /// A play phase has begun.
    pub fn begins(&mut self, state: &State, who: PlayerId) {
        self.note(state, who, None);
    }

    /// Somebody has done something to another player that is so hostile, below 0 for what helps.
    pub fn does(&mut self, state: &State, who: PlayerId, to: PlayerId, hostile: f64) {
        if who != to && hostile != 0.0 {
            self.note(state, who, Some((to, hostile)));
        }
    }

    fn note(&mut self, state: &State, who: PlayerId, deed: Option<(PlayerId, f64)>) {
        let bits = |is: &dyn Fn(PlayerId) -> bool| {
            let those = (0..state.players.len()).filter(|&at| is(PlayerId(at as u8)));
            those.fold(0, |bits, at| bits | 1 << at)
        };
        let range = state.attack_range(who);
        self.noted.push(Noted {
            who,
            deed,
            alive: bits(&|id| state.player(id).alive),
            shown: bits(&|id| state.player(id).role_shown),
            near: bits(&|id| state.ring_distance(who, id) <= range),
        });
    }

    /// Takes account of all that has been noted so far.
    pub fn read(&mut self, state: &State) {
        self.evidence.resize(state.players.len(), [0.0; 4]);
        while let Some(&noted) = self.noted.get(self.read) {
            self.read += 1;
            if noted.shown >> noted.who.0 & 1 == 0 {
                self.take(state, noted);
            }
        }
    }

    /// How likely somebody has a role, by what it has done.
    pub fn likely(&self, id: PlayerId, role: Role) -> f64 {
        self.evidence.get(id.index()).map_or(1.0, |evidence| evidence[place(role)].exp())
    }

    fn take(&mut self, state: &State, noted: Noted) {
        let mine = noted.who.index();
        let mut said = self.evidence[mine];
        for role in [Role::Lord, Role::Loyalist, Role::Rebel, Role::Renegade] {
            let cares = self.cares(state, noted, role);
            said[place(role)] += match noted.deed {
                None => -expected(noted, &cares),
                Some((to, hostile)) => speaks(noted, cares[to.index()], to, hostile),
            };
        }
        let most = said.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.evidence[mine] = said.map(|said| said - most);
    }

    /// How much whoever did something cared for everybody, if it has that role, by what might be
    /// known then.
    fn cares(&self, state: &State, noted: Noted, role: Role) -> Vec<f64> {
        let likely = |id: PlayerId, other: Role| match id == noted.who {
            true => f64::from(u8::from(other == role)),
            false => self.likely(id, other),
        };
        let shown = |at: usize| noted.shown >> at & 1 == 1;
        let mut cares: Vec<f64> =
            state.players.iter().map(|player| care(role, player.role)).collect();
        for (at, chances) in Roles::of(state, &|at| !shown(at), &likely).chances() {
            cares[at] = chances.iter().map(|&(other, chance)| care(role, other) * chance).sum();
        }
        cares
    }
}

/// The place of a role among the numbers that are said of roles.
fn place(role: Role) -> usize {
    match role {
        Role::Lord => 0,
        Role::Loyalist => 1,
        Role::Rebel => 2,
        Role::Renegade => 3,
    }
}

/// How often a player is harmed in a turn by another that cares so much for it.
fn harm(noted: Noted, to: usize, cares: f64) -> f64 {
    let reach = if noted.near >> to & 1 == 1 { NEAR } else { FAR };
    HARM * reach * (-HARM_FALL * cares).exp() + HARM_STRAY
}

/// How often anybody is harmed in a turn.
fn expected(noted: Noted, cares: &[f64]) -> f64 {
    let others = |at: &usize| *at != noted.who.index() && noted.alive >> at & 1 == 1;
    (0..cares.len()).filter(others).map(|at| harm(noted, at, cares[at])).sum()
}

/// How much a deed speaks for a role of which who did it would care so much for whom it concerns.
fn speaks(noted: Noted, cares: f64, to: PlayerId, hostile: f64) -> f64 {
    if hostile < 0.0 {
        return (HELP * (HELP_RISE * cares).exp() + HELP_STRAY).ln();
    }
    (hostile / HOSTILITY).min(COUNTS_MAX) * harm(noted, to.index(), cares).ln()
}

/// How much a role cares for another as far as its deeds show. A renegade turns with the balance,
/// which not everybody sees alike: in the mean it is against all.
fn care(mine: Role, other: Role) -> f64 {
    match (mine, other) {
        (Role::Renegade, Role::Lord) => -0.4,
        (Role::Renegade, Role::Renegade) => -0.5,
        (Role::Renegade, _) => -0.6,
        _ => stance::weight(mine, other, 0.0, true),
    }
}
