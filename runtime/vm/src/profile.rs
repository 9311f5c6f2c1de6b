//! Where scripts spend their fuel: a sampling profiler that counts fuel instead of time.
//!
//! At every safepoint the fuel used since the last is added up. When enough has come together, all
//! of it goes to the line and the functions that are running then. How much is enough is drawn at
//! random, so that a loop whose length divides it does not hide. The sum is exact, and scripts use
//! the same fuel as without a profile.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_int};

use mlua::ffi::{self, lua_State};

use super::rng::Rng;

/// Fuel between two samples: at least, and how much more at random.
const SAMPLE_LEAST: i64 = 32;
const SAMPLE_MORE: u64 = 64;
/// Frames of a call stack that are looked at, from the innermost.
const FRAMES_MAX: c_int = 64;

/// What scripts have spent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Profile {
    /// All fuel that was counted.
    pub fuel: u64,
    /// Every function that was seen running, the most expensive by itself first.
    pub functions: Vec<FunctionCost>,
    /// Every line that was seen running, the most expensive first.
    pub lines: Vec<LineCost>,
}

/// Fuel of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionCost {
    /// The script's name as given to [`super::compile`].
    pub script: String,
    /// The line at which the function begins; 0 for the script's outermost code.
    pub line: u32,
    /// What the function is called where it was called; empty if it has no name there.
    pub name: String,
    /// Fuel of its own lines and of the library functions that they call.
    pub own: u64,
    /// Fuel from its calls to their returns, the scripts' functions that it calls included.
    pub total: u64,
}

/// Fuel of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCost {
    /// The script's name as given to [`super::compile`].
    pub script: String,
    /// The line, from 1.
    pub line: u32,
    /// The fuel.
    pub fuel: u64,
}

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// Runs `work` and says what the scripts of VMs that it creates on this thread have spent. A
/// profile within a profile counts for the inner one only.
pub fn profiled<R>(work: impl FnOnce() -> R) -> (R, Profile) {
    /// Puts the outer profile back, also if `work` panics.
    struct Outer(Option<Recorder>);
    impl Drop for Outer {
        fn drop(&mut self) {
            RECORDER.set(self.0.take());
        }
    }
    let outer = Outer(RECORDER.replace(Some(Recorder::new())));
    let result = work();
    let recorder = RECORDER.take();
    drop(outer);
    (result, recorder.map(Recorder::finish).unwrap_or_default())
}

/// Whether a profile is being made on this thread.
pub(super) fn is_on() -> bool {
    RECORDER.with_borrow(Option::is_some)
}

/// Notes that the script on `state` has used `fuel` since it was noted last.
///
/// # Safety
/// `state` must be the running thread, at a safepoint.
pub(super) unsafe fn note(state: *mut lua_State, fuel: i64) {
    RECORDER.with_borrow_mut(|recorder| {
        let Some(recorder) = recorder else { return };
        recorder.pending += fuel;
        if recorder.pending >= recorder.enough {
            // SAFETY: passed on to the caller.
            unsafe { recorder.sample(state) }
        }
    });
}

/// A function as it is being counted.
#[derive(Default)]
struct Count {
    name: String,
    own: u64,
    total: u64,
    /// The last sample in which it was met, so that recursion counts once.
    met: u64,
}

/// What a profile is made of. Functions are known by script and first line, lines by their number.
struct Recorder {
    functions: BTreeMap<String, BTreeMap<u32, Count>>,
    lines: BTreeMap<String, BTreeMap<u32, u64>>,
    /// Fuel used since the last sample, and how much of it makes the next.
    pending: i64,
    enough: i64,
    samples: u64,
    rng: Rng,
}

impl Recorder {
    fn new() -> Self {
        let (functions, lines) = (BTreeMap::new(), BTreeMap::new());
        Self { functions, lines, pending: 0, enough: SAMPLE_LEAST, samples: 0, rng: Rng::new(1) }
    }

    /// Gives the pending fuel to the line and functions that are running.
    ///
    /// # Safety
    /// As for [`note`].
    unsafe fn sample(&mut self, state: *mut lua_State) {
        let fuel = u64::try_from(self.pending).unwrap_or(0);
        let mut innermost = true;
        self.samples += 1;
        for level in 0..FRAMES_MAX {
            // SAFETY: `lua_Debug` is plain data for which zero is a valid value; the strings that
            // `lua_getinfo` points to live as long as the function does, and are copied at once.
            unsafe {
                let mut info: ffi::lua_Debug = std::mem::zeroed();
                if ffi::lua_getinfo(state, level, c"sln".as_ptr(), &raw mut info) == 0 {
                    break;
                }
                let Ok(line @ 1..) = u32::try_from(info.currentline) else { continue };
                if info.short_src.is_null() {
                    continue;
                }
                let script = CStr::from_ptr(info.short_src).to_string_lossy();
                // Luau says that a script's outermost code begins at line 1, and gives it no name.
                let defined = match u32::try_from(info.linedefined) {
                    Ok(1) if info.name.is_null() => 0,
                    defined => defined.unwrap_or(0),
                };
                let count = slot(&mut self.functions, &script, defined);
                if count.name.is_empty() && !info.name.is_null() {
                    count.name = CStr::from_ptr(info.name).to_string_lossy().into_owned();
                }
                if count.met != self.samples {
                    count.met = self.samples;
                    count.total += fuel;
                }
                if innermost {
                    innermost = false;
                    count.own += fuel;
                    *slot(&mut self.lines, &script, line) += fuel;
                }
            }
        }
        // Without a script on the stack, the next sample with one has it.
        if !innermost {
            self.pending = 0;
        }
        let more = i64::try_from(self.rng.next_u64() % SAMPLE_MORE).unwrap_or(0);
        self.enough = SAMPLE_LEAST + more;
    }

    fn finish(self) -> Profile {
        let mut functions = Vec::new();
        for (script, counts) in self.functions {
            functions.extend(counts.into_iter().map(|(line, Count { name, own, total, .. })| {
                FunctionCost { script: script.clone(), line, name, own, total }
            }));
        }
        let mut lines = Vec::new();
        for (script, counts) in self.lines {
            let cost = |(line, fuel)| LineCost { script: script.clone(), line, fuel };
            lines.extend(counts.into_iter().map(cost));
        }
        functions.sort_by_key(|cost| (std::cmp::Reverse(cost.own), std::cmp::Reverse(cost.total)));
        lines.sort_by_key(|cost| std::cmp::Reverse(cost.fuel));
        Profile { fuel: lines.iter().map(|cost| cost.fuel).sum(), functions, lines }
    }
}

/// The entry of a line in a script, made if there is none.
fn slot<'a, T: Default>(
    of: &'a mut BTreeMap<String, BTreeMap<u32, T>>,
    script: &str,
    line: u32,
) -> &'a mut T {
    of.entry(script.to_owned()).or_default().entry(line).or_default()
}
