//! `table.*`.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};

use super::super::extent::{Extent, extent};
use super::super::fuel::charge;
use super::{
    ELEMENTS_PER_UNIT, Native, SCAN_PER_UNIT, UNITS_PER_LOOKUP, bytes, charge_for, is_missing,
    length, native, whole, whole_or,
};

/// Maximum length of an array part in Luau.
const LONGEST: i64 = 1 << 26;
/// Maximum number of values on a coroutine's stack in Luau as mlua builds it.
const MOST_VALUES: i64 = 1_000_000;

/// Units for visiting `count` elements from index `from` on.
fn walk(table: Extent, from: i64, count: i64) -> i64 {
    let in_array = (table.array - (from - 1).max(0)).clamp(0, count.max(0));
    in_array / ELEMENTS_PER_UNIT + (count - in_array).max(0) * UNITS_PER_LOOKUP
}

pub(super) unsafe extern "C-unwind" fn table_move(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let into = if is_missing(state, 5) { 1 } else { 5 };
        let are_tables = ffi::lua_type(state, 1) == ffi::LUA_TTABLE
            && ffi::lua_type(state, into) == ffi::LUA_TTABLE;
        if are_tables
            && let (Some(from), Some(to)) = (whole(state, 2), whole(state, 3))
            && let Some(at) = whole(state, 4)
        {
            charge(state, moving(extent(state, 1), extent(state, into), from, to, at));
        }
        native(state, Native::Move)
    }
}

/// Units for `table.move`, by the path that it takes (`tmove` in Luau's `ltablib.cpp`).
fn moving(source: Extent, target: Extent, from: i64, to: i64, at: i64) -> i64 {
    let count = to - from + 1;
    let longest = i64::from(i32::MAX);
    let is_refused = (from <= 0 && to >= longest + from) || at > longest - count + 1;
    if count <= 0 || is_refused {
        return 0;
    }
    let mut array = target.array;
    let mut cost = 0;
    if at > 0 && at - 1 <= array && at - 1 + count > array {
        array = at - 1 + count;
        if array > LONGEST {
            return 0; // refused, too
        }
        // Both parts of the target are copied.
        cost += array / ELEMENTS_PER_UNIT + target.hash * UNITS_PER_LOOKUP;
    }
    let within = |first: i64, array: i64| first > 0 && first - 1 + count <= array;
    let slots = source.slots().max(target.slots());
    cost + if within(from, source.array) && within(at, array) {
        count / ELEMENTS_PER_UNIT
    } else if count > 32 && count / 2 > slots {
        // Moved by way of a temporary table.
        (source.slots() + target.slots() + array - target.array) * 2 * UNITS_PER_LOOKUP
    } else {
        count * 2 * UNITS_PER_LOOKUP
    }
}

pub(super) unsafe extern "C-unwind" fn concat(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let last = whole_or(state, 4, length(state, 1));
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE
            && let (Some(first), Some(last)) = (whole_or(state, 3, 1), last)
        {
            let table = extent(state, 1);
            // It ends at the first missing element. Numbers are converted to strings.
            let count = (last - first + 1).min(table.slots() + 1).max(0);
            charge(state, count + walk(table, first, count));
            // Luau's own would count below the smallest integer before it finds that the element is
            // missing.
            let separates = is_missing(state, 2) || ffi::lua_isstring(state, 2) != 0;
            if count > 0 && first == i64::from(c_int::MIN) && separates {
                let kind = ffi::lua_rawgeti_(state, 1, c_int::MIN);
                if kind != ffi::LUA_TSTRING && kind != ffi::LUA_TNUMBER {
                    let name = ffi::lua_typename(state, kind);
                    let message = c"invalid value (%s) at index %d in table for 'concat'";
                    ffi::luaL_error(state, message.as_ptr(), name, c_int::MIN);
                }
                ffi::lua_pop(state, 1);
            }
        }
        native(state, Native::Concat)
    }
}

pub(super) unsafe extern "C-unwind" fn sort(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let count = length(state, 1);
        let levels = i64::from(64 - count.cast_unsigned().leading_zeros());
        if ffi::lua_type(state, 1) == ffi::LUA_TTABLE {
            // A comparison function has safepoints of its own.
            let each = if is_missing(state, 2) {
                count.saturating_add(comparing(state, count))
            } else {
                count / ELEMENTS_PER_UNIT
            };
            charge(state, each.saturating_mul(levels));
        }
        native(state, Native::Sort)
    }
}

/// Cost of comparing each string of a list once with another, beyond a few bytes.
unsafe fn comparing(state: *mut lua_State, count: i64) -> i64 {
    let mut cost = 0_usize;
    // SAFETY: the first argument is a table; the stack is left as it was found.
    unsafe {
        for at in 1..=count {
            ffi::lua_rawgeti_(state, 1, at as c_int);
            cost = cost.saturating_add(bytes(state, -1).len() / SCAN_PER_UNIT);
            ffi::lua_pop(state, 1);
        }
    }
    i64::try_from(cost).unwrap_or(i64::MAX)
}

