//! The attack corpus, and what scripts can reach.

use std::fmt::Write;

use crate::support::abuse::corpus;
use crate::support::{run, show, vm_with, walk};
use fangqi_vm::{ErrorKind, Vm, VmLimits};
use mlua::Table;

/// `ok`, `error`, … and the text that goes with it.
fn outcome(vm: &Vm, script: &str) -> (&'static str, String) {
    match run(vm, script) {
        Ok(values) => ("ok", show(&values)),
        Err(error) => {
            let kind = match error.kind {
                ErrorKind::Syntax => "syntax",
                ErrorKind::Error => "error",
                ErrorKind::Fuel => "fuel",
                ErrorKind::Memory => "memory",
                ErrorKind::Stopped => "stopped",
            };
            (kind, error.to_string())
        }
    }
}

#[test]
fn every_attack_ends_within_its_bounds() {
    let limits = VmLimits { memory: 32 << 20, fuel: 5_000_000 };
    let mut wrong = Vec::new();
    let cases = corpus();
    assert!(cases.len() >= 80, "the corpus has {} cases", cases.len());
    for case in cases {
        let vm = vm_with(&limits);
        let started = std::time::Instant::now();
        let (kind, text) = outcome(&vm, &case.script);
        let took = started.elapsed().as_millis();
        if took > 1000 {
            println!("{took} ms: {}", case.name);
        }
        let (wanted, part) = case.outcome.split_once(": ").unwrap_or((&case.outcome, ""));
        if (wanted != "ends" && wanted != kind) || !text.contains(part) {
            let text: String = text.chars().take(200).collect();
            wrong.push(format!("{}: wanted {}, got {kind}: {text}", case.name, case.outcome));
        }
        assert!(vm.memory() <= limits.memory, "{}: {} bytes", case.name, vm.memory());
        // The VM is as good as new for the next step.
        assert_eq!(
            show(&run(&vm, "local n = 0 for i = 1, 10 do n += i end return n").unwrap()),
            "55",
            "{}",
            case.name
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn attacks_cost_the_same_fuel_every_time() {
    let limits = VmLimits { memory: 32 << 20, fuel: 300_000 };
    for case in corpus() {
        let spent = || {
            let vm = vm_with(&limits);
            let result = outcome(&vm, &case.script);
            (result, vm.fuel_left())
        };
        assert_eq!(spent(), spent(), "{}", case.name);
    }
}

#[test]
fn scripts_reach_what_is_listed_and_nothing_else() {
    let vm = vm_with(&VmLimits::default());
    let mut text = String::new();
    for (path, kind) in walk(&vm.lua().globals()) {
        writeln!(text, "{path} {kind}").unwrap();
    }
    let strings: Table = vm.lua().type_metatable::<mlua::LuaString>().unwrap();
    for (path, kind) in walk(&strings) {
        writeln!(text, "string<metatable>.{path} {kind}").unwrap();
    }
    let listed = include_str!("data/environment.txt");
    assert_eq!(text, listed, "what scripts can reach has changed; review it, then update the list");
}

/// Compiling would take minutes, or fill the thread's stack.
#[test]
fn types_that_name_each_other_without_end_are_refused() {
    let link = |at: u32| format!("type T{at} = T{} | T{}\n", at - 1, at - 1);
    let wide: String = (1..40).map(link).collect();
    let link = |at: u32| format!("type T{at} = T{}\n", at - 1);
    let deep: String = (1..8000).map(link).collect();
    for aliases in [wide, deep] {
        let script = format!("type T0 = number\n{aliases}local x: T39 = 1");
        let vm = vm_with(&VmLimits::default());
        let (kind, text) = outcome(&vm, &script);
        assert_eq!(kind, "syntax", "{text}");
        let source = format!("return loadstring({script:?})");
        let (kind, text) = outcome(&vm, &source);
        assert!(kind == "ok" && text.contains("aliases of types"), "{kind} {text}");
    }
}
