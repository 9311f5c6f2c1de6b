//! Which remarks are mistakes.

use luau_config::LintCode;

/// How much a remark counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// The code cannot mean what it says: a check fails.
    Mistake,
    /// The code does what it says, and might say it better.
    Advice,
}

impl Weight {
    /// What a warning of Luau's linter counts.
    ///
    /// Mistakes are what never does what it says, in the code of any author:
    /// nothing is lost when an author has to change it. How code is laid out, what is left over and
    /// which of two names is the inner one are matters of style, and old Lua is full of them.
    pub(crate) fn of(code: LintCode) -> Self {
        match code {
            // A value that is never there, or never read.
            LintCode::UnknownGlobal
            | LintCode::UninitializedLocal
            | LintCode::PlaceholderRead
            | LintCode::DuplicateLocal
            | LintCode::DuplicateFunction
            | LintCode::TableLiteral
            // Code that never runs, or always.
            | LintCode::UnreachableCode
            | LintCode::DuplicateCondition
            | LintCode::MisleadingAndOr
            | LintCode::UnknownType
            // A precedence, a format or a number that is another than it looks.
            | LintCode::ComparisonPrecedence
            | LintCode::FormatString
            | LintCode::IntegerParsing
            | LintCode::TableOperations => Self::Mistake,
            LintCode::Unknown
            | LintCode::DeprecatedGlobal
            | LintCode::GlobalUsedAsLocal
            | LintCode::LocalShadow
            | LintCode::SameLineStatement
            | LintCode::MultiLineStatement
            | LintCode::LocalUnused
            | LintCode::FunctionUnused
            | LintCode::ImportUnused
            | LintCode::BuiltinGlobalWrite
            | LintCode::ImplicitReturn
            | LintCode::DeprecatedApi
            // A loop from 0, or a second variable that is nil at first, may well be meant.
            | LintCode::ForRange
            | LintCode::UnbalancedAssignment
            | LintCode::CommentDirective
            | LintCode::RedundantNativeAttribute => Self::Advice,
        }
    }
}
