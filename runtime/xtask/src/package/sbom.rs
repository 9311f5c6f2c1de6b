//! The list of what the program consists of, as CycloneDX 1.6: crates, the libraries in C and C++
//! that some of them bring, packages of the browser client, fonts.
//!
//! Tools that only build and check are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::{Time, VERSION, read};
use crate::exec::{Result, Workspace, error};
use crate::{npm, tools};

/// A font that is part of the program.
pub(super) struct Font {
    name: &'static str,
    licence: &'static str,
    /// The text of the licence, which goes along with the font.
    pub(super) licence_file: &'static str,
}

/// The fonts of pictures (`runtime/picture/fonts`).
pub(super) const FONTS: [Font; 2] = [
    Font {
        name: "Noto Serif CJK SC Bold (subset)",
        licence: "OFL-1.1",
        licence_file: "runtime/picture/fonts/OFL.txt",
    },
    Font {
        name: "DejaVu Sans (subset)",
        licence: "Bitstream-Vera",
        licence_file: "runtime/picture/fonts/BITSTREAM.txt",
    },
];

/// A library that a crate brings as source.
struct Vendored {
    of: &'static str,
    name: &'static str,
    licence: &'static str,
    /// What stands before the library's version: in the version of the crate after its `+`, or in a
    /// file of the crate.
    version: (Option<&'static str>, &'static str),
}

const VENDORED: [Vendored; 4] = [
    Vendored { of: "luau0-src", name: "luau", licence: "MIT", version: (None, "luau") },
    Vendored {
        of: "libsqlite3-sys",
        name: "sqlite",
        licence: "blessing",
        version: (Some("sqlite3/sqlite3.h"), "#define SQLITE_VERSION "),
    },
    Vendored {
        of: "tikv-jemalloc-sys",
        name: "jemalloc",
        licence: "BSD-2-Clause",
        version: (None, ""),
    },
    Vendored { of: "zstd-sys", name: "zstd", licence: "BSD-3-Clause", version: (None, "zstd.") },
];

/// Writes the list. `digest` is the SHA-256 of the program.
pub(super) fn write(workspace: &Workspace, time: &Time, digest: &str) -> Result<Vec<u8>> {
    let host = tools::host(workspace)?;
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", &host];
    let metadata = workspace.cargo(&arguments).output()?;
    let lock = read(&workspace.path(npm::CLIENT).join("package-lock.json"))?;
    let list = list(&metadata, &lock, &time.iso, digest)?;
    let mut text = serde_json::to_vec_pretty(&list).map_err(error)?;
    text.push(b'\n');
    Ok(text)
}

fn list(metadata: &str, lock: &[u8], time: &str, digest: &str) -> Result<Value> {
    let metadata: Value = serde_json::from_str(metadata).map_err(error)?;
    let lock: Value = serde_json::from_slice(lock).map_err(error)?;
    let crates = Crates::of(&metadata)?;
    let mut components = BTreeMap::new();
    let mut uses = BTreeMap::new();
    for id in &crates.linked {
        let package = crates.package(id)?;
        let reference = crate_url(package);
        let names = crates.needs(id).into_iter().map(|id| crates.package(id).map(crate_url));
        uses.insert(reference.clone(), names.collect::<Result<BTreeSet<_>>>()?);
        // Old crates write `MIT/Apache-2.0`.
        let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
        components.insert(
            reference.clone(),
            component(
                &reference,
                package["name"].as_str().unwrap_or_default(),
                package["version"].as_str().unwrap_or_default(),
                &licence,
            ),
        );
    }
    let program = format!("pkg:cargo/fangqi@{VERSION}");
    let of_program = uses.entry(program.clone()).or_default();
    let vendored = VENDORED.iter().map(|it| {
        let version = it.version_in(crates.packages.values().copied())?;
        Ok((format!("pkg:generic/{}@{version}", it.name), it.name, version, it.licence))
    });
    let fonts = FONTS.iter().map(|font| {
        let reference = format!("font:{}", font.name.replace(' ', "-"));
        Ok((reference, font.name, String::new(), font.licence))
    });
    for found in vendored.chain(fonts) {
        let (reference, name, version, licence) = found?;
        of_program.insert(reference.clone());
        components.insert(reference.clone(), component(&reference, name, &version, licence));
    }
    for (reference, name, version, licence) in npm_packages(&lock)? {
        of_program.insert(reference.clone());
        components.insert(reference.clone(), component(&reference, name, version, licence));
    }
    let mut subject =
        components.remove(&program).ok_or_else(|| error("cargo metadata: no program `fangqi`"))?;
    subject["type"] = json!("application");
    subject["hashes"] = json!([{"alg": "SHA-256", "content": digest}]);
    let dependencies: Vec<Value> =
        uses.into_iter().map(|(from, to)| json!({"ref": from, "dependsOn": to})).collect();
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": time, "component": subject},
        "components": components.into_values().collect::<Vec<_>>(),
        "dependencies": dependencies,
    }))
}

