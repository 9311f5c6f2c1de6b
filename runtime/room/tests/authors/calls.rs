//! Calls of the host that are wrong are found at the author's line, with the function and the
//! argument, whatever part of the host notices.

use fangqi_room::testing::{CheckOptions, CheckReport, check};

use crate::maps::{PLUGINS, change, template};

const RULES: &str = "rules.lua";
/// A call of the template's `legal`, in place of which others are made.
const LISTED: &str = "    for _, cell in men.of(state.cells, seat) do";
/// What it stands before.
const LEGAL: &str = "    local moves = {}";

fn report(old: &str, new: &str) -> (u32, CheckReport) {
    let mut files = template("grid");
    let line = change(&mut files, RULES, old, new);
    let options = CheckOptions { games: 3, rooms: 1, ..CheckOptions::default() };
    (line, check(&files, "game", PLUGINS, options))
}

/// Replaces a text of the template's rules; what is found first says this at that line.
fn found(old: &str, new: &str, says: &str) {
    let (line, report) = report(old, new);
    let first = report.findings.first().map(ToString::to_string).unwrap_or_default();
    assert_eq!(first, format!("game/rules.lua:{line}: {says}"), "{new}");
}

#[test]
fn a_wrong_argument_of_a_lattice_is_found_at_the_call() {
    const CELLS: &str = "the list of what lies on each cell, such as state.cells";
    for (call, says) in [
        ("at()", "at: argument 1, column, must be a number, not nil"),
        ("at(1, \"a\")", "at: argument 2, row, must be a number, not \"a\""),
        ("holding(nil, seat)", &*format!("holding: argument 1, cells, must be {CELLS}, not nil")),
        ("count(7, seat)", &*format!("count: argument 1, cells, must be {CELLS}, not 7")),
        (
            "count(state.cells)",
            "count: argument 2, piece, must be what is looked for, such as a piece or 0, not nil",
        ),
        ("count(state.cells, 1, 3)", "count: argument 3, list, must be a list of cells, not 3"),
        ("all(seat, state)", "all: argument 1, fits, must be a function, not 1"),
        ("some()", "some: argument 1, fits, must be a function, not nil"),
        ("read()", "read: argument 1, text, must be a text, the rows of a diagram, not nil"),
        (
            "read(\"30\")",
            "read: argument 2, letters, must be a text or a table of letters, not nil",
        ),
        (
            "repeats(state.cells, seat)",
            "repeats: argument 1, state, must be the state of a game, with its `cells`, \
             not a table",
        ),
        ("repeats(state)", "repeats: argument 2, seat, must be a number, not nil"),
        ("repeats(state, 1, true, {})", "repeats: argument 4, also, must be a text, not a table"),
        (
            "score(men.list, print)",
            "score: argument 1, set, must be what Board:pieces has made, not a table",
        ),
        ("score(men)", "score: argument 2, worth, must be a function, not nil"),
        (
            "rays({ 1, 1 })",
            "rays: argument 1, directions, must be a list of steps, { columns, rows } each, \
             not a table",
        ),
        ("rays(grid.around, \"1x\")", "rays: argument 2, most, must be a number, not \"1x\""),
        ("leaps(1)", "leaps: argument 2, rows, must be a number, not nil"),
        ("reach(state.cells)", "reach: argument 2, rays, must be a cell's rays, not nil"),
        ("lines(\"three\")", "lines: argument 1, length, must be a number, not \"three\""),
        ("filled(state.cells, 4, 1)", "filled: argument 2, lines, must be a list of lines, not 4"),
        ("longest(state.cells, 31)", "longest: argument 2, cell, must be a cell, 1 to 30, not 31"),
        ("line(state.cells, 1, 2)", "line: argument 3, axis, must be one of `axes`, not 2"),
        ("threats(state.cells, 1)", "threats: argument 3, length, must be a number, not nil"),
    ] {
        found(LEGAL, &format!("    local moves = {{}}; grid.{call}"), &format!("grid.{says}"));
    }
}

#[test]
fn a_colon_in_place_of_a_dot_is_found_at_the_call() {
    for (function, arguments) in [
        ("at", "1, 1"),
        ("count", "state.cells, 1"),
        ("holding", "state.cells, 1"),
        ("all", "print, state"),
        ("some", "print, state"),
        ("read", "\"30\", \"w\""),
        ("repeats", "state, seat"),
        ("score", "men, print"),
        ("rays", "grid.around"),
        ("leaps", "1, 2"),
        ("reach", "state.cells, {}"),
        ("lines", "3"),
        ("filled", "state.cells, {}, 1"),
        ("line", "state.cells, 1, grid.axes[1]"),
        ("longest", "state.cells, 1"),
        ("threats", "state.cells, 1, 3"),
    ] {
        let call = format!("    local moves = {{}}; grid:{function}({arguments})");
        let says = format!("call grid.{function} with a dot, not with a colon");
        found(LEGAL, &call, &says);
    }
    let call = "    for _, cell in men:of(state.cells, seat) do";
    found(LISTED, call, "call set.of with a dot, not with a colon");
    let call = "    for _, cell in men.of(state.cells) do";
    found(LISTED, call, "set.of: argument 2, seat, must be a side's number, not nil");
}

