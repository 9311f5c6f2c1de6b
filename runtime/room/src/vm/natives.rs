//! Library functions whose cost grows with their arguments, bounded by fuel.
//!
//! Luau counts no safepoint inside a library function, so one call could run for minutes. Each
//! function here charges for the work its arguments ask for and then *becomes* Luau's own: it calls
//! that function's pointer in its own frame, so results and error messages are the original's.
//! Functions that allocate in proportion to their work need no entry: allocation is charged at the
//! next safepoint, and bounded by the memory limit until then.

use std::ffi::{CStr, c_int};

use memchr::memmem;
use mlua::Lua;
use mlua::ffi::{self, lua_CFunction, lua_State};

use super::fuel::{charge, core, make_room};

/// Up to this product of lengths a quadratic search is left to Luau.
const SMALL: usize = 1 << 14;
/// Elements moved, compared or written for one unit of fuel.
const ELEMENTS_PER_UNIT: i64 = 4;
/// Bytes copied or hashed for one unit of fuel.
const SCAN_PER_UNIT: usize = 64;
/// Bytes searched for a substring, at worst, for one unit of fuel.
const SEARCH_PER_UNIT: usize = 16;
/// Bytes decoded as UTF-8 for one unit of fuel.
const DECODE_PER_UNIT: i64 = 8;

/// Declares the replacements: an index for each original, the function, and the table of them all.
macro_rules! natives {
    ($($index:ident $lib:literal $name:literal $function:path;)*) => {
        #[derive(Clone, Copy)]
        enum Native { $($index),* }
        /// Library, function, replacement; in the order of `Native`.
        const LIST: &[(&CStr, &CStr, lua_CFunction)] = &[$(($lib, $name, $function)),*];
    };
}

natives! {
    SetMetatable c"_G" c"setmetatable" set_metatable;
    Find c"string" c"find" find;
    Match c"string" c"match" string_match;
    Gmatch c"string" c"gmatch" gmatch;
    Gsub c"string" c"gsub" gsub;
    Rep c"string" c"rep" rep;
    Sub c"string" c"sub" sub;
    Split c"string" c"split" split;
    Format c"string" c"format" format;
    Unpack c"string" c"unpack" string_unpack;
    Move c"table" c"move" table_move;
    Sort c"table" c"sort" sort;
    TableFind c"table" c"find" table_find;
    Insert c"table" c"insert" insert;
    Remove c"table" c"remove" remove;
    Concat c"table" c"concat" concat;
    Clear c"table" c"clear" clear;
    Maxn c"table" c"maxn" maxn;
    Utf8Len c"utf8" c"len" utf8_len;
    Utf8Codepoint c"utf8" c"codepoint" utf8_codepoint;
    Utf8Offset c"utf8" c"offset" utf8_offset;
    BufferFill c"buffer" c"fill" buffer_fill;
    BufferCopy c"buffer" c"copy" buffer_copy;
    BufferToString c"buffer" c"tostring" buffer_tostring;
    BufferReadString c"buffer" c"readstring" buffer_readstring;
    BufferWriteString c"buffer" c"writestring" buffer_writestring;
}

/// Puts the replacements into the libraries of `lua`. Before sealing.
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: runs under mlua's protection; the stack is left as it was found, and the libraries
    // named in `LIST` are all open.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            for (library, name, function) in LIST {
                ffi::lua_getglobal(state, library.as_ptr());
                ffi::lua_getfield(state, -1, name.as_ptr());
                let original = ffi::lua_tocfunction(state, -1);
                core(state).natives.borrow_mut().push(original);
                ffi::lua_pop(state, 1);
                ffi::lua_pushcclosurek(state, *function, name.as_ptr(), 0, None);
                ffi::lua_setfield(state, -2, name.as_ptr());
                ffi::lua_pop(state, 1);
            }
        })
    }
}

/// Runs the original in the current frame.
unsafe fn native(state: *mut lua_State, index: Native) -> c_int {
    // SAFETY: `install` filled the list before any replacement could be called.
    unsafe {
        let function = core(state).natives.borrow().get(index as usize).copied().flatten();
        match function {
            Some(function) => function(state),
            None => ffi::luaL_error(state, c"this function is missing".as_ptr()),
        }
    }
}

