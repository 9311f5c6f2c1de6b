//! The task runner of the workspace: `cargo xtask <command>`.
//!
//! It holds every check that a change must pass ([`steps`]), the rules that no compiler knows
//! ([`tidy`], [`graph`], [`layers`], [`licences`]), the formatting and generation of files
//! ([`lua`], [`generate`]) and a cluster to try faults on ([`cluster`]). The checks are plain
//! functions over values, so that the tests in `tests/` can feed them trees and graphs that break
//! each rule.

#![deny(clippy::unwrap_used)]

pub mod cli;
pub mod cluster;
pub mod exec;
pub mod generate;
pub mod graph;
pub mod layers;
pub mod licences;
pub mod lua;
pub mod modules;
pub mod npm;
pub mod package;
pub mod rust_source;
pub mod sanitize;
pub mod steps;
pub mod summary;
pub mod tidy;
pub mod tools;
pub mod tree;
