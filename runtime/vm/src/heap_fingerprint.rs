//! Heap fingerprint: one number for everything that scripts can reach, to find out whether they
//! changed anything.
//!
//! Objects enter with their addresses and contents, so only fingerprints of the same VM can be
//! compared. A heap with threads or userdata has none, since these cannot be inspected.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Table, Value};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::digest::mix;
use super::{Vm, VmError};

/// Initial capacity for visited objects.
const SEEN: usize = 4096;

/// Addresses of the host's objects, which live as long as the VM and are not inspected.
#[derive(Debug, Default)]
pub struct HostObjects(FxHashSet<usize>);

impl Vm {
    /// The host's objects that scripts can reach: the sealed libraries and everything reachable
    /// from `more`. Call it before any script runs.
    ///
    /// # Errors
    /// Out of memory.
    pub fn host_objects(&self, more: &[&Table]) -> Result<HostObjects, VmError> {
        let mut walk = Walk::default();
        let mut roots = vec![Value::Table(self.library())];
        roots.extend(more.iter().map(|table| Value::Table((*table).clone())));
        self.walk(&mut walk, roots)?;
        Ok(HostObjects(walk.seen))
    }

    /// A number for all that scripts can reach from their globals, from methods of texts, and from
    /// `more`; none where something cannot be looked into.
    ///
    /// # Errors
    /// Out of memory.
    pub fn heap_fingerprint(
        &self,
        host: &HostObjects,
        more: &[&Table],
    ) -> Result<Option<u64>, VmError> {
        let seen = FxHashSet::with_capacity_and_hasher(SEEN, FxBuildHasher);
        let mut walk = Walk { host: Some(host), seen, ..Walk::default() };
        let mut roots = vec![Value::Table(self.lua.globals())];
        roots.extend(self.lua.type_metatable::<mlua::LuaString>().map(Value::Table));
        roots.extend(more.iter().map(|table| Value::Table((*table).clone())));
        self.walk(&mut walk, roots)?;
        Ok((!walk.unknown).then_some(walk.sum))
    }

