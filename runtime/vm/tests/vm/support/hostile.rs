//! Calls of library functions with hostile arguments, drawn at random.

use std::collections::BTreeMap;

use fangqi_vm::{Step, Vm, VmLimits, compile};
use mlua::{Function, Table, Value};

use super::{vm_with, walk};

/// The functions that make the arguments.
pub(crate) const SOURCE: &str = include_str!("../data/hostile.luau");

/// Seconds of processor time of this thread.
pub(crate) fn processor() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes the time.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// A small generator of random numbers (splitmix64), the same in each run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// The kinds of arguments that a function of a library is likely to take, the first and the others.
fn likely(path: &str) -> (&'static [&'static str], &'static [&'static str]) {
    const ANY: &[&str] =
        &["number", "numeral", "text", "pattern", "format", "table", "buffer", "other", "missing"];
    const NUMBERS: &[&str] = &["number", "number", "numeral", "numeral", "missing"];
    match path.split('.').next().unwrap_or_default() {
        "string" if path.contains("pack") || path.ends_with("format") => {
            (&["format"], &["number", "numeral", "text"])
        }
        "string" => {
            (&["text", "text", "numeral"], &["pattern", "pattern", "number", "numeral", "text"])
        }
        "table" => (&["table"], &["number", "numeral", "number", "table", "missing", "text"]),
        "utf8" => (&["text", "number"], NUMBERS),
        "buffer" => (&["buffer", "buffer", "number"], &["number", "numeral", "text", "buffer"]),
        "math" | "bit32" => (NUMBERS, NUMBERS),
        "next" | "pairs" | "ipairs" | "unpack" | "rawlen" => (&["table"], NUMBERS),
        _ => (ANY, ANY),
    }
}

/// A call: the arguments by kind, place and size.
pub(crate) type Call = Vec<(&'static str, usize)>;

/// Draws the arguments of a call.
pub(crate) fn draw(dice: &mut Dice, path: &str, sizes: &BTreeMap<String, usize>) -> Call {
    let (first, others) = likely(path);
    let (any, _) = likely("");
    let count = dice.below(6);
    let mut call = Call::new();
    for at in 0..count {
        let kinds = match dice.below(8) {
            0 => any,
            _ if at == 0 => first,
            _ => others,
        };
        let kind = kinds[dice.below(kinds.len())];
        call.push((kind, 1 + dice.below(sizes.get(kind).copied().unwrap_or(1))));
    }
    call
}

/// A VM with the functions that make hostile arguments.
pub(crate) struct Ground {
    pub(crate) vm: Vm,
    host: Table,
}

impl Ground {
    pub(crate) fn new() -> Ground {
        let vm = vm_with(&VmLimits::default());
        let main = vm.load(&compile("hostile", SOURCE.as_bytes()).unwrap()).unwrap();
        let (_, Step::Done(results)) = vm.start(main, ()).unwrap() else { panic!("it waits") };
        let Some(Value::Table(host)) = results.into_iter().next() else { panic!("no table") };
        Ground { vm, host }
    }

    /// A function of `hostile.luau`.
    pub(crate) fn function(&self, name: &str) -> Function {
        self.host.raw_get(name).unwrap()
    }

    /// How many values of each kind there are.
    pub(crate) fn sizes(&self) -> BTreeMap<String, usize> {
        self.vm.call(&self.function("sizes"), ()).unwrap()
    }

    /// Makes the arguments; whether there was memory for them.
    pub(crate) fn prepare(&self, call: &Call, size: u32) -> bool {
        self.vm.set_fuel(u64::MAX >> 2);
        let clear = self.vm.call::<()>(&self.function("clear"), ());
        let add = self.function("add");
        let made = call
            .iter()
            .try_for_each(|(kind, place)| self.vm.call::<()>(&add, (*kind, *place, size)));
        if size > 1000 {
            self.vm.collect();
        }
        clear.is_ok() && made.is_ok()
    }

    /// Seconds that a function of `host` takes with one of the library, on so much fuel.
    pub(crate) fn time(&self, name: &str, function: &Value, fuel: u64) -> f64 {
        self.vm.set_fuel(fuel);
        let host = self.function(name);
        let before = processor();
        // How it ends is the business of others.
        let _ = self.vm.start(host, function.clone());
        processor() - before
    }
}

/// The functions that scripts can reach, but for those that end or wait by design.
pub(crate) fn functions(vm: &Vm) -> Vec<String> {
    walk(&vm.lua().globals())
        .into_iter()
        .filter(|(_, kind)| kind == "function")
        .filter_map(|(path, _)| path.strip_prefix("<metatable>.__index.").map(str::to_owned))
        .collect()
}

pub(crate) fn find(vm: &Vm, path: &str) -> Value {
    let mut value = Value::Table(vm.lua().globals());
    for name in path.split('.') {
        value = value.as_table().unwrap().get(name).unwrap();
    }
    value
}
