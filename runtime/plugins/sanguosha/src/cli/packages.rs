//! The packages that come with the program, and those of a folder.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{PackageSource, compile_all, decode};
use anyhow::{Context, anyhow, bail};
use fangqi_text as text;
use serde::Deserialize;

/// Where the program's own packages lie among its maps.
const OWN: &str = "sanguosha/";
/// Which packages there are, in the order in which they are loaded.
const ORDER: &str = "packages.toml";

/// Where packages lie in it.
const PACKAGES: &str = "packages/";

/// Unpacks the files of the maps that come with the program.
pub(super) type Shipped<'a> = &'a dyn Fn() -> BTreeMap<String, Vec<u8>>;

/// What [`ORDER`] says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    packages: Vec<String>,
}

/// Files of packages and their tests, by path.
#[derive(Debug)]
pub(super) struct Packages {
    files: BTreeMap<String, Vec<u8>>,
    /// Those of the program, where these are of a folder.
    own: Option<Box<Packages>>,
}

impl Packages {
    /// Those that come with the program, which `shipped` unpacks, or those of a folder.
    pub(super) fn read(folder: Option<&Path>, shipped: Shipped<'_>) -> anyhow::Result<Packages> {
        let mut files = BTreeMap::new();
        let Some(folder) = folder else {
            let own = shipped().into_iter().filter_map(|(path, bytes)| {
                path.strip_prefix(OWN).map(|path| (path.to_owned(), bytes))
            });
            files.extend(own);
            return Ok(Packages { files, own: None });
        };
        read_folder(folder, "", &mut files)?;
        if !files.keys().any(|path| path.starts_with(PACKAGES)) && !files.contains_key(ORDER) {
            let shown = folder.display();
            bail!(
                "{shown}: there is neither {ORDER} nor a folder {PACKAGES} in it; such a folder has \
                 {PACKAGES}NAME.lua with what those ask for beside them, tests/NAME.lua, and \
                 {ORDER} with `packages = [\"NAME\"]`, unless all are to be loaded by their names"
            );
        }
        Ok(Packages { files, own: Some(Box::new(Packages::read(None, shipped)?)) })
    }

    /// All packages in order.
    pub(super) fn all(&self) -> anyhow::Result<Vec<PackageSource>> {
        let Some(bytes) = self.files.get(ORDER) else {
            let own = self.own.as_ref().map_or(Ok(Vec::new()), |own| own.all())?;
            let names: Vec<&str> = self.names().collect();
            let added = compile_all(&names, |name| self.named(name))?;
            return Ok(own.into_iter().chain(added).collect());
        };
        text::check(bytes).with_context(|| ORDER.to_string())?;
        let text = std::str::from_utf8(bytes).with_context(|| ORDER.to_string())?;
        let order: Order = toml::from_str(text).with_context(|| ORDER.to_string())?;
        compile_all(&order.packages, |name| self.named(name))
    }

    /// The packages of a folder that lists none, by their names: what else lies there is for them
    /// to ask for.
    fn names(&self) -> impl Iterator<Item = &str> {
        let scripts = self.files.iter().filter_map(|(path, bytes)| {
            let name = path.strip_prefix(PACKAGES)?.strip_suffix(".lua")?;
            decode(bytes).contains("sgs.Package(").then_some(name)
        });
        scripts.filter(|name| !name.contains('/'))
    }

    /// A package of this folder, or else of the program.
    fn named(&self, name: &str) -> anyhow::Result<PackageSource> {
        let path = format!("{PACKAGES}{name}.lua");
        match &self.own {
            Some(own) if !self.files.contains_key(&path) => own.package(&path).map_err(|_| {
                anyhow!("{ORDER} names {name}, but there is no {path}, nor has the program such")
            }),
            _ => self.package(&path),
        }
    }

