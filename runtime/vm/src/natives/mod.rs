//! Library functions whose cost grows with their arguments, bounded by fuel.
//!
//! Luau has no safepoint inside a library function, so one call could run for minutes. Each
//! function here charges for the work that its arguments ask for and then calls Luau's own function
//! in its own frame, so results and error messages are the original's. Arguments are read as the
//! original will read them: Luau accepts numeric strings as numbers, and truncates numbers to 32
//! bits. Functions that allocate in proportion to their work need no entry: allocation is charged
//! at the next safepoint, and bounded by the memory limit until then.
//!
//! Wherever possible, the charge is for what the call does, not for what its arguments could make
//! it do: tables are measured with their emptied slots (`extent.rs`), and a search pays as far as
//! it went. `tests/vm/costs.rs` calls every function of the library with hostile arguments and
//! measures.

mod base;
mod bytes;
mod patterns;
mod strings;
mod tables;

use std::ffi::{CStr, c_int};

use mlua::Lua;
use mlua::ffi::{self, lua_CFunction, lua_State};

pub(super) use base::Walks;

use super::fuel::{charge, core};

/// Array values moved, compared or written for one unit of fuel.
const ELEMENTS_PER_UNIT: i64 = 4;
/// Units for an access to a table's hash part.
const UNITS_PER_LOOKUP: i64 = 8;
/// Bytes copied or hashed for one unit of fuel.
const SCAN_PER_UNIT: usize = 64;
/// Bytes searched for a substring for one unit of fuel, in the worst case.
const SEARCH_PER_UNIT: usize = 16;
/// Bytes decoded, or read one by one, for one unit of fuel.
const DECODE_PER_UNIT: i64 = 4;
/// Number of arguments above which they are charged for.
const MANY: c_int = 64;

/// Declares the replacements: an index for each, and the list of them all.
macro_rules! natives {
    ($($index:ident $lib:literal $name:literal $function:path;)*) => {
        #[derive(Clone, Copy)]
        enum Native { $($index),* }
        /// Library, function, replacement; in the order of `Native`.
        const LIST: &[(&CStr, &CStr, lua_CFunction)] = &[$(($lib, $name, $function)),*];
    };
}

natives! {
    SetMetatable c"_G" c"setmetatable" base::set_metatable;
    Next c"_G" c"next" base::next;
    Ipairs c"_G" c"ipairs" base::ipairs;
    ToNumber c"_G" c"tonumber" base::to_number;
    GlobalUnpack c"_G" c"unpack" tables::global_unpack;
    Traceback c"debug" c"traceback" base::traceback;
    Find c"string" c"find" patterns::find;
    Match c"string" c"match" patterns::string_match;
    Gmatch c"string" c"gmatch" patterns::gmatch;
    Gsub c"string" c"gsub" patterns::gsub;
    Rep c"string" c"rep" strings::rep;
    Sub c"string" c"sub" strings::sub;
    Split c"string" c"split" strings::split;
    Format c"string" c"format" strings::format;
    Byte c"string" c"byte" strings::byte;
    Char c"string" c"char" base::string_char;
    Pack c"string" c"pack" strings::pack;
    PackSize c"string" c"packsize" strings::pack_size;
    StringUnpack c"string" c"unpack" strings::unpack;
    Move c"table" c"move" tables::table_move;
    Sort c"table" c"sort" tables::sort;
    TableFind c"table" c"find" tables::find;
    Insert c"table" c"insert" tables::insert;
    Remove c"table" c"remove" tables::remove;
    Concat c"table" c"concat" tables::concat;
    Clear c"table" c"clear" tables::clear;
    Clone c"table" c"clone" tables::clone;
    Maxn c"table" c"maxn" tables::maxn;
    Unpack c"table" c"unpack" tables::unpack;
    Utf8Char c"utf8" c"char" base::utf8_char;
    Utf8Codes c"utf8" c"codes" bytes::utf8_codes;
    Utf8Len c"utf8" c"len" bytes::utf8_len;
    Utf8Codepoint c"utf8" c"codepoint" bytes::utf8_codepoint;
    Utf8Offset c"utf8" c"offset" bytes::utf8_offset;
    BufferFill c"buffer" c"fill" bytes::buffer_fill;
    BufferCopy c"buffer" c"copy" bytes::buffer_copy;
    BufferToString c"buffer" c"tostring" bytes::buffer_tostring;
    BufferReadString c"buffer" c"readstring" bytes::buffer_readstring;
    BufferWriteString c"buffer" c"writestring" bytes::buffer_writestring;
    Band c"bit32" c"band" base::band;
    Bor c"bit32" c"bor" base::bor;
    Bxor c"bit32" c"bxor" base::bxor;
    Btest c"bit32" c"btest" base::btest;
    Extract c"bit32" c"extract" base::extract;
    Replace c"bit32" c"replace" base::replace;
    Lshift c"bit32" c"lshift" base::lshift;
    Rshift c"bit32" c"rshift" base::rshift;
    Arshift c"bit32" c"arshift" base::arshift;
    Rrotate c"bit32" c"rrotate" base::rrotate;
    Max c"math" c"max" base::max;
    Min c"math" c"min" base::min;
    Fmod c"math" c"fmod" base::fmod;
}

