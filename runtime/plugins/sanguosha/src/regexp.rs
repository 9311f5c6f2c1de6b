//! The regular expressions of judgements: groups, alternatives, classes, repetition. A text is
//! matched as a whole.

/// Steps after which a match is given up; expressions here are a dozen characters long.
const STEPS_MAX: u32 = 100_000;
/// The longest expression, and the longest text.
const LENGTH_MAX: usize = 500;

/// A part of an expression.
#[derive(Debug, Clone)]
enum Node {
    /// Any character.
    Any,
    /// This character.
    One(char),
    /// One of these ranges, or none of them.
    Class(Vec<(char, char)>, bool),
    /// One of several sequences.
    Group(Vec<Vec<Node>>),
    /// So often at least and at most.
    Repeat(Box<Node>, u32, u32),
}

/// A compiled expression.
#[derive(Debug, Clone)]
pub(super) struct Regexp {
    alternatives: Vec<Vec<Node>>,
}

impl Regexp {
    /// Reads an expression; nothing if it is none.
    pub(super) fn new(text: &str) -> Option<Regexp> {
        if text.len() > LENGTH_MAX {
            return None;
        }
        let mut reader = Reader { rest: text.chars().collect(), at: 0 };
        let alternatives = reader.alternatives()?;
        (reader.at == reader.rest.len()).then_some(Regexp { alternatives })
    }

    /// Whether a whole text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        if text.len() > LENGTH_MAX {
            return false;
        }
        let text: Vec<char> = text.chars().collect();
        let mut matcher = Matcher { text: &text, steps: 0 };
        let end = |at: usize, matcher: &mut Matcher<'_>| at == matcher.text.len();
        matcher.any_of(&self.alternatives, 0, &end)
    }
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn skip(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Node>>> {
        let mut all = vec![self.sequence()?];
        while self.skip('|') {
            all.push(self.sequence()?);
        }
        Some(all)
    }

    fn sequence(&mut self) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if next == '|' || next == ')' {
                break;
            }
            if let Some(node) = self.node()? {
                nodes.push(self.repeated(node)?);
            }
        }
        Some(nodes)
    }

    /// A node; nothing for the anchors, which say what is the case anyway.
    fn node(&mut self) -> Option<Option<Node>> {
        Some(Some(match self.take()? {
            '^' | '$' => return Some(None),
            '.' => Node::Any,
            '(' => {
                if self.skip('?') && !self.skip(':') {
                    return None;
                }
                let inside = self.alternatives()?;
                if !self.skip(')') {
                    return None;
                }
                Node::Group(inside)
            }
            '[' => self.class()?,
            '\\' => self.escaped()?,
            '*' | '+' | '?' | '{' => return None,
            other => Node::One(other),
        }))
    }

    fn escaped(&mut self) -> Option<Node> {
        Some(match self.take()? {
            'd' => Node::Class(vec![('0', '9')], false),
            'D' => Node::Class(vec![('0', '9')], true),
            'w' => Node::Class(vec![('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')], false),
            's' => Node::Class(vec![(' ', ' '), ('\t', '\r')], false),
            other => Node::One(other),
        })
    }

    fn class(&mut self) -> Option<Node> {
        let negated = self.skip('^');
        let mut ranges = Vec::new();
        loop {
            let mut low = self.take()?;
            if low == ']' && !ranges.is_empty() {
                return Some(Node::Class(ranges, negated));
            }
            if low == '\\' {
                low = self.take()?;
                if low == 'd' {
                    ranges.push(('0', '9'));
                    continue;
                }
            }
            let is_range = self.peek() == Some('-')
                && self.rest.get(self.at + 1).is_some_and(|&after| after != ']');
            if is_range {
                self.at += 1;
                ranges.push((low, self.take()?));
            } else {
                ranges.push((low, low));
            }
        }
    }

    fn repeated(&mut self, node: Node) -> Option<Node> {
        let (least, most) = match self.peek() {
            Some('*') => (0, u32::MAX),
            Some('+') => (1, u32::MAX),
            Some('?') => (0, 1),
            Some('{') => {
                self.at += 1;
                let least = self.number()?;
                let most = match self.skip(',') {
                    true if self.peek() == Some('}') => u32::MAX,
                    true => self.number()?,
                    false => least,
                };
                return self.skip('}').then(|| Node::Repeat(Box::new(node), least, most));
            }
            _ => return Some(node),
        };
        self.at += 1;
        // Whether as few or as many as possible changes nothing where the whole text has to match.
        self.skip('?');
        Some(Node::Repeat(Box::new(node), least, most))
    }

    fn number(&mut self) -> Option<u32> {
        let from = self.at;
        while self.peek().is_some_and(|digit| digit.is_ascii_digit()) {
            self.at += 1;
        }
        self.rest[from..self.at].iter().collect::<String>().parse().ok()
    }
}

/// What has to hold from a place in the text on.
type Rest<'r> = &'r dyn Fn(usize, &mut Matcher<'_>) -> bool;

struct Matcher<'t> {
    text: &'t [char],
    steps: u32,
}

impl Matcher<'_> {
    fn any_of(&mut self, alternatives: &[Vec<Node>], at: usize, rest: Rest<'_>) -> bool {
        alternatives.iter().any(|nodes| self.sequence(nodes, at, rest))
    }

    fn sequence(&mut self, nodes: &[Node], at: usize, rest: Rest<'_>) -> bool {
        match nodes.split_first() {
            None => rest(at, self),
            Some((node, others)) => {
                self.node(node, at, &|at, matcher| matcher.sequence(others, at, rest))
            }
        }
    }

    fn node(&mut self, node: &Node, at: usize, rest: Rest<'_>) -> bool {
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return false;
        }
        match node {
            Node::Group(alternatives) => self.any_of(alternatives, at, rest),
            Node::Repeat(node, least, most) => self.repeat(node, *least, *most, at, rest),
            single => {
                let fits = self.text.get(at).is_some_and(|&found| match single {
                    Node::One(wanted) => found == *wanted,
                    Node::Class(ranges, negated) => {
                        ranges.iter().any(|&(low, high)| low <= found && found <= high) != *negated
                    }
                    _ => true,
                });
                fits && rest(at + 1, self)
            }
        }
    }

    fn repeat(&mut self, node: &Node, least: u32, most: u32, at: usize, rest: Rest<'_>) -> bool {
        if most > 0 {
            let fewer = (least.saturating_sub(1), most.saturating_sub(u32::from(most != u32::MAX)));
            let again = |next: usize, matcher: &mut Matcher<'_>| {
                // A part that matches nothing would go on without end.
                next > at && matcher.repeat(node, fewer.0, fewer.1, next, rest)
            };
            if self.node(node, at, &again) {
                return true;
            }
        }
        least == 0 && rest(at, self)
    }
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
    }

    #[test]
    fn refuses_what_is_no_expression() {
        for text in ["(", "a)", "*a", "[a", "(?=a)", "a{x}"] {
            assert!(Regexp::new(text).is_none(), "{text}");
        }
    }

    #[test]
    fn gives_up_where_it_would_take_for_ever() {
        assert!(!fits("(a*)*(a*)*(a*)*b", &"a".repeat(40)));
    }
}
