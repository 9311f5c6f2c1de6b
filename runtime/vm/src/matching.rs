//! What a step of Luau's pattern matcher costs.
//!
//! It has a safepoint, like a turn of a loop. But one call of a library function may make as many
//! as there is fuel for, and such a call is to end in a fraction of a second: a step takes more.

use std::ffi::CStr;

use mlua::ffi::{self, lua_State};

use super::fuel::{Core, core};

/// Fuel for a step.
pub(super) const UNITS_PER_STEP: i64 = 3;

/// Whether the function that runs is one of the library: a safepoint in it is a step of the
/// matcher.
///
/// # Safety
/// As for [`core`].
#[cold]
pub(super) unsafe fn is_in_library(state: *mut lua_State) -> bool {
    // SAFETY: as in `frames`.
    unsafe {
        let mut info: ffi::lua_Debug = std::mem::zeroed();
        ffi::lua_getinfo(state, 0, c"s".as_ptr(), &raw mut info) != 0
            && !info.what.is_null()
            && CStr::from_ptr(info.what) == c"C"
    }
}

/// While one exists, a library function matches a pattern.
pub(super) struct Matching<'a> {
    core: &'a Core,
    before: bool,
}

impl<'a> Matching<'a> {
    /// # Safety
    /// As for [`core`]. It ends in time, too, when an error is raised: unwinding drops it.
    pub(super) unsafe fn begin(state: *mut lua_State) -> Matching<'a> {
        // SAFETY: passed on to the caller.
        let core = unsafe { core(state) };
        Matching { core, before: core.matching.replace(true) }
    }
}

impl Drop for Matching<'_> {
    fn drop(&mut self) {
        self.core.matching.set(self.before);
    }
}
