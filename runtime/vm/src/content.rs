//! A hash of plain data. Equal data have equal hashes, whatever the order in which tables were
//! filled.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Lua, Table};

use super::Vm;

/// Maximum depth of tables in tables that are hashed.
const DEPTH: u32 = 64;

fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xD1B5_4A32_D192_ED03);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Vm {
    /// The hash of a table of plain data. Values that are not plain data count by type only.
    ///
    /// # Errors
    /// Out of memory.
    pub fn hash_of(&self, table: &Table) -> mlua::Result<u64> {
        hash_in(&self.lua, table)
    }
}

/// The hash of a table, in its Lua state.
pub(super) fn hash_in(lua: &Lua, table: &Table) -> mlua::Result<u64> {
    let mut sum = 0;
    // SAFETY: `exec_raw` calls the function under protection, with the table on the stack.
    unsafe {
        lua.exec_raw::<()>(table, |state| {
            sum = hash(state, 1, DEPTH);
            ffi::lua_settop(state, 0);
        })?;
    }
    Ok(sum)
}

/// The hash of the value at the absolute `index`.
///
/// # Safety
/// `state` must be a running thread and `index` one of its stack slots.
unsafe fn hash(state: *mut lua_State, index: c_int, depth: u32) -> u64 {
    // SAFETY: only reads values; stack space is reserved on each level and given back.
    unsafe {
        let kind = ffi::lua_type(state, index);
        let seed = u64::from(kind.cast_unsigned());
        match kind {
            ffi::LUA_TNUMBER => {
                let number = ffi::lua_tonumberx(state, index, std::ptr::null_mut());
                // Makes both zeros hash alike.
                mix(seed, (number + 0.0).to_bits())
            }
            ffi::LUA_TBOOLEAN => mix(seed, ffi::lua_toboolean(state, index) as u64),
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let start = ffi::lua_tolstring(state, index, &raw mut length);
                xxhash_rust::xxh3::xxh3_64(std::slice::from_raw_parts(start.cast(), length))
            }
            ffi::LUA_TTABLE if depth > 0 => {
                ffi::lua_rawcheckstack(state, 4);
                let mut sum = seed;
                let mut at = ffi::lua_rawiter(state, index, 0);
                while at >= 0 {
                    let value = ffi::lua_gettop(state);
                    let key = hash(state, value - 1, 0);
                    sum = sum.wrapping_add(mix(key, hash(state, value, depth - 1)));
                    ffi::lua_settop(state, value - 2);
                    at = ffi::lua_rawiter(state, index, at);
                }
                mix(seed, sum)
            }
            _ => seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Vm, VmLimits};

    fn hash(vm: &Vm, source: &str) -> u64 {
        vm.hash_of(&vm.lua().load(source).eval().unwrap()).unwrap()
    }

    #[test]
    fn equal_data_hash_alike_however_they_came_to_be() {
        let vm = Vm::new(&VmLimits::default(), 1).unwrap();
        let a = hash(&vm, "local t = {} t.x = 1 t.y = { 2, 'z' } t[2] = 3 t[1] = 1 return t");
        let b =
            hash(&vm, "local t = { 1, 3, 4 } t[3] = nil t.y = { 2, 'z' } t.x = -0 + 1 return t");
        assert_eq!(a, b);
    }

    #[test]
    fn different_data_hash_differently() {
        let vm = Vm::new(&VmLimits::default(), 1).unwrap();
        let sources = [
            "return {}",
            "return { 1 }",
            "return { '1' }",
            "return { 2 }",
            "return { 1, 2 }",
            "return { 2, 1 }",
            "return { { 1 }, { 2 } }",
            "return { { 2 }, { 1 } }",
            "return { x = 1 }",
            "return { x = true }",
            "return { x = { } }",
            "return { x = { y = 1 } }",
            "return { [1.5] = 1 }",
        ];
        let hashes: std::collections::BTreeSet<u64> =
            sources.iter().map(|source| hash(&vm, source)).collect();
        assert_eq!(hashes.len(), sources.len());
    }
}
