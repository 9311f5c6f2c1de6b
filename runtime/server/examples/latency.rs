//! Measures the time from a click to its delta: two players play random legal moves in a room.
//!
//! Start `fangqi play --no-browser`, then run the example `latency` of `fangqi-server` with the
//! address that it prints and a number of moves.

use std::time::{Duration, Instant};

use fangqi_server::wire::{PROTOCOL, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Error = Box<dyn std::error::Error>;

/// Slow enough for the server's limit on messages.
const PAUSE: Duration = Duration::from_millis(60);

struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The moves it may choose from now: cells to click.
    moves: Vec<[[i32; 3]; 2]>,
    over: bool,
}

impl Player {
    async fn join(host: &str, room: &str, seat: u8) -> Result<Self, Error> {
        let (socket, _) = connect_async(format!("ws://{host}/ws")).await?;
        let mut player = Self { socket, moves: Vec::new(), over: false };
        player.send(json!({"t": "hello", "protocol": PROTOCOL, "room": room})).await?;
        player.event().await?;
        player.send(json!({"t": "sit", "seat": seat})).await?;
        player.event().await?;
        Ok(player)
    }

    async fn send(&mut self, message: serde_json::Value) -> Result<(), Error> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// Reads up to the end of an event.
    async fn event(&mut self) -> Result<(), Error> {
        while let Some(frame) = self.socket.next().await {
            let Message::Text(text) = frame? else { continue };
            match serde_json::from_str(&text)? {
                ServerMessage::Event { .. } => return Ok(()),
                ServerMessage::Scene { request, .. } | ServerMessage::Request { request } => {
                    let choices = request.map(|request| request.choices).unwrap_or_default();
                    self.moves =
                        choices.iter().filter_map(|c| c.path.as_slice().try_into().ok()).collect();
                }
                ServerMessage::Hud { change } => {
                    self.over |= format!("{change:?}").contains("Result(Some")
                }
                ServerMessage::Refused { code, .. } => {
                    return Err(format!("refused: {code}").into());
                }
                ServerMessage::Bye { code, .. } => return Err(format!("closed: {code}").into()),
                _ => {}
            }
        }
        Err("the server closed the connection".into())
    }

    /// Clicks a cell; the time until the event it caused had come completely.
    async fn click(&mut self, pos: [i32; 3]) -> Result<Duration, Error> {
        let start = Instant::now();
        self.send(json!({"t": "click", "pos": pos, "face": 5})).await?;
        self.event().await?;
        Ok(start.elapsed())
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let url = args.next().ok_or("give the address of a room and the number of moves")?;
    let count: usize = args.next().unwrap_or_else(|| "200".to_owned()).parse()?;
    let rest = url.strip_prefix("http://").ok_or("the address begins with http://")?;
    let (host, room) = rest.split_once("/r/").ok_or("the address is a room's, with /r/")?;
    let mut players = [Player::join(host, room, 0).await?, Player::join(host, room, 1).await?];
    // The first one sees the second come and sit.
    players[0].event().await?;
    players[0].event().await?;
    let (mut picks, mut moves) = (Vec::new(), Vec::new());
    let mut turn = 0;
    while moves.len() < count && !players[0].over {
        let [red, black] = &mut players;
        let (mover, other) = if turn % 2 == 0 { (red, black) } else { (black, red) };
        turn += 1;
        let Some(&[from, to]) = mover.moves.get(turn * 7919 % mover.moves.len().max(1)) else {
            return Err("the player to move is asked nothing".into());
        };
        tokio::time::sleep(PAUSE).await;
        picks.push(mover.click(from).await?);
        other.event().await?;
        tokio::time::sleep(PAUSE).await;
        moves.push(mover.click(to).await?);
        other.event().await?;
    }
    report("pick a piece up", &mut picks);
    report("move", &mut moves);
    Ok(())
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |per_cent: usize| times[(times.len() - 1) * per_cent / 100];
    println!(
        "{what}: {} times, p50 {:?}, p99 {:?}, max {:?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
}
