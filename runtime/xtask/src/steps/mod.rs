//! `cargo xtask test`: every check, one after another, the quick ones first.
//!
//! A step that needs something fails with how to get it; none is skipped in silence. The first
//! failure ends the run.

pub mod build;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::exec::{Result, Workspace, error};
use crate::summary::{self, Line, Outcome};
use crate::tools::{self, Tool};
use crate::{generate, lua, npm, tidy};
use build::Programs;

/// One check.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Its name for `--only`.
    pub name: &'static str,
    /// What it checks.
    pub about: &'static str,
    needs: &'static [Tool],
    check: fn(&Run<'_>) -> Result<()>,
}

/// Every step in its order: what fails in a second before what fails in minutes.
pub const ALL: [Step; 9] = [
    Step {
        name: "format",
        about: "rustfmt and StyLua change nothing; every Lua file parses",
        needs: &[Tool::Rustfmt],
        check: |run| {
            run.workspace.cargo(&["fmt", "--all", "--check"]).run()?;
            lua::check(run.workspace)
        },
    },
    Step {
        name: "tidy",
        about: "the rules of the tree and of the dependency graph",
        needs: &[],
        check: |run| tidy::check(run.workspace),
    },
    Step {
        name: "client",
        about: "the browser client: types, format, vitest; the format of the end-to-end tests",
        needs: &[Tool::Node],
        check: client,
    },
    Step {
        name: "clippy",
        about: "clippy on all targets, warnings are errors",
        needs: &[Tool::Clippy, Tool::CppCompiler, Tool::Node],
        check: |run| {
            each_part(|part| {
                let arguments = [&["clippy"], part, &["--all-targets", "--", "-D", "warnings"]];
                run.workspace.cargo(&arguments.concat()).run()
            })
        },
    },
    Step {
        name: "rust",
        about: "the Rust tests, doc tests included",
        needs: &[Tool::CppCompiler, Tool::Node, Tool::Postgres],
        check: rust_tests,
    },
    Step {
        name: "docs",
        about: "rustdoc, warnings are errors",
        needs: &[Tool::CppCompiler, Tool::Node],
        check: |run| {
            each_part(|part| {
                let task = run.workspace.cargo(&[&["doc", "--no-deps"], part].concat());
                task.env("RUSTDOCFLAGS", "-D warnings").run()
            })
        },
    },
    Step {
        name: "generated",
        about: "the generated files are current",
        needs: &[Tool::CppCompiler, Tool::Node],
        check: |run| generate::check_with(run.workspace, run.programs()?),
    },
    Step {
        name: "maps",
        about: "every map is checked; the Lua tests of every map, with rooms stored and rebuilt, too",
        needs: &[Tool::CppCompiler, Tool::Node],
        check: |run| {
            let fangqi = &run.programs()?.fangqi;
            run.workspace.task(fangqi, &["check"]).run()?;
            run.workspace.task(fangqi, &["test", "--thorough"]).run()
        },
    },
    Step {
        name: "e2e",
        about: "the program, played in a real Chromium",
        needs: &[Tool::CppCompiler, Tool::Node, Tool::Chromium],
        check: end_to_end,
    },
];

/// What the steps of one run share.
struct Run<'a> {
    workspace: &'a Workspace,
    programs: OnceCell<Programs>,
}

impl Run<'_> {
    /// The programs of the workspace, built on first use.
    fn programs(&self) -> Result<&Programs> {
        if self.programs.get().is_none() {
            let _ = self.programs.set(build::programs(self.workspace)?);
        }
        self.programs.get().ok_or_else(|| error("the programs were not built"))
    }
}

/// The steps named, in the order of [`ALL`].
pub fn chosen(names: &str) -> Result<Vec<Step>> {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let Some(unknown) = names.iter().find(|name| ALL.iter().all(|step| step.name != **name)) {
        return Err(error(format!("there is no step `{unknown}`; the steps are:\n{}", list())));
    }
    Ok(ALL.iter().filter(|step| names.contains(&step.name)).copied().collect())
}

/// The steps, one line each.
pub fn list() -> String {
    let lines: Vec<_> =
        ALL.iter().map(|step| format!("  {:11}{}", step.name, step.about)).collect();
    lines.join("\n")
}

