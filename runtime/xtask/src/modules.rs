//! Which module of a crate names what another defines.
//!
//! An edge leads from a module to the one that defines what it names, however many re-exports lie
//! between them: a folder's `mod.rs` that only lists its parts is no part of a cycle. Tests are not
//! counted, and neither are methods, which a module need not name to call.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::rust_source::{code_only, line_of, without_tests, words};
use crate::tree::SourceFile;

/// A module by its path from the root of its crate, which has the empty path.
type Module = Vec<String>;

/// A use of another module: where the first one stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The module that names something, such as `host::players`; empty for the root.
    pub from: String,
    /// The module that defines it.
    pub to: String,
    /// The file of the first.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

/// A module's code, without comments and tests.
struct Code<'a> {
    path: &'a str,
    text: String,
}

/// The modules of the crate with its sources in `folder`, such as `runtime/room/src/`, as edges in
/// the order of their places. A file of tests alone is left out.
pub fn edges(folder: &str, files: &[SourceFile]) -> Vec<Edge> {
    let modules: BTreeMap<Module, Code<'_>> = files
        .iter()
        .filter(|file| file.path.starts_with(folder) && file.is("rs"))
        .filter_map(|file| {
            let module = module_of(&file.path[folder.len()..])?;
            Some((module, Code { path: &file.path, text: without_tests(&code_only(&file.text)) }))
        })
        .collect();
    let exports = modules.iter().map(|(module, code)| (module.clone(), exports(module, code)));
    let names = Names { names: modules.keys().cloned().collect(), exports: exports.collect() };
    let mut found: BTreeMap<(Module, Module), Edge> = BTreeMap::new();
    // The root names every module, and nothing else needs to be said of it.
    for (module, code) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        for (at, path) in named(code) {
            let Some(to) = absolute(module, &path).map(|path| names.definer(&path, 0)) else {
                continue;
            };
            if to == *module || to.is_empty() {
                continue;
            }
            found.entry((module.clone(), to.clone())).or_insert_with(|| Edge {
                from: module.join("::"),
                to: to.join("::"),
                path: code.path.to_owned(),
                line: line_of(&code.text, at),
            });
        }
    }
    found.into_values().collect()
}

/// Sets of modules that all reach each other, those of one module left out, largest first.
pub fn cycles(edges: &[Edge]) -> Vec<BTreeSet<&str>> {
    let graph: DiGraphMap<&str, ()> =
        edges.iter().map(|edge| (edge.from.as_str(), edge.to.as_str())).collect();
    let mut found: Vec<BTreeSet<&str>> = tarjan_scc(&graph)
        .into_iter()
        .filter(|members| members.len() > 1)
        .map(|members| members.into_iter().collect())
        .collect();
    found.sort_by_key(|members| std::cmp::Reverse(members.len()));
    found
}

/// The module of a file by its path below `src/`; `None` for files of tests and other programs.
fn module_of(path: &str) -> Option<Module> {
    let mut parts: Module = path.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if parts.iter().any(|part| part == "tests" || part.ends_with("_tests") || part == "bin") {
        return None;
    }
    match parts.last().map(String::as_str) {
        Some("mod") => drop(parts.pop()),
        Some("lib" | "main") if parts.len() == 1 => drop(parts.pop()),
        _ => {}
    }
    Some(parts)
}

/// What is known of a crate's names.
struct Names {
    names: BTreeSet<Module>,
    /// By module, what it re-exports: name and full path.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Names {
    /// The module that defines what a path from the root names.
    fn definer(&self, path: &[String], depth: u32) -> Module {
        let known = (0..=path.len()).rev().find(|end| self.names.contains(&path[..*end]));
        let Some(end) = known else { return Module::new() };
        let module = &path[..end];
        let exported = path.get(end).and_then(|name| self.exports.get(module)?.get(name));
        match exported {
            // A chain of re-exports is short; a longer one is a cycle.
            Some(target) if depth < 8 && target.as_slice() != path => {
                let rest = &path[end + 1..];
                self.definer(&[target, rest].concat(), depth + 1)
            }
            _ => module.to_vec(),
        }
    }
}

/// What a module re-exports: name and full path.
fn exports(module: &Module, code: &Code<'_>) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    for (at, tree) in uses(&code.text) {
        if !is_public(&code.text[..at]) {
            continue;
        }
        for path in expand(&tree) {
            let (path, name) = match path.split_once(" as ") {
                Some((path, name)) => (path.to_owned(), name.trim().to_owned()),
                None => {
                    let name = path.rsplit("::").next().unwrap_or_default().to_owned();
                    (path, name)
                }
            };
            // `pub use part::Item` and `pub use self::part::Item` are the same.
            let parts = split(&path);
            let absolute =
                absolute(module, &path).unwrap_or_else(|| [&module[..], &parts].concat());
            found.insert(name, absolute);
        }
    }
    found
}

