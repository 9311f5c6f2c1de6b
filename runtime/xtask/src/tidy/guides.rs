//! What the pages for authors of maps say agrees with the code, and in both languages.
//!
//! A page of `scripts/reference` or `scripts/recipes` has its Chinese one beside it, `x.zh.md`,
//! with the same headings, tables, lists and code. Rows that end in a link to a constant give its
//! value; columns of messages quote what the code says, with `…` for what differs from case to
//! case. Some pages list all names of a kind, such as the keys of a manifest.

use std::collections::BTreeMap;

use super::Finding;
use crate::tree::SourceFile;

/// The folders of such pages.
const FOLDERS: [&str; 2] = ["scripts/reference/", "scripts/recipes/"];
/// The ending of a page in Chinese, and of one in English.
const ENDINGS: [&str; 2] = [".zh.md", ".md"];
/// What the head of a column says that quotes messages.
const MESSAGES: [&str; 2] = ["Message", "提示"];
/// Messages of libraries.
const FOREIGN: [&str; 6] = [
    "missing field",
    "unknown variant",
    ", expected one of",
    "invalid length",
    ", expected an array of length",
    "stack overflow",
];
/// Parts of a message that are shorter say nothing.
const FRAGMENT_LEAST: usize = 4;

/// What a page must hold, by what a file of the code has.
struct Listing {
    /// The page.
    page: &'static str,
    /// The file.
    source: &'static str,
    /// What the page must hold, from the text of the file.
    wanted: fn(&str) -> Vec<String>,
}

const LISTINGS: [Listing; 8] = [
    Listing {
        page: "scripts/reference/manifest.md",
        source: "runtime/plugin/src/package/manifest.rs",
        wanted: |text| cells(fields(text, "struct Manifest {")),
    },
    Listing {
        page: "scripts/reference/camera.md",
        source: "runtime/plugin/src/package/manifest.rs",
        wanted: |text| cells(fields(text, "struct Camera {")),
    },
    Listing {
        page: "scripts/reference/blocks.md",
        source: "world/src/block.rs",
        wanted: |text| spans(fields(text, "struct BlockDef {")),
    },
    Listing {
        page: "scripts/reference/blocks.md",
        source: "world/src/block.rs",
        wanted: |text| cells(variants(text, "enum Shape {")),
    },
    Listing {
        page: "scripts/reference/blocks.md",
        source: "world/src/builtin.rs",
        wanted: |text| spans(palette(text)),
    },
    Listing {
        page: "scripts/reference/tests.md",
        source: "runtime/room/src/testing/driver.rs",
        wanted: |text| methods(text).into_iter().map(|name| format!("| `t:{name}(")).collect(),
    },
    Listing {
        page: "scripts/reference/search.md",
        source: "runtime/plugins/rules/src/level.rs",
        wanted: levels,
    },
    Listing {
        page: "scripts/BOARDS.md",
        source: "runtime/plugins/rules/src/types.rs",
        wanted: |text| {
            let names = members(text, "static DEFINITION").into_iter();
            names.map(|name| format!("| `{name}")).collect()
        },
    },
];

pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) {
    let by_path: BTreeMap<&str, &SourceFile> =
        files.iter().map(|file| (file.path.as_str(), file)).collect();
    let is_page = |file: &&SourceFile| {
        file.is("md") && FOLDERS.iter().any(|folder| file.path.starts_with(folder))
    };
    let has_pages = files.iter().any(|file| is_page(&file));
    let code = files.iter().filter(|file| has_pages && is_code(file)).map(unescaped);
    let code: Vec<String> = code.collect();
    for page in files.iter().filter(is_page) {
        let of = |ending: &str| page.path.strip_suffix(ending);
        let other = match ENDINGS.map(of) {
            [Some(name), _] => format!("{name}.md"),
            [None, name] => format!("{}.zh.md", name.unwrap_or_default()),
        };
        match by_path.get(other.as_str()) {
            None => {
                let what = format!("has no counterpart `{other}`");
                found.push(finding(page, 1, "translation", what));
            }
            Some(english) if page.path.ends_with(ENDINGS[0]) => compare(page, english, found),
            Some(_) => {}
        }
        limits(page, &by_path, found);
        messages(page, &code, found);
    }
    for listing in LISTINGS {
        let (Some(page), Some(source)) = (by_path.get(listing.page), by_path.get(listing.source))
        else {
            continue;
        };
        let wanted = (listing.wanted)(&source.text);
        if wanted.is_empty() {
            let what = format!("{} no longer says what the page is to list", source.path);
            found.push(finding(page, 1, "listed", what));
        }
        for text in wanted.iter().filter(|text| !page.text.contains(*text)) {
            let what = format!("lacks `{text}`, which {} has", source.path);
            found.push(finding(page, 1, "listed", what));
        }
    }
}