/// The bytes of a string argument; nothing for other types, which the original will refuse.
unsafe fn bytes<'a>(state: *mut lua_State, index: c_int) -> &'a [u8] {
    // SAFETY: the string is on the stack for as long as the caller's frame, and Luau does not move
    // strings. Only strings are read: `lua_tolstring` would convert a number in place.
    unsafe {
        if ffi::lua_type(state, index) != ffi::LUA_TSTRING {
            return &[];
        }
        let mut length = 0;
        let start = ffi::lua_tolstring(state, index, &raw mut length);
        std::slice::from_raw_parts(start.cast(), length)
    }
}

/// A numeric argument, or `default`; NaN counts as `default`.
unsafe fn number(state: *mut lua_State, index: c_int, default: f64) -> f64 {
    // SAFETY: reading a stack slot, present or not.
    unsafe {
        if ffi::lua_type(state, index) != ffi::LUA_TNUMBER {
            return default;
        }
        let value = ffi::lua_tonumberx(state, index, std::ptr::null_mut());
        if value.is_nan() { default } else { value }
    }
}

/// The length of a table argument, without metamethods.
unsafe fn length(state: *mut lua_State, index: c_int) -> i64 {
    // SAFETY: reading a stack slot.
    unsafe {
        match ffi::lua_type(state, index) {
            ffi::LUA_TTABLE | ffi::LUA_TSTRING | ffi::LUA_TBUFFER => {
                ffi::lua_objlen_(state, index).into()
            }
            _ => 0,
        }
    }
}

fn units(bytes: usize, per_unit: usize) -> i64 {
    i64::try_from(bytes / per_unit).unwrap_or(i64::MAX)
}

/// What a pattern may make the matcher do between two of its safepoints, in units of fuel.
///
/// `%b` and back-references scan without one, once for every start; a long pattern can be one huge
/// set that every character is compared with.
fn pattern_cost(text: &[u8], pattern: &[u8]) -> i64 {
    if text.len() <= SCAN_PER_UNIT {
        return 0;
    }
    let mut cost = units(text.len(), SCAN_PER_UNIT);
    let scans = memchr::memchr_iter(b'%', pattern)
        .any(|at| pattern.get(at + 1).is_some_and(|b| *b == b'b' || b.is_ascii_digit()));
    if scans {
        cost = cost.saturating_add(units(text.len().saturating_mul(text.len()), 256));
    }
    if pattern.len() > SCAN_PER_UNIT {
        cost = cost.saturating_add(units(text.len().saturating_mul(pattern.len()), 256));
    }
    cost
}

fn is_plain(pattern: &[u8]) -> bool {
    !pattern.iter().any(|b| b"^$*+?.([%-".contains(b))
}

/// A search that is to begin far beyond the end of a text begins at its end, as in Lua 5.1: empty
/// matches are found there.
///
/// # Safety
/// Called from a C function with its arguments on the stack, the place to begin at as the third.
unsafe fn begin_within(state: *mut lua_State, length: usize) {
    // SAFETY: as above; a number takes the place of a number.
    unsafe {
        let end = length as f64 + 1.0;
        // Of a number that is searched as a text the length is not known.
        if ffi::lua_type(state, 1) == ffi::LUA_TSTRING
            && ffi::lua_type(state, 3) == ffi::LUA_TNUMBER
            && ffi::lua_tonumberx(state, 3, std::ptr::null_mut()) > end
        {
            ffi::lua_pushnumber(state, end);
            ffi::lua_replace(state, 3);
        }
    }
}

unsafe extern "C-unwind" fn find(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; slices stay valid as said at `bytes`, and nothing collects between.
    unsafe {
        let (text, pattern) = (bytes(state, 1), bytes(state, 2));
        begin_within(state, text.len());
        if text.len() <= SCAN_PER_UNIT {
            return native(state, Native::Find);
        }
        let plain = ffi::lua_toboolean(state, 4) != 0 || is_plain(pattern);
        if !plain {
            charge(state, pattern_cost(text, pattern));
            return native(state, Native::Find);
        }
        charge(state, units(text.len() + pattern.len(), SEARCH_PER_UNIT));
        if text.len().saturating_mul(pattern.len()) <= SMALL {
            return native(state, Native::Find);
        }
        find_plain(state, text, pattern)
    }
}

