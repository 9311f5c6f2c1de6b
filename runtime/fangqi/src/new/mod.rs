//! `fangqi new <name> --kind …`: a working game to begin with, and an editor set up to write it.

use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use include_dir::{Dir, include_dir};
use serde_json::json;

use crate::maps::MapFolder;

use crate::plugins::PLUGINS;

/// The games that are copied, a folder for each kind.
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/new/templates");

/// Longest name of a map.
const NAME_MAX: usize = 40;
/// Names that mean something else among maps.
const TAKEN: [&str; 2] = ["lib", "types"];

/// What kind of game it is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Rules on a grid, everything in the open.
    Grid,
    /// Rules with hands of cards that others do not see.
    Cards,
    /// Rules in which all seats choose at the same time.
    Bids,
    /// Blocks and scripts of its own, no rules.
    Free,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Cards => "cards",
            Self::Bids => "bids",
            Self::Free => "free",
        }
    }
}

/// Writes a game into the folder of maps, which is made if it is not there.
pub(crate) fn run(name: &str, kind: Kind, maps: &Path) -> anyhow::Result<()> {
    check_name(name)?;
    if MapFolder::read(None)?.names().contains(name) {
        bail!("`{name}` is the name of a map that comes with the program");
    }
    if let Some(place) = crate::maps::place_of(maps, name) {
        bail!("{} exists already; choose another name", place.display());
    }
    let folder = maps.join(name);
    let template = TEMPLATES
        .get_dir(kind.folder())
        .with_context(|| format!("the kind `{}` was left out of this program", kind.folder()))?;
    let title = title(name);
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    collect(template, kind.folder(), &mut files);
    for (path, bytes) in files {
        // A template is text; only the manifest has places to fill in.
        let text = String::from_utf8_lossy(&bytes).replace("@ID@", name).replace("@TITLE@", &title);
        write(&folder.join(path), text.as_bytes())?;
    }
    for (path, text) in editor_files() {
        write(&folder.join(path), text.as_bytes())?;
    }
    let shown = folder.display();
    println!("{shown} is a game that works. Now:");
    let option = if maps == Path::new("maps") {
        String::new()
    } else {
        format!(" --maps {}", maps.display())
    };
    println!("  fangqi check {name}{option}         # finds what is wrong with it");
    println!("  fangqi test {name}{option}          # runs its tests");
    println!("  fangqi play {name}{option} --watch  # play it; what you save takes effect at once");
    Ok(())
}

/// Letters, digits and hyphens, as they stand in addresses and on all disks.
pub(crate) fn check_name(name: &str) -> anyhow::Result<()> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(fits) {
        bail!(
            "`{name}` is no name for a map: use lower-case letters, digits and hyphens, such as \
             my-game"
        );
    }
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') {
        bail!("`{name}` must begin with a letter, and end with one or a digit");
    }
    if name.len() > NAME_MAX {
        bail!("`{name}` is longer than {NAME_MAX} characters");
    }
    if TAKEN.contains(&name) {
        bail!("`{name}` is a folder that maps share; choose another name");
    }
    Ok(())
}

/// `my-game` as `My Game`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    };
    name.split('-').filter(|part| !part.is_empty()).map(word).collect::<Vec<_>>().join(" ")
}

fn collect(dir: &Dir<'static>, root: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for file in dir.files() {
        let path = file.path().strip_prefix(root).unwrap_or(file.path());
        let path = path.to_string_lossy().replace('\\', "/");
        files.push((path, file.contents().to_vec()));
    }
    for dir in dir.dirs() {
        collect(dir, root, files);
    }
}

/// What makes an editor complete and check the API: the stubs, and settings that name them. Their
/// names begin with a dot, so that they are no part of the map.
fn editor_files() -> Vec<(String, String)> {
    let stubs = fangqi_room::types::files(PLUGINS);
    let mut files: Vec<(String, String)> =
        stubs.into_iter().map(|(name, text)| (format!(".fangqi/{name}"), text)).collect();
    let pretty = |value: &serde_json::Value| format!("{value:#}\n");
    let luaurc = json!({ "languageMode": "nonstrict" });
    files.push((".luaurc".to_owned(), pretty(&luaurc)));
    let settings = json!({
        "luau-lsp.platform.type": "standard",
        "luau-lsp.types.definitionFiles": { "@fangqi": ".fangqi/fangqi.d.luau" },
        "luau-lsp.ignoreGlobs": [".fangqi/**"],
        "files.associations": { "*.lua": "luau" },
        "[luau]": { "editor.tabSize": 2, "editor.insertSpaces": true },
    });
    files.push((".vscode/settings.json".to_owned(), pretty(&settings)));
    let extensions = json!({ "recommendations": ["johnnymorganz.luau-lsp"] });
    files.push((".vscode/extensions.json".to_owned(), pretty(&extensions)));
    let luarc = json!({
        "runtime.version": "LuaJIT",
        "runtime.nonstandardSymbol": ["+=", "-=", "*=", "/=", "continue"],
        "workspace.library": [".fangqi/fangqi.lua"],
        "workspace.ignoreDir": [".fangqi"],
    });
    files.push((".luarc.json".to_owned(), pretty(&luarc)));
    files
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folder.and_then(|()| std::fs::write(path, bytes));
    written.with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names_are_taken_and_others_refused_in_words() {
        for good in ["a", "my-game", "chess960", "x-1"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", "My-Game", "a b", "../x", "棋", "-x", "x-", "9x", "lib", "a/b", "a.b"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        assert!(check_name(&"x".repeat(41)).is_err());
    }

    #[test]
    fn titles_are_words() {
        assert_eq!(title("my-first-game"), "My First Game");
        assert_eq!(title("x"), "X");
    }
}
