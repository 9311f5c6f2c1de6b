//! What an operator's machines look at: probes, numbers, the dashboard and the alert rules.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use fangqi_server::log::RoomLog;
use serde_json::{Value, json};
use yaml_rust2::{Yaml, YamlLoader};

use crate::admin::Operated;
use crate::http::raw_at;
use crate::recovery::StubbornLog;
use crate::support::{TestServer, pad};

/// What a probe is told. It names a server that this one is not.
async fn probe(at: SocketAddr, path: &str) -> (u16, String) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: elsewhere\r\nconnection: close\r\n\r\n");
    let answer = raw_at(at, &request).await;
    (answer.status, String::from_utf8(answer.body).unwrap())
}

pub(crate) async fn readiness(at: SocketAddr) -> (u16, Value) {
    let (status, body) = probe(at, "/readyz").await;
    (status, serde_json::from_str(&body).unwrap())
}

pub(crate) fn ready() -> (u16, Value) {
    (200, json!({"ready": true, "missing": []}))
}

pub(crate) fn missing(what: &str) -> (u16, Value) {
    (503, json!({"ready": false, "missing": [what]}))
}

#[tokio::test]
async fn probes_are_told_of_a_log_that_fails_and_of_a_server_that_is_about_to_stop() {
    let log = Arc::new(StubbornLog::default());
    let server = TestServer::on(Arc::clone(&log) as Arc<dyn RoomLog>, pad(), |_| ()).await;
    let operated = Operated::at(server).await;
    let doors = [operated.server.address, operated.address()];
    for at in doors {
        assert_eq!(probe(at, "/healthz").await, (200, "ok\n".to_owned()));
        assert_eq!(readiness(at).await, ready());
    }
    log.failing.store(true, Ordering::SeqCst);
    // An answer is good for half a second.
    tokio::time::sleep(Duration::from_millis(600)).await;
    for at in doors {
        assert_eq!(readiness(at).await, missing("log"));
        assert_eq!(probe(at, "/healthz").await.0, 200, "the process lives");
    }
    let numbers = operated.get("/metrics").await.1.to_string();
    assert!(numbers.contains("fangqi_ready 0"), "{numbers}");
    log.failing.store(false, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(readiness(doors[0]).await, ready());
    operated.server.server.drain();
    for at in doors {
        assert_eq!(readiness(at).await, missing("draining"));
    }
    let room = operated.server.room().await;
    operated.server.join(&room).await.say("served as before").await;
}

#[tokio::test]
async fn requests_are_counted_by_route_and_have_ids_of_their_own() {
    let operated = Operated::at(TestServer::start().await).await;
    let at = operated.server.address;
    let mut ids = BTreeSet::new();
    for path in ["/r/abcdefghij?secret=1", "/r/bcdefghijk", "/nowhere", "/api/lobby"] {
        let head = "host: localhost\r\nconnection: close\r\n";
        let answer = raw_at(at, &format!("GET {path} HTTP/1.1\r\n{head}\r\n")).await;
        let id = answer.head.lines().find_map(|line| line.strip_prefix("x-request-id: "));
        ids.insert(id.unwrap().to_owned());
    }
    assert_eq!(ids.len(), 4);
    let Value::String(numbers) = operated.get("/metrics").await.1 else { panic!("no text") };
    let counted: Vec<&str> =
        numbers.lines().filter(|line| line.starts_with("fangqi_http_requests_total")).collect();
    assert_eq!(counted.len(), 3, "{counted:?}");
    assert!(counted.iter().any(|line| line.contains("/api/lobby\",status=\"200\"} 1")));
    assert!(counted.iter().any(|line| line.contains("files\",status=\"404\"} 1")));
    assert!(counted.iter().any(|line| line.contains("/r/{room}") && line.ends_with(" 2")));
    assert!(!numbers.contains("secret") && !numbers.contains("abcdefghij"));
}

/// A file for operators.
fn file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("operations");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The names of metrics in an expression.
fn names(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("fangqi_"))
}

/// Every expression in a dashboard.
fn expressions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str().filter(|_| ["expr", "query"].contains(&name.as_str())) {
                    Some(text) => found.push(text.to_owned()),
                    None => expressions(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| expressions(item, found)),
        _ => {}
    }
}

/// Asserts that the server shows every metric that an expression names. Those that count what has
/// not happened yet, with labels that come with it, are in its sources.
fn all_shown(expressions: &[String]) {
    let sources = include_str!("../../src/metrics/text.rs");
    for expression in expressions {
        assert!(names(expression).next().is_some(), "{expression} names no metric");
        for name in names(expression) {
            let parts = ["_bucket", "_sum", "_count"].iter();
            let of_histogram = parts.filter_map(|part| name.strip_suffix(part));
            let shown = of_histogram
                .map(|name| format!("page.histogram(\"{name}\""))
                .chain([format!("\"{name}\"")])
                .any(|wanted| sources.contains(&wanted));
            assert!(shown, "the server has no {name}: {expression}");
        }
    }
}

#[test]
fn the_dashboard_asks_for_metrics_that_there_are() {
    let dashboard: Value = serde_json::from_str(&file("dashboard.json")).unwrap();
    let mut found = Vec::new();
    expressions(&dashboard["panels"], &mut found);
    assert!(found.len() >= 15, "{found:?}");
    all_shown(&found);
    let panels = dashboard["panels"].as_array().unwrap();
    let ids: BTreeSet<u64> = panels.iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), panels.len(), "panels have ids of their own");
}

#[test]
fn alerts_ask_for_metrics_that_there_are_and_say_what_to_do() {
    let rules = YamlLoader::load_from_str(&file("alerts.yml")).unwrap().remove(0);
    let text = |value: &Yaml| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for group in rules["groups"].as_vec().unwrap() {
        for rule in group["rules"].as_vec().unwrap() {
            let name = text(&rule["alert"]);
            found.push(text(&rule["expr"]));
            let severity = text(&rule["labels"]["severity"]);
            assert!(["critical", "warning"].contains(&severity.as_str()), "{name}: {severity}");
            for part in ["summary", "description"] {
                assert!(!text(&rule["annotations"][part]).is_empty(), "{name} has no {part}");
            }
        }
    }
    assert!(found.len() >= 8, "{found:?}");
    // `up` is Prometheus' own.
    found.retain(|expression| !expression.starts_with("up"));
    all_shown(&found);
}
