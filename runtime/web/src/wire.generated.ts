// Generated from runtime/server/src/wire by `cargo xtask gen`; do not edit.

export const PROTOCOL = 3;

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

export type SeatCare = { "by": "own" } | { "by": "held", 
/**
 * Until this room time, while anybody is in the room.
 */
until: number, } | { "by": "away" } | { "by": "stand_in", 
/**
 * Whether the person wished so, rather than being away.
 */
wished: boolean, };

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
 * Whose it is.
 */
holder: SeatHolder, 
/**
 * Who plays it.
 */
care: SeatCare, 
/**
 * Whether its player may leave it to the stand-in.
 */
can_hand_over: boolean, };

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

export type SelectView = { 
/**
 * The cells; an answer names them by their places in this list.
 */
cells: Array<[number, number, number]>, 
/**
 * The class of each cell, a character each, such as a card's rank; empty where it does not
 * matter.
 */
classes: string, 
/**
 * What may be selected together, as the classes in order; empty: any cells, as many as `min`
 * to `max`.
 */
legal: Array<string>, 
/**
 * How many at least.
 */
min: number, 
/**
 * How many at most.
 */
max: number, 
/**
 * Selections to suggest, best first.
 */
suggest: Array<Array<number>>, 
/**
 * What the button says that gives the answer; `None` for the client's own word.
 */
label: LocalText | null, };

export type ChoiceLook = { 
/**
 * Made by a click on the plate of this seat.
 */
seat: number | null, 
/**
 * The button that confirms what is picked.
 */
main: boolean, 
/**
 * The button is pressed: its choice takes back what it began.
 */
on: boolean, 
/**
 * What it means, for those who hesitate.
 */
about: LocalText | null, 
/**
 * Of its side, as `#rrggbb`; empty for none.
 */
colour: string, };

export type PanelView = { 
/**
 * Cells picked in earlier steps.
 */
picked: Array<[number, number, number]>, 
/**
 * Seats picked in earlier steps.
 */
seats: Array<number>, 
/**
 * What each choice is, in their order.
 */
looks: Array<ChoiceLook>, };

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
deadline: number | null, 
/**
 * What may be selected, where the answer may be several cells together. The choices are then
 * buttons beside it.
 */
selection: SelectView | null, 
/**
 * What has been picked on the way to an answer that is given step by step.
 */
panel: PanelView | null, };

export type MarkKind = "selected" | "target" | "capture" | "last_from" | "last_to" | "check" | "hint" | "won";

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

export type ButtonOption = { 
/**
 * The value of the action.
 */
value: string, 
/**
 * What it says.
 */
label: LocalText, 
/**
 * Whether it is how things are now.
 */
chosen: boolean, };

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
confirm: LocalText | null, 
/**
 * What it offers; its action's value is that of the one chosen. Empty: the button acts at
 * once.
 */
options: Array<ButtonOption>, };

export type ClockView = { 
/**
 * What was left of the stretch then counted: the main time or a period of overtime.
 */
left: number, 
/**
 * Whole periods of overtime after it.
 */
later: number, 
/**
 * Length of a period.
 */
period: number, 
/**
 * Whether the stretch is a period of overtime.
 */
overtime: boolean, 
/**
 * Whether it runs.
 */
running: boolean, 
/**
 * Room time at which it stood so.
 */
at: number, };

export type Bar = { 
/**
 * For whom.
 */
seat: number, 
/**
 * From 0, lost, to 1000, won.
 */
share: number, 
/**
 * The same in a few letters, such as `+1.3`.
 */
text: LocalText, };

export type BestLine = { 
/**
 * What it is worth in a few letters, such as `+1.3`.
 */
score: LocalText, 
/**
 * The moves in the game's notation, the first to be played now.
 */
moves: Array<LocalText>, 
/**
 * Where the first move goes; one that ends where it begins points at a cell.
 */
arrow: Arrow | null, };

export type BestLines = { 
/**
 * For whom the scores are.
 */
seat: number, 
/**
 * The lines, best first for the side to move.
 */
lines: Array<BestLine>, };

export type Note = { 
/**
 * What it is about.
 */
title: LocalText, 
/**
 * What is said, a paragraph each.
 */
lines: Array<LocalText>, 
/**
 * Buttons of the note. They act as the map's others do.
 */
buttons: Array<Button>, };

