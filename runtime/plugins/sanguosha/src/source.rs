//! A package's files: decoded, compiled once, loaded into any number of VMs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use encoding_rs::GB18030;

use fangqi_vm::{
    Compiled, ErrorKind, ScriptError, compile_adding, without_escapes, written_libraries,
};

/// A package as its author wrote it, ready to be loaded.
#[derive(Debug, Clone)]
pub struct PackageSource {
    name: String,
    text: Arc<str>,
    script: Compiled,
    helpers: BTreeMap<String, (Compiled, Arc<str>)>,
    ai: Vec<(Compiled, Arc<str>)>,
}

impl PackageSource {
    /// Compiles a package. `name` is that of its file, without folder and `.lua`.
    ///
    /// # Errors
    /// The text is no Lua.
    pub fn compile(name: &str, bytes: &[u8]) -> Result<PackageSource, ScriptError> {
        let (text, script) = read(&format!("{name}.lua"), bytes)?;
        let (helpers, ai) = (BTreeMap::new(), Vec::new());
        Ok(PackageSource { name: name.to_owned(), text, script, helpers, ai })
    }

    /// Adds another file of the package's folder, for `require`. `path` is without `.lua`.
    ///
    /// # Errors
    /// The text is no Lua.
    pub fn with_helper(mut self, path: &str, bytes: &[u8]) -> Result<PackageSource, ScriptError> {
        let (text, script) = read(&format!("{path}.lua"), bytes)?;
        self.helpers.insert(helper_key(path), (script, text));
        Ok(self)
    }

    /// Adds the package's AI, to be run after it.
    ///
    /// # Errors
    /// The text is no Lua.
    pub fn with_ai(mut self, bytes: &[u8]) -> Result<PackageSource, ScriptError> {
        let (text, script) = read(&format!("{}-ai.lua", self.name), bytes)?;
        self.ai.push((script, text));
        Ok(self)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of its own script.
    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Its own script.
    pub(super) fn script(&self) -> &Compiled {
        &self.script
    }

    /// The names and texts of its scripts: its own, those that it may ask for, its AI.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = [(&self.script, &self.text)].into_iter();
        let helpers = self.helpers.values().map(|(script, text)| (script, text));
        let ai = self.ai.iter().map(|(script, text)| (script, text));
        own.chain(helpers).chain(ai).map(|(script, text)| (script.name(), &**text))
    }

    /// Whether its author has written an AI for it.
    pub fn has_ai(&self) -> bool {
        !self.ai.is_empty()
    }

    /// The scripts of its AI, and their texts.
    pub(super) fn ai(&self) -> &[(Compiled, Arc<str>)] {
        &self.ai
    }

    /// The file that `require` and `dofile` mean, and its text: by its path with dots or slashes,
    /// or by the end of that, since authors name it as it lies in the engine's folder.
    pub(super) fn helper(&self, name: &str) -> Option<&(Compiled, Arc<str>)> {
        let key = helper_key(name);
        let ends = key.match_indices('.').map(|(at, _)| &key[at + 1..]);
        let found = std::iter::once(&*key).chain(ends).find_map(|end| self.helpers.get(end));
        found.or_else(|| {
            // One in a folder of which the author says nothing.
            let inner = format!(".{key}");
            let mut within = self.helpers.iter().filter(|(path, _)| path.ends_with(&inner));
            let (_, only) = within.next()?;
            within.next().is_none().then_some(only)
        })
    }
}

/// How a helper file is found: authors of Windows write any capitals and either slash.
fn helper_key(path: &str) -> String {
    let key = path.trim().replace(['/', '\\'], ".").to_lowercase();
    let key = key.strip_suffix(".lua").unwrap_or(&key);
    key.trim_start_matches('.').to_owned()
}

/// Files of the engine that packages are written for, beside all that lie in its folder `lua`.
const ENGINE_FILES: &[&str] = &[
    "sgs_ex",
    "config",
    "sanguosha",
    "utilities",
    "middleclass",
    "smart-ai",
    "debug-ai",
    "chat-ai",
    "guanxing-ai",
    "standard-ai",
    "standard_cards-ai",
    "maneuvering-ai",
    "basara-ai",
    "hegemony-ai",
    "hulaoguan-ai",
];

