//! What an answer is worth does not hang on what the lot has given to a world, nor on what one has
//! for a turn only.

use fangqi_sanguosha::{Answer, Event, Phase, Status, ops};

use super::Level;
use super::tests::{A, Scene, nothing};

/// A general who may draw a card as the turn begins, and in the play phase may give a coin for a
/// skill.
const BROKERS: &str = r##"
module("extensions.brokers", package.seeall)
extension = sgs.Package("brokers")
broker = sgs.General(extension, "broker", "qun", 4)
broker:addSkill(sgs.CreateTriggerSkill({
  name = "dig",
  events = sgs.PhaseChange,
  on_trigger = function(_, _, player)
    if player:getPhase() == sgs.Player_Start and player:getRoom():askForSkillInvoke(player, "dig") then player:drawCards(1) end
    return false
  end,
}))
sgs.CreateSkillCard({
  name = "hire",
  target_fixed = true,
  on_use = function(_, room, source)
    source:loseMark("@coin")
    room:acquireSkill(source, "guard")
  end,
})
broker:addSkill(sgs.CreateViewAsSkill({
  name = "hire",
  view_as = function() return sgs.Sanguosha:cloneSkillCard("hire") end,
  enabled_at_play = function(_, player)
    return player:getMark("@coin") > 0 and not player:hasSkill("guard")
  end,
}))
skills = sgs.SkillList()
skills:append(sgs.CreateTriggerSkill({
  name = "guard",
  frequency = sgs.Skill_Compulsory,
  events = sgs.TurnStart,
  on_trigger = function() return false end,
}))
sgs.Sanguosha:addSkills(skills)
"##;

fn brokers() -> Scene {
    let mut scene = Scene::of(("brokers", BROKERS), "broker", "");
    scene.table.answer(A, &Answer::Decline).expect("to dig or not");
    assert_eq!(scene.table.run(), Status::Asking);
    scene.deal(A, &[]);
    scene
}

#[test]
fn a_card_that_is_drawn_is_worth_the_same_in_all_worlds() {
    let worth = |seed: u64| {
        let mut scene = brokers();
        scene.mind.seed = seed;
        scene.mind.explain();
        scene.table.engine().state().borrow_mut().player_mut(A).phase = Phase::Start;
        let begins = ops::trigger(&scene.table.cx(), Event::PhaseChange, A, nothing());
        scene.table.engine_mut().push(begins);
        assert_eq!(scene.table.run(), Status::Asking);
        assert_eq!(scene.mind.reply(&scene.table, Level::Smart), Answer::Accept);
        let why = scene.mind.take_explained().expect("a reason");
        why.candidates
    };
    let first = worth(1);
    assert_eq!(first.len(), 2, "to draw and not to: {first:?}");
    assert!(first[0].1 > first[1].1 + 40.0, "a card is worth something: {first:?}");
    for seed in 2..8 {
        let other = worth(seed);
        for ((answer, worth), (_, first)) in other.iter().zip(&first) {
            assert!(
                (worth - first).abs() < 1e-6,
                "{answer} with seed {seed}: {worth}, not {first}"
            );
        }
    }
}

#[test]
fn a_mark_is_not_given_for_a_skill_that_does_nothing() {
    let mut scene = brokers();
    {
        let state = scene.table.engine().state();
        state.borrow_mut().player_mut(A).marks.insert("@coin".into(), 1);
    }
    let offered = |scene: &mut Scene| {
        scene.mind.explain();
        let answer = scene.mind.reply(&scene.table, Level::Smart);
        (answer, scene.mind.take_explained().expect("a reason").candidates)
    };
    let (answer, candidates) = offered(&mut scene);
    assert_eq!(answer, Answer::Decline, "{candidates:?}");
    assert_eq!(candidates.len(), 2, "it may hire: {candidates:?}");
    assert_eq!(scene.faults(), []);
}
