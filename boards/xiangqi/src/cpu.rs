//! Processor and memory hints; the only module of the crate with unsafe code.
//!
//! Hot code is compiled twice ([`fangqi_kit::cpu`]): without the bit-counting instructions, perft
//! takes a quarter longer. The search prefetches its table entries, because a random access to the
//! table would otherwise wait for memory at every node.

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

/// Advises the system to use huge pages for memory that will be accessed at random, since
/// translation lookaside buffer misses dominate the access time of a large table.
pub(crate) fn advise_large_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            fn madvise(address: *mut u8, length: usize, advice: i32) -> i32;
        }
        const PAGE: usize = 4096;
        const MADV_HUGEPAGE: i32 = 14;
        let start: *mut u8 = memory.as_mut_ptr().cast();
        let skipped = start.align_offset(PAGE);
        let length = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
        if length > 0 {
            // SAFETY: the range lies within memory that is exclusively borrowed, and the advice
            // does not change its contents. If it is refused, nothing is lost.
            unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
