//! The files of the workspace: everything but what is built, installed or played.

use std::fs;
use std::path::Path;

use crate::exec::{Result, error};

/// A text file of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path from the root, with `/` between the parts.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl SourceFile {
    /// A file from its parts.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> SourceFile {
        SourceFile { path: path.into(), text: text.into() }
    }

    /// Whether it is written by `cargo xtask gen`: such files are checked against their source.
    pub fn is_generated(&self) -> bool {
        self.path.contains(".generated.") || self.path.starts_with("scripts/types/")
    }

    /// Whether it is Lua written by hand.
    pub fn is_lua(&self) -> bool {
        (self.is("lua") || self.is("luau")) && !self.is_generated()
    }

    /// Whether its name ends in this extension (without the dot).
    pub fn is(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }
}

/// Folders that git ignores too. A build folder of another name is known by its `CACHEDIR.TAG`.
const SKIPPED: [&str; 4] = ["target", "data", "runtime/web/dist", "runtime/web/test-results"];

/// Folders that are skipped wherever they lie.
const SKIPPED_NAMES: [&str; 2] = [".git", "node_modules"];

/// Every text file below `root`, in the order of their paths.
pub fn text_files(root: &Path) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<SourceFile>) -> Result<()> {
    let failed = |e: std::io::Error| error(format!("cannot read {}: {e}", folder.display()));
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let kind = entry.file_type().map_err(failed)?;
        let relative = format!("{prefix}{name}");
        if kind.is_dir() {
            let skipped = SKIPPED.contains(&relative.as_str())
                || SKIPPED_NAMES.contains(&name.as_str())
                || path.join("CACHEDIR.TAG").exists();
            if !skipped {
                collect(&path, &format!("{relative}/"), files)?;
            }
        } else if kind.is_file() && name != ".git" {
            let bytes = fs::read(&path)
                .map_err(|e| error(format!("cannot read {}: {e}", path.display())))?;
            // What is not UTF-8 is an image or an archive.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(SourceFile { path: relative, text });
            }
        }
    }
    Ok(())
}
