//! A connection between a client and the server: what a WebSocket and the network do, without them.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use fangqi_server::wire::MAX_CLIENT_MESSAGE;
use futures_util::{Sink, Stream};
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::{self, Message};

/// Bytes that the server may have written and the client not yet read.
const SEND_BUFFER: usize = 16 * 1024;

/// How the client's direction ended, as the server sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The client sends no more, but may read on.
    Fin,
    /// The connection is gone.
    Reset,
}

#[derive(Debug, Default)]
pub(crate) struct Pipe {
    /// Sent by the client, on its way.
    pub(crate) up_flight: VecDeque<Message>,
    /// Arrived, not yet read by the server.
    up: VecDeque<Message>,
    up_end: Option<End>,
    /// Handed over by the server, not yet accepted by the network.
    unflushed: VecDeque<Message>,
    /// On its way to the client.
    down: VecDeque<Message>,
    down_bytes: usize,
    /// A frame came that is longer than frames may be.
    oversized: bool,
    /// The server has let go of its end.
    pub(crate) server_gone: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}

impl Pipe {
    /// The network takes one message of the client to the server.
    pub(crate) fn deliver_up(&mut self) {
        if let Some(message) = self.up_flight.pop_front() {
            self.up.push_back(message);
            wake(&mut self.reader);
        }
    }

    /// Somebody on the way says the next thing of the client twice.
    pub(crate) fn repeat_up(&mut self) {
        if let Some(message) = self.up_flight.front().cloned() {
            self.up_flight.push_front(message);
        }
    }

    /// The next two things of the client change places on the way.
    pub(crate) fn swap_up(&mut self) {
        if self.up_flight.len() > 1 {
            self.up_flight.swap(0, 1);
        }
    }

    /// The network takes one message of the server to the client.
    pub(crate) fn deliver_down(&mut self) -> Option<Message> {
        let message = self.down.pop_front()?;
        self.down_bytes -= message.len();
        wake(&mut self.writer);
        Some(message)
    }

    pub(crate) fn waits_down(&self) -> bool {
        !self.down.is_empty()
    }

    /// The client is gone or sends no more; what it sent before still arrives, unless it was reset.
    pub(crate) fn end(&mut self, end: End) {
        if self.up_end != Some(End::Reset) {
            self.up_end = Some(end);
        }
        if end == End::Reset {
            self.up_flight.clear();
        }
        wake(&mut self.reader);
        wake(&mut self.writer);
    }

    /// The client sends a frame that is too long to be read.
    pub(crate) fn oversize(&mut self) {
        self.oversized = true;
        wake(&mut self.reader);
    }

    fn flush(&mut self) -> bool {
        while self.down_bytes < SEND_BUFFER {
            let Some(message) = self.unflushed.pop_front() else { return true };
            self.down_bytes += message.len();
            self.down.push_back(message);
        }
        self.unflushed.is_empty()
    }

    fn reset(&self) -> bool {
        self.up_end == Some(End::Reset)
    }
}

/// The server's end.
pub(crate) struct Link(Arc<Mutex<Pipe>>);

/// A fresh connection: the server's end and what lies between.
pub(crate) fn connect() -> (Link, Arc<Mutex<Pipe>>) {
    let pipe = Arc::new(Mutex::new(Pipe::default()));
    (Link(Arc::clone(&pipe)), pipe)
}

pub(crate) fn lock(pipe: &Mutex<Pipe>) -> MutexGuard<'_, Pipe> {
    pipe.lock().unwrap_or_else(PoisonError::into_inner)
}

fn broken() -> tungstenite::Error {
    io::Error::from(io::ErrorKind::ConnectionReset).into()
}

impl Stream for Link {
    type Item = Result<Message, tungstenite::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut pipe = lock(&self.0);
        if pipe.reset() {
            return Poll::Ready(Some(Err(broken())));
        }
        if let Some(message) = pipe.up.pop_front() {
            return Poll::Ready(Some(Ok(message)));
        }
        if pipe.oversized {
            let (size, max_size) = (MAX_CLIENT_MESSAGE + 1, MAX_CLIENT_MESSAGE);
            let said = CapacityError::MessageTooLong { size, max_size };
            return Poll::Ready(Some(Err(said.into())));
        }
        if pipe.up_end == Some(End::Fin) && pipe.up_flight.is_empty() {
            return Poll::Ready(None);
        }
        pipe.reader = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Sink<Message> for Link {
    type Error = tungstenite::Error;

    fn poll_ready(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), tungstenite::Error>> {
        self.poll_flush(context)
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), tungstenite::Error> {
        let mut pipe = lock(&self.0);
        if pipe.reset() {
            return Err(broken());
        }
        pipe.unflushed.push_back(message);
        pipe.flush();
        Ok(())
    }

    fn poll_flush(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), tungstenite::Error>> {
        let mut pipe = lock(&self.0);
        if pipe.reset() {
            return Poll::Ready(Err(broken()));
        }
        if pipe.flush() {
            return Poll::Ready(Ok(()));
        }
        pipe.writer = Some(context.waker().clone());
        Poll::Pending
    }

    fn poll_close(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), tungstenite::Error>> {
        self.poll_flush(context)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let mut pipe = lock(&self.0);
        pipe.server_gone = true;
        // What the system had not taken yet is lost; the rest still arrives.
        pipe.unflushed.clear();
    }
}
