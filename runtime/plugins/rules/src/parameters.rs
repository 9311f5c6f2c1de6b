//! Values that a manifest gives to its rules, so that several maps can share one file of them.

use std::collections::BTreeMap;

use fangqi_world::nearest;
use mlua::{Lua, Value};
use serde::{Deserialize, Serialize};

/// A number or a word that a manifest gives to its rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a parameter is a number or a word")]
pub enum Parameter {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

/// The parameters of a map's rules by name.
pub type Parameters = BTreeMap<String, Parameter>;

impl Parameter {
    /// Its value for a script.
    pub(super) fn value(&self, lua: &Lua) -> mlua::Result<Value> {
        Ok(match self {
            Self::Number(number) => Value::Number(*number),
            Self::Word(word) => Value::String(lua.create_string(word)?),
        })
    }
}

/// The parameter that rules ask for.
///
/// # Errors
/// The manifest gives no such parameter, with the nearest name.
pub(super) fn find<'a>(parameters: &'a Parameters, name: &str) -> Result<&'a Parameter, String> {
    parameters.get(name).ok_or_else(|| {
        let near = nearest(name, parameters.keys().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("map.toml gives the rules no parameter `{name}`{near}")
    })
}
