//! Errors of scripts, in terms that their authors can use.

use std::ffi::{CStr, c_int};
use std::fmt;

use mlua::ffi::{self, lua_State};

use super::source::hint;

/// Frames kept for a traceback.
const MAX_FRAMES: usize = 24;

/// What mlua writes between a message and the calls that led there.
const TRACEBACK: &str = "\nstack traceback:";

/// What scripts and authors are told about a bug in this program.
pub(super) const PANICKED: &str = "a function of the host panicked: this is a bug in the host";

/// The kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The source does not compile.
    Syntax,
    /// The script, or a host function it called, raised an error.
    Error,
    /// The step used up its fuel.
    Fuel,
    /// The step reached the VM's memory limit.
    Memory,
    /// The step was ended through a [`super::StopHandle`].
    Stopped,
}

/// A failure of a script: where, what, and how it got there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ScriptError {
    /// What kind of failure.
    pub kind: ErrorKind,
    /// The script's name as given to [`super::compile`], such as `gomoku/main.lua`. Empty if the
    /// error did not come from a script.
    pub script: String,
    /// The line in that script, from 1; 0 if unknown.
    pub line: u32,
    /// What happened, without the position.
    pub message: String,
    /// The calls that led there, innermost first, one a line. Empty for syntax errors.
    pub traceback: String,
    /// The host function that the script had called and in which it failed; empty if the script
    /// itself failed.
    pub called: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.script.is_empty(), self.line) {
            (true, _) => f.write_str(&self.message),
            (false, 0) => write!(f, "{}: {}", self.script, self.message),
            (false, line) => write!(f, "{}:{line}: {}", self.script, self.message),
        }
    }
}

/// A VM could not be created or set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the script VM: {0}")]
pub struct VmError(#[from] pub(super) mlua::Error);

/// One call frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) script: String,
    pub(super) line: u32,
    pub(super) function: String,
}

impl Frame {
    /// Whether this is code of a map rather than of the host.
    fn is_script(&self) -> bool {
        self.line > 0 && self.script != "[C]" && self.script != super::PRELUDE_NAME
    }
}

impl ScriptError {
    /// A compiler message, `:line: text`, about the chunk `script`.
    pub(super) fn syntax(script: &str, message: &str, source: &str) -> Self {
        let rest = message.trim_start_matches(':');
        let (line, text) = match rest.split_once(": ") {
            Some((line, text)) => (line.trim().parse().unwrap_or(0), text),
            None => (0, rest),
        };
        let mut message = text.trim().to_owned();
        if let Some(hint) = hint(source, line) {
            message.push_str("; ");
            message.push_str(&hint);
        }
        Self {
            kind: ErrorKind::Syntax,
            script: script.to_owned(),
            line,
            message,
            traceback: String::new(),
            called: String::new(),
        }
    }

    /// An error without script and message.
    pub fn nowhere(kind: ErrorKind) -> Self {
        Self::plain(kind, String::new())
    }

    /// An error of the VM that no script made, such as a lack of memory in host code.
    pub fn host(error: &mlua::Error) -> Self {
        Self::plain(ErrorKind::Error, error.to_string())
    }

    /// An error without a position.
    pub fn plain(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            script: String::new(),
            line: 0,
            message: message.into(),
            traceback: String::new(),
            called: String::new(),
        }
    }

    /// An error raised with `message` while `frames` were active. One that the host's own Lua has
    /// raised is placed where a script called it.
    pub(super) fn raised(kind: ErrorKind, message: &str, frames: &[Frame]) -> Self {
        let first = frames.iter().find(|frame| frame.is_script());
        let (place, text) = match of_frames(message, frames).or_else(|| position(message)) {
            Some((script, line, text)) => (Some((script, line)), text.to_owned()),
            None => {
                let place = first.map(|frame| (frame.script.as_str(), frame.line));
                (place, without_host_line(message, called(frames)))
            }
        };
        let (script, line) = place.unwrap_or(("", 0));
        Self {
            kind,
            script: script.to_owned(),
            line,
            message: text,
            traceback: traceback(frames),
            called: called(frames).to_owned(),
        }
    }

    /// An error that mlua reports outside any script (arguments, conversions, memory).
    pub(super) fn from_mlua(error: &mlua::Error, frames: &[Frame]) -> Self {
        let kind = match root(error) {
            mlua::Error::MemoryError(_) => ErrorKind::Memory,
            _ => ErrorKind::Error,
        };
        if frames.is_empty() {
            return Self::raised(kind, &message_of(error), &frames_of(error));
        }
        Self::raised(kind, &message_of(error), frames)
    }
}

