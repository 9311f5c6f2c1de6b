//! Benefits that are no numbers are no answers, wherever they are said.

use fangqi_sanguosha::ops;

use super::Level;
use super::abuse_tests::{scene, told};
use super::tests::{A, answered, nothing};

const WORTHS: [&str; 6] = ["0 / 0", "1 / 0", "-1 / 0", "\"much\"", "{}", "true"];

/// What one says that the answer is worth, in a play phase and in a choice.
const SAYS: &[&str] = &[
    "SmartAI:setSkillAI(\"wise_gift\", { think = function(_, self)
      return {
        cards = { self.player:handCards():first() },
        targets = { self.room:getOtherPlayers(self.player):first() },
      }, WORTH
    end })",
    "SmartAI:setSkillAI(\"wise_gift\", { choose_cards = function(_, self)
      return { self:getEnabledCards()[1] }, WORTH
    end })",
    "SmartAI:setSkillAI(\"wise_gift\", {
      choose_cards = function(_, self) return { self:getEnabledCards()[1] }, 10 end,
      choose_targets = function(_, self) return { self:getEnabledTargets():first() }, WORTH end,
    })",
    "SmartAI:setSkillAI(\"deed\", { think_choice = function() return \"two\", WORTH end })",
    "SmartAI:setSkillAI(\"deed\", { think_skill_invoke = function() return true, WORTH end })",
    "SmartAI:setCardSkillAI(\"slash_skill\", { on_effect = function(_, logic)
      logic.benefit = WORTH
    end })",
];

#[test]
fn a_benefit_that_is_no_number_is_told_once() {
    for say in SAYS {
        for worth in WORTHS {
            let ai = say.replace("WORTH", worth);
            let (mut scene, _) = scene(&ai);
            for _ in 0..2 {
                scene.mind.reply(&scene.table, Level::Smart);
            }
            for _ in 0..2 {
                scene.ask(ops::ask_choice(A, "deed", vec!["one".into(), "two".into()]));
                scene.ask(ops::ask_invoke(A, "deed", nothing()));
            }
            let faults = scene.faults();
            assert_eq!(faults.len(), 1, "{ai}: {:?}", told(&scene));
            assert_eq!(faults[0].package, "wise-ai.lua", "{ai}: {faults:?}");
            assert!(faults[0].line > 0 && faults[0].text.contains("number"), "{ai}: {faults:?}");
        }
    }
}

#[test]
fn an_entry_of_a_table_that_is_no_number_is_told_with_its_line() {
    let ai = "sgs.ai_benefit.hp = 50
        sgs.ai_benefit.Peach = 0 / 0
        for name, value in pairs({ Slash = \"soon\" }) do
          sgs.ai_use_priority[name] = value
        end";
    let (_, faults) = answered(ai, |_| ops::ask_invoke(A, "wiser", nothing()));
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "wise-ai.lua:2: AI: sgs.ai_benefit.Peach is nan, which is not a number",
            "wise-ai.lua:3: AI: sgs.ai_use_priority.Slash is soon, which is not a number",
        ]
    );
    let (_, faults) = answered("sgs.ai_benefit = 5", |_| ops::ask_invoke(A, "wiser", nothing()));
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["wise-ai.lua:1: AI: sgs.ai_benefit is no table"]);
}

#[test]
fn a_benefit_that_is_no_number_is_no_answer() {
    for worth in ["0/0", "\"much\"", "{}"] {
        let ai = format!(
            "SmartAI:setSkillAI(\"wiser\", {{
              think_skill_invoke = function() return true, {worth} end,
            }})"
        );
        let (_, faults) = answered(&ai, |_| ops::ask_invoke(A, "wiser", nothing()));
        assert_eq!(faults.len(), 1, "{worth}");
        assert!(faults[0].text.contains("not a number"), "{faults:?}");
    }
}
