//! What the literals of loose scripts tell about the map they were made for: its pages, their
//! buttons, and the values with which fields of events are compared.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_vm::Token;

use super::given::Given;
use crate::map::Tokens;
use crate::views::ElementKind;

/// Minimum number of digits of a text that counts as a page's id; Mini World's have 19.
const PAGE_DIGITS: usize = 6;
/// Maximum number of pages created, and of buttons per page.
const PAGES_MAX: usize = 32;
const BUTTONS_MAX: usize = 64;
/// The highest number that counts as a button's if only numbers are compared.
const NUMBER_MAX: u64 = 200;
/// Number of buttons on a page if scripts compute all their names.
const GUESSED: u32 = 24;
/// The call that opens a page, whose id is its second argument.
const OPENS: &str = "openUIView";
/// Minimum number of digits with which the first half of `7000_1` counts as a page's id.
const ELEMENT_DIGITS: usize = 4;
/// Fields of events that name a button.
const PRESSED: [&str; 2] = ["uielement", "btnelenemt"];

/// What scripts tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Literals {
    /// Ids of pages, such as `7072350482370595313`.
    pub(crate) pages: BTreeSet<String>,
    /// Elements with which something is compared, such as `7072350482370595313_9`.
    elements: BTreeSet<String>,
    /// Endings of such elements, such as the 9 of `page .. "_9"`.
    endings: BTreeSet<u32>,
    /// Endings of texts from which names of elements may be built, such as the 4 of `{ buy = "_4"
    /// }`.
    parts: BTreeSet<u32>,
    /// Numbers that may be buttons', such as the 5 of `if number == 5`.
    counted: BTreeSet<u32>,
    /// Whether scripts listen to buttons.
    hears: bool,
    /// Whether scripts raise events of their own.
    pub(crate) dispatches: bool,
    /// Other texts with which something is compared.
    pub(crate) texts: BTreeSet<String>,
    /// Numbers with which something is compared.
    pub(crate) numbers: BTreeSet<u64>,
    /// Numbers that occur as kinds of things.
    pub(crate) given: Given,
    /// Those among all numbers that are kinds of blocks in the map.
    pub(crate) blocks: BTreeSet<u64>,
    /// Whether scripts ask for teams.
    pub(crate) teams: bool,
    /// Elements that scripts change, by page and number, with what they are by the first change.
    changed: BTreeMap<(String, u32), ElementKind>,
    /// The same for elements whose page scripts name separately.
    changed_parts: BTreeMap<u32, ElementKind>,
    /// Pages that scripts open.
    opened: BTreeSet<String>,
    /// Whether scripts open pages with computed ids.
    opens_any: bool,
}

/// Names in calls that open pages or change elements.
#[derive(Debug, Default)]
struct Named<'a> {
    /// Variables that hold the id of a page to open.
    opened: BTreeSet<&'a str>,
    /// Variables that hold an element's id, with what the element is.
    changed: BTreeMap<&'a str, ElementKind>,
}