/// The innermost cause of a chain of callback errors.
fn root(error: &mlua::Error) -> &mlua::Error {
    match error {
        mlua::Error::CallbackError { cause, .. } => root(cause),
        mlua::Error::WithContext { cause, .. } => root(cause),
        other => other,
    }
}

/// The call frames that mlua has written down with an error of a function called from Rust,
/// innermost first: it adds them to the message, or keeps them beside a host function's error.
fn frames_of(error: &mlua::Error) -> Vec<Frame> {
    let traceback = match error {
        mlua::Error::RuntimeError(text) => text.rsplit_once(TRACEBACK).map_or("", |(_, it)| it),
        mlua::Error::CallbackError { traceback, cause } => {
            // The innermost of them knows the whole way.
            let inner = frames_of(cause);
            if !inner.is_empty() {
                return inner;
            }
            traceback
        }
        mlua::Error::WithContext { cause, .. } => return frames_of(cause),
        _ => "",
    };
    traceback.lines().filter_map(|line| frame(line.trim())).take(MAX_FRAMES).collect()
}

/// A line of a traceback: `script:line: in function 'name'`, of a host function `[C]: in …`.
fn frame(line: &str) -> Option<Frame> {
    let (place, function) = line.rsplit_once(": in ")?;
    let (script, line) = match place.rsplit_once(':') {
        Some((script, line)) if line.parse::<u32>().is_ok() => (script, line.parse().ok()?),
        _ => (place, 0),
    };
    let name = function.split('\'').nth(1).unwrap_or_default();
    Some(Frame { script: script.to_owned(), line, function: name.to_owned() })
}

/// The message of an error without the line of the host's own Lua that raised it, which says
/// nothing to authors, but with the function that the script had called there.
fn without_host_line(message: &str, called: &str) -> String {
    let own = || {
        let rest = message.strip_prefix(super::PRELUDE_NAME)?.strip_prefix(':')?;
        let (line, text) = rest.split_once(": ")?;
        line.parse::<u32>().ok()?;
        Some(if called.is_empty() { text.to_owned() } else { format!("{called}: {text}") })
    };
    own().unwrap_or_else(|| message.to_owned())
}

/// The call frames of a thread from `level` outwards.
///
/// # Safety
/// `state` must be a live thread.
pub(super) unsafe fn frames(state: *mut lua_State, level: c_int) -> Vec<Frame> {
    let mut found = Vec::new();
    for level in level..level + MAX_FRAMES as c_int {
        // SAFETY: `lua_Debug` is plain data for which zero is a valid value; the strings that
        // `lua_getinfo` points to live as long as the function does, and are copied at once.
        unsafe {
            let mut info: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getinfo(state, level, c"sln".as_ptr(), &raw mut info) == 0 {
                break;
            }
            let text = |text: *const std::ffi::c_char| {
                if text.is_null() {
                    String::new()
                } else {
                    CStr::from_ptr(text).to_string_lossy().into_owned()
                }
            };
            found.push(Frame {
                script: text(info.short_src),
                line: u32::try_from(info.currentline).unwrap_or(0),
                function: text(info.name),
            });
        }
    }
    found
}

/// The message of a host function's error as a script sees it: no traceback, no Rust wrapping.
pub(super) fn message_of(error: &mlua::Error) -> String {
    match root(error) {
        mlua::Error::RuntimeError(text) | mlua::Error::MemoryError(text) => {
            let text = own_words(text);
            match kind_of_object(text) {
                Some(kind) => format!("error object is not a string but a {kind}"),
                None => text.to_owned(),
            }
        }
        mlua::Error::BadArgument { to, pos, name, cause } => {
            let to = to.as_deref().unwrap_or("?");
            let name = name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
            format!("invalid argument #{pos}{name} to '{to}': {}", message_of(cause))
        }
        other => other.to_string(),
    }
}

/// The kind of an error that is no text. mlua has written it down as `table: 0x7f…`, with an
/// address that differs from run to run.
fn kind_of_object(text: &str) -> Option<&str> {
    let (kind, address) = text.split_once(": 0x")?;
    let is_kind = matches!(kind, "table" | "function" | "thread" | "userdata" | "buffer");
    (is_kind && address.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(kind)
}

/// A message without the traceback that mlua adds to the error of a function called from Rust.
pub fn own_words(message: &str) -> &str {
    message.split(TRACEBACK).next().unwrap_or(message).trim_end()
}

/// Splits `script.lua:12: text` if the script is one of those running. Their names may contain
/// anything.
fn of_frames<'a>(message: &'a str, frames: &[Frame]) -> Option<(&'a str, u32, &'a str)> {
    let scripts = frames.iter().filter(|frame| frame.is_script()).map(|frame| &frame.script);
    let found = scripts.filter_map(|script| {
        let (line, text) = message.strip_prefix(&**script)?.strip_prefix(':')?.split_once(": ")?;
        Some((&message[..script.len()], line.parse().ok()?, text))
    });
    found.max_by_key(|(script, ..)| script.len())
}

