//! Migration of rooms between shards.

use std::rc::Rc;
use std::time::Duration;

use super::fair_queue::Task;
use super::messages;
use super::noisy_neighbours::TaskCost;
use super::task::{AdminOrder, Command, Internal};
use super::worker::Worker;
use crate::session::RoomId;

impl Worker {
    /// Whether a room is placed on this shard. While it is, only this thread can change that.
    pub(super) fn owns(&self, room: &RoomId) -> bool {
        self.services.placement.of(room) == self.services.index
    }

    pub(super) fn is_isolation_shard(&self) -> bool {
        self.services.placement.is_isolation_shard(self.services.index)
    }

    /// Counts a slow task of a room, and migrates the room if it is a noisy neighbour.
    pub(super) fn check_noise(&mut self, room: &RoomId, took: Duration, burned: bool) {
        if !self.services.directory.contains(room) {
            // The task closed it.
            return;
        }
        let now = self.services.time.now();
        let over_quota = self.fair_queue.of(room, now).1 < 0.0;
        let task = TaskCost { took, burned, over_quota };
        if self.noisy_neighbours.is_noisy(room, task, now) && !self.is_isolation_shard() {
            self.migrate(room);
        }
    }

    /// Migrates rooms out of the isolation shard that were quiet there for the probation period.
    pub(super) fn return_quiet_rooms(&mut self) {
        let now = self.services.time.now();
        self.noisy_neighbours.expire(now);
        if self.is_isolation_shard() {
            for room in self.noisy_neighbours.quiet_long_enough(self.rooms.keys(), now) {
                self.migrate(&room);
            }
        }
    }

    /// Migrates a room of this shard to the isolation shard, or from there to its own. The room is
    /// dropped as if it fell asleep and woken elsewhere when its viewers reconnect. They are shown
    /// what they missed. Messages that the room has not applied yet are lost; the page repeats
    /// answers to a question that is still open.
    pub(super) fn migrate(&mut self, room: &RoomId) {
        let services = Rc::clone(&self.services);
        if services.placement.isolated().is_none() || !self.owns(room) {
            return;
        }
        let map = self.host(room).map_or_else(String::new, |host| host.map.package.id().to_owned());
        // Before another shard may wake it: what this shard appends to the log comes first.
        self.end(room, &messages::restart());
        for task in self.fair_queue.forget(room) {
            // All other tasks belong to the instance that has just ended.
            if let Task::Command(Command::Attach { visit, .. }) = task {
                visit.outbox.close(messages::restart());
            }
        }
        if self.is_isolation_shard() {
            services.return_home(room);
            services.metrics.rooms_returned.add(1);
            tracing::info!(%room, map, "room was quiet in the isolation shard and returns to its own");
        } else {
            services.isolate(room);
            services.metrics.rooms_isolated.add(1);
            tracing::warn!(%room, map, "room delays its neighbours and moves to the isolation shard");
        }
    }

    /// Forwards a message for a room that is placed on another shard; returns every other message.
    pub(super) fn forward(&self, message: Internal) -> Option<Internal> {
        let room = match &message {
            Internal::Claim { room, .. }
            | Internal::DecideReload { room, .. }
            | Internal::Admin(
                AdminOrder::Look { room, .. }
                | AdminOrder::Say { room: Some(room), .. }
                | AdminOrder::Close { room, .. },
            ) => room,
            _ => return Some(message),
        };
        let shard = self.services.placement.of(room);
        if shard == self.services.index {
            return Some(message);
        }
        match self.services.shards.get(shard) {
            // If that shard has stopped, the sender of the message gets no answer and notices.
            Some(other) => drop(other.send(message)),
            None => return Some(message),
        }
        None
    }
}

#[cfg(test)]
mod tests;