/// `string.find` for a long text and a needle without special characters.
unsafe fn find_plain(state: *mut lua_State, text: &[u8], needle: &[u8]) -> c_int {
    // SAFETY: called from a C function with its arguments on the stack.
    unsafe {
        let init = match ffi::lua_type(state, 3) {
            ffi::LUA_TNONE | ffi::LUA_TNIL => 1,
            _ => i64::from(ffi::luaL_checkinteger_(state, 3)),
        };
        let size = text.len() as i64;
        let init = if init < 0 { (size + init + 1).max(1) } else { init.max(1) };
        let from = usize::try_from(init - 1).unwrap_or(usize::MAX);
        match text.get(from..).and_then(|rest| memmem::find(rest, needle)) {
            Some(at) => {
                ffi::lua_pushnumber(state, (from + at + 1) as f64);
                ffi::lua_pushnumber(state, (from + at + needle.len()) as f64);
                2
            }
            None => {
                ffi::lua_pushnil(state);
                1
            }
        }
    }
}

/// Weak tables would show when the collector ran, which is not part of a room's state: `__mode`
/// goes.
unsafe extern "C-unwind" fn set_metatable(state: *mut lua_State) -> c_int {
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

/// A function that charges for its pattern.
macro_rules! pattern_function {
    ($name:ident $native:ident) => {
        unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; see `bytes`.
            unsafe {
                let cost = pattern_cost(bytes(state, 1), bytes(state, 2));
                if cost > 0 {
                    charge(state, cost);
                }
                native(state, Native::$native)
            }
        }
    };
}

unsafe extern "C-unwind" fn string_match(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`.
    unsafe {
        let (text, pattern) = (bytes(state, 1), bytes(state, 2));
        begin_within(state, text.len());
        let cost = pattern_cost(text, pattern);
        if cost > 0 {
            charge(state, cost);
        }
        native(state, Native::Match)
    }
}

pattern_function!(gmatch Gmatch);
pattern_function!(gsub_sound Gsub);

/// In Lua 5.1 `%` before what is no digit stands for that in a replacement; Luau refuses it.
unsafe extern "C-unwind" fn gsub(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`. The text that is put in place of argument 3 is copied.
    unsafe {
        if ffi::lua_type(state, 3) == ffi::LUA_TSTRING
            && let Some(sound) = sound_replacement(bytes(state, 3))
        {
            ffi::lua_pushlstring(state, sound.as_ptr().cast(), sound.len());
            ffi::lua_replace(state, 3);
        }
        gsub_sound(state)
    }
}

/// The replacement that Luau takes for the same, if it takes another.
fn sound_replacement(text: &[u8]) -> Option<Vec<u8>> {
    let odd = |next: Option<&u8>| next.is_none_or(|c| !c.is_ascii_digit() && *c != b'%');
    let mut sound = Vec::new();
    let (mut changed, mut rest) = (false, text);
    while let Some(at) = memchr::memchr(b'%', rest) {
        let next = rest.get(at + 1);
        sound.extend_from_slice(&rest[..at]);
        match next {
            Some(c) if odd(next) => sound.push(*c),
            Some(c) => sound.extend([b'%', *c]),
            None => sound.extend(b"%%"),
        }
        changed |= odd(next);
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    sound.extend_from_slice(rest);
    changed.then_some(sound)
}

unsafe extern "C-unwind" fn rep(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`.
    unsafe {
        let times = number(state, 2, 0.0).clamp(0.0, 2_147_483_647.0) as usize;
        make_room(state, bytes(state, 1).len().saturating_mul(times));
        native(state, Native::Rep)
    }
}

unsafe extern "C-unwind" fn sub(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau. The result may be a string that exists already, which costs a hash of
    // all its bytes but no allocation.
    unsafe {
        let size = bytes(state, 1).len();
        if size > 256 {
            let from = number(state, 2, 1.0);
            let to = number(state, 3, -1.0);
            let span = if from < 0.0 || to < 0.0 { size as f64 } else { to - from };
            charge(state, units(span.clamp(0.0, size as f64) as usize, SCAN_PER_UNIT));
        }
        native(state, Native::Sub)
    }
}

unsafe extern "C-unwind" fn split(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`.
    unsafe {
        let (text, separator) = (bytes(state, 1), bytes(state, 2));
        charge(state, units(text.len() + separator.len(), SEARCH_PER_UNIT));
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
unsafe extern "C-unwind" fn format(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; replacing argument slots of the own frame.
    unsafe {
        let last = ffi::lua_gettop(state);
        let pattern = bytes(state, 1).len();
        if pattern > SCAN_PER_UNIT {
            charge(state, units(pattern, SEARCH_PER_UNIT));
        }
        if (2..=last).any(|index| super::text::is_reference(state, index)) {
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
                if rest.first() == Some(&b'*') && super::text::is_reference(state, argument) {
                    super::text::push_text(state, argument);
                    ffi::lua_replace(state, argument);
                }
            }
        }
        native(state, Native::Format)
    }
}

/// A function that charges for the bytes or elements of one argument.
macro_rules! linear_function {
    ($name:ident $native:ident $argument:literal $per_unit:expr) => {
        unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                let size = length(state, $argument);
                if size > $per_unit {
                    charge(state, size / $per_unit);
                }
                native(state, Native::$native)
            }
        }
    };
}
linear_function!(string_unpack Unpack 2 SCAN_PER_UNIT as i64);
linear_function!(table_find TableFind 1 ELEMENTS_PER_UNIT);
linear_function!(clear Clear 1 ELEMENTS_PER_UNIT);
linear_function!(maxn Maxn 1 ELEMENTS_PER_UNIT);
linear_function!(utf8_len Utf8Len 1 DECODE_PER_UNIT);
linear_function!(utf8_codepoint Utf8Codepoint 1 DECODE_PER_UNIT);
linear_function!(utf8_offset Utf8Offset 1 DECODE_PER_UNIT);
linear_function!(buffer_tostring BufferToString 1 SCAN_PER_UNIT as i64);
linear_function!(buffer_writestring BufferWriteString 3 SCAN_PER_UNIT as i64);

