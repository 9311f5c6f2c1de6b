//! A package's files: decoded, compiled once, loaded into any number of VMs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use encoding_rs::GB18030;

use crate::vm::{Compiled, ErrorKind, ScriptError, compile_adding, written_libraries};

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

    /// The file that `require` means, and its text: by its path with dots or slashes, or by its
    /// last part.
    pub(super) fn helper(&self, name: &str) -> Option<&(Compiled, Arc<str>)> {
        let name = helper_key(name);
        let name = name.strip_suffix(".lua").unwrap_or(&name);
        let last = name.rsplit('.').next()?;
        self.helpers.get(name).or_else(|| self.helpers.get(last))
    }
}

/// How a helper file is found: authors of Windows write any capitals and either slash.
fn helper_key(path: &str) -> String {
    path.replace(['/', '\\'], ".").to_lowercase()
}

/// A script's text, decoded, and what it compiles to.
fn read(name: &str, bytes: &[u8]) -> Result<(Arc<str>, Compiled), ScriptError> {
    crate::text::check(bytes).map_err(|wide| ScriptError {
        script: name.to_owned(),
        ..ScriptError::plain(ErrorKind::Syntax, wide.to_string())
    })?;
    let text: Arc<str> = decode(bytes).into();
    let script = compile_adding(name, text.as_bytes(), &written_libraries(text.as_bytes()))?;
    Ok((text, script))
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
    fn finds_helpers_by_path_and_name() {
        let wide: Vec<u8> = "x = 1".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let error = PackageSource::compile("a", &wide).unwrap_err();
        assert!(error.to_string().starts_with("a.lua: the text is saved as UTF-16"), "{error}");
        let package = PackageSource::compile("a", b"").unwrap();
        let package = package.with_helper("lib/tools", b"return 1").unwrap();
        assert!(package.helper("lib.tools").is_some());
        assert!(package.helper("lib/tools.lua").is_some());
        assert!(package.helper("Lib\\Tools.lua").is_some());
        assert!(package.helper("tools").is_none());
        assert!(package.with_helper("tools", b"").unwrap().helper("extensions.tools").is_some());
    }
}
