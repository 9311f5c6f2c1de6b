//! Several games in the folder of one map, and what their rules share.

use std::collections::BTreeSet;
use std::sync::Arc;

use fangqi_plugin_rules::BoardPackage;
use fangqi_room::testing::{CheckOptions, check};
use fangqi_room::{MapPackage, folder_and_variant, ids_in};

use crate::maps::{Files, PLUGINS, change, template};

/// The grid of `fangqi new`, with a variant in which pawns go straight alone, from shared files.
fn narrow() -> Files {
    let mut files = template("grid");
    let whole = String::from_utf8(files["game/rules.lua"].clone()).unwrap();
    let old = "for sideways = -1, 1 do";
    assert!(whole.contains(old));
    let module = whole.replace(old, "for sideways = -WIDTH, WIDTH do");
    let module = module.replace("Board:define({", "local board = {");
    let module = module.trim_end().strip_suffix("})").unwrap();
    let module = format!(
        "local WIDTH\n{module}}}\nreturn function(width)\n  WIDTH = width\n  \
         Board:define(board)\nend\n"
    );
    files.insert("game/parts/pawns.lua".to_owned(), module.into_bytes());
    for (file, width) in [("rules", 1), ("narrow", 0)] {
        let text = format!("-- Pawns.\n\nrequire(\"parts/pawns\")({width})\n");
        files.insert(format!("game/{file}.lua"), text.into_bytes());
    }
    let variant = "[[variants]]\nid = \"narrow\"\nname = { zh = \"窄\", en = \"Narrow\" }\n\
                   rules = \"narrow.lua\"\n\n[[seats]]\nname = { zh = \"白方\"";
    change(&mut files, "map.toml", "[[seats]]\nname = { zh = \"白方\"", variant);
    files
}

fn load(files: &Files, id: &str) -> Result<MapPackage, String> {
    MapPackage::load(files, id, PLUGINS).map_err(|error| error.to_string())
}

#[test]
fn a_variant_is_a_map_of_its_own_from_the_same_folder() {
    let files = narrow();
    assert_eq!(ids_in(&files, "game"), ["game", "game:narrow"]);
    let (map, variant) = (load(&files, "game").unwrap(), load(&files, "game:narrow").unwrap());
    assert_eq!((map.id(), map.folder(), map.name().en.as_str()), ("game", "game", "Game"));
    assert_eq!(map.variant(), None);
    assert_eq!((variant.id(), variant.folder()), ("game:narrow", "game"));
    assert_eq!((&*variant.name().zh, &*variant.name().en), ("Game · 窄", "Game · Narrow"));
    assert_eq!(variant.help(), map.help());
    let sources = [&map, &variant].map(|map| map.part::<BoardPackage>().unwrap().source());
    assert!(sources[0].contains("(1)") && sources[1].contains("(0)"));
    assert_eq!(map.modules().keys().collect::<Vec<_>>(), ["parts/pawns"]);
    assert_ne!(map.digest(), variant.digest());
    for map in [map, variant] {
        let again = MapPackage::unpack(&map.pack().unwrap(), PLUGINS).unwrap();
        assert_eq!((again.id(), again.digest()), (map.id(), map.digest()));
    }
}

