//! Every function of the library, abused; by the interpreter and as machine code.

use fangqi_vm::{Vm, VmLimits};

use crate::support::abuse::{Attack, corpus, on_the_library};
use crate::support::{run, run_native, show, vm_with};

const LIMITS: VmLimits = VmLimits { memory: 32 << 20, fuel: 500_000 };

/// How a script ended, as text.
fn ending(vm: &Vm, attack: &Attack, native: bool) -> String {
    let outcome =
        if native { run_native(vm, &attack.script, LIMITS.fuel) } else { run(vm, &attack.script) };
    match outcome {
        Ok(values) => format!("ok {}", show(&values)),
        Err(error) => format!("{:?} {}", error.kind, error.message),
    }
}

#[test]
fn every_library_function_is_bounded_by_fuel_and_memory() {
    let attacks = on_the_library();
    assert!(attacks.len() > 120, "{} functions", attacks.len());
    for attack in attacks {
        let vm = vm_with(&LIMITS);
        let ending = ending(&vm, &attack, false);
        let bounded = ["Fuel", "Memory"].iter().any(|kind| ending.starts_with(kind));
        // `coroutine.yield` outside a coroutine and the like end the script itself.
        assert!(bounded || ending.starts_with("Error"), "{}: {ending}", attack.name);
        assert!(vm.memory() <= LIMITS.memory, "{}: {} bytes", attack.name, vm.memory());
        assert_eq!(show(&run(&vm, "return 1 + 1").unwrap()), "2", "{}", attack.name);
    }
}

#[test]
fn machine_code_is_bounded_as_the_interpreter_is() {
    let mut wrong = Vec::new();
    for attack in corpus().into_iter().chain(on_the_library()) {
        let interpreted = vm_with(&LIMITS);
        let by_interpreter = ending(&interpreted, &attack, false);
        let compiled = vm_with(&LIMITS);
        let by_machine = ending(&compiled, &attack, true);
        assert!(compiled.memory() <= LIMITS.memory, "{}", attack.name);
        let kind = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        if kind(&by_machine) != kind(&by_interpreter) {
            wrong.push(format!("{}: {by_interpreter} / {by_machine}", attack.name));
        }
        assert_eq!(show(&run(&compiled, "return 1 + 1").unwrap()), "2", "{}", attack.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn machine_code_takes_the_fuel_that_the_interpreter_takes() {
    let script = "
        local function sum(t) local n = 0 for i, v in ipairs(t) do n += v * i end return n end
        local t = {}
        for i = 1, 500 do t[i] = { i % 7, i % 5, i % 3 } end
        local total, text = 0, ''
        for round = 1, 20 do
          for _, row in t do total += sum(row) end
          text = text .. string.format('%d,', total)
          local k = 0
          while k < 10 do k += 1 if k == 7 then break end end
          repeat k -= 1 until k == 0
        end
        return total, #text";
    let (interpreted, compiled) = (vm_with(&LIMITS), vm_with(&LIMITS));
    let expected = show(&run(&interpreted, script).unwrap());
    assert_eq!(show(&run_native(&compiled, script, LIMITS.fuel).unwrap()), expected);
    let (a, b) = (interpreted.fuel_used() as f64, compiled.fuel_used() as f64);
    assert!((a / b - 1.0).abs() < 0.01, "{a} and {b} units");
}
