//! Waiting through everything a script may put between its root and a host call.

use std::cell::Cell;
use std::rc::Rc;

use crate::support::{run, show};
use fangqi_vm::{ErrorKind, Step, Task, Vm, VmLimits, compile};
use mlua::{MultiValue, Value};

/// A VM with `ask(...)`, which waits with token 1, 2, … and `echo(...)`, which returns at once.
fn vm() -> Vm {
    let vm = Vm::new(&VmLimits::default(), 1).unwrap();
    let next = Cell::new(0_i64);
    let ask = vm
        .lua()
        .create_function(move |_, _: MultiValue| {
            next.set(next.get() + 1);
            Ok(next.get())
        })
        .unwrap();
    let echo = vm
        .lua()
        .create_function(|_, mut args: MultiValue| {
            args.push_front(Value::Nil);
            Ok(args)
        })
        .unwrap();
    vm.lua().globals().set("ask", vm.waiting(ask).unwrap()).unwrap();
    vm.lua().globals().set("echo", vm.waiting(echo).unwrap()).unwrap();
    vm.seal().unwrap();
    vm
}

fn start(vm: &Vm, source: &str) -> (Task, Step) {
    let script = compile("test/main.lua", source.as_bytes()).unwrap();
    vm.start(vm.load(&script).unwrap(), ()).unwrap()
}

/// Runs a script, answering wait number `n` with `n * 10, "a"`, and gives its results.
fn answered(vm: &Vm, source: &str) -> String {
    let (task, mut step) = start(vm, source);
    loop {
        match step {
            Step::Done(values) => return show(&values),
            Step::Waiting(token) => {
                step = match vm.resume(&task, (token * 10, "a")) {
                    Ok(step) => step,
                    Err(error) => return format!("error {error}"),
                };
            }
        }
    }
}

/// A script and what it returns, written down by hand from the rule that a wait is invisible.
const PASSES: &[(&str, &str)] = &[
    ("return ask()", "10 a"),
    ("return echo(1, 'x')", "1 x"),
    ("return (ask()) + (ask())", "30"),
    ("return pcall(ask)", "true 10 a"),
    ("return pcall(function() local a = ask() error('e' .. a, 0) end)", "false e10"),
    ("return xpcall(function() return ask() end, print)", "true 10 a"),
    ("return select(2, xpcall(function() ask() error('e', 0) end, function(e) return e .. '!' end))", "e!"),
    ("return pcall(pcall, pcall, ask)", "true true true 10 a"),
    ("local s = 0 for a in function() local a = ask() if a < 40 then return a end end do s += a end return s", "60"),
    ("local s = 0 for k, v in pairs({1, 2}) do s += v * ask() end return s", "50"),
    ("local co = coroutine.create(function(x) return x, ask() end) return coroutine.resume(co, 5)", "true 5 10 a"),
    (
        "local co = coroutine.create(function() local a = ask() local b = coroutine.yield(a) return b, ask() end)
         local r = {} for i = 1, 2 do local ok, v = coroutine.resume(co, 'r' .. i) r[i] = tostring(v) end
         return table.concat(r, ','), coroutine.status(co)",
        "10,r2 dead",
    ),
    ("local f = coroutine.wrap(function() for i = 1, 3 do coroutine.yield((ask())) end end) return f(), f(), f()", "10 20 30"),
    (
        "local inner = function() return coroutine.wrap(function() return ask() end)() end
         return coroutine.wrap(function() return coroutine.wrap(inner)() end)()",
        "10 a",
    ),
    ("local s = 0 for v in coroutine.wrap(function() for i = 1, 3 do ask() coroutine.yield(i) end end) do s += v end return s", "6"),
    ("local ok, e = coroutine.resume(coroutine.create(function() ask() error('e', 0) end)) return ok, e", "false e"),
    ("return pcall(coroutine.wrap(function() ask() error({}) end))", "false table"),
    ("local n = 0 for i = 1, 50 do local co = coroutine.wrap(function() for j = 1, 4 do ask() end n += 1 end) co() end return n", "50"),
    ("local t = setmetatable({}, {__index = function(_, k) return k end}) return t.x, ask()", "x 10 a"),
    ("return coroutine.isyieldable(), coroutine.wrap(function() return coroutine.isyieldable() end)()", "true true"),
];

#[test]
fn waits_pass_through() {
    for (source, expected) in PASSES {
        assert_eq!(answered(&vm(), source), *expected, "{source}");
    }
}

#[test]
fn waits_refuse_what_they_cannot_cross() {
    for source in [
        "table.sort({2, 1}, function(a, b) return ask() end)",
        "return setmetatable({}, {__index = function() return ask() end}).x",
        "return setmetatable({}, {__add = function() return ask() end}) + 1",
        "return ('x'):gsub('x', function() return ask() end)",
        "return tostring(setmetatable({}, {__tostring = function() return ask() end}))",
    ] {
        let error = run(&vm(), source).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Error);
        assert!(
            error.message.contains("a function that waits cannot be called inside"),
            "{source}: {error}"
        );
        assert_eq!(error.script, "test/main.lua");
    }
}

#[test]
fn a_yield_without_a_coroutine_is_an_error_where_it_is() {
    let error = run(&vm(), "local a = 1\ncoroutine.yield(a)").unwrap_err();
    assert_eq!(
        (error.line, error.message.as_str()),
        (2, "attempt to yield from outside a coroutine")
    );
    assert_eq!(
        answered(&vm(), "local ok, e = pcall(coroutine.yield, 1) return ok, e, (ask())"),
        "false attempt to yield from outside a coroutine 10"
    );
}

