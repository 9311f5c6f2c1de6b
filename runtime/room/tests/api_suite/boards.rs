//! The modules that are not of the Mini World dialect.

use fangqi_protocol::{
    Arrow, ArrowKind, Bar, BestLine, BestLines, Input, JobResult, LocalText, MarkKind, ToastKind,
};

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, messages, outputs, refused, run, show};

#[test]
fn the_display_is_set_and_cleared() {
    let table = Table::open("");
    run(
        &table,
        r#"Hud:setStatus("to move") Hud:setTurn(0) Hud:setThinking(1)
           Hud:addMove(0, "C2=5") Hud:addMove(1, { zh = "马8进7", en = "H8+7" })
           Hud:addMove(0, "x") Hud:removeMoves(1) Hud:setResult(1, "mate")
           Hud:setButtons({ { id = "new", label = "New", confirm = "Sure?" } })"#,
    );
    let hud = table.room.scene(ANN).hud;
    assert_eq!(hud.status, Some(LocalText::same("to move")));
    assert_eq!((hud.turn, hud.thinking, hud.moves.len()), (Some(0), Some(1), 2));
    assert_eq!(hud.moves[1].text, LocalText::new("马8进7", "H8+7"));
    assert_eq!(hud.result.map(|result| result.winner), Some(Some(1)));
    assert_eq!(hud.buttons[0].confirm, Some(LocalText::same("Sure?")));
    run(
        &table,
        "Hud:setStatus(nil) Hud:setTurn() Hud:setThinking() Hud:clearResult() Hud:clearMoves()
         Hud:setButtons({})",
    );
    assert_eq!(table.room.scene(ANN).hud, fangqi_protocol::Hud::default());
}

#[test]
fn what_explains_a_game_is_shown_and_taken_away() {
    let table = Table::open("");
    run(
        &table,
        r#"Hud:setTitle({ zh = "顺炮局", en = "Same-Direction Cannons" })
           Hud:setBar({ share = 0.625, text = "+1.3", seat = 1 })
           Hud:setNote({ title = "Why", lines = { "Because" }, buttons = { { id = "more", label = "More" } } })
           Hud:setReview({ shares = { 0.5, 0.25 }, notes = { { move = 1, mark = "??", text = "lost",
             better = { from = { x = 7, y = 1, z = 2 }, to = { x = 4, y = 1, z = 2 } } } } })
           Marks:arrows({ { from = { x = 7, y = 1, z = 2 }, to = { x = 4, y = 1, z = 2 }, kind = "best" } })"#,
    );
    let insight = table.room.scene(ANN).hud.insight;
    assert_eq!(insight.title, Some(LocalText::new("顺炮局", "Same-Direction Cannons")));
    let bar = Bar { seat: 1, share: 625, text: LocalText::same("+1.3") };
    assert_eq!(insight.bar, Some(bar));
    let note = insight.note.unwrap();
    assert_eq!((note.lines.len(), note.buttons[0].id.as_str()), (1, "more"));
    let review = insight.review.unwrap();
    assert_eq!((review.seat, review.shares, review.notes[0].number), (0, vec![500, 250], 1));
    let arrow = Arrow { from: [7, 1, 2], to: [4, 1, 2], kind: ArrowKind::Best };
    assert_eq!(review.notes[0].better, Some(arrow));
    assert_eq!(insight.arrows, [arrow]);
    run(&table, "Marks:clear()");
    assert_eq!(table.room.scene(ANN).hud.insight.arrows, []);
    run(&table, "Hud:setTitle() Hud:setBar() Hud:setNote() Hud:setReview()");
    assert_eq!(table.room.scene(ANN).hud, fangqi_protocol::Hud::default());
}

