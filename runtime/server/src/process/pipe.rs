//! The socket between a worker process and its parent: messages, each with its length before it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use fangqi_world::codec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::message::MESSAGE_MAX;

/// Bytes asked of the socket at once.
const READ: usize = 64 << 10;
/// Bytes that a buffer keeps for good; one that had to hold more gives it back.
const KEPT: usize = 256 << 10;

/// A message with its length before it.
pub(super) fn framed<T: Serialize>(message: &T) -> Vec<u8> {
    let payload = codec::pack(message);
    let mut framed = Vec::with_capacity(4 + payload.len());
    // Longer ones are refused by the other side, which ends the worker.
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    framed.extend_from_slice(&length.to_le_bytes());
    framed.extend_from_slice(&payload);
    framed
}

/// Puts messages together from what arrives.
#[derive(Debug, Default)]
pub(super) struct Reader {
    bytes: Vec<u8>,
    /// Where the next message begins.
    start: usize,
}

impl Reader {
    /// Takes what has arrived, without waiting; says whether the other side may still send more.
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
        // Not filled with zeros first: this is done for every few messages.
        let space = self.bytes.spare_capacity_mut();
        // SAFETY: the space is as long as is said and outlives the call.
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

    /// The next message that is there as a whole.
    ///
    /// # Errors
    /// What came is no message of this type, or one that is too long.
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

/// What waits to be written to a socket that takes no more for the moment.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    messages: VecDeque<Vec<u8>>,
    /// Bytes of the first that are written already.
    written: usize,
}

impl Backlog {
    /// Adds a message, behind what waits.
    pub(super) fn push(&mut self, message: Vec<u8>) {
        self.messages.push_back(message);
    }

    /// Messages that wait.
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Adds what waits in another.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.messages.append(&mut other.messages);
    }

    pub(super) fn clear(&mut self) {
        self.messages.clear();
        self.written = 0;
    }

    /// Writes what the socket takes without waiting.
    pub(super) fn write(&mut self, stream: &UnixStream) -> io::Result<()> {
        while let Some(message) = self.messages.front() {
            let rest = &message[self.written..];
            // SAFETY: the bytes are as many as is said and outlive the call.
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

/// A worker's writing end. Messages are gathered until they are flushed, in one piece.
#[derive(Debug)]
pub(super) struct Writer {
    stream: UnixStream,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new(stream: UnixStream) -> Self {
        Self { stream, bytes: Vec::new() }
    }

    /// Adds a message.
    pub(super) fn push<T: Serialize>(&mut self, message: &T) {
        self.bytes.extend_from_slice(&framed(message));
    }

    /// Writes what was added, waiting for the parent, which always reads.
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

/// What a wait was ended by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ready {
    /// One of them has something to read, or has been closed.
    pub(super) readable: bool,
    /// The first takes bytes again.
    pub(super) writable: bool,
}

/// Waits until there is something to read, or the first takes bytes if that is wanted, or for a
/// time.
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
    // Never shorter than asked: who waits for a time would come too early again and again.
    let milliseconds = time.as_micros().div_ceil(1000);
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    // SAFETY: the list is as long as is said and outlives the call. An interruption looks like
    // nothing having happened, and whoever waits looks again.
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
            // Longer than any message.
            &[0xFF, 0xFF, 0xFF, 0xFF, 1],
            // A text that claims to be very long.
            &[9, 0, 0, 0, 253, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            // Bytes behind the message.
            &[3, 0, 0, 0, 1, b'a', b'b'],
            // No text.
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
