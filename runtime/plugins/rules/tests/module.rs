//! `Board`: what rules may hold, what is said of them, and thinking by them.

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds,
        &fangqi_plugin_rules::Rules
    ]));
}

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, JobResult, SeatHolder};
use fangqi_room::{MapPackage, Room};

use common::PLUGINS;
use common::{ANN, BEN, MANIFEST, Table, options};
use fangqi_testkit::calls::{check, outputs, refused, run, show};

/// Two seats take turns to put a stone on one of three points; the second stone wins.
const RULES: &str = r#"
Board:define({
  layout = { grid = { columns = 3, rows = 1, on = "points" } },
  pieces = { { name = { zh = "黑", en = "Black" } }, { name = { zh = "白", en = "White" } } },
  options = { size = { "small", "large" } },
  setup = function() return { count = 0 } end,
  legal = function(state)
    local moves = {}
    for cell, piece in ipairs(state.cells) do
      if piece == 0 then moves[#moves + 1] = cell end
    end
    return moves
  end,
  apply = function(state, cell, seat)
    state.cells[cell] = seat
    state.count += 1
  end,
  over = function(state) return if state.count == 2 then 2 else nil, "two" end,
})
"#;

/// The files of a map of rules and of a script that plays them, or would: it is refused unless it
/// uses `Board`.
fn files(rules: &str, main: &str) -> BTreeMap<String, Vec<u8>> {
    let manifest = MANIFEST.replace("take_back", "rules = \"rules.lua\"\ntake_back");
    let mut files = common::shipped_files();
    files.retain(|path, _| path.starts_with("lib/"));
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    files.insert("test/rules.lua".to_owned(), rules.as_bytes().to_vec());
    files.insert("test/main.lua".to_owned(), format!("{main}\nlocal _ = Board").into_bytes());
    files
}

fn table(main: &str) -> Table {
    let map = Arc::new(MapPackage::load(&files(RULES, main), "test", PLUGINS).unwrap());
    let (room, _) = Room::open(map, options()).unwrap();
    let mut table = Table::of(room);
    for (seat, player, name) in [(0, ANN, "Ann"), (1, BEN, "Ben")] {
        table.ok(Input::Join { player, name: name.to_owned() });
        table.ok(Input::Sit { player, seat });
    }
    table
}

#[test]
fn a_script_is_told_of_the_board() {
    let mut table = table("facts, referee = Board:facts(), Board:referee()");
    check(
        &table,
        &[
            ("#facts.cells, facts.cells[2].name, facts.cells[2].x, facts.cells[2].y", "3 b1 1 1"),
            ("facts.pieces[2].block, facts.pieces[2].name.en", "3501 White"),
            ("facts.players[1], facts.options[1].name, facts.options[1].values[2]", "2 size large"),
            ("facts.hidden", "false"),
            ("type(Board:rules().legal)", "function"),
        ],
    );
    run(&table, "state = referee.setup({ players = 2, size = 'small' })");
    run(&table, "referee.play(state, 2, 1)");
    check(
        &table,
        &[
            ("table.concat(state.cells, ' ')", "0 1 0"),
            ("state.turn, referee.standing(state), #referee.moves(state, 2)", "2 2 2"),
            ("referee.result(state)", "nil"),
        ],
    );
    run(&table, "referee.play(state, 1, 2)");
    check(&table, &[("referee.standing(state), referee.result(state)[2]", "0 1")]);
    refused(&mut table, &[("Board:define({})", "a map has one board")]);
}

/// Scripts of a room have the same tools as its rules, and are told what is wrong with a call.
#[test]
fn a_script_may_make_lattices() {
    let mut table = table(
        r#"grid = Board:grid(3, 2, "points")
           star = Board:hexes({ 1, 2 })
           points = Board:points("a1 b1, b1 b2")
           set = Board:pieces({ { zh = "红", en = "Red" } }, { zh = "兵", en = "pawn" })"#,
    );
    check(
        &table,
        &[
            ("grid.size, grid.name[4], grid.layout.grid.on", "6 a2 points"),
            ("table.concat(grid.near[5], ' ')", "6 4 2"),
            ("#star.near[1], star.steps[2][1]", "2 3"),
            ("#points.layout.points, #points.near[points.cell.b1]", "3 2"),
            ("set.list[1].name.en, set.side[1], #set.of({ 1, 0, 1 }, 1)", "Red pawn 1 2"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Board:grid(3, 0)", "rows must be from 1 to 26, not 0"),
            ("Board:hexes({ 27 })", "a row's cells must be from 1 to 26, not 27"),
            ("Board:points('a1 a2 1a')", "such as d7, not \"1a\""),
            ("Board:pieces({}, { en = 5 })", "`en` must be a text, or one for each side, not 5"),
        ],
    );
}

#[test]
fn a_computer_thinks_outside_and_comes_back_with_a_move() {
    let mut table = table(
        r#"ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             local state = Board:referee().setup({ players = 2, size = "small" })
             thought, why = Board:think(state, { level = 5 })
           end)"#,
    );
    let jobs = table.click(ANN, 0, 0, 0).jobs;
    assert_eq!(jobs.len(), 1);
    let result = run_job_alone(&jobs[0].spec);
    assert!(matches!(result, JobResult::Done { .. }), "{result:?}");
    table.ok(Input::JobDone { job: jobs[0].id, result });
    assert_eq!(show(&table, "thought.move >= 1 and thought.move <= 3"), "true");
    assert_eq!(show(&table, "thought.nodes > 0"), "true");
    refused(
        &mut table,
        &[
            ("Board:think({ f = print }, {})", "state.f is a function"),
            ("Board:think({}, { level = 6 })", "level 6 is not one of 1 to 5"),
            ("Board:think({}, { levle = 3 })", "did you mean `level`?"),
            ("Board:think({}, { seconds = -1 })", "`seconds` must be from 0"),
        ],
    );
}

#[test]
fn a_computer_tells_its_best_lines() {
    let mut table = table(
        r#"ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             local state = Board:referee().setup({ players = 2, size = "small" })
             thought = Board:lines(state, { count = 2, seconds = 1 })
           end)"#,
    );
    let jobs = table.click(ANN, 0, 0, 0).jobs;
    let result = run_job_alone(&jobs[0].spec);
    table.ok(Input::JobDone { job: jobs[0].id, result });
    // Whoever puts the first stone loses, wherever it lies.
    check(
        &table,
        &[
            ("#thought.lines, thought.value", "2 -1000"),
            (
                "#thought.lines[1].moves, thought.lines[1].value, thought.lines[1].score",
                "2 -1000 nil",
            ),
            ("thought.lines[1].moves[1] ~= thought.lines[2].moves[1]", "true"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Board:lines({ f = print }, {})", "state.f is a function"),
            ("Board:lines({}, { count = 0 })", "`count` must be from 1 to 5"),
            ("Board:lines({}, { count = 6 })", "`count` must be from 1 to 5"),
            ("Board:lines({}, { level = 3 })", "unknown key `level`"),
            ("Board:lines({}, { seconds = -1 })", "`seconds` must be from 0"),
        ],
    );
}

#[test]
fn thinking_is_given_up() {
    let mut table = table(
        r#"ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             local state = Board:referee().setup({ players = 2, size = "small" })
             thought, why = Board:think(state)
           end)"#,
    );
    let jobs = table.click(ANN, 0, 0, 0).jobs;
    check(&table, &[("Board:stop()", "1")]);
    let applied = outputs(&mut table);
    assert_eq!(applied.cancelled, [jobs[0].id]);
    assert_eq!(show(&table, "thought, why"), "nil cancelled");
}

