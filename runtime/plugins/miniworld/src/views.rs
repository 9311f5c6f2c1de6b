//! What viewers are shown in addition to blocks, and how it is divided into parts.
//!
//! The plugin's view of a room is an object of named parts: `own`, `pages`, `space`, and
//! `actor:NUMBER` for each object. What changes travels as the parts that are different
//! ([`PluginChange`]).

use std::collections::BTreeMap;

use fangqi_plugin::declaration;
use fangqi_protocol::{PluginChange, PluginView, Scene, Tick};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;

use crate::NAME;

/// The part that is a viewer's view of itself: an [`OwnView`], or null for those who only watch.
pub(crate) const OWN: &str = "own";
/// The part that is the pages that a viewer has open, the lowest first: a list of [`PageView`].
pub(crate) const PAGES: &str = "pages";
/// The part that surrounds everybody: a [`SpaceView`].
pub(crate) const SPACE: &str = "space";
/// What the part of an object, an [`ActorView`], is called before the object's number.
const ACTOR: &str = "actor:";

/// The name of an object's part.
pub(crate) fn actor_part(id: u64) -> String {
    format!("{ACTOR}{id}")
}

/// A change in which nothing is different yet.
pub(crate) fn change() -> PluginChange {
    PluginChange::new(NAME)
}

/// All that a viewer is shown besides blocks.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WalkScene {
    /// Every object, in order of numbers.
    pub actors: Vec<ActorView>,
    /// What the viewer alone is shown of itself; nothing for those who only watch.
    pub own: Option<OwnView>,
    /// Its open pages, the lowest first.
    pub pages: Vec<PageView>,
    /// What surrounds everybody.
    pub space: SpaceView,
}

impl WalkScene {
    /// The parts, as the plugin's view.
    pub(crate) fn view(&self) -> PluginView {
        let mut parts = Map::new();
        parts.insert(OWN.to_owned(), json!(self.own));
        parts.insert(PAGES.to_owned(), json!(self.pages));
        parts.insert(SPACE.to_owned(), json!(self.space));
        parts.extend(self.actors.iter().map(|actor| (actor_part(actor.id), json!(actor))));
        PluginView { plugin: NAME.to_owned(), view: Value::Object(parts) }
    }

    /// Reads the parts of the plugin's view; what is missing is empty.
    ///
    /// # Errors
    /// What is no view of this plugin.
    pub fn read(view: &Value) -> serde_json::Result<Self> {
        let part = |name: &str| view.get(name).cloned();
        let actors = view.as_object().into_iter().flatten();
        let mut actors = actors
            .filter(|(name, _)| name.starts_with(ACTOR))
            .map(|(_, actor)| serde_json::from_value(actor.clone()))
            .collect::<serde_json::Result<Vec<ActorView>>>()?;
        actors.sort_by_key(|actor| actor.id);
        Ok(Self {
            actors,
            own: part(OWN).map_or(Ok(None), serde_json::from_value)?,
            pages: part(PAGES).map_or(Ok(Vec::new()), serde_json::from_value)?,
            space: part(SPACE).map_or(Ok(SpaceView::default()), serde_json::from_value)?,
        })
    }

    /// What a scene shows of this plugin; `None` for nothing.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn in_scene(scene: &Scene) -> serde_json::Result<Option<Self>> {
        let shown = scene.plugins.iter().find(|shown| shown.plugin == NAME);
        shown.map(|shown| Self::read(&shown.view)).transpose()
    }
}

/// The TypeScript of what viewers are sent.
pub(crate) fn wire_types() -> String {
    [
        declaration::<ActorKind>(),
        declaration::<ActorView>(),
        declaration::<SlotView>(),
        declaration::<TimerView>(),
        declaration::<CameraState>(),
        declaration::<OwnView>(),
        declaration::<ElementKind>(),
        declaration::<Element>(),
        declaration::<PageView>(),
        declaration::<GraphEnd>(),
        declaration::<GraphKind>(),
        declaration::<GraphView>(),
        declaration::<ShapeKind>(),
        declaration::<ShapeView>(),
        declaration::<Mode>(),
        declaration::<GlobalView>(),
        declaration::<SpaceView>(),
    ]
    .concat()
}

