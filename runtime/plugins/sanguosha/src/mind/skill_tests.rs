//! Tables about the use of skills and cards decide what they are for.

use fangqi_sanguosha::{Answer, Card, CardId, Name, Occasion, PlayerId, Role, Status, ops, reach};

use super::Level;
use super::tests::{A, B, Scene, nothing};

const C: PlayerId = PlayerId(2);

/// A view-as skill for slashes, one that is asked for, and one that does nothing by itself.
const HERMITS: &str = r##"
module("extensions.hermits", package.seeall)
extension = sgs.Package("hermits")
hermit = sgs.General(extension, "hermit", "qun", 4)
hermit:addSkill(sgs.CreateViewAsSkill({
  name = "red_blade",
  n = 1,
  view_filter = function(_, _, item) return item:isRed() end,
  view_as = function(_, cards)
    if #cards ~= 1 then return nil end
    local slash = sgs.Sanguosha:cloneCard("slash", cards[1]:getSuit(), cards[1]:getNumber())
    slash:addSubcard(cards[1])
    slash:setSkillName("red_blade")
    return slash
  end,
  enabled_at_play = function(_, player)
    return sgs.Sanguosha:cloneCard("slash", sgs.Card_NoSuit, 0):isAvailable(player)
  end,
  enabled_at_response = function(_, _, pattern) return pattern == "slash" end,
}))
sgs.CreateSkillCard({
  name = "alms",
  will_throw = false,
  filter = function(_, targets, to, me) return #targets == 0 and to ~= me end,
  on_effect = function(self, effect) effect.to:obtainCard(self) end,
})
hermit:addSkill(sgs.CreateViewAsSkill({
  name = "alms",
  n = 1,
  view_filter = function() return true end,
  view_as = function(_, cards)
    if #cards ~= 1 then return nil end
    local card = sgs.Sanguosha:cloneSkillCard("alms")
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function() return false end,
  enabled_at_response = function(_, _, pattern) return pattern == "@@alms" end,
}))
hermit:addSkill(sgs.CreateTriggerSkill({
  name = "calm",
  events = { sgs.Death },
  on_trigger = function() return false end,
}))
"##;

/// Whoever holds one of these is glad to be rid of it.
const BURDEN: &str = "sgs.ai_benefit.Jink, sgs.ai_benefit.Slash = -900, -900";

/// A scene of hermits in which everybody knows that B is a rebel.
fn scene(ai: &str) -> Scene {
    let scene = Scene::of(("hermits", HERMITS), "hermit", ai);
    {
        let state = scene.table.engine().state();
        let mut state = state.borrow_mut();
        state.player_mut(B).role_shown = true;
        assert_eq!(state.player(B).role, Role::Rebel);
    }
    scene
}

/// What is done in the play phase with this hand, B having none.
fn acts(ai: &str, hand: &[&str]) -> (Vec<CardId>, Answer) {
    let mut scene = scene(ai);
    scene.deal(B, &[]);
    let ids = scene.deal(A, hand);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), [], "{ai}");
    scene.table.answer(A, &answer).expect("it is legal");
    (ids, answer)
}

fn targets(answer: &Answer) -> &[PlayerId] {
    match answer {
        Answer::Card(_, targets) | Answer::Skill { targets, .. } => targets,
        _ => &[],
    }
}

#[test]
fn a_use_is_answered_as_the_table_of_its_pattern_says() {
    let ai = "sgs.ai_skill_use[\"@@alms\"] = function(self, prompt)
        assert(prompt == \"@alms-card:sgs2\")
        for _, card in sgs.qlist(self.player:getHandcards()) do
          if card:inherits(\"Peach\") then return \"#alms:\" .. card:getId() .. \":->sgs3\" end
        end
        return \".\"
      end";
    let mut given = scene(ai);
    let ids = given.deal(A, &["jink", "peach"]);
    let answer = given.ask(ops::ask_use_card(A, "@@alms", "@alms-card:sgs2"));
    assert_eq!(given.faults(), []);
    let Answer::Card(card, to) = &answer else { panic!("{answer:?}") };
    assert_eq!((card.ids(), &to[..]), (&ids[1..], &[C][..]));
    given.table.answer(A, &answer).expect("it is legal");
    assert_eq!(given.table.run(), Status::Asking);
    assert_eq!(given.table.state().location(ids[1]).owner, Some(C));
    let mut without = scene(ai);
    without.deal(A, &["jink"]);
    let answer = without.ask(ops::ask_use_card(A, "@@alms", "@alms-card:sgs2"));
    assert_eq!((answer, without.faults()), (Answer::Decline, vec![]));
}

/// A strategy is asked where the pattern names its skill, also where nothing of it is at work.
#[test]
fn a_use_is_thought_about_by_the_skill_of_its_pattern() {
    let ai = "SmartAI:setSkillAI(\"alms\", {
        choose_cards = function(self, ai) return { ai:getEnabledCards()[2] }, 1 end,
        choose_targets = function(self, ai) return { ai:getEnabledTargets():last() }, 1 end,
      })";
    let mut scene = scene(ai);
    scene.deal(A, &["jink", "peach"]);
    let answer = scene.ask(ops::ask_use_card(A, "@@alms", "@alms-card:sgs2"));
    assert_eq!(scene.faults(), []);
    let Answer::Skill { skill, ids, targets } = &answer else { panic!("{answer:?}") };
    let second = scene.table.state().player(A).hand[1];
    assert_eq!((&**skill, &ids[..], &targets[..]), ("alms", &[second][..], &[PlayerId(4)][..]));
}