export type ArrowKind = "hint" | "best" | "threat";

export type Arrow = { 
/**
 * Where it begins.
 */
from: [number, number, number], 
/**
 * Where it points.
 */
to: [number, number, number], 
/**
 * What it says.
 */
kind: ArrowKind, };

export type ReviewNote = { 
/**
 * Which move, from 1.
 */
move: number, 
/**
 * How good it was, in a sign such as `??`, `?`, `?!` or `!`.
 */
mark: string, 
/**
 * The same in words.
 */
text: LocalText, 
/**
 * A better move, if the map gives one: an arrow from cell to cell.
 */
better: Arrow | null, };

export type Review = { 
/**
 * For whom the shares are.
 */
seat: number, 
/**
 * How the game stood before the first move and after each, from 0, lost, to 1000, won. While
 * there are fewer, the rest is still looked at.
 */
shares: Array<number>, 
/**
 * What is said of moves, in their order.
 */
notes: Array<ReviewNote>, };

export type Insight = { 
/**
 * What is played, such as the name of an opening or of a problem.
 */
title: LocalText | null, 
/**
 * How the game stands, as a bar beside the board.
 */
bar: Bar | null, 
/**
 * Something explained, until it is taken away.
 */
note: Note | null, 
/**
 * Arrows over the board.
 */
arrows: Array<Arrow>, 
/**
 * The game as seen afterwards.
 */
review: Review | null, };

export type Asked = { 
/**
 * Which seat.
 */
seat: number, 
/**
 * Room time at which it was asked.
 */
since: number, 
/**
 * Room time of its deadline.
 */
until: number, };

export type Plate = { 
/**
 * Its name; empty: the seat has no plate.
 */
title: LocalText, 
/**
 * Of its side, as `#rrggbb`; empty for the seat's own colour.
 */
colour: string, 
/**
 * The letter of its side; empty for the first of its name.
 */
glyph: string, 
/**
 * Lives left; may be below 0.
 */
life: number, 
/**
 * Lives at most; 0 where there are none.
 */
life_max: number, 
/**
 * Words on how it is: chained, in prison, marked.
 */
tags: Array<LocalText>, 
/**
 * What it has put on, a word each.
 */
wears: Array<LocalText>, 
/**
 * What it can do, shown to those who ask: a paragraph each.
 */
lines: Array<LocalText>, 
/**
 * It is its turn, whoever is asked.
 */
acts: boolean, 
/**
 * It is out of the game.
 */
out: boolean, 
/**
 * It lies face down.
 */
turned: boolean, };

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
buttons: Array<Button>, 
/**
 * The game clock of each seat; empty when there are none.
 */
clocks: Array<ClockView>, 
/**
 * What explains the game.
 */
insight: Insight, 
/**
 * Who is being asked something until when, as far as everybody knows of it.
 */
asked: Array<Asked>, 
/**
 * A few words beside each seat, such as its score; seats after the last have none.
 */
badges: Array<LocalText>, 
/**
 * Short marks beside each seat, such as `dealer`; seats after the last have none.
 */
tags: Array<Array<LocalText>>, 
/**
 * Who each seat plays; seats after the last have none.
 */
plates: Array<Plate>, 
/**
 * A word beside the viewer's own seat that nobody else sees.
 */
secret: LocalText | null, 
/**
 * The position as the game writes it, such as a FEN, if it has a way to.
 */
position: string | null, 
/**
 * What a computer expects of the present position.
 */
lines: BestLines | null, };

export type HudChange = { "field": "status", "value": LocalText | null } | { "field": "turn", "value": number | null } | { "field": "thinking", "value": number | null } | { "field": "result", "value": GameResult | null } | { "field": "moves", "value": { 
/**
 * How many of the viewer's moves stay.
 */
keep: number, 
/**
 * The moves after them.
 */
add: Array<MoveEntry>, } } | { "field": "buttons", "value": Array<Button> } | { "field": "clocks", "value": Array<ClockView> } | { "field": "title", "value": LocalText | null } | { "field": "bar", "value": Bar | null } | { "field": "note", "value": Note | null } | { "field": "arrows", "value": Array<Arrow> } | { "field": "review", "value": Review | null } | { "field": "asked", "value": Array<Asked> } | { "field": "badges", "value": Array<LocalText> } | { "field": "tags", "value": Array<Array<LocalText>> } | { "field": "plates", "value": Array<Plate> } | { "field": "secret", "value": LocalText | null } | { "field": "position", "value": string | null } | { "field": "lines", "value": BestLines | null };

