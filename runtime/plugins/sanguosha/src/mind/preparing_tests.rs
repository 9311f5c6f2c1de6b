//! What is worth doing because of what is done after it, and what only comes before it.

use fangqi_sanguosha::mind::moves::{self, Scope};
use fangqi_sanguosha::mind::stance::Stance;
use fangqi_sanguosha::mind::values::{Prices, Values};
use fangqi_sanguosha::{Answer, Ask};

use super::Level;
use super::tests::{A, B, Scene};

/// Skills that leave a mark or a flag: one that gives a card away, one that makes the next slash of
/// the turn stronger for a card, and one that begs others for slashes.
const SMITHS: &str = r##"
module("extensions.smiths", package.seeall)
extension = sgs.Package("smiths")
smith = sgs.General(extension, "smith", "qun", 4)
local function one_card(name, enabled)
  return sgs.CreateViewAsSkill({
    name = name,
    n = 1,
    view_filter = function(_, _, item) return not item:isEquipped() end,
    view_as = function(_, cards)
      if #cards ~= 1 then return nil end
      local card = sgs.Sanguosha:cloneSkillCard(name)
      card:addSubcard(cards[1])
      return card
    end,
    enabled_at_play = enabled,
  })
end
sgs.CreateSkillCard({
  name = "gift",
  will_throw = false,
  filter = function(_, targets, to, me) return #targets == 0 and to ~= me end,
  on_effect = function(self, effect)
    effect.to:obtainCard(self)
    effect.from:getRoom():setPlayerMark(effect.from, "gift", effect.from:getMark("gift") + 1)
  end,
})
smith:addSkill(one_card("gift", function() return true end))
sgs.CreateSkillCard({
  name = "whet",
  target_fixed = true,
  on_use = function(self, room, source)
    room:throwCard(self)
    room:setPlayerFlag(source, "whet")
  end,
})
smith:addSkill(one_card("whet", function(_, player) return not player:hasFlag("whet") end))
smith:addSkill(sgs.CreateTriggerSkill({
  name = "edge",
  events = { sgs.Predamage },
  frequency = sgs.Skill_Compulsory,
  on_trigger = function(_, _, player, data)
    local damage = data:toDamage()
    if player:hasFlag("whet") and damage.card and damage.card:inherits("Slash") then
      damage.damage = damage.damage + 1
      data:setValue(damage)
    end
    return false
  end,
}))
sgs.CreateSkillCard({
  name = "beg",
  filter = function(_, targets, to) return #targets == 0 and to:objectName() == "sgs2" end,
  on_effect = function(_, effect)
    local room, lender = effect.from:getRoom(), sgs.QVariant()
    lender:setValue(effect.from)
    if room:askForCard(effect.to, "slash", "@beg:" .. effect.from:objectName(), lender) then
      room:loseHp(effect.to)
    end
  end,
})
smith:addSkill(sgs.CreateViewAsSkill({
  name = "beg",
  view_as = function() return sgs.Sanguosha:cloneSkillCard("beg") end,
  enabled_at_play = function() return true end,
}))
"##;

/// What a smith does with a hand, against a rebel with another.
fn acts(hp: i32, hand: &[&str], other: &[&str]) -> Answer {
    let mut scene = Scene::of(("smiths", SMITHS), "smith", "");
    {
        let state = scene.table.engine().state();
        let mut state = state.borrow_mut();
        state.player_mut(B).role_shown = true;
        state.player_mut(A).hp = hp;
    }
    scene.deal(B, other);
    scene.deal(A, hand);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), []);
    answer
}

fn skill(answer: &Answer) -> &str {
    match answer {
        Answer::Skill { skill, .. } => skill,
        _ => "",
    }
}

#[test]
fn what_can_be_done_anyway_is_no_merit_of_what_comes_before_it() {
    for hand in [&["peach", "jink"][..], &["peach", "jink", "nullification"]] {
        let answer = acts(1, hand, &[]);
        assert!(
            matches!(&answer, Answer::Card(..)),
            "the peach, and no gift before it: {answer:?}"
        );
    }
    assert_eq!(acts(4, &["jink"], &[]), Answer::Decline);
}

#[test]
fn what_makes_the_next_card_stronger_is_done_before_it() {
    assert_eq!(skill(&acts(4, &["slash", "lightning"], &[])), "whet");
    assert_ne!(skill(&acts(4, &["jink", "lightning"], &[])), "whet", "there is nothing to whet");
}

/// Who has no time for all answers is given the first of them: they are looked for no further than
/// that, source by source.
#[test]
fn whoever_wants_fewer_answers_gets_the_first_of_all() {
    let mut scene = Scene::of(("smiths", SMITHS), "smith", "");
    scene.deal(A, &["slash", "jink", "lightning", "duel", "peach"]);
    let cx = scene.table.cx();
    let prices = Prices::of(&scene.table.state(), &Values::default(), &[]);
    let stance = Stance::by_roles(&scene.table.state(), A);
    let first = |most| {
        let scope = Scope { prices: &prices, stance: &stance, targets: 3, most };
        moves::options(&cx, A, &Ask::Activate, scope)
    };
    let all = first(usize::MAX);
    let of = |name: &str| all.iter().filter(|answer| skill(answer) == name).count();
    // Single cards, and two and more together that make nothing.
    assert_eq!((of("gift"), of("whet"), of("beg")), (5 * 3, 5, 1));
    assert!(all.len() > 25, "{all:?}");
    for most in 0..=all.len() + 1 {
        assert_eq!(first(most), all[..most.min(all.len())], "{most}");
    }
}

#[test]
fn an_enemy_lends_no_card_to_a_skill() {
    assert_ne!(skill(&acts(4, &["jink"], &["slash", "slash"])), "beg");
}