/// `table.insert(t, position, value)` moves everything behind the position.
pub(super) unsafe extern "C-unwind" fn insert(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if ffi::lua_gettop(state) == 3
            && let Some(at) = whole(state, 2)
        {
            let count = length(state, 1);
            if (1..=count).contains(&at) {
                charge_for(state, count - at, ELEMENTS_PER_UNIT);
            }
        }
        native(state, Native::Insert)
    }
}

pub(super) unsafe extern "C-unwind" fn remove(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if let Some(at) = whole_or(state, 2, i64::MAX) {
            let count = length(state, 1);
            if (1..=count).contains(&at) {
                charge_for(state, count - at, ELEMENTS_PER_UNIT);
            }
        }
        native(state, Native::Remove)
    }
}

/// `table.find`, which continues until the first missing element.
pub(super) unsafe extern "C-unwind" fn find(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; its arguments are left as they are for the original.
    unsafe {
        let table = extent(state, 1);
        if let Some(from) = whole_or(state, 3, 1)
            && from > 0
        {
            if from <= table.array {
                charge_for(state, length(state, 1) - from, ELEMENTS_PER_UNIT);
            } else if table.hash > 0 {
                // Beyond the array part, a run can be as long as the hash part.
                charge(state, table.hash * UNITS_PER_LOOKUP);
                if from + table.hash >= i64::from(i32::MAX) && ffi::lua_gettop(state) >= 2 {
                    return find_near_the_end(state, from as c_int);
                }
            }
        }
        native(state, Native::TableFind)
    }
}

/// `table.find` from an index from which Luau's own would count beyond the largest integer.
unsafe fn find_near_the_end(state: *mut lua_State, from: c_int) -> c_int {
    // SAFETY: called from a C function with a table and a value as its first arguments.
    unsafe {
        for at in from..=c_int::MAX {
            if ffi::lua_rawgeti_(state, 1, at) == ffi::LUA_TNIL {
                break;
            }
            if ffi::lua_rawequal(state, 2, -1) != 0 {
                ffi::lua_pushnumber(state, at.into());
                return 1;
            }
            ffi::lua_pop(state, 1);
        }
        ffi::lua_pushnil(state);
        1
    }
}

/// Charges for values that are copied to the stack.
unsafe fn charge_for_values(state: *mut lua_State) {
    // SAFETY: called from a C function with its arguments on the stack.
    unsafe {
        let last = whole_or(state, 3, length(state, 1));
        if let (Some(first), Some(last)) = (whole_or(state, 2, 1), last) {
            let count = last - first + 1;
            if count > 8 && count <= MOST_VALUES {
                charge(state, walk(extent(state, 1), first, count));
            }
        }
    }
}

pub(super) unsafe extern "C-unwind" fn unpack(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        charge_for_values(state);
        native(state, Native::Unpack)
    }
}

pub(super) unsafe extern "C-unwind" fn global_unpack(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        charge_for_values(state);
        native(state, Native::GlobalUnpack)
    }
}

/// A function that charges for all slots of a table.
macro_rules! whole_table {
    ($name:ident $native:ident) => {
        pub(super) unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                let table = extent(state, 1);
                charge_for(state, table.array + 8 * table.hash, ELEMENTS_PER_UNIT);
                native(state, Native::$native)
            }
        }
    };
}
whole_table!(clear Clear);
whole_table!(clone Clone);
whole_table!(maxn Maxn);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_costs_what_the_way_it_goes_costs() {
        let array = Extent { array: 1000, hash: 0 };
        let hash = Extent { array: 0, hash: 1024 };
        let empty = Extent::default();
        // Nothing to move, or refused.
        assert_eq!(moving(array, array, 5, 4, 1), 0);
        assert_eq!(moving(array, array, -1, i64::from(i32::MAX) - 1, 1), 0);
        assert_eq!(moving(array, array, 1, 10, i64::from(i32::MAX)), 0);
        assert_eq!(moving(empty, empty, 1, i64::from(i32::MAX), 1), 0);
        // From array to array.
        assert_eq!(moving(array, array, 1, 1000, 1), 250);
        assert_eq!(moving(array, empty, 1, 1000, 1), 500);
        // Far more than there is: both tables are walked through.
        assert_eq!(moving(empty, empty, 1, 190_000_000, 5), 0);
        assert_eq!(moving(hash, empty, 1, 190_000_000, 5), 16 * 1024);
        // One by one.
        assert_eq!(moving(hash, array, 1, 1000, 5000), 16_000);
    }
}
