//! Sanguosha 三国杀 as a plugin: the Lua module `Sanguosha`, and a Lua host of the engine of
//! `boards/sanguosha` that runs packages in the handbook's `sgs.*` API.
//!
//! An [`SgsVm`] is one Luau VM with the packages of one table. It fills a
//! [`Catalogue`](fangqi_sanguosha::Catalogue) while packages load, and then answers what the engine
//! asks of its [`Scripts`](fangqi_sanguosha::Scripts).
//!
//! | part | what it does |
//! |---|---|
//! | `package`, `module` | the section `[sanguosha]` of a map, and the Lua module `Sanguosha` |
//! | `source` | a package's files, decoded and compiled once for all rooms |
//! | `host`, `loading` | the VM, what is shared with primitives, running packages |
//! | `exports`, `missing`, `fault` | what a package defines, lacks, and does wrong |
//! | `prims` | what the Luau half asks of the state, in whole numbers and texts |
//! | `table` | a game and its packages |
//! | `vm_reuse` | one VM for many games in a row |
//! | `query_cache` | answers of packages' functions, kept while the state does not change |
//! | `record` | games as text, for rooms |
//! | `log_renderer`, `builtin_texts` | log lines and questions for people |
//! | `mind`, `thinker` | computers that think, and those of rooms |
//! | `playing`, `duplicate_match` | games and matches of computers |
//! | `checking` | invariants of games |
//! | `test_runner` | runs the tests of packages |
//! | `api` | every class, method, function and event, declared once |
//! | `lua/` | the classes that packages see, in Luau |

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]
#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

pub mod api;
mod builtin_texts;
mod checking;
mod chunks;
mod cli;
mod constants;
mod convert;
#[cfg(test)]
mod crossing_tests;
mod duplicate_match;
mod exports;
mod fault;
mod host;
mod live;
mod loading;
mod log_renderer;
mod mind;
mod missing;
mod module;
mod observing;
mod package;
mod playing;
mod prims;
mod query_cache;
mod record;
mod regexp;
mod scripts;
mod since;
mod source;
mod table;
mod targets;
mod test_runner;
mod texts;
mod thinker;
mod viewing;
mod vm_reuse;
mod workers;

pub use checking::{Broken, check, exchanged, keeps_secrets};
pub use duplicate_match::{Bout, Clock, DuplicateMatch, Generals, Mean, Named, Side};
pub use exports::Exports;
pub use fault::Fault;
pub use host::SgsVm;
pub use log_renderer::LogRenderer;
pub use mind::{Explained, Level, Mind};
pub use missing::{Missing, missing_calls};
pub use package::{CardFace, GeneralFace, SanguoshaPackage, SkillFace};
pub use playing::{Answering, Computers, Invoked, Played, play_by, play_out, play_with};
pub use record::{Begin, BeginSeat, Game, Games, Kept, RecordError};
pub use source::{PackageSource, decode};
pub use table::{AnswerError, Table};
pub use test_runner::{Tested, run_tests};
pub use texts::Texts;
pub use thinker::{Considered, Packages, consider};
pub use vm_reuse::ReusableVm;
pub use workers::compile_all;

use fangqi_plugin::{Command, ModuleSpec, Plugin, ReadSection};

/// The plugin.
#[derive(Debug)]
pub struct Sanguosha;

/// Its name.
const NAME: &str = "sanguosha";

static MODULES: &[&ModuleSpec] = &[&module::SANGUOSHA];

impl Plugin for Sanguosha {
    fn name(&self) -> &'static str {
        NAME
    }

    fn modules(&self) -> &'static [&'static ModuleSpec] {
        MODULES
    }

    fn commands(&self) -> &'static [Command] {
        std::slice::from_ref(&cli::COMMAND)
    }

    fn section(&self) -> Option<ReadSection> {
        Some(package::read)
    }

    fn pages(&self) -> Vec<(&'static str, String)> {
        vec![("sanguosha.md", api::reference())]
    }
}
