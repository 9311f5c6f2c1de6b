//! The rules of the tree that neither the compiler nor a lint checks, each a function from files to
//! findings.

pub mod guides;
pub mod kernel;
pub mod links;
pub mod lints;
pub mod size;
pub mod spelling;
pub mod terminal;
pub mod text;

use crate::exec::{Result, Workspace, error};
use crate::tree::{self, SourceFile};
use crate::{graph, layers, licences};

/// A place where a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The rule's name.
    pub rule: &'static str,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}: {} [{}]", self.path, self.line, self.what, self.rule)
    }
}

/// Every finding in these files.
pub fn all_findings(files: &[SourceFile]) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in files {
        kernel::check(file, &mut found);
        size::check(file, &mut found);
        lints::check(file, &mut found);
        terminal::check(file, &mut found);
        text::check(file, &mut found);
    }
    guides::check(files, &mut found);
    links::check(files, &mut found);
    spelling::check(files, &mut found);
    found.sort();
    found
}

/// Fails when a rule is broken in this workspace; prints the sizes of the files.
pub fn check(workspace: &Workspace) -> Result<()> {
    let files = tree::text_files(&workspace.root)?;
    let mut sentences: Vec<String> = all_findings(&files).iter().map(ToString::to_string).collect();
    sentences.extend(graph::violations(&graph::of(workspace)?));
    sentences.extend(graph::scripts_are_data(&files));
    sentences.extend(layers::violations(&files));
    sentences.extend(licences::check(workspace)?);
    println!("{}", size::report(&files));
    if sentences.is_empty() {
        return Ok(());
    }
    for sentence in &sentences {
        println!("{sentence}");
    }
    Err(error(format!("{} rules of the tree are broken", sentences.len())))
}
