use fangqi_binding::Style;
use fangqi_plugin::ctx::FunctionSpec;
use fangqi_plugin::{FieldSpec, Plugins, TypeSpec};

use super::luau::line;
use super::test_table::TEST_FUNCTION;
use super::{Doc, results};
use crate::api::globals::GLOBALS;

/// The API as a page of Markdown.
pub fn reference(plugins: Plugins) -> String {
    let mut out = String::from(INTRODUCTION);
    for module in crate::api::modules(plugins) {
        line(&mut out, &format!("\n## {}\n", module.name));
        text(&mut out, Doc(module.doc));
        if !module.aliases.is_empty() {
            line(&mut out, &format!("\nAlso called {}.", module.aliases.join(", ")));
        }
        for function in module.all() {
            line(&mut out, &format!("\n### `{}:{}`\n", module.name, signature(function)));
            text(&mut out, Doc(function.doc));
        }
    }
    for spec in super::tables(plugins) {
        table(&mut out, spec);
    }
    line(&mut out, "\n## Global functions");
    for global in GLOBALS.iter().chain([&TEST_FUNCTION]) {
        let names: Vec<&str> = global.params.iter().map(|(name, ..)| *name).collect();
        line(&mut out, &format!("\n### `{}({})`\n", global.name, names.join(", ")));
        text(&mut out, Doc(global.doc));
    }
    line(&mut out, "\n## Events\n\nRegistered with `ScriptSupportEvent:registerEvent`.\n");
    line(&mut out, "| event | fields | when |\n|---|---|---|");
    for event in super::events(plugins) {
        let fields = event.fields.join(", ");
        let never = event.never.map(|why| format!("; never here: {why}")).unwrap_or_default();
        line(&mut out, &format!("| `{}` | {fields} | {}{never} |", event.name, event.doc));
    }
    line(&mut out, "\n## Numbers with names\n\n| table | members | |\n|---|---|---|");
    for spec in plugins.enums() {
        let members: Vec<String> =
            spec.members.iter().map(|(name, number)| format!("{name} = {number}")).collect();
        line(&mut out, &format!("| `{}` | {} | {} |", spec.name, members.join(", "), spec.doc));
    }
    out
}

const INTRODUCTION: &str = "\
# The Lua API

Written by `cargo xtask gen` from the API's own tables.

Functions are called with a colon on a global table. No function raises an error: most of \
them return `ErrorCode.OK` and their results, or `ErrorCode.FAILED` alone; the others \
return their results, or `nil` and the reason. Why a call failed is in the room's log, with the \
script and line. A *text* is a string or `{ zh = …, en = … }`. Parameters in brackets may be left \
out.
";

fn signature(function: &FunctionSpec) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .map(|param| match param.optional {
            true => format!("[{}]", param.name),
            false => param.name.to_owned(),
        })
        .collect();
    let results: Vec<&str> = match function.style {
        Style::Value => function.results.iter().map(|result| result.name).collect(),
        Style::Code => results(function).iter().map(|result| result.name).collect(),
    };
    let arrow = if results.is_empty() { "" } else { " → " };
    format!("{}({}){arrow}{}", function.name, params.join(", "), results.join(", "))
}

/// A kind of table, with a list of its fields.
fn table(out: &mut String, spec: &TypeSpec) {
    line(out, &format!("\n## {}\n", spec.name));
    text(out, Doc(spec.doc));
    out.push('\n');
    for field in spec.fields {
        line(out, &format!("- {}", field_signature(spec, field)));
        for text in Doc(field.doc).lines() {
            line(out, &format!("  {text}"));
        }
    }
}

/// A field's name and type; the types of parameters are left to the stubs.
fn field_signature(spec: &TypeSpec, field: &FieldSpec) -> String {
    let name = match (field.params, spec.has_methods) {
        (None, _) => field.name.to_owned(),
        (Some(params), is_method) => {
            let params = params.iter().map(|(name, ty)| match ty.ends_with('?') {
                true => format!("[{name}]"),
                false => (*name).to_owned(),
            });
            let params: Vec<String> = params.collect();
            let this = if is_method { "t:" } else { "" };
            format!("{this}{}({})", field.name, params.join(", "))
        }
    };
    let ty = match field.ty {
        "()" | "...any" => String::new(),
        ty if field.params.is_some() => format!(" → `{ty}`"),
        ty => format!(": `{ty}`"),
    };
    let left_out = if field.optional { ", may be left out" } else { "" };
    format!("`{name}`{ty}{left_out}")
}

fn text(out: &mut String, doc: Doc) {
    for text in doc.lines() {
        line(out, text);
    }
    for call in doc.examples() {
        line(out, &format!("\n```lua\n{call}\n```"));
    }
}
