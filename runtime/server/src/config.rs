use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::net::Tls;
use crate::session::TokenKeys;

/// Every limit of the server, in one place.
#[derive(Debug, Clone)]
pub struct Config {
    /// Number of shards that rooms are placed on by their ids, one thread or worker process each.
    pub shards: usize,
    /// Whether there is an additional shard of lower priority to which noisy neighbours migrate.
    /// Has no effect with [`RoomLimits::heavy`], because all rooms would be noisy then.
    pub isolation_shard: bool,
    /// Threads that run jobs; in each worker process, if there are any.
    pub workers: usize,
    /// Capacity of the job queue; a job beyond it fails with a reason.
    pub job_queue: usize,
    /// Capacity of a shard's command queue; a client message beyond it is refused as `busy`.
    pub shard_queue: usize,
    /// Largest number of rooms, awake or asleep.
    pub rooms: usize,
    /// Largest number of rooms awake at once, over all shards.
    pub awake_rooms: usize,
    /// Additional hosts and origins that pages may come from, such as `https://play.example.org`.
    pub origins: Vec<String>,
    /// Whether maps are edited while they are played. New versions may then be accepted or
    /// dismissed from this machine, in pages and with `POST /api/rooms/<id>/reload`.
    pub watch: bool,
    /// Whether a chat line such as `hazard:crash` crashes the process that the room runs in, for
    /// tests of the effects of script host faults.
    #[doc(hidden)]
    pub hazards: bool,
    /// Starts each shard in a worker process of its own (Linux only). `None`: shards are threads of
    /// this process.
    pub processes: Option<Workers>,
    /// The keys that sign seat tokens. `None`: a random key that lasts as long as the process.
    pub keys: Option<TokenKeys>,
    /// The folder that the log lies in, for the metrics of its size. `None`: there is none.
    pub data_folder: Option<PathBuf>,
    /// Encrypts connections. `None`: plain connections, which a proxy may encrypt.
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
    /// Limits of the room's scripts.
    pub scripts: fangqi_protocol::Limits,
    /// Longest duration of one script step by the clock, in case a host function is slower than its
    /// fuel cost implies.
    pub step_time: Duration,
    /// Whether rooms are rebuilt and compared after each input; see
    /// [`fangqi_room::RoomOptions::heavy`].
    pub heavy: bool,
    /// Number of inputs between two checkpoints of a room.
    pub checkpoint_every: u64,
    /// Whether a room can always be taken back and replayed to its first input. Must be off if the
    /// log deletes old inputs: a room then reaches back only to its last but one checkpoint.
    pub keep_beginnings: bool,
    /// A room's quota: the fraction of its shard's time, from 0 to 1, that it may use in the long
    /// run while other rooms wait. All rooms over their quota together get the same fraction. Idle
    /// time of the shard is not limited.
    pub share: f64,
    /// The burst of the quota: shard time that a room may use at once.
    pub share_burst: Duration,
    /// Messages and visitors that may be deferred for a room over its quota; one more is refused as
    /// `busy`.
    pub deferred: usize,
    /// Number of player slots of a room, each with a token of its own.
    pub players: usize,
    /// When all player slots are taken, a player who has never held a seat, did not open the room
    /// and has been away for this long yields its slot to a newcomer, and would return as a
    /// newcomer. The number of players that one address can send in this time
    /// ([`SocketLimits::connects_burst`] and [`SocketLimits::connects_per_second`]) must be below
    /// [`Self::players`]; otherwise one address can block a room for everybody else.
    pub slots_kept: Duration,
    /// Largest number of connections to a room at once, besides those that only watch.
    pub viewers: usize,
    /// Whether those for whom there is no place may watch.
    pub watching: bool,
    /// Messages per second of all players without a seat together, in the long run. Seated players
    /// are few and limited individually.
    pub spectator_messages_per_second: f64,
    /// Burst of messages of all players without a seat together.
    pub spectator_burst: f64,
    /// Number of recent events kept for clients that resume.
    pub recent_events: usize,
    /// Bytes of frames kept for clients that resume.
    pub recent_bytes: usize,
    /// A room without viewers, jobs and waiting output falls asleep after this time.
    pub sleep_after: Duration,
    /// A room without viewers is deleted together with its log after this time; `None`: never. Time
    /// is measured across restarts by [`crate::log::RoomLog::clock`], so only time in which the
    /// server runs counts.
    pub forget_after: Option<Duration>,
    /// A room that sleeps is listed for this time; `None`: for ever. Servers that share a log set
    /// it themselves, because another one may have the room next.
    pub unlist_after: Option<Duration>,
}

