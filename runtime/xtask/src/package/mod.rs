//! `cargo xtask archive`: the program as it is published, in an archive that starts without
//! compiling anything. The program holds maps and client, so the archive needs nothing else.

use std::fs;
use std::path::PathBuf;

use crate::exec::{Result, Workspace, error};
use crate::steps::build;

/// Files that go along with the program.
const BESIDE: [&str; 4] = ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"];

/// Builds the program with the `dist` profile and packs it; prints where the archive lies.
pub fn write(workspace: &Workspace) -> Result<()> {
    let program = build::program(workspace, "fangqi", "dist")?;
    let folder = program.parent().ok_or_else(|| error("cargo named no folder"))?;
    let name = format!("fangqi-{}-{}", env!("CARGO_PKG_VERSION"), target());
    let staged = folder.join(&name);
    if staged.exists() {
        fs::remove_dir_all(&staged).map_err(error)?;
    }
    fs::create_dir(&staged).map_err(error)?;
    let beside = BESIDE.iter().map(|file| workspace.path(file));
    for file in beside.chain([program.clone()]) {
        let name = file.file_name().ok_or_else(|| error("a file without a name"))?;
        fs::copy(&file, staged.join(name))
            .map_err(|cause| error(format!("cannot copy {}: {cause}", file.display())))?;
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    let (packed, from) = (archive.display().to_string(), folder.display().to_string());
    workspace.task("tar", &["-czf", &packed, "-C", &from, &name]).run()?;
    fs::remove_dir_all(&staged).map_err(error)?;
    println!("{packed}: {} MB, the program {} MB", megabytes(&archive)?, megabytes(&program)?);
    Ok(())
}

/// The machine that the program is built for, as in `x86_64-linux`.
fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

fn megabytes(file: &PathBuf) -> Result<u64> {
    Ok(fs::metadata(file).map_err(error)?.len().div_ceil(1_000_000))
}
