//! Machine code for scripts that begin with `--!native`.
//!
//! Compiling takes milliseconds and tens of KiB per script and room, so it waits until the room's
//! scripts have used enough fuel. Until then, and on machines without a code generator, such
//! scripts are interpreted like all others. Machine code uses fuel at the same safepoints.

use std::cell::{Cell, RefCell};

use mlua::ffi;
use mlua::{Function, Lua};

/// The comment that asks for machine code.
const HEADER: &str = "--!native";
/// Bytes of source that a room may compile. Machine code takes about 40 times as many bytes,
/// outside the Lua heap, where the memory limit does not count them.
pub(super) const MAX_SOURCE: usize = 64 << 10;
/// Units of fuel (about 20 ms) after which scripts are compiled.
const WORTH_WHILE: u64 = 2_000_000;

/// Whether a script asks for machine code in the comments at its head.
pub(super) fn is_wanted(source: &str) -> bool {
    source
        .lines()
        .map(str::trim)
        .take_while(|line| line.is_empty() || line.starts_with("--"))
        .any(|line| line == HEADER)
}

/// The scripts of a VM that wait to be compiled.
#[derive(Default)]
pub(super) struct Native {
    waiting: RefCell<Vec<Function>>,
    /// Bytes of source accepted so far.
    source: Cell<usize>,
    /// Fuel that steps have used while scripts wait.
    spent: Cell<u64>,
    started: Cell<bool>,
}

impl Native {
    /// Notes a script that was just loaded. Returns whether its machine code is within the limit.
    pub(super) fn wants(&self, main: &Function, source: usize) -> bool {
        let total = self.source.get() + source;
        if total > MAX_SOURCE {
            return false;
        }
        self.source.set(total);
        self.waiting.borrow_mut().push(main.clone());
        true
    }

    /// Notes the fuel that a step has used, and compiles the waiting scripts once it is enough.
    /// Must be called between steps; parked coroutines stay in the interpreter until their
    /// functions return.
    pub(super) fn spent(&self, lua: &Lua, units: u64) {
        if self.waiting.borrow().is_empty() {
            return;
        }
        self.spent.set(self.spent.get().saturating_add(units));
        if self.spent.get() >= WORTH_WHILE {
            for main in self.waiting.take() {
                self.compile(lua, main);
            }
        }
    }

    /// Compiles a script's main function and all functions in it.
    fn compile(&self, lua: &Lua, main: Function) {
        let first = !self.started.replace(true);
        // SAFETY: runs under mlua's protection with the function as the only value on the stack,
        // which both calls leave as it is. The generator is started once for a state, before
        // anything is compiled on it, and is closed with the state by Luau itself.
        let outcome = unsafe {
            lua.exec_raw::<()>(main, |state| {
                if ffi::luau_codegen_supported() != 0 {
                    if first {
                        ffi::luau_codegen_create(state);
                    }
                    ffi::luau_codegen_compile(state, 1);
                }
                ffi::lua_settop(state, 0);
            })
        };
        // The script does the same in the interpreter.
        if let Err(error) = outcome {
            tracing::warn!(%error, "no machine code could be made for a script");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_comment_at_the_head_counts() {
        assert!(is_wanted("--!native\nreturn 1"));
        assert!(is_wanted("-- A search.\n\n  --!native\nreturn 1"));
        assert!(!is_wanted("return 1\n--!native"));
        assert!(!is_wanted("-- not --!native\nreturn 1"));
        assert!(!is_wanted("--!nativeish\nreturn 1"));
    }
}
