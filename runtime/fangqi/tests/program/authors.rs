//! The author's road as an author walks it: a new game, checked, tested, simulated, broken and
//! mended.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, started in a folder.
fn fangqi(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi")).args(args).current_dir(folder).output().unwrap()
}

fn told(output: &Output) -> String {
    let text = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8(text).unwrap()
}

fn succeeds(folder: &Path, args: &[&str]) -> String {
    let output = fangqi(folder, args);
    assert!(output.status.success(), "{args:?}: {}", told(&output));
    told(&output)
}

fn fails(folder: &Path, args: &[&str]) -> String {
    let output = fangqi(folder, args);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {}", told(&output));
    told(&output)
}

/// Replaces a text in a file; gives the line it stands in.
fn change(path: &Path, old: &str, new: &str) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.matches(old).count(), 1, "{} holds {old:?} once", path.display());
    std::fs::write(path, text.replacen(old, new, 1)).unwrap();
    text[..text.find(old).unwrap()].matches('\n').count() + 1
}

#[test]
fn every_kind_of_new_game_is_good_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    // Games of rules are put to the tests that all such games share, too.
    for (kind, tests) in [("grid", 10), ("cards", 11), ("bids", 11), ("free", 3)] {
        let name = format!("my-{kind}");
        let text = succeeds(folder.path(), &["new", &name, "--kind", kind]);
        assert!(text.contains(&format!("fangqi check {name} ")), "{text}");
        let text = succeeds(folder.path(), &["check", &name, "--rooms", "2"]);
        assert!(text.starts_with(&format!("{name}: ok (")), "{text}");
        let text = succeeds(folder.path(), &["test", &name]);
        assert!(text.contains(&format!("{tests} passed, 0 failed")), "{text}");
        let text = succeeds(folder.path(), &["test", &name, "--thorough"]);
        assert!(text.contains(&format!("{} passed, 0 failed", 3 * tests)), "{text}");
        assert!(text.contains(" (stored)\n") && text.contains(" (heavy)\n"), "{text}");
        let text = succeeds(folder.path(), &["sim", &name, "--seeds", "4"]);
        assert!(text.contains("4 rooms: ") && text.contains("nothing went wrong"), "{text}");
    }
    let maps = succeeds(folder.path(), &["maps"]);
    assert!(maps.contains("my-cards") && maps.contains("My Cards"), "{maps}");
}

#[test]
fn an_editor_finds_the_stubs_and_they_are_no_part_of_the_map() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "my-game"]);
    let map = folder.path().join("maps/my-game");
    let json = |path: &str| -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(map.join(path)).unwrap()).unwrap()
    };
    let settings = json(".vscode/settings.json");
    let stub = settings["luau-lsp.types.definitionFiles"]["@fangqi"].as_str().unwrap();
    let stub = std::fs::read_to_string(map.join(stub)).unwrap();
    assert!(stub.contains("declare Board"), "the definitions name the API");
    let library = json(".luarc.json");
    let library = library["workspace.library"][0].as_str().unwrap();
    let library = std::fs::read_to_string(map.join(library)).unwrap();
    assert!(library.contains("function Board:define"), "the stubs name the API");
    assert_eq!(json(".luaurc")["languageMode"], "nonstrict");
    for typed in ["define: (self: any, board: BoardDefinition)", "declare function test("] {
        assert!(stub.contains(typed), "{typed}");
    }
}

#[test]
fn names_that_are_no_good_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    for (name, wanted) in [
        ("My Game", "use lower-case letters, digits and hyphens"),
        ("../outside", "use lower-case letters, digits and hyphens"),
        ("9-lives", "must begin with a letter"),
        ("lib", "a folder that maps share"),
        ("xiangqi", "a map that comes with the program"),
    ] {
        let text = fails(folder.path(), &["new", name]);
        assert!(text.contains(wanted), "{text}");
    }
    succeeds(folder.path(), &["new", "mine"]);
    let text = fails(folder.path(), &["new", "mine"]);
    assert!(text.contains("exists already"), "{text}");
    let text = fails(folder.path(), &["check", "other"]);
    assert!(text.contains("there is no map `other`") && text.contains("mine"), "{text}");
}

