use fangqi_protocol::{Input, LocalText, OutputBody, ToastKind};

use crate::common::{ANN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run, show};

#[test]
fn scripts_raise_events_of_their_own() {
    let mut table = Table::open(
        r#"seen = {}
           ScriptSupportEvent:registerEvent("ROUND", function(e)
             seen[#seen + 1] = e.customdata or "none"
             if e.again then Game:dispatchEvent("ROUND", { customdata = "again" }) end
           end)
           ScriptSupportEvent:registerEvent("ROUND", function(e) e.customdata = "changed" end)
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             Game:dispatchEvent("ROUND", { customdata = "first", again = true })
             Game:dispatchEvent("ROUND")
             seen[#seen + 1] = "end of click"
           end)"#,
    );
    table.click(ANN, 0, 0, 0);
    assert_eq!(show(&table, "table.concat(seen, ', ')"), "end of click, first, none, again");
    refused(
        &mut table,
        &[
            ("Game:dispatchEvent()", "argument 1, msgid"),
            ("Game:dispatchEvent('X', 'text')", "argument 2, params, must be a table"),
        ],
    );
}

#[test]
fn waiting_events_are_bounded() {
    let mut options = crate::common::options();
    options.limits.steps_per_input = 10;
    let table = Table::with("", options);
    let source = "(function() local failed = 0 for i = 1, 15 do \
        if Game:dispatchEvent('X') ~= 0 then failed = failed + 1 end end return failed end)()";
    assert_eq!(show(&table, source), "5");
}

#[test]
fn ending_the_match_ends_it_for_those_who_play() {
    let mut table = Table::open(
        r#"ScriptSupportEvent:registerEvent("Game.End", function() over = true end)
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             Player:setGameResults(1001, 1) Game:doGameEnd() end)"#,
    );
    table.click(ANN, 0, 0, 0);
    check(
        &table,
        &[
            ("over", "true"),
            ("Player:getGameResults(1001)", "0 1"),
            ("Player:getGameResults(1002)", "0 2"),
        ],
    );
    let result = table.room.scene(ANN).hud.result.expect("the end is announced");
    assert_eq!(result.text, LocalText::new("本局结束。", "The game is over."));
}

#[test]
fn a_message_box_is_an_alert_for_all() {
    let mut table = Table::open("");
    run(&table, "Game:msgBox('#RCheck!')");
    let applied = outputs(&mut table);
    let expected = OutputBody::Toast { kind: ToastKind::Alert, text: LocalText::same("Check!") };
    assert_eq!(applied.outputs[0].body, expected);
    refused(&mut table, &[("Game:msgBox(nil)", "argument 1, msg")]);
}

#[test]
fn strings_are_split() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Game:splitStr('h2e2,h9g7', ',')", "0 {1=h2e2, 2=h9g7}"),
            ("Game:splitStr('a--b', '-')", "0 {1=a, 2=, 3=b}"),
            ("Game:splitStr('', ',')", "0 {1=}"),
            ("Game:splitStr('車馬炮', '馬')", "0 {1=車, 2=炮}"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Game:splitStr(('x'):rep(70000), 'x')", "more than 65536 parts"),
            ("Game:splitStr({}, ',')", "argument 1, str"),
        ],
    );
}

#[test]
fn script_variables_are_shared_numbers() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Game:getScriptVar(0)", "0 0"),
            ("Game:setScriptVar(100, 4.25)", "0"),
            ("Game:getScriptVar(100)", "0 4.25"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Game:setScriptVar(101, 1)", "argument 1, index, must be from 0 to 100, not 101"),
            ("Game:setScriptVar(1, 0/0)", "argument 2, val"),
            ("Game:getScriptVar(-1)", "argument 1, index"),
        ],
    );
}

#[test]
fn script_variables_are_sent_when_asked() {
    let mut table = Table::open("");
    run(&table, "Game:setScriptVar(7, 1.5) Game:setScriptVar(3, -2)");
    outputs(&mut table);
    assert_eq!(table.room.scene(ANN).setting.vars, []);
    run(&table, "Game:sendScriptVars2Client() Game:setScriptVar(7, 9)");
    let sent = outputs(&mut table).outputs.into_iter().find_map(|output| match output.body {
        OutputBody::Setting(setting) => Some(setting.vars),
        _ => None,
    });
    assert_eq!(sent, Some(vec![(3, -2.0), (7, 1.5)]), "as they were then, in order");
    assert_eq!(table.room.scene(ANN).setting.vars, [(3, -2.0), (7, 1.5)]);
}

#[test]
fn handlers_that_are_no_functions_are_survived() {
    let mut table = Table::open("");
    check(&table, &[("ScriptSupportEvent:registerEvent('X', function() end)", "0 1")]);
    refused(
        &mut table,
        &[("ScriptSupportEvent:registerEvent('X', nil)", "must be a function, not nil")],
    );
    table.ok(Input::Tick);
}

#[test]
fn scripts_offer_their_state_for_checkpoints() {
    let mut table = Table::open(
        r#"count = 0
           Checkpoint:offer(function() return { count = count } end, function(state)
             count = state.count + 100
           end)
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function() count = count + 1 end)"#,
    );
    table.click(ANN, 0, 0, 0);
    table.room.checkpoint(1).unwrap();
    assert_eq!(show(&table, "count"), "101");
    refused(
        &mut table,
        &[
            ("Checkpoint:offer(nil, print)", "argument 1, save, must be a function"),
            (
                "(function() local why for _ = 1, 64 do local _, told = \
              Checkpoint:offer(print, print) why = told end return nil, why end)()",
                "64 offers",
            ),
        ],
    );
}
