use std::fmt::Write;

use crate::api::MODULES;
use crate::api::event_list::EVENTS;
use crate::api::miniworld::GAME_RULES;
use crate::api::spec::{ModuleSpec, Status};

/// How far the Mini World API works here, as a page of Markdown: function by function, event by
/// event.
pub fn coverage() -> String {
    let mut out = String::from(INTRODUCTION);
    let all = || dialect().flat_map(ModuleSpec::all);
    let count = |is: fn(Status) -> bool| all().filter(|f| is(f.status())).count();
    let works = count(|status| status == Status::Works);
    let partly = count(|status| matches!(status, Status::Partly(_)));
    let fails = count(|status| matches!(status, Status::Fails(_)));
    let never = EVENTS.iter().filter(|event| event.never.is_some()).count();
    put(
        &mut out,
        &format!(
            "| | functions | events |\n|---|---|---|\n| works | {works} | {} |",
            EVENTS.len() - never
        ),
    );
    put(
        &mut out,
        &format!(
            "| works in part | {partly} | |\n| answers FAILED, never happens | {fails} | {never} |"
        ),
    );
    for module in dialect() {
        put(&mut out, &format!("\n## {}\n", module.name));
        let own = module.all().filter(|function| function.status() == Status::Works);
        let names: Vec<String> = own.map(|function| format!("`{}`", function.name)).collect();
        if !names.is_empty() {
            put(&mut out, &format!("Works: {}.\n", names.join(", ")));
        }
        if let Some(parent) = module.inherits {
            put(&mut out, &format!("All functions of `{}` are here too.\n", parent.name));
        }
        let others: Vec<_> =
            module.all().filter(|function| function.status() != Status::Works).collect();
        if others.is_empty() {
            continue;
        }
        put(&mut out, "| function | | what not, and why |\n|---|---|---|");
        for function in others {
            let (word, why) = match function.status() {
                Status::Works => continue,
                Status::Partly(what) => ("in part", what),
                Status::Fails(why) => ("FAILED", why),
            };
            put(&mut out, &format!("| `{}` | {word} | {why} |", function.name));
        }
    }
    rules(&mut out);
    put(&mut out, "\n## Events that never happen\n\n| event | why |\n|---|---|");
    for event in EVENTS {
        if let Some(why) = event.never {
            put(&mut out, &format!("| `{}` | {why} |", event.name));
        }
    }
    out
}

/// The fields of `GameRule`.
fn rules(out: &mut String) {
    let (idle, working): (Vec<_>, Vec<_>) = GAME_RULES.iter().partition(|rule| rule.idle.is_some());
    let names: Vec<String> = working.iter().map(|rule| format!("`{}`", rule.name)).collect();
    put(out, "\n## GameRule\n\nFields are read and written; what was set stays set.\n");
    put(out, &format!("Works: {}.\n\n| rule | | why |\n|---|---|---|", names.join(", ")));
    for rule in idle {
        put(out, &format!("| `{}` | does nothing | {} |", rule.name, rule.idle.unwrap_or("")));
    }
}

/// The modules that Mini World has: those that answer with a code, but for this host's own.
fn dialect() -> impl Iterator<Item = &'static ModuleSpec> {
    let own = ["View", "Hud", "Seats", "Clock", "Request", "Marks", "Zones", "Board", "Xiangqi"];
    let more = ["Doudizhu", "Sanguosha", "Checkpoint"];
    MODULES
        .iter()
        .copied()
        .filter(move |module| !own.contains(&module.name) && !more.contains(&module.name))
}

fn put(out: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

const INTRODUCTION: &str = "\
# Mini World scripts: what works

Written by `cargo xtask gen` from the API's own tables. Every function of the classic script API is \
there; none raises an error. Where a function does less than Mini World's, or answers \
`ErrorCode.FAILED`, this page says why.

";
