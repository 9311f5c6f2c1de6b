//! Worker processes: each shard of a server in a process of its own, so that a flaw of the script
//! host costs one worker and no other room an acknowledged move.
//!
//! The parent holds the sockets, the log and the directory of rooms; a worker holds only rooms. A
//! worker sends its requests to the parent over one socket ([`pipe`], [`message`]), and the parent
//! serves them for that worker's own rooms and connections only. Within a worker a shard works
//! exactly as on a thread of the server, except that its log, its connections and its queues are
//! stand-ins for those of the parent ([`line`], [`feed`]).
//!
//! To the rest of the server a shard in a worker is a [`link`]. Its [`supervisor`] serves the
//! worker's [`requests`] and shows the worker's output once the log allows it ([`output`]). A
//! worker that ends by a signal, or that [hangs](hang) and is killed, is replaced at once. Its
//! clients reconnect by themselves and its rooms wake from the log. The room that the worker was
//! working on, as noted on the shared [`page`], enters [`quarantine`]: the input being applied is
//! refused, and after several such ends the room stays closed.
//!
//! Maps are also read in a worker process ([`reading`]), because reading a map runs its rules.
//!
//! Workers run in a [`sandbox`].

mod child;
mod crash;
mod feed;
mod hang;
mod line;
mod link;
mod memory;
mod message;
mod output;
pub(crate) mod page;
mod pipe;
mod quarantine;
mod reading;
mod requests;
mod room;
mod sandbox;
mod spawn;
mod supervisor;

pub use child::run as run_worker;
pub(crate) use link::{Common, Link};
pub(crate) use quarantine::Quarantine;
pub use reading::{ReadMap, read_maps};
pub(crate) use room::{Branched, Listing};

use crate::config::Workers;
impl Workers {
    /// Workers that run this program's executable with these arguments.
    ///
    /// # Errors
    /// The system does not say where the program is.
    pub fn of_this_program(arguments: &[&str]) -> std::io::Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            memory: memory::default_limit(),
            hazards: false,
        })
    }
}
