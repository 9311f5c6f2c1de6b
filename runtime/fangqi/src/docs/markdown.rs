//! The guides' Markdown as HTML. Nothing in it becomes HTML of its own, headings can be linked to,
//! and links between guides become links between their pages.

use std::iter::once;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

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

/// Reads a text. `prefix` begins what links to its headings end in.
pub(super) fn page(text: &str, prefix: &str) -> Page {
    let mut page = Page::default();
    let mut events = Vec::new();
    let mut reading = Reading { prefix, is_linked: false, last: ' ' };
    let mut parser =
        Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| reading.ours(event));
    while let Some(event) = parser.next() {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let within = until(&mut parser, |end| matches!(end, TagEnd::Heading(_)));
                let id = page.heading(level as usize, bare(&within), prefix);
                let link = format!("<a class=\"link\" href=\"#{id}\" aria-label=\"#\">#</a>");
                let id = Some(id.into());
                events.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                events.extend(within);
                events.extend([raw(link), Event::End(TagEnd::Heading(level))]);
            }
            Event::Start(Tag::Paragraph) => {
                let within = until(&mut parser, |end| matches!(end, TagEnd::Paragraph));
                if let Some(heading) = page.headings.last_mut()
                    && heading.about.is_empty()
                {
                    heading.about = bare(&within);
                }
                events.push(Event::Start(Tag::Paragraph));
                events.extend(within.into_iter().chain(once(Event::End(TagEnd::Paragraph))));
            }
            // A wide table is scrolled by itself, not with the page.
            Event::Start(Tag::Table(_)) => events.extend([raw("<div class=\"wide\">"), event]),
            Event::End(TagEnd::Table) => events.extend([event, raw("</div>\n")]),
            other => events.push(other),
        }
    }
    html::push_html(&mut page.html, events.into_iter());
    page
}

impl Page {
    /// Notes a heading; its id, unlike that of any before.
    fn heading(&mut self, level: usize, text: String, prefix: &str) -> String {
        let mut id = format!("{prefix}{}", slug(&text));
        while self.headings.iter().any(|heading| heading.id == id) {
            id.push('_');
        }
        self.headings.push(Heading { level, text, id: id.clone(), about: String::new() });
        id
    }
}

/// A text while it is read.
struct Reading<'p> {
    /// What links to the text's own headings begin with.
    prefix: &'p str,
    /// Whether the link that is open leads to a page of the site.
    is_linked: bool,
    /// The last character of what was said.
    last: char,
}

impl Reading<'_> {
    /// What the site shows of an event of the parser: HTML as text, and of links only those that
    /// lead to one of its pages; of the others what they say is left. Chinese has no space where a
    /// line ends.
    fn ours<'a>(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        if let Event::Text(text) | Event::Code(text) = &event {
            self.last = text.chars().next_back().unwrap_or(self.last);
        }
        Some(match event {
            Event::SoftBreak if is_wide(self.last) => return None,
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let page = local(&dest_url, self.prefix);
                self.is_linked = page.is_some();
                Event::Start(Tag::Link { link_type, dest_url: page?.into(), title, id })
            }
            Event::End(TagEnd::Link) if !self.is_linked => return None,
            other => other,
        })
    }
}

/// Whether a character is one of Chinese, its punctuation included.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}' | '”')
}

/// The events before the end that is looked for, which is taken, too.
fn until<'a>(
    events: &mut impl Iterator<Item = Event<'a>>,
    is_end: impl Fn(&TagEnd) -> bool,
) -> Vec<Event<'a>> {
    events.take_while(|event| !matches!(event, Event::End(end) if is_end(end))).collect()
}

fn raw<'a>(html: impl Into<CowStr<'a>>) -> Event<'a> {
    Event::InlineHtml(html.into())
}

/// What is said, without marks.
fn bare(events: &[Event<'_>]) -> String {
    let said = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    };
    events.iter().map(said).collect()
}