#[test]
fn lines_of_play_are_shown_and_taken_away() {
    let table = Table::open("");
    run(
        &table,
        r#"Hud:setLines({ seat = 1, lines = {
             { score = { zh = "杀3", en = "M3" }, moves = { "e4", { zh = "马8进7", en = "H8+7" } },
               arrow = { from = { x = 7, y = 1, z = 2 }, to = { x = 4, y = 1, z = 2 } } },
             { score = "-0.3", moves = { "pass" } } } })"#,
    );
    let arrow = Arrow { from: [7, 1, 2], to: [4, 1, 2], kind: ArrowKind::Hint };
    let first = BestLine {
        score: LocalText::new("杀3", "M3"),
        moves: vec![LocalText::same("e4"), LocalText::new("马8进7", "H8+7")],
        arrow: Some(arrow),
    };
    let same = LocalText::same;
    let second = BestLine { score: same("-0.3"), moves: vec![same("pass")], arrow: None };
    let lines = BestLines { seat: 1, lines: vec![first, second] };
    assert_eq!(table.room.scene(BEN).hud.lines, Some(lines), "spectators and players alike");
    run(&table, "Hud:setLines()");
    assert_eq!(table.room.scene(ANN).hud, fangqi_protocol::Hud::default());
}

#[test]
fn a_notes_buttons_are_pressed_like_others() {
    let mut table = Table::open(
        r#"ScriptSupportEvent:registerEvent("Room.Action", function(e) pressed = e.id end)
           Hud:setNote({ title = "Why", buttons = { { id = "more", label = "More" } } })"#,
    );
    table.ok(Input::Action { player: ANN, id: "more".to_owned(), value: String::new() });
    assert_eq!(show(&table, "pressed"), "more");
    run(&table, "Hud:setNote()");
    let rejected =
        table.apply(Input::Action { player: ANN, id: "more".to_owned(), value: String::new() });
    assert_eq!(rejected.rejected.map(|rejection| rejection.code), Some("no_button"));
}

#[test]
fn what_explains_nothing_is_refused() {
    let mut table = Table::open("");
    refused(
        &mut table,
        &[
            ("Hud:setTitle(print)", "argument 1, title"),
            ("Hud:setBar({ share = 1.5, text = '' })", "`share` must be from 0 to 1"),
            ("Hud:setBar({ share = 0/0, text = '' })", "`share` must be a finite number"),
            ("Hud:setBar({ share = 0.5, text = 'far too long' })", "at most 8 letters"),
            ("Hud:setBar({ share = 0.5, text = '', seat = 7 })", "there is no seat 7"),
            ("Hud:setLines({})", "`lines` must be"),
            ("Hud:setLines({ lines = {}, seat = 7 })", "there is no seat 7"),
            ("Hud:setLines({ lines = { { moves = { 'e4' } } } })", "`score` must be"),
            ("Hud:setLines({ lines = { { score = '+', moves = {} } } })", "`moves` is empty"),
            (
                "Hud:setLines({ lines = { { score = 'far too long', moves = { 'e4' } } } })",
                "at most 8 letters",
            ),
            ("Hud:setLines({ lines = { 1, 2, 3, 4, 5, 6 } })", "`lines`: "),
            ("Hud:setNote({ lines = {} })", "`title` must be"),
            ("Hud:setNote({ title = '', lines = { 1, print } })", "item 2 must be"),
            ("Hud:setNote({ title = '', butons = {} })", "did you mean `buttons`?"),
            ("Hud:setReview({ shares = { 2 } })", "`shares` must be from 0 to 1"),
            (
                "Hud:setReview({ shares = {}, notes = { { move = 0, mark = '', text = '' } } })",
                "`move` counts from 1",
            ),
            (
                "Hud:setReview({ shares = {},
                   notes = { { move = 1, mark = '', text = '', better = { to = 3 } } } })",
                "`from` must be",
            ),
            ("Marks:arrows({ { from = { x = 1, y = 1, z = 1 } } })", "`to` must be"),
            (
                "Marks:arrows({ { from = { x = 1, y = 1, z = 1 }, to = { x = 1, y = 1, z = 2 },
                   kind = 'bow' } })",
                "there is no kind of arrow \"bow\"",
            ),
        ],
    );
}

