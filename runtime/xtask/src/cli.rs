//! The commands.

use crate::exec::{Result, Workspace, error};
use crate::{cluster, generate, lua, npm, package, sanitize, steps};

const HELP: &str = "\
cargo xtask <command>

  test [--only STEP,…]   check everything, or the steps named (see below)
  fmt                    format all Rust, Lua and TypeScript
  gen [--check]          write the generated files, or say which are out of date
  e2e                    the end-to-end tests: short for `test --only e2e`
  tidy                   the rules of the tree: short for `test --only tidy`
  package [FORM]         the program as it is published, as tar, deb, oci or all of them, with a list of
                         its parts and checksums; --program FILE packs that one, --out FOLDER writes
                         there and not to target/package
  cluster ACTION         three servers, three PostgreSQL, three etcd and a load balancer on this machine:
                         up, status, down, and what may go wrong while they run: kill NODE,
                         pause NODE SECONDS, cut NODE SECONDS, failover, fill SECONDS, heal, roll;
                         --program FILE is what `up` starts, --dir FOLDER holds logs and settings
  sanitize               the hostile tests of the script VM with a sanitised Luau (ASan, UBSan)
";

/// Runs one command line.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["test"] => steps::run(workspace, &steps::ALL),
        ["test", "--only", names] => steps::run(workspace, &steps::chosen(names)?),
        ["fmt"] => format_all(workspace),
        ["gen"] => generate::write(workspace),
        ["gen", "--check"] => generate::check(workspace),
        ["cluster", rest @ ..] => cluster::run(workspace, rest),
        ["package", rest @ ..] => package::run(workspace, rest),
        ["sanitize"] => sanitize::run(workspace),
        [name @ ("e2e" | "tidy")] => steps::run(workspace, &steps::chosen(name)?),
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            println!("\nSteps of `test`, in order:\n{}", steps::list());
            Ok(())
        }
        other => {
            Err(error(format!("unknown command `{}`; try `cargo xtask help`", other.join(" "))))
        }
    }
}

fn format_all(workspace: &Workspace) -> Result<()> {
    workspace.cargo(&["fmt", "--all"]).run()?;
    for path in lua::format(workspace)? {
        println!("formatted {path}");
    }
    npm::install(workspace, npm::CLIENT)?;
    npm::prettier(workspace, "--write", &[".", "../e2e", "../plugins/*/client/**/*"])
}
