// Generated from runtime/server/src/wire by `cargo xtask gen`; do not edit.

export const PROTOCOL = 1;

export type LocalText = { 
/**
 * Chinese.
 */
zh: string, 
/**
 * English.
 */
en: string, };

export type PlayerId = number;

export type SeatHolder = { "by": "open" } | { "by": "player", 
/**
 * Who.
 */
player: PlayerId, } | { "by": "computer", 
/**
 * Its strength, from 1.
 */
level: number, };

export type SeatView = { 
/**
 * The seat's name, from the manifest.
 */
name: LocalText, 
/**
 * `#rrggbb`, from the manifest.
 */
colour: string, 
/**
 * Who plays it.
 */
holder: SeatHolder, };

export type PlayerView = { 
/**
 * Who.
 */
id: PlayerId, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is connected now.
 */
present: boolean, };

export type Choice = { 
/**
 * Cells to click, in order, to make this choice: a move is `[from, to]`, a placement `[cell]`.
 * Empty for a choice made by its button alone.
 */
path: Array<[number, number, number]>, 
/**
 * What the choice's button says; `None` for a choice made by clicking cells alone.
 */
label: LocalText | null, };

export type RequestView = { 
/**
 * Its name, to be given back with the answer.
 */
id: number, 
/**
 * What the player is asked.
 */
hint: LocalText, 
/**
 * What may be answered.
 */
choices: Array<Choice>, 
/**
 * When the default answer is given in the player's stead.
 */
deadline: number | null, };

export type MarkKind = "selected" | "target" | "capture" | "last_from" | "last_to" | "check" | "hint";

export type Mark = { 
/**
 * The cell.
 */
pos: [number, number, number], 
/**
 * What the mark says.
 */
kind: MarkKind, };

export type GameResult = { 
/**
 * The winning seat; `None` for a draw.
 */
winner: number | null, 
/**
 * The reason, as a sentence.
 */
text: LocalText, };

export type MoveEntry = { 
/**
 * Who moved.
 */
seat: number, 
/**
 * The move in the game's notation.
 */
text: LocalText, };

export type Button = { 
/**
 * Its id. The client has icons for `new`, `undo`, `resign`, `draw`, `hint` and `flip`.
 */
id: string, 
/**
 * What it says.
 */
label: LocalText, 
/**
 * Whether it can be pressed now.
 */
enabled: boolean, 
/**
 * Only players with a seat see it.
 */
seated: boolean, 
/**
 * A question to confirm first.
 */
confirm: LocalText | null, };

export type Hud = { 
/**
 * One line on how the game stands.
 */
status: LocalText | null, 
/**
 * Whose turn it is.
 */
turn: number | null, 
/**
 * The seat for which the computer is thinking.
 */
thinking: number | null, 
/**
 * How the game ended.
 */
result: GameResult | null, 
/**
 * Moves so far.
 */
moves: Array<MoveEntry>, 
/**
 * Buttons of the map.
 */
buttons: Array<Button>, };

export type HudChange = { "field": "status", "value": LocalText | null } | { "field": "turn", "value": number | null } | { "field": "thinking", "value": number | null } | { "field": "result", "value": GameResult | null } | { "field": "moves", "value": { 
/**
 * How many of the viewer's moves stay.
 */
keep: number, 
/**
 * The moves after them.
 */
add: Array<MoveEntry>, } } | { "field": "buttons", "value": Array<Button> };

export type ToastKind = "info" | "alert" | "error" | "win";

export type EffectView = { "kind": "particle", 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * Which; 1170 is the tutorial's move marker.
 */
id: number, 
/**
 * How large.
 */
scale: number, } | { "kind": "stop_particle", 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * Which.
 */
id: number, } | { "kind": "sound", 
/**
 * Where; null is everywhere.
 */
pos: [number, number, number] | null, 
/**
 * Which.
 */
id: number, 
/**
 * 0 to 100.
 */
volume: number, } | { "kind": "text", 
/**
 * Its name.
 */
id: number, 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * What it says.
 */
text: string, 
/**
 * Height in pixels at the default camera distance.
 */
size: number, 
/**
 * `#rrggbb`.
 */
colour: string, } | { "kind": "remove_text", 
/**
 * Its name.
 */
id: number, };

export type BlockView = { 
/**
 * `BlockId`.
 */
id: number, 
/**
 * Its name.
 */
name: LocalText, 
/**
 * Text on its faces, if any.
 */
glyph: string | null, 
/**
 * `#rrggbb` of the body.
 */
colour: string, 
/**
 * `#rrggbb` of the glyph.
 */
glyph_colour: string, 
/**
 * `cube`, `slab`, `disc`, `card` or `sign`.
 */
shape: string, 
/**
 * Light given off, 0 to 15.
 */
light: number, };

export type CameraView = { 
/**
 * The point looked at.
 */
target: [number, number, number], 
/**
 * Distance from it in blocks.
 */
distance: number, 
/**
 * Height of the view above the horizon, 90 is straight down.
 */
pitch: number, 
/**
 * Heading per seat (index = seat); spectators use the first. 0 looks north (+z).
 */
yaw: Array<number>, };

