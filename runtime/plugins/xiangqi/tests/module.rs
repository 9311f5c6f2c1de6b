//! The Lua module `Xiangqi`: what each function does for good and for bad arguments.

use fangqi_protocol::run_job_alone;
use fangqi_protocol::{Input, JobResult};

use common::{ANN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run, show};

mod common {
    //! Tables with the plugins that these tests need.

    fangqi_testkit::tables!(fangqi_room::plugin::Plugins::new(&[
        &fangqi_plugin_miniworld::MiniWorlds,
        &fangqi_plugin_xiangqi::Xiangqi
    ]));
}

/// The moves of the beginning, as rooms have listed them from the first that were stored.
const FIRST_MOVES: &str = "e0e1 d0e1 f0e1 c0a2 c0e2 g0e2 g0i2 b0a2 b0c2 h0g2 h0i2 a0a1 a0a2 i0i1 \
    i0i2 b2b1 b2a2 b2c2 b2d2 b2e2 b2f2 b2g2 b2b3 b2b4 b2b5 b2b6 b2b9 h2h1 h2c2 h2d2 h2e2 h2f2 h2g2 \
    h2i2 h2h3 h2h4 h2h5 h2h6 h2h9 a3a4 c3c4 e3e4 g3g4 i3i4";

/// The cells of the legal moves, written as moves.
const AS_MOVES: &str = "(function(p, out)
        for at = 1, #p, 6 do
            local from = string.char(97 + p[at], 48 + p[at + 2])
            table.insert(out, from .. string.char(97 + p[at + 3], 48 + p[at + 5]))
        end
        return table.concat(out, ' ')
    end)(Xiangqi:legalPaths(g, 1), {})";

#[test]
fn the_engine_knows_the_rules() {
    let mut table = Table::open("g = Xiangqi:new() fresh = Xiangqi:new()");
    check(
        &table,
        &[
            ("Xiangqi:turn(g)", "red"),
            ("#Xiangqi:pieces(g)", "32"),
            ("#Xiangqi:legalMoves(g)", "44"),
            ("Xiangqi:legalMoves(g, 'b0')", "{1=b0a2, 2=b0c2}"),
            // Stored games hold moves by their numbers in this list.
            ("table.concat(Xiangqi:legalMoves(g), ' ')", FIRST_MOVES),
            ("#Xiangqi:legalPaths(g, 1)", "264"),
            ("table.concat(Xiangqi:legalPaths(g, 7), ' ', 1, 12)", "4 7 0 4 7 1 3 7 0 4 7 1"),
            // Those two lists say the same, move by move.
            (AS_MOVES, FIRST_MOVES),
            ("Xiangqi:parse(g, '炮二平五')", "h2e2"),
            ("Xiangqi:notation(g, 'h2e2', 'zh')", "炮二平五"),
            ("Xiangqi:moveText(g, 'h2e2')", "{en=C2=5, zh=炮二平五}"),
            ("Xiangqi:play(g, 'h2e2')", "{from=h2, piece=C, to=e2} nil"),
            ("Xiangqi:turn(g)", "black"),
            ("Xiangqi:moves(g)", "{1=h2e2}"),
            ("Xiangqi:undo(g)", "h2e2"),
            ("Xiangqi:undo(g)", "nil"),
            ("Xiangqi:explain(g, 'b0', 'c2')", "nil"),
            ("Xiangqi:explain(g, 'b0', 'd1') ~= nil", "true"),
            ("Xiangqi:status(g).over", "false"),
            ("Xiangqi:agreeDraw(g).reason", "agreement"),
            ("Xiangqi:reset(g)", "true"),
            ("Xiangqi:resign(g, 'red').winner", "black"),
            ("Xiangqi:stop()", "0"),
            ("Xiangqi:loseOnTime(Xiangqi:new(), 'black').reason", "time"),
            ("Xiangqi:loseOnTime(Xiangqi:new(), 'black').winner", "red"),
        ],
    );
    let fen = show(&table, "Xiangqi:fen(Xiangqi:new())");
    assert_eq!(show(&table, &format!("Xiangqi:fen(Xiangqi:new('{fen}'))")), fen);
    refused(
        &mut table,
        &[
            ("Xiangqi:new('rubbish')", ""),
            ("Xiangqi:turn(99)", "there is no game 99"),
            ("Xiangqi:notation(fresh, 'h2e2', 'latin')", "no notation"),
            ("Xiangqi:moveText(fresh, 'a0a9')", "the pawn on a3 is in the way"),
            ("Xiangqi:moveText(fresh, 'a0')", "a0"),
            ("Xiangqi:notation(g, 'h2e2', 'zh')", "the game is over"),
            ("Xiangqi:resign(g, 'green')", "a side is \"red\" or \"black\""),
            ("Xiangqi:loseOnTime(g, 'green')", "a side is \"red\" or \"black\""),
            ("Xiangqi:think(g, { seconds = -1 })", "`seconds` must be from 0"),
        ],
    );
}

