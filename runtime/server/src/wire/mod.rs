//! Everything that travels between server and browser. The only place that knows these shapes.
//!
//! Text frames are one JSON message each. Block data travels in binary frames ([`binary`]): whole
//! chunks when a viewer arrives, changed cells afterwards. Frames of one room event follow each
//! other on the socket and end with [`ServerMessage::Event`], so a client can show them as one.
//! `runtime/web/src/wire.generated.ts` is generated from these types.

mod effect;
mod frame;
mod map;
mod parse;
mod reload;
mod typescript;

pub use frame::Frame;
pub use parse::BadMessage;
pub(crate) use parse::oversized;
pub use reload::{ReloadBlock, ReloadInput, ReloadView};
pub use typescript::typescript;

use fangqi_protocol::{
    Act, Hud, HudChange, LocalText, Mark, PlayerId, PlayerView, PluginChange, PluginView, Pose,
    RequestId, RequestView, SeatIndex, SeatView, Setting, ToastKind,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Version of this protocol; a client of another version is told to reload.
pub const PROTOCOL: u32 = 3;

/// What a browser sends: one JSON text frame, at most [`MAX_CLIENT_MESSAGE`] bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "t", deny_unknown_fields)]
pub enum ClientMessage {
    /// First message on a socket.
    Hello {
        /// [`PROTOCOL`] as the client knows it.
        protocol: u32,
        /// The room's id.
        room: String,
        /// The token from an earlier [`ServerMessage::Welcome`], to be the same player again.
        token: Option<String>,
        /// The last event seen, to be sent only what was missed.
        after: Option<u64>,
        /// The name shown to others.
        name: Option<String>,
        /// Whether to be shown only what everybody may see, and to take no part.
        #[serde(default)]
        watch: bool,
    },
    /// Show everything once more, to another server that passes it on to its watchers.
    ShowAgain {},
    /// Take a seat.
    Sit {
        /// Which.
        seat: SeatIndex,
    },
    /// Give up the seat.
    Stand {},
    /// Give a seat to the computer, or open it for people.
    SetComputer {
        /// Which.
        seat: SeatIndex,
        /// The computer's level from 1; null opens the seat.
        level: Option<u8>,
    },
    /// A click on a block.
    Click {
        /// The cell.
        pos: [i32; 3],
        /// The face: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up.
        face: u8,
    },
    /// Answer a request by its button.
    Choose {
        /// The request.
        request: RequestId,
        /// Index into its choices.
        choice: u32,
    },
    /// Answer a request that asks for a selection.
    Select {
        /// The request.
        request: RequestId,
        /// The cells selected, by their places in its list.
        cells: Vec<u16>,
    },
    /// Press a button of the map.
    Action {
        /// Its id.
        id: String,
        /// Its value, if it offers several.
        value: Option<String>,
    },
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// Where the client has its walking player: when that has changed, ten times a second at most.
    /// Refused as `moved` if the room has moved the player meanwhile: see [`Pose::moved`].
    Pose {
        /// Where.
        pose: Pose,
    },
    /// Something a player does in a map in which players walk, or with a page.
    Act {
        /// What.
        act: Act,
    },
    /// Something for a plugin of the map.
    Plugin {
        /// The plugin's name.
        plugin: String,
        /// Version of the payload's form.
        version: u16,
        /// What: anything that the plugin reads.
        #[ts(type = "unknown")]
        payload: serde_json::Value,
    },
    /// Take the last move back.
    TakeBack {},
    /// Go back to what the room was right after an event, alone at the table.
    GoBack {
        /// The number of the event.
        event: u64,
    },
    /// Leave the seat to the map's stand-in, or take it back.
    StandIn {
        /// Whether the stand-in is to play.
        on: bool,
    },
    /// Open a seat whose player is away. Only for who opened the room.
    Unseat {
        /// Which.
        seat: SeatIndex,
    },
    /// End the room for everybody. Only for who opened it.
    CloseRoom {},
    /// Measure the round trip.
    Ping {
        /// Given back.
        nonce: u32,
    },
}

/// Longest accepted client frame in bytes.
pub const MAX_CLIENT_MESSAGE: usize = 4096;

/// What the server sends: one JSON text frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "t")]
pub enum ServerMessage {
    /// Answer to [`ClientMessage::Hello`].
    Welcome {
        /// Who this connection plays as.
        you: PlayerId,
        /// To be kept by the client and given in its next hello.
        token: String,
        /// The room's id, for a link to share.
        room: String,
        /// The map.
        map: MapView,
        /// Whether a [`ServerMessage::Scene`] follows (else only the missed events).
        fresh: bool,
        /// Whether this player opened the room: it may open seats of those away, and close it.
        host: bool,
    },
    /// All that may be seen; binary chunk frames precede it. Replaces everything before.
    Scene {
        /// Number of the last event it contains.
        event: u64,
        /// Room time in ticks of 50 ms.
        tick: u64,
        /// Running effects.
        effects: Vec<EffectView>,
        /// The heads-up display.
        hud: Box<Hud>,
        /// The seats.
        seats: Vec<SeatView>,
        /// The players.
        players: Vec<PlayerView>,
        /// What this viewer is asked.
        request: Option<RequestView>,
        /// Marks this viewer sees.
        marks: Vec<Mark>,
        /// What surrounds the board.
        setting: Setting,
        /// What plugins show this viewer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<PluginView>>")]
        plugins: Vec<PluginView>,
    },
    /// An effect starts or ends.
    Effect {
        /// Which.
        effect: EffectView,
    },
    /// The heads-up display changes.
    Hud {
        /// How.
        change: HudChange,
    },
    /// The seats, all of them.
    Seats {
        /// In the manifest's order.
        seats: Vec<SeatView>,
    },
    /// The players, all of them.
    Players {
        /// In order of arrival.
        players: Vec<PlayerView>,
    },
    /// What this viewer is asked now; null when nothing.
    Request {
        /// The question.
        request: Option<RequestView>,
    },
    /// The marks this viewer sees now, all of them.
    Marks {
        /// The marks.
        marks: Vec<Mark>,
    },
    /// What surrounds the board.
    Setting {
        /// All of it.
        setting: Setting,
    },
    /// What a plugin shows this viewer now.
    Plugin {
        /// The plugin and its view.
        view: PluginView,
    },
    /// Parts of what a plugin shows this viewer are different now.
    PluginChange(PluginChange),
    /// A line of chat; from null is the room.
    Chat {
        /// Who.
        from: Option<PlayerId>,
        /// What.
        text: LocalText,
    },
    /// A short message that fades.
    Toast {
        /// How it looks.
        kind: ToastKind,
        /// What it says.
        text: LocalText,
    },
    /// Ends the frames of one event.
    Event {
        /// The event's number.
        event: u64,
        /// Room time.
        tick: u64,
    },
    /// The operator says something to everybody. Belongs to no event.
    Announcement {
        /// What.
        text: LocalText,
    },
    /// A new version of the map was saved while it is played. Belongs to no event.
    Reload {
        /// How the room stands to it.
        reload: ReloadView,
    },
    /// The client's message was refused; nothing changed.
    Refused {
        /// A stable code.
        code: String,
        /// A sentence for the person.
        text: LocalText,
    },
    /// Answer to [`ClientMessage::Ping`].
    Pong {
        /// As given.
        nonce: u32,
    },
    /// The server closes this connection.
    Bye {
        /// A stable code: `replaced` (seat opened in another tab), `reload`, `room_closed`,
        /// `room_full`, `abuse`, `shutdown`.
        code: String,
        /// A sentence for the person.
        text: LocalText,
    },
}

/// An effect as the browser draws it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum EffectView {
    /// A particle effect at a position, until stopped.
    Particle {
        /// Where.
        pos: [f32; 3],
        /// Which; 1170 is the tutorial's move marker.
        id: u32,
        /// How large.
        scale: f32,
    },
    /// Ends a particle effect.
    StopParticle {
        /// Where.
        pos: [f32; 3],
        /// Which.
        id: u32,
    },
    /// A sound, once.
    Sound {
        /// Where; null is everywhere.
        pos: Option<[f32; 3]>,
        /// Which.
        id: u32,
        /// 0 to 100.
        volume: f32,
        /// Speed, 1 for the usual one.
        pitch: f32,
    },
    /// A sound over and over, until stopped; or other loudness and speed for one that plays.
    LoopSound {
        /// Where.
        pos: [f32; 3],
        /// Which.
        id: u32,
        /// 0 to 100.
        volume: f32,
        /// Speed, 1 for the usual one.
        pitch: f32,
    },
    /// Ends a sound that plays over and over.
    StopSound {
        /// Where.
        pos: [f32; 3],
        /// Which.
        id: u32,
    },
    /// A coloured mark on a cell, until cleared.
    Mark {
        /// The cell.
        pos: [i32; 3],
        /// Which kind; a cell has at most one of each.
        id: u32,
        /// `#rrggbb`.
        colour: String,
    },
    /// Takes a coloured mark away.
    ClearMark {
        /// The cell.
        pos: [i32; 3],
        /// Which kind.
        id: u32,
    },
    /// A floating text appears or changes.
    Text {
        /// Its name.
        id: u32,
        /// Where.
        pos: [f32; 3],
        /// What it says.
        text: String,
        /// Height in pixels at the default camera distance.
        size: u8,
        /// `#rrggbb`.
        colour: String,
    },
    /// A floating text goes.
    RemoveText {
        /// Its name.
        id: u32,
    },
}

