//! Bugs planted in good boards, each a small change of the kind that authors make, and each found
//! by `check` at the file and line to look at.

use std::time::Instant;

use fangqi_room::testing::{CheckOptions, check};

use crate::maps::PLUGINS;
use crate::maps::{Files, change, line_of, template};

/// A bug.
struct Bug {
    /// The board it is in.
    kind: &'static str,
    /// What is changed, and into what.
    file: &'static str,
    old: &'static str,
    new: &'static str,
    /// A text in the line that is to be found, unless it is the changed one.
    at: Option<&'static str>,
    /// A part of the sentence.
    says: &'static str,
}

const RULES: &str = "rules.lua";

const fn grid(old: &'static str, new: &'static str, says: &'static str) -> Bug {
    Bug { kind: "grid", file: RULES, old, new, at: None, says }
}

const fn cards(old: &'static str, new: &'static str, says: &'static str) -> Bug {
    Bug { kind: "cards", file: RULES, old, new, at: None, says }
}

impl Bug {
    const fn at(self, text: &'static str) -> Self {
        Self { at: Some(text), ..self }
    }
}

fn find(bug: &Bug) {
    let mut files = template(bug.kind);
    let changed = change(&mut files, bug.file, bug.old, bug.new);
    let line = bug.at.map_or(changed, |text| line_of(&files, bug.file, text));
    let started = Instant::now();
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let took = started.elapsed();
    let wanted = format!("game/{}", bug.file);
    let found = report.findings.iter().any(|finding| {
        finding.file == wanted && finding.line == line && finding.message.contains(bug.says)
    });
    assert!(found, "wanted {wanted}:{line}: …{}…, not {:#?}", bug.says, report.findings);
    assert!(took.as_secs() < 60, "it took {took:?}");
    println!("{:>6.2} s  {}", took.as_secs_f64(), report.findings[0]);
}

#[test]
fn what_stands_beside_a_seat_is_short_text() {
    let texts = "{ \"a\", \"b\", \"c\", \"d\", \"e\" }";
    for (name, value, says) in [
        ("tally", "0 / 0", "this is nan"),
        ("tally", "string.rep(\"长\", 41)", "of at most 40 characters, for seat 1; this is a text"),
        ("tally", "\"a\\nb\"", "this is a text of more than one line"),
        ("tally", "{ zh = \"三\" }", "this is a table without texts `zh` and `en`"),
        ("tags", "\"check\"", "must return nil or a list of texts, for seat 1, not string"),
        ("tags", texts, "gives seat 1 5 marks; there may be 4"),
        ("tags", "{ { zh = \"将军\", en = \"0123456789abcdefg\" } }", "a text of 17 characters"),
        ("tags", "{ \"a\", 7 }", "must give seat 1 as mark 2 a text"),
        ("tags", "{ check = \"a\" }", "without gaps and names"),
        ("tags", "{ \"\\255\" }", "this is a text that is not UTF-8"),
        ("secret", "true", "must return nil, a text or { zh = …, en = … } of at most 80"),
        ("secret", "string.rep(\"x\", 81)", "this is a text of 81 characters"),
    ] {
        let new = format!("  {name} = function() return {value} end, explain = function");
        let mut files = template("grid");
        let line = change(&mut files, RULES, "  explain = function", &new);
        let options = CheckOptions { games: 1, rooms: 0, ..CheckOptions::default() };
        let report = check(&files, "game", PLUGINS, options);
        let found = report.findings.iter().any(|finding| {
            (finding.file.as_str(), finding.line) == ("game/rules.lua", line)
                && finding.message.contains(&format!("`{name}` "))
                && finding.message.contains(says)
        });
        assert!(found, "{name} = {value}: {:#?}", report.findings);
    }
}

#[test]
fn what_stands_beside_a_seat_changes_nothing() {
    let new = "  tags = function(state) state.cells[1] = 0 end, explain = function";
    find(&grid("  explain = function", new, "`tags` changes the state"));
}

#[test]
fn moves_that_the_list_cannot_show() {
    for (value, says) in [
        ("{}", "this is a table without texts `zh` and `en`"),
        ("7", "or nil, of at most 80 characters; for { "),
        ("string.rep(\"长\", 81)", "this is a text of 81 characters"),
        ("{ zh = \"一\\n二\", en = \"a\" }", "this is a text of more than one line"),
    ] {
        let new = format!("  notation = function() return {value} end, explain = function");
        let new = new.leak();
        find(&grid("  explain = function", new, says));
    }
}

