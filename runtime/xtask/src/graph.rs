//! The dependency graph: which crate may know which.
//!
//! Dependencies run one way. `world` and `boards/*` depend on no crate above them and not on each
//! other (only games and plugins know `boards/kit`); `runtime/luau` builds Luau and depends on none
//! of them; `runtime/vm`, the script VM, knows `runtime/text` and what builds Luau, and has all
//! code that speaks to Luau itself; `runtime/protocol`, plain data, knows only blocks;
//! `runtime/picture` draws these; `runtime/lint` reads scripts and runs none;
//! `runtime/binding` declares Lua modules; `runtime/plugin` is what plugins implement, over these;
//! `runtime/room`, the kernel, knows these and no game;
//! `runtime/plugins/*` know the kernel, their engine, and not each other; `runtime/server` and the
//! program alone know sockets and storage; scripts are data. Tests of the kernel, of the server and
//! of the program may use plugins and engines, and `runtime/testkit`, which is for tests alone.

use serde_json::Value;

use crate::exec::{Error, Result, Workspace, error};
use crate::tree::SourceFile;

/// A crate of the workspace and what it depends on directly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crate {
    /// Its package name.
    pub name: String,
    /// Its folder from the root, with `/` between the parts.
    pub folder: String,
    /// Folders of the crates of the workspace that it depends on.
    pub inside: Vec<String>,
    /// Folders of those that only its tests depend on.
    pub tests: Vec<String>,
    /// Names of the other crates that it depends on.
    pub outside: Vec<String>,
}

/// Crates from outside that only the named folders may depend on; a name that ends with `/` stands
/// for all folders in it.
const RESERVED: [(&str, &[&str]); 16] = [
    ("axum", &["runtime/server", "runtime/fangqi"]),
    ("bincode", &["world"]),
    ("crossbeam-channel", &["runtime/server", "runtime/fangqi"]),
    ("getrandom", &["runtime/server", "runtime/fangqi"]),
    ("luau-analysis", &["runtime/lint"]),
    ("luau-common", &["runtime/lint"]),
    ("luau-config", &["runtime/lint"]),
    ("luau-syntax", &["runtime/lint"]),
    ("mlua", &MAY_SPEAK_LUA),
    ("mlua-sys", &["runtime/vm"]),
    ("rand", &[]),
    ("reqwest", &[]),
    ("rusqlite", &["runtime/server", "runtime/fangqi"]),
    ("tokio", &["runtime/server", "runtime/fangqi"]),
    ("tokio-postgres", &["runtime/server", "runtime/fangqi"]),
    ("tokio-tungstenite", &["runtime/server", "runtime/fangqi"]),
];

/// The crates that handle values of Lua.
const MAY_SPEAK_LUA: [&str; 6] = [
    "runtime/vm",
    "runtime/binding",
    "runtime/plugin",
    "runtime/room",
    "runtime/plugins/",
    "runtime/testkit",
];

/// The crates that the kernel is built on.
const BELOW_THE_KERNEL: [&str; 5] =
    ["world", "runtime/text", "runtime/vm", "runtime/protocol", "runtime/binding"];

/// The folder of the plugins.
const PLUGINS: &str = "runtime/plugins/";

/// The plugin whose modules place blocks: maps of all games use it, and so do tests of plugins.
const OF_BLOCKS: &str = "runtime/plugins/miniworld";

/// Whether tests of the crate in folder `from` may use the one in folder `to`.
fn may_test_with(from: &str, to: &str) -> bool {
    let plays = ["runtime/room", "runtime/server", "runtime/fangqi"].contains(&from);
    let plugin = from.starts_with(PLUGINS);
    plays && (to.starts_with(PLUGINS) || to.starts_with("boards/"))
        || [OF_BLOCKS, "runtime/testkit"].contains(&to) && (plays || plugin)
        || may_know(from, to) == Some(true)
}

