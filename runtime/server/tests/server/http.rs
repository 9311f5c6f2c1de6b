use std::io::Read;
use std::net::SocketAddr;

use flate2::read::GzDecoder;

use fangqi_server::session::RoomId;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::TestServer;

/// An answer, taken apart.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

/// Sends bytes as they are and reads the answer to the end.
async fn raw(server: &TestServer, request: &str) -> Answer {
    raw_at(server.address, request).await
}

/// The same at some other door.
pub(crate) async fn raw_at(address: SocketAddr, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_ascii_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}

pub(crate) async fn get(server: &TestServer, path: &str) -> Answer {
    let host = server.address;
    raw(server, &format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")).await
}

pub(crate) async fn post(server: &TestServer, origin: Option<&str>, body: &str) -> (u16, Value) {
    post_to(server, "/api/rooms", origin, body).await
}

pub(crate) async fn post_to(
    server: &TestServer,
    path: &str,
    origin: Option<&str>,
    body: &str,
) -> (u16, Value) {
    let host = server.address;
    let origin = origin.map(|origin| format!("origin: {origin}\r\n")).unwrap_or_default();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\n{origin}content-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = raw(server, &request).await;
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or(Value::Null))
}

#[tokio::test]
async fn the_lobby_is_compressed_for_those_who_take_it_and_tokens_are_not() {
    let server = TestServer::start().await;
    let host = server.address;
    let plain = get(&server, "/api/lobby").await;
    assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
    let asked = format!("host: {host}\r\naccept-encoding: gzip\r\n");
    let packed = raw(&server, &format!("GET /api/lobby HTTP/1.0\r\n{asked}\r\n")).await;
    assert!(packed.head.contains("content-encoding: gzip"), "{}", packed.head);
    assert!(packed.head.contains("vary: accept-encoding"), "{}", packed.head);
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let body = r#"{"map":"pad"}"#;
    let kind = "content-type: application/json\r\ncontent-length: 13\r\n";
    let request = format!("POST /api/rooms HTTP/1.0\r\n{asked}{kind}\r\n{body}");
    let opened = raw(&server, &request).await;
    assert_eq!(opened.status, 200);
    assert!(!opened.head.contains("content-encoding"), "{}", opened.head);
}

#[tokio::test]
async fn pages_are_careful_about_where_things_come_from() {
    let server = TestServer::start().await;
    for path in ["/", "/r/abcdefghij"] {
        let answer = get(&server, path).await;
        assert_eq!(answer.status, 200);
        for header in [
            "content-type: text/html; charset=utf-8",
            "x-content-type-options: nosniff",
            "frame-ancestors 'none'",
            "default-src 'self'",
            "cache-control: no-cache",
        ] {
            assert!(answer.head.contains(header), "{header} in {}", answer.head);
        }
    }
    assert_eq!(get(&server, "/nothing/here").await.status, 404);
    assert_eq!(get(&server, "/../Cargo.toml").await.status, 404);
}

#[tokio::test]
async fn a_room_is_opened_by_a_page_of_ours() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address);
    let (status, answer) = post(&server, Some(&own), r#"{"map":"pad"}"#).await;
    assert_eq!(status, 200);
    let lobby = lobby(&server, answer["room"].as_str().unwrap()).await;
    assert_eq!(lobby["yours"][0]["id"], answer["room"]);
    assert_eq!(lobby["yours"][0]["private"], false);
    assert_eq!(lobby["rooms"], json!([]), "the room is empty");
    assert_eq!(lobby["maps"][0]["name"], json!({"zh": "垫子", "en": "Pad"}));
    assert_eq!(lobby["maps"][0]["seats"], 2);
    assert_eq!(lobby["maps"][0]["shelf"], "other");
}

/// The lobby, as it answers those who know these rooms.
async fn lobby(server: &TestServer, rooms: &str) -> Value {
    let answer = get(server, &format!("/api/lobby?rooms={rooms}")).await;
    assert_eq!(answer.status, 200);
    serde_json::from_slice(&answer.body).unwrap()
}

#[tokio::test]
async fn a_private_room_is_listed_only_for_those_who_know_it() {
    let server = TestServer::start().await;
    let (status, answer) = post(&server, None, r#"{"map":"pad","private":true}"#).await;
    assert_eq!(status, 200);
    let room = answer["room"].as_str().unwrap();
    let mut player = server.connect().await;
    player.hello(&RoomId::parse(room).unwrap(), json!({"name": "Ada"})).await;
    let known = lobby(&server, &format!("nonsense,{room},aaaaaaaaaa")).await;
    assert_eq!(known["rooms"], json!([]));
    let yours = known["yours"].as_array().unwrap();
    assert_eq!(yours.len(), 1, "what does not exist is left out: {yours:?}");
    assert_eq!((&yours[0]["id"], &yours[0]["private"]), (&answer["room"], &json!(true)));
    assert_eq!(lobby(&server, "").await["yours"], json!([]));
}

#[tokio::test]
async fn rooms_are_refused_with_reasons() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address);
    let evil = Some("http://evil.example");
    let long = format!(r#"{{"map":"{}"}}"#, "x".repeat(2000));
    for (origin, body, status, code) in [
        (evil, r#"{"map":"pad"}"#, 403, "bad_origin"),
        (Some(own.as_str()), r#"{"map":"chess"}"#, 404, "no_such_map"),
        (Some(own.as_str()), r#"{"map":"pad","seed":1}"#, 422, "malformed"),
        (Some(own.as_str()), "{", 400, "malformed"),
        (Some(own.as_str()), long.as_str(), 413, "malformed"),
    ] {
        let (found, answer) = post(&server, origin, body).await;
        assert_eq!((found, answer["code"].as_str()), (status, Some(code)), "{body:.40}");
        assert!(answer["text"]["zh"].is_string());
    }
}

#[tokio::test]
async fn rooms_cannot_be_opened_without_end() {
    let server = TestServer::with(|config| config.http.opens_burst = 2.0).await;
    let statuses = [
        post(&server, None, r#"{"map":"pad"}"#).await.0,
        post(&server, None, r#"{"map":"pad"}"#).await.0,
        post(&server, None, r#"{"map":"pad"}"#).await.0,
    ];
    assert_eq!(statuses, [200, 200, 429]);
    let full = TestServer::with(|config| config.rooms = 1).await;
    assert_eq!(post(&full, None, r#"{"map":"pad"}"#).await.0, 200);
    let (status, answer) = post(&full, None, r#"{"map":"pad"}"#).await;
    assert_eq!((status, answer["code"].as_str()), (503, Some("too_many_rooms")));
}

#[tokio::test]
async fn thumbnails_are_pictures_and_nothing_else() {
    let server = TestServer::start().await;
    let answer = get(&server, "/api/maps/pad/thumbnail.svg").await;
    assert_eq!((answer.status, answer.body.as_slice()), (200, b"<svg/>".as_slice()));
    assert!(answer.head.contains("content-type: image/svg+xml"));
    assert!(answer.head.contains("sandbox"), "{}", answer.head);
    assert_eq!(get(&server, "/api/maps/none/thumbnail.svg").await.status, 404);
}
