//! Searching: `string.find`, `match`, `gmatch` and `gsub`.
//!
//! Luau's matcher has a safepoint in each of its recursive calls. What it does between two of them
//! is charged here: skipping pattern items that match nothing, comparing a character with a long
//! set, consuming a run of characters, scanning for `%b`. How far a search went is known only
//! afterwards, so if the worst case is expensive, it is charged in advance and then refunded.

use std::ffi::c_int;

use memchr::memmem;
use mlua::ffi::{self, lua_State};

use super::super::fuel::{charge, core, refund};
use super::super::matching::Matching;
use super::{Native, SCAN_PER_UNIT, SEARCH_PER_UNIT, bytes, position, units, whole_or};

/// Length of a string up to which a search is not charged.
const SHORT: usize = 64;
/// Length of a pattern up to which a search is not charged.
const PLAIN_ITEMS: usize = 16;
/// Bytes of a pattern skipped for one unit of fuel.
const ITEMS_PER_UNIT: usize = 8;
/// Characters consumed one by one for one unit of fuel.
const TAKEN_PER_UNIT: usize = 8;
/// Units that need not be charged in advance: work of some hundred microseconds.
const SMALL: i64 = 1 << 14;
/// Maximum length of a number as a string.
const NUMBER: usize = 48;

/// The cost of a search in addition to its safepoints.
#[derive(Debug, Clone, Copy)]
struct Cost {
    /// Bytes of the pattern.
    items: usize,
    is_anchored: bool,
    /// Units for scans of `%b`, whose actual extent stays unknown.
    scans: i64,
}

impl Cost {
    /// The cost of searching `text`, which starts where the search does.
    fn of(text: &[u8], pattern: &[u8]) -> Cost {
        let mut scans = 0_i64;
        for at in memchr::memchr_iter(b'%', pattern) {
            if let [b'b', opening, ..] = pattern[at + 1..] {
                // Each opening character may start a scan of everything that follows.
                let openings = memchr::memchr_iter(opening, text).count();
                scans = scans.saturating_add(units(text.len().saturating_mul(openings), 16));
            }
        }
        Cost { items: pattern.len(), is_anchored: pattern.first() == Some(&b'^'), scans }
    }

    /// Units for starting at `places` positions and consuming `taken` characters.
    fn at(&self, places: usize, taken: usize) -> i64 {
        let places = if self.is_anchored { 1 } else { places };
        let passing = units(places.saturating_mul(self.items), ITEMS_PER_UNIT);
        passing.saturating_add(units(taken, TAKEN_PER_UNIT))
    }

    /// Charges the worst case in advance if it is expensive. Returns how much of that can be
    /// refunded.
    unsafe fn pay_first(&self, state: *mut lua_State, text: usize) -> i64 {
        let worst = self.at(text + 1, text);
        // SAFETY: passed on to the caller; nothing here needs dropping.
        unsafe {
            let paid = if worst > SMALL { worst } else { 0 };
            charge(state, paid.saturating_add(self.scans));
            paid
        }
    }
}

/// Runs the original. Each step of the matcher then costs more than a safepoint elsewhere.
unsafe fn native(state: *mut lua_State, function: Native) -> c_int {
    // SAFETY: passed on to the caller.
    unsafe {
        let _matching = Matching::begin(state);
        super::native(state, function)
    }
}

/// Refunds what was charged in advance, and charges for what the search has done.
unsafe fn settle(state: *mut lua_State, paid: i64, cost: i64) {
    // SAFETY: called from a C function.
    unsafe {
        if paid > 0 {
            refund(state, paid);
        }
        if cost > 0 {
            charge(state, cost);
        }
    }
}

fn is_plain(pattern: &[u8]) -> bool {
    !pattern.iter().any(|b| b"^$*+?.([%-".contains(b))
}

/// Moves a start position beyond the end of a string to its end, as in Lua 5.1: empty matches are
/// found there.
///
/// # Safety
/// Must be called from a C function with its arguments on the stack, the start position as the
/// third.
unsafe fn begin_within(state: *mut lua_State) {
    // SAFETY: as above; a number takes the place of a number.
    unsafe {
        // The length of a number that is searched as a string is not known.
        if ffi::lua_type(state, 1) != ffi::LUA_TSTRING || ffi::lua_isnumber(state, 3) == 0 {
            return;
        }
        let end = f64::from(ffi::lua_objlen_(state, 1)) + 1.0;
        if ffi::lua_tonumberx(state, 3, std::ptr::null_mut()) > end {
            ffi::lua_pushnumber(state, end);
            ffi::lua_replace(state, 3);
        }
    }
}

pub(super) unsafe extern "C-unwind" fn find(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe { search(state, Native::Find) }
}

pub(super) unsafe extern "C-unwind" fn string_match(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau.
    unsafe { search(state, Native::Match) }
}