fn component(reference: &str, name: &str, version: &str, licence: &str) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "licenses": [{"expression": licence}],
    });
    if reference.starts_with("pkg:") {
        component["version"] = json!(version);
        component["purl"] = json!(reference);
    }
    component
}

/// The address of a crate among packages of all kinds.
fn crate_url(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version").replace('+', "%2B"))
}

/// The crates that cargo knows, and those that are linked into the program.
struct Crates<'a> {
    packages: BTreeMap<&'a str, &'a Value>,
    nodes: BTreeMap<&'a str, &'a Value>,
    linked: BTreeSet<&'a str>,
}

impl<'a> Crates<'a> {
    fn of(metadata: &'a Value) -> Result<Self> {
        let by_id = |list: &'a Value| {
            let list = list.as_array().ok_or_else(|| error("cargo metadata: a list is missing"))?;
            let with_id = list.iter().filter_map(|it| Some((it["id"].as_str()?, it)));
            Ok(with_id.collect::<BTreeMap<_, _>>())
        };
        let packages = by_id(&metadata["packages"])?;
        let nodes = by_id(&metadata["resolve"]["nodes"])?;
        let mut crates = Self { packages, nodes, linked: BTreeSet::new() };
        let program = crates.packages.iter().find(|(_, package)| package["name"] == "fangqi");
        let mut found: Vec<&str> = program.map(|(id, _)| *id).into_iter().collect();
        while let Some(id) = found.pop() {
            if crates.linked.insert(id) {
                found.extend(crates.needs(id));
            }
        }
        Ok(crates)
    }

    fn package(&self, id: &str) -> Result<&'a Value> {
        let found = self.packages.get(id).copied();
        found.ok_or_else(|| error(format!("cargo metadata: no package {id}")))
    }

    /// The crates that one is linked with.
    fn needs(&self, id: &str) -> Vec<&'a str> {
        let Some(node) = self.nodes.get(id).copied() else { return Vec::new() };
        let is_linked = |needed: &&Value| {
            let kinds = needed["dep_kinds"].as_array();
            kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
        };
        let needed = node["deps"].as_array().into_iter().flatten().filter(is_linked);
        needed.filter_map(|needed| needed["pkg"].as_str()).collect()
    }
}

impl Vendored {
    fn version_in<'a>(&self, packages: impl Iterator<Item = &'a Value>) -> Result<String> {
        let (file, before) = self.version;
        let found =
            packages.filter(|package| package["name"] == self.of).find_map(|package| match file {
                None => {
                    let (_, library) = package["version"].as_str()?.split_once('+')?;
                    library.strip_prefix(before).map(str::to_owned)
                }
                Some(file) => {
                    let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
                    let text = read(&folder.join(file)).ok()?;
                    let text = String::from_utf8_lossy(&text).into_owned();
                    let line = text.lines().find_map(|line| line.strip_prefix(before))?;
                    Some(line.trim().trim_matches('"').to_owned())
                }
            });
        let missing = || error(format!("{} does not say which {} it brings", self.of, self.name));
        found.ok_or_else(missing)
    }
}

