//! The profile of scripts: what it counts, against the fuel that a VM says is gone.

use fangqi_vm::{FunctionCost, Profile, profiled};

use crate::support::{run, vm};

/// `heavy` loops three times as often as `light`; `both` calls them. Calls of globals are not
/// inlined.
const SCRIPT: &str = "\
function heavy(n)
  local sum = 0
  for i = 1, 3 * n do
    sum = sum + i % 7
  end
  return sum
end
function light(n)
  local sum = 0
  for i = 1, n do
    sum = sum + i % 7
  end
  return sum
end
function both()
  return heavy(1000) + light(1000)
end
for i = 1, 200 do both() end
";

/// Runs a script in a new VM and gives the fuel that the VM says is gone.
fn fuel_of(source: &str) -> u64 {
    let vm = vm();
    run(&vm, source).unwrap();
    vm.fuel_used()
}

fn function<'a>(profile: &'a Profile, name: &str) -> &'a FunctionCost {
    profile.functions.iter().find(|cost| cost.name == name).unwrap()
}

#[test]
fn fuel_goes_to_the_functions_and_lines_that_use_it() {
    let (_, profile) = profiled(|| fuel_of(SCRIPT));
    let of = |name| function(&profile, name);
    let (heavy, light, both) = (of("heavy"), of("light"), of("both"));
    assert_eq!((heavy.line, light.line, both.line), (1, 8, 15));
    let ratio = heavy.own as f64 / light.own as f64;
    assert!((2.8..3.2).contains(&ratio), "{ratio}");
    assert!(both.own < profile.fuel / 50, "{profile:?}");
    assert!(both.total > profile.fuel / 10 * 9, "{profile:?}");
    assert_eq!((heavy.own, light.own), (heavy.total, light.total));
    let is_file = |cost: &&FunctionCost| cost.script == "test/main.lua" && cost.line == 0;
    let file = profile.functions.iter().find(is_file).unwrap();
    assert!(file.total > profile.fuel / 10 * 9, "{profile:?}");
    let lines: Vec<u32> = profile.lines.iter().take(2).map(|cost| cost.line).collect();
    assert!(matches!(lines[0], 3 | 4) && matches!(lines[1], 10 | 11), "{:?}", profile.lines);
}

/// All that was used is in the profile, and a script uses no more or less for being profiled.
#[test]
fn the_sum_is_what_was_used() {
    let allocating = "local t = {} for i = 1, 20000 do t[i] = { i, tostring(i) } end";
    for source in [SCRIPT, allocating] {
        let (used, profile) = profiled(|| fuel_of(source));
        assert_eq!(used, fuel_of(source));
        // All that may miss is what was used after the last sample, and all that may be too much is
        // the host's own script, which prepares the VM.
        let lines = profile.lines.iter().filter(|cost| cost.script == "test/main.lua");
        let counted: u64 = lines.map(|cost| cost.fuel).sum();
        assert!(counted <= used && used - counted < 2_000, "{counted} of {used}");
        let own: u64 = profile.functions.iter().map(|cost| cost.own).sum();
        assert_eq!(own, profile.fuel);
    }
}

#[test]
fn recursion_counts_once_and_many_short_steps_are_counted() {
    let recursive = "\
local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end
fib(22)";
    let (_, profile) = profiled(|| fuel_of(recursive));
    let fib = function(&profile, "fib");
    assert!(fib.total <= profile.fuel && fib.own > profile.fuel / 10 * 9, "{profile:?}");

    let (used, profile) = profiled(|| {
        let vm = vm();
        let step = |_| {
            run(&vm, "local s = 0 for i = 1, 5 do s = s + i end").unwrap();
            vm.fuel_used()
        };
        (0..2_000).map(step).sum::<u64>()
    });
    assert!(profile.fuel > used / 2, "{} of {used}", profile.fuel);
}

#[test]
fn a_profile_ends_with_its_work() {
    let (inner, outer) = profiled(|| profiled(|| fuel_of(SCRIPT)).1.fuel);
    assert!(inner > 0);
    assert_eq!(outer, Profile::default());
    let panicked = std::panic::catch_unwind(|| profiled(|| panic!("in the middle")));
    assert!(panicked.is_err());
    let vm = vm();
    run(&vm, SCRIPT).unwrap();
    assert_eq!(profiled(|| run(&vm, SCRIPT).is_ok()), (true, Profile::default()));
}
