//! `fangqi admin`: what an operator asks of a running server.

use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use fangqi_server::session::AdminSecret;
use fangqi_text::Escaped;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::{AdminArgs, AdminCommand};
use crate::http;

const SECRET: &str = "FANGQI_ADMIN_SECRET";
/// Longest silence of the server; an export may take a while.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longest answer, in bytes.
const ANSWER_MAX: u64 = 1 << 30;

/// `fangqi admin`
pub(crate) fn run(args: &AdminArgs) -> anyhow::Result<()> {
    let secret = match (&args.data, &args.command) {
        // The numbers are open to whoever reaches them.
        (None, AdminCommand::Metrics) => String::new(),
        (Some(folder), _) => secret_in(folder)?,
        (None, _) => std::env::var(SECRET).map_err(|_| {
            anyhow!("give the server's data folder with --data, or its secret in {SECRET}")
        })?,
    };
    let server = Remote { args, secret: secret.trim() };
    match &args.command {
        AdminCommand::List => list(&server.get("/rooms")?),
        AdminCommand::Look { room } => print_json(&server.get(&of_room(room, "")?)?),
        AdminCommand::Message { room, text } => {
            let path = match room.as_str() {
                "all" => "/message".to_owned(),
                room => of_room(room, "/message")?,
            };
            print_json(&server.post(&path, &json!({ "text": text }))?)
        }
        AdminCommand::Close { room } => {
            print_json(&server.post(&of_room(room, "/close")?, &json!({}))?)
        }
        AdminCommand::Quarantine => quarantine(&server.get("/quarantine")?),
        AdminCommand::Release { room, map } => {
            let path = match (room, map) {
                (Some(room), _) => of_room(room, "/release")?,
                (None, map) => {
                    format!("/maps/{}/release", word(map.as_deref().unwrap_or_default())?)
                }
            };
            print_json(&server.post(&path, &json!({}))?)
        }
        AdminCommand::Export { room, output } => {
            let bytes = server.get(&of_room(room, "/export")?)?;
            let path = output.display();
            std::fs::write(output, &bytes).with_context(|| path.to_string())?;
            print(&format!("{} bytes: {path}\n", bytes.len()))
        }
        AdminCommand::Metrics => print(&text(server.get("/metrics")?)?),
        AdminCommand::Profile { map } => {
            profile(&server.get(&format!("/profile?map={}", word(map)?))?)
        }
        AdminCommand::Capabilities { map } => {
            print_json(&server.get(&format!("/maps/{}/capabilities", word(map)?))?)
        }
    }
}

fn secret_in(folder: &Path) -> anyhow::Result<String> {
    let path = folder.join(AdminSecret::FILE);
    std::fs::read_to_string(&path).with_context(|| format!("{}", path.display()))
}

/// A name that can stand in a path as it is: ids of rooms and maps all can.
fn word(name: &str) -> anyhow::Result<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        Ok(name)
    } else {
        Err(anyhow!("nothing can be called `{name}`"))
    }
}

fn of_room(room: &str, rest: &str) -> anyhow::Result<String> {
    Ok(format!("/rooms/{}{rest}", word(room)?))
}

struct Remote<'a> {
    args: &'a AdminArgs,
    secret: &'a str,
}

impl Remote<'_> {
    fn get(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        self.ask("GET", path, "")
    }

    fn post(&self, path: &str, body: &Value) -> anyhow::Result<Vec<u8>> {
        self.ask("POST", path, &body.to_string())
    }

    /// One request on a connection of its own; the body of a good answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> anyhow::Result<Vec<u8>> {
        let at = self.args.at;
        let here = || at.to_string();
        let stream = TcpStream::connect_timeout(&at, PATIENCE).with_context(here)?;
        stream.set_read_timeout(Some(PATIENCE)).with_context(here)?;
        let (secret, length) = (self.secret, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {at}\r\nauthorization: Bearer {secret}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        );
        let answer = http::exchange(stream, request.as_bytes(), ANSWER_MAX).with_context(here)?;
        let (status, body) = http::taken_apart(&answer)
            .with_context(|| format!("{at} does not answer as a server for operators would"))?;
        match status {
            200 => Ok(body.to_vec()),
            401 => Err(anyhow!("{at}: the secret is wrong")),
            _ => {
                let said = serde_json::from_slice::<Value>(body).ok();
                let said = said.as_ref().and_then(|said| said["error"].as_str());
                Err(match said {
                    Some(said) => anyhow::Error::msg(said.to_owned()),
                    None => anyhow!("{at} answers with status {status}"),
                })
            }
        }
    }
}

