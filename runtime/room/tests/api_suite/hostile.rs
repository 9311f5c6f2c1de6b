//! Every function of the API against every kind of bad argument.

use fangqi_room::types::{ApiFunction, functions};
use mlua::Value;

use crate::common::PLUGINS;
use crate::common::Table;

/// Values nobody should pass, by name.
const SETUP: &str = r#"
local loop = {} loop[1] = loop loop.x = loop loop.me = loop
local function no() error("a metamethod was run") end
local traps = setmetatable({}, {
  __index = no, __newindex = no, __call = no, __len = no, __iter = no, __tostring = no,
  __eq = no, __lt = no, __le = no, __add = no, __sub = no, __unm = no, __concat = no,
})
hostile = {
  { "nil", nil }, { "true", true }, { "NaN", 0/0 }, { "inf", math.huge }, { "-inf", -math.huge },
  { "2^53", 2^53 }, { "2^31", 2^31 }, { "-2^31", -2^31 }, { "-1", -1 }, { "0", 0 },
  { "0.5", 0.5 }, { "1e308", 1e308 }, { "empty", "" }, { "text", "text" }, { "number", "7" },
  { "NUL", "a\0b" }, { "not UTF-8", "\255\254" }, { "huge", string.rep("x", 2^20) },
  { "table", {} }, { "list", { 1, 2, 3 } }, { "loop", loop }, { "traps", traps },
  { "position", { x = 0, y = 0, z = 0 } }, { "far", { x = 2^31, y = 0/0, z = -math.huge } },
  { "function", function() error("called") end }, { "thread", coroutine.create(function() end) },
}
"#;

/// Good enough values for the other places, so that a bad one is reached wherever it stands.
const FILLERS: [&str; 4] =
    ["1", "'1'", "{ x = 0, y = 0, z = 0 }", "{ seat = 0, path = {}, title = 'x' }"];

/// Calls with one hostile value in place `at`; returns whether the call raised, and what came
/// first.
fn call(function: &ApiFunction, at: usize, value: usize, filler: &str) -> String {
    let count = function.params().len();
    let args: Vec<String> = (0..count.max(at + 1))
        .map(|place| if place == at { format!("hostile[{value}][2]") } else { filler.to_owned() })
        .collect();
    format!(
        "return pcall({m}.{f}, {m}, {args})",
        m = function.module,
        f = function.name,
        args = args.join(", ")
    )
}

/// Whether a call refused: the code of failure, or nil and a reason.
fn failed(function: &ApiFunction, values: &[Value]) -> bool {
    match (function.returns_code, values) {
        (true, [Value::Integer(code), ..]) => *code == 1001,
        (true, [Value::Number(code), ..]) => *code == 1001.0,
        (false, [Value::Nil, Value::String(_)]) => true,
        _ => false,
    }
}

#[test]
fn no_function_raises_and_a_refused_call_changes_nothing() {
    let mut options = crate::common::options();
    options.limits.log_lines_per_input = 5;
    let fresh = || Table::with(SETUP, options.clone());
    let (mut calls, mut refusals) = (0, 0);
    for function in functions(PLUGINS) {
        let table = fresh();
        let mut before = table.room.state_hash();
        for at in 0..=function.params().len() {
            for (value, filler) in (1..=26).flat_map(|value| FILLERS.map(|filler| (value, filler)))
            {
                let source = call(&function, at, value, filler);
                calls += 1;
                let values = match table.room.evaluate(&source) {
                    Ok(values) => values.into_vec(),
                    // A call that is good enough to wait may not do so here.
                    Err(error) if function.waits => {
                        assert!(error.to_string().contains("may not wait"), "{source}: {error}");
                        before = table.room.state_hash();
                        continue;
                    }
                    Err(error) => panic!("{source}: {error}"),
                };
                assert!(matches!(values[0], Value::Boolean(true)), "{source}: {:?}", values[1]);
                let after = table.room.state_hash();
                if failed(&function, &values[1..]) {
                    refusals += 1;
                    assert_eq!(after, before, "{source} failed and changed the room");
                }
                before = after;
            }
        }
    }
    assert!(calls > 20_000 && refusals > calls / 3, "{refusals} of {calls} were refused");
}

#[test]
fn calls_without_arguments_or_without_the_module_are_survived() {
    let table = Table::open(SETUP);
    for function in functions(PLUGINS) {
        let (module, name) = (function.module, function.name);
        for source in [
            format!("return pcall({module}.{name})"),
            format!("return pcall({module}.{name}, {module})"),
            format!("return pcall({module}.{name}, hostile, 1, 2, 3)"),
        ] {
            match table.room.evaluate(&source) {
                Ok(values) => {
                    assert_eq!(values.front(), Some(&Value::Boolean(true)), "{source}: {values:?}");
                }
                Err(error) => {
                    assert!(
                        function.waits && error.to_string().contains("may not wait"),
                        "{source}"
                    );
                }
            }
        }
    }
}
