//! Raw calls: host functions that take integers and strings and return a number or a boolean,
//! without mlua's conversions.
//!
//! What mlua does for a call (errors as values, arguments as Rust values, references to strings)
//! costs more than such a query itself, and a thinking computer makes millions of them.

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlua::Function;
use mlua::ffi::{self, lua_State};

use super::Vm;
use super::error::PANICKED;

/// The arguments of a raw call.
#[derive(Debug)]
pub struct RawArgs(*mut lua_State);

impl RawArgs {
    /// The argument at a position, counted from 1, if it is an integer.
    pub fn integer(&self, at: c_int) -> Option<i64> {
        // SAFETY: reading a slot of the frame that the call runs in, present or not.
        let number = unsafe {
            if ffi::lua_type(self.0, at) != ffi::LUA_TNUMBER {
                return None;
            }
            ffi::lua_tonumberx(self.0, at, std::ptr::null_mut())
        };
        let integer = number as i64;
        (integer as f64 == number).then_some(integer)
    }

    /// The argument at a position, counted from 1, if it is a string; of a number, its text.
    pub fn bytes(&self, at: c_int) -> Option<&[u8]> {
        // SAFETY: as above. The string stays where it is while it is on the stack, that is, while
        // the call runs.
        unsafe {
            if !matches!(ffi::lua_type(self.0, at), ffi::LUA_TSTRING | ffi::LUA_TNUMBER) {
                return None;
            }
            let mut length = 0;
            let start = ffi::lua_tolstring(self.0, at, &raw mut length);
            Some(std::slice::from_raw_parts(start.cast(), length))
        }
    }

    /// The type name of an argument, for error messages.
    pub fn type_name(&self, at: c_int) -> String {
        // SAFETY: as above; names of types are static.
        let name = unsafe {
            let kind = ffi::lua_type(self.0, at).max(ffi::LUA_TNIL);
            CStr::from_ptr(ffi::lua_typename(self.0, kind))
        };
        name.to_string_lossy().into_owned()
    }
}

/// The result of a raw call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RawResult {
    /// A number.
    Number(f64),
    /// A boolean.
    Boolean(bool),
}

impl From<bool> for RawResult {
    fn from(boolean: bool) -> RawResult {
        RawResult::Boolean(boolean)
    }
}

impl From<i32> for RawResult {
    fn from(number: i32) -> RawResult {
        RawResult::Number(f64::from(number))
    }
}

impl From<i64> for RawResult {
    fn from(number: i64) -> RawResult {
        RawResult::Number(number as f64)
    }
}

impl From<usize> for RawResult {
    fn from(number: usize) -> RawResult {
        RawResult::Number(number as f64)
    }
}

impl Vm {
    /// A Lua function that returns what `query` does and raises its `Err` in the caller. `query`
    /// must not call scripts.
    ///
    /// # Errors
    /// Out of memory.
    pub fn raw_call<F>(&self, query: F) -> mlua::Result<Function>
    where
        F: Fn(&RawArgs) -> Result<RawResult, String> + 'static,
    {
        let query = Box::new(query);
        let place = (&raw const *query).cast_mut().cast::<c_void>();
        // Kept until the state is closed, as the function may be.
        self.core.raw_calls.borrow_mut().push(query);
        // SAFETY: runs under mlua's protection and leaves only the function on the stack. `place`
        // points to the `F` that `raw_call::<F>` expects, and stays valid.
        unsafe {
            self.lua.exec_raw((), |state| {
                ffi::lua_pushlightuserdata(state, place);
                ffi::lua_pushcclosurek(state, raw_call::<F>, c"raw_call".as_ptr(), 1, None);
            })
        }
    }
}

