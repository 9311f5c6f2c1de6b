//! `math.random` and `math.randomseed` from the room's generator.

use std::ffi::c_int;

use mlua::Lua;
use mlua::ffi::{self, lua_State};

use super::fuel::core;
use super::rng::Rng;

/// Installs both functions. Must be called before sealing.
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: runs under mlua's protection; the stack is left balanced.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            ffi::lua_getglobal(state, c"math".as_ptr());
            ffi::lua_pushcclosurek(state, random, c"random".as_ptr(), 0, None);
            ffi::lua_setfield(state, -2, c"random".as_ptr());
            ffi::lua_pushcclosurek(state, randomseed, c"randomseed".as_ptr(), 0, None);
            ffi::lua_setfield(state, -2, c"randomseed".as_ptr());
            ffi::lua_pop(state, 1);
        })
    }
}

/// An argument as an integer. Fractions are truncated, as in Luau.
unsafe fn integer(state: *mut lua_State, index: c_int) -> i64 {
    // SAFETY: raises an argument error for anything that is not a number.
    unsafe {
        let value = ffi::luaL_checknumber(state, index);
        if value.is_nan() || value.abs() > 9_007_199_254_740_992.0 {
            ffi::luaL_argerror(state, index, c"number out of range".as_ptr());
        }
        value as i64
    }
}

unsafe extern "C-unwind" fn random(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        let core = core(state);
        let mut rng = core.rng.get();
        let drawn = match ffi::lua_gettop(state) {
            0 => rng.unit(),
            1 => {
                let high = integer(state, 1);
                if high < 1 {
                    ffi::luaL_argerror(state, 1, c"interval is empty".as_ptr());
                }
                rng.between(1, high) as f64
            }
            2 => {
                let (low, high) = (integer(state, 1), integer(state, 2));
                if low > high {
                    ffi::luaL_argerror(state, 2, c"interval is empty".as_ptr());
                }
                rng.between(low, high) as f64
            }
            _ => ffi::luaL_error(state, c"wrong number of arguments".as_ptr()),
        };
        core.rng.set(rng);
        ffi::lua_pushnumber(state, drawn);
        1
    }
}

unsafe extern "C-unwind" fn randomseed(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        let seed = integer(state, 1);
        core(state).rng.set(Rng::new(seed.cast_unsigned()));
        0
    }
}
