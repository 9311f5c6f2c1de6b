//! What is allowed in spite of a rule.

use super::Finding;

/// A rule that one file may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exception {
    /// The file.
    pub path: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// All of them.
pub const EXCEPTIONS: [Exception; 3] = [
    Exception {
        path: "boards/xiangqi/src/search/smp.rs",
        rule: "purity",
        reason: "the engine may think on several cores for graphical programs; rooms give it one \
                 thread",
    },
    Exception {
        path: "boards/doudizhu/src/strong/workers.rs",
        rule: "purity",
        reason: "the player may think on several cores for arenas; what it finds does not depend on \
                 their number, and rooms give it one thread",
    },
    Exception {
        path: "runtime/plugins/sanguosha/src/workers.rs",
        rule: "purity",
        reason: "packages are compiled on several threads before there is a room; what they come to \
                 does not depend on their number",
    },
];

/// The findings that no exception allows, and one for each exception that allows nothing.
pub fn apply(exceptions: &[Exception], found: Vec<Finding>) -> Vec<Finding> {
    let allows =
        |it: &Exception, finding: &Finding| it.path == finding.path && it.rule == finding.rule;
    let unused = exceptions
        .iter()
        .filter(|it| !found.iter().any(|finding| allows(it, finding)))
        .map(|it| Finding {
            path: it.path.to_owned(),
            line: 1,
            rule: "exceptions",
            what: format!("nothing breaks `{}` here: remove the exception", it.rule),
        })
        .collect::<Vec<_>>();
    let kept = found.into_iter().filter(|it| !exceptions.iter().any(|ex| allows(ex, it)));
    kept.chain(unused).collect()
}