export type MapView = { 
/**
 * The map's id.
 */
id: string, 
/**
 * Its name.
 */
name: LocalText, 
/**
 * How to play, a few sentences.
 */
help: LocalText, 
/**
 * Every block that may appear.
 */
blocks: Array<BlockView>, 
/**
 * Where to look from.
 */
camera: CameraView, 
/**
 * Highest level of the computer; 0 when it cannot play.
 */
computer_levels: number, 
/**
 * Whether moves can be taken back.
 */
take_back: boolean, };

export type LobbyMap = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: LocalText, 
/**
 * One sentence.
 */
description: LocalText, 
/**
 * Number of seats.
 */
seats: number, };

export type LobbyRoom = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its map.
 */
map: string, 
/**
 * Names of those seated; null for an open seat.
 */
seats: Array<string | null>, 
/**
 * Number of people connected.
 */
present: number, };

export type LobbyView = { 
/**
 * Maps that can be opened; the thumbnail is at `/api/maps/<id>/thumbnail.svg`.
 */
maps: Array<LobbyMap>, 
/**
 * Rooms that can be entered or watched.
 */
rooms: Array<LobbyRoom>, };

export type ReplayHead = { 
/**
 * The room's id.
 */
room: string, 
/**
 * The map.
 */
map: MapView, 
/**
 * Number of the last event told.
 */
events: number, 
/**
 * Whether that is all: false when the room's later events do not go again as they went.
 */
complete: boolean, };

export type ClientMessage = { "t": "hello", 
/**
 * [`PROTOCOL`] as the client knows it.
 */
protocol: number, 
/**
 * The room's id.
 */
room: string, 
/**
 * The token from an earlier [`ServerMessage::Welcome`], to be the same player again.
 */
token: string | null, 
/**
 * The last event seen, to be sent only what was missed.
 */
after: number | null, 
/**
 * The name shown to others.
 */
name: string | null, } | { "t": "sit", 
/**
 * Which.
 */
seat: number, } | { "t": "stand", } | { "t": "set_computer", 
/**
 * Which.
 */
seat: number, 
/**
 * The computer's level from 1; null opens the seat.
 */
level: number | null, } | { "t": "click", 
/**
 * The cell.
 */
pos: [number, number, number], 
/**
 * The face: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up.
 */
face: number, } | { "t": "choose", 
/**
 * The request.
 */
request: number, 
/**
 * Index into its choices.
 */
choice: number, } | { "t": "action", 
/**
 * Its id.
 */
id: string, 
/**
 * Its value, if it offers several.
 */
value: string | null, } | { "t": "chat", 
/**
 * What.
 */
text: string, } | { "t": "take_back", } | { "t": "unseat", 
/**
 * Which.
 */
seat: number, } | { "t": "close_room", } | { "t": "ping", 
/**
 * Given back.
 */
nonce: number, };

export type ServerMessage = { "t": "welcome", 
/**
 * Who this connection plays as.
 */
you: PlayerId, 
/**
 * To be kept by the client and given in its next hello.
 */
token: string, 
/**
 * The room's id, for a link to share.
 */
room: string, 
/**
 * The map.
 */
map: MapView, 
/**
 * Whether a [`ServerMessage::Scene`] follows (else only the missed events).
 */
fresh: boolean, } | { "t": "scene", 
/**
 * Number of the last event it contains.
 */
event: number, 
/**
 * Room time in ticks of 50 ms.
 */
tick: number, 
/**
 * Running effects.
 */
effects: Array<EffectView>, 
/**
 * The heads-up display.
 */
hud: Hud, 
/**
 * The seats.
 */
seats: Array<SeatView>, 
/**
 * The players.
 */
players: Array<PlayerView>, 
/**
 * What this viewer is asked.
 */
request: RequestView | null, 
/**
 * Marks this viewer sees.
 */
marks: Array<Mark>, } | { "t": "effect", 
/**
 * Which.
 */
effect: EffectView, } | { "t": "hud", 
/**
 * How.
 */
change: HudChange, } | { "t": "seats", 
/**
 * In the manifest's order.
 */
seats: Array<SeatView>, } | { "t": "players", 
/**
 * In order of arrival.
 */
players: Array<PlayerView>, } | { "t": "request", 
/**
 * The question.
 */
request: RequestView | null, } | { "t": "marks", 
/**
 * The marks.
 */
marks: Array<Mark>, } | { "t": "chat", 
/**
 * Who.
 */
from: PlayerId | null, 
/**
 * What.
 */
text: LocalText, } | { "t": "toast", 
/**
 * How it looks.
 */
kind: ToastKind, 
/**
 * What it says.
 */
text: LocalText, } | { "t": "event", 
/**
 * The event's number.
 */
event: number, 
/**
 * Room time.
 */
tick: number, } | { "t": "refused", 
/**
 * A stable code.
 */
code: string, 
/**
 * A sentence for the person.
 */
text: LocalText, } | { "t": "pong", 
/**
 * As given.
 */
nonce: number, } | { "t": "bye", 
/**
 * A stable code: `replaced` (seat opened in another tab), `reload`, `room_closed`,
 * `abuse`, `shutdown`.
 */
code: string, 
/**
 * A sentence for the person.
 */
text: LocalText, };

