//! Modules: files of a map that its scripts `require`.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Lua, Table, Value};

use super::lexer::{Lexer, Token};
use super::{Modules, Vm, VmError, compile};

/// `require`, given `find(path)`, which returns a function or why there is none. A module is run
/// once; what it returned is kept.
const REQUIRE: &str = r#"
local find = ...
local loaded, running = {}, {}

return function(path)
  local known = loaded[path]
  if known ~= nil then
    return known
  end
  local chunk, why = find(path)
  if chunk == nil then
    error(`require: {why}`, 2)
  end
  for place, other in running do
    if other == path then
      local circle = table.concat(running, ", ", place)
      error(`require: \`{path}\` needs itself: {circle}, {path}`, 2)
    end
  end
  table.insert(running, path)
  local value = chunk()
  table.remove(running)
  if value == nil then
    error(`require: \`{path}\` returns nothing; end it with \`return\` and what others need of it`, 2)
  end
  loaded[path] = value
  return value
end
"#;

/// Most characters of a path that are repeated to an author.
const SHOWN: usize = 80;

/// Whether a text names a module: the path of a file below the map's folder, without `.lua`.
pub fn is_module_path(path: &str) -> bool {
    let is_name = |part: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        !part.is_empty() && part.bytes().all(plain)
    };
    path.split('/').all(is_name)
}

/// The paths of modules that a script requires, as far as they stand in it word for word.
pub fn required_modules(source: &str) -> Vec<&str> {
    let mut lexer = Lexer::new(source);
    let mut found = Vec::new();
    let mut before = None;
    while let Some((_, token)) = lexer.next_token() {
        let is_call = token == Token::Name("require")
            && !matches!(before, Some(Token::Symbol(b'.' | b':') | Token::Name("function")));
        before = Some(token);
        if !is_call {
            continue;
        }
        let mut next = lexer.next_token();
        if matches!(next, Some((_, Token::Symbol(b'(')))) {
            next = lexer.next_token();
        }
        if let Some((start, Token::String)) = next {
            found.extend(literal(&source[start..lexer.position()]));
        }
        before = next.map(|(_, token)| token);
    }
    found
}

/// The text of a string without escapes.
fn literal(token: &str) -> Option<&str> {
    let within = |quote: char| token.strip_prefix(quote)?.strip_suffix(quote);
    let long = || token.strip_prefix("[[")?.strip_suffix("]]");
    within('"').or_else(|| within('\'')).or_else(long).filter(|text| is_module_path(text))
}

impl Vm {
    /// Lets scripts `require` these modules, until [`ModuleDoor::close`].
    ///
    /// # Errors
    /// Out of memory.
    pub fn provide(&self, modules: Arc<Modules>) -> Result<ModuleDoor, VmError> {
        let open = Rc::new(RefCell::new(Some(modules)));
        let given = Rc::clone(&open);
        let find = self.lua().create_function(move |lua, path: Value| find(lua, &given, &path))?;
        let chunk = compile(super::PRELUDE_NAME, REQUIRE.as_bytes())
            .and_then(|script| self.load(&script))
            .map_err(mlua::Error::external)?;
        let require: Function = chunk.call(find)?;
        let library: Table = self.library();
        library.set_readonly(false);
        let done = library.raw_set("require", require);
        library.set_readonly(true);
        done?;
        Ok(ModuleDoor(open))
    }
}

/// While it is open, scripts may require modules: as long as they load. A module that ran later
/// would keep values that no checkpoint knows of.
#[derive(Debug)]
pub struct ModuleDoor(Rc<RefCell<Option<Arc<Modules>>>>);

impl ModuleDoor {
    /// The scripts have been loaded.
    pub fn close(self) {
        self.0.borrow_mut().take();
    }
}

