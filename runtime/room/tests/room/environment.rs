//! All that a script can reach in a real room.

use std::fmt::Write;

use crate::common::PLUGINS;
use crate::common::Table;
use crate::support::walk;
use fangqi_room::types::{functions, names};
use mlua::Value;

#[test]
fn a_room_offers_what_is_listed_and_nothing_else() {
    let table = Table::open("");
    let room = &table.room;
    // Modules, enumerations and functions of the API are made when they are first named.
    for name in names(PLUGINS) {
        let value = room.evaluate(&format!("return {name}")).unwrap().pop_front();
        assert!(matches!(value, Some(Value::Table(_))), "{name}: {value:?}");
    }
    for function in functions(PLUGINS) {
        let source = format!("return {}.{}", function.module, function.name);
        let value = room.evaluate(&source).unwrap().pop_front();
        assert!(matches!(value, Some(Value::Function(_))), "{source}: {value:?}");
    }
    let Some(Value::Table(globals)) = room.evaluate("return _G").unwrap().pop_front() else {
        panic!("_G is no table");
    };
    let found = walk(&globals);
    let mut text = String::new();
    // The standard library, below the globals' metatable, has a list of its own.
    for (path, kind) in found.iter().filter(|(path, _)| !path.starts_with("<metatable>.")) {
        writeln!(text, "{path} {kind}").unwrap();
    }
    let library = found.keys().filter_map(|path| path.strip_prefix("<metatable>."));
    let listed: Vec<&str> = include_str!("../../../vm/tests/vm/data/environment.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("<metatable>."))
        .filter_map(|line| line.split(' ').next())
        .collect();
    // What makes them.
    let maker = "__index<metatable>.__index";
    let more: Vec<&str> = library.filter(|p| *p != maker && !listed.contains(p)).collect();
    assert!(more.is_empty(), "reachable in a room, but not in environment.txt: {more:?}");
    if std::env::var_os("REVIEWED").is_some() {
        std::fs::write("tests/room/room.txt", &text).unwrap();
    }
    let listed: Vec<&str> = include_str!("room.txt").lines().collect();
    let reached: Vec<&str> = text.lines().collect();
    let new: Vec<&&str> = reached.iter().filter(|line| !listed.contains(line)).collect();
    let gone: Vec<&&str> = listed.iter().filter(|line| !reached.contains(line)).collect();
    assert!(
        reached == listed,
        "what scripts reach in a room has changed; review it, then run this test with REVIEWED=1\n\
         new: {new:#?}\ngone: {gone:#?}"
    );
}

#[test]
fn scripts_cannot_look_behind_the_api() {
    let table = Table::open("");
    for (source, expected) in [
        ("return getmetatable(Block) == false", true),
        ("return pcall(setmetatable, Block, {})", false),
        ("return pcall(rawset, string, 'x', 1)", false),
        ("return pcall(setfenv, Block.getBlockID, {})", false),
        ("return pcall(debug.info, Block.getBlockID, 'f')", false),
    ] {
        let value = table.room.evaluate(source).unwrap().pop_front();
        assert_eq!(value, Some(Value::Boolean(expected)), "{source}");
    }
}
