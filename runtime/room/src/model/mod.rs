//! Plain data that crosses the room's border: inputs, outputs, and what a viewer is shown.
//!
//! Everything here is serialisable and knows nothing of Lua. The server sends the serde form of the
//! view types to browsers; their TypeScript declarations are generated from the same definitions.

mod hud;
mod input;
mod insight;
mod job;
mod output;
pub(crate) mod plain_value;
mod plate;
mod request;
mod scene;
mod select;
mod stored_result;
mod text;
mod walk;

pub use crate::job::{JobId, JobOrder, JobSpec};
pub use crate::sim::{Element, ElementKind, GraphEnd, GraphKind, Mode, ShapeKind, body_numbers};
pub use hud::{Button, ButtonOption, ClockView, GameResult, Hud, HudChange, MoveEntry};
pub use input::{Fault, FaultKind, Input, PlayerId, Record, SeatIndex, Tick};
pub use insight::{Arrow, ArrowKind, Bar, Insight, Note, Review, ReviewNote};
pub use job::JobResult;
pub use output::{
    Applied, Audience, CellView, LogLevel, LogLine, Output, OutputBody, Rejection, StepCost,
    ToastKind,
};
pub use plain_value::PlainValue;
pub use plate::{ChoiceLook, PanelView, Plate};
pub use request::{Choice, Mark, MarkKind, RequestId, RequestView};
pub use scene::{PlayerView, PluginView, Scene, SeatCare, SeatHolder, SeatView, Setting};
pub use select::{Asked, SelectView, Zone, ZoneKind};
pub use stored_result::{OldVerdict, StoredResult};
pub use text::LocalText;
pub use walk::{
    Act, ActorKind, ActorView, ActorsChange, CameraState, GlobalView, GraphView, OwnView, PageView,
    Pose, ShapeView, SlotView, SpaceView, TimerView, WalkScene,
};
