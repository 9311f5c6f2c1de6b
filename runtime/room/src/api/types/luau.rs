use fangqi_binding::Style;
use fangqi_plugin::Plugins;
use fangqi_plugin::ctx::FunctionSpec;

use super::{Doc, results};
use crate::api::globals::GLOBALS;

/// The API as a Luau definition file, for luau-lsp.
pub fn luau_definitions(plugins: Plugins) -> String {
    let mut out = String::from("-- Written by `cargo xtask gen` from the API's own tables.\n");
    for global in GLOBALS {
        let params = global.params.iter();
        let params: Vec<String> =
            params.map(|(name, ty, optional)| param(name, ty, *optional)).collect();
        out.push('\n');
        comment(&mut out, "", Doc(global.doc));
        let (name, params) = (global.name, params.join(", "));
        line(&mut out, &format!("declare function {name}({params}): {}", global.result));
    }
    for spec in plugins.enums() {
        out.push('\n');
        comment(&mut out, "", Doc(spec.doc));
        line(&mut out, &format!("declare {}: {{", spec.name));
        for (name, number) in spec.members {
            line(&mut out, &format!("  --- {number}\n  {name}: number,"));
        }
        line(&mut out, "}");
    }
    for module in crate::api::modules(plugins) {
        out.push('\n');
        comment(&mut out, "", Doc(module.doc));
        line(&mut out, &format!("declare {}: {{", module.name));
        for function in module.all() {
            comment(&mut out, "  ", Doc(function.doc));
            line(&mut out, &format!("  {}: {},", function.name, signature(function)));
        }
        line(&mut out, "}");
    }
    out
}

fn signature(function: &FunctionSpec) -> String {
    let mut params = vec!["self: any".to_owned()];
    params.extend(function.params.iter().map(|p| param(p.name, p.ty, p.optional)));
    let results: Vec<String> = results(function)
        .into_iter()
        .enumerate()
        .map(|(index, result)| match (function.style, index) {
            (Style::Code, 0) => result.ty.to_owned(),
            // Behind more than one result, or instead of the second, comes the reason.
            (Style::Value, 1) if function.results.len() > 1 => "any".to_owned(),
            _ => optional(result.ty),
        })
        .collect();
    format!("({}) -> ({})", params.join(", "), results.join(", "))
}

fn param(name: &str, ty: &str, may_miss: bool) -> String {
    if may_miss { format!("{name}: {}", optional(ty)) } else { format!("{name}: {ty}") }
}

fn optional(ty: &str) -> String {
    match ty {
        "any" | "nil" => ty.to_owned(),
        ty if ty.contains(" | ") || ty.contains("->") => format!("({ty})?"),
        ty => format!("{ty}?"),
    }
}

fn comment(out: &mut String, indent: &str, doc: Doc) {
    for text in doc.lines() {
        line(out, &format!("{indent}--- {text}"));
    }
    for call in doc.examples() {
        line(out, &format!("{indent}--- Example: `{call}`"));
    }
}

pub(super) fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
