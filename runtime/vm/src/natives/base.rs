//! Global functions, and functions with any number of arguments.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};

use super::super::extent::{extent, holds_key};
use super::super::fuel::{charge, core};
use super::{DECODE_PER_UNIT, MANY, Native, bytes, charge_for, is_missing, native, whole};

/// `setmetatable` removes `__mode`: weak tables would show when the collector ran, which is not
/// part of a room's state.
pub(super) unsafe extern "C-unwind" fn set_metatable(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; the stack is left as it was for the original.
    unsafe {
        if ffi::lua_type(state, 2) == ffi::LUA_TTABLE {
            let weak = ffi::lua_rawgetfield(state, 2, c"__mode".as_ptr()) != ffi::LUA_TNIL;
            ffi::lua_pop(state, 1);
            if weak {
                ffi::lua_pushnil(state);
                ffi::lua_rawsetfield(state, 2, c"__mode".as_ptr());
                core(state).weak_refused.set(true);
            }
        }
        native(state, Native::SetMetatable)
    }
}

pub(super) unsafe extern "C-unwind" fn to_number(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if !is_missing(state, 2) {
            charge_for(state, bytes(state, 1).len() as i64, 1);
        }
        native(state, Native::ToNumber)
    }
}

/// `debug.traceback`, which names every active call.
pub(super) unsafe extern "C-unwind" fn traceback(state: *mut lua_State) -> c_int {
    /// Units for each call that is named.
    const UNITS_PER_CALL: i64 = 20;
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let thread = ffi::lua_tothread(state, 1);
        let depth = ffi::lua_stackdepth(if thread.is_null() { state } else { thread });
        charge(state, i64::from(depth) * UNITS_PER_CALL);
        native(state, Native::Traceback)
    }
}

/// A function with any number of arguments, each of which may be a numeric string.
macro_rules! variadic_function {
    ($name:ident $native:ident) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                if ffi::lua_gettop(state) > MANY {
                    charge_for_arguments(state);
                }
                native(state, Native::$native)
            }
        }
    };
}
variadic_function!(string_char Char);
variadic_function!(utf8_char Utf8Char);
variadic_function!(band Band);
variadic_function!(bor Bor);
variadic_function!(bxor Bxor);
variadic_function!(btest Btest);
variadic_function!(max Max);
variadic_function!(min Min);

unsafe fn charge_for_arguments(state: *mut lua_State) {
    // SAFETY: called from a C function; only reads its arguments.
    unsafe {
        let count = ffi::lua_gettop(state);
        let texts: usize = (1..=count)
            .map(|index| (ffi::lua_type(state, index), index))
            .filter(|(kind, _)| *kind == ffi::LUA_TSTRING)
            .map(|(_, index)| 64 + bytes(state, index).len())
            .sum();
        charge(state, i64::from(count) * 2 + texts as i64 / DECODE_PER_UNIT);
    }
}

/// A shift by the smallest integer: Luau negates it, which overflows, so that the result depends on
/// how its C++ was compiled. It is replaced by a shift of 32 places the same way: that leaves no
/// bit, as every other shift by 32 places or more does, and rotates by nothing.
macro_rules! shift_function {
    ($name:ident $native:ident) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; a number takes the place of a number.
            unsafe {
                if whole(state, 2) == Some(i64::from(c_int::MIN)) {
                    ffi::lua_pushnumber(state, -32.0);
                    ffi::lua_replace(state, 2);
                }
                native(state, Native::$native)
            }
        }
    };
}
shift_function!(lshift Lshift);
shift_function!(rshift Rshift);
shift_function!(arshift Arshift);
shift_function!(rrotate Rrotate);

/// A function of a bit field. Luau's own adds position and width without checking for integer
/// overflow.
macro_rules! field_function {
    ($name:ident $native:ident $field:literal) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; numbers take the place of numbers.
            unsafe {
                if let (Some(field), Some(width)) = (whole(state, $field), whole(state, $field + 1))
                    && field + width > c_int::MAX.into()
                {
                    // Beyond the last bit, too.
                    for index in [$field, $field + 1] {
                        ffi::lua_pushnumber(state, 32.0);
                        ffi::lua_replace(state, index);
                    }
                }
                native(state, Native::$native)
            }
        }
    };
}
field_function!(extract Extract 2);
field_function!(replace Replace 3);

