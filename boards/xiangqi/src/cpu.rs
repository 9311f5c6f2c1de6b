//! The one place that looks at the processor, and the one with unsafe code. A build for every
//! x86-64 may not use the instructions that count and find bits, and without them counting moves
//! takes a quarter longer; so what is worth it is compiled twice.

/// What is compiled twice. (A closure would do, but nothing makes the compiler inline it.)
pub(crate) trait Task {
    type Output;

    /// Only what is inlined into it gains: it is to be marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Runs a task, with the instructions for bits if this processor has them.
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
        return unsafe { run_with_bit_instructions(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn run_with_bit_instructions<T: Task>(task: T) -> T::Output {
    task.run()
}
