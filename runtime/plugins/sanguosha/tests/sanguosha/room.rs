//! The Sanguosha map as a room: other folders of packages, and input that is no answer.

use fangqi_plugin_sanguosha::SanguoshaPackage;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use crate::common::PLUGINS;
use crate::common::{ANN, BEN, Table};
use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, PlayerId, RequestView, SeatCare};
use fangqi_room::{MapPackage, PackageError, Room, RoomOptions};

const CID: PlayerId = PlayerId(1003);

type Files = BTreeMap<String, Vec<u8>>;

/// The Sanguosha map under another name, with this setting and these files besides.
fn files(setting: &str, more: &[(&str, &str)]) -> Files {
    let mut files = crate::common::shipped_files();
    let own: Vec<_> = files
        .iter()
        .filter_map(|(path, bytes)| {
            Some((path.strip_prefix("sanguosha/")?.to_owned(), bytes.clone()))
        })
        .collect();
    files.extend(own.into_iter().map(|(path, bytes)| (format!("test/{path}"), bytes)));
    let manifest = String::from_utf8(files["test/map.toml"].clone()).unwrap();
    let manifest = manifest
        .replace("id = \"sanguosha\"", "id = \"test\"")
        .replace("packages = \"packages\"", setting);
    files.insert("test/map.toml".to_owned(), manifest.into_bytes());
    for (path, text) in more {
        files.insert(format!("test/{path}"), text.as_bytes().to_vec());
    }
    files
}

fn load(setting: &str, more: &[(&str, &str)]) -> Result<MapPackage, PackageError> {
    MapPackage::load(&files(setting, more), "test", PLUGINS)
}

/// A room at which Ann and Ben play against each other, and Cid watches.
fn duel(map: Arc<MapPackage>) -> Table {
    let options = RoomOptions { seed: 11, ..RoomOptions::default() };
    let mut table = Table::of(Room::open(map, options).unwrap().0);
    for player in [ANN, BEN, CID] {
        table.ok(Input::Join { player, name: format!("{}", player.0) });
    }
    let (id, value) = ("option_players".to_owned(), "2".to_owned());
    table.ok(Input::Action { player: ANN, id, value });
    table.ok(Input::Sit { player: BEN, seat: 1 });
    table
}

fn asked(table: &Table) -> Option<(PlayerId, RequestView)> {
    let of = |player| Some((player, table.room.scene(player).request?));
    of(ANN).or_else(|| of(BEN))
}

/// Waits until a person is asked.
fn question(table: &mut Table) -> (PlayerId, RequestView) {
    for _ in 0..1000 {
        if let Some(found) = asked(table) {
            return found;
        }
        table.now = table.room.next_wake().expect("something is to come").max(table.now + 1);
        table.ok(Input::Tick);
    }
    panic!("nobody is asked anything");
}

/// Plays on until somebody may use a card of its hand.
fn to_a_turn(table: &mut Table) -> (PlayerId, RequestView) {
    loop {
        let (player, request) = question(table);
        let cards = request.choices.iter().filter(|choice| !choice.path.is_empty()).count();
        if cards > 0 && request.choices.len() > cards {
            return (player, request);
        }
        let choice = request.choices.len() as u32 - 1;
        table.ok(Input::Choose { player, request: request.id, choice });
    }
}

const CARDS: &str = "packages = [\"standard_basics\", \"standard_tricks\", \"standard_equips\", \"standard_cards\"]";

#[test]
fn a_map_names_the_folders_of_its_packages() {
    let setting = "packages = [\"packages\", \"tests/packages/\"]";
    let map = Arc::new(load(setting, &[("packages.toml", CARDS)]).unwrap());
    let generals: BTreeSet<String> = {
        let package = map.part::<SanguoshaPackage>().unwrap();
        let generals = package.generals().iter();
        generals.map(|general| package.word(&general.name).zh).collect()
    };
    assert!(generals.contains("时迁") && !generals.contains("曹操"), "{generals:?}");
    let mut table = duel(map);
    for _ in 0..2 {
        let (player, request) = question(&mut table);
        for choice in request.choices.iter() {
            let name = &choice.label.as_ref().expect("a general").zh;
            assert!(generals.contains(name), "{name} is of another package");
        }
        table.ok(Input::Choose { player, request: request.id, choice: 0 });
    }
    for player in [ANN, BEN] {
        table.ok(Input::StandIn { player, on: true });
    }
    to_the_end(&mut table);
}

#[test]
fn eight_at_a_table_come_to_an_end() {
    let mut table = duel(crate::common::shipped("sanguosha"));
    let (id, value) = ("option_players".to_owned(), "8".to_owned());
    table.ok(Input::Action { player: ANN, id, value });
    for player in [ANN, BEN] {
        table.ok(Input::StandIn { player, on: true });
    }
    to_the_end(&mut table);
    let hud = table.room.scene(CID).hud;
    assert_eq!(hud.plates.len(), 8);
    assert!(hud.badges.iter().all(|badge| !badge.zh.is_empty()), "all roles are known");
}

/// Has computers play a game to its end.
fn to_the_end(table: &mut Table) {
    while table.room.scene(CID).hud.result.is_none() {
        let jobs = table.room.pending_jobs();
        if !jobs.is_empty() {
            for job in jobs {
                let result = run_job_alone(&job.spec);
                table.ok(Input::JobDone { job: job.id, result });
            }
            continue;
        }
        table.now = table.room.next_wake().expect("it goes on").max(table.now + 1);
        let applied = table.ok(Input::Tick);
        assert!(applied.log.is_empty(), "{:?}", applied.log);
        assert!(table.now < 20 * 60 * 60 * 10, "it ends");
    }
}