fn finding(file: &SourceFile, line: usize, rule: &'static str, what: String) -> Finding {
    Finding { path: file.path.clone(), line, rule, what }
}

/// The first place in which a page in Chinese is made otherwise than the English one.
fn compare(chinese: &SourceFile, english: &SourceFile, found: &mut Vec<Finding>) {
    let (here, there) = (skeleton(&chinese.text), skeleton(&english.text));
    let end = (chinese.text.lines().count(), String::from("the page's end"));
    for index in 0..here.len().max(there.len()) {
        let (line, own) = here.get(index).unwrap_or(&end);
        let (other_line, other) = there.get(index).unwrap_or(&end);
        if own != other {
            let what = format!("`{own}` where {}:{other_line} has `{other}`", english.path);
            found.push(finding(chinese, *line, "translation", what));
            return;
        }
    }
}

/// What both languages have in common, with lines: the level of each heading, the columns of each
/// row, each item of a list, and code as it is.
fn skeleton(text: &str) -> Vec<(usize, String)> {
    let mut parts = Vec::new();
    let mut in_code = false;
    for (line, text) in (1..).zip(text.lines()) {
        let part = if text.starts_with("```") {
            in_code = !in_code;
            text.to_owned()
        } else if in_code {
            text.to_owned()
        } else if text.starts_with('#') {
            text.chars().take_while(|c| *c == '#').collect()
        } else if text.starts_with('|') {
            format!("a row of {}", row(text).len())
        } else if text.starts_with("- ") {
            "-".to_owned()
        } else {
            continue;
        };
        parts.push((line, part));
    }
    parts
}

