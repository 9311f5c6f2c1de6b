//! The Markdown that our guides are written in, as HTML: headings, paragraphs, lists, tables, code,
//! links and emphasis. Nothing else is understood, and nothing in it becomes HTML of its own.

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// 1 for the page's own.
    pub(super) level: usize,
    /// What it says, without marks.
    pub(super) text: String,
    /// What links to it end in.
    pub(super) id: String,
    /// The paragraph after it, without marks.
    pub(super) about: String,
}

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) html: String,
    pub(super) headings: Vec<Heading>,
}

/// Reads a text.
pub(super) fn page(text: &str) -> Page {
    let lines: Vec<&str> = text.lines().collect();
    let mut page = Page::default();
    let mut at = 0;
    while at < lines.len() {
        at += page.block(&lines[at..]).max(1);
    }
    page
}

impl Page {
    /// Adds the block that the lines begin with; how many lines it takes.
    fn block(&mut self, lines: &[&str]) -> usize {
        let first = lines[0];
        let level = first.bytes().take_while(|byte| *byte == b'#').count();
        if first.trim().is_empty() {
            1
        } else if level > 0 && first[level..].starts_with(' ') {
            self.heading(level, first[level..].trim());
            1
        } else if let Some(language) = first.strip_prefix("```") {
            let end = lines[1..].iter().position(|line| line.starts_with("```"));
            let length = end.unwrap_or(lines.len() - 1);
            self.code(language.trim(), &lines[1..=length]);
            length + 2
        } else if first.starts_with("    ") {
            let length = run(lines, |line| line.starts_with("    ") || line.trim().is_empty());
            self.code("", &lines[..length]);
            length
        } else if first.starts_with('|') {
            let length = run(lines, |line| line.starts_with('|'));
            self.table(&lines[..length]);
            length
        } else if let Some(list) = item(first) {
            let length = run(lines, |line| item(line).is_some() || line.starts_with("  "));
            self.list(list.0, &lines[..length]);
            length
        } else {
            let length = run(lines, |line| {
                let begins = ["#", "```", "|"].iter().any(|mark| line.starts_with(mark));
                !line.trim().is_empty() && !begins && item(line).is_none()
            });
            let text = lines[..length].join("\n");
            if let Some(heading) = self.headings.last_mut()
                && heading.about.is_empty()
            {
                heading.about = bare(&text);
            }
            self.html.push_str(&format!("<p>{}</p>\n", inline(&text)));
            length
        }
    }

    fn heading(&mut self, level: usize, text: &str) {
        let name = bare(text);
        let mut id = slug(&name);
        while self.headings.iter().any(|heading| heading.id == id) {
            id.push('_');
        }
        self.html.push_str(&format!(
            "<h{level} id=\"{id}\">{}<a class=\"link\" href=\"#{id}\" aria-label=\"#\">#</a>\
             </h{level}>\n",
            inline(text)
        ));
        self.headings.push(Heading { level, text: name, id, about: String::new() });
    }

    fn code(&mut self, language: &str, lines: &[&str]) {
        let text: Vec<&str> =
            lines.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
        let (text, language) = (escaped(text.join("\n").trim_end()), escaped(language));
        self.html.push_str(&format!("<pre><code class=\"{language}\">{text}</code></pre>\n"));
    }

    fn table(&mut self, lines: &[&str]) {
        self.html.push_str("<div class=\"wide\"><table>\n");
        for (number, line) in lines.iter().enumerate().filter(|(number, _)| *number != 1) {
            let cell = if number == 0 { "th" } else { "td" };
            self.html.push_str("<tr>");
            for text in cells(line) {
                self.html.push_str(&format!("<{cell}>{}</{cell}>", inline(text.trim())));
            }
            self.html.push_str("</tr>\n");
        }
        self.html.push_str("</table></div>\n");
    }

    fn list(&mut self, numbered: bool, lines: &[&str]) {
        let tag = if numbered { "ol" } else { "ul" };
        let mut items: Vec<String> = Vec::new();
        for line in lines {
            match (item(line), items.last_mut()) {
                (Some((_, text)), _) => items.push(text.to_owned()),
                (None, Some(last)) => *last += &format!("\n{}", line.trim()),
                (None, None) => {}
            }
        }
        self.html.push_str(&format!("<{tag}>\n"));
        for text in items {
            self.html.push_str(&format!("<li>{}</li>\n", inline(&text)));
        }
        self.html.push_str(&format!("</{tag}>\n"));
    }
}

/// How many of the first lines are so.
fn run(lines: &[&str], is_so: impl Fn(&str) -> bool) -> usize {
    lines.iter().position(|line| !is_so(line)).unwrap_or(lines.len())
}

