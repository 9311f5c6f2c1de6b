//! What the VM's tests share.
#![allow(dead_code)]

use fangqi_room::vm::{ScriptError, Step, Vm, VmLimits, compile};
use mlua::{MultiValue, Value};

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
