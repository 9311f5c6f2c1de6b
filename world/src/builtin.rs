//! The built-in palette.

use crate::block::{BlockDef, BlockId, Rgb};

/// Air has a definition like every block, so registry lookups succeed for every valid id.
pub(crate) fn air() -> BlockDef {
    BlockDef {
        name_zh: "空气".into(),
        name_en: "Air".into(),
        solid: false,
        ..BlockDef::new(BlockId::AIR, "air")
    }
}

/// Id, key, Chinese name, English name, colour.
type Row = (u16, &'static str, &'static str, &'static str, u32);

#[rustfmt::skip]
const SOLID: &[Row] = &[
    (1, "stone", "石头", "Stone", 0x8a8d91),
    (2, "dirt", "泥土", "Dirt", 0x79553a),
    (3, "grass", "草块", "Grass", 0x6aa84f),
    (4, "wood", "木板", "Wood planks", 0xb98a57),
    (5, "light_wood", "浅色木板", "Light wood", 0xdcb985),
    (6, "dark_wood", "深色木板", "Dark wood", 0x6b4226),
    (7, "board_wood", "棋盘木", "Board wood", 0xd9a860),
    (8, "felt_green", "绿毡", "Green felt", 0x2e6b4a),
    (9, "sand", "沙子", "Sand", 0xe3d3a0),
    (11, "glass", "玻璃", "Glass", 0xcfe8ef),
    (12, "lamp", "灯", "Lamp", 0xffe9b0),
    (13, "brick", "砖块", "Brick", 0xa4523f),
    (14, "cobblestone", "圆石", "Cobblestone", 0x76797c),
    (15, "marble", "大理石", "Marble", 0xeceae4),
    (16, "obsidian", "黑曜石", "Obsidian", 0x1d1a2b),
    (17, "log", "原木", "Log", 0x5f4630),
    (18, "leaves", "树叶", "Leaves", 0x3f7d3a),
    (19, "snow", "雪", "Snow", 0xf7fafc),
    (20, "ice", "冰", "Ice", 0xa9d3f2),
    (21, "gold", "金块", "Gold", 0xf2c744),
    (22, "iron", "铁块", "Iron", 0xd5d8dc),
    (23, "jade", "玉石", "Jade", 0x5fae8b),
    (24, "tile_blue", "青花瓷砖", "Blue tile", 0x2f5d9b),
    (25, "bamboo", "竹块", "Bamboo", 0xa9b65d),
    (26, "lacquer_red", "朱漆", "Red lacquer", 0x9c2b23),
    (27, "ink_black", "墨黑", "Ink black", 0x22201e),
    (100, "wool_white", "白色羊毛", "White wool", 0xf4f4f2),
    (101, "wool_orange", "橙色羊毛", "Orange wool", 0xe8842c),
    (102, "wool_magenta", "品红羊毛", "Magenta wool", 0xb84fb0),
    (103, "wool_light_blue", "淡蓝羊毛", "Light blue wool", 0x6fb1dd),
    (104, "wool_yellow", "黄色羊毛", "Yellow wool", 0xf0cb3c),
    (105, "wool_lime", "黄绿羊毛", "Lime wool", 0x85bf3a),
    (106, "wool_pink", "粉红羊毛", "Pink wool", 0xe79ab4),
    (107, "wool_grey", "灰色羊毛", "Grey wool", 0x55595e),
    (108, "wool_light_grey", "淡灰羊毛", "Light grey wool", 0xa3a6a8),
    (109, "wool_cyan", "青色羊毛", "Cyan wool", 0x2b8c99),
    (110, "wool_purple", "紫色羊毛", "Purple wool", 0x7442a5),
    (111, "wool_blue", "蓝色羊毛", "Blue wool", 0x3a4fa3),
    (112, "wool_brown", "棕色羊毛", "Brown wool", 0x74492a),
    (113, "wool_green", "绿色羊毛", "Green wool", 0x4f7030),
    (114, "wool_red", "红色羊毛", "Red wool", 0xb3322c),
    (115, "wool_black", "黑色羊毛", "Black wool", 0x1f2023),
];

/// The built-in blocks in no particular order. All ids are below 1000.
pub(crate) fn palette() -> impl Iterator<Item = BlockDef> {
    let water =
        BlockDef { solid: false, liquid: true, ..def((10, "water", "水", "Water", 0x3f7fd0)) };
    let solid = SOLID.iter().map(|&row| {
        let def = def(row);
        if def.key == "lamp" { BlockDef { light: BlockDef::LIGHT_MAX, ..def } } else { def }
    });
    solid.chain([water])
}

fn def((id, key, zh, en, colour): Row) -> BlockDef {
    BlockDef {
        name_zh: zh.to_owned(),
        name_en: en.to_owned(),
        colour: Rgb::hex(colour),
        ..BlockDef::new(BlockId(id), key)
    }
}
