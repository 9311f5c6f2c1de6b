//! One request of HTTP on a connection of its own, and its answer.

use std::io::{Error, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A connection to a server by its name or address, which may be silent for so long.
pub(crate) fn connect(host: &str, port: u16, patience: Duration) -> std::io::Result<TcpStream> {
    let mut last = Error::new(ErrorKind::NotFound, "there is no such host");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, patience) {
            Ok(stream) => {
                stream.set_read_timeout(Some(patience))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a request and reads the answer to the end.
pub(crate) fn exchange(
    mut stream: impl Read + Write,
    request: &[u8],
    longest: u64,
) -> std::io::Result<Vec<u8>> {
    stream.write_all(request)?;
    let mut answer = Vec::new();
    match stream.take(longest).read_to_end(&mut answer) {
        // TLS that ends without saying so; a torn answer is told by its length.
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(error),
        _ => Ok(answer),
    }
}

/// Status and body of an answer that says how long it is.
pub(crate) fn taken_apart(answer: &[u8]) -> Option<(u16, &[u8])> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?.to_ascii_lowercase();
    let body = &answer[end + 4..];
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"))?;
    let length: usize = length.trim().parse().ok()?;
    body.get(..length).map(|body| (status, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_taken_apart_and_torn_ones_refused() {
        let good = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        assert_eq!(taken_apart(good), Some((200, &b"ok"[..])));
        for cut in 0..good.len() {
            assert_eq!(taken_apart(&good[..cut]), None, "{cut}");
        }
        assert_eq!(taken_apart(b"SSH-2.0-x\r\n\r\n"), None);
    }
}
