//! Maps that cannot be used, and what their author is told.

use std::collections::BTreeMap;

use crate::common::PLUGINS;
use crate::common::{MANIFEST, files};
use fangqi_room::{Capability, MapPackage, PackageDigest};

fn refused(files: &BTreeMap<String, Vec<u8>>) -> String {
    MapPackage::load(files, "test", PLUGINS).expect_err("the map is not usable").to_string()
}

/// The test map with its manifest changed and a file added.
fn with(change: impl Fn(&str) -> String, path: &str, text: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = files("");
    files.insert("test/map.toml".into(), change(MANIFEST).into_bytes());
    files.insert(format!("test/{path}"), text.as_bytes().to_vec());
    files
}

#[test]
fn a_manifest_is_read_strictly() {
    let typo = |text: &str| text.replace("scripts =", "scirpts =");
    assert_eq!(
        refused(&with(typo, "x", "")),
        "test/map.toml:7: unknown key `scirpts`; did you mean `scripts`?"
    );
    let format = |text: &str| text.replace("format = 1", "format = 9");
    assert!(refused(&with(format, "x", "")).contains("reads format = 1"));
    let id = |text: &str| text.replace("id = \"test\"", "id = \"tset\"");
    assert!(refused(&with(id, "x", "")).contains("folder's name"));
    let colour = |text: &str| text.replace("#aa0000", "red");
    assert!(refused(&with(colour, "x", "")).contains("seats[0]: colour = \"red\""));
    let broken = |text: &str| text.replace("version =", "version");
    assert!(refused(&with(broken, "x", "")).starts_with("test/map.toml:4:"));
}

#[test]
fn a_camera_may_leave_things_to_the_host_and_seats_may_have_their_own() {
    let with_camera = |camera: &str| with(|text| format!("{text}\n[camera]\n{camera}\n"), "x", "");
    let load = |camera: &str| MapPackage::load(&with_camera(camera), "test", PLUGINS).unwrap();
    let usual = MapPackage::load(&files(""), "test", PLUGINS).unwrap();
    assert!(usual.fits_camera());
    let turned = load("yaw = [90]");
    assert!(turned.fits_camera());
    assert_eq!((turned.camera().yaw.as_slice(), turned.camera().pitch), (&[90.0][..], 55.0));
    let placed = load(
        "target = [1, 2, 3]\ndistance = 9\nseats = [{}, { target = [4, 5, 6], distance = 7 }]",
    );
    assert!(!placed.fits_camera());
    assert_eq!(placed.camera().target, [1.0, 2.0, 3.0]);
    let own = fangqi_room::SeatCamera { target: [4.0, 5.0, 6.0], distance: 7.0 };
    assert_eq!(placed.camera().seats, [None, Some(own)]);
    for (camera, says) in [
        ("target = [1, 2, 3]", "camera: target and distance go together"),
        ("seats = [{ distance = 2 }]", "camera: target and distance go together"),
        ("target = [1, 2, 3]\ndistance = 0", "camera: every number must be finite"),
        ("target = [1, 2, 3]\ndistance = -4", "camera: every number must be finite"),
        ("target = [1, 2, nan]\ndistance = 1", "camera: every number must be finite"),
        ("target = [1, 2, 3]\ndistance = 1e30", "1000000 at most"),
        ("seats = [{ target = [inf, 0, 0], distance = 2 }]", "camera: every number must be finite"),
        ("pitch = nan", "camera: every number must be finite"),
        ("yaw = []", "camera: yaw needs at least one heading"),
        ("yaw = [1e9]", "camera: every number must be finite"),
        ("seats = [{}, {}, {}]", "camera: seats has 3 entries, but there are 2 [[seats]]"),
        ("seats = [{ yaw = 3 }]", "test/map.toml:"),
        ("target = [1, 2]\ndistance = 3", "expected an array of length 3"),
    ] {
        let told = refused(&with_camera(camera));
        assert!(told.contains(says) && told.contains("test/map.toml"), "{camera}: {told}");
    }
}

