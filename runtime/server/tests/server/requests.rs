//! Heads of requests, byte by byte: what RFC 9110 and RFC 9112 say a server must refuse, and what
//! it must take.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::admin::Operated;
use crate::http::raw_at;
use crate::raw::PATIENCE;
use crate::support::TestServer;

/// The status of the answer to lines, each of which ends with CR LF; `HOST` is the server's name.
async fn status(at: SocketAddr, lines: &[&str]) -> u16 {
    let mut request = lines.join("\r\n").replace("HOST", &at.to_string());
    request.push_str("\r\nconnection: close\r\n\r\n");
    raw_at(at, &request).await.status
}

/// Both doors, with a page that either gives without a question.
async fn doors() -> (Operated, [(SocketAddr, &'static str); 2]) {
    let operated = Operated::at(TestServer::start().await).await;
    let doors = [(operated.server.address, "/"), (operated.address(), "/metrics")];
    (operated, doors)
}

#[tokio::test]
async fn a_request_names_one_server_and_rightly() {
    let (_operated, doors) = doors().await;
    for (at, page) in doors {
        let get = |rest: &[&str]| {
            let mut lines = vec![format!("GET {page} HTTP/1.1")];
            lines.extend(rest.iter().map(|line| (*line).to_owned()));
            async move { status(at, &lines.iter().map(String::as_str).collect::<Vec<_>>()).await }
        };
        assert_eq!(get(&["host: HOST"]).await, 200);
        assert_eq!(get(&["hOsT:   HOST  "]).await, 200, "case and blanks around do not matter");
        assert_eq!(get(&["host: localhost"]).await, 200);
        assert_eq!(get(&["x: y"]).await, 400, "none");
        assert_eq!(get(&["host: HOST", "host: HOST"]).await, 400, "the same twice");
        assert_eq!(get(&["host: HOST", "x: y", "Host: localhost"]).await, 400, "two");
        for bad in [
            "host:",
            "host: user@HOST",
            "host: user:secret@localhost",
            "host: local host",
            "host: HOST, localhost",
            "host: http://HOST",
            "host: localhost/x",
            "host: localhost:port",
            "host: localhost:1:2",
            "host: localhost:65536",
            "host: [::1",
            "host: [localhost]",
            "host: <script>",
            "host: 棋",
            "host : localhost",
            " host: localhost",
        ] {
            assert_eq!(get(&[bad]).await, 400, "{bad}");
        }
    }
}

#[tokio::test]
async fn older_requests_may_name_no_server_but_not_two() {
    let (_operated, [(at, page), (admin, _)]) = doors().await;
    let line = format!("GET {page} HTTP/1.0");
    assert_eq!(status(at, &[&line, "x: y"]).await, 200);
    assert_eq!(status(at, &[&line, "host: HOST"]).await, 200);
    for at in [at, admin] {
        assert_eq!(status(at, &[&line, "host: HOST", "host: HOST"]).await, 400);
        assert_eq!(status(at, &[&line, "host: a b"]).await, 400);
    }
}

#[tokio::test]
async fn a_whole_address_counts_for_more_than_what_host_says() {
    let (_operated, doors) = doors().await;
    let lobby = (doors[0].0, "/api/lobby");
    for (at, page) in doors.into_iter().chain([lobby]) {
        for (target, host, expected) in [
            ("http://HOST", "host: elsewhere.example", 200),
            ("HTTP://localhost", "host: HOST", 200),
            ("http://HOST", "x: y", 400),
            ("http://HOST", "host: a b", 400),
            ("http://user@HOST", "host: HOST", 400),
            ("http://user:secret@HOST", "host: HOST", 400),
            ("http://HOST:x", "host: HOST", 400),
            ("ftp://HOST", "host: HOST", 400),
        ] {
            let line = format!("GET {target}{page} HTTP/1.1");
            assert_eq!(status(at, &[&line, host]).await, expected, "{line} {host}");
        }
    }
    // Where the name counts, it is that of the address.
    let (at, _) = doors[0];
    let open = async |target: &str, host: &str| {
        let line = format!("POST {target}/api/rooms HTTP/1.1");
        let body = "content-type: application/json\r\ncontent-length: 13\r\n\
                    connection: close\r\n\r\n{\"map\":\"pad\"}";
        let request = format!("{line}\r\nhost: {host}\r\n{body}").replace("HOST", &at.to_string());
        raw_at(at, &request).await.status
    };
    assert_eq!(open("", "HOST").await, 200);
    assert_eq!(open("", "evil.example").await, 403);
    assert_eq!(open("http://evil.example", "HOST").await, 403);
    assert_eq!(open("http://HOST", "evil.example").await, 200);
    let (admin, _) = doors[1];
    let foreign = ["GET http://evil.example/metrics HTTP/1.1", "host: HOST"];
    assert_eq!(status(admin, &foreign).await, 403);
}

#[tokio::test]
async fn a_target_is_a_path_or_an_address() {
    let (_operated, doors) = doors().await;
    for (at, _) in doors {
        for (line, expected) in [
            ("GET * HTTP/1.1", 400),
            ("GET localhost HTTP/1.1", 400),
            ("GET localhost:80 HTTP/1.1", 400),
            ("GET metrics HTTP/1.1", 400),
            ("GET  / HTTP/1.1", 400),
            ("GET / HTTP/1.1 x", 400),
            ("GET / HTTP/2.0", 400),
            ("GET /", 400),
            ("OPTIONS * HTTP/1.1", 405),
            ("CONNECT localhost:80 HTTP/1.1", 405),
        ] {
            let found = status(at, &[line, "host: HOST"]).await;
            // The operator's door asks for the secret before it looks at the method.
            assert!(found == expected || expected == 405 && found == 401, "{line}: {found}");
        }
    }
}

/// Everything that comes over a line to which bytes were sent, until the server closes it.
async fn all(at: SocketAddr, bytes: &str) -> String {
    let mut line = TcpStream::connect(at).await.unwrap();
    line.write_all(bytes.replace("HOST", &at.to_string()).as_bytes()).await.unwrap();
    let mut read = Vec::new();
    let ended = timeout(PATIENCE, line.read_to_end(&mut read)).await.expect("it is closed");
    // It may be a reset: there is more of the request than was read.
    let _ = ended;
    String::from_utf8_lossy(&read).to_ascii_lowercase()
}

#[tokio::test]
async fn nothing_can_be_hidden_behind_a_body_of_two_lengths() {
    let (_operated, doors) = doors().await;
    let count = |answers: &str| answers.lines().filter(|l| l.starts_with("http/1.1 ")).count();
    let hidden = "GET /hidden HTTP/1.1\r\nhost: HOST\r\n\r\n";
    for (at, page) in doors {
        let post = |lengths: &str, body: &str| {
            format!("POST {page} HTTP/1.1\r\nhost: HOST\r\n{lengths}\r\n{body}{hidden}")
        };
        for (lengths, body) in [
            // The body ends where the chunks say; what follows is never answered, since the line
            // is closed (RFC 9112, 6.1).
            ("content-length: 5\r\ntransfer-encoding: chunked\r\n", "0\r\n\r\n"),
            ("transfer-encoding: chunked\r\ncontent-length: 5\r\n", "0\r\n\r\n"),
            ("content-length: 5\r\ncontent-length: 6\r\n", "hello"),
            ("content-length: 5, 6\r\n", "hello"),
            ("content-length: +5\r\n", "hello"),
            ("content-length: -1\r\n", ""),
            ("content-length: 0x5\r\n", "hello"),
            ("content-length: 99999999999999999999\r\n", ""),
            ("transfer-encoding: gzip\r\n", ""),
            ("transfer-encoding: chunked, gzip\r\n", "0\r\n\r\n"),
            ("transfer-encoding: xchunked\r\n", "0\r\n\r\n"),
        ] {
            let answers = all(at, &post(lengths, body)).await;
            assert_eq!(count(&answers), 1, "{lengths}: {answers}");
        }
    }
    // A refused head ends the line as well.
    for (at, _) in doors {
        let answers = all(at, &format!("GET / HTTP/1.1\r\n\r\n{hidden}")).await;
        assert!(answers.starts_with("http/1.1 400 "), "{answers}");
        assert!(answers.contains("connection: close\r\n"), "{answers}");
        assert_eq!(count(&answers), 1, "{answers}");
    }
}

#[tokio::test]
async fn who_was_let_in_just_before_the_end_is_answered() {
    let server = TestServer::start().await;
    let mut client = TcpStream::connect(server.address).await.unwrap();
    // The socket is accepted and nothing has been read from it.
    sleep(Duration::from_millis(50)).await;
    let stopping = tokio::spawn(server.server.shutdown());
    sleep(Duration::from_millis(100)).await;
    let request = b"GET /api/lobby HTTP/1.1\r\nhost: localhost\r\n\r\n";
    client.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    client.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    stopping.await.unwrap();
}
