//! The worker of a shard: owns its rooms and runs on its thread.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fangqi_room::{Room, RoomOptions};

use super::checkpoint::Woken;
use super::clock::TICK;
use super::directory::Attendance;
use super::errors::OpenRoomError;
use super::fair_queue::{FairQueue, Task};
use super::host::{Host, Panicked};
use super::mailbox::{Mail, Mailbox};
use super::noisy_neighbours::NoisyNeighbours;
use super::outbox::Closing;
use super::player_slots::PlayerSlots;
use super::release::Release;
use super::reply::Reply;
use super::services::Services;
use super::task::{Command, Internal};
use super::viewer::Visit;
use super::watchdog::Watched;
use super::{checkpoint, messages, picture};
use crate::log::{Entry, LogError, RoomMeta, StoredRoom};
use crate::maps::LoadedMap;
use crate::process::page;
use crate::process::page::Phase;
use crate::session::RoomId;
use crate::wire::Frame;

/// How often [`Worker::maintain`] runs.
const MAINTENANCE: Duration = Duration::from_secs(1);

pub(crate) struct Worker {
    pub(super) services: Rc<Services>,
    /// Ordered, so that simulations are deterministic.
    pub(super) rooms: BTreeMap<RoomId, Host>,
    incarnations: u64,
    pub(super) fair_queue: FairQueue,
    pub(super) noisy_neighbours: NoisyNeighbours,
    /// When a room over its quota was last logged.
    pub(super) quota_logged: Option<Instant>,
    pub(super) watched: Watched,
}

impl Worker {
    pub(crate) fn new(services: Services) -> Self {
        let limits = &services.config.room;
        let fair_queue =
            FairQueue::new(limits.share, limits.share_burst, limits.deferred, services.time.now());
        let noisy_neighbours = NoisyNeighbours::new(limits.share_burst);
        let is_isolation_shard = services.placement.is_isolation_shard(services.index);
        Self {
            rooms: BTreeMap::new(),
            incarnations: services.incarnations,
            watched: Watched::this_thread(is_isolation_shard, services.page),
            services: Rc::new(services),
            fair_queue,
            noisy_neighbours,
            quota_logged: None,
        }
    }

    /// Runs the shard until it is stopped.
    pub(crate) fn run(mut self, mailbox: &Mailbox) {
        mailbox.bind_to_current_thread();
        let (mut tick, mut maintenance) = (Instant::now() + TICK, Instant::now() + MAINTENANCE);
        loop {
            // Events that became durable are shown before more input is taken.
            match mailbox.wait(tick, self.fair_queue.deferred() > 0) {
                Mail::Internal(Internal::Stop) | Mail::Closed => break,
                Mail::Internal(message) => self.internal(message),
                Mail::Command(command) => self.command(command),
                Mail::Nothing => {
                    self.serve_deferred(true);
                }
                Mail::Late => {
                    self.pass_time();
                    if Instant::now() >= maintenance {
                        self.maintain();
                        mailbox.report();
                        maintenance = Instant::now() + MAINTENANCE;
                    }
                    // Counted from the end of the work, so that commands are served between two
                    // ticks.
                    tick = Instant::now() + TICK;
                }
            }
        }
        self.close();
    }

    /// Ends all rooms because the server is stopping.
    pub(super) fn close(&mut self) {
        for room in self.rooms.keys().cloned().collect::<Vec<_>>() {
            self.end(&room, &messages::shutdown());
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        let room = command.room().clone();
        self.submit(&room, Task::Command(command));
        // Deferred tasks whose debt has drained are served in between.
        self.serve_deferred(false);
    }

    pub(super) fn internal(&mut self, message: Internal) {
        let Some(message) = self.forward(message) else { return };
        match message {
            Internal::Durable { room, incarnation, ticket, result } => {
                self.with_incarnation(&room, incarnation, |host| match result {
                    Ok(()) => {
                        host.acknowledged(ticket);
                        Ok(())
                    }
                    Err(error) => {
                        tracing::error!(%error, "an event was not made durable");
                        host.tell_all(&Frame::refused("not_saved", messages::not_saved(&error)));
                        Err(Panicked)
                    }
                });
            }
            Internal::JobDone { room, incarnation, job, result } => {
                self.submit(&room, Task::JobDone { incarnation, job, result });
            }
            Internal::Detach { room, conn } => self.submit(&room, Task::Detach(conn)),
            Internal::Reload { map, reply } => reply.send(self.reload(&map)),
            Internal::DecideReload { room, accept, reply } => {
                reply.send(self.decide(&room, accept));
            }
            Internal::MapBroken { map, error } => self.tell_broken(&map, &error),
            Internal::Claim { room, reply } => self.with(&room, |host| {
                host.claim(reply);
                Ok(())
            }),
            Internal::Admin(order) => self.admin(order),
            Internal::Ping { reply } => reply.send(()),
            Internal::Stop => {}
        }
    }

    /// The rooms that are awake on this shard.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.rooms.values()
    }

