//! Fuel, memory pressure and garbage collection: the bounds of a script's step.
//!
//! Luau calls an *interrupt* at every safepoint: calls, loop back-edges, steps of pattern matching.
//! The one here is a raw C function that counts down to the next *look* at fuel, heap and watchdog.
//! A look also takes one unit for every 32 bytes allocated since the last. An interrupt that does
//! nothing costs the tutorial's search 13 % in machine code, this one little more (`fangqi bench`),
//! an mlua closure 50 %.
//!
//! The incremental collector is always stopped, because its timing affects which fast paths Luau
//! takes, and thus the count. Instead a full collection runs at safepoints when the heap has
//! doubled, and between steps. Both are functions of what the script did, so two runs count alike.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::rc::Rc;

use mlua::ffi::{self, lua_State};
use mlua::{Lua, LuaString};

use super::error::{Frame, frames};
use super::garbage::Garbage;
use super::matching::{UNITS_PER_STEP, is_in_library};
use super::natives::{Steps, Walks};
use super::rng::Rng;
use super::stop::{Replaying, StopHandle};

/// Bytes of allocation (or of linear work in a library function) that cost one unit of fuel.
pub(super) const BYTES_PER_UNIT: i64 = 32;
/// Live bytes that the collection of a heap more than half full traverses for one unit of fuel.
///
/// Collections of smaller heaps are free: the allocations that led to them have paid for them, so
/// the count does not depend on when they happen.
const COLLECT_BYTES_PER_UNIT: i64 = 64;
/// Fuel for an error that a script raises and catches.
const UNITS_PER_CAUGHT_ERROR: i64 = 200;
/// Safepoints between two looks at first, or fewer if fuel ends before. While the heap hardly
/// grows, the number doubles with each look.
const SAFEPOINTS_PER_LOOK: i64 = 4;
/// Maximum number of safepoints between two looks.
const SAFEPOINTS_PER_LOOK_MAX: i64 = 256;
/// Heap growth between two looks, in bytes, after which they are as frequent as at first.
const MUCH_GROWTH: i64 = 64 << 10;
/// Units charged at once by a library function after which the next safepoint is a look.
const MUCH_WORK: i64 = 64;
/// Bytes of a string converted to a number for one unit; of strings compared, eight times as many.
const SPENT_BYTES_PER_UNIT: i64 = 8;
/// What a script sees that catches the error raised at the end of its fuel.
const OUT_OF_FUEL: &CStr = c"the script has used up its fuel";
/// What a script sees that catches the error raised when it is stopped from outside.
const STOPPED: &CStr = c"stopped by the operator's watchdog";

/// The state shared by a VM and the raw functions installed in it.
///
/// Every Lua thread has it as its thread data, so that the interrupt finds it with one load.
pub(super) struct Core {
    /// Fuel left, less what the safepoints until the next look have been given already.
    left: Cell<i64>,
    /// Whether [`UNTIL_LOOK`] belongs to this core.
    counting: Cell<bool>,
    /// Fuel left when a profile noted it last.
    profiled: Cell<i64>,
    exhausted: Cell<bool>,
    /// Set when the step was ended by `stop` rather than by its fuel.
    stopped: Cell<bool>,
    pub(super) stop: StopHandle,
    /// Number of safepoints between the last look and the next.
    period: Cell<i64>,
    /// Heap bytes at the last look.
    seen: Cell<usize>,
    pub(super) garbage: Garbage,
    /// The main thread, once installed.
    main: Cell<*mut lua_State>,
    /// Where the last uncaught error (or the end of fuel) happened, innermost frame first.
    pub(super) frames: RefCell<Vec<Frame>>,
    pub(super) rng: Cell<Rng>,
    /// The original library functions behind the replacements, in the order of `natives::LIST`.
    pub(super) natives: RefCell<Vec<Option<ffi::lua_CFunction>>>,
    /// The original iterators behind those that library functions return.
    pub(super) steps: Cell<Steps>,
    /// Positions of scripts' traversals of large tables.
    pub(super) walks: RefCell<Walks>,
    /// The queries behind functions made by [`super::Vm::raw_call`].
    pub(super) raw_calls: RefCell<Vec<Box<dyn Any>>>,
    /// Whether a library function is matching a pattern, also while a script that it called runs.
    pub(super) matching: Cell<bool>,
    /// The last serial number given to an object.
    pub(super) serial: Cell<u32>,
    /// Registry reference of the weak table from objects to serial numbers.
    pub(super) serials: Cell<c_int>,
    /// Set when `pairs` met reference keys that it could not tell apart.
    pub(super) ambiguous_order: Cell<bool>,
    /// Set when `setmetatable` dropped a `__mode`.
    pub(super) weak_refused: Cell<bool>,
    /// Set when a script got a coroutine that it did not create, which may be a task's.
    pub(super) escaped: Cell<bool>,
}

