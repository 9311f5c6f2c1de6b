//! Every function of the dialect, given what nobody should give it, in a world full of things.

use fangqi_room::types::{ApiFunction, functions};
use mlua::Value;

use crate::common::PLUGINS;
use crate::examples::{MODULES, SETUP};
use crate::support::Walk;

/// Values nobody should pass, nil besides.
const HOSTILE: &str = r#"
local loop = {} loop[1] = loop loop.x = loop
local function no() error("a metamethod was run") end
local traps = setmetatable({}, {
  __index = no, __newindex = no, __call = no, __len = no, __iter = no, __tostring = no, __eq = no,
})
hostile = {
  0/0, math.huge, -math.huge, 2^53, 2^31, -2^31, -1, 0, 0.5, 1e308, "", "text", "a\0b", "\255\254",
  string.rep("x", 2^20), {}, { 1, 2, 3 }, loop, traps, { x = 2^31, y = 0/0, z = -math.huge },
  { x = 30000000, y = 255, z = -30000000 }, function() error("called") end, 4294967296 + 10^6,
  coroutine.create(function() end), false,
}
"#;

/// A value that suits a parameter, as well as its name and type tell.
fn filler(name: &str, ty: &str) -> &'static str {
    match ty {
        "string" if name == "uiid" || name == "uiname" => "'7001'",
        "string" => "'text'",
        "boolean" => "true",
        "(...any) -> ...any" => "print",
        "number" if name.starts_with("objid") || name.contains("player") || name == "uin" => "1001",
        "number" => "1",
        _ if ty.contains("x: number") => "{ x = 1, y = 8, z = 1 }",
        _ if ty.starts_with('{') => "{}",
        _ => "1",
    }
}

fn call(function: &ApiFunction, at: usize, bad: &str) -> String {
    let params = function.params().zip(function.param_types());
    let args: Vec<&str> = params
        .enumerate()
        .map(|(place, (name, ty))| if place == at { bad } else { filler(name, ty) })
        .collect();
    let (module, name) = (function.module, function.name);
    format!("return pcall({module}.{name}, {module}, {})", args.join(", "))
}

/// Whether a call, run under `pcall`, answered that it failed; it must not have raised an error.
pub fn failed(function: &ApiFunction, source: &str, values: &[Value]) -> bool {
    assert!(matches!(values[0], Value::Boolean(true)), "{source}: {:?}", values[1]);
    match values.get(1) {
        Some(Value::Integer(code)) => function.returns_code && *code == 1001,
        Some(Value::Number(code)) => function.returns_code && *code == 1001.0,
        Some(Value::Nil) => matches!(values.get(2), Some(Value::String(_))),
        _ => false,
    }
}

/// Calls that leave arguments out: at the end, or nil in their place.
fn without_arguments(function: &ApiFunction) -> Vec<String> {
    let count = function.params().len();
    let params: Vec<_> = function.params().zip(function.param_types()).collect();
    let (module, name) = (function.module, function.name);
    let missing = (0..count).map(|given| {
        let args: String =
            params[..given].iter().map(|(name, ty)| format!(", {}", filler(name, ty))).collect();
        format!("return pcall({module}.{name}, {module}{args})")
    });
    missing.chain((0..count).map(|at| call(function, at, "nil"))).collect()
}

/// The lines of a refusal that does not name the function and the argument, or any of them if it
/// is not said which. The plain "no" of a question needs no line.
fn untold(walk: &Walk, function: &ApiFunction, name: Option<&str>) -> Option<String> {
    let path = format!("{}:{}", function.module, function.name);
    let names = |text: &str| match name {
        Some(name) => text.contains(name),
        None => function.params().any(|name| text.contains(name)),
    };
    let told = |(_, text): &(_, String)| text.contains(&path) && names(text);
    let silent = !walk.log.is_empty() && !walk.log.iter().any(told);
    silent.then(|| format!("{:?}", walk.log))
}

fn dialect() -> impl Iterator<Item = ApiFunction> {
    functions(PLUGINS).filter(|function| MODULES.contains(&function.module))
}

