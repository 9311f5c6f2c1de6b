//! A call of an API function, and what it needs of the room.

use std::ops::Deref;

use mlua::{Function, Lua};

/// Fuel for a refused call: finding the script's line and writing the reason take microseconds.
const REFUSAL_FUEL: u64 = 500;
/// Calls looked through for the script that made a call.
const CALLERS_MAX: usize = 8;

/// What the functions of modules act on: the room, as they see it. Cheap to clone; every bound
/// function holds one.
pub trait Context: Clone + 'static {
    /// Takes fuel for work that a call does beyond being one.
    ///
    /// # Errors
    /// There is none left: the script ends.
    fn charge(&self, units: u64) -> mlua::Result<()>;

    /// Adds a warning to the author's log.
    fn warn(&self, text: String);

    /// What makes a function fail alone, in dialects in which a failing handler does not end its
    /// script.
    fn guard(&self) -> Option<Function>;

    /// Notes that a script has named a function.
    fn uses(&self, module: &'static str, function: &'static str);
}

/// `script:line: ` of the script that called the running API function, or nothing.
pub fn caller(lua: &Lua) -> String {
    calling(lua).map_or_else(String::new, |(script, line)| format!("{script}:{line}: "))
}

/// Script and line of the call of the running API function.
pub fn calling(lua: &Lua) -> Option<(String, usize)> {
    for level in 1..CALLERS_MAX {
        let place = lua.inspect_stack(level, |frame| {
            let source = frame.source();
            let script = source.short_src.map(|name| name.to_string()).unwrap_or_default();
            frame.current_line().filter(|_| script.contains('/')).map(|line| (script, line))
        });
        match place {
            Some(Some(found)) => return Some(found),
            Some(None) => {}
            None => break,
        }
    }
    None
}

/// One call of an API function.
#[derive(Debug)]
pub struct Call<'a, C> {
    /// The room.
    pub ctx: &'a C,
    /// The room's Lua.
    pub lua: &'a Lua,
    /// `Module:function`, for messages.
    pub path: &'static str,
    /// The names of its parameters, for messages that name none.
    pub params: &'static [&'static str],
}

impl<C> Deref for Call<'_, C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.ctx
    }
}

impl<C: Context> Call<'_, C> {
    /// Takes fuel for work that this call does beyond being one.
    ///
    /// # Errors
    /// There is none left: the script ends.
    pub fn charge(&self, units: u64) -> mlua::Result<()> {
        self.ctx.charge(units)
    }

    /// A function that fails alone, where the dialect of the map does that.
    pub fn guarded(&self, function: Function) -> mlua::Result<Function> {
        // Calling it may read the script's state, which must not be borrowed then.
        match self.ctx.guard() {
            Some(guard) => guard.call(function),
            None => Ok(function),
        }
    }

    /// A reason in which an argument has the number under which this function takes it: what
    /// several functions share does not know where each of them has it.
    pub fn numbered(&self, reason: &str) -> String {
        let right = || {
            let (number, rest) = reason.strip_prefix("argument ")?.split_once(", ")?;
            number.parse::<usize>().ok()?;
            let end = rest.find([',', '.', ' ', '[']).unwrap_or(rest.len());
            let at = self.params.iter().position(|param| *param == &rest[..end])?;
            Some(format!("argument {}, {rest}", at + 1))
        };
        right().unwrap_or_else(|| reason.to_owned())
    }

    /// Logs why this call was refused, with the script's line and, unless the reason is about one
    /// of them, what it takes; a plain "no" has no reason.
    #[cold]
    pub fn refused(&self, reason: &str) {
        if reason.is_empty() {
            return;
        }
        // If that was the last of it, the script ends at its next call or loop turn.
        let _ = self.charge(REFUSAL_FUEL);
        let (place, path) = (caller(self.lua), self.path);
        let reason = self.numbered(reason);
        let named = reason.starts_with("argument ") || self.params.is_empty();
        let params = if named { String::new() } else { format!("({})", self.params.join(", ")) };
        self.ctx.warn(format!("{place}{path}{params}: {reason}"));
    }
}
