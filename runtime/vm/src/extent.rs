//! The size of a table in slots, which is what traversing it costs: emptied slots are visited too.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use mlua::Lua;
use mlua::ffi::{self, lua_State};

/// The beginning of Luau's `LuaTable` (`lobject.h`), which its API does not expose. [`check`]
/// verifies the layout for the version in use.
#[repr(C)]
struct Head {
    tag: u8,
    marked: u8,
    category: u8,
    missing_metamethods: u8,
    read_only: u8,
    safe_environment: u8,
    log2_of_nodes: u8,
    node_mask: u8,
    array: c_int,
    boundary: c_int,
    metatable: *const c_void,
    values: *const c_void,
    nodes: *const Node,
}

/// Luau's `LuaNode`: a value and its key.
#[repr(C)]
struct Node {
    value: [u64; 2],
    key: u64,
    extra: u32,
    /// Four bits of tag, then the distance to the next node.
    tag_and_next: u32,
}

/// The slots of a table's two parts, used or not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Extent {
    pub(super) array: i64,
    pub(super) hash: i64,
}

impl Extent {
    /// Number of slots.
    pub(super) fn slots(self) -> i64 {
        self.array + self.hash
    }
}

/// The extent of a table; zero for other values.
///
/// # Safety
/// `state` must be a live thread.
pub(super) unsafe fn extent(state: *mut lua_State, index: c_int) -> Extent {
    // SAFETY: `check` has verified that the fields are where they are read.
    unsafe {
        let Some(head) = head(state, index) else { return Extent::default() };
        let hash = if head.log2_of_nodes == 0 { 0 } else { 1_i64 << head.log2_of_nodes };
        Extent { array: head.array.into(), hash }
    }
}

/// # Safety
/// As for [`extent`]; the reference is valid until anything is allocated.
unsafe fn head<'a>(state: *mut lua_State, index: c_int) -> Option<&'a Head> {
    // SAFETY: for a table, `lua_topointer` returns a pointer to its `LuaTable`.
    unsafe {
        if ffi::lua_type(state, index) != ffi::LUA_TTABLE {
            return None;
        }
        ffi::lua_topointer(state, index).cast::<Head>().as_ref()
    }
}

/// Whether a slot of a table's hash part holds `key`. Slots are counted from the beginning of the
/// array part, as in [`ffi::lua_rawiter`].
///
/// # Safety
/// As for [`extent`].
pub(super) unsafe fn holds_key(state: *mut lua_State, table: c_int, slot: i64, key: c_int) -> bool {
    // SAFETY: the node is within the hash part. Keys whose value was removed stay in their nodes.
    unsafe {
        let Some(head) = head(state, table) else { return false };
        let node = slot - i64::from(head.array);
        if node < 0 || node >= 1 << head.log2_of_nodes {
            return false;
        }
        let bits = match ffi::lua_type(state, key) {
            ffi::LUA_TNUMBER => ffi::lua_tonumberx(state, key, std::ptr::null_mut()).to_bits(),
            ffi::LUA_TSTRING | ffi::LUA_TTABLE | ffi::LUA_TFUNCTION | ffi::LUA_TTHREAD => {
                ffi::lua_topointer(state, key) as u64
            }
            _ => return false,
        };
        (*head.nodes.add(node as usize)).key == bits
    }
}

/// Verifies that tables have the layout that this file assumes.
///
/// # Errors
/// They have another layout. Then no script may run.
pub(super) fn check(lua: &Lua) -> mlua::Result<()> {
    static IS_SO: OnceLock<bool> = OnceLock::new();
    if let Some(true) = IS_SO.get() {
        return Ok(());
    }
    let mut is_so = true;
    // SAFETY: runs under mlua's protection and leaves the stack empty. Reads only fields of the
    // head, which every table has, and a node of tables that have nodes.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            for (array, hash, nodes) in [(0, 0, 0), (100, 0, 0), (3, 20, 32), (0, 200, 256)] {
                ffi::lua_createtable(state, array, hash);
                is_so &= extent(state, 1) == Extent { array: array.into(), hash: nodes };
                if is_so && nodes > 0 {
                    ffi::lua_pushnumber(state, 0.5);
                    ffi::lua_pushvalue(state, 2);
                    ffi::lua_pushboolean(state, 1);
                    ffi::lua_rawset(state, 1);
                    let slot = ffi::lua_rawiter(state, 1, 0);
                    is_so &= holds_key(state, 1, i64::from(slot) - 1, 2);
                }
                ffi::lua_settop(state, 0);
            }
        })?;
    }
    if *IS_SO.get_or_init(|| is_so) {
        return Ok(());
    }
    Err(mlua::Error::runtime("this version of Luau lays its tables out in another way"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Vm, VmLimits};

    #[test]
    fn emptied_tables_keep_their_extent() {
        let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
        let of = |script: &str| {
            let table: mlua::Table = vm.lua().load(script).eval().expect("a table");
            let mut found = Extent::default();
            // SAFETY: runs under mlua's protection with the table alone on the stack.
            let done = unsafe {
                vm.lua().exec_raw::<()>(table, |state| {
                    found = extent(state, 1);
                    ffi::lua_settop(state, 0);
                })
            };
            done.expect("no error");
            found
        };
        let emptied = "local t = {} for i = 1, 100 do t['k' .. i] = i end \
                       for i = 1, 100 do t['k' .. i] = nil end return t";
        assert_eq!(of(emptied), Extent { array: 0, hash: 128 });
        assert_eq!(of("return { 1, 2, 3 }"), Extent { array: 3, hash: 0 });
        assert_eq!(of("return table.create(1000)"), Extent { array: 1000, hash: 0 });
    }
}
