//! Translations that packages bring.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

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

    /// The same texts as another room of this thread has, if one has them: rooms with the same
    /// packages keep them once.
    pub(super) fn shared(texts: &Rc<Texts>) -> Rc<Texts> {
        thread_local! {
            static KNOWN: RefCell<Vec<Weak<Texts>>> = const { RefCell::new(Vec::new()) };
        }
        KNOWN.with_borrow_mut(|known| {
            known.retain(|texts| texts.strong_count() > 0);
            let same = known.iter().filter_map(Weak::upgrade).find(|other| other == texts);
            same.unwrap_or_else(|| {
                known.push(Rc::downgrade(texts));
                Rc::clone(texts)
            })
        })
    }
}
