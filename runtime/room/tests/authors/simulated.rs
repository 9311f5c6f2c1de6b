//! Rooms simulated: bugs that only show in the course of a game are found, made short, and replay.

use std::sync::Arc;

use fangqi_room::testing::{Failure, SimOptions, Stats, simulate};
use fangqi_room::{MapPackage, Room, RoomOptions};

use crate::maps::PLUGINS;
use crate::maps::{Files, change, line_of, shipped_files, template};

fn load(files: &Files, map: &str) -> Arc<MapPackage> {
    Arc::new(MapPackage::load(files, map, PLUGINS).unwrap())
}

/// The first failure of some seeds.
fn failure(files: &Files, map: &str) -> Failure {
    let package = load(files, map);
    let failed = (0..20).find_map(|seed| simulate(&package, seed, SimOptions::default()).err());
    *failed.expect("something fails")
}

/// The failing room's log must lead to the states it says, and the input tried must fail again.
fn replays(files: &Files, map: &str, failure: &Failure) -> Vec<String> {
    let options = RoomOptions { seed: failure.seed, ..RoomOptions::default() };
    let (mut room, opened) = Room::open(load(files, map), options).unwrap();
    let mut log = opened.log;
    for step in &failure.steps {
        let applied = room.apply(step.record.tick, step.record.input.clone());
        assert_eq!(applied.record.as_ref(), Some(&step.record));
        assert_eq!(room.state_hash(), step.hash);
        log.extend(applied.log);
    }
    if let Some((tick, input)) = &failure.tried {
        log.extend(room.apply(*tick, input.clone()).log);
    }
    log.into_iter().map(|line| line.text).collect()
}

#[test]
fn good_rooms_play_and_end_games() {
    let files = shipped_files();
    let package = load(&files, "tic-tac-toe");
    let mut total = Stats::default();
    for seed in 0..12 {
        total.add(simulate(&package, seed, SimOptions::default()).unwrap_or_else(|failure| {
            panic!("seed {seed}: {} after {:#?}", failure.finding, failure.story)
        }));
    }
    assert!(total.moves > 100 && total.ended > 5, "{total:?}");
    assert!(total.checkpoints > 10 && total.rebuilt > 30, "{total:?}");
    let again = simulate(&package, 3, SimOptions::default()).unwrap();
    assert_eq!(again, simulate(&package, 3, SimOptions::default()).unwrap());
}

#[test]
fn a_script_that_fails_is_found_made_short_and_replayed() {
    let mut files = template("grid");
    let old = "state.cells[from], state.cells[to] = 0, seat";
    let new = "state.cells[from], state.cells[to] = 0, if to == 14 then nil + 1 else seat";
    let line = change(&mut files, "rules.lua", old, new);
    let failure = failure(&files, "game");
    assert_eq!((failure.finding.file.as_str(), failure.finding.line), ("game/rules.lua", line));
    let (least, found) = failure.acts;
    assert!(least <= 12 && least <= found, "{:#?}", failure.story);
    let log = replays(&files, "game", &failure);
    let wanted = format!("game/rules.lua:{line}:");
    assert!(log.iter().any(|text| text.contains(&wanted)), "{log:?}");
}

#[test]
fn an_error_in_a_room_comes_with_its_calls_and_the_moves_before() {
    let mut files = template("grid");
    // No computer asks for explanations, and those that people need are rare at first.
    let old = "    local piece = view.cells[cells[1]]";
    let new = format!("{old}; assert(view.cells[18] == 0)");
    let line = change(&mut files, "rules.lua", old, &new);
    let finding = failure(&files, "game").finding;
    assert_eq!((finding.line, &*finding.message), (line, "assertion failed!"), "{finding:#?}");
    assert!(finding.how[0].starts_with(&format!("at game/rules.lua:{line}")), "{finding:#?}");
    let moves = finding.how.last().unwrap();
    let moves = moves.strip_prefix("the moves before: ").unwrap_or_else(|| panic!("{finding:#?}"));
    assert!(moves.split(", ").count() <= 12 && moves.len() > 2, "{finding:#?}");
}

