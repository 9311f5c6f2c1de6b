//! Luau's own linter and type checker over a map's files, for `fangqi check`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::anyhow;
use fangqi_lint::{Environment, Script, Weight, lint};
use fangqi_plugin_rules as rules;
use fangqi_plugin_sanguosha::SanguoshaPackage;
use fangqi_room::plugin::Finding;
use fangqi_room::{MapPackage, VmError, folder_and_variant, testing, types};
use fangqi_vm::required_modules;
use serde::Deserialize;

use crate::plugins::PLUGINS;

/// Most lines of advice that are shown of a map.
const ADVICE_MAX: usize = 20;

/// The files of all maps by path.
type Files = BTreeMap<String, Vec<u8>>;

/// What was found in a map.
#[derive(Debug, Default)]
pub(crate) struct Linted {
    /// Mistakes.
    pub(crate) findings: Vec<Finding>,
    /// What might be better, a line each.
    pub(crate) advice: Vec<String>,
}

/// The environments in which a map's files run.
#[derive(Debug)]
pub(crate) struct Linter {
    rules: Arc<Environment>,
    scripts: Arc<Environment>,
    dialects: Arc<Environment>,
    tests: Arc<Environment>,
}

/// The part of a manifest that names files, however good the rest of it is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    rules: Option<Rules>,
    scripts: Vec<String>,
    variants: Vec<NamedVariant>,
}

#[derive(Debug, Deserialize)]
struct NamedVariant {
    id: String,
    rules: Option<Rules>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Rules {
    File(String),
    Shared { script: String },
}

/// Whose files have mistakes, and whose are only advised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// Written for this program.
    Own,
    /// Written for another, whose environment a plugin makes: what its scripts find there is more
    /// than the stubs say, and authors do not change scripts that run.
    Foreign,
}

impl Linter {
    /// Learns what there is.
    pub(crate) fn new() -> anyhow::Result<Self> {
        // An error of the VM may hold a value of Lua, which stays on its thread.
        let told = |error: VmError| anyhow!("the names of globals: {error}");
        let board = types::luau_definitions_of(PLUGINS, rules::BOARD, &rules::FUNCTIONS);
        let environment = |names, definitions| Environment { names, definitions, is_open: false };
        let scripts = environment(
            types::globals(PLUGINS).map_err(told)?,
            types::luau_definitions_of_scripts(PLUGINS),
        );
        let tests = types::luau_definitions_of_tests(PLUGINS);
        Ok(Self {
            rules: Arc::new(environment(rules::names().map_err(told)?, board)),
            dialects: Arc::new(Environment { is_open: true, ..scripts.clone() }),
            scripts: Arc::new(scripts),
            tests: Arc::new(environment(testing::globals().map_err(told)?, tests)),
        })
    }

    /// Looks at what the manifest of a map or of a variant names, at the modules of those files,
    /// and at its tests.
    pub(crate) fn lint(&self, files: &Files, map: &str) -> Linted {
        let (folder, variant) = folder_and_variant(map);
        let manifest = text(files, &format!("{folder}/map.toml")).unwrap_or_default();
        let Ok(named) = toml::from_str::<Named>(&manifest) else { return Linted::default() };
        let mut linted = Linted::default();
        let rules = match variant {
            Some(variant) => {
                let own = named.variants.iter().find(|it| it.id == variant);
                own.and_then(|it| it.rules.as_ref())
            }
            None => named.rules.as_ref(),
        };
        if let Some(Rules::File(path) | Rules::Shared { script: path }) = rules {
            let scripts = with_modules(files, folder, std::slice::from_ref(path));
            linted.look(&self.rules, scripts, Dialect::Own);
        }
        // Of a map that does not load, its rules alone say why: scripts have not run.
        let package = MapPackage::load(files, map, PLUGINS).ok();
        if let Some(package) = &package {
            let scripts = with_modules(files, folder, &named.scripts);
            if package.runs_scripts() {
                linted.look(&self.dialects, scripts, Dialect::Foreign);
            } else {
                linted.look(&self.scripts, scripts, Dialect::Own);
            }
        }
        // Beside packages of Sanguosha lie the tests of those, as in `fangqi test`.
        let of_packages = package.is_some_and(|it| it.part::<SanguoshaPackage>().is_some());
        let within = match variant {
            _ if of_packages => "/map".to_owned(),
            Some(variant) => format!("/{variant}"),
            None => String::new(),
        };
        for path in tests(files, folder, &within) {
            linted.look(&self.tests, script(files, path).into_iter().collect(), Dialect::Own);
        }
        linted.findings.sort();
        linted.findings.dedup();
        linted
    }
}

