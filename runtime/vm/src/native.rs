//! Machine code for scripts that begin with `--!native`.
//!
//! Compiling takes milliseconds and tens of KiB a script and room, so it waits until the room's
//! scripts have used enough fuel to make it worth while. Until then, and where there is no code
//! generator for the machine, such scripts are interpreted like all others. Machine code takes its
//! fuel at the same safepoints.

use std::cell::{Cell, RefCell};

use mlua::ffi;
use mlua::{Function, Lua};

/// The comment that asks for machine code.
const HEADER: &str = "--!native";
/// Bytes of source for which a room makes machine code: it takes some 40 times as many outside the
/// Lua heap, where the memory limit does not see them.
pub(super) const MAX_SOURCE: usize = 64 << 10;
/// Units of fuel (some 20 ms) after which machine code is made.
const WORTH_WHILE: u64 = 2_000_000;

/// Whether a script asks for machine code in the comments at its head.
pub(super) fn is_wanted(source: &str) -> bool {
    source
        .lines()
        .map(str::trim)
        .take_while(|line| line.is_empty() || line.starts_with("--"))
        .any(|line| line == HEADER)
}

/// The scripts of a VM that are to become machine code.
#[derive(Default)]
pub(super) struct Native {
    waiting: RefCell<Vec<Function>>,
    /// Bytes of source taken so far.
    source: Cell<usize>,
    /// Fuel that steps have used while scripts wait.
    spent: Cell<u64>,
    started: Cell<bool>,
}

impl Native {
    /// Notes a script just loaded; whether there is room for its machine code.
    pub(super) fn wants(&self, main: &Function, source: usize) -> bool {
        let total = self.source.get() + source;
        if total > MAX_SOURCE {
            return false;
        }
        self.source.set(total);
        self.waiting.borrow_mut().push(main.clone());
        true
    }

    /// Notes what a step has used, and makes the machine code when it is worth while. Between
    /// steps: coroutines that wait go on in the interpreter until their functions return.
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

    /// Makes machine code of a script's main function and all functions in it.
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
        // Interpreted, the script does the same.
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
