//! Processor and memory; the only module of the crate with unsafe code.
//!
//! Hot code is compiled twice ([`fangqi_kit::cpu`]): without the bit-counting instructions, perft
//! takes a quarter longer. The search prefetches its table entries, because a random access to the
//! table would otherwise wait for memory at every node.

use std::alloc::{self, Layout};
use std::sync::atomic::AtomicU64;

pub(crate) use fangqi_kit::cpu::{Task, run};

/// Prefetches the cache line at `item`.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch only fills the cache and has no visible effect. The instruction
        // belongs to SSE, which every x86-64 has.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// `count` words of zero, whose accesses are at random. Large memory comes from the system zeroed
/// and is not touched before it is used, so that gigabytes are had at once.
pub(crate) fn zeros(count: usize) -> Vec<AtomicU64> {
    let layout = Layout::array::<AtomicU64>(count).expect("memory has fewer words");
    if layout.size() == 0 {
        return Vec::new();
    }
    // SAFETY: the layout has a size.
    let start: *mut AtomicU64 = unsafe { alloc::alloc_zeroed(layout) }.cast();
    if start.is_null() {
        alloc::handle_alloc_error(layout);
    }
    advise_large_pages(start.cast(), layout.size());
    // SAFETY: the global allocator gave the memory with the layout of `count` words, and zero is a
    // value of each.
    unsafe { Vec::from_raw_parts(start, count, count) }
}

/// Advises the system to use huge pages for memory that will be accessed at random, since
/// translation lookaside buffer misses dominate the access time of a large table.
fn advise_large_pages(start: *mut u8, size: usize) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn madvise(address: *mut u8, length: usize, advice: i32) -> i32;
        }
        const PAGE: usize = 4096;
        const MADV_HUGEPAGE: i32 = 14;
        let skipped = start.align_offset(PAGE);
        let length = size.saturating_sub(skipped) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the advice does not change what is in memory, and if it is refused, nothing
            // is lost.
            unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, size);
}
