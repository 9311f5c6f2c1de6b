//! Measures what connections cost that watch a room and say nothing.
//!
//! Run the example `idle_sockets` of `fangqi-server` with a number of connections. It serves in
//! this process and connects from another one, so that only the server's memory is counted.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use fangqi_room::plugin::Plugins;
use fangqi_room::testing::small_map;
use fangqi_server::log::MemoryLog;
use fangqi_server::wire::{PROTOCOL, ServerMessage};
use fangqi_server::{Config, MapSet, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Error = Box<dyn std::error::Error>;

/// Viewers of one room, below its limit.
const PER_ROOM: usize = 50;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let first = args.next().ok_or("give the number of connections")?;
    if first == "--connect" {
        return connect(&args.collect::<Vec<_>>()).await;
    }
    let count: usize = first.parse()?;
    let mut config = Config::default();
    config.socket.connections = count + 100;
    let mut maps = MapSet::new(Plugins::NONE);
    maps.add(small_map("local x = 1")?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let server = Server::start(listener, config, maps, Arc::new(MemoryLog::new())).await?;
    let mut rooms = Vec::new();
    for _ in 0..count.div_ceil(PER_ROOM) {
        rooms.push(server.open_room("small").await?.to_string());
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = resident()?;
    let mut child = tokio_child(&server.address(), count, &rooms)?;
    let mut lines = BufReader::new(child.1).lines();
    let ready = lines.next_line().await?.ok_or("the clients ended early")?;
    // Until buffers of the handshakes are given back and everybody has been pinged once.
    tokio::time::sleep(Duration::from_secs(25)).await;
    let after = resident()?;
    println!("{ready}; {} rooms", rooms.len());
    println!("resident before {before} KiB, with all connected {after} KiB");
    println!("{:.1} KiB a connection", (after - before) as f64 / count as f64);
    child.0.kill()?;
    child.0.wait()?;
    server.shutdown().await;
    Ok(())
}

type Pipe = tokio::net::unix::pipe::Receiver;

fn tokio_child(
    at: &SocketAddr,
    count: usize,
    rooms: &[String],
) -> Result<(std::process::Child, Pipe), Error> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["--connect", &at.to_string(), &count.to_string()])
        .args(rooms)
        .stdout(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().ok_or("a pipe was asked for")?;
    Ok((child, Pipe::from_owned_fd(out.into())?))
}

/// Connects to rooms in turn and stays.
async fn connect(args: &[String]) -> Result<(), Error> {
    let [at, count, rooms @ ..] = args else { return Err("too few arguments".into()) };
    let (at, count): (SocketAddr, usize) = (at.parse()?, count.parse()?);
    let mut sockets = Vec::with_capacity(count);
    for index in 0..count {
        sockets.push(join(at, &rooms[index / PER_ROOM]).await?);
    }
    println!("{count} connections");
    let staying = sockets.into_iter().map(|mut socket| {
        tokio::spawn(async move {
            // Pings are answered by the library while one reads.
            while let Some(Ok(_)) = socket.next().await {}
        })
    });
    for task in staying.collect::<Vec<_>>() {
        task.await?;
    }
    Ok(())
}

async fn join(at: SocketAddr, room: &str) -> Result<WebSocketStream<TcpStream>, Error> {
    let tcp = TcpStream::connect(at).await?;
    let (mut socket, _) = client_async(format!("ws://{at}/ws"), tcp).await?;
    let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room});
    socket.send(Message::text(hello.to_string())).await?;
    while let Some(frame) = socket.next().await {
        if let Message::Text(text) = frame?
            && matches!(serde_json::from_str(&text)?, ServerMessage::Event { .. })
        {
            return Ok(socket);
        }
    }
    Err("the server closed the connection".into())
}

/// Resident memory of this process in KiB.
fn resident() -> Result<u64, Error> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let line = line.ok_or("the system does not say how much memory is used")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