#[test]
fn seats_are_named_and_put_away() {
    let mut table = table("");
    check(&table, &[("Seats:name(1).en, Seats:count()", "Black 2")]);
    run(&table, "Seats:setCount(1)");
    assert_eq!(table.room.seats().len(), 1);
    check(&table, &[("Seats:count(), Seats:of(1002)", "1 nil")]);
    run(&table, "Seats:setCount(2)");
    assert_eq!(table.room.seats()[1].holder, SeatHolder::Open);
    refused(
        &mut table,
        &[
            ("Seats:setCount(3)", "count must be from 1 to 2"),
            ("Seats:setCount(0)", "count must be from 1 to 2"),
            ("Seats:name(2)", "there is no seat 2"),
        ],
    );
}

/// The manifest's layout is read after the rules, whose pieces are blocks then.
#[test]
fn a_layout_may_name_the_blocks_of_rules() {
    let mut files = files(RULES, "");
    let manifest = String::from_utf8(files["test/map.toml"].clone()).unwrap();
    let manifest = manifest.replacen("rules =", "layout = \"layout.toml\"\nrules =", 1);
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    let layout = "[[fill]]\nfrom = [20, 5, 20]\nto = [20, 5, 20]\nblock = \"piece_2\"\n";
    files.insert("test/layout.toml".to_owned(), layout.as_bytes().to_vec());
    let map = Arc::new(MapPackage::load(&files, "test", PLUGINS).unwrap());
    let (room, _) = Room::open(map, options()).unwrap();
    assert_eq!(room.block([20, 5, 20]).id().0, 3501);
}

