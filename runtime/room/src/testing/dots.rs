//! Calls of the API with a dot in place of a colon: the first argument stands for the module, and
//! each of the others for the one before. The functions do not look at what stands for the module,
//! which would cost every call something; so the text of the scripts tells.

use std::collections::BTreeSet;

use fangqi_plugin::Plugins;
use fangqi_plugin::ctx::ModuleSpec;
use fangqi_vm::{Lexer, Token};

use crate::api;

/// Whether a module has a function.
fn has(module: &ModuleSpec, function: &str) -> bool {
    let own = |spec: &ModuleSpec| spec.functions.iter().any(|known| known.name == function);
    let inherited = || module.inherits.is_some_and(|parent| has(parent, function));
    own(module) || module.parts.iter().any(|part| own(part)) || inherited()
}

/// The calls in a script, each by its line, as `Module` and `function`. One that passes the module
/// itself is right, and so is one of a table of the script's own with a module's name.
pub(super) fn calls(source: &str, plugins: Plugins) -> Vec<(u32, &str, &str)> {
    let mut lexer = Lexer::new(source);
    let tokens: Vec<(usize, Token<'_>)> = std::iter::from_fn(|| lexer.next_token()).collect();
    let is_known = |module: &str, function: &str| {
        let named = |spec: &&ModuleSpec| spec.name == module || spec.aliases.contains(&module);
        api::modules(plugins).find(named).is_some_and(|spec| has(spec, function))
    };
    let own: BTreeSet<&str> = tokens
        .windows(2)
        .filter_map(|pair| match (pair[0].1, pair[1].1) {
            (Token::Name("local" | "function"), Token::Name(name)) => Some(name),
            (Token::Name(name), Token::Symbol(b'=')) => Some(name),
            _ => None,
        })
        .collect();
    let called = |at: usize| {
        let [module, dot, function, opened, first] =
            std::array::from_fn(|ahead| tokens.get(at + ahead).map(|(_, token)| *token));
        let (Some(Token::Name(module)), Some(Token::Name(function))) = (module, function) else {
            return None;
        };
        let before = at.checked_sub(1).map(|before| tokens[before].1);
        let is_field = matches!(before, Some(Token::Symbol(b'.' | b':')));
        let is_call = (dot, opened) == (Some(Token::Symbol(b'.')), Some(Token::Symbol(b'(')));
        let is_right = is_field || first == Some(Token::Name(module)) || own.contains(module);
        if !is_call || is_right || !is_known(module, function) {
            return None;
        }
        let line = source[..tokens[at].0].matches('\n').count() + 1;
        Some((u32::try_from(line).unwrap_or(0), module, function))
    };
    (0..tokens.len()).filter_map(called).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_is_told_from_what_may_have_one() {
        let found = |source| calls(source, Plugins::new(&[]));
        assert_eq!(found("\nHud.setTurn(1)"), [(2, "Hud", "setTurn")]);
        for right in [
            "Hud:setTurn(1)",
            "Hud.setTurn(Hud, 1)",
            "local f = Hud.setTurn",
            "my.Hud.setTurn(1)",
            "Hud.unknown(1)",
            "local Hud = {} Hud.setTurn(1)",
            "Hud = {} Hud.setTurn(1)",
            "-- Hud.setTurn(1)",
            "say(\"Hud.setTurn(1)\")",
        ] {
            assert_eq!(found(right), [], "{right}");
        }
    }
}
