//! A worker's connection to its parent, over which it appends to the log, shows output to clients,
//! and updates the directory.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fangqi_protocol::PackedJob;
use fangqi_room::PackageDigest;

use super::memory::Wake;
use super::message::{Answer, Framed, FromWorker, ToWorker};
use super::pipe::{self, Reader, Writer};
use crate::jobs::{Helped, Helpers};
use crate::log::{Ack, Entry, Lease, LogError, RoomLog, RoomMeta, StoredRoom};
use crate::session::{RoomId, TokenDigest};
use crate::shard::{Attendance, Carrier, ConnId, Parcel, Parent, Reply};

/// Longest single wait for a room's log.
const PATIENCE: Duration = Duration::from_secs(3600);

/// The worker's end of the socket, and everything that waits for answers over it.
pub(super) struct Line {
    writer: Mutex<Writer>,
    pub(super) stream: UnixStream,
    pub(super) inbound: Mutex<Inbound>,
    /// Ends a wait for the socket when another thread has a message for the shard.
    pub(super) wake: Wake,
    entries: AtomicU64,
    pub(super) acks: Mutex<HashMap<u64, (RoomId, Ack)>>,
    /// The connections with their rooms, and the flag to set when a connection has ended.
    pub(super) conns: Mutex<HashMap<ConnId, (RoomId, Arc<AtomicBool>)>>,
    /// The last entry that each room gave to the log, unless it failed.
    pub(super) given: Mutex<HashMap<RoomId, u64>>,
    /// Rooms whose jobs are to fail when they next wake.
    pub(super) barred: Mutex<Vec<RoomId>>,
    offered: AtomicU64,
    /// Jobs that were offered to other servers.
    pub(super) offers: Mutex<HashMap<u64, Helped>>,
}

pub(super) struct Inbound {
    reader: Reader,
    pub(super) waiting: VecDeque<ToWorker>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process, because its parent is gone.
fn orphaned() -> ! {
    // SAFETY: the call ends the process without running any of its code.
    unsafe { libc::_exit(0) }
}

impl Line {
    /// The socket that a worker was started with; `reader` holds what was read beyond the first
    /// message.
    pub(super) fn new(stream: UnixStream, writer: UnixStream, reader: Reader) -> io::Result<Self> {
        Ok(Self {
            writer: Mutex::new(Writer::new(writer)),
            stream,
            inbound: Mutex::new(Inbound { reader, waiting: VecDeque::new() }),
            wake: Wake::new()?,
            entries: AtomicU64::new(1),
            acks: Mutex::default(),
            conns: Mutex::default(),
            given: Mutex::default(),
            barred: Mutex::default(),
            offered: AtomicU64::new(1),
            offers: Mutex::default(),
        })
    }

    /// Buffers a message. It is sent at the latest when the shard next waits.
    pub(super) fn send(&self, message: &FromWorker) {
        lock(&self.writer).push(message);
    }

    pub(super) fn flush(&self) {
        if lock(&self.writer).flush().is_err() {
            orphaned();
        }
    }

    fn send_now(&self, message: &FromWorker) {
        let mut writer = lock(&self.writer);
        writer.push(message);
        if writer.flush().is_err() {
            orphaned();
        }
    }

    /// Reads the messages that have arrived, without waiting.
    pub(super) fn receive(&self, inbound: &mut Inbound) {
        let more = inbound.reader.fill(&self.stream);
        loop {
            match inbound.reader.next() {
                Ok(Some(message)) => inbound.waiting.push_back(message),
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(%error, "the parent sends what is no message");
                    orphaned();
                }
            }
        }
        if !matches!(more, Ok(true)) {
            orphaned();
        }
    }

    pub(super) fn acknowledge(&self, entry: u64, result: Result<(), LogError>) {
        let ack = lock(&self.acks).remove(&entry);
        if let Some((_, ack)) = ack {
            ack(result);
        }
    }

    pub(super) fn answer(&self, question: u64, answer: Option<Answer>) {
        self.send(&FromWorker::Answer { question, answer: answer.map(Box::new) });
    }

