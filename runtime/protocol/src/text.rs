use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A sentence in both languages of the house; the viewer's client picks one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, expecting = "a text in both languages, { zh = \"…\", en = \"…\" }")]
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
}
