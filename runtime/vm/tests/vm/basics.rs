//! Loading, running, failing, waiting.

use std::cell::RefCell;
use std::rc::Rc;

use crate::support::{eval, run, show, vm, vm_with};
use fangqi_vm::{ErrorKind, Level, Step, StopHandle, Vm, VmLimits, compile, compile_for};
use mlua::{IntoLua, Lua, Value};

fn failure(source: &str) -> fangqi_vm::ScriptError {
    run(&vm(), source).expect_err("the script was to fail")
}

#[test]
fn runs_and_returns() {
    assert_eq!(eval("return 1 + 1, 'a' .. 'b', true, nil"), "2 ab true nil");
    assert_eq!(
        eval("local t = {} for i = 1, 3 do t[i] = i * i end return table.concat(t, ',')"),
        "1,4,9"
    );
    assert_eq!(eval("return ..."), "");
}

#[test]
fn errors_name_script_and_line() {
    let error = failure("local a = 1\nfunction f()\n  local x = nil\n  return x.y\nend\nf()");
    assert_eq!(
        (error.kind, error.script.as_str(), error.line),
        (ErrorKind::Error, "test/main.lua", 4)
    );
    assert!(error.message.contains("attempt to index nil with 'y'"), "{error}");
    assert_eq!(error.traceback, "test/main.lua:4 in f\ntest/main.lua:6");

    let error = failure("\nerror('plain')");
    assert_eq!((error.line, error.message.as_str()), (2, "plain"));
    let error = failure("\nerror('no position', 0)");
    assert_eq!((error.line, error.message.as_str()), (2, "no position"));
    let error = failure("error({code = 5})");
    assert_eq!(error.line, 1);
    assert!(error.message.starts_with("error object is not a string: table: 0x"), "{error}");
    assert!(
        failure("error(setmetatable({}, {__tostring = function() return 'mine' end}))")
            .message
            .ends_with("mine")
    );
    assert_eq!(failure("error()").message, "nil");
    let error = failure("\n\nstring.rep({}, 2)");
    assert_eq!(error.line, 3);
    assert!(error.message.contains("invalid argument #1 to 'rep'"), "{error}");
    assert_eq!(error.to_string(), format!("test/main.lua:3: {}", error.message));
}

#[test]
fn a_function_that_the_host_calls_fails_in_its_own_words() {
    let vm = vm();
    let chunk = compile("test/main.lua", b"\nlocal x = nil\nreturn x.y").unwrap();
    let error = vm.call::<()>(&vm.load(&chunk).unwrap(), ()).unwrap_err();
    assert_eq!((error.script.as_str(), error.line), ("test/main.lua", 3));
    assert_eq!(error.message, "attempt to index nil with 'y'");
}