/// Whether a path means a file of that engine. What these do is done already.
pub(super) fn is_of_the_engine(path: &str) -> bool {
    let key = helper_key(path);
    key.starts_with("lua.") || key.contains(".lua.") || ENGINE_FILES.contains(&&*key)
}

/// A script's text, decoded, and what it compiles to.
fn read(name: &str, bytes: &[u8]) -> Result<(Arc<str>, Compiled), ScriptError> {
    fangqi_text::check(bytes).map_err(|wide| ScriptError {
        script: name.to_owned(),
        ..ScriptError::plain(ErrorKind::Syntax, wide.to_string())
    })?;
    let text: Arc<str> = decode(bytes).into();
    let script = compile_script(name, text.as_bytes())?;
    Ok((text, script))
}

fn compile_script(name: &str, text: &[u8]) -> Result<Compiled, ScriptError> {
    let mut late = written_libraries(text);
    // To packages objects are userdata: see `lua/watch.luau`.
    late.insert("type");
    match std::str::from_utf8(text) {
        Ok(text) => compile_adding(name, letters(text).as_bytes(), &late),
        Err(_) => compile_adding(name, text, &late),
    }
}

/// A script in which what a backslash stands before is itself where Lua 5.1 knows no other meaning:
/// `"\x41"` is the text `x41` there.
fn letters(source: &str) -> Cow<'_, str> {
    without_escapes(source, |rest| {
        let next = rest.chars().next();
        next.is_some_and(|next| next.is_ascii_alphabetic() && !"abfnrtv".contains(next))
    })
}

/// The text of a file: UTF-8 with or without its mark, else what Windows calls GB18030.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => GB18030.decode_without_bom_handling(bytes).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_authors_save() {
        assert_eq!(decode("奸雄".as_bytes()), "奸雄");
        assert_eq!(decode("\u{feff}奸雄".as_bytes()), "奸雄");
        assert_eq!(decode(&[0xbc, 0xe9, 0xd0, 0xdb]), "奸雄");
    }

    #[test]
    fn escapes_that_lua_5_1_does_not_know_are_letters() {
        for (source, wanted) in [
            (
                r#"x = "\x41\u{4e2d}\z\n" .. '\q\\x\'\065'"#,
                r#"x = "x41u{4e2d}z\n" .. 'q\\x\'\065'"#,
            ),
            (r#"x = [[\x41]] -- "\x41""#, r#"x = [[\x41]] -- "\x41""#),
        ] {
            assert_eq!(letters(source), wanted);
        }
    }

    #[test]
    fn files_of_the_engine_are_known() {
        for path in ["lua/sgs_ex.lua", "lua/config.lua", "lua/ai/guanxing-ai.lua", "lua.utilities"]
        {
            assert!(is_of_the_engine(path), "{path}");
        }
        for path in ["extensions/ai/funs.lua", "tools", "mylua/x.lua", ""] {
            assert!(!is_of_the_engine(path), "{path}");
        }
    }

    #[test]
    fn finds_helpers_by_path_and_name() {
        let wide: Vec<u8> = "x = 1".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let error = PackageSource::compile("a", &wide).unwrap_err();
        assert!(error.to_string().starts_with("a.lua: the text is saved as UTF-16"), "{error}");
        let package = PackageSource::compile("a", b"").unwrap();
        let package = package.with_helper("lib/tools", b"return 1").unwrap();
        assert!(package.helper("lib.tools").is_some());
        assert!(package.helper("lib/tools.lua").is_some());
        assert!(package.helper("Lib\\Tools.lua").is_some());
        assert!(package.helper("extensions/lib/tools.lua").is_some());
        assert!(package.helper("./tools.lua").is_some());
        assert!(package.helper("ools").is_none());
        assert!(package.with_helper("tools", b"").unwrap().helper("extensions.tools").is_some());
    }
}
