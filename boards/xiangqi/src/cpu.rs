//! The one place that looks at the processor and its memory, and the one with unsafe code.
//!
//! A build for every x86-64 may not use the instructions that count and find bits, and without
//! them counting moves takes a quarter longer, nor those that add sixteen numbers at once, as the
//! network does; so what is worth it is compiled twice. A search looks up its table at random, and
//! would wait for the memory at every node if it did not say beforehand what it will want.

/// What is compiled twice. (A closure would do, but nothing makes the compiler inline it.)
pub(crate) trait Task {
    type Output;

    /// Only what is inlined into it gains: it is to be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs a task, with the instructions for bits and rows of numbers if this processor has them.
#[inline(always)]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has every instruction that the function is compiled with.
        return unsafe { run_with_newer_instructions(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn run_with_newer_instructions<T: Task>(task: T) -> T::Output {
    task.run()
}

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