    /// A package by its path, with the AI and the files that lie beside it.
    pub(super) fn package(&self, path: &str) -> anyhow::Result<PackageSource> {
        let bytes = self.files.get(path).with_context(|| format!("there is no {path}"))?;
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".lua");
        let mut package = PackageSource::compile(name, bytes)?;
        let mut asks = decode(bytes).into_owned();
        // A helper may ask for another: each is looked at once more for each that was added.
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut beside: Vec<(&str, &Vec<u8>)> = self.beside(folder, path).collect();
        while let Some(at) = beside.iter().position(|(stem, _)| asks_for(&asks, stem)) {
            let (stem, bytes) = beside.remove(at);
            // One that is no Lua matters only to who asks for it, and then it is told.
            if let Ok(with) = package.clone().with_helper(stem, bytes) {
                package = with;
                asks.push_str(&decode(bytes));
            }
        }
        match self.files.get(&format!("{}-ai.lua", path.trim_end_matches(".lua"))) {
            Some(ai) => Ok(package.with_ai(ai)?),
            None => Ok(package),
        }
    }

    /// The other scripts of a folder and those below it, by their paths in it without `.lua`.
    fn beside<'a>(
        &'a self,
        folder: &'a str,
        own: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a Vec<u8>)> {
        self.files.iter().filter_map(move |(path, bytes)| {
            let stem = path.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".lua")?;
            let helps = path != own && !stem.to_lowercase().ends_with("-ai");
            helps.then_some((stem, bytes))
        })
    }

    /// The test files: name and text.
    pub(super) fn tests(&self) -> anyhow::Result<Vec<(String, String)>> {
        let tests = self.files.iter().filter_map(|(path, bytes)| {
            let name = path.strip_prefix("tests/")?.strip_suffix(".lua")?;
            (!name.contains('/')).then_some((name, path, bytes))
        });
        let read = tests.map(|(name, path, bytes)| {
            text::check(bytes).with_context(|| path.to_string())?;
            Ok((name.to_owned(), decode(bytes).into_owned()))
        });
        read.collect()
    }

    /// The packages that only tests have.
    pub(super) fn for_tests(&self) -> anyhow::Result<Vec<PackageSource>> {
        let is_package =
            |path: &&String| path.starts_with("tests/packages/") && !path.ends_with("-ai.lua");
        let packages = self.files.iter().filter(|(path, _)| is_package(path));
        let paths = packages.filter(|(_, bytes)| decode(bytes).contains("sgs.Package("));
        let paths: Vec<&String> = paths.map(|(path, _)| path).collect();
        compile_all(&paths, |path| self.package(path))
    }
}

/// Whether a script may ask for a file: it names the last part of its path in quotes.
fn asks_for(text: &str, stem: &str) -> bool {
    let last = stem.rsplit('/').next().unwrap_or(stem).to_lowercase();
    let text = text.to_lowercase();
    text.match_indices(&last).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = &text[at + last.len()..];
        before.is_some_and(|c| matches!(c, '"' | '\'' | '.' | '/' | '\\' | '['))
            && (after.starts_with(['"', '\'', ']']) || after.starts_with(".lua"))
    })
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<()> {
    let here = || folder.display().to_string();
    for entry in std::fs::read_dir(folder).with_context(here)? {
        let entry = entry.with_context(here)?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().with_context(here)?.is_dir() {
            read_folder(&entry.path(), &format!("{path}/"), files)?;
        } else if path.ends_with(".lua") || path.ends_with(".toml") {
            let bytes = std::fs::read(entry.path());
            let bytes = bytes.with_context(|| entry.path().display().to_string())?;
            files.insert(path, bytes);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    /// The files that come with the program.
    fn shipped() -> BTreeMap<String, Vec<u8>> {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/maps/cards/sanguosha");
        let mut files = BTreeMap::new();
        read_folder(&folder, OWN, &mut files).expect("the folder is there");
        files
    }

    #[test]
    fn files_are_asked_for_by_their_last_part() {
        for (text, asks) in [
            ("require \"lib.tools\"", true),
            ("dofile('packages/lib/Tools.lua')", true),
            ("require[[tools]]", true),
            ("-- tools are fine", false),
            ("toolshed('mytools')", false),
        ] {
            assert_eq!(asks_for(text, "lib/tools"), asks, "{text}");
        }
    }

    #[test]
    fn a_folder_says_what_it_needs() {
        let empty = folder(&[("readme.toml", "")]);
        let error = Packages::read(Some(empty.path()), &shipped).unwrap_err().to_string();
        assert!(error.contains("packages.toml") && error.contains("packages/NAME.lua"), "{error}");
        let package = "extension = sgs.Package(\"mine\") require \"tools\"";
        let files = [("packages/mine.lua", package), ("packages/tools.lua", "function f() end")];
        let mine = folder(&files);
        let all = Packages::read(Some(mine.path()), &shipped).unwrap().all().unwrap();
        let names: Vec<&str> = all.iter().map(PackageSource::name).collect();
        assert_eq!(names.last(), Some(&"mine"));
        assert!(names.contains(&"standard_cards") && !names.contains(&"tools"), "{names:?}");
        assert_eq!(all.last().unwrap().texts().count(), 2, "with its helper");
        let order = "packages = [\"standard_cards\", \"mine\"]";
        let listed = folder(&[&files[..], &[("packages.toml", order)]].concat());
        let all = Packages::read(Some(listed.path()), &shipped).unwrap().all().unwrap();
        assert_eq!(all.len(), 2);
        let wrong = folder(&[("packages.toml", "packages = [\"nobody\"]")]);
        let error =
            Packages::read(Some(wrong.path()), &shipped).unwrap().all().unwrap_err().to_string();
        assert!(error.contains("nobody"), "{error}");
    }
}
