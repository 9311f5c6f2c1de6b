use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::{RawValue, Value};
use ts_rs::TS;

/// What a plugin shows one viewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PluginView {
    /// The plugin's name.
    pub plugin: String,
    /// What its part of the page shows; null for nothing. A plugin that changes it by
    /// [`PluginChange`] gives an object.
    #[ts(type = "unknown")]
    pub view: Value,
}

/// How a plugin's view for a viewer changes, if it is an object of named parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PluginChange {
    /// The plugin's name.
    pub plugin: String,
    /// Parts that are new or different, as they are now.
    #[ts(type = "{ [part: string]: unknown }")]
    pub put: BTreeMap<String, Json>,
    /// Parts that there are no more.
    pub gone: Vec<String>,
}

impl PluginChange {
    /// The change of a plugin's view in which nothing is different.
    pub fn new(plugin: &str) -> Self {
        Self { plugin: plugin.to_owned(), put: BTreeMap::new(), gone: Vec::new() }
    }

    /// Adds a part as it is now.
    #[must_use]
    pub fn with(mut self, part: impl Into<String>, value: &impl Serialize) -> Self {
        self.put.insert(part.into(), Json::of(value));
        self
    }

    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.put.is_empty() && self.gone.is_empty()
    }
}

/// JSON text that is written once, however many viewers it goes to.
#[derive(Debug, Clone, Serialize)]
pub struct Json(Box<RawValue>);

impl Json {
    /// The JSON form of plain data.
    ///
    /// # Panics
    /// For data that has none: a map whose keys are no strings, or a type whose own serialization
    /// fails.
    pub fn of(value: &impl Serialize) -> Self {
        Self(serde_json::value::to_raw_value(value).expect("plain data has a JSON form"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By way of a value: raw text cannot be taken out of an internally tagged enum.
        Value::deserialize(deserializer).map(|value| Self::of(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_an_object_of_parts_and_comes_back() {
        let mut change = PluginChange::new("example").with("own", &Some([1.5, 2.0]));
        change.gone.push("actor:7".into());
        let text = serde_json::to_string(&change).unwrap();
        assert_eq!(text, r#"{"plugin":"example","put":{"own":[1.5,2.0]},"gone":["actor:7"]}"#);
        assert_eq!(serde_json::from_str::<PluginChange>(&text).unwrap(), change);
    }

    #[test]
    fn a_change_without_parts_is_empty() {
        let change = PluginChange::new("example");
        assert!(change.is_empty());
        assert!(!change.with("own", &()).is_empty(), "null is a part too");
    }
}
