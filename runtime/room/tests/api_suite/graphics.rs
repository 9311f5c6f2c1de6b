use fangqi_world::{EffectChange, FloatingText, Rgb};

use crate::common::{ANN, Table};
use fangqi_testkit::calls::{check, refused, run, show};

fn texts(table: &Table) -> Vec<FloatingText> {
    let effects = table.room.scene(ANN).effects.into_iter();
    effects
        .map(|effect| match effect {
            EffectChange::SetText { text, .. } => text,
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn descriptions_are_plain_tables() {
    let table = Table::open("");
    check(
        &table,
        &[
            (
                "Graphics:makeGraphicsText('Check', 24, 200, 3, true)",
                "{alpha=100, font=24, itype=3, kind=1, title=Check}",
            ),
            (
                "Graphics:makeflotageText('Red', 30, 2)",
                "{alpha=0, font=30, itype=2, kind=2, title=Red}",
            ),
            ("Graphics:makeflotageText('Red')", "{alpha=0, font=16, itype=0, kind=2, title=Red}"),
        ],
    );
}

#[test]
fn texts_are_shown_changed_and_removed() {
    let table = Table::open("");
    run(
        &table,
        "board = Graphics:makeGraphicsText('#RCheck#n!', 24, 255, 1)
         float = Graphics:makeflotageText('Red', 20, 1)
         _, a = Graphics:createGraphicsTxtByPos(4, 3, 0, board, 0.5, 1)
         _, b = Graphics:createflotageTextByPos(4, 3, 0, float, 0, 0)",
    );
    let shown = texts(&table);
    assert_eq!((shown[0].pos, shown[0].text.as_str()), ([4.5, 4.0, 0.0], "#RCheck#n!"));
    assert_eq!((shown[0].size, shown[0].colour), (24, Rgb::hex(0xff_ffff)));
    assert_eq!((shown[1].text.as_str(), shown[1].colour), ("Red", Rgb::hex(0xff_ffff)));
    check(
        &table,
        &[
            ("Graphics:updateGraphicsTextById(a, '#c00ff00Safe', 30)", "0"),
            ("Graphics:snycGraphicsInfo2Client()", "0"),
        ],
    );
    let shown = texts(&table);
    assert_eq!((shown[0].text.as_str(), shown[0].size), ("#c00ff00Safe", 30));
    // Alpha is that of the ground behind a text: without one the text is there all the same.
    run(&table, "Graphics:updateGraphicsTextById(a, 'two\\nlines', nil, 0)");
    assert_eq!(texts(&table)[0].text, "two\nlines");
    let remove = "Graphics:removeGraphicsByPos(4, 3, 0, 1, GRAPHICS.GRAPHICS_HORNBOOK)";
    assert_eq!(show(&table, remove), "0");
    assert_eq!(texts(&table)[0].text, "Red");
    let remove = "Graphics:removeGraphicsByPos(4, 3, 0, 1, GRAPHICS.GRAPHICS_SUSPENDBOOK)";
    assert_eq!(show(&table, remove), "0");
    assert!(texts(&table).is_empty());
}

#[test]
fn bad_texts_are_refused() {
    let mut table = Table::open(
        "board = Graphics:makeGraphicsText('x', 24, 255, 1) float = Graphics:makeflotageText('x')",
    );
    refused(
        &mut table,
        &[
            ("Graphics:makeGraphicsText({}, 24)", "argument 1, title"),
            ("Graphics:makeflotageText(('x'):rep(600))", "longer than 256"),
            ("Graphics:createGraphicsTxtByPos(0, 0, 0, { kind = 3 })", "describes another kind"),
            ("Graphics:createGraphicsTxtByPos(0, 0, 0, {titel = 'x'})", "`title` must be"),
            ("Graphics:createGraphicsTxtByPos(1e9, 0, 0, board)", "outside the world"),
            ("Graphics:createflotageTextByPos(0, 0, 0)", "argument 4, graphicInfo"),
            (
                "Graphics:createflotageTextByPos(0, 0, 0, {title = ('x'):rep(300)})",
                "longer than 256",
            ),
            ("Graphics:updateGraphicsTextById(77, 'x')", "there is no text 77"),
            ("Graphics:removeGraphicsByPos(0, 0, 0, 1, 1)", "no such text is there"),
            ("Graphics:removeGraphicsByPos(0, 0, 0, 1, 11)", "argument 5, graphType"),
        ],
    );
}
