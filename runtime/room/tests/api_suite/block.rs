use fangqi_protocol::OutputBody;

use crate::common::Table;
use fangqi_testkit::calls::{check, outputs, refused, run, show};

#[test]
fn blocks_are_written_and_read() {
    let table = Table::open("");
    check(
        &table,
        &[
            ("Block:getBlockID(1, 2, 3)", "0 0"),
            ("Block:setBlockAll(1, 2, 3, 4, 5)", "0"),
            ("Block:getBlockID(1, 2, 3)", "0 4"),
            ("Block:getBlockData(1, 2, 3)", "0 5"),
            ("Block:getBlockID(1.9, 2.5, 3.1)", "0 4"),
            ("Block:getBlockID('1', '2', '3')", "0 4"),
            ("Block:getBlockID(-1, 2, 3)", "0 0"),
            ("Block:setBlockAllForUpdate(1, 2, 3, 7)", "0"),
            ("Block:getBlockID(1, 2, 3)", "0 7"),
            ("Block:getBlockData(1, 2, 3)", "0 0"),
            ("Block:setBlockAllForNotify(-1, 2, 3, 8)", "0"),
            ("Block:getBlockID(-0.5, 2, 3)", "0 8"),
            ("Block:destroyBlock(1, 2, 3)", "0"),
            ("Block:destroyBlock(1, 2, 3, true)", "0"),
            ("Block:getBlockID(1, 2, 3)", "0 0"),
            ("Block:getBlockID(2^30, 0, 0)", "0 0"),
        ],
    );
    assert_eq!(table.id(-1, 2, 3), 8);
}

#[test]
fn placing_needs_an_empty_cell_and_replacing_does_not() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Block:placeBlock(1, 0, 0, 0, FACE_DIRECTION.DIR_POS_Z)", "0"),
            ("Block:getBlockData(0, 0, 0)", "0 3"),
            ("Block:replaceBlock(2, 0, 0, 0)", "0"),
            ("Block:getBlockID(0, 0, 0)", "0 2"),
            ("Block:getBlockData(0, 0, 0)", "0 0"),
            ("Block:replaceBlock(2, 0, 0, 0, -1)", "0"),
            ("Block:getBlockDataByDir(2, FACE_DIRECTION.DIR_NEG_Z)", "0 2"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Block:placeBlock(1, 0, 0, 0)", "block 2 is there already"),
            (
                "Block:placeBlock(1, 1, 0, 0, 'up')",
                "argument 5, face, must be a direction, -1 to 5",
            ),
            ("Block:replaceBlock(60000, 0, 0, 0)", "there is no block with id 60000"),
            ("Block:getBlockDataByDir(60000, 1)", "there is no block with id 60000"),
        ],
    );
}

#[test]
fn questions_answer_by_their_code_and_log_nothing() {
    let mut table = Table::open("");
    run(&table, "Block:setBlockAll(0, 0, 0, 1) Block:setBlockAll(1, 0, 0, 10)");
    outputs(&mut table);
    check(
        &table,
        &[
            ("Block:isSolidBlock(0, 0, 0)", "0"),
            ("Block:isSolidBlock(1, 0, 0)", "1001"),
            ("Block:isSolidBlock(2, 0, 0)", "1001"),
            ("Block:isLiquidBlock(0, 0, 0)", "1001"),
            ("Block:isLiquidBlock(1, 0, 0)", "0"),
            ("Block:isAirBlock(0, 0, 0)", "1001"),
            ("Block:isAirBlock(2, 0, 0)", "0"),
            ("Block:isAirBlock(2^30, 0, 0)", "0"),
        ],
    );
    assert_eq!(outputs(&mut table).log, []);
}

#[test]
fn bad_writes_name_the_argument_or_the_reason() {
    let mut table = Table::open("");
    refused(
        &mut table,
        &[
            ("Block:setBlockAll(0, 0, 0)", "argument 4, blockid, must be a whole number"),
            ("Block:setBlockAll('x', 0, 0, 1)", "argument 1, x, must be a whole number, not \"x\""),
            ("Block:setBlockAll(0, 0, 0, 1, 256)", "argument 5, data"),
            ("Block:setBlockAll(0, 0, 0, 999)", "there is no block with id 999"),
            ("Block:setBlockAll(0, 600, 0, 1)", "outside the world"),
            ("Block:setBlockAll(0/0, 0, 0, 1)", "argument 1, x"),
            ("Block:setBlockAllForUpdate(0, 0, 2^40, 1)", "argument 3, z"),
            ("Block:setBlockAllForNotify(0, 0, 0, -1)", "argument 4, blockid"),
            ("Block:destroyBlock(0, 'up', 0)", "argument 2, y"),
            ("Block:getBlockID({}, 0, 0)", "argument 1, x, must be a whole number, not a table"),
            ("Block:GetBlockDefName(999)", "there is no block with id 999"),
        ],
    );
}

#[test]
fn kinds_of_blocks_have_names_and_can_be_drawn() {
    let table = Table::open("");
    assert_eq!(show(&table, "Block:GetBlockDefName(1)"), "0 石头");
    assert_eq!(show(&table, "Block:GetBlockDefName(0)"), "0 空气");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let id = show(&table, "Block:randomBlockID()");
        assert_ne!(id, "0 0");
        seen.insert(id);
    }
    assert!(seen.len() > 20, "{seen:?}");
}

#[test]
fn what_was_written_back_is_not_shown() {
    let mut table = Table::open("");
    run(&table, "Block:setBlockAll(0, 0, 0, 1) Block:destroyBlock(0, 0, 0)");
    run(&table, "Block:setBlockAll(1, 0, 0, 2)");
    let applied = outputs(&mut table);
    let cells: Vec<_> = applied
        .outputs
        .iter()
        .filter_map(|output| match &output.body {
            OutputBody::Cells(cells) => Some(cells.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(cells.len(), 1);
    assert_eq!((cells[0].pos, cells[0].state), ([1, 0, 0], 2));
}

#[test]
fn one_handler_changes_only_so_many_blocks() {
    let mut options = crate::common::options();
    options.limits.edits_per_step = 100;
    let table = Table::with("", options);
    let source = "(function() local failed = 0 for x = 1, 150 do \
        if Block:setBlockAll(x, 0, 0, 1) ~= ErrorCode.OK then failed = failed + 1 end end \
        return failed end)()";
    assert_eq!(show(&table, source), "50");
}
