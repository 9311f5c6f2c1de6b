//! Builds the browser client with Vite into `OUT_DIR/dist`, from where the library embeds it.
//!
//! Nothing is written into the source tree but the git-ignored `node_modules`.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

/// What the bundle is made from: a change in one of these builds it again.
const INPUTS: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "../plugins/tsconfig.json",
    "vite.config.ts",
    "build.rs",
];

/// The folder of the plugins, whose client modules are part of the bundle.
const PLUGINS: &str = "../plugins";

const WANTED: &str = "the browser client is built with Node.js";

fn main() -> ExitCode {
    for input in INPUTS {
        println!("cargo::rerun-if-changed={input}");
    }
    // Plugins' client modules, with their tests. When a plugin comes or goes, the program's
    // manifest changes; the folder of the plugins itself is not watched, since that would be all of
    // their sources.
    println!("cargo::rerun-if-changed=../fangqi/Cargo.toml");
    for plugin in fs::read_dir(PLUGINS).into_iter().flatten().flatten() {
        let client = plugin.path().join("client");
        if client.is_dir() {
            println!("cargo::rerun-if-changed={}", client.display());
        }
    }
    println!("cargo::rerun-if-env-changed=PATH");
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            println!("cargo::error={sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Installs what the lock file names, if need be, and runs Vite.
fn build() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let dist = PathBuf::from(variable("OUT_DIR")?).join("dist");
    check_node()?;
    // Two cargo invocations (an editor's and a terminal's, say) may run this at once for one source
    // tree. This file is a lock that every checkout has and no other program reads meanwhile.
    let lock =
        File::open(root.join("build.rs")).map_err(|e| format!("cannot open build.rs: {e}"))?;
    lock.lock().map_err(|e| format!("cannot lock build.rs: {e}"))?;
    install(&root)?;
    let vite = root.join("node_modules/vite/bin/vite.js");
    let output = run(Command::new("node")
        .arg(vite)
        .args(["build", "--logLevel", "warn", "--emptyOutDir", "--outDir"])
        .arg(&dist)
        .env("NODE_ENV", "production")
        .current_dir(&root))?;
    if output.status.success() {
        Ok(())
    } else {
        eprintln!("{}", told(&output));
        Err("Vite could not build the browser client; what it said is below".into())
    }
}

/// Node 20.19 or newer and npm, or a sentence that says what to install.
fn check_node() -> Result<(), String> {
    let missing = |what: &str| {
        format!(
            "{WANTED}, and {what}: install Node.js 20.19 or newer with npm \
             (Debian: `apt-get install nodejs npm`), then build again"
        )
    };
    let output = Command::new("node").arg("--version").output();
    let version = match &output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout),
        _ => return Err(missing("`node` is not on the PATH")),
    };
    let version = version.trim();
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|n| n.parse().ok());
    let major: u32 = numbers.next().unwrap_or(0);
    let minor: u32 = numbers.next().unwrap_or(0);
    if (major, minor) < (20, 19) {
        return Err(missing(&format!("`node` is {version}, which is too old")));
    }
    match npm().arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(missing("`npm` is not on the PATH")),
    }
}

/// Runs `npm ci` unless `node_modules` already holds what the lock file names.
fn install(root: &Path) -> Result<(), String> {
    let read =
        |path: &Path| fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()));
    let wanted = read(&root.join("package-lock.json"))?;
    let stamp = root.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let output = run(npm()
        .args(["ci", "--no-audit", "--no-fund", "--loglevel", "error"])
        .current_dir(root))?;
    if !output.status.success() {
        eprintln!("{}", told(&output));
        return Err(
            "npm could not fetch the packages of the browser client (is there a network?); \
                    what it said is below"
                .into(),
        );
    }
    fs::write(&stamp, wanted).map_err(|e| format!("cannot write {}: {e}", stamp.display()))
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn run(command: &mut Command) -> Result<Output, String> {
    let name = command.get_program().to_os_string();
    command.output().map_err(|e| format!("cannot start {}: {e}", Path::new(&name).display()))
}

/// What a failed program said.
fn told(output: &Output) -> String {
    [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|e| format!("cargo did not set {name}: {e}"))
}