/// The cells of a row of a table.
fn row(line: &str) -> Vec<String> {
    let hidden = line.replace("\\|", "\u{0}");
    let inner = hidden.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// Compares rows whose last cell links to a constant with the code.
fn limits(page: &SourceFile, by_path: &BTreeMap<&str, &SourceFile>, found: &mut Vec<Finding>) {
    for (line, text) in (1..).zip(page.text.lines()).filter(|(_, text)| text.starts_with('|')) {
        let row = row(text);
        let [_, limit, _, constant] = row.as_slice() else { continue };
        let Some((name, target)) =
            constant.strip_prefix("[`").and_then(|rest| rest.strip_suffix(')')?.split_once("`]("))
        else {
            continue;
        };
        let path = target.trim_start_matches("../");
        let there = by_path.get(path).and_then(|file| value(&file.text, name));
        let said = number(&limit.replace(',', ""));
        if there.is_none() || there != said {
            let there = there.map_or("not there".to_owned(), |value| value.to_string());
            let what = format!("gives {limit} for `{name}`, which is {there} in {path}");
            found.push(finding(page, line, "limit", what));
        }
    }
}

/// Looks for the messages that tables quote: those of a column whose head says so.
fn messages(page: &SourceFile, code: &[String], found: &mut Vec<Finding>) {
    let mut column = None;
    let mut is_within = false;
    for (line, text) in (1..).zip(page.text.lines()) {
        let was_within = std::mem::replace(&mut is_within, text.starts_with('|'));
        if !is_within {
            continue;
        }
        let row = row(text);
        if !was_within {
            column = row.iter().position(|head| MESSAGES.iter().any(|word| head.contains(word)));
            continue;
        }
        let Some(cell) = column.and_then(|column| row.get(column)) else { continue };
        for fragment in fragments(cell) {
            let is_foreign = FOREIGN.iter().any(|part| part.contains(&fragment));
            if !is_foreign && !code.iter().any(|text| text.contains(&fragment)) {
                let what = format!("quotes `{fragment}`, which no message of the code has");
                found.push(finding(page, line, "message", what));
            }
        }
    }
}

fn is_code(file: &SourceFile) -> bool {
    let is_ours = file.path.starts_with("runtime/") || file.path.starts_with("world/");
    is_ours && (file.is("rs") || file.is("luau")) && !file.path.starts_with("runtime/xtask/")
}

/// A file's text with its literals as they are read: what goes on in the next line is one.
fn unescaped(file: &SourceFile) -> String {
    let lines = file.text.lines().map(str::trim_start);
    let joined = lines.map(|line| line.strip_suffix('\\').unwrap_or(line));
    joined.collect::<String>().replace("\\\"", "\"").replace("\\`", "`")
}

/// The parts of a quoted message that stand together in the code: numbers, names and what `…`
/// stands for differ, and what a colon or semicolon joins may come from several places.
fn fragments(cell: &str) -> Vec<String> {
    let Some(start) = cell.find('`') else { return Vec::new() };
    let ticks: String = cell[start..].chars().take_while(|c| *c == '`').collect();
    let inner = &cell[start + ticks.len()..];
    let quoted = inner.find(&ticks).map_or(inner, |end| &inner[..end]);
    let parts = quoted.split(|c: char| "…`:;".contains(c) || c.is_ascii_digit());
    let parts = parts.map(str::trim).filter(|part| part.chars().count() >= FRAGMENT_LEAST);
    parts.map(str::to_owned).collect()
}

/// The value of a constant, a field of a default, or a local of a script.
fn value(text: &str, name: &str) -> Option<u64> {
    let find = |line: &str| {
        let line = line.trim();
        if let Some((_, rest)) = line.split_once(&format!("const {name}:")) {
            return evaluated(rest.split_once('=')?.1.split(';').next()?, text);
        }
        if let Some(rest) = line.strip_prefix(&format!("{name}:")) {
            return evaluated(rest.trim_end_matches(','), text);
        }
        let statement = line.strip_prefix("local ")?.split("--").next()?;
        let (names, values) = statement.split_once('=')?;
        let place = names.split(',').position(|other| other.trim() == name)?;
        evaluated(values.split(',').nth(place)?, text)
    };
    text.lines().find_map(find)
}

/// A number, another constant of the file, or two of them with `*` or `<<` between.
fn evaluated(expression: &str, text: &str) -> Option<u64> {
    let operand = |word: &str| {
        let word = word.trim();
        let is_name = word.starts_with(|c: char| c.is_ascii_uppercase());
        if is_name { value(text, word) } else { number(&word.replace('_', "")) }
    };
    if let Some((left, right)) = expression.split_once("<<") {
        return operand(left)?.checked_shl(u32::try_from(operand(right)?).ok()?);
    }
    match expression.split_once('*') {
        Some((left, right)) => operand(left)?.checked_mul(operand(right)?),
        None => operand(expression),
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok()
}

/// The lines between one that ends in `head` and the next `}` at its indentation.
fn body<'a>(text: &'a str, head: &str) -> impl Iterator<Item = &'a str> {
    let after = text.split_once(head).map_or("", |(_, after)| after);
    after.lines().take_while(|line| *line != "}").map(str::trim)
}

/// The names of a struct's fields, as TOML has them: one that the code does not read begins with
/// `_` there.
fn fields(text: &str, head: &str) -> Vec<String> {
    let field = |line: &str| {
        let line = line.trim_start_matches("pub(super) ").trim_start_matches("pub ");
        let (name, _) = line.split_once(": ")?;
        let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        is_name.then(|| name.trim_start_matches('_').to_owned())
    };
    body(text, head).filter_map(field).collect()
}

/// The variants of an enum, in lower case.
fn variants(text: &str, head: &str) -> Vec<String> {
    let variant = |line: &str| {
        let name = line.strip_suffix(',')?;
        name.bytes().all(|byte| byte.is_ascii_alphabetic()).then(|| name.to_lowercase())
    };
    body(text, head).filter_map(variant).collect()
}