#[test]
fn syntax_errors_name_line_and_hint() {
    let syntax =
        |source: &str| compile("m/a.lua", source.as_bytes()).expect_err("does not compile");
    let error = syntax("x = 1\ny = = 2");
    assert_eq!((error.kind, error.script.as_str(), error.line), (ErrorKind::Syntax, "m/a.lua", 2));
    let error = syntax("print(1，2)");
    assert!(error.message.contains("'，' is full-width punctuation: write ','"), "{error}");
    let error = syntax("local x = 1\nlocal 红方 = 2");
    assert_eq!(error.line, 2);
    assert!(error.message.contains("names use A-Z"), "{error}");
    assert!(syntax("\u{1b}Lua").message.contains("source text"));
    assert!(compile("a", b"x = '\xff\xfe'").unwrap_err().message.contains("UTF-8"));
    let deep = format!("x = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(syntax(&deep).kind, ErrorKind::Syntax);
    assert!(syntax(&" ".repeat(2 << 20)).message.contains("longer than"));
}

#[test]
fn byte_order_mark_and_shebang_keep_line_numbers() {
    assert_eq!(eval("\u{feff}return 7"), "7");
    assert_eq!(eval("#!/usr/bin/lua\nreturn 8"), "8");
    assert_eq!(failure("\u{feff}#!x\nerror('e')").line, 2);
}

#[test]
fn scripts_share_globals_and_see_changes() {
    let vm = vm();
    let load = |name: &str, text: &str| {
        vm.start(vm.load(&compile(name, text.as_bytes()).unwrap()).unwrap(), ()).unwrap();
    };
    load("a.lua", "count = 1 Board = {n = 1} function bump() count += 1 end");
    load("b.lua", "function read() return count, Board.n end");
    load("a2.lua", "bump() Board = {n = 2}");
    assert_eq!(show(&run(&vm, "return read()").unwrap()), "2 2");
    // A library function redefined after another script was loaded is redefined for it too.
    load("c.lua", "function area(x) return math.floor(x), tostring(x) end");
    load(
        "d.lua",
        "tostring = function() return 'mine' end math = {floor = function() return 'f' end}",
    );
    assert_eq!(show(&run(&vm, "return area(1.5)").unwrap()), "f mine");
    assert_eq!(show(&run(&vm, "_G.viaG = 5 return viaG, _G == getfenv()").unwrap()), "5 true");
}

#[test]
fn libraries_are_read_only() {
    for source in [
        "string.format = nil",
        "math.pi = 3",
        "getmetatable('').__index = nil",
        "_G.string.x = 1",
        "setmetatable(_G, {})",
    ] {
        assert_eq!(failure(source).kind, ErrorKind::Error, "{source}");
    }
}

#[test]
fn api_tables_are_found_and_read_only() {
    let vm = Vm::new(&VmLimits::default(), 1).unwrap();
    let block = vm.lua().create_table().unwrap();
    block
        .set("id", vm.lua().create_function(|_, (_, x): (mlua::Value, i64)| Ok(x + 1)).unwrap())
        .unwrap();
    vm.lua().globals().set("Block", block).unwrap();
    vm.seal().unwrap();
    let script =
        compile_for("m.lua", b"return Block:id(4), pcall(function() Block.id = 1 end)", &["Block"])
            .unwrap();
    let (_, Step::Done(values)) = vm.start(vm.load(&script).unwrap(), ()).unwrap() else {
        panic!()
    };
    assert!(show(&values).starts_with("5 false"), "{}", show(&values));
}

#[test]
fn host_errors_are_strings_for_scripts() {
    let vm = Vm::new(&VmLimits::default(), 1).unwrap();
    let fail = vm
        .lua()
        .create_function(|_, _: i64| Err::<(), _>(mlua::Error::runtime("no such seat")))
        .unwrap();
    vm.lua().globals().set("fail", fail).unwrap();
    vm.seal().unwrap();
    let show = |source: &str| show(&run(&vm, source).unwrap());
    assert_eq!(
        show("local ok, e = pcall(fail, 1) return ok, type(e), e"),
        "false string no such seat"
    );
    assert_eq!(
        show("return select(2, xpcall(fail, function(e) return 'h:' .. e end, 1))"),
        "h:no such seat"
    );
    assert_eq!(
        show("local co = coroutine.create(fail) return select(2, coroutine.resume(co, 1))"),
        "no such seat"
    );
    let error = run(&vm, "\nfail(1)").unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (2, "no such seat"));
    assert!(run(&vm, "fail('x')").unwrap_err().message.contains("invalid argument #1"));
}

#[test]
fn fuel_ends_scripts_that_swallow_errors() {
    let limits = VmLimits { fuel: 100_000, ..VmLimits::default() };
    for source in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "xpcall(function() while true do end end, function() while true do end end)",
        "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
        "pcall(function() while true do end end) return 'got away'",
    ] {
        let vm = vm_with(&limits);
        let error = run(&vm, source).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Fuel, "{source}: {error}");
        assert_eq!((error.script.as_str(), error.line), ("test/main.lua", 1), "{source}");
        assert_eq!(show(&run(&vm, "return 1").unwrap()), "1", "usable after {source}");
    }
}

