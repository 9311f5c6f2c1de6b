//! What is said of scripts, and that nothing an author writes ends the program.

use std::sync::Arc;

use fangqi_lint::{Environment, LintError, Linted, Script, Weight, lint};

/// An environment like that of rules.
fn environment() -> Arc<Environment> {
    let names = ["_G", "Board", "ipairs", "math", "print", "string", "table", "type", "setfenv"];
    let definitions = "
        export type Grid = { size: number, count: (cells: { any }, piece: any) -> number }
        declare Board: { grid: (self: any, columns: number, rows: number) -> Grid }
    ";
    Arc::new(Environment {
        names: names.map(str::to_owned).into(),
        definitions: definitions.to_owned(),
        is_open: false,
    })
}

fn script(name: &str, source: impl Into<String>) -> Script {
    Script { name: name.to_owned(), source: source.into() }
}

fn look(source: impl Into<String>) -> Linted {
    lint(&environment(), vec![script("a.lua", source)])
}

/// What is said of a script, with `!` before mistakes.
fn said(source: &str) -> Vec<String> {
    let linted = look(source);
    assert_eq!(linted.unfinished, None, "{source}");
    let line = |remark: fangqi_lint::Remark| {
        let mark = if remark.weight == Weight::Mistake { "!" } else { "" };
        format!("{mark}{}:{}: {}", remark.script, remark.line, remark.message)
    };
    linted.remarks.into_iter().map(line).collect()
}

#[test]
fn a_misspelt_name_is_told_with_its_line_and_the_nearest_one() {
    let source = "local grid = Board:grid(3, 3)\nprint(grid.size)\nprint(gird.size)\n";
    assert_eq!(said(source), ["!a.lua:3: Unknown global `gird`; did you mean `grid`?"]);
    assert_eq!(said("pritn(1)"), ["!a.lua:1: Unknown global `pritn`; did you mean `print`?"]);
    let far = "print(Quux)";
    assert_eq!(said(far), ["!a.lua:1: Unknown global `Quux`; nothing here defines it"]);
}

