//! The Lua API, module by module: what each function does for good and for bad arguments.

mod area;
mod block;
mod boards;
mod cards;
mod clock;
#[path = "../common/mod.rs"]
mod common;
mod data;
mod doudizhu;
mod game;
mod graphics;
mod hostile;
mod player;
mod rules;
mod sanguosha;
mod support;
mod timers;
mod types;
mod view;
mod world;
