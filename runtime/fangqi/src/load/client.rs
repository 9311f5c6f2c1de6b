//! One connection to a room, as a browser would make it.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use fangqi_protocol::{HudChange, RequestView};
use fangqi_server::wire::{PROTOCOL, ServerMessage, binary};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::Failed;

/// Longest wait for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// The header in which a proxy names who asks.
const FORWARDED: &str = "x-forwarded-for";

type Socket = WebSocketStream<TcpStream>;

/// Cells to click for a move.
pub(super) type Clicks = [[i32; 3]; 2];

/// What a connection was shown with one event, or when it was answered.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// Number of the event; none for a refusal.
    pub(super) event: Option<u64>,
    /// When it had come completely.
    pub(super) at: Option<Instant>,
    /// Whether blocks changed.
    pub(super) cells: bool,
    /// The moves it may choose from now, if that changed.
    pub(super) moves: Option<Vec<Clicks>>,
    /// Whether the game is over, if that changed.
    pub(super) over: Option<bool>,
    /// The code of a refusal.
    pub(super) refused: Option<String>,
}

/// The half that says things.
#[derive(Debug)]
pub(super) struct Mouth(SplitSink<Socket, Message>);

/// The half that is shown things.
#[derive(Debug)]
pub(super) struct Eyes(SplitStream<Socket>);

/// Connects to a room; what is shown first is its whole scene.
pub(super) async fn enter(address: &str, room: &str) -> Result<(Mouth, Eyes, Shown), Failed> {
    let (mouth, mut eyes) = greet(address, &Hello { room, ..Hello::default() }).await?;
    let shown = eyes.see().await?;
    match shown.refused {
        Some(code) => Err(format!("room {room} refused the hello: {code}").into()),
        None => Ok((mouth, eyes, shown)),
    }
}

/// Connects to a room as one who only watches; the scene has been read.
pub(super) async fn watch(address: &str, room: &str) -> Result<(Mouth, Eyes), Failed> {
    let hello = json!({"t": "hello", "protocol": PROTOCOL, "room": room, "watch": true});
    let (mouth, mut eyes) = begin(address, hello, None).await?;
    eyes.scene().await?;
    Ok((mouth, eyes))
}

/// Connects to a room as who holds `token`, or else as somebody new; gives the token to come again
/// with. What is shown after the welcome has not been read.
pub(super) async fn come_as(
    address: &str,
    room: &str,
    token: Option<&str>,
) -> Result<(Mouth, Eyes, String), Failed> {
    let (mouth, mut eyes) = greet(address, &Hello { room, token, ..Hello::default() }).await?;
    let token = eyes.welcomed().await?;
    Ok((mouth, eyes, token))
}

/// What a client says first, and from where.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hello<'a> {
    /// The room.
    pub(super) room: &'a str,
    /// The token of an earlier welcome.
    pub(super) token: Option<&'a str>,
    /// The last event that was shown.
    pub(super) after: Option<u64>,
    /// The address that a proxy would name, for servers that limit what comes from one.
    pub(super) from: Option<Ipv4Addr>,
}

/// Opens a connection and says hello.
pub(super) async fn greet(address: &str, hello: &Hello<'_>) -> Result<(Mouth, Eyes), Failed> {
    let Hello { room, token, after, from } = hello;
    let hello =
        json!({"t": "hello", "protocol": PROTOCOL, "room": room, "token": token, "after": after});
    begin(address, hello, *from).await
}

async fn begin(
    address: &str,
    hello: serde_json::Value,
    from: Option<Ipv4Addr>,
) -> Result<(Mouth, Eyes), Failed> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    // The default of 128 KiB a connection would be this program's own limit.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    if let Some(from) = from {
        request.headers_mut().insert(FORWARDED, HeaderValue::from_str(&from.to_string())?);
    }
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    let (sink, stream) = socket.split();
    let mut mouth = Mouth(sink);
    mouth.say(hello).await?;
    Ok((mouth, Eyes(stream)))
}

impl Mouth {
    /// Sends a message.
    pub(super) async fn say(&mut self, message: serde_json::Value) -> Result<(), Failed> {
        self.raw(message.to_string()).await
    }

    /// Sends a text as it is.
    pub(super) async fn raw(&mut self, text: String) -> Result<(), Failed> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Clicks a cell.
    pub(super) async fn click(&mut self, pos: [i32; 3]) -> Result<(), Failed> {
        let [x, y, z] = pos;
        self.raw(format!("{{\"t\":\"click\",\"pos\":[{x},{y},{z}],\"face\":5}}")).await
    }
}

