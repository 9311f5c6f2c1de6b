//! The stubs and the reference page, and that every function is documented, shown and tested.

use std::fs;
use std::path::{Path, PathBuf};

use fangqi_room::types::{functions, luacats_stubs, luau_definitions, reference};
use fangqi_vm as vm;

use crate::common::PLUGINS;
use crate::common::Table;
use fangqi_testkit::calls::show;

/// All files below a folder of this crate.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

#[test]
fn every_function_is_documented_shown_and_tested() {
    // Plugins' modules are tested in their own crates.
    let folders = ["tests/api_suite", "../plugins"];
    let tests: String = folders.into_iter().flat_map(sources).map(|(_, text)| text).collect();
    // Examples of these are run by the plugin's `examples.rs`, in a world in which they hold.
    let run = sources("../plugins/miniworld/tests")
        .into_iter()
        .find(|(path, _)| path.ends_with("examples.rs"));
    let run = run.map(|(_, text)| text).unwrap();
    let mut missing = Vec::new();
    for function in functions(PLUGINS) {
        let path = format!("{}:{}", function.module, function.name);
        if function.doc.lines().next().is_none() {
            missing.push(format!("{path} has no documentation"));
        }
        if !function.doc.examples().any(|call| call.contains(&path)) {
            missing.push(format!("{path} has no example that calls it"));
        }
        let is_run = run.contains(&format!("\"{}\"", function.module));
        if !is_run && !tests.contains(&format!("{path}(")) {
            missing.push(format!("{path} is in no test"));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
    assert!(functions(PLUGINS).count() > 130);
}

#[test]
fn examples_are_lua() {
    for function in functions(PLUGINS) {
        for call in function.doc.examples() {
            let call = call.replace('…', "--[[ … ]]");
            if let Err(error) = vm::compile("example", call.as_bytes()) {
                panic!("{}:{}: {call}: {error}", function.module, function.name);
            }
        }
    }
}

#[test]
fn parameters_have_names_of_their_own() {
    for function in functions(PLUGINS) {
        let mut names: Vec<&str> = function.params().collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}:{}", function.module, function.name);
    }
}

#[test]
fn luacats_stubs_are_lua_and_name_every_function() {
    let stubs = luacats_stubs(PLUGINS);
    vm::compile("fangqi.lua", stubs.as_bytes()).unwrap();
    for function in functions(PLUGINS) {
        let params: Vec<&str> = function.params().collect();
        let line =
            format!("function {}:{}({}) end", function.module, function.name, params.join(", "));
        assert!(stubs.lines().any(|found| found == line), "{line}");
    }
    for expected in [
        "---@return number code\n---@return number? blockid\n\
         function Block:getBlockID(x, y, z) end",
        "---@param data? number",
        "---@return any[]? uins",
        "---@return boolean? exists\n---@return string? reason",
        "---@enum FACE_DIRECTION",
        "function copy_table(value) end",
    ] {
        assert!(stubs.contains(expected), "{expected}");
    }
}

#[test]
fn luau_definitions_declare_every_function() {
    let definitions = luau_definitions(PLUGINS);
    for expected in [
        "declare function copy_table(value: any): any\n",
        "declare ErrorCode: {\n  --- 0\n  OK: number,\n",
        "  getBlockID: (self: any, x: number, y: number, z: number) -> (number, number?),\n",
        "  setBlockAll: (self: any, x: number, y: number, z: number, blockid: number, \
         data: number?) -> (number),\n",
        "  setStatus: (self: any, text: (string | { zh: string, en: string })?) -> \
         (nil, string?),\n",
        "  isExist: (self: any, id: any) -> (boolean?, string?),\n",
        "  ask: (self: any, question: any) -> (number?, any),\n",
    ] {
        assert!(definitions.contains(expected), "{expected}\n{definitions}");
    }
    let opened = definitions.matches(['{', '(']).count();
    let closed = definitions.matches(['}', ')']).count();
    assert_eq!(opened, closed, "every bracket is closed");
    for function in functions(PLUGINS) {
        let start = format!("  {}: (self: any", function.name);
        assert!(definitions.contains(&start), "{start}");
    }
}

#[test]
fn the_reference_shows_every_function_and_event() {
    let page = reference(PLUGINS);
    for function in functions(PLUGINS) {
        assert!(page.contains(&format!("### `{}:{}(", function.module, function.name)));
    }
    assert!(page.contains("### `Block:getBlockID(x, y, z) → code, blockid`"));
    assert!(page.contains("### `Hud:setTurn([seat])`"));
    let mut raised = 0;
    for (path, text) in sources("src").into_iter().chain(sources("../plugins/miniworld/src")) {
        for (at, found) in text.match_indices("raise(\"").chain(text.match_indices("tell(\"")) {
            let name = text[at + found.len()..].split('"').next().unwrap();
            assert!(page.contains(&format!("| `{name}` |")), "{name} in {}", path.display());
            raised += 1;
        }
    }
    assert!(raised > 10);
}

#[test]
fn what_is_declared_is_there() {
    let table = Table::open("");
    for function in functions(PLUGINS) {
        let expression = format!("type({}.{})", function.module, function.name);
        assert_eq!(show(&table, &expression), "function", "{expression}");
    }
    assert_eq!(show(&table, "Block.noSuchFunction"), "nil");
}
