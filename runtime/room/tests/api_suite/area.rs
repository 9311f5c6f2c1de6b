use crate::common::Table;
use fangqi_testkit::calls::{check, outputs, refused, run, show};

#[test]
fn areas_are_made_measured_and_forgotten() {
    let mut table = Table::open("");
    run(
        &table,
        "_, a = Area:createAreaRect({x=4, y=1, z=4}, {x=2, y=0, z=1})
         _, b = Area:createAreaRectByRange({x=3, y=5, z=0}, {x=0, y=0, z=9})",
    );
    check(
        &table,
        &[
            ("Area:getAreaRectRange(a)", "0 {x=2, y=1, z=3} {x=6, y=1, z=5}"),
            ("Area:getAreaRectRange(b)", "0 {x=0, y=0, z=0} {x=3, y=5, z=9}"),
            ("Area:getAreaRectLength(a)", "0 5 1 3"),
            ("Area:getAreaRectLength(b)", "0 4 6 10"),
            ("Area:getAreaCenter(a)", "0 {x=4, y=1, z=4}"),
            ("Area:getAreaCenter(b)", "0 {x=1.5, y=2.5, z=4.5}"),
            ("Area:posInArea({x=6.9, y=1, z=5}, a)", "0"),
            ("Area:posInArea({x=7, y=1, z=5}, a)", "1001"),
            ("select(2, Area:getAreaByPos({x=6, y=1, z=5})) == a", "true"),
            ("select(2, Area:getAreaByPos({x=3, y=1, z=4})) == a", "true"),
            ("select(2, Area:getAreaByPos({x=0, y=0, z=0})) == b", "true"),
            ("Area:getAreaByPos({x=99, y=0, z=0})", "1001 nil"),
            (
                "Area:getAreaRectRange(select(2, Area:offsetArea(a, 0, 1, -1)))",
                "0 {x=2, y=2, z=2} {x=6, y=2, z=4}",
            ),
            (
                "Area:getAreaRectRange(select(2, Area:expandArea(a, 1, 0, 2)))",
                "0 {x=1, y=1, z=1} {x=7, y=1, z=7}",
            ),
            ("Area:getPosOffset({x=1, y=2.5, z=3}, {x=-1, y=1, z=0.25})", "0 {x=0, y=3.5, z=3.25}"),
            ("Area:destroyArea(a)", "0"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Area:destroyArea(a)", "there is no area"),
            ("Area:getAreaCenter(a)", "there is no area"),
            ("Area:getAreaRectRange(9999)", "there is no area 9999"),
            ("Area:getAreaRectLength('x')", "argument 1, areaid"),
            ("Area:getAreaByPos({1, 2, 3})", "argument 1, pos, must be a position"),
            ("Area:createAreaRect({x=0, y=0, z=0}, {x=-1, y=0, z=0})", "extend -1"),
            ("Area:createAreaRect({x=2^31-1, y=0, z=0}, {x=1, y=0, z=0})", "outside the world"),
            ("Area:createAreaRectByRange({x=0, y=0, z=0}, {x=0, y=9999, z=0})", "not inside"),
            ("Area:offsetArea(b, 2^31-1, 0, 0)", "outside the world"),
            ("Area:offsetArea(b, 2^30, 0, 0)", "not inside the world"),
            ("Area:expandArea(b, 0, -1, 0)", "extend -1"),
            ("Area:getPosOffset({x=1e308, y=0, z=0}, {x=1, y=0, z=0})", "its x is 1e308"),
        ],
    );
}

#[test]
fn random_positions_fill_the_area() {
    let table = Table::open("");
    run(&table, "_, a = Area:createAreaRectByRange({x=-1, y=0, z=5}, {x=1, y=1, z=6})");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..300 {
        seen.insert(show(&table, "Area:getRandomPos(a)"));
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
    let inside =
        "(function() local _, pos = Area:getRandomPos(a) return Area:posInArea(pos, a) end)()";
    assert_eq!(show(&table, inside), "0");
}

#[test]
fn areas_are_filled_searched_replaced_and_cleared() {
    let mut table = Table::open("");
    run(&table, "_, a = Area:createAreaRectByRange({x=0, y=0, z=0}, {x=3, y=0, z=3})");
    let count = "(function(id) local sum = 0 for x = -1, 4 do for z = -1, 4 do \
        if select(2, Block:getBlockID(x, 0, z)) == id then sum = sum + 1 end end end \
        return sum end)";
    check(
        &table,
        &[
            ("Area:fillBlock(a, 7, FACE_DIRECTION.DIR_POS_X)", "0"),
            (&format!("{count}(7)"), "16"),
            ("Block:getBlockData(3, 0, 3)", "0 1"),
            ("Area:blockInArea(a, 7)", "0"),
            ("Area:blockInArea(a, 8)", "1001"),
            ("Block:setBlockAll(1, 0, 1, 8)", "0"),
            ("Area:blockInArea(a, 8)", "0"),
            ("Area:replaceAreaBlock(a, 7, 9)", "0"),
            (&format!("{count}(9)"), "15"),
            ("Area:clearAllBlock(a, 9)", "0"),
            (&format!("{count}(9)"), "0"),
            ("Block:getBlockID(1, 0, 1)", "0 8"),
            ("Area:cloneArea(a, {x=1, y=0, z=1})", "0"),
            ("Block:getBlockID(2, 0, 2)", "0 8"),
            ("Block:getBlockID(1, 0, 1)", "0 0"),
        ],
    );
    assert!(!outputs(&mut table).outputs.is_empty());
    refused(
        &mut table,
        &[
            ("Area:fillBlock(a, 999)", "there is no block with id 999"),
            ("Area:replaceAreaBlock(a, 8, 999)", "there is no block with id 999"),
            ("Area:clearAllBlock(a)", "argument 2, blockid"),
            ("Area:blockInArea(a, 'x')", "argument 2, blockid"),
            ("Area:cloneArea(a, {x=2^30, y=0, z=0})", "outside the world"),
        ],
    );
}

#[test]
fn ranges_work_like_areas() {
    let mut table = Table::open("low = {x=0, y=0, z=0} high = {x=3, y=1, z=3}");
    check(
        &table,
        &[
            ("Area:fillBlockAreaRange(high, low, 7)", "0"),
            ("Area:blockInAreaRange(7, low, high)", "0"),
            ("Area:blockInAreaRange(8, low, high)", "1001"),
            ("Area:replaceAreaRangeBlock(low, high, 7, 8, FACE_DIRECTION.DIR_NEG_Z)", "0"),
            ("Block:getBlockData(3, 1, 3)", "0 2"),
            ("Area:cloneAreaRange(low, low, {x=9, y=0, z=0})", "0"),
            ("Block:getBlockID(9, 0, 0)", "0 8"),
            ("Area:clearAllBlockAreaRange(low, {x=3, y=0, z=3}, 8)", "0"),
            ("Block:getBlockID(0, 0, 0)", "0 0"),
            ("Area:DestroyBlockAreaRange(low, high, 8)", "0"),
            ("Area:blockInAreaRange(8, low, high)", "1001"),
            ("Area:blockInAreaRange(0, low, high)", "0"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Area:fillBlockAreaRange({x=0, y=0, z=0}, {x=200, y=200, z=200}, 7)", "block changes"),
            ("Area:blockInAreaRange(7, low)", "argument 3, posend, must be a position"),
            ("Area:clearAllBlockAreaRange(low, high, -1)", "argument 3, blockid"),
            ("Area:DestroyBlockAreaRange(low, {x=0, y=1e9, z=0}, 7)", "not inside the world"),
            ("Area:cloneAreaRange(low, high, {x=0, y=511, z=0})", "outside the world"),
            ("Area:replaceAreaRangeBlock(low, high, 7, 999)", "there is no block with id 999"),
        ],
    );
}

#[test]
fn players_are_where_scripts_put_them() {
    let mut table = Table::open("low = {x=0, y=0, z=0} high = {x=3, y=3, z=3}");
    run(
        &table,
        "_, a = Area:createAreaRectByRange(low, high)
         Player:setPosition(1001, 1, 1, 1) Player:setPosition(1002, 9, 1, 1)",
    );
    check(
        &table,
        &[
            ("Area:getAreaPlayers(a)", "0 {1=1001}"),
            ("Area:getAllPlayersInAreaRange(low, {x=9, y=9, z=9})", "0 {1=1001, 2=1002}"),
            ("Area:objInArea(a, 1001)", "0"),
            ("Area:objInArea(a, 1002)", "1001"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Area:objInArea(a, 5)", "there is no object 5"),
            ("Area:getAreaPlayers(0)", "there is no area 0"),
            ("Area:getAllPlayersInAreaRange(low, 5)", "argument 2, posend"),
        ],
    );
}

#[test]
fn there_is_a_limit_to_areas() {
    let mut options = crate::common::options();
    options.limits.areas_max = 2;
    let mut table = Table::with("p = {x=0, y=0, z=0}", options);
    run(&table, "Area:createAreaRect(p, p) _, a = Area:createAreaRect(p, p)");
    refused(&mut table, &[("Area:createAreaRect(p, p)", "a room can have 2 areas")]);
    run(&table, "Area:destroyArea(a)");
    assert!(show(&table, "Area:createAreaRect(p, p)").starts_with("0 "));
}
