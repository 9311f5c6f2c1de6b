//! Luau's own linter and type checker over a map's files, for `fangqi check`.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::anyhow;
use fangqi_lint::{Environment, Script, Weight, lint};
use fangqi_plugin_rules as rules;
use fangqi_plugin_sanguosha::SanguoshaPackage;
use fangqi_room::plugin::Finding;
use fangqi_room::{MapPackage, VmError, testing, types};
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
        let tests = types::luau_definitions_of_tests();
        Ok(Self {
            rules: Arc::new(environment(rules::names().map_err(told)?, board)),
            dialects: Arc::new(Environment { is_open: true, ..scripts.clone() }),
            scripts: Arc::new(scripts),
            tests: Arc::new(environment(testing::globals().map_err(told)?, tests)),
        })
    }

    /// Looks at what a map's manifest names, and at its tests.
    pub(crate) fn lint(&self, files: &Files, map: &str) -> Linted {
        let manifest = text(files, &format!("{map}/map.toml")).unwrap_or_default();
        let Ok(named) = toml::from_str::<Named>(&manifest) else { return Linted::default() };
        let mut linted = Linted::default();
        let script = |path: String| Some(Script { source: text(files, &path)?, name: path });
        let full = |path: &String| match path.starts_with("lib/") {
            true => path.clone(),
            false => format!("{map}/{path}"),
        };
        if let Some(Rules::File(path) | Rules::Shared { script: path }) = &named.rules {
            let scripts = script(full(path)).into_iter().collect();
            linted.look(&self.rules, scripts, Dialect::Own);
        }
        // Of a map that does not load, its rules alone say why: scripts have not run.
        let package = MapPackage::load(files, map, PLUGINS).ok();
        if let Some(package) = &package {
            let scripts = named.scripts.iter().filter_map(|path| script(full(path))).collect();
            if package.runs_scripts() {
                linted.look(&self.dialects, scripts, Dialect::Foreign);
            } else {
                linted.look(&self.scripts, scripts, Dialect::Own);
            }
        }
        // Beside packages of Sanguosha lie the tests of those, as in `fangqi test`.
        let of_packages = package.is_some_and(|it| it.part::<SanguoshaPackage>().is_some());
        for path in tests(files, map, if of_packages { "/map" } else { "" }) {
            linted.look(&self.tests, script(path).into_iter().collect(), Dialect::Own);
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