/// An object as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ActorView {
    /// Its number; a player's own for players.
    pub id: u64,
    /// `player`, `creature`, `drop` or `missile`.
    pub kind: ActorKind,
    /// Creature or item type; 0 for players.
    pub of: u32,
    /// Items in a drop.
    pub count: u32,
    /// The middle of its feet.
    pub pos: [f32; 3],
    /// Where it looks.
    pub yaw: f32,
    /// 90 looks straight down.
    pub pitch: f32,
    /// Width and height in blocks.
    pub size: [f32; 2],
    /// `PLAYERMOTION` or `CREATUREMOTION`.
    pub doing: i32,
    /// The name above it, if it is to be shown.
    pub name: Option<String>,
    /// A model in place of its own.
    pub model: Option<String>,
    /// The part of its life that is left, 0 to 1; `None` for what has none.
    pub life: Option<f32>,
    /// Its team.
    pub team: i32,
    /// The last action it played, and how many it has played.
    pub act: Option<(i32, u32)>,
    /// Particle effects on it, with their scale; those below 40 are of `ACTORBODY_EFFECT`.
    pub effects: Vec<(u32, f32)>,
    /// Sounds that it makes over and over: which, how loud (0 to 100), and how fast.
    pub sounds: Vec<(u32, f32, f32)>,
    /// What it rides.
    pub mount: Option<u64>,
    /// Whether it is dead.
    pub dead: bool,
}

/// Kinds of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// A player.
    Player,
    /// A creature.
    Creature,
    /// A dropped item.
    Drop,
    /// A projectile.
    Missile,
}

/// Items in a slot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SlotView {
    /// 0 to 29, 1000 to 1007 at hand, 8000 to 8004 worn.
    pub slot: u32,
    /// The item.
    pub item: u32,
    /// Its name.
    pub name: String,
    /// How many.
    pub count: u32,
    /// What is left of its durability.
    pub durability: Option<i32>,
}

/// What a walking player alone is shown of itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct OwnView {
    /// How often the room has moved the player; when it changes, the client goes to `pos`.
    pub moved: u32,
    /// Where the room has it.
    pub pos: [f64; 3],
    /// Where it looks, for the same occasion.
    pub look: [f64; 2],
    /// Pushes: the sum so far in blocks a tick, of which the client adds what is new.
    pub pushed: [f64; 3],
    /// Blocks a second: walking, running, sneaking, swimming.
    pub speeds: [f64; 4],
    /// Blocks a tick at the beginning of a jump.
    pub jump: f64,
    /// How much stronger than usual it is pulled down.
    pub gravity: f64,
    /// Whether it may fly, and whether it does.
    pub flies: (bool, bool),
    /// Abilities that are switched off, bits of `PLAYERATTR.ENABLE_…`.
    pub denied: u32,
    /// Life, hunger and air: present and most.
    pub vitals: [[f64; 2]; 3],
    /// What it holds.
    pub bag: Vec<SlotView>,
    /// The slot at hand, from 0.
    pub slot: u8,
    /// The open box: where, and what is in it.
    pub opened: Option<([i32; 3], Vec<SlotView>)>,
    /// Item types that cannot be used yet, and until when.
    pub cooldowns: Vec<(u32, Tick)>,
    /// Status effects: number, name, level, and until when.
    pub buffs: Vec<(u32, String, i32, Option<Tick>)>,
    /// Slots that it has besides those at hand and those worn.
    pub room: u32,
    /// Slots that it may not touch.
    pub locked: Vec<u32>,
    /// Effects on the screen, 1 lines of speed, 2 lines of power, 3 fog: how fast, and whether they
    /// go on.
    pub screen: Vec<(i32, f64, bool)>,
    /// Boards that it sees, with their pictures.
    pub boards: Vec<(i32, Option<String>)>,
    /// How long its phone was last shaken, in seconds, and how often it was.
    pub shaken: Option<(f64, u32)>,
    /// When it comes back by itself, if it is dead and will.
    pub revives: Option<Tick>,
    /// Windows of timers that it is shown, in the timers' order.
    pub timers: Vec<TimerView>,
    /// How it sees the world.
    pub camera: CameraState,
}