/// A module as a function, or why there is none.
fn find(
    lua: &Lua,
    open: &RefCell<Option<Arc<Modules>>>,
    path: &Value,
) -> mlua::Result<(Option<Function>, Option<String>)> {
    let refuse = |why: String| Ok((None, Some(why)));
    let Some(modules) = open.borrow().clone() else {
        return refuse("call it at the head of a script, while the scripts load".to_owned());
    };
    let Value::String(path) = path else {
        let found = path.type_name();
        return refuse(format!(
            "a module is named by a text, such as \"parts/lines\", not {found}"
        ));
    };
    let path = path.to_string_lossy();
    if let Some(module) = modules.get(&path) {
        return Ok((Some(module.function(lua)?), None));
    }
    let shown: String = path.chars().take(SHOWN).collect();
    let shown = fangqi_text::escape(&shown);
    refuse(if is_module_path(&path) {
        format!(
            "there is no module `{shown}`: put {shown}.lua into the map's folder, and write its \
             name as it is, require(\"{shown}\")"
        )
    } else {
        format!(
            "`{shown}` names no module: give the path of a file of the map's folder without .lua, \
             such as \"parts/lines\", or of one of the shared folder as \"lib/…\""
        )
    })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::{Level, VmLimits};

    fn modules(files: &[(&str, &str)]) -> Arc<Modules> {
        let compiled = files.iter().map(|(path, source)| {
            let script = compile(&format!("map/{path}.lua"), source.as_bytes()).unwrap();
            ((*path).to_owned(), script)
        });
        Arc::new(compiled.collect())
    }

    /// What a script prints that may require modules, or how it fails.
    fn run(files: &[(&str, &str)], main: &str) -> Result<Vec<String>, String> {
        let vm = Vm::new(&VmLimits::default(), 1).unwrap();
        vm.seal().unwrap();
        let printed = Rc::new(RefCell::new(Vec::new()));
        let lines = Rc::clone(&printed);
        vm.set_sink(move |level, line| {
            assert_eq!(level, Level::Print);
            lines.borrow_mut().push(line.to_owned());
        });
        let door = vm.provide(modules(files)).unwrap();
        let script = compile("map/main.lua", main.as_bytes()).unwrap();
        let chunk = vm.load(&script).unwrap();
        vm.start(chunk, ()).map_err(|error| error.to_string())?;
        door.close();
        Ok(printed.take())
    }

    #[test]
    fn a_module_runs_once_and_gives_all_the_same() {
        let files = [
            ("parts/count", "print('runs') return { n = 1 }"),
            ("twice", "local count = require('parts/count') count.n += 1 return count"),
        ];
        let main = "local a, b = require('twice'), require('parts/count') print(a == b, b.n)";
        assert_eq!(run(&files, main).unwrap(), ["runs", "true\t2"]);
    }

    #[test]
    fn what_cannot_be_required_is_said_at_the_line_that_requires_it() {
        let files = [
            ("a", "return require('b')"),
            ("b", "\nreturn require('c')"),
            ("c", "return require('a')"),
            ("nothing", "local x = 1"),
            ("bad", "\n\nerror('it is bad')"),
        ];
        for (main, wanted) in [
            ("\nrequire('x')", "map/main.lua:2: require: there is no module `x`: put x.lua into"),
            ("require('../x')", "map/main.lua:1: require: `../x` names no module"),
            ("require('/etc/passwd')", "`/etc/passwd` names no module"),
            ("require('map.toml')", "`map.toml` names no module"),
            ("require('a//b')", "`a//b` names no module"),
            ("require('a\\\\b')", "names no module"),
            ("require('')", "`` names no module"),
            ("require(string.rep('x', 1e6))", "there is no module `xxxx"),
            ("require(7)", "a module is named by a text, such as \"parts/lines\", not"),
            ("require({})", "not table"),
            ("require()", "not nil"),
            ("require('a')", "map/c.lua:1: require: `a` needs itself: a, b, c, a"),
            ("require('nothing')", "map/main.lua:1: require: `nothing` returns nothing; end it"),
            ("require('bad')", "map/bad.lua:3: it is bad"),
        ] {
            let error = run(&files, main).unwrap_err();
            assert!(error.contains(wanted), "{main}: {error}");
            assert!(error.len() < 400, "{}", error.len());
        }
    }

    #[test]
    fn nothing_is_required_once_the_scripts_have_loaded() {
        let vm = Vm::new(&VmLimits::default(), 1).unwrap();
        vm.seal().unwrap();
        vm.provide(modules(&[("a", "return 1")])).unwrap().close();
        let script = compile("map/main.lua", b"\nrequire('a')").unwrap();
        let chunk = vm.load(&script).unwrap();
        let error = vm.start(chunk, ()).map(drop).unwrap_err().to_string();
        assert!(error.contains("map/main.lua:2: require: call it at the head"), "{error}");
    }

    #[test]
    fn what_a_script_requires_is_found_where_it_stands_word_for_word() {
        let source = "local a = require(\"a\") -- require(\"no\")\n\
                      local b = require 'parts/b' local c = require [[lib/c]]\n\
                      x.require('no') y:require('no') require(name) require('../no')\n\
                      print(\"require('no')\") pcall(require, 'no') require('d\\x65')\n\
                      local function require(path) end";
        assert_eq!(required_modules(source), ["a", "parts/b", "lib/c"]);
    }
}
