//! Translations that packages bring.

use std::collections::BTreeMap;

/// Texts by language and key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    languages: BTreeMap<String, BTreeMap<String, String>>,
}

impl Texts {
    /// The language of tables that name none.
    pub const USUAL: &'static str = "zh";

    /// A text, in this language or else in Chinese.
    pub fn get(&self, language: &str, key: &str) -> Option<&str> {
        let find = |language| Some(self.languages.get(language)?.get(key)?.as_str());
        find(language).or_else(|| find(Self::USUAL))
    }

    /// All texts of a language.
    pub fn language(&self, language: &str) -> Option<&BTreeMap<String, String>> {
        self.languages.get(language)
    }

    /// Adds a text, or replaces it.
    pub(super) fn add(&mut self, language: &str, key: String, text: String) {
        if let Some(texts) = self.languages.get_mut(language) {
            texts.insert(key, text);
        } else {
            self.languages.insert(language.to_owned(), BTreeMap::from([(key, text)]));
        }
    }
}
