//! The one place that looks at the processor and its memory, and the one with unsafe code.
//!
//! What is worth it is compiled twice ([`fangqi_kit::cpu`]): without the instructions that count
//! and find bits counting moves takes a quarter longer. A search looks up its table at random, and
//! would wait for the memory at every node if it did not say beforehand what it will want.

pub(crate) use fangqi_kit::cpu::{Task, run};

/// Asks the processor to have what lies at `item` at hand soon.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch only fills the cache, and changes nothing that a program can see;
        // the instruction belongs to SSE, which every x86-64 has.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// Tells the system that memory will be used all over, in no order, so that it may manage it in
/// large pages: finding the page of an address is what a large table waits for.
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
            // SAFETY: the range lies within memory that is ours alone, and this advice changes
            // nothing of what it holds. If it is refused, nothing is lost.
            unsafe { madvise(start.wrapping_add(skipped), length, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
