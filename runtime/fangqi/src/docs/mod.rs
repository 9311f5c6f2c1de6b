//! `fangqi docs`: the API reference and the guides as pages that need no network, with search.

mod markdown;

use std::path::Path;

use anyhow::Context;
use fangqi_room::types::reference;
use serde_json::json;

use crate::maps::MapFolder;
use crate::plugins::PLUGINS;
use markdown::{Heading, Page, escaped};

/// What all pages share.
const FRAME: &str = include_str!("site/page.html");
const STYLE: &str = concat!(
    // The game's own colours.
    include_str!("../../../web/src/style/palette.css"),
    include_str!("site/site.css")
);
const ASSETS: [(&str, &str); 2] = [("site.css", STYLE), ("site.js", include_str!("site/site.js"))];

/// A page: its file, its name in Chinese and English, and the text it is made of.
struct Source {
    file: String,
    zh: &'static str,
    en: &'static str,
    text: String,
    /// The text in Chinese, of pages that have one.
    chinese: Option<String>,
    /// The group that it belongs to in the menu.
    group: Option<&'static Group>,
}

/// Pages in both languages, which share an entry of the menu.
struct Group {
    /// Their folder among the guides.
    folder: &'static str,
    zh: &'static str,
    en: &'static str,
    /// Their files without the ending, and their names in Chinese and English.
    pages: &'static [(&'static str, &'static str, &'static str)],
}

/// The pages for those who look something up, and complete rules to begin from.
static GROUPS: [Group; 2] = [
    Group {
        folder: "reference",
        zh: "参考",
        en: "Reference",
        pages: &[
            ("manifest", "清单", "Manifest"),
            ("layout", "布局", "Layouts"),
            ("blocks", "方块", "Blocks"),
            ("camera", "镜头", "Camera"),
            ("chance", "随机结果", "Chance"),
            ("rankings", "名次", "Rankings"),
            ("search", "搜索与等级", "Search and levels"),
            ("tests", "测试", "Tests"),
            ("limits", "上限", "Limits"),
        ],
    },
    Group {
        folder: "recipes",
        zh: "做法",
        en: "Recipes",
        pages: &[
            ("dice", "骰子", "Dice"),
            ("tricks", "吃墩", "Tricks"),
            ("claims", "鸣牌", "Claims"),
            ("drops", "打入", "Drops"),
            ("walls", "放墙", "Walls"),
        ],
    },
];

impl Source {
    /// A page of one language.
    fn alone(file: &str, zh: &'static str, en: &'static str, text: String) -> Self {
        Self { file: file.to_owned(), zh, en, text, chinese: None, group: None }
    }
}

/// Writes the pages into a folder, which is made if it is not there.
pub(crate) fn write(folder: &Path) -> anyhow::Result<()> {
    let unwritten = |path: &Path| format!("{} cannot be written", path.display());
    std::fs::create_dir_all(folder).with_context(|| unwritten(folder))?;
    for (name, text) in site()? {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| unwritten(&path))?;
    }
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// The files of the site.
fn site() -> anyhow::Result<Vec<(String, String)>> {
    let sources = sources()?;
    let mut files = Vec::new();
    let mut index = Vec::new();
    for source in &sources {
        let english = markdown::page(&source.text, "");
        let chinese = source.chinese.as_ref().map(|text| markdown::page(text, CHINESE));
        let title = format!("{} {} · 方棋 Fangqi", source.zh, source.en);
        let bodies =
            [(chinese.is_some().then_some("en"), Some(&english)), (Some("zh"), chinese.as_ref())];
        let bodies: Vec<(Option<&str>, &Page)> =
            bodies.into_iter().filter_map(|(language, page)| Some((language, page?))).collect();
        let body = |(language, page): &(Option<&str>, &Page)| spoken(*language, &page.html);
        let listed =
            |(language, page): &(Option<&str>, &Page)| spoken(*language, &contents(&page.headings));
        let html = FRAME
            .replace("{{title}}", &escaped(&title))
            .replace("{{pages}}", &pages_menu(&sources, source))
            .replace("{{group}}", &group_menu(source))
            .replace("{{contents}}", &bodies.iter().map(listed).collect::<String>())
            .replace("{{body}}", &bodies.iter().map(body).collect::<String>());
        files.push((source.file.clone(), html));
        for (language, page) in &bodies {
            index.extend(page.headings.iter().map(|heading| {
                json!({
                    "title": heading.text,
                    "about": heading.about,
                    "href": format!("{}#{}", source.file, heading.id),
                    "page": { "zh": source.zh, "en": source.en },
                    "language": language,
                })
            }));
        }
    }
    // A script, not data to fetch: pages opened from a disk may fetch nothing.
    files.push(("index.js".to_owned(), format!("const INDEX = {};\n", json!(index))));
    files.extend(ASSETS.map(|(name, text)| (name.to_owned(), text.to_owned())));
    Ok(files)
}

