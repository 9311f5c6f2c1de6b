//! What scripts have shown, as far as it reaches the clients: what they draw of it is their matter.

use fangqi_plugin_miniworld::TimerView;
use fangqi_protocol::{Act, Input};
use fangqi_world::EffectChange;

use crate::common::{ANN, BEN};
use crate::support::{Walk, changes_part};

/// The windows of timers that each of both sees.
fn windows(walk: &Walk) -> [Vec<TimerView>; 2] {
    [ANN, BEN].map(|player| walk.own(player).timers)
}

#[test]
fn windows_of_timers_are_in_the_view_of_those_who_walk() {
    let mut walk = Walk::obeying("code, t = MiniTimer:createTimer('t', nil, true)");
    walk.ticks(7);
    walk.say("MiniTimer:startBackwardTimer(t, 65) MiniTimer:showTimerWnd({1002}, t, '#RLeft')");
    let down = TimerView { title: "Left".to_owned(), time: 1300, since: 7, way: -1 };
    assert_eq!(windows(&walk), [vec![], vec![down.clone()]]);
    walk.say("MiniTimer:showTimerTips({1001, 1002}, t, 'Go', true)");
    let go = TimerView { title: "Go".to_owned(), ..down };
    assert_eq!(windows(&walk), [vec![go.clone()], vec![go]]);
    // It counts by itself: nothing is said of it.
    for _ in 0..60 {
        walk.now += 1;
        let applied = walk.apply(Input::Tick);
        assert!(!applied.outputs.iter().any(|out| changes_part(out, "own")));
    }
    walk.say("MiniTimer:pauseTimer(t)");
    let [ann, _] = windows(&walk);
    assert_eq!((ann[0].time, ann[0].way), (1240, 0));
    walk.say("MiniTimer:startForwardTimer(t) MiniTimer:hideTimerWnd({1001}, t)");
    let [ann, ben] = windows(&walk);
    assert_eq!((ann.len(), ben[0].time, ben[0].since, ben[0].way), (0, 0, walk.now, 1));
    // Where one walks no text floats over the spawn.
    let effects = walk.room.scene(BEN).effects;
    assert!(!effects.iter().any(|effect| matches!(effect, EffectChange::SetText { .. })));
    walk.say("MiniTimer:deleteTimer(t)");
    assert_eq!(windows(&walk), [vec![], vec![]]);
    walk.check_replay();
}

#[test]
fn a_countdown_that_ends_or_begins_again_is_told_of() {
    let mut walk = Walk::open(
        "code, t = MiniTimer:createTimer('t')
MiniTimer:startBackwardTimer(t, 1, true)
code, once = MiniTimer:createTimer('once') MiniTimer:startBackwardTimer(once, 1)",
    );
    walk.run("MiniTimer:showTimerWnd({1001}, t, 'a') MiniTimer:showTimerWnd({1001}, once, 'b')");
    walk.ticks(50);
    let [ann, _] = windows(&walk);
    assert_eq!((ann[0].time, ann[0].since, ann[0].way), (20, 40, -1));
    assert_eq!((ann[1].time, ann[1].way), (0, 0));
}

#[test]
fn sounds_that_go_on_are_told_with_who_makes_them() {
    let mut walk =
        Walk::open("code, made = World:spawnCreature(0.5, 7, 5.5, 3400, 1) mob = made[1]");
    walk.run(
        "Actor:playSoundEffectById(mob, 10003, 80, 1.5, true)
Actor:playSoundEffectById(1002, 10004, 0.2, 1, true)
Actor:playSoundEffectById(1002, 10005, 20, 1, false)",
    );
    let sounds = |walk: &Walk, of: &str| {
        let id: u64 = walk.show(of).parse().unwrap();
        walk.scene().actors.into_iter().find(|actor| actor.id == id).unwrap().sounds
    };
    assert_eq!(sounds(&walk, "mob"), [(10003, 80.0, 1.5)]);
    assert_eq!(sounds(&walk, "1002"), [(10004, 20.0, 1.0)]);
    walk.run("Actor:stopSoundEffectById(mob, 10003)");
    assert_eq!(sounds(&walk, "mob"), []);
}

