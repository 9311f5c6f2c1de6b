//! What a connection reads from and writes to. The connection's task does both; its room's thread
//! may write too, where nothing is in the way.

use std::iter;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use futures_util::{Sink, SinkExt, Stream};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::shard::{self, Written};
use crate::wire::Frame;

/// What carries messages: a WebSocket, or what a simulation has in its place.
pub trait Socket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
}

impl<S> Socket for S where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
}

/// The connection's hold of its socket, which is closed when it lets go.
pub(super) struct Line {
    socket: Arc<Shared<dyn Socket>>,
    for_room: Weak<dyn shard::Line>,
}

/// A socket that is in one thread's hands at a time. Messages go in whole, so that one's never come
/// to stand inside another's.
struct Shared<S: ?Sized>(Mutex<Held<S>>);

struct Held<S: ?Sized> {
    /// Wakes the task. A socket remembers one waker for writing: after a room's write it has to be
    /// the task's still, or a task that waits to write would sleep on.
    task: Waker,
    socket: S,
}

impl Line {
    pub(super) fn new(socket: impl Socket + 'static) -> Self {
        let held = Held { task: Waker::noop().clone(), socket };
        let socket = Arc::new(Shared(Mutex::new(held)));
        let for_room: Weak<dyn shard::Line> = Arc::downgrade(&socket) as _;
        Self { socket, for_room }
    }

    /// For the room, which does not keep the socket open.
    pub(super) fn for_room(&self) -> Weak<dyn shard::Line> {
        Weak::clone(&self.for_room)
    }

    fn hold(&self) -> MutexGuard<'_, Held<dyn Socket + 'static>> {
        self.socket.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the task do something that may leave its waker with the socket.
    fn write<T>(
        &self,
        context: &mut Context<'_>,
        act: impl FnOnce(Pin<&mut (dyn Socket + 'static)>, &mut Context<'_>) -> T,
    ) -> T {
        let mut held = self.hold();
        held.task.clone_from(context.waker());
        act(Pin::new(&mut held.socket), context)
    }
}

impl Stream for Line {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.write(context, |socket, context| socket.poll_next(context))
    }
}

impl Sink<Message> for Line {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.write(context, |socket, context| socket.poll_ready(context))
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        Pin::new(&mut self.hold().socket).start_send(message)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.write(context, |socket, context| socket.poll_flush(context))
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.write(context, |socket, context| socket.poll_close(context))
    }
}

impl<S: Socket> shard::Line for Shared<S> {
    fn write_now(&self, frames: Vec<Frame>) -> Written {
        // Whoever has it may be in the middle of a system call: a room does not wait for that.
        let Ok(mut held) = self.0.try_lock() else { return Written::Without(frames) };
        let Held { task, socket } = &mut *held;
        let context = &mut Context::from_waker(task);
        if !matches!(socket.poll_ready_unpin(context), Poll::Ready(Ok(()))) {
            return Written::Without(frames);
        }
        let mut left = frames.into_iter();
        while let Some(frame) = left.next() {
            // The task meets the same error, and ends the connection.
            if socket.start_send_unpin(frame.clone().into()).is_err() {
                return Written::Without(iter::once(frame).chain(left).collect());
            }
        }
        match socket.poll_flush_unpin(context) {
            Poll::Ready(Ok(())) => Written::Whole,
            _ => Written::Without(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests;