    /// A reply whose answer is sent to the parent.
    pub(super) fn reply<T: 'static>(
        self: &Arc<Self>,
        question: u64,
        wrap: impl FnOnce(T) -> Answer + Send + 'static,
    ) -> Reply<T> {
        let line = Arc::clone(self);
        Reply::to(move |answer: Option<T>| line.answer(question, answer.map(wrap)))
    }
}

impl Carrier for Line {
    fn carry(&self, conn: ConnId, parcel: Parcel) {
        let mut conns = lock(&self.conns);
        let Some((room, _)) = conns.get(&conn) else { return };
        let after = lock(&self.given).get(room).copied().unwrap_or(0);
        if matches!(parcel, Parcel::Close(_) | Parcel::Kill) {
            conns.remove(&conn);
        }
        drop(conns);
        self.send(&match parcel {
            Parcel::Frames { frames, promptly } => {
                let frames = frames.into_iter().map(Framed::from).collect();
                FromWorker::Frames { conn, frames, promptly, after }
            }
            Parcel::Close(closing) => FromWorker::Close { conn, closing, after },
            Parcel::Kill => FromWorker::Kill { conn },
        });
    }
}

impl Helpers for Line {
    fn offer(&self, room: &RoomId, job: PackedJob, helped: Helped) {
        let offer = self.offered.fetch_add(1, Ordering::Relaxed);
        lock(&self.offers).insert(offer, helped);
        self.send(&FromWorker::Offer { offer, room: room.clone(), job });
    }
}

impl Parent for Line {
    fn known(&self, conn: ConnId, token: TokenDigest) {
        self.send(&FromWorker::Known { conn, token });
    }

    fn listed(&self, room: &RoomId, attendance: &Attendance) {
        self.send(&FromWorker::Listed { room: room.clone(), attendance: attendance.clone() });
    }

    fn unlisted(&self, room: &RoomId) {
        self.send(&FromWorker::Unlisted { room: room.clone() });
    }

    fn moved(&self, room: &RoomId, to_isolation: bool) {
        self.send(&FromWorker::Moved { room: room.clone(), to_isolation });
    }

    fn jobs_fail(&self, room: &RoomId) -> bool {
        let mut barred = lock(&self.barred);
        let before = barred.len();
        barred.retain(|known| known != room);
        barred.len() < before
    }
}

/// The log, which the parent holds.
pub(super) struct ParentLog(pub(super) Arc<Line>);

impl RoomLog for ParentLog {
    /// The parent takes the real lease before the first entry or when the room is read.
    fn lease(&self, room: &RoomId) -> Result<Lease, LogError> {
        Ok(Lease::new(room.clone(), 0))
    }

    fn append(&self, lease: &Lease, entry: Entry, ack: Ack) {
        let number = self.0.entries.fetch_add(1, Ordering::Relaxed);
        let room = lease.room().clone();
        lock(&self.0.acks).insert(number, (room.clone(), ack));
        lock(&self.0.given).insert(room.clone(), number);
        // Sent at once, so that the disk works while the room applies the input.
        self.0.send_now(&FromWorker::Append { entry: number, room, step: entry });
    }

    fn release(&self, lease: &Lease) {
        lock(&self.0.given).remove(lease.room());
        self.0.send(&FromWorker::Release { room: lease.room().clone() });
    }

    fn read(&self, room: &RoomId) -> Result<StoredRoom, LogError> {
        self.0.send_now(&FromWorker::Read { room: room.clone() });
        let mut inbound = lock(&self.0.inbound);
        loop {
            let stored = inbound.waiting.iter().position(|it| matches!(it, ToWorker::Stored(_)));
            if let Some(ToWorker::Stored(stored)) =
                stored.and_then(|stored| inbound.waiting.remove(stored))
            {
                return stored.map(|room| *room).map_err(LogError::from);
            }
            pipe::wait([self.0.stream.as_fd()], false, PATIENCE);
            self.0.receive(&mut inbound);
        }
    }

    fn package(&self, _digest: PackageDigest) -> Result<Option<Arc<[u8]>>, LogError> {
        Err(LogError::Elsewhere("a worker reads packages with their rooms only".to_owned()))
    }

    fn rooms(&self) -> Result<Vec<(RoomId, RoomMeta)>, LogError> {
        Err(LogError::Elsewhere("a worker is told of its rooms one by one".to_owned()))
    }
}