/// Every path that code names from the root, from itself or from above, with its position.
fn named(code: &Code<'_>) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut rest = code.text.clone().into_bytes();
    for (at, tree) in uses(&code.text) {
        let end = at + code.text[at..].find(';').unwrap_or(0);
        rest[at..end].fill(b' ');
        if !is_public(&code.text[..at]) {
            found.extend(expand(&tree).into_iter().map(|path| (at, path)));
        }
    }
    let rest = String::from_utf8(rest).unwrap_or_default();
    for start in ["crate", "super"] {
        for at in words(&rest, start) {
            let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"_:".contains(byte);
            let length = rest.as_bytes()[at..].iter().take_while(|byte| is_path(byte)).count();
            // `$crate::…` in a macro stands for whoever calls it.
            if rest[at..at + length].contains("::") && !rest[..at].ends_with('$') {
                found.push((at, rest[at..at + length].trim_end_matches(':').to_owned()));
            }
        }
    }
    found
}

/// Every `use` of code: its position and its tree.
fn uses(code: &str) -> Vec<(usize, String)> {
    let tree = |at: usize| {
        let rest = &code[at + "use".len()..];
        let tree = &rest[..rest.find(';')?];
        let is_tree = |c: char| c.is_alphanumeric() || " \n\t_:{},*".contains(c);
        // `use<'a>` in a type is another thing.
        let is_use = rest.starts_with(char::is_whitespace) && tree.chars().all(is_tree);
        is_use.then(|| (at, tree.split_whitespace().collect::<Vec<_>>().join(" ")))
    };
    words(code, "use").into_iter().filter_map(tree).collect()
}

/// Whether what stands before a `use` makes it a re-export.
fn is_public(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with("pub")
        || before.ends_with(')')
            && before[..before.len() - 1].contains("pub(")
            && before.rfind("pub(").is_some_and(|at| !before[at..].contains([';', '}']))
}

/// The paths of a tree of `use`.
fn expand(tree: &str) -> Vec<String> {
    let Some(open) = tree.find('{') else { return vec![tree.trim().to_owned()] };
    let (prefix, rest) = tree.split_at(open);
    let inner = &rest[1..rest.rfind('}').unwrap_or(rest.len())];
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    let paths = parts.flat_map(expand).map(|path| match path.as_str() {
        "self" => prefix.trim_end_matches("::").trim().to_owned(),
        path => format!("{}{path}", prefix.trim()),
    });
    paths.collect()
}

fn split(path: &str) -> Module {
    let path = path.split(" as ").next().unwrap_or(path);
    path.split("::").map(|part| part.trim().to_owned()).filter(|part| part != "*").collect()
}

/// A path from the root of the crate; `None` for one into another crate.
fn absolute(module: &[String], path: &str) -> Option<Module> {
    let parts = split(path);
    match parts.first()?.as_str() {
        "crate" => Some(parts[1..].to_vec()),
        "self" => Some([module, &parts[1..]].concat()),
        "super" => {
            let ups = parts.iter().take_while(|part| *part == "super").count();
            let base = &module[..module.len().checked_sub(ups)?];
            Some([base, &parts[ups..]].concat())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges_of(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let files: Vec<SourceFile> = files
            .iter()
            .map(|(path, text)| SourceFile::new(format!("a/src/{path}"), *text))
            .collect();
        edges("a/src/", &files).into_iter().map(|edge| (edge.from, edge.to)).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    }

    #[test]
    fn an_edge_leads_to_the_module_that_defines_the_name() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b; pub use b::Deep;"),
            ("a.rs", "use crate::b::{Deep, other as Other};\nfn f() { crate::b::far::go() }"),
            ("b/mod.rs", "mod deep; mod far; pub use deep::Deep; pub(crate) use self::far::other;"),
            ("b/deep.rs", "use super::far::other; pub struct Deep;"),
            ("b/far.rs", "pub fn other() {} pub fn go() {}"),
        ]);
        assert_eq!(found, pairs(&[("a", "b::deep"), ("a", "b::far"), ("b::deep", "b::far")]));
    }

    #[test]
    fn tests_comments_strings_and_other_crates_count_for_nothing() {
        let found = edges_of(&[
            ("lib.rs", "mod a; mod b;"),
            (
                "a.rs",
                "use std::fmt;\n// use crate::b::B;\nconst T: &str = \"crate::b::B\";\n\
                      fn f() -> impl Iterator<Item = u8> + use<'_> { todo() }\n\
                      macro_rules! m { () => { $crate::b::B } }\n\
                      #[cfg(test)]\nmod tests { use super::*; use crate::b::B; }",
            ),
            ("a/tests.rs", "use crate::b::B;"),
            ("b.rs", "pub struct B;"),
        ]);
        assert_eq!(found, []);
    }

    #[test]
    fn cycles_are_found_and_the_largest_comes_first() {
        let edge = |from: &str, to: &str| Edge {
            from: from.to_owned(),
            to: to.to_owned(),
            path: String::new(),
            line: 1,
        };
        let found = [
            edge("a", "b"),
            edge("b", "a"),
            edge("c", "d"),
            edge("d", "e"),
            edge("e", "c"),
            edge("a", "c"),
            edge("f", "a"),
        ];
        let cycles: Vec<Vec<&str>> =
            cycles(&found).into_iter().map(|members| members.into_iter().collect()).collect();
        assert_eq!(cycles, [vec!["c", "d", "e"], vec!["a", "b"]]);
    }
}
