//! The npm packages of the browser client and of the end-to-end tests.

use std::fs;

use crate::exec::{Result, Workspace, error};

/// The browser client's folder.
pub const CLIENT: &str = "runtime/web";
/// The end-to-end tests' folder.
pub const E2E: &str = "runtime/e2e";

/// The npm program's name.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Written after an installation: the lock file that it followed. The client's build script reads
/// and writes the same file, so neither installs again what the other installed.
const STAMP: &str = "node_modules/.installed-lock.json";

/// Installs what the folder's lock file names, unless that is there already.
pub fn install(workspace: &Workspace, folder: &str) -> Result<()> {
    let path = workspace.path(folder).join("package-lock.json");
    let wanted =
        fs::read(&path).map_err(|e| error(format!("cannot read {}: {e}", path.display())))?;
    let stamp = workspace.path(folder).join(STAMP);
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    workspace
        .task(NPM, &["ci", "--no-audit", "--no-fund", "--loglevel", "error"])
        .in_folder(workspace, folder)
        .run()?;
    fs::write(&stamp, wanted).map_err(|e| error(format!("cannot write {}: {e}", stamp.display())))
}

/// Runs a script of the folder's `package.json`.
pub fn script(workspace: &Workspace, folder: &str, name: &str) -> Result<()> {
    workspace.task(NPM, &["run", "--silent", name]).in_folder(workspace, folder).run()
}

/// The client's prettier, relative to its folder.
const PRETTIER: &str = "node_modules/prettier/bin/prettier.cjs";

/// Runs the client's prettier, in its format, with `--write` or `--check` over folders that are
/// named relative to the client's.
pub fn prettier(workspace: &Workspace, mode: &str, folders: &[&str]) -> Result<()> {
    let options = [PRETTIER, "--config", ".prettierrc.json", "--log-level", "warn", mode];
    let task = workspace.task("node", &[options.as_slice(), folders].concat());
    task.in_folder(workspace, CLIENT).run()
}

/// `text` as the client's prettier formats it under the name `file` of the client's folder.
pub fn prettier_text(workspace: &Workspace, file: &str, text: &str) -> Result<String> {
    let task = workspace.task("node", &[PRETTIER, "--stdin-filepath", file]);
    task.in_folder(workspace, CLIENT).filter(text)
}
