//! The Lua host of the Sanguosha engine: packages in the handbook's `sgs.*` API.
//!
//! An [`SgsVm`] is one Luau VM with the packages of one table. It fills a
//! [`Catalogue`](fangqi_sanguosha::Catalogue) while packages load, and then answers what the engine
//! asks of its [`Scripts`](fangqi_sanguosha::Scripts).
//!
//! | part | what it does |
//! |---|---|
//! | `source` | a package's files, decoded and compiled once for all rooms |
//! | `host`, `loading` | the VM, what is shared with primitives, running packages |
//! | `brought`, `missing`, `fault` | what a package brings, calls in vain, does wrong |
//! | `prims` | what the Luau half asks of the state, in whole numbers and texts |
//! | `table` | a game and its packages |
//! | `stage` | games one after the other in one VM |
//! | `record`, `told`, `keys` | games as texts, and in words, for rooms |
//! | `mind`, `thinker` | computers that think, and those of rooms |
//! | `playing`, `contest`, `checking` | games of computers, and what must hold in them |
//! | `trial` | tests of packages |
//! | `api` | every class, method, function and event, declared once |
//! | `lua/` | the classes that packages see, in Luau |

pub mod api;
mod brought;
mod checking;
mod chunks;
mod contest;
mod convert;
#[cfg(test)]
mod crossing_tests;
mod fault;
mod host;
pub(crate) mod keys;
mod live;
mod loading;
mod looking;
mod mind;
mod missing;
mod observing;
mod playing;
mod prims;
mod record;
mod regexp;
mod scripts;
mod since;
mod source;
mod stage;
mod table;
mod targets;
mod texts;
mod thinker;
mod told;
mod trial;
mod viewing;
mod words;
mod workers;

pub use brought::Brought;
pub use checking::{Broken, check, exchanged, keeps_secrets};
pub use contest::{Bout, Clock, Contest, Generals, Mean, Named, Side};
pub use fault::Fault;
pub use host::SgsVm;
pub use mind::{Explained, Level, Mind};
pub use missing::{Missing, missing_calls};
pub use playing::{Answering, Computers, Invoked, Played, play_by, play_out, play_with};
pub use record::{Begin, BeginSeat, Game, Games, Kept, RecordError};
pub use source::{PackageSource, decode};
pub use stage::Stage;
pub use table::{AnswerError, Table};
pub use texts::Texts;
pub use thinker::{Considered, Packages, consider};
pub use told::Teller;
pub use trial::{Tested, run_tests};
pub use workers::compile_all;
