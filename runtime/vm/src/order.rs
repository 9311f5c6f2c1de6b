//! `pairs` in a defined order.
//!
//! The order of a traversal is: the sequence `1 .. n` (every integer up to the first missing one),
//! the other numbers ascending, strings by their bytes, `false` then `true`, vectors by components,
//! and then tables, functions, userdata, threads and buffers by serial number. An object that has
//! no serial yet (see `text.rs`) is given one, in order of what it contains and of the value stored
//! under it; objects that look alike in both keep an undefined order, and the VM warns once.
//!
//! A loop visits the keys that exist when it starts. It skips a key whose value is nil when its
//! turn comes, and does not visit keys added meanwhile. A plain sequence is handed to Luau's own
//! fast iteration, which visits it in the same order.

use std::cmp::Ordering;
use std::ffi::c_int;

use mlua::Lua;
use mlua::ffi::{self, lua_State};

use super::digest::{BUDGET, DEPTH, digest};
use super::extent::extent;
use super::fuel::{charge, core};
use super::text::{known_serial, serial};

/// Number of slots before a sequence's end that are checked before the loop is left to Luau.
const WINDOW: c_int = 16;
/// Empty slots passed over for one unit of fuel.
const SLOTS_PER_UNIT: i64 = 4;

/// Installs `pairs`, and the string method through which loops over bare tables go.
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: runs under mlua's protection; the stack is left balanced. Upvalue 1 of both is
    // `next`.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            ffi::lua_getglobal(state, c"next".as_ptr());
            ffi::lua_pushcclosurek(state, pairs, c"pairs".as_ptr(), 1, None);
            ffi::lua_setglobal(state, c"pairs".as_ptr());
            ffi::lua_getglobal(state, c"string".as_ptr());
            ffi::lua_getglobal(state, c"next".as_ptr());
            ffi::lua_pushcclosurek(state, each, c"iterate".as_ptr(), 1, None);
            ffi::lua_setfield(state, -2, c"__each".as_ptr());
            ffi::lua_pop(state, 1);
        })
    }
}

/// Makes a module of the host create all its functions, which it otherwise does at first use: its
/// `__index` does so when called with `true`. Such a module is recognised by an `__index` that is a
/// C function, so of no script, and a `__metatable` that is a boolean.
///
/// # Safety
/// `index` must be a table on the stack of a state that runs under protection.
unsafe fn fill(state: *mut lua_State, index: c_int) {
    // SAFETY: as above; the stack is restored afterwards.
    unsafe {
        let top = ffi::lua_gettop(state);
        if ffi::lua_getmetatable(state, index) == 0 {
            return;
        }
        if ffi::lua_rawgetfield(state, -1, c"__metatable".as_ptr()) == ffi::LUA_TBOOLEAN
            && ffi::lua_rawgetfield(state, -2, c"__index".as_ptr()) == ffi::LUA_TFUNCTION
            && ffi::lua_iscfunction(state, -1) != 0
        {
            ffi::lua_pushboolean(state, 1);
            ffi::lua_gettable(state, index);
        }
        ffi::lua_settop(state, top);
    }
}

unsafe extern "C-unwind" fn pairs(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        fill(state, 1);
        if is_sequence(state, 1) {
            // Luau's loop recognises this triple and does not call `next` at all.
            ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
            ffi::lua_pushvalue(state, 1);
            ffi::lua_pushnil(state);
            return 3;
        }
        push_ordered(state, 1);
        1
    }
}

/// `("").__each("", ...)`: what a generic `for` iterates over, given the list after its `in`.
unsafe extern "C-unwind" fn each(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; slot 1 is the string the method was called on.
    unsafe {
        let count = ffi::lua_gettop(state) - 1;
        let first = ffi::lua_type(state, 2);
        let table = if first == ffi::LUA_TTABLE && !iterates_itself(state, 2) {
            2
        } else if first == ffi::LUA_TFUNCTION
            && ffi::lua_rawequal(state, 2, ffi::lua_upvalueindex(1)) != 0
            && ffi::lua_type(state, 3) == ffi::LUA_TTABLE
            && ffi::lua_type(state, 4) <= ffi::LUA_TNIL
        {
            3 // `for k, v in next, t do`
        } else {
            return count.max(0);
        };
        fill(state, table);
        if is_sequence(state, table) {
            ffi::lua_pushvalue(state, table);
        } else {
            push_ordered(state, table);
        }
        1
    }
}

