//! Hot reload: offers a new version of a map to the rooms that are awake.
//!
//! Each room replays its whole log with the new version on its shard's thread, and the other rooms
//! of the shard wait meanwhile; public servers should therefore not watch their maps. A room in
//! which the replay is the same switches at once. Any other room keeps the old version until
//! somebody accepts the new one. Everybody in the room is told, newcomers included.

mod messages;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fangqi_protocol::Audience;
use fangqi_room::{Reload, Room};

use super::failures::Told;
use super::host::{Host, Panicked};
use super::messages as closings;
use super::reload_outcome::{Offer, ReloadOutcome, RoomReload};
use super::reply::reply;
use super::rooms::Rooms;
use super::task::Internal;
use super::viewer::{ConnId, Viewer};
use super::worker::Worker;
use crate::log::Entry;
use crate::maps::{LoadedMap, OfferedMap};
use crate::session::RoomId;
use crate::wire::{Frame, ReloadView, ServerMessage};
use messages::Cast;

impl Worker {
    /// Offers a new version of a map to every awake room that plays it.
    pub(super) fn reload(&mut self, map: &OfferedMap) -> Vec<RoomReload> {
        let map = match map.load() {
            Ok(map) => map,
            Err(error) => {
                tracing::error!(map = map.id(), %error, "a map that is offered cannot be read");
                return Vec::new();
            }
        };
        let mut reloads = Vec::new();
        for room in self.playing(map.package.id()) {
            let mut outcome = None;
            self.with(&room, |host| {
                if host.map.package.digest() == map.package.digest() {
                    // The map was changed back to the version that the room plays.
                    host.settle(None);
                } else {
                    outcome = Some(host.offer(&map)?);
                }
                Ok(())
            });
            if let Some(outcome) = outcome {
                reloads.push(RoomReload { room, outcome });
            }
        }
        reloads
    }

    /// Tells everybody in rooms of a map that its new version cannot be loaded.
    pub(super) fn tell_broken(&mut self, map: &str, error: &str) {
        for room in self.playing(map) {
            self.with(&room, |host| {
                host.settle(Some(Offer::Failed(error.to_owned())));
                Ok(())
            });
        }
    }

    fn playing(&self, map: &str) -> Vec<RoomId> {
        let playing = self.hosts().filter(|host| host.map.package.id() == map);
        playing.map(|host| host.id.clone()).collect()
    }

    /// Accepts or dismisses the version that a room was last offered.
    pub(super) fn decide(&mut self, room: &RoomId, accept: bool) -> RoomReload {
        let mut outcome = ReloadOutcome::NothingOffered;
        self.with(room, |host| {
            outcome = if accept { host.accept()? } else { host.dismiss() };
            Ok(())
        });
        RoomReload { room: room.clone(), outcome }
    }
}

impl Rooms {
    /// Offers a new version of a map to the rooms that play it, and opens new rooms with it.
    pub(crate) async fn reload(&self, map: OfferedMap) -> Vec<RoomReload> {
        self.maps.replace(map.clone());
        let mut reloads = Vec::new();
        for shard in &self.shards {
            let (reply, answer) = reply();
            shard.internal(Internal::Reload { map: map.clone(), reply });
            reloads.extend(answer.await.unwrap_or_default());
        }
        reloads
    }

    /// Accepts or dismisses the version that a room was last offered.
    pub(crate) async fn decide_reload(&self, room: &RoomId, accept: bool) -> RoomReload {
        let (reply, answer) = reply();
        let decide = Internal::DecideReload { room: room.clone(), accept, reply };
        self.shard(room).internal(decide);
        let outcome = ReloadOutcome::NothingOffered;
        answer.await.unwrap_or_else(|_| RoomReload { room: room.clone(), outcome })
    }

    /// Tells the rooms of a map that its new version cannot be loaded.
    pub(crate) fn map_broken(&self, map: &str, error: &str) {
        for shard in &self.shards {
            let (map, error) = (map.to_owned(), error.to_owned());
            shard.internal(Internal::MapBroken { map, error });
        }
    }
}

impl Host {
    /// Replays the room with a new version of its map and switches if nothing differs.
    fn offer(&mut self, map: &LoadedMap) -> Result<ReloadOutcome, Panicked> {
        Ok(match self.play_with(map)? {
            Reload::Same(room) => {
                self.swap(*room, map, false)?;
                self.settle(None);
                ReloadOutcome::Swapped
            }
            Reload::Differs { first, .. } => {
                let (map, told) = (map.clone(), first.clone());
                self.settle(Some(Offer::Waiting { map, first: told }));
                ReloadOutcome::Differs(first)
            }
            Reload::Failed(error) => self.failed(error.to_string()),
        })
    }

