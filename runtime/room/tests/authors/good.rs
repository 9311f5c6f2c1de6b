//! Good maps: nothing is found, and enough was looked at to mean something.

use fangqi_room::testing::{CheckOptions, check};

use crate::maps::PLUGINS;
use crate::maps::{shipped_files, template};

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
    for kind in ["grid", "cards", "free"] {
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