#[test]
fn rules_that_cannot_be_say_where_and_why() {
    let with = |from: &str, to: &str| {
        assert!(RULES.contains(from), "{from}");
        RULES.replacen(from, to, 1)
    };
    let zone = |zone: &str| with("legal =", &format!("zones = {{ {{ {zone} }} }}, legal ="));
    for (rules, why) in [
        (with("legal =", "lagel ="), "rules.lua:7: Board:define: unknown key `lagel`"),
        (with("legal =", "lagel ="), "did you mean `legal`?"),
        (with("columns", "colums"), "layout: unknown key `colums`; did you mean `columns`?"),
        (with("columns = 3", "columns = 27"), "columns must be from 1 to 26, not 27"),
        (with("\"points\"", "\"dots\""), "`on` must be"),
        (with("zh = \"黑\", ", "zh = {}, "), "pieces[1]"),
        (with("setup = function", "view = print, setup = function"), "`view` and `guess` go"),
        (with("options", "players = 3, options"), "up to 3 may play, but map.toml has 2 [[seats]]"),
        (with("Board:define", "print"), "it defines no board"),
        (format!("{RULES}\n{RULES}"), "a map has one board"),
        (with("setup =", "setup"), "rules.lua:"),
        (with("legal =", "setup = 5, legal ="), "`setup` must be a function, or the state"),
        (with("legal =", "stuck = 'lose', legal ="), "`stuck` must be a function, \"loses\""),
        (zone("kind = 'hand', from = 1, count = 2"), "zones[1]: a \"hand\" needs a `seat`, 1 to 2"),
        (zone("kind = 'pile', seat = 1, from = 1, count = 1"), "a \"pile\" is of no `seat`"),
        (zone("kind = 'heap', from = 1, count = 1"), "`kind` must be \"hand\""),
        (zone("kind = 'common', from = 3, count = 2"), "cells that do not exist"),
        (zone("kind = 'common', from = 1, count = 0"), "cells that do not exist"),
        (
            zone("kind = 'pile', from = 1, count = 1 }, { kind = 'common', from = 1, count = 2"),
            "zones[2]: some of its cells belong to another",
        ),
        (with("legal =", "stuck = 'loses', players = 1, legal ="), "unless two play: who would"),
    ] {
        let error = MapPackage::load(&files(&rules, ""), "test", PLUGINS).unwrap_err().to_string();
        assert!(error.contains(why), "{error}\n  has not: {why}");
    }
}

