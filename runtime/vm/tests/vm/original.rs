//! Library functions that are guarded give what Luau's own give: the same results, the same errors,
//! the same changes of their arguments. Both are called with the same arguments, drawn at random;
//! Luau's own in a state of mlua's that nothing of ours has touched.

use crate::support::hostile::{Dice, Ground, SOURCE, draw, find, functions};
use fangqi_vm::{ErrorKind, Step, VmLimits};
use mlua::{Function, Lua, Table, Value};

/// Functions of these libraries are compared, and those beside.
const LIBRARIES: [&str; 7] = ["bit32", "buffer", "math", "string", "table", "utf8", "vector"];
const OTHERS: [&str; 7] = ["next", "rawequal", "rawget", "rawlen", "select", "tonumber", "unpack"];
/// Those that are not Luau's here: chance, and names and orders of Lua 5.1.
const OWN: [&str; 7] = [
    "math.mod",
    "math.random",
    "math.randomseed",
    "string.__each",
    "string.gfind",
    "table.foreach",
    "table.foreachi",
];
/// Calls of each function.
const CALLS: u32 = 60;
const SIZE: u32 = 60;

/// Luau as it is, with the functions that make arguments.
struct Plain {
    lua: Lua,
    host: Table,
}

impl Plain {
    fn new() -> Plain {
        let lua = Lua::new();
        lua.set_memory_limit(VmLimits::default().memory).unwrap();
        let host = lua.load(SOURCE).eval().unwrap();
        Plain { lua, host }
    }

    fn function(&self, name: &str) -> Function {
        self.host.raw_get(name).unwrap()
    }

    fn find(&self, path: &str) -> Value {
        let start = Value::Table(self.lua.globals());
        path.split('.').fold(start, |value, name| value.as_table().unwrap().raw_get(name).unwrap())
    }
}

/// The argument at a place, as `describe` writes it: `#2 -1`, `#2 string 0x10`.
fn argument(described: &str, place: usize) -> &str {
    let start = format!("#{place} ");
    let line = described.lines().find_map(|line| line.strip_prefix(start.as_str()));
    line.map_or("", |line| line.trim_start_matches("string "))
}

/// Whether Luau reads a number as the least whole number: all that are too great, too small or no
/// number at all.
fn is_least_whole(number: &str) -> bool {
    let bounds = f64::from(i32::MIN)..=f64::from(i32::MAX);
    number.parse().is_ok_and(|number: f64| number == *bounds.start() || !bounds.contains(&number))
}

/// Whether Lua 5.1 is followed where Luau has another mind.
fn differs_on_purpose(path: &str, ours: &str, original: &str) -> bool {
    match path {
        // A field whose end is no whole number: Luau shifts by some number or other.
        "bit32.extract" | "bit32.replace" => ours.contains("trying to access non-existent bits"),
        // A shift by the least whole number (a sum that overflows in C++): no bit is left.
        "bit32.lshift" | "bit32.rshift" | "bit32.arshift" => {
            ours.starts_with("boolean true\n0\n") && is_least_whole(argument(ours, 2))
        }
        // A search that begins beyond the end.
        "string.find" | "string.match" => original.starts_with("boolean true\nnil"),
        "string.gsub" => original.contains("invalid use of '%' in replacement"),
        // Addresses.
        "string.format" => original.contains("0x"),
        _ => false,
    }
}

#[test]
fn guarded_functions_give_what_luau_gives() {
    let (ground, plain) = (Ground::new(), Plain::new());
    let sizes = ground.sizes();
    let mut compared = 0;
    let mut wrong = Vec::new();
    for path in functions(&ground.vm) {
        let library = path.split('.').next().unwrap();
        let is_compared = LIBRARIES.contains(&library) || OTHERS.contains(&path.as_str());
        if !is_compared || OWN.contains(&path.as_str()) {
            continue;
        }
        let (guarded, original) = (find(&ground.vm, &path), plain.find(&path));
        let mut dice =
            Dice(path.bytes().fold(7, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
        for _ in 0..CALLS {
            let call = draw(&mut dice, &path, &sizes);
            if !ground.prepare(&call, SIZE) {
                continue;
            }
            plain.function("clear").call::<()>(()).unwrap();
            let add = plain.function("add");
            for (kind, place) in &call {
                add.call::<()>((*kind, *place, SIZE)).unwrap();
            }
            ground.vm.set_fuel(VmLimits::default().fuel);
            let ours = match ground.vm.start(ground.function("describe"), guarded.clone()) {
                Ok((_, Step::Done(values))) => values[0].to_string().unwrap(),
                Ok(_) => panic!("{path} waits"),
                Err(error) if error.kind == ErrorKind::Fuel => continue,
                Err(error) => error.to_string(),
            };
            let theirs = plain.function("describe").call::<String>(original.clone());
            let theirs = theirs.unwrap_or_else(|error| error.to_string());
            compared += 1;
            if ours != theirs && !differs_on_purpose(&path, &ours, &theirs) {
                wrong.push(format!("{path} {call:?}\n  ours: {ours:.300}\n  Luau: {theirs:.300}"));
            }
        }
    }
    assert!(compared > 50 * CALLS, "{compared} calls");
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
