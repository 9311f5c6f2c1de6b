use std::sync::Arc;

use fangqi_room::{MapPackage, Room};
use fangqi_testkit::calls::{check, refused};

use crate::common::{MANIFEST, PLUGINS, Table, files, options};

const LESSONS: &str = r#"
position = { letters = "Kk" }

[[step]]
title = { zh = "王", en = "King" }
say = { zh = "走一格。", en = "One step." }
position = { pieces = { K = "e1" }, state = { rights = 0, scores = [1.5, 2] } }
play = [["e1 e2", "e1 d1"]]

[[step]]
title = { zh = "问", en = "A question" }
say = { zh = "是吗？", en = "Is it?" }
answers = [
  { text = { zh = "是", en = "Yes" }, why = { zh = "对", en = "Right" }, right = true },
  { text = { zh = "否", en = "No" }, why = { zh = "错", en = "Wrong" } },
]
"#;

#[test]
fn steps_are_read_as_they_are_written() {
    let mut files = files("");
    let manifest = format!("lessons = \"lessons.toml\"\n{MANIFEST}");
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    files.insert("test/lessons.toml".to_owned(), LESSONS.into());
    let package = Arc::new(MapPackage::load(&files, "test", PLUGINS).unwrap());
    let (room, _) = Room::open(package, options()).unwrap();
    let mut table = Table::of(room);
    check(
        &table,
        &[
            ("Lessons:count()", "2"),
            ("Lessons:step(1).title.zh", "王"),
            ("Lessons:step(1).position.letters", "Kk"),
            ("Lessons:step(1).position.pieces.K", "e1"),
            ("Lessons:step(1).position.state.scores[1]", "1.5"),
            ("Lessons:step(1).play[1][2]", "e1 d1"),
            ("Lessons:step(2).answers[1].right", "true"),
            ("Lessons:step(2).position", "nil"),
        ],
    );
    refused(
        &mut table,
        &[("Lessons:step(3)", "there are 2 steps"), ("Lessons:step(0)", "2 steps")],
    );
}

#[test]
fn most_maps_have_none() {
    check(&Table::open(""), &[("Lessons:count()", "0")]);
}