#[test]
fn looking_for_moves_changes_the_state() {
    // The first click on the board already leaves a state in which nothing more would change.
    let new = "    local moves = {}; state.cells[1] = 0";
    let says = "`legal` changes the state (state.cells[1]); only `apply` may";
    find(&grid("    local moves = {}", new, says).at("legal = function"));
}

#[test]
fn numbers_that_are_none() {
    let old = "    local from, to = move[1], move[2]";
    let new = "    local from, to = move[1], move[2]; state.mean = { 1, 0 / 0 }";
    let says = "`apply` gives a state in which state.mean[2] is nan";
    find(&grid(old, new, says).at("apply = function"));
}

#[test]
fn cells_off_the_board() {
    let old = "    local from, to = move[1], move[2]";
    for (key, says) in [("99", "cells[99]; they go from 1 to 30"), ("\"a1\"", "cells[a1]")] {
        let new = format!("    local from, to = move[1], move[2]; state.cells[{key}] = 1");
        let new = new.leak();
        find(&grid(old, new, says).at("apply = function"));
    }
}

#[test]
fn errors_that_are_no_texts() {
    for (value, says) in [("{ code = 3 }", "but a table"), ("print", "but a function")] {
        let new = format!("    local moves = {{}}; if state.pawns[1] < 9 then error({value}) end");
        find(&grid("    local moves = {}", new.leak(), says));
    }
}

#[test]
fn a_typo_in_the_rules_table() {
    find(&grid("  explain = function", "  explian = function", "did you mean `explain`?"));
}

#[test]
fn a_tally_that_is_no_text() {
    let tally = "  tally = function() return {} end, explain = function";
    find(&grid("  explain = function", tally, "`tally` must return nil, a number"));
}

#[test]
fn a_syntax_error() {
    find(&grid("elseif #cells == 2 and", "elseif #cells == 2 adn", "got 'adn'"));
}

#[test]
fn cells_that_collide() {
    let points = "layout = { points = { { \"a\", 0, 0 }, { \"b\", 1, 0 }, { \"c\", 0, 0 } } },";
    find(&grid("layout = grid.layout,", points, "cells 1 and 3 are both at (0, 0)"));
}

#[test]
fn a_listed_move_that_apply_refuses() {
    // Straight ahead it takes as well, and the pawns are counted by an assertion.
    find(&grid(
        "    local from, to = move[1], move[2]",
        "    local from, to = move[1], move[2]; assert(state.cells[to] == 0, \"taken\")",
        "taken",
    ));
}

#[test]
fn a_function_in_the_state() {
    let new = "return { cells = cells, pawns = { count, count }, run = print }";
    let says = "no plain data: state.run is a function";
    find(&grid("return { cells = cells, pawns = { count, count } }", new, says).at("setup ="));
}

#[test]
fn a_circle_in_the_state() {
    let new = "state.cells[from], state.cells[to] = 0, seat; state.before = state";
    let says = "state.before is a table that holds itself";
    find(&grid("state.cells[from], state.cells[to] = 0, seat", new, says).at("apply ="));
}

#[test]
fn legal_without_an_end() {
    let new = "for sideways = -1, 1 do while cell > 0 do end";
    find(&grid("for sideways = -1, 1 do", new, "used up its fuel"));
}

#[test]
fn a_move_that_is_none() {
    let new = "moves[#moves + 1] = { from = cell, to = to }";
    find(&grid("moves[#moves + 1] = { cell, to }", new, "which is none").at("legal ="));
}

#[test]
fn a_move_that_cannot_be_stored() {
    let new = "moves[#moves + 1] = { cell, to, print }";
    find(&grid("moves[#moves + 1] = { cell, to }", new, "which is none").at("legal ="));
}

#[test]
fn a_move_that_begins_another() {
    let new =
        "moves[#moves + 1] = { cell, to }; if sideways == 0 then moves[#moves + 1] = cell end";
    find(&grid("moves[#moves + 1] = { cell, to }", new, "which begins the other").at("legal ="));
}

#[test]
fn a_move_that_is_there_twice() {
    let new = "moves[#moves + 1] = { cell, to }; moves[#moves + 1] = { cell, to }";
    find(&grid("moves[#moves + 1] = { cell, to }", new, "twice").at("legal ="));
}