#[test]
fn what_is_wrong_is_printed_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    let line =
        change(&rules, "return state.arrived, \"arrived\"", "return state.arrived, \"home\"");
    let text = fails(folder.path(), &["check", "mine", "--games", "4", "--rooms", "1"]);
    let wanted = format!("mine/rules.lua:{line}: `over` needs the text `over_home`, which ");
    assert!(text.starts_with(&wanted), "{text}");
    assert!(text.contains("fangqi: there is something to put right"), "{text}");
}

/// One mistake each, in the files of a new game.
#[test]
fn a_misspelt_name_is_found_wherever_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    succeeds(folder.path(), &["new", "free", "--kind", "free"]);
    // Of rules that stop at it, of a line that no game reaches, of a test and of a script.
    for (map, file, old, new, says) in [
        (
            "mine",
            "rules.lua",
            "grid.count(cells, 1)",
            "gird.count(cells, 1)",
            "`gird`; did you mean `grid`?",
        ),
        (
            "mine",
            "rules.lua",
            "return \"blocked\"",
            "return blocked",
            "`blocked`; nothing here defines it",
        ),
        (
            "mine",
            "rules.lua",
            "return 3 - seat, \"taken\"",
            "return Hud, \"taken\"",
            "`Hud`; nothing here defines it",
        ),
        (
            "mine",
            "tests/play.lua",
            "test(\"the computer",
            "tset(\"the computer",
            "`tset`; did you mean `test`?",
        ),
        ("free", "main.lua", "Hud:clearMoves()", "Hub:clearMoves()", "`Hub`; did you mean `Hud`?"),
    ] {
        let path = folder.path().join("maps").join(map).join(file);
        let good = std::fs::read(&path).unwrap();
        let line = change(&path, old, new);
        let check = ["check", map, "--games", "1", "--rooms", "0"];
        let text = fails(folder.path(), &check);
        let wanted = format!("{map}/{file}:{line}: Unknown global {says}\n");
        assert!(text.contains(&wanted), "{wanted}{text}");
        std::fs::write(&path, good).unwrap();
    }
}

#[test]
fn a_misspelt_key_and_a_wrong_type_are_found() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    let good = std::fs::read_to_string(&rules).unwrap();
    let check = ["check", "mine", "--games", "1", "--rooms", "0"];
    let line = change(&rules, "  legal = function", "  leagl = function");
    let text = fails(folder.path(), &check);
    let wanted = format!("mine/rules.lua:{line}: Board:define: unknown key `leagl`; did you mean");
    assert!(text.starts_with(&wanted), "{text}");
    // Types are as strict as the file asks.
    let wrong = good.replace("return 100 * (", "return tostring(");
    std::fs::write(&rules, format!("--!strict\n{wrong}")).unwrap();
    let text = fails(folder.path(), &check);
    let strict = "mine/rules.lua:72: ";
    assert!(text.contains(strict) && text.contains("'number', but got 'string'"), "{text}");
    std::fs::write(&rules, format!("--!strict\n{good}")).unwrap();
    assert!(succeeds(folder.path(), &check).starts_with("mine: ok ("));
}

/// The stubs say what is true: code that works has types.
#[test]
fn new_games_are_clean_in_strict_mode() {
    let folder = tempfile::tempdir().unwrap();
    let maps = folder.path().join("maps");
    let kinds = ["grid", "cards", "bids", "free"];
    for kind in kinds {
        succeeds(folder.path(), &["new", kind, "--kind", kind]);
        let script = if kind == "free" { "main.lua" } else { "rules.lua" };
        for file in [script, "tests/play.lua"] {
            let path = maps.join(kind).join(file);
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(path, format!("--!strict\n{text}")).unwrap();
        }
    }
    let check = [&["check"][..], &kinds, &["--games", "1", "--rooms", "0"]].concat();
    let text = succeeds(folder.path(), &check);
    assert_eq!(text.lines().filter(|line| line.contains(": ok (")).count(), kinds.len(), "{text}");
    assert!(!text.contains("advice: "), "{text}");
}

