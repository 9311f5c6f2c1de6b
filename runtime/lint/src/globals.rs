//! Globals by name: which scripts define, and which they read that there are not.

use std::collections::BTreeSet;

use fangqi_world::nearest;
use luau_syntax::ast::{
    AstVisitor, BinaryOp, Expression, ExpressionKind, Statement, StatementView, UnaryOp,
};
use luau_syntax::location::Location;
use luau_syntax::parser::{ParseOptions, ParsedSource};

use crate::{Environment, Remark, Script, Weight};

/// The globals that scripts define.
#[derive(Debug, Default)]
pub(crate) struct Defined {
    /// Their names.
    pub(crate) names: BTreeSet<String>,
    /// Whether a script makes globals in a way that leaves no name in its text.
    by_computation: bool,
}

/// What the scripts define: one that runs first defines globals for the others.
pub(crate) fn defined(scripts: &[Script]) -> Defined {
    let mut defined = Defined::default();
    for script in scripts {
        if let Some(read) = read(script) {
            defined.names.extend(read.written);
            defined.by_computation |= read.by_computation;
        }
    }
    defined
}

/// Globals that are read and that there are not.
pub(crate) fn unknown(
    environment: &Environment,
    defined: &Defined,
    scripts: &[Script],
) -> Vec<Remark> {
    // Who computes names of globals may have made any of them.
    let weight = if defined.by_computation { Weight::Advice } else { Weight::Mistake };
    let is_known = |name: &str| environment.names.contains(name) || defined.names.contains(name);
    let mut remarks = Vec::new();
    for script in scripts {
        let Some(read) = read(script) else { continue };
        let mut told = BTreeSet::new();
        for (name, location) in &read.globals {
            if is_known(name) || !told.insert(name) {
                continue;
            }
            let known = environment.names.iter().chain(&defined.names).chain(&read.locals);
            let is_optional = read.tested.contains(name);
            let meant = match nearest(name, known.map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if is_optional || environment.is_open => continue,
                None => "nothing here defines it".to_owned(),
            };
            let weight = if is_optional { Weight::Advice } else { weight };
            remarks.push(Remark {
                script: script.name.clone(),
                line: location.begin.line + 1,
                weight,
                message: format!("Unknown global `{name}`; {meant}"),
                how: Vec::new(),
            });
        }
    }
    remarks
}

/// The names in a script.
#[derive(Default)]
struct Names {
    /// Every global, each time that it is named.
    globals: Vec<(String, Location)>,
    /// Globals that are assigned.
    written: BTreeSet<String>,
    /// Locals and parameters.
    locals: BTreeSet<String>,
    /// Globals that are asked whether they are there.
    tested: BTreeSet<String>,
    by_computation: bool,
}

/// The names in a script; none if it is no Luau, which the compiler reports.
fn read(script: &Script) -> Option<Names> {
    let parsed = ParsedSource::parse(&script.source, ParseOptions::default()).ok()?;
    if !parsed.metadata().errors.is_empty() {
        return None;
    }
    let mut names = Names::default();
    parsed.root().visit(&mut names);
    Some(names)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The name of a global, if that is what an expression is.
fn global(expression: Expression<'_>) -> Option<String> {
    match expression.kind() {
        ExpressionKind::Global(name) => Some(text(name.bytes())),
        _ => None,
    }
}

/// Whether an expression is the table of globals.
fn is_all_globals(expression: Expression<'_>) -> bool {
    global(expression).is_some_and(|name| name == "_G")
}

impl Names {
    /// A place that something is assigned to.
    fn assign(&mut self, place: Expression<'_>) {
        self.written.extend(global(place));
        match place.kind() {
            ExpressionKind::IndexName { expr, index, .. } if is_all_globals(expr) => {
                self.written.insert(text(index.bytes()));
            }
            ExpressionKind::IndexExpr { expr, index } if is_all_globals(expr) => {
                match index.as_string() {
                    Some(name) => self.written.extend([text(name.value.as_bytes())]),
                    None => self.by_computation = true,
                }
            }
            _ => {}
        }
    }
}

impl<'ast> AstVisitor<'ast> for Names {
    fn visit_if_statement(&mut self, statement: Statement<'ast>) -> bool {
        if let StatementView::If(branch) = statement.view() {
            self.tested.extend(global(branch.condition));
        }
        true
    }

    fn visit_if_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let ExpressionKind::If { condition, .. } = expression.kind() {
            self.tested.extend(global(condition));
        }
        true
    }

    fn visit_unary_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let ExpressionKind::Unary { op: UnaryOp::Not, rhs } = expression.kind() {
            self.tested.extend(global(rhs));
        }
        true
    }

    fn visit_binary_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let ExpressionKind::Binary { lhs, op, rhs } = expression.kind() {
            let with_nil = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
                && matches!(rhs.kind(), ExpressionKind::Nil);
            if with_nil || matches!(op, BinaryOp::And | BinaryOp::Or) {
                self.tested.extend(global(lhs));
            }
        }
        true
    }

    fn visit_assign_statement(&mut self, statement: Statement<'ast>) -> bool {
        if let StatementView::Assign(assign) = statement.view() {
            assign.vars.iter().for_each(|place| self.assign(*place));
        }
        true
    }

    fn visit_compound_assign_statement(&mut self, _: Statement<'ast>) -> bool {
        true
    }

    fn visit_function_declaration_statement(&mut self, statement: Statement<'ast>) -> bool {
        if let StatementView::FunctionDeclaration(declaration) = statement.view() {
            self.assign(declaration.name);
        }
        true
    }

    fn visit_local_statement(&mut self, statement: Statement<'ast>) -> bool {
        if let StatementView::Local(local) = statement.view() {
            self.locals.extend(local.bindings.iter().map(|it| text(it.name.bytes())));
        }
        true
    }

    fn visit_local_function_statement(&mut self, statement: Statement<'ast>) -> bool {
        if let StatementView::LocalFunction(function) = statement.view() {
            self.locals.insert(text(function.name.name.bytes()));
        }
        true
    }

    fn visit_function_literal_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let Some(function) = expression.as_function() {
            self.locals.extend(function.args.iter().map(|it| text(it.name.bytes())));
        }
        true
    }

    fn visit_call_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let ExpressionKind::Call { func, .. } = expression.kind() {
            // Such as `setfenv(1, own)`, and `setmetatable(_G, strict)`.
            let makes = ["setfenv", "getfenv", "module", "loadstring", "rawset"];
            self.by_computation |= global(func).is_some_and(|name| makes.contains(&name.as_str()));
        }
        true
    }

    fn visit_global_expression(&mut self, expression: Expression<'ast>) -> bool {
        if let Some(name) = global(expression) {
            self.globals.push((name, expression.location()));
        }
        true
    }
}
