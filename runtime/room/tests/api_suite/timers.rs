use fangqi_protocol::{Audience, Input, OutputBody};
use fangqi_world::EffectChange;

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run, show};

const CHANGES: &str = r#"
  changes = {}
  ScriptSupportEvent:registerEvent("minitimer.change", function(e)
    changes[#changes + 1] = e.timername .. e.timertime
  end)
  _, t = MiniTimer:createTimer("clock", nil, true)
"#;

fn at(table: &mut Table, tick: u64) {
    table.now = tick;
    table.ok(Input::Tick);
}

#[test]
fn a_timer_counts_up_pauses_and_goes_on() {
    let mut table = Table::open(CHANGES);
    check(&table, &[("MiniTimer:isExist(t)", "true"), ("MiniTimer:getTimerTime(t)", "0 0")]);
    check(&table, &[("MiniTimer:startForwardTimer(t)", "0")]);
    at(&mut table, 50);
    check(&table, &[("MiniTimer:getTimerTime(t)", "0 2"), ("MiniTimer:pauseTimer(t)", "0")]);
    at(&mut table, 100);
    check(&table, &[("MiniTimer:getTimerTime(t)", "0 2"), ("MiniTimer:resumeTimer(t)", "0")]);
    at(&mut table, 130);
    check(
        &table,
        &[
            ("MiniTimer:getTimerTime(t)", "0 4"),
            ("table.concat(changes, ' ')", "clock1 clock2 clock3 clock4"),
            ("MiniTimer:changeTimerTime(t, 9)", "0"),
        ],
    );
    at(&mut table, 150);
    check(
        &table,
        &[
            ("MiniTimer:getTimerTime(t)", "0 10"),
            ("changes[#changes]", "clock10"),
            ("MiniTimer:stopTimer(t)", "0"),
            ("MiniTimer:getTimerTime(t)", "0 0"),
            ("MiniTimer:deleteTimer(t)", "0"),
            ("MiniTimer:isExist(t)", "false"),
        ],
    );
}

#[test]
fn a_timer_counts_down_once_or_again() {
    let mut table = Table::open(CHANGES);
    run(&table, "MiniTimer:startBackwardTimer(t, 2)");
    at(&mut table, 200);
    check(
        &table,
        &[("MiniTimer:getTimerTime(t)", "0 0"), ("table.concat(changes, ' ')", "clock1 clock0")],
    );
    run(&table, "changes = {} MiniTimer:startBackwardTimer(t, 2, true)");
    at(&mut table, 280);
    assert_eq!(show(&table, "table.concat(changes, ' ')"), "clock1 clock0 clock1 clock0");
}

#[test]
fn windows_show_the_time_to_those_they_are_for() {
    let mut table = Table::open(CHANGES);
    run(&table, "MiniTimer:startBackwardTimer(t, 65) MiniTimer:showTimerWnd({1002}, t, '#RLeft')");
    let texts = |table: &Table, who| -> Vec<String> {
        let effects = table.room.scene(who).effects.into_iter();
        effects
            .map(|effect| match effect {
                EffectChange::SetText { text, .. } => text.text,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(texts(&table, BEN), ["Left 1:05"]);
    assert!(texts(&table, ANN).is_empty());
    table.now = 40;
    let applied = outputs(&mut table);
    let shown = applied.outputs.iter().filter(|o| matches!(o.body, OutputBody::Effect(_)));
    assert!(
        shown.clone().count() > 0 && shown.clone().all(|o| o.audience == Audience::Player(BEN))
    );
    assert_eq!(texts(&table, BEN), ["Left 1:03"]);
    run(&table, "MiniTimer:showTimerTips({1001, 1002}, t, 'Time', true)");
    assert_eq!(texts(&table, ANN), ["Time 1:03"]);
    assert_eq!(texts(&table, BEN), ["Time 1:03"]);
    run(&table, "MiniTimer:hideTimerWnd({1001}, t)");
    assert!(texts(&table, ANN).is_empty());
    run(&table, "MiniTimer:showTimerTips({0}, t, 'x') MiniTimer:showTimerTips({0}, t, 'x', false)");
    assert!(texts(&table, ANN).is_empty());
    run(&table, "MiniTimer:deleteTimer(t)");
    assert!(texts(&table, BEN).is_empty());
}

#[test]
fn bad_timers_are_named() {
    let mut options = crate::common::options();
    options.limits.timers_max = 1;
    let mut table = Table::with(CHANGES, options);
    check(
        &table,
        &[
            ("MiniTimer:isExist(99)", "false"),
            ("MiniTimer:isExist('x')", "false"),
            ("MiniTimer:isExist()", "false"),
        ],
    );
    refused(
        &mut table,
        &[
            ("MiniTimer:createTimer('x')", "a room can have 1 timers"),
            ("MiniTimer:createTimer(('x'):rep(65))", "argument 1, name, is longer than 64"),
            ("MiniTimer:deleteTimer(99)", "there is no timer 99"),
            ("MiniTimer:startForwardTimer(99)", "there is no timer 99"),
            ("MiniTimer:pauseTimer()", "argument 1, id"),
            ("MiniTimer:resumeTimer(99)", "there is no timer 99"),
            ("MiniTimer:stopTimer(99)", "there is no timer 99"),
            ("MiniTimer:getTimerTime(99)", "there is no timer 99"),
            ("MiniTimer:showTimerWnd({5}, t, 'x')", "there is no player 5"),
            ("MiniTimer:showTimerWnd({1001}, 99, 'x')", "there is no timer 99"),
            ("MiniTimer:showTimerWnd({'x'}, t, 'x')", "item 1 must be a player's number"),
            ("MiniTimer:hideTimerWnd({1001}, 99)", "there is no timer 99"),
            ("MiniTimer:showTimerTips(5, t)", "there is no player 5"),
        ],
    );
}