/// `string.find` or `string.match`.
unsafe fn search(state: *mut lua_State, function: Native) -> c_int {
    // SAFETY: called by Luau; slices stay valid as said at `bytes`, and nothing collects between.
    unsafe {
        begin_within(state);
        let (text, pattern) = (bytes(state, 1), bytes(state, 2));
        if text.len() <= SHORT && pattern.len() <= PLAIN_ITEMS {
            return native(state, function);
        }
        let Some(from) = whole_or(state, 3, 1) else { return native(state, function) };
        let from = usize::try_from(position(from, text.len()).max(1) - 1).unwrap_or(usize::MAX);
        let rest = text.get(from..).unwrap_or_default();
        let finds = matches!(function, Native::Find);
        let is_text = ffi::lua_type(state, 1) == ffi::LUA_TSTRING && !pattern.is_empty();
        if is_text && ((finds && ffi::lua_toboolean(state, 4) != 0) || is_plain(pattern)) {
            return find_plain(state, rest, from, pattern, finds);
        }
        let cost = Cost::of(rest, pattern);
        let length = if is_text { rest.len() } else { NUMBER };
        let paid = cost.pay_first(state, length);
        // `find` reports how far the search went. It takes a fourth argument, `match` does not.
        if !finds && ffi::lua_gettop(state) > 3 {
            ffi::lua_settop(state, 3);
        }
        let count = native(state, Native::Find);
        if count < 2 {
            settle(state, paid, cost.at(length + 1, 0));
            return count;
        }
        let first = ffi::lua_gettop(state) - count + 1;
        let (begin, end) = (place(state, first), place(state, first + 1));
        let taken = (end + 1).saturating_sub(begin);
        settle(state, paid, cost.at(begin.saturating_sub(from), taken));
        if finds {
            return count;
        }
        if count == 2 {
            // Without captures, the match is the result. A number has become a string.
            let found = bytes(state, 1).get(begin - 1..end).unwrap_or_default();
            ffi::lua_pushlstring_(state, found.as_ptr().cast(), found.len());
            return 1;
        }
        count - 2
    }
}

/// A position among the results of `string.find`.
unsafe fn place(state: *mut lua_State, index: c_int) -> usize {
    // SAFETY: reading a stack slot that holds a number.
    unsafe { ffi::lua_tonumberx(state, index, std::ptr::null_mut()) as usize }
}

/// Searches `rest`, which begins at `from`, for a needle without special characters.
unsafe fn find_plain(
    state: *mut lua_State,
    rest: &[u8],
    from: usize,
    needle: &[u8],
    finds: bool,
) -> c_int {
    // SAFETY: called from a C function with its arguments on the stack.
    unsafe {
        let found = memmem::find(rest, needle);
        let searched = found.unwrap_or(rest.len()) + needle.len();
        charge(state, units(searched, SEARCH_PER_UNIT));
        match found {
            Some(at) if finds => {
                ffi::lua_pushnumber(state, (from + at + 1) as f64);
                ffi::lua_pushnumber(state, (from + at + needle.len()) as f64);
                2
            }
            Some(_) => {
                ffi::lua_pushvalue(state, 2);
                1
            }
            None => {
                ffi::lua_pushnil(state);
                1
            }
        }
    }
}

pub(super) unsafe extern "C-unwind" fn gmatch(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; the original leaves its iterator on the stack, whose upvalues are a
    // string, a pattern and a position.
    unsafe {
        super::native(state, Native::Gmatch);
        for upvalue in 1..=3 {
            ffi::lua_getupvalue(state, -upvalue, upvalue);
        }
        ffi::lua_pushcclosurek(state, gmatch_step, std::ptr::null(), 3, None);
        1
    }
}

/// A step of a loop over matches.
unsafe extern "C-unwind" fn gmatch_step(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; only `gmatch` creates this closure, with the upvalues of Luau's own
    // iterator, which reads and writes them as its own.
    unsafe {
        let Some(step) = core(state).steps.get().gmatch else { return 0 };
        let from = place(state, ffi::lua_upvalueindex(3));
        let text = bytes(state, ffi::lua_upvalueindex(1));
        let rest = text.get(from..).unwrap_or_default();
        let cost = Cost::of(rest, bytes(state, ffi::lua_upvalueindex(2)));
        // In `gmatch`, `^` is an ordinary character.
        let cost = Cost { is_anchored: false, ..cost };
        let length = if text.is_empty() { NUMBER } else { rest.len() };
        let paid = cost.pay_first(state, length);
        let count = {
            let _matching = Matching::begin(state);
            step(state)
        };
        let went = match count {
            0 => length,
            _ => place(state, ffi::lua_upvalueindex(3)).saturating_sub(from),
        };
        settle(state, paid, cost.at(went + 1, went));
        count
    }
}

/// `string.gsub`. In Lua 5.1, `%` before a non-digit in a replacement stands for that character;
/// Luau refuses it.
pub(super) unsafe extern "C-unwind" fn gsub(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau; see `bytes`. The string that replaces argument 3 is a copy.
    unsafe {
        if ffi::lua_type(state, 3) == ffi::LUA_TSTRING {
            let replacement = bytes(state, 3);
            if replacement.len() >= SCAN_PER_UNIT {
                charge(state, units(replacement.len(), SCAN_PER_UNIT));
            }
            if let Some(sound) = sound_replacement(replacement) {
                ffi::lua_pushlstring(state, sound.as_ptr().cast(), sound.len());
                ffi::lua_replace(state, 3);
            }
        }
        let (text, pattern) = (bytes(state, 1), bytes(state, 2));
        if text.len() > SHORT || pattern.len() > PLAIN_ITEMS {
            let cost = Cost::of(text, pattern);
            let length = text.len().max(NUMBER);
            charge(state, cost.at(length + 1, length).saturating_add(cost.scans));
        }
        native(state, Native::Gsub)
    }
}

/// An equivalent replacement that Luau accepts; `None` if it accepts the given one.
fn sound_replacement(text: &[u8]) -> Option<Vec<u8>> {
    let odd = |next: Option<&u8>| next.is_none_or(|c| !c.is_ascii_digit() && *c != b'%');
    let mut sound = Vec::new();
    let (mut changed, mut rest) = (false, text);
    while let Some(at) = memchr::memchr(b'%', rest) {
        let next = rest.get(at + 1);
        sound.extend_from_slice(&rest[..at]);
        match next {
            Some(c) if odd(next) => sound.push(*c),
            Some(c) => sound.extend([b'%', *c]),
            None => sound.extend(b"%%"),
        }
        changed |= odd(next);
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    sound.extend_from_slice(rest);
    changed.then_some(sound)
}
