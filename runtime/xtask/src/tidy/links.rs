//! Links of Markdown files to files of the tree lead somewhere.

use std::collections::BTreeSet;

use super::Finding;
use crate::tree::SourceFile;

/// Pictures, which are not among the text files of the tree.
const PICTURES: [&str; 3] = [".png", ".webp", ".jpg"];

/// Adds a finding for each relative link to what is neither one of `files` nor a folder of them.
pub(super) fn check(files: &[SourceFile], found: &mut Vec<Finding>) {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for file in files {
        known.insert(&file.path);
        known.extend(file.path.match_indices('/').map(|(at, _)| &file.path[..at]));
    }
    for file in files.iter().filter(|file| file.is("md")) {
        for (index, line) in file.text.lines().enumerate() {
            for target in targets(line) {
                if !known.contains(resolved(&file.path, target).as_str()) {
                    let what = format!("the link to `{target}` leads nowhere");
                    let path = file.path.clone();
                    found.push(Finding { path, line: index + 1, rule: "link", what });
                }
            }
        }
    }
}

/// The relative links of a line, without the places within their files.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let links = line.match_indices("](").filter_map(|(at, open)| {
        let rest = &line[at + open.len()..];
        let target = &rest[..rest.find(')')?];
        target.split('#').next()
    });
    links
        .filter(|target| !target.is_empty() && !target.contains([':', ' ']))
        .filter(|target| !PICTURES.iter().any(|picture| target.ends_with(picture)))
}

/// A link's path from the root.
fn resolved(file: &str, target: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.trim_end_matches('/').split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_file_or_folder_of_the_tree() {
        let files = [
            SourceFile::new(
                "a/b.md",
                "[x](c.rs) [y](../d/#top), [z](https://e.f/g) [w](#here)\n[v](../c.rs)",
            ),
            SourceFile::new("a/c.rs", ""),
            SourceFile::new("d/e.rs", ""),
        ];
        let mut found = Vec::new();
        check(&files, &mut found);
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["a/b.md:2: the link to `../c.rs` leads nowhere [link]"]);
    }
}
