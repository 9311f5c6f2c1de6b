//! Good maps: nothing is found, and enough was looked at to mean something.

use std::sync::Arc;

use fangqi_room::MapPackage;
use fangqi_room::testing::{CheckOptions, Strictness, check, run_tests};

use crate::maps::PLUGINS;
use crate::maps::{change, shipped_files, template};

#[test]
fn the_boards_of_the_program_have_no_faults() {
    let files = shipped_files();
    let options = CheckOptions { games: 12, rooms: 2, ..CheckOptions::default() };
    let report = check(&files, "tic-tac-toe", PLUGINS, options);
    assert_eq!(report.findings, []);
    assert!(report.games >= 12 && report.plies > 60, "{report:?}");
    assert!(report.rooms == 2 && report.moves > 0, "{report:?}");
}

#[test]
fn maps_without_rules_are_simulated() {
    let files = shipped_files();
    for map in ["xiangqi", "tutorial-xiangqi"] {
        let report =
            check(&files, map, PLUGINS, CheckOptions { rooms: 1, ..CheckOptions::default() });
        assert_eq!(report.findings, [], "{map}");
        assert!(report.rooms == 1 && report.moves > 0, "{map}: {report:?}");
    }
}

#[test]
fn what_new_writes_has_no_faults() {
    for kind in ["grid", "cards", "bids", "free"] {
        let report = check(&template(kind), "game", PLUGINS, CheckOptions::default());
        assert_eq!(report.findings, [], "{kind}");
        assert!(report.rooms == 4 && report.moves > 20, "{kind}: {report:?}");
        assert!(kind == "free" || report.games >= 30, "{kind}: {report:?}");
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let files = template("cards");
    let options = CheckOptions { games: 5, rooms: 1, ..CheckOptions::default() };
    assert_eq!(check(&files, "game", PLUGINS, options), check(&files, "game", PLUGINS, options));
}

/// No game asks for moves before the dice have fallen.
#[test]
fn moves_are_not_asked_for_while_chance_decides() {
    let mut files = template("grid");
    let throws = "chance = function(state) return if state.thrown then nil else { 1, 2 } end,\n  \
                  legal = function(state, seat)\n    assert(state.thrown, \"no dice have fallen\")";
    change(&mut files, "rules.lua", "legal = function(state, seat)", throws);
    let falls = "apply = function(state, move, seat)\n    \
                 state.thrown = if seat == 0 then move else nil\n    \
                 if seat == 0 then return end";
    change(&mut files, "rules.lua", "apply = function(state, move, seat)", falls);
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    assert_eq!(report.findings, []);
    assert!(report.plies > 100 && report.moves > 0, "{report:?}");
}

/// A list of moves names a card that everybody sees, and the place of one that is laid down unseen.
#[test]
fn a_list_of_moves_names_no_card_that_is_hidden() {
    let source = "test(\"a\", function(t)
      local south = t:join(\"Nan\")
      t:sit(t:join(\"Bei\"), 1)
      t:click(south, 1, 1, 0)
      names = string.find(t:hud().moves[1].text.en, \"^Card %d$\") ~= nil
      places = t:hud().moves[1].text.en == \"b1\"
      t:expect(names or places, t:hud().moves[1].text.en)
      t:expect(names == WANTED)
    end)";
    let mut files = template("cards");
    let notation =
        "  notation = function(state, cell)\n    return tostring(state.cells[cell])\n  end,\n";
    change(&mut files, "rules.lua", notation, "");
    for (wanted, hides) in [
        ("true", ""),
        ("false", "for c = 5, 6 do view.cells[c] = if view.cells[c] > 0 then BACK else 0 end"),
    ] {
        let mut files = files.clone();
        let seen = "    for other, first in ipairs(FIRST) do\n";
        change(&mut files, "rules.lua", seen, &format!("    {hides}\n{seen}"));
        let package = Arc::new(MapPackage::load(&files, "game", PLUGINS).unwrap());
        let outcomes =
            run_tests(&package, "a.lua", &source.replace("WANTED", wanted), Strictness::default());
        assert_eq!(outcomes[0].failure, None, "{hides}");
    }
}

/// Each draws a card unseen, plays it, and the other does.
const DRAWS: &str = r#"
local BACK = 4
local pieces = {}
for card = 1, BACK do
  pieces[card] = { name = { zh = `{card} 点`, en = `Card {card}` }, shape = "card" }
end
Board:define({
  layout = { grid = { columns = 4, rows = 3 } },
  pieces = pieces,
  setup = { drawn = 0, draws = true, points = { 0, 0 } },
  chance = function(state)
    return if state.draws then { 1, 2, 3 } else nil
  end,
  legal = function(_, seat)
    return { 4 * seat - 3 }
  end,
  apply = function(state, move, seat)
    if seat == 0 then
      state.cells[4 * state.turn - 3] = move
      state.draws = false
      return nil
    end
    state.cells[8 + seat], state.cells[move] = state.cells[move], 0
    state.points[seat] += state.cells[8 + seat]
    state.drawn, state.draws = state.drawn + 1, true
    return 3 - seat
  end,
  over = function(state)
    return if state.drawn == 8 then state.points else nil, "tricks"
  end,
  view = function(state, seat)
    local view = table.clone(state)
    view.cells = table.clone(state.cells)
    for owner = 1, 2 do
      local cell = 4 * owner - 3
      view.cells[cell] = if owner == seat or view.cells[cell] == 0 then view.cells[cell] else BACK
    end
    return view
  end,
  guess = function(view)
    for cell = 1, 8 do
      view.cells[cell] = if view.cells[cell] == BACK then math.random(3) else view.cells[cell]
    end
    return view
  end,
})
"#;

/// What chance brings is said to those whom the rules show it: a card drawn unseen to its seat, one
/// that lies open to everybody.
#[test]
fn what_a_seat_draws_is_told_to_those_who_may_see_it() {
    let source = "test(\"a\", function(t)
      local south, north = t:join(\"Nan\"), t:join(\"Bei\")
      t:sit(north, 1)
      local function told(player)
        local count = 0
        for _, toast in ipairs(t:toasts(player)) do
          count += if string.find(toast.en, \"^Chance brings %d$\") then 1 else 0
        end
        return count
      end
      local once, before = told(south), told(north)
      t:click(south, 0, 1, 0)
      t:expect(told(north) - before == 1, \"north is told its card\")
      t:expect(told(south) - once == SOUTH, \"south is told what it may see\")
    end)";
    let mut files = template("cards");
    files.insert("game/rules.lua".to_owned(), DRAWS.as_bytes().to_vec());
    for (south, shows) in [("0", "owner == seat"), ("1", "true")] {
        let mut files = files.clone();
        change(&mut files, "rules.lua", "owner == seat", shows);
        assert_eq!(check(&files, "game", PLUGINS, CheckOptions::default()).findings, [], "{shows}");
        let package = Arc::new(MapPackage::load(&files, "game", PLUGINS).unwrap());
        let outcomes =
            run_tests(&package, "a.lua", &source.replace("SOUTH", south), Strictness::default());
        assert_eq!(outcomes[0].failure, None, "{shows}");
    }
}