/// Charges fuel from host functions.
///
/// Cheap to clone. Lives at most as long as its [`super::Vm`]'s Lua state.
#[derive(Clone)]
pub struct Fuel(Rc<Core>);

impl std::fmt::Debug for Fuel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Fuel").field(&self.left()).finish()
    }
}

impl Fuel {
    /// Units left in this step; negative once it has run out.
    pub fn left(&self) -> i64 {
        self.0.left()
    }

    /// Takes `units` of fuel for work done on a script's behalf.
    ///
    /// # Errors
    /// When that is more than was left. The script then ends at its next safepoint even if it
    /// catches this error.
    pub fn charge(&self, units: u64) -> mlua::Result<()> {
        let units = i64::try_from(units).unwrap_or(i64::MAX);
        if self.0.take(units) {
            self.0.exhausted.set(true);
            return Err(mlua::Error::runtime(OUT_OF_FUEL.to_string_lossy()));
        }
        Ok(())
    }
}

thread_local! {
    /// Safepoints until the interrupt's next look, for the core that runs on this thread; 0 between
    /// steps. It is thread-local because that is one instruction away, while finding the core would
    /// take a call at every safepoint.
    static UNTIL_LOOK: Cell<i64> = const { Cell::new(0) };
}

/// Takes fuel, at the next look, for work that Luau does on long strings within one instruction or
/// call. Luau itself calls it, as `lua.h` of `runtime/luau` makes it do.
#[unsafe(no_mangle)]
extern "C" fn fangqi_spend(bytes: usize) {
    let units = i64::try_from(bytes).unwrap_or(i64::MAX) / SPENT_BYTES_PER_UNIT;
    UNTIL_LOOK.set(UNTIL_LOOK.get().saturating_sub(units));
}

/// While it exists, what runs on this thread is a step of its core; see [`Core::begin`].
pub(super) struct Counting<'a> {
    core: &'a Core,
    before: i64,
}

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        self.core.left.set(self.core.left());
        self.core.counting.set(false);
        UNTIL_LOOK.set(self.before);
    }
}

