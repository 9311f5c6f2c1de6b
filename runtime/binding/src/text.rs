//! Texts in two languages as scripts hold them.

use mlua::{Lua, Table};

use fangqi_protocol::LocalText;
use fangqi_vm::{Plain, table_of};

/// A text as scripts hold it: `{zh=, en=}`.
///
/// # Errors
/// Out of memory.
pub fn into_table(lua: &Lua, text: &LocalText) -> mlua::Result<Table> {
    table_of(lua, &[("zh", Plain::Text(&text.zh)), ("en", Plain::Text(&text.en))])
}