/// Runs the steps up to the first that fails, and prints the table.
pub fn run(workspace: &Workspace, steps: &[Step]) -> Result<()> {
    let run = Run { workspace, programs: OnceCell::new() };
    let mut lines = Vec::new();
    let mut failure = None;
    let needs: BTreeSet<Tool> = steps.iter().flat_map(|step| step.needs).copied().collect();
    println!("\n=== tools: what the steps need on this machine ===");
    let started = Instant::now();
    let ready = needs.into_iter().try_for_each(|tool| tools::ensure(workspace, tool));
    lines.push(line("tools", ready, started.elapsed(), &mut failure));
    for step in steps {
        if failure.is_some() {
            lines.push(Line { step: step.name, outcome: Outcome::NotRun, took: Duration::ZERO });
            continue;
        }
        println!("\n=== {}: {} ===", step.name, step.about);
        let started = Instant::now();
        let result = (step.check)(&run);
        lines.push(line(step.name, result, started.elapsed(), &mut failure));
    }
    print!("{}", summary::table(&lines));
    failure.map_or(Ok(()), Err)
}

fn line(
    step: &'static str,
    result: Result<()>,
    took: Duration,
    failure: &mut Option<crate::exec::Error>,
) -> Line {
    let outcome = match result {
        Ok(()) => Outcome::Passed,
        Err(cause) => {
            println!("\n{step} failed: {cause}");
            *failure = Some(error(format!("{step}: {cause}")));
            Outcome::Failed
        }
    };
    Line { step, outcome, took }
}

fn client(run: &Run<'_>) -> Result<()> {
    npm::install(run.workspace, npm::CLIENT)?;
    npm::script(run.workspace, npm::CLIENT, "check")?;
    npm::prettier(run.workspace, "--check", &["../e2e", "../plugins/*/client/**/*"])
}

/// What is built, in parts for cargo: named with the rest, the task runner's dependencies would be
/// built once more, with the features that the other crates ask of them.
///
/// The crate that builds Luau is no member of the workspace. As one it would be compiled by
/// clippy's compiler for checks; and where its tests are among what is built, cargo gives the
/// libraries of all build scripts other settings than for checks and programs. Either way
/// everything that hangs on a build script, Luau before all, would be built again.
pub(crate) const PARTS: [&[&str]; 3] = [
    &["--workspace", "--exclude", "xtask"],
    &["-p", "xtask"],
    &["--manifest-path", "runtime/luau/Cargo.toml"],
];

fn each_part(check: impl Fn(&[&str]) -> Result<()>) -> Result<()> {
    PARTS.iter().try_for_each(|part| check(part))
}

/// nextest, where it is installed, uses both cores to the end; without it cargo runs the same
/// tests.
fn rust_tests(run: &Run<'_>) -> Result<()> {
    let cargo = |arguments: &[&[&str]]| run.workspace.cargo(&arguments.concat()).run();
    if run.workspace.cargo(&["nextest", "--version"]).succeeds() {
        // The profile says which tests take one slot and which both of a core.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let slots = (2 * cores).to_string();
        let slots: &[&str] = &["--profile", "slots", "--test-threads", &slots];
        each_part(|part| {
            // Another workspace has no such profile.
            let how = if part.contains(&"--manifest-path") { &["--no-fail-fast"] } else { slots };
            cargo(&[&["nextest", "run"], how, part])
        })?;
        each_part(|part| cargo(&[&["test", "--doc"], part]))
    } else {
        each_part(|part| cargo(&[&["test", "--no-fail-fast"], part]))
    }
}

fn end_to_end(run: &Run<'_>) -> Result<()> {
    let programs = run.programs()?;
    npm::install(run.workspace, npm::E2E)?;
    let chromium = tools::chromium().ok_or_else(|| error("Chromium is not on the PATH"))?;
    run.workspace
        .task("node", &["run.js"])
        .in_folder(run.workspace, npm::E2E)
        .env("FANGQI", &programs.fangqi)
        .env("FANGQI_CHROMIUM", chromium)
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chosen_steps_keep_their_order() {
        let names: Vec<_> = chosen("e2e, format").unwrap().iter().map(|step| step.name).collect();
        assert_eq!(names, ["format", "e2e"]);
    }

    #[test]
    fn an_unknown_step_is_named_with_the_known_ones() {
        let message = chosen("rust,lint").unwrap_err().0;
        assert!(message.contains("`lint`") && message.contains("clippy"), "{message}");
    }
}
