//! How the program gives memory back.
//!
//! A room is stored by creating a new VM for it, many thousands of times a day: the system's
//! allocator keeps what was let go, and the server grows for as long as it plays. jemalloc gives it
//! back, the sooner the better.

#[cfg(not(target_env = "msvc"))]
pub(crate) use jemalloc::give_back_in_time;

#[cfg(not(target_env = "msvc"))]
mod jemalloc {
    use std::ffi::{CStr, c_char};

    #[global_allocator]
    static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

    /// Memory that is let go is the system's again after half a second, page by page. The pages of
    /// a large Lua heap are 16 and 32 KiB exactly: moved about for the sake of caches, each would
    /// take one page more.
    const SETTINGS: &CStr =
        c"dirty_decay_ms:500,muzzy_decay_ms:0,narenas:4,thp:never,cache_oblivious:false";

    /// A pointer that any thread may read.
    #[repr(transparent)]
    struct Settings(*const c_char);

    // SAFETY: it points to a constant.
    unsafe impl Sync for Settings {}

    /// What jemalloc reads when it begins, before `main` and before any variable of the
    /// environment: `malloc_conf`, with the prefix that its crate gives all its names.
    #[unsafe(export_name = "_rjem_malloc_conf")]
    #[used]
    static CONF: Settings = Settings(SETTINGS.as_ptr());

    /// Has a thread of the allocator's own give memory back in time: by itself it does so only
    /// when it is asked for more, and a server that has fallen quiet would keep what its last rooms
    /// held.
    pub(crate) fn give_back_in_time() {
        // There is no such thread on some systems; memory comes back later there.
        if let Err(error) = tikv_jemalloc_ctl::background_thread::write(true) {
            tracing::debug!(%error, "the allocator has no thread of its own");
        }
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn the_allocator_has_these_settings() {
            // SAFETY: the names end with a zero, and the types are those of jemalloc's manual.
            let (arenas, decay, oblivious) = unsafe {
                (
                    tikv_jemalloc_ctl::raw::read::<u32>(b"opt.narenas\0"),
                    tikv_jemalloc_ctl::raw::read::<isize>(b"opt.dirty_decay_ms\0"),
                    tikv_jemalloc_ctl::raw::read::<bool>(b"opt.cache_oblivious\0"),
                )
            };
            assert_eq!((arenas, decay, oblivious), (Ok(4), Ok(500), Ok(false)));
        }
    }
}

/// There is no jemalloc here, and the system's allocator serves.
#[cfg(target_env = "msvc")]
pub(crate) fn give_back_in_time() {}