/// The keys of the blocks of the palette, of which each has a line.
fn palette(text: &str) -> Vec<String> {
    let key = |line: &str| {
        let (id, rest) = line.trim().strip_prefix('(')?.split_once(", \"")?;
        id.parse::<u16>().ok()?;
        Some(rest.split('"').next()?.to_owned())
    };
    text.lines().filter_map(key).collect()
}

/// The methods of a test's driver.
fn methods(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_next = false;
    for line in text.lines().map(str::trim) {
        let name = if is_next || line.contains("\": |") {
            line.strip_prefix('"')
        } else {
            line.strip_prefix("act(\"")
        };
        names.extend(name.and_then(|name| name.split('"').next()).map(str::to_owned));
        is_next = line == "t.set(";
    }
    names
}

/// The rows of the table of levels.
fn levels(text: &str) -> Vec<String> {
    let level = |line: &str| {
        let inner = line.trim().strip_prefix("Level { nodes: ")?;
        let digits = inner.split(|c: char| !c.is_ascii_digit() && c != '_');
        let numbers: Vec<String> =
            digits.filter_map(|part| number(&part.replace('_', ""))).map(with_commas).collect();
        Some(numbers.join(" | "))
    };
    let rows = text.lines().filter_map(level);
    (1..).zip(rows).map(|(number, row)| format!("| {number} | {row} |")).collect()
}

/// A number as pages write it: `20,000,000`.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The fields of a table that `lua_type!` declares, by the words before its name.
fn members(text: &str, head: &str) -> Vec<String> {
    let after = text.split_once(head).map_or("", |(_, after)| after);
    let within = after.split("\n}").next().unwrap_or_default();
    let member = |line: &str| {
        let name = line.strip_prefix("    ")?.split(['(', ':']).next()?;
        let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        (is_name && !name.is_empty()).then(|| name.to_owned())
    };
    within.lines().skip(1).filter_map(member).collect()
}

/// Names as the first cells of rows.
fn cells(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| format!("| `{name}` |")).collect()
}