export type ZoneKind = "hand" | "played" | "row" | "common" | "pile";

export type Zone = { 
/**
 * What it is for.
 */
kind: ZoneKind, 
/**
 * Whose it is; `None` for one of the middle.
 */
seat: number | null, 
/**
 * Its first cell.
 */
at: [number, number, number], 
/**
 * How many cells.
 */
count: number, };

export type Setting = { 
/**
 * Hour of the day, 0 to 23.
 */
hour: number, 
/**
 * Numbers that the map's scripts have sent to clients, each with its index.
 */
vars: Array<[number, number]>, 
/**
 * The rows of a card table; none on other boards.
 */
zones: Array<Zone>, };

export type PluginView = { 
/**
 * The plugin's name.
 */
plugin: string, 
/**
 * What its part of the page shows; null for nothing. A plugin that changes it by
 * [`PluginChange`] gives an object.
 */
view: unknown, };

export type PluginChange = { 
/**
 * The plugin's name.
 */
plugin: string, 
/**
 * Parts that are new or different, as they are now.
 */
put: { [part: string]: unknown }, 
/**
 * Parts that there are no more.
 */
gone: Array<string>, };

export type Pose = { 
/**
 * The middle of its feet, in blocks.
 */
pos: [number, number, number], 
/**
 * Where it looks: 0 south (-z), 90 west (-x), 180 north.
 */
yaw: number, 
/**
 * 90 looks straight down.
 */
pitch: number, 
/**
 * Whether it stands on something.
 */
grounded: boolean, 
/**
 * Whether it sneaks.
 */
sneaks: boolean, 
/**
 * Whether it runs.
 */
runs: boolean, 
/**
 * Whether it flies.
 */
flies: boolean, 
/**
 * How often the room had moved the player when the client last heard of it: a pose from before
 * the room moved the player does not count.
 */
moved: number, };

export type Act = { "dig_begin": { 
/**
 * Where.
 */
pos: [number, number, number], } } | { "dig_end": { 
/**
 * Where.
 */
pos: [number, number, number], } } | { "dig_cancel": Record<symbol, never> } | { "place": { 
/**
 * The cell.
 */
pos: [number, number, number], 
/**
 * The face of the block beside it that was clicked.
 */
face: number, } } | { "use": Record<symbol, never> } | { "attack": { 
/**
 * Which.
 */
target: number, } } | { "touch": { 
/**
 * Which.
 */
target: number, } } | { "mount": { 
/**
 * Which.
 */
target: number, } } | { "steer": { 
/**
 * Ahead (1) or back (-1) from where it looks.
 */
ahead: number, 
/**
 * To the right (1) or left (-1).
 */
aside: number, } } | { "choose": { 
/**
 * The slot at hand it comes to, from 1000.
 */
slot: number, 
/**
 * Which; 0 empties the slot.
 */
item: number, } } | { "shortcut": { 
/**
 * From 0 to 7.
 */
index: number, } } | { "move_item": { 
/**
 * The slot they are in.
 */
from: number, 
/**
 * The slot they go to.
 */
to: number, 
/**
 * How many at most.
 */
count: number, } } | { "discard": { 
/**
 * The slot they are in.
 */
slot: number, 
/**
 * How many at most.
 */
count: number, } } | { "open_box": { 
/**
 * Where.
 */
pos: [number, number, number], } } | { "close_box": Record<symbol, never> } | { "move_box_item": { 
/**
 * Whether they go into the box.
 */
into: boolean, 
/**
 * The slot they are in.
 */
from: number, 
/**
 * How many at most.
 */
count: number, } } | { "play": { 
/**
 * Which.
 */
act: number, } } | { "revive": Record<symbol, never> } | { "key": { 
/**
 * `W`, `SPACE`, `SHIFT` …
 */
key: string, 
/**
 * Whether it goes down.
 */
down: boolean, } } | { "press": { 
/**
 * The page.
 */
page: string, 
/**
 * The element.
 */
element: string, 
/**
 * Whether the finger goes down; up is the click.
 */
down: boolean, } } | { "type": { 
/**
 * The page.
 */
page: string, 
/**
 * The element.
 */
element: string, 
/**
 * What it holds now.
 */
content: string, } } | { "close_page": { 
/**
 * Which.
 */
page: string, } } | { "aim": { 
/**
 * Where.
 */
at: [number, number, number], } };

