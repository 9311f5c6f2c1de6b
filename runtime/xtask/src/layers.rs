//! The layers of modules within each crate, from the lowest: a module uses its own layer and those
//! that the list names before it.
//!
//! Within a layer modules may use each other, as long as no cycle has more than [`CYCLE_MAX`]
//! members. An entry such as `plugin` stands for all modules in that folder; `process::page` lifts
//! one of them out.

use crate::modules::{self, Edge};
use crate::tree::SourceFile;

/// The largest set of modules that all reach each other. One idea takes no more files than this,
/// and two ideas do not need each other.
pub const CYCLE_MAX: usize = 8;

/// A crate's folder, and its layers of modules from the lowest.
pub type CrateLayers<'a> = (&'a str, &'a [&'a [&'a str]]);

/// Every crate with more than a handful of modules.
pub const LAYERS: [CrateLayers<'static>; 16] = [
    (
        "world",
        &[
            &["block", "builtin", "hash", "suggest", "chunk", "position", "region", "codec"],
            &["edit", "registry"],
            &["world"],
            &["views", "effects", "structure", "raycast"],
            &["import", "export", "snapshot"],
        ],
    ),
    ("boards/kit", &[&["rng", "game", "cpu"], &["conformance", "search"]]),
    (
        "boards/doudizhu",
        &[
            &["rank", "hand", "card", "role"],
            &["generate", "play", "refusal", "rules"],
            &["auction", "deal", "score"],
            &["view", "jiuri", "round"],
            &["strong", "endgame"],
            &["players"],
        ],
    ),
    (
        "boards/sanguosha",
        &[
            &["basics", "card", "event", "catalogue"],
            &["state", "notation", "pattern"],
            &["frame", "reach", "request", "scripts"],
            &["repeats"],
            &["engine", "mind", "panel", "players", "view"],
            &["ops"],
        ],
    ),
    (
        "boards/xiangqi",
        &[
            &["piece", "square", "bitboard", "attacks", "cpu", "zobrist"],
            &["position", "explain", "setup", "dangers", "fen", "notation", "net", "eval"],
            &["movelist", "movegen", "repetition", "status", "natural_limit"],
            &["game", "openings"],
            &["files", "record", "search", "why"],
            &["slow", "uci"],
        ],
    ),
    (
        "runtime/protocol",
        &[
            &["text", "plain_value", "job_result", "stored_result", "job"],
            &["input", "plate", "plugin_view", "request", "select", "walk", "limits"],
            &["event", "hud", "insight"],
            &["scene", "output"],
        ],
    ),
    ("runtime/binding", &[&["args", "plain", "text"], &["call"], &["results", "spec"]]),
    (
        "runtime/vm",
        &[
            &["lexer", "aliases", "rng", "source", "error", "extent", "stop", "garbage", "flags"],
            &["profile"],
            &["fuel", "matching", "natives", "text", "clock", "compare"],
            &["native", "lua51", "compile", "content", "digest", "event", "globals", "number"],
            &[
                "heap_fingerprint",
                "introspection",
                "modules",
                "order",
                "plain",
                "random",
                "raw_call",
                "task",
            ],
        ],
    ),
    (
        "runtime/plugin",
        &[
            &["finding", "options", "spec"],
            &["package"],
            &["host"],
            &["ctx"],
            &["thinking"],
            &["check", "command", "hooks", "input", "loading"],
            &["plugin"],
            &["map"],
        ],
    ),
    ("runtime/room", &[&["api"], &["core"], &["testing"]]),
    (
        "runtime/plugins/miniworld",
        &[
            &["views"],
            &["living", "events"],
            &["globals", "map"],
            &["room"],
            &["sim"],
            &["modules", "shows"],
            &["hooks", "coverage"],
            &["check"],
            &["cli"],
        ],
    ),
    (
        "runtime/plugins/rules",
        &[
            &["types"],
            &["layout", "spec", "lattice", "parameters", "pieces"],
            &["globals", "referee"],
            &["search", "level", "picture"],
            &["check", "job"],
            &["contest", "package"],
            &["module"],
        ],
    ),
    (
        "runtime/plugins/sanguosha",
        &[
            &["constants", "api", "builtin_texts", "texts", "fault", "regexp", "source"],
            &["convert", "exports", "chunks", "live"],
            &["host", "mind", "prims", "query_cache", "table", "viewing", "vm_reuse"],
            &["checking", "workers", "record", "thinker", "package", "log_renderer", "playing"],
            &["duplicate_match", "since", "missing", "loading", "scripts", "targets"],
            &["module", "observing", "test_runner"],
            &["cli"],
        ],
    ),
    (
        "runtime/server",
        &[
            &[
                "metrics",
                "time",
                "scheduling",
                "wakeup",
                "entropy",
                "session",
                "bucket",
                "tls_client",
            ],
            &["wire", "log"],
            &["message_limiter", "maps", "config", "net", "peers", "process::page"],
            &["jobs"],
            &["process", "shard"],
            &["app", "ws"],
            &["shard::stepped", "admin", "server"],
        ],
    ),
    (
        "runtime/fangqi",
        &[
            &[
                "signals",
                "service_manager",
                "browser",
                "counted",
                "archive",
                "http",
                "log",
                "parallel",
                "recording",
                "telemetry",
            ],
            &["maps", "plugins"],
            &["watch", "new", "docs", "map_tests", "lint", "database"],
            &[
                "admin",
                "audit",
                "backup",
                "arena",
                "bench",
                "check",
                "cli",
                "config",
                "healthcheck",
                "load",
                "perft",
                "profile",
                "replay",
                "serve",
                "sim",
                "types",
                "upgrade",
            ],
            &["manual", "plugin_commands"],
        ],
    ),
    (
        "runtime/xtask",
        &[
            &["exec", "tree", "rust_source", "summary"],
            &["modules", "npm", "lua", "tools", "graph", "licences"],
            &["layers"],
            &["tidy"],
            &["generate", "steps"],
            &["cluster", "package", "sanitize"],
            &["cli"],
        ],
    ),
];

/// One sentence per module in a wrong place, edge that leads upwards, and cycle that is too large.
pub fn violations(files: &[SourceFile]) -> Vec<String> {
    let mut found = Vec::new();
    for layers in LAYERS {
        found.extend(of_crate(layers, files));
    }
    for folder in other_crates(files) {
        found.extend(cycles(folder, &modules::edges(&format!("{folder}/src/"), files)));
    }
    found
}

/// One sentence per violation in one crate.
pub fn of_crate((folder, layers): CrateLayers<'_>, files: &[SourceFile]) -> Vec<String> {
    let edges = modules::edges(&format!("{folder}/src/"), files);
    let mut found = cycles(folder, &edges);
    for edge in &edges {
        match (layer_of(layers, &edge.from), layer_of(layers, &edge.to)) {
            (Some(from), Some(to)) if to > from => found.push(format!(
                "{}:{}: `{}` uses `{}`, which is a layer above it [layers]",
                edge.path, edge.line, edge.from, edge.to
            )),
            (Some(_), Some(_)) => {}
            (from, _) => {
                let unknown = if from.is_none() { &edge.from } else { &edge.to };
                let what = format!("{folder}: say in layers.rs where `{unknown}` belongs [layers]");
                if !found.contains(&what) {
                    found.push(what);
                }
            }
        }
    }
    found
}

/// The layer of a module: that of the longest entry that it lies in.
fn layer_of(layers: &[&[&str]], module: &str) -> Option<usize> {
    let lies_in = |entry: &str| {
        module.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let entries = layers.iter().enumerate().flat_map(|(layer, entries)| {
        entries.iter().filter(|entry| lies_in(entry)).map(move |entry| (entry.len(), layer))
    });
    entries.max().map(|(_, layer)| layer)
}

fn cycles(folder: &str, edges: &[Edge]) -> Vec<String> {
    let large = modules::cycles(edges).into_iter().filter(|cycle| cycle.len() > CYCLE_MAX);
    let sentence = |cycle: std::collections::BTreeSet<&str>| {
        let names: Vec<&str> = cycle.iter().copied().collect();
        format!(
            "{folder}: {} modules use each other in a cycle, {CYCLE_MAX} may: {} [layers]",
            names.len(),
            names.join(", ")
        )
    };
    large.map(sentence).collect()
}

/// Folders of crates that have no layers.
fn other_crates(files: &[SourceFile]) -> Vec<&str> {
    let manifests = files.iter().filter_map(|file| file.path.strip_suffix("/Cargo.toml"));
    manifests.filter(|folder| LAYERS.iter().all(|(known, _)| known != folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_LEVELS: &[&[&str]] = &[&["low", "high::page"], &["middle", "other"], &["high"]];

    fn broken(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| SourceFile::new(format!("a/src/{path}"), *text);
        let files: Vec<SourceFile> = files.iter().map(file).collect();
        of_crate(("a", TWO_LEVELS), &files)
    }

    #[test]
    fn edges_lead_down_or_stay_in_their_layer() {
        let fine = [
            ("high.rs", "use crate::{low, middle};"),
            ("high/page.rs", "pub struct Page;"),
            ("middle.rs", "use crate::other; use crate::high::page::Page;"),
            ("other.rs", "use crate::middle;"),
            ("low.rs", "use crate::high::page::Page;"),
        ];
        assert_eq!(broken(&fine), Vec::<String>::new());
        let up = [("low.rs", "\nuse crate::middle::Thing;"), ("middle.rs", "pub struct Thing;")];
        let sentence = "a/src/low.rs:2: `low` uses `middle`, which is a layer above it [layers]";
        assert_eq!(broken(&up), [sentence]);
    }

    #[test]
    fn a_module_that_no_layer_names_is_reported_once() {
        let found =
            broken(&[("new.rs", "use crate::{low, middle};"), ("low.rs", ""), ("middle.rs", "")]);
        assert_eq!(found, ["a: say in layers.rs where `new` belongs [layers]"]);
    }

    #[test]
    fn a_cycle_of_nine_is_too_large() {
        let cycle = |count: usize| -> Vec<SourceFile> {
            let next = |at: usize| format!("use super::m{};", (at + 1) % count);
            let of = |at| SourceFile::new(format!("a/src/low/m{at}.rs"), next(at));
            (0..count).map(of).collect()
        };
        assert_eq!(of_crate(("a", TWO_LEVELS), &cycle(8)), Vec::<String>::new());
        let found = of_crate(("a", TWO_LEVELS), &cycle(9));
        assert!(found[0].starts_with("a: 9 modules use each other in a cycle, 8 may: low::m0,"));
    }
}
