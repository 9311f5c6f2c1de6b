//! Licences of dependencies: each crate must have one that `deny.toml` allows.
//!
//! `cargo deny` reads the same file, and checks the other platforms' crates as well; this needs
//! nothing but cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

use crate::exec::{Result, Workspace, error};
use crate::tools;

/// The file with what is allowed.
const FILE: &str = "deny.toml";

/// What the section `licenses` of `deny.toml` says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    allowed: Vec<Licensee>,
    /// What single crates may have in addition.
    exceptions: BTreeMap<String, Vec<Licensee>>,
    /// What the licence of crates is that do not name it.
    clarified: BTreeMap<String, String>,
}

impl Policy {
    /// Reads the text of `deny.toml`.
    ///
    /// # Errors
    /// It is not TOML, names a licence that SPDX does not know, or says something that only
    /// `cargo deny` understands.
    pub fn read(text: &str) -> Result<Policy> {
        let table: toml::Table = text.parse().map_err(|e| error(format!("{FILE}: {e}")))?;
        let section = table.get("licenses").and_then(toml::Value::as_table);
        let section = section.ok_or_else(|| error(format!("{FILE}: no section `licenses`")))?;
        let mut policy = Policy { allowed: licensees(section)?, ..Policy::default() };
        for exception in tables(section, "exceptions") {
            policy.exceptions.insert(crate_name(exception)?, licensees(exception)?);
        }
        for clarified in tables(section, "clarify") {
            let expression = clarified.get("expression").and_then(toml::Value::as_str);
            let expression = expression.ok_or_else(|| error(format!("{FILE}: no expression")))?;
            policy.clarified.insert(crate_name(clarified)?, expression.to_owned());
        }
        Ok(policy)
    }

    /// One sentence per crate of `cargo metadata` whose licence is not allowed, and per exception
    /// that its crate does not need.
    ///
    /// # Errors
    /// The text is not what `cargo metadata` prints.
    pub fn violations(&self, metadata: &str) -> Result<Vec<String>> {
        let metadata: Value = serde_json::from_str(metadata).map_err(error)?;
        let packages = metadata["packages"].as_array();
        let packages = packages.ok_or_else(|| error("cargo metadata: no packages"))?;
        let found: BTreeSet<String> =
            packages.iter().filter_map(|package| self.violation(package)).collect();
        Ok(found.into_iter().collect())
    }

    fn violation(&self, package: &Value) -> Option<String> {
        let name = package["name"].as_str().unwrap_or_default();
        let version = package["version"].as_str().unwrap_or_default();
        let licence = self.clarified.get(name).map(String::as_str).or(package["license"].as_str());
        let Some(licence) = licence else {
            return Some(format!(
                "{name} {version} names no licence: say in {FILE} under `clarify` what its files do"
            ));
        };
        // Old crates write `MIT/Apache-2.0`.
        let expression = match Expression::parse_mode(licence, ParseMode::LAX) {
            Ok(expression) => expression,
            Err(e) => return Some(format!("{name} {version}: the licence `{licence}`: {e}")),
        };
        let allows = |licences: &[Licensee], wanted: &spdx::LicenseReq| {
            licences.iter().any(|it| it.satisfies(wanted))
        };
        let plain = expression.evaluate(|wanted| allows(&self.allowed, wanted));
        let Some(exception) = self.exceptions.get(name) else {
            return (!plain).then(|| {
                format!("{name} {version} has the licence `{licence}`, which {FILE} does not allow")
            });
        };
        if plain {
            return Some(format!("{FILE}: {name} needs no exception for `{licence}`: remove it"));
        }
        let either =
            |wanted: &spdx::LicenseReq| allows(&self.allowed, wanted) || allows(exception, wanted);
        (!expression.evaluate(either)).then(|| {
            format!(
                "{name} {version} has the licence `{licence}`, which its exception in {FILE} does \
                 not allow"
            )
        })
    }
}

/// The tables of a list.
fn tables<'a>(section: &'a toml::Table, key: &str) -> impl Iterator<Item = &'a toml::Table> {
    let list = section.get(key).and_then(toml::Value::as_array);
    list.into_iter().flatten().filter_map(toml::Value::as_table)
}

/// The licences in the list `allow`.
fn licensees(table: &toml::Table) -> Result<Vec<Licensee>> {
    let list = table.get("allow").and_then(toml::Value::as_array).into_iter().flatten();
    let names = list.filter_map(toml::Value::as_str);
    names
        .map(|name| Licensee::parse(name).map_err(|e| error(format!("{FILE}: `{name}`: {e}"))))
        .collect()
}

/// The crate that a table is about.
fn crate_name(table: &toml::Table) -> Result<String> {
    let name = ["crate", "name"].iter().find_map(|key| table.get(*key)?.as_str());
    match name {
        Some(name) if !name.contains(['@', ':']) => Ok(name.to_owned()),
        Some(name) => Err(error(format!("{FILE}: `{name}`: write the name without a version"))),
        None => Err(error(format!("{FILE}: an entry names no crate"))),
    }
}

/// One sentence per dependency of this workspace on this platform whose licence is not allowed.
///
/// # Errors
/// `deny.toml` cannot be read, or cargo knows no metadata.
pub fn check(workspace: &Workspace) -> Result<Vec<String>> {
    let text = fs::read_to_string(workspace.path(FILE));
    let policy = Policy::read(&text.map_err(|e| error(format!("cannot read {FILE}: {e}")))?)?;
    // Crates of other platforms need not be on this machine.
    let host = tools::host(workspace)?;
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", &host];
    policy.violations(&workspace.cargo(&arguments).output()?)
}
