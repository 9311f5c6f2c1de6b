//! Scripts that abuse what scripts can reach: the written corpus, and one made for every function.
//!
//! Used by the tests, which count fuel, and by the example `attacks` of rooms, which looks at the
//! clock.

#![allow(dead_code)]

/// A hostile script.
pub struct Attack {
    /// What it does.
    pub name: String,
    /// How it must end: see `data/attacks.txt`. Empty: in any way.
    pub outcome: String,
    /// Its text.
    pub script: String,
}

/// The corpus written by hand.
pub fn corpus() -> Vec<Attack> {
    let mut cases: Vec<Attack> = Vec::new();
    let lines = include_str!("../data/attacks.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix("== ") {
            let (outcome, name) =
                header.split_once(" | ").expect("a header has an outcome and a name");
            cases.push(Attack {
                outcome: outcome.into(),
                name: name.into(),
                script: String::new(),
            });
        } else {
            let case = cases.last_mut().expect("a header comes first");
            case.script.push_str(line);
            case.script.push('\n');
        }
    }
    cases
}

/// Values that make a careless function slow, large or wrong.
const VALUES: &str = r#"
local long, many, loop = string.rep("ab%", 2^18), table.create(2^16, 1), {}
loop[1] = loop loop.x = loop
local V = {
  1, long, many, 2^31, "x", { x = 0, y = 0, z = 0 }, -2^53, function(a) return a end, 0/0, "%b()*",
  buffer.create(2^20), true, { 3, 2, 1 }, 0, "", 2^53, coroutine.create(function() end), loop,
  { x = -2^19, y = -500, z = 2^19 }, 3, math.huge, { seat = 0, choices = { { label = long } } }, 255,
}
local n = #V
"#;

/// A script that calls `path`, a method of `receiver` if given, with ever other arguments, for
/// ever.
pub fn hammer(path: &str, receiver: Option<&str>) -> Attack {
    let head = receiver.map(|receiver| format!("{receiver}, ")).unwrap_or_default();
    let script = format!(
        "{VALUES}local f = {path}\nlocal i = 0\nwhile true do\n  i += 1\n  \
         pcall(f, {head}V[i % n + 1], V[i * 7 // n % n + 1], V[i * 5 // 3 % n + 1], \
         V[i * 3 // 7 % n + 1], V[i // 2 % n + 1])\nend\n"
    );
    Attack { name: path.to_owned(), outcome: String::new(), script }
}

/// An attack on every function of the standard library.
pub fn on_the_library() -> Vec<Attack> {
    include_str!("../data/environment.txt")
        .lines()
        .filter_map(|line| line.strip_suffix(" function"))
        .filter_map(|path| path.strip_prefix("<metatable>.__index."))
        .map(|path| hammer(path, None))
        .collect()
}
