//! What must be on the machine beside cargo, found or installed before anything else runs.

use std::env;
use std::path::{Path, PathBuf};

use crate::exec::{Result, Workspace, error};
use crate::npm::NPM;

/// A program that some steps need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// Formats Rust.
    Rustfmt,
    /// Lints Rust.
    Clippy,
    /// Compiles Luau and SQLite, which the workspace carries as source.
    CppCompiler,
    /// Builds and tests the browser client.
    Node,
    /// The browser of the end-to-end tests, with a font that has Chinese characters.
    Chromium,
    /// The database of which the tests of the log start servers.
    Postgres,
    /// What `cargo xtask cluster` starts on machines of its own, and what makes these.
    Cluster,
}

/// Oldest Node that serves.
const NODE: (u32, u32) = (20, 19);

/// Finds the tool, installing it from Debian's archive where that is possible.
pub fn ensure(workspace: &Workspace, tool: Tool) -> Result<()> {
    match tool {
        Tool::Rustfmt => component(workspace, "fmt", "rustfmt"),
        Tool::Clippy => component(workspace, "clippy", "clippy"),
        Tool::CppCompiler => cpp_compiler(workspace),
        Tool::Node => node(workspace),
        Tool::Chromium => chromium_and_fonts(workspace),
        Tool::Postgres => postgres(workspace),
        Tool::Cluster => cluster(workspace),
    }
}

fn component(workspace: &Workspace, subcommand: &str, name: &str) -> Result<()> {
    if workspace.cargo(&[subcommand, "--version"]).succeeds() {
        return Ok(());
    }
    Err(error(format!("cargo {subcommand} is missing: run `rustup component add {name}`")))
}

fn cpp_compiler(workspace: &Workspace) -> Result<()> {
    let names = ["c++", "g++", "clang++", "cl.exe"];
    let found = || {
        let compiler =
            env::var_os("CXX").is_some() || names.iter().any(|name| which(name).is_some());
        compiler && ["make", "gmake", "nmake.exe"].iter().any(|name| which(name).is_some())
    };
    if found() {
        return Ok(());
    }
    let why = "a C++ compiler and make are needed to build Luau and the allocator";
    apt_install(workspace, &["g++", "make"], why)?;
    if found() { Ok(()) } else { Err(error("g++ and make were installed but are not found")) }
}

fn node(workspace: &Workspace) -> Result<()> {
    let wanted =
        format!("Node.js {}.{} or newer with npm is needed for the browser client", NODE.0, NODE.1);
    if which("node").is_none() || which(NPM).is_none() {
        return Err(error(format!("{wanted}, and is not on the PATH: install it and try again")));
    }
    let version = workspace.task("node", &["--version"]).output()?;
    match version_of(&version) {
        Some(found) if found >= NODE => Ok(()),
        _ => Err(error(format!("{wanted}; found {}: install a newer one", version.trim()))),
    }
}

/// Major and minor number of `v20.19.1`.
fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn chromium_and_fonts(workspace: &Workspace) -> Result<()> {
    let mut packages = Vec::new();
    if chromium().is_none() {
        packages.push("chromium");
    }
    if !has_chinese_font(workspace) {
        packages.push("fonts-noto-cjk");
    }
    if packages.is_empty() {
        return Ok(());
    }
    let why = "the end-to-end tests need Chromium and a font with Chinese characters";
    apt_install(workspace, &packages, why)?;
    match chromium() {
        Some(_) => Ok(()),
        None => Err(error("chromium was installed but is not on the PATH")),
    }
}

/// The browser's program: the one named by `FANGQI_CHROMIUM`, else the first usual one found.
pub fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("FANGQI_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let application = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
        .iter()
        .find_map(|name| which(name))
        .or_else(|| Some(PathBuf::from(application)).filter(|path| path.exists()))
}

fn has_chinese_font(workspace: &Workspace) -> bool {
    if !cfg!(target_os = "linux") {
        return true; // Other desktops come with one.
    }
    let fonts = workspace.task("fc-list", &[":lang=zh", "family"]);
    which("fc-list").is_some() && fonts.output().is_ok_and(|found| !found.trim().is_empty())
}

fn postgres(workspace: &Workspace) -> Result<()> {
    if postgres_programs().is_some() {
        return Ok(());
    }
    let why = "the tests of the log start servers of PostgreSQL";
    apt_install(workspace, &["postgresql"], why)?;
    let found = postgres_programs().map(drop);
    found.ok_or_else(|| error("postgresql was installed but is not found"))
}