#[test]
fn what_cannot_be_stored_is_found() {
    let mut files = template("free");
    let old = "return { lamps = lamps, clicks = clicks, over = over }";
    let new = "return { lamps = lamps, clicks = clicks, over = over, run = start }";
    change(&mut files, "main.lua", old, new);
    let line = line_of(&files, "main.lua", "Checkpoint:offer");
    let failure = failure(&files, "game");
    let shown = failure.finding.to_string();
    assert!(shown.starts_with(&format!("game/main.lua:{line}: ")), "{shown}");
    assert!(shown.contains("state.run is a function"), "{shown}");
}

#[test]
fn a_finished_game_that_takes_moves_is_found() {
    let mut files = template("free");
    // A single lamp: whoever clicks it has won.
    change(&mut files, "main.lua", "local SIDE = 5", "local SIDE = 1");
    change(&mut files, "main.lua", "  if over then\n    return\n  end\n", "");
    let failure = failure(&files, "game");
    assert!(failure.finding.message.contains("finished game"), "{}", failure.finding);
}

#[test]
fn a_computer_that_does_not_move_is_found() {
    let mut files = template("grid");
    let course = String::from_utf8(files["lib/course/match.lua"].clone()).unwrap();
    let old = "  say(seat, \"think\")\n  keep_pace(seat)\n";
    assert_eq!(course.matches(old).count(), 1);
    let lazy =
        course.replace(old, "  say(seat, \"think\")\n  if plies > 3 then\n    return nil\n  end\n");
    files.insert("lib/course/match.lua".to_owned(), lazy.into_bytes());
    let failure = failure(&files, "game");
    assert!(failure.finding.message.contains("nothing happens"), "{}", failure.finding);
    assert!(failure.acts.0 < failure.acts.1, "{:?}", failure.acts);
}

/// Boards of several kinds reach their ends, with computers on most seats.
#[test]
fn games_are_played_to_their_ends() {
    let files = shipped_files();
    for map in ["gomoku", "pig"] {
        let package = load(&files, map);
        let mut total = Stats::default();
        for seed in 0..3 {
            total.add(simulate(&package, seed, SimOptions::default()).unwrap_or_else(|failure| {
                panic!("{map} {seed}: {} after {:#?}", failure.finding, failure.story)
            }));
        }
        assert!(total.ended >= 2, "{map}: {total:?}");
    }
}

/// Its own scripts search, and let time pass after every slice of some thousand positions.
#[test]
fn a_computer_that_thinks_slice_by_slice_is_waited_for() {
    let package = load(&shipped_files(), "tutorial-xiangqi");
    // A person gives its seat to a computer of the highest level, whose turn it is.
    let stats = simulate(&package, 3, SimOptions::default())
        .unwrap_or_else(|failure| panic!("{} after {:#?}", failure.finding, failure.story));
    assert!(stats.inputs > 20, "{stats:?}");
}

/// A field that a checkpoint forgets is found when the room goes on otherwise because of it.
#[test]
fn what_a_stored_room_forgets_is_found() {
    let loaded = "lamps, clicks, over = state.lamps, state.clicks, state.over";
    let no_clicks = "lamps, over = state.lamps, state.over";
    let no_over = "lamps, clicks = state.lamps, state.clicks";
    // Moves are numbered by the clicks; with a single lamp a game is over after a click.
    let (shows_clicks, single) = ("Hud:addMove(0, clicks .. string", "local SIDE = 1");
    let cases =
        [(no_clicks, "Hud:addMove(0, string", shows_clicks), (no_over, "local SIDE = 5", single)];
    for (load_less, old, new) in cases {
        let mut files = template("free");
        change(&mut files, "main.lua", loaded, load_less);
        change(&mut files, "main.lua", old, new);
        let line = line_of(&files, "main.lua", "Checkpoint:offer");
        let package = load(&files, "game");
        let mut failures =
            (0..40).filter_map(|seed| simulate(&package, seed, SimOptions::default()).err());
        let forgotten = |failure: &Failure| {
            let shown = failure.finding.to_string();
            shown.starts_with(&format!("game/main.lua:{line}: "))
                && shown.contains("not all that the scripts need")
        };
        let failure = failures.find(|failure| forgotten(failure));
        let failure = failure.unwrap_or_else(|| panic!("nothing is found with {load_less}"));
        assert!(failure.acts.0 <= 6, "{:#?}", failure.story);
    }
}