#[test]
fn a_dot_in_place_of_a_colon_is_found_at_the_call() {
    let made = "local grid = Board:grid(5, 6, \"chequers\")";
    let says = "call Board:grid with a colon, not with a dot";
    found(made, "local grid = Board.grid(5, 6, \"chequers\")", says);
    found("Board:define({", "Board.define({", "call Board:define with a colon, not with a dot");
    for (call, name) in [
        ("hexes({ 3, 4 })", "hexes"),
        ("points(\"a1 b1\")", "points"),
        ("pieces({}, {})", "pieces"),
        ("parameter(\"size\")", "parameter"),
    ] {
        let says = format!("call Board:{name} with a colon, not with a dot");
        found(made, &format!("{made} Board.{call}"), &says);
    }
    // The same call, written out.
    let (_, report) = report(made, "local grid = Board.grid(Board, 5, 6, \"chequers\")");
    assert_eq!(report.findings, []);
}

#[test]
fn scripts_of_a_map_without_rules_are_read_for_dots() {
    let mut files = template("free");
    let call = "  Block:setBlockAll(x, 0, z, lamps[lamp] and LIT or DARK)";
    let line = change(&mut files, "main.lua", call, &call.replace(':', "."));
    let options = CheckOptions { rooms: 1, ..CheckOptions::default() };
    let first = check(&files, "game", PLUGINS, options).findings.remove(0).to_string();
    let says = "call Block:setBlockAll with a colon, not with a dot";
    assert_eq!(first, format!("game/main.lua:{line}: {says}"));
}

#[test]
fn what_fails_inside_the_host_is_found_at_the_call() {
    let says = "there is no `cuont` here; did you mean `count`?";
    found(LEGAL, "    local moves = {}; grid.cuont(state.cells, 1)", says);
    // No check of an argument sees this one: what lies on a cell is no number.
    let call = "    local moves = {}; grid.repeats({ cells = { \"a\" } }, seat)";
    let says = "repeats: invalid argument #2 to 'char' (number expected, got string)";
    found(LEGAL, call, says);
    for name in ["time", "date", "clock"] {
        let (line, report) = report(LEGAL, &format!("    local moves = {{}}; os.{name}()"));
        let first = &report.findings[0];
        assert_eq!((first.line, &*first.file), (line, "game/rules.lua"), "{first}");
        assert!(first.message.starts_with(&format!("os.{name}: rules do not know")), "{first}");
        // One finding does not end the check: all games are begun.
        assert_eq!(report.games, 3);
    }
    for (call, says) in [
        ("require(\"x\")", "require: call it at the head of a script, while the scripts load"),
        ("io.open(\"x\")", "attempt to index nil with 'open'"),
        ("os.execute(\"x\")", "attempt to call a nil value"),
        ("loadstring(1)", "invalid argument #1 to 'loadstring'"),
        ("table.foreach()", "foreach: invalid argument #1 to 'pairs'"),
    ] {
        let (line, report) = report(LEGAL, &format!("    local moves = {{}}; {call}"));
        let first = &report.findings[0];
        assert_eq!((first.line, &*first.file), (line, "game/rules.lua"), "{call}: {first}");
        assert!(first.message.starts_with(says), "{call}: {first}");
    }
}

#[test]
fn what_fails_as_a_map_is_read_is_found_at_the_call() {
    let read = "    local cells = grid.read(START[options.rows], \"wb\")";
    let says = "the diagram has \"b\", which is none of its letters";
    found(read, "    local cells = grid.read(START[options.rows], \"wx\")", says);
    let says = "there is no `rea` here; did you mean `read`?";
    found(read, "    local cells = grid.rea(START[options.rows], \"wb\")", says);
}

#[test]
fn numbers_that_count_are_whole() {
    let made = "local grid = Board:grid(5, 6, \"chequers\")";
    let says = "Board:grid: argument 1, columns, must be a whole number, not 5.5";
    found(made, "local grid = Board:grid(5.5, 6, \"chequers\")", says);
    let says = "Board:hexes: `hexes`: item 2 must be a whole number, not 5.4";
    found(made, &format!("{made} Board:hexes({{ 5, 5.4 }})"), says);
    let layout = "  layout = grid.layout,";
    for (key, says) in [
        ("grid = { columns = 5.7, rows = 6 }", "`columns` must be a whole number, not 5.7"),
        ("grid = { columns = 5, rows = 1e-9 }", "`rows` must be a whole number, not 0.000000001"),
        ("hexes = { 5.4, 5 }", "`hexes`: item 1 must be a whole number, not 5.4"),
        (
            "hexes = { 5, 5 }, tints = { [1.5] = \"#112233\" }",
            "tints: a cell must be a whole number, not 1.5",
        ),
        (
            "points = { { \"a\", 0, 0 }, { \"b\", 1, 0 } }, lines = { { 1, 2.5 } }",
            "lines[1]: a cell must be a whole number, not 2.5",
        ),
    ] {
        let says = format!("Board:define: layout: {says}");
        found(layout, &format!("  layout = {{ {key} }},"), &says);
    }
    for (key, says) in [
        ("players = 2.5", "`players` must be a whole number, not 2.5"),
        ("players = { 2, 2.5 }", "players: item 2 must be a whole number, not 2.5"),
        (
            "zones = { { kind = \"hand\", seat = 1.5, from = 1, count = 2 } }",
            "zones[1]: `seat` must be a whole number, not 1.5",
        ),
        (
            "zones = { { kind = \"pile\", from = 1.5, count = 2 } }",
            "zones[1]: `from` must be a whole number, not 1.5",
        ),
        (
            "zones = { { kind = \"pile\", from = 1, count = 2.5 } }",
            "zones[1]: `count` must be a whole number, not 2.5",
        ),
    ] {
        let says = format!("Board:define: {says}");
        found(layout, &format!("{layout} {key},"), &says);
    }
}
