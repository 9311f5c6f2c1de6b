//! Whatever AI files do, games go on: it is told once with file and line, the next layer answers,
//! and the game is as it was.

use fangqi_sanguosha::{Answer, CardId, Frame, PlayerId, ops, panel};

use super::Level;
use super::tests::{A, B, Scene, nothing};

const C: PlayerId = PlayerId(2);

/// Something that AI files have a say in: what they write, in which `BODY` is what a function does,
/// and the question in which that is asked. Nothing put is the play phase.
struct Say {
    ai: &'static str,
    ask: Option<Question>,
}

/// A question to a sage with this hand.
type Question = fn(&[CardId]) -> Box<dyn Frame>;

const fn say(ai: &'static str, ask: Question) -> Say {
    Say { ai, ask: Some(ask) }
}

const fn acts(ai: &'static str) -> Say {
    Say { ai, ask: None }
}

fn invoke(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_invoke(A, "deed", nothing())
}

fn choice(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_choice(A, "deed", vec!["one".into(), "two".into()])
}

fn suit(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_suit(A, "deed")
}

fn discard(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_discard(A, "deed", 1, false, false)
}

fn chosen(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_card_chosen(A, B, "h", "deed")
}

fn grace(hand: &[CardId]) -> Box<dyn Frame> {
    ops::ask_ag(A, hand.to_vec(), false, "deed")
}

fn show(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_card_show(A, B, "deed")
}

fn yiji(hand: &[CardId]) -> Box<dyn Frame> {
    ops::ask_yiji(C, hand.to_vec())
}

fn pindian(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_pindian(A, B, A, "deed")
}

fn player(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_player_chosen(A, vec![B, C], "deed", false)
}

fn jink(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_card(A, "jink", "deed:sgs2", nothing())
}

fn slash(_: &[CardId]) -> Box<dyn Frame> {
    ops::ask_use_card(A, "slash", "deed")
}

fn guanxing(hand: &[CardId]) -> Box<dyn Frame> {
    ops::guanxing(A, hand.to_vec(), false)
}

/// Every table and interface.
const SAYS: &[Say] = &[
    say("sgs.ai_skill_invoke.deed = function(self, data)\n BODY\nend", invoke),
    say("sgs.ai_skill_choice.deed = function(self, choices)\n BODY\nend", choice),
    say("sgs.ai_skill_suit.deed = function(self)\n BODY\nend", suit),
    say("sgs.ai_skill_discard.deed = function(self, count)\n BODY\nend", discard),
    say("sgs.ai_skill_cardchosen.deed = function(self, who, flags)\n BODY\nend", chosen),
    say("sgs.ai_skill_askforag.deed = function(self, ids)\n BODY\nend", grace),
    say("sgs.ai_cardshow.deed = function(self, requestor)\n BODY\nend", show),
    say("sgs.ai_cardneed.wise_gift = function(friend, card, self)\n BODY\nend", yiji),
    say("sgs.ai_skill_pindian.deed = function(minuse, self, requestor)\n BODY\nend", pindian),
    say("sgs.ai_skill_playerchosen.deed = function(self, targets)\n BODY\nend", player),
    say("sgs.ai_skill_cardask.deed = function(self, data, pattern, target)\n BODY\nend", jink),
    say("sgs.ai_skill_use.slash = function(self, prompt)\n BODY\nend", slash),
    say(
        "sgs.ai_skill_cardask.deed = function(self) return self:getCardId(\"Jink\") or \".\" end
        sgs.ai_view_as.wise_gift = function(card, player, place)
          local self = sgs.recorder
          BODY
        end",
        jink,
    ),
    say(
        "sgs.ai_skill_cardask.deed = function(self) return self:getCardId(\"Jink\") or \".\" end
        sgs.ai_filterskill_filter.wise_gift = function(card, place)
          local self = sgs.recorder
          BODY
        end",
        jink,
    ),
    acts(
        "table.insert(sgs.ai_skills, { name = \"wise_gift\", getTurnUseCard = function(self)
          BODY
        end })",
    ),
    acts(
        "table.insert(sgs.ai_skills, { name = \"wise_gift\", getTurnUseCard = function(self)
          return sgs.Card_Parse(\"#wise_gift:.:\")
        end })
        sgs.ai_skill_use_func[\"#wise_gift\"] = function(card, use, self)
          BODY
        end",
    ),
    acts("function SmartAI:useCardSlash(card, use)\n BODY\nend"),
    acts("function SmartAI:useBasicCard(card, use)\n BODY\nend"),
    acts("sgs.ai_slash_prohibit.wise_gift = function(self, to, card)\n BODY\nend"),
    say(
        "sgs.ai_compare_funcs.defense = function(a, b)
          local self = sgs.recorder
          BODY
        end
        sgs.ai_skill_invoke.deed = function(self) return #self.enemies > 0 end",
        invoke,
    ),
    acts("SmartAI:setSkillAI(\"wise_gift\", { think = function(_, self)\n BODY\nend })"),
    acts("SmartAI:setSkillAI(\"wise_gift\", { choose_cards = function(_, self)\n BODY\nend })"),
    acts(
        "SmartAI:setSkillAI(\"wise_gift\", {
          choose_cards = function(_, ai) return { ai:getEnabledCards()[1] } end,
          choose_targets = function(_, self)
            BODY
          end,
        })",
    ),
    acts(
        "SmartAI:setCardSkillAI(\"slash_skill\", { on_effect = function(_, logic, effect)
          local self = sgs.recorder
          BODY
        end })",
    ),
    acts(
        "SmartAI:setCardSkillAI(\"slash_skill\", { on_use = function(_, logic, use)
          local self = sgs.recorder
          BODY
        end })",
    ),
    say("SmartAI:setSkillAI(\"deed\", { think_choice = function(_, self)\n BODY\nend })", choice),
    say(
        "SmartAI:setSkillAI(\"deed\", { think_skill_invoke = function(_, self)\n BODY\nend })",
        invoke,
    ),
    say(
        "SmartAI:setSkillAI(\"deed\", { think_player_chosen = function(_, self)\n BODY\nend })",
        player,
    ),
    say(
        "SmartAI:setSkillAI(\"deed\", { think_card_chosen = function(_, self)\n BODY\nend })",
        chosen,
    ),
    say("SmartAI:setSkillAI(\"deed\", { think_discard = function(_, self)\n BODY\nend })", discard),
    say("SmartAI:setSkillAI(\"deed\", { think_ag = function(_, self)\n BODY\nend })", grace),
    say("function SmartAI:askForGuanxing(cards, up_only)\n BODY\nend", guanxing),
    say("function SmartAI:askForSkillInvoke(name, data)\n BODY\nend", invoke),
    say("function SmartAI:updatePlayers()\n BODY\nend", invoke),
];

