//! Several threads that compile packages. This is the one place of the crate that starts threads:
//! they end before it returns, and what they make does not depend on their number.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::PackageSource;

/// Compiles many packages, as many at a time as there are processors: a map with all of them waits
/// for little else when it is loaded. What `compile` makes of each comes in their order, and of
/// several errors the first.
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
        while let Some((at, package)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            packages.get(at).map(|package| (at, package))
        } {
            done.push((at, compile(package)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().expect("compiling panics only where it would here, too"));
        }
        done
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, package)| package).collect()
}