/// Whether the crate in folder `from` may depend on the one in folder `to`. `None`: the folder
/// `from` has no place in the design.
fn may_know(from: &str, to: &str) -> Option<bool> {
    let is_board = |folder: &str| folder.starts_with("boards/");
    let is_plugin = |folder: &str| folder.starts_with(PLUGINS);
    Some(match from {
        "world" | "boards/kit" | "runtime/text" | "runtime/web" | "runtime/xtask" => false,
        "runtime/vm" => ["runtime/luau", "runtime/text"].contains(&to),
        "runtime/protocol" => to == "world",
        "runtime/picture" => ["world", "runtime/protocol"].contains(&to),
        "runtime/lint" => to == "world",
        "runtime/binding" => ["world", "runtime/vm", "runtime/protocol"].contains(&to),
        "runtime/plugin" => BELOW_THE_KERNEL.contains(&to),
        "runtime/room" => BELOW_THE_KERNEL.contains(&to) || to == "runtime/plugin",
        plugin if is_plugin(plugin) => {
            let kernel = ["runtime/plugin", "runtime/room"];
            BELOW_THE_KERNEL.contains(&to) || kernel.contains(&to) || is_board(to)
        }
        "runtime/server" => {
            let own = ["world", "runtime/text", "runtime/vm", "runtime/protocol"];
            let more = ["runtime/picture", "runtime/room", "runtime/web"];
            own.contains(&to) || more.contains(&to)
        }
        "runtime/testkit" => ["runtime/protocol", "runtime/room"].contains(&to),
        "runtime/fangqi" => to != "runtime/testkit" && to != "runtime/xtask",
        game if is_board(game) => to == "boards/kit",
        _ => return None,
    })
}

/// One sentence per edge that the design forbids.
pub fn violations(crates: &[Crate]) -> Vec<String> {
    let mut found = Vec::new();
    for it in crates {
        if may_know(&it.folder, "world").is_none() {
            let sentence = format!("{}: say in graph.rs what it may depend on", it.folder);
            found.push(sentence);
            continue;
        }
        // A crate's own tests may ask it for a feature that its users do not get.
        let others = it.inside.iter().filter(|to| **to != it.folder);
        for to in others.filter(|to| may_know(&it.folder, to) == Some(false)) {
            found.push(format!("{} must not depend on {to}", it.folder));
        }
        let others = it.tests.iter().filter(|to| **to != it.folder);
        for to in others.filter(|to| !may_test_with(&it.folder, to)) {
            found.push(format!("tests of {} must not depend on {to}", it.folder));
        }
        let folder = &it.folder;
        for (name, allowed) in RESERVED {
            let is_allowed = allowed
                .iter()
                .any(|it| it == folder || it.ends_with('/') && folder.starts_with(it));
            if it.outside.iter().any(|to| to == name) && !is_allowed {
                let whose = match allowed {
                    [] => "nobody".to_owned(),
                    _ => format!("only {}", allowed.join(" and ")),
                };
                found.push(format!("{} must not depend on {name}: {whose} may", it.folder));
            }
        }
    }
    found
}

/// One sentence per file below `scripts/` that makes it more than data.
pub fn scripts_are_data(files: &[SourceFile]) -> Vec<String> {
    let scripts = files.iter().filter(|file| file.path.starts_with("scripts/"));
    scripts
        .filter(|file| file.is("rs") || file.path.ends_with("/Cargo.toml"))
        .map(|file| format!("{}: scripts are data, a crate does not belong there", file.path))
        .collect()
}

/// The crates that `cargo metadata --no-deps` lists.
pub fn crates(metadata: &str) -> Result<Vec<Crate>> {
    let unreadable = |what: &str| error(format!("cargo metadata: {what}"));
    let metadata: Value = serde_json::from_str(metadata).map_err(error)?;
    let root = text(&metadata, "workspace_root")?;
    let packages = metadata["packages"].as_array().ok_or_else(|| unreadable("no packages"))?;
    packages.iter().map(|package| crate_of(package, root)).collect()
}

fn crate_of(package: &Value, root: &str) -> Result<Crate> {
    let manifest = text(package, "manifest_path")?;
    let mut it = Crate {
        name: text(package, "name")?.to_owned(),
        folder: below(root, manifest.trim_end_matches("Cargo.toml"))?,
        inside: Vec::new(),
        tests: Vec::new(),
        outside: Vec::new(),
    };
    let none = Vec::new();
    for dependency in package["dependencies"].as_array().unwrap_or(&none) {
        match dependency["path"].as_str() {
            Some(path) if dependency["kind"] == "dev" => it.tests.push(below(root, path)?),
            Some(path) => it.inside.push(below(root, path)?),
            None => it.outside.push(text(dependency, "name")?.to_owned()),
        }
    }
    Ok(it)
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().ok_or_else(|| error(format!("cargo metadata: no {key}")))
}

/// `path` without the root before it, with `/` between the parts.
fn below(root: &str, path: &str) -> Result<String> {
    let outside = || -> Error { error(format!("{path} lies outside the workspace")) };
    let relative = path.strip_prefix(root).ok_or_else(outside)?.replace('\\', "/");
    Ok(relative.trim_matches('/').to_owned())
}

/// The crates of this workspace.
pub fn of(workspace: &Workspace) -> Result<Vec<Crate>> {
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    crates(&workspace.cargo(&arguments).output()?)
}
