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
    file: &'static str,
    zh: &'static str,
    en: &'static str,
    text: String,
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
fn site() -> anyhow::Result<Vec<(&'static str, String)>> {
    let maps = MapFolder::read(None)?;
    let guide = |name: &str| {
        let bytes = maps.files().get(name).with_context(|| format!("there is no {name}"))?;
        anyhow::Ok(String::from_utf8_lossy(bytes).into_owned())
    };
    let sources = [
        Source { file: "index.html", zh: "制作地图", en: "Maps", text: guide("README.md")? },
        Source { file: "boards.html", zh: "编写棋规", en: "Boards", text: guide("BOARDS.md")? },
        Source { file: "api.html", zh: "接口参考", en: "Lua API", text: reference(PLUGINS) },
    ];
    let pages: Vec<Page> = sources.iter().map(|source| markdown::page(&source.text)).collect();
    let mut files = Vec::new();
    let mut index = Vec::new();
    for (source, page) in sources.iter().zip(&pages) {
        let title = format!("{} {} · 方棋 Fangqi", source.zh, source.en);
        let html = FRAME
            .replace("{{title}}", &escaped(&title))
            .replace("{{pages}}", &pages_menu(&sources, source.file))
            .replace("{{contents}}", &contents(&page.headings))
            .replace("{{body}}", &page.html);
        files.push((source.file, html));
        index.extend(page.headings.iter().map(|heading| {
            json!({
                "title": heading.text,
                "about": heading.about,
                "href": format!("{}#{}", source.file, heading.id),
                "page": { "zh": source.zh, "en": source.en },
            })
        }));
    }
    // A script, not data to fetch: pages opened from a disk may fetch nothing.
    files.push(("index.js", format!("const INDEX = {};\n", json!(index))));
    files.extend(ASSETS.map(|(name, text)| (name, text.to_owned())));
    Ok(files)
}

fn pages_menu(sources: &[Source], here: &str) -> String {
    let entry = |source: &Source| {
        let Source { file, zh, en, .. } = source;
        let now = if *file == here { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{file}\"{now} data-zh=\"{zh}\" data-en=\"{en}\">{zh}</a>\n")
    };
    sources.iter().map(entry).collect()
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
        let file = |name: &str| &site.iter().find(|(file, _)| *file == name).unwrap().1;
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
    fn links_lead_somewhere_and_nothing_comes_from_elsewhere() {
        let site = site().unwrap();
        for (name, html) in site.iter().filter(|(name, _)| name.ends_with(".html")) {
            for link in quoted(html, "href=\"").into_iter().chain(quoted(html, "src=\"")) {
                let (file, id) = link.split_once('#').unwrap_or((link, ""));
                let file = if file.is_empty() { name } else { file };
                let target = site.iter().find(|(other, _)| *other == file);
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
