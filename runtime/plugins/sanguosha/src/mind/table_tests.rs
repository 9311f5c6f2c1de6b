//! Each table of AI files decides what it is for.

use fangqi_sanguosha::mind::moves::{self, Scope};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::{Answer, Ask, Card, CardId, PlayerId, Status, ops};

use super::Level;
use super::tests::{A, B, Scene, nothing};

const C: PlayerId = PlayerId(2);

#[test]
fn a_card_goes_to_the_friend_who_needs_it() {
    let ai = "sgs.ai_cardneed.wise_gift = function(friend, card, self)
        return friend:isLord() and card:inherits(\"Nullification\")
      end";
    let mut scene = Scene::new(ai);
    let ids = scene.deal(C, &["slash", "nullification", "jink"]);
    let answer = scene.ask(ops::ask_yiji(C, ids.clone()));
    assert_eq!(scene.faults(), []);
    assert_eq!(answer, Answer::Gift(ids[1], A));
}

/// What `slash-jink` is answered with, this card being all that is held.
fn answer_with(held: &str, tables: &str) -> (CardId, Answer) {
    let ai = format!(
        "{tables}
        sgs.ai_skill_cardask[\"slash-jink\"] = function(self)
          return self:getCardId(\"Jink\") or \".\"
        end"
    );
    let mut scene = Scene::new(&ai);
    let id = scene.deal(A, &[held])[0];
    let answer = scene.ask(ops::ask_card(A, "jink", "slash-jink:sgs2", nothing()));
    assert_eq!(scene.faults(), [], "{tables}");
    (id, answer)
}

#[test]
fn cards_are_what_filter_tables_make_of_them() {
    let (id, answer) = answer_with("jink", "");
    assert_eq!(answer, Answer::Card(Card::Real(id), Vec::new()));
    let (_, answer) = answer_with(
        "jink",
        "sgs.ai_filterskill_filter.wise_gift = function(card, place)
          if card:inherits(\"Jink\") then
            return (\"slash:wise_gift[%s:%s]=%d\"):format(
              card:getSuitString(), card:getNumberString(), card:getEffectiveId())
          end
        end",
    );
    assert_eq!(answer, Answer::Decline, "it is a slash now");
}

#[test]
fn an_interaction_is_chosen_before_cards_and_targets() {
    let ai = "SmartAI:setSkillAI(\"wise_gift\", {
        choose_interaction = function(self, ai) ai.wanted = \"nullification\" return \"\" end,
        choose_cards = function(self, ai)
          for _, id in ipairs(ai:getEnabledCards()) do
            if sgs.Sanguosha:getCard(id):objectName() == ai.wanted then return { id }, 10 end
          end
        end,
        choose_targets = function(self, ai) return { ai:getEnabledTargets():first() }, 500 end,
      })";
    let mut scene = Scene::new(ai);
    let ids = scene.deal(A, &["jink", "nullification", "slash"]);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), []);
    let Answer::Skill { skill, ids: given, .. } = &answer else { panic!("{answer:?}") };
    assert_eq!((&**skill, &given[..]), ("wise_gift", &ids[1..2]));
}

/// A settlement under way holds a card that one has laid down and nobody has seen: what another
/// thinks of its own answer is the same whichever it is.
#[test]
fn a_card_that_is_laid_down_is_not_seen() {
    let thoughts = |hand: [&str; 2]| {
        let mut scene = Scene::new("");
        scene.mind.explain();
        scene.deal(A, &["peach", "slash"]);
        let laid = scene.deal(B, &hand)[0];
        scene.table.engine_mut().push(ops::pindian(B, A, "probe", None));
        assert_eq!(scene.table.run(), Status::Asking);
        scene.table.answer(B, &Answer::Ids(vec![laid])).expect("its own card");
        assert_eq!(scene.table.run(), Status::Asking);
        assert_eq!(scene.table.request().map(|request| request.who), Some(A));
        let answer = scene.mind.reply(&scene.table, Level::Careful);
        (answer, scene.mind.take_explained().map(|why| why.candidates))
    };
    let (first, second) = (thoughts(["slash", "peach"]), thoughts(["peach", "slash"]));
    assert!(first.1.as_ref().is_some_and(|candidates| candidates.len() == 2), "{first:?}");
    assert_eq!(first, second);
}

/// The stand-in gives what it is asked for however long the game goes on, and begins nothing.
#[test]
fn the_stand_in_answers_and_does_nothing_of_itself() {
    let mut scene = Scene::new("");
    scene.table.engine().state().borrow_mut().turns = 5_000;
    let ids = scene.deal(A, &["slash", "jink"]);
    for _ in 0..20 {
        assert_eq!(scene.mind.reply(&scene.table, Level::Trust), Answer::Decline);
    }
    scene.table.engine_mut().push(ops::ask_card(A, "jink", "slash-jink:sgs2", nothing()));
    assert_eq!(scene.table.run(), Status::Asking);
    for seed in 0..20 {
        scene.mind.reseed(seed);
        let answer = scene.mind.reply(&scene.table, Level::Trust);
        assert_eq!(answer, Answer::Card(Card::Real(ids[1]), Vec::new()));
    }
}

