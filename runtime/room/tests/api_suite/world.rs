use fangqi_protocol::{Audience, Input, OutputBody};
use fangqi_world::EffectChange;

use crate::common::{ANN, BEN, Table};
use fangqi_testkit::calls::{check, outputs, refused, run, show};

fn effects(table: &mut Table) -> Vec<EffectChange> {
    let applied = outputs(table);
    let effects = applied.outputs.into_iter().filter_map(|output| match output.body {
        OutputBody::Effect(change) => {
            assert_eq!(output.audience, Audience::All);
            Some(change)
        }
        _ => None,
    });
    effects.collect()
}

#[test]
fn rays_stop_at_the_first_block() {
    let mut table = Table::open("");
    run(&table, "Block:setBlockAll(0, 0, 0, 7)");
    check(
        &table,
        &[
            ("World:getRayLength(0.5, 9, 0.5, 0.5, 0, 0.5, 16)", "0 8"),
            ("World:getRayLength(0.5, 9, 0.5, 0.5, 0, 0.5, 5)", "0 5"),
            ("World:getRayLength(4.5, 9, 0.5, 4.5, 0, 0.5, 16)", "0 16"),
            ("World:getRayLength(0.5, 0.5, 0.5, 1, 0.5, 0.5, 16)", "0 0"),
            ("World:getRayBlock(0.5, 9, 0.5, FACE_DIRECTION.DIR_NEG_Y, 16)", "0 7"),
            ("World:getRayBlock(0.5, 9, 0.5, FACE_DIRECTION.DIR_NEG_Y, 7)", "0 0"),
            ("World:getRayBlock(-3, 0.5, 0.5, FACE_DIRECTION.DIR_POS_X, 16)", "0 7"),
            ("World:getRayBlock(0, 9, 0, FACE_DIRECTION.DIR_POS_Y, 16)", "0 0"),
        ],
    );
    refused(&mut table, &[("World:getRayBlock(0, 0, 0, -1, 16)", "argument 4, face")]);
}

#[test]
fn distances_are_euclidean() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("World:calcDistance({x=0, y=0, z=0}, {x=3, y=4, z=0})", "0 5"),
            ("World:calcDistance({x=1, y=1, z=1}, {x=1.5, y=1, z=1})", "0 0.5"),
        ],
    );
    refused(
        &mut table,
        &[
            (
                "World:calcDistance({7, 7, 7}, {x=0, y=0, z=0})",
                "argument 1, pos1, must be a position",
            ),
            ("World:calcDistance({x=0, y=0, z=0}, {x=1e308, y=1e308, z=1e308})", "its x is 1e308"),
        ],
    );
}

#[test]
fn the_players_present_are_listed() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("World:getPlayerTotal()", "0 2"),
            ("World:getPlayerTotal(0)", "0 0"),
            ("World:getAllPlayers(-1)", "0 2 {1=1001, 2=1002}"),
            ("World:getAllPlayers(1)", "0 2 {1=1001, 2=1002}"),
            ("World:getAllPlayers(0)", "0 0 {}"),
            ("World:randomOnePlayer(0)", "1001 nil"),
        ],
    );
    refused(
        &mut table,
        &[
            ("World:getAllPlayers({})", "argument 1, alive"),
            ("World:getPlayerTotal('x')", "argument 1, alive"),
        ],
    );
    table.ok(Input::Leave { player: ANN });
    assert_eq!(show(&table, "World:getAllPlayers()"), "0 1 {1=1002}");
    assert_eq!(show(&table, "World:randomOnePlayer()"), format!("0 {}", BEN.0));
}

#[test]
fn effects_start_change_and_end() {
    let mut table = Table::open("");
    run(&table, "World:playParticalEffect(4, 1, 0, 1170, 2, 1.5)");
    let played = |scale, expires| EffectChange::PlayParticle {
        pos: [4, 1, 0],
        effect: 1170,
        scale,
        expires: Some(expires),
    };
    let stopped = EffectChange::StopParticle { pos: [4, 1, 0], effect: 1170 };
    assert_eq!(effects(&mut table), [played(2.0, 30)]);
    run(&table, "World:setEffectScaleOnPosition(4, 1, 0, 1170, 3)");
    assert_eq!(effects(&mut table), [played(3.0, 30)]);
    run(&table, "World:stopEffectOnPosition(4, 1, 0, 1170, 3)");
    run(&table, "World:stopEffectOnPosition(4, 1, 0, 1170)");
    assert_eq!(effects(&mut table).as_slice(), std::slice::from_ref(&stopped));
    run(&table, "World:playParticalEffect(4, 1, 0, 1170, 1, 1)");
    assert_eq!(effects(&mut table), [played(1.0, 20)]);
    table.now = 40;
    assert_eq!(effects(&mut table), [stopped], "it ends by itself");
    refused(
        &mut table,
        &[
            ("World:playParticalEffect(0, 9999, 0, 1170)", "outside the world"),
            ("World:playParticalEffect(0, 0, 0, 'x')", "argument 4, particleId"),
            ("World:setEffectScaleOnPosition(0, 0, 0, 1170, 1)", "effect 1170 does not run there"),
            ("World:stopEffectOnPosition(0, 0)", "argument 3, z"),
        ],
    );
}

