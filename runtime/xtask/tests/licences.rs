//! Licences that `deny.toml` allows, and those it does not.

use xtask::exec::Workspace;
use xtask::licences::{Policy, check};

const DENY: &str = r#"
[licenses]
allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-3-Clause"]
exceptions = [{ crate = "names", allow = ["Unicode-3.0"] }]

[[licenses.clarify]]
crate = "silent"
expression = "MIT AND ISC"
"#;

/// The sentences about one crate with this licence.
fn about(name: &str, licence: Option<&str>) -> Vec<String> {
    let package = serde_json::json!({ "name": name, "version": "1.2.3", "license": licence });
    let metadata = serde_json::json!({ "packages": [package] }).to_string();
    Policy::read(DENY).unwrap().violations(&metadata).unwrap()
}

#[test]
fn the_dependencies_have_licences_that_are_allowed() {
    let found = check(&Workspace::here()).unwrap();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn a_licence_that_is_not_allowed_is_named_with_its_crate() {
    let found = about("left-pad", Some("GPL-3.0-only"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("left-pad 1.2.3") && found[0].contains("`GPL-3.0-only`"),
        "{found:?}"
    );
}

#[test]
fn expressions_are_read_as_spdx_means_them() {
    for good in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "GPL-2.0-only OR (MIT AND BSD-3-Clause)",
        "(MIT OR GPL-3.0-only) AND Apache-2.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0-only",
        "MIT/Apache-2.0",
    ] {
        assert_eq!(about("a", Some(good)), [""; 0], "{good}");
    }
    for bad in [
        "ISC",
        "MIT AND GPL-3.0-only",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "BSD-3-Clause WITH LLVM-exception",
        "no such licence",
    ] {
        assert_eq!(about("a", Some(bad)).len(), 1, "{bad}");
    }
}

#[test]
fn an_exception_is_for_one_crate_and_has_to_be_needed() {
    let licence = "(MIT OR Apache-2.0) AND Unicode-3.0";
    assert_eq!(about("names", Some(licence)), [""; 0]);
    assert_eq!(about("others", Some(licence)).len(), 1);
    let other = about("names", Some("MIT AND GPL-3.0-only"));
    assert!(other[0].contains("its exception"), "{other:?}");
    let unused = about("names", Some("MIT"));
    assert!(unused[0].contains("remove it"), "{unused:?}");
}

#[test]
fn a_crate_without_a_licence_needs_a_clarification() {
    assert!(about("mute", None)[0].contains("names no licence"));
    let clarified = about("silent", None);
    assert!(clarified[0].contains("`MIT AND ISC`"), "ISC is not allowed: {clarified:?}");
}

#[test]
fn what_is_not_understood_is_an_error() {
    for bad in [
        "allow = [",
        "[bans]\n",
        "[licenses]\nallow = [\"No-Such-Licence\"]\n",
        "[licenses]\nallow = []\nexceptions = [{ crate = \"a@1.0\", allow = [\"MIT\"] }]\n",
        "[licenses]\nallow = []\nexceptions = [{ allow = [\"MIT\"] }]\n",
    ] {
        assert!(Policy::read(bad).is_err(), "{bad}");
    }
}
