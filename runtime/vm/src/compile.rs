//! Compilation of source text into bytecode that any room can load.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua};

use super::error::{ErrorKind, ScriptError};
use super::{aliases, flags, lua51, native, source};

/// Maximum length of a script, in bytes.
pub const MAX_SOURCE: usize = 1 << 20;

/// Globals that scripts cannot change without the VM noticing, so that the compiler may have them
/// resolved when a script is loaded. (A script that defines a global with such a name makes its VM
/// resolve every name late from then on.) Replaced library functions that Luau would otherwise
/// inline are listed in `INLINED`.
pub(super) const SEALED: &[&str] = &[
    "assert",
    "bit32",
    "buffer",
    "coroutine",
    "debug",
    "error",
    "gcinfo",
    "getmetatable",
    "ipairs",
    "math",
    "newproxy",
    "next",
    "os",
    "pairs",
    "pcall",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "utf8",
    "vector",
    "warn",
    "xpcall",
];

/// Libraries to which scripts of other hosts add functions. Such scripts get their own copies.
pub const LIBRARIES: [&str; 4] = ["string", "table", "math", "os"];

/// Library functions that must not be inlined, because their replacements do more than Luau's.
const INLINED: &[&str] = &["setmetatable", "string.sub", "unpack", "table.unpack", "math.fmod"];

/// Names that cannot begin an assignment, and `self`, which is a local wherever it matters.
const KEYWORDS: &[&str] = &[
    "and", "break", "class", "const", "continue", "declare", "do", "else", "elseif", "end",
    "export", "false", "for", "function", "if", "in", "local", "nil", "not", "or", "repeat",
    "return", "self", "then", "true", "until", "while",
];

/// The modules of a map, compiled, by the path that scripts write.
pub type Modules = BTreeMap<String, Compiled>;

/// A compiled script: bytecode that the rooms of a map share. It always comes from source text,
/// never from untrusted bytes.
#[derive(Debug, Clone)]
pub struct Compiled {
    name: Arc<str>,
    bytecode: Arc<[u8]>,
    /// Bytes of source, if the script asks for machine code.
    native: Option<usize>,
    /// What it may require.
    modules: Arc<Modules>,
}

impl Compiled {
    /// The script's name, as in error messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The script with the modules that it may require.
    pub fn with_modules(self, modules: Arc<Modules>) -> Self {
        Self { modules, ..self }
    }

    /// The modules that it may require.
    pub fn modules(&self) -> &Arc<Modules> {
        &self.modules
    }

    /// Whether the script asks for machine code with `--!native` at its head.
    pub fn wants_native(&self) -> bool {
        self.native.is_some()
    }

    /// Bytes of source, if the script asks for machine code.
    pub(super) fn native_source(&self) -> Option<usize> {
        self.native
    }

    /// The script as a function in `lua`, without machine code; see [`super::Vm::load`].
    pub fn function(&self, lua: &Lua) -> mlua::Result<Function> {
        lua.load(&*self.bytecode)
            .set_name(format!("={}", self.name))
            .set_mode(ChunkMode::Binary)
            .into_function()
    }

    /// Size of the bytecode in bytes.
    pub fn size(&self) -> usize {
        self.bytecode.len()
    }
}

/// Compiles a script named as error messages should name it, such as `gomoku/main.lua`.
///
/// # Errors
/// [`ErrorKind::Syntax`], with the line and, for the commonest slips, a hint.
pub fn compile(name: &str, source: &[u8]) -> Result<Compiled, ScriptError> {
    compile_for(name, source, &[])
}

/// The name of the host's own scripts, which errors do not show to authors.
pub const HOST_SCRIPT: &str = "[fangqi]";

/// A script of the host, compiled once for the process and kept in `slot`.
///
/// # Errors
/// The script is wrong.
pub fn host_script(
    slot: &'static OnceLock<Compiled>,
    source: &str,
) -> Result<&'static Compiled, ScriptError> {
    if let Some(compiled) = slot.get() {
        return Ok(compiled);
    }
    let compiled = compile(HOST_SCRIPT, source.as_bytes())?;
    Ok(slot.get_or_init(|| compiled))
}

