//! The cost of a step of Luau's pattern matcher.
//!
//! A step has a safepoint, like a loop turn, but takes longer. One call of a library function may
//! make as many steps as there is fuel for, and it must still end within a fraction of a second, so
//! a step costs more than a loop turn.

use std::ffi::CStr;

use mlua::ffi::{self, lua_State};

use super::fuel::{Core, core};

/// Fuel for one step.
pub(super) const UNITS_PER_STEP: i64 = 3;

/// Whether the running function is a library function, in which a safepoint is a step of the
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

/// Marks, while it exists, that a library function matches a pattern.
pub(super) struct Matching<'a> {
    core: &'a Core,
    before: bool,
}

impl<'a> Matching<'a> {
    /// # Safety
    /// As for [`core`]. It also ends when an error is raised, because unwinding drops it.
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