/// What the client must know of a map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MapView {
    /// The map's id.
    pub id: String,
    /// Its name.
    pub name: LocalText,
    /// How to play, a few sentences.
    pub help: LocalText,
    /// Every block that may appear.
    pub blocks: Vec<BlockView>,
    /// Where to look from.
    pub camera: CameraView,
    /// Highest level of the computer; 0 when it cannot play.
    pub computer_levels: u8,
    /// Whether moves can be taken back.
    pub take_back: bool,
    /// Items that are no blocks, with their names, where players walk.
    pub items: Vec<(u32, String)>,
    /// The cells of its board, if it has rules: where pieces stand, and what that is called.
    pub cells: Vec<([i32; 3], String)>,
    /// In how many steps it teaches its rules; 0 when it does not.
    #[serde(default)]
    pub lessons: u32,
    /// Names along the edges of its board, if the map gives some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<EdgeView>>")]
    pub edges: Vec<EdgeView>,
    /// Layers of ground that lie wherever no chunk says otherwise: lowest and highest row of cells,
    /// and the raw state of their cells.
    pub ground: Vec<(i32, i32, u32)>,
}

/// Names of a row of cells along an edge of a board, such as those of its files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EdgeView {
    /// The first cell.
    pub from: [i32; 3],
    /// The last cell, in the same row along x or z.
    pub to: [i32; 3],
    /// On which side of the row they lie: 0 west, 1 east, 2 south, 3 north.
    pub face: u8,
    /// A name for each cell, separated by spaces.
    pub names: LocalText,
}