fn text(bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).context("the answer is no text")
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = fangqi_text::out::stdout();
    out.write_all(text.as_bytes()).map_err(anyhow::Error::from)
}

fn print_json(bytes: &[u8]) -> anyhow::Result<()> {
    let value: Value = read(bytes)?;
    let text = serde_json::to_string_pretty(&value)?;
    print(&format!("{text}\n"))
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> anyhow::Result<T> {
    serde_json::from_slice(bytes).context("the answer makes no sense")
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    map: String,
    seats: Vec<Option<String>>,
    present: u32,
}

fn list(bytes: &[u8]) -> anyhow::Result<()> {
    let rooms: Vec<Listed> = read(bytes)?;
    let mut out = format!("{:<12}{:<24}{:>7}  seats\n", "room", "map", "present");
    for Listed { id, map, seats, present } in rooms {
        let seats: Vec<String> =
            seats.into_iter().map(|seat| seat.unwrap_or_else(|| "-".to_owned())).collect();
        let (id, map, seats) = (Escaped(id), Escaped(map), Escaped(seats.join(", ")));
        out += &format!("{id:<12}{map:<24}{present:>7}  {seats}\n");
    }
    print(&out)
}

#[derive(Deserialize)]
struct Quarantined {
    room: Option<String>,
    map: String,
    crashes: u32,
    closed: bool,
    replay_closed: bool,
    seconds_ago: u64,
}

fn quarantine(bytes: &[u8]) -> anyhow::Result<()> {
    let all: Vec<Quarantined> = read(bytes)?;
    if all.is_empty() {
        return print("nothing has ended a worker process lately\n");
    }
    let mut out =
        format!("{:<12}{:<24}{:>8}{:>13}  now\n", "room", "map", "crashes", "seconds ago");
    for Quarantined { room, map, crashes, closed, replay_closed, seconds_ago } in all {
        let now = match (closed, replay_closed, &room) {
            (true, _, Some(_)) => "closed",
            (true, _, None) => "no rooms are opened",
            (false, true, _) => "open, not replayed",
            (false, false, _) => "tried again",
        };
        let (room, map) = (Escaped(room.unwrap_or_else(|| "-".to_owned())), Escaped(map));
        out += &format!("{room:<12}{map:<24}{crashes:>8}{seconds_ago:>13}  {now}\n");
    }
    print(&out)
}

#[derive(Deserialize)]
struct Spent {
    event: String,
    place: String,
    calls: u64,
    fuel: u64,
    most: u64,
}

fn profile(bytes: &[u8]) -> anyhow::Result<()> {
    let lines: Vec<Spent> = read(bytes)?;
    let total: u64 = lines.iter().map(|line| line.fuel).sum();
    let mut out = format!(
        "{:>14} {:>6} {:>9} {:>12} {:>12}  {:<32} place\n",
        "fuel", "share", "runs", "a run", "most", "event"
    );
    for Spent { event, place, calls, fuel, most } in lines {
        let (share, each) = (fuel as f64 * 100.0 / total.max(1) as f64, fuel / calls.max(1));
        out += &format!("{fuel:>14} {share:>5.1}% {calls:>9} {each:>12} {most:>12}  ");
        out += &format!("{:<32} {}\n", Escaped(event), Escaped(place));
    }
    print(&out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_lead_elsewhere() {
        assert!(word("abcdefghij").is_ok() && word("tutorial-xiangqi").is_ok());
        for bad in ["", "a/b", "a b", "a?b", "a\r\nx: y", "象棋"] {
            assert!(word(bad).is_err(), "{bad}");
        }
    }
}