    /// Switches to the version that was last offered.
    fn accept(&mut self) -> Result<ReloadOutcome, Panicked> {
        let map = match &self.offer {
            Some(Offer::Waiting { map, .. }) => map.clone(),
            Some(Offer::Failed(_)) | None => return Ok(ReloadOutcome::NothingOffered),
        };
        // Replayed again: the game may have continued since the offer.
        Ok(match self.play_with(&map)? {
            Reload::Same(room) => {
                self.swap(*room, &map, false)?;
                self.settle(None);
                ReloadOutcome::Swapped
            }
            Reload::Differs { room, .. } => {
                self.offer = None;
                self.swap(*room, &map, true)?;
                let view = ReloadView::Settled { accepted: true };
                self.pass(vec![(Audience::All, frame(view))]);
                ReloadOutcome::Accepted
            }
            Reload::Failed(error) => self.failed(error.to_string()),
        })
    }

    /// Dismisses the version that was last offered.
    fn dismiss(&mut self) -> ReloadOutcome {
        match &self.offer {
            Some(Offer::Waiting { .. }) => {
                self.settle(None);
                ReloadOutcome::Dismissed
            }
            Some(Offer::Failed(_)) | None => ReloadOutcome::NothingOffered,
        }
    }

    fn failed(&mut self, error: String) -> ReloadOutcome {
        self.settle(Some(Offer::Failed(error.clone())));
        ReloadOutcome::Failed(error)
    }

    /// Replaces the current offer, if any, and tells everybody if there was or is one.
    fn settle(&mut self, offer: Option<Offer>) {
        let before = std::mem::replace(&mut self.offer, offer);
        if self.offer.is_some() || before.is_some() {
            let views: Vec<(Audience, Frame)> = self
                .viewers
                .values()
                .map(|viewer| (Audience::Player(viewer.player), frame(self.offer_seen(viewer))))
                .collect();
            self.pass(views);
        }
    }

    /// The current offer as a viewer may see it.
    fn offer_seen(&self, viewer: &Viewer) -> ReloadView {
        match &self.offer {
            None => ReloadView::Settled { accepted: false },
            Some(Offer::Failed(message)) => ReloadView::Failed { message: message.clone() },
            Some(Offer::Waiting { first, .. }) if !viewer.decides && self.room.keeps_secrets() => {
                Cast::hinted(first)
            }
            Some(Offer::Waiting { map, first }) => {
                let (players, seats) = (self.room.players(), self.room.seats());
                let cast = Cast { players, seats, old: &self.map.package, new: &map.package };
                cast.told(first, viewer.decides)
            }
        }
    }

    /// Tells a newcomer about the current offer, if any.
    pub(super) fn tell_offer_to(&mut self, conn: ConnId) {
        let viewer = self.viewers.get(&conn).filter(|_| self.offer.is_some());
        if let Some(seen) = viewer.map(|viewer| self.offer_seen(viewer)) {
            self.tell(conn, frame(seen));
        }
    }

    fn play_with(&self, map: &LoadedMap) -> Result<Reload, Panicked> {
        let package = Arc::clone(&map.package);
        catch_unwind(AssertUnwindSafe(|| self.room.reload(package))).map_err(|_| Panicked)
    }

    /// Replaces the room by the one that the new version makes.
    fn swap(&mut self, room: Room, map: &LoadedMap, differs: bool) -> Result<(), Panicked> {
        let digest = map.package.digest();
        let bytes = map.packed().map_err(|error| {
            tracing::error!(%error, "the new map cannot be stored");
            Panicked
        })?;
        let looks_different = map.view != self.map.view;
        self.room = room;
        self.map = map.clone();
        // What still fails in the new version is told again.
        self.told = Told::default();
        self.append(Entry::Package { digest, bytes });
        let since = self.room.begins_after();
        self.append(Entry::Repackage { digest, since });
        // The stored checkpoint was made by the old version.
        self.checkpoint_at = self.room.event();
        if differs {
            self.restart_jobs();
            let (event, tick) = (self.room.event(), self.room.tick());
            self.queue_event(event, tick, Vec::new(), true);
        }
        if looks_different {
            // Names, colours and camera are only sent on entering, so every client has to
            // reconnect.
            self.close_all(&closings::restart());
        }
        self.list();
        self.release();
        Ok(())
    }
}

fn frame(reload: ReloadView) -> Frame {
    Frame::message(&ServerMessage::Reload { reload })
}