    /// Runs `work` on a room that is awake. If it panics, the room is dropped and will be restored
    /// from its log at the next visit.
    pub(super) fn with(
        &mut self,
        room: &RoomId,
        work: impl FnOnce(&mut Host) -> Result<(), Panicked>,
    ) {
        let Some(host) = self.rooms.get_mut(room) else { return };
        let _named = host.span.clone().entered();
        self.watched.works_on(room, host.map.package.id());
        let _busy = self.services.page.enter(page::SHARD, Phase::Work, room);
        // Not only scripts: a panic in any code around one room must not affect the other rooms.
        let done = catch_unwind(AssertUnwindSafe(|| {
            work(host)?;
            host.let_go()
        }));
        if let Some(closing) = host.ending.take() {
            self.close_room(room, &closing);
        } else if !matches!(done, Ok(Ok(()))) {
            self.services.metrics.rooms_restarted.add(1);
            tracing::error!("the room starts again from its log");
            self.end(room, &messages::restart());
        }
    }

    pub(super) fn with_incarnation(
        &mut self,
        room: &RoomId,
        incarnation: u64,
        work: impl FnOnce(&mut Host) -> Result<(), Panicked>,
    ) {
        if self.rooms.get(room).is_some_and(|host| host.incarnation == incarnation) {
            self.with(room, work);
        }
    }

    pub(super) fn pass_time(&mut self) {
        let now = self.services.time.now();
        let due: Vec<RoomId> = self
            .rooms
            .values()
            .filter(|host| host.is_due(now))
            .map(|host| host.id.clone())
            .collect();
        for room in due {
            self.submit(&room, Task::Tick);
        }
    }

    /// Puts deserted rooms to sleep and deletes those that have been deserted for `forget_after`.
    pub(super) fn maintain(&mut self) {
        self.measure();
        let now = self.services.time.now();
        self.fair_queue.expire(now);
        self.rooms.values_mut().for_each(Host::note_visit);
        let sleepy: Vec<RoomId> = self
            .rooms
            .values_mut()
            .filter_map(|host| host.may_sleep(now).then(|| host.id.clone()))
            .collect();
        for room in sleepy {
            tracing::debug!(%room, "asleep");
            self.end(&room, &messages::restart());
        }
        self.return_quiet_rooms();
        let directory = &self.services.directory;
        if let Some(unlist_after) = self.services.config.room.unlist_after {
            for room in directory.deserted_for(unlist_after, now) {
                if self.owns(&room) && !self.rooms.contains_key(&room) {
                    directory.remove(&room);
                }
            }
        }
        let Some(forget_after) = self.services.config.room.forget_after else { return };
        for room in directory.deserted_for(forget_after, now) {
            if self.owns(&room) && !self.rooms.contains_key(&room) {
                self.forget(&room);
            }
        }
    }

    /// Deletes a room and its log. Returns whether the room existed.
    pub(super) fn close_room(&mut self, room: &RoomId, closing: &Closing) -> bool {
        let known = self.services.directory.contains(room);
        self.end(room, closing);
        if known {
            self.forget(room);
        }
        known
    }

    /// The ids of the rooms that are awake on this shard.
    pub(super) fn awake(&self) -> impl Iterator<Item = &RoomId> {
        self.rooms.keys()
    }

    pub(super) fn host(&self, room: &RoomId) -> Option<&Host> {
        self.rooms.get(room)
    }

    /// Updates the shard's gauges.
    fn measure(&self) {
        let Some(gauges) = self.services.metrics.shards.get(self.services.index) else { return };
        let sum = |part: fn(&Host) -> usize| self.rooms.values().map(part).sum::<usize>() as u64;
        gauges.viewers.set(sum(|host| host.viewers.len()));
        gauges.memory.set(sum(|host| host.room.memory_bytes()));
        gauges.jobs.set(sum(Host::jobs_under_way));
        gauges.deferred.set(self.fair_queue.deferred() as u64);
    }