#[test]
fn variants_of_the_same_files_have_digests_of_their_own() {
    let mut files = template("grid");
    let variants: String = ["a", "b"]
        .map(|id| {
            let name = "name = { zh = \"甲\", en = \"A\" }";
            format!("[[variants]]\nid = \"{id}\"\n{name}\nrules = \"rules.lua\"\n\n")
        })
        .concat();
    let seats = "[[seats]]\nname = { zh = \"白方\"";
    change(&mut files, "map.toml", seats, &format!("{variants}{seats}"));
    let digests = ids_in(&files, "game").into_iter().map(|id| load(&files, &id).unwrap().digest());
    assert_eq!(digests.collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn a_variant_is_checked_as_the_map_is() {
    let mut files = narrow();
    let options = CheckOptions { games: 2, rooms: 2, ..CheckOptions::default() };
    for id in ["game", "game:narrow"] {
        let report = check(&files, id, PLUGINS, options);
        assert_eq!((report.findings, report.rooms), (Vec::new(), 2), "{id}");
    }
    // An error of what they share is told in the file that has it.
    let old = "    local moves = {}\n";
    let line = change(&mut files, "parts/pawns.lua", old, "    local moves = nil + {}\n");
    let report = check(&files, "game:narrow", PLUGINS, options);
    let first = &report.findings[0];
    assert_eq!((&*first.file, first.line), ("game/parts/pawns.lua", line), "{first}");
}

#[test]
fn computers_of_a_variant_think_by_its_rules() {
    let files = narrow();
    let source = "test('the computer moves', function(t)\n\
                    local uin = t:join('Bai')\n\
                    t:computer(uin, 0, 3) t:computer(uin, 1, 3)\n\
                    for _ = 1, 3 do t:ticks(40) t:run_jobs() end\n\
                    t:equal(#t:errors(), 0)\n\
                  end)";
    let package = Arc::new(load(&files, "game:narrow").unwrap());
    let outcomes =
        fangqi_room::testing::run_tests(&package, "game/tests/x.lua", source, Default::default());
    assert_eq!(outcomes.len(), 1);
    assert_eq!(outcomes[0].failure, None);
}

#[test]
fn what_is_wrong_with_variants_is_said_at_its_line() {
    let name = "name = { zh = \"窄\", en = \"Narrow\" }\n";
    for (old, new, says) in [
        (
            "rules = \"narrow.lua\"\n\n",
            "\n",
            "the variant `narrow` plays what the map does: give it",
        ),
        (
            "id = \"narrow\"",
            "id = \"Narrow one\"",
            "variants[0]: id = \"Narrow one\" must be 1 to 40 of",
        ),
        ("id = \"narrow\"", "id = \"../..\"", "variants[0]: id = \"../..\" must be"),
        (name, "", "missing field `name`"),
        ("rules = \"narrow.lua\"", "rulse = \"narrow.lua\"\nrules = \"narrow.lua\"", "`rulse`"),
    ] {
        let mut files = narrow();
        change(&mut files, "map.toml", old, new);
        let error = load(&files, "game").unwrap_err();
        assert!(error.contains("game/map.toml") && error.contains(says), "{old}: {error}");
    }
    let mut files = narrow();
    change(&mut files, "map.toml", "rules = \"narrow.lua\"", "rules = \"thin.lua\"");
    assert!(load(&files, "game").is_ok(), "the map itself is as it was");
    let error = load(&files, "game:narrow").unwrap_err();
    assert!(error.contains("there is no file `thin.lua`"), "{error}");
    let error = load(&files, "game:narro").unwrap_err();
    assert!(error.contains("there is no variant `narro`; did you mean `narrow`?"), "{error}");
    let double = "[[variants]]\nid = \"narrow\"\nname = { zh = \"\", en = \"\" }\n\
                  rules = \"narrow.lua\"\n\n[[variants]]\nid";
    let mut files = narrow();
    change(&mut files, "map.toml", "[[variants]]\nid", double);
    let error = load(&files, "game").unwrap_err();
    assert!(error.contains("variants[1]: another has the id \"narrow\", too"), "{error}");
    assert_eq!(folder_and_variant("game:a:b"), ("game", Some("a:b")));
    assert!(load(&files, "game:a:b").is_err() && load(&files, "game:").is_err());
}

#[test]
fn what_a_module_lacks_is_said_at_the_line_that_requires_it() {
    for (call, says) in [
        ("parts/pwans", "there is no module `parts/pwans`: put parts/pwans.lua into"),
        ("../lib/x", "`../lib/x` names no module"),
        ("/etc/passwd", "`/etc/passwd` names no module"),
        ("map.toml", "`map.toml` names no module"),
    ] {
        let mut files = narrow();
        change(&mut files, "rules.lua", "parts/pawns", call);
        let report = check(&files, "game", PLUGINS, CheckOptions::default());
        let first = &report.findings[0];
        assert_eq!((&*first.file, first.line), ("game/rules.lua", 3), "{first}");
        assert!(first.message.contains(says), "{first}");
    }
    let mut files = narrow();
    files.insert("game/parts/pawns.lua".to_owned(), b"\nreturn require(\"parts/more\")".to_vec());
    files.insert("game/parts/more.lua".to_owned(), b"return require(\"parts/pawns\")".to_vec());
    let report = check(&files, "game", PLUGINS, CheckOptions::default());
    let first = &report.findings[0];
    assert_eq!((&*first.file, first.line), ("game/parts/more.lua", 1), "{first}");
    assert!(
        first.message.contains("needs itself: parts/pawns, parts/more, parts/pawns"),
        "{first}"
    );
    for (text, says) in [
        (b"local = 1".to_vec(), "game/parts/pawns.lua:1"),
        (vec![0xff, 0xfe, 0x00], "game/parts/pawns.lua"),
        (b"return 1 -- ".repeat(1 << 17), "the script is longer than 1 MiB"),
    ] {
        let mut files = narrow();
        files.insert("game/parts/pawns.lua".to_owned(), text);
        let error = load(&files, "game").unwrap_err();
        assert!(error.contains(says) && error.contains("game/parts/pawns.lua"), "{error}");
    }
}

#[test]
fn scripts_require_modules_too_and_only_while_they_load() {
    let mut files = template("free");
    let main = String::from_utf8(files["game/main.lua"].clone()).unwrap();
    let main = format!("local words = require(\"words\")\nassert(words.n == 3)\n{main}");
    files.insert("game/main.lua".to_owned(), main.into_bytes());
    files.insert("game/words.lua".to_owned(), b"return { n = 3 }".to_vec());
    let options = CheckOptions { rooms: 2, ..CheckOptions::default() };
    let report = check(&files, "game", PLUGINS, options);
    assert_eq!(report.findings, []);
    let package = load(&files, "game").unwrap();
    assert!(package.script_names().any(|name| name == "game/words.lua"));
}
