//! Several threads that compile packages. This is the one place of the crate that starts threads:
//! they end before it returns, and what they make does not depend on their number.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "packages are compiled before there is a room, with the same results on any machine"
)]

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::PackageSource;
use super::prims::{OWN_SCRIPTS, compile_own};

/// Compiles many packages, as many at a time as there are processors: a map with all of them waits
/// for little else when it is loaded. What `compile` makes of each comes in their order, and of
/// several errors the first. The scripts that the first VM needs beside them are compiled along.
///
/// # Errors
/// What `compile` gives.
pub fn compile_all<T: Sync, E: Send>(
    packages: &[T],
    compile: impl Fn(&T) -> Result<PackageSource, E> + Sync,
) -> Result<Vec<PackageSource>, E> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(packages.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            match packages.get(at) {
                Some(package) => done.push((at, compile(package))),
                None if at < packages.len() + OWN_SCRIPTS => compile_own(at - packages.len()),
                None => return done,
            }
        }
    };
    let mut done = thread::scope(|scope| {
        // Where there are no more threads to be had, those that there are do the work.
        let begin = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(begin).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, package)| package).collect()
}