/// Names as code.
fn spans(names: Vec<String>) -> Vec<String> {
    names.into_iter().map(|name| format!("`{name}`")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "runtime/plugins/rules/src/spec.rs";
    const PAGE: &str = "scripts/reference/limits.md";
    const CODE: &str = "const SIDE: u8 = 26;\nconst ALL: usize = 4 << 10;\nconst TWICE: u64 = 2 * \
                        ALL;\nformat!(\"`from` 1 to {SIDE}, \\\n    \\\"not\\\" {found}\")";

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> =
            files.iter().map(|(path, text)| SourceFile::new(*path, *text)).collect();
        let mut found = Vec::new();
        check(&files, &mut found);
        found.iter().map(ToString::to_string).collect()
    }

    /// The findings of a page in both languages with these rows.
    fn of_rows(rows: &str) -> Vec<String> {
        found(&[(RULES, CODE), (PAGE, rows), ("scripts/reference/limits.zh.md", rows)])
            .into_iter()
            .filter(|it| it.starts_with("scripts/reference/limits.md"))
            .collect()
    }

    fn a_row(limit: &str, message: &str, name: &str) -> String {
        format!("| x | {limit} | {message} | [`{name}`](../../{RULES}) |\n")
    }

    #[test]
    fn a_limit_is_that_of_the_code() {
        for (limit, name) in [("26", "SIDE"), ("4,096", "ALL"), ("8,192", "TWICE")] {
            assert_eq!(of_rows(&a_row(limit, "", name)), [""; 0], "{name}");
        }
        let wrong = of_rows(&a_row("27", "", "SIDE"));
        let what = format!("{PAGE}:1: gives 27 for `SIDE`, which is 26 in {RULES} [limit]");
        assert_eq!(wrong, [what]);
        assert!(of_rows(&a_row("1", "", "GONE"))[0].contains("not there"));
    }

    #[test]
    fn a_message_is_one_of_the_code() {
        let row =
            |message: &str| of_rows(&format!("| x | Message |\n| - | - |\n| y | {message} |\n"));
        let what = "quotes `rows from`, which no message of the code has [message]";
        assert_eq!(row("`rows from 1 to …`"), [format!("{PAGE}:3: {what}")]);
        assert_eq!(row("`` `from` 1 to 26, \"not\" … ``"), [""; 0]);
        assert_eq!(row("what is left is dropped"), [""; 0]);
        assert_eq!(of_rows("| x | Else |\n| - | - |\n| y | `rows from 1` |\n"), [""; 0]);
    }

    #[test]
    fn both_languages_are_made_alike() {
        let pages = |english: &str, chinese: &str| {
            let recipe = "scripts/recipes/dice";
            found(&[(&format!("{recipe}.md"), english), (&format!("{recipe}.zh.md"), chinese)])
        };
        let page = "# Dice\n\nText.\n\n| a | b |\n- c\n```lua\nd()\n```\n";
        assert_eq!(pages(page, &page.replace("Text.", "文字，\n两行。")), [""; 0]);
        for (old, new, line) in [
            ("# Dice", "## 骰子", 1),
            ("| a | b |", "| a |", 5),
            ("- c\n", "", 6),
            ("d()", "e()", 8),
            ("```\n", "```\n## 另外\n", 10),
        ] {
            let found = pages(page, &page.replacen(old, new, 1));
            let at = format!("scripts/recipes/dice.zh.md:{line}: ");
            assert!(found.len() == 1 && found[0].starts_with(&at), "{old}: {found:?}");
        }
        let alone = found(&[("scripts/recipes/dice.md", page)]);
        assert!(alone[0].contains("no counterpart `scripts/recipes/dice.zh.md`"), "{alone:?}");
    }

    #[test]
    fn what_a_page_lists_is_all_there_is() {
        let code = "struct Camera {\n    /// A point.\n    pub target: [f32; 3],\n    #[x]\n    pub \
                    yaw: f32,\n}\nstruct Manifest {\n    pub(super) id: String,\n    _version: S,\n}";
        let both = |path: &str, text: &str| {
            let chinese = path.replace(".md", ".zh.md");
            found(&[
                ("runtime/plugin/src/package/manifest.rs", code),
                (path, text),
                (&chinese, text),
            ])
        };
        assert_eq!(both("scripts/reference/camera.md", "| `target` |\n| `yaw` |\n"), [""; 0]);
        let lacking = both("scripts/reference/camera.md", "| `target` |\n");
        assert!(lacking.len() == 1 && lacking[0].contains("lacks `| `yaw` |`"), "{lacking:?}");
        let keys = both("scripts/reference/manifest.md", "| `id` |\n| `version` |\n");
        assert_eq!(keys, [""; 0]);
    }

    #[test]
    fn names_are_found_where_the_code_has_them() {
        let driver = "    \"join\": |d, _, name => N| {\n    act(\"sit\", |p, r, l| {\n    t.set(\n        \
                      \"equal\",\n";
        assert_eq!(methods(driver), ["join", "sit", "equal"]);
        let table = "    Level { nodes: 1_500, depth: 2, fuel: 50_000_000, careless: 10 },";
        assert_eq!(levels(table), ["| 1 | 1,500 | 2 | 50,000,000 | 10 |"]);
        assert_eq!(palette("    (14, \"sand\", \"沙子\", \"Sand\", 1),\n(a, \"b\")"), ["sand"]);
        assert_eq!(variants("enum Shape {\n    /// A.\n    Cube,\n}", "enum Shape {"), ["cube"]);
        let table = "    static ONE = \"One\";\n\n    /// That: it is.\n    @optional\n    legal(\
                     state: \"S\"): \"{ any }\";\n    a_b: \"number\";\n}\n    c: \"d\";\n";
        assert_eq!(members(table, "static ONE"), ["legal", "a_b"]);
        assert_eq!(value("local A, B = 5, 7 -- each", "A"), Some(5));
        assert_eq!(value("    pub most: u64,\n    most: 50_000,", "most"), Some(50_000));
    }
}
