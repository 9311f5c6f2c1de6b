//! What card tables are made of: selections, zones, plates, answers of several steps.

use fangqi_protocol::{Audience, HudChange, Input, OutputBody};

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run};

#[test]
fn a_selection_waits_for_cells_that_are_legal_together() {
    let mut table = Table::open(
        r#"cells = { { x = 0, y = 0, z = 0 }, { x = 1, y = 0, z = 0 }, { x = 2, y = 0, z = 0 } }
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
             if e.y ~= 9 then return end
             answer, uin = Request:select({ seat = 1, hint = "some", cells = cells, classes = "332",
               legal = { "33", "23" }, buttons = { "none" }, label = "these", suggest = { "23" } })
           end)
           function free(more)
             threadpool:work(function()
               local ask = { seat = 1, cells = cells, min = 1, max = 2, seconds = 5 }
               for key, value in pairs(more) do ask[key] = value end
               answer, uin = Request:select(ask)
             end)
           end"#,
    );
    let select = |table: &mut Table, cells: &[u16]| {
        let request = table.room.scene(BEN).request.expect("it is asked").id;
        table.apply(Input::Select { player: BEN, request, cells: cells.to_vec() })
    };
    table.click(ANN, 0, 9, 0);
    let view = table.room.scene(BEN).request.unwrap().selection.unwrap();
    assert_eq!((view.min, view.max, view.suggest), (2, 2, vec![vec![2, 0]]));
    assert_eq!(select(&mut table, &[0, 1]).rejected, None);
    check(&table, &[("table.concat(answer, ' ')", "1 2"), ("uin", "1002")]);
    table.click(ANN, 0, 9, 0);
    let request = table.room.scene(BEN).request.unwrap().id;
    table.ok(Input::Choose { player: BEN, request, choice: 0 });
    check(&table, &[("answer", "1"), ("uin", "1002")]);
    // Without a list any number in the bounds will do, unless the map has something against it.
    run(&table, "free({ explain = function(n) if n[1] == 3 then return 'not that' end end })");
    table.ok(Input::Tick);
    let told = select(&mut table, &[2]);
    assert!(told.rejected.is_none() && format!("{:?}", told.outputs).contains("not that"));
    check(&table, &[("Request:isAsking(1)", "true")]);
    select(&mut table, &[1, 2]);
    check(&table, &[("table.concat(answer, ' ')", "2 3")]);
    // At the deadline the default is taken.
    run(&table, "free({ default = { 3 } })");
    table.ok(Input::Tick);
    table.now += 100;
    table.ok(Input::Tick);
    check(&table, &[("table.concat(answer, ' ')", "3"), ("uin", "nil")]);
    refused(
        &mut table,
        &[
            ("Request:select({ seat = 7, cells = cells })", "there is no seat 7"),
            ("Request:select({ seat = 0 })", "`cells` must be"),
            ("Request:select({ seat = 0, cells = cells, classes = '12' })", "2 characters for 3"),
            ("Request:select({ seat = 0, cells = cells, classes = '牌' })", "of ASCII"),
            ("Request:select({ seat = 0, cells = cells, legal = { 'a' } })", "needs `classes`"),
            (
                "Request:select({ seat = 0, cells = cells, classes = 'aab', legal = { 'bb' } })",
                "legal[1], \"bb\", cannot be made of the cells",
            ),
            ("Request:select({ seat = 0, cells = cells, min = 2, max = 4 })", "within 0 to 3"),
            ("Request:select({ seat = 0, cells = cells, default = 1 })", "must be a button"),
            ("Request:select({ seat = 0, cells = cells, default = { 4 } })", "none is number 4"),
            (
                "Request:select({ seat = 0, cells = { cells[1], cells[1] } })",
                "a cell is among `cells` twice",
            ),
            ("Request:select({ seat = 0, cells = cells, suggest = { { 1, 1 } } })", "twice"),
        ],
    );
}

#[test]
fn a_card_table_is_laid_out_while_scripts_load() {
    let mut table = Table::open(
        "laid = Zones:set({ { kind = 'hand', seat = 1, x = 2, y = 1, z = 3, count = 4 },
           { kind = 'pile', x = 0, y = 1, z = 0, count = 1 } })
         function bad(zone) return Zones:set({ zone }) end
         Hud:setBadges({ 'one', { zh = '二', en = 'two' } })",
    );
    check(&table, &[("laid", "true")]);
    let scene = table.room.scene(ANN);
    let zone = &scene.setting.zones[0];
    assert_eq!((zone.seat, zone.at, zone.count), (Some(1), [2, 1, 3], 4));
    assert_eq!(scene.hud.badges[1].en, "two");
    run(&table, "Hud:setBadges(nil)");
    assert!(table.room.scene(ANN).hud.badges.is_empty());
    refused(
        &mut table,
        &[
            ("Zones:set({})", "not later"),
            (
                "Zones:set({ { kind = 'heap', x = 0, y = 0, z = 0, count = 1 } })",
                "no kind \"heap\"",
            ),
            ("Zones:set({ { kind = 'hand', x = 0, y = 0, z = 0, count = 1 } })", "needs a `seat`"),
            ("Zones:set({ { kind = 'pile', seat = 0, x = 0, y = 0, z = 0, count = 1 } })", "of no"),
            ("Zones:set({ { kind = 'pile', x = 0, y = 0, z = 0, count = 0 } })", "from 1 to 256"),
            ("Hud:setBadges({ 1, 2, 3 })", "more than 2"),
        ],
    );
}

