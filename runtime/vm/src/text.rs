//! `tostring` without memory addresses, and the serial numbers that take their place.
//!
//! Addresses differ from process to process, so a script that printed or sorted by them would not
//! replay. Every table, function, userdata, thread and buffer whose text or order is asked for gets
//! the VM's next serial number, kept in a weak table.

use std::ffi::{CStr, c_int};

use mlua::Lua;
use mlua::ffi::{self, lua_State};

use super::fuel::core;

/// Creates the weak table from objects to serial numbers and installs `tostring`.
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: runs under mlua's protection and leaves the stack balanced. The registry reference is
    // kept for the state's whole life.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            core(state).serials.set(weak_table(state));
            ffi::lua_pushcclosurek(state, tostring, c"tostring".as_ptr(), 0, None);
            ffi::lua_setglobal(state, c"tostring".as_ptr());
        })
    }
}

/// Restarts serial numbers at 1, as if no object had been given one.
pub(super) fn forget_serials(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: as in `install`; the released reference is used nowhere else.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            let core = core(state);
            let before = core.serials.replace(weak_table(state));
            ffi::lua_unref(state, before);
            core.serial.set(0);
        })
    }
}

/// A registry reference of a new table with weak keys.
///
/// # Safety
/// `state` must be running under protection, with space for three values.
unsafe fn weak_table(state: *mut lua_State) -> c_int {
    // SAFETY: passed on; the stack is left balanced.
    unsafe {
        ffi::lua_createtable(state, 0, 0);
        ffi::lua_createtable(state, 0, 1);
        ffi::lua_pushstring_(state, c"k".as_ptr());
        ffi::lua_setfield(state, -2, c"__mode".as_ptr());
        ffi::lua_setmetatable(state, -2);
        let reference = ffi::lua_ref(state, -1);
        ffi::lua_pop(state, 1);
        reference
    }
}

/// Whether a stack slot holds something that Luau would print as an address.
///
/// # Safety
/// `state` must be a live thread.
pub(super) unsafe fn is_reference(state: *mut lua_State, index: c_int) -> bool {
    // SAFETY: reading a stack slot.
    let kind = unsafe { ffi::lua_type(state, index) };
    matches!(
        kind,
        ffi::LUA_TTABLE
            | ffi::LUA_TFUNCTION
            | ffi::LUA_TUSERDATA
            | ffi::LUA_TLIGHTUSERDATA
            | ffi::LUA_TTHREAD
            | ffi::LUA_TBUFFER
    )
}

/// The serial number of the object at the absolute `index`, if it has one.
///
/// # Safety
/// `state` must be a running thread with stack space for two values.
pub(super) unsafe fn known_serial(state: *mut lua_State, index: c_int) -> Option<u32> {
    // SAFETY: passed on; the stack is left balanced.
    unsafe {
        ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, core(state).serials.get());
        ffi::lua_pushvalue(state, index);
        ffi::lua_rawget(state, -2);
        let serial = ffi::lua_tonumberx(state, -1, std::ptr::null_mut());
        ffi::lua_pop(state, 2);
        (serial > 0.0).then_some(serial as u32)
    }
}

/// The serial number of the object at the absolute `index`, a new one if it has none.
///
/// # Safety
/// As for [`known_serial`], with space for three values. May raise a memory error.
pub(super) unsafe fn serial(state: *mut lua_State, index: c_int) -> u32 {
    // SAFETY: passed on; the stack is left balanced.
    unsafe {
        if let Some(serial) = known_serial(state, index) {
            return serial;
        }
        let core = core(state);
        let serial = core.serial.get() + 1;
        core.serial.set(serial);
        ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, core.serials.get());
        ffi::lua_pushvalue(state, index);
        ffi::lua_pushnumber(state, f64::from(serial));
        ffi::lua_rawset(state, -3);
        ffi::lua_pop(state, 1);
        serial
    }
}

/// Pushes the text of the object at the absolute `index`: its `__tostring`, or type and serial.
///
/// # Safety
/// As for [`serial`]; may run a metamethod.
pub(super) unsafe fn push_text(state: *mut lua_State, index: c_int) {
    // SAFETY: passed on. The error calls do not return and no destructor is pending.
    unsafe {
        ffi::lua_rawcheckstack(state, 6);
        if ffi::luaL_callmeta(state, index, c"__tostring".as_ptr()) != 0 {
            if ffi::lua_isstring(state, -1) == 0 {
                ffi::luaL_error(state, c"'__tostring' must return a string".as_ptr());
            }
            ffi::lua_tolstring(state, -1, std::ptr::null_mut());
            return;
        }
        let serial = serial(state, index);
        let name = ffi::luaL_typename(state, index);
        let mut text = [0_u8; 96];
        let size = write(&mut text, CStr::from_ptr(name), serial);
        ffi::lua_pushlstring_(state, text.as_ptr().cast(), size);
    }
}

/// Writes `name: 0x0000000c` without allocating; returns the length.
fn write(into: &mut [u8; 96], name: &CStr, serial: u32) -> usize {
    use std::io::Write;
    let name = &name.to_bytes()[..name.to_bytes().len().min(64)];
    let mut rest = &mut into[..];
    // Cannot fail: 64 + 2 + 10 bytes fit.
    let _ = rest.write_all(name).and_then(|()| write!(rest, ": 0x{serial:08x}"));
    let left = rest.len();
    into.len() - left
}

unsafe extern "C-unwind" fn tostring(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        ffi::luaL_checkany(state, 1);
        if is_reference(state, 1) {
            push_text(state, 1);
        } else {
            ffi::luaL_tolstring_(state, 1, std::ptr::null_mut());
        }
        1
    }
}
