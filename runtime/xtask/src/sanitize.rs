//! `cargo xtask sanitize`: the tests of the VM with a Luau that watches itself.
//!
//! Luau is built with the compiler's AddressSanitizer and UndefinedBehaviorSanitizer, which end the
//! test at the first access beyond an object and the first operation that C++ leaves undefined.
//! Rust itself is not instrumented, so the stable compiler will do. It takes some minutes, and a
//! folder of its own for what it builds; it is no step of `test`.

use std::fs;

use crate::exec::{Result, Workspace, error};

/// What the sanitisers look for. A number that does not fit is cut off by Luau on purpose, in a
/// conversion that is left out here.
const SANITISERS: &str = "-fsanitize=address,undefined";
/// Builds and runs them.
pub fn run(workspace: &Workspace) -> Result<()> {
    let host = host(&workspace.task("rustc", &["-vV"]).output()?)?;
    let flags = format!(
        "{} {SANITISERS} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1",
        luau_flags(&fs::read_to_string(workspace.path(".cargo/config.toml")).map_err(error)?)?
    );
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(
        |_| workspace.path("target/sanitised"),
        |folder| std::path::Path::new(&folder).join("sanitised"),
    );
    workspace
        .cargo(&["test", "-p", "fangqi-vm", "--tests", "--target", &host])
        .env("CARGO_TARGET_DIR", target)
        .env("LUAU_CXXFLAGS", flags)
        .env("RUSTFLAGS", format!("-Clink-arg={SANITISERS}"))
        // Scripts are ended by exceptions, and what a test program leaves at its end is no leak.
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0")
        .env("UBSAN_OPTIONS", "print_stacktrace=1")
        .env("FANGQI_SANITISED", "1")
        .run()
}

/// The platform that rustc builds for.
fn host(version: &str) -> Result<String> {
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| error("rustc does not say what it builds for"))
}

/// The flags that Luau is built with otherwise.
fn luau_flags(config: &str) -> Result<String> {
    let config: toml::Table = config.parse().map_err(error)?;
    let flags = config.get("env").and_then(|env| env.get("LUAU_CXXFLAGS"));
    let flags = flags.and_then(toml::Value::as_str).map(str::to_owned);
    flags.ok_or_else(|| error(".cargo/config.toml sets no LUAU_CXXFLAGS"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_luau_is_built_with_is_read_where_cargo_reads_it() {
        let config = "[env]\n# Why.\nLUAU_CXXFLAGS = \"-DNDEBUG -DX=2\"\n";
        assert_eq!(luau_flags(config), Ok("-DNDEBUG -DX=2".to_owned()));
        assert!(luau_flags("[env]\n").is_err());
        assert_eq!(host("rustc 1\nhost: a-b-c\nrelease: 1"), Ok("a-b-c".to_owned()));
    }
}