impl Core {
    /// Begins a step: from here on the safepoints of this thread count for this core.
    #[must_use]
    pub(super) fn begin(&self) -> Counting<'_> {
        let counting = Counting { core: self, before: UNTIL_LOOK.get() };
        UNTIL_LOOK.set(0);
        self.counting.set(true);
        self.period.set(SAFEPOINTS_PER_LOOK);
        self.look_after(SAFEPOINTS_PER_LOOK);
        counting
    }

    pub(super) fn new(memory_limit: usize, seed: u64) -> Self {
        Self {
            left: Cell::new(i64::MAX),
            counting: Cell::new(false),
            profiled: Cell::new(i64::MAX),
            exhausted: Cell::new(false),
            stopped: Cell::new(false),
            stop: StopHandle::of_this_thread(),
            period: Cell::new(SAFEPOINTS_PER_LOOK),
            seen: Cell::new(0),
            garbage: Garbage::new(memory_limit),
            main: Cell::new(std::ptr::null_mut()),
            frames: RefCell::new(Vec::new()),
            rng: Cell::new(Rng::new(seed)),
            natives: RefCell::new(Vec::new()),
            steps: Cell::default(),
            walks: RefCell::default(),
            raw_calls: RefCell::default(),
            matching: Cell::new(false),
            serial: Cell::new(0),
            serials: Cell::new(0),
            ambiguous_order: Cell::new(false),
            weak_refused: Cell::new(false),
            escaped: Cell::new(false),
        }
    }

    pub(super) fn fuel(self: &Rc<Self>) -> Fuel {
        Fuel(Rc::clone(self))
    }

    pub(super) fn left(&self) -> i64 {
        let given = if self.counting.get() { UNTIL_LOOK.get() } else { 0 };
        self.left.get().saturating_add(given)
    }

    /// Takes fuel for work done for a script. Returns whether that was more than was left.
    fn take(&self, units: i64) -> bool {
        self.left.set(self.left.get().saturating_sub(units));
        if units >= MUCH_WORK {
            self.look_after(1);
        }
        self.left() < 0
    }

    /// Schedules the next look after `safepoints` safepoints, which get their fuel now.
    fn look_after(&self, safepoints: i64) {
        if self.counting.get() {
            let left = self.left();
            let given = left.saturating_add(1).clamp(1, safepoints);
            self.left.set(left.saturating_sub(given));
            UNTIL_LOOK.set(given);
        }
    }

    /// Bytes of live and dead objects, as Luau counts them.
    ///
    /// Unlike the number of bytes that the allocator holds, this does not depend on how full its
    /// pages are.
    ///
    /// # Safety
    /// The Lua state must still be open.
    unsafe fn heap(&self) -> usize {
        let main = self.main.get();
        if main.is_null() {
            return 0;
        }
        // SAFETY: `install` set the main thread of a state that the caller says is open.
        unsafe { ffi::lua_totalbytes(main, -1) }
    }

    /// Starts a step: refills the fuel and forgets how the last step ended.
    pub(super) fn refill(&self, lua: &Lua, units: u64) {
        self.left.set(i64::try_from(units).unwrap_or(i64::MAX));
        self.profiled.set(self.left.get());
        self.exhausted.set(false);
        self.stopped.set(false);
        self.seen.set(heap(lua, self));
    }

    /// Whether the step has run out of fuel, even if the script caught the error.
    pub(super) fn exhausted(&self) -> bool {
        self.exhausted.get()
    }

    /// Whether the step was stopped from outside.
    pub(super) fn stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Whether a collection is due between two steps.
    pub(super) fn collection_due(&self, lua: &Lua) -> bool {
        let heap = heap(lua, self);
        if Replaying::is_on() { self.garbage.due(heap) } else { self.garbage.due_between(heap) }
    }

    /// Whether a collection is due within a step.
    pub(super) fn due_at_work(&self, lua: &Lua) -> bool {
        self.garbage.due(heap(lua, self))
    }

    /// Collects all garbage between two steps.
    pub(super) fn collect(&self, lua: &Lua) -> mlua::Result<()> {
        let outcome = lua.gc_collect();
        // Collecting sets a threshold that would restart the incremental collector.
        lua.gc_stop();
        self.collected(heap(lua, self));
        outcome
    }

    /// Notes a collection that left `live` bytes.
    fn collected(&self, live: usize) {
        self.garbage.collected(live);
        self.seen.set(live);
    }
}

/// Heap bytes of an open state.
fn heap(_open: &Lua, core: &Core) -> usize {
    // SAFETY: a `Lua` keeps its state open, and a core belongs to one state only.
    unsafe { core.heap() }
}

