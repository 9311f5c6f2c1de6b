use fangqi_binding::Style;
use fangqi_binding::args::Arg;
use fangqi_plugin::ctx::{FunctionSpec, ModuleSpec};
use fangqi_plugin::{FieldSpec, Plugins, TypeSpec};

use super::test_table::TEST_FUNCTION;
use super::{Doc, results};
use crate::api::globals::{GLOBALS, GlobalSpec};

/// The API as a Luau definition file: for luau-lsp, and for tests of maps the function `test`.
pub fn luau_definitions(plugins: Plugins) -> String {
    let mut out = String::from("-- Written by `cargo xtask gen` from the API's own tables.\n");
    types(&mut out, super::tables(plugins));
    functions(&mut out, [&TEST_FUNCTION]);
    out.push_str(&declarations(plugins));
    out
}

/// Of the API, what scripts of a room find.
pub fn luau_definitions_of_scripts(plugins: Plugins) -> String {
    let mut out = String::new();
    types(&mut out, plugins.lua_types());
    out.push_str(&declarations(plugins));
    out
}

/// Of the API, some functions of one module: what a script finds that is given no more.
pub fn luau_definitions_of(plugins: Plugins, module: &str, functions: &[&str]) -> String {
    let mut out = String::new();
    types(&mut out, plugins.lua_types());
    for spec in crate::api::modules(plugins).filter(|spec| spec.name == module) {
        declare(&mut out, spec, |function| functions.contains(&function.name));
    }
    out
}

/// What tests of maps find, with the types that they may name.
pub fn luau_definitions_of_tests(plugins: Plugins) -> String {
    let mut out = String::new();
    types(&mut out, super::tables(plugins));
    functions(&mut out, [&TEST_FUNCTION]);
    out
}

/// The global functions, the named numbers and the modules.
fn declarations(plugins: Plugins) -> String {
    let mut out = String::new();
    functions(&mut out, GLOBALS);
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
        declare(&mut out, module, |_| true);
    }
    out
}

fn functions<'a>(out: &mut String, specs: impl IntoIterator<Item = &'a GlobalSpec>) {
    for global in specs {
        let params = global.params.iter();
        let params: Vec<String> =
            params.map(|(name, ty, optional)| param(name, ty, *optional)).collect();
        out.push('\n');
        comment(out, "", Doc(global.doc));
        let (name, params) = (global.name, params.join(", "));
        line(out, &format!("declare function {name}({params}): {}", global.result));
    }
}

fn declare(out: &mut String, module: &'static ModuleSpec, wanted: impl Fn(&FunctionSpec) -> bool) {
    out.push('\n');
    comment(out, "", Doc(module.doc));
    line(out, &format!("declare {}: {{", module.name));
    for function in module.all().filter(|function| wanted(function)) {
        comment(out, "  ", Doc(function.doc));
        line(out, &format!("  {}: {},", function.name, signature(function)));
    }
    line(out, "}");
}

fn types<'a>(out: &mut String, specs: impl IntoIterator<Item = &'a TypeSpec>) {
    for spec in specs {
        out.push('\n');
        comment(out, "", Doc(spec.doc));
        line(out, &format!("export type {} = {{", spec.name));
        for field in spec.fields {
            comment(out, "  ", Doc(field.doc));
            line(out, &format!("  {}: {},", field.name, field_type(spec, field)));
        }
        if let Some(others) = spec.others {
            line(out, &format!("  [string]: {others},"));
        }
        line(out, "}");
    }
}

fn field_type(spec: &TypeSpec, field: &FieldSpec) -> String {
    let ty = match field.params {
        None => field.ty.to_owned(),
        Some(params) => {
            let this = spec.has_methods.then(|| format!("self: {}", spec.name));
            let own = params.iter().map(|(name, ty)| format!("{name}: {ty}"));
            let params: Vec<String> = this.into_iter().chain(own).collect();
            format!("({}) -> {}", params.join(", "), field.ty)
        }
    };
    if field.optional { optional(&ty) } else { ty }
}

fn signature(function: &FunctionSpec) -> String {
    let mut params = vec!["self: any".to_owned()];
    params.extend(function.params.iter().map(|p| param(p.name, given(p.ty), p.optional)));
    let results: Vec<String> = results(function)
        .into_iter()
        .enumerate()
        .map(|(index, result)| match (function.style, index) {
            (Style::Code, 0) => result.ty.to_owned(),
            _ if function.sure => result.ty.to_owned(),
            // Behind more than one result, or instead of the second, comes the reason.
            (Style::Value, 1) if function.results.len() > 1 => "any".to_owned(),
            _ => optional(result.ty),
        })
        .collect();
    format!("({}) -> ({})", params.join(", "), results.join(", "))
}

/// The type of a parameter. Luau takes no table of a type with fields for one that has any keys,
/// and has no name for both.
fn given(ty: &str) -> &str {
    if ty == <mlua::Table as Arg>::LUA { "any" } else { ty }
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
