//! Hostile values in a call that is good but for them: refused, unless it is said here why not.

use std::collections::BTreeSet;

use fangqi_room::types::{ApiFunction, Status, functions};

use crate::common::PLUGINS;
use crate::examples::{MODULES, NO, SETUP, besides, call_of};
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

/// The call in a function's example.
fn example_of(function: &ApiFunction) -> String {
    let path = format!("{}:{}", function.module, function.name);
    let example = function.doc.examples().find(|example| example.contains(&path)).unwrap();
    call_of(example, &path)
}

/// That call with these arguments, under `pcall`.
fn called(function: &ApiFunction, args: &[String]) -> String {
    let (module, name) = (function.module, function.name);
    let args: String = args.iter().map(|arg| format!(", {arg}")).collect();
    format!("return pcall({module}.{name}, {module}{args})")
}

/// That call with one argument in another's place.
fn with_argument(function: &ApiFunction, at: usize, value: &str) -> String {
    let mut args = arguments(&example_of(function));
    args.resize(args.len().max(at + 1), "nil".to_owned());
    args[at] = value.to_owned();
    called(function, &args)
}

fn room_for(function: &ApiFunction) -> Walk {
    let mut walk = Walk::open("-- 2010");
    walk.run(SETUP);
    walk.run(besides(&format!("{}:{}", function.module, function.name)));
    walk.run(TABLES);
    walk
}

/// All of them but the number of nobody.
const ALL: &[&str] = &[
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
];

/// Where such a value is none: by what it is, whom it is given to, and why. A place is a
/// parameter's name, or a function and a parameter.
const ALLOWED: &[(&[&str], &[&str], &str)] = &[
    (
        ALL,
        &[
            "bUsePlayerViewRange",
            "World:stopEffectOnPosition scale",
            "Block:placeBlock color",
            "Block:replaceBlock color",
            "musicId",
            "mapid",
            "private",
            "posindex",
            "bctrl",
            "status",
            "onshift",
            "flag",
            "amplitude",
            "autoWrap",
            "Actor:playSoundSpecial kind",
            "Block:PlayAct playmode",
            "Player:PlayActInHand playmode",
            "Customui:SetLoaderModelAct playmode",
            "Customui:setText animid",
            "Customui:setText time",
            "Customui:setText mode",
            "Customui:showElement effectid",
            "Customui:showElement time",
            "Customui:hideElement effectid",
            "Customui:hideElement time",
            "Customui:setState effectid",
            "Customui:setState time",
        ],
        "means nothing here, and scripts pass what they please",
    ),
    (
        ALL,
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
    (
        &["empty"],
        &[
            "name",
            "filename",
            "modelName",
            "imgid",
            "modleid",
            "libname",
            "libname2",
            "libvarname",
            "key",
            "mark",
        ],
        "an empty name is one, as it is in Mini World",
    ),
    (
        &["-1"],
        &[
            "volume",
            "scale",
            "modlescale",
            "speed",
            "blockRange",
            "distance",
            "lv",
            "cd",
            "range",
            "duration",
            "power",
            "time",
            "interval",
            "width",
            "height",
            "size",
            "w",
            "h",
            "alpha",
            "font",
            "fontsize",
            "Backpack:SetBackPackNum num",
        ],
        "how much of something: as much as is usual, or as near to it as there is",
    ),
    (&["-1"], &["shooter"], "nobody"),
    (&["empty"], &["url", "pictureid"], "takes the picture away"),
    (&["empty"], &["Customui:setState elementid"], "not asked where the fourth argument is given"),
    (&["long"], &["str"], "pays fuel for its length"),
    (
        &["2^53", "1e308"],
        &[
            "VarLib2:setGlobalVarByName val",
            "VarLib2:setPlayerVarByName val",
            "Valuegroup:insertInGroupByName value",
            "Valuegroup:removeValueByName value",
            "Valuegroup:setValueNoByName value",
            "Valuegroup:insertValueByName value",
            "Valuegroup:deleteValueByName val",
            "Valuegroup:getValueCountByName val",
            "oldval",
            "newval",
            "CloudSever:setOrderDataBykey value",
            "CloudSever:automaticByKey value",
            "minvalue",
            "maxvalue",
        ],
        "numbers of the map's own, which are only kept and compared",
    ),
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
            "srcx", "srcy", "srcz", "dstx", "dsty", "dstz", "x", "y", "z", "x1", "y1", "z1", "x2",
            "y2", "z2", "dirx", "diry", "dirz", "vx", "vy", "vz", "sx", "sz", "ex", "ez", "cx",
            "cz", "offset",
        ],
        "places, directions and ways are below 0 as well as above",
    ),
    (&["-1"], &["yaw", "pitch", "rotate", "angle"], "an angle"),
    (&["far"], &["pos1", "pos2", "srcpos", "dim", "vec"], "places are only measured or shifted"),
    (
        &["-1"],
        &[
            "hp",
            "oxygen",
            "foodLevel",
            "val",
            "value",
            "score",
            "v1",
            "v2",
            "curval",
            "maxval",
            "oldval",
            "newval",
            "minvalue",
            "maxvalue",
        ],
        "numbers of the script's own; life, food and air end at 0 by themselves",
    ),
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
        &["animid", "animId", "playmode", "mode", "prioritytype", "Customui:SetSliderDir dir"],
        "a way of doing it whose numbers Mini World does not publish: others do as 0 does",
    ),
];

