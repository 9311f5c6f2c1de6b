//! Functions of the host that only look at something and answer with a number or a truth.
//!
//! What mlua does around a function (errors as values, arguments as Rust's own values, strings that
//! are held) costs more than such a look does, and a computer that thinks looks millions of times.

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlua::Function;
use mlua::ffi::{self, lua_State};

use super::Vm;
use super::error::PANICKED;

/// What a glance is asked with.
#[derive(Debug)]
pub struct Asked(*mut lua_State);

impl Asked {
    /// The argument at a place, from 1 on, if it is a whole number.
    pub fn whole(&self, at: c_int) -> Option<i64> {
        // SAFETY: reading a slot of the frame that the glance runs in, present or not.
        let number = unsafe {
            if ffi::lua_type(self.0, at) != ffi::LUA_TNUMBER {
                return None;
            }
            ffi::lua_tonumberx(self.0, at, std::ptr::null_mut())
        };
        let whole = number as i64;
        (whole as f64 == number).then_some(whole)
    }

    /// The argument at a place, from 1 on, if it is a text, or a number as a text.
    pub fn text(&self, at: c_int) -> Option<&[u8]> {
        // SAFETY: as above. The text stays where it is as long as it is on the stack, which is for
        // as long as the glance runs.
        unsafe {
            if !matches!(ffi::lua_type(self.0, at), ffi::LUA_TSTRING | ffi::LUA_TNUMBER) {
                return None;
            }
            let mut length = 0;
            let start = ffi::lua_tolstring(self.0, at, &raw mut length);
            Some(std::slice::from_raw_parts(start.cast(), length))
        }
    }

    /// What kind of value an argument is, for whoever passed a wrong one.
    pub fn type_name(&self, at: c_int) -> String {
        // SAFETY: as above; names of types are static.
        let name = unsafe {
            let kind = ffi::lua_type(self.0, at).max(ffi::LUA_TNIL);
            CStr::from_ptr(ffi::lua_typename(self.0, kind))
        };
        name.to_string_lossy().into_owned()
    }
}

/// What a glance answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen {
    /// A number.
    Number(f64),
    /// A truth.
    Truth(bool),
}

impl From<bool> for Seen {
    fn from(truth: bool) -> Seen {
        Seen::Truth(truth)
    }
}

impl From<i32> for Seen {
    fn from(number: i32) -> Seen {
        Seen::Number(f64::from(number))
    }
}

impl From<i64> for Seen {
    fn from(number: i64) -> Seen {
        Seen::Number(number as f64)
    }
}

impl From<usize> for Seen {
    fn from(number: usize) -> Seen {
        Seen::Number(number as f64)
    }
}

impl Vm {
    /// A function that answers as `look` does; an `Err` is raised where it was called. It must not
    /// call scripts.
    ///
    /// # Errors
    /// Out of memory.
    pub fn glance<F>(&self, look: F) -> mlua::Result<Function>
    where
        F: Fn(&Asked) -> Result<Seen, String> + 'static,
    {
        let look = Box::new(look);
        let place = (&raw const *look).cast_mut().cast::<c_void>();
        // Kept as long as the state is open, and with it the function.
        self.core.glances.borrow_mut().push(look);
        // SAFETY: runs under mlua's protection, and leaves the function alone on the stack. `place`
        // is what `glance::<F>` takes it for, and stays.
        unsafe {
            self.lua.exec_raw((), |state| {
                ffi::lua_pushlightuserdata(state, place);
                ffi::lua_pushcclosurek(state, glance::<F>, c"glance".as_ptr(), 1, None);
            })
        }
    }
}

/// # Safety
/// Called by Luau as a function whose upvalue points to an `F` that is still alive.
unsafe extern "C-unwind" fn glance<F>(state: *mut lua_State) -> c_int
where
    F: Fn(&Asked) -> Result<Seen, String> + 'static,
{
    // SAFETY: as the caller says. No value with a destructor is alive where an error is raised.
    unsafe {
        let look = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(1)).cast::<F>();
        match catch_unwind(AssertUnwindSafe(|| look(&Asked(state)))) {
            Ok(Ok(Seen::Number(number))) => ffi::lua_pushnumber(state, number),
            Ok(Ok(Seen::Truth(truth))) => ffi::lua_pushboolean(state, c_int::from(truth)),
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
    use super::{Asked, Seen};

    /// What a script comes to that calls the glance as `look`.
    fn outcome<F>(look: F, script: &str) -> Result<String, String>
    where
        F: Fn(&Asked) -> Result<Seen, String> + 'static,
    {
        let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
        let look = vm.glance(look).expect("memory");
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

    fn whole(asked: &Asked) -> Result<Seen, String> {
        let number = asked.whole(1).ok_or_else(|| format!("a {} is no", asked.type_name(1)))?;
        Ok((number * 2).into())
    }

    #[test]
    fn scripts_get_what_a_glance_sees_and_its_error_where_they_called_it() {
        let calls = "local out = {}
            for _, it in { 21, -1, 2.5, 'a', false } do
                local ok, value = pcall(look, it)
                table.insert(out, tostring(value))
            end
            local ok, value = pcall(look)
            return table.concat(out, '|') .. '|' .. value .. '|' .. tostring(select('#', look(1)))";
        let said = "42|-2|a number is no|a string is no|a boolean is no|a nil is no|1";
        assert_eq!(outcome(whole, calls), Ok(said.to_owned()));
        let error = outcome(whole, "local x = 1\nreturn look({})").expect_err("an error");
        assert_eq!(error, "test/main.lua:2: a table is no");
    }

    #[test]
    fn texts_are_bytes_and_numbers_are_texts_too() {
        let length = |asked: &Asked| {
            let text = asked.text(1).ok_or("no text")?;
            Ok(Seen::Number(
                (text.len() * 1000) as f64 + f64::from(text.last().copied().unwrap_or(0)),
            ))
        };
        let calls = r"return look('\xff\xfe') .. ' ' .. look('a\0') .. ' ' .. look('')
            .. ' ' .. look(12) .. ' ' .. tostring(select(2, pcall(look, nil)))";
        assert_eq!(outcome(length, calls), Ok("2254 2000 0 2050 no text".to_owned()));
    }

    #[test]
    fn truths_are_truths_and_a_panic_is_an_error_of_the_call_alone() {
        let truth = |asked: &Asked| match asked.whole(1) {
            Some(0) => panic!("on purpose"),
            number => Ok((number == Some(1)).into()),
        };
        let calls = "local ok, why = pcall(look, 0)
            return tostring(look(1)) .. ' ' .. tostring(look(2)) .. ' ' .. tostring(ok) .. ' ' .. why";
        let said = format!("true false false {}", super::PANICKED);
        assert_eq!(outcome(truth, calls), Ok(said));
    }
}
