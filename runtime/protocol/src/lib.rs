//! Plain data that crosses the room's border: inputs, outputs, and what a viewer is shown.
//!
//! The views and records are serialisable; a job ([`Computation`]) runs in this process, and only
//! its result is stored. Nothing here knows Lua. The server sends the serde form of the view types
//! to browsers; their TypeScript declarations are generated from the same definitions.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod event;
mod hud;
mod input;
mod insight;
mod job;
mod job_result;
mod limits;
mod output;
pub mod plain_value;
mod plate;
mod plugin_view;
mod request;
mod scene;
mod select;
mod stored_result;
mod text;
mod walk;

pub use event::{EventArgs, EventValue, Token};
pub use hud::{
    Button, ButtonOption, ClockView, GameResult, Hud, HudChange, MoveEntry, SEAT_TAGS_MAX,
    TAG_CHARACTERS_MAX,
};
pub use input::{Fault, FaultKind, Input, PlayerId, Record, SeatIndex, TICKS_PER_SECOND, Tick};
pub use insight::{Arrow, ArrowKind, Bar, BestLine, BestLines, Insight, Note, Review, ReviewNote};
pub use job::{
    Alone, Computation, Crew, JobId, JobOrder, JobSpec, PackedJob, run_job, run_job_alone,
    share_out,
};
pub use job_result::JobResult;
pub use limits::{FAR, Limits};
pub use output::{
    Audience, CellView, LogLevel, LogLine, Output, OutputBody, Rejection, StepCost, ToastKind,
};
pub use plain_value::PlainValue;
pub use plate::{ChoiceLook, PanelView, Plate};
pub use plugin_view::{Json, PluginChange, PluginView};
pub use request::{Choice, Mark, MarkKind, RequestId, RequestView};
pub use scene::{PlayerView, Scene, SeatCare, SeatHolder, SeatView, Setting};
pub use select::{Asked, SelectView, Zone, ZoneKind};
pub use stored_result::{OldVerdict, StoredResult};
pub use text::LocalText;
pub use walk::{Act, Pose};