/// Where a map is looked at from. Angles in degrees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CameraView {
    /// The point looked at.
    pub target: [f32; 3],
    /// Distance from it in blocks.
    pub distance: f32,
    /// Height of the view above the horizon, 90 is straight down.
    pub pitch: f32,
    /// Heading per seat (index = seat); spectators use the first. 0 looks north (+z).
    pub yaw: Vec<f32>,
    /// Whether the world is stood up before the viewer: north is up then, and up is to the front.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub stands: bool,
    /// Whether the whole map is to fit into the picture, from whatever distance; else it is seen as
    /// said, unless it is a board with tiles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub fits: bool,
    /// Cameras of their own, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Option<SeatCameraView>>>")]
    pub seats: Vec<Option<SeatCameraView>>,
}

/// Where the camera of a seat is placed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct SeatCameraView {
    /// The point looked at.
    pub target: [f32; 3],
    /// Distance from it in blocks.
    pub distance: f32,
}

/// A block as the browser draws it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BlockView {
    /// `BlockId`.
    pub id: u16,
    /// Its name.
    pub name: LocalText,
    /// Text on its faces, if any.
    pub glyph: Option<String>,
    /// `#rrggbb` of the body.
    pub colour: String,
    /// `#rrggbb` of the glyph.
    pub glyph_colour: String,
    /// `cube`, `slab`, `disc`, `card`, `sign`, `stone`, `ball` or `die`.
    pub shape: String,
    /// Light given off, 0 to 15.
    pub light: u8,
    /// Whether bodies go through it, as they do through few.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub open: bool,
    /// Whether bodies swim in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub liquid: bool,
}