#[test]
fn a_missing_string() {
    // The reason is named in the line that is blamed.
    find(&grid(
        "return state.arrived, \"arrived\"",
        "return state.arrived, \"home\"",
        "`over_home`",
    ));
}

#[test]
fn an_option_without_a_string() {
    let new = "options = { rows = { \"two\", \"one\", \"three\" } },";
    find(&grid("options = { rows = { \"two\", \"one\" } },", new, "`option_rows_three`"));
}

#[test]
fn a_string_in_one_language_only() {
    let mut files = template("grid");
    change(&mut files, "strings/en.toml", "blocked = ", "blokced = ");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let shown: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["game/strings/en.toml: there is no `blocked`, which strings/zh.toml has"]);
}

#[test]
fn legal_that_changes_the_state() {
    let new = "local moves = {}; state.asked = (state.asked or 0) + 1";
    let says = "changes the state (state.asked); only `apply` may";
    find(&grid("    local moves = {}", new, says).at("legal ="));
}

#[test]
fn a_score_that_changes_the_state() {
    let new = "state.pawns[seat] += 1; return 100 * (state.pawns[seat] - state.pawns[3 - seat])";
    let old = "return 100 * (state.pawns[seat] - state.pawns[3 - seat])";
    find(&grid(old, new, "changes the state (state.pawns[1])").at("score ="));
}

#[test]
fn state_kept_outside_the_state() {
    // How many games there were is nothing that a room, rebuilt, would know.
    let mut files = template("grid");
    let forward = "local FORWARD = { 1, -1 }";
    change(&mut files, RULES, forward, "local FORWARD = { 1, -1 }\nlocal taken = { 0, 0 }");
    change(&mut files, RULES, "state.pawns[3 - seat] -= 1", "taken[seat] += 1");
    change(&mut files, RULES, "if pawns == 0 then", "if taken[seat] >= 3 and pawns > 0 then");
    let line = line_of(&files, RULES, "over =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line && finding.message.contains("depends on what is not in the state")
    });
    assert!(found, "{:#?}", report.findings);
}

#[test]
fn a_beginning_that_is_shared_by_all_games() {
    let mut files = template("grid");
    let forward = "local FORWARD = { 1, -1 }";
    change(&mut files, RULES, forward, "local FORWARD = { 1, -1 }\nlocal pawns_left = { 10, 10 }");
    change(&mut files, RULES, "pawns = { count, count } }", "pawns = pawns_left }");
    let line = line_of(&files, RULES, "setup =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line && finding.message.contains("does it keep a table and change it?")
    });
    assert!(found, "{:#?}", report.findings);
}

#[test]
fn dice_thrown_by_apply() {
    let new = "if state.cells[to] ~= 0 and math.random(2) == 1 then";
    let says = "uses math.random; in the course of a game chance comes from `chance`";
    find(&grid("if state.cells[to] ~= 0 then", new, says).at("apply ="));
}

#[test]
fn apply_that_changes_the_move() {
    let new = "local from, to = table.remove(move, 1), table.remove(move, 1)";
    let says = "changes the move it is given";
    find(&grid("local from, to = move[1], move[2]", new, says).at("apply ="));
}

#[test]
fn a_random_move_that_is_illegal() {
    let new = "  random_move = function(state, seat)\n    local cell\n    repeat\n      \
               cell = math.random(25)\n    until state.cells[cell] == seat\n    \
               return { cell, cell + 5 }\n  end,\n\n  score = function(state, seat)";
    let says = "which `legal` does not list";
    find(&grid("  score = function(state, seat)", new, says).at("random_move ="));
}

#[test]
fn a_game_that_never_ends() {
    let mut files = template("grid");
    // A pawn each, on a board without edges.
    let row = "grid.row[cell] + FORWARD[seat]";
    let round = "(grid.row[cell] - 1 + FORWARD[seat]) % 6 + 1";
    change(&mut files, RULES, row, round);
    change(&mut files, RULES, "\"bbbbb/bbbbb/5/5/wwwww/wwwww\"", "\"4b/5/5/5/5/w4\"");
    change(&mut files, RULES, "(there == 3 - seat and sideways ~= 0)", "false");
    let line = line_of(&files, RULES, "over =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line
            && finding.message.contains("has not ended a random game after 2000 moves; add a rule")
    });
    assert!(found, "{:#?}", report.findings);
}