#[test]
fn cards_count_as_what_skills_may_make_of_them() {
    let asks = "sgs.ai_skill_cardask[\"@hermit-slash\"] = function(self)
        assert((self:getCardsNum(\"Slash\") == 0) == (self:getCardId(\"Slash\") == nil))
        return self:getCardId(\"Slash\") or \".\"
      end";
    let makes = "sgs.ai_view_as.red_blade = function(card, player, place)
        assert(place == sgs.Player_Hand and player:objectName() == \"sgs1\")
        if card:isRed() then
          return (\"slash:red_blade[%s:%s]=%d\"):format(
            card:getSuitString(), card:getNumberString(), card:getEffectiveId())
        end
      end";
    let answer = |ai: &str, hand: &str| {
        let mut scene = scene(ai);
        let ids = scene.deal(A, &[hand]);
        let answer = scene.ask(ops::ask_card(A, "slash", "@hermit-slash:sgs2", nothing()));
        assert_eq!(scene.faults(), [], "{ai}");
        let legal = scene.table.answer(A, &answer);
        legal.expect("it is legal");
        (ids[0], answer)
    };
    assert_eq!(answer(asks, "jink").1, Answer::Decline);
    let both = format!("{asks}\n{makes}");
    // Every jink is red, and no savage assault is.
    let (id, made) = answer(&both, "jink");
    let Answer::Card(card, _) = &made else { panic!("{made:?}") };
    assert_eq!((card.ids(), card.skill()), (&[id][..], "red_blade"));
    assert_eq!(answer(&both, "savage_assault").1, Answer::Decline);
    let (id, held) = answer(&both, "slash");
    assert!(matches!(&held, Answer::Card(card, _) if card.ids() == [id]), "{held:?}");
}

/// The calculator, strategies and ready-made choices leave those alone whom a table protects.
#[test]
fn nobody_is_slashed_whom_a_table_protects() {
    let (ids, answer) = acts(BURDEN, &["slash"]);
    assert_eq!(answer, Answer::Card(Card::Real(ids[0]), vec![B]), "he is known for an enemy");
    let protects = |table: &str| acts(&format!("{BURDEN}\n{table}"), &["slash"]).1;
    let nobody = "sgs.ai_slash_prohibit.calm = function(self, to, card)
        assert(card:inherits(\"Slash\") and self.player:objectName() == \"sgs1\")
        return true
      end";
    assert_eq!(protects(nobody), Answer::Decline);
    let not_him = "sgs.ai_slash_prohibit.calm = function(self, to)
        return to:objectName() == \"sgs2\"
      end";
    assert!(!targets(&protects(not_him)).contains(&B));
    // Of a skill that nobody has it does not matter.
    let of_others = nobody.replace("calm", "kongcheng");
    assert_eq!(targets(&protects(&of_others)), [B]);
    let chosen = format!(
        "{not_him}
        sgs.ai_skill_playerchosen.luanwu = sgs.ai_skill_playerchosen.zero_card_as_slash"
    );
    let mut scene = scene(&chosen);
    let between = vec![B, PlayerId(4)];
    let answer = scene.ask(ops::ask_player_chosen(A, between, "luanwu", false));
    assert_eq!((answer, scene.faults()), (Answer::Player(PlayerId(4)), vec![]));
}

/// Slashes that a skill makes are slashes; what has to be answered is.
#[test]
fn a_slash_of_a_skill_is_a_slash_to_tables() {
    let nobody = "sgs.ai_slash_prohibit.calm = function() return true end";
    let asked = |ai: &str, pattern: &str| {
        let mut scene = scene(ai);
        scene.deal(A, &["jink"]);
        let answer = scene.ask(ops::ask_use_card(A, pattern, "@hermit"));
        assert_eq!(scene.faults(), [], "{ai}");
        answer
    };
    let uses =
        |answer: &Answer| matches!(answer, Answer::Skill { skill, .. } if &**skill == "red_blade");
    let both = format!("{BURDEN}\n{nobody}");
    assert!(uses(&asked(BURDEN, "slash")), "it is glad to be rid of the card");
    assert_eq!(asked(&both, "slash"), Answer::Decline);
    assert!(uses(&acts(BURDEN, &["jink"]).1));
    assert_eq!(acts(&both, &["jink"]).1, Answer::Decline);
}

/// What using the only card in hand is thought to be worth, and whether it is used.
fn worth_of_using(ai: &str, card: &str) -> (f64, bool) {
    let mut scene = scene(ai);
    let id = scene.deal(A, &[card])[0];
    scene.mind.explain();
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), [], "{ai}");
    let explained = scene.mind.take_explained().expect("reasons");
    let wanted = format!("{}->sgs2", id.0);
    let found = explained.candidates.iter().find(|(text, _)| *text == wanted);
    let (_, worth) = found.unwrap_or_else(|| panic!("{wanted}: {explained:?}"));
    (*worth, answer != Answer::Decline)
}

/// A strategy says what a card does, whether or not its package has a function for that: a duel's
/// works on each target, and its use is the engine's.
#[test]
fn estimates_of_cards_are_made_by_their_strategies() {
    for entry in ["on_effect = function(self, logic, data)", "on_use = function(self, logic, data)"]
    {
        let ai = |benefit: &str| {
            format!(
                "SmartAI:setCardSkillAI(\"duel_skill\", {{ {entry}
                  assert(data.card:objectName() == \"duel\" and data.from:isLord())
                  logic.benefit = logic.benefit + {benefit}
                end }})"
            )
        };
        let (good, used) = worth_of_using(&ai("1000"), "duel");
        assert!(used, "{entry}");
        let (bad, used) = worth_of_using(&ai("-1000"), "duel");
        assert!(!used, "{entry}");
        assert!((good - bad - 2000.0).abs() < 1e-6, "{entry}: {good}, {bad}");
        let (nothing, used) = worth_of_using(&ai("0"), "duel");
        assert!(nothing < 0.0 && !used, "the card is gone: {nothing}");
    }
}

#[test]
fn what_a_strategy_does_in_an_estimate_is_weighed() {
    let ai = |count: u32| {
        format!(
            "SmartAI:setCardSkillAI(\"duel\", {{ on_effect = function(self, logic, effect)
              logic:drawCards(effect.from, {count})
              logic:changeHp(effect.to, -1)
            end }})"
        )
    };
    let (one, two) = (worth_of_using(&ai(1), "duel"), worth_of_using(&ai(2), "duel"));
    assert!(one.1 && two.1 && two.0 > one.0 + 20.0, "{one:?} {two:?}");
}