#[test]
fn seats_may_be_called_otherwise_among_fewer_players() {
    let with_seat = |players: &str| {
        let more = "name = { zh = \"绿\", en = \"Green\" }\ncolour = \"#00aa00\"";
        let change = |text: &str| format!("{text}\n[[seats]]\n{more}\nplayers = {players}\n");
        with(change, "x", "")
    };
    let good =
        with_seat("{ 3 = { name = { zh = \"黄\", en = \"Yellow\" }, colour = \"#eeee00\" } }");
    let package = MapPackage::load(&good, "test", PLUGINS).unwrap();
    let seat = &package.seats()[2];
    assert_eq!((&*seat.name(3).en, seat.colour(3)), ("Yellow", "#eeee00"));
    for players in [1, 2, 4] {
        assert_eq!((&*seat.name(players).en, seat.colour(players)), ("Green", "#00aa00"));
    }
    for (players, says) in [
        ("{ 2 = { colour = \"#eeee00\" } }", "seats[2]: players: `2` is no number of players"),
        ("{ 4 = { colour = \"#eeee00\" } }", "among whom the seat plays, 3 to 3"),
        ("{ x = { colour = \"#eeee00\" } }", "players: `x` is no number"),
        ("{ 03 = { colour = \"#eeee00\" } }", "players: `03` is no number"),
        ("{ -3 = { colour = \"#eeee00\" } }", "players: `-3` is no number"),
        ("{ 99999999999999999999 = { colour = \"#eeee00\" } }", "is no number of players"),
        ("{ 3 = {} }", "players: among 3 it needs a name or a colour"),
        ("{ 3 = { colour = \"yellow\" } }", "among 3: colour = \"yellow\" is not of the form"),
        ("{ 3 = { name = {} } }", "a text, or one for each language"),
        ("{ 3 = { nmae = 1 } }", "unknown key `nmae`"),
    ] {
        let told = refused(&with_seat(players));
        assert!(told.contains(says) && told.contains("test/map.toml"), "{players}: {told}");
    }
}

#[test]
fn names_along_edges_fit_their_rows() {
    let with_edge = |edge: &str| with(|text| format!("{text}\n[[edges]]\n{edge}"), "x", "");
    let edge = |from: &str, to: &str, zh: &str| {
        with_edge(&format!(
            "from = {from}\nto = {to}\nside = \"south\"\nnames = {{ zh = \"{zh}\", en = \"a b c\" }}"
        ))
    };
    let good = edge("[2, 1, 0]", "[0, 1, 0]", "三 二 一");
    let package = MapPackage::load(&good, "test", PLUGINS).unwrap();
    assert_eq!(package.edges().len(), 1);
    assert_eq!(package.edges()[0].side, fangqi_room::Side::South);
    for (from, to) in [
        ("[0, 1, 0]", "[2, 1, 1]"),
        ("[0, 1, 0]", "[2, 2, 0]"),
        ("[0, 1, 0]", "[64, 1, 0]"),
        ("[-2147483648, 1, 0]", "[2147483647, 1, 0]"),
    ] {
        let told = refused(&edge(from, to, "一 二 三"));
        assert!(told.contains("edges[0]: from and to must be a row"), "{told}");
    }
    let told = refused(&edge("[0, 1, 0]", "[2, 1, 0]", "一 二"));
    assert!(told.contains("edges[0]: 3 cells need as many names; zh has 2"), "{told}");
    assert!(refused(&with_edge("side = \"up\"")).starts_with("test/map.toml:"));
}

#[test]
fn a_missing_or_foreign_file_is_named() {
    let missing = |text: &str| text.replace("main.lua", "mian.lua");
    assert_eq!(refused(&with(missing, "x", "")), "test/map.toml: there is no file `mian.lua`");
    let outside = |text: &str| text.replace("main.lua", "../other/main.lua");
    assert!(refused(&with(outside, "x", "")).contains("name a file of this map's folder"));
    let mut none = files("");
    none.remove("test/map.toml");
    assert!(refused(&none).contains("`map.toml`"));
}