/// What links to a heading in Chinese begin with, where the page has it in English, too.
const CHINESE: &str = "zh-";

/// The pages of the site.
fn sources() -> anyhow::Result<Vec<Source>> {
    let maps = MapFolder::read(None)?;
    let guide = |name: &str| {
        let bytes = maps.files().get(name).with_context(|| format!("there is no {name}"))?;
        anyhow::Ok(String::from_utf8_lossy(bytes).into_owned())
    };
    let mut sources = vec![
        Source::alone("index.html", "制作地图", "Maps", guide("README.md")?),
        Source::alone("boards.html", "编写棋规", "Boards", guide("BOARDS.md")?),
    ];
    for group in &GROUPS {
        for &(name, zh, en) in group.pages {
            let path = |ending: &str| format!("{}/{name}{ending}", group.folder);
            sources.push(Source {
                file: format!("{name}.html"),
                zh,
                en,
                text: guide(&path(".md"))?,
                chinese: Some(guide(&path(".zh.md"))?),
                group: Some(group),
            });
        }
    }
    sources.push(Source::alone("api.html", "接口参考", "Lua API", reference(PLUGINS)));
    Ok(sources)
}

/// Whether a page of this name is one of a group.
fn is_grouped(name: &str) -> bool {
    GROUPS.iter().any(|group| group.pages.iter().any(|(page, ..)| *page == name))
}

/// A part of a page that is shown to those who read this language, or to all.
fn spoken(language: Option<&str>, html: &str) -> String {
    match language {
        Some("zh") => format!("<div class=\"in-zh\" lang=\"zh-CN\">\n{html}</div>\n"),
        Some(language) => {
            format!("<div class=\"in-{language}\" lang=\"{language}\">\n{html}</div>\n")
        }
        None => html.to_owned(),
    }
}

/// The menu of all pages: of a group, its first page stands for all.
fn pages_menu(sources: &[Source], here: &Source) -> String {
    let folder = |source: &Source| source.group.map(|group| group.folder);
    let mut html = String::new();
    let mut last = None;
    for source in sources {
        if source.group.is_some() && folder(source) == last {
            continue;
        }
        last = folder(source);
        let is_here = match source.group {
            Some(_) => folder(here) == last,
            None => source.file == here.file,
        };
        let (zh, en) = source.group.map_or((source.zh, source.en), |group| (group.zh, group.en));
        html.push_str(&entry(&source.file, zh, en, is_here));
    }
    html
}

/// The pages of the group to which a page belongs; nothing for other pages.
fn group_menu(here: &Source) -> String {
    let Some(group) = here.group else { return String::new() };
    let page = |(name, zh, en): &(&str, &str, &str)| {
        let file = format!("{name}.html");
        entry(&file, zh, en, file == here.file)
    };
    let pages: String = group.pages.iter().map(page).collect();
    format!("<div class=\"group\">\n{pages}</div>\n")
}

fn entry(file: &str, zh: &str, en: &str, is_here: bool) -> String {
    let now = if is_here { " aria-current=\"page\"" } else { "" };
    format!("<a href=\"{file}\"{now} data-zh=\"{zh}\" data-en=\"{en}\">{zh}</a>\n")
}