/// The group and place by which somebody has said that the value is none of the hostile there.
fn allowed(what: &str, path: &str, name: &str) -> Option<(usize, &'static str)> {
    let place = format!("{path} {name}");
    let said = ALLOWED.iter().enumerate().filter(|(_, (values, ..))| values.contains(&what));
    said.flat_map(|(group, (_, places, _))| places.iter().map(move |known| (group, *known)))
        .find(|(_, known)| **known == *name || **known == *place)
}

/// Functions that answer no, or that there is none, without a line: what they are asked for may
/// well be something that is not there.
const QUESTIONS: &[&str] = &[
    "Actor:isMob",
    "Actor:isPlayer",
    "Block:isAirBlock",
    "Block:isLiquidBlock",
    "Block:isSolidBlock",
    "Valuegroup:getGroupNoByValue",
    "Valuegroup:getRandomValueByName",
    "Valuegroup:getSpcialValueByName",
    "Valuegroup:getValueNoByName",
    "Valuegroup:hasNoByName",
    "Valuegroup:hasValueByName",
    "WorldContainer:checkFurnace",
    "WorldContainer:checkStorage",
];

/// What an example calls the objects of its world.
const OBJECTS: &[&str] = &["uin", "other", "objid", "horse", "drop", "made[1]"];

/// Hostile values for the argument at a place; that nobody has a number matters only where an
/// object is meant.
fn values_for(call: &str, at: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
    let args = arguments(call);
    let object = args.get(at).is_some_and(|arg| OBJECTS.contains(&arg.trim()));
    VALUES.iter().copied().filter(move |(what, _)| object || *what != "nobody")
}

/// What came of hostile values in all places of one function.
#[derive(Default)]
struct Found {
    /// Refused with a line that names the function.
    told: usize,
    /// Refused without: the plain "no" of a question.
    plain: BTreeSet<String>,
    /// Accepted where nobody has said that they may be.
    accepted: Vec<String>,
    /// By whose word others were accepted: group, value and place.
    used: BTreeSet<(usize, &'static str, &'static str)>,
}

impl Found {
    fn try_all(&mut self, function: &ApiFunction) {
        let path = format!("{}:{}", function.module, function.name);
        let mut walk = room_for(function);
        // The call is good but for what is put into it below.
        let call = example_of(function);
        let good = called(function, &arguments(&call));
        let values = walk.room.evaluate(&good).unwrap_or_else(|e| panic!("{good}: {e}"));
        assert_eq!(failed(function, &good, &values.into_vec()), NO.contains(&&*path), "{good}");
        walk = room_for(function);
        let types: Vec<&str> = function.param_types().collect();
        for (at, name) in function.params().enumerate() {
            for (what, value) in values_for(&call, at) {
                let source = with_argument(function, at, value);
                walk.log.clear();
                let answer = walk.room.evaluate(&source);
                let values = answer.unwrap_or_else(|e| panic!("{source}: {e}"));
                if !failed(function, &source, &values.into_vec()) {
                    // A number other than 0 is true.
                    if types[at] == "boolean" && what == "-1" {
                        walk = room_for(function);
                        continue;
                    }
                    match allowed(what, &path, name) {
                        Some((group, place)) => drop(self.used.insert((group, what, place))),
                        None => self.accepted.push(format!("{what}: {path} {name}")),
                    }
                    walk = room_for(function);
                    continue;
                }
                walk.apply(fangqi_protocol::Input::Tick);
                if walk.log.iter().any(|(_, text)| text.contains(&path)) {
                    self.told += 1;
                } else {
                    self.plain.insert(path.clone());
                }
            }
        }
    }
}

#[test]
fn hostile_arguments_of_good_calls_are_refused() {
    let mut found = Found::default();
    let dialect = functions(PLUGINS).filter(|function| MODULES.contains(&function.module));
    let alive = dialect.filter(|function| !matches!(function.status, Status::Fails(_)));
    alive.for_each(|function| found.try_all(&function));
    let Found { told, plain, accepted, used } = found;
    assert!(told > 10_000, "{told}");
    assert_eq!(accepted, Vec::<String>::new());
    assert_eq!(plain.iter().map(String::as_str).collect::<Vec<_>>(), QUESTIONS);
    // What is refused by now must not go on being allowed.
    let mut unused: Vec<&&str> = Vec::new();
    for (group, (values, places, _)) in ALLOWED.iter().enumerate() {
        let of_group = || used.iter().filter(|(other, ..)| *other == group);
        let idle = values.iter().filter(|value| of_group().all(|(_, used, _)| used != *value));
        unused.extend(
            idle.chain(places.iter().filter(|place| of_group().all(|(_, _, used)| used != *place))),
        );
    }
    assert_eq!(unused, Vec::<&&str>::new());
}
