//! What the literals of loose scripts tell of the map that they were made for: its pages, their
//! buttons, and what fields of events are compared with.

use std::collections::BTreeSet;

use crate::package::Tokens;
use crate::vm::Token;

/// Digits from which on a text is taken for the id of a page: Mini World's have 19.
const PAGE_DIGITS: usize = 6;
/// Pages, and buttons of one, that are made at most.
const PAGES_MAX: usize = 32;
const BUTTONS_MAX: usize = 64;

/// What was found in scripts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Literals {
    /// Ids of pages, as `7072350482370595313`.
    pub(crate) pages: BTreeSet<String>,
    /// Elements that something is compared with, as `7072350482370595313_9`.
    elements: BTreeSet<String>,
    /// Ends of such elements, as the 9 of `page .. "_9"`.
    endings: BTreeSet<u32>,
    /// Other texts that something is compared with.
    pub(crate) texts: BTreeSet<String>,
    /// Numbers that something is compared with.
    pub(crate) numbers: BTreeSet<u64>,
}

impl Literals {
    /// Reads scripts; what is no UTF-8 tells nothing.
    pub(crate) fn of(scripts: &[(String, Vec<u8>)]) -> Self {
        let mut found = Self::default();
        for (_, bytes) in scripts {
            if let Ok(source) = std::str::from_utf8(bytes) {
                tell(&Tokens::read(source), &mut found);
            }
        }
        found
    }

    /// The buttons that scripts hear of, by page and number.
    pub(crate) fn buttons(&self) -> BTreeSet<(&str, u32)> {
        let named = self.elements.iter().filter_map(|id| {
            let (page, number) = id.split_once('_')?;
            Some((page, number.parse().ok()?))
        });
        let mut buttons: BTreeSet<(&str, u32)> = named.collect();
        for page in self.pages.iter().take(PAGES_MAX) {
            let ended = self.endings.iter().take(BUTTONS_MAX);
            buttons.extend(ended.map(|number| (page.as_str(), *number)));
        }
        buttons
    }
}

fn tell(script: &Tokens<'_>, found: &mut Literals) {
    let compared = script.compared_names();
    // Whether it is the value of a variable that something is compared with.
    let is_held = |at| script.assigned(at).is_some_and(|name| compared.contains(name));
    for (at, token, text) in script.iter() {
        let is_compared = script.compared_with(at).next().is_some();
        match token {
            Token::Number if is_compared || is_held(at) => found.numbers.extend(script.number(at)),
            Token::String => {
                let Some(text) = plain(text) else { continue };
                tell_text(text, is_compared || script.is_key(at) || is_held(at), found);
            }
            _ => {}
        }
    }
}

/// The text of a literal in quotes without escapes.
fn plain(literal: &str) -> Option<&str> {
    let quote = literal.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains('\\')).then_some(inner)
}

fn tell_text(text: &str, matters: bool, found: &mut Literals) {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(text) && text.len() >= PAGE_DIGITS {
        found.pages.insert(text.to_owned());
    }
    if !matters {
        return;
    }
    match text.split_once('_') {
        Some(("", end)) if digits(end) => found.endings.extend(end.parse::<u32>()),
        Some((page, end)) if digits(page) && digits(end) => {
            found.pages.insert(page.to_owned());
            found.elements.insert(text.to_owned());
        }
        _ => drop(found.texts.insert(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Literals {
        Literals::of(&[("a.lua".to_owned(), source.as_bytes().to_vec())])
    }

    #[test]
    fn buttons_are_what_presses_are_compared_with() {
        for source in [
            r#"if e.uielement == "7100000_9" then close() end"#,
            r#"if "7100000_9" == e.uielement then close() end"#,
            r#"local page = "7100000" if e.uielement ~= page .. "_9" then return end"#,
            r#"local page, no = "7100000" local UI = { no = page .. "_9" } return e.uielement == UI.no"#,
            r#"local list = { "7100000_9" } for i = 1, 1 do if el == list[i] then f() end end"#,
            r#"local deeds = { ["7100000_9"] = close }"#,
        ] {
            assert_eq!(found(source).buttons().into_iter().collect::<Vec<_>>(), [("7100000", 9)]);
        }
    }

    #[test]
    fn what_is_only_shown_is_no_button() {
        let source = r#"
            -- if e.uielement == "7100000_9" then
            Customui:setText(id, "7100000", "7100000_3", "x")
            local text = "7100000" .. "_4"
        "#;
        assert!(found(source).buttons().is_empty());
        assert!(found(source).pages.contains("7100000"));
    }

    #[test]
    fn other_literals_are_told_by_what_they_are_compared_with() {
        let source = r#"
            local other = 4100
            local AXE = 4101
            if content == "抽奖" and item == 12005 or x ~= 7 or item == AXE then f(99, "no") end
        "#;
        let Literals { texts, numbers, .. } = found(source);
        assert_eq!(texts.into_iter().collect::<Vec<_>>(), ["抽奖"]);
        assert_eq!(numbers.into_iter().collect::<Vec<_>>(), [7, 4101, 12005]);
    }
}