/// `fangqi check` then fails where they are not as they say.
#[test]
fn shipped_rules_and_their_tests_are_in_strict_mode() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let lua_in = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
        let paths = entries.map(|entry| entry.path());
        paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "lua")).collect()
    };
    let mut files = vec![scripts.join("lib/go/rules.lua")];
    for group in ["boards", "cards"] {
        for map in std::fs::read_dir(scripts.join("maps").join(group)).unwrap() {
            let map = map.unwrap().path();
            if map.join("rules.lua").is_file() {
                files.extend(lua_in(&map).into_iter().chain(lua_in(&map.join("tests"))));
            }
        }
    }
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("--!strict\n"), "{}", file.display());
    }
}

#[test]
fn what_might_be_better_is_told_and_fails_no_check() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    let line = change(&rules, "    local moves = {}", "    local moves, spare = {}, 1");
    let text = succeeds(folder.path(), &["check", "mine", "--games", "1", "--rooms", "0"]);
    let wanted = format!("advice: mine/rules.lua:{line}: Variable 'spare' is never used");
    assert!(text.starts_with(&wanted), "{text}");
}

#[test]
fn what_rules_print_and_what_led_to_an_error_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    change(&rules, "    local moves = {}", "    local moves = {}; print(\"asked\\27\")");
    let check = ["check", "mine", "--games", "4", "--rooms", "1"];
    let text = succeeds(folder.path(), &check);
    assert!(text.starts_with("mine printed: asked\\u001b\nmine printed: … and "), "{text}");
    let text = succeeds(folder.path(), &["test", "mine"]);
    assert!(text.contains("\n        printed: asked\\u001b\n"), "{text}");
    let line = change(&rules, "    local moves = {};", "    local moves = {} .. 1;");
    let text = fails(folder.path(), &check);
    let wanted = format!("\n    at mine/rules.lua:{line} in legal\n    when `legal` was asked\n");
    assert!(text.contains(&wanted) && text.contains("\n    state.cells = { "), "{text}");
}

#[test]
fn a_simulated_failure_replays_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    let old = "state.cells[from], state.cells[to] = 0, seat";
    let line =
        change(&rules, old, "state.cells[from], state.cells[to] = 0, to ~= 14 and seat or seat.x");
    let text = fails(folder.path(), &["sim", "mine", "--seeds", "12"]);
    assert!(text.contains(&format!("mine/rules.lua:{line}: ")), "{text}");
    let again = text.lines().find_map(|line| line.strip_prefix("again: fangqi replay ")).unwrap();
    // The file holds the map it failed with: mending the map does not change what is replayed.
    std::fs::remove_dir_all(folder.path().join("maps")).unwrap();
    let text = succeeds(folder.path(), &["replay", again, "--verify"]);
    assert!(text.contains("found   mine/rules.lua"), "{text}");
    assert!(text.contains("tried   "), "{text}");
    let logged = text.lines().find(|line| line.starts_with("log     ")).unwrap();
    assert!(logged.contains(&format!("mine/rules.lua:{line}: ")), "{text}");
}

#[test]
fn the_same_seeds_fail_alike() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine", "--kind", "cards"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    change(&rules, "local winner = card > other", "local winner = card > other and not nil + card");
    let sim = |out: &str| {
        let text =
            fails(folder.path(), &["sim", "mine", "--seeds", "1", "--start", "3", "-o", out]);
        let file = std::fs::read(folder.path().join(out)).unwrap();
        (text.replace(out, "FILE"), file)
    };
    assert_eq!(sim("a.fangqi"), sim("b.fangqi"));
}

/// Numbers that chess programs agree on, from the beginning and from the position "Kiwipete".
#[test]
fn positions_are_counted_as_others_count_them() {
    let folder = tempfile::tempdir().unwrap();
    let counts = |args: &[&str]| -> Vec<u64> {
        let text = succeeds(folder.path(), args);
        let count = |(depth, line): (usize, &str)| {
            let rest = line.strip_prefix(&format!("{}: ", depth + 1)).unwrap();
            rest.split(' ').next().unwrap().parse().unwrap()
        };
        text.lines().enumerate().map(count).collect()
    };
    assert_eq!(counts(&["perft", "chess"]), [20, 400, 8_902]);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(counts(&["perft", "chess", "2", "--position", kiwipete]), [48, 2_039]);
    assert_eq!(counts(&["perft", "tic-tac-toe", "4"]), [9, 72, 504, 3_024]);
    let text = fails(folder.path(), &["perft", "chess", "--position", "8/8"]);
    assert!(text.contains("\"8/8\" is no position"), "{text}");
    let text = fails(folder.path(), &["perft", "crazy-eights"]);
    assert!(text.contains("the map has no rules"), "{text}");
}