/// `ipairs`, with an iterator that ends at the largest integer.
pub(super) unsafe extern "C-unwind" fn ipairs(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; the original hands out the first upvalue, which is `ipairs_step`.
    unsafe { native(state, Native::Ipairs) }
}

/// A step of a loop over `ipairs` that Luau does not run by itself.
pub(super) unsafe extern "C-unwind" fn ipairs_step(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        match core(state).steps.get().ipairs {
            Some(step) if whole(state, 2) != Some(c_int::MAX.into()) => step(state),
            _ => 0,
        }
    }
}

/// `math.fmod`. The remainder is computed bit by bit, over as many bits as the exponents differ.
pub(super) unsafe extern "C-unwind" fn fmod(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let exponent = |index| {
            let number = ffi::lua_tonumberx(state, index, std::ptr::null_mut());
            (number.to_bits() >> 52 & 0x7FF) as i64
        };
        charge_for(state, exponent(1) - exponent(2), 4);
        native(state, Native::Fmod)
    }
}

/// Number of slots above which `next` is charged for those that it skips.
const LARGE: i64 = 256;
/// Empty slots skipped for one unit of fuel.
const SLOTS_PER_UNIT: i64 = 1;

/// Positions of traversals of large tables with `next`.
#[derive(Default)]
pub(in super::super) struct Walks {
    /// Addresses of tables, and the slot found last in each, from 0.
    last: [(usize, i64); 4],
    /// Index of the entry that is overwritten next.
    oldest: usize,
}

impl Walks {
    fn of(&self, table: usize) -> impl Iterator<Item = i64> {
        self.last.into_iter().filter(move |(it, _)| *it == table).map(|(_, slot)| slot)
    }

    fn came_to(&mut self, table: usize, from: Option<i64>, slot: i64) {
        let known = self.last.iter().position(|last| (Some(last.1), last.0) == (from, table));
        let at = known.unwrap_or(self.oldest);
        self.last[at] = (table, slot);
        if known.is_none() {
            self.oldest = (self.oldest + 1) % self.last.len();
        }
    }
}

/// `next` skips empty slots; after a table has been emptied, all of them.
pub(super) unsafe extern "C-unwind" fn next(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        if extent(state, 1).slots() > LARGE {
            long_next(state)
        } else {
            native(state, Native::Next)
        }
    }
}

/// `next` on a table with many slots. What it skips is known if the slot of the key from which it
/// continues is known: an index of the array part tells it directly, and the last key of a known
/// traversal is where that stands. Otherwise all slots are charged.
unsafe fn long_next(state: *mut lua_State) -> c_int {
    // SAFETY: called from a C function with a table as its first argument. Results are left on top.
    unsafe {
        let table = extent(state, 1);
        let address = ffi::lua_topointer(state, 1) as usize;
        ffi::lua_settop(state, 2);
        let from = slot_of_key(state, address, table.array);
        let count = native(state, Native::Next);
        let begin = from.map_or(0, |slot| slot + 1);
        let mut slot = begin;
        let key = ffi::lua_gettop(state) - count + 1;
        loop {
            slot = ffi::lua_rawiter(state, 1, slot as c_int).into();
            if slot < 0 {
                slot = table.slots() + 1;
                break;
            }
            let is_found = from.is_some() || ffi::lua_rawequal(state, -2, key) != 0;
            ffi::lua_pop(state, 2);
            if is_found {
                break;
            }
        }
        core(state).walks.borrow_mut().came_to(address, from, slot - 1);
        charge_for(state, slot - begin, SLOTS_PER_UNIT);
        count
    }
}

/// The slot, from 0, of the key from which `next` continues: -1 at the beginning, `None` if it is
/// unknown.
unsafe fn slot_of_key(state: *mut lua_State, table: usize, array: i64) -> Option<i64> {
    // SAFETY: called from a C function with a table and a key as its arguments.
    unsafe {
        match ffi::lua_type(state, 2) {
            ffi::LUA_TNIL => return Some(-1),
            ffi::LUA_TNUMBER => {
                let number = ffi::lua_tonumberx(state, 2, std::ptr::null_mut());
                if number >= 1.0 && number <= array as f64 && number.fract() == 0.0 {
                    return Some(number as i64 - 1);
                }
            }
            _ => {}
        }
        let walks = core(state).walks.borrow();
        walks.of(table).find(|slot| holds_key(state, 1, *slot, 2))
    }
}