export type ToastKind = "info" | "alert" | "error" | "win" | "big";

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
volume: number, 
/**
 * Speed, 1 for the usual one.
 */
pitch: number, } | { "kind": "loop_sound", 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * Which.
 */
id: number, 
/**
 * 0 to 100.
 */
volume: number, 
/**
 * Speed, 1 for the usual one.
 */
pitch: number, } | { "kind": "stop_sound", 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * Which.
 */
id: number, } | { "kind": "mark", 
/**
 * The cell.
 */
pos: [number, number, number], 
/**
 * Which kind; a cell has at most one of each.
 */
id: number, 
/**
 * `#rrggbb`.
 */
colour: string, } | { "kind": "clear_mark", 
/**
 * The cell.
 */
pos: [number, number, number], 
/**
 * Which kind.
 */
id: number, } | { "kind": "text", 
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
 * `cube`, `slab`, `disc`, `card`, `sign`, `stone`, `ball` or `die`.
 */
shape: string, 
/**
 * Light given off, 0 to 15.
 */
light: number, 
/**
 * Whether bodies go through it, as they do through few.
 */
open?: boolean, 
/**
 * Whether bodies swim in it.
 */
liquid?: boolean, };

export type SeatCameraView = { 
/**
 * The point looked at.
 */
target: [number, number, number], 
/**
 * Distance from it in blocks.
 */
distance: number, };

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
yaw: Array<number>, 
/**
 * Whether the world is stood up before the viewer: north is up then, and up is to the front.
 */
stands?: boolean, 
/**
 * Whether the whole map is to fit into the picture, from whatever distance; else it is seen as
 * said, unless it is a board with tiles.
 */
fits?: boolean, 
/**
 * Cameras of their own, by seat.
 */
seats?: Array<SeatCameraView | null>, };

export type EdgeView = { 
/**
 * The first cell.
 */
from: [number, number, number], 
/**
 * The last cell, in the same row along x or z.
 */
to: [number, number, number], 
/**
 * On which side of the row they lie: 0 west, 1 east, 2 south, 3 north.
 */
face: number, 
/**
 * A name for each cell, separated by spaces.
 */
names: LocalText, };

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
take_back: boolean, 
/**
 * Items that are no blocks, with their names, where players walk.
 */
items: Array<[number, string]>, 
/**
 * The cells of its board, if it has rules: where pieces stand, and what that is called.
 */
cells: Array<[[number, number, number], string]>, 
/**
 * In how many steps it teaches its rules; 0 when it does not.
 */
lessons: number, 
/**
 * Names along the edges of its board, if the map gives some.
 */
edges?: Array<EdgeView>, 
/**
 * Layers of ground that lie wherever no chunk says otherwise: lowest and highest row of cells,
 * and the raw state of their cells.
 */
ground: Array<[number, number, number]>, };

export type LobbyShelf = "boards" | "cards" | "puzzles" | "worlds" | "workshop" | "other";

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
seats: number, 
/**
 * The kind of game it is listed as.
 */
shelf: LobbyShelf, 
/**
 * The button whose options are its puzzles, one of which is offered each day.
 */
daily: string | null, 
/**
 * In how many steps it teaches its rules; 0 when it does not.
 */
lessons: number, 
/**
 * What it is called among the games of its folder, if it is a variant: its id is then that of
 * the map, a colon, and its own.
 */
variant: LocalText | null, };

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
present: number, 
/**
 * The seat whose turn it is; null also before anybody has entered since the server started.
 */
turn: number | null, 
/**
 * Whether the lobby lists it only for those who know its id.
 */
private: boolean, };

export type LobbyView = { 
/**
 * Maps that can be opened; the thumbnail is at `/api/maps/<id>/thumbnail.svg`.
 */
maps: Array<LobbyMap>, 
/**
 * Rooms with people in them that can be entered or watched.
 */
rooms: Array<LobbyRoom>, 
/**
 * Those of the rooms that the request named which still exist, private or deserted ones too.
 */
yours: Array<LobbyRoom>, };

