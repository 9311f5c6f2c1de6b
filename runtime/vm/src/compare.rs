//! Comparison of two VMs: walks through both at once and names the differences.

use std::collections::BTreeSet;

use mlua::ffi;
use mlua::{Function, Lua, MultiValue, Table, Value};

use super::Vm;

/// Maximum number of values compared; the rest is not.
const BUDGET: usize = 500_000;
/// Maximum depth of tables in tables that are compared.
const DEPTH_MAX: usize = 64;

/// A pair of values to compare, one of each VM.
#[derive(Debug, Clone)]
pub struct Root {
    /// Its name in reports.
    pub name: String,
    /// In the first VM.
    pub a: Value,
    /// In the second.
    pub b: Value,
}

/// Describes how the globals of scripts differ in two VMs, and how the values `more` do, captured
/// variables of functions included: at most `max` sentences such as ``global `x` is 1 here and 2
/// there``. Tables that are the globals `api` belong to the host and are not compared. Nor is such
/// a global that exists in one VM only, because the other has not used it yet.
pub fn differing(
    a: &Vm,
    b: &Vm,
    api: BTreeSet<&'static str>,
    more: Vec<Root>,
    max: usize,
) -> Vec<String> {
    let mut walk =
        Walk { vms: [a, b], seen: BTreeSet::new(), found: Vec::new(), budget: BUDGET, max };
    let (globals_a, globals_b) = (a.lua.globals(), b.lua.globals());
    let mut unnamed: BTreeSet<&[u8]> = BTreeSet::from([b"_G".as_slice()]);
    for name in api {
        match (globals_a.raw_get(name), globals_b.raw_get(name)) {
            (Ok(Value::Nil), _) | (_, Ok(Value::Nil)) => drop(unnamed.insert(name.as_bytes())),
            (Ok(Value::Table(module)), _) => drop(walk.first(module.to_pointer())),
            _ => {}
        }
    }
    for key in keys(&globals_a, &globals_b) {
        if let Key::Text(name) = &key
            && !unnamed.contains(name.as_slice())
        {
            let name = format!("global `{}`", String::from_utf8_lossy(name));
            walk.entry(&name, &key, &globals_a, &globals_b, 0);
        }
    }
    for root in more {
        walk.value(&root.name, &root.a, &root.b, 0);
    }
    walk.found
}

struct Walk<'a> {
    vms: [&'a Vm; 2],
    /// Addresses of objects of the first VM that were compared already; never iterated over.
    seen: BTreeSet<usize>,
    found: Vec<String>,
    budget: usize,
    max: usize,
}

/// A key that means the same in both VMs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Flag(bool),
    /// A number: its bits in a form that keeps the order, and its bits.
    Number(i64, u64),
    Text(Vec<u8>),
}

impl Key {
    fn of(value: &Value) -> Option<Self> {
        let number = |number: f64| {
            let bits = number.to_bits();
            let signed = bits.cast_signed();
            Self::Number(if signed < 0 { i64::MIN.wrapping_sub(signed) } else { signed }, bits)
        };
        match value {
            Value::Boolean(flag) => Some(Self::Flag(*flag)),
            Value::Integer(whole) => Some(number(*whole as f64)),
            Value::Number(value) => Some(number(*value)),
            Value::String(text) => Some(Self::Text(text.as_bytes().to_vec())),
            _ => None,
        }
    }

    fn get(&self, lua: &Lua, table: &Table) -> Value {
        let found = match self {
            Self::Flag(flag) => table.raw_get(*flag),
            Self::Number(_, bits) => table.raw_get(f64::from_bits(*bits)),
            Self::Text(text) => lua.create_string(text).and_then(|text| table.raw_get(text)),
        };
        found.unwrap_or(Value::Nil)
    }

    fn path(&self, of: &str) -> String {
        match self {
            Self::Flag(flag) => format!("{of}[{flag}]"),
            Self::Number(_, bits) => format!("{of}[{}]", f64::from_bits(*bits)),
            Self::Text(text) => {
                let text = String::from_utf8_lossy(text);
                let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if plain { format!("{of}.{text}") } else { format!("{of}[{text:?}]") }
            }
        }
    }
}

/// The keys of both tables, in order, without those that are tables or functions.
fn keys(a: &Table, b: &Table) -> BTreeSet<Key> {
    let mut keys = BTreeSet::new();
    for table in [a, b] {
        keys.extend(table.pairs::<Value, Value>().flatten().filter_map(|(key, _)| Key::of(&key)));
    }
    keys
}