/// Iterators that Luau's library functions return, which the replacements' iterators call.
#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    /// One step of `string.gmatch`.
    gmatch: Option<lua_CFunction>,
    /// One step of `utf8.codes`.
    codes: Option<lua_CFunction>,
    /// One step of `ipairs`.
    ipairs: Option<lua_CFunction>,
}

/// Installs the replacements in the libraries of `lua`. Must be called before sealing.
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: runs under mlua's protection; the stack is left as it was found, and the libraries
    // named in `LIST` are all open.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            core(state).steps.set(Steps {
                gmatch: step(state, c"string", c"gmatch"),
                codes: step(state, c"utf8", c"codes"),
                ipairs: step(state, c"_G", c"ipairs"),
            });
            for (library, name, function) in LIST {
                ffi::lua_getglobal(state, library.as_ptr());
                ffi::lua_getfield(state, -1, name.as_ptr());
                let original = ffi::lua_tocfunction(state, -1);
                core(state).natives.borrow_mut().push(original);
                ffi::lua_pop(state, 1);
                let upvalues = c_int::from(*name == c"ipairs");
                if upvalues == 1 {
                    // The iterator that it returns.
                    ffi::lua_pushcclosurek(state, base::ipairs_step, std::ptr::null(), 0, None);
                }
                ffi::lua_pushcclosurek(state, *function, name.as_ptr(), upvalues, None);
                ffi::lua_setfield(state, -2, name.as_ptr());
                ffi::lua_pop(state, 1);
            }
        })
    }
}

/// The iterator that a library function returns, found by calling it with an empty argument.
unsafe fn step(state: *mut lua_State, library: &CStr, name: &CStr) -> Option<lua_CFunction> {
    // SAFETY: under protection, as `install`; the stack is left as it was found.
    unsafe {
        let top = ffi::lua_gettop(state);
        ffi::lua_getglobal(state, library.as_ptr());
        ffi::lua_getfield(state, -1, name.as_ptr());
        if name == c"ipairs" {
            ffi::lua_createtable(state, 0, 0);
        } else {
            ffi::lua_pushstring_(state, c"".as_ptr());
        }
        ffi::lua_pushstring_(state, c"".as_ptr());
        ffi::lua_call(state, 2, 1);
        let step = ffi::lua_tocfunction(state, -1);
        ffi::lua_settop(state, top);
        step
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

/// The bytes of a string argument; empty for other types, which the original either refuses or
/// converts to a short text.
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

/// The integer as which Luau will read an argument; `None` if it will refuse it.
unsafe fn whole(state: *mut lua_State, index: c_int) -> Option<i64> {
    // SAFETY: reading a stack slot, present or not; nothing is converted in place.
    unsafe {
        let mut is_number = 0;
        let value = ffi::lua_tointegerx_(state, index, &raw mut is_number);
        (is_number != 0).then_some(value.into())
    }
}

/// As [`whole`], with a default for an argument that is missing or nil.
unsafe fn whole_or(state: *mut lua_State, index: c_int, default: i64) -> Option<i64> {
    // SAFETY: as above.
    unsafe { if is_missing(state, index) { Some(default) } else { whole(state, index) } }
}

unsafe fn is_missing(state: *mut lua_State, index: c_int) -> bool {
    // SAFETY: reading a stack slot, present or not.
    unsafe { ffi::lua_type(state, index) <= ffi::LUA_TNIL }
}

/// The length of a table, string or buffer, without metamethods; 0 for other values.
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

/// A position in a string of `size` bytes as Luau counts it: from 1, or if negative from the end;
/// at least 0.
fn position(position: i64, size: usize) -> i64 {
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    (if position < 0 { size + position + 1 } else { position }).max(0)
}

fn units(bytes: usize, per_unit: usize) -> i64 {
    i64::try_from(bytes / per_unit).unwrap_or(i64::MAX)
}

/// Charges for work of a size, if that is at least one unit.
unsafe fn charge_for(state: *mut lua_State, size: i64, per_unit: i64) {
    // SAFETY: as `charge`.
    unsafe {
        if size >= per_unit {
            charge(state, size / per_unit);
        }
    }
}