#[test]
fn nobody_else_resumes_a_waiting_coroutine() {
    let vm = vm();
    let (task, step) = start(
        &vm,
        "co = coroutine.create(function() return ask() end) main = coroutine.running()
         w = coroutine.wrap(function() return coroutine.resume(co) end) return w()",
    );
    assert!(matches!(step, Step::Waiting(1)));
    let seen = run(
        &vm,
        "local a, b = coroutine.resume(co, 'stolen') local c, d = coroutine.resume(main, 'stolen')
         return a, b, c, d, coroutine.status(co), coroutine.status(main), pcall(w), pcall(coroutine.close, co)",
    );
    let waits = "false cannot resume a coroutine that waits for the host";
    let seen = show(&seen.unwrap());
    assert!(seen.starts_with(&format!("{waits} {waits} normal normal false")), "{seen}");
    assert!(seen.contains("cannot close normal coroutine"), "{seen}");
    let Step::Done(values) = vm.resume(&task, "answer").unwrap() else { panic!("not done") };
    assert_eq!(show(&values), "true answer");
}

#[test]
fn the_tag_is_not_seen_by_scripts() {
    let vm = vm();
    let (task, step) = start(
        &vm,
        "seen = {} local function note(...) for i = 1, select('#', ...) do seen[#seen + 1] = type((select(i, ...))) end return ... end
         local co = coroutine.create(function() note(pcall(ask)) note(coroutine.yield('y')) end)
         note(coroutine.resume(co)) note(coroutine.resume(co, 1)) return table.concat(seen, ' ')",
    );
    assert!(matches!(step, Step::Waiting(1)));
    let Step::Done(values) = vm.resume(&task, ()).unwrap() else { panic!("not done") };
    assert_eq!(show(&values), "boolean boolean string number boolean");
}

#[test]
fn ended_tasks_refuse_and_dropped_tasks_leave_nothing() {
    let vm = vm();
    let (task, step) = start(&vm, "return 1");
    assert!(matches!(step, Step::Done(_)));
    assert!(vm.resume(&task, ()).unwrap_err().message.contains("already ended"));
    // The ended task's coroutine serves another one now: still refused.
    let (other, _) = start(&vm, "return ask()");
    assert!(vm.resume(&task, ()).is_err());
    assert!(matches!(vm.resume(&other, 5), Ok(Step::Done(_))));

    vm.collect();
    let before = vm.memory();
    for _ in 0..2000 {
        let (task, step) = start(&vm, "local big = table.create(100, 1) ask() return big");
        assert!(matches!(step, Step::Waiting(_)));
        drop(task);
    }
    vm.collect();
    assert!(vm.memory() < before + 256 * 1024, "{before} became {}", vm.memory());
}

/// Starts a script that waits at its end; gives its task and which coroutine it runs in.
fn waiting_in(vm: &Vm, seen: &Rc<Cell<usize>>, source: &str) -> (Task, usize) {
    let (task, step) = start(vm, source);
    assert!(matches!(step, Step::Waiting(_)));
    (task, seen.get())
}

#[test]
fn abandoned_tasks_lend_their_coroutines_and_go_no_further() {
    let vm = Vm::new(&VmLimits::default(), 1).unwrap();
    let seen = Rc::new(Cell::new(0));
    let note = Rc::clone(&seen);
    let ask = vm
        .lua()
        .create_function(move |lua, ()| {
            note.set(lua.current_thread().to_pointer() as usize);
            Ok(1)
        })
        .unwrap();
    vm.lua().globals().set("ask", vm.waiting(ask).unwrap()).unwrap();
    vm.seal().unwrap();

    let (first, place) = waiting_in(&vm, &seen, "pcall(function() ask() end) went_on = true");
    vm.abandon(&first);
    assert!(vm.resume(&first, ()).unwrap_err().message.contains("already ended"));
    vm.abandon(&first);
    let (second, again) = waiting_in(&vm, &seen, "ask() return went_on");
    assert_eq!(again, place, "the same coroutine");
    assert!(vm.resume(&first, ()).is_err(), "it is another task's now");
    let Step::Done(values) = vm.resume(&second, ()).unwrap() else { panic!("not done") };
    assert_eq!(show(&values), "nil");

    // A script that knows a coroutine does not see it begin anew.
    let (known, place) = waiting_in(&vm, &seen, "mine = coroutine.running() ask()");
    let before = show(&run(&vm, "return coroutine.status(mine)").unwrap());
    vm.abandon(&known);
    let (_other, elsewhere) = waiting_in(&vm, &seen, "ask()");
    assert_ne!(elsewhere, place);
    assert_eq!(show(&run(&vm, "return coroutine.status(mine)").unwrap()), before);
}

#[test]
fn many_tasks_wait_at_once() {
    let vm = vm();
    let tasks: Vec<Task> =
        (0..500).map(|_| start(&vm, "local a = ask() return a * 2, ask()").0).collect();
    for (index, task) in tasks.iter().enumerate() {
        assert!(matches!(vm.resume(task, index).unwrap(), Step::Waiting(_)));
    }
    for (index, task) in tasks.iter().enumerate().rev() {
        let Step::Done(values) = vm.resume(task, "end").unwrap() else { panic!("not done") };
        assert_eq!(show(&values), format!("{} end", index * 2));
    }
}

#[test]
fn fuel_runs_out_in_a_coroutine_that_waited() {
    let vm = vm();
    let (task, _) = start(
        &vm,
        "coroutine.wrap(function()\n ask()\n while true do pcall(function() while true do end end) end end)()",
    );
    vm.set_fuel(50_000);
    let error = vm.resume(&task, ()).unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::Fuel, 3));
    assert!(vm.resume(&task, ()).is_err());
}