#[test]
fn a_syntax_error_is_told_with_script_and_line() {
    let told = refused(&files("local x = 1\nlocal y = = 2\n"));
    assert!(told.contains("test/main.lua:2"), "{told}");
}

#[test]
fn an_endless_loop_at_load_is_told_with_script_and_line() {
    let package =
        MapPackage::load(&files("local x = 1\nwhile true do x = x + 1 end"), "test", PLUGINS);
    let opened = fangqi_room::Room::open(package.unwrap().into(), crate::common::options());
    let told = opened.expect_err("it never ends").to_string();
    assert!(told.contains("test/main.lua:2"), "{told}");
}

#[test]
fn blocks_and_layouts_are_checked() {
    let layout = |text: &str| {
        text.replace("take_back", "blocks = [\"b.toml\"]\nlayout = \"l.toml\"\ntake_back")
    };
    let block = "[[block]]\nid = 2010\nkey = \"king\"\nname_zh = \"将\"\nname_en = \"king\"\n";
    let build = |blocks: &str, layout_text: &str| {
        let mut files = with(layout, "b.toml", blocks);
        files.insert("test/l.toml".into(), layout_text.as_bytes().to_vec());
        files
    };
    let row = "[[rows]]\nat = [0, 1, 0]\nkey = { K = \"king\" }\nrows = [\"K.\", \" K\"]\n";
    let told = refused(&build(block, row));
    assert_eq!(told, "test/l.toml: rows 1: `.` in the row \"K.\" is not in key");
    let fill = "[[fill]]\nfrom = [0, 0, 0]\nto = [1, 1, 1]\nblock = \"knig\"\n";
    let told = refused(&build(block, fill));
    assert_eq!(told, "test/l.toml: fill 1: there is no block `knig`; did you mean `king`?");
    let huge = "[[fill]]\nfrom = [-2147483648, 0, 0]\nto = [2147483647, 0, 0]\nblock = \"king\"\n";
    assert!(refused(&build(block, huge)).starts_with("test/l.toml: fill 1:"));
    let twice = refused(&build(&format!("{block}{block}"), ""));
    assert!(twice.contains("2010"), "{twice}");
}

#[test]
fn string_tables_must_agree() {
    let strings = |text: &str| {
        let tables = "strings = { zh = \"zh.toml\", en = \"en.toml\" }\ntake_back";
        text.replace("take_back", tables)
    };
    let mut files = with(strings, "zh.toml", "check = \"将军\"\nmate = \"将死\"\n");
    files.insert("test/en.toml".into(), b"check = \"Check\"\n".to_vec());
    assert_eq!(refused(&files), "test/en.toml: there is no `mate`, which zh.toml has");
    files.insert("test/en.toml".into(), b"check = \"Check\"\nmate = \"\xff\"\n".to_vec());
    assert!(refused(&files).contains("is not UTF-8"));
}

#[test]
fn shared_scripts_bring_their_texts_and_the_maps_own_go_first() {
    let shared = |text: &str| {
        text.replace("scripts = [", "scripts = [\"lib/tea/pot.lua\", ")
            .replace("take_back", "strings = { zh = \"zh.toml\", en = \"en.toml\" }\ntake_back")
    };
    let mut files = with(shared, "zh.toml", "tea = \"红茶\"\n");
    files.insert("test/en.toml".into(), b"tea = \"Black tea\"\n".to_vec());
    files.insert(
        "lib/tea/pot.lua".into(),
        b"local pot = { T(\"tea\").en, T(\"cup\").en }\n\
        assert(pot[1] == \"Black tea\" and pot[2] == \"Cup\")"
            .to_vec(),
    );
    files.insert("lib/tea/strings/zh.toml".into(), "tea = \"茶\"\ncup = \"杯\"\n".into());
    // One language is enough, and two have the same keys.
    let chinese = MapPackage::load(&files, "test", PLUGINS).unwrap();
    assert_eq!(chinese.string("cup").unwrap().en, "杯");
    files.insert("lib/tea/strings/en.toml".into(), "tea = \"Tea\"\n".into());
    assert!(refused(&files).contains("lib/tea/strings/en.toml: there is no `cup`"));
    files.insert("lib/tea/strings/en.toml".into(), "tea = \"Tea\"\ncup = \"Cup\"\n".into());
    let package = MapPackage::load(&files, "test", PLUGINS).unwrap();
    fangqi_room::Room::open(package.into(), crate::common::options()).unwrap();
}

