//! Sockets that say what no library would.

use std::time::Duration;

use fangqi_server::session::RoomId;
use fangqi_server::wire::PROTOCOL;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::support::TestServer;

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) const CONTINUATION: u8 = 0;
pub(crate) const TEXT: u8 = 1;
pub(crate) const BINARY: u8 = 2;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
/// This is the last frame of its message.
pub(crate) const FIN: u8 = 0x80;

/// A frame as a browser masks it; `first` is the opcode with its flags.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = header(first, payload.len() as u64);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

const MASK: [u8; 4] = [0x11, 0x22, 0x33, 0x44];

/// The head of a frame with a payload of `length` bytes.
pub(crate) fn header(first: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(0x80 | length as u8),
        126..0x1_0000 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes.extend(MASK);
    bytes
}

/// A WebSocket of which a test writes every byte.
pub(crate) struct Raw(pub(crate) TcpStream);

impl Raw {
    pub(crate) async fn tcp(server: &TestServer) -> Self {
        Self(TcpStream::connect(server.address).await.unwrap())
    }

    /// After the handshake, with the answer's head.
    pub(crate) async fn upgraded(server: &TestServer, headers: &str) -> (Self, String) {
        let tcp = TcpSocket::new_v4().unwrap();
        tcp.set_recv_buffer_size(4096).unwrap();
        let mut raw = Self(tcp.connect(server.address).await.unwrap());
        let request = format!(
            "GET /ws HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             {headers}\r\n",
            server.address
        );
        raw.write(request.as_bytes()).await;
        let head = raw.head().await;
        (raw, head)
    }

    /// The head of an answer, in lower case.
    pub(crate) async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(timeout(PATIENCE, self.0.read_u8()).await.unwrap().unwrap());
        }
        String::from_utf8(head).unwrap().to_ascii_lowercase()
    }

    /// In a room, as a newcomer whose welcome has been read.
    pub(crate) async fn joined(server: &TestServer, room: &RoomId) -> Self {
        let (mut raw, head) = Self::upgraded(server, "").await;
        assert!(head.starts_with("http/1.1 101"), "{head}");
        let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()}).to_string();
        raw.write(&frame(FIN | TEXT, hello.as_bytes())).await;
        loop {
            let (first, payload) = raw.frame().await.unwrap();
            if first == FIN | TEXT && payload.starts_with(b"{\"t\":\"event\"") {
                return raw;
            }
        }
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// The next frame of the server: flags and opcode, and the payload. `None` at the end.
    pub(crate) async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let read = async {
            let first = self.0.read_u8().await?;
            let length = match self.0.read_u8().await? {
                126 => u64::from(self.0.read_u16().await?),
                127 => self.0.read_u64().await?,
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.0.read_exact(&mut payload).await?;
            Ok::<_, std::io::Error>((first, payload))
        };
        timeout(PATIENCE, read).await.expect("the server says nothing").ok()
    }

    /// Reads to the end; the close code, if there was one.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        let mut code = None;
        while let Some((first, payload)) = self.frame().await {
            if first & 0x0F == CLOSE {
                code = payload.first_chunk().map(|bytes| u16::from_be_bytes(*bytes));
            }
        }
        code
    }

    /// Asserts that the server ends the connection within a time, whatever it says before.
    pub(crate) async fn ends_within(&mut self, time: Duration) {
        let mut rest = Vec::new();
        let ended = timeout(time, self.0.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "the server keeps the connection open");
    }
}
