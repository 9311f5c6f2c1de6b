//! Tables of plain data that are converted in one call into Lua.
//!
//! mlua protects and converts each item of a list and each field of a table separately. A question
//! with the moves of a game holds hundreds of numbers, and one is asked after every move.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Table};

/// The value of a field.
#[derive(Debug, Clone, Copy)]
pub enum Plain<'a> {
    /// No value: the field is left out.
    Nil,
    /// A boolean.
    Truth(bool),
    /// A string.
    Text(&'a str),
    /// A table with these fields.
    Fields(&'a [(&'a str, Plain<'a>)]),
}

impl<'a> From<Option<&'a str>> for Plain<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Plain::Nil, Plain::Text)
    }
}

/// A table with these fields.
///
/// # Errors
/// Out of memory.
pub fn table_of(lua: &Lua, fields: &[(&str, Plain<'_>)]) -> mlua::Result<Table> {
    // SAFETY: runs under mlua's protection with an empty stack, and leaves the table there. No
    // value with a destructor is alive where an error is raised.
    unsafe { lua.exec_raw((), |state| push_fields(state, fields)) }
}

/// # Safety
/// `state` must be a running thread under protection, and no value with a destructor may be alive,
/// since this can raise an error.
unsafe fn push_fields(state: *mut lua_State, fields: &[(&str, Plain<'_>)]) {
    // SAFETY: reserves the stack space that it needs, and pushes one value.
    unsafe {
        ffi::luaL_checkstack(state, 3, std::ptr::null());
        ffi::lua_createtable(state, 0, c_int::try_from(fields.len()).unwrap_or(0));
        for (name, value) in fields {
            ffi::lua_pushlstring_(state, name.as_ptr().cast(), name.len());
            match *value {
                Plain::Nil => ffi::lua_pushnil(state),
                Plain::Truth(truth) => ffi::lua_pushboolean(state, c_int::from(truth)),
                Plain::Text(text) => {
                    ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
                }
                Plain::Fields(inner) => push_fields(state, inner),
            }
            ffi::lua_rawset(state, -3);
        }
    }
}

/// A list of these numbers.
///
/// # Errors
/// Out of memory.
pub fn list_of_numbers(lua: &Lua, numbers: &[i32]) -> mlua::Result<Table> {
    let length = c_int::try_from(numbers.len()).unwrap_or(c_int::MAX);
    // SAFETY: runs under mlua's protection with an empty stack, needs two slots of it, and leaves
    // the table there.
    unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_createtable(state, length, 0);
            for (at, number) in (1..=length).zip(numbers) {
                ffi::lua_pushnumber(state, f64::from(*number));
                ffi::lua_rawseti(state, -2, at.into());
            }
        })
    }
}

/// The numbers of a list, up to the first nil; `None` if there are more than `max`, or if an item
/// is not an integer that fits.
///
/// # Errors
/// Out of memory.
pub fn numbers_of_list(lua: &Lua, list: &Table, max: usize) -> mlua::Result<Option<Vec<i32>>> {
    let mut numbers = Vec::with_capacity(list.raw_len().min(max));
    let mut plain = true;
    // SAFETY: runs under mlua's protection with the table alone on the stack, needs one slot more,
    // and leaves nothing there. Nothing here raises an error.
    unsafe {
        lua.exec_raw::<()>(list, |state| {
            for at in 1.. {
                let kind = ffi::lua_rawgeti(state, 1, at);
                if kind == ffi::LUA_TNIL {
                    break;
                }
                let number = ffi::lua_tonumberx(state, -1, std::ptr::null_mut());
                ffi::lua_settop(state, 1);
                let whole = number as i32;
                plain = kind == ffi::LUA_TNUMBER && f64::from(whole) == number;
                if !plain || numbers.len() == max {
                    plain = false;
                    break;
                }
                numbers.push(whole);
            }
            ffi::lua_settop(state, 0);
        })?;
    }
    Ok(plain.then_some(numbers))
}

#[cfg(test)]
mod tests {
    use mlua::Table;

    use super::super::{Vm, VmLimits};
    use super::{Plain, list_of_numbers, numbers_of_list, table_of};

    fn vm() -> Vm {
        Vm::new(&VmLimits::default(), 1).expect("a VM")
    }

    #[test]
    fn numbers_come_over_as_they_are() {
        let vm = vm();
        let lua = vm.lua();
        for numbers in [vec![], vec![0, -1, i32::MAX, i32::MIN], (0..1000).collect()] {
            let list = list_of_numbers(lua, &numbers).expect("memory");
            let slowly: Vec<i32> = list.sequence_values().map(|it| it.expect("a number")).collect();
            assert_eq!(slowly, numbers);
            let max = numbers.len();
            assert_eq!(numbers_of_list(lua, &list, max).expect("memory"), Some(numbers));
        }
    }

    #[test]
    fn what_is_no_short_list_of_whole_numbers_is_left_to_others() {
        let vm = vm();
        let read = |list: &str, max| {
            let list: Table = vm.lua().load(list).eval().expect("a table");
            numbers_of_list(vm.lua(), &list, max).expect("memory")
        };
        assert_eq!(read("{ 1, 2, nil, 4, x = 5 }", 9), Some(vec![1, 2]));
        for odd in
            ["{ 1, 2.5 }", "{ '1' }", "{ 0/0 }", "{ 2^31 }", "{ 1/0 }", "{ {} }", "{ false }"]
        {
            assert_eq!(read(odd, 9), None, "{odd}");
        }
        assert_eq!((read("{ 1, 2 }", 1), read("{ 1, 2 }", 2)), (None, Some(vec![1, 2])));
    }

    #[test]
    fn fields_come_over_as_they_are() {
        let vm = vm();
        let inner = [("zh", Plain::Text("将\0军")), ("no", None.into())];
        let fields = [
            ("a", Plain::Truth(true)),
            ("b", Plain::Truth(false)),
            ("inner", Plain::Fields(&inner)),
        ];
        let table = table_of(vm.lua(), &fields).expect("memory");
        let inner: Table = table.raw_get("inner").expect("a table");
        assert_eq!(inner.raw_get::<String>("zh").expect("a text"), "将\0军");
        assert_eq!((inner.pairs::<String, String>().count(), table.raw_len()), (1, 0));
        assert_eq!(table.raw_get::<bool>("a").ok(), Some(true));
        assert_eq!(table.raw_get::<bool>("b").ok(), Some(false));
    }

    #[test]
    fn a_vm_that_is_full_says_so() {
        let vm = Vm::new(&VmLimits { memory: 1 << 20, ..VmLimits::default() }, 1).expect("a VM");
        let text = "x".repeat(1 << 21);
        assert!(table_of(vm.lua(), &[("text", Plain::Text(&text))]).is_err());
        assert!(list_of_numbers(vm.lua(), &vec![7; 1 << 20]).is_err());
        assert!(table_of(vm.lua(), &[("text", Plain::Text("short"))]).is_ok());
    }
}