/// What is thrown away of four cards: the cheapest, or one other in the place of one of them. No
/// two answers come to the same.
#[test]
fn discards_are_looked_for_among_unlike_cards() {
    let mut scene = Scene::new("");
    let mut ids = scene.deal(A, &["slash", "jink", "peach"]);
    let twin = {
        let state = scene.table.state();
        let is_peach = |id: &CardId| *state.name_of(*id) == *"peach";
        state.draw.iter().copied().find(is_peach).expect("there are eight")
    };
    let state = scene.table.engine().state();
    state.borrow_mut().put(twin, &fangqi_sanguosha::Target::Hand(A), None);
    ids.push(twin);
    let cx = scene.table.cx();
    let prices = Prices::of(&scene.table.state(), &Values::default(), &[]);
    let stance = Stance::by_roles(&scene.table.state(), A);
    let scope = Scope { prices: &prices, stance: &stance, targets: 4, most: usize::MAX };
    let ask = Ask::Discard {
        reason: "gamerule".into(),
        count: 2,
        optional: false,
        include_equip: false,
        throws: true,
    };
    let names = |ids: &[CardId]| {
        let mut names: Vec<String> =
            ids.iter().map(|&id| scene.table.state().name_of(id).to_string()).collect();
        names.sort();
        names.join(" ")
    };
    let options = moves::options(&cx, A, &ask, scope);
    let mut found: Vec<String> = Vec::new();
    for option in &options {
        let Answer::Ids(thrown) = option else { panic!("{option:?}") };
        assert!(thrown.len() == 2 && thrown[0] != thrown[1], "{thrown:?}");
        assert!(thrown.iter().all(|id| ids.contains(id)), "{thrown:?}");
        found.push(names(thrown));
    }
    assert_eq!(found[0], "jink slash", "the cheapest come first");
    found.sort();
    assert_eq!(found, ["jink peach", "jink slash", "peach slash"]);
}

/// A package that changes things where it is only asked something.
const MEDDLER: &str = r##"
module("extensions.meddler", package.seeall)
extension = sgs.Package("meddler")
sgs.General(extension, "meddler", "qun", 4):addSkill(sgs.CreateViewAsSkill({
  name = "meddler_mark",
  n = 0,
  view_as = function() return sgs.Sanguosha:cloneSkillCard("meddler_mark") end,
  enabled_at_play = function(_, player)
    player:setFlags("meddled")
    return not player:hasUsed("#meddler_mark")
  end,
}))
sgs.CreateSkillCard({
  name = "meddler_mark",
  target_fixed = true,
  will_throw = false,
  on_use = function(_, room, player) room:setPlayerMark(player, "@meddled", 1) end,
})
"##;

/// Nobody holds the state while scripts are asked, in turns that are played out either.
#[test]
fn functions_that_meddle_do_not_stop_those_who_look_ahead() {
    for level in [Level::Careful, Level::Deep] {
        let mut scene = Scene::of(("meddler", MEDDLER), "meddler", "");
        scene.deal(A, &["slash", "peach", "jink"]);
        let answer = scene.mind.reply(&scene.table, level);
        assert!(scene.table.answer(A, &answer).is_ok(), "{answer:?}");
    }
}

/// What a strategy holds against something counts for those answers that do it, and not for others
/// after which it was thought of and left.
#[test]
fn what_is_only_thought_of_adds_nothing() {
    let mut scene = Scene::new(
        "SmartAI:setTriggerSkillAI(\"jianxiong\", {
          correct_func = function(self, logic) logic.benefit = logic.benefit - 1000000 end,
        })",
    );
    scene.mind.explain();
    scene.deal(A, &["slash", "eight_diagram"]);
    scene.deal(B, &[]);
    scene.table.engine().state().borrow_mut().acquire_skill(B, "jianxiong");
    let mut thought = |level| {
        scene.mind.reply(&scene.table, level);
        scene.mind.take_explained().expect("reasons").candidates
    };
    let least = |candidates: &[(String, f64)]| {
        candidates.iter().map(|(_, worth)| *worth).fold(f64::INFINITY, f64::min)
    };
    assert!(least(&thought(Level::Smart)) < -500_000.0, "the slash is held against it");
    let ahead = thought(Level::Careful);
    assert!(ahead.len() > 2, "{ahead:?}");
    assert!(least(&ahead) > -500_000.0, "{ahead:?}");
}
