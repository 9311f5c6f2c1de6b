//! The regular expressions of judgements. A text is matched as a whole.

use regex_lite::{Regex, RegexBuilder};

/// The longest expression, and the longest text.
const LENGTH_MAX: usize = 500;
/// Bytes that a compiled expression may take: repetitions multiply.
const SIZE_MAX: usize = 1 << 16;
/// How deep groups may lie in one another.
const DEPTH_MAX: u32 = 50;

/// A compiled expression.
#[derive(Debug, Clone)]
pub(super) struct Regexp(Regex);

impl Regexp {
    /// Reads an expression; nothing if it is none.
    pub(super) fn new(text: &str) -> Option<Self> {
        if text.len() > LENGTH_MAX {
            return None;
        }
        // By itself first: what closes more than it opens would get out of the group.
        builder(text).build().ok()?;
        builder(&format!("^(?:{text})$")).build().ok().map(Self)
    }

    /// Whether a whole text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        text.len() <= LENGTH_MAX && self.0.is_match(text)
    }
}

fn builder(text: &str) -> RegexBuilder {
    let mut builder = RegexBuilder::new(text);
    builder.dot_matches_new_line(true).size_limit(SIZE_MAX).nest_limit(DEPTH_MAX);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, text: &str) -> bool {
        Regexp::new(pattern).unwrap().matches(text)
    }

    #[test]
    fn matches_what_judgements_look_for() {
        assert!(fits("(.*):(.*):(.*)", "Slash:spade:10"));
        assert!(fits("(.*)", ""));
        assert!(fits("(.*):(heart|diamond):(.*)", "Jink:diamond:2"));
        assert!(!fits("(.*):(heart|diamond):(.*)", "Jink:club:2"));
        assert!(fits("(Peach|GodSalvation):(.*):(.*)", "Peach:heart:Q"));
        assert!(fits("(.*):(spade):([2-9])", "Duel:spade:9"));
        assert!(!fits("(.*):(spade):([2-9])", "Duel:spade:10"));
        assert!(fits("(.*):(.*):(A|[2-5])", "Duel:spade:A"));
        assert!(fits("[^a-c]\\d{2,3}x?", "z123"));
        assert!(!fits("[^a-c]\\d{2}", "a12"));
        assert!(fits("^(?:ab)+$", "ababab"));
        assert!(!fits("heart|spade", "Jink:heart"), "the whole text");
        assert!(fits("a.b", "a\nb") && fits("杀.*", "杀【火】"));
    }

    #[test]
    fn refuses_what_is_no_expression() {
        for text in ["(", "a)", "*a", "[a", "(?=a)", "a{x}"] {
            assert!(Regexp::new(text).is_none(), "{text}");
        }
    }

    #[test]
    fn hostile_expressions_are_bounded() {
        assert!(!fits("(a*)*(a*)*(a*)*b", &"a".repeat(LENGTH_MAX)));
        assert!(Regexp::new("(((.{90}){90}){90}){90}").is_none(), "it would take gigabytes");
        assert!(Regexp::new(&"(".repeat(LENGTH_MAX)).is_none());
        assert!(!fits(".*", &"a".repeat(LENGTH_MAX + 1)));
    }
}
