use fangqi_protocol::Input;

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, refused, run};

#[test]
fn clocks_are_set_and_run() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Clock:left(0)", "nil nil"),
            ("Clock:start(0)", "false"),
            ("Clock:set({ mode = 'sudden', seconds = 60 })", "true"),
            ("Clock:left(1)", "60 0"),
            ("Clock:start(0)", "true"),
        ],
    );
    table.now = 30;
    table.ok(Input::Tick);
    check(&table, &[("Clock:left(0)", "58.5 0"), ("Clock:left(1)", "60 0")]);
    run(&table, "Clock:add(0, 2.5) Clock:add(1, -1000)");
    check(
        &table,
        &[("Clock:left(0)", "61 0"), ("Clock:left(1)", "0 0"), ("Clock:start(1)", "false")],
    );
    run(&table, "Clock:stop()");
    table.now = 3000;
    table.ok(Input::Tick);
    check(
        &table,
        &[
            ("Clock:left(0)", "61 0"),
            ("Clock:set({ mode = 'byoyomi', seconds = 0, periods = 3, period = 30 })", "true"),
            ("Clock:left(0)", "30 2"),
            ("Clock:set({ mode = 'fischer', seconds = 5, increment = 0 })", "true"),
            ("Clock:set({ mode = 'none' })", "false"),
            ("Clock:left(0)", "nil nil"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Clock:set({ mode = 'hourglass' })", "there is no mode \"hourglass\""),
            ("Clock:set({ mode = 'sudden' })", "`seconds` must be a finite number"),
            ("Clock:set({ mode = 'sudden', seconds = 0 })", "`seconds` must be from 0.05"),
            ("Clock:set({ mode = 'sudden', seconds = 1e9 })", "`seconds` must be from"),
            ("Clock:set({ mode = 'sudden', seconds = 9, period = 1 })", "`period` means nothing"),
            ("Clock:set({ mode = 'byoyomi', seconds = 0, periods = 0, period = 1 })", "`periods`"),
            ("Clock:set({ mode = 'byoyomi', seconds = 0, periods = 1, period = 0 })", "`period`"),
            ("Clock:set({ mode = 'sudden', second = 9 })", "did you mean `seconds`"),
            ("Clock:start(2)", "there is no seat 2"),
            ("Clock:left(7)", "there is no seat 7"),
            ("Clock:add(0, 1)", "there are no clocks"),
            ("Clock:add(0, 1e9)", "argument 2, seconds"),
        ],
    );
}

#[test]
fn stand_ins_are_named_and_known() {
    let mut table = Table::open(
        "Seats:setStandIn(function() return 1 end) \
         ScriptSupportEvent:registerEvent('Room.Absent', function() end)",
    );
    check(&table, &[("Seats:isStoodIn(1)", "false")]);
    table.ok(Input::StandIn { player: BEN, on: true });
    check(&table, &[("Seats:isStoodIn(1)", "true"), ("Seats:isStoodIn(0)", "false")]);
    table.ok(Input::StandIn { player: BEN, on: false });
    // The map itself may leave a seat to it.
    check(
        &table,
        &[
            ("Seats:leaveToStandIn(0)", "true"),
            ("Seats:isStoodIn(0)", "true"),
            ("Seats:leaveToStandIn(0)", "false"),
            ("Seats:endStandIn(0)", "true"),
            ("Seats:isStoodIn(0)", "false"),
            ("Seats:endStandIn(0)", "false"),
        ],
    );
    // The seat of a player who is away stays with the stand-in.
    table.ok(Input::StandIn { player: BEN, on: true });
    table.ok(Input::Leave { player: BEN });
    check(&table, &[("Seats:endStandIn(1)", "false"), ("Seats:isStoodIn(1)", "true")]);
    run(&table, "Seats:setStandIn(nil)");
    let refusal = table.apply(Input::StandIn { player: ANN, on: true }).rejected.unwrap();
    assert_eq!(refusal.code, "no_stand_in");
    refused(
        &mut table,
        &[
            ("Seats:setStandIn(3)", "argument 1, stand_in, must be a function"),
            ("Seats:isStoodIn(2)", "there is no seat 2"),
            ("Seats:leaveToStandIn(2)", "there is no seat 2"),
            ("Seats:endStandIn(2)", "there is no seat 2"),
        ],
    );
}
