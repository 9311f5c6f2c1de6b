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

/// Builds one program of the workspace with a profile; where it lies.
pub fn program(workspace: &Workspace, name: &str, profile: &str) -> Result<PathBuf> {
    let format = "--message-format=json-render-diagnostics";
    let messages =
        workspace.cargo(&["build", "--profile", profile, "-p", name, "--bin", name, format]);
    let found = executable(&messages.output()?, name);
    found.ok_or_else(|| error(format!("cargo built no `{name}`")))
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
