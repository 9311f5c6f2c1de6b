//! Defined orders and texts: `pairs` against a model, serial numbers, and two VMs with different
//! pasts giving the same output.

use std::cmp::Ordering;

use crate::support::{eval, run, show, vm};
use fangqi_vm::{Level, Vm, VmLimits, compile};
use proptest::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Key {
    Number(f64),
    Text(String),
    Boolean(bool),
}

impl Key {
    fn lua(&self) -> String {
        match self {
            Self::Number(value) => format!("{value:?}"),
            Self::Text(text) => format!("{text:?}"),
            Self::Boolean(value) => value.to_string(),
        }
    }
}

/// The order `pairs` promises, computed the slow way: the sequence, other numbers, strings,
/// booleans.
fn model(keys: &[Key]) -> Vec<Key> {
    let mut unique: Vec<Key> = Vec::new();
    for key in keys {
        if !unique.contains(key) {
            unique.push(key.clone());
        }
    }
    let mut length = 0;
    while unique.contains(&Key::Number(f64::from(length + 1))) {
        length += 1;
    }
    let class = |key: &Key| match key {
        Key::Number(n) if n.fract() == 0.0 && *n >= 1.0 && *n <= f64::from(length) => 0,
        Key::Number(_) => 1,
        Key::Text(_) => 2,
        Key::Boolean(_) => 3,
    };
    unique.sort_by(|a, b| {
        class(a).cmp(&class(b)).then_with(|| match (a, b) {
            (Key::Number(a), Key::Number(b)) => a.partial_cmp(b).unwrap(),
            (Key::Text(a), Key::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
            (Key::Boolean(a), Key::Boolean(b)) => a.cmp(b),
            _ => Ordering::Equal,
        })
    });
    unique
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        4 => (-3_i32..12).prop_map(|n| Key::Number(n.into())),
        1 => prop::sample::select(vec![0.5, -2.25, 2.5, 1e10, -1e300, 100.0, 64.0, 65.0])
            .prop_map(Key::Number),
        3 => "[a-c]{0,3}".prop_map(Key::Text),
        1 => any::<bool>().prop_map(Key::Boolean),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 192, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn pairs_follows_the_model(
        keys in prop::collection::vec(key(), 0..40),
        removed in prop::collection::vec(key(), 0..6),
    ) {
        let mut source = String::from("local t = {} local out = {}\n");
        for key in &keys {
            source.push_str(&format!("t[{}] = true\n", key.lua()));
        }
        for key in &removed {
            source.push_str(&format!("t[{}] = nil\n", key.lua()));
        }
        source.push_str("local function note(k) out[#out + 1] = type(k) .. ':' .. string.format('%s', tostring(k)) end
            for k, v in pairs(t) do assert(v == true) note(k) end
            local first = table.concat(out, ' ') out = {}
            for k in t do note(k) end
            local second = table.concat(out, ' ') out = {}
            for k in next, t do note(k) end
            return first, second == first, table.concat(out, ' ') == first");
        let kept: Vec<Key> = keys.iter().filter(|key| !removed.contains(key)).cloned().collect();
        let expected: Vec<String> = model(&kept).iter().map(|key| match key {
            Key::Number(n) => format!("number:{}", lua_number(*n)),
            Key::Text(text) => format!("string:{text}"),
            Key::Boolean(value) => format!("boolean:{value}"),
        }).collect();
        let vm = vm();
        let values = run(&vm, &source).unwrap();
        prop_assert_eq!(show(&values), format!("{} true true", expected.join(" ")));
    }
}

fn lua_number(n: f64) -> String {
    match n {
        _ if n == -1e300 => "-1e+300".to_owned(),
        _ => n.to_string(),
    }
}

#[test]
fn long_sequences_and_holes() {
    assert_eq!(
        eval(
            "local t = {} for i = 1, 300 do t[i] = i end local n = 0 for k, v in pairs(t) do n += 1 assert(k == n) end return n"
        ),
        "300"
    );
    assert_eq!(
        eval(
            "local t = {1, 2, nil, 4} t.x = 1 local s = '' for k in pairs(t) do s = s .. k .. ' ' end return s"
        ),
        "1 2 4 x "
    );
    assert_eq!(
        eval(
            "local s = '' for k in pairs({nil, nil, 3}) do s = s .. k end return s, next({}) == nil"
        ),
        "3 true"
    );
    // Integers that went into the hash part out of order.
    assert_eq!(
        eval(
            "local t = {1, 2, 3, 4} t[7] = 7 t[6] = 6 t[5] = 5 t[8] = 8 local s = '' for k in pairs(t) do s = s .. k end return s"
        ),
        "12345678"
    );
}

#[test]
fn tables_may_change_under_a_loop() {
    assert_eq!(
        eval(
            "local t = {a = 1, b = 2, c = 3, d = 4} local s = '' for k, v in pairs(t) do s = s .. k .. v t[k] = nil t.c = nil end return s, next(t)"
        ),
        "a1b2d4 nil"
    );
    assert_eq!(
        eval(
            "local t = {a = 1, b = 2} local s = '' for k, v in pairs(t) do t.b = 9 t.z = 5 s = s .. k .. v end return s"
        ),
        "a1b9"
    );
    assert_eq!(
        eval(
            "local t = {1, 2, 3} local s = 0 for k, v in pairs(t) do t[k] = nil s += v end return s, #t"
        ),
        "6 0"
    );
}

#[test]
fn iteration_protocols_are_luaus() {
    assert_eq!(
        eval(
            "local t = setmetatable({}, {__iter = function(t) return function(_, k) if not k then return 1, 'it' end end, t end}) for k, v in t do return k, v end"
        ),
        "1 it"
    );
    assert_eq!(
        eval(
            "local n = 0 local t = setmetatable({}, {__call = function() n += 1 if n < 4 then return n end end}) local s = 0 for v in t do s += v end return s"
        ),
        "6"
    );
    assert_eq!(
        eval(
            "local s = '' for a, b in ('k1=v1,k2=v2'):gmatch('(%w+)=(%w+)') do s = s .. a .. b end return s"
        ),
        "k1v1k2v2"
    );
    assert!(eval("for x in 5 do end").contains("attempt to iterate over a number value"));
    assert!(eval("for x in nil do end").contains("attempt to iterate over a nil value"));
    assert!(
        eval("pairs(nil)").contains("invalid argument #1 to 'pairs' (table expected, got nil)")
    );
    assert_eq!(
        eval(
            "local pairs = function(t) return next, {z = 1} end for k in pairs({}) do return k end"
        ),
        "z"
    );
}

/// Mixes reference keys of all kinds with churn; prints everything that could show an address.
const LONG: &str = r"
    local out = {}
    local function say(...) local p = table.pack(...) for i = 1, p.n do p[i] = tostring(p[i]) end out[#out + 1] = table.concat(p, ' ') end
    local cards = {}
    for i = 1, 40 do cards[i] = setmetatable({id = i, suit = i % 4}, {__index = {kind = 'card'}}) end
    local held = {}
    for i = 40, 1, -1 do held[cards[i]] = i % 7 end
    held[say] = 'fn' held[print] = 'native' held[true] = 1 held.x = 2 held[3] = 4
    held[coroutine.create(say)] = 'thread'
    for k, v in pairs(held) do say(type(k), type(k) == 'table' and k.id or k, v) end
    for i = 1, 40, 3 do held[cards[i]] = nil end
    for i = 2, 40, 5 do held[{id = 100 + i}] = i end
    for k, v in held do say(type(k), v, k) end
    for k, v in pairs({[function() return cards end] = 1, [function() return held end] = 2, [{}] = 3, [{1}] = 4, [{a = {b = 1}}] = 5, [{a = {b = 2}}] = 6}) do say(k, v) end
    say({}, say, print, coroutine.running(), buffer.create(1), newproxy(true), string.format('%* %*', {}, say), `{cards[3]} {1.5}`)
    for i = 1, 10 do say(math.random(), math.random(6), math.random(-5, 5)) end
    math.randomseed(7) say(math.random(100), os.time(), os.clock(), os.date('%Y'), gcinfo(), collectgarbage('count'))
    return table.concat(out, '\n')
";

#[test]
fn the_past_of_the_process_does_not_show() {
    let output = |noise: usize| {
        let vm = Vm::new(&VmLimits::default(), 99).unwrap();
        vm.seal().unwrap();
        // Move the heap: objects on both sides of those the script makes.
        let kept: Vec<mlua::Table> = (0..noise)
            .map(|n| vm.lua().create_table_with_capacity(n % 17, n % 5).unwrap())
            .collect();
        let holes: Vec<mlua::Table> = kept.into_iter().step_by(2).collect();
        vm.collect();
        let values = run(&vm, LONG).unwrap();
        drop(holes);
        (show(&values), vm.rng_state())
    };
    let first = output(0);
    assert!(first.0.lines().count() > 90, "{}", first.0);
    for noise in [1, 250, 3000] {
        assert_eq!(output(noise), first, "after {noise} objects");
    }
}

#[test]
fn serial_numbers_stay() {
    assert_eq!(
        eval(
            "local t = {} return tostring(t) == tostring(t), tostring({}) ~= tostring({}), tostring({})"
        ),
        "true true table: 0x00000004"
    );
    assert_eq!(
        eval("return tostring(print), string.format('%*', print)"),
        "function: 0x00000001 function: 0x00000001"
    );
    assert_eq!(
        eval("return tostring(nil), tostring(1.5), tostring(-0), tostring(true), tostring('s')"),
        "nil 1.5 -0 true s"
    );
    assert_eq!(
        eval(
            "return tostring(setmetatable({}, {__tostring = function() return 'T' end})), pcall(tostring, setmetatable({}, {__tostring = function() return 1 end}))"
        ),
        "T true 1"
    );
    assert!(
        eval("return pcall(tostring, setmetatable({}, {__tostring = function() return {} end}))")
            .contains("must return a string")
    );
    assert!(eval("return tostring()").contains("argument #1"));
}

#[test]
fn look_alike_keys_are_reported() {
    let vm = vm();
    let warned = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = std::rc::Rc::clone(&warned);
    vm.set_sink(move |level, text| {
        assert_eq!(level, Level::Warn);
        assert!(text.contains("look alike"), "{text}");
        count.set(count.get() + 1);
    });
    run(&vm, "for k in pairs({[{}] = 1, [{}] = 2}) do end").unwrap();
    assert_eq!(warned.get(), 0, "the values tell them apart");
    run(&vm, "for k in pairs({[{}] = 1, [{}] = 1}) do end").unwrap();
    assert_eq!(warned.get(), 1);
}

#[test]
fn random_numbers_are_the_rooms() {
    let draws = |seed: u64, source: &str| {
        let vm = Vm::new(&VmLimits::default(), seed).unwrap();
        vm.seal().unwrap();
        show(&run(&vm, source).unwrap())
    };
    let three = "return math.random(1000), math.random(1000), math.random(1000)";
    assert_eq!(draws(1, three), draws(1, three));
    assert_ne!(draws(1, three), draws(2, three));
    let seeded =
        "math.randomseed(5) return math.random(1000), math.random(1000), math.random(1000)";
    assert_eq!(draws(1, seeded), draws(2, seeded));
    assert_eq!(
        eval(
            "for i = 1, 500 do local r = math.random(3, 5) assert(r >= 3 and r <= 5 and r % 1 == 0) end return pcall(math.random, 0)"
        ),
        "false invalid argument #1 to 'random' (interval is empty)"
    );
}

#[test]
fn the_clock_is_the_rooms() {
    let vm = vm();
    vm.clock().set_opened(1_795_217_745);
    vm.clock().set_elapsed(61_500);
    let source = "return os.time(), os.clock(), os.date('%Y-%m-%d %H:%M:%S'), os.time({year = 2000, month = 1, day = 1, hour = 0}), os.date('*t', 0).wday, os.difftime(5, 2)";
    assert_eq!(
        show(&run(&vm, source).unwrap()),
        "1795217806 61.5 2026-11-20 23:36:46 946684800 5 3"
    );
}

#[test]
fn compiled_scripts_are_shared_between_threads() {
    let script =
        compile("shared.lua", b"local n = 0 for i = 1, 10 do n += i end return n").unwrap();
    let results: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let script = script.clone();
                scope.spawn(move || {
                    let vm = vm();
                    let (_, fangqi_vm::Step::Done(values)) =
                        vm.start(vm.load(&script).unwrap(), ()).unwrap()
                    else {
                        panic!()
                    };
                    show(&values)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results, ["55"; 4]);
}