/// Splits `script.lua:12: text`. A name with spaces is accepted only if it is that of a file in a
/// map.
fn position(message: &str) -> Option<(&str, u32, &str)> {
    let (script, line, text) = message.match_indices(": ").find_map(|(at, _)| {
        let (script, line) = message[..at].rsplit_once(':')?;
        Some((script, line.parse().ok()?, &message[at + 2..]))
    })?;
    let is_file = script.contains('/') && script.ends_with(".lua") && !script.contains('\n');
    let is_word = !script.contains(|c: char| c.is_whitespace() || c == ':');
    let looks_like_name =
        !script.is_empty() && script != super::PRELUDE_NAME && (is_word || is_file);
    looks_like_name.then_some((script, line, text))
}

/// The host function that the innermost script had called.
fn called(frames: &[Frame]) -> &str {
    let depth = frames.iter().position(Frame::is_script).unwrap_or(0);
    depth.checked_sub(1).map_or("", |at| &frames[at].function)
}

fn traceback(frames: &[Frame]) -> String {
    let mut text = String::new();
    for frame in frames.iter().filter(|frame| frame.is_script()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{}:{}", frame.script, frame.line));
        if !frame.function.is_empty() {
            text.push_str(&format!(" in {}", frame.function));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_positions() {
        assert_eq!(position("a/b.lua:12: oh: no"), Some(("a/b.lua", 12, "oh: no")));
        assert_eq!(position("no position"), None);
        assert_eq!(position("bad argument: x"), None);
        assert_eq!(position("at 5:30: tea"), None);
        assert_eq!(position("a/my b.lua:3: oh"), Some(("a/my b.lua", 3, "oh")));
    }

    #[test]
    #[expect(clippy::arc_with_non_send_sync, reason = "mlua's errors hold their causes so")]
    fn calls_are_read_from_what_mlua_writes() {
        let calls =
            "\n\t[fangqi]:90: in function 'holding'\n\tm/脚本: 1.lua:7: in function 'legal'";
        let message = "[fangqi]:90: invalid argument #1 to 'ipairs'";
        let text = format!("{message}{TRACEBACK}\n\t[C]: in function 'ipairs'{calls}");
        let error = ScriptError::from_mlua(&mlua::Error::RuntimeError(text), &[]);
        assert_eq!((&*error.script, error.line), ("m/脚本: 1.lua", 7));
        assert_eq!(error.message, "holding: invalid argument #1 to 'ipairs'");
        let cause = std::sync::Arc::new(mlua::Error::RuntimeError("no".to_owned()));
        let traceback = format!("{}\n\t[C]: in function 'refuse'{calls}", TRACEBACK.trim());
        let error = ScriptError::from_mlua(&mlua::Error::CallbackError { traceback, cause }, &[]);
        assert_eq!((error.line, &*error.message), (7, "no"));
        assert_eq!(frame("...\t(skipping 3 levels)"), None);
    }

    #[test]
    fn an_error_that_is_no_text_is_named_by_its_kind() {
        let message = |text: &str| message_of(&mlua::Error::RuntimeError(text.to_owned()));
        let wanted = "error object is not a string but a table";
        assert_eq!(message("table: 0x7f3471484c60"), wanted);
        assert_eq!(message(&format!("table: 0x55{TRACEBACK}\n\tm/a.lua:7: in main")), wanted);
        for text in ["table: none", "table: 0x12 is no address", "a table: 0x12", "key: 0x12"] {
            assert_eq!(message(text), text);
        }
    }

    #[test]
    fn scripts_that_run_are_known_by_whatever_name_they_have() {
        let frame =
            |script: &str, line| Frame { script: script.to_owned(), line, function: String::new() };
        let frames = [frame("m/脚本 1: 商店", 7), frame("m/脚本 1", 2)];
        let error = ScriptError::raised(ErrorKind::Error, "m/脚本 1: 商店:7: no", &frames);
        assert_eq!((&*error.script, error.line, &*error.message), ("m/脚本 1: 商店", 7, "no"));
        let error = ScriptError::raised(ErrorKind::Error, "at 5:30: tea", &frames);
        assert_eq!((error.line, &*error.message), (7, "at 5:30: tea"));
    }
}
