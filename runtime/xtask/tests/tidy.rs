//! The tree keeps its rules, and a file that breaks one would be seen.

use xtask::exec::Workspace;
use xtask::tidy;
use xtask::tree::{self, SourceFile};

#[test]
fn the_tree_keeps_its_rules() {
    let files = tree::text_files(&Workspace::here().root).unwrap();
    assert!(files.iter().any(|file| file.path == "Cargo.lock"), "{} files", files.len());
    let found: Vec<String> = tidy::all_findings(&files).iter().map(ToString::to_string).collect();
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
fn the_kernel_names_no_game() {
    for text in ["let dou_dizhu = 1;\n", "// as Dou Dizhu does\n", "struct DouDizhu;\n"] {
        assert_eq!(broken("runtime/room/src/a.rs", text), [("kernel", 1)], "{text}");
        assert_eq!(broken("runtime/plugins/doudizhu/src/a.rs", text), []);
        assert_eq!(broken("runtime/room/tests/room/a.rs", text), []);
    }
}

#[test]
fn the_program_prints_escaped() {
    let around = "fn f() {\n    std::io::stdout().lock();\n    std::println!(\"x\")\n}\n";
    let found = [("terminal", 2), ("terminal", 3)];
    for path in ["runtime/fangqi/src/main.rs", "runtime/plugins/x/src/cli/a.rs"] {
        assert_eq!(broken(path, around), found, "{path}");
        assert_eq!(broken(path, "use std::{fmt, io::{self, Read}};\nprintln!()\n"), [], "{path}");
    }
    for path in
        ["runtime/fangqi/src/log.rs", "runtime/fangqi/tests/a.rs", "runtime/server/src/a.rs"]
    {
        assert_eq!(broken(path, around), [], "{path}");
    }
}

#[test]
fn libraries_turn_their_lints_on() {
    let found = |files: &[(&str, &str)]| -> Vec<String> {
        let files: Vec<_> =
            files.iter().map(|(path, text)| SourceFile::new(*path, *text)).collect();
        let found = tidy::all_findings(&files).into_iter().filter(|it| it.rule == "lints");
        found.map(|it| it.path).collect()
    };
    let all = "//! A library.\n\n#![deny(clippy::print_stdout, clippy::unwrap_used)]\n";
    let pure =
        "#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]\n";
    let both = format!("{pure}{all}");
    let (root, list) = (("clippy.toml", "x = 1\n"), ("world/clippy.toml", "y = 1\n"));
    let pure = ("world/src/lib.rs", both.as_str());
    assert_eq!(found(&[root, list, pure, ("runtime/vm/src/lib.rs", all)]), [""; 0]);
    assert_eq!(found(&[root, list, ("world/src/lib.rs", all)]), ["world/src/lib.rs"]);
    assert_eq!(found(&[root, ("runtime/vm/src/lib.rs", "")]), ["runtime/vm/src/lib.rs"]);
    let boards = ("boards/clippy.toml", list.1);
    assert_eq!(found(&[list, boards, ("boards/a/src/lib.rs", all)]), ["boards/a/src/lib.rs"]);
    assert_eq!(found(&[list, pure, ("boards/clippy.toml", "z = 1\n")]), ["boards/clippy.toml"]);
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
