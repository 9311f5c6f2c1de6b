//! Function multiversioning: hot code is compiled for baseline x86-64 and for newer instruction
//! sets, and the version is chosen at run time.
//!
//! Baseline x86-64 lacks the bit-counting instructions (POPCNT, LZCNT, BMI) that bitboards need and
//! the 256-bit vectors (AVX2) that networks need.

/// Code that is compiled twice. It is a trait because the compiler can be made to inline a trait
/// method, but not a closure.
pub trait Task {
    /// The result.
    type Output;

    /// Does the work. Implementations are to be `#[inline(always)]`: only code inlined into
    /// [`run()`] is compiled with the newer instructions.
    fn run(self) -> Self::Output;
}

/// Runs a task, with POPCNT, LZCNT, BMI and AVX2 if this processor has all of them.
#[inline(always)]
pub fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has every instruction set that the function is compiled with.
        return unsafe { run_with_newer_instructions(task) };
    }
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn run_with_newer_instructions<T: Task>(task: T) -> T::Output {
    task.run()
}