/// What an item of a list says, and whether the list is numbered.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(text) = line.strip_prefix("- ") {
        return Some((false, text));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let text = line[digits..].strip_prefix(". ").filter(|_| digits > 0)?;
    Some((true, text))
}

/// The cells of a row; a bar within code is none.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    let (mut cells, mut start, mut in_code) = (Vec::new(), 0, false);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'`' => in_code = !in_code,
            b'|' if !in_code => {
                cells.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    cells.push(&line[start..]);
    cells
}

/// Code, links and emphasis within a paragraph.
fn inline(text: &str) -> String {
    let mut html = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            html.push_str(&format!("<code>{}</code>", escaped(part)));
        } else {
            html.push_str(&emphasis(&links(&escaped(part))));
        }
    }
    html
}

fn emphasis(html: &str) -> String {
    let marked = |html: &str, mark: &str, tag: &str| {
        let parts: Vec<&str> = html.split(mark).collect();
        // A mark without its other half stands for itself.
        if parts.len().is_multiple_of(2) {
            return html.to_owned();
        }
        let tags = |(number, part): (usize, &&str)| match number % 2 {
            0 => (*part).to_owned(),
            _ => format!("<{tag}>{part}</{tag}>"),
        };
        parts.iter().enumerate().map(tags).collect()
    };
    marked(&marked(html, "**", "strong"), "*", "em")
}

/// Links to other guides become links to their pages; those to elsewhere are left as text.
fn links(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link = after.split_once("](").and_then(|(label, tail)| {
            let (target, tail) = tail.split_once(')')?;
            Some((label, target, tail))
        });
        match link {
            Some((label, target, tail)) => {
                match local(target) {
                    Some(page) => out.push_str(&format!("<a href=\"{page}\">{label}</a>")),
                    None => out.push_str(label),
                }
                rest = tail;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out + rest
}

/// The page that a link of a guide leads to.
fn local(target: &str) -> Option<String> {
    let (path, place) = target.split_once('#').unwrap_or((target, ""));
    let page = match path.rsplit('/').next()? {
        "README.md" => "index.html",
        "BOARDS.md" => "boards.html",
        "reference.md" => "api.html",
        "" => "",
        _ => return None,
    };
    Some(if place.is_empty() { page.to_owned() } else { format!("{page}#{place}") })
}

/// A text without marks.
fn bare(text: &str) -> String {
    text.replace(['`', '*'], "").replace('\n', " ")
}

/// What links to a heading end in: `Hud.setStatus` for a function, words and hyphens for the rest.
fn slug(text: &str) -> String {
    let call = text.split('(').next().unwrap_or_default();
    let is_name = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
    if let Some((module, name)) = call.split_once(':')
        && is_name(module)
        && is_name(name)
    {
        return format!("{module}.{name}");
    }
    if text.contains('(') && is_name(call) {
        return call.to_owned();
    }
    let letters = text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let slug: String = letters.collect::<String>().to_lowercase();
    slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// A text in which nothing is HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_guides_are_written_in_becomes_html() {
        let text = "# A *page*\n\nSome `code <b>` and **more**,\nsee [boards](BOARDS.md#x).\n\n\
             - one\n  more\n- two\n\n1. first\n\n| a | `b|c` |\n|---|---|\n| 1 | 2 |\n\n```lua\nx < 1\n```\n\n    plain\n";
        let page = page(text);
        for wanted in [
            "<h1 id=\"a-page\">A <em>page</em>",
            "<code>code &lt;b&gt;</code> and <strong>more</strong>,\nsee <a href=\"boards.html#x\">boards</a>.",
            "<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>",
            "<ol>\n<li>first</li>\n</ol>",
            "<tr><th>a</th><th><code>b|c</code></th></tr>\n<tr><td>1</td><td>2</td></tr>",
            "<pre><code class=\"lua\">x &lt; 1</code></pre>",
            "<pre><code class=\"\">plain</code></pre>",
        ] {
            assert!(page.html.contains(wanted), "{wanted}\n{}", page.html);
        }
        assert_eq!(page.headings[0].about, "Some code <b> and more, see [boards](BOARDS.md#x).");
    }

    #[test]
    fn functions_have_links_of_their_own() {
        assert_eq!(slug("Hud:setStatus([text])"), "Hud.setStatus");
        assert_eq!(slug("Clock:left(seat) → seconds, periods"), "Clock.left");
        assert_eq!(slug("T(key, [args])"), "T");
        assert_eq!(slug("Numbers with names"), "numbers-with-names");
        assert_eq!(page("# x\n\n# x\n").headings[1].id, "x_");
    }

    #[test]
    fn a_text_that_looks_like_html_stays_text() {
        let page = page("<script>alert(1)</script> a * b & [no](https://example.org)");
        assert_eq!(page.html, "<p>&lt;script&gt;alert(1)&lt;/script&gt; a * b &amp; no</p>\n");
    }
}
