//! Rooms that change quarters.

use std::rc::Rc;
use std::time::Duration;

use super::conduct::Deed;
use super::ration::Errand;
use super::worker::Worker;
use super::{AdminOrder, Command, Internal, words};
use crate::session::RoomId;

impl Worker {
    /// Whether a room lives with this shard. Only this thread can change that if it does.
    pub(super) fn owns(&self, room: &RoomId) -> bool {
        self.services.quarters.of(room) == self.services.index
    }

    pub(super) fn is_annex(&self) -> bool {
        self.services.quarters.is_annex(self.services.index)
    }

    /// Looks at how a room behaves that has just done something; a greedy one has to go.
    pub(super) fn judge(&mut self, room: &RoomId, took: Duration, burned: bool) {
        if !self.services.directory.contains(room) {
            // It has just been closed for good.
            return;
        }
        let now = self.services.time.now();
        let owes = self.rations.of(room, now).1 < 0.0;
        let deed = Deed { took, burned, owes };
        if self.conduct.is_greedy(room, deed, now) && !self.is_annex() {
            self.move_room(room);
        }
    }

    /// Lets rooms of the annex go home that have behaved there.
    pub(super) fn release_reformed(&mut self) {
        let now = self.services.time.now();
        self.conduct.keep_house(now);
        if self.is_annex() {
            for room in self.conduct.reformed(self.rooms.keys(), now) {
                self.move_room(&room);
            }
        }
    }

    /// Sends a room that lives here to the annex, or home from there: it is dropped as if it fell
    /// asleep, and made again elsewhere when its viewers have come back. They are shown what they
    /// missed; what was said in the room and not yet done has to be said again.
    pub(super) fn move_room(&mut self, room: &RoomId) {
        let services = Rc::clone(&self.services);
        if services.quarters.in_annex().is_none() || !self.owns(room) {
            return;
        }
        let map = self.host(room).map_or_else(String::new, |host| host.map.package.id().to_owned());
        // Before anybody else may take it up: what is given to the log from here comes first.
        self.end(room, &words::restart());
        for errand in self.rations.forget(room) {
            // All others are of the life that has just ended.
            if let Errand::Command(Command::Attach { visit, .. }) = errand {
                visit.outbox.close(words::restart());
            }
        }
        if self.is_annex() {
            services.send_home(room);
            services.metrics.moved_home.add(1);
            tracing::info!(%room, map, "a room has behaved in the annex and goes home");
        } else {
            services.send_to_annex(room);
            services.metrics.moved_to_annex.add(1);
            tracing::warn!(%room, map, "a room holds up its neighbours and moves to the annex");
        }
    }

    /// Sends on what is asked of a room that lives with another shard; gives back everything else.
    pub(super) fn send_after(&self, message: Internal) -> Option<Internal> {
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
        let shard = self.services.quarters.of(room);
        if shard == self.services.index {
            return Some(message);
        }
        match self.services.doors.get(shard) {
            // If that has stopped, whoever asked sees that there is no answer.
            Some(door) => drop(door.send(message)),
            None => return Some(message),
        }
        None
    }
}

#[cfg(test)]
mod tests;
