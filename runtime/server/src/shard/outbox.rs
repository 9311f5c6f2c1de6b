//! The queue between a room and one of its viewers' connections, bounded in batches and bytes.
//!
//! What is short and has nothing before it goes past the queue, straight to the line: waking the
//! connection's task for it would take longer than writing it.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use fangqi_room::model::LocalText;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc};

use super::messages;
use super::viewer::ConnId;
use crate::wire::{Frame, ServerMessage};

/// Bytes that a room writes to a line by itself. A scene is longer; over TLS it would hold up the
/// room's neighbours.
const PROMPT_BYTES: usize = 16 << 10;

/// What the connection writes to, as far as a room may use it.
pub(crate) trait Line: Send + Sync {
    /// Hands frames over without waiting for anything.
    fn write_now(&self, frames: Vec<Frame>) -> Written;
}

/// What became of frames that were to be written at once.
#[derive(Debug)]
pub(crate) enum Written {
    /// The line has them.
    Whole,
    /// These it has not taken, and of those before them the connection has to see to it that they
    /// leave.
    Without(Vec<Frame>),
}

/// Takes what rooms of a worker process show to the connections, which are the parent's.
pub(crate) trait Carrier: Send + Sync {
    /// Takes something for a connection. What is for one that has ended is dropped.
    fn carry(&self, conn: ConnId, parcel: Parcel);
}

/// What is carried to a connection.
#[derive(Debug)]
pub(crate) enum Parcel {
    /// Frames that belong together, and whether they may go straight to the line.
    Frames { frames: Vec<Frame>, promptly: bool },
    /// The connection is to end after what was carried before.
    Close(Closing),
    /// The connection is to end at once.
    Kill,
}

/// The room's end.
pub(crate) enum Outbox {
    /// The connection is served by this process.
    Local(Queue),
    /// The connection is served by the parent of this process.
    Remote(Remote),
}

/// The end of a room that lives in a worker process.
pub(crate) struct Remote {
    conn: ConnId,
    /// Taken when the connection has been ended.
    carrier: Option<Arc<dyn Carrier>>,
    /// Whether the connection has ended by itself.
    gone: Arc<AtomicBool>,
}

/// The sending end of a queue within a process.
pub(crate) struct Queue {
    batches: mpsc::Sender<Batch>,
    waiting: Arc<AtomicUsize>,
    bytes_max: usize,
    kill: Arc<Notify>,
    /// The connection's own, which it closes by letting go of it.
    line: Option<Weak<dyn Line>>,
}

/// The connection's end.
#[derive(Debug)]
pub(crate) struct Inbox {
    batches: mpsc::Receiver<Batch>,
    waiting: Arc<AtomicUsize>,
    kill: Arc<Notify>,
}

/// What travels through it.
#[derive(Debug)]
pub(crate) enum Batch {
    /// Frames that belong together, and how many bytes wait until all before them and they are
    /// written. There may be none left to write.
    Frames(Vec<Frame>, usize),
    /// The last batch: the connection is to be closed. In a place of its own, since a queue keeps
    /// room for 32 batches however few come.
    Close(Box<Closing>),
}

/// How a connection ends.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Closing {
    /// WebSocket close code.
    pub(crate) code: u16,
    /// Stable word for [`ServerMessage::Bye`]; without a text, the socket just closes and the
    /// client connects again.
    pub(crate) word: Cow<'static, str>,
    /// A sentence for the person.
    pub(crate) text: Option<LocalText>,
}

impl Closing {
    /// The connection ends for good, and the person is told why.
    pub(crate) fn bye(code: u16, word: &'static str, text: LocalText) -> Self {
        Self { code, word: word.into(), text: Some(text) }
    }

    /// The [`ServerMessage::Bye`], if there is one.
    pub(crate) fn frame(&self) -> Option<Frame> {
        let text = self.text.clone()?;
        Some(Frame::message(&ServerMessage::Bye { code: self.word.clone().into_owned(), text }))
    }
}

/// A reader was too slow, or is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

/// A queue of at most `batches_max` batches and about `bytes_max` bytes.
pub(crate) fn queue(batches_max: usize, bytes_max: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(batches_max.max(1));
    let kill = Arc::new(Notify::new());
    let waiting = Arc::new(AtomicUsize::new(0));
    let inbox = Inbox { batches: receiver, waiting: Arc::clone(&waiting), kill: Arc::clone(&kill) };
    (Outbox::Local(Queue { batches: sender, waiting, bytes_max, kill, line: None }), inbox)
}

fn size(frames: &[Frame]) -> usize {
    frames.iter().map(Frame::size).sum()
}

impl std::fmt::Debug for Outbox {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Outbox")
            .field("waiting", &self.bytes_waiting())
            .finish_non_exhaustive()
    }
}

impl Outbox {
    /// The room's end of a connection that the parent of this process serves.
    /// `gone` is set when that has ended by itself.
    pub(crate) fn remote(conn: ConnId, carrier: Arc<dyn Carrier>, gone: Arc<AtomicBool>) -> Self {
        Self::Remote(Remote { conn, carrier: Some(carrier), gone })
    }

    /// Lets [`Self::push_promptly`] write to the connection's line.
    pub(crate) fn with_line(self, line: Weak<dyn Line>) -> Self {
        match self {
            Self::Local(queue) => Self::Local(Queue { line: Some(line), ..queue }),
            Self::Remote(_) => self,
        }
    }