    /// Deletes the log of a room that is not awake, and its entry in the directory.
    fn forget(&self, room: &RoomId) {
        self.services.unlist(room);
        let log = &self.services.log;
        match log.lease(room) {
            Ok(lease) => {
                let name = room.clone();
                let told = move |result| {
                    if let Err(error) = result {
                        tracing::warn!(room = %name, %error, "the room was not deleted");
                    }
                };
                log.append(&lease, Entry::Delete, Box::new(told));
                log.release(&lease);
            }
            Err(error) => tracing::warn!(%room, %error, "the room was not deleted"),
        }
        self.services.placement.return_home(room);
    }

    /// Drops a room from memory. Everything about it can be restored from the log.
    pub(super) fn end(&mut self, room: &RoomId, closing: &Closing) {
        let Some(mut host) = self.rooms.remove(room) else { return };
        let _named = host.span.clone().entered();
        self.services.awake.fetch_sub(1, Ordering::Relaxed);
        let ended = catch_unwind(AssertUnwindSafe(move || {
            host.close_all(closing);
            host.services.log.release(&host.lease);
            drop(host);
        }));
        if ended.is_err() {
            tracing::error!("the room panicked while it was dropped");
        }
    }

    pub(super) fn open(
        &mut self,
        room: RoomId,
        meta: RoomMeta,
        reply: Reply<Result<(), OpenRoomError>>,
    ) {
        match self.try_open(&room, meta) {
            Ok(mut host) => {
                host.waiting.push_back((host.issued, Release::Opened(reply)));
                host.release();
                host.list();
                self.services.awake.fetch_add(1, Ordering::Relaxed);
                self.rooms.insert(room, host);
            }
            Err(error) => {
                self.services.unlist(&room);
                reply.send(Err(error));
            }
        }
    }