/// The headings of a page to choose from: functions fold away under their module.
fn contents(headings: &[Heading]) -> String {
    let link = |heading: &Heading| {
        // Of a function its name is enough.
        let text = heading.text.split('(').next().unwrap_or_default();
        format!("<a href=\"#{}\">{}</a>", heading.id, escaped(text))
    };
    let mut html = String::new();
    let mut at = 0;
    while at < headings.len() {
        let heading = &headings[at];
        let below = headings[at + 1..].iter().take_while(|it| it.level > 2).count();
        if heading.level == 2 && below > 0 {
            html.push_str(&format!("<details><summary>{}</summary>\n", link(heading)));
            for function in &headings[at + 1..=at + below] {
                html.push_str(&format!("{}\n", link(function)));
            }
            html.push_str("</details>\n");
        } else if heading.level > 1 {
            html.push_str(&format!("{}\n", link(heading)));
        }
        at += 1 + if heading.level == 2 { below } else { 0 };
    }
    html
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What stands between each `start` and the next quote.
    fn quoted<'a>(html: &'a str, start: &str) -> BTreeSet<&'a str> {
        html.split(start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn every_function_can_be_linked_to_and_searched_for() {
        let site = site().unwrap();
        let file = |name: &str| &site.iter().find(|(file, _)| file == name).unwrap().1;
        let (api, index) = (quoted(file("api.html"), "id=\""), file("index.js"));
        let mut count = 0;
        for function in fangqi_room::types::functions(PLUGINS) {
            let id = format!("{}.{}", function.module, function.name);
            assert!(api.contains(id.as_str()), "{id}");
            assert!(index.contains(&format!("api.html#{id}\"")), "{id}");
            count += 1;
        }
        assert!(count > 100, "{count} functions");
    }

    #[test]
    fn every_page_of_a_group_is_there_in_both_languages() {
        let site = site().unwrap();
        let guides = MapFolder::shipped();
        let mut count = 0;
        for path in guides.keys().filter(|path| path.ends_with(".md") && !path.ends_with(".zh.md"))
        {
            let Some((folder, name)) = path.split_once('/') else { continue };
            if !GROUPS.iter().any(|group| group.folder == folder) {
                continue;
            }
            count += 1;
            let name = name.trim_end_matches(".md");
            let page = site.iter().find(|(file, _)| *file == format!("{name}.html"));
            let (_, html) = page.unwrap_or_else(|| panic!("{path} is no page"));
            let chinese = &guides[&format!("{folder}/{name}.zh.md")];
            for (language, text) in [("en", &guides[path]), ("zh", chinese)] {
                let text = String::from_utf8_lossy(text);
                let heading = text.lines().next().unwrap().trim_start_matches("# ");
                let part = html.split(&format!("<div class=\"in-{language}\"")).nth(2).unwrap();
                assert!(part.contains(&format!(">{heading}<")), "{path}: {language}");
            }
        }
        assert_eq!(count, GROUPS.iter().map(|group| group.pages.len()).sum::<usize>());
        assert!(STYLE.contains(":lang(en) .in-zh") && STYLE.contains(":lang(zh) .in-en"));
    }

    #[test]
    fn who_searches_finds_what_is_in_their_language() {
        let site = site().unwrap();
        let (_, index) = site.iter().find(|(file, _)| file == "index.js").unwrap();
        let list = index.trim_start_matches("const INDEX = ").trim_end().trim_end_matches(';');
        let entries: Vec<serde_json::Value> = serde_json::from_str(list).unwrap();
        let languages = |href: &str| {
            let found = entries.iter().find(|entry| entry["href"] == href);
            found.unwrap_or_else(|| panic!("{href} is not found"))["language"].clone()
        };
        assert_eq!(languages("limits.html#limits"), "en");
        assert_eq!(languages("limits.html#zh-上限"), "zh");
        assert!(languages("boards.html#writing-a-board").is_null(), "all find it");
    }

    #[test]
    fn links_lead_somewhere_and_nothing_comes_from_elsewhere() {
        let site = site().unwrap();
        for (name, html) in site.iter().filter(|(name, _)| name.ends_with(".html")) {
            for link in quoted(html, "href=\"").into_iter().chain(quoted(html, "src=\"")) {
                let (file, id) = link.split_once('#').unwrap_or((link, ""));
                let file = if file.is_empty() { name.as_str() } else { file };
                let target = site.iter().find(|(other, _)| other == file);
                let (_, target) = target.unwrap_or_else(|| panic!("{name}: {link}"));
                let there = id.is_empty() || quoted(target, "id=\"").contains(id);
                assert!(there, "{name}: {link}");
            }
        }
        for (name, text) in &site {
            let foreign = ["src=\"http", "href=\"http", "@import", "url(", "fetch(", "//cdn"];
            for mark in foreign.into_iter().filter(|_| *name != "index.js") {
                assert!(!text.contains(mark), "{name} holds {mark}");
            }
        }
    }
}