/// A state given as a table begins every game afresh; words say what becomes of who cannot move.
#[test]
fn what_is_usual_is_said_in_a_word() {
    let begin = "setup = function() return { count = 0 } end";
    for (stuck, result) in [("loses", "-1 1 stuck"), ("draws", "0 0 stuck")] {
        let words = format!("setup = {{ count = 0, past = {{}} }}, stuck = \"{stuck}\"");
        assert!(RULES.contains(begin) && RULES.contains("if piece == 0"));
        let rules = RULES.replacen(begin, &words, 1).replacen("if piece == 0", "if false", 1);
        let map =
            MapPackage::load(&files(&rules, "referee = Board:referee()"), "test", PLUGINS).unwrap();
        let (room, _) = Room::open(Arc::new(map), options()).unwrap();
        let table = Table::of(room);
        run(
            &table,
            "first = referee.setup({ players = 2 })
             table.insert(first.past, 1) first.cells[1] = 1 first.count = 1
             second = referee.setup({ players = 2 })
             worth, reason = referee.result(second)",
        );
        check(
            &table,
            &[
                ("second.count, #second.past, table.concat(second.cells)", "0 0 000"),
                ("referee.standing(second), #referee.moves(second, 1)", "0 0"),
                ("worth[1], worth[2], reason", result),
            ],
        );
    }
    let rules = RULES.replacen(begin, "", 1).replacen(",\n  ,", ",", 1);
    let map =
        MapPackage::load(&files(&rules, "referee = Board:referee()"), "test", PLUGINS).unwrap();
    let (room, _) = Room::open(Arc::new(map), options()).unwrap();
    let table = Table::of(room);
    check(&table, &[("table.concat(referee.setup({ players = 2 }).cells)", "000")]);
}

#[test]
fn what_rules_return_is_looked_at_before_it_is_used() {
    for (from, to, why) in [
        ("return { count = 0 }", "return { count = 0, f = print }", "`setup` gives a state that"),
        ("return { count = 0 }", "return 3", "`setup` must return a table, the state, not number"),
        ("return { count = 0 }", "return { cells = { 0, 9, 0 } }", "cells[2] is 9 and not 0 or a"),
        (
            "setup = function() return { count = 0 } end",
            "setup = { cells = { 0, 9, 0 } }",
            "`setup` gives a state in which cells[2] is 9 and not 0 or a",
        ),
        ("return moves", "return {}", "`legal` gives seat 1 no move"),
        ("return moves", "return nil", "`legal` must return a list of moves, not nil"),
        (
            "if state.count == 2 then 2 else nil",
            "if state.count > 0 then 7 else nil",
            "`over` must",
        ),
        ("state.count += 1", "return 3", "`apply` gives the turn to 3 and not to a seat, 1 to 2"),
    ] {
        let rules = RULES.replacen(from, to, 1);
        let files = files(&rules, "referee = Board:referee()");
        // How a game begins is looked at when the map is loaded, all else when it is played.
        let error = match MapPackage::load(&files, "test", PLUGINS) {
            Err(error) => error.to_string(),
            Ok(map) => {
                let (room, _) = Room::open(Arc::new(map), options()).unwrap();
                let play = "state = referee.setup({ players = 2 })
                            local moves = referee.moves(state, 1)
                            referee.play(state, moves[1], 1)
                            referee.result(state)";
                room.evaluate(play).unwrap_err().to_string()
            }
        };
        assert!(error.contains(why), "{error}\n  has not: {why}");
        assert!(error.contains("test/rules.lua:"), "{error}");
    }
}

/// Maps that share rules differ by what their manifests give.
#[test]
fn rules_read_the_parameters_of_their_map() {
    let rules = RULES.replacen("columns = 3", "columns = Board:parameter('size')", 1);
    let load = |parameters: &str| {
        let given = format!("[rules]\nscript = \"rules.lua\"\nparameters = {parameters}\n");
        let manifest = format!("{}\n{given}", MANIFEST.trim_end());
        let line = manifest.lines().count();
        let mut files = files(&rules, "facts = Board:facts()");
        files.insert("test/map.toml".to_owned(), manifest.into_bytes());
        let map = MapPackage::load(&files, "test", PLUGINS);
        map.map_err(|error| error.to_string().replace(&format!("map.toml:{line}:"), "last line:"))
    };
    for size in [3, 5] {
        let map = load(&format!("{{ size = {size} }}")).unwrap();
        let (room, _) = Room::open(Arc::new(map), options()).unwrap();
        check(&Table::of(room), &[("#facts.cells", size.to_string().as_str())]);
    }
    let fails = |parameters: &str, why: &str| {
        let error = load(parameters).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    fails("{ sizes = 3 }", "no parameter `size`; did you mean `sizes`?");
    fails("{ size = 3, more = 'x' }", "last line: rules.parameters: `more` is read nowhere");
    fails("{ size = [3] }", "last line: a parameter is a number or a word");
}
