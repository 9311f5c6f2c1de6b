//! What the script VM costs: `cargo bench -p fangqi-room --bench vm`.
//!
//! Host machines differ and are shared, so compare rows of one run with each other.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fangqi_vm::{Step, Vm, VmLimits, compile, compile_for};
use mlua::{Function, Value};

fn vm() -> Vm {
    let vm = Vm::new(&VmLimits { fuel: u64::MAX >> 1, ..VmLimits::default() }, 1).expect("a VM");
    let block = vm.lua().create_table().expect("a table");
    let id = vm
        .lua()
        .create_function(|_, (_, x, y, z): (Value, i32, i32, i32)| Ok((0, x ^ y ^ z)))
        .expect("a function");
    block.set("getBlockID", id).expect("a field");
    vm.lua().globals().set("Block", block).expect("a global");
    vm.lua()
        .globals()
        .set("nothing", vm.lua().create_function(|_, ()| Ok(())).expect("a function"))
        .expect("a global");
    let ask = vm.lua().create_function(|_, ()| Ok(1)).expect("a function");
    vm.lua().globals().set("ask", vm.waiting(ask).expect("a wrapper")).expect("a global");
    vm.seal().expect("sealing");
    vm
}

/// The function a script returns.
fn function(vm: &Vm, source: &str) -> Function {
    let script =
        compile_for("bench.lua", source.as_bytes(), &["Block", "nothing"]).expect("compiles");
    match vm.start(vm.load(&script).expect("loads"), ()) {
        Ok((_, Step::Done(values))) => match values.into_iter().next() {
            Some(Value::Function(function)) => function,
            other => panic!("not a function: {other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// A compute-heavy loop in the style of a board search: table reads, calls, arithmetic.
const COMPUTE: &str = "
    local board = {} for i = 0, 89 do board[i] = (i * 7) % 15 end
    local value = {} for i = 0, 14 do value[i] = i * i end
    local function score(from, to) local v = value[board[to]] - value[board[from]] return v > 0 and v or 0 end
    local function search(depth)
      local best = 0
      for from = 0, 89, 9 do
        for to = 1, 89, 11 do
          local s = score(from, to)
          if depth > 0 and s > 150 then s = s - search(depth - 1) end
          if s > best then best = s end
        end
      end
      return best
    end
    return function() return search(2) end";

fn fuel(c: &mut Criterion) {
    let mut group = c.benchmark_group("fuel");
    let counted = vm();
    let search = function(&counted, COMPUTE);
    group.bench_function("search, counted", |b| {
        b.iter(|| counted.start(search.clone(), ()).expect("succeeds"))
    });
    let free = vm();
    let search = function(&free, COMPUTE);
    free.without_interrupt().expect("no interrupt");
    group.bench_function("search, not counted", |b| {
        b.iter(|| free.start(search.clone(), ()).expect("succeeds"))
    });
    let source = "return function() local n = 0 for i = 1, 100000 do n += i end return n end";
    let empty = function(&counted, source);
    group.bench_function("100,000 empty turns, counted", |b| {
        b.iter(|| counted.start(empty.clone(), ()).expect("succeeds"))
    });
    let empty = function(&free, source);
    group.bench_function("100,000 empty turns, not counted", |b| {
        b.iter(|| free.start(empty.clone(), ()).expect("succeeds"))
    });
}

fn calls(c: &mut Criterion) {
    let vm = vm();
    let mut group = c.benchmark_group("calls");
    let mut thousand = |name: &str, body: &str| {
        let source = format!(
            "local f, t = function() end, {{}} return function() for i = 1, 1000 do {body} end end"
        );
        let run = function(&vm, &source);
        group.bench_function(format!("1,000 x {name}"), |b| {
            b.iter(|| vm.start(run.clone(), ()).expect("succeeds"))
        });
    };
    thousand("nothing in Lua", "f()");
    thousand("nothing in the host", "nothing()");
    thousand("Block:getBlockID", "local _, id = Block:getBlockID(i, 2, 3)");
    thousand("pcall", "pcall(f)");
    thousand("setmetatable", "setmetatable(t, t)");
    thousand("tostring of a number", "local s = tostring(i)");
    thousand("math.random", "local r = math.random(6)");
    let run = function(&vm, "return function() end");
    group.bench_function("start of an empty task", |b| {
        b.iter(|| vm.start(run.clone(), ()).expect("succeeds"))
    });
    let event = vm.event(&["eventobjid", "blockid", "x", "y", "z"]).expect("a trampoline");
    let handler = function(&vm, "return function(e) return e.x end");
    group.bench_function("event with five fields", |b| {
        b.iter(|| vm.start(event.clone(), (handler.clone(), 1, 2, 3, 4, 5)).expect("succeeds"))
    });
    let run = function(&vm, "return function() return ask() end");
    group.bench_function("start, wait, resume", |b| {
        b.iter(|| {
            let (task, _) = vm.start(run.clone(), ()).expect("starts");
            vm.resume(&task, 5).expect("succeeds")
        })
    });
    let run =
        function(&vm, "return function() return coroutine.wrap(function() return ask() end)() end");
    group.bench_function("start, wait in a coroutine, resume", |b| {
        b.iter(|| {
            let (task, _) = vm.start(run.clone(), ()).expect("starts");
            vm.resume(&task, 5).expect("succeeds")
        })
    });
}

fn library(c: &mut Criterion) {
    let vm = vm();
    let plain = mlua::Lua::new();
    plain.sandbox(true).expect("a sandbox");
    plain.set_compiler(mlua::chunk::Compiler::new().set_optimization_level(2));
    let mut group = c.benchmark_group("library");
    let tables = [
        ("sequence of 10", "for i = 1, 10 do t[i] = i end"),
        ("sequence of 1,000", "for i = 1, 1000 do t[i] = i end"),
        ("4 names", "t.x = 1 t.y = 2 t.z = 3 t.id = 4"),
        ("100 names", "for i = 1, 100 do t['k' .. i] = i end"),
        ("100 tables", "for i = 1, 100 do t[{id = i}] = i end"),
    ];
    for (name, fill) in tables {
        let source = format!(
            "local t = {{}} {fill} return function() local n = 0
             for r = 1, 100 do for k, v in pairs(t) do n += v end end return n end"
        );
        let run = function(&vm, &source);
        group.bench_function(format!("100 loops over {name}, ordered"), |b| {
            b.iter(|| vm.start(run.clone(), ()).expect("succeeds"))
        });
        let run: Function = plain.load(&source).eval().expect("a function");
        group.bench_function(format!("100 loops over {name}, plain Luau"), |b| {
            b.iter(|| run.call::<f64>(()).expect("succeeds"))
        });
    }
    let finds = [("3,000 x string.find in 44 bytes", SHORT), ("100 x string.find in 10 KB", LONG)];
    for (name, source) in finds {
        let run = function(&vm, source);
        group.bench_function(name, |b| b.iter(|| vm.start(run.clone(), ()).expect("succeeds")));
        let run: Function = plain.load(source).eval().expect("a function");
        group.bench_function(format!("{name}, plain Luau"), |b| {
            b.iter(|| run.call::<f64>(()).expect("succeeds"))
        });
    }
}

const SHORT: &str = "
    local s = 'move: h2e2 captures c5; then red to play'
    return function() local n = 0 for r = 1, 1000 do
      n += s:find('captures', 1, true) + s:find('red') + s:find('%a%d')
    end return n end";
const LONG: &str = "
    local s = string.rep('the quick brown fox ', 500) .. 'end'
    return function() local n = 0 for r = 1, 100 do n += s:find('end', 1, true) end return n end";

fn life(c: &mut Criterion) {
    let mut group = c.benchmark_group("life");
    group.bench_function("new and seal", |b| {
        b.iter(|| {
            let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
            vm.seal().expect("sealing");
            black_box(vm)
        })
    });
    let source: String = (0..200).map(|n| format!("function f{n}(a, b) local t = {{a, b, {n}}} for k, v in pairs(t) do a += v end return a end\n")).collect();
    let script = compile("big.lua", source.as_bytes()).expect("compiles");
    let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
    vm.seal().expect("sealing");
    group.bench_function(format!("compile {} bytes", source.len()), |b| {
        b.iter(|| compile("big.lua", source.as_bytes()).expect("succeeds"))
    });
    group.bench_function(format!("load {} bytes of bytecode", script.size()), |b| {
        b.iter(|| vm.load(&script).expect("succeeds"))
    });
    drop(group);
    let resident = || {
        let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
        pages.split(' ').nth(1)?.parse::<usize>().ok().map(|pages| pages * 4)
    };
    if let Some(before) = resident() {
        let vms: Vec<Vm> = (0..200)
            .map(|_| {
                let vm = Vm::new(&VmLimits::default(), 1).expect("a VM");
                vm.seal().expect("sealing");
                vm
            })
            .collect();
        let after = resident().unwrap_or(before);
        println!(
            "life/resident memory per VM: {} KiB (Lua counts {} KiB)",
            (after - before) / vms.len(),
            vms[0].memory() / 1024
        );
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(800));
    targets = fuel, calls, library, life
}
criterion_main!(benches);