/// The folder of the programs of PostgreSQL: on the `PATH`, or where Debian puts the newest.
pub fn postgres_programs() -> Option<PathBuf> {
    if let Some(initdb) = which("initdb") {
        // The others lie beside it, but not always beside a link to it.
        return initdb.canonicalize().ok()?.parent().map(Path::to_path_buf);
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let number = |entry: &std::fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let found = versions.filter_map(|entry| Some((number(&entry)?, entry.path().join("bin"))));
    found.filter(|(_, bin)| is_program(&bin.join("initdb"))).max().map(|(_, bin)| bin)
}

/// Python as the system has it, which other users may run too.
pub const SYSTEM_PYTHON: &str = "/usr/bin/python3";

fn cluster(workspace: &Workspace) -> Result<()> {
    let missing = || {
        let programs = [
            ("etcd", "etcd-server"),
            ("haproxy", "haproxy"),
            ("ip", "iproute2"),
            ("nsenter", "util-linux"),
            ("psql", "postgresql-client"),
        ];
        let away = programs.into_iter().filter(|(program, _)| which(program).is_none());
        let mut packages: Vec<&str> = away.map(|(_, package)| package).collect();
        if postgres_programs().is_none() {
            packages.push("postgresql");
        }
        // Without it no environment of Python can be made.
        if !workspace.task(SYSTEM_PYTHON, &["-c", "import ensurepip"]).succeeds() {
            packages.push("python3-venv");
        }
        packages
    };
    let packages = missing();
    if packages.is_empty() {
        return Ok(());
    }
    apt_install(workspace, &packages, "the cluster is made of Debian's packages")?;
    match missing().as_slice() {
        [] => Ok(()),
        left => Err(error(format!("{} was installed but is not found", left.join(", ")))),
    }
}

/// Installs Debian packages when this may be done without asking, else says what to install.
fn apt_install(workspace: &Workspace, packages: &[&str], why: &str) -> Result<()> {
    let names = packages.join(" ");
    let by_hand = |reason: &str| {
        error(format!("{why}; {reason}: install {names} (Debian: `apt-get install {names}`)"))
    };
    if which("apt-get").is_none() {
        return Err(by_hand("there is no apt-get here to fetch them with"));
    }
    let sudo: &[&str] = if workspace.task("id", &["-u"]).output()?.trim() == "0" {
        &[]
    } else if workspace.task("sudo", &["-n", "true"]).succeeds() {
        &["sudo", "-n"]
    } else {
        return Err(by_hand("they can only be installed as root"));
    };
    println!("{why}: installing {names}");
    let noninteractive = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    let apt = |arguments: &[&str]| {
        let line: Vec<&str> = [sudo, &noninteractive, arguments].concat();
        workspace.task(line[0], &line[1..]).run()
    };
    // A mirror that fails to answer for one list does not matter if the packages are found.
    let updated = apt(&["-qq", "update"]);
    let install = [&["-qq", "install", "-y", "--no-install-recommends"], packages].concat();
    apt(&install).map_err(|e| {
        let update = updated.err().map(|e| format!(" after {e}")).unwrap_or_default();
        by_hand(&format!("installing them failed ({e}{update})"))
    })
}

/// The platform that rustc builds for.
pub fn host(workspace: &Workspace) -> Result<String> {
    host_of(&workspace.task("rustc", &["-vV"]).output()?)
}

fn host_of(version: &str) -> Result<String> {
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| error("rustc does not say what it builds for"))
}

/// Where the program of this name lies on the `PATH`.
fn which(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|program| is_program(program))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_by_number() {
        assert_eq!(version_of("v20.19.1\n"), Some((20, 19)));
        assert!(version_of("v20.9.0") < Some(NODE));
        assert!(version_of("v22.12.0") > Some(NODE));
        assert_eq!(version_of("garbage"), None);
    }

    #[test]
    fn the_platform_is_what_rustc_says() {
        assert_eq!(host_of("rustc 1\nhost: a-b-c\nrelease: 1"), Ok("a-b-c".to_owned()));
        assert!(host_of("rustc 1\n").is_err());
    }

    #[test]
    fn which_finds_only_programs() {
        assert!(which("no-program-has-this-name").is_none());
        let cargo = env::var_os("CARGO").map(PathBuf::from).expect("cargo runs the tests");
        assert!(is_program(&cargo));
        assert!(!is_program(Path::new(env!("CARGO_MANIFEST_DIR"))));
    }
}
