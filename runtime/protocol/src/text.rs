use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

/// A sentence in both languages of the house; the viewer's client picks one.
///
/// In files that people write it may also be one sentence, or be given in one language only; it is
/// then the same in the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, TS)]
pub struct LocalText {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl LocalText {
    /// A sentence in both languages.
    pub fn new(zh: impl Into<String>, en: impl Into<String>) -> Self {
        Self { zh: zh.into(), en: en.into() }
    }

    /// Text that reads the same in every language, such as a name or a number.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { zh: text.clone(), en: text }
    }

    /// A sentence of which one language may be missing; the other then stands for it. `None` if
    /// both are.
    pub fn of_languages(zh: Option<String>, en: Option<String>) -> Option<Self> {
        match (zh, en) {
            (Some(zh), Some(en)) => Some(Self { zh, en }),
            (Some(text), None) | (None, Some(text)) => Some(Self::same(text)),
            (None, None) => None,
        }
    }
}

impl<'de> Deserialize<'de> for LocalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The form in which rooms are stored.
        #[derive(Deserialize)]
        struct Stored {
            zh: String,
            en: String,
        }
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(Written);
        }
        Stored::deserialize(deserializer).map(|Stored { zh, en }| Self { zh, en })
    }
}

/// Reads what people write.
struct Written;

impl<'de> Visitor<'de> for Written {
    type Value = LocalText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, or one for each language, { zh = \"…\", en = \"…\" }")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<LocalText, E> {
        Ok(LocalText::same(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LocalText, A::Error> {
        let (mut zh, mut en) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let (name, text) = match key.as_str() {
                "zh" => ("zh", &mut zh),
                "en" => ("en", &mut en),
                other => return Err(A::Error::unknown_field(other, &["zh", "en"])),
            };
            if text.replace(map.next_value::<String>()?).is_some() {
                return Err(A::Error::duplicate_field(name));
            }
        }
        LocalText::of_languages(zh, en).ok_or_else(|| A::Error::invalid_length(0, &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_language_is_enough() {
        let read =
            |json: &str| serde_json::from_str::<LocalText>(json).map_err(|it| it.to_string());
        let both = LocalText::new("棋", "chess");
        assert_eq!(read(r#"{"en":"chess","zh":"棋"}"#), Ok(both.clone()));
        assert_eq!(read(&serde_json::to_string(&both).unwrap()), Ok(both));
        for one in [r#""Pig""#, r#"{"en":"Pig"}"#, r#"{"zh":"Pig"}"#] {
            assert_eq!(read(one), Ok(LocalText::same("Pig")));
        }
        let wrong = [
            ("{}", "invalid length 0, expected a text, or one for each language"),
            ("7", "expected a text, or one for each language"),
            (r#"{"fr":"porc"}"#, "unknown field `fr`, expected `zh` or `en`"),
            (r#"{"en":"a","en":"b"}"#, "duplicate field `en`"),
            (r#"{"en":7}"#, "expected a string"),
        ];
        for (json, why) in wrong {
            assert!(read(json).unwrap_err().contains(why), "{json}: {:?}", read(json));
        }
    }
}
