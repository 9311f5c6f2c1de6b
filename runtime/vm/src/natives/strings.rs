//! `string.*` except for searches.

use std::ffi::c_int;

use memchr::memmem;
use mlua::ffi::{self, lua_State};

use super::super::fuel::{charge, make_room};
use super::super::text;
use super::{
    DECODE_PER_UNIT, ELEMENTS_PER_UNIT, Native, SCAN_PER_UNIT, bytes, charge_for, native, position,
    units, whole, whole_or,
};

/// Largest product of lengths for which a quadratic search is left to Luau.
const SMALL: usize = 1 << 14;
/// Bytes of a format read for one unit of fuel.
const ITEMS_PER_UNIT: usize = 2;
/// Units for formatting a fraction, which may have hundreds of digits.
const UNITS_PER_FRACTION: i64 = 64;

pub(super) unsafe extern "C-unwind" fn rep(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`.
    unsafe {
        let times = whole(state, 2).and_then(|times| usize::try_from(times).ok()).unwrap_or(0);
        make_room(state, bytes(state, 1).len().saturating_mul(times));
        native(state, Native::Rep)
    }
}

pub(super) unsafe extern "C-unwind" fn sub(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau. The result may be a string that exists already, which costs a hash of
    // all its bytes but no allocation.
    unsafe {
        let size = bytes(state, 1).len();
        if size > 256
            && let (Some(from), Some(to)) = (whole(state, 2), whole_or(state, 3, -1))
        {
            let end = position(to, size).min(size as i64);
            let span = end - position(from, size).max(1) + 1;
            charge_for(state, span, SCAN_PER_UNIT as i64);
        }
        native(state, Native::Sub)
    }
}

pub(super) unsafe extern "C-unwind" fn byte(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if ffi::lua_gettop(state) > 2
            && let (Some(from), Some(to)) = (whole_or(state, 2, 1), whole(state, 3))
        {
            let size = bytes(state, 1).len();
            let span = position(to, size).min(size as i64) - position(from, size).max(1) + 1;
            charge_for(state, span, ELEMENTS_PER_UNIT);
        }
        native(state, Native::Byte)
    }
}

pub(super) unsafe extern "C-unwind" fn split(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`.
    unsafe {
        let (text, separator) = (bytes(state, 1), bytes(state, 2));
        charge(state, units(text.len() + separator.len(), DECODE_PER_UNIT as usize));
        if text.len().saturating_mul(separator.len()) <= SMALL || separator.len() < 2 {
            return native(state, Native::Split);
        }
        ffi::lua_createtable(state, 0, 0);
        let mut from = 0;
        let mut count = 0;
        for at in memmem::find_iter(text, separator).chain(std::iter::once(text.len())) {
            let piece = &text[from..at];
            count += 1;
            ffi::lua_pushlstring_(state, piece.as_ptr().cast(), piece.len());
            ffi::lua_rawseti_(state, -2, count);
            from = at + separator.len();
        }
        1
    }
}

/// `string.format` with `%*` printing serial numbers instead of addresses.
pub(super) unsafe extern "C-unwind" fn format(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; replacing argument slots of the own frame.
    unsafe {
        let last = ffi::lua_gettop(state);
        let cost = writing(bytes(state, 1));
        if cost > 0 {
            charge(state, cost);
        }
        if (2..=last).any(|index| text::is_reference(state, index)) {
            let mut argument = 1;
            let mut rest = bytes(state, 1);
            while let Some(at) = memchr::memchr(b'%', rest) {
                rest = &rest[at + 1..];
                if rest.first() == Some(&b'%') {
                    rest = &rest[1..];
                    continue;
                }
                argument += 1;
                if argument > last {
                    break;
                }
                if rest.first() == Some(&b'*') && text::is_reference(state, argument) {
                    text::push_text(state, argument);
                    ffi::lua_replace(state, argument);
                }
            }
        }
        native(state, Native::Format)
    }
}

/// The cost of a format beyond that of a few numbers and strings.
fn writing(format: &[u8]) -> i64 {
    let is_fraction = |rest: &[u8]| {
        let option = rest.iter().find(|c| c.is_ascii_alphabetic() || **c == b'%');
        matches!(option, Some(b'e' | b'E' | b'f' | b'g' | b'G'))
    };
    let fractions = memchr::memchr_iter(b'%', format)
        .filter(|at| is_fraction(&format[at + 1..format.len().min(at + 8)]))
        .count();
    let fractions = i64::try_from(fractions).unwrap_or(i64::MAX);
    units(format.len(), ITEMS_PER_UNIT).saturating_add(fractions.saturating_mul(UNITS_PER_FRACTION))
}

/// A function that charges for the length of its format.
macro_rules! formatted {
    ($name:ident $native:ident $data:literal) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                let cost = bytes(state, 1).len().saturating_mul(4)
                    + if $data > 0 { bytes(state, $data).len() / 4 } else { 0 };
                charge_for(state, cost as i64, SCAN_PER_UNIT as i64 / 4);
                native(state, Native::$native)
            }
        }
    };
}
formatted!(pack Pack 0);
formatted!(pack_size PackSize 0);
formatted!(unpack StringUnpack 2);
