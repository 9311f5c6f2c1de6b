//! Compiling code twice, for any processor and for one with newer instructions.
//!
//! A build for every x86-64 may not use the instructions that count and find bits, nor those that
//! add sixteen numbers at once, as networks do.

/// What is compiled twice. (A closure would do, but nothing makes the compiler inline it.)
pub trait Task {
    /// What it comes to.
    type Output;

    /// Only what is inlined into it gains: it is to be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs a task, with the instructions for bits and rows of numbers if this processor has them.
#[inline(always)]
pub fn run<T: Task>(task: T) -> T::Output {
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
