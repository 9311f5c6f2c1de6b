//! The tree keeps its rules, and a file that breaks one would be seen.

use xtask::exec::Workspace;
use xtask::tidy::exceptions::{Exception, apply};
use xtask::tidy::{self, Finding};
use xtask::tree::{self, SourceFile};

#[test]
fn the_tree_keeps_its_rules() {
    let files = tree::text_files(&Workspace::here().root).unwrap();
    assert!(files.iter().any(|file| file.path == "Cargo.lock"), "{} files", files.len());
    let found: Vec<String> = tidy::findings(&files).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The rules that a file breaks, each with its line.
fn broken(path: &str, text: &str) -> Vec<(&'static str, usize)> {
    let findings = tidy::all_findings(&[SourceFile::new(path, text)]);
    findings.into_iter().map(|found| (found.rule, found.line)).collect()
}

#[test]
fn lines_are_limited_in_width() {
    let wide = format!("// {}\n", "字".repeat(98));
    assert_eq!(broken("world/src/a.rs", &wide), [("line-length", 1)]);
    assert_eq!(broken("world/src/a.rs", &wide.replacen('字', "", 1)), []);
    let message = format!("const A: &str = \"{}\";\n", "long ".repeat(30));
    assert_eq!(broken("world/src/a.rs", &message), []);
}

#[test]
fn unfinished_code_is_seen_even_in_tests() {
    let text = "#[cfg(test)]\nmod tests {\n    fn f() { todo!() }\n}\n";
    assert_eq!(broken("runtime/server/src/a.rs", text), [("unfinished", 3)]);
    assert_eq!(broken("runtime/server/src/a.rs", "fn f() { g(\"todo!\") } // dbg!(1)\n"), []);
}

#[test]
fn unwrap_belongs_to_tests_and_programs() {
    let text = "fn f() { g().unwrap() }\n#[test]\nfn t() { g().unwrap() }\n";
    assert_eq!(broken("runtime/server/src/a.rs", text), [("unwrap", 1)]);
    for path in ["runtime/server/tests/a.rs", "runtime/fangqi/src/main.rs", "world/benches/a.rs"] {
        assert_eq!(broken(path, text), [], "{path}");
    }
}

#[test]
fn the_kernel_names_no_game() {
    for text in ["let dou_dizhu = 1;\n", "// as Dou Dizhu does\n", "struct DouDizhu;\n"] {
        assert_eq!(broken("runtime/room/src/a.rs", text), [("kernel", 1)], "{text}");
        assert_eq!(broken("runtime/plugins/doudizhu/src/a.rs", text), []);
        assert_eq!(broken("runtime/room/tests/room/a.rs", text), []);
    }
}

#[test]
fn libraries_do_not_print() {
    let text = "fn f() {\n    println!(\"x\")\n}\n";
    assert_eq!(broken("runtime/server/src/a.rs", text), [("printing", 2)]);
    assert_eq!(broken("runtime/fangqi/src/a.rs", text), []);
    let around = "fn f() {\n    std::io::stdout().lock();\n    std::println!(\"x\")\n}\n";
    let found = [("terminal", 2), ("terminal", 3)];
    assert_eq!(broken("runtime/fangqi/src/a.rs", around), found);
    assert_eq!(broken("runtime/fangqi/src/main.rs", around), found);
    assert_eq!(broken("runtime/fangqi/src/log.rs", around), []);
    assert_eq!(broken("runtime/fangqi/tests/a.rs", around), []);
}

#[test]
fn commands_of_plugins_may_read_files_but_not_print_around() {
    let text = "fn f() { std::fs::read(p) }\n";
    assert_eq!(broken("runtime/plugins/x/src/cli/a.rs", text), []);
    assert_eq!(broken("runtime/plugins/x/src/a.rs", text), [("purity", 1)]);
    let around = "fn f() { std::io::stdout().lock() }\n";
    assert_eq!(broken("runtime/plugins/x/src/cli/a.rs", around), [("terminal", 1)]);
}

#[test]
fn pure_crates_have_no_clock_thread_file_socket_or_chance() {
    let impure = [
        "use std::time::Instant;",
        "fn now() -> std::time::SystemTime { x }",
        "fn f() { std::thread::yield_now() }",
        "use std::fs::File;",
        "use std::net::TcpStream;",
        "use std::collections::HashMap;",
        "use std::{fmt, fs::File};",
    ];
    for text in impure {
        for folder in ["world", "boards/xiangqi", "runtime/room"] {
            assert_eq!(broken(&format!("{folder}/src/a.rs"), text), [("purity", 1)], "{text}");
            assert_eq!(broken(&format!("{folder}/benches/a.rs"), text), [], "{text}");
        }
        assert_eq!(broken("runtime/server/src/a.rs", text), [], "{text}");
    }
    let fine = "//! No std::fs here.\nuse std::collections::BTreeMap;\nstruct Instantly;\n";
    assert_eq!(broken("world/src/a.rs", fine), []);
}

#[test]
fn lua_files_say_what_they_are() {
    assert_eq!(broken("scripts/a/main.lua", "local a = 1\n"), [("lua-header", 1)]);
    assert_eq!(broken("scripts/a/main.lua", "--!strict\nlocal a = 1\n"), [("lua-header", 1)]);
    assert_eq!(broken("scripts/a/main.lua", "--!strict\n-- The board.\nlocal a = 1\n"), []);
    assert_eq!(broken("scripts/a/main.lua", "-- 棋盘。\n"), []);
}

#[test]
fn machines_and_registries_are_not_named() {
    let path = format!("see {}ot/x\n", "/ro");
    assert_eq!(broken("README.md", &path), [("machine-path", 1)]);
    let address = format!("https://example.org{}me/x\n", "/ho");
    assert_eq!(broken("README.md", &address), []);
    let host = format!("ok\nhttps://index.crates{}/x\n", ".io");
    assert_eq!(broken("runtime/web/a.json", &host), [("registry-host", 2)]);
    let reminder = format!("// TO{} later\n", "DO");
    assert_eq!(broken("runtime/web/src/a.ts", &reminder), [("reminder", 1)]);
}

#[test]
fn lock_files_name_no_host() {
    let cargo = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
    assert_eq!(broken("Cargo.lock", cargo), []);
    let mirror = "source = \"registry+https://mirror.example/index\"\n";
    assert_eq!(broken("Cargo.lock", mirror), [("lock-host", 1)]);
    let npm = "\"resolved\": \"https://mirror.example/three.tgz\"\n";
    assert_eq!(broken("runtime/web/package-lock.json", npm), [("lock-host", 1)]);
    let funding = "\"funding\": { \"url\": \"https://example.org/give\" }\n";
    assert_eq!(broken("runtime/web/package-lock.json", funding), []);
    let npmrc = "registry=https://mirror.example/\n";
    assert_eq!(broken("runtime/web/.npmrc", npmrc), [("lock-host", 1)]);
}

#[test]
fn an_exception_allows_one_rule_in_one_file_and_must_be_used() {
    let found = |path: &str, rule| Finding { path: path.into(), line: 3, rule, what: "x".into() };
    let exception = |path, rule| Exception { path, rule, reason: "a test" };
    let exceptions = [exception("a.rs", "unwrap"), exception("b.rs", "purity")];
    let left = apply(&exceptions, vec![found("a.rs", "unwrap"), found("a.rs", "purity")]);
    let rules: Vec<_> = left.iter().map(|it| (it.path.as_str(), it.rule)).collect();
    assert_eq!(rules, [("a.rs", "purity"), ("b.rs", "exceptions")]);
}
