// Generated from the plugin's types by `cargo xtask gen`; do not edit.

export type ActorKind = "player" | "creature" | "drop" | "missile";

export type ActorView = {
  /**
   * Its number; a player's own for players.
   */
  id: number;
  /**
   * `player`, `creature`, `drop` or `missile`.
   */
  kind: ActorKind;
  /**
   * Creature or item type; 0 for players.
   */
  of: number;
  /**
   * Items in a drop.
   */
  count: number;
  /**
   * The middle of its feet.
   */
  pos: [number, number, number];
  /**
   * Where it looks.
   */
  yaw: number;
  /**
   * 90 looks straight down.
   */
  pitch: number;
  /**
   * Width and height in blocks.
   */
  size: [number, number];
  /**
   * `PLAYERMOTION` or `CREATUREMOTION`.
   */
  doing: number;
  /**
   * The name above it, if it is to be shown.
   */
  name: string | null;
  /**
   * A model in place of its own.
   */
  model: string | null;
  /**
   * The part of its life that is left, 0 to 1; `None` for what has none.
   */
  life: number | null;
  /**
   * Its team.
   */
  team: number;
  /**
   * The last action it played, and how many it has played.
   */
  act: [number, number] | null;
  /**
   * Particle effects on it, with their scale; those below 40 are of `ACTORBODY_EFFECT`.
   */
  effects: Array<[number, number]>;
  /**
   * Sounds that it makes over and over: which, how loud (0 to 100), and how fast.
   */
  sounds: Array<[number, number, number]>;
  /**
   * What it rides.
   */
  mount: number | null;
  /**
   * Whether it is dead.
   */
  dead: boolean;
};

export type SlotView = {
  /**
   * 0 to 29, 1000 to 1007 at hand, 8000 to 8004 worn.
   */
  slot: number;
  /**
   * The item.
   */
  item: number;
  /**
   * Its name.
   */
  name: string;
  /**
   * How many.
   */
  count: number;
  /**
   * What is left of its durability.
   */
  durability: number | null;
};

export type TimerView = {
  /**
   * What stands over it.
   */
  title: string;
  /**
   * What it showed at `since`, in ticks.
   */
  time: number;
  /**
   * When that was.
   */
  since: number;
  /**
   * Which way it counts from there: up (1), down to 0 (-1), or not at all (0).
   */
  way: number;
};

export type CameraState = {
  /**
   * `VIEWPORTTYPE`: 0 first person, 1 from behind, 2 from before, 3 from above, 4 free.
   */
  view: number;
  /**
   * Whether the player may not change that.
   */
  locked: boolean;
  /**
   * Angles it was turned to, and how often.
   */
  turned: [[number, number], number] | null;
  /**
   * How it moves and turns, by `LinearTransformation`.
   */
  ease: number;
  /**
   * By how much it is moved, in blocks, and the seconds that the move takes.
   */
  shift: [[number, number, number], number] | null;
  /**
   * By how much it is turned, in degrees, and the seconds that the turn takes.
   */
  turn: [[number, number, number], number] | null;
  /**
   * Field of view in degrees, and the seconds in which it gets there.
   */
  fov: [number, number] | null;
  /**
   * Fixed to an object.
   */
  mount: number | null;
  /**
   * Fixed to a place.
   */
  fixed: [number, number, number] | null;
  /**
   * Shaking, so hard.
   */
  shake: number | null;
};

export type OwnView = {
  /**
   * How often the room has moved the player; when it changes, the client goes to `pos`.
   */
  moved: number;
  /**
   * Where the room has it.
   */
  pos: [number, number, number];
  /**
   * Where it looks, for the same occasion.
   */
  look: [number, number];
  /**
   * Pushes: the sum so far in blocks a tick, of which the client adds what is new.
   */
  pushed: [number, number, number];
  /**
   * Blocks a second: walking, running, sneaking, swimming.
   */
  speeds: [number, number, number, number];
  /**
   * Blocks a tick at the beginning of a jump.
   */
  jump: number;
  /**
   * How much stronger than usual it is pulled down.
   */
  gravity: number;
  /**
   * Whether it may fly, and whether it does.
   */
  flies: [boolean, boolean];
  /**
   * Abilities that are switched off, bits of `PLAYERATTR.ENABLE_…`.
   */
  denied: number;
  /**
   * Life, hunger and air: present and most.
   */
  vitals: [[number, number], [number, number], [number, number]];
  /**
   * What it holds.
   */
  bag: Array<SlotView>;
  /**
   * The slot at hand, from 0.
   */
  slot: number;
  /**
   * The open box: where, and what is in it.
   */
  opened: [[number, number, number], Array<SlotView>] | null;
  /**
   * Item types that cannot be used yet, and until when.
   */
  cooldowns: Array<[number, number]>;
  /**
   * Status effects: number, name, level, and until when.
   */
  buffs: Array<[number, string, number, number | null]>;
  /**
   * Slots that it has besides those at hand and those worn.
   */
  room: number;
  /**
   * Slots that it may not touch.
   */
  locked: Array<number>;
  /**
   * Effects on the screen, 1 lines of speed, 2 lines of power, 3 fog: how fast, and whether they
   * go on.
   */
  screen: Array<[number, number, boolean]>;
  /**
   * Boards that it sees, with their pictures.
   */
  boards: Array<[number, string | null]>;
  /**
   * How long its phone was last shaken, in seconds, and how often it was.
   */
  shaken: [number, number] | null;
  /**
   * When it comes back by itself, if it is dead and will.
   */
  revives: number | null;
  /**
   * Windows of timers that it is shown, in the timers' order.
   */
  timers: Array<TimerView>;
  /**
   * How it sees the world.
   */
  camera: CameraState;
};

