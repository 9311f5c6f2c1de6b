//! Worker processes: each shard of a server in a process of its own, so that a flaw of the script
//! host costs one worker and no other room an acknowledged move.
//!
//! The parent holds the sockets, the log and the directory of rooms; a worker holds rooms and
//! nothing else. What a worker wants done outside of itself it asks of the parent over one socket
//! ([`pipe`], [`message`]), and the parent answers for the rooms and connections of that worker
//! only. Within a worker a shard works exactly as on a thread of the server: only its log, its
//! connections and its queues are stand-ins for the parent's ([`line`], [`feed`]).
//!
//! To the rest of the server a shard in a worker is a [`link`]; its [`supervisor`] does what the
//! worker [`requests`], and shows what the worker shows once the log allows it ([`output`]). A
//! worker that ends by a signal, or that [hangs](hang) and is then killed, is replaced at once. Its
//! clients come back by themselves, its rooms come back from
//! the log, and the room that was being worked on, which the shared [`page`] tells, is put into
//! [`quarantine`]: the input that was being applied is refused, and after several such ends the
//! room stays closed.
//!
//! Maps, too, are read in a worker process ([`reading`]): to read one is to run its rules.
//!
//! Workers run under a [`sandbox`].

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
mod workers;

pub use child::run as run_worker;
pub(crate) use link::{Common, Link};
pub(crate) use quarantine::Quarantine;
pub use reading::{ReadMap, read_maps};
pub(crate) use room::{Branched, Listing};
pub use workers::Workers;

impl Workers {
    /// Workers that are this very program, called with these arguments.
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
