//! The queue between a room and the connection of one of its viewers, bounded in batches and bytes.
//!
//! Short output that nothing precedes bypasses the queue and is written to the line directly,
//! because waking the connection's task would take longer than the write.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use fangqi_protocol::LocalText;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc};

use super::messages;
use super::viewer::ConnId;
use crate::wire::{Frame, ServerMessage};

/// Most bytes that a room writes to a line itself. Scenes are longer; encrypting one for TLS would
/// delay the other rooms of the shard.
const PROMPT_BYTES: usize = 16 << 10;

/// The part of a connection's line that a room may use.
pub(crate) trait Line: Send + Sync {
    /// Writes frames without waiting for anything.
    fn write_now(&self, frames: Vec<Frame>) -> Written;
}

/// The result of [`Line::write_now`].
#[derive(Debug)]
pub(crate) enum Written {
    /// The line has taken all frames.
    Whole,
    /// The line has not taken these frames. The connection must send them and flush those before
    /// them.
    Without(Vec<Frame>),
}

/// Carries output of rooms in a worker process to the parent, which holds the connections.
pub(crate) trait Carrier: Send + Sync {
    /// Takes a parcel for a connection. A parcel for a connection that has ended is dropped.
    fn carry(&self, conn: ConnId, parcel: Parcel);
}

/// What is carried to a connection.
#[derive(Debug)]
pub(crate) enum Parcel {
    /// Frames that belong together, and whether they may be written to the line directly.
    Frames { frames: Vec<Frame>, promptly: bool },
    /// Close the connection after what was carried before.
    Close(Closing),
    /// End the connection at once.
    Kill,
}

/// The sending end of a connection's queue, held by the room.
pub(crate) enum Outbox {
    /// This process serves the connection.
    Local(Queue),
    /// The parent process serves the connection.
    Remote(Remote),
}

/// The sending end for a room in a worker process.
pub(crate) struct Remote {
    conn: ConnId,
    /// `None` once the connection has been ended.
    carrier: Option<Arc<dyn Carrier>>,
    /// Set when the connection has ended by itself.
    gone: Arc<AtomicBool>,
}

/// The sending end within the process that serves the connection.
pub(crate) struct Queue {
    batches: mpsc::Sender<Batch>,
    waiting: Arc<AtomicUsize>,
    bytes_max: usize,
    kill: Arc<Notify>,
    /// The connection's line, if it has offered one. It is owned by the connection and closes when
    /// that drops it.
    line: Option<Weak<dyn Line>>,
}

/// The receiving end, held by the connection.
#[derive(Debug)]
pub(crate) struct Inbox {
    batches: mpsc::Receiver<Batch>,
    waiting: Arc<AtomicUsize>,
    kill: Arc<Notify>,
}

/// What travels through the queue.
#[derive(Debug)]
pub(crate) enum Batch {
    /// Frames that belong together, and the bytes to report to [`Inbox::written`] once all frames
    /// up to and including these are written. The list is empty if the line has taken all frames
    /// and only has to be flushed.
    Frames(Vec<Frame>, usize),
    /// The last batch: the connection is to be closed. Boxed, because the queue reserves memory for
    /// 32 batches at once, however few arrive.
    Close(Box<Closing>),
}

/// How a connection ends.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Closing {
    /// WebSocket close code.
    pub(crate) code: u16,
    /// Stable code for [`ServerMessage::Bye`]. Without a text there is no such message: the socket
    /// just closes, and the client reconnects.
    pub(crate) word: Cow<'static, str>,
    /// The reason, as a sentence for the player.
    pub(crate) text: Option<LocalText>,
}

impl Closing {
    /// The connection ends for good, and the client is sent the reason.
    pub(crate) fn bye(code: u16, word: &'static str, text: LocalText) -> Self {
        Self { code, word: word.into(), text: Some(text) }
    }

    /// The [`ServerMessage::Bye`], if there is a text.
    pub(crate) fn frame(&self) -> Option<Frame> {
        let text = self.text.clone()?;
        Some(Frame::message(&ServerMessage::Bye { code: self.word.clone().into_owned(), text }))
    }
}

/// The reader is too slow or gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

/// Creates a queue of at most `batches_max` batches and about `bytes_max` bytes.
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
    /// The outbox of a connection that the parent of this process serves. `gone` is set when the
    /// connection has ended by itself.
    pub(crate) fn remote(conn: ConnId, carrier: Arc<dyn Carrier>, gone: Arc<AtomicBool>) -> Self {
        Self::Remote(Remote { conn, carrier: Some(carrier), gone })
    }

    /// Allows [`Self::push_promptly`] to write to the connection's line.
    pub(crate) fn with_line(self, line: Weak<dyn Line>) -> Self {
        match self {
            Self::Local(queue) => Self::Local(Queue { line: Some(line), ..queue }),
            Self::Remote(_) => self,
        }
    }

    /// Queues frames. An empty queue takes one batch of any size, because a scene must always fit.
    /// In a worker process this never reports a slow reader: the parent detects those itself.
    pub(crate) fn push(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        match self {
            Self::Local(queue) => queue.push(frames),
            Self::Remote(remote) => remote.push(frames, false),
        }
    }

    /// Writes frames to the line at once if they are short and nothing precedes them; queues them
    /// otherwise.
    pub(crate) fn push_promptly(&self, frames: Vec<Frame>) -> Result<(), Unreachable> {
        match self {
            Self::Local(queue) => queue.push_promptly(frames),
            Self::Remote(remote) => remote.push(frames, true),
        }
    }

    /// Bytes that wait for the reader; 0 in a worker process, where only the parent knows.
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

    /// Closes the connection after what is queued, or at once if the queue is full.
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
    /// As when a queue is dropped: the client reconnects by itself.
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
        // Only this end adds bytes, so a count of 0 stays 0 meanwhile.
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
    /// The next batch; `None` once the room has dropped this connection.
    pub(crate) async fn next(&mut self) -> Option<Batch> {
        self.batches.recv().await
    }

    /// Notified when the connection must end at once, regardless of what is queued.
    pub(crate) fn kill_switch(&self) -> Arc<Notify> {
        Arc::clone(&self.kill)
    }

    /// Subtracts bytes that were written and no longer wait.
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