#[test]
fn unknown_names_are_found_in_files_of_every_mode() {
    for mode in ["", "--!strict\n", "--!nonstrict\n", "--!nocheck\n"] {
        let found = said(&format!("{mode}print(gird)"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with('!') && found[0].contains("`gird`"), "{found:?}");
    }
}

#[test]
fn what_one_script_defines_the_others_find() {
    let scripts = vec![
        script("a.lua", "Course = {}\n_G.Other = 1\nfunction begin() end\n_G[\"Third\"] = 3"),
        script("b.lua", "print(Course, Other, Third)\nbegin()\nbegn()"),
    ];
    let linted = lint(&environment(), scripts);
    let said: Vec<_> = linted.remarks.iter().map(|it| (it.line, it.message.as_str())).collect();
    assert_eq!(said, [(3, "Unknown global `begn`; did you mean `begin`?")]);
}

#[test]
fn names_are_no_mistakes_where_globals_are_computed() {
    for source in ["_G[\"a\" .. 1] = 1\nprint(a1)", "setfenv(1, {})\nprint(other)"] {
        let found = said(source);
        assert!(found.iter().any(|it| it.starts_with("a.lua:2: Unknown global")), "{found:?}");
        assert!(!found.iter().any(|it| it.starts_with('!')), "{found:?}");
    }
}

#[test]
fn a_name_may_be_asked_for() {
    for source in [
        "if Quux then print(Quux) end",
        "print(Quux and Quux.a or 1)",
        "print(if Quux then Quux else 1)",
        "if Quux ~= nil then print(Quux) end",
        "if not Quux then print(1) end",
    ] {
        assert_eq!(said(source), [] as [&str; 0], "{source}");
    }
    let near = ["a.lua:1: Unknown global `pritn`; did you mean `print`?"];
    assert_eq!(said("if pritn then pritn(1) end"), near, "it may be meant");
}

#[test]
fn where_there_may_be_other_names_only_near_ones_are_told() {
    let open = Environment { is_open: true, ..(*environment()).clone() };
    let linted = lint(&Arc::new(open), vec![script("a.lua", "print(Quux)\npritn(1)")]);
    let lines: Vec<u32> = linted.remarks.iter().map(|remark| remark.line).collect();
    assert_eq!(lines, [2]);
}

/// Sentences of Luau's own linter; mistakes are those that do something else than they say.
#[test]
fn warnings_of_the_linter_are_mistakes_or_advice() {
    for (source, wanted) in [
        ("local x\nprint(x)", "!a.lua:2: Variable 'x' defined at line 1 is never initialized"),
        ("return 1, { a = 1, a = 2 }", "!a.lua:1: Table field 'a' is a duplicate"),
        ("local function f(a, a) return a end\nreturn f", "!a.lua:1: Function parameter 'a'"),
        ("do return 1 end\nprint(2)", "!a.lua:2: Unreachable code"),
        ("for i = 9, 1 do print(i) end", "a.lua:1: For loop should iterate backwards"),
        ("if type(1) == \"numbr\" then print(1) end", "!a.lua:1: Unknown type 'numbr'"),
        ("local unused = 1", "a.lua:1: Variable 'unused' is never used"),
        ("local a = 1\ndo local a = 2 print(a) end\nprint(a)", "a.lua:2: Variable 'a' shadows"),
        ("local function f() end", "a.lua:1: Function 'f' is never used"),
    ] {
        let found = said(source);
        assert!(found.iter().any(|it| it.starts_with(wanted)), "{source}: {found:?}");
    }
    for right in ["local _unused = 1", "local a, b = 1\nb = a\nprint(b)", "--!nolint\nlocal x = 1"]
    {
        assert!(!said(right).iter().any(|it| it.starts_with('!')), "{right}");
    }
}

#[test]
fn types_are_checked_as_a_file_asks() {
    let wrong = "local grid = Board:grid(3, 3)\nprint(grid.sise, Board:grid(\"a\", 1))";
    let strict = said(&format!("--!strict\n{wrong}"));
    let mistakes: Vec<_> = strict.iter().filter(|it| it.starts_with("!a.lua:3: ")).collect();
    assert!(mistakes.iter().any(|it| it.contains("sise")), "{strict:?}");
    assert!(mistakes.iter().any(|it| it.contains("'number', but got 'string'")), "{strict:?}");
    assert!(!said(wrong).iter().any(|it| it.starts_with('!')), "{:?}", said(wrong));
    assert_eq!(said(&format!("--!nocheck\n{wrong}")), [] as [&str; 0]);
}

/// Luau takes what it does not know for any type, so that nothing more is found there.
#[test]
fn a_misspelt_type_is_a_mistake() {
    let source = "local function f(a: Tezt) return a end\nreturn f";
    for mode in ["--!strict", "--!nonstrict"] {
        let found = said(&format!("{mode}\n{source}"));
        assert_eq!(found, ["!a.lua:2: Unknown type 'Tezt'"], "{mode}");
    }
    let own = "--!strict\ntype Own = { a: number }\nlocal own: Own = { a = 1 }\nreturn own";
    assert_eq!(said(own), [] as [&str; 0]);
}

#[test]
fn what_is_no_luau_is_left_to_the_compiler() {
    for source in ["local = 1", "return (((", "\u{0}", "print(gird", "x = = 1"] {
        assert_eq!(look(source).remarks, [], "{source:?}");
    }
}

/// Deep, long and circular code, each in a file of its own.
#[test]
fn nothing_that_an_author_writes_ends_the_program() {
    let nested = |open: &str, middle: &str, close: &str, count: usize| {
        format!("{}{middle}{}", open.repeat(count), close.repeat(count))
    };
    let types: String = (1..200)
        .map(|n| format!("type T{n} = {{ a: T{p}, b: T{p} }} | T{p}\n", p = n - 1))
        .collect();
    for source in [
        nested("(", "1", ")", 100_000),
        nested("{", "", "}", 100_000),
        nested("do ", "", "end ", 100_000),
        nested("return function() ", "", " end", 900),
        nested("local function f() ", "", " end", 190),
        nested("`{", "1", "}`", 50_000),
        "[".repeat(1_000_000),
        format!("local x = {}true", "not ".repeat(100_000)),
        format!("local x = {}1", "1 .. ".repeat(100_000)),
        format!("local a = {{}} local x = a{}", ".b".repeat(100_000)),
        format!("if a then {} end", "elseif a then ".repeat(20_000)),
        format!("--!strict\ntype T0 = {{ a: number }}\n{types}local x: T199 = {{ a = 1 }}"),
        "--!strict\ntype T<a> = { x: T<T<a>> }\nlocal x: T<number> = nil :: any".to_owned(),
    ] {
        let linted = look(source.clone());
        assert_eq!(linted.unfinished, None, "{}", &source[..60]);
    }
}

#[test]
fn a_script_that_is_too_long_is_not_looked_at() {
    let long = format!("print(gird) --{}", "x".repeat(1 << 20));
    let linted = lint(&environment(), vec![script("a.lua", long), script("b.lua", "print(gird)")]);
    assert_eq!(linted.unfinished, Some(LintError::TooLong("a.lua".to_owned())));
    assert_eq!(linted.remarks.len(), 1);
    assert_eq!(linted.remarks[0].script, "b.lua");
}

#[test]
fn definitions_that_are_none_are_an_error() {
    let wrong =
        Environment { definitions: "declare Board: Grid".to_owned(), ..Environment::default() };
    let linted = lint(&Arc::new(wrong), vec![script("a.lua", "local x = 1")]);
    assert!(matches!(linted.unfinished, Some(LintError::Definitions(_))), "{linted:?}");
}
