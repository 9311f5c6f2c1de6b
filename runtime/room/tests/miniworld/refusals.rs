//! Hostile values in a call that is good but for them: refused, unless it is said here why not.

use std::collections::BTreeSet;

use fangqi_room::types::{ApiFunction, Status, functions};

use crate::examples::{MODULES, SETUP, besides, call_of};
use crate::hostile::failed;
use crate::support::Walk;

/// Values that are hostile wherever nobody has said that they are not.
const VALUES: &[(&str, &str)] = &[
    ("NaN", "0/0"),
    ("infinity", "math.huge"),
    ("-infinity", "-math.huge"),
    ("2^53", "2^53"),
    ("1e308", "1e308"),
    ("-1", "-1"),
    ("empty", "''"),
    ("long", "string.rep('x', 2^20)"),
    ("cyclic", "loop"),
    ("traps", "traps"),
    ("far", "{ x = 2^31, y = 0, z = -2^31 }"),
    ("nobody", "2^52"),
];

/// The tables among them.
const TABLES: &str = r#"
loop = {} loop[1] = loop loop.x = loop
local function no() error("a metamethod was run") end
traps = setmetatable({}, {
  __index = no, __newindex = no, __call = no, __len = no, __iter = no, __tostring = no, __eq = no,
})
"#;

/// The arguments of a call as they are written.
fn arguments(call: &str) -> Vec<String> {
    let inside = &call[call.find('(').unwrap() + 1..call.len() - 1];
    let (mut depth, mut quoted, mut args) = (0, None, vec![String::new()]);
    for c in inside.chars() {
        match (quoted, c) {
            (Some(quote), c) if c == quote => quoted = None,
            (None, '"' | '\'') => quoted = Some(c),
            (None, '(' | '{' | '[') => depth += 1,
            (None, ')' | '}' | ']') => depth -= 1,
            _ => {}
        }
        // The body of a function has commas of its own.
        let body = args.last().unwrap().trim_start().starts_with("function");
        match c {
            ',' if depth == 0 && quoted.is_none() && !body => args.push(String::new()),
            c => args.last_mut().unwrap().push(c),
        }
    }
    args.retain(|arg| !arg.trim().is_empty());
    args
}

/// The call of a function's example with one argument in another's place.
fn with_argument(function: &ApiFunction, at: usize, value: &str) -> String {
    let path = format!("{}:{}", function.module, function.name);
    let example = function.doc.examples().find(|example| example.contains(&path)).unwrap();
    let mut args = arguments(&call_of(example, &path));
    args.resize(args.len().max(at + 1), "nil".to_owned());
    args[at] = value.to_owned();
    format!(
        "return pcall({m}.{f}, {m}, {})",
        args.join(", "),
        m = function.module,
        f = function.name
    )
}

fn room_for(function: &ApiFunction) -> Walk {
    let mut walk = Walk::open("-- 2010");
    walk.run(SETUP);
    walk.run(besides(&format!("{}:{}", function.module, function.name)));
    walk.run(TABLES);
    walk
}

