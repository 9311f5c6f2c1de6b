use fangqi_binding::Style;
use fangqi_plugin::ctx::FunctionSpec;
use fangqi_plugin::{FieldSpec, Plugins, TypeSpec};

use super::luau::line;
use super::test_table::TEST_FUNCTION;
use super::{Doc, results};
use crate::api::globals::GLOBALS;

/// The API as LuaCATS annotations, for lua-language-server. The file is Lua and defines everything
/// as doing nothing.
pub fn luacats_stubs(plugins: Plugins) -> String {
    let mut out =
        String::from("---@meta\n-- Written by `cargo xtask gen` from the API's own tables.\n");
    for spec in super::tables(plugins) {
        table(&mut out, spec);
    }
    for global in GLOBALS.iter().chain([&TEST_FUNCTION]) {
        out.push('\n');
        comment(&mut out, Doc(global.doc));
        for (name, ty, optional) in global.params {
            param(&mut out, name, ty, *optional);
        }
        if global.result != "()" {
            line(&mut out, &format!("---@return {}", annotation(global.result)));
        }
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
        let is_code = function.style == Style::Code && index == 0;
        let sure = is_code || function.sure || result.ty == "nil";
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

/// A kind of table as a class with fields.
fn table(out: &mut String, spec: &TypeSpec) {
    out.push('\n');
    comment(out, Doc(spec.doc));
    line(out, &format!("---@class {}", spec.name));
    for field in spec.fields {
        comment(out, Doc(field.doc));
        let mark = if field.optional { "?" } else { "" };
        line(out, &format!("---@field {}{mark} {}", field.name, field_type(spec, field)));
    }
    if let Some(others) = spec.others {
        line(out, &format!("---@field [string] {}", annotation(others)));
    }
}

fn field_type(spec: &TypeSpec, field: &FieldSpec) -> String {
    let Some(params) = field.params else { return annotation(field.ty) };
    let this = spec.has_methods.then(|| format!("self: {}", spec.name));
    let own = params.iter().map(|(name, ty)| parameter(&format!("{name}: {ty}")));
    let params: Vec<String> = this.into_iter().chain(own).collect();
    function(&params, field.ty)
}

/// A function's type; what it returns is as Luau writes it.
fn function(params: &[String], result: &str) -> String {
    let results = result.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(result);
    let results: Vec<String> = match results {
        "" | "...any" => Vec::new(),
        results => parts(results, ", ").into_iter().map(annotation).collect(),
    };
    let colon = if results.is_empty() { "" } else { ": " };
    format!("fun({}){colon}{}", params.join(", "), results.join(", "))
}

/// A parameter `name: type`, which may be left out if its type ends with `?`.
fn parameter(text: &str) -> String {
    match text.split_once(": ") {
        Some((name, ty)) => match ty.strip_suffix('?') {
            Some(ty) => format!("{name}?: {}", annotation(ty)),
            None => format!("{name}: {}", annotation(ty)),
        },
        None => text.replace("...any", "..."),
    }
}

/// A Luau type as LuaCATS writes it.
fn annotation(ty: &str) -> String {
    let inner = |open: &str, close: &str| ty.strip_prefix(open)?.strip_suffix(close);
    let union = parts(ty, " | ");
    if union.len() > 1 {
        let union: Vec<String> = union.into_iter().map(annotation).collect();
        return format!("({})", union.join(" | "));
    }
    match parts(ty, " -> ")[..] {
        ["(...any)", "...any"] => return "function".to_owned(),
        [params, result] => {
            let params = params.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
            let params =
                parts(params.unwrap_or_default(), ", ").into_iter().filter(|it| !it.is_empty());
            return function(&params.map(parameter).collect::<Vec<_>>(), result);
        }
        _ => {}
    }
    if let Some(ty) = ty.strip_suffix('?') {
        return format!("{}?", annotation(ty));
    }
    if ty == "{ [any]: any }" {
        return "table".to_owned();
    }
    if let Some((key, value)) = inner("{ [", " }").and_then(|it| it.split_once("]: ")) {
        return format!("table<{key}, {}>", annotation(value));
    }
    match inner("{ ", " }") {
        Some(item) if parts(item, ": ").len() == 1 => format!("{}[]", annotation(item)),
        _ => inner("(", ")").map_or_else(|| ty.to_owned(), annotation),
    }
}

/// What stands between separators that are in no brackets.
fn parts<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            _ if depth == 0 && at >= from && bytes[at..].starts_with(separator.as_bytes()) => {
                parts.push(&text[from..at]);
                from = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

fn comment(out: &mut String, doc: Doc) {
    for text in doc.lines() {
        line(out, &format!("--- {text}"));
    }
    for call in doc.examples() {
        line(out, &format!("---\n---```lua\n---{call}\n---```"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_luau_are_written_as_lua_language_server_reads_them() {
        for (luau, luacats) in [
            ("number", "number"),
            ("number?", "number?"),
            ("{ any }", "any[]"),
            ("{ { number } }", "number[][]"),
            ("{ [any]: any }", "table"),
            ("{ [string]: { string } }", "table<string, string[]>"),
            ("{ x: number, y: number }", "{ x: number, y: number }"),
            ("string | { string }", "(string | string[])"),
            ("(string | number)?", "(string | number)?"),
            ("(...any) -> ...any", "function"),
            ("((...any) -> ...any)?", "function?"),
            ("(...any) -> number", "fun(...): number"),
            ("(t: Test, n: number?) -> ...any", "fun(t: Test, n?: number)"),
        ] {
            assert_eq!(annotation(luau), luacats, "{luau}");
        }
        assert_eq!(function(&[], "(number, boolean)"), "fun(): number, boolean");
        assert_eq!(function(&[], "()"), "fun()");
    }
}
