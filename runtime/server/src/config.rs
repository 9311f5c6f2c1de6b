use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::net::Tls;
use crate::process::Workers;
use crate::session::TokenKeys;

/// Every limit of the server, in one place.
#[derive(Debug, Clone)]
pub struct Config {
    /// Threads that own rooms.
    pub shards: usize,
    /// Whether there is one more, behind all others, in which rooms live that hold up their
    /// neighbours. Rooms that are rebuilt after each input ([`RoomLimits::heavy`]) all would.
    pub isolation_shard: bool,
    /// Threads that run jobs.
    pub workers: usize,
    /// Jobs that may wait for a worker; one more fails with a reason.
    pub job_queue: usize,
    /// Client messages that may wait for a shard; one more is refused as `busy`.
    pub shard_queue: usize,
    /// Rooms there may be, awake or asleep.
    pub rooms: usize,
    /// Rooms that may be awake at once, over all shards.
    pub awake_rooms: usize,
    /// Hosts and origins besides the server's own that pages may come from, such as
    /// `https://play.example.org`.
    pub origins: Vec<String>,
    /// Whether maps are edited while they are played: new versions may then be accepted or
    /// dismissed from this machine, by pages and with `POST /api/rooms/<id>/reload`.
    pub watch: bool,
    /// Whether a chat line such as `hazard:crash` breaks the process that the room lives in. For
    /// tests of what a flaw of the script host costs.
    #[doc(hidden)]
    pub hazards: bool,
    /// Worker processes in which the shards live, each in one of its own; without this they are
    /// threads of this process. Only on Linux.
    pub processes: Option<Workers>,
    /// What signs seat tokens; `None` makes a key that ends with the process.
    pub keys: Option<TokenKeys>,
    /// What encrypts connections; `None` leaves that to a proxy, or to nobody.
    pub tls: Option<Tls>,
    /// Limits of one room.
    pub room: RoomLimits,
    /// Limits of one connection.
    pub socket: SocketLimits,
    /// Limits of plain HTTP requests.
    pub http: HttpLimits,
}

/// Limits of one room.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RoomLimits {
    /// What the room's scripts may use.
    pub scripts: fangqi_room::Limits,
    /// Time by the clock that one step of a script may take: longer means that a function of the
    /// host is slower than its fuel says.
    pub step_time: Duration,
    /// Whether rooms are rebuilt after each input and compared; see
    /// [`fangqi_room::RoomOptions::heavy`].
    pub heavy: bool,
    /// Inputs between two checkpoints of a room's state.
    pub checkpoint_every: u64,
    /// Whether a room can always be taken back and replayed to its first input. A server whose log
    /// drops old inputs must do without: a room then reaches back to its last but one checkpoint.
    pub keep_beginnings: bool,
    /// Part of its shard's time that a room may use in the long run while others wait, from 0 to 1;
    /// all rooms together that have used more are given as much. Nothing keeps them from what
    /// nobody else wants.
    pub share: f64,
    /// Time that a room may use at once.
    pub share_burst: Duration,
    /// Messages and visitors that may wait for a room which has used up its part of its shard's
    /// time; one more is refused as `busy`.
    pub deferred: usize,
    /// Players a room may know, each with a token of its own.
    pub players: usize,
    /// Where a room knows as many players as it may, whoever never held a seat, did not open the
    /// room and has been away for this time gives its place to a newcomer, and comes back as a
    /// newcomer itself. As many as one address can send there in this time
    /// ([`SocketLimits::connects_burst`] and [`SocketLimits::connects_per_second`]) must be fewer
    /// than [`Self::players`], or one address can close a room to everybody else.
    pub slots_kept: Duration,
    /// Connections at once.
    pub viewers: usize,
    /// Messages a second from all who hold no seat, in the long run. Those who do are few, and
    /// limited one by one.
    pub spectator_messages_per_second: f64,
    /// Messages at once from all who hold no seat.
    pub spectator_burst: f64,
    /// Recent events kept for those who reconnect.
    pub recent_events: usize,
    /// Bytes of frames kept for those who reconnect.
    pub recent_bytes: usize,
    /// A room that nobody watches and that waits for no job sleeps after this time.
    pub sleep_after: Duration,
    /// A room in which nobody has been for this time is forgotten, log and all; `None` keeps it for
    /// good. Counted across restarts by [`crate::log::RoomLog::clock`]: only time in which the
    /// server runs counts.
    pub forget_after: Option<Duration>,
}

