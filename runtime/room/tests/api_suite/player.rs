use fangqi_protocol::{Audience, Input, LocalText, OutputBody, ToastKind};
use fangqi_world::EffectChange;

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, messages, outputs, refused, run, show};

#[test]
fn the_host_is_the_first_who_is_present() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Player:getHostUin()", "0 1001"),
            ("Player:getMainPlayerUin()", "0 1001"),
            ("Player:isMainPlayer(1001)", "0"),
            ("Player:isMainPlayer(0)", "0"),
            ("Player:isMainPlayer(1002)", "1001"),
            ("Player:getNickname(1002)", "0 Ben"),
            ("Player:getNickname(0)", "0 Ann"),
        ],
    );
    assert_eq!(outputs(&mut table).log, []);
    table.ok(Input::Leave { player: ANN });
    check(&table, &[("Player:getHostUin()", "0 1002"), ("Player:getNickname(0)", "0 Ben")]);
    refused(
        &mut table,
        &[
            ("Player:getNickname(77)", "there is no player 77"),
            ("Player:getNickname(-1)", "argument 1, objid, must be a player's number, not -1"),
            ("Player:isMainPlayer()", "argument 1, objid"),
        ],
    );
}

#[test]
fn an_empty_room_has_no_host() {
    let (room, _) = fangqi_room::Room::open(crate::common::map(""), crate::common::options())
        .expect("the room opens");
    let table = Table::of(room);
    // 0 means the host in every call: scripts keep it from before anybody is there.
    check(&table, &[("Player:getHostUin()", "0 0"), ("Player:getMainPlayerUin()", "0 0")]);
}

#[test]
fn results_scores_rankings_and_teams_are_kept() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Player:getGameResults(1001)", "0 0"),
            ("Player:setGameResults(1001, 2)", "0"),
            ("Player:getGameResults(1001)", "0 2"),
            ("Player:getGameScore(1002)", "0 0"),
            ("Player:setGameScore(1002, -5)", "0"),
            ("Player:getGameScore(1002)", "0 -5"),
            ("Player:getGameRanking(1002)", "0 0"),
            ("Player:setGameRanking(1002, 1)", "0"),
            ("Player:getGameRanking(1002)", "0 1"),
            ("Player:getTeam(1001)", "0 0"),
            ("Player:setTeam(1001, 6)", "0"),
            ("Player:getTeam(1001)", "0 6"),
            ("Player:setTeam(1001, 999)", "0"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Player:setGameResults(1001, 3)", "argument 2, result, must be 0, 1 or 2, not 3"),
            ("Player:getGameResults({})", "argument 1, objid"),
            ("Player:setGameScore(1001, 2^60)", "argument 2, score"),
            ("Player:getGameScore(5)", "there is no player 5"),
            ("Player:setGameRanking(1001, 0/0)", "argument 2, rank"),
            ("Player:getGameRanking(5)", "there is no player 5"),
            ("Player:setTeam(1001, 7)", "argument 2, teamid, must be 0 to 6 or 999, not 7"),
            ("Player:getTeam(5)", "there is no player 5"),
        ],
    );
}

#[test]
fn a_winner_is_announced_and_raises_an_event() {
    let mut table = Table::open(
        r#"ScriptSupportEvent:registerEvent("Room.Action", function(e)
             Player:setGameWin(e.eventobjid) end)
           ScriptSupportEvent:registerEvent("Game.AnyPlayer.Victory", function(e)
             won = e.eventobjid end)
           Hud:setButtons({ { id = "win", label = "win" } })"#,
    );
    table.ok(Input::Action { player: BEN, id: "win".into(), value: String::new() });
    assert_eq!(show(&table, "won"), "1002");
    assert_eq!(show(&table, "Player:getGameResults(1002)"), "0 1");
    assert_eq!(show(&table, "Player:getGameResults(1001)"), "0 0");
    let result = table.room.scene(ANN).hud.result.expect("the result is shown");
    assert_eq!((result.winner, result.text), (Some(1), LocalText::new("Ben获胜。", "Ben wins.")));
    refused(&mut table, &[("Player:setGameWin(5)", "there is no player 5")]);
}

#[test]
fn positions_are_set_and_told() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("Player:getPosition(1001)", "0 0 1 0"),
            ("Player:setPosition(1001, -3.5, 2, 4)", "0"),
            ("Player:getPosition(1001)", "0 -3.5 2 4"),
            ("Player:getPosition(0)", "0 -3.5 2 4"),
        ],
    );
    refused(
        &mut table,
        &[
            ("Player:setPosition(1001, 0, 9999, 0)", "outside the world"),
            ("Actor:getPosition(5)", "there is no object 5"),
        ],
    );
}

