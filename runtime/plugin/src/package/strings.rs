use std::collections::{BTreeMap, BTreeSet};

use fangqi_protocol::LocalText;
use fangqi_world::nearest;

use super::error::PackageError;
use super::files::MapFiles;
use super::manifest::{Manifest, StringFiles};

/// The languages of the house, with their folders' names for them: Chinese and English.
const LANGUAGES: [&str; 2] = ["zh", "en"];

/// A map's texts by key, in both languages.
#[derive(Debug, Default)]
pub(super) struct Strings {
    texts: BTreeMap<String, LocalText>,
    /// What each language's table says of the manifest's own texts, by key, Chinese first.
    manifest: [BTreeMap<String, String>; 2],
}

impl Strings {
    /// Reads the tables that the manifest names. If it names one, that of the other language is the
    /// file beside it, `strings/zh.toml` for `strings/en.toml`; without that the texts of one
    /// language stand for the other.
    pub(super) fn read(files: &MapFiles<'_>, paths: &StringFiles) -> Result<Self, PackageError> {
        let beside = |path: &Option<String>, own: &str, other: &str| {
            let folder = path.as_deref()?.strip_suffix(&format!("{own}.toml"))?;
            let beside = format!("{folder}{other}.toml");
            files.has(&beside).then_some(beside)
        };
        let [zh, en] = LANGUAGES;
        let zh_path = paths.zh.clone().or_else(|| beside(&paths.en, en, zh));
        let en_path = paths.en.clone().or_else(|| beside(&paths.zh, zh, en));
        let mut manifest = [BTreeMap::new(), BTreeMap::new()];
        let mut table = |language: usize, path: &Option<String>| match path {
            None => Ok(None),
            Some(path) => {
                let texts: BTreeMap<String, String> = files.toml(path, "map.toml")?;
                let is_own = |(key, _): &(String, String)| is_of_manifest(key);
                let (own, texts) = texts.into_iter().partition(is_own);
                manifest[language] = own;
                Ok::<_, PackageError>(Some(texts))
            }
        };
        let texts = match (table(0, &zh_path)?, table(1, &en_path)?) {
            (None, None) => BTreeMap::new(),
            (Some(texts), None) | (None, Some(texts)) => {
                texts.into_iter().map(|(key, text)| (key, LocalText::same(text))).collect()
            }
            (Some(zh), Some(en)) => {
                let path = |path: Option<String>| path.unwrap_or_default();
                both(files, (&path(zh_path), zh), (&path(en_path), en))?
            }
        };
        Ok(Self { texts, manifest })
    }

    /// Puts what the tables say of the manifest's own texts in their place.
    pub(super) fn translate(&self, manifest: &mut Manifest) {
        for (language, texts) in self.manifest.iter().enumerate() {
            for (key, text) in texts {
                if let Some(place) = place(manifest, key) {
                    let place = if language == 0 { &mut place.zh } else { &mut place.en };
                    place.clone_from(text);
                }
            }
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
            let path = |language: &str| {
                let path = format!("{folder}/strings/{language}.toml");
                files.has(&path).then_some(path)
            };
            let [zh, en] = LANGUAGES.map(path);
            for (key, text) in Self::read(files, &StringFiles { zh, en })?.texts {
                self.texts.entry(key).or_insert(text);
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

/// Keys of the names of seats begin so; the seat's number, from 1, follows.
const SEAT: &str = "seat_";
/// Keys of the texts of variants begin so; the variant's id follows, then which text it is.
const VARIANT: &str = "variant_";

/// Whether a key of a table is of a text that the manifest may have: a table of another language
/// may give it, and need not.
fn is_of_manifest(key: &str) -> bool {
    let is_seat = key.strip_prefix(SEAT).is_some_and(|number| number.parse::<u8>().is_ok());
    is_seat
        || of_variant(key).is_some()
        || ["map_name", "map_description", "map_help"].contains(&key)
}

/// The id of the variant and the word for the text, if a key is of a variant's text.
fn of_variant(key: &str) -> Option<(&str, &str)> {
    let (id, word) = key.strip_prefix(VARIANT)?.rsplit_once('_')?;
    ["name", "description", "help"].contains(&word).then_some((id, word))
}

/// The text of the manifest that a key is of.
fn place<'a>(manifest: &'a mut Manifest, key: &str) -> Option<&'a mut LocalText> {
    match key {
        "map_name" => return Some(&mut manifest.name),
        "map_description" => return Some(&mut manifest.description),
        "map_help" => return Some(&mut manifest.help),
        _ => {}
    }
    if let Some((id, word)) = of_variant(key) {
        let variant = manifest.variants.iter_mut().find(|variant| variant.id == id)?;
        return match word {
            "name" => Some(&mut variant.name),
            "description" => variant.description.as_mut(),
            _ => variant.help.as_mut(),
        };
    }
    let number: usize = key.strip_prefix(SEAT)?.parse().ok()?;
    manifest.seats.get_mut(number.checked_sub(1)?).map(|seat| &mut seat.name)
}

/// A table of the map, by its path.
type Table<'a> = (&'a str, BTreeMap<String, String>);

/// The texts of two tables, which must have the same keys.
fn both(
    files: &MapFiles<'_>,
    (zh_path, zh): Table<'_>,
    (en_path, mut en): Table<'_>,
) -> Result<BTreeMap<String, LocalText>, PackageError> {
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
        None => Ok(texts),
    }
}