#[test]
fn seats_have_short_marks() {
    let mut table = Table::open("Hud:setTags({ {}, { 'dealer', { zh = '将军', en = 'check' } } })");
    let tags = table.room.scene(ANN).hud.tags;
    let shown: Vec<Vec<&str>> =
        tags.iter().map(|seat| seat.iter().map(|tag| tag.en.as_str()).collect()).collect();
    assert_eq!(shown, [vec![], vec!["dealer", "check"]]);
    refused(
        &mut table,
        &[
            ("Hud:setTags({ {}, {}, {} })", "more than 2"),
            ("Hud:setTags({ 'dealer' })", "item 1 must be a table"),
            ("Hud:setTags({ { 1, 2, 3, 4, 5 } })", "entry 1: the list has more than 4"),
            ("Hud:setTags({ {}, { { fr = 'un' } } })", "entry 2: item 1 must be"),
            (
                "Hud:setTags({ { 'a', string.rep('长', 17) } })",
                "entry 1: mark 2 has 17 characters; 16 are the limit",
            ),
        ],
    );
    assert_eq!(table.room.scene(ANN).hud.tags, tags, "what is refused changes nothing");
    run(&table, "Hud:setTags(nil)");
    assert!(table.room.scene(ANN).hud.tags.is_empty());
}

#[test]
fn a_position_is_told_as_it_is_written() {
    let mut table = Table::open("");
    run(&table, "Hud:setPosition('4k3/8/8/8/8/8/8/4K3 w - - 0 1')");
    let position = table.room.scene(ANN).hud.position;
    assert_eq!(position.as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    refused(
        &mut table,
        &[
            ("Hud:setPosition(string.rep('8', 2001))", "2001 bytes; 2000 are the limit"),
            ("Hud:setPosition({})", "text"),
        ],
    );
    assert_eq!(table.room.scene(ANN).hud.position, position, "what is refused changes nothing");
    run(&table, "Hud:setPosition(nil)");
    assert_eq!(table.room.scene(ANN).hud.position, None);
}

#[test]
fn plates_say_who_a_seat_plays_and_secrets_only_to_their_owner() {
    let mut table = Table::open(
        "Hud:setPlates({ { title = 'Cao Cao', colour = '#3f6fae', life = 3, life_max = 4,
           tags = { 'chained' }, lines = { 'takes what hurts' }, turned = true }, {} })",
    );
    let plates = table.room.scene(BEN).hud.plates;
    assert_eq!(
        (plates[0].title.en.as_str(), plates[0].life, plates[0].turned),
        ("Cao Cao", 3, true)
    );
    assert!(plates[1].title.en.is_empty());
    assert!(!table.room.keeps_secrets());
    run(&table, "Hud:setSecret('rebel', 1001)");
    assert_eq!(table.room.scene(ANN).hud.secret.map(|text| text.en), Some("rebel".to_owned()));
    assert_eq!(table.room.scene(BEN).hud.secret, None);
    assert!(table.room.keeps_secrets());
    let secret = outputs(&mut table)
        .outputs
        .into_iter()
        .find(|output| matches!(&output.body, OutputBody::Hud(HudChange::Secret(Some(_)))));
    assert_eq!(secret.map(|output| output.audience), Some(Audience::Player(ANN)));
    run(&table, "Hud:setSecret(nil, 1001) Hud:setPlates(nil)");
    assert!(table.room.scene(ANN).hud.plates.is_empty());
    refused(
        &mut table,
        &[
            ("Hud:setPlates({ { colour = 'red' } })", "#rrggbb"),
            ("Hud:setPlates({ {}, {}, {} })", "more than 2"),
            ("Hud:setSecret('rebel', 77)", "no player 77"),
        ],
    );
}

#[test]
fn an_answer_may_be_given_step_by_step() {
    let mut table = Table::open(
        "threadpool:work(function()
           threadpool:wait(10)
           answer, who = Request:ask({ seat = 0, hint = 'use a card', seconds = 20, elapsed = 5,
             countdown = true, picked = { cells = { { x = 1, y = 1, z = 0 } }, players = { 1 } },
             choices = { { path = { { x = 2, y = 1, z = 0 } } }, { player = 1 },
               { label = 'OK', main = true }, { label = 'Skill', on = true, about = 'what it does' } },
           })
         end)",
    );
    table.now = 200;
    table.ok(Input::Tick);
    let asked = table.room.scene(ANN).request.unwrap();
    let panel = asked.panel.unwrap();
    assert_eq!((panel.picked, panel.seats), (vec![[1, 1, 0]], vec![1]));
    assert_eq!(panel.looks[1].seat, Some(1));
    assert!(panel.looks[2].main && panel.looks[3].on && panel.looks[3].about.is_some());
    let public = table.room.scene(BEN).hud.asked[0];
    assert_eq!(public.until - public.since, 500, "the countdown is not begun anew");
    table.ok(Input::Choose { player: ANN, request: asked.id, choice: 1 });
    check(&table, &[("answer", "2"), ("who", "1001")]);
    refused(
        &mut table,
        &[
            ("Request:ask({ seat = 0, choices = { { player = 9 } } })", "no seat 9"),
            ("Request:ask({ seat = 0, choices = { {} } })", "or a player"),
        ],
    );
}
