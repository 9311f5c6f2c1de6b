//! The workspace's own programs, as the checks run them.

use std::path::PathBuf;

use serde_json::Value;

use super::PARTS;
use crate::exec::{Result, Workspace, error};

/// Programs built from this tree in the dev profile.
#[derive(Debug, Clone)]
pub struct Programs {
    /// The command-line program.
    pub fangqi: PathBuf,
    /// Prints the TypeScript declarations of the wire protocol.
    pub wire_ts: PathBuf,
}

/// Builds them. As many crates are named as for the tests, so that cargo picks the same features of
/// every dependency and finds all of them built.
pub fn programs(workspace: &Workspace) -> Result<Programs> {
    let format = "--message-format=json-render-diagnostics";
    let arguments = [&["build"], PARTS[0], &["--bins", "--examples", format]];
    let task = workspace.cargo(&arguments.concat());
    let messages = task.output()?;
    let find = |name: &str| {
        executable(&messages, name).ok_or_else(|| error(format!("cargo built no `{name}`")))
    };
    Ok(Programs { fangqi: find("fangqi")?, wire_ts: find("wire_ts")? })
}

/// Builds the program as it is published, without the paths of this machine in it: two checkouts
/// give the same bytes. Returns where it lies.
pub fn published(workspace: &Workspace) -> Result<PathBuf> {
    let metadata = workspace.cargo(&["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(error)?;
    let target = metadata["target_directory"].as_str().unwrap_or_default().to_owned();
    let sysroot = workspace.task("rustc", &["--print", "sysroot"]).output()?.trim().to_owned();
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let home = home.map_err(|_| error("neither CARGO_HOME nor HOME says where crates are kept"))?;
    // Of several that match, compilers take the last.
    let renamed = [
        (workspace.root.display().to_string(), "fangqi"),
        (home, "cargo"),
        (target, "target"),
        (format!("{sysroot}/lib/rustlib/src/rust"), "rust"),
    ];
    let of_rust = renamed.iter().map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
    let of_c = renamed.iter().map(|(from, to)| format!("-ffile-prefix-map={from}={to}"));
    let of_c = of_c.collect::<Vec<_>>().join(" ");
    let format = "--message-format=json-render-diagnostics";
    let arguments = ["build", "--locked", "--profile", "dist", "-p", "fangqi", "--bin", "fangqi"];
    let task = workspace.cargo(&[&arguments[..], &[format]].concat());
    // Arguments of this variable are divided by the unit separator.
    let task = task.env("CARGO_ENCODED_RUSTFLAGS", of_rust.collect::<Vec<_>>().join("\u{1f}"));
    let messages = task.env("CFLAGS", &of_c).env("CXXFLAGS", &of_c).output()?;
    executable(&messages, "fangqi").ok_or_else(|| error("cargo built no `fangqi`"))
}

/// The program that cargo's messages give for the target of this name.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executable_is_found_among_other_messages() {
        let messages = concat!(
            "not json\n",
            r#"{"reason":"compiler-artifact","target":{"name":"tool"},"executable":null}"#,
            "\n",
            r#"{"reason":"compiler-artifact","target":{"name":"tool"},"executable":"/b/tool"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        assert_eq!(executable(messages, "tool"), Some(PathBuf::from("/b/tool")));
        assert_eq!(executable(messages, "other"), None);
    }
}