#[test]
fn effects_over_the_map_lit_cells_and_playing_blocks_surround_everybody() {
    let mut walk = Walk::open("code, fog = Game:addRenderGlobalEffect('particles/Fog.ent')");
    walk.run(
        "Game:setRenderGlobalEffectPos(fog, 3, 4, 5) Game:setRenderGlobalEffectScale(fog, 2, 1, 0.5)
World:setBlockLightEx(1, 8, 1, 9) World:setBlockLightEx(2, 8, 1, 15)
World:setBlockLightEx(1, 8, 1, 0)
Block:PlayAct(4, 6, 4, 100, 1) Block:PlayAct(4, 6, 4, 101, 1)",
    );
    let space = walk.scene().space;
    let [fog] = &space.global[..] else { panic!("{:?}", space.global) };
    let of = (fog.path.as_str(), fog.pos, fog.scale);
    assert_eq!(of, ("particles/Fog.ent", [3.0, 4.0, 5.0], [2.0, 1.0, 0.5]));
    assert_eq!(space.lights, [([2, 8, 1], 15)]);
    assert_eq!(space.acts, [([4, 6, 4], 101, 2)]);
}

#[test]
fn no_more_cells_are_told_of_than_a_client_can_use() {
    let mut walk = Walk::open("");
    walk.run("for x = -20, 19 do for z = -20, 19 do World:setBlockLightEx(x, 9, z, 7) end end");
    let lights = walk.scene().space.lights;
    assert_eq!((lights.len(), lights[0]), (1024, ([-20, 9, -20], 7)));
}

/// The elements of the page that a player sees.
fn elements(walk: &Walk) -> Vec<String> {
    let mut pages = walk.scene().pages;
    pages.remove(0).elements.into_iter().map(|(id, _)| id).collect()
}

#[test]
fn a_page_shows_the_elements_of_its_state() {
    let mut walk = Walk::obeying("");
    let press = |element: &str| {
        let (page, element) = ("7001".to_owned(), element.to_owned());
        Act::Press { page, element, down: true }
    };
    walk.say("Customui:openUIView(1001, '7001')");
    // The first state that the layout names is the one it begins in.
    assert_eq!(elements(&walk), ["7001_1", "7001_2", "7001_3"]);
    assert_eq!(walk.scene().pages[0].state.as_deref(), Some("open"));
    assert_eq!(walk.refused(ANN, press("7001_4")), "no_element");
    walk.say("Customui:setState(1001, '7001', '7001_1', 'shut', 0, 0)");
    assert_eq!(elements(&walk), ["7001_1", "7001_2", "7001_4"]);
    assert_eq!(walk.refused(ANN, press("7001_3")), "no_element");
    assert_eq!(walk.refused(ANN, press("7001_4")), "");
    // What is changed meanwhile is there when its state comes.
    walk.say(
        "Customui:setText(1001, '7001', '7001_3', 'New') Customui:setState(1001, '7001', 'wide')",
    );
    let page = walk.scene().pages.remove(0);
    assert_eq!(page.elements[2].1.text.as_deref(), Some("New"));
    // A state that nobody names has what is in all of them.
    walk.say("Customui:setState(1001, '7001', '7001_1', 'else', 0, 0)");
    assert_eq!(elements(&walk), ["7001_1", "7001_2"]);
    walk.check_replay();
}

#[test]
fn an_action_of_a_player_is_heard_and_seen() {
    let mut walk = Walk::obeying(
        "ScriptSupportEvent:registerEvent('Player.PlayAction', function(e)
            played = e.eventobjid .. ' ' .. e.act end)",
    );
    let body = |walk: &Walk| {
        let ben = walk.scene().actors.into_iter().find(|actor| actor.id == BEN.0).unwrap();
        ben.act
    };
    assert_eq!(body(&walk), None);
    assert_eq!(walk.refused(BEN, Act::Play { act: 4 }), "");
    assert_eq!((walk.show("played"), body(&walk)), ("1002 4".to_owned(), Some((4, 1))));
    walk.check_replay();
}
