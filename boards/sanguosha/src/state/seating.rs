//! Seats, distances and turn order.

use super::State;
use crate::basics::{PlayerId, Role, Slot};

impl State {
    /// The living players in the order of seats.
    pub fn alive(&self) -> Vec<PlayerId> {
        self.ring.iter().copied().filter(|&id| self.player(id).alive).collect()
    }

    /// Number of living players.
    pub fn alive_count(&self) -> usize {
        self.players.iter().filter(|player| player.alive).count()
    }

    /// The living players in the order of action from `first` on, which may be dead and is then
    /// omitted.
    pub fn alive_from(&self, first: PlayerId) -> Vec<PlayerId> {
        let at = self.place_in_ring(first);
        let (before, after) = self.ring.split_at(at);
        let around = after.iter().chain(before).copied();
        around.filter(|&id| self.player(id).alive).collect()
    }

    /// The living players in the order of action, from the one whose turn it is.
    pub fn in_action_order(&self) -> Vec<PlayerId> {
        self.alive_from(self.current)
    }

    /// The living players other than `except`, in the order of action after it.
    pub fn others(&self, except: PlayerId) -> Vec<PlayerId> {
        let mut all = self.alive_from(except);
        all.retain(|&id| id != except);
        all
    }

    /// Sorts players into the order of action.
    pub fn sort_by_action(&self, players: &mut [PlayerId]) {
        let first = self.place_in_ring(self.current);
        let count = self.ring.len();
        players.sort_by_key(|&id| (self.place_in_ring(id) + count - first) % count);
    }

    /// The next living player after `id`.
    pub fn next_alive(&self, id: PlayerId) -> PlayerId {
        let at = self.place_in_ring(id);
        let count = self.ring.len();
        (1..=count)
            .map(|step| self.ring[(at + step) % count])
            .find(|&id| self.player(id).alive)
            .unwrap_or(id)
    }

    /// The index of a player in the ring of seats.
    pub fn place_in_ring(&self, id: PlayerId) -> usize {
        self.ring.iter().position(|&other| other == id).unwrap_or(0)
    }

    /// The lord, alive or dead.
    pub fn lord(&self) -> Option<PlayerId> {
        self.ring.iter().copied().find(|&id| self.player(id).role == Role::Lord)
    }

    /// The distance along the ring of living players, the shorter way, modified by horses.
    pub fn ring_distance(&self, from: PlayerId, to: PlayerId) -> i32 {
        let alive = || self.ring.iter().copied().filter(|&id| self.player(id).alive);
        let place = |id| alive().position(|other| other == id);
        let (Some(a), Some(b)) = (place(from), place(to)) else { return i32::MAX / 4 };
        let around = a.abs_diff(b);
        let ring = around.min(alive().count() - around) as i32;
        let minus = i32::from(self.player(from).equip(Slot::OffensiveHorse).is_some());
        let plus = i32::from(self.player(to).equip(Slot::DefensiveHorse).is_some());
        ring - minus + plus
    }

    /// Renumbers the seats of the living players, starting with the lord if it is alive.
    pub fn number_seats(&mut self) {
        for (at, id) in self.alive().into_iter().enumerate() {
            self.player_mut(id).seat = at as u8 + 1;
        }
    }

    /// The roles of the living players except one.
    pub fn alive_roles(&self, except: Option<PlayerId>) -> Vec<Role> {
        let alive = self.alive();
        let others = alive.into_iter().filter(|&id| Some(id) != except);
        others.map(|id| self.player(id).role).collect()
    }
}
