//! What authors are told beside a finding: what their scripts printed, and what led to an error.

use std::sync::Arc;

use fangqi_room::MapPackage;
use fangqi_room::testing::{CheckOptions, CheckReport, Strictness, TestOutcome, check, run_tests};

use crate::maps::{Files, PLUGINS, change, line_of, template};

const RULES: &str = "rules.lua";
const LEGAL: &str = "    local moves = {}";
const APPLY: &str = "    local from, to = move[1], move[2]";

fn report(files: &Files) -> CheckReport {
    report_of(files, 3)
}

fn report_of(files: &Files, games: u32) -> CheckReport {
    let options = CheckOptions { games, rooms: 1, ..CheckOptions::default() };
    check(files, "game", PLUGINS, options)
}

/// The outcomes of a test whose players make a move, in the map with these rules.
fn tested(files: &Files, after: &str) -> Vec<TestOutcome> {
    let source = format!(
        "test(\"a\", function(t)
           local white = t:join(\"Bai\")
           t:sit(t:join(\"Hei\"), 1)
           t:click(white, 2, 1, 1)
           t:click(white, 2, 1, 2)
           {after}
         end)"
    );
    let package = Arc::new(MapPackage::load(files, "game", PLUGINS).unwrap());
    run_tests(&package, "a.lua", &source, Strictness::default())
}

#[test]
fn what_rules_print_is_shown() {
    let mut files = template("grid");
    change(&mut files, RULES, LEGAL, &format!("{LEGAL}; print(\"for\", seat)"));
    change(&mut files, RULES, "local FORWARD", "print(\"\\27 loaded\")\nlocal FORWARD");
    let checked = report(&files);
    assert_eq!(checked.findings, []);
    assert_eq!(checked.printed.lines, ["\u{1b} loaded", "for\t1", "for\t2"]);
    assert!(checked.printed.more > 100, "{}", checked.printed.more);
    // In a test that passes, and in one that fails.
    for after in ["", "t:expect(false, \"never\")"] {
        let outcome = tested(&files, after).remove(0);
        assert_eq!(outcome.failure.is_some(), !after.is_empty(), "{outcome:?}");
        assert!(outcome.printed.lines.contains(&"for\t1".to_owned()), "{outcome:?}");
    }
    // What was printed before an error is what shows how it came about.
    change(&mut files, RULES, APPLY, &format!("{APPLY}; error(\"no\")"));
    let checked = report(&files);
    assert!(!checked.findings.is_empty() && checked.printed.lines.len() >= 2, "{checked:?}");
}

#[test]
fn what_scripts_print_and_are_warned_of_in_rooms_is_shown() {
    let mut files = template("free");
    let says = "local SIDE = 5; print(\"begun\"); Hud:addMove(0, string.rep(\"x\", 5000))";
    let line = change(&mut files, "main.lua", "local SIDE = 5", says);
    let warning = format!("game/main.lua:{line}: Hud:addMove");
    let checked = report(&files);
    assert_eq!(checked.findings, []);
    assert_eq!(checked.printed.lines, ["begun"]);
    let [warned] = &*checked.warned.lines else { panic!("{checked:?}") };
    assert!(warned.starts_with(&warning) && warned.contains("at most"), "{warned}");
    let package = Arc::new(MapPackage::load(&files, "game", PLUGINS).unwrap());
    let body = "test(\"joins\", function(t) t:join(\"A\") end)";
    let outcome = run_tests(&package, "game/tests/a.lua", body, Strictness::default()).remove(0);
    assert_eq!(outcome.failure, None);
    assert!(outcome.warned.lines[0].starts_with(&warning), "{outcome:?}");
}

#[test]
fn an_error_of_rules_comes_with_its_calls_the_move_and_the_state() {
    let mut files = template("grid");
    let few = format!("{APPLY}; assert(state.pawns[1] + state.pawns[2] ~= 18, \"few\")");
    let line = change(&mut files, RULES, APPLY, &few);
    // Enough games that one gets there, which is not that of a computer: its search meets states
    // that the game does not.
    let found = report_of(&files, 9).findings;
    let first = found.iter().find(|finding| finding.message == "few").unwrap();
    assert_eq!(first.line, line);
    let how = first.how.join("\n");
    assert!(how.contains(&format!("at game/rules.lua:{line}")), "{how}");
    assert!(how.contains("when `apply` was asked"), "{how}");
    // Two pawns have been taken, and the move before was made by the other seat.
    let pawns = ["{ 10, 8 }", "{ 9, 9 }", "{ 8, 10 }"];
    let shown = first.how.iter().find_map(|line| line.strip_prefix("state.pawns = ")).unwrap();
    assert!(pawns.contains(&shown), "{how}");
    let seat = first.how.iter().find_map(|line| line.strip_prefix("state.turn = ")).unwrap();
    let other = if seat == "1" { "2" } else { "1" };
    let is_after = |line: &&String| {
        line.starts_with("after move ") && line.ends_with(&format!(" }} by seat {other}"))
    };
    assert!(first.how.iter().any(|line| is_after(&line)), "{how}");
    let plays = format!("and while seat {seat} plays {{ ");
    assert!(first.how.iter().any(|line| line.starts_with(&plays)), "{how}");
    assert!(how.contains("state.cells = { "), "{how}");
}

#[test]
fn calls_are_listed_from_the_innermost() {
    let mut files = template("grid");
    // Luau leaves out the call of a small function, but not of one with varying arguments.
    let head = "local function ahead(cell: number, seat: number, sideways: number";
    change(&mut files, RULES, head, &format!("{head}, ..."));
    let step = "  return grid.at(grid.column[cell] + sideways, grid.row[cell] + FORWARD[seat])";
    let line = change(&mut files, RULES, step, &step.replace("FORWARD[seat]", "nil"));
    let from = line_of(&files, RULES, "local to = ahead(cell, seat, sideways)");
    let first = report(&files).findings.remove(0);
    assert_eq!(first.line, line);
    assert_eq!(first.how[0], format!("at game/rules.lua:{line} in ahead"), "{first:#?}");
    assert!(first.how[1].starts_with(&format!("at game/rules.lua:{from}")), "{first:#?}");
    assert_eq!(first.how[2..4], ["when `legal` was asked", "at the beginning of a game"]);
}

#[test]
fn however_large_a_state_is_what_is_shown_of_it_is_short() {
    let mut files = template("grid");
    let large = "local more = {} for i = 1, 30 do more[\"a\" .. i] = string.rep(\"方\", 500) end \
                 more.cells, more.pawns = cells, { count, count } return more";
    change(&mut files, RULES, "return { cells = cells, pawns = { count, count } }", large);
    change(&mut files, RULES, APPLY, &format!("{APPLY}; error(\"no\")"));
    let first = report(&files).findings.remove(0);
    assert!(first.how.len() < 20, "{first:#?}");
    assert!(first.how.iter().all(|line| line.chars().count() <= 201), "{first:#?}");
    assert!(first.how.iter().any(|line| line == "and 22 more fields of the state"), "{first:#?}");
}

#[test]
fn the_error_of_a_script_comes_before_what_a_test_found_of_it() {
    let mut files = template("grid");
    let line = change(&mut files, RULES, APPLY, &format!("{APPLY}; error(\"no such move\")"));
    let outcome = tested(&files, "t:equal(t:block(2, 1, 1), 0)").remove(0);
    let failure = outcome.failure.unwrap();
    let mut lines = failure.lines();
    let script = format!("a script failed during the test: game/rules.lua:{line}: no such move");
    assert_eq!(lines.next(), Some(&*script));
    let call = lines.next().unwrap();
    assert!(call.starts_with(&format!("at game/rules.lua:{line}")), "{failure}");
    assert!(failure.contains("3500 is not 0"), "{failure}");
    // A test may ask for the errors that it expects.
    let outcome = tested(&files, "t:equal(#t:errors(), 1)").remove(0);
    assert_eq!(outcome.failure, None);
}

/// What is found in `map.toml`, with a line of it changed.
fn found(old: &str, new: &str) -> (u32, Vec<String>) {
    let mut files = template("grid");
    let line = change(&mut files, "map.toml", old, new);
    (line, report(&files).findings.iter().map(ToString::to_string).collect())
}

#[test]
fn names_in_other_languages_are_found() {
    let name = "name = { zh = \"Game\", en = \"Game\" }";
    for (given, says) in [
        ("{ zh = \"棋\", en = \"Game\", fr = \"Jeu\" }", "unknown key `fr`, expected `zh` or `en`"),
        ("{ zh = \"棋\", eng = \"Game\" }", "unknown key `eng`, expected `zh` or `en`"),
        ("7", "expected a text, or one for each language, { zh = \"…\", en = \"…\" }"),
        ("{}", "expected a text, or one for each language, { zh = \"…\", en = \"…\" }"),
    ] {
        let (line, found) = found(name, &format!("name = {given}"));
        let place = format!("game/map.toml:{line}: ");
        assert!(found.len() == 1 && found[0].starts_with(&place), "{found:?}");
        assert!(found[0].contains(says), "{found:?}");
    }
    let mut files = template("grid");
    let pieces = "  pieces = { { name = { zh = \"兵\", en = \"Pawn\", fr = \"Pion\" } }, \
                  { name = { zh = \"卒\", en = \"Pawn\" } } },";
    let line = change(&mut files, RULES, "  pieces = men.list,", pieces);
    let first = report(&files).findings.remove(0);
    assert_eq!(first.line, line);
    assert!(first.message.contains("pieces[1]: `name`: unknown key `fr`; "), "{first}");
}

#[test]
fn pictures_that_are_none_are_found() {
    let rules = "rules = \"rules.lua\"\n";
    let manifest = format!("thumbnail = \"thumbnail.svg\"\n{rules}");
    for (bytes, says) in [
        (&b"\x89PNG\r\n\x1a\n"[..], "thumbnail.svg: the lobby shows pictures as SVG, and this is"),
        (b"12345678", "thumbnail.svg:1: the lobby shows pictures as SVG: it has no element <svg>"),
        (b"<svg>\n<g></svg>", "thumbnail.svg:2: the lobby shows pictures as SVG: `</svg>` closes"),
        (b"\xc3(<svg/>", "thumbnail.svg: byte 0 is not UTF-8 text"),
    ] {
        let mut files = template("grid");
        change(&mut files, "map.toml", rules, &manifest);
        files.insert("game/thumbnail.svg".to_owned(), bytes.to_vec());
        let found = report(&files).findings;
        assert!(found.len() == 1, "{found:?}");
        assert!(found[0].to_string().starts_with(&format!("game/{says}")), "{}", found[0]);
        files.insert("game/thumbnail.svg".to_owned(), b"<svg viewBox='0 0 1 1'/>".to_vec());
        assert_eq!(report(&files).findings, []);
    }
}

#[test]
fn every_map_has_a_picture() {
    for (kind, drawn) in [("free", ">G</text>"), ("grid", "<rect")] {
        let package = MapPackage::load(&template(kind), "game", PLUGINS).unwrap();
        let svg = String::from_utf8_lossy(package.thumbnail());
        assert!(svg.starts_with("<svg") && svg.contains(drawn), "{svg}");
    }
}