/// The C function behind [`Vm::raw_call`].
///
/// # Safety
/// Luau calls it as a closure whose upvalue points to an `F` that is still alive.
unsafe extern "C-unwind" fn raw_call<F>(state: *mut lua_State) -> c_int
where
    F: Fn(&RawArgs) -> Result<RawResult, String> + 'static,
{
    // SAFETY: as the caller says. No value with a destructor is alive where an error is raised.
    unsafe {
        let query = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(1)).cast::<F>();
        match catch_unwind(AssertUnwindSafe(|| query(&RawArgs(state)))) {
            Ok(Ok(RawResult::Number(number))) => ffi::lua_pushnumber(state, number),
            Ok(Ok(RawResult::Boolean(boolean))) => {
                ffi::lua_pushboolean(state, c_int::from(boolean))
            }
            Ok(Err(message)) => {
                ffi::lua_pushlstring_(state, message.as_ptr().cast(), message.len());
                drop(message);
                ffi::lua_error(state)
            }
            Err(panic) => {
                drop(panic);
                ffi::lua_pushlstring_(state, PANICKED.as_ptr().cast(), PANICKED.len());
                ffi::lua_error(state)
            }
        }
        1
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Step, Vm, VmLimits, compile};
    use super::{RawArgs, RawResult};

    /// The result of a script that calls `look`, made of this query.
    fn outcome<F>(look: F, script: &str) -> Result<String, String>
    where
        F: Fn(&RawArgs) -> Result<RawResult, String> + 'static,
    {
        let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
        let look = vm.raw_call(look).expect("memory");
        vm.lua().globals().raw_set("look", look).expect("memory");
        vm.seal().expect("a sealed VM");
        let script = compile("test/main.lua", script.as_bytes()).expect("Lua");
        let script = vm.load(&script).expect("a function");
        match vm.start(script, ()) {
            Ok((_, Step::Done(values))) => Ok(values[0].to_string().expect("a text")),
            Ok((_, Step::Waiting(token))) => panic!("the script waits for {token}"),
            Err(error) => Err(error.to_string()),
        }
    }

    fn doubled(args: &RawArgs) -> Result<RawResult, String> {
        let number = args.integer(1).ok_or_else(|| format!("a {} is no", args.type_name(1)))?;
        Ok((number * 2).into())
    }

    #[test]
    fn scripts_get_the_result_and_the_error_at_the_line_of_the_call() {
        let calls = "local out = {}
            for _, it in { 21, -1, 2.5, 'a', false } do
                local ok, value = pcall(look, it)
                table.insert(out, tostring(value))
            end
            local ok, value = pcall(look)
            return table.concat(out, '|') .. '|' .. value .. '|' .. tostring(select('#', look(1)))";
        let said = "42|-2|a number is no|a string is no|a boolean is no|a nil is no|1";
        assert_eq!(outcome(doubled, calls), Ok(said.to_owned()));
        let error = outcome(doubled, "local x = 1\nreturn look({})").expect_err("an error");
        assert_eq!(error, "test/main.lua:2: a table is no");
    }

    #[test]
    fn strings_are_bytes_and_numbers_are_converted() {
        let length = |args: &RawArgs| {
            let text = args.bytes(1).ok_or("no text")?;
            Ok(RawResult::Number(
                (text.len() * 1000) as f64 + f64::from(text.last().copied().unwrap_or(0)),
            ))
        };
        let calls = r"return look('\xff\xfe') .. ' ' .. look('a\0') .. ' ' .. look('')
            .. ' ' .. look(12) .. ' ' .. tostring(select(2, pcall(look, nil)))";
        assert_eq!(outcome(length, calls), Ok("2254 2000 0 2050 no text".to_owned()));
    }

    #[test]
    fn booleans_are_booleans_and_a_panic_is_an_error_of_the_call_alone() {
        let boolean = |args: &RawArgs| match args.integer(1) {
            Some(0) => panic!("on purpose"),
            number => Ok((number == Some(1)).into()),
        };
        let calls = "local ok, why = pcall(look, 0)
            return tostring(look(1)) .. ' ' .. tostring(look(2)) .. ' ' .. tostring(ok) .. ' ' .. why";
        let said = format!("true false false {}", super::PANICKED);
        assert_eq!(outcome(boolean, calls), Ok(said));
    }
}