unsafe fn iterates_itself(state: *mut lua_State, index: c_int) -> bool {
    // SAFETY: the stack is left balanced.
    unsafe {
        if ffi::lua_getmetatable(state, index) == 0 {
            return false;
        }
        let has = |name: *const std::ffi::c_char| {
            let found = ffi::lua_rawgetfield(state, -1, name) != ffi::LUA_TNIL;
            ffi::lua_pop(state, 1);
            found
        };
        let itself = has(c"__iter".as_ptr()) || has(c"__call".as_ptr());
        ffi::lua_pop(state, 1);
        itself
    }
}

/// Whether Luau's own traversal of the table visits `1 .. n` in order and nothing else.
///
/// Checking the end is enough: if nothing follows slot `n` and the slots before it hold the keys
/// just before `n`, the hash part is empty except for integers that continue the array in place.
unsafe fn is_sequence(state: *mut lua_State, index: c_int) -> bool {
    // SAFETY: reads the table and leaves the stack balanced.
    unsafe {
        let length = ffi::lua_objlen_(state, index);
        // Emptied slots are visited too, here and in the loop that follows.
        let beyond = extent(state, index).slots() - i64::from(length);
        if beyond >= SLOTS_PER_UNIT {
            charge(state, beyond / SLOTS_PER_UNIT);
        }
        if ffi::lua_rawiter(state, index, length) != -1 {
            ffi::lua_pop(state, 2);
            return false;
        }
        for slot in (length - WINDOW).max(0)..length {
            let next = ffi::lua_rawiter(state, index, slot);
            if next == -1 {
                return false;
            }
            let key = ffi::lua_tonumberx(state, -2, std::ptr::null_mut());
            ffi::lua_pop(state, 2);
            // A hole in the array part is skipped over: the order stays ascending.
            if next != slot + 1 || key != f64::from(slot + 1) {
                return false;
            }
        }
        true
    }
}

/// A key while it is being sorted. Strings are borrowed from the table that keeps them alive.
struct Key {
    rank: Rank,
    /// Its index in the list of keys, from 1.
    at: c_int,
}

#[derive(Clone, Copy)]
enum Rank {
    Number(f64),
    /// The first eight bytes, big-endian, padded with zeros; the address; the length.
    String(u64, *const u8, usize),
    Boolean(bool),
    Vector([f32; 3]),
    Seen(u32),
    /// An object without a serial: its type, a digest of its content, a digest of its value.
    Unseen(c_int, u64, u64),
}

impl Rank {
    fn class(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::String(..) => 1,
            Self::Boolean(_) => 2,
            Self::Vector(_) => 3,
            Self::Seen(_) => 4,
            Self::Unseen(..) => 5,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::String(p, a, m), Self::String(q, b, n)) => {
                if p != q {
                    return p.cmp(q);
                }
                // SAFETY: both strings are kept alive by the list of keys on the stack, and no
                // collection runs while it is sorted.
                unsafe {
                    std::slice::from_raw_parts(*a, *m).cmp(std::slice::from_raw_parts(*b, *n))
                }
            }
            (Self::Boolean(a), Self::Boolean(b)) => a.cmp(b),
            (Self::Vector(a), Self::Vector(b)) => {
                let pairs = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
                pairs.fold(Ordering::Equal, Ordering::then)
            }
            (Self::Seen(a), Self::Seen(b)) => a.cmp(b),
            (Self::Unseen(k, a, m), Self::Unseen(l, b, n)) => (k, a, m).cmp(&(l, b, n)),
            _ => self.class().cmp(&other.class()),
        }
    }
}