#[test]
fn the_display_refuses_what_it_cannot_show() {
    let mut table = Table::open("");
    refused(
        &mut table,
        &[
            ("Hud:setTurn(2)", "there is no seat 2; seats are 0 to 1"),
            ("Hud:setThinking(-1)", "argument 1, seat"),
            ("Hud:setResult(5, 'x')", "there is no seat 5"),
            ("Hud:setResult(0)", "argument 2, text"),
            ("Hud:setStatus(print)", "argument 1, text, must be a text, not a function"),
            ("Hud:addMove(0)", "argument 2, text"),
            ("Hud:removeMoves('all')", "argument 1, count"),
            ("Hud:setButtons({ { id = 'new', lable = 'x' } })", "did you mean `label`?"),
            (
                "Hud:setButtons({ { id = 'a', label = 'x', options = 3 } })",
                "`options` must be a table",
            ),
            (
                "Hud:setButtons({ { id = 'a', label = 'x', options = { { label = 'y' } } } })",
                "`value` must be",
            ),
            ("Hud:toast('x', 'loud')", "there is no kind \"loud\""),
        ],
    );
    run(&table, "Hud:toast('Check', 'alert') Hud:toast('Psst', 'info', 1002)");
    let applied = outputs(&mut table);
    assert_eq!(messages(&applied), [LocalText::same("Check"), LocalText::same("Psst")]);
    let alert = fangqi_protocol::OutputBody::Toast {
        kind: ToastKind::Alert,
        text: LocalText::same("Check"),
    };
    assert_eq!(applied.outputs[0].body, alert);
}

#[test]
fn seats_are_held_given_and_swapped() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Seats:count()", "2"),
            ("Seats:holder(0)", "player 1001"),
            ("Seats:of(1002)", "1"),
            ("Seats:of(9)", "nil"),
            ("Seats:swap(0, 1)", "true"),
            ("Seats:holder(0)", "player 1002"),
        ],
    );
    table.ok(Input::Stand { player: ANN });
    check(
        &table,
        &[
            ("Seats:holder(1)", "open nil"),
            ("Seats:setComputer(1, 3)", "true"),
            ("Seats:holder(1)", "computer 3"),
            ("Seats:sit(1, 1001)", "true"),
            ("Seats:holder(1)", "player 1001"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Seats:holder(2)", "there is no seat 2"),
            ("Seats:sit(0, 1001)", "seat 0 is taken"),
            ("Seats:sit(0, 5)", "there is no player 5"),
            ("Seats:setComputer(0, 1)", "taken by a person"),
            ("Seats:swap(0, 7)", "there is no seat 7"),
            ("Seats:of('x')", "argument 1, uin"),
        ],
    );
}

#[test]
fn public_marks_are_set_and_cleared() {
    let mut table = Table::open("");
    run(&table, "Marks:set({ { x = 4, y = 1, z = 0, kind = 'check' } })");
    let marks = table.room.scene(BEN).marks;
    assert_eq!((marks[0].pos, marks[0].kind), ([4, 1, 0], MarkKind::Check));
    run(&table, "Marks:clear()");
    assert!(table.room.scene(BEN).marks.is_empty());
    refused(
        &mut table,
        &[
            ("Marks:set({ { x = 4, y = 1, z = 0, kind = 'red' } })", "no kind of mark \"red\""),
            ("Marks:set({ 5 })", "item 1 must be a table"),
        ],
    );
}

