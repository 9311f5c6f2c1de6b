//! Hot reload: a new version of a map reaches the rooms that are awake.
//!
//! Each room plays its whole log with the new version, on its shard's thread; other rooms of the
//! shard wait meanwhile, which is why servers for strangers do not watch their maps. A room in
//! which nothing differs goes on with the new version at once. One in which something does keeps
//! the old until somebody accepts the new.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fangqi_room::model::{Audience, LocalText, OutputBody, ToastKind};
use fangqi_room::{Divergence, MapPackage, Reload, Room};
use tokio::sync::oneshot;

use super::host::{Host, Panicked};
use super::release::Release;
use super::rooms::Rooms;
use super::worker::Worker;
use super::{Internal, words};
use crate::log::Entry;
use crate::maps::OfferedMap;
use crate::session::RoomId;
use crate::wire::Frame;

/// What became of one room when a map changed.
#[derive(Debug, Clone, PartialEq)]
pub struct RoomReload {
    /// The room.
    pub room: RoomId,
    /// What became of it.
    pub outcome: ReloadOutcome,
}

/// What a changed map did to a room.
#[derive(Debug, Clone, PartialEq)]
pub enum ReloadOutcome {
    /// The room goes on with the new version; nothing in it differs.
    Swapped,
    /// The room goes on with the old version: some input would have led elsewhere. The new one
    /// waits to be accepted.
    Differs(Box<Divergence>),
    /// The room goes on with the old version: the new one fails in it, as this says.
    Failed(String),
    /// The new version was accepted, and everybody sees what it makes of the game.
    Accepted,
    /// There is nothing to accept.
    NothingOffered,
}

impl Worker {
    /// Offers a new version of a map to every room that plays it.
    pub(super) fn reload(&mut self, map: &OfferedMap) -> Vec<RoomReload> {
        let playing: Vec<RoomId> = self
            .hosts()
            .filter(|host| host.map.package.id() == map.package.id())
            .filter(|host| host.map.package.digest() != map.package.digest())
            .map(|host| host.id.clone())
            .collect();
        let mut reloads = Vec::with_capacity(playing.len());
        for room in playing {
            let mut outcome = None;
            self.with(&room, |host| {
                outcome = Some(host.offer(map)?);
                Ok(())
            });
            if let Some(outcome) = outcome {
                reloads.push(RoomReload { room, outcome });
            }
        }
        reloads
    }

    /// Tells everybody who plays a map that its new version cannot be loaded.
    pub(super) fn tell_broken(&mut self, map: &str, error: &str) {
        let playing: Vec<RoomId> = self
            .hosts()
            .filter(|host| host.map.package.id() == map)
            .map(|host| host.id.clone())
            .collect();
        for room in playing {
            self.with(&room, |host| {
                host.toast_all(ToastKind::Error, words::map_fails(error));
                Ok(())
            });
        }
    }

    /// Lets a room go on with the version it was last offered.
    pub(super) fn accept(&mut self, room: &RoomId) -> RoomReload {
        let mut outcome = ReloadOutcome::NothingOffered;
        self.with(room, |host| {
            outcome = host.accept()?;
            Ok(())
        });
        RoomReload { room: room.clone(), outcome }
    }
}

impl Rooms {
    /// Offers a new version of a map to the rooms that play it; new rooms open with it.
    pub(crate) async fn reload(&self, package: MapPackage) -> Vec<RoomReload> {
        let map = self.maps.replace(package);
        let mut reloads = Vec::new();
        for shard in &self.shards {
            let (reply, answer) = oneshot::channel();
            // A shard that has stopped has no rooms.
            let _ = shard.internal.send(Internal::Reload { map: map.clone(), reply });
            reloads.extend(answer.await.unwrap_or_default());
        }
        reloads
    }

    /// Lets a room go on with the version it was last offered.
    pub(crate) async fn accept_reload(&self, room: &RoomId) -> RoomReload {
        let (reply, answer) = oneshot::channel();
        let accept = Internal::AcceptReload { room: room.clone(), reply };
        let _ = self.shard(room).internal.send(accept);
        let outcome = ReloadOutcome::NothingOffered;
        answer.await.unwrap_or_else(|_| RoomReload { room: room.clone(), outcome })
    }

    /// Tells the rooms of a map that its new version cannot be loaded.
    pub(crate) fn map_broken(&self, map: &str, error: &str) {
        for shard in &self.shards {
            let (map, error) = (map.to_owned(), error.to_owned());
            let _ = shard.internal.send(Internal::MapBroken { map, error });
        }
    }
}

impl Host {
    /// Tries a new version of the room's map.
    fn offer(&mut self, map: &OfferedMap) -> Result<ReloadOutcome, Panicked> {
        self.offered = None;
        Ok(match self.play_with(map)? {
            Reload::Same(room) => {
                self.swap(*room, map, false)?;
                ReloadOutcome::Swapped
            }
            Reload::Differs { first, .. } => {
                self.offered = Some(map.clone());
                self.toast_all(ToastKind::Alert, words::map_differs());
                ReloadOutcome::Differs(first)
            }
            Reload::Failed(error) => {
                self.toast_all(ToastKind::Error, words::map_fails(&error.to_string()));
                ReloadOutcome::Failed(error.to_string())
            }
        })
    }

    /// Goes on with the version last offered.
    fn accept(&mut self) -> Result<ReloadOutcome, Panicked> {
        let Some(map) = self.offered.take() else { return Ok(ReloadOutcome::NothingOffered) };
        // Played again: the game may have gone on since it was offered.
        Ok(match self.play_with(&map)? {
            Reload::Same(room) => {
                self.swap(*room, &map, false)?;
                ReloadOutcome::Swapped
            }
            Reload::Differs { room, .. } => {
                self.swap(*room, &map, true)?;
                self.toast_all(ToastKind::Info, words::map_accepted());
                ReloadOutcome::Accepted
            }
            Reload::Failed(error) => ReloadOutcome::Failed(error.to_string()),
        })
    }

    fn play_with(&self, map: &OfferedMap) -> Result<Reload, Panicked> {
        let package = Arc::clone(&map.package);
        catch_unwind(AssertUnwindSafe(|| self.room.reload(package))).map_err(|_| Panicked)
    }

    /// Puts the room as the new version makes it in the place of the old.
    fn swap(&mut self, room: Room, map: &OfferedMap, differs: bool) -> Result<(), Panicked> {
        let digest = map.package.digest();
        let bytes = map.packed().map_err(|error| {
            tracing::error!(room = %self.id, %error, "the new map cannot be stored");
            Panicked
        })?;
        let looks_different = map.view != self.map.view;
        self.room = room;
        self.map = map.clone();
        self.append(Entry::Package { digest, bytes });
        self.append(Entry::Repackage { digest });
        // What is stored was made by the old version.
        self.checkpoint_at = self.room.event();
        if differs {
            self.restart_jobs();
            let (event, tick) = (self.room.event(), self.room.tick());
            self.queue_event(event, tick, Vec::new(), true);
        }
        if looks_different {
            // Names, colours and camera are told at the door only: everybody comes in again.
            self.close_all(&words::restart());
        }
        self.list();
        self.release();
        Ok(())
    }

    /// Tells everybody in the room something that is no event of it.
    fn toast_all(&mut self, kind: ToastKind, text: LocalText) {
        if let Some(frame) = Frame::output(&OutputBody::Toast { kind, text }) {
            let passing = Release::Passing(vec![(Audience::All, frame)]);
            self.waiting.push_back((self.issued, passing));
            self.release();
        }
    }
}
