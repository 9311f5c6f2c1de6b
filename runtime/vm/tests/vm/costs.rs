//! What library functions cost: every function that a script can reach, with hostile arguments of
//! several sizes.
//!
//! Functions are found in the live environment and arguments are drawn at random, so that a new
//! function needs no new test. A call must not take more than 0.3 s of processor time within a
//! step's fuel, and calls that are repeated must use up fuel about as fast as they take time.
//!
//! This is the one place where a test looks at time: what is asserted is time. It is that of the
//! thread's own work, the ceilings are several times what is found, and what lies above them is
//! measured again, so that a busy machine does not fail it. Builds with debug assertions, in which
//! Luau checks itself, and sanitised ones are given more.

use crate::support::hostile::{Dice, Ground, draw, find, functions};
use crate::support::{run, vm_with};
use fangqi_vm::VmLimits;

/// Seconds that a call may take.
const CALL: f64 = 0.3;
/// Fuel on which a call is repeated.
const LOOP_FUEL: u64 = 200_000;
/// Seconds that repeated calls may take on it: an empty loop takes a hundredth.
const LOOP: f64 = 0.1;
/// Sizes of long arguments.
const SIZES: [u32; 2] = [60, 1 << 16];
/// Calls of each function and size.
const CALLS: u32 = 10;

/// How much slower this build may be.
fn allowance() -> f64 {
    let sanitised = std::env::var_os("FANGQI_SANITISED").is_some();
    if sanitised {
        100.0
    } else if cfg!(debug_assertions) {
        3.0
    } else {
        1.0
    }
}

/// Measures twice more what seems to take too long.
fn exceeds(ceiling: f64, mut measure: impl FnMut() -> f64) -> Option<f64> {
    let least = (0..3).map(|_| measure()).take_while(|took| *took > ceiling);
    let mut times = least.collect::<Vec<f64>>();
    times.sort_by(f64::total_cmp);
    (times.len() == 3).then(|| times[0])
}

/// Calls every function with hostile arguments and gives those calls that take too long.
fn slow_calls(part: usize, parts: usize) -> Vec<String> {
    let mut slow = Vec::new();
    let names = functions(&Ground::new().vm);
    assert!(names.len() > 120, "{names:?}");
    for path in names.into_iter().skip(part).step_by(parts) {
        let ground = Ground::new();
        let sizes = ground.sizes();
        let function = find(&ground.vm, &path);
        let mut dice =
            Dice(path.bytes().fold(1, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
        for size in SIZES {
            for _ in 0..CALLS {
                let call = draw(&mut dice, &path, &sizes);
                for (name, fuel, ceiling) in
                    [("call", VmLimits::default().fuel, CALL), ("hammer", LOOP_FUEL, LOOP)]
                {
                    let took = exceeds(ceiling * allowance(), || {
                        if !ground.prepare(&call, size) {
                            return 0.0;
                        }
                        ground.time(name, &function, fuel)
                    });
                    if let Some(took) = took {
                        slow.push(format!("{name} {path} {call:?} of {size}: {took:.3} s"));
                    }
                }
            }
        }
    }
    slow
}

#[test]
fn no_call_takes_long_for_its_fuel_1() {
    assert_eq!(slow_calls(0, 2), Vec::<String>::new());
}

#[test]
fn no_call_takes_long_for_its_fuel_2() {
    assert_eq!(slow_calls(1, 2), Vec::<String>::new());
}

/// As many arguments as there can be, each a long text for a number.
#[test]
fn many_arguments_are_paid_for() {
    let ground = Ground::new();
    let mut slow = Vec::new();
    for path in functions(&ground.vm) {
        let function = find(&ground.vm, &path);
        for place in 1..=4 {
            ground.vm.set_fuel(u64::MAX >> 2);
            ground.vm.call::<()>(&ground.function("clear"), ()).unwrap();
            let add = ground.function("add_many");
            ground.vm.call::<()>(&add, ("numeral", place, 2000, 200_000)).unwrap();
            let fuel = VmLimits::default().fuel;
            let took = exceeds(CALL * allowance(), || ground.time("call", &function, fuel));
            slow.extend(took.map(|took| format!("{path} {place}: {took:.3} s")));
        }
    }
    assert_eq!(slow, Vec::<String>::new());
}

/// Luau calls the host where it works through long texts (`luau/lua.h`).
#[test]
fn what_one_instruction_does_to_long_texts_is_paid_for() {
    let used = |texts: &str, instruction: &str| {
        let vm = vm_with(&VmLimits::default());
        run(&vm, &format!("{texts} for i = 1, 100 do local _ = {instruction} end")).unwrap();
        vm.fuel_used()
    };
    let long = "local a, b = string.rep('a', 2^20) .. 'a', string.rep('a', 2^20) .. 'b'";
    let zeros = "local a, b = string.rep('0', 2^20) .. '1', 1";
    let blanks = "local a, b = '1' .. string.rep(' ', 2^20), 1";
    // A unit for 64 bytes that are compared, and for eight that are read.
    for (texts, instruction, least) in
        [(long, "a < b", 16_000), (zeros, "a + 1", 130_000), (blanks, "a + 1", 130_000)]
    {
        let each = (used(texts, instruction) - used(texts, "i + 1")) / 100;
        assert!(each > least && each < 2 * least, "{texts} {instruction}: {each}");
    }
}