#[test]
fn a_player_aims_at_what_it_clicked_last() {
    let mut table =
        Table::open("ScriptSupportEvent:registerEvent('Player.ClickBlock', function() end)");
    let before = show(&table, "Player:getAimPos(1001)");
    assert_eq!(before, "0 0.5 1.5 0.5", "where it stands");
    table.ok(Input::Click { player: ANN, pos: [4, -1, 7], face: 5 });
    check(
        &table,
        &[
            ("Player:getAimPos(1001)", "0 4.5 -0.5 7.5"),
            ("Player:getAimPos(0)", "0 4.5 -0.5 7.5"),
            ("Player:getAimPos(1002)", "0 0.5 1.5 0.5"),
        ],
    );
    refused(&mut table, &[("Player:getAimPos(5)", "there is no player 5")]);
}

#[test]
fn messages_reach_those_they_are_for_without_marks() {
    let mut table = Table::open("");
    run(
        &table,
        r##"Player:notifyGameInfo2Self(1002, "#RYour turn")
            Chat:sendSystemMsg("#cff0000Check", 0)
            Chat:sendSystemMsg({ zh = "将军", en = "Check" }, 1001)
            Chat:sendChat("hello #1")"##,
    );
    let applied = outputs(&mut table);
    let same = LocalText::same;
    assert_eq!(
        messages(&applied),
        [same("Your turn"), same("Check"), LocalText::new("将军", "Check"), same("hello #1")]
    );
    let audiences: Vec<Audience> = applied.outputs.iter().map(|output| output.audience).collect();
    let (ann, ben) = (Audience::Player(ANN), Audience::Player(BEN));
    assert_eq!(audiences, [ben, Audience::All, ann, Audience::All]);
    assert!(matches!(applied.outputs[0].body, OutputBody::Toast { kind: ToastKind::Info, .. }));
    refused(
        &mut table,
        &[
            ("Player:notifyGameInfo2Self(1001)", "argument 2, info, must be a text, not nil"),
            ("Player:notifyGameInfo2Self(1001, ('x'):rep(2001))", "longer than 2000"),
            ("Chat:sendChat(('x'):rep(2001))", "argument 1, content, is longer than 2000"),
            ("Chat:sendChat(('棋'):rep(683))", "argument 1, content, must be a text of at most"),
            ("Chat:sendChat('x', 5)", "there is no player 5"),
            ("Chat:sendSystemMsg({ fr = 'x' })", "argument 1, content"),
            ("Chat:sendSystemMsg('x', 'y')", "argument 2, targetuin"),
        ],
    );
}

#[test]
fn music_is_for_one_player_and_lasts_until_stopped() {
    let mut table = Table::open("");
    let looped = |sound| EffectChange::LoopSound { pos: [0, 1, 0], sound, volume: 1.0, pitch: 1.0 };
    let own = |table: &mut Table| -> Vec<EffectChange> {
        let applied = outputs(table);
        assert!(applied.outputs.iter().all(|output| output.audience == Audience::Player(BEN)));
        let bodies = applied.outputs.into_iter().map(|output| output.body);
        bodies
            .map(|body| match body {
                OutputBody::Effect(change) => change,
                other => panic!("{other:?}"),
            })
            .collect()
    };
    run(&table, "Player:playMusic(1002, 5, 1, 1, true)");
    assert_eq!(own(&mut table), [looped(5)]);
    assert_eq!(table.room.scene(BEN).effects, [looped(5)]);
    assert_eq!(table.room.scene(ANN).effects, []);
    run(&table, "Player:playMusic(1002, 6, 1, 1, true)");
    let stop = |sound| EffectChange::StopSound { pos: [0, 1, 0], sound };
    assert_eq!(own(&mut table), [stop(5), looped(6)]);
    run(&table, "Player:stopMusic(1002)");
    assert_eq!(own(&mut table), [stop(6)]);
    run(&table, "Player:playMusic(1002, 7)");
    let once = EffectChange::PlaySound { pos: [0, 1, 0], sound: 7, volume: 1.0, pitch: 1.0 };
    assert_eq!(own(&mut table), [once]);
    refused(&mut table, &[("Player:stopMusic(5)", "there is no player 5")]);
}
