//! `fangqi load` measures: every scenario once, small. What it measures is not judged here.

use std::collections::BTreeMap;
use std::process::Command;

/// Runs a scenario and gives its figures by name.
fn load(args: &[&str]) -> BTreeMap<String, f64> {
    let output = Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .arg("load")
        .args(args)
        .arg("--json")
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    let figures: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    figures
        .into_iter()
        .map(|figure| {
            let what = figure["what"].as_str().expect("a name").to_owned();
            (what, figure["value"].as_f64().expect("a number"))
        })
        .collect()
}

#[test]
fn one_player_waits_for_the_disk() {
    let figures = load(&["latency", "--moves", "3"]);
    // Durable before visible: a delta cannot be there before one write of the log was.
    assert!(figures["click to delta, durable, p50"] > 0.0);
    assert!(figures["one fdatasync of the disk, p50"] > 0.0);
}

#[test]
fn rooms_play_and_everybody_sees_it() {
    let args = ["rooms", "--rooms", "2", "--spectators", "1", "--seconds", "2", "--pace", "500"];
    let figures = load(&args);
    assert_eq!(figures["errors"], 0.0);
    assert_eq!(figures["connections"], 6.0);
    // Two rooms, three or four moves each, three viewers.
    let deltas = figures["deltas measured"];
    assert!((18.0..=24.0).contains(&deltas) && deltas % 3.0 == 0.0, "{deltas}");
}

#[test]
fn a_crowd_is_shown_every_line() {
    let figures = load(&["crowd", "--watchers", "70", "--rate", "4", "--seconds", "2"]);
    assert_eq!(figures["watchers"], 70.0);
    assert_eq!(figures["lines that were not shown"], 0.0);
}

#[test]
fn rooms_come_back_after_a_kill() {
    let figures = load(&["recover", "--rooms", "3", "--inputs", "30"]);
    assert_eq!(figures["rooms"], 3.0);
    let shown = figures["every room shown to a visitor after"];
    assert!(shown >= figures["killed and started: listening after"]);
}

/// Lines that were shown are in the log, whoever ended a worker comes back as who it was and is
/// told, and what ended it is not done: else the scenario fails.
#[cfg(target_os = "linux")]
#[test]
fn workers_end_and_nothing_that_was_shown_is_lost() {
    let figures = load(&["crash", "--rooms", "12", "--ends", "8"]);
    assert_eq!(figures["workers ended"], 8.0);
    assert!(figures["lines shown, all in the log"] > 100.0);
    // With two workers, about half of the rooms lose their line each time.
    assert!(figures["connections that broke and came back"] > 6.0);
}

#[test]
fn sockets_watch_and_rooms_pass() {
    assert_eq!(load(&["idle", "--sockets", "12"])["sockets"], 12.0);
    let figures = load(&["churn", "--rooms", "20", "--together", "2"]);
    assert_eq!(figures["rooms opened, played and left"], 20.0);
}

#[test]
fn others_play_on_beside_a_room_that_spams() {
    let figures = load(&["spam", "--rooms", "2", "--seconds", "2"]);
    assert_eq!(figures["errors"], 0.0);
    for phase in [2, 4] {
        // In the second phase too: those who spam are let in again, and say much before they are
        // cut off. How much in a second depends on how soon the server does that.
        let sent = figures[&format!("phase {phase}: spam sent a second")];
        let let_in = figures[&format!("phase {phase}: spammers let in a second")];
        assert!(let_in > 0.0 && sent > 3.0 * let_in, "{figures:?}");
    }
    // Later the server knows who talks so much, whatever connection it comes by.
    assert!(figures["phase 2: spam accepted a second"] > 0.0, "{figures:?}");
}

#[test]
fn others_play_on_beside_a_map_that_burns_its_fuel() {
    let figures = load(&["spam", "--script", "--rooms", "2", "--seconds", "5"]);
    assert_eq!(figures["errors"], 0.0);
    assert!(figures["move to broadcast, beside a map that burns all its fuel, p99"] > 0.0);
    for phase in [2, 4] {
        assert!(figures[&format!("phase {phase}: spam accepted a second")] > 0.0, "{figures:?}");
    }
}

#[test]
fn the_log_takes_inputs_and_gives_all_of_them_back() {
    let figures = load(&["log", "--rooms", "8", "--seconds", "1", "--alone", "5"]);
    assert_eq!(figures["rooms"], 8.0);
    assert!(figures["one fdatasync of the disk, p50"] > 0.0);
    // Those given alone are among them, and those of the flood cannot be fewer than the rooms.
    assert!(figures["inputs read back"] >= 5.0 + 8.0);
    assert!(figures["inputs made durable a second"] > 0.0);
}