    fn walk(&self, walk: &mut Walk<'_>, roots: Vec<Value>) -> Result<(), VmError> {
        let roots = self.lua.create_sequence_from(roots)?;
        // SAFETY: runs under mlua's protection with the table of roots as the only value on the
        // stack. `walk` outlives the call; a memory error leaves it half done, and is passed on.
        unsafe {
            self.lua.exec_raw::<()>(roots, |state| {
                walk.run(state, 1);
                ffi::lua_settop(state, 0);
            })?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Walk<'a> {
    host: Option<&'a HostObjects>,
    seen: FxHashSet<usize>,
    /// Objects that are waiting in the queue.
    waiting: c_int,
    sum: u64,
    unknown: bool,
}

impl Walk<'_> {
    /// Looks into everything that hangs on the items of the list at `roots`, which becomes the
    /// queue of what has been met.
    ///
    /// # Safety
    /// `state` must be running under protection, and `roots` be a table on its stack.
    unsafe fn run(&mut self, state: *mut lua_State, roots: c_int) {
        // SAFETY: reads values and leaves the stack as it was after each object.
        unsafe {
            ffi::lua_rawcheckstack(state, 16);
            let (mut next, given) = (0, ffi::lua_objlen(state, roots) as c_int);
            self.waiting = given;
            while next < self.waiting {
                next += 1;
                ffi::lua_rawgeti_(state, roots, next);
                let at = ffi::lua_gettop(state);
                if next <= given {
                    self.value(state, at, roots);
                } else {
                    let held = match ffi::lua_type(state, at) {
                        ffi::LUA_TTABLE => self.table(state, at, roots),
                        ffi::LUA_TFUNCTION => self.function(state, at, roots),
                        _ => Self::buffer(state, at),
                    };
                    let place = ffi::lua_topointer(state, at).addr() as u64;
                    // In what order objects are met depends on how tables came about.
                    self.sum = self.sum.wrapping_add(mix(place, held));
                }
                ffi::lua_settop(state, at - 1);
            }
        }
    }

    /// What tells the value at `at` from others. An object that is met for the first time is
    /// queued.
    unsafe fn value(&mut self, state: *mut lua_State, at: c_int, queue: c_int) -> u64 {
        // SAFETY: as for `run`.
        unsafe {
            let kind = ffi::lua_type(state, at);
            let what = match kind {
                ffi::LUA_TNIL => 0,
                ffi::LUA_TBOOLEAN => ffi::lua_toboolean(state, at) as u64,
                ffi::LUA_TNUMBER => ffi::lua_tonumberx(state, at, std::ptr::null_mut()).to_bits(),
                ffi::LUA_TSTRING => {
                    // Equal texts are one object. Its place would do, but that another may come
                    // to lie where one was that is gone.
                    let mut length = 0;
                    let start = ffi::lua_tolstring(state, at, &raw mut length);
                    let text = std::slice::from_raw_parts(start.cast::<u8>(), length.min(8));
                    let mut head = [0; 8];
                    head[..text.len()].copy_from_slice(text);
                    mix(start.addr() as u64, u64::from_le_bytes(head) ^ length as u64)
                }
                ffi::LUA_TTABLE | ffi::LUA_TFUNCTION | ffi::LUA_TBUFFER => {
                    let place = ffi::lua_topointer(state, at).addr();
                    self.meet(state, at, queue, place);
                    place as u64
                }
                ffi::LUA_TLIGHTUSERDATA => ffi::lua_topointer(state, at).addr() as u64,
                ffi::LUA_TVECTOR => {
                    let parts = std::slice::from_raw_parts(ffi::lua_tovector(state, at), 3);
                    parts.iter().fold(0, |sum, part| mix(sum, part.to_bits().into()))
                }
                _ => {
                    self.unknown = true;
                    0
                }
            };
            mix(kind.cast_unsigned().into(), what)
        }
    }

    unsafe fn meet(&mut self, state: *mut lua_State, at: c_int, queue: c_int, place: usize) {
        if self.host.is_some_and(|host| host.0.contains(&place)) || !self.seen.insert(place) {
            return;
        }
        self.waiting += 1;
        // SAFETY: as for `run`.
        unsafe {
            ffi::lua_pushvalue(state, at);
            ffi::lua_rawseti_(state, queue, self.waiting);
        }
    }

    /// The entries of a table, its metatable, and whether it may be changed.
    unsafe fn table(&mut self, state: *mut lua_State, at: c_int, queue: c_int) -> u64 {
        let (mut sum, mut slot) = (0_u64, 0);
        // SAFETY: as for `run`.
        unsafe {
            loop {
                slot = ffi::lua_rawiter(state, at, slot);
                if slot == -1 {
                    break;
                }
                let key = self.value(state, at + 1, queue);
                let value = self.value(state, at + 2, queue);
                sum = sum.wrapping_add(mix(key, value));
                ffi::lua_settop(state, at);
            }
            if ffi::lua_getmetatable(state, at) != 0 {
                sum = mix(sum, self.value(state, at + 1, queue));
                ffi::lua_settop(state, at);
            }
            mix(sum, ffi::lua_getreadonly(state, at) as u64)
        }
    }

    /// What a function has captured, and its globals. Those of the host are not looked into.
    unsafe fn function(&mut self, state: *mut lua_State, at: c_int, queue: c_int) -> u64 {
        // SAFETY: as for `run`.
        unsafe {
            if ffi::lua_iscfunction(state, at) != 0 {
                return 0;
            }
            ffi::lua_getfenv(state, at);
            let mut sum = self.value(state, at + 1, queue);
            ffi::lua_settop(state, at);
            let mut number = 1;
            while !ffi::lua_getupvalue(state, at, number).is_null() {
                sum = mix(sum, self.value(state, at + 1, queue));
                ffi::lua_settop(state, at);
                number += 1;
            }
            sum
        }
    }

    unsafe fn buffer(state: *mut lua_State, at: c_int) -> u64 {
        let mut length = 0;
        // SAFETY: as for `run`; the bytes are read at once.
        unsafe {
            let start = ffi::lua_tobuffer(state, at, &raw mut length);
            if start.is_null() {
                return 0;
            }
            xxhash_rust::xxh3::xxh3_64(std::slice::from_raw_parts(start.cast::<u8>(), length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Vm, VmLimits, compile};

    /// What is told of whether running `after` has changed anything that `before` left.
    fn changes(before: &str, after: &str) -> Option<bool> {
        let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
        vm.seal().expect("a sealed VM");
        let host = vm.host_objects(&[]).expect("what is the host's");
        let run = |source: &str| {
            let script = vm.load(&compile("test.lua", source.as_bytes()).expect("Lua"));
            vm.start(script.expect("a function"), ()).expect("no error");
            vm.heap_fingerprint(&host, &[]).expect("memory")
        };
        let first = run(before)?;
        Some(run(after)? != first)
    }

    const HELD: &str = "local count, inner = 0, { deep = { 1, 2, 3 } }
        function more() count += 1 return inner end
        list = { a = 1, b = 'two', [3] = vector.create(1, 2, 3), f = function() return inner end }";

    #[test]
    fn looking_and_working_change_nothing() {
        assert_eq!(
            changes(HELD, "local t = {} for i = 1, 100 do t[i] = list.b .. i end"),
            Some(false)
        );
        assert_eq!(changes(HELD, "list.c = 1 list.c = nil list.b = 'tw' .. 'o'"), Some(false));
        assert_eq!(
            changes(HELD, "local a = list.a list.a = nil list.z = 1 list.z = nil list.a = a"),
            Some(false)
        );
    }

    #[test]
    fn every_change_is_seen() {
        for after in [
            "more()",
            "more().deep[2] = 4",
            "list.f().deep.x = false",
            "list.a = 2",
            "list.b = 'other'",
            "list[3] = vector.create(1, 2, 4)",
            "list.a, list.c = nil, 1",
            "setmetatable(list, {})",
            "table.freeze(list)",
            "setfenv(more, { list = list })",
            "other = {}",
        ] {
            assert_eq!(changes(HELD, after), Some(true), "{after}");
        }
    }

    #[test]
    fn what_cannot_be_looked_into_has_no_number() {
        assert_eq!(changes("waiting = coroutine.create(print)", "local x = 1"), None);
    }
}
