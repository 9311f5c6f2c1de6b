//! Block names in schematics.

use crate::block::{BlockDef, BlockState};

/// The name of a state: `fangqi:wood`, with data `fangqi:wood[data=3]`.
pub(crate) fn block_name(def: &BlockDef, state: BlockState) -> String {
    match state.data() {
        0 => format!("fangqi:{}", def.key),
        data => format!("fangqi:{}[data={data}]", def.key),
    }
}

/// The built-in equivalent of a Minecraft block, by its name without namespace.
pub(crate) fn minecraft_key(name: &str) -> Option<String> {
    if let Some(colour) = name.strip_suffix("_wool") {
        return Some(format!("wool_{}", colour.replace("gray", "grey")));
    }
    let key = match name {
        "air" | "cave_air" | "void_air" => "air",
        "oak_planks" | "spruce_planks" | "mangrove_planks" => "wood",
        "birch_planks" | "cherry_planks" => "light_wood",
        "dark_oak_planks" => "dark_wood",
        "jungle_planks" | "acacia_planks" => "board_wood",
        "grass_block" => "grass",
        "bricks" => "brick",
        "glowstone" | "sea_lantern" | "redstone_lamp" => "lamp",
        "smooth_quartz" | "quartz_block" => "marble",
        "snow_block" => "snow",
        "gold_block" => "gold",
        "iron_block" => "iron",
        "emerald_block" => "jade",
        "bamboo_block" => "bamboo",
        _ if name.ends_with("_log") => "log",
        _ if name.ends_with("_leaves") => "leaves",
        _ => return None,
    };
    Some(key.to_owned())
}