#[test]
fn sounds_are_played_once_or_over_and_over() {
    let mut table = Table::open("");
    let (pos, sound) = ([1, 2, 3], 10947);
    run(&table, "World:playSoundEffectOnPos({x=1, y=2, z=3}, 10947, 0.5, 2, false)");
    assert_eq!(
        effects(&mut table),
        [EffectChange::PlaySound { pos, sound, volume: 0.5, pitch: 2.0 }]
    );
    run(&table, "World:playSoundEffectOnPos({x=1, y=2, z=3}, 10947, 1, 1, true)");
    run(&table, "World:stopSoundEffectOnPos({x=1, y=2, z=3}, 10947)");
    let looped = EffectChange::LoopSound { pos, sound, volume: 1.0, pitch: 1.0 };
    assert_eq!(effects(&mut table), [looped, EffectChange::StopSound { pos, sound }]);
    refused(
        &mut table,
        &[
            ("World:playSoundEffectOnPos({1, 2, 3}, 10947)", "argument 1, pos, must be a position"),
            ("World:stopSoundEffectOnPos(nil, 1)", "argument 1, pos"),
        ],
    );
}

#[test]
fn the_hour_is_set_and_tells_day_from_night() {
    let mut table = Table::open("");
    check(&table, &[("World:getHours()", "0 12"), ("World:isDaytime()", "0")]);
    for (hour, code) in [(0, 1001), (5, 1001), (6, 0), (17, 0), (18, 1001), (23, 1001)] {
        run(&table, &format!("World:setHours({hour})"));
        assert_eq!(show(&table, "World:isDaytime()"), code.to_string(), "{hour}");
    }
    let shown = outputs(&mut table)
        .outputs
        .iter()
        .any(|output| matches!(&output.body, OutputBody::Setting(setting) if setting.hour == 23));
    assert!(shown && table.room.scene(ANN).setting.hour == 23);
    run(&table, "World:setHours(24)");
    assert_eq!(show(&table, "World:getHours()"), "0 0", "midnight");
    refused(
        &mut table,
        &[
            ("World:setHours(25)", "argument 1, hour, must be from 0 to 24"),
            ("World:setHours(-1)", "argument 1, hour"),
        ],
    );
}

/// Expected values from `date -u -d @N`.
#[test]
fn dates_are_taken_apart_and_read() {
    let mut table = Table::open("");
    table.now = 20 * (86_400 + 3_661);
    table.ok(Input::Tick);
    check(
        &table,
        &[
            ("World:getLocalDateString()", "0 2026-01-02 01:01:01"),
            ("World:getServerDateString()", "0 2026-01-02 01:01:01"),
            ("World:getLocalDate(EVENTDATE.DAY)", "0 2"),
            ("World:getServerDate(EVENTDATE.MINUTE)", "0 1"),
            ("World:getServerDate(EVENTDATE.TIMESTAMP)", "0 1767315661"),
            ("World:getDateStringFromTime(951782400)", "0 2000-02-29 00:00:00"),
            ("World:getDateStringFromTime(-1)", "0 1969-12-31 23:59:59"),
            ("World:getDateFromTime(1795217745, EVENTDATE.YEAR)", "0 2026"),
            ("World:getDateFromTime(1795217745, EVENTDATE.MONTH)", "0 11"),
            ("World:getDateFromTime(1795217745, EVENTDATE.HOUR)", "0 23"),
            ("World:getDateFromTime(1795217745, EVENTDATE.SECOND)", "0 45"),
            ("World:getTimeFromDateString('2026-11-20 23:35:45')", "0 1795217745"),
            ("World:getTimeFromDateString('2000-02-29 00:00:00')", "0 951782400"),
            ("World:getTimeFromDateString('1970-1-1 0:0:0')", "0 0"),
        ],
    );
    let bad = "argument 1, timestr, must be a date";
    refused(
        &mut table,
        &[
            ("World:getTimeFromDateString('2026-02-29 00:00:00')", bad),
            ("World:getTimeFromDateString('2026-13-01 00:00:00')", bad),
            ("World:getTimeFromDateString('2026-01-01')", bad),
            ("World:getTimeFromDateString('2026-01-01 24:00:00')", bad),
            ("World:getTimeFromDateString('2026-01-01 00:00:00:00')", bad),
            ("World:getTimeFromDateString('99999-01-01 00:00:00')", bad),
            ("World:getTimeFromDateString('+2026-01-01 00:00:00')", bad),
            ("World:getDateStringFromTime(1e15)", "argument 1, time, must lie in the years 1"),
            ("World:getDateFromTime(0, 8)", "argument 2, field, must be one of EVENTDATE"),
            ("World:getLocalDate(0)", "argument 1, field, must be one of EVENTDATE"),
            ("World:getServerDate(-1)", "argument 1, field"),
        ],
    );
}

#[test]
fn too_many_effects_leave_no_effect_behind() {
    let mut options = crate::common::options();
    options.limits.effects_per_input = 3;
    let mut table = Table::with("", options);
    let source = "(function() local sum = 0 for x = 1, 5 do \
        sum = sum + World:playParticalEffect(x, 0, 0, 1) end return sum end)()";
    assert_eq!(show(&table, source), "2002");
    assert_eq!(effects(&mut table).len(), 3);
    assert_eq!(table.room.scene(ANN).effects.len(), 3);
}

#[test]
fn the_kind_of_game_is_told_by_codes() {
    let mut table = Table::open("");
    check(
        &table,
        &[
            ("World:isCustomGame()", "0"),
            ("World:isGameMakerRunMode()", "0"),
            ("World:isGameMakerMode()", "1001"),
            ("World:isCreativeMode()", "1001"),
        ],
    );
    assert_eq!(outputs(&mut table).log, []);
}