impl Eyes {
    /// Reads to the end of an event, or to a refusal.
    pub(super) async fn see(&mut self) -> Result<Shown, Failed> {
        let mut shown = Shown::default();
        let mut texts = Vec::new();
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.0.next())
                .await
                .map_err(|_| format!("nothing was shown for {PATIENCE:?}"))?
                .ok_or("the server closed the connection")??;
            match frame {
                Message::Binary(bytes) => shown.cells |= bytes.first() == Some(&binary::CELLS),
                Message::Text(text) => {
                    let is_last = is_last(&text);
                    shown.at = is_last.then(Instant::now);
                    texts.push(text);
                    if is_last {
                        // When all of it is there: what it says is this program's own work.
                        texts.iter().try_for_each(|text| shown.take(text))?;
                        return Ok(shown);
                    }
                }
                _ => {}
            }
        }
    }

    /// The next frame.
    pub(super) async fn frame(&mut self) -> Result<Message, Failed> {
        Ok(self.0.next().await.ok_or("the server closed the connection")??)
    }

    /// Reads the next message.
    pub(super) async fn message(&mut self) -> Result<ServerMessage, Failed> {
        loop {
            match self.frame().await? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => return Err("the server closed the connection".into()),
                _ => {}
            }
        }
    }

    /// Reads the answer to a hello; gives the token in it.
    async fn welcomed(&mut self) -> Result<String, Failed> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.0.next())
                .await
                .map_err(|_| format!("nobody was welcomed for {PATIENCE:?}"))?
                .ok_or("the server closed the connection")??;
            let Message::Text(text) = frame else { continue };
            match serde_json::from_str(&text)? {
                ServerMessage::Welcome { token, .. } => return Ok(token),
                ServerMessage::Bye { code, .. } | ServerMessage::Refused { code, .. } => {
                    return Err(format!("not let in: {code}").into());
                }
                _ => {}
            }
        }
    }

    /// Reads to the end of a scene.
    async fn scene(&mut self) -> Result<(), Failed> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.0.next())
                .await
                .map_err(|_| format!("no scene was shown for {PATIENCE:?}"))?
                .ok_or("the server closed the connection")??;
            let Message::Text(text) = frame else { continue };
            match kind(&text) {
                scene if scene.starts_with("scene") => return Ok(()),
                bye if bye.starts_with("bye") => return Err(format!("not let in: {bye}").into()),
                _ => {}
            }
        }
    }

    /// Reads on until the connection ends.
    pub(super) async fn watch(self) {
        self.listen(|_| ()).await;
    }

    /// Reads on until the server says goodbye or the connection ends. `heard` is given each text
    /// frame from its kind on: `chat","from":…`.
    pub(super) async fn listen(mut self, mut heard: impl FnMut(&str)) {
        while let Some(Ok(frame)) = self.0.next().await {
            let Message::Text(text) = frame else { continue };
            let kind = kind(&text);
            heard(kind);
            if kind.starts_with("bye") {
                return;
            }
        }
    }
}

impl Shown {
    /// Takes a text frame in. What this program has no use for is not parsed: it shares the machine
    /// with the server.
    fn take(&mut self, text: &str) -> Result<(), Failed> {
        let kind = kind(text);
        let wanted = kind.starts_with("scene") || kind.starts_with("request");
        let is_result = kind.starts_with("hud") && text.contains("result");
        if !is_result && !wanted && !is_last(text) {
            return Ok(());
        }
        match serde_json::from_str(text)? {
            ServerMessage::Event { event, .. } => self.event = Some(event),
            ServerMessage::Scene { event, request, hud, .. } => {
                self.event = Some(event);
                self.over = Some(hud.result.is_some());
                self.moves = Some(moves(request));
            }
            ServerMessage::Request { request } => self.moves = Some(moves(request)),
            ServerMessage::Hud { change: HudChange::Result(result) } => {
                self.over = Some(result.is_some());
            }
            ServerMessage::Refused { code, .. } => self.refused = Some(code),
            ServerMessage::Bye { code, .. } => return Err(format!("closed: {code}").into()),
            _ => {}
        }
        Ok(())
    }
}

/// The kind of a text frame, and what follows.
pub(super) fn kind(text: &str) -> &str {
    text.strip_prefix("{\"t\":\"").unwrap_or_default()
}

/// Whether a text frame is the last one of what it belongs to.
fn is_last(text: &str) -> bool {
    ["event", "refused", "bye"].iter().any(|last| kind(text).starts_with(last))
}

/// The moves of a question, each by the cells to click.
pub(super) fn moves(request: Option<RequestView>) -> Vec<Clicks> {
    let choices = request.map(|request| request.choices).unwrap_or_default();
    choices.iter().filter_map(|choice| choice.path.as_slice().try_into().ok()).collect()
}

/// Opens rooms over one HTTP connection, or another when the server has closed it.
#[derive(Debug)]
pub(super) struct Opener {
    address: String,
    from: Option<Ipv4Addr>,
    stream: BufStream<TcpStream>,
}

impl Opener {
    pub(super) async fn new(address: &str) -> Result<Self, Failed> {
        Self::calling_from(address, None).await
    }

    /// Asks as a proxy does for this address.
    pub(super) async fn calling_from(
        address: &str,
        from: Option<Ipv4Addr>,
    ) -> Result<Self, Failed> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { address: address.to_owned(), from, stream: BufStream::new(stream) })
    }

    /// Opens a Xiangqi room.
    pub(super) async fn open(&mut self) -> Result<String, Failed> {
        self.open_map("xiangqi").await
    }

    /// Opens a room of a map.
    pub(super) async fn open_map(&mut self, map: &str) -> Result<String, Failed> {
        if let Some(room) = self.ask(map).await? {
            return Ok(room);
        }
        *self = Self::calling_from(&self.address, self.from).await?;
        let room = self.ask(map).await?;
        Ok(room.ok_or("the server closes connections unheard")?)
    }

    /// The room that the server opens; `None` if it has closed the connection.
    async fn ask(&mut self, map: &str) -> Result<Option<String>, Failed> {
        let body = json!({"map": map}).to_string();
        let from = self.from.map(|from| format!("{FORWARDED}: {from}\r\n")).unwrap_or_default();
        let request = format!(
            "POST /api/rooms HTTP/1.1\r\nhost: {}\r\n{from}content-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut length = 0;
        let mut status = String::new();
        let asked = async {
            self.stream.write_all(request.as_bytes()).await?;
            self.stream.flush().await?;
            self.stream.read_line(&mut status).await
        };
        // Nothing was heard, or the line broke: the server had closed it meanwhile.
        if !matches!(asked.await, Ok(1..)) {
            return Ok(None);
        }
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await?;
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        let answer: serde_json::Value = serde_json::from_slice(&body)?;
        let room = answer["room"].as_str();
        let refused = || format!("no room was opened: {} {answer}", status.trim());
        Ok(Some(room.ok_or_else(refused)?.to_owned()))
    }
}