/// The window of a timer. A client counts on by itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TimerView {
    /// What stands over it.
    pub title: String,
    /// What it showed at `since`, in ticks.
    pub time: u64,
    /// When that was.
    pub since: Tick,
    /// Which way it counts from there: up (1), down to 0 (-1), or not at all (0).
    pub way: i8,
}

/// How a walking player sees the world.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct CameraState {
    /// `VIEWPORTTYPE`: 0 first person, 1 from behind, 2 from before, 3 from above, 4 free.
    pub view: i32,
    /// Whether the player may not change that.
    pub locked: bool,
    /// Angles it was turned to, and how often.
    pub turned: Option<([f64; 2], u32)>,
    /// How it moves and turns, by `LinearTransformation`.
    pub ease: i32,
    /// By how much it is moved, in blocks, and the seconds that the move takes.
    pub shift: Option<([f64; 3], f64)>,
    /// By how much it is turned, in degrees, and the seconds that the turn takes.
    pub turn: Option<([f64; 3], f64)>,
    /// Field of view in degrees, and the seconds in which it gets there.
    pub fov: Option<(f64, f64)>,
    /// Fixed to an object.
    pub mount: Option<u64>,
    /// Fixed to a place.
    pub fixed: Option<[f64; 3]>,
    /// Shaking, so hard.
    pub shake: Option<f64>,
}

/// An open page of the custom interface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PageView {
    /// Its id.
    pub id: String,
    /// The page state that is shown.
    pub state: Option<String>,
    /// Its elements, the lowest first.
    pub elements: Vec<(String, Element)>,
}

/// A drawing in space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GraphView {
    /// Its number.
    pub id: u32,
    /// What it is.
    pub kind: GraphKind,
    /// Where it is.
    pub from: GraphEnd,
    /// Where it leads.
    pub to: Option<GraphEnd>,
    /// How far from there it is shown.
    pub offset: [f64; 3],
    /// How large.
    pub size: f64,
    /// `0xrrggbb`.
    pub colour: u32,
    /// How opaque it is, 0 to 255; of a text how opaque the ground behind it is, 0 to 100.
    pub alpha: u8,
    /// What it says, or the picture's number.
    pub text: String,
    /// Value and maximum of a bar.
    pub bar: [f64; 2],
}

/// A shape on the small map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShapeView {
    /// What it is.
    pub kind: ShapeKind,
    /// `0xrrggbb`.
    pub colour: u32,
    /// x and z of both ends, of a corner and the size, or of the centre and the radius.
    pub numbers: [f64; 4],
}

/// An effect over the whole map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GlobalView {
    /// Which: `particles/Fog.ent` is mist.
    pub path: String,
    /// Where it was moved to; the origin until it was.
    pub pos: [f64; 3],
    /// How it was scaled along each axis.
    pub scale: [f64; 3],
}

/// What surrounds everybody in a map in which players walk.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SpaceView {
    /// Whether players walk.
    pub walks: bool,
    /// How the map is played.
    pub mode: Mode,
    /// `WEATHERSTATUS`.
    pub weather: i32,
    /// The preset of the sky.
    pub sky: i32,
    /// What scripts set of the sky: 1 colours, 2 parameters, 3 filters, 4 switches, 5 switches of
    /// filters; the part of the day; which; and what to, as a text.
    pub sky_values: Vec<(u8, i32, i32, String)>,
    /// Effects over the whole map.
    pub global: Vec<GlobalView>,
    /// Cells that give light of their own, 1 to 15, whatever is in them.
    pub lights: Vec<([i32; 3], u8)>,
    /// Blocks that were told to play something: where, what, and how often one was.
    pub acts: Vec<([i32; 3], i32, u32)>,
    /// Drawings in space.
    pub graphs: Vec<GraphView>,
    /// Shapes on the small map.
    pub shapes: Vec<ShapeView>,
    /// Numbers of `GameRule` by name.
    pub rules: BTreeMap<String, f64>,
    /// Keys of which the map wants to know.
    pub keys: bool,
    /// Texts of the summary at the end.
    pub summary: BTreeMap<String, String>,
}

