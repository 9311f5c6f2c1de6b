//! Every function of the dialect, given what nobody should give it, in a world full of things.

use fangqi_room::types::{ApiFunction, functions};
use mlua::Value;

use crate::examples::{MODULES, SETUP};
use crate::support::Walk;

/// Values nobody should pass.
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

fn dialect() -> impl Iterator<Item = ApiFunction> {
    functions().filter(|function| MODULES.contains(&function.module))
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
            walk.apply(fangqi_room::model::Input::Tick);
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
    let (mut calls, mut refusals) = (0, 0);
    for function in dialect() {
        let mut walk = Walk::open("");
        walk.run(SETUP);
        walk.run(HOSTILE);
        let mut before = walk.room.state_hash();
        for at in 0..function.params().len() {
            for bad in 1..=25 {
                let source = call(&function, at, &format!("hostile[{bad}]"));
                let values =
                    walk.room.evaluate(&source).unwrap_or_else(|e| panic!("{source}: {e}"));
                let values = values.into_vec();
                assert!(matches!(values[0], Value::Boolean(true)), "{source}: {:?}", values[1]);
                let failed = match values.get(1) {
                    Some(Value::Integer(code)) => function.returns_code && *code == 1001,
                    Some(Value::Number(code)) => function.returns_code && *code == 1001.0,
                    Some(Value::Nil) => matches!(values.get(2), Some(Value::String(_))),
                    _ => false,
                };
                let after = walk.room.state_hash();
                assert!(!failed || after == before, "{source} failed and changed the room");
                calls += 1;
                refusals += usize::from(failed);
                before = after;
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
}
