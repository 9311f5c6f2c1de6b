//! What the VM's tests share.
#![allow(dead_code)]

pub(crate) mod abuse;
pub(crate) mod hostile;

use std::collections::BTreeMap;

use fangqi_vm::{ScriptError, Step, Vm, VmLimits, compile};
use mlua::{MultiValue, Table, Value};

/// A sealed VM with default limits.
pub(crate) fn vm() -> Vm {
    vm_with(&VmLimits::default())
}

pub(crate) fn vm_with(limits: &VmLimits) -> Vm {
    let vm = Vm::new(limits, 1).unwrap();
    vm.seal().unwrap();
    vm
}

/// Runs a script to its end in a VM.
pub(crate) fn run(vm: &Vm, source: &str) -> Result<MultiValue, ScriptError> {
    let script = compile("test/main.lua", source.as_bytes())?;
    let (_, step) = vm.start(vm.load(&script)?, ())?;
    match step {
        Step::Done(values) => Ok(values),
        Step::Waiting(token) => panic!("the script waits for {token}"),
    }
}

/// Runs a script in a VM of its own and gives its results as texts, joined by spaces.
pub(crate) fn eval(source: &str) -> String {
    let vm = vm();
    match run(&vm, source) {
        Ok(values) => show(&values),
        Err(error) => format!("error {:?} {error}", error.kind),
    }
}

pub(crate) fn show(values: &MultiValue) -> String {
    let texts: Vec<String> = values.iter().map(text).collect();
    texts.join(" ")
}

fn text(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(value) => value.to_string_lossy(),
        other => other.type_name().to_owned(),
    }
}

/// As [`run`] with so much fuel, but as machine code: a script before it makes that worth while.
pub(crate) fn run_native(vm: &Vm, source: &str, fuel: u64) -> Result<MultiValue, ScriptError> {
    let script = compile("test/main.lua", format!("--!native\n{source}").as_bytes())?;
    let main = vm.load(&script)?;
    vm.set_fuel(20_000_000);
    run(vm, "for i = 1, 3e6 do end")?;
    vm.set_fuel(fuel);
    match vm.start(main, ())?.1 {
        Step::Done(values) => Ok(values),
        Step::Waiting(token) => panic!("the script waits for {token}"),
    }
}

/// Everything a script can reach from its globals: path and type, breadth first.
pub(crate) fn walk(root: &Table) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut seen = vec![root.clone()];
    let mut queue = vec![(String::new(), root.clone())];
    while let Some((path, table)) = queue.pop() {
        for entry in table.pairs::<Value, Value>() {
            let (key, value) = entry.unwrap();
            let path = format!("{path}.{}", key.to_string().unwrap());
            let mut kind = value.type_name().to_owned();
            if let Value::Table(inner) = &value {
                if inner.is_readonly() {
                    kind.push_str(" (read-only)");
                }
                if !seen.contains(inner) {
                    seen.push(inner.clone());
                    queue.push((path.clone(), inner.clone()));
                }
            }
            found.insert(path.trim_start_matches('.').to_owned(), kind);
        }
        if let Some(meta) = table.metatable()
            && !seen.contains(&meta)
        {
            seen.push(meta.clone());
            queue.push((format!("{path}<metatable>"), meta));
        }
    }
    found
}
