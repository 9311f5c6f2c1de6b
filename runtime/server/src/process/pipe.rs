//! The socket between a worker process and its parent: messages, each preceded by its length.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use fangqi_world::codec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::message::MESSAGE_MAX;

/// Bytes requested from the socket at once.
const READ: usize = 64 << 10;
/// Capacity in bytes that an empty buffer keeps; a larger one is shrunk.
const KEPT: usize = 256 << 10;

/// Encodes a message, preceded by its length.
pub(super) fn framed<T: Serialize>(message: &T) -> Vec<u8> {
    let payload = codec::pack(message);
    let mut framed = Vec::with_capacity(4 + payload.len());
    // A longer message is refused by the reader, which ends the worker.
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    framed.extend_from_slice(&length.to_le_bytes());
    framed.extend_from_slice(&payload);
    framed
}

/// Assembles messages from the bytes that arrive.
#[derive(Debug, Default)]
pub(super) struct Reader {
    bytes: Vec<u8>,
    /// Where the next message begins.
    start: usize,
}

impl Reader {
    /// Reads what has arrived, without waiting. Returns whether the socket is still open.
    pub(super) fn fill(&mut self, stream: &UnixStream) -> io::Result<bool> {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
            self.bytes.shrink_to(KEPT);
        } else if self.start > KEPT {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        self.bytes.reserve(READ);
        // Not zeroed first, because this runs for every few messages.
        let space = self.bytes.spare_capacity_mut();
        // SAFETY: the buffer has the given length and outlives the call.
        let read = unsafe {
            libc::recv(
                stream.as_raw_fd(),
                space.as_mut_ptr().cast(),
                space.len(),
                libc::MSG_DONTWAIT,
            )
        };
        match usize::try_from(read) {
            Ok(0) => Ok(false),
            Ok(count) => {
                // SAFETY: `recv` has written `count` bytes of the space.
                unsafe { self.bytes.set_len(self.bytes.len() + count) };
                Ok(true)
            }
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::WouldBlock => Ok(true),
                error if error.kind() == io::ErrorKind::Interrupted => Ok(true),
                error if error.kind() == io::ErrorKind::ConnectionReset => Ok(false),
                error => Err(error),
            },
        }
    }

    /// The next complete message, if there is one.
    ///
    /// # Errors
    /// The bytes are not a message of this type, or it is too long.
    pub(super) fn next<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let waiting = &self.bytes[self.start..];
        let Some((length, rest)) = waiting.split_first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > MESSAGE_MAX {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message is too long"));
        }
        let Some(payload) = rest.get(..length) else {
            self.bytes.reserve(length);
            return Ok(None);
        };
        let read = codec::unpack_untrusted(payload);
        self.start += 4 + length;
        read.map(Some).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

/// Messages that wait until the socket takes more.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    messages: VecDeque<Vec<u8>>,
    /// Bytes of the first message that are already written.
    written: usize,
}

impl Backlog {
    /// Appends a message.
    pub(super) fn push(&mut self, message: Vec<u8>) {
        self.messages.push_back(message);
    }

    /// Number of waiting messages.
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Moves the messages of another backlog to the end of this one.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.messages.append(&mut other.messages);
    }

    pub(super) fn clear(&mut self) {
        self.messages.clear();
        self.written = 0;
    }

    /// Writes as much as the socket takes without waiting.
    pub(super) fn write(&mut self, stream: &UnixStream) -> io::Result<()> {
        while let Some(message) = self.messages.front() {
            let rest = &message[self.written..];
            // SAFETY: the buffer has the given length and outlives the call.
            let sent = unsafe {
                libc::send(
                    stream.as_raw_fd(),
                    rest.as_ptr().cast(),
                    rest.len(),
                    libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL,
                )
            };
            match usize::try_from(sent) {
                Ok(sent) if sent == rest.len() => {
                    self.messages.pop_front();
                    self.written = 0;
                }
                Ok(sent) => self.written += sent,
                Err(_) => match io::Error::last_os_error() {
                    error if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                    error if error.kind() == io::ErrorKind::Interrupted => {}
                    error => return Err(error),
                },
            }
        }
        Ok(())
    }
}

