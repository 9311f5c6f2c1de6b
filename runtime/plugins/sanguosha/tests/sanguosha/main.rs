//! Sanguosha packages: those of the program, those of others, and those that are wrong.

mod again;
mod ai;
mod api;
mod authors;
mod bad;
#[path = "../../../../room/tests/api_suite/support.rs"]
mod calls;
#[path = "../../../../room/tests/common/mod.rs"]
mod common;
mod content;
mod forged;
mod minds;
mod module;
mod packages;
mod room;
mod secrets;
mod speed;
mod support;
mod vm_reuse;

use fangqi_room::plugin::Plugins;

/// The plugins that these tests need.
const PLUGINS: Plugins = Plugins::new(&[&fangqi_plugin_sanguosha::Sanguosha]);
