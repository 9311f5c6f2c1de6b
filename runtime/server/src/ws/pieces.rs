//! Sends long messages in short frames, and ends connections without losing data.
//!
//! The write buffer of a WebSocket grows to the longest frame it has sent and never shrinks. A
//! room's scene is long and sent once, so each of ten thousand idle sockets would keep a buffer of
//! that size. With short frames the buffers stay small.
//!
//! The library knows when the WebSocket has ended, but not when the connection below it has. Once
//! closed, this shuts down the sending direction, and reads and discards data until the client has
//! closed its own.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_util::{Sink, Stream};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// Payload bytes of a frame.
const PIECE: usize = 1000;

/// A WebSocket that sends long messages in pieces and waits for the end of its connection.
pub(super) struct Pieces<L> {
    socket: WebSocketStream<L>,
    /// The WebSocket has ended; only the end of the connection below is awaited.
    closed: bool,
}

impl<L> Pieces<L> {
    pub(super) fn new(socket: WebSocketStream<L>) -> Self {
        Self { socket, closed: false }
    }
}

impl<L: AsyncRead + AsyncWrite + Unpin> Stream for Pieces<L> {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self.closed {
            return Pin::new(&mut self.socket).poll_next(context);
        }
        let mut scratch = [0; 1024];
        loop {
            let mut read = ReadBuf::new(&mut scratch);
            ready!(Pin::new(self.socket.get_mut()).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(None);
            }
        }
    }
}

impl<L: AsyncRead + AsyncWrite + Unpin> Sink<Message> for Pieces<L> {
    type Error = Error;

    fn poll_ready(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Self::Error>> {
        Pin::new(&mut self.socket).poll_ready(context)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Self::Error> {
        let mut socket = Pin::new(&mut self.socket);
        let (kind, bytes): (Data, Bytes) = match message {
            Message::Text(text) if text.len() > PIECE => (Data::Text, text.into()),
            Message::Binary(bytes) if bytes.len() > PIECE => (Data::Binary, bytes),
            short => return socket.start_send(short),
        };
        for start in (0..bytes.len()).step_by(PIECE) {
            let end = (start + PIECE).min(bytes.len());
            let code = OpCode::Data(if start == 0 { kind } else { Data::Continue });
            let frame = Frame::message(bytes.slice(start..end), code, end == bytes.len());
            // What the connection does not take now waits in the write buffer, which is bounded.
            socket.as_mut().start_send(Message::Frame(frame))?;
        }
        Ok(())
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Self::Error>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_close(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Self::Error>> {
        // Writes what is queued, including a close frame or the answer to one.
        match ready!(Pin::new(&mut self.socket).poll_close(context)) {
            Ok(()) | Err(Error::AlreadyClosed | Error::ConnectionClosed) => {}
            Err(error) => return Poll::Ready(Err(error)),
        }
        self.closed = true;
        Pin::new(self.socket.get_mut()).poll_shutdown(context).map_err(Error::Io)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::tungstenite::protocol::Role;

    use super::*;

    /// The messages that an ordinary client receives.
    async fn heard(messages: Vec<Message>) -> Vec<Message> {
        let (here, there) = tokio::io::duplex(1 << 20);
        let mut server =
            Pieces::new(WebSocketStream::from_raw_socket(here, Role::Server, None).await);
        let client = WebSocketStream::from_raw_socket(there, Role::Client, None).await;
        for message in messages {
            server.send(message).await.unwrap();
        }
        drop(server);
        client
            .take_while(|read| std::future::ready(read.is_ok()))
            .map(Result::unwrap)
            .collect()
            .await
    }

    #[tokio::test]
    async fn messages_of_any_length_arrive_whole() {
        let mut sent = Vec::new();
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 50_000] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            sent.push(Message::binary(bytes));
            // Characters of three bytes, so that some frames end within one.
            sent.push(Message::text("棋".repeat(length.div_ceil(3))));
        }
        sent.push(Message::Ping(vec![1, 2].into()));
        assert_eq!(heard(sent.clone()).await, sent);
    }
}