/// Pushes a function that iterates over the table at `table` in order.
unsafe fn push_ordered(state: *mut lua_State, table: c_int) {
    // SAFETY: called from a C function; `keys` holds plain data, so unwinding past it only frees
    // it.
    unsafe {
        ffi::lua_rawcheckstack(state, 12);
        let count = count(state, table);
        ffi::lua_createtable(state, count, 0);
        let list = ffi::lua_gettop(state);
        let mut keys = collect(state, table, list, count);
        charge(state, 8 * (1 + keys.len() as i64));
        charge_for_long_keys(state, &keys);
        keys.sort_by(|a, b| a.rank.compare(&b.rank));
        sequence_first(&mut keys);
        number_unseen(state, list, &mut keys);
        permute(state, list, &keys);
        ffi::lua_pushvalue(state, table);
        ffi::lua_pushnumber(state, 0.0);
        ffi::lua_pushcclosurek(state, step, c"iterator".as_ptr(), 3, None);
    }
}

/// Charges for comparing long strings, which may differ in their last bytes only.
unsafe fn charge_for_long_keys(state: *mut lua_State, keys: &[Key]) {
    /// Bytes of a string compared for one unit of fuel; the bytes before the first unit are free.
    const PER_UNIT: usize = 64;
    let units = |key: &Key| match key.rank {
        Rank::String(_, _, length) => length / PER_UNIT,
        _ => 0,
    };
    let long: usize = keys.iter().map(units).sum();
    let levels = usize::BITS - keys.len().leading_zeros();
    let cost = i64::try_from(long).unwrap_or(i64::MAX).saturating_mul(levels.into());
    if cost > 0 {
        // SAFETY: as `charge`; `keys` is plain data.
        unsafe { charge(state, cost) }
    }
}

/// Number of entries of a table.
unsafe fn count(state: *mut lua_State, table: c_int) -> c_int {
    let mut entries = 0;
    let mut slot = 0;
    loop {
        // SAFETY: `lua_rawiter` pushes a key and a value, both popped.
        unsafe {
            slot = ffi::lua_rawiter(state, table, slot);
            if slot == -1 {
                return entries;
            }
            ffi::lua_pop(state, 2);
        }
        entries += 1;
    }
}

/// Copies the keys of `table` into `list`, and returns their ranks for sorting.
unsafe fn collect(state: *mut lua_State, table: c_int, list: c_int, count: c_int) -> Vec<Key> {
    let mut keys = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
    let mut slot = 0;
    loop {
        // SAFETY: `lua_rawiter` pushes a key and a value, both popped below.
        unsafe {
            slot = ffi::lua_rawiter(state, table, slot);
            if slot == -1 {
                return keys;
            }
            let key = ffi::lua_gettop(state) - 1;
            let rank = rank(state, key);
            ffi::lua_pop(state, 1);
            let at = keys.len() as c_int + 1;
            ffi::lua_rawseti_(state, list, at);
            keys.push(Key { rank, at });
        }
    }
}

/// The rank of the key at the absolute index `key`, with its value above it.
unsafe fn rank(state: *mut lua_State, key: c_int) -> Rank {
    // SAFETY: reads the two slots; the stack is left balanced.
    unsafe {
        match ffi::lua_type(state, key) {
            ffi::LUA_TNUMBER => Rank::Number(ffi::lua_tonumberx(state, key, std::ptr::null_mut())),
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let start = ffi::lua_tolstring(state, key, &raw mut length);
                let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length);
                let mut prefix = [0; 8];
                let known = length.min(8);
                prefix[..known].copy_from_slice(&bytes[..known]);
                Rank::String(u64::from_be_bytes(prefix), bytes.as_ptr(), length)
            }
            ffi::LUA_TBOOLEAN => Rank::Boolean(ffi::lua_toboolean(state, key) != 0),
            ffi::LUA_TVECTOR => {
                let v = ffi::lua_tovector(state, key);
                Rank::Vector([*v, *v.add(1), *v.add(2)])
            }
            kind => match known_serial(state, key) {
                Some(serial) => Rank::Seen(serial),
                None => {
                    let content = digest(state, key, DEPTH, &mut { BUDGET });
                    let value = digest(state, key + 1, DEPTH, &mut { BUDGET });
                    Rank::Unseen(kind, content, value)
                }
            },
        }
    }
}

