//! Text formats that people write: block definitions, regions, faces, effects.

use fangqi_world::{
    BlockDef, BlockId, BlockState, EffectChange, Face, IVec3, Region, Rgb, Shape, ViewerId,
};
use serde_json::json;

#[test]
fn a_block_needs_only_id_and_key() {
    let def: BlockDef = serde_json::from_value(json!({ "id": 2010, "key": "red_king" })).unwrap();
    let expected = BlockDef {
        name_zh: String::new(),
        name_en: String::new(),
        ..BlockDef::new(BlockId(2010), "red_king")
    };
    assert_eq!(def, expected);
    let full = json!({
        "id": 2010, "key": "red_king", "name_zh": "帅", "name_en": "Red king", "glyph": "帥",
        "colour": "#d9a860", "glyph_colour": "#9c2b23", "shape": "disc", "solid": false,
        "liquid": false, "light": 3,
    });
    let def: BlockDef = serde_json::from_value(full.clone()).unwrap();
    assert_eq!((def.shape, def.glyph.as_deref(), def.light), (Shape::Disc, Some("帥"), 3));
    assert_eq!(def.colour, Rgb { r: 0xd9, g: 0xa8, b: 0x60 });
    assert_eq!(serde_json::to_value(&def).unwrap(), full);
}

#[test]
fn errors_of_definitions_name_the_problem() {
    let cases = [
        (json!({ "id": 1, "key": "x", "color": "#000000" }), "unknown field `color`"),
        (json!({ "id": 1, "key": "x", "colour": "red" }), "write \"#rrggbb\""),
        (json!({ "id": 1, "key": "x", "shape": "cone" }), "unknown variant `cone`"),
        (json!({ "id": 70000, "key": "x" }), "invalid value"),
        (json!({ "id": -1, "key": "x" }), "invalid value"),
        (json!({ "key": "x" }), "missing field `id`"),
    ];
    for (value, message) in cases {
        let error = serde_json::from_value::<BlockDef>(value).unwrap_err().to_string();
        assert!(error.contains(message), "{error} / {message}");
    }
}

#[test]
fn small_values_have_small_forms() {
    let region = Region::new(IVec3::new(1, 2, 3), IVec3::new(-1, 5, 3));
    let text = json!([[-1, 2, 3], [1, 5, 3]]);
    assert_eq!(serde_json::to_value(region).unwrap(), text);
    assert_eq!(serde_json::from_value::<Region>(json!([[1, 2, 3], [-1, 5, 3]])).unwrap(), region);
    assert_eq!(serde_json::to_value(Face::Up).unwrap(), json!(5));
    assert!(serde_json::from_value::<Face>(json!(6)).is_err());
    assert_eq!(serde_json::to_value(BlockState::new(BlockId(7), 1)).unwrap(), json!(65543));
    assert!(serde_json::from_value::<BlockState>(json!(65536)).is_err());
    assert_eq!(serde_json::to_value(ViewerId(3)).unwrap(), json!(3));
    let stop = EffectChange::StopParticle { pos: [1, 2, 3], effect: 1170 };
    let text = json!({ "StopParticle": { "pos": [1, 2, 3], "effect": 1170 } });
    assert_eq!(serde_json::to_value(&stop).unwrap(), text);
    let strange = json!({ "StopParticle": { "pos": [1, 2, 3], "effect": 1170, "scale": 1 } });
    assert!(serde_json::from_value::<EffectChange>(strange).is_err());
}