impl Linted {
    /// Looks at scripts that run together.
    fn look(&mut self, environment: &Arc<Environment>, scripts: Vec<Script>, dialect: Dialect) {
        let Some(first) = scripts.first().map(|script| script.name.clone()) else { return };
        let found = lint(environment, scripts);
        for remark in found.remarks {
            let mut finding = Finding::new(remark.script, remark.line, remark.message);
            if remark.weight == Weight::Mistake && dialect == Dialect::Own {
                finding.how = remark.how;
                self.findings.push(finding);
            } else {
                self.advise(finding.to_string());
            }
        }
        if let Some(error) = found.unfinished {
            self.advise(format!("{first}: {error}"));
        }
    }

    fn advise(&mut self, line: String) {
        self.advice.push(line);
    }

    /// The lines of advice to show.
    pub(crate) fn shown(&self) -> Vec<String> {
        let mut shown: Vec<String> = self.advice.iter().take(ADVICE_MAX).cloned().collect();
        let more = self.advice.len() - shown.len();
        if more > 0 {
            shown.push(format!("… and {more} more"));
        }
        shown
    }
}

/// Scripts of the map in a folder, and the modules that they require, as far as those are there.
fn with_modules(files: &Files, folder: &str, paths: &[String]) -> Vec<Script> {
    let full = |path: &str| match path.starts_with("lib/") {
        true => path.to_owned(),
        false => format!("{folder}/{path}"),
    };
    let mut wanted: Vec<String> = paths.iter().rev().map(|path| full(path)).collect();
    let (mut found, mut names) = (Vec::new(), BTreeSet::new());
    while let Some(path) = wanted.pop() {
        if names.insert(path.clone())
            && let Some(script) = script(files, path)
        {
            let modules = required_modules(&script.source).into_iter();
            wanted.extend(modules.map(|path| full(&format!("{path}.lua"))));
            found.push(script);
        }
    }
    found
}

fn script(files: &Files, path: String) -> Option<Script> {
    Some(Script { source: text(files, &path)?, name: path })
}

/// A file as the VM reads it; none if there is none, or it is no text.
fn text(files: &Files, path: &str) -> Option<String> {
    let text = std::str::from_utf8(files.get(path)?).ok()?;
    Some(text.trim_start_matches('\u{feff}').to_owned())
}

/// The tests in a folder of a map's tests.
fn tests(files: &Files, map: &str, within: &str) -> Vec<String> {
    let folder = format!("{map}/tests{within}/");
    let is_test = |path: &&String| {
        let name = path.strip_prefix(&folder);
        name.is_some_and(|name| name.ends_with(".lua") && !name.contains('/'))
    };
    files.keys().filter(is_test).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::MapFolder;

    /// No map names these files, so that no check of one looks at them.
    #[test]
    fn what_maps_share_is_clean_and_strict() {
        let (files, linter) = (MapFolder::shipped(), Linter::new().unwrap());
        let shared = files.keys().filter(|path| path.starts_with("lib/") && path.ends_with(".lua"));
        let (tests, scripts): (Vec<_>, Vec<_>) =
            shared.cloned().partition(|path| path.contains("/tests/"));
        let (rules, scripts): (Vec<_>, Vec<_>) =
            scripts.into_iter().partition(|path| path.ends_with("/rules.lua"));
        assert!(!rules.is_empty() && scripts.len() > 15 && tests.len() > 2, "{scripts:?}");
        let mut linted = Linted::default();
        let read = |path: String| {
            let script = script(&files, path).unwrap();
            assert!(script.source.starts_with("--!strict\n"), "{}", script.name);
            script
        };
        linted.look(&linter.scripts, scripts.into_iter().map(read).collect(), Dialect::Own);
        for path in rules {
            linted.look(&linter.rules, vec![read(path)], Dialect::Own);
        }
        for path in tests {
            linted.look(&linter.tests, vec![read(path)], Dialect::Own);
        }
        assert_eq!(linted.findings, []);
    }
}