#[test]
fn functions_run_beside_and_after_a_handler() {
    let mut table = Table::open(
        r#"log = {}
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             threadpool:work(function(name) log[#log + 1] = name end, "work")
             threadpool:delay(1, function(a, b) log[#log + 1] = a .. b end, "de", "lay")
             log[#log + 1] = "click"
             threadpool:wait(0.5)
             log[#log + 1] = "waited"
           end)"#,
    );
    table.click(ANN, 0, 0, 0);
    assert_eq!(show(&table, "table.concat(log, ' ')"), "click work");
    table.now = 20;
    table.ok(Input::Tick);
    assert_eq!(show(&table, "table.concat(log, ' ')"), "click work waited delay");
    refused(
        &mut table,
        &[
            ("threadpool:wait(-1)", "argument 1, seconds, must be from 0"),
            ("threadpool:work(5)", "argument 1, task, must be a function"),
            ("threadpool:delay(1)", "argument 2, task"),
        ],
    );
}

#[test]
fn a_question_waits_for_its_answer() {
    let mut table = Table::open(
        r#"ScriptSupportEvent:registerEvent("Player.ClickBlock", function(e)
             if e.y ~= 9 then return end
             local path = { { x = 0, y = 0, z = 0 }, { x = 1, y = 0, z = 0 } }
             index, uin = Request:ask({ seat = 1, hint = "move", choices = { { path = path } } })
           end)"#,
    );
    check(&table, &[("Request:isAsking(1)", "false")]);
    table.click(ANN, 0, 9, 0);
    check(&table, &[("Request:isAsking(1)", "true"), ("Request:isAsking(0)", "false")]);
    table.click(BEN, 0, 0, 0);
    table.click(BEN, 1, 0, 0);
    check(&table, &[("index", "1"), ("uin", "1002"), ("Request:cancel(1)", "0")]);
    table.click(ANN, 0, 9, 0);
    check(&table, &[("Request:cancel()", "1"), ("Request:isAsking(1)", "false")]);
    outputs(&mut table);
    check(&table, &[("index", "nil"), ("uin", "cancelled")]);
    refused(
        &mut table,
        &[
            ("Request:ask({ seat = 7, choices = {} })", "there is no seat 7"),
            ("Request:ask({ seat = 0, choices = {} })", "choices is empty"),
            ("Request:cancel('x')", "argument 1, seat"),
            ("Request:isAsking(nil)", "argument 1, seat"),
        ],
    );
}

/// Results as logs of record versions 1 and 2 hold them, and what a script gets for each.
const EARLIER: [(&str, &str); 7] = [
    (
        r#"{"EngineMove":{"best":"h2e2","score":-31,"depth":12,"nodes":70000}}"#,
        "{depth=12, move=h2e2, nodes=70000, score=-31}",
    ),
    (
        r#"{"EngineMove":{"best":null,"score":0,"depth":1,"nodes":2}}"#,
        "{depth=1, nodes=2, score=0}",
    ),
    (
        r#"{"EngineVerdict":{"verdict":{"score":12,"line":["h2e2","h9g7"]},
            "threat":{"score":-300,"line":[]},"depth":9,"nodes":8}}"#,
        "{depth=9, line={1=h2e2, 2=h9g7}, move=h2e2, nodes=8, score=12, threat={line={}, score=-300}}",
    ),
    (
        r#"{"OpenHandsSolved":{"landlord":false,"line":["33",""],"winning":[]}}"#,
        "{line={1=33, 2=}, winner=farmers, winning={}}",
    ),
    (
        r#"{"CardThought":{"candidates":["say:2","say:0"],"value":-100}}"#,
        "{act=say:2, candidates={1=say:2, 2=say:0}, value=-100}",
    ),
    (
        r#"{"AnswerThought":{"answer":".","layer":"rules","candidates":[["slash",12]]}}"#,
        "{answer=., candidates={1={answer=slash, worth=12}}, layer=rules}",
    ),
    (r#"{"OpenHandsSolved":{"landlord":null,"line":[],"winning":[]}}"#, "nil unsolved"),
];

#[test]
fn results_of_earlier_versions_are_read_as_they_were() {
    for (stored, wanted) in EARLIER {
        let mut table = Table::open(
            "threadpool:work(function() thought, why = Xiangqi:think(Xiangqi:new()) end)",
        );
        let job = table.room.pending_jobs()[0].id;
        let stored: serde_json::Value = serde_json::from_str(stored).unwrap();
        let result: JobResult = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(&result).unwrap(), stored, "it is stored as it was");
        table.ok(Input::JobDone { job, result });
        let shown = if wanted.starts_with("nil") { "thought, why" } else { "thought" };
        assert_eq!(show(&table, shown), wanted, "{stored}");
    }
}