#[test]
fn fuel_counts_exactly() {
    let source = "local t = {} for i = 1, 20000 do t[i] = {i, tostring(i)} end
        table.sort(t, function(a, b) return a[2] < b[2] end)
        local s = '' for k, v in pairs({a = 1, b = 2, [t] = 3}) do s = s .. tostring(v) end
        for i = 1, 200 do s = s .. i end return #s:gsub('%d', 'x')";
    let left: Vec<u64> = (0..3)
        .map(|round| {
            let vm = vm();
            // Different addresses and host history, same count.
            let _noise: Vec<_> =
                (0..round * 100).map(|n| vm.lua().create_table_with_capacity(n, n)).collect();
            drop(_noise);
            run(&vm, source).unwrap();
            vm.fuel_left()
        })
        .collect();
    assert!(left[0] < VmLimits::default().fuel - 20_000);
    assert_eq!(left[0], left[1]);
    assert_eq!(left[0], left[2]);
}

#[test]
fn a_loop_ends_with_the_last_unit_of_its_fuel() {
    let vm = vm();
    let rounds = |fuel: u64| -> u64 {
        vm.set_fuel(fuel);
        let error = run(&vm, "n = 0 while true do n += 1 end").unwrap_err();
        assert_eq!((error.kind, vm.fuel_left()), (ErrorKind::Fuel, 0));
        show(&run(&vm, "return n").unwrap()).parse().unwrap()
    };
    // The first run also pays for what it allocates.
    rounds(1_000);
    for fuel in [1_001, 1_002, 1_003, 1_255, 1_256, 1_257, 5_000, 70_000] {
        assert_eq!(rounds(fuel), fuel + 1, "{fuel} units");
    }
}

#[test]
fn garbage_in_bursts_after_quiet_work_is_collected_in_time() {
    let vm = vm_with(&VmLimits { memory: 16 << 20, ..VmLimits::default() });
    let source = "local long = string.rep('x', 256 * 1024)
        local sum = 0
        for burst = 1, 40 do
            for i = 1, 500 do sum += i end
            for i = 1, 20 do sum += #(long .. i) end
        end
        return sum";
    let tails = 9 + 11 * 2;
    let sum = 40 * (500 * 501 / 2 + 20 * 256 * 1024 + tails);
    assert_eq!(show(&run(&vm, source).unwrap()), sum.to_string());
}

#[test]
fn the_watchdog_ends_a_step() {
    let vm = vm();
    vm.set_fuel(u64::MAX >> 1);
    let handle = StopHandle::of_this_thread();
    let watchdog = std::thread::spawn(move || {
        loop {
            if let Some(step) = handle.running() {
                std::thread::sleep(std::time::Duration::from_millis(20));
                handle.stop(step);
                return;
            }
            std::thread::yield_now();
        }
    });
    let error = run(&vm, "while true do pcall(function() while true do end end) end").unwrap_err();
    watchdog.join().unwrap();
    assert_eq!((error.kind, error.line), (ErrorKind::Stopped, 1), "{error}");
    assert_eq!(error.message, "stopped by the operator's watchdog");
    assert_eq!(show(&run(&vm, "return 1").unwrap()), "1");
}

#[test]
fn memory_is_bounded_and_garbage_is_not_counted() {
    let limits = VmLimits { memory: 8 << 20, ..VmLimits::default() };
    let vm = vm_with(&limits);
    let error = run(&vm, "local t = {}\nwhile true do t[#t + 1] = {#t} end").unwrap_err();
    assert_eq!((error.kind, error.line), (ErrorKind::Memory, 2), "{error}");
    assert!(vm.memory() <= limits.memory);
    // Ten times the limit, but little of it at a time.
    assert_eq!(
        show(
            &run(
                &vm,
                "local n = 0 for i = 1, 500000 do local t = {i, i, i, i} n += #t end return n"
            )
            .unwrap()
        ),
        "2000000"
    );
    assert_eq!(
        show(
            &run(&vm, "local s for i = 1, 60 do s = string.rep('x', 1500000) .. i end return #s")
                .unwrap()
        ),
        "1500002"
    );
    let error = run(&vm, "return string.rep('x', 1e9)").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Memory);
}