/// Moves the sequence `1 .. n` before all other numbers.
fn sequence_first(keys: &mut [Key]) {
    let number = |key: &Key| match key.rank {
        Rank::Number(number) => Some(number),
        _ => None,
    };
    let numbers = keys.iter().take_while(|key| number(key).is_some()).count();
    let start = keys[..numbers].partition_point(|key| number(key) < Some(1.0));
    let mut expected = 1.0;
    let mut found = Vec::new();
    for (at, key) in keys[..numbers].iter().enumerate().skip(start) {
        if number(key) == Some(expected) {
            found.push(at);
            expected += 1.0;
        }
    }
    let contiguous = found.iter().enumerate().all(|(offset, at)| *at == start + offset);
    if contiguous {
        keys[..start + found.len()].rotate_left(start);
        return;
    }
    // Fractions lie between the members: a stable partition.
    keys[..numbers].sort_by_key(|key| {
        let value = number(key).unwrap_or(0.0);
        !(value >= 1.0 && value < expected && value.fract() == 0.0)
    });
}

/// Gives serial numbers to the objects that have none, in their sorted order.
unsafe fn number_unseen(state: *mut lua_State, list: c_int, keys: &mut [Key]) {
    let first = keys.partition_point(|key| key.rank.class() < 5);
    let alike = keys[first..].windows(2).any(|two| two[0].rank.compare(&two[1].rank).is_eq());
    // SAFETY: the list holds the keys; the stack is left balanced.
    unsafe {
        if alike {
            core(state).ambiguous_order.set(true);
        }
        for key in &mut keys[first..] {
            ffi::lua_rawgeti_(state, list, key.at);
            serial(state, ffi::lua_gettop(state));
            ffi::lua_pop(state, 1);
        }
    }
}

/// Puts the list of keys into the order of `keys`, cycle by cycle.
unsafe fn permute(state: *mut lua_State, list: c_int, keys: &[Key]) {
    let mut from: Vec<c_int> = keys.iter().map(|key| key.at).collect();
    for start in 0..from.len() {
        let here = start as c_int + 1;
        if from[start] == here {
            continue;
        }
        // SAFETY: the list is an array with one element for each key; the stack is left balanced.
        unsafe {
            ffi::lua_rawgeti_(state, list, here);
            let mut to = start;
            while from[to] != here {
                let next = from[to];
                ffi::lua_rawgeti_(state, list, next);
                ffi::lua_rawseti_(state, list, to as c_int + 1);
                from[to] = to as c_int + 1;
                to = next as usize - 1;
            }
            ffi::lua_rawseti_(state, list, to as c_int + 1);
            from[to] = to as c_int + 1;
        }
    }
}

/// One step of an ordered loop. Upvalues: the list of keys, the table, the number of keys done.
unsafe extern "C-unwind" fn step(state: *mut lua_State) -> c_int {
    // SAFETY: only ever created by `push_ordered`, with these upvalues; scripts cannot reach them.
    unsafe {
        ffi::lua_settop(state, 0);
        let mut at =
            ffi::lua_tonumberx(state, ffi::lua_upvalueindex(3), std::ptr::null_mut()) as c_int;
        loop {
            at += 1;
            if ffi::lua_rawgeti_(state, ffi::lua_upvalueindex(1), at) == ffi::LUA_TNIL {
                return 1;
            }
            ffi::lua_pushvalue(state, 1);
            if ffi::lua_rawget(state, ffi::lua_upvalueindex(2)) != ffi::LUA_TNIL {
                ffi::lua_pushnumber(state, f64::from(at));
                ffi::lua_replace(state, ffi::lua_upvalueindex(3));
                return 2;
            }
            ffi::lua_settop(state, 0);
        }
    }
}