#[test]
fn a_seat_without_moves_and_without_a_rule_for_it() {
    let mut files = template("grid");
    change(&mut files, RULES, "  stuck = \"loses\",", "");
    change(&mut files, RULES, "(there == 3 - seat and sideways ~= 0)", "false");
    let line = line_of(&files, RULES, "legal =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report
        .findings
        .iter()
        .any(|finding| finding.line == line && finding.message.contains("and there is no `stuck`"));
    assert!(found, "{:#?}", report.findings);
}

#[test]
fn a_result_that_is_none() {
    let new = "return state.arrived == 1, \"arrived\"";
    find(
        &grid("return state.arrived, \"arrived\"", new, "must return nil, 0 for a draw")
            .at("over ="),
    );
}

#[test]
fn results_for_another_number_of_seats() {
    let old = "return table.clone(state.tricks), \"tricks\"";
    let new = "return { 1, 2, 3 }, \"tricks\"";
    find(&cards(old, new, "or 2 results, not a list of 3").at("over ="));
}

#[test]
fn chance_that_is_no_list() {
    for (given, shown) in [("true", "true"), ("\"heads\"", "\"heads\""), ("2", "2")] {
        let new =
            format!("  chance = function() return {given} end, legal = function(state, seat)");
        let mut files = template("grid");
        let line = change(&mut files, RULES, "  legal = function(state, seat)", &new);
        let report = check(&files, "game", PLUGINS, CheckOptions::default());
        let says = format!("`chance` must return nil or a list of outcomes, not {shown}");
        let found = report
            .findings
            .iter()
            .any(|finding| finding.line == line && finding.message.contains(&says));
        assert!(found, "{says}: {:#?}", report.findings);
    }
}

#[test]
fn a_turn_that_is_nobodys() {
    find(
        &cards("    return winner\n", "    return winner + 1\n", "gives the turn to 3")
            .at("apply ="),
    );
}

#[test]
fn an_empty_board_for_fewer_cells() {
    let new = "local cells = table.create(HAND, 0)";
    find(&cards("local cells = table.create(3 * HAND, 0)", new, "cells[").at("setup ="));
}

#[test]
fn a_guess_that_contradicts_the_view() {
    // A card that has been seen played is dealt again.
    let old = "    for _, card in ipairs(view.played) do\n      seen[card] = true\n    end\n";
    find(&cards(old, "    view.tricks = { 0, 0 }\n", "(view.tricks[").at("guess ="));
}

#[test]
fn moves_that_betray_a_hand() {
    let new =
        "if state.cells[cell] ~= 0 and state.cells[cell] ~= state.cells[FIRST[3 - seat]] + 1 then";
    find(
        &cards("if state.cells[cell] ~= 0 then", new, "depend on what it cannot know")
            .at("legal ="),
    );
}

#[test]
fn spectators_who_see_a_hand() {
    let new = "if other ~= seat and seat and view.cells[cell] ~= 0 then";
    let old = "if other ~= seat and view.cells[cell] ~= 0 then";
    find(&cards(old, new, "another view").at("guess ="));
}

#[test]
fn a_module_of_the_host() {
    let new = "local moves = {}; Chat:sendSystemMsg(\"x\")";
    find(&cards("    local moves = {}", new, "nil"));
}

#[test]
fn a_position_that_is_counted_without_a_past() {
    // `state.past` need not be there at first.
    let old = "state.cells[from], state.cells[to] = 0, seat";
    let mut files = template("grid");
    change(&mut files, RULES, old, &format!("{old}; grid.repeats(state, 3 - seat)"));
    assert_eq!(check(&files, "game", PLUGINS, CheckOptions::default()).findings, []);
}

#[test]
fn cells_between_whole_places() {
    let points = "layout = { points = { { \"a\", 0, 0 }, { \"b\", 1.5, 0 } } },";
    let says = "points[2]: its column must be a whole number, not 1.5";
    find(&grid("layout = grid.layout,", points, says));
    let blocks = "layout = { blocks = { { name = \"a\", x = 0, y = 1, z = 0.5 } } },";
    find(&grid(
        "layout = grid.layout,",
        blocks,
        "blocks[1]: its z must be a whole number, not 0.5",
    ));
}

#[test]
fn games_that_end_before_they_begin() {
    let old = "if there == 0 or (there == 3 - seat and sideways ~= 0) then";
    find(&grid(old, "if there == 7 then", "lists no move in any game").at("legal ="));
}

#[test]
fn scripts_that_leave_the_board_alone() {
    for (script, says) in [
        ("local x = 1 -- Board\n", "none of them uses `Board`: remove `scripts`"),
        ("local facts = Board:facts()\n", "`scripts` let no player move in 2 rooms"),
    ] {
        let mut files = template("grid");
        let rules = "rules = \"rules.lua\"\n";
        let line =
            change(&mut files, "map.toml", rules, &format!("{rules}scripts = [\"a.lua\"]\n"));
        files.insert("game/a.lua".to_owned(), script.as_bytes().to_vec());
        let options = CheckOptions { games: 3, rooms: 2, ..CheckOptions::default() };
        let report = check(&files, "game", PLUGINS, options);
        let [finding] = &*report.findings else { panic!("{:#?}", report.findings) };
        assert_eq!((&*finding.file, finding.line), ("game/map.toml", line + 1), "{finding}");
        assert!(finding.message.contains(says), "{finding}");
    }
}

#[test]
fn scores_that_computers_take_for_equal() {
    let old = "return 100 * (state.pawns[seat] - state.pawns[3 - seat])";
    let new = "return state.pawns[seat] - state.pawns[3 - seat]";
    find(&grid(old, new, "100 stands for a pawn or a stone").at("score ="));
    let new = "return 1e5 * (state.pawns[seat] - state.pawns[3 - seat])";
    find(&grid(old, new, "beyond 20000").at("score ="));
}

#[test]
fn a_card_that_is_dealt_twice() {
    let (old, new) = ("= table.remove(unseen)", "= unseen[#unseen]");
    find(&cards(old, new, "does it deal a card twice?").at("guess ="));
}

#[test]
fn a_notation_that_names_a_hidden_card() {
    // The card beside the one that is played, and the first of the other's.
    for card in ["state.cells[cell] + (state.cells[cell + 1] or 0)", "state.cells[FIRST[1]]"] {
        let new = format!("return tostring({card})");
        let mut files = template("cards");
        change(&mut files, RULES, "return tostring(state.cells[cell])", &new);
        let line = line_of(&files, RULES, "notation =");
        let report = check(&files, "game", PLUGINS, CheckOptions::default());
        let found = report.findings.iter().any(|finding| {
            finding.line == line && finding.message.contains("for everybody to read, where")
        });
        assert!(found, "{card}: {:#?}", report.findings);
    }
}

/// A card of the other's hand is shown at one moment of the game.
#[test]
fn a_card_that_is_shown_for_a_moment() {
    let new = "view.cells[cell] = if cell == first and #state.played == 2 then view.cells[cell] \
               else BACK";
    find(&cards("view.cells[cell] = BACK", new, "for a while, although no move").at("view ="));
}

/// A field tells a card, and the author's `guess` knows it.
#[test]
fn a_field_that_names_a_hidden_card() {
    let mut files = template("cards");
    let old = "tricks = state.tricks }\n";
    change(&mut files, RULES, old, "tricks = state.tricks, top = state.cells[FIRST[2]] }\n");
    let old = "    shuffle(unseen)\n    for cell";
    let known = "    shuffle(unseen)\n    local at = table.find(unseen, view.top)\n    \
                 if at and view.cells[FIRST[2]] == BACK then\n      \
                 view.cells[FIRST[2]] = table.remove(unseen, at)\n    end\n    for cell";
    change(&mut files, RULES, old, known);
    let line = line_of(&files, RULES, "view =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line
            && finding.message.contains("by view.top which pieces lie under the backs")
    });
    assert!(found, "{:#?}", report.findings);
}