/// What may go wrong in any of them, and what is told of it.
const WRONGS: &[(&str, &str)] = &[
    ("error(\"boom\")", "boom"),
    ("local nothing = nil return nothing.field", "attempt to index nil"),
    ("while true do end", "fuel"),
    ("local function again(n) return again(n + 1) + 1 end return again(1)", "stack overflow"),
    ("return self:noSuchHelper()", "noSuchHelper"),
];

/// A scene in which a sage holds a slash and a jink, and B is known for an enemy and weak.
pub(super) fn scene(ai: &str) -> (Scene, Vec<CardId>) {
    let mut scene = Scene::new(ai);
    let hand = scene.deal(A, &["slash", "jink"]);
    {
        let state = scene.table.engine().state();
        let mut state = state.borrow_mut();
        state.player_mut(B).role_shown = true;
        state.player_mut(B).hp = 1;
    }
    (scene, hand)
}

/// Puts the question so many times, and gives the answers.
fn asked(scene: &mut Scene, say: &Say, hand: &[CardId], times: usize) -> Vec<Answer> {
    (0..times)
        .map(|_| match say.ask {
            Some(ask) => scene.ask(ask(hand)),
            None => scene.mind.reply(&scene.table, Level::Smart),
        })
        .collect()
}

/// All of a game that thinking might touch.
fn figures(scene: &Scene) -> String {
    let state = scene.table.state();
    let places = (&state.players, &state.draw, &state.discard, &state.locations);
    format!("{places:?} {:?} {:?}", state.tags, state.ring)
}

