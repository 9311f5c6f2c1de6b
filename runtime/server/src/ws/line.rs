//! The socket of a connection. The connection's task reads and writes; the room's thread may write
//! too when nothing is queued.

use std::iter;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use futures_util::{Sink, SinkExt, Stream};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::shard::{self, Written};
use crate::wire::Frame;

/// A message socket: a WebSocket, or its replacement in a simulation.
pub trait Socket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
}

impl<S> Socket for S where
    S: Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
}

/// The connection's handle of its socket, which is closed when this is dropped.
pub(super) struct Line {
    socket: Arc<Shared<dyn Socket>>,
    for_room: Weak<dyn shard::Line>,
}

/// A socket that one thread uses at a time. Messages are written whole, so those of two threads
/// never interleave.
struct Shared<S: ?Sized>(Mutex<Held<S>>);

struct Held<S: ?Sized> {
    /// Wakes the connection's task. A socket remembers only one waker for writing, so a room's
    /// write must leave the task's: otherwise a task that waits to write would not be woken.
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

    /// The room's handle, which does not keep the socket open.
    pub(super) fn for_room(&self) -> Weak<dyn shard::Line> {
        Weak::clone(&self.for_room)
    }

    fn hold(&self) -> MutexGuard<'_, Held<dyn Socket + 'static>> {
        self.socket.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs an operation of the task that may leave its waker with the socket.
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
        // The holder may be in a system call, and a room does not wait for that.
        let Ok(mut held) = self.0.try_lock() else { return Written::Without(frames) };
        let Held { task, socket } = &mut *held;
        let context = &mut Context::from_waker(task);
        if !matches!(socket.poll_ready_unpin(context), Poll::Ready(Ok(()))) {
            return Written::Without(frames);
        }
        let mut left = frames.into_iter();
        while let Some(frame) = left.next() {
            // The task meets the same error and ends the connection.
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
