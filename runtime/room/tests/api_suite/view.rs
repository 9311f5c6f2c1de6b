use fangqi_protocol::{Audience, Input, OutputBody, PlayerId};

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run};

/// What a player has been sent of cell (1, 2, 3) by the last input.
fn sent(table: &mut Table, to: PlayerId) -> Option<u32> {
    let applied = outputs(table);
    let bodies = applied.outputs.into_iter().filter(|output| output.audience.includes(to));
    let cells = bodies.filter_map(|output| match output.body {
        OutputBody::Cells(cells) => Some(cells),
        _ => None,
    });
    cells.flatten().find(|cell| cell.pos == [1, 2, 3]).map(|cell| cell.state)
}

/// What the chunks sent to a player say of cell (1, 2, 3).
fn seen(table: &Table, by: PlayerId) -> u16 {
    let mut found = 0;
    table.room.chunk_frames(by, |pos, bytes| {
        if pos == [0, 0, 0] {
            let (chunk, _) = fangqi_world::Chunk::decode_wire(bytes).expect("the room's own bytes");
            found = chunk.get(cell_index(1, 2, 3)).id().0;
        }
    });
    found
}

/// Cells of a chunk run along x, then z, then y.
fn cell_index(x: usize, y: usize, z: usize) -> usize {
    x + 16 * (z + 16 * y)
}

#[test]
fn a_concealed_cell_is_seen_by_those_it_was_revealed_to() {
    let mut table = Table::open("Block:setBlockAll(1, 2, 3, 21)");
    check(&table, &[("View:conceal(1, 2, 3, 7)", "true")]);
    assert_eq!(sent(&mut table, ANN), Some(7));
    assert_eq!((seen(&table, ANN), seen(&table, BEN)), (7, 7));
    check(&table, &[("View:reveal(1, 2, 3, 1001)", "true")]);
    let applied = outputs(&mut table);
    let everyone = applied.outputs.iter().any(|output| {
        output.audience == Audience::All && matches!(output.body, OutputBody::Cells(_))
    });
    assert!(!everyone, "nobody else is told");
    assert_eq!((seen(&table, ANN), seen(&table, BEN)), (21, 7));
    table.ok(Input::Join { player: PlayerId(9), name: "late".into() });
    assert_eq!(seen(&table, PlayerId(9)), 7, "a later comer sees the cover");
    check(&table, &[("View:mask(1, 2, 3, 1002, 22)", "true")]);
    assert_eq!((seen(&table, ANN), seen(&table, BEN)), (21, 22));
    check(&table, &[("View:forget(1, 2, 3, 1002)", "true")]);
    assert_eq!(sent(&mut table, BEN), Some(7));
    check(&table, &[("View:clear(1, 2, 3)", "true")]);
    assert_eq!(sent(&mut table, BEN), Some(21));
    assert_eq!((seen(&table, ANN), seen(&table, BEN)), (21, 21));
}

#[test]
fn a_hidden_change_reaches_nobody_who_may_not_see_it() {
    let mut table = Table::open("Block:setBlockAll(1, 2, 3, 21) View:conceal(1, 2, 3, 7)");
    run(&table, "View:reveal(1, 2, 3, 1001) Block:setBlockAll(1, 2, 3, 23)");
    let applied = outputs(&mut table);
    for output in applied.outputs.iter().filter(|output| output.audience.includes(BEN)) {
        if let OutputBody::Cells(cells) = &output.body {
            assert!(cells.iter().all(|cell| cell.state == 7), "{cells:?}");
        }
    }
    assert_eq!(seen(&table, ANN), 23);
}

#[test]
fn bad_views_are_refused() {
    let mut table = Table::open("");
    refused(
        &mut table,
        &[
            ("View:conceal(1, 2, 3, 999)", "there is no block with id 999"),
            ("View:conceal(1, 2000, 3, 7)", "outside the world"),
            ("View:reveal(1, 2, 3, 5)", "there is no player 5"),
            ("View:mask(1, 2, 3, 1001)", "argument 5, blockid"),
            ("View:mask(1, 2, 3, 1001, 999)", "there is no block with id 999"),
            ("View:forget(1, 2, 3)", "argument 4, uin"),
            ("View:clear(1, 2)", "argument 3, z"),
        ],
    );
}
