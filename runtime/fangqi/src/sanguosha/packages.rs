//! The packages that come with the program, and those of a folder.

use std::collections::BTreeMap;
use std::path::Path;

use fangqi_room::sanguosha::{PackageSource, compile_all};
use serde::Deserialize;

use crate::maps::MapFolder;

/// Where the program's own packages lie among its maps.
const OWN: &str = "sanguosha/";
/// Which packages there are, in the order in which they are loaded.
const ORDER: &str = "packages.toml";

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
}

impl Packages {
    /// Those that come with the program, or those of a folder.
    pub(super) fn read(folder: Option<&Path>) -> Result<Packages, String> {
        let mut files = BTreeMap::new();
        match folder {
            None => {
                let all = MapFolder::read(None).map_err(|error| error.to_string())?.into_files();
                let own = all.into_iter().filter_map(|(path, bytes)| {
                    path.strip_prefix(OWN).map(|path| (path.to_owned(), bytes))
                });
                files.extend(own);
            }
            Some(folder) => read_folder(folder, "", &mut files)?,
        }
        Ok(Packages { files })
    }

    /// All packages in order.
    pub(super) fn all(&self) -> Result<Vec<PackageSource>, String> {
        let bytes = self.files.get(ORDER).ok_or_else(|| format!("there is no {ORDER}"))?;
        let text = std::str::from_utf8(bytes).map_err(|error| format!("{ORDER}: {error}"))?;
        let order: Order = toml::from_str(text).map_err(|error| format!("{ORDER}: {error}"))?;
        compile_all(&order.packages, |name| self.package(&format!("packages/{name}.lua")))
    }

    /// A package by its path, with the AI that lies beside it.
    pub(super) fn package(&self, path: &str) -> Result<PackageSource, String> {
        let bytes = self.files.get(path).ok_or_else(|| format!("there is no {path}"))?;
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".lua");
        let package = PackageSource::compile(name, bytes).map_err(|error| error.to_string())?;
        match self.files.get(&format!("{}-ai.lua", path.trim_end_matches(".lua"))) {
            Some(ai) => package.with_ai(ai).map_err(|error| error.to_string()),
            None => Ok(package),
        }
    }

    /// The test files: name and text.
    pub(super) fn tests(&self) -> Vec<(String, String)> {
        let tests = self.files.iter().filter_map(|(path, bytes)| {
            let name = path.strip_prefix("tests/")?.strip_suffix(".lua")?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            (!name.contains('/')).then(|| (name.to_owned(), text))
        });
        tests.collect()
    }

    /// The packages that only tests have.
    pub(super) fn for_tests(&self) -> Result<Vec<PackageSource>, String> {
        let is_package =
            |path: &&String| path.starts_with("tests/packages/") && !path.ends_with("-ai.lua");
        let paths: Vec<&String> = self.files.keys().filter(is_package).collect();
        compile_all(&paths, |path| self.package(path))
    }
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(unreadable)?.is_dir() {
            read_folder(&entry.path(), &format!("{path}/"), files)?;
        } else if path.ends_with(".lua") || path.ends_with(".toml") {
            files.insert(path, std::fs::read(entry.path()).map_err(unreadable)?);
        }
    }
    Ok(())
}