export type ExplorerMove = { 
/**
 * The move as the list of moves writes it.
 */
text: LocalText, 
/**
 * How often each seat won after it; seats after the last never did.
 */
wins: Array<number>, 
/**
 * How many games were drawn.
 */
draws: number, };

export type ExplorerView = { 
/**
 * In how many finished games the position was played on.
 */
games: number, 
/**
 * The moves, the most frequent first.
 */
moves: Array<ExplorerMove>, };

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

export type ReloadInput = { 
/**
 * Its number in the log, from 0.
 */
number: number, 
/**
 * What it is.
 */
what: LocalText, 
/**
 * The name of the player behind it; null for time and jobs.
 */
player: string | null, };

export type ReloadBlock = { 
/**
 * Where.
 */
pos: [number, number, number], 
/**
 * What the old version has there.
 */
old: LocalText, 
/**
 * What the new version has there.
 */
new: LocalText, };

export type ReloadView = { "state": "differs", 
/**
 * The first input that leads elsewhere; null when the rooms differ from the beginning.
 */
first: ReloadInput | null, 
/**
 * Why the new version refuses that input, if it does.
 */
refused: LocalText | null, 
/**
 * What differs, in words.
 */
parts: Array<LocalText>, 
/**
 * The first cells that differ, at most [`ReloadView::BLOCKS_MAX`].
 */
blocks: Array<ReloadBlock>, 
/**
 * Whether this viewer may accept the new version or dismiss it.
 */
may_decide: boolean, } | { "state": "failed", 
/**
 * The fault, with file and line if it is a script's.
 */
message: string, } | { "state": "settled", 
/**
 * Whether the game now goes on with a version that changed it.
 */
accepted: boolean, };

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
name: string | null, 
/**
 * Whether to be shown only what everybody may see, and to take no part.
 */
watch: boolean, } | { "t": "show_again", } | { "t": "sit", 
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
choice: number, } | { "t": "select", 
/**
 * The request.
 */
request: number, 
/**
 * The cells selected, by their places in its list.
 */
cells: Array<number>, } | { "t": "action", 
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
text: string, } | { "t": "pose", 
/**
 * Where.
 */
pose: Pose, } | { "t": "act", 
/**
 * What.
 */
act: Act, } | { "t": "plugin", 
/**
 * The plugin's name.
 */
plugin: string, 
/**
 * Version of the payload's form.
 */
version: number, 
/**
 * What: anything that the plugin reads.
 */
payload: unknown, } | { "t": "take_back", } | { "t": "go_back", 
/**
 * The number of the event.
 */
event: number, } | { "t": "stand_in", 
/**
 * Whether the stand-in is to play.
 */
on: boolean, } | { "t": "unseat", 
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
fresh: boolean, 
/**
 * Whether this player opened the room: it may open seats of those away, and close it.
 */
host: boolean, } | { "t": "scene", 
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
marks: Array<Mark>, 
/**
 * What surrounds the board.
 */
setting: Setting, 
/**
 * What plugins show this viewer.
 */
plugins?: Array<PluginView>, } | { "t": "effect", 
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
marks: Array<Mark>, } | { "t": "setting", 
/**
 * All of it.
 */
setting: Setting, } | { "t": "plugin", 
/**
 * The plugin and its view.
 */
view: PluginView, } | { "t": "plugin_change" } & PluginChange | { "t": "chat", 
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
tick: number, } | { "t": "announcement", 
/**
 * What.
 */
text: LocalText, } | { "t": "reload", 
/**
 * How the room stands to it.
 */
reload: ReloadView, } | { "t": "refused", 
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
 * `room_full`, `abuse`, `shutdown`.
 */
code: string, 
/**
 * A sentence for the person.
 */
text: LocalText, };

/** Numbers by which bodies move, in blocks and ticks. */
export const BODY = {
  tickMs: 50,
  gravity: 0.08,
  fallMax: 2,
  sink: 0.1,
  friction: [0.5, 0.9],
  still: 0.003,
  skin: 0.000001,
  stride: 0.5,
  look: 0.45,
  player: [0.6, 1.8],
  eyes: 0.9,
} as const;