/// Makes `core` known to every thread of `lua` and turns the interrupt on.
pub(super) fn install(lua: &Lua, core: &Rc<Core>) -> mlua::Result<()> {
    // The state owns a reference, so the raw pointers below stay valid until it is closed.
    lua.set_app_data(Rc::clone(core));
    let data = Rc::as_ptr(core).cast_mut().cast::<c_void>();
    lua.gc_stop();
    let place = &core.main;
    // SAFETY: the closure runs under mlua's protection on a valid state. `data` outlives the state
    // (see above). Both callbacks are set before any script runs and never replaced: this project
    // does not use mlua's own interrupt or thread events, which would share the fields.
    unsafe {
        lua.exec_raw::<()>((), |state| {
            let main = ffi::lua_mainthread(state);
            place.set(main);
            ffi::lua_setthreaddata(main, data);
            ffi::lua_setthreaddata(state, data);
            let callbacks = ffi::lua_callbacks(state);
            let profiled = super::profile::is_on();
            (*callbacks).interrupt = Some(if profiled { interrupt_profiled } else { interrupt });
            (*callbacks).userthread = Some(inherit);
        })
    }
}

/// Removes the interrupt, and with it this crate's collections, and restarts Luau's own collector.
/// Only benchmarks use this, to measure what the interrupt costs.
pub(super) fn uninstall(lua: &Lua, core: &Core) -> mlua::Result<()> {
    core.garbage.never();
    lua.gc_restart();
    // SAFETY: as in `install`; clearing the field is always valid.
    unsafe { lua.exec_raw::<()>((), |state| (*ffi::lua_callbacks(state)).interrupt = None) }
}

/// Gives a new thread the thread data of the thread that created it.
unsafe extern "C-unwind" fn inherit(parent: *mut lua_State, thread: *mut lua_State) {
    if !parent.is_null() {
        // SAFETY: Luau calls this with two live threads of one state.
        unsafe { ffi::lua_setthreaddata(thread, ffi::lua_getthreaddata(parent)) }
    }
}

/// The core of a thread.
///
/// # Safety
/// `state` must be a thread of a state on which [`install`] has run, and must still be open.
pub(super) unsafe fn core<'a>(state: *mut lua_State) -> &'a Core {
    // SAFETY: `install` and `inherit` gave every thread the pointer; the state owns the target.
    unsafe { &*ffi::lua_getthreaddata(state).cast::<Core>() }
}

unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        return; // a note from the collector, not a safepoint
    }
    let until_look = UNTIL_LOOK.get() - 1;
    UNTIL_LOOK.set(until_look);
    if until_look <= 0 {
        // SAFETY: Luau calls this at a safepoint of the running thread.
        unsafe { look(state) }
    }
}

/// The interrupt of VMs that are created while a profile is made.
unsafe extern "C-unwind" fn interrupt_profiled(state: *mut lua_State, gc: c_int) {
    // SAFETY: Luau calls this at a safepoint of the running thread, as it calls `interrupt`.
    unsafe {
        interrupt(state, gc);
        if gc < 0 {
            let core = core(state);
            let left = core.left();
            // Less than nothing if fuel was given back.
            super::profile::note(state, core.profiled.replace(left).saturating_sub(left));
        }
    }
}

/// What the interrupt does every few safepoints.
///
/// # Safety
/// As for [`charge`], and at a safepoint. Raising an error here is what mlua's own interrupt does:
/// Luau expects it.
#[inline(never)]
unsafe fn look(state: *mut lua_State) {
    // SAFETY: passed on to the caller.
    unsafe {
        let core = core(state);
        if !core.counting.get() {
            UNTIL_LOOK.set(0);
            core.take(1);
        }
        if core.stop.asked() && core.stop.take() {
            core.stopped.set(true);
            core.left.set(-1);
        }
        if core.matching.get() && is_in_library(state) {
            core.take(core.period.get() * (UNITS_PER_STEP - 1));
        }
        let heap = ffi::lua_totalbytes(state, -1);
        let grown = heap.wrapping_sub(core.seen.replace(heap)).cast_signed() as i64;
        let has_run_out = core.take(grown.max(0) / BYTES_PER_UNIT);
        let longer = (core.period.get() * 2).min(SAFEPOINTS_PER_LOOK_MAX);
        core.period.set(if grown > MUCH_GROWTH { SAFEPOINTS_PER_LOOK } else { longer });
        core.look_after(core.period.get());
        if has_run_out {
            run_out(state, core);
        }
        if core.garbage.due(heap) {
            collect(state, core);
        }
    }
}

