//! Packages that others wrote, with what lies beside them.

use std::path::{Path, PathBuf};

use crate::{PackageSource, decode};
use anyhow::Context;

/// Folders beside a package in which its AI and files that it asks for may lie.
const AROUND: [&str; 5] = ["ai", "lib", "lua", "lua/ai", "../lua/ai"];

/// What a package is called: as its file, without `.lua`.
pub(super) fn name_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a package with its AI and the other files of its folder.
pub(super) fn read(file: &Path) -> anyhow::Result<PackageSource> {
    let name = &*name_of(file);
    let bytes = |path: &Path| std::fs::read(path).with_context(|| format!("{}", path.display()));
    let own = bytes(file)?;
    let ai = ai_names(name, &decode(&own));
    let mut package = PackageSource::compile(name, &own)?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    for (path, file_name) in lua_files(folder) {
        if ai.contains(&file_name.to_lowercase()) {
            package = package.with_ai(&bytes(&path)?)?;
        } else if path.file_name() != file.file_name()
            && let Some(stem) = file_name.strip_suffix(".lua")
            && let Ok(with) = package.clone().with_helper(stem, &bytes(&path)?)
        {
            // A neighbour that is no Lua matters only to who asks for it.
            package = with;
        }
    }
    for folder in AROUND {
        for (path, file_name) in lua_files(&folder_in(file, folder)) {
            if ai.contains(&file_name.to_lowercase()) {
                package = package.with_ai(&bytes(&path)?)?;
            } else if !folder.starts_with("..")
                && let Some(stem) = file_name.strip_suffix(".lua")
                && let Ok(with) =
                    package.clone().with_helper(&format!("{folder}/{stem}"), &bytes(&path)?)
            {
                package = with;
            }
        }
    }
    Ok(package)
}

/// A folder beside a file.
fn folder_in(file: &Path, folder: &str) -> PathBuf {
    file.parent().unwrap_or_else(|| Path::new("")).join(folder)
}

/// What the AI of a package is called, in small letters: after its file, or as it calls itself.
fn ai_names(file: &str, text: &str) -> Vec<String> {
    let called = text.split("sgs.Package").nth(1).and_then(|rest| rest.split(['"', '\'']).nth(1));
    let names = [Some(file), called].into_iter().flatten();
    names.map(|name| format!("{}-ai.lua", name.to_lowercase())).collect()
}

/// The Lua files of a folder with their names, in the order of these.
fn lua_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(PathBuf, String)> = entries
        .flatten()
        .map(|entry| (entry.path(), entry.file_name().to_string_lossy().into_owned()))
        .filter(|(_, name)| name.to_lowercase().ends_with(".lua"))
        .collect();
    files.sort();
    files
}