/// How a map is played; the questions of `World` about modes ask it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// By the map's own rules.
    #[default]
    Custom,
    /// Everybody builds.
    Creative,
    /// Everybody survives.
    Survive,
}

/// What a script or the map's layout says of an element. The client decides what is left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Its place on a page of 1280 by 720, from the upper left corner.
    pub place: Option<[f64; 2]>,
    /// Width and height there.
    pub size: Option<[f64; 2]>,
    /// What it says, with colour marks.
    pub text: Option<String>,
    /// Letter height.
    pub font: Option<f64>,
    /// `0xrrggbb`.
    pub colour: Option<u32>,
    /// 0 to 100.
    pub alpha: Option<f64>,
    /// Degrees clockwise.
    pub angle: Option<f64>,
    /// An icon's or picture's name.
    pub picture: Option<String>,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Least, most and present value of a bar or slider.
    pub values: Option<[f64; 3]>,
    /// Pictures of a bar, by what they are for.
    pub pictures: BTreeMap<i32, String>,
    /// Within how many seconds it comes to be where (`move`), as large (`scale`), turned (`rotate`)
    /// and as full (`progress`) as is said here; at once where nothing is said.
    pub glides: BTreeMap<String, f64>,
    /// What it plays: `loop` or `once` with a number, for how many seconds, and how often one was
    /// begun.
    pub motion: Option<(String, f64, u32)>,
    /// A model: name, scale, yaw, action.
    pub model: Option<(String, f64, f64, i32)>,
    /// Where a list is scrolled to, and its direction.
    pub scroll: Option<([f64; 2], i32)>,
}

/// What an [`Element`] is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ElementKind {
    /// A text. Also an element of which no kind is known.
    #[default]
    Text,
    /// A picture.
    Picture,
    /// A button.
    Button,
    /// A bar that fills.
    Progress,
    /// A list that is scrolled.
    Slider,
    /// A line to type into.
    Input,
    /// A model in three dimensions.
    Loader,
}

/// Kinds of shapes, numbered as in `MAPMARK_TYPE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShapeKind {
    /// A line between two points.
    Line,
    /// A rectangle.
    Rectangle,
    /// A circle.
    Circle,
}

/// A place that a drawing is fixed to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GraphEnd {
    /// A point.
    At([f64; 3]),
    /// An object, wherever it goes.
    Object(u64),
}

/// Kinds of drawings, numbered from 1 as in `GRAPHICS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GraphKind {
    /// A text board.
    Board = 1,
    /// A floating text.
    Floating = 2,
    /// A bar.
    Progress = 3,
    /// An arrow to a point.
    ArrowPos = 4,
    /// An arrow to an object.
    ArrowActor = 5,
    /// A line to a point.
    LinePos = 6,
    /// A line to an object.
    LineActor = 7,
    /// A band to a point.
    SurfacePos = 8,
    /// A band to an object.
    SurfaceActor = 9,
    /// A picture.
    Image = 10,
}

impl GraphKind {
    /// The kind with this number.
    pub fn numbered(number: i32) -> Option<Self> {
        use GraphKind::*;
        let all = [
            Board,
            Floating,
            Progress,
            ArrowPos,
            ArrowActor,
            LinePos,
            LineActor,
            SurfacePos,
            SurfaceActor,
            Image,
        ];
        all.into_iter().find(|kind| *kind as i32 == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_read_as_it_was_written() {
        let mut space = SpaceView { walks: true, weather: 2, ..SpaceView::default() };
        space.rules.insert("ShowSight".to_owned(), 0.0);
        let own = OwnView { moved: 3, pos: [1.5, 64.0, -2.25], ..OwnView::default() };
        let page = PageView { id: "p".to_owned(), state: None, elements: Vec::new() };
        let scene = WalkScene { own: Some(own), pages: vec![page], space, ..WalkScene::default() };
        assert_eq!(WalkScene::read(&scene.view().view).unwrap(), scene);
        assert_eq!(WalkScene::read(&json!({})).unwrap(), WalkScene::default());
        assert!(WalkScene::read(&json!({ "actor:7": 1 })).is_err());
    }
}
