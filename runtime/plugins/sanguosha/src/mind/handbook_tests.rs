//! Functions and tables of the handbook come to what it says of them.

use fangqi_sanguosha::event::CardUse;
use fangqi_sanguosha::{Answer, Ask, Card, CardId, Data, Event, PlayerId, Seen, Status, ops};

use super::Level;
use super::tests::{A, B, Scene, WISE, nothing, says};

/// Whether statements about an AI hold in a question to the lord, whose hand is a slash and a jink.
fn holds(before: &str, statements: &str) {
    let ai = format!(
        "{before}
        sgs.ai_skill_invoke.probe = function(self, data)
          {statements}
          return true
        end"
    );
    let mut scene = Scene::new(&ai);
    scene.deal(A, &["slash", "jink"]);
    let answer = scene.ask(ops::ask_invoke(A, "probe", nothing()));
    assert_eq!(scene.faults(), [], "{statements}");
    assert_eq!(answer, Answer::Accept, "{statements}");
}

#[test]
fn players_are_sorted_by_every_key() {
    holds(
        "sgs.ai_chaofeng.sage = 1",
        "local list = sgs.QList2Table(self.room:getAlivePlayers())
        list[2]:setHp(2) list[3]:setHp(1)
        self:sort(list, \"hp\")
        assert(list[1]:getHp() == 1 and list[2]:getHp() == 2)
        self:sort(list, \"hp\", true)
        assert(list[#list]:getHp() == 1)
        self:sort(list, \"defense\")
        assert(list[1]:getHp() == 1)
        local range = function(player) return player:getAttackRange() + player:getHandcardNum() end
        self:sort(list, \"threat\")
        assert(range(list[1]) >= range(list[#list]), \"who threatens most is first\")
        self:sort(list, \"handcard\")
        assert(list[1]:getHandcardNum() <= list[#list]:getHandcardNum())
        assert(sgs.getValue(list[1]) == list[1]:getHp() * 2 + list[1]:getHandcardNum())",
    );
}

#[test]
fn cards_are_sorted_and_counted() {
    holds(
        "sgs.ai_keep_value.Slash, sgs.ai_keep_value.Jink = 1, 2
        sgs.sage_keep_value = { Slash = 7 }",
        "local cards = sgs.QList2Table(self.player:getHandcards())
        self:sortByKeepValue(cards)
        assert(cards[1]:isKindOf(\"Jink\"), \"the general's own value counts\")
        self:sortByUseValue(cards, true)
        assert(self:getUseValue(cards[1]) <= self:getUseValue(cards[2]))
        assert(self:getCardsNum(\"Slash\") == 1 and self:getCard(\"Peach\") == nil)
        assert(getCardsNum(\"Jink\", self.player, self.player) == 1)
        local jink = self:getCards(\"Jink\")[1]
        assert(jink ~= nil and isCard(\"Jink\", jink, self.player))
        local first = self:getMaxCard():getNumber() >= self:getMinCard():getNumber()
        assert(first and self:getOverflow() == 0 and not self:isWeak())
        local other = self.room:getOtherPlayers(self.player):first()
        local list = { self.player, other }
        local left = self:exclude(list, sgs.Sanguosha:cloneCard(\"snatch\", sgs.Card_Spade, 3))
        assert(left == list and list[#list] == other, \"it is the list that gets shorter\")",
    );
}

#[test]
fn roles_are_judged_from_the_beginning() {
    holds(
        "",
        "assert(sgs.ai_loyalty.sgs1 == 160 and sgs.ai_explicit.sgs1 == \"loyalist\")
        assert(sgs.ai_loyalty.sgs2 == 0 and sgs.ai_explicit.sgs2 == nil)
        local me = self.player
        local other = self.room:getOtherPlayers(me):first()
        assert(self:objectiveLevel(me) == -2)
        sgs.updateIntention(other, me, 80)
        assert(sgs.ai_explicit[other:objectName()] == \"rebelish\")
        assert(self:objectiveLevel(other) == 5 and self:isEnemy(other))
        sgs.updateIntention(other, me, 90)
        assert(sgs.ai_loyalty[other:objectName()] == -160)
        assert(sgs.ai_explicit[other:objectName()] == \"rebel\")
        assert(sgs.ai_anti_lord[other:objectName()] == 2)
        sgs.updateIntention(other, me, -100)
        assert(sgs.ai_renegade_suspect[other:objectName()] == 1)
        assert(sgs.recorder ~= nil and not sgs.isRolePredictable())",
    );
}

/// What AI files note in `sgs` while something is settled is there when somebody is asked about it.
#[test]
fn notes_are_kept_until_something_happens() {
    let ai = "table.insert(sgs.ai_global_flags, \"wise_source\")
      sgs.ai_skill_choice.first = function(self, choices)
        sgs.wise_source = self.player
        self.player:setFlags(\"wise_flag\")
        self.room:setTag(\"wise_tag\", sgs.QVariant(7))
        return \"a\"
      end
      sgs.ai_skill_choice.second = function(self, choices)
        assert(sgs.wise_source == self.player)
        assert(self.player:hasFlag(\"wise_flag\"))
        assert(self.room:getTag(\"wise_tag\"):toInt() == 7)
        self.player:setFlags(\"-wise_flag\")
        assert(not self.player:hasFlag(\"wise_flag\"))
        self:updatePlayers()
        assert(sgs.wise_source == nil)
        return \"b\"
      end";
    let mut scene = Scene::new(ai);
    let options = || vec!["a".into(), "b".into()];
    assert_eq!(scene.ask(ops::ask_choice(A, "first", options())), Answer::Text("a".to_owned()));
    assert_eq!(scene.ask(ops::ask_choice(A, "second", options())), Answer::Text("b".to_owned()));
    assert_eq!(scene.faults(), []);
    let noted = |flag: &fangqi_sanguosha::Name| **flag == *"wise_flag";
    assert!(!scene.table.state().player(A).flags.iter().any(noted));
}

/// What somebody chooses after a sage has made notes and phases have begun since.
fn chosen_after_phases(who: PlayerId, before: &str, phases: usize, second: &str) -> Answer {
    let ai = format!(
        "table.insert(sgs.ai_global_flags, \"wise_source\")
        {before}
        sgs.ai_skill_choice.first = function(self)
          sgs.wise_source, sgs.wise_count = self.player, 0
          sgs.recorder.role = \"unheard\"
          return \"a\"
        end
        sgs.ai_skill_choice.second = function(self)
          return {second} and \"b\" or \"a\"
        end"
    );
    let mut scene = Scene::new(&ai);
    let options = || vec!["a".into(), "b".into()];
    assert_eq!(scene.ask(ops::ask_choice(A, "first", options())), Answer::Text("a".to_owned()));
    for _ in 0..phases {
        let seen = Seen { event: Event::PhaseChange, player: A, data: Data::default() };
        scene.table.engine().state().borrow_mut().seen.as_mut().expect("noted").push(seen);
    }
    let answer = scene.ask(ops::ask_choice(who, "second", options()));
    assert_eq!(scene.faults(), []);
    answer
}

#[test]
fn notes_are_forgotten_once_something_happens() {
    let gone = "sgs.wise_source == nil";
    assert_eq!(chosen_after_phases(A, "", 0, gone), Answer::Text("a".to_owned()));
    assert_eq!(chosen_after_phases(A, "", 1, gone), Answer::Text("b".to_owned()));
}

/// What the recorder takes itself for does not come from what somebody who is asked may know.
#[test]
fn who_forgets_learns_nothing_of_who_is_asked() {
    let same = "sgs.wise_source == nil and sgs.recorder.role == \"unheard\"";
    assert_eq!(chosen_after_phases(B, "", 1, same), Answer::Text("b".to_owned()));
}

/// Who puts a function of its own in the recorder's place hears of all events, one by one.
#[test]
fn a_recorder_of_an_ai_file_hears_everything() {
    let own = "local usual = SmartAI.filterEvent
        function SmartAI:filterEvent(event, player, data)
          if event == sgs.PhaseChange then sgs.wise_count = (sgs.wise_count or 0) + 1 end
          usual(self, event, player, data)
        end";
    let answer = chosen_after_phases(A, own, 3, "sgs.wise_count == 3");
    assert_eq!(answer, Answer::Text("b".to_owned()));
}

#[test]
fn choices_may_be_taken_as_a_table() {
    for body in [
        "return choices[2]",
        "for _, choice in ipairs(choices) do if choice == \"b\" then return choice end end",
        "return choices:split(\"+\")[2]",
        "if choices:match(\"b\") then return \"b\" end",
    ] {
        let ai = format!("sgs.ai_skill_choice.deed = function(self, choices) {body} end");
        let answer = says(&ai, |_| ops::ask_choice(A, "deed", vec!["a".into(), "b".into()]));
        assert_eq!(answer, Answer::Text("b".to_owned()), "{body}");
    }
}

#[test]
fn dashes_in_reasons_are_underscores() {
    let ai = "sgs.ai_skill_playerchosen.wise_deed = function(self, targets)
        return targets:last()
      end
      sgs.ai_skill_askforag.wise_deed = function(self, ids) return ids[2] end";
    let between = || vec![B, PlayerId(2)];
    let answer = says(ai, |_| ops::ask_player_chosen(A, between(), "wise-deed", false));
    assert_eq!(answer, Answer::Player(PlayerId(2)));
    let mut second = CardId(0);
    let answer = says(ai, |scene| {
        let hand = scene.table.state().player(A).hand.clone();
        second = hand[1];
        ops::ask_ag(A, hand, false, "wise-deed")
    });
    assert_eq!(answer, Answer::Ids(vec![second]));
}

/// One card is meant by all of these.
#[test]
fn cards_are_answered_with_in_every_spelling() {
    for text in ["id", "tostring(id)", "\"$\" .. id", "\"@NobodyKnowsCard=\" .. id", "card"] {
        let ai = format!(
            "sgs.ai_skill_cardask[\"@deed\"] = function(self)
              local card = self:getCard(\"Jink\")
              local id = card:getEffectiveId()
              return {text}
            end"
        );
        let mut scene = Scene::new(&ai);
        let ids = scene.deal(A, &["slash", "jink"]);
        let answer = scene.ask(ops::ask_card(A, ".", "@deed:sgs2", nothing()));
        assert_eq!(scene.faults(), [], "{text}");
        assert_eq!(answer, Answer::Card(Card::Real(ids[1]), Vec::new()), "{text}");
    }
}

/// What a strategy takes for a loss it does not do; what it says it does.
#[test]
fn a_benefit_below_nothing_is_not_used() {
    let acts = |benefit: i32| {
        let ai = format!(
            "SmartAI:setSkillAI(\"wise_gift\", {{
              think = function(self, ai)
                return {{ cards = {{ ai.player:handCards():first() }},
                  targets = {{ ai.room:getOtherPlayers(ai.player):first() }} }}, {benefit}
              end,
            }})
            function SmartAI:useBasicCard() end"
        );
        let mut scene = Scene::new(&ai);
        scene.deal(A, &["jink", "jink"]);
        let answer = scene.mind.reply(&scene.table, Level::Smart);
        assert_eq!(scene.faults(), []);
        answer
    };
    assert!(matches!(acts(0), Answer::Skill { .. }));
    assert!(matches!(acts(300), Answer::Skill { .. }));
    assert_eq!(acts(-300), Answer::Decline);
}

/// Files may put functions in the place of ours, and fall back on them or on the stand-in.
#[test]
fn functions_may_be_replaced() {
    let ai = "local ask = SmartAI.askForDiscard
      function SmartAI:askForDiscard(reason, count, optional, include_equip)
        if reason == \"deed\" then return { self:getCard(\"Jink\"):getId() } end
        return ask(self, reason, count, optional, include_equip)
      end
      function SmartAI:handleAskForResponseCard(data)
        return TrustAI.handleAskForResponseCard(self, data)
      end";
    let mut scene = Scene::new(ai);
    let ids = scene.deal(A, &["slash", "jink", "peach"]);
    let answer = scene.ask(ops::ask_discard(A, "deed", 1, false, false));
    assert_eq!(answer, Answer::Ids(vec![ids[1]]));
    scene.mind.explain();
    scene.ask(ops::ask_discard(A, "other", 1, false, false));
    let layer = scene.mind.take_explained().map(|why| why.layer);
    assert_eq!(layer, Some("calculator"), "ours alone says nothing");
    let answer = scene.ask(ops::ask_card(A, "jink", "slash-jink:sgs2", nothing()));
    assert_eq!(answer, Answer::Card(Card::Real(ids[1]), Vec::new()));
    assert_eq!(scene.faults(), []);
}

/// A skill's strategy and its part in estimates stand side by side.
#[test]
fn a_trigger_strategy_leaves_the_skill_its_own() {
    let ai = "SmartAI:setSkillAI(\"deed\", { thinkForChoice = function(self, ai, choices)
        return choices[2], 5
      end })
      SmartAI:setTriggerSkillAI(\"deed\", { correct_func = function() end })";
    let answer = says(ai, |_| ops::ask_choice(A, "deed", vec!["a".into(), "b".into()]));
    assert_eq!(answer, Answer::Text("b".to_owned()));
}

/// Files are told of what everybody sees, whatever it is that they add to the recorder.
#[test]
fn effects_and_cards_that_are_lost_are_told() {
    let ai = "local told = {}
      sgs.ai_event_callback[sgs.CardEffect].wise = function(self, player, data)
        local effect = data:toCardEffect()
        table.insert(told, `effect of {effect.card:objectName()} on {effect.to:objectName()}`)
      end
      sgs.ai_event_callback[sgs.CardLost].wise = function(self, player, data)
        local move = data:toCardMove()
        table.insert(told, `{player:objectName()} loses {move.card_id}`)
      end
      sgs.ai_skill_choice.deed = function(self, choices)
        return table.concat(told, \", \")
      end";
    let mut scene = Scene::new(ai);
    let slash = scene.deal(B, &["slash"])[0];
    scene.deal(A, &[]);
    let used = CardUse { card: Card::Real(slash), from: B, to: vec![A] };
    scene.table.engine_mut().push(ops::use_card(used, false));
    let activates = |scene: &Scene| {
        scene.table.request().is_some_and(|request| matches!(request.ask, Ask::Activate))
    };
    while !activates(&scene) {
        if scene.table.run() == Status::Asking && !activates(&scene) {
            scene.table.answer_by_default();
        }
    }
    let expected = format!("sgs2 loses {}, effect of slash on sgs1", slash.0);
    let answer = scene.ask(ops::ask_choice(A, "deed", vec!["a".into(), (&*expected).into()]));
    assert_eq!(scene.faults(), []);
    assert_eq!(answer, Answer::Text(expected));
}

/// Which general to be is a question like any other.
#[test]
fn generals_are_chosen_by_files_too() {
    for (ai, chosen) in [
        ("function SmartAI:handleAskForGeneral(data) return data.options[2] end", Some(1)),
        ("", None),
    ] {
        let mut scene = Scene::of(("wise", WISE), "", ai);
        let Some(Ask::General { options }) = scene.table.request().map(|asked| asked.ask.clone())
        else {
            panic!("{:?}", scene.table.request());
        };
        let answer = scene.mind.reply(&scene.table, Level::Smart);
        assert_eq!(scene.faults(), []);
        match (chosen, answer) {
            (Some(at), Answer::Text(name)) => assert_eq!(*name, *options[at]),
            (None, Answer::Text(name)) => assert!(options.iter().any(|known| **known == *name)),
            (_, other) => panic!("{other:?}"),
        }
    }
}
