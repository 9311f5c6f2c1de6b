use fangqi_binding::Style;
use fangqi_plugin::Plugins;
use fangqi_plugin::ctx::FunctionSpec;

use super::luau::line;
use super::{Doc, results};
use crate::api::globals::GLOBALS;

/// The API as LuaCATS annotations, for lua-language-server. The file is Lua and defines everything
/// as doing nothing.
pub fn luacats_stubs(plugins: Plugins) -> String {
    let mut out =
        String::from("---@meta\n-- Written by `cargo xtask gen` from the API's own tables.\n");
    for global in GLOBALS {
        out.push('\n');
        comment(&mut out, Doc(global.doc));
        for (name, ty, optional) in global.params {
            param(&mut out, name, ty, *optional);
        }
        line(&mut out, &format!("---@return {}", annotation(global.result)));
        let names: Vec<&str> = global.params.iter().map(|(name, ..)| *name).collect();
        line(&mut out, &format!("function {}({}) end", global.name, names.join(", ")));
    }
    for spec in plugins.enums() {
        out.push('\n');
        comment(&mut out, Doc(spec.doc));
        line(&mut out, &format!("---@enum {}", spec.name));
        line(&mut out, &format!("{} = {{", spec.name));
        for (name, number) in spec.members {
            line(&mut out, &format!("  {name} = {number},"));
        }
        line(&mut out, "}");
    }
    for module in crate::api::modules(plugins) {
        out.push('\n');
        comment(&mut out, Doc(module.doc));
        line(&mut out, &format!("---@class {}", module.name));
        line(&mut out, &format!("{} = {{}}", module.name));
        for function in module.all() {
            out.push('\n');
            stub(&mut out, module.name, function);
        }
    }
    out
}

fn stub(out: &mut String, module: &str, function: &FunctionSpec) {
    comment(out, Doc(function.doc));
    for spec in function.params {
        param(out, spec.name, spec.ty, spec.optional);
    }
    for (index, result) in results(function).iter().enumerate() {
        let sure = function.style == Style::Code && index == 0 || result.ty == "nil";
        let mark = if sure { "" } else { "?" };
        line(out, &format!("---@return {}{mark} {}", annotation(result.ty), result.name));
    }
    let names: Vec<&str> = function.params.iter().map(|spec| spec.name).collect();
    line(out, &format!("function {module}:{}({}) end", function.name, names.join(", ")));
}

fn param(out: &mut String, name: &str, ty: &str, optional: bool) {
    let mark = if optional { "?" } else { "" };
    line(out, &format!("---@param {name}{mark} {}", annotation(ty)));
}

/// A Luau type as LuaCATS writes it.
fn annotation(ty: &str) -> String {
    match ty {
        "{ [any]: any }" => "table".to_owned(),
        "{ [string]: any }" => "table<string, any>".to_owned(),
        "{ any }" => "any[]".to_owned(),
        "(...any) -> ...any" => "function".to_owned(),
        ty if ty.contains(" | ") => format!("({ty})"),
        ty => ty.to_owned(),
    }
}

fn comment(out: &mut String, doc: Doc) {
    for text in doc.lines() {
        line(out, &format!("--- {text}"));
    }
    for call in doc.examples() {
        line(out, &format!("---\n---```lua\n---{call}\n---```"));
    }
}