pub(super) fn told(scene: &Scene) -> Vec<String> {
    scene.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn what_fails_anywhere_is_told_once_and_the_next_layer_answers() {
    for say in SAYS {
        let (mut plain, hand) = scene("");
        let usual = asked(&mut plain, say, &hand, 1);
        for (body, why) in WRONGS {
            let ai = say.ai.replace("BODY", body);
            let (mut scene, hand) = scene(&ai);
            let before = figures(&scene);
            let answers = asked(&mut scene, say, &hand, 3);
            assert_eq!(figures(&scene), before, "{ai}");
            let faults = scene.faults();
            assert_eq!(faults.len(), 1, "{ai}: {:?}", told(&scene));
            assert_eq!(faults[0].package, "wise-ai.lua", "{ai}: {faults:?}");
            assert!(faults[0].line > 0, "{ai}: {faults:?}");
            assert!(faults[0].text.contains(why), "{ai}: {faults:?}");
            // An estimate in which a part fails comes to something else.
            if !say.ai.contains("setCardSkillAI") {
                assert_eq!(answers[0], usual[0], "{ai}");
            }
        }
    }
}

/// Answers that are none: to what begins so, what is said, and what is told of it.
const REFUSED: &[(&str, &str, &str)] = &[
    ("sgs.ai_skill_choice", "return self", "table"),
    ("sgs.ai_skill_choice", "return nil", "chooses nothing"),
    ("sgs.ai_skill_suit", "return 9", "\"9\""),
    ("sgs.ai_skill_suit", "return nil", "no suit"),
    ("sgs.ai_skill_discard", "return { 77777 }", "77777"),
    ("sgs.ai_skill_discard", "return { {} }", "cannot be read"),
    ("sgs.ai_skill_discard", "return {}", "cannot be declined"),
    ("sgs.ai_skill_discard", "return true", "true"),
    ("sgs.ai_skill_cardchosen", "return self.player:getHandcards():first()", "not yours"),
    ("sgs.ai_skill_cardchosen", "return \"a\"", "\"a\""),
    ("sgs.ai_skill_askforag", "return 77777", "77777"),
    ("sgs.ai_skill_askforag", "return 0 / 0", "cannot be read"),
    ("sgs.ai_cardshow", "return requestor:getHandcards():first()", "not yours"),
    ("sgs.ai_cardshow", "return requestor", "cannot be read"),
    ("sgs.ai_skill_pindian", "return requestor:getHandcards():first()", "not yours"),
    ("sgs.ai_skill_playerchosen", "return 3", "\"3\""),
    ("sgs.ai_skill_playerchosen", "return {}", "cannot be read"),
    ("sgs.ai_skill_cardask.deed = function(self, data", "return 77777", "77777"),
    (
        "sgs.ai_skill_cardask.deed = function(self, data",
        "return self:getCardId(\"Slash\")",
        "not answer",
    ),
    ("sgs.ai_skill_cardask.deed = function(self, data", "return function() end", "function"),
    ("sgs.ai_skill_use", "return \"slash\"", "cannot be read"),
    ("sgs.ai_skill_use", "return self:getCardId(\"Slash\") .. \"->sgs1\"", "sgs1"),
    ("sgs.ai_skill_use", "return self:getCardId(\"Jink\") .. \"->sgs2\"", "not answer"),
    ("table.insert(sgs.ai_skills", "return 5", "not a number"),
];

/// Answers that a person could not give, and the rules can carry out: as texts of answers.
const TAKEN: &[(&str, &str, &str)] = &[
    ("sgs.ai_skill_choice", "return \"three\"", "~three"),
    ("sgs.ai_skill_choice", "return 7", "~7"),
    ("sgs.ai_skill_discard", "return self.player:handCards()", "~HAND"),
    ("sgs.ai_skill_playerchosen", "return self.player", "~sgs1"),
    ("sgs.ai_skill_use", "return self:getCardId(\"Slash\") .. \"->sgs3\"", "~SLASH->sgs3"),
    (
        "sgs.ai_skill_use",
        "return \"slash:nobody[no_suit:0]=.->sgs2\"",
        "~slash:nobody[no_suit:-]=.->sgs2",
    ),
    (
        "sgs.ai_skill_cardask.deed = function(self, data",
        "return \"jink:nobody[heart:7]=\" .. self:getCardId(\"Slash\")",
        "~jink:nobody[heart:7]=SLASH->.",
    ),
];

#[test]
fn answers_that_a_person_could_not_give_are_carried_out() {
    let mut wrong = Vec::new();
    for (begins, body, text) in TAKEN {
        let say = SAYS.iter().find(|say| say.ai.starts_with(begins)).expect(begins);
        let (mut scene, hand) = scene(&say.ai.replace("BODY", body));
        let answers = asked(&mut scene, say, &hand, 1);
        let found = panel::answer_text(&scene.table.state(), &answers[0]);
        let ids: Vec<String> = hand.iter().map(|id| id.0.to_string()).collect();
        let wanted = text.replace("HAND", &ids.join("+")).replace("SLASH", &ids[0]);
        // What is kept of a game is the text.
        let asked = scene.table.request().expect("a question").clone();
        let taken = scene.table.answer_text(asked.who, &found).is_ok();
        if found != wanted || !taken || !told(&scene).is_empty() {
            wrong.push(format!("{body}: {found}, not {wanted}; {taken} {:?}", told(&scene)));
        }
        // People cannot say so.
        let (mut other, hand) = self::scene("");
        asked_of_a_person(&mut other, say, &hand);
        let refused = other.table.answer_text(asked.who, &wanted).is_err();
        if wanted.starts_with('~') && !refused {
            wrong.push(format!("{wanted} is taken from a person"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Puts the question to a person in the place of the sage.
fn asked_of_a_person(scene: &mut Scene, say: &Say, hand: &[CardId]) {
    scene.table.engine().state().borrow_mut().player_mut(A).state = "online".into();
    asked(scene, say, hand, 1);
}

#[test]
fn answers_that_are_refused_are_told_of_once() {
    let mut wrong = Vec::new();
    for (begins, body, why) in REFUSED {
        let say = SAYS.iter().find(|say| say.ai.starts_with(begins)).expect(begins);
        let ai = say.ai.replace("BODY", body);
        let (mut plain, hand) = scene("");
        let usual = asked(&mut plain, say, &hand, 1);
        let (mut scene, hand) = scene(&ai);
        let answers = asked(&mut scene, say, &hand, 3);
        let faults = scene.faults();
        let fits = matches!(&faults[..], [fault] if fault.package == "wise-ai.lua"
            && fault.line > 0 && fault.text.contains(why));
        if answers[0] != usual[0] || !fits {
            wrong.push(format!("{ai}: {:?}, not {:?}: {:?}", answers[0], usual[0], told(&scene)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Things that are no mistakes, but must not be felt in the game or without end: what is done, and
/// what is told of it, nothing if all is well.
const MEDDLING: &[(&str, &str)] = &[
    ("local hit = sgs.DamageStruct() hit.to = self.player self.room:damage(hit)", "takes time"),
    ("self.player:drawCards(2) return true", "takes time"),
    ("self.room:askForChoice(self.player, \"deed\", \"a+b\") return true", "takes time"),
    ("self.player:setFlags(\"meddled\") return self.player:hasFlag(\"meddled\")", ""),
    ("self.room:setPlayerMark(self.player, \"@meddled\", 3) return true", ""),
    ("self.player:setHp(1) self.player:setRole(\"rebel\") return true", ""),
    ("self.room:setTag(\"meddled\", sgs.QVariant(3)) return true", ""),
    ("self.player:loseSkill(\"wise_gift\") return true", ""),
    ("sgs.ai_skill_invoke, sgs.ai_loyalty, sgs.ai_use_value = nil, nil, nil return true", ""),
    ("sgs.ai_loyalty.sgs2 = 0 / 0 return true", ""),
    ("sgs.updateIntention(self.player, self.enemies[1], 0 / 0) return true", "a number"),
    ("table.clear(self.friends) self.player, self.room = nil, nil return true", ""),
    ("for name in pairs(sgs) do sgs[name] = nil end return true", ""),
    ("for _, skill in ipairs(sgs.ai_skills) do table.insert(sgs.ai_skills, skill) end", ""),
    ("coroutine.yield() return true", ""),
    ("sgs.Sanguosha.getCard = nil sgs.Sanguosha = nil return true", ""),
    ("return self:getBenefitOfEvents(function(logic) logic.benefit = 1 / 0 end) ~= 0", "number"),
    ("return self:getBenefitOfEvents(function(logic) while true do end end) == 0", "fuel"),
    ("local function deep() return self:getBenefitOfEvents(deep) end return deep() == 0", ""),
];

/// A game is as it was whatever is done to the copy that is thought about, and the next question is
/// thought about as well as the first.
#[test]
fn meddling_is_not_felt_in_the_game() {
    let mut wrong = Vec::new();
    let say = &SAYS[0];
    for (body, why) in MEDDLING {
        let ai = format!(
            "table.insert(sgs.ai_skills, {{
              name = \"wise_gift\",
              getTurnUseCard = function() end,
            }})
            {}",
            say.ai.replace("BODY", body)
        );
        let (mut scene, hand) = scene(&ai);
        let before = figures(&scene);
        asked(&mut scene, say, &hand, 2);
        let after = figures(&scene);
        scene.mind.explain();
        let act = scene.ask(ops::ask_choice(A, "deed", vec!["one".into(), "two".into()]));
        let told = told(&scene);
        let fits = match *why {
            "" => true,
            why => matches!(&told[..], [only] if only.contains(why)),
        };
        if before != after || !fits {
            wrong.push(format!("{body}: {} {act:?} {told:?}", before == after));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