#[test]
fn what_is_wrong_with_packages_is_told_with_file_and_line() {
    let own = "packages = \"own\"";
    let both = "packages = [\"packages\", \"own\"]";
    let list = ("own.toml", "packages = [\"mine\"]");
    for (setting, more, expected) in [
        (own, vec![], "test/map.toml: there is no package in the folder `own`"),
        (
            "packages = \"../own\"",
            vec![],
            "test/map.toml: there is no package in the folder `../own`",
        ),
        (own, vec![list], "test/own.toml: there is no file `own/mine.lua`"),
        (own, vec![("own.toml", "\npackage = []")], "test/own.toml:2: unknown key `package`"),
        (own, vec![list, ("own/mine.lua", "\n\nx = = 1")], "test/own/mine.lua:3: "),
        (own, vec![list, ("own/mine.lua", "\nx = nil + 1")], "test/own/mine.lua:2: "),
        (own, vec![list, ("own/mine.lua", "x = 1")], "test/own/mine.lua: it has no package"),
        (own, vec![list, ("own/mine.lua", "\nwhile true do end")], "test/own/mine.lua:2: "),
        (
            both,
            vec![
                list,
                ("own/mine.lua", "local tools = require(\"tools\")"),
                ("own/tools.lua", "\n\n\nerror(\"no tools\")"),
            ],
            "test/own/tools.lua:4: no tools",
        ),
    ] {
        let error = load(setting, &more).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}\nfor {expected}");
    }
}

#[test]
fn what_is_no_answer_is_refused_and_changes_nothing() {
    let mut table = duel(crate::common::shipped("sanguosha"));
    let (player, request) = to_a_turn(&mut table);
    let other = if player == ANN { BEN } else { ANN };
    let id = request.id;
    let choose = |player, request, choice| Input::Choose { player, request, choice };
    for (what, input) in [
        ("another's question", choose(other, id, 0)),
        ("a spectator", choose(CID, id, 0)),
        ("a stranger", choose(PlayerId(77), id, 0)),
        ("an older question", choose(player, id - 1, 0)),
        ("a question that is not put yet", choose(player, id + 1, 0)),
        ("no such choice", choose(player, id, request.choices.len() as u32)),
        ("far from any choice", choose(player, id, u32::MAX)),
        ("a selection", Input::Select { player, request: id, cells: vec![0] }),
        ("cells that are nowhere", Input::Select { player, request: id, cells: vec![u16::MAX] }),
        ("an odd number of players", {
            let (id, value) = ("option_players".to_owned(), "2.5".to_owned());
            Input::Action { player, id, value }
        }),
    ] {
        let before = table.room.state_hash();
        let refused = table.apply(input).rejected;
        let text = refused.unwrap_or_else(|| panic!("{what} is refused")).text;
        assert!(!text.zh.is_empty() && text.en.contains(' '), "{what}: {text:?}");
        assert_eq!(table.room.state_hash(), before, "{what}");
        assert_eq!(asked(&table).unwrap().1, request, "{what}");
    }
}

#[test]
fn an_answer_after_the_deadline_is_too_late() {
    let mut table = duel(crate::common::shipped("sanguosha"));
    let (player, request) = to_a_turn(&mut table);
    table.now = request.deadline.expect("a deadline") + 1;
    table.ok(Input::Tick);
    let seat = usize::from(player != ANN);
    let care = |table: &Table| table.room.scene(CID).seats[seat].care;
    assert!(matches!(care(&table), SeatCare::StandIn { .. }), "{:?}", care(&table));
    let before = table.room.state_hash();
    let late = table.apply(Input::Choose { player, request: request.id, choice: 0 });
    assert!(late.rejected.is_some(), "it is too late");
    assert_eq!(table.room.state_hash(), before);
    table.ok(Input::StandIn { player, on: false });
    assert!(matches!(care(&table), SeatCare::Own), "the seat is taken back");
}

#[test]
fn all_that_the_engine_says_is_put_into_words() {
    let map = crate::common::shipped("sanguosha");
    let package = map.part::<SanguoshaPackage>().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut folders =
        vec![root.join("boards/sanguosha/src"), root.join("runtime/plugins/sanguosha/src")];
    let mut keys = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            let is_key = |word: &&str| {
                let letters = word.strip_prefix(['#', '$']).unwrap_or_default();
                letters.starts_with(|c: char| c.is_ascii_uppercase())
                    && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
            };
            keys.extend(text.split('"').filter(is_key).map(str::to_owned));
        }
    }
    assert!(keys.len() > 30, "{keys:?}");
    let wordless: Vec<_> = keys.iter().filter(|key| package.text(key).is_none()).collect();
    assert!(wordless.is_empty(), "{wordless:?}");
}

#[test]
fn a_room_is_small() {
    // The room's own VM, as for any map, and beside it that of the game, with all packages. The
    // scripts that teach the rules are some 60 KiB of it, `require` and the marks of seats 12 KiB.
    const MEMORY_MAX: usize = 2144 << 10;
    let mut table = duel(crate::common::shipped("sanguosha"));
    let (player, request) = to_a_turn(&mut table);
    let memory = table.room.memory_bytes();
    println!("{} KiB", memory >> 10);
    assert!(memory < MEMORY_MAX, "{memory} bytes");
    // The next game takes the place of this one.
    table.ok(Input::Choose {
        player,
        request: request.id,
        choice: request.choices.len() as u32 - 1,
    });
    table.ok(Input::Action { player: ANN, id: "new".to_owned(), value: String::new() });
    to_a_turn(&mut table);
    let memory = table.room.memory_bytes();
    println!("{} KiB in the next game", memory >> 10);
    assert!(memory < MEMORY_MAX, "{memory} bytes in the next game");
}
