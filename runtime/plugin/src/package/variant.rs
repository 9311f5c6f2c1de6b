//! Variants: other games that are played in the folder of a map.
//!
//! A variant is a map of its own, `map:variant`, whose rooms, tests and searches know nothing of
//! the others. It takes all from the manifest but what it says otherwise.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_protocol::LocalText;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::files::{FileSource, MANIFEST};
use super::section::Sections;

/// Most variants of a map.
const VARIANTS_MAX: usize = 16;
/// Most characters of a variant's id.
const ID_MAX: usize = 40;
/// What stands between the id of a map and that of a variant.
const BETWEEN: char = ':';

/// A variant as the manifest declares it, without what its sections of plugins say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Variant {
    /// Its id within the map.
    pub(super) id: String,
    /// Its name within the map.
    pub(super) name: LocalText,
    /// One sentence about it, if the map's does not do.
    pub(super) description: Option<LocalText>,
    /// How it is played, if that of the map does not do.
    pub(super) help: Option<LocalText>,
}

/// The folder of a map, and its variant, if the id names one.
pub fn folder_and_variant(id: &str) -> (&str, Option<&str>) {
    match id.split_once(BETWEEN) {
        Some((folder, variant)) => (folder, Some(variant)),
        None => (id, None),
    }
}

/// The ids of the map in a folder and of its variants, as far as its manifest can be read.
pub fn ids_in(files: &dyn FileSource, folder: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        variants: Vec<Id>,
    }
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    let text = files.read(&format!("{folder}/{MANIFEST}")).map(String::from_utf8_lossy);
    let named = text.and_then(|text| toml::from_str::<Named>(&text).ok());
    let variants = named.map(|named| named.variants).unwrap_or_default();
    let full = |Id { id }| format!("{folder}{BETWEEN}{id}");
    std::iter::once(folder.to_owned()).chain(variants.into_iter().map(full)).collect()
}

/// Sections of plugins by name.
type Own<'f> = BTreeMap<&'static str, Spanned<DeValue<'f>>>;

/// Takes the sections of plugins out of all variants, and gives those of one.
///
/// # Errors
/// A variant has none, and would be the map itself: where, and what to do.
pub(super) fn take_sections<'f>(
    manifest: &mut DeTable<'f>,
    known: Sections<'_>,
    wanted: Option<&str>,
) -> Result<Own<'f>, (usize, String)> {
    let mut found = Own::new();
    let Some(variants) = manifest.get_mut("variants") else { return Ok(found) };
    let DeValue::Array(variants) = variants.get_mut() else { return Ok(found) };
    for variant in variants.iter_mut() {
        let at = variant.span().start;
        let DeValue::Table(table) = variant.get_mut() else { continue };
        let id = table.get("id").and_then(|id| id.get_ref().as_str()).map(str::to_owned);
        let mut own = Own::new();
        for spec in known.iter() {
            own.extend(table.remove(spec.name).map(|value| (spec.name, value)));
        }
        if own.is_empty() {
            let id = id.unwrap_or_default();
            let why = "plays what the map does: give it rules of its own, such as rules = \
                       \"other.lua\"";
            return Err((at, format!("the variant `{id}` {why}")));
        }
        if id.as_deref() == wanted {
            found = own;
        }
    }
    Ok(found)
}

/// Checks the ids.
pub(super) fn check(variants: &[Variant]) -> Result<(), String> {
    if variants.len() > VARIANTS_MAX {
        let found = variants.len();
        return Err(format!("{found} variants are too many; {VARIANTS_MAX} at most"));
    }
    let mut taken = BTreeSet::new();
    for (index, Variant { id, .. }) in variants.iter().enumerate() {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=ID_MAX).contains(&id.len()) || !id.bytes().all(plain) {
            let shown: String = id.chars().take(ID_MAX).collect();
            let shown = fangqi_text::escape(&shown);
            return Err(format!(
                "variants[{index}]: id = \"{shown}\" must be 1 to {ID_MAX} of a to z, 0 to 9 and -"
            ));
        }
        if !taken.insert(id) {
            return Err(format!("variants[{index}]: another has the id \"{id}\", too"));
        }
    }
    Ok(())
}
