use std::path::Path;
use std::sync::Arc;

use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{Config, Tls};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use futures_util::{SinkExt, StreamExt};

use crate::raw::Raw;
use crate::support::TestServer;

/// Writes a certificate of its own making and its key into a folder.
fn write_certificate(folder: &Path) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    made.cert.der().clone()
}

/// Who trusts a certificate.
fn trusting(certificate: CertificateDer<'static>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// A server with a certificate of its own making, and who trusts it.
async fn start() -> (TestServer, TlsConnector) {
    let folder = tempfile::tempdir().unwrap();
    let certificate = write_certificate(folder.path());
    let tls = Tls::load(&folder.path().join("cert.pem"), &folder.path().join("key.pem")).unwrap();
    let server = TestServer::with(|config: &mut Config| {
        config.tls = Some(tls);
        config.http.head_time = std::time::Duration::from_millis(500);
    });
    (server.await, trusting(certificate))
}

async fn connect(
    server: &TestServer,
    connector: &TlsConnector,
) -> tokio_rustls::client::TlsStream<TcpStream> {
    let tcp = TcpStream::connect(server.address).await.unwrap();
    connector.connect(ServerName::try_from("localhost").unwrap(), tcp).await.unwrap()
}

#[tokio::test]
async fn a_page_and_a_game_travel_encrypted() {
    let (server, connector) = start().await;
    let room = server.room().await;
    let mut page = connect(&server, &connector).await;
    let request = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    page.write_all(request).await.unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<html"), "{answer:.200}");

    let mut request = "wss://localhost/ws".into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://localhost".parse().unwrap());
    let tls = connect(&server, &connector).await;
    let (mut socket, _) = client_async(request, tls).await.unwrap();
    let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room.as_str()});
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("no answer") };
    assert!(matches!(serde_json::from_str(&text).unwrap(), ServerMessage::Welcome { .. }));
}

#[tokio::test]
async fn a_page_that_came_without_encryption_is_foreign() {
    let (server, connector) = start().await;
    let mut request = "wss://localhost/ws".into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://localhost".parse().unwrap());
    let refused = client_async(request, connect(&server, &connector).await).await;
    assert!(refused.unwrap_err().to_string().contains("403"));
}

#[tokio::test]
async fn who_speaks_no_tls_or_takes_too_long_is_let_go() {
    let (server, connector) = start().await;
    let mut plain = Raw::tcp(&server).await;
    plain.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    plain.ends_within(std::time::Duration::from_secs(5)).await;
    let mut silent = Raw::tcp(&server).await;
    silent.ends_within(std::time::Duration::from_secs(5)).await;
    connect(&server, &connector).await;
}

#[tokio::test]
async fn a_renewed_certificate_is_taken_up_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
    let old = trusting(write_certificate(folder.path()));
    let tls = Tls::load(&certificate, &key).unwrap();
    let server = TestServer::with(|config| config.tls = Some(tls.clone())).await;
    let mut open = connect(&server, &old).await;
    let old_key = std::fs::read(&key).unwrap();
    let new = trusting(write_certificate(folder.path()));
    let new_key = std::fs::read(&key).unwrap();
    // As if only one of the files were there yet.
    std::fs::write(&key, old_key).unwrap();
    assert!(tls.reload().is_err());
    connect(&server, &old).await;
    std::fs::write(&key, new_key).unwrap();
    tls.reload().unwrap();
    connect(&server, &new).await;
    let tcp = TcpStream::connect(server.address).await.unwrap();
    let refused = old.connect(ServerName::try_from("localhost").unwrap(), tcp).await;
    assert!(refused.is_err(), "the old certificate is still shown");
    // Who was there before does not notice.
    let request = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    open.write_all(request).await.unwrap();
    let mut answer = String::new();
    open.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer:.200}");
}
