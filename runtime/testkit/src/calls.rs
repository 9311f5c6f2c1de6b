//! Calls from Lua, and what they return, as text.

use fangqi_protocol::{Input, LocalText, OutputBody};
use fangqi_room::Applied;
use mlua::{MultiValue, Value};

use crate::Table;

/// What an expression returns: values separated by blanks, tables with their keys in order.
pub fn show<C>(table: &Table<C>, expression: &str) -> String {
    let source = format!("return {expression}");
    let values = table.room.evaluate(&source).unwrap_or_else(|e| panic!("{expression}: {e}"));
    text(&values)
}

/// Runs statements for what they do.
pub fn run<C>(table: &Table<C>, statements: &str) {
    table.room.evaluate(statements).unwrap_or_else(|e| panic!("{statements}: {e}"));
}

/// Compares what expressions return with what they should.
pub fn check<C>(table: &Table<C>, cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        assert_eq!(show(table, expression), *expected, "{expression}");
    }
}

/// Checks that calls return FAILED and say why in the log, naming the function.
pub fn refused<C>(table: &mut Table<C>, cases: &[(&str, &str)]) {
    let mut taken = Vec::new();
    for (call, reason) in cases {
        table.apply(Input::Tick);
        let before = table.room.state_hash();
        let returned = show(table, call);
        if !returned.starts_with("1001") && !returned.starts_with("nil") {
            taken.push(format!("{call}: {returned}"));
            continue;
        }
        assert_eq!(table.room.state_hash(), before, "{call} changed the room");
        let log = table.apply(Input::Tick).log;
        let path = call.split('(').next().unwrap();
        let told = log.iter().any(|line| line.text.contains(path) && line.text.contains(reason));
        assert!(told, "{call}: {log:?}");
    }
    assert!(taken.is_empty(), "{taken:#?}");
}

/// Applies a tick, so that what was done comes out.
pub fn outputs<C>(table: &mut Table<C>) -> Applied {
    table.ok(Input::Tick)
}

/// The chat lines and toasts of an input.
pub fn messages(applied: &Applied) -> Vec<LocalText> {
    let bodies = applied.outputs.iter().map(|output| &output.body);
    let texts = bodies.filter_map(|body| match body {
        OutputBody::Chat { text, .. } | OutputBody::Toast { text, .. } => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn text(values: &MultiValue) -> String {
    values.iter().map(value_text).collect::<Vec<_>>().join(" ")
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string_lossy(),
        Value::Table(table) => {
            let mut fields: Vec<(String, String)> = table
                .pairs::<Value, Value>()
                .map(|pair| pair.unwrap())
                .map(|(key, value)| (value_text(&key), value_text(&value)))
                .collect();
            fields.sort();
            let fields: Vec<String> =
                fields.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Value::Nil => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        other => other.type_name().to_owned(),
    }
}
