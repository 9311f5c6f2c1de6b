//! Maps of Mini World scripts: their environment, what lives in them, what players do in them.

mod afterwards;
mod body;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod conventions;
mod deeds;
mod environment;
mod events;
mod examples;
mod habits;
mod hostile;
mod life;
mod matches;
mod refusals;
mod shown;
mod steps;
mod support;
mod table;
mod taken;

use fangqi_room::plugin::Plugins;

/// The plugins that these tests need.
const PLUGINS: Plugins = Plugins::new(&[]);