/// As [`compile`], for a VM whose host modules are the globals `api`. Calls to them are faster,
/// because they are resolved when the script is loaded.
///
/// # Errors
/// As [`compile`].
pub fn compile_for(name: &str, source: &[u8], api: &[&str]) -> Result<Compiled, ScriptError> {
    compile_with(name, source, |name| SEALED.contains(&name) || api.contains(&name))
}

/// As [`compile`], for a script written for Lua 5.1, whose escapes and `arg` are accepted. Such
/// scripts have their own copies of [`LIBRARIES`], to which any of them may add. Libraries in
/// `written` are looked up at each use. In the others added functions are found too, because
/// loading resolves only what exists at that time.
///
/// # Errors
/// As [`compile`].
pub fn compile_adding(
    name: &str,
    source: &[u8],
    written: &BTreeSet<&str>,
) -> Result<Compiled, ScriptError> {
    let early = |name: &str| SEALED.contains(&name) && !written.contains(&name);
    match std::str::from_utf8(source) {
        Ok(text) if fangqi_text::check(source).is_ok() => {
            compile_with(name, lua51::translate(text).as_bytes(), early)
        }
        _ => compile_with(name, source, early),
    }
}

/// The members of [`LIBRARIES`] to which a script writes.
pub fn written_libraries(source: &[u8]) -> BTreeSet<&'static str> {
    let words = String::from_utf8_lossy(source);
    let writes = |library: &&str| {
        words.match_indices(*library).any(|(at, _)| {
            let adds = words[..at].trim_end().ends_with("function");
            let rest = words[at + library.len()..].trim_start_matches('.');
            let rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            let rest = rest.trim_start();
            adds || (rest.starts_with('=') && !rest.starts_with("=="))
        })
    };
    LIBRARIES.into_iter().filter(writes).collect()
}

/// Compiles a script; `early` says which globals are resolved when it is loaded.
fn compile_with(
    name: &str,
    source: &[u8],
    early: impl Fn(&str) -> bool,
) -> Result<Compiled, ScriptError> {
    let located = |message: &str| ScriptError {
        script: name.to_owned(),
        ..ScriptError::plain(ErrorKind::Syntax, message)
    };
    if source.len() > MAX_SOURCE {
        return Err(located("the script is longer than 1 MiB"));
    }
    if source.first() == Some(&0x1b) {
        return Err(located("compiled scripts are not accepted: give the source text"));
    }
    fangqi_text::check(source).map_err(|wide| located(&wide.to_string()))?;
    let text = std::str::from_utf8(source)
        .map_err(|_| located("the script is not UTF-8 text: save it as UTF-8"))?;
    let text = source::plain(text);
    if let Some(why) = aliases::refused(&text) {
        return Err(located(why));
    }
    let prepared = source::prepare(&text);
    let names = prepared.names.iter().map(String::as_str);
    let late = names.filter(|name| !early(name) && !KEYWORDS.contains(name));
    let text_for_compiler = late_names(late) + &prepared.text;
    let bytecode = compiler().compile(&text_for_compiler).map_err(|error| match error {
        mlua::Error::SyntaxError { message, .. } => ScriptError::syntax(name, &message, &text),
        other => located(&other.to_string()),
    })?;
    let native = native::is_wanted(&text).then_some(text.len());
    Ok(Compiled { name: name.into(), bytecode: bytecode.into(), native, modules: Arc::default() })
}

/// A statement without effect that tells the compiler that these globals change, so that it does
/// not have them resolved when the script is loaded. It stands before the script, where none of the
/// script's locals is in scope, and on the first line, so that line numbers stay.
fn late_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from("if false then ");
    for name in names {
        text.push_str(name);
        text.push_str("=nil ");
    }
    text.push_str("end ");
    text
}

/// The compiler with the settings for all scripts.
pub(super) fn compiler() -> Compiler {
    flags::set();
    Compiler::new()
        .set_optimization_level(2)
        .set_debug_level(1)
        .set_disabled_builtins(INLINED.iter().copied())
}