impl Literals {
    /// Reads scripts. Those that are not UTF-8 are ignored.
    pub(crate) fn of(scripts: &[(String, Vec<u8>)]) -> Self {
        let mut found = Self::default();
        let sources = scripts.iter().filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok());
        let scripts: Vec<Tokens<'_>> = sources.map(Tokens::read).collect();
        // Names of one file may be used in another.
        let mut named = Named::default();
        for script in &scripts {
            tell_calls(script, &mut named, &mut found);
        }
        let mut held = BTreeSet::new();
        for script in &scripts {
            tell(script, &named, &mut held, &mut found);
        }
        found.opens_any |= named.opened.iter().any(|name| !held.contains(name));
        found.given = Given::of(&scripts);
        found
    }

    /// Determines which of the numbers are kinds of blocks in the map.
    pub(crate) fn know_blocks(&mut self, is_block: impl Fn(u16) -> bool) {
        let Given { items, blocks, .. } = &self.given;
        let may_be = |id: &u64| blocks.contains(id) || !items.contains(id);
        let all = self.numbers.iter().chain(blocks).copied();
        // Events never mention air.
        let known = |id: &u64| *id > 0 && u16::try_from(*id).is_ok_and(&is_block);
        self.blocks = all.filter(may_be).filter(known).collect();
    }

    /// Whether a number is a page's id: an element of it is named, or a script opens it, or it is
    /// long enough.
    pub(crate) fn is_page(&self, page: &str) -> bool {
        page.len() >= PAGE_DIGITS
            || self.opened.contains(page)
            || self.elements.iter().any(|id| id.split('_').next() == Some(page))
            || self.changed.keys().any(|(of, _)| of == page)
    }

    /// The pages, among some, that no script opens. Their map must have opened them at the start.
    pub(crate) fn unopened<'a>(
        &'a self,
        pages: impl IntoIterator<Item = &'a str>,
    ) -> BTreeSet<String> {
        let closed = |page: &&str| !self.opens_any && !self.opened.contains(*page);
        pages.into_iter().filter(closed).map(ToOwned::to_owned).collect()
    }

    /// Elements that scripts change and that are not buttons, by page and number.
    pub(crate) fn shown(&self) -> BTreeMap<(&str, u32), ElementKind> {
        let own = self.changed.iter().map(|((page, number), kind)| ((&**page, *number), *kind));
        let pages = self.pages.iter().take(PAGES_MAX);
        let parts = pages.flat_map(|page| {
            let parts = self.changed_parts.iter().take(BUTTONS_MAX);
            parts.map(move |(number, kind)| ((&**page, *number), *kind))
        });
        let mut shown: BTreeMap<_, _> = parts.chain(own).collect();
        let buttons = self.buttons();
        shown.retain(|element, _| !buttons.contains(element));
        shown
    }

    /// The buttons that scripts listen to, by page and number.
    pub(crate) fn buttons(&self) -> BTreeSet<(&str, u32)> {
        let named = self.elements.iter().filter_map(|id| {
            let (page, number) = id.split_once('_')?;
            Some((page, number.parse().ok()?))
        });
        let mut buttons: BTreeSet<(&str, u32)> = named.collect();
        for page in self.pages.iter().take(PAGES_MAX) {
            let ended = self.endings.iter().take(BUTTONS_MAX);
            buttons.extend(ended.map(|number| (page.as_str(), *number)));
            if self.hears {
                self.guess(page, &mut buttons);
            }
        }
        buttons
    }

    /// Adds buttons of a page whose elements' names scripts compute: those built from known parts,
    /// else the numbers that scripts compare with, else a keypad. A button too many is harmless,
    /// but a page cannot be used without the one for which a script waits.
    fn guess<'a>(&self, page: &'a str, buttons: &mut BTreeSet<(&'a str, u32)>) {
        let parts = self.parts.iter().take(BUTTONS_MAX);
        buttons.extend(parts.map(|number| (page, *number)));
        let has_any = |buttons: &BTreeSet<(&str, u32)>| {
            buttons.range((page, 0)..=(page, u32::MAX)).next().is_some()
        };
        if !has_any(buttons) {
            let counted = self.counted.iter().take(BUTTONS_MAX);
            buttons.extend(counted.map(|number| (page, *number)));
        }
        if !has_any(buttons) {
            buttons.extend((1..=GUESSED).map(|number| (page, number)));
        }
    }
}

/// Reads the calls that open pages or change elements.
fn tell_calls<'a>(script: &Tokens<'a>, named: &mut Named<'a>, found: &mut Literals) {
    for (at, _, _) in script.iter() {
        let Some((table, name, passes)) = script.call(at) else { continue };
        found.teams |= table == Some("Team") || ["getTeam", "setTeam"].contains(&name);
        let arguments = script.arguments(at + 1);
        let argument = |number: usize| arguments.get(number - usize::from(passes)).cloned();
        if name == OPENS {
            let tokens = argument(2).into_iter().flatten();
            let texts = tokens.clone().filter_map(|at| script.text(at));
            let known: BTreeSet<String> = texts.map(ToOwned::to_owned).collect();
            let names: BTreeSet<&str> = tokens.filter_map(|at| script.name(Some(at))).collect();
            found.opens_any |= known.is_empty() && names.is_empty();
            found.opened.extend(known);
            named.opened.extend(names);
        } else if table == Some("Customui") {
            let last = argument(3).and_then(|tokens| tokens.last());
            if let Some(name) = last.and_then(|at| script.name(Some(at))) {
                named.changed.entry(name).or_insert_with(|| kind_of(name_of_change(script, at)));
            }
        }
    }
}

fn name_of_change<'a>(script: &Tokens<'a>, at: usize) -> &'a str {
    script.name(Some(at)).unwrap_or_default()
}

/// The kind of element that a function of `Customui` changes.
fn kind_of(function: &str) -> ElementKind {
    match function {
        "setTexture" => ElementKind::Picture,
        _ if function.contains("Loader") => ElementKind::Loader,
        _ if function.contains("Progress") => ElementKind::Progress,
        _ if function.contains("Slider") => ElementKind::Slider,
        _ => ElementKind::Text,
    }
}