/// A function that wastes fuel is the first that a profile lists, with its line.
#[test]
fn a_profile_names_the_function_and_line_that_waste_fuel() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let rules = folder.path().join("maps/mine/rules.lua");
    let text = std::fs::read_to_string(&rules).unwrap();
    let waste = "local function waste()\n  local sum = 0\n  for i = 1, 20000 do\n    \
                 sum = sum + i % 7\n  end\nend\n";
    let begins = "  apply = function(state, move, seat)\n";
    assert!(text.contains(begins));
    let text = text.replacen(begins, &format!("{begins}    waste()\n"), 1);
    std::fs::write(&rules, format!("{waste}{text}")).unwrap();
    let args = ["profile", "mine", "--rooms", "2", "--top", "3"];
    let text = succeeds(folder.path(), &args);
    assert!(text.starts_with("mine: 2 rooms, "), "{text}");
    let first = |title: &str| text.split_once(title).unwrap().1.trim().lines().next().unwrap();
    let function = first("with calls  function");
    assert!(function.contains("waste  mine/rules.lua:1"), "{text}");
    let own: f64 = function.trim().split('%').next().unwrap().parse().unwrap();
    assert!(own > 50.0, "{text}");
    assert!(first("own  line").contains("mine/rules.lua:"), "{text}");
    assert_eq!(succeeds(folder.path(), &args), text, "the same seeds are counted alike");
    let output = fangqi(folder.path(), &["profile", "mine", "--rooms", "0"]);
    assert!(told(&output).contains("1..=10000"), "{}", told(&output));
}

#[test]
fn computers_play_each_other_and_their_games_are_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["arena", "tic-tac-toe", "4:300000", "random", "--games", "20"];
    let text = succeeds(folder.path(), &args);
    assert!(
        text.starts_with("tic-tac-toe: level 4 of 300000 fuel against random moves, 20 games\n")
    );
    let won: u32 = text.lines().nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(won >= 14, "{text}");
    assert!(text.contains("moves a game: ") && text.contains("ended by: "), "{text}");
    assert_eq!(succeeds(folder.path(), &args), text, "the same seeds play the same games");
    let output = fangqi(folder.path(), &["arena", "tic-tac-toe", "6", "1"]);
    assert!(told(&output).contains("a level from 1 to 5"), "{}", told(&output));
}

/// Tests that all boards share presume neither who moves first nor how long a game lasts.
#[test]
fn shared_tests_hold_for_games_that_the_second_seat_begins() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["new", "mine"]);
    let map = folder.path().join("maps/mine");
    std::fs::remove_file(map.join("tests/play.lua")).unwrap();
    let old = "return { cells = cells, pawns = { count, count } }";
    change(
        &map.join("rules.lua"),
        old,
        "return { cells = cells, pawns = { count, count }, turn = 2 }",
    );
    let text = succeeds(folder.path(), &["test", "mine"]);
    assert!(text.contains("6 passed, 0 failed"), "{text}");
    // Each game begins otherwise.
    let random = "local column = math.random(5)\n    \
                  cells[column], cells[column + 10] = cells[column + 10], cells[column]\n    \
                  return { cells = cells, pawns = { count, count } }";
    change(&map.join("rules.lua"), &format!("{}, turn = 2 }}", &old[..old.len() - 2]), random);
    let text = succeeds(folder.path(), &["test", "mine"]);
    assert!(text.contains("6 passed, 0 failed"), "{text}");
    change(&map.join("rules.lua"), "if ahead(to, seat, 0) == nil then", "if to then");
    let text = succeeds(folder.path(), &["test", "mine"]);
    assert!(text.contains("6 passed, 0 failed"), "{text}");
}