/// Each has three cards in an order that only the seat knows; both turn one up at the same time.
const HANDS: &str = r#"
local BACK = 4
local pieces = {}
for card = 1, BACK do
  pieces[card] = { name = { zh = `{card} 点`, en = `Card {card}` }, shape = "card" }
end
local function shuffled(list)
  for index = #list, 2, -1 do
    local other = math.random(index)
    list[index], list[other] = list[other], list[index]
  end
  return list
end
Board:define({
  layout = { grid = { columns = 3, rows = 2 } },
  pieces = pieces,
  setup = function()
    local cells = shuffled({ 1, 2, 3 })
    table.move(shuffled({ 1, 2, 3 }), 1, 3, 4, cells)
    return { cells = cells, turn = { 1, 2 }, points = { 0, 0 }, rounds = 0, played = { {}, {} } }
  end,
  legal = function(state, seat)
    local moves = {}
    for cell = 3 * seat - 2, 3 * seat do
      if state.cells[cell] > 0 then
        moves[#moves + 1] = cell
      end
    end
    return moves
  end,
  apply = function(state, move, seat)
    if seat == 1 then
      state.first = move
      return nil
    end
    for owner, cell in { state.first, move } do
      table.insert(state.played[owner], state.cells[cell])
      state.cells[cell] = 0
    end
    state.rounds, state.first = state.rounds + 1, nil
    local one, two = state.played[1][state.rounds], state.played[2][state.rounds]
    if one ~= two then
      state.points[if one > two then 1 else 2] += 1
    end
    return { 1, 2 }
  end,
  over = function(state)
    return if state.rounds == 3 then state.points else nil, "points"
  end,
  view = function(state, seat)
    local view = table.clone(state)
    view.cells = table.clone(state.cells)
    view.first = if seat == 1 then state.first else nil
    for cell, piece in ipairs(state.cells) do
      if piece > 0 and (cell + 2) // 3 ~= seat then
        view.cells[cell] = BACK
      end
    end
    return view
  end,
  guess = function(view, seat)
    local other, unseen = 3 - seat, {}
    for card = 1, 3 do
      if not table.find(view.played[other], card) then
        unseen[#unseen + 1] = card
      end
    end
    shuffled(unseen)
    for cell = 3 * other - 2, 3 * other do
      if view.cells[cell] > 0 then
        view.cells[cell] = table.remove(unseen)
        if other == 1 and view.turn[1] == 2 then
          view.first = cell
        end
      end
    end
    return view
  end,
  notation = function(state, move)
    return tostring(state.cells[move])
  end,
})
"#;

/// The board of these rules, which ends games on points.
fn on_points(kind: &str, rules: &str) -> Files {
    let mut files = template(kind);
    for (language, text) in [("zh", "按分数"), ("en", "on points")] {
        let path = format!("game/strings/{language}.toml");
        let table = String::from_utf8(files[&path].clone()).unwrap();
        files.insert(path, format!("{table}\nover_points = \"{text}\"\n").into_bytes());
    }
    files.insert("game/rules.lua".to_owned(), rules.as_bytes().to_vec());
    files
}

#[test]
fn a_notation_of_a_round_that_names_a_hidden_card() {
    let mut files = on_points("cards", HANDS);
    assert_eq!(check(&files, "game", PLUGINS, CheckOptions::default()).findings, []);
    change(&mut files, RULES, "tostring(state.cells[move])", "tostring(state.cells[7 - move])");
    let line = line_of(&files, RULES, "notation =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line && finding.message.contains("for everybody to read, where")
    });
    assert!(found, "{:#?}", report.findings);
}

/// Both show a number of fingers at the same time; who shows more has won the round.
const TOGETHER: &str = r#"
Board:define({
  layout = { grid = { columns = 3, rows = 2 } },
  pieces = { { name = { zh = "手", en = "Hand" } } },
  setup = { turn = { 1, 2 }, points = { 0, 0 }, rounds = 0 },
  legal = function(_, seat)
    return if seat == 1 then { 1, 2, 3 } else { 4, 5, 6 }
  end,
  apply = function(state, move, seat)
    if seat == 1 then
      state.shown = move
      return nil
    end
    local winner = if state.shown > move - 3 then 1 else 2
    state.points[winner] += if state.shown == move - 3 then 0 else 1
    state.rounds, state.shown = state.rounds + 1, nil
    return { 1, 2 }
  end,
  over = function(state)
    return if state.rounds == 4 then state.points else nil, "points"
  end,
})
"#;

#[test]
fn apply_that_begins_a_round_in_the_middle_of_it() {
    let mut files = on_points("grid", TOGETHER);
    assert_eq!(check(&files, "game", PLUGINS, CheckOptions::default()).findings, []);
    change(&mut files, RULES, "return nil\n", "return { 1, 2 }\n");
    let line = line_of(&files, RULES, "apply =");
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let found = report.findings.iter().any(|finding| {
        finding.line == line && finding.message.contains("while seat 2 is still to choose")
    });
    assert!(found, "{:#?}", report.findings);
}
