//! The format, and with it the syntax, of every Lua file.

use std::fs;

use stylua_lib::{Config, IndentType, LuaVersion, OutputVerification, format_code};

use crate::exec::{Result, Workspace, error};
use crate::tree::{self, SourceFile};

/// The format when the root holds no `.stylua.toml`.
pub fn default_config() -> Config {
    let mut config = Config::new();
    config.syntax = LuaVersion::Luau;
    config.column_width = 100;
    config.indent_type = IndentType::Spaces;
    config.indent_width = 2;
    config
}

/// A Lua file whose format is not right, and what it should hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its path.
    pub path: String,
    /// Its text, formatted.
    pub formatted: String,
    /// The first line that differs, from 1.
    pub line: usize,
}

/// The files of the tree that are Lua but not in the format. A syntax error is an error.
pub fn differences(files: &[SourceFile], config: Config) -> Result<Vec<Difference>> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.is_lua()) {
        let formatted = format_code(&file.text, config, None, OutputVerification::None)
            .map_err(|e| error(format!("{}: {e}", file.path)))?;
        if formatted != file.text {
            let line = first_difference(&file.text, &formatted);
            found.push(Difference { path: file.path.clone(), formatted, line });
        }
    }
    Ok(found)
}

/// Fails when a Lua file is not in the format.
pub fn check(workspace: &Workspace) -> Result<()> {
    let files = tree::text_files(&workspace.root)?;
    let found = differences(&files, config(workspace)?)?;
    if found.is_empty() {
        let count = files.iter().filter(|file| file.is_lua()).count();
        println!("{count} Lua files are in the format");
        return Ok(());
    }
    for Difference { path, line, .. } in &found {
        println!("{path}:{line}: not in the format");
    }
    Err(error("format the Lua files with `cargo xtask fmt`"))
}

/// Brings every Lua file into the format; gives the paths of those it changed.
pub fn format(workspace: &Workspace) -> Result<Vec<String>> {
    let files = tree::text_files(&workspace.root)?;
    let mut changed = Vec::new();
    for Difference { path, formatted, .. } in differences(&files, config(workspace)?)? {
        fs::write(workspace.path(&path), formatted)
            .map_err(|e| error(format!("cannot write {path}: {e}")))?;
        changed.push(path);
    }
    Ok(changed)
}

fn config(workspace: &Workspace) -> Result<Config> {
    let path = workspace.path(".stylua.toml");
    match fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|e| error(format!(".stylua.toml: {e}"))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(default_config()),
        Err(e) => Err(error(format!("cannot read .stylua.toml: {e}"))),
    }
}

/// The first line, from 1, in which two texts that differ do so.
pub fn first_difference(a: &str, b: &str) -> usize {
    a.lines().zip(b.lines()).take_while(|(a, b)| a == b).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_its_line_and_the_right_text() {
        let files = [
            SourceFile::new("a.lua", "-- Fine.\nlocal a = 1\n"),
            SourceFile::new("b.lua", "-- Not.\nlocal   b = {1,2}\n"),
            SourceFile::new("c.txt", "local   c"),
            SourceFile::new("scripts/types/d.luau", "declare function d(): ()"),
        ];
        let found = differences(&files, default_config()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.as_str(), found[0].line), ("b.lua", 2));
        assert_eq!(found[0].formatted, "-- Not.\nlocal b = { 1, 2 }\n");
    }

    #[test]
    fn a_syntax_error_names_its_file() {
        let files = [SourceFile::new("broken.lua", "local = 1\n")];
        let error = differences(&files, default_config()).unwrap_err();
        assert!(error.0.starts_with("broken.lua: "), "{error}");
    }

    #[test]
    fn luau_is_understood() {
        let files = [SourceFile::new("x.luau", "local a: number = 1\na += 2\n")];
        assert_eq!(differences(&files, default_config()).unwrap(), []);
    }
}