/// A worker's writing end. Messages are buffered and written together by [`Self::flush`].
#[derive(Debug)]
pub(super) struct Writer {
    stream: UnixStream,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new(stream: UnixStream) -> Self {
        Self { stream, bytes: Vec::new() }
    }

    /// Buffers a message.
    pub(super) fn push<T: Serialize>(&mut self, message: &T) {
        self.bytes.extend_from_slice(&framed(message));
    }

    /// Writes the buffered messages. Blocks until the parent, which always reads, has taken them.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        let done = self.stream.write_all(&self.bytes);
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
        done
    }
}

/// The result of [`wait`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ready {
    /// At least one descriptor is readable or closed.
    pub(super) readable: bool,
    /// The first descriptor accepts more bytes.
    pub(super) writable: bool,
}

/// Waits until a descriptor is readable, or with `write` the first one is writable, or `time` has
/// passed.
pub(super) fn wait<const N: usize>(
    sockets: [BorrowedFd<'_>; N],
    write: bool,
    time: Duration,
) -> Ready {
    let mut polled = sockets.map(|socket| libc::pollfd {
        fd: socket.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    });
    if let (Some(first), true) = (polled.first_mut(), write) {
        first.events |= libc::POLLOUT;
    }
    // Rounded up: a wait that ends too early would be repeated in a busy loop.
    let milliseconds = time.as_micros().div_ceil(1000);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    // SAFETY: the array has the given length and outlives the call. An interrupted call returns no
    // events, and the caller polls again.
    unsafe { libc::poll(polled.as_mut_ptr(), N as libc::nfds_t, milliseconds) };
    let readable = polled.iter().any(|socket| socket.revents & !libc::POLLOUT != 0);
    let writable = polled.first().is_some_and(|socket| socket.revents & libc::POLLOUT != 0);
    Ready { readable, writable }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    #[test]
    fn messages_arrive_whole_and_in_order_however_they_are_cut() {
        let (one, two) = UnixStream::pair().unwrap();
        let sent: Vec<String> = (0..300).map(|size| "x".repeat(size * size % 40_000)).collect();
        let messages = sent.clone();
        let writing = std::thread::spawn(move || {
            let mut backlog = Backlog::default();
            for message in &messages {
                backlog.push(framed(message));
                backlog.write(&one).unwrap();
            }
            while !backlog.is_empty() {
                wait([one.as_fd()], true, Duration::from_millis(100));
                backlog.write(&one).unwrap();
            }
            let mut writer = Writer::new(one);
            writer.push(&"last");
            writer.flush().unwrap();
        });
        let (mut reader, mut got) = (Reader::default(), Vec::<String>::new());
        while reader.fill(&two).unwrap() {
            while let Some(message) = reader.next().unwrap() {
                got.push(message);
            }
            wait([two.as_fd()], false, Duration::from_millis(5));
        }
        writing.join().unwrap();
        assert_eq!(got.pop().as_deref(), Some("last"));
        assert_eq!(got, sent);
    }

    #[test]
    fn what_is_no_message_is_refused_without_allocating_what_it_claims() {
        let cases: [&[u8]; 4] = [
            // Longer than the longest message.
            &[0xFF, 0xFF, 0xFF, 0xFF, 1],
            // A string with a huge claimed length.
            &[9, 0, 0, 0, 253, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            // Extra bytes after the message.
            &[3, 0, 0, 0, 1, b'a', b'b'],
            // Not valid UTF-8.
            &[2, 0, 0, 0, 1, 0xFF],
        ];
        for bytes in cases {
            let (mut one, two) = UnixStream::pair().unwrap();
            one.write_all(bytes).unwrap();
            let mut reader = Reader::default();
            assert!(reader.fill(&two).unwrap());
            assert!(reader.next::<String>().is_err(), "{bytes:?}");
        }
    }
}