/// Where such a value is none: by what it is, whom it is given to, and why. A place is a
/// parameter's name, or a function and a parameter.
const ALLOWED: &[(&[&str], &[&str], &str)] = &[
    (
        &[
            "NaN",
            "infinity",
            "-infinity",
            "2^53",
            "1e308",
            "-1",
            "empty",
            "long",
            "cyclic",
            "traps",
            "far",
        ],
        &[
            "bUsePlayerViewRange",
            "World:stopEffectOnPosition scale",
            "Block:placeBlock color",
            "Block:replaceBlock color",
            "musicId",
            "mapid",
            "private",
        ],
        "means nothing here, and scripts pass what they please",
    ),
    (
        &[
            "NaN",
            "infinity",
            "-infinity",
            "2^53",
            "1e308",
            "-1",
            "empty",
            "long",
            "cyclic",
            "traps",
            "far",
        ],
        &["MiniTimer:isExist id", "tag", "first", "second", "third", "param"],
        "whatever it is: a question, a print, a value handed back to the script's own function",
    ),
    (
        &["2^53", "1e308", "-1"],
        &[
            "event",
            "filename",
            "name",
            "nickname",
            "modelName",
            "info",
            "uiname",
            "content",
            "msgid",
            "msg",
            "str",
            "mark",
            "path",
            "title",
            "imgid",
            "uiid",
            "elementid",
            "text",
            "url",
            "pageIndex",
            "modleid",
            "pictureid",
            "libname",
            "libname2",
            "libvarname",
            "key",
        ],
        "a text: numbers are written out, as Lua does",
    ),
    (
        &["empty"],
        &["nickname", "info", "content", "msg", "str", "title", "text", "UI:setGBattleUI value"],
        "a text for people may be empty",
    ),
    (&["empty"], &["url", "pictureid"], "takes the picture away"),
    (&["empty"], &["Customui:setState elementid"], "not asked where the fourth argument is given"),
    (&["long"], &["str"], "pays fuel for its length"),
    (
        &["2^53", "1e308", "-1", "empty", "traps", "far"],
        &["CloudSever:setDataListBykey value"],
        "the script's own data; metamethods do not run",
    ),
    (
        &["cyclic", "traps", "far"],
        &["Game:dispatchEvent params"],
        "handed to the script's own handlers as it is",
    ),
    (
        &["traps", "far"],
        &["Backpack:EncodeTableGridInfo info", "Backpack:LoadGridInfos infos", "playerids"],
        "read as it lies: a table with nothing in it that is asked for",
    ),
    (
        &["-1"],
        &[
            "srcx",
            "srcy",
            "srcz",
            "dstx",
            "dsty",
            "dstz",
            "x",
            "y",
            "z",
            "x1",
            "y1",
            "z1",
            "x2",
            "y2",
            "z2",
            "dirx",
            "diry",
            "dirz",
            "vx",
            "vy",
            "vz",
            "sx",
            "sz",
            "ex",
            "ez",
            "cx",
            "cz",
            "offset",
            "Customui:SmoothScaleBy w",
            "Customui:SmoothScaleBy h",
        ],
        "places, directions and ways are below 0 as well as above",
    ),
    (&["-1"], &["yaw", "pitch", "rotate", "angle"], "an angle"),
    (&["far"], &["pos1", "pos2", "srcpos", "dim", "vec"], "places are only measured or shifted"),
    (
        &["-1"],
        &[
            "hp", "oxygen", "val", "value", "score", "v1", "v2", "curval", "maxval", "oldval",
            "newval", "minvalue", "maxvalue",
        ],
        "numbers of the script's own; life and air are added to and taken from",
    ),
    (&["-1"], &["World:getDateFromTime time", "World:getDateStringFromTime time"], "before 1970"),
    (&["-1"], &["alive", "teamid"], "all of them, as it is documented"),
    (&["-1"], &["face"], "leaves the facing open"),
    (&["-1"], &["customticks", "ptime", "ptme", "durability"], "as long as it usually lasts"),
    (&["-1"], &["index", "icount"], "counts from the end"),
    (
        &["-1"],
        &[
            "Graphics:makeGraphicsImage id",
            "Graphics:makeGraphicsArrowToPos id",
            "Graphics:makeGraphicsArrowToActor id",
            "Graphics:makeGraphicsLineToPos id",
            "Graphics:makeGraphicsLineToActor id",
            "Graphics:makeGraphicsSurfaceToPos id",
            "Graphics:makeGraphicsSurfaceToActor id",
            "itype",
        ],
        "a number of the script's own, by which drawings are found again",
    ),
    (
        &["-1"],
        &[
            "animid",
            "animId",
            "playmode",
            "mode",
            "effectid",
            "flag",
            "posindex",
            "prioritytype",
            "status",
            "Actor:playSoundSpecial kind",
            "Customui:SetSliderDir dir",
        ],
        "a way of doing it whose numbers Mini World does not publish: others do as 0 does",
    ),
];

/// The place by which somebody has said that the value is none of the hostile there.
fn allowed(what: &str, path: &str, name: &str) -> Option<&'static str> {
    let place = format!("{path} {name}");
    let said = ALLOWED.iter().filter(|(values, ..)| values.contains(&what));
    said.flat_map(|(_, places, _)| *places)
        .find(|known| **known == name || **known == place)
        .copied()
}

/// What an example calls the objects of its world.
const OBJECTS: &[&str] = &["uin", "other", "objid", "horse", "drop", "made[1]"];

/// Hostile values for the argument at a place; that nobody has a number matters only where an
/// object is meant.
fn values(function: &ApiFunction, at: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    let path = format!("{}:{}", function.module, function.name);
    let example = function.doc.examples().find(|example| example.contains(&path)).unwrap();
    let args = arguments(&call_of(example, &path));
    let object = args.get(at).is_some_and(|arg| OBJECTS.contains(&arg.trim()));
    VALUES.iter().copied().filter(move |(what, _)| object || *what != "nobody")
}

#[test]
fn hostile_arguments_of_good_calls_are_refused() {
    let mut accepted = Vec::new();
    let (mut refusals, mut used) = (0, BTreeSet::new());
    let dialect = functions().filter(|function| MODULES.contains(&function.module));
    for function in dialect.filter(|function| !matches!(function.status, Status::Fails(_))) {
        let path = format!("{}:{}", function.module, function.name);
        let mut walk = room_for(&function);
        for (at, name) in function.params().enumerate() {
            for (what, value) in values(&function, at) {
                let source = with_argument(&function, at, value);
                let answer = walk.room.evaluate(&source);
                let values = answer.unwrap_or_else(|e| panic!("{source}: {e}"));
                if failed(&function, &source, &values.into_vec()) {
                    refusals += 1;
                    continue;
                }
                match allowed(what, &path, name) {
                    Some(place) => drop(used.insert(place)),
                    None => accepted.push(format!("{what}: {path} {name}")),
                }
                walk = room_for(&function);
            }
        }
    }
    assert!(refusals > 12_000, "{refusals}");
    assert_eq!(accepted, Vec::<String>::new());
    // What is refused by now must not go on being allowed.
    let places = ALLOWED.iter().flat_map(|(_, places, _)| *places);
    let unused: Vec<_> = places.filter(|place| !used.contains(**place)).collect();
    assert_eq!(unused, Vec::<&&str>::new());
}
