//! Files in the tree that are written by a program from the one place that knows.

use std::collections::BTreeMap;
use std::fs;

use crate::exec::{Result, Workspace, error};
use crate::lua::first_difference;
use crate::steps::build::Programs;
use crate::{npm, steps, tree};

/// Where the stubs of the Lua API lie.
const TYPES: &str = "scripts/types";
/// Where the plugins lie.
const PLUGINS: &str = "runtime/plugins";

/// Writes the generated files.
pub fn write(workspace: &Workspace) -> Result<()> {
    let wanted = generated(workspace, &steps::build::programs(workspace)?)?;
    for path in existing_types(workspace)?.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(workspace.path(path)).map_err(|e| error(format!("{path}: {e}")))?;
        println!("removed {path}");
    }
    for (path, text) in &wanted {
        let target = workspace.path(path);
        if fs::read_to_string(&target).is_ok_and(|current| current == *text) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(|e| error(format!("{path}: {e}")))?;
        }
        fs::write(&target, text).map_err(|e| error(format!("{path}: {e}")))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Fails when a generated file is not what would be written now.
pub fn check(workspace: &Workspace) -> Result<()> {
    check_with(workspace, &steps::build::programs(workspace)?)
}

/// [`check`] with programs already built.
pub fn check_with(workspace: &Workspace, programs: &Programs) -> Result<()> {
    let wanted = generated(workspace, programs)?;
    let mut current = existing_types(workspace)?;
    for path in wanted.keys() {
        if let Ok(text) = fs::read_to_string(workspace.path(path)) {
            current.insert(path.clone(), text);
        }
    }
    let stale = differing(&current, &wanted);
    if stale.is_empty() {
        println!("{} generated files are current", wanted.len());
        return Ok(());
    }
    for sentence in &stale {
        println!("{sentence}");
    }
    Err(error("write the generated files with `cargo xtask gen`"))
}

/// One sentence per path at which two sets of files differ.
fn differing(current: &BTreeMap<String, String>, wanted: &BTreeMap<String, String>) -> Vec<String> {
    let mut sentences = Vec::new();
    for (path, text) in wanted {
        match current.get(path) {
            None => sentences.push(format!("{path}: missing")),
            Some(found) if found != text => {
                let line = first_difference(found, text);
                sentences.push(format!("{path}:{line}: out of date"));
            }
            Some(_) => {}
        }
    }
    for path in current.keys().filter(|path| !wanted.contains_key(*path)) {
        sentences.push(format!("{path}: no longer generated"));
    }
    sentences
}

/// Every generated file, by its path, as it should be.
fn generated(workspace: &Workspace, programs: &Programs) -> Result<BTreeMap<String, String>> {
    npm::install(workspace, npm::CLIENT)?;
    let mut files = types(workspace, programs)?;
    let wire = workspace.task(&programs.wire_ts, &[]).output()?;
    let wire = npm::prettier_text(workspace, "src/wire.generated.ts", &wire)?;
    files.insert(format!("{}/src/wire.generated.ts", npm::CLIENT), wire);
    Ok(files)
}

/// What `fangqi types` writes: the stubs of the Lua API, and the types that plugins exchange with
/// their parts of the page.
fn types(workspace: &Workspace, programs: &Programs) -> Result<BTreeMap<String, String>> {
    let folder = std::env::temp_dir().join(format!("fangqi-types-{}", std::process::id()));
    let [stubs, wire] = ["stubs", "wire"].map(|name| folder.join(name));
    fs::create_dir_all(&folder).map_err(error)?;
    let [out, into] = [&stubs, &wire].map(|path| path.display().to_string());
    let task = workspace.task(&programs.fangqi, &["types", "--out", &out, "--wire", &into]);
    let written = task.run();
    let files = written.and_then(|()| Ok((tree::text_files(&stubs)?, tree::text_files(&wire)?)));
    fs::remove_dir_all(&folder).map_err(error)?;
    let (stubs, wire) = files?;
    let mut files: BTreeMap<String, String> =
        stubs.into_iter().map(|file| (format!("{TYPES}/{}", file.path), file.text)).collect();
    for file in wire {
        let text = npm::prettier_text(workspace, "src/plugin.generated.ts", &file.text)?;
        let plugin = file.path.trim_end_matches(".ts");
        files.insert(format!("{PLUGINS}/{plugin}/client/wire.generated.ts"), text);
    }
    Ok(files)
}

fn existing_types(workspace: &Workspace) -> Result<BTreeMap<String, String>> {
    let folder = workspace.path(TYPES);
    if !folder.exists() {
        return Ok(BTreeMap::new());
    }
    let files = tree::text_files(&folder)?.into_iter();
    Ok(files.map(|file| (format!("{TYPES}/{}", file.path), file.text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files<const N: usize>(entries: [(&str, &str); N]) -> BTreeMap<String, String> {
        entries.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
    }

    #[test]
    fn differing_names_missing_stale_and_superfluous_files() {
        let current = files([("kept", "1\n"), ("old", "x\n"), ("stale", "1\n2\n")]);
        let wanted = files([("kept", "1\n"), ("new", "n\n"), ("stale", "1\n3\n")]);
        let expected = ["new: missing", "stale:2: out of date", "old: no longer generated"];
        assert_eq!(differing(&current, &wanted), expected);
    }

    #[test]
    fn equal_sets_do_not_differ() {
        let same = files([("a", "1\n")]);
        assert_eq!(differing(&same, &same), Vec::<String>::new());
    }
}