/// Limits of one connection.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SocketLimits {
    /// Largest number of connections at once, over all rooms.
    pub connections: usize,
    /// Sockets of one address at once. Addresses of this machine count only with
    /// [`Self::count_loopback`], because they belong to a proxy or to the one person who plays
    /// here.
    pub per_address: usize,
    /// Whether the last address in `X-Forwarded-For` is trusted if the request comes from this
    /// machine or a private network. That address is then limited instead of the proxy's. Only for
    /// servers that can be reached only through a proxy which sets the header.
    pub trust_proxy: bool,
    /// WebSockets that one address may open at once. Addresses of this machine count as above.
    pub connects_burst: f64,
    /// WebSockets that one address may open per second in the long run.
    pub connects_per_second: f64,
    /// Whether sockets and look-ups from this machine count towards the limits per address.
    pub count_loopback: bool,
    /// Bytes per second read from one socket in the long run; faster input waits.
    pub bytes_per_second: usize,
    /// Bytes that may be read from one socket at once.
    pub bytes_burst: usize,
    /// Size of the buffer that frames are read into, in bytes.
    pub read_buffer: usize,
    /// Bytes buffered before they are written to the socket.
    pub write_buffer: usize,
    /// Size of the largest frame that can be sent, in bytes; not allocated in advance.
    pub max_write_buffer: usize,
    /// Batches of frames (one batch per room event) that may wait for a slow reader.
    pub outbound_batches: usize,
    /// Bytes of frames that may wait for a slow reader.
    pub outbound_bytes: usize,
    /// Time in which the hello must arrive.
    pub hello_timeout: Duration,
    /// Time in which one batch must be written.
    pub write_timeout: Duration,
    /// A ping is sent after this time without a message from the client.
    pub ping_after: Duration,
    /// The connection ends after this time without any frame from the client.
    pub idle_timeout: Duration,
    /// Messages per second of one player in the long run, over all its connections.
    pub messages_per_second: f64,
    /// Burst of messages of one player.
    pub message_burst: f64,
}

impl SocketLimits {
    /// Whether what an address does counts towards its limits.
    pub(crate) fn counts(&self, address: IpAddr) -> bool {
        self.count_loopback || !address.to_canonical().is_loopback()
    }
}

/// Limits of plain HTTP requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HttpLimits {
    /// Sockets at once that are not WebSockets, or not yet; one more is closed without a response.
    pub sockets: usize,
    /// Time in which a TLS handshake, and then the head of each request, must arrive.
    pub head_time: Duration,
    /// Time in which a request must be answered.
    pub request_time: Duration,
    /// Longest time that a socket may be open without becoming a WebSocket.
    pub connection_time: Duration,
    /// Longest request body in bytes.
    pub body: usize,
    /// Rooms one address may open at once.
    pub opens_burst: f64,
    /// Rooms one address may open per second in the long run.
    pub opens_per_second: f64,
    /// Rooms listed in the lobby.
    pub lobby_rooms: usize,
    /// Look-ups in a shared log, by requests and WebSockets, that find no room and that one address
    /// may cause at once. Twenty links to rooms that are gone cost forty when they are opened.
    /// Addresses of this machine count as for [`SocketLimits::connects_burst`].
    pub lookups_burst: f64,
    /// Look-ups that find no room and that one address may cause per second in the long run.
    pub lookups_per_second: f64,
    /// Replays one address may request at once.
    pub replays_burst: f64,
    /// Replays one address may request per second in the long run.
    pub replays_per_second: f64,
    /// Positions one address may look up in the opening explorer at once.
    pub explores_burst: f64,
    /// Positions one address may look up per second in the long run.
    pub explores_per_second: f64,
    /// Pictures of boards one address may request at once.
    pub pictures_burst: f64,
    /// Pictures of boards one address may request per second in the long run.
    pub pictures_per_second: f64,
    /// Pictures painted at once, over all addresses.
    pub pictures_at_once: usize,
    /// Replays and branches computed at once, over all addresses.
    pub replays_at_once: usize,
    /// Longest replay in bytes.
    pub replay_bytes: usize,
    /// Longest time that computing a replay or a branch may take.
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
            data_folder: None,
            tls: None,
            room: RoomLimits {
                scripts: fangqi_protocol::Limits::default(),
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
                watching: true,
                spectator_messages_per_second: 40.0,
                spectator_burst: 120.0,
                recent_events: 256,
                recent_bytes: 64 << 10,
                sleep_after: Duration::from_secs(60),
                forget_after: Some(Duration::from_secs(3600)),
                unlist_after: None,
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
            lookups_burst: 120.0,
            lookups_per_second: 1.0,
            replays_burst: 20.0,
            replays_per_second: 0.5,
            explores_burst: 60.0,
            explores_per_second: 4.0,
            pictures_burst: 20.0,
            pictures_per_second: 1.0,
            pictures_at_once: 2,
            replays_at_once: 2,
            replay_bytes: 16 << 20,
            replay_time: Duration::from_secs(10),
        }
    }
}

/// How worker processes are started.
#[derive(Debug, Clone)]
pub struct Workers {
    /// The executable, which is that of this program.
    pub program: PathBuf,
    /// Its arguments, which must make the program call `run_worker`.
    pub arguments: Vec<String>,
    /// Memory limit of each worker's address space, in bytes.
    pub memory: u64,
    /// Whether players may crash the script host of their room on purpose. For tests only.
    pub hazards: bool,
}
