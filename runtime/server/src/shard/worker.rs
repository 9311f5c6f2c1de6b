//! The thread of a shard.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fangqi_room::{Room, RoomOptions};

use super::clock::TICK;
use super::conduct::Conduct;
use super::host::{Host, Panicked};
use super::mailbox::{Mail, Mailbox};
use super::outbox::Closing;
use super::places::Places;
use super::ration::{Errand, Rations};
use super::release::Release;
use super::watchdog::Watched;
use super::{Command, Internal, OpenRoomError, Reply, Services, Visit, checkpoint, words};
use crate::log::{Entry, LogError, RoomMeta, StoredRoom};
use crate::process::page::{self, Phase};
use crate::session::RoomId;
use crate::wire::Frame;

/// How often rooms are looked at that nobody watches.
const HOUSEKEEPING: Duration = Duration::from_secs(1);

pub(crate) struct Worker {
    pub(super) services: Rc<Services>,
    /// In order, so that a simulation goes the same way every time.
    pub(super) rooms: BTreeMap<RoomId, Host>,
    lives: u64,
    /// How its rooms share its time.
    pub(super) rations: Rations,
    /// How its rooms behave.
    pub(super) conduct: Conduct,
    /// When the operator was last told that a room takes too much of it.
    pub(super) told: Option<Instant>,
    pub(super) watched: Watched,
}

impl Worker {
    pub(crate) fn new(services: Services) -> Self {
        let limits = &services.config.room;
        let rations =
            Rations::new(limits.share, limits.share_burst, limits.parked, services.time.now());
        let conduct = Conduct::new(limits.share_burst);
        let is_annex = services.quarters.is_annex(services.index);
        Self {
            rooms: BTreeMap::new(),
            lives: services.lives,
            watched: Watched::this_thread(is_annex, services.page),
            services: Rc::new(services),
            rations,
            conduct,
            told: None,
        }
    }

    /// Works until told to stop.
    pub(crate) fn run(mut self, mailbox: &Mailbox) {
        mailbox.answer_here();
        let (mut tick, mut housekeeping) = (Instant::now() + TICK, Instant::now() + HOUSEKEEPING);
        loop {
            // What is durable is shown before more is taken in.
            match mailbox.wait(tick, self.rations.parked() > 0) {
                Mail::Internal(Internal::Stop) | Mail::Closed => break,
                Mail::Internal(message) => self.internal(message),
                Mail::Command(command) => self.command(command),
                Mail::Nothing => {
                    self.serve_parked(true);
                }
                Mail::Late => {
                    self.pass_time();
                    if Instant::now() >= housekeeping {
                        self.keep_house();
                        mailbox.report();
                        housekeeping = Instant::now() + HOUSEKEEPING;
                    }
                    // From when it is done, so that commands have their turn in between.
                    tick = Instant::now() + TICK;
                }
            }
        }
        self.close();
    }

    /// Says goodbye to everybody.
    pub(super) fn close(&mut self) {
        for room in self.rooms.keys().cloned().collect::<Vec<_>>() {
            self.end(&room, &words::shutdown());
        }
    }

    pub(super) fn command(&mut self, command: Command) {
        let room = command.room().clone();
        self.errand(&room, Errand::Command(command));
        // Whoever has waited and rested has its turn in between.
        self.serve_parked(false);
    }

    pub(super) fn internal(&mut self, message: Internal) {
        let Some(message) = self.send_after(message) else { return };
        match message {
            Internal::Durable { room, life, ticket, result } => {
                self.with_life(&room, life, |host| match result {
                    Ok(()) => {
                        host.acknowledged(ticket);
                        Ok(())
                    }
                    Err(error) => {
                        tracing::error!(%room, %error, "an event was not made durable");
                        let full = matches!(error, LogError::Full { .. });
                        host.tell_all(&Frame::refused("not_saved", words::not_saved(full)));
                        Err(Panicked)
                    }
                });
            }
            Internal::JobDone { room, life, job, result } => {
                self.errand(&room, Errand::JobDone { life, job, result });
            }
            Internal::Detach { room, conn } => self.errand(&room, Errand::Detach(conn)),
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
            Internal::Stop => {}
        }
    }

