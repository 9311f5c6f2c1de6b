use fangqi_binding::args::LongString;
use fangqi_plugin::lua_module;
use mlua::Value;

use super::json_value::{BYTES_MAX, from_json, to_json};

/// Bytes read or written for one unit of fuel, about 10 ns.
const BYTES_PER_UNIT: u64 = 2;

lua_module! {
    /// JSON texts. Both functions return nil and the reason when they cannot do it.
    pub static JSON = "JSON", Value;

    /// Writes a value as JSON. Tables whose keys are 1, 2, … n are lists, as is the empty table; in
    /// other tables keys come in a fixed order and number keys become strings. Functions, numbers
    /// that are not finite, tables inside themselves and tables nested over 64 deep are refused.
    /// Example: `local text = JSON:encode({ from = "h2", to = "e2" })`
    fn encode(ctx, value: Value) -> (text: String) {
        let text = to_json(&value);
        let bytes = text.as_ref().map_or(BYTES_MAX, String::len);
        ctx.charge(bytes as u64 / BYTES_PER_UNIT)?;
        Ok((text?,))
    }

    /// Reads a JSON text of at most 1 MiB. `null` becomes nil.
    /// Example: `local move = JSON:decode("{\"from\":\"h2\"}")`
    fn decode(ctx, text: LongString) -> (value: Value) {
        ctx.charge(text.0.len() as u64 / BYTES_PER_UNIT)?;
        Ok((from_json(ctx.lua, &text.0)?,))
    }
}