impl Walk<'_> {
    fn tell(&mut self, path: &str, what: &str) {
        if self.found.len() < self.max {
            self.found.push(format!("{path} {what}"));
        }
    }

    fn entry(&mut self, path: &str, key: &Key, a: &Table, b: &Table, depth: usize) {
        let (in_a, in_b) = (key.get(&self.vms[0].lua, a), key.get(&self.vms[1].lua, b));
        self.value(path, &in_a, &in_b, depth);
    }

    fn value(&mut self, path: &str, a: &Value, b: &Value, depth: usize) {
        if self.found.len() >= self.max || self.budget == 0 || depth > DEPTH_MAX {
            return;
        }
        self.budget -= 1;
        let same = match (a, b) {
            (Value::Table(a), Value::Table(b)) => return self.tables(path, a, b, depth),
            (Value::Function(a), Value::Function(b)) => return self.functions(path, a, b, depth),
            (Value::Nil, Value::Nil) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::String(a), Value::String(b)) => *a.as_bytes() == *b.as_bytes(),
            (Value::Vector(a), Value::Vector(b)) => a == b,
            (Value::Integer(_) | Value::Number(_), Value::Integer(_) | Value::Number(_)) => {
                Key::of(a) == Key::of(b)
            }
            // Coroutines, buffers and the host's objects are compared by type only.
            (a, b) => a.type_name() == b.type_name(),
        };
        if !same {
            self.tell(path, &format!("is {} here and {} there", shown(a), shown(b)));
        }
    }

    /// Whether an object is met for the first time. Notes it.
    fn first(&mut self, pointer: *const std::ffi::c_void) -> bool {
        self.seen.insert(pointer as usize)
    }

    fn tables(&mut self, path: &str, a: &Table, b: &Table, depth: usize) {
        if !self.first(a.to_pointer()) {
            return;
        }
        for key in keys(a, b) {
            self.entry(&key.path(path), &key, a, b, depth + 1);
        }
        let objects = |table: &Table| {
            let odd = |pair: &(Value, Value)| Key::of(&pair.0).is_none();
            table.pairs::<Value, Value>().flatten().filter(odd).count()
        };
        let (count_a, count_b) = (objects(a), objects(b));
        if count_a != count_b {
            self.tell(path, &format!("has {count_a} objects as keys here and {count_b} there"));
        }
        if let (Some(meta_a), Some(meta_b)) = (a.metatable(), b.metatable()) {
            self.tables(&format!("{path} (metatable)"), &meta_a, &meta_b, depth + 1);
        }
    }

    fn functions(&mut self, path: &str, a: &Function, b: &Function, depth: usize) {
        if !self.first(a.to_pointer()) {
            return;
        }
        let (info, other) = (a.info(), b.info());
        if info.what == "C" || other.what == "C" {
            return;
        }
        if (&info.short_src, info.line_defined) != (&other.short_src, other.line_defined) {
            return self.tell(path, "is another function there");
        }
        let script = info.short_src.unwrap_or_default();
        let line = info.line_defined.unwrap_or_default();
        for number in 1..=255 {
            let (in_a, in_b) =
                (upvalue(&self.vms[0].lua, a, number), upvalue(&self.vms[1].lua, b, number));
            let (Some(in_a), Some(in_b)) = (in_a, in_b) else { return };
            // A variable captured by a captured function has the name of the outer one.
            let name = format!("captured variable {number} of {path} ({script}:{line})");
            let name = if path.starts_with("captured") { path.to_owned() } else { name };
            self.value(&name, &in_a, &in_b, depth + 1);
        }
    }
}

/// The `number`th captured variable of a Lua function, from 1.
fn upvalue(lua: &Lua, function: &Function, number: i32) -> Option<Value> {
    // SAFETY: runs under mlua's protection with the function alone on the stack;
    // `lua_getupvalue` pushes the value if there is one.
    let found = unsafe {
        lua.exec_raw::<MultiValue>(function, |state| {
            let missing = ffi::lua_getupvalue(state, 1, number).is_null();
            if missing {
                ffi::lua_settop(state, 0);
            } else {
                ffi::lua_remove(state, 1);
                ffi::lua_pushboolean(state, 1);
            }
        })
    };
    let mut values = found.ok()?.into_iter();
    let value = values.next()?;
    values.next().map(|_| value)
}

/// A value as a report shows it.
fn shown(value: &Value) -> String {
    const CHARS_MAX: usize = 40;
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(whole) => whole.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let text: String = text.to_string_lossy().chars().take(CHARS_MAX).collect();
            format!("{text:?}")
        }
        other => format!("a {}", other.type_name()),
    }
}