    /// Queues frames. One batch fits into an empty queue however large it is: a scene must. The
    /// parent of a worker process finds out by itself who is too slow for what is carried there.
    pub(crate) fn push(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        match self {
            Self::Local(queue) => queue.push(frames),
            Self::Remote(remote) => remote.push(frames, false),
        }
    }

    /// Writes frames at once if they are short and nothing is before them, and queues them
    /// otherwise.
    pub(crate) fn push_promptly(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        match self {
            Self::Local(queue) => queue.push_promptly(frames),
            Self::Remote(remote) => remote.push(frames, true),
        }
    }

    /// Bytes that wait for the reader, as far as this process knows.
    pub(crate) fn bytes_waiting(&self) -> usize {
        match self {
            Self::Local(queue) => queue.bytes_waiting(),
            Self::Remote(_) => 0,
        }
    }

    /// Whether the connection has ended by itself.
    pub(crate) fn is_gone(&self) -> bool {
        match self {
            Self::Local(queue) => queue.is_gone(),
            Self::Remote(remote) => remote.gone.load(Ordering::Acquire),
        }
    }

    /// Ends the connection after what waits; at once if too much does.
    pub(crate) fn close(self, closing: Closing) {
        match self {
            Self::Local(queue) => queue.close(closing),
            Self::Remote(mut remote) => remote.end(Parcel::Close(closing)),
        }
    }

    /// Ends the connection at once.
    pub(crate) fn kill(self) {
        match self {
            Self::Local(queue) => queue.kill(),
            Self::Remote(mut remote) => remote.end(Parcel::Kill),
        }
    }
}

impl Remote {
    fn push(&self, frames: Vec<Frame>, promptly: bool) -> Result<(), Unreachable> {
        if self.gone.load(Ordering::Acquire) {
            return Err(Unreachable);
        }
        self.carry(Parcel::Frames { frames, promptly });
        Ok(())
    }

    fn carry(&self, parcel: Parcel) {
        if let Some(carrier) = &self.carrier {
            carrier.carry(self.conn, parcel);
        }
    }

    fn end(&mut self, parcel: Parcel) {
        self.carry(parcel);
        self.carrier = None;
    }
}

impl Drop for Remote {
    /// As where a queue is dropped: the client comes again by itself.
    fn drop(&mut self) {
        if self.carrier.is_some() {
            self.end(Parcel::Close(messages::restart()));
        }
    }
}

impl Queue {
    fn push(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        let bytes = size(&frames);
        let before = self.waiting.fetch_add(bytes, Ordering::AcqRel);
        if before > 0 && before + bytes > self.bytes_max {
            return Err(Unreachable);
        }
        self.enqueue(frames, bytes)
    }

    fn push_promptly(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        let bytes = size(&frames);
        // Only this end adds to what waits: what is nothing stays so.
        if bytes > PROMPT_BYTES || self.bytes_waiting() > 0 || self.is_gone() {
            return self.push(frames);
        }
        let Some(line) = self.line.as_ref().and_then(Weak::upgrade) else {
            return self.push(frames);
        };
        match line.write_now(frames) {
            Written::Whole => Ok(()),
            Written::Without(frames) => {
                self.waiting.fetch_add(bytes, Ordering::AcqRel);
                self.enqueue(frames, bytes)
            }
        }
    }

    fn enqueue(&self, frames: Vec<Frame>, bytes: usize) -> Result<(), Unreachable> {
        self.batches.try_send(Batch::Frames(frames, bytes)).map_err(|_| Unreachable)
    }

    fn bytes_waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    fn is_gone(&self) -> bool {
        self.batches.is_closed()
    }

    fn close(self, closing: Closing) {
        if self.batches.try_send(Batch::Close(Box::new(closing))).is_err() {
            self.kill();
        }
    }

    fn kill(self) {
        self.kill.notify_one();
    }
}

impl Inbox {
    /// The next batch; `None` when the room has let go of this connection.
    pub(crate) async fn next(&mut self) -> Option<Batch> {
        self.batches.recv().await
    }

    /// Completes when the connection must end at once, however much waits.
    pub(crate) fn kill_switch(&self) -> Arc<Notify> {
        Arc::clone(&self.kill)
    }

    /// Frames were written and no longer wait.
    pub(crate) fn written(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn frames(bytes: usize) -> Vec<Frame> {
        vec![Frame::Text("x".repeat(bytes).into())]
    }

    #[test]
    fn too_many_batches_are_refused() {
        let (outbox, _inbox) = queue(2, 1000);
        assert_eq!(outbox.push(frames(1)), Ok(()));
        assert_eq!(outbox.push(frames(1)), Ok(()));
        assert_eq!(outbox.push(frames(1)), Err(Unreachable));
    }

    #[test]
    fn bytes_count_until_written_and_one_large_batch_always_fits() {
        let (outbox, mut inbox) = queue(10, 100);
        assert_eq!(outbox.push(frames(5000)), Ok(()));
        assert!(matches!(inbox.batches.try_recv(), Ok(Batch::Frames(_, 5000))));
        inbox.written(5000);
        assert_eq!(outbox.push(frames(60)), Ok(()));
        assert_eq!(outbox.push(frames(60)), Err(Unreachable));
    }

    #[test]
    fn closing_a_full_queue_ends_the_connection_at_once() {
        let (outbox, inbox) = queue(1, 100);
        outbox.push(frames(1)).unwrap();
        outbox.close(Closing { code: 1012, word: "restart".into(), text: None });
        assert!(inbox.kill_switch().notified().now_or_never().is_some());
    }
}