fn tell<'a>(
    script: &Tokens<'a>,
    named: &Named<'_>,
    held: &mut BTreeSet<&'a str>,
    found: &mut Literals,
) {
    let compared = script.compared_names();
    // Whether a token is the value of a variable with which something is compared.
    let is_held = |at| script.assigned(at).is_some_and(|name| compared.contains(name));
    let hears = script.iter().any(|(_, _, text)| PRESSED.contains(&text));
    found.hears |= hears;
    // The end of the last call that changes elements, within which names are not buttons', and the
    // kind of element that it changes.
    let (mut shown, mut kind) = (0, ElementKind::Text);
    for (at, token, _) in script.iter() {
        let is_compared = script.compared_with(at).next().is_some();
        match token {
            Token::Name("dispatchEvent") => found.dispatches = true,
            Token::Name("Customui" | "UI") if script.is_sign(Some(at + 3), b'(') => {
                shown = shown.max(script.within(at + 3).end);
                kind = kind_of(name_of_change(script, at + 2));
            }
            Token::Number if is_compared || is_held(at) || script.is_key(at) => {
                let number = script.number(at);
                found.numbers.extend(number);
                let button = number.filter(|number| hears && (1..=NUMBER_MAX).contains(number));
                found.counted.extend(button.and_then(|number| u32::try_from(number).ok()));
            }
            Token::String => {
                let Some(text) = script.text(at) else { continue };
                let matters = is_compared || script.is_key(at) || is_held(at);
                tell_text(text, matters, found);
                let name = script.assigned(at);
                held.extend(name);
                if name.is_some_and(|name| named.opened.contains(name)) {
                    found.opened.insert(text.to_owned());
                }
                let changed = name.and_then(|name| named.changed.get(name)).copied();
                let changed = changed.or((at < shown).then_some(kind));
                match (element(text), ending(text)) {
                    (Some(element), _) => tell_element(element, changed, matters, hears, found),
                    (None, Some(part)) if at < shown => {
                        found.changed_parts.entry(part).or_insert(kind);
                    }
                    (None, Some(part)) => drop(found.parts.insert(part)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The page and number in the full name of an element, such as `7072350482370595313_9`.
fn element(text: &str) -> Option<(&str, u32)> {
    let (page, number) = text.split_once('_')?;
    let is_page = page.len() >= ELEMENT_DIGITS && page.bytes().all(|byte| byte.is_ascii_digit());
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if is_page && digits { Some((page, number.parse().ok()?)) } else { None }
}

/// Notes an element that a script names in full: it is a button if presses are compared with it, or
/// if scripts listen to presses and do nothing else to it.
fn tell_element(
    (page, number): (&str, u32),
    changed: Option<ElementKind>,
    matters: bool,
    hears: bool,
    found: &mut Literals,
) {
    found.pages.insert(page.to_owned());
    match changed {
        Some(kind) if !matters => {
            found.changed.entry((page.to_owned(), number)).or_insert(kind);
        }
        None if !matters && !hears => {
            found.changed.entry((page.to_owned(), number)).or_insert(ElementKind::Text);
        }
        _ => drop(found.elements.insert(format!("{page}_{number}"))),
    }
}

/// The number at the end of a text that may be part of an element's name or a pattern for it: `_2`,
/// `PAGE_2`, the pattern `_2$`.
fn ending(text: &str) -> Option<u32> {
    let (start, end) = text.strip_suffix('$').unwrap_or(text).rsplit_once('_')?;
    // A text that names its page applies to that page only.
    if start.len() >= PAGE_DIGITS && start.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = (1..=3).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_digit());
    if digits { end.parse().ok() } else { None }
}

fn tell_text(text: &str, matters: bool, found: &mut Literals) {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(text) && text.len() >= PAGE_DIGITS {
        found.pages.insert(text.to_owned());
    }
    if !matters {
        return;
    }
    if digits(text) && text.len() <= 3 {
        found.counted.extend(text.parse::<u32>());
    }
    match text.split_once('_') {
        Some(("", end)) if digits(end) => found.endings.extend(end.parse::<u32>()),
        Some((page, end)) if digits(page) && digits(end) => {}
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
    fn elements_whose_names_are_computed_are_buttons() {
        let page = r#"local ui = "7100000" ScriptSupportEvent:registerEvent("UI.Button.Click", f)"#;
        for (source, buttons) in [
            (
                r#"local el = { close = "_3", buy = "_4" } if e.uielement == ui .. el.buy then"#,
                "3 4",
            ),
            (r#"if p.uielement:find("_2$") then f() end"#, "2"),
            ("if p.uielement == ui .. [[_2]] then f() end", "2"),
            (
                r#"local n = tonumber(e.uielement:match("_(%d+)$")) if n == 5 then elseif n == 6"#,
                "5 6",
            ),
            (r#"local n = e.uielement:sub(#ui + 2) if n == "5" then f() end"#, "5"),
            ("local deeds = { [5] = f, [6] = g } deeds[tonumber(e.uielement:sub(21))](e)", "5 6"),
            (
                r#"Customui:setText(u, ui, ui .. "_9", "") if e.uielement == E(4) then"#,
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
            ),
        ] {
            let found = found(&format!("{page} {source}"));
            let numbers: Vec<String> =
                found.buttons().iter().map(|(_, number)| number.to_string()).collect();
            assert_eq!(numbers.join(" "), buttons, "{source}");
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