/// A function that charges for a count among its arguments, or the length of another.
macro_rules! counted_function {
    ($name:ident $native:ident $count:literal $of:literal $per_unit:expr) => {
        unsafe extern "C-unwind" fn $name(state: *mut lua_State) -> c_int {
            // SAFETY: called by Luau; only reads its arguments.
            unsafe {
                let size = length(state, $of) as f64;
                let count = number(state, $count, size).clamp(0.0, size) as i64;
                if count > $per_unit {
                    charge(state, count / $per_unit);
                }
                native(state, Native::$native)
            }
        }
    };
}
counted_function!(buffer_fill BufferFill 4 1 SCAN_PER_UNIT as i64);
counted_function!(buffer_copy BufferCopy 5 3 SCAN_PER_UNIT as i64);
counted_function!(buffer_readstring BufferReadString 3 1 SCAN_PER_UNIT as i64);

unsafe extern "C-unwind" fn table_move(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let span = number(state, 3, 0.0) - number(state, 2, 1.0) + 1.0;
        charge(state, span.clamp(0.0, 1e15) as i64 / ELEMENTS_PER_UNIT);
        native(state, Native::Move)
    }
}

unsafe extern "C-unwind" fn concat(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let span = number(state, 4, length(state, 1) as f64) - number(state, 3, 1.0) + 1.0;
        charge(state, span.clamp(0.0, 1e15) as i64 / ELEMENTS_PER_UNIT);
        native(state, Native::Concat)
    }
}

unsafe extern "C-unwind" fn sort(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        let count = length(state, 1);
        let levels = i64::from(64 - count.cast_unsigned().leading_zeros());
        charge(state, count * levels / ELEMENTS_PER_UNIT);
        native(state, Native::Sort)
    }
}

/// `table.insert(t, position, value)` moves everything behind the position.
unsafe extern "C-unwind" fn insert(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if ffi::lua_gettop(state) == 3 {
            let behind = length(state, 1) as f64 - number(state, 2, 1.0);
            charge(state, behind.clamp(0.0, 1e15) as i64 / ELEMENTS_PER_UNIT);
        }
        native(state, Native::Insert)
    }
}

unsafe extern "C-unwind" fn remove(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only reads its arguments.
    unsafe {
        if ffi::lua_gettop(state) > 1 {
            let behind = length(state, 1) as f64 - number(state, 2, 1.0);
            charge(state, behind.clamp(0.0, 1e15) as i64 / ELEMENTS_PER_UNIT);
        }
        native(state, Native::Remove)
    }
}