#[test]
fn thinking_leaves_the_room_as_a_job() {
    let mut table = Table::open(
        r#"g = Xiangqi:new()
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             thought = Xiangqi:think(g, { level = 1 }) done = true
           end)"#,
    );
    let applied = table.click(ANN, 0, 0, 0);
    assert_eq!(applied.jobs.len(), 1);
    assert_eq!(show(&table, "Xiangqi:stop()"), "1");
    outputs(&mut table);
    check(&table, &[("done", "true"), ("thought", "nil")]);
    refused(&mut table, &[("Xiangqi:think(g, { level = 99 })", "level 99 is not one of 1 to 10")]);
}

#[test]
fn an_analysis_is_explained() {
    let mut table = Table::open(
        r#"g = Xiangqi:new("3k5/9/9/9/9/9/9/9/p3R4/R3K4 w")
           ScriptSupportEvent:registerEvent("Player.ClickBlock", function()
             verdict = Xiangqi:analyse(g, { nodes = 4000, threat = true, lines = 2 })
           end)"#,
    );
    let jobs = table.click(ANN, 0, 0, 0).jobs;
    let result = run_job_alone(&jobs[0].spec);
    assert!(matches!(result, JobResult::Done { .. }), "{result:?}");
    table.ok(Input::JobDone { job: jobs[0].id, result });
    check(
        &table,
        &[
            ("verdict.move, verdict.score, verdict.threat.move", "a0d0 29999 a1a0"),
            ("Xiangqi:why(g, verdict)", "{en=Mates at once, zh=一步将死} {en=R9=6, zh=车九平六}"),
            ("Xiangqi:why(g, { score = 0, line = {} })", "nil nil"),
            ("#verdict.lines, verdict.lines[1].move, verdict.lines[1].score", "2 a0d0 29999"),
            ("Xiangqi:lineText(g, verdict.lines[1].line)", "{1={en=R9=6, zh=车九平六}}"),
            ("Xiangqi:lineText(g, { 'a0a9' })", "{}"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Xiangqi:analyse(g, { nodes = 0 })", "`nodes` must be from 1 to"),
            ("Xiangqi:analyse(g, { lines = 6 })", "`lines` must be from 0 to 5"),
            ("Xiangqi:lineText(99, {})", "there is no game 99"),
            ("Xiangqi:lineText(g, { 'x' })", ""),
            ("Xiangqi:analyse(g, { node = 5 })", "did you mean `nodes`?"),
            ("Xiangqi:analyse(99)", "there is no game 99"),
            ("Xiangqi:why(g, { score = 0, line = { 'x' } })", ""),
            ("Xiangqi:why(g, { line = {} })", "`score` must be"),
            ("Xiangqi:opening(99)", "there is no game 99"),
        ],
    );
}

#[test]
fn openings_have_names() {
    let table = Table::open("g = Xiangqi:new()");
    check(&table, &[("Xiangqi:opening(g)", "nil")]);
    run(&table, "Xiangqi:play(g, 'b2e2') Xiangqi:play(g, 'b7e7')");
    let name = "{moves=2, name={en=Same-Direction Cannons, zh=顺炮局}}";
    check(&table, &[("Xiangqi:opening(g)", name)]);
}
