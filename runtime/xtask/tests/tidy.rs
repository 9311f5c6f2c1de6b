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
    let pure = ("world/src/lib.rs", both.as_str());
    assert_eq!(found(&[pure, ("runtime/vm/src/lib.rs", all)]), [""; 0]);
    assert_eq!(found(&[("world/src/lib.rs", all)]), ["world/src/lib.rs"]);
    assert_eq!(found(&[("runtime/vm/src/lib.rs", "")]), ["runtime/vm/src/lib.rs"]);
    assert_eq!(found(&[("runtime/testkit/src/lib.rs", "")]), [""; 0]);
}

#[test]
fn lua_files_say_what_they_are() {
    assert_eq!(broken("scripts/a/main.lua", "local a = 1\n"), [("lua-header", 1)]);
    assert_eq!(broken("scripts/a/main.lua", "--!strict\nlocal a = 1\n"), [("lua-header", 1)]);
    assert_eq!(broken("scripts/a/main.lua", "--!strict\n-- The board.\nlocal a = 1\n"), []);
    assert_eq!(broken("scripts/a/main.lua", "-- 棋盘。\n"), []);
}

#[test]
fn what_other_programs_left_behind_is_found() {
    for path in ["runtime/a/src/lib.rs.orig", "README.md.rej", "world/b.rs~"] {
        assert_eq!(broken(path, "text\n"), [("leftover", 1)]);
    }
    assert_eq!(broken("runtime/web/src/original.ts", "text\n"), []);
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

/// What is misspelt in a file, under a `.typos.toml`.
fn misspelt(own: &str, path: &str, text: &str) -> Vec<String> {
    let files = [SourceFile::new(".typos.toml", own), SourceFile::new(path, text)];
    let found = tidy::all_findings(&files).into_iter().filter(|it| it.rule == "spelling");
    found.map(|it| format!("{}:{} {}", it.path, it.line, it.what)).collect()
}

#[test]
fn misspelt_words_are_found_wherever_they_stand() {
    let (mistake, name) = (concat!("reci", "eve"), concat!("has_Reci", "eved"));
    let text = format!("Right.\n// We {mistake} it.\nlet {name} = 1;\n");
    let found = misspelt("", "a.txt", &text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("a.txt:2 ") && found[0].contains("`receive`"), "{found:?}");
    assert!(found[1].starts_with("a.txt:3 "), "{found:?}");
    for (own, path) in [
        (format!("[default.extend-words]\n{mistake} = \"{mistake}\"\n"), "a.txt"),
        ("[files]\nextend-exclude = [\"*.txt\"]\n".to_owned(), "b/a.txt"),
        ("[files]\nextend-exclude = [\"/b/\"]\n".to_owned(), "b/c/a.txt"),
        ("[files]\nextend-exclude = [\"a.txt\"]\n".to_owned(), "a.txt"),
    ] {
        assert_eq!(misspelt(&own, path, mistake), [""; 0], "{own}");
    }
    let identifier = format!("[default.extend-identifiers]\n{mistake} = \"{mistake}\"\n");
    assert_eq!(misspelt(&identifier, "a.txt", mistake), [""; 0]);
    assert_eq!(misspelt(&identifier, "a.txt", &format!("x_{mistake}")).len(), 1);
}

#[test]
fn what_the_spelling_check_does_not_understand_is_said() {
    for own in [
        "[default]\nextend-ignore-re = [\"x\"]\n",
        "[type.lua]\ncheck-file = false\n",
        "[default.extend-words]\na = \"b\"\n",
        "not toml",
    ] {
        assert_eq!(misspelt(own, "a.txt", "").len(), 1, "{own}");
    }
}