#[test]
fn a_package_is_named_by_the_files_it_uses_and_by_nothing_else() {
    let files = files("local x = 1");
    let package = MapPackage::load(&files, "test", PLUGINS).unwrap();
    let mut more = files.clone();
    more.insert("test/README.md".into(), b"not named by the manifest".to_vec());
    more.insert("other/main.lua".into(), b"another map".to_vec());
    assert_eq!(MapPackage::load(&more, "test", PLUGINS).unwrap().digest(), package.digest());
    let changed = crate::common::files("local x = 2");
    assert_ne!(MapPackage::load(&changed, "test", PLUGINS).unwrap().digest(), package.digest());
    let text = package.digest().to_string();
    assert_eq!(PackageDigest::parse(&text), Some(package.digest()));
    for bad in ["", "+1234567890123456789012345678901", &text[1..], "象棋"] {
        assert_eq!(PackageDigest::parse(bad), None, "{bad}");
    }
}

#[test]
fn a_packed_package_is_the_same_package_without_its_folder() {
    let package = MapPackage::load(&files("local x = 1"), "test", PLUGINS).unwrap();
    let packed = package.pack().unwrap();
    let again = MapPackage::unpack(&packed, PLUGINS).unwrap();
    assert_eq!(again.digest(), package.digest());
    assert_eq!(again.pack().unwrap(), packed);
    let hash = |package: MapPackage| {
        let (room, _) = fangqi_room::Room::open(package.into(), crate::common::options()).unwrap();
        room.state_hash()
    };
    assert_eq!(hash(again), hash(package));
}

#[test]
fn a_packed_package_that_was_damaged_is_refused() {
    let packed = MapPackage::load(&files("local x = 1"), "test", PLUGINS).unwrap().pack().unwrap();
    for index in 0..packed.len() {
        let mut damaged = packed.clone();
        damaged[index] ^= 0x20;
        assert!(MapPackage::unpack(&damaged, PLUGINS).is_err(), "byte {index}");
        assert!(MapPackage::unpack(&packed[..index], PLUGINS).is_err(), "cut at {index}");
    }
}

#[test]
fn capabilities_gate_what_they_name() {
    let with = |list: &str, main: &str| {
        let mut files = crate::common::files(main);
        let manifest = crate::common::MANIFEST.replace("[\"jobs\"]", list);
        files.insert("test/map.toml".to_owned(), manifest.into_bytes());
        MapPackage::load(&files, "test", PLUGINS)
    };
    let native = "-- A search.\n--!native\nlocal x = 1";
    let error = with("[]", native).unwrap_err().to_string();
    assert_eq!(error, "test/main.lua: --!native needs capabilities = [\"native\"] in map.toml");
    assert_eq!(with("[\"native\"]", native).unwrap().capabilities(), [Capability::Native]);
    let error = with("[\"files\"]", "local x = 1").unwrap_err().to_string();
    assert!(error.contains("files") && error.contains("native"), "{error}");
    let think = "threadpool:work(function()
        print('said', select(2, Xiangqi:think(Xiangqi:new()))) end)";
    let room = |list: &str| {
        let map = std::sync::Arc::new(with(list, think).unwrap());
        let (room, applied) = fangqi_room::Room::open(map, crate::common::options()).unwrap();
        (room.pending_jobs().len(), applied.log)
    };
    let (jobs, log) = room("[]");
    assert_eq!(jobs, 0);
    let said = "said\tthinking needs capabilities = [\"jobs\"] in map.toml";
    assert!(log.iter().any(|line| line.text == said), "{log:?}");
    assert_eq!(room("[\"jobs\"]").0, 1);
}
