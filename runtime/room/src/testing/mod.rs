//! Tests of maps, written in Lua beside the map, with virtual players in real rooms.
//!
//! A test file calls `test(name, function(t) … end)`. Each test gets a new room and a driver `t`
//! with methods for players (`t:join`, `t:click`, …), for time (`t:ticks`, `t:run_jobs`) and for
//! checks (`t:block`, `t:hud`, `t:equal`, …). After each test the room's log is replayed in a new
//! room, which must end in the same state.
//!
//! [`check`] and [`simulate`] look for faults that no author wrote a test for.

mod check;
mod computed;
mod dots;
mod driver;
mod sim;
mod values;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua};

pub use check::{CheckReport, check};
use driver::Driver;
use fangqi_plugin::MapPackage;
pub use fangqi_plugin::{CheckOptions, Printed, small_map, small_map_with};
use fangqi_vm::VmError;
pub use sim::{Failure, SimOptions, Stats, Step, simulate};

/// The result of one test of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestOutcome {
    /// The file with the test.
    pub file: String,
    /// The test's name.
    pub name: String,
    /// `None` if it passed, else what went wrong, with file and line.
    pub failure: Option<String>,
    /// What the map's scripts printed.
    pub printed: Printed,
    /// What they were warned of: calls that were refused, events that were lost.
    pub warned: Printed,
}

/// What is done after each input of a test, to find what its author did not test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Strictness {
    /// The room is in heavy mode: state that escapes the log fails a test. Slow.
    pub heavy: bool,
    /// The room is stored and continued from the stored state whenever the map allows it. State
    /// that a script forgot to offer is lost, and the test fails.
    pub stored: bool,
}

/// Runs the tests of one file. `name` names the file in messages.
pub fn run_tests(
    package: &Arc<MapPackage>,
    name: &str,
    source: &str,
    strictness: Strictness,
) -> Vec<TestOutcome> {
    let outcome = |test: &str, failure: Option<String>| TestOutcome {
        file: name.to_owned(),
        name: test.to_owned(),
        failure,
        printed: Printed::default(),
        warned: Printed::default(),
    };
    let unloaded = |failure: String| vec![outcome("(loading)", Some(failure))];
    let tests: Rc<RefCell<Vec<(String, Function)>>> = Rc::default();
    let lua = Lua::new();
    let loaded = define_test(&lua, &tests)
        .and_then(|()| lua.load(source).set_name(format!("@{name}")).exec());
    if let Err(error) = loaded {
        return unloaded(error.to_string());
    }
    let tests = tests.take();
    if tests.is_empty() {
        return unloaded("the file declares no test".to_owned());
    }
    tests
        .into_iter()
        .map(|(test, body)| {
            let mut outcome = outcome(&test, None);
            outcome.failure = run_one(&lua, package, &body, strictness, &mut outcome).err();
            outcome
        })
        .collect()
}

/// The names of all globals that tests find.
///
/// # Errors
/// Out of memory.
pub fn globals() -> Result<BTreeSet<String>, VmError> {
    let lua = Lua::new();
    define_test(&lua, &Rc::default())?;
    let globals = lua.globals();
    let names = globals.pairs::<String, mlua::Value>();
    Ok(names.map(|pair| Ok(pair?.0)).collect::<mlua::Result<_>>()?)
}

fn define_test(lua: &Lua, tests: &Rc<RefCell<Vec<(String, Function)>>>) -> mlua::Result<()> {
    let tests = Rc::clone(tests);
    let test = lua.create_function(move |_, (name, body): (String, Function)| {
        tests.borrow_mut().push((name, body));
        Ok(())
    })?;
    lua.globals().set("test", test)
}

fn run_one(
    lua: &Lua,
    package: &Arc<MapPackage>,
    body: &Function,
    strictness: Strictness,
    seen: &mut TestOutcome,
) -> Result<(), String> {
    let driver = Rc::new(RefCell::new(Driver::open(package, strictness)?));
    let table = driver::table(lua, &driver).map_err(|error| error.to_string())?;
    let outcome = body.call::<()>(table).map_err(|error| error.to_string());
    let mut driver = driver.borrow_mut();
    (seen.printed, seen.warned) = (driver.take_printed(), driver.take_warned());
    match (driver.script_error(), outcome) {
        // What the test then found is what the error led to.
        (Some(error), Err(failure)) => Err(format!("{error}\n{failure}")),
        (Some(error), Ok(())) => Err(error),
        (None, outcome) => outcome.and_then(|()| driver.check_replay()),
    }
}