    fn try_open(&mut self, room: &RoomId, meta: RoomMeta) -> Result<Host, OpenRoomError> {
        let map = self.services.maps.meant(&meta).ok_or(OpenRoomError::NoSuchMap)?;
        if self.is_full() {
            return Err(OpenRoomError::TooMany);
        }
        let system = |error: LogError| OpenRoomError::System(error.to_string());
        let bytes = map.packed().map_err(OpenRoomError::System)?;
        let digest = map.package.digest();
        let lease = self.services.log.lease(room).map_err(system)?;
        let (package, options) = (Arc::clone(&map.package), self.options(&meta));
        self.watched.works_on(room, &meta.map);
        let _busy = self.services.page.enter(page::SHARD, Phase::Open, room);
        let opened = catch_unwind(AssertUnwindSafe(|| Room::open(package, options)));
        let (opened, applied) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) => return Err(OpenRoomError::Script(error.to_string())),
            Err(_) => return Err(OpenRoomError::Script("the script host panicked".to_owned())),
        };
        let (incarnation, services) = (self.next_incarnation(), Rc::clone(&self.services));
        let mut host = Host::new(lease, incarnation, map, opened, Vec::new(), services);
        let _named = host.span.clone().entered();
        host.append(Entry::Package { digest, bytes });
        host.append(Entry::Open(RoomMeta { package: digest, ..meta }));
        host.opened(applied);
        Ok(host)
    }

    pub(super) fn attach(&mut self, room: &RoomId, visit: Visit) {
        if !self.owns(room) {
            // The room has migrated since the command was sent.
            return visit.outbox.close(messages::restart());
        }
        if !self.rooms.contains_key(room) {
            match self.wake(room) {
                Ok(host) => {
                    self.services.awake.fetch_add(1, Ordering::Relaxed);
                    self.rooms.insert(room.clone(), host);
                }
                Err(closing) => return visit.outbox.close(closing),
            }
        }
        self.with(room, |host| host.attach(visit));
    }

    /// Draws the board of a room for `reply`, and updates the room's entry in the directory.
    ///
    /// A room that is asleep stays so. It is restored from its log for a moment, and nothing
    /// happens in it: its clocks stand, and no player leaves or plays.
    pub(super) fn draw(&mut self, room: &RoomId, reply: Reply<Option<String>>) {
        if !self.owns(room) || !self.services.directory.contains(room) {
            return;
        }
        if self.rooms.contains_key(room) {
            return self.with(room, |host| {
                host.draw(reply);
                Ok(())
            });
        }
        let _busy = self.services.page.enter(page::SHARD, Phase::Wake, room);
        let drawn = self.services.log.read(room).map_err(|error| error.to_string());
        let drawn = drawn.and_then(|stored| {
            let (map, Woken { room, .. }) = self.restore(room, &stored)?;
            let draw = || (picture::drawing(&room, &map.package), Attendance::of(&room, 0));
            catch_unwind(AssertUnwindSafe(draw)).map_err(|_| "it panicked".to_owned())
        });
        match drawn {
            Ok((drawing, attendance)) => {
                self.services.list(room, attendance);
                reply.send(drawing);
            }
            Err(error) => tracing::error!(%room, %error, "the room cannot be drawn"),
        }
    }

    /// Restores a room from its log.
    fn wake(&mut self, room: &RoomId) -> Result<Host, Closing> {
        if !self.services.directory.contains(room) {
            return Err(match self.services.config.room.unlist_after {
                // It was unlisted just now, and is to be looked for again.
                Some(_) => messages::restart(),
                None => messages::no_such_room(),
            });
        }
        if self.is_full() {
            return Err(messages::busy());
        }
        let unreadable = |error: &dyn std::fmt::Display| {
            tracing::error!(%room, %error, "the room cannot be made again");
            messages::unreadable_room()
        };
        let failed = |error: LogError| match error {
            LogError::NoSuchRoom(_)
            | LogError::Damaged { .. }
            | LogError::NewerRecord { .. }
            | LogError::NoPackage { .. }
            | LogError::Malformed { .. } => unreadable(&error),
            // The next attempt is passed on to it.
            LogError::OwnedElsewhere { .. } => messages::restart(),
            // It says nothing about the room.
            error => {
                tracing::error!(%room, %error, "the room cannot be read for the time being");
                messages::busy()
            }
        };
        let _busy = self.services.page.enter(page::SHARD, Phase::Wake, room);
        // The lease is taken before reading, so that nothing is appended in between.
        let lease = self.services.log.lease(room).map_err(failed)?;
        let stored = self.services.log.read(room).map_err(failed)?;
        let (map, woken) = self.restore(room, &stored).map_err(|error| unreadable(&error))?;
        let StoredRoom { meta, records, tokens, lost, .. } = stored;
        let (incarnation, services) = (self.next_incarnation(), Rc::clone(&self.services));
        let mut host = Host::new(lease, incarnation, map, woken.room, tokens, services);
        let _named = host.span.clone().entered();
        host.remember_events(&woken.recent);
        let deserted = self.services.directory.deserted_since(room);
        host.slots =
            PlayerSlots::new(&records, deserted.unwrap_or_else(|| self.services.time.now()));
        if let Some(event) = woken.let_go {
            host.append(Entry::Amend { event, record: None });
        }
        host.wake().map_err(|Panicked| unreadable(&"the script host panicked"))?;
        host.lost = lost;
        if meta.package.is_unknown() {
            self.note_package(&mut host);
        }
        Ok(host)
    }

    /// The room of a log, with its map.
    fn restore(&self, room: &RoomId, stored: &StoredRoom) -> Result<(LoadedMap, Woken), String> {
        let map = self.services.maps.of_room(&stored.meta, stored.package.as_deref())?;
        let options = RoomOptions { repackaged: stored.repackaged, ..self.options(&stored.meta) };
        let resume = || checkpoint::resume(room, &map.package, options, stored);
        match catch_unwind(AssertUnwindSafe(resume)) {
            Ok(Ok(woken)) => Ok((map, woken)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the script host panicked".to_owned()),
        }
    }

    /// Stores the package of a room from before the log kept packages, so that the room keeps the
    /// version it woke with.
    fn note_package(&self, host: &mut Host) {
        let digest = host.map.package.digest();
        match host.map.packed() {
            Ok(bytes) => {
                host.append(Entry::Package { digest, bytes });
                host.append(Entry::Repackage { digest, since: 0 });
            }
            Err(error) => tracing::warn!(%error, "the room's map is not kept"),
        }
    }

    fn options(&self, meta: &RoomMeta) -> RoomOptions {
        let config = &self.services.config.room;
        let (limits, heavy) = (config.scripts.clone(), config.heavy);
        RoomOptions { limits, heavy, ..meta.room_options() }
    }

    fn is_full(&self) -> bool {
        self.services.awake.load(Ordering::Relaxed) >= self.services.config.awake_rooms
    }

    fn next_incarnation(&mut self) -> u64 {
        self.incarnations += 1;
        self.incarnations
    }
}

#[cfg(feature = "stepped")]
impl Worker {
    /// Serves the next waiting message in the order of [`Worker::run`]. Returns `false` if nothing
    /// waits.
    pub(super) fn step(&mut self, mailbox: &Mailbox) -> bool {
        match mailbox.look() {
            Some(Mail::Internal(message)) => self.internal(message),
            Some(Mail::Command(command)) => self.command(command),
            Some(Mail::Late | Mail::Nothing | Mail::Closed) | None => {
                return self.serve_deferred(true);
            }
        }
        true
    }
}

#[cfg(test)]
pub(super) mod tests;