/// Limits of one connection.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SocketLimits {
    /// Connections at once, over all rooms.
    pub connections: usize,
    /// Sockets of one address at once. Addresses of this machine count only with
    /// [`Self::count_loopback`]: behind them is a proxy, or the one person who plays here.
    pub per_address: usize,
    /// Whether the last address in `X-Forwarded-For` is believed when it comes from this machine or
    /// a private network: then it is that address which is limited, not the proxy's. Only for
    /// servers that nobody can reach but through a proxy which sets that header.
    pub trust_proxy: bool,
    /// WebSockets one address may open at once; those of this machine count as above.
    pub connects_burst: f64,
    /// WebSockets one address may open a second in the long run.
    pub connects_per_second: f64,
    /// Whether sockets from this machine count too.
    pub count_loopback: bool,
    /// Bytes a second read from one socket in the long run; what comes faster waits.
    pub bytes_per_second: usize,
    /// Bytes read at once.
    pub bytes_burst: usize,
    /// Bytes of the buffer that frames are read into.
    pub read_buffer: usize,
    /// Bytes gathered before they are written to the socket.
    pub write_buffer: usize,
    /// Bytes of the largest frame that can be sent; not allocated ahead.
    pub max_write_buffer: usize,
    /// Batches of frames (one batch per room event) that may wait for a slow reader.
    pub outbound_batches: usize,
    /// Bytes of frames that may wait for a slow reader.
    pub outbound_bytes: usize,
    /// Time in which the first message must come.
    pub hello_timeout: Duration,
    /// Time in which one batch must be written.
    pub write_timeout: Duration,
    /// A ping is sent after this time without a message from the client.
    pub ping_after: Duration,
    /// The connection ends after this time without any frame from the client.
    pub idle_timeout: Duration,
    /// Messages a second of one player in the long run, whatever connections it has.
    pub messages_per_second: f64,
    /// Messages at once.
    pub message_burst: f64,
}

/// Limits of plain HTTP requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HttpLimits {
    /// Sockets at once that are no WebSockets, or not yet; one more is closed unheard.
    pub sockets: usize,
    /// Time in which a TLS handshake, and then each request's head, must have come.
    pub head_time: Duration,
    /// Time in which a request must be answered.
    pub request_time: Duration,
    /// Time for which a socket may be open without becoming a WebSocket.
    pub connection_time: Duration,
    /// Longest body of a request, in bytes.
    pub body: usize,
    /// Rooms one address may open at once.
    pub opens_burst: f64,
    /// Rooms one address may open a second in the long run.
    pub opens_per_second: f64,
    /// Rooms listed in the lobby.
    pub lobby_rooms: usize,
    /// Replays one address may ask for at once.
    pub replays_burst: f64,
    /// Replays one address may ask for a second in the long run.
    pub replays_per_second: f64,
    /// Replays and branches made at once, over all addresses.
    pub replays_at_once: usize,
    /// Longest replay in bytes.
    pub replay_bytes: usize,
    /// Longest time that making a replay or a branch may take.
    pub replay_time: Duration,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            shards: cores,
            isolation_shard: true,
            workers: cores.saturating_sub(1).max(1),
            job_queue: 1024,
            shard_queue: 4096,
            rooms: 10_000,
            awake_rooms: 2_000,
            origins: Vec::new(),
            watch: false,
            hazards: false,
            processes: None,
            keys: None,
            tls: None,
            room: RoomLimits {
                scripts: fangqi_room::Limits::default(),
                step_time: Duration::from_secs(2),
                heavy: false,
                checkpoint_every: 64,
                keep_beginnings: true,
                share: 0.25,
                share_burst: Duration::from_millis(300),
                deferred: 64,
                players: 256,
                slots_kept: Duration::from_secs(60),
                viewers: 256,
                spectator_messages_per_second: 40.0,
                spectator_burst: 120.0,
                recent_events: 256,
                recent_bytes: 64 << 10,
                sleep_after: Duration::from_secs(60),
                forget_after: Some(Duration::from_secs(3600)),
            },
            socket: SocketLimits {
                connections: 20_000,
                per_address: 64,
                trust_proxy: false,
                connects_burst: 64.0,
                connects_per_second: 1.0,
                count_loopback: false,
                bytes_per_second: 128 * 1024,
                bytes_burst: 256 * 1024,
                read_buffer: 4096,
                write_buffer: 1024,
                max_write_buffer: 4 << 20,
                outbound_batches: 256,
                outbound_bytes: 8 << 20,
                hello_timeout: Duration::from_secs(10),
                write_timeout: Duration::from_secs(10),
                ping_after: Duration::from_secs(20),
                idle_timeout: Duration::from_secs(60),
                messages_per_second: 20.0,
                message_burst: 40.0,
            },
            http: HttpLimits::default(),
        }
    }
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            sockets: 2048,
            head_time: Duration::from_secs(10),
            request_time: Duration::from_secs(20),
            connection_time: Duration::from_secs(120),
            body: 1024,
            opens_burst: 10.0,
            opens_per_second: 0.2,
            lobby_rooms: 200,
            replays_burst: 20.0,
            replays_per_second: 0.5,
            replays_at_once: 2,
            replay_bytes: 16 << 20,
            replay_time: Duration::from_secs(10),
        }
    }
}
