//! `cargo xtask sanitize`: the tests of the VM with a Luau that watches itself.
//!
//! Luau is built with the compiler's AddressSanitizer and UndefinedBehaviorSanitizer, which end the
//! test at the first access beyond an object and the first operation that C++ leaves undefined.
//! Rust itself is not instrumented, so the stable compiler will do. It takes some minutes, and a
//! folder of its own for what it builds; it is no step of `test`.

use crate::exec::{Result, Workspace};
use crate::tools;

/// What the sanitisers look for. A number that does not fit is cut off by Luau on purpose, in a
/// conversion that is left out here.
const SANITISERS: &str = "-fsanitize=address,undefined";
/// The libraries that they need, by GCC's names. The compiler adds them only where it links its own
/// libraries, and Rust has it link none.
const LIBRARIES: &str = "-Clink-arg=-lasan -Clink-arg=-lubsan";
/// The library that must be loaded before all others, because it takes the place of `malloc`. Rust
/// puts what it is told to link last.
const FIRST: &str = "libasan.so";

/// The tests that call Luau's own functions, without the guards that rooms have: they overflow.
const ORIGINAL: &str = "original::";

/// Builds and runs them.
pub fn run(workspace: &Workspace) -> Result<()> {
    let host = tools::host(workspace)?;
    // They come after the flags that Luau is built with otherwise; see `runtime/luau`.
    let flags = format!("{SANITISERS} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1");
    let target = std::env::var("CARGO_TARGET_DIR").map_or_else(
        |_| workspace.path("target/sanitised"),
        |folder| std::path::Path::new(&folder).join("sanitised"),
    );
    let found = workspace.task("c++", &[&format!("-print-file-name={FIRST}")]).output()?;
    let runner = format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace('-', "_"));
    workspace
        .cargo(&["test", "-p", "fangqi-vm", "--tests", "--target", &host, "--", "--skip", ORIGINAL])
        .env("CARGO_TARGET_DIR", target)
        .env(&runner, format!("env LD_PRELOAD={}", found.trim()))
        .env("LUAU_CXXFLAGS", flags)
        .env("RUSTFLAGS", format!("-Clink-arg={SANITISERS} {LIBRARIES}"))
        // A frame of the parser takes some kilobytes here, and it may be a thousand calls deep.
        .env("RUST_MIN_STACK", "134217728")
        // Scripts are ended by exceptions, and what a test program leaves at its end is no leak.
        .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=0")
        .env("UBSAN_OPTIONS", "print_stacktrace=1")
        .env("FANGQI_SANITISED", "1")
        .run()
}
