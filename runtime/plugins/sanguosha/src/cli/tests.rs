//! Tests of packages from the command line.

use anyhow::{anyhow, bail};

use crate::run_tests;

use super::packages::{Packages, Shipped};
use super::{TestArgs, say};

pub(super) fn run(args: &TestArgs, shipped: Shipped<'_>) -> anyhow::Result<()> {
    let packages = Packages::read(args.folder.as_deref(), shipped)?;
    let mut sources = packages.all()?;
    sources.extend(packages.for_tests()?);
    let (mut passed, mut failed) = (0, 0);
    let tests = packages.tests()?;
    if tests.is_empty() {
        return Err(anyhow!("there are no tests: they lie in tests/NAME.lua of the folder"));
    }
    if let Some(unknown) = args.names.iter().find(|name| !tests.iter().any(|(own, _)| own == *name))
    {
        let names: Vec<&str> = tests.iter().map(|(name, _)| name.as_str()).collect();
        bail!("there are no tests {unknown}; there are {}", names.join(", "));
    }
    for (name, text) in tests {
        if !args.names.is_empty() && !args.names.contains(&name) {
            continue;
        }
        let results = run_tests(&sources, &format!("{name}.lua"), &text);
        let results = match results {
            Ok(results) => results,
            Err(error) => {
                failed += 1;
                say(&format!("FAIL {name}: {error}"))?;
                continue;
            }
        };
        for test in results {
            match test.failure {
                None => passed += 1,
                Some(why) => {
                    failed += 1;
                    say(&format!("FAIL {name}: {}", test.name))?;
                    say(&format!("     {why}"))?;
                }
            }
        }
    }
    say(&format!("{passed} passed, {failed} failed"))?;
    if failed > 0 || passed == 0 { Err(anyhow!("not all tests pass")) } else { Ok(()) }
}