export type ElementKind =
  "text" | "picture" | "button" | "progress" | "slider" | "input" | "loader";

export type Element = {
  /**
   * What it is.
   */
  kind: ElementKind;
  /**
   * Its place on a page of 1280 by 720, from the upper left corner.
   */
  place: [number, number] | null;
  /**
   * Width and height there.
   */
  size: [number, number] | null;
  /**
   * What it says, with colour marks.
   */
  text: string | null;
  /**
   * Letter height.
   */
  font: number | null;
  /**
   * `0xrrggbb`.
   */
  colour: number | null;
  /**
   * 0 to 100.
   */
  alpha: number | null;
  /**
   * Degrees clockwise.
   */
  angle: number | null;
  /**
   * An icon's or picture's name.
   */
  picture: string | null;
  /**
   * Whether it is hidden.
   */
  hidden: boolean;
  /**
   * Least, most and present value of a bar or slider.
   */
  values: [number, number, number] | null;
  /**
   * Pictures of a bar, by what they are for.
   */
  pictures: { [key in number]: string };
  /**
   * Within how many seconds it comes to be where (`move`), as large (`scale`), turned (`rotate`)
   * and as full (`progress`) as is said here; at once where nothing is said.
   */
  glides: { [key in string]: number };
  /**
   * What it plays: `loop` or `once` with a number, for how many seconds, and how often one was
   * begun.
   */
  motion: [string, number, number] | null;
  /**
   * A model: name, scale, yaw, action.
   */
  model: [string, number, number, number] | null;
  /**
   * Where a list is scrolled to, and its direction.
   */
  scroll: [[number, number], number] | null;
};

export type PageView = {
  /**
   * Its id.
   */
  id: string;
  /**
   * The page state that is shown.
   */
  state: string | null;
  /**
   * Its elements, the lowest first.
   */
  elements: Array<[string, Element]>;
};

export type GraphEnd = { at: [number, number, number] } | { object: number };

export type GraphKind =
  | "board"
  | "floating"
  | "progress"
  | "arrow_pos"
  | "arrow_actor"
  | "line_pos"
  | "line_actor"
  | "surface_pos"
  | "surface_actor"
  | "image";

export type GraphView = {
  /**
   * Its number.
   */
  id: number;
  /**
   * What it is.
   */
  kind: GraphKind;
  /**
   * Where it is.
   */
  from: GraphEnd;
  /**
   * Where it leads.
   */
  to: GraphEnd | null;
  /**
   * How far from there it is shown.
   */
  offset: [number, number, number];
  /**
   * How large.
   */
  size: number;
  /**
   * `0xrrggbb`.
   */
  colour: number;
  /**
   * How opaque it is, 0 to 255; of a text how opaque the ground behind it is, 0 to 100.
   */
  alpha: number;
  /**
   * What it says, or the picture's number.
   */
  text: string;
  /**
   * Value and maximum of a bar.
   */
  bar: [number, number];
};

export type ShapeKind = "line" | "rectangle" | "circle";

export type ShapeView = {
  /**
   * What it is.
   */
  kind: ShapeKind;
  /**
   * `0xrrggbb`.
   */
  colour: number;
  /**
   * x and z of both ends, of a corner and the size, or of the centre and the radius.
   */
  numbers: [number, number, number, number];
};

export type Mode = "custom" | "creative" | "survive";

export type GlobalView = {
  /**
   * Which: `particles/Fog.ent` is mist.
   */
  path: string;
  /**
   * Where it was moved to; the origin until it was.
   */
  pos: [number, number, number];
  /**
   * How it was scaled along each axis.
   */
  scale: [number, number, number];
};

export type SpaceView = {
  /**
   * Whether players walk.
   */
  walks: boolean;
  /**
   * How the map is played.
   */
  mode: Mode;
  /**
   * `WEATHERSTATUS`.
   */
  weather: number;
  /**
   * The preset of the sky.
   */
  sky: number;
  /**
   * What scripts set of the sky: 1 colours, 2 parameters, 3 filters, 4 switches, 5 switches of
   * filters; the part of the day; which; and what to, as a text.
   */
  sky_values: Array<[number, number, number, string]>;
  /**
   * Effects over the whole map.
   */
  global: Array<GlobalView>;
  /**
   * Cells that give light of their own, 1 to 15, whatever is in them.
   */
  lights: Array<[[number, number, number], number]>;
  /**
   * Blocks that were told to play something: where, what, and how often one was.
   */
  acts: Array<[[number, number, number], number, number]>;
  /**
   * Drawings in space.
   */
  graphs: Array<GraphView>;
  /**
   * Shapes on the small map.
   */
  shapes: Array<ShapeView>;
  /**
   * Numbers of `GameRule` by name.
   */
  rules: { [key in string]: number };
  /**
   * Keys of which the map wants to know.
   */
  keys: boolean;
  /**
   * Texts of the summary at the end.
   */
  summary: { [key in string]: string };
};
