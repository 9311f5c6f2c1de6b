use std::collections::{BTreeMap, BTreeSet};

use fangqi_protocol::LocalText;
use fangqi_world::nearest;

use super::error::PackageError;
use super::files::MapFiles;
use super::manifest::StringFiles;

/// A map's texts by key, in both languages.
#[derive(Debug, Default)]
pub(super) struct Strings {
    texts: BTreeMap<String, LocalText>,
}

impl Strings {
    pub(super) fn read(files: &MapFiles<'_>, paths: &StringFiles) -> Result<Self, PackageError> {
        let (Some(zh_path), Some(en_path)) = (&paths.zh, &paths.en) else {
            if paths.zh.is_none() && paths.en.is_none() {
                return Ok(Self::default());
            }
            return Err(PackageError::Invalid {
                path: format!("{}/map.toml", files.map()),
                message: "strings needs both languages: strings = { zh = \"…\", en = \"…\" }"
                    .into(),
            });
        };
        let zh: BTreeMap<String, String> = files.toml(zh_path, "map.toml")?;
        let mut en: BTreeMap<String, String> = files.toml(en_path, "map.toml")?;
        let lacks = |path: &str, key: &str, other: &str| PackageError::Invalid {
            path: format!("{}/{path}", files.map()),
            message: format!("there is no `{key}`, which {other} has"),
        };
        let mut texts = BTreeMap::new();
        for (key, zh) in zh {
            let en = en.remove(&key).ok_or_else(|| lacks(en_path, &key, zh_path))?;
            texts.insert(key, LocalText { zh, en });
        }
        match en.keys().next() {
            Some(key) => Err(lacks(zh_path, key, en_path)),
            None => Ok(Self { texts }),
        }
    }

    /// Adds the texts of the shared folders from which scripts come: `lib/x/strings` for
    /// `lib/x/y.lua`. The map's own texts take precedence.
    pub(super) fn with_shared(
        mut self,
        files: &MapFiles<'_>,
        scripts: &[&str],
    ) -> Result<Self, PackageError> {
        let shared = scripts.iter().filter(|path| path.starts_with("lib/"));
        let folders: BTreeSet<&str> =
            shared.filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
        for folder in folders {
            let paths = ["zh", "en"].map(|language| format!("{folder}/strings/{language}.toml"));
            if paths.iter().any(|path| files.has(path)) {
                for (key, text) in Self::read(files, &StringFiles::of(paths))?.texts {
                    self.texts.entry(key).or_insert(text);
                }
            }
        }
        Ok(self)
    }

    /// Whether there is a text with this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    /// The text with this key, or an error message for the author.
    pub(super) fn look_up(&self, key: &str) -> Result<&LocalText, String> {
        self.texts.get(key).ok_or_else(|| {
            match nearest(key, self.texts.keys().map(String::as_str)) {
                Some(near) => format!("there is no text `{key}`; did you mean `{near}`?"),
                None => format!("there is no text `{key}` in the map's string tables"),
            }
        })
    }
}