#[test]
fn output_goes_to_the_sink() {
    let vm = vm();
    let lines = Rc::new(RefCell::new(Vec::new()));
    let kept = Rc::clone(&lines);
    vm.set_sink(move |level, text| kept.borrow_mut().push((level, text.to_owned())));
    run(
        &vm,
        "print(1, nil, 'x') warn('careful') printtag('t', 2) setmetatable({}, {__mode = 'k'})",
    )
    .unwrap();
    let lines = lines.borrow();
    assert_eq!(lines[0], (Level::Print, "1\tnil\tx".to_owned()));
    assert_eq!(lines[1], (Level::Warn, "careful".to_owned()));
    assert_eq!(lines[2], (Level::Print, "[t] 2".to_owned()));
    assert!(lines[3].1.contains("weak tables"));
}

#[test]
fn events_build_their_table() {
    let vm = vm();
    let event = vm.event(&["eventobjid", "blockid", "x"]).unwrap();
    let again = vm.event(&["eventobjid", "blockid", "x"]).unwrap();
    assert_eq!(event, again);
    let values =
        run(&vm, "return function(e) return e.eventobjid, e.blockid, e.x, next({}) end").unwrap();
    let handler = values.into_iter().next().unwrap();
    let (_, Step::Done(values)) = vm.start(event, (handler, 7, 2010, -3)).unwrap() else {
        panic!()
    };
    assert_eq!(show(&values), "7 2010 -3 nil");
}

/// An argument that cannot be made: its making fails, or panics.
struct Unmakeable {
    panics: bool,
}

impl IntoLua for Unmakeable {
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        assert!(!self.panics, "on purpose");
        Err(mlua::Error::runtime("it cannot be made"))
    }
}

#[test]
fn an_argument_that_cannot_be_made_is_an_error_of_that_start_alone() {
    let vm = vm();
    let handler = run(&vm, "seen = 0 return function(a, b) seen += a return seen, b end").unwrap();
    let Some(Value::Function(handler)) = handler.into_iter().next() else { panic!() };
    for panics in [false, true] {
        let outcome = vm.start(handler.clone(), (5, Unmakeable { panics }));
        let error = outcome.map(|_| ()).expect_err("an error");
        assert_eq!(error.kind, ErrorKind::Error);
        assert_eq!(error.message.contains("it cannot be made"), !panics, "{error}");
    }
    let (_, Step::Done(values)) = vm.start(handler, (5, "then")).unwrap() else { panic!() };
    assert_eq!(show(&values), "5 then", "the function has run once");
}

#[test]
fn a_function_of_the_host_that_panics_is_an_error_at_the_line_of_its_call() {
    let vm = Vm::new(&VmLimits::default(), 1).unwrap();
    let fails = vm.lua().create_function(|_, ()| -> mlua::Result<()> { panic!("on purpose") });
    vm.lua().globals().raw_set("fails", fails.unwrap()).unwrap();
    vm.seal().unwrap();
    // No local function, because calls of those are inlined.
    let text = "function inner()\n    fails()\nend\ninner()";
    let error = run(&vm, text).expect_err("an error");
    assert_eq!((error.script.as_str(), error.line), ("test/main.lua", 2));
    assert!(error.message.contains("a bug in the host"), "{error}");
    assert!(error.traceback.contains("test/main.lua:4"), "{}", error.traceback);
    // Scripts cannot catch it; the VM goes on.
    let error = run(&vm, "\n\npcall(fails)").expect_err("an error");
    assert_eq!((error.line, error.called.as_str()), (3, "pcall"));
    assert_eq!(show(&run(&vm, "return 7").unwrap()), "7");
}