/// Takes `units` of fuel from the script that runs on `state`, and ends its step if they run out.
///
/// # Safety
/// As for [`core`]; `state` must be running and no Rust value with a destructor that matters may be
/// alive in the caller, since this can unwind.
pub(super) unsafe fn charge(state: *mut lua_State, units: i64) {
    // SAFETY: passed on to the caller.
    unsafe {
        let core = core(state);
        if core.take(units) {
            run_out(state, core);
        }
    }
}

/// Gives back fuel that was charged for work that was not done after all.
///
/// # Safety
/// As for [`core`].
pub(super) unsafe fn refund(state: *mut lua_State, units: i64) {
    // SAFETY: passed on to the caller.
    let core = unsafe { core(state) };
    core.left.set(core.left.get().saturating_add(units));
}

/// Collects garbage if an allocation of `bytes` would otherwise exceed what the heap should stay
/// under.
///
/// # Safety
/// As for [`charge`].
pub(super) unsafe fn make_room(state: *mut lua_State, bytes: usize) {
    // SAFETY: passed on to the caller.
    unsafe {
        let core = core(state);
        let heap = ffi::lua_totalbytes(state, -1);
        if heap.saturating_add(bytes) > core.garbage.aim() && bytes < core.garbage.aim() {
            collect(state, core);
        }
    }
}

unsafe fn collect(state: *mut lua_State, core: &Core) {
    // SAFETY: a safepoint, or a C function called from Lua: both may collect, as `collectgarbage`
    // does. Collecting sets a threshold that would restart the incremental collector: stop it
    // again.
    unsafe {
        ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
        ffi::lua_gc(state, ffi::LUA_GCSTOP, 0);
        let live = ffi::lua_totalbytes(state, -1);
        core.collected(live);
        if live > core.garbage.aim() / 2 {
            let cost = i64::try_from(live).unwrap_or(i64::MAX) / COLLECT_BYTES_PER_UNIT;
            core.left.set(core.left.get().saturating_sub(cost));
        }
    }
}

#[cold]
unsafe fn run_out(state: *mut lua_State, core: &Core) -> ! {
    // SAFETY: passed on to the caller. The borrow of `frames` ends before the error is raised.
    unsafe {
        core.exhausted.set(true);
        if core.frames.borrow().is_empty() {
            *core.frames.borrow_mut() = frames(state, 0);
        }
        ffi::lua_rawcheckstack(state, 2);
        let reason = if core.stopped.get() { STOPPED } else { OUT_OF_FUEL };
        ffi::lua_pushstring_(state, reason.as_ptr());
        ffi::lua_error(state)
    }
}

/// The handler given to `xpcall` at the root of every task: notes where the error came from.
///
/// It is a C function and allocates nothing in Lua, so it works with no fuel and no memory left.
pub(super) unsafe extern "C-unwind" fn on_error(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau with one argument, the error, which is handed back unchanged.
    unsafe {
        let core = core(state);
        // At the end of fuel, `run_out` has already noted the place, and more exactly.
        if !core.exhausted.get() || core.frames.borrow().is_empty() {
            *core.frames.borrow_mut() = frames(state, 1);
        }
        ffi::lua_settop(state, 1);
        1
    }
}

/// Charges for an error that a script caught: unwinding takes as long as hundreds of instructions.
pub(super) unsafe extern "C-unwind" fn on_caught(state: *mut lua_State) -> c_int {
    // SAFETY: called by Luau from the prelude.
    unsafe { charge(state, UNITS_PER_CAUGHT_ERROR) };
    0
}

/// A Lua string as text; invalid UTF-8 is replaced.
pub(super) fn lossy(text: &LuaString) -> String {
    String::from_utf8_lossy(&text.as_bytes()).into_owned()
}
