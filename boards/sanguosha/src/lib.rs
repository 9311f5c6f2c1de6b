//! The Sanguosha 三国杀 settlement engine.
//!
//! A game is a [`State`] and a stack of [`frame`]s: everything that is being resolved, from the
//! game itself down to a question to a player, is a frame. [`Engine`] steps the stack until a
//! player is asked, checks the answer, and continues. The effects of cards and skills are
//! implemented by [`Scripts`]. A running script function is a frame as well, so the stack can be
//! inspected at any moment, and nothing recurses.
//!
//! | question | where |
//! |---|---|
//! | what is a card, a skill, a general | [`card`], [`catalogue`] |
//! | which events can skills listen to | [`event`] |
//! | what does a game consist of | [`state`] |
//! | how is something resolved | [`frame`], [`ops`] |
//! | which answers are legal | [`request`], [`pattern`], [`notation`] |
//! | what can be clicked on the way to an answer | [`panel`] |
//! | who reaches whom | [`reach`] |
//! | what may a seat know | [`View`], [`Hint`] |
//! | who answers for absent players | [`players`] |
//! | what are computer players built from | [`mind`] |

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod basics;
pub mod card;
pub mod catalogue;
mod engine;
pub mod event;
pub mod frame;
pub mod mind;
pub mod notation;
pub mod ops;
pub mod panel;
pub mod pattern;
pub mod players;
pub mod reach;
mod repeats;
pub mod request;
pub mod scripts;
pub mod state;
mod view;

pub use basics::{
    CardId, Category, Frequency, Gender, Name, Nature, Phase, Place, PlayerId, Role, Slot, Suit,
};
pub use card::{Card, Kind, KindId, Kinds, Printed, Virtual};
pub use catalogue::{Catalogue, General, Skill, SkillId};
pub use engine::{Engine, Request, Status};
pub use event::{Data, Event, Live, Seen, live};
pub use frame::{About, Copies, Cx, Flow, Frame};
pub use panel::{Chosen, Panel};
pub use request::{Answer, Ask, Refusal};
pub use scripts::{
    Call, NextTargets, Occasion, Progress, Scripts, TargetMod, Usage, Value, first_of_all,
    legal_by_each, next_of_all,
};
pub use state::{LogLine, Seated, Setup, SetupError, State, Target};
pub use view::{Hint, PlayerView, View};
