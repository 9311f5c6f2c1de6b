//! `utf8.*` and `buffer.*`.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};

use super::super::fuel::core;
use super::{
    DECODE_PER_UNIT, Native, SCAN_PER_UNIT, bytes, charge_for, length, native, position, whole,
    whole_or,
};

/// A function that charges for the bytes of one argument.
macro_rules! linear_function {
    ($name:ident $native:ident $argument:literal $per_unit:expr) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                charge_for(state, length(state, $argument), $per_unit);
                native(state, Native::$native)
            }
        }
    };
}
linear_function!(utf8_offset Utf8Offset 1 2 * DECODE_PER_UNIT);
linear_function!(buffer_tostring BufferToString 1 SCAN_PER_UNIT as i64);

/// A function that charges for the characters of a string between two positions.
macro_rules! decoding_function {
    ($name:ident $native:ident $to:expr) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                let size = bytes(state, 1).len();
                if let Some(from) = whole_or(state, 2, 1)
                    && let Some(to) = whole_or(state, 3, $to(from))
                {
                    let span = position(to, size).min(size as i64) - position(from, size) + 1;
                    charge_for(state, span, DECODE_PER_UNIT);
                }
                native(state, Native::$native)
            }
        }
    };
}
decoding_function!(utf8_len Utf8Len |_| -1);
decoding_function!(utf8_codepoint Utf8Codepoint |from| from);

/// `utf8.codes` with an iterator of this crate, because scripts may call the iterator with a string
/// of their own.
pub(super) unsafe extern "C-unwind" fn utf8_codes(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; the original leaves a function, the text and 0.
    unsafe {
        let count = native(state, Native::Utf8Codes);
        ffi::lua_pushcclosurek(state, utf8_step, std::ptr::null(), 0, None);
        ffi::lua_replace(state, -count - 1);
        count
    }
}

unsafe extern "C-unwind" fn utf8_step(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; a number takes the place of a number.
    unsafe {
        let Some(step) = core(state).steps.get().codes else { return 0 };
        let text = bytes(state, 1);
        // Luau's own reads anything that is no number as 0 here.
        let at = whole(state, 2).unwrap_or(0);
        if at <= 0 {
            // Luau's own would count below the smallest integer.
            if at == i64::from(c_int::MIN) {
                ffi::lua_pushnumber(state, 0.0);
                ffi::lua_replace(state, 2);
            }
        } else if let Some(rest) = text.get(at as usize..) {
            // The iterator skips a character with all its continuation bytes, well-formed or not.
            let passed = rest.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
            charge_for(state, passed as i64, DECODE_PER_UNIT);
        }
        step(state)
    }
}

pub(super) unsafe extern "C-unwind" fn buffer_readstring(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let size = length(state, 1);
        charge_for(state, whole(state, 3).unwrap_or(0).min(size), SCAN_PER_UNIT as i64);
        native(state, Native::BufferReadString)
    }
}

pub(super) unsafe extern "C-unwind" fn buffer_writestring(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let size = length(state, 3);
        charge_for(state, whole_or(state, 4, size).unwrap_or(0).min(size), SCAN_PER_UNIT as i64);
        native(state, Native::BufferWriteString)
    }
}

/// A function that works from an offset to the end of a buffer unless a count is given.
macro_rules! rest_function {
    ($name:ident $native:ident $buffer:literal $offset:literal $count:literal) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; a number takes the place of a number.
            unsafe {
                let size = length(state, $buffer);
                if let Some(offset) = whole_or(state, $offset, 0) {
                    let rest = size - offset;
                    charge_for(
                        state,
                        whole_or(state, $count, rest).unwrap_or(0).min(size),
                        SCAN_PER_UNIT as i64,
                    );
                    // Out of bounds in any case, but Luau's own code would count beyond the largest
                    // integer.
                    if rest > i64::from(c_int::MAX) {
                        ffi::lua_pushnumber(state, -1.0);
                        ffi::lua_replace(state, $offset);
                    }
                }
                native(state, Native::$native)
            }
        }
    };
}
rest_function!(buffer_fill BufferFill 1 2 4);
rest_function!(buffer_copy BufferCopy 3 4 5);