    /// The rooms that are awake.
    pub(super) fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.rooms.values()
    }

    /// Does something to a room that is awake; one that breaks is made anew when next visited.
    pub(super) fn with(
        &mut self,
        room: &RoomId,
        work: impl FnOnce(&mut Host) -> Result<(), Panicked>,
    ) {
        let Some(host) = self.rooms.get_mut(room) else { return };
        self.watched.works_on(room, host.map.package.id());
        let _busy = self.services.page.enter(page::SHARD, Phase::Work, room);
        // Not only the room itself: whatever goes wrong around one room must not touch others.
        let done = catch_unwind(AssertUnwindSafe(|| {
            work(host)?;
            host.let_go()
        }));
        if let Some(closing) = host.ending.take() {
            self.close_room(room, &closing);
        } else if !matches!(done, Ok(Ok(()))) {
            self.services.metrics.rooms_restarted.add(1);
            tracing::error!(%room, map = host.map.package.id(), "the room starts anew from its log");
            self.end(room, &words::restart());
        }
    }

    pub(super) fn with_life(
        &mut self,
        room: &RoomId,
        life: u64,
        work: impl FnOnce(&mut Host) -> Result<(), Panicked>,
    ) {
        if self.rooms.get(room).is_some_and(|host| host.life == life) {
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
            self.errand(&room, Errand::Tick);
        }
    }

    /// Puts deserted rooms to sleep and forgets those that have slept too long.
    pub(super) fn keep_house(&mut self) {
        self.measure();
        let now = self.services.time.now();
        self.rations.keep_house(now);
        self.rooms.values_mut().for_each(Host::note_visit);
        let sleepy: Vec<RoomId> = self
            .rooms
            .values_mut()
            .filter_map(|host| host.may_sleep(now).then(|| host.id.clone()))
            .collect();
        for room in sleepy {
            tracing::debug!(%room, "asleep");
            self.end(&room, &words::restart());
        }
        self.release_reformed();
        let Some(forget_after) = self.services.config.room.forget_after else { return };
        for room in self.services.directory.deserted_for(forget_after, now) {
            if self.owns(&room) && !self.rooms.contains_key(&room) {
                self.forget(&room);
            }
        }
    }

    /// Ends a room for good, log and all; says whether there was one.
    pub(super) fn close_room(&mut self, room: &RoomId, closing: &Closing) -> bool {
        let known = self.services.directory.contains(room);
        self.end(room, closing);
        if known {
            self.forget(room);
        }
        known
    }

    /// Rooms in memory.
    pub(super) fn awake(&self) -> impl Iterator<Item = &RoomId> {
        self.rooms.keys()
    }

    pub(super) fn host(&self, room: &RoomId) -> Option<&Host> {
        self.rooms.get(room)
    }

    /// Says how the shard is.
    fn measure(&self) {
        let Some(gauges) = self.services.metrics.shards.get(self.services.index) else { return };
        let sum = |part: fn(&Host) -> usize| self.rooms.values().map(part).sum::<usize>() as u64;
        gauges.viewers.set(sum(|host| host.viewers.len()));
        gauges.memory.set(sum(|host| host.room.memory_bytes()));
        gauges.jobs.set(sum(Host::jobs_under_way));
        gauges.parked.set(self.rations.parked() as u64);
    }

    /// Deletes a room that is not awake.
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
        self.services.quarters.send_home(room);
    }

    /// Drops a room from memory. What it is, is in the log.
    pub(super) fn end(&mut self, room: &RoomId, closing: &Closing) {
        let Some(mut host) = self.rooms.remove(room) else { return };
        self.services.awake.fetch_sub(1, Ordering::Relaxed);
        let ended = catch_unwind(AssertUnwindSafe(move || {
            host.close_all(closing);
            host.services.log.release(&host.lease);
            drop(host);
        }));
        if ended.is_err() {
            tracing::error!(%room, "the room panicked while it was dropped");
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
        let (life, services) = (self.new_life(), Rc::clone(&self.services));
        let mut host = Host::new(lease, life, map, opened, Vec::new(), services);
        host.append(Entry::Package { digest, bytes });
        host.append(Entry::Open(RoomMeta { package: digest, ..meta }));
        host.opened(applied);
        Ok(host)
    }

    pub(super) fn attach(&mut self, room: &RoomId, visit: Visit) {
        if !self.owns(room) {
            // It has moved in the meantime.
            return visit.outbox.close(words::restart());
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

    /// Makes a room again from its log.
    fn wake(&mut self, room: &RoomId) -> Result<Host, Closing> {
        if !self.services.directory.contains(room) {
            return Err(words::no_such_room());
        }
        if self.is_full() {
            return Err(words::busy());
        }
        let unreadable = |error: &dyn std::fmt::Display| {
            tracing::error!(%room, %error, "the room cannot be made again");
            words::unreadable_room()
        };
        let _busy = self.services.page.enter(page::SHARD, Phase::Wake, room);
        // Ours before it is read: nobody writes to it in between.
        let lease = self.services.log.lease(room).map_err(|error| unreadable(&error))?;
        let stored = self.services.log.read(room).map_err(|error| unreadable(&error))?;
        let packed = stored.package.as_deref();
        let map = self
            .services
            .maps
            .of_room(&stored.meta, packed)
            .map_err(|reason| unreadable(&reason))?;
        let options = RoomOptions { repackaged: stored.repackaged, ..self.options(&stored.meta) };
        let resume = || checkpoint::resume(room, &map.package, options, &stored);
        let woken = match catch_unwind(AssertUnwindSafe(resume)) {
            Ok(Ok(woken)) => woken,
            Ok(Err(error)) => return Err(unreadable(&error)),
            Err(_) => return Err(unreadable(&"the script host panicked")),
        };
        let StoredRoom { meta, records, tokens, lost, .. } = stored;
        let (life, services) = (self.new_life(), Rc::clone(&self.services));
        let mut host = Host::new(lease, life, map, woken.room, tokens, services);
        host.remember_events(&woken.recent);
        let deserted = self.services.directory.deserted_since(room);
        host.places = Places::new(&records, deserted.unwrap_or_else(|| self.services.time.now()));
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

    /// From now on a room of before packages were kept keeps the one it woke with.
    fn note_package(&self, host: &mut Host) {
        let digest = host.map.package.digest();
        match host.map.packed() {
            Ok(bytes) => {
                host.append(Entry::Package { digest, bytes });
                host.append(Entry::Repackage { digest, since: 0 });
            }
            Err(error) => tracing::warn!(room = %host.id, %error, "the room's map is not kept"),
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

    fn new_life(&mut self) -> u64 {
        self.lives += 1;
        self.lives
    }
}

#[cfg(feature = "stepped")]
impl Worker {
    /// Does the next thing that waits, in the order of [`Worker::run`]; `false` when nothing does.
    pub(super) fn step(&mut self, mailbox: &Mailbox) -> bool {
        match mailbox.look() {
            Some(Mail::Internal(message)) => self.internal(message),
            Some(Mail::Command(command)) => self.command(command),
            Some(Mail::Late | Mail::Nothing | Mail::Closed) | None => {
                return self.serve_parked(true);
            }
        }
        true
    }
}

#[cfg(test)]
pub(super) mod tests;
