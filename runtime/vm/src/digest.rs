//! Digests of what objects contain, by which `pairs` orders objects that have no serial number yet.

use std::ffi::c_int;

use mlua::ffi::{self, lua_State};

use super::extent::extent;
use super::fuel::charge;
use super::text::known_serial;

/// Maximum depth to which an object is examined.
pub(super) const DEPTH: u32 = 4;
/// Maximum number of values examined altogether.
pub(super) const BUDGET: u32 = 256;

/// Slots of a table examined for one unit of fuel.
const SLOTS_PER_UNIT: i64 = 2;

pub(super) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9E37_79B9_7F4A_7C15) * u128::from(b ^ 0xD1B5_4A32_D192_ED03);
    (product as u64) ^ ((product >> 64) as u64)
}

fn mix_bytes(seed: u64, bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64_with_seed(bytes, seed)
}

/// A digest of the value at the absolute `index` that does not depend on addresses or order.
///
/// # Safety
/// `state` must be a running thread and `index` one of its stack slots.
pub(super) unsafe fn digest(
    state: *mut lua_State,
    index: c_int,
    depth: u32,
    budget: &mut u32,
) -> u64 {
    // SAFETY: reads values and leaves the stack balanced; stack space is reserved on each level.
    unsafe {
        let kind = ffi::lua_type(state, index);
        let seed = mix(kind.cast_unsigned().into(), 1);
        *budget = budget.saturating_sub(1);
        match kind {
            ffi::LUA_TNUMBER => {
                mix(seed, ffi::lua_tonumberx(state, index, std::ptr::null_mut()).to_bits())
            }
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let start = ffi::lua_tolstring(state, index, &raw mut length);
                mix_bytes(seed, std::slice::from_raw_parts(start.cast(), length.min(256)))
            }
            ffi::LUA_TBOOLEAN => mix(seed, ffi::lua_toboolean(state, index) as u64),
            ffi::LUA_TNIL | ffi::LUA_TVECTOR => seed,
            _ => {
                ffi::lua_rawcheckstack(state, 8);
                if let Some(serial) = known_serial(state, index) {
                    return mix(seed, u64::from(serial) | 1 << 40);
                }
                match kind {
                    _ if depth == 0 || *budget == 0 => seed,
                    ffi::LUA_TTABLE => digest_table(state, index, seed, depth, budget),
                    ffi::LUA_TFUNCTION => digest_function(state, index, seed, depth, budget),
                    _ => seed,
                }
            }
        }
    }
}

/// The sum of the digests of a table's entries, and its metatable.
unsafe fn digest_table(
    state: *mut lua_State,
    index: c_int,
    seed: u64,
    depth: u32,
    budget: &mut u32,
) -> u64 {
    let mut sum = seed;
    let mut entries = 0_u64;
    let mut slot = 0;
    // SAFETY: as for `digest`. Entries beyond the budget are counted but not examined, so that the
    // result does not depend on their order in memory.
    unsafe {
        // All entries are counted, so all slots are charged for, however large the table is.
        let slots = extent(state, index).slots();
        if slots >= SLOTS_PER_UNIT {
            charge(state, slots / SLOTS_PER_UNIT);
        }
        let children = ffi::lua_gettop(state);
        let mut iterate = |each: &mut dyn FnMut(c_int)| {
            slot = 0;
            loop {
                slot = ffi::lua_rawiter(state, index, slot);
                if slot == -1 {
                    break;
                }
                each(children + 1);
                ffi::lua_settop(state, children);
            }
        };
        iterate(&mut |_| entries += 1);
        let share = u32::try_from(u64::from(*budget) / (2 * entries + 1)).unwrap_or(0);
        if share > 0 {
            iterate(&mut |key| {
                let entry = mix(
                    digest(state, key, depth - 1, &mut { share }),
                    digest(state, key + 1, depth - 1, &mut { share }),
                );
                sum = sum.wrapping_add(entry);
            });
        }
        if ffi::lua_getmetatable(state, index) != 0 {
            let meta = ffi::lua_gettop(state);
            sum = mix(sum, digest(state, meta, depth - 1, &mut { share.max(16) }));
            ffi::lua_pop(state, 1);
        }
    }
    *budget = budget.saturating_sub(u32::try_from(entries).unwrap_or(u32::MAX));
    mix(sum, entries)
}

/// A digest of where a function is defined and of what it captured.
unsafe fn digest_function(
    state: *mut lua_State,
    index: c_int,
    seed: u64,
    depth: u32,
    budget: &mut u32,
) -> u64 {
    // SAFETY: `lua_getinfo` with a negative level reads the function at that stack index; the
    // strings that it returns are read at once.
    unsafe {
        let mut info: ffi::lua_Debug = std::mem::zeroed();
        ffi::lua_pushvalue(state, index);
        ffi::lua_getinfo(state, -1, c"sn".as_ptr(), &raw mut info);
        ffi::lua_pop(state, 1);
        let text = |text: *const std::ffi::c_char| match text.is_null() {
            true => &[][..],
            false => std::ffi::CStr::from_ptr(text).to_bytes(),
        };
        let mut hash = mix_bytes(seed, text(info.short_src));
        hash = mix_bytes(hash, text(info.name));
        hash = mix(hash, info.linedefined.cast_unsigned().into());
        for upvalue in 1..=c_int::from(info.nupvals) {
            if ffi::lua_getupvalue(state, index, upvalue).is_null() {
                break;
            }
            let top = ffi::lua_gettop(state);
            hash = mix(hash, digest(state, top, depth - 1, budget));
            ffi::lua_pop(state, 1);
        }
        hash
    }
}