/// The lobby, from `GET /api/lobby`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LobbyView {
    /// Maps that can be opened; the thumbnail is at `/api/maps/<id>/thumbnail.svg`.
    pub maps: Vec<LobbyMap>,
    /// Rooms with people in them that can be entered or watched.
    pub rooms: Vec<LobbyRoom>,
    /// Those of the rooms that the request named which still exist, private or deserted ones too.
    pub yours: Vec<LobbyRoom>,
}

/// What was played next in a position, from `GET /api/maps/{id}/explorer`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExplorerView {
    /// In how many finished games the position was played on.
    pub games: u32,
    /// The moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
}

/// A move of the opening explorer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExplorerMove {
    /// The move as the list of moves writes it.
    pub text: LocalText,
    /// How often each seat won after it; seats after the last never did.
    pub wins: Vec<u32>,
    /// How many games were drawn.
    pub draws: u32,
}

/// A map in the lobby. `POST /api/rooms {"map": id}` opens a room and answers `{"room": id}`; with
/// `"private": true` the lobby does not list it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LobbyMap {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: LocalText,
    /// One sentence.
    pub description: LocalText,
    /// Number of seats.
    pub seats: u8,
    /// The kind of game it is listed as.
    pub shelf: LobbyShelf,
    /// The button whose options are its puzzles, one of which is offered each day.
    pub daily: Option<String>,
    /// In how many steps it teaches its rules; 0 when it does not.
    pub lessons: u32,
    /// What it is called among the games of its folder, if it is a variant: its id is then that of
    /// the map, a colon, and its own.
    pub variant: Option<LocalText>,
}

/// A kind of game, as the lobby groups them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LobbyShelf {
    /// Board games.
    Boards,
    /// Card and dice games.
    Cards,
    /// Puzzles for one.
    Puzzles,
    /// Worlds to walk in.
    Worlds,
    /// Demonstrations for authors of maps.
    Workshop,
    /// Everything else.
    Other,
}

/// An open room in the lobby, played at `/r/<id>`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LobbyRoom {
    /// Its id.
    pub id: String,
    /// Its map.
    pub map: String,
    /// Names of those seated; null for an open seat.
    pub seats: Vec<Option<String>>,
    /// Number of people connected.
    pub present: u32,
    /// The seat whose turn it is; null also before anybody has entered since the server started.
    pub turn: Option<u8>,
    /// Whether the lobby lists it only for those who know its id.
    pub private: bool,
}

/// First frame of `GET /api/rooms/<id>/replay`: a file of frames (`Frame::write`) of what somebody
/// watching from the start would have been shown. A scene follows, then the frames of every event,
/// each closed by [`ServerMessage::Event`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReplayHead {
    /// The room's id.
    pub room: String,
    /// The map.
    pub map: MapView,
    /// Number of the last event told.
    pub events: u64,
    /// Whether that is all: false when the room's later events do not go again as they went.
    pub complete: bool,
}

/// Binary frames, little-endian.
///
/// `u8` kind, then
/// - kind 1, chunk: `i32` x, y, z of the chunk (in chunks of 16), then the chunk as
///   `fangqi_world::Chunk::encode_wire` writes it: `u16` palette length, that many `u32` raw
///   states, and, if there is more than one, `u8` form and the cells' indices (`u8` up to 256
///   states, else `u16`), x + 16 z + 256 y: in form 0 all 4096, in form 1 each with the `u16`
///   number of cells in a row that have it.
/// - kind 2, cells: `u32` count, then per cell `i32` x, y, z and `u32` raw state (block id in the
///   low 16 bits, data in the next 8).
/// - kind 3, clear: nothing; drops all blocks (before the chunks of a new scene).
pub mod binary {
    /// Kind byte of a chunk frame.
    pub const CHUNK: u8 = 1;
    /// Kind byte of a cells frame.
    pub const CELLS: u8 = 2;
    /// Kind byte of a clear frame.
    pub const CLEAR: u8 = 3;
}