#[test]
fn a_value_of_the_wrong_type_is_refused_with_a_sentence_that_names_it() {
    let mut walk = Walk::open("");
    walk.run(SETUP);
    let mut wrong = Vec::new();
    let mut tried = 0;
    for function in dialect() {
        let types: Vec<&str> = function.param_types().collect();
        for (at, name) in function.params().enumerate().filter(|(at, _)| types[*at] != "any") {
            let source = call(&function, at, "coroutine.create(print)");
            let before = walk.room.state_hash();
            walk.log.clear();
            let values = walk.room.evaluate(&source).unwrap();
            assert_eq!(values.front(), Some(&Value::Boolean(true)), "{source}: {values:?}");
            assert_eq!(walk.room.state_hash(), before, "{source} changed the room");
            walk.apply(fangqi_protocol::Input::Tick);
            let path = format!("{}:{}", function.module, function.name);
            let told = |(_, text): &(_, String)| text.contains(&path) && text.contains(name);
            tried += 1;
            if !walk.log.iter().any(told) {
                wrong.push(format!("{source}: {:?}", walk.log));
            }
        }
    }
    assert!(tried > 1200, "{tried}");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn hostile_values_raise_nothing_and_a_refused_call_changes_nothing() {
    let (mut calls, mut refusals, mut silent) = (0, 0, Vec::new());
    for function in dialect().filter(|function| function.params().len() > 0) {
        let mut walk = Walk::open("");
        walk.run(SETUP);
        walk.run(HOSTILE);
        // Where good arguments are refused, some other one of them may be named.
        let source = call(&function, usize::MAX, "");
        let good = walk.room.evaluate(&source).unwrap_or_else(|e| panic!("{source}: {e}"));
        let strict = !failed(&function, &source, &good.into_vec());
        walk.apply(fangqi_protocol::Input::Tick);
        let mut before = walk.room.state_hash();
        for (at, name) in function.params().enumerate() {
            for bad in 1..=25 {
                let source = call(&function, at, &format!("hostile[{bad}]"));
                walk.log.clear();
                let values =
                    walk.room.evaluate(&source).unwrap_or_else(|e| panic!("{source}: {e}"));
                let failed = failed(&function, &source, &values.into_vec());
                let after = walk.room.state_hash();
                assert!(!failed || after == before, "{source} failed and changed the room");
                calls += 1;
                refusals += usize::from(failed);
                before = after;
                if failed {
                    walk.apply(fangqi_protocol::Input::Tick);
                    before = walk.room.state_hash();
                    let untold = untold(&walk, &function, strict.then_some(name));
                    silent.extend(untold.map(|log| format!("{source}: {log}")));
                }
            }
        }
        // What is left behind does not break the room.
        walk.ticks(5);
        assert_eq!(
            walk.errors().iter().filter(|e| !e.contains("called")).count(),
            0,
            "{:?}",
            walk.errors()
        );
    }
    assert!(calls > 30_000 && refusals > calls / 3, "{refusals} of {calls}");
    assert_eq!(silent, Vec::<String>::new());
}

#[test]
fn what_is_left_out_is_refused_by_name_unless_it_may_be() {
    let (mut calls, mut refusals, mut silent) = (0, 0, Vec::new());
    for function in dialect() {
        let mut walk = Walk::open("");
        walk.run(SETUP);
        let mut before = walk.room.state_hash();
        for source in without_arguments(&function) {
            walk.log.clear();
            let values = walk.room.evaluate(&source).unwrap_or_else(|e| panic!("{source}: {e}"));
            let failed = failed(&function, &source, &values.into_vec());
            let after = walk.room.state_hash();
            assert!(!failed || after == before, "{source} failed and changed the room");
            walk.apply(fangqi_protocol::Input::Tick);
            before = walk.room.state_hash();
            calls += 1;
            if !failed {
                continue;
            }
            refusals += 1;
            let path = format!("{}:{}", function.module, function.name);
            let told = |(_, text): &(_, String)| {
                text.contains(&path) && function.params().any(|name| text.contains(name))
            };
            if !walk.log.iter().any(told) {
                silent.push(format!("{source}: {:?}", walk.log));
            }
        }
    }
    assert!(calls > 2500 && refusals > calls / 4, "{refusals} of {calls}");
    // The plain "no" of a question needs no sentence.
    silent.retain(|line| !line.ends_with(": []"));
    assert_eq!(silent, Vec::<String>::new());
}