/// A later strategy without a part in estimates leaves the card to its package again.
#[test]
fn the_last_strategy_of_a_card_counts() {
    let gone = "SmartAI:setCardSkillAI(\"duel\", { on_use = function() end })
      SmartAI:setCardSkillAI(\"duel\", {})";
    assert_eq!(worth_of_using(gone, "duel"), worth_of_using("", "duel"));
}

/// The card of a skill is like others: a use that is asked for is tried with its strategy.
#[test]
fn cards_of_skills_take_part_by_their_strategies() {
    let answer = |benefit: i32| {
        let ai = format!(
            "SmartAI:setSkillAI(\"alms\", {{ on_effect = function(self, logic, effect)
              logic.benefit = logic.benefit + {benefit}
            end }})"
        );
        let mut scene = scene(&ai);
        scene.deal(A, &["jink"]);
        let answer = scene.ask(ops::ask_use_card(A, "@@alms", "@alms-card"));
        assert_eq!(scene.faults(), []);
        answer
    };
    let alms = Name::from("alms");
    assert!(matches!(answer(1000), Answer::Skill { skill, .. } if skill == alms));
    assert_eq!(answer(-1000), Answer::Decline);
}

/// When a skill is asked whether it makes something: outside of the play phase only where its
/// package says when, in its text or wherever it is loaded.
#[test]
fn skills_answer_outside_of_the_play_phase_where_they_say_so() {
    let jink = Occasion::Response("jink");
    let all = [Occasion::Play, jink, Occasion::Nullification];
    for (text, expected) in [
        ("", [true, false, false]),
        ("late.enabled_at_play = function() return false end", [false; 3]),
        (
            "late.enabled_at_response = function(_, _, pattern) return pattern == 'jink' end",
            [true, true, false],
        ),
        (
            "late.enabled_at_response = function(_, _, pattern) return pattern ~= 'jink' end",
            [true, false, true],
        ),
        ("function late:enabled_at_nullification() return true end", [true, false, true]),
        ("function late:isEnabledAtResponse() return true end", [true, true, true]),
        ("function late:isEnabledAtNullification() return true end", [true, false, true]),
    ] {
        let package = format!(
            "module(\"extensions.late\", package.seeall)
            extension = sgs.Package(\"late\")
            late = sgs.CreateViewAsSkill({{ name = \"late\", n = 0, view_as = function()
              return sgs.Sanguosha:cloneCard(\"jink\", sgs.Card_NoSuit, 0)
            end }})
            sgs.General(extension, \"laggard\", \"qun\", 4):addSkill(late)
            {text}"
        );
        for package in [&package, &package.replace("addSkill(late)", "addSkill(outer)").replace(
            "sgs.General(",
            "outer = sgs.CreateTriggerSkill({ name = \"late\", events = {}, view_as_skill = late,
              on_trigger = function() return false end })
            sgs.General(",
        )] {
            let scene = Scene::of(("late", package), "laggard", "");
            let cx = scene.table.cx();
            let found = all.map(|occasion| reach::could_view_as(&cx, A, occasion));
            assert_eq!(found, expected, "{package}");
        }
    }
}
