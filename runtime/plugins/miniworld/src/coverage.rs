//! How far the API goes, as a page for authors.

use std::fmt::Write;

use fangqi_binding::Status;
use fangqi_plugin::{EnumSpec, EventSpec, ModuleSpec};
use fangqi_room::types;

use crate::MINIWORLD;
use crate::modules::{ENUMS, GAME_RULES};

/// How far the Mini World API works here, as a page of Markdown: function by function, event by
/// event.
pub fn coverage() -> String {
    let mut out = String::from(INTRODUCTION);
    let all = || dialect().flat_map(ModuleSpec::all);
    let count = |is: fn(Status) -> bool| all().filter(|f| is(f.status())).count();
    let works = count(|status| status == Status::Works);
    let partly = count(|status| matches!(status, Status::Partly(_)));
    let fails = count(|status| matches!(status, Status::Fails(_)));
    let events: Vec<&EventSpec> = types::events(MINIWORLD).collect();
    let never = events.iter().filter(|event| event.never.is_some()).count();
    put(
        &mut out,
        &format!(
            "| | functions | events |\n|---|---|---|\n| works | {works} | {} |",
            events.len() - never
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
    enumerations(&mut out);
    put(&mut out, "\n## Events that never happen\n\n| event | why |\n|---|---|");
    for event in events {
        if let Some(why) = event.never {
            put(&mut out, &format!("| `{}` | {why} |", event.name));
        }
    }
    out
}

/// The named numbers.
fn enumerations(out: &mut String) {
    let (empty, full): (Vec<_>, Vec<_>) = ENUMS.iter().partition(|it| it.members.is_empty());
    let names = |list: Vec<&EnumSpec>| {
        let names: Vec<String> = list.iter().map(|it| format!("`{}`", it.name)).collect();
        names.join(", ")
    };
    put(out, "\n## Enumerations\n");
    put(out, &format!("With their members: {}.\n", names(full)));
    put(
        out,
        "Names are Mini World's. Numbers that are not published are this host's own: those of \
         `EVENTDATE`, `GRAPHICS` beyond 2, `ITEMATTR`, `DROPMODE`, of physical and magic attack \
         and defence, of `VARTYPE` beyond 6 but 17 and 18, and of the retired `PLAYERMOTION` \
         (`TURNBACK`, `UP`, `DOWN`, `FALL`), which never come, as `JUMP_TWICE`. Of \
         `ACTORBODY_EFFECT` only published members are here.\n",
    );
    put(out, &format!("Without members, since none is published: {}.", names(empty)));
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
    put(
        out,
        "\nWithout `PlayerDieDrops` who dies keeps everything; 0 lets everything fall. Hunger is \
         felt in `survive` only, and falls hurt everywhere but in `creative`: `GameRule.Hunger` and \
         `GameRule.FallHurt`, which are this host's own, say otherwise.\n\n## Numbers\n\nKinds of \
         blocks go up to 65,535; what a script sets or asks beyond that answers FAILED. A status \
         effect lies on a body once: laid on it again, it is renewed. Hotbar indexes begin with 0 in \
         `getCurShotcut` and `getShuctIcon`, so that 1000 more is the slot, and with 1 in `shortix`.",
    );
}

/// The modules that Mini World has: those that answer with a code, but for this host's own.
fn dialect() -> impl Iterator<Item = &'static ModuleSpec> {
    let own = ["View", "Hud", "Seats", "Clock", "Request", "Marks", "Zones", "Board", "Checkpoint"];
    types::modules(MINIWORLD).filter(move |module| !own.contains(&module.name))
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
