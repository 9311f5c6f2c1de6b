//! What machines say of themselves, over HTTP.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Longest time that connecting may take.
const CONNECT: Duration = Duration::from_secs(1);
/// Longest time that an answer may take; Fangqi takes up to three seconds to say that it is not
/// ready.
const ANSWER: Duration = Duration::from_secs(5);

/// An answer: the status and what follows the head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

impl Answer {
    fn parse(text: &str) -> Option<Self> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
        Some(Self { status, body: body.to_owned() })
    }

    /// The body as JSON; null if it is something else.
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

/// Asks for a path. `None`: there is no answer.
pub(super) fn get(door: &str, path: &str) -> Option<Answer> {
    let address: SocketAddr = door.parse().ok()?;
    let mut stream = TcpStream::connect_timeout(&address, CONNECT).ok()?;
    stream.set_read_timeout(Some(ANSWER)).ok()?;
    // In one piece: a listener that answers before all of it has come may cut its own answer.
    let request = format!("GET {path} HTTP/1.0\r\nHost: {door}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    Answer::parse(&String::from_utf8_lossy(&bytes))
}

/// Whether the answer for a path says yes.
pub(super) fn says_yes(door: &str, path: &str) -> bool {
    get(door, path).is_some_and(|answer| answer.status == 200)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn an_answer_is_its_status_and_what_follows_the_head() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let door = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let (mut asked, mut piece) = (Vec::new(), [0; 1024]);
            while !asked.ends_with(b"\r\n\r\n") {
                let length = stream.read(&mut piece).unwrap();
                assert_ne!(length, 0, "the request has an end");
                asked.extend_from_slice(&piece[..length]);
            }
            stream.write_all(b"HTTP/1.0 503 Not now\r\nServer: x\r\n\r\n{\"a\": 1}").unwrap();
            String::from_utf8(asked).unwrap()
        });
        let answer = get(&door, "/primary").unwrap();
        assert_eq!((answer.status, answer.json()["a"].as_i64()), (503, Some(1)));
        assert!(server.join().unwrap().starts_with("GET /primary HTTP/1.0\r\n"));
        // Nothing listens there any more.
        assert_eq!(get(&door, "/"), None);
        assert_eq!(Answer::parse("220 mail\r\n\r\n"), None);
        assert_eq!(Answer { status: 200, body: "x".to_owned() }.json(), Value::Null);
    }
}