/// Address, name, version and licence of a package.
type NpmPackage<'a> = (String, &'a str, &'a str, &'a str);

/// The packages of the browser client that are part of its pages.
fn npm_packages(lock: &Value) -> Result<Vec<NpmPackage<'_>>> {
    let packages = lock["packages"].as_object();
    let packages = packages.ok_or_else(|| error("package-lock.json: no packages"))?;
    let shipped = packages.iter().filter(|(_, package)| package["dev"] != true);
    let named =
        shipped.filter_map(|(path, package)| Some((path.rsplit_once("node_modules/")?.1, package)));
    named
        .map(|(name, package)| {
            let text = |key: &str| {
                let missing = || error(format!("package-lock.json: {name} names no {key}"));
                package[key].as_str().ok_or_else(missing)
            };
            let (version, licence) = (text("version")?, text("license")?);
            let reference = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            Ok((reference, name, version, licence))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_and_what_builds_is_not() {
        let package = |name: &str, version: &str| json!({"id": name, "name": name, "version": version, "license": "MIT/Apache-2.0"});
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sqlite3")).unwrap();
        let header = "#define SQLITE_VERSION        \"3.54.1\"\n";
        std::fs::write(folder.path().join("sqlite3/sqlite3.h"), header).unwrap();
        let mut sqlite = package("libsqlite3-sys", "0.39.1");
        sqlite["manifest_path"] = json!(folder.path().join("Cargo.toml"));
        let needs = |name: &str, kind: Value| json!({"pkg": name, "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [
                package("fangqi", VERSION),
                package("linked", "1.0.0+x"),
                package("builds", "2.0.0"),
                package("tests", "3.0.0"),
                package("luau0-src", "0.22.0+luau740"),
                package("tikv-jemalloc-sys", "0.7.1+5.3.1-0-gab"),
                package("zstd-sys", "2.1.2+zstd.1.5.7"),
                sqlite,
            ],
            "resolve": {"nodes": [
                {"id": "fangqi", "deps": [
                    needs("linked", Value::Null), needs("builds", json!("build")),
                    needs("tests", json!("dev")),
                ]},
                {"id": "linked", "deps": []},
            ]},
        });
        let lock = json!({"packages": {
            "": {"version": "0"},
            "node_modules/@a/b": {"version": "4.0.0", "license": "MIT"},
            "node_modules/checker": {"version": "5.0.0", "license": "MIT", "dev": true},
        }});
        let time = "2026-01-31T12:00:00Z";
        let list = list(&metadata.to_string(), lock.to_string().as_bytes(), time, "ab").unwrap();
        let references: Vec<&str> = list["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|component| component["bom-ref"].as_str().unwrap())
            .collect();
        let expected = [
            "font:DejaVu-Sans-(subset)",
            "font:Noto-Serif-CJK-SC-Bold-(subset)",
            "pkg:cargo/linked@1.0.0%2Bx",
            "pkg:generic/jemalloc@5.3.1-0-gab",
            "pkg:generic/luau@740",
            "pkg:generic/sqlite@3.54.1",
            "pkg:generic/zstd@1.5.7",
            "pkg:npm/%40a/b@4.0.0",
        ];
        assert_eq!(references, expected);
        let subject = &list["metadata"]["component"];
        assert_eq!(subject["type"], "application");
        assert_eq!(subject["licenses"][0]["expression"], "MIT OR Apache-2.0");
        let depends = list["dependencies"][0]["dependsOn"].as_array().unwrap();
        assert!(depends.contains(&json!("pkg:cargo/linked@1.0.0%2Bx")), "{depends:?}");
    }
}