/// The page that a link of a guide leads to; `prefix` is that of its own headings.
fn local(target: &str, prefix: &str) -> Option<String> {
    let (path, place) = target.split_once('#').unwrap_or((target, ""));
    let name = path.rsplit('/').next()?;
    let page = match name {
        "README.md" => "index.html".to_owned(),
        "BOARDS.md" => "boards.html".to_owned(),
        "reference.md" => "api.html".to_owned(),
        "" => String::new(),
        _ => {
            let name = name.strip_suffix(".zh.md").or(name.strip_suffix(".md"))?;
            super::is_grouped(name).then(|| format!("{name}.html"))?
        }
    };
    let prefix = if path.ends_with(".zh.md") {
        super::CHINESE
    } else if path.is_empty() {
        prefix
    } else {
        ""
    };
    Some(if place.is_empty() { page } else { format!("{page}#{prefix}{place}") })
}

/// What links to a heading end in: `Hud.setStatus` for a function, words and hyphens for the rest.
fn slug(text: &str) -> String {
    let call = text.split('(').next().unwrap_or_default();
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = |part: &str| !part.is_empty() && part.bytes().all(in_name);
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
    fn headings_are_linked_to_and_tell_what_they_are_about() {
        let page = page(
            "# A *page*\n\nSome `code <b>` and **more**,\nsee [boards](BOARDS.md#x).\n\nAnd so on.",
            "",
        );
        let heading = &page.headings[0];
        assert_eq!((heading.level, heading.text.as_str()), (1, "A page"));
        assert_eq!(heading.about, "Some code <b> and more, see boards.");
        for wanted in [
            "<h1 id=\"a-page\">A <em>page</em><a class=\"link\" href=\"#a-page\"",
            "<code>code &lt;b&gt;</code>",
            "see <a href=\"boards.html#x\">boards</a>.",
        ] {
            assert!(page.html.contains(wanted), "{wanted}\n{}", page.html);
        }
    }

    #[test]
    fn functions_have_links_of_their_own() {
        assert_eq!(slug("Hud:setStatus([text])"), "Hud.setStatus");
        assert_eq!(slug("Clock:left(seat) → seconds, periods"), "Clock.left");
        assert_eq!(slug("T(key, [args])"), "T");
        assert_eq!(slug("Numbers with names"), "numbers-with-names");
        assert_eq!(page("# x\n\n# x\n", "").headings[1].id, "x_");
    }

    #[test]
    fn links_between_pages_keep_to_their_language() {
        let linked = |text: &str, prefix: &str| page(text, prefix).html;
        let found = linked("[a](../recipes/dice.md#the-map) [b](limits.md)", "");
        assert!(found.contains("href=\"dice.html#the-map\"") && found.contains("limits.html"));
        let found = linked("[a](limits.zh.md#id) [b](#score)\n\n# score", "zh-");
        for wanted in ["href=\"limits.html#zh-id\"", "href=\"#zh-score\"", "id=\"zh-score\""] {
            assert!(found.contains(wanted), "{wanted}\n{found}");
        }
        assert!(!linked("[a](../LESSONS.md) [b](../../world/src/block.rs)", "").contains("href"));
    }

    #[test]
    fn a_line_of_chinese_goes_on_without_a_space() {
        assert_eq!(
            page("第一行，\n`code`\nin 第二行。\n", "").html.trim(),
            "<p>第一行，<code>code</code>\nin 第二行。</p>"
        );
    }

    #[test]
    fn a_text_that_looks_like_html_stays_text() {
        let within = page("a <b>x</b> & [no](https://example.org)", "");
        assert_eq!(within.html, "<p>a &lt;b&gt;x&lt;/b&gt; &amp; no</p>\n");
        let alone = page("<script>alert(1)</script>\n", "");
        assert_eq!(alone.html, "<p>&lt;script&gt;alert(1)&lt;/script&gt;\n</p>\n");
        let link = page("[x](javascript:alert(1))", "");
        assert_eq!(link.html, "<p>x</p>\n");
    }
}
