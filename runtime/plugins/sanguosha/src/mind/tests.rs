//! What computers answer to questions that are put to them one by one.

use fangqi_sanguosha::event::Damage;
use fangqi_sanguosha::{
    Answer, Card, CardId, Data, Frame, Live, Nature, PlayerId, Role, Seated, Setup, Status, live,
    ops,
};

use super::{Level, Mind};
use crate::fault::Fault;
use crate::{PackageSource, ReusableVm, Table};

pub(super) const A: PlayerId = PlayerId(0);
pub(super) const B: PlayerId = PlayerId(1);

/// A package of the program.
macro_rules! own {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                "../../../../../scripts/maps/cards/sanguosha/packages/",
                $name,
                ".lua"
            )),
        )
    };
}

/// Packages of the program that the tests use.
const OWN: [(&str, &str); 5] = [
    own!("standard_basics"),
    own!("standard_tricks"),
    own!("standard_equips"),
    own!("standard_cards"),
    own!("standard_wei"),
];

/// A package of which only the AI matters.
pub(super) const WISE: &str = r##"
module("extensions.wise", package.seeall)
extension = sgs.Package("wise")
sgs.General(extension, "sage", "qun", 4):addSkill(sgs.CreateViewAsSkill({
  name = "wise_gift",
  n = 1,
  view_filter = function() return true end,
  view_as = function(_, cards)
    if #cards ~= 1 then return nil end
    local card = sgs.Sanguosha:cloneSkillCard("wise_gift")
    card:addSubcard(cards[1])
    return card
  end,
  enabled_at_play = function(_, player) return not player:hasUsed("#wise_gift") end,
}))
sgs.CreateSkillCard({
  name = "wise_gift",
  will_throw = false,
  filter = function(_, targets, to, me) return #targets == 0 and to ~= me end,
  on_effect = function(self, effect) effect.to:obtainCard(self) end,
})
"##;

/// The program's packages and another one with an AI.
fn packages((name, text): (&str, &str), ai: &str) -> Vec<PackageSource> {
    let own = OWN.iter().map(|(name, text)| PackageSource::compile(name, text.as_bytes()));
    let mut all: Vec<PackageSource> = own.collect::<Result<_, _>>().expect("own packages");
    let other = PackageSource::compile(name, text.as_bytes()).expect("a package");
    all.push(other.with_ai(ai.as_bytes()).expect("an AI"));
    all
}

/// A game of five in the turn of its lord, who is a sage, and those who think about it.
pub(super) struct Scene {
    pub(super) table: Table,
    pub(super) mind: Mind,
}

impl Scene {
    pub(super) fn new(ai: &str) -> Scene {
        Scene::of(("wise", WISE), "sage", ai)
    }

    /// The same with another package, by its name and text, and a general of it for everybody; with
    /// no name they have yet to choose.
    pub(super) fn of(package: (&str, &str), general: &str, ai: &str) -> Scene {
        let packages = packages(package, ai);
        let vm = ReusableVm::new(&packages).begin(1).expect("packages");
        let mut setup = Setup::robots(5, 1);
        let roles =
            [Role::Lord, Role::Rebel, Role::Loyalist, Role::Rebel, Role::Renegade].into_iter();
        let chosen = (!general.is_empty()).then(|| general.into());
        for (seat, role) in setup.seats.iter_mut().zip(roles) {
            *seat = Seated { role: Some(role), general: chosen.clone(), ..seat.clone() };
        }
        let mut table = Table::open(vm, setup).expect("a game");
        Mind::watches(&table);
        assert_eq!(table.run(), Status::Asking);
        let thinking = ReusableVm::thinking(&packages).begin(1).expect("packages");
        Scene { table, mind: Mind::new(thinking, 5, 1) }
    }

    /// Puts a question and has it answered.
    pub(super) fn ask(&mut self, question: Box<dyn Frame>) -> Answer {
        self.table.engine_mut().push(question);
        assert_eq!(self.table.run(), Status::Asking);
        self.mind.reply(&self.table, Level::Smart)
    }

    pub(super) fn faults(&self) -> Vec<Fault> {
        self.mind.vm().faults()
    }

    /// A card of a name that lies in the draw pile.
    fn find(&self, name: &str) -> CardId {
        let state = self.table.state();
        let found = state.draw.iter().copied().find(|&id| *state.name_of(id) == *name);
        found.expect("a card of that name")
    }

    /// Gives somebody a hand.
    pub(super) fn deal(&mut self, who: PlayerId, names: &[&str]) -> Vec<CardId> {
        let held = self.table.state().player(who).hand.clone();
        for id in held {
            let state = self.table.engine().state();
            state.borrow_mut().put(id, &fangqi_sanguosha::Target::DrawBottom, None);
        }
        let mut ids = Vec::new();
        for name in names {
            let id = self.find(name);
            let state = self.table.engine().state();
            state.borrow_mut().put(id, &fangqi_sanguosha::Target::Hand(who), None);
            ids.push(id);
        }
        ids
    }
}

/// What is answered with an AI, and what its author is told.
pub(super) fn answered(
    ai: &str,
    question: impl FnOnce(&Scene) -> Box<dyn Frame>,
) -> (Answer, Vec<Fault>) {
    let mut scene = Scene::new(ai);
    let question = question(&scene);
    let answer = scene.ask(question);
    (answer, scene.faults())
}

/// The same where nothing is wrong.
pub(super) fn says(ai: &str, question: impl FnOnce(&Scene) -> Box<dyn Frame>) -> Answer {
    let (answer, faults) = answered(ai, question);
    assert_eq!(faults, [], "{ai}");
    answer
}

pub(super) fn nothing() -> Live {
    live(Data::None)
}

fn about(player: PlayerId) -> Live {
    live(Data::Player(player))
}

fn hand(scene: &Scene) -> Vec<CardId> {
    scene.table.state().player(A).hand.clone()
}

#[test]
fn skills_are_invoked_as_their_tables_say() {
    let ask = |_: &Scene| ops::ask_invoke(A, "tuntian", nothing());
    assert_eq!(says("sgs.ai_skill_invoke.tuntian = true", ask), Answer::Accept);
    assert_eq!(says("sgs.ai_skill_invoke.tuntian = false", ask), Answer::Decline);
    let by_friend = "sgs.ai_skill_invoke.songwei = function(self, data)
        return self:isFriend(data:toPlayer())
      end";
    assert_eq!(says(by_friend, |_| ops::ask_invoke(B, "songwei", about(B))), Answer::Accept);
    assert_eq!(says(by_friend, |_| ops::ask_invoke(B, "songwei", about(A))), Answer::Decline);
}

#[test]
fn choices_and_suits_are_made() {
    let options = || vec!["draw".into(), "zhiheng".into()];
    let text = |text: &str| Answer::Text(text.to_owned());
    let jilve = "sgs.ai_skill_choice.jilve = \"zhiheng\"";
    assert_eq!(says(jilve, |_| ops::ask_choice(A, "jilve", options())), text("zhiheng"));
    let by_text = "sgs.ai_skill_choice.jilve = function(self, choices)
        return choices:split(\"+\")[2]
      end";
    assert_eq!(says(by_text, |_| ops::ask_choice(A, "jilve", options())), text("zhiheng"));
    let suit = "sgs.ai_skill_suit.fanjian = function(self) return sgs.Card_Heart end";
    assert_eq!(says(suit, |_| ops::ask_suit(A, "fanjian")), text("heart"));
}

#[test]
fn cards_are_chosen_by_their_tables() {
    let discard = "sgs.ai_skill_discard.ganglie = function(self, count)
        local ids = {}
        for _, card in sgs.qlist(self.player:getHandcards()) do
          if #ids < count then table.insert(ids, card:getEffectiveId()) end
        end
        return ids
      end";
    let first = |scene: &Scene| hand(scene)[..2].to_vec();
    let mut wanted = Vec::new();
    let answer = says(discard, |scene| {
        wanted = first(scene);
        ops::ask_discard(A, "ganglie", 2, true, false)
    });
    assert_eq!(answer, Answer::Ids(wanted));
    let grace = "sgs.ai_skill_askforag.buqu = function(self, ids) return ids[2] end";
    let mut second = CardId(0);
    let answer = says(grace, |scene| {
        second = hand(scene)[1];
        ops::ask_ag(A, hand(scene), false, "buqu")
    });
    assert_eq!(answer, Answer::Ids(vec![second]));
    let show = "sgs.ai_cardshow.fire_attack = function(self, requestor)
        assert(requestor:objectName() == \"sgs2\")
        return self:getMaxCard()
      end";
    let mut most = 0;
    let answer = says(show, |scene| {
        let state = scene.table.state();
        let number = |id: &CardId| state.number(&Card::Real(*id));
        most = hand(scene).iter().map(number).max().expect("a hand");
        ops::ask_card_show(A, B, "fire_attack")
    });
    let Answer::Ids(ids) = answer else { panic!("{answer:?}") };
    assert_eq!(ids.len(), 1);
    assert!(most > 0);
    let pindian = "sgs.ai_skill_pindian.tianyi = function(minuse, self, requestor, max, min)
        return max
      end";
    let answer = says(pindian, |_| ops::ask_pindian(A, B, A, "tianyi"));
    assert!(matches!(answer, Answer::Ids(ids) if ids.len() == 1));
}

#[test]
fn players_are_chosen_by_ready_made_strategies() {
    let ai = "sgs.ai_skill_playerchosen.quhu = sgs.ai_skill_playerchosen.damage
      sgs.ai_skill_playerchosen.luanwu = sgs.ai_skill_playerchosen.zero_card_as_slash
      sgs.ai_skill_playerchosen.fangquan = function(self, targets)
        for _, target in sgs.qlist(targets) do
          if self:isFriend(target) then return target end
        end
      end";
    let everybody = || (0..5).map(PlayerId).collect::<Vec<_>>();
    for reason in ["quhu", "luanwu"] {
        let answer = says(ai, |_| ops::ask_player_chosen(B, vec![A, B], reason, false));
        assert_eq!(answer, Answer::Player(A), "a rebel's enemy is the lord");
    }
    let ask = |_: &Scene| ops::ask_player_chosen(B, everybody(), "fangquan", false);
    assert_eq!(says(ai, ask), Answer::Player(B), "nobody else is known for a friend");
}

#[test]
fn cards_are_answered_with_by_the_kind_of_prompt() {
    let ai = "sgs.ai_skill_cardask[\"@wise-card\"] = function(self, data, pattern, target, target2)
        assert(pattern == \".\" and target:objectName() == \"sgs2\")
        assert(target2:objectName() == \"sgs3\" and data:toPlayer() == target)
        return self.player:getHandcards():first():getId()
      end";
    let mut first = CardId(0);
    let answer = says(ai, |scene| {
        first = hand(scene)[0];
        ops::ask_card(A, ".", "@wise-card:sgs2:sgs3:x", about(B))
    });
    assert_eq!(answer, Answer::Card(Card::Real(first), Vec::new()));
    let declines = "sgs.ai_skill_cardask[\"slash-jink\"] = function() return \".\" end";
    let mut scene = Scene::new(declines);
    scene.deal(A, &["jink"]);
    let answer = scene.ask(ops::ask_card(A, "jink", "slash-jink:sgs2", nothing()));
    assert_eq!(answer, Answer::Decline);
}

#[test]
fn a_skill_is_used_in_the_play_phase() {
    let ai = "local gift = { name = \"wise_gift\" }
      table.insert(sgs.ai_skills, gift)
      gift.getTurnUseCard = function(self)
        local cards = sgs.QList2Table(self.player:getHandcards())
        self:sortByKeepValue(cards)
        return sgs.Card_Parse(\"#wise_gift:\" .. cards[1]:getEffectiveId() .. \":\")
      end
      sgs.ai_skill_use_func[\"#wise_gift\"] = function(card, use, self)
        use.card = card
        if use.to then use.to:append(self.room:getOtherPlayers(self.player):first()) end
      end";
    let mut scene = Scene::new(ai);
    let ids = scene.deal(A, &["jink", "jink"]);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), []);
    let Answer::Card(card, to) = &answer else { panic!("{answer:?}") };
    assert!(ids.contains(&card.ids()[0]) && to[..] == [B], "{answer:?}");
    scene.table.answer(A, &answer).expect("it is legal");
}

#[test]
fn what_the_ai_does_not_use_is_not_used() {
    let ai =
        "table.insert(sgs.ai_skills, { name = \"wise_gift\", getTurnUseCard = function() end })
      function SmartAI:useCardPeach(card, use) end";
    let mut scene = Scene::new(ai);
    scene.deal(A, &["peach"]);
    scene.table.engine().state().borrow_mut().player_mut(A).hp = 1;
    assert_eq!(scene.mind.reply(&scene.table, Level::Smart), Answer::Decline);
    let mut scene = Scene::new("");
    let ids = scene.deal(A, &["peach"]);
    scene.table.engine().state().borrow_mut().player_mut(A).hp = 1;
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(answer, Answer::Card(Card::Real(ids[0]), Vec::new()));
}

/// Whatever is wrong is told once with file and line, and the calculator answers.
#[test]
fn a_bad_ai_is_told_of_and_the_next_layer_answers() {
    let bad = [
        ("return nil + 1", "attempt to perform arithmetic"),
        ("while true do end", "fuel"),
        ("return 77777", "cannot be read"),
        ("return \"nonsense\"", "cannot be read"),
        ("return sgs.Sanguosha:getCard(0):getId() + 100 - self.player:getHp()", "not yours"),
        ("return self:getBenefitOf() and 1", "string"),
        ("while true do self:getBenefitOf(\".\") end", "without end"),
    ];
    for (body, told) in bad {
        let ai = format!("sgs.ai_skill_cardask[\"slash-jink\"] = function(self)\n  {body}\nend\n");
        let mut scene = Scene::new(&ai);
        let ids = scene.deal(A, &["jink", "slash"]);
        for _ in 0..2 {
            let effect = fangqi_sanguosha::event::SlashEffect {
                slash: Card::Real(scene.find("slash")),
                jink: None,
                from: B,
                to: A,
                drank: false,
                nature: Nature::Normal,
            };
            let answer = scene.ask(ops::slash_effect(effect));
            assert_eq!(answer, Answer::Card(Card::Real(ids[0]), Vec::new()), "{body}");
        }
        let faults = scene.faults();
        assert_eq!(faults.len(), 1, "{body}: {faults:?}");
        assert_eq!(faults[0].package, "wise-ai.lua", "{body}: {faults:?}");
        assert!((1..=2).contains(&faults[0].line), "{body}: {faults:?}");
        assert!(faults[0].text.contains(told), "{body}: {faults:?}");
    }
}

#[test]
fn strategies_think_and_say_what_it_is_worth() {
    let ai = "SmartAI:setSkillAI(\"wise_gift\", {
        choose_cards = function(self, ai) return { ai:getEnabledCards()[1] }, 10 end,
        choose_targets = function(self, ai) return { ai:getEnabledTargets():last() }, 500 end,
      })
      SmartAI:setSkillAI(\"wiser\", {
        think_skill_invoke = function(self, ai, skill) return skill == \"wiser\", 100 end,
        think_choice = function(self, ai, choices) return choices[#choices], 1 end,
        think_card_chosen = function(self, ai, target, flags) return target:getCards(flags):first() end,
      })";
    let mut scene = Scene::new(ai);
    scene.deal(A, &["jink", "jink"]);
    let answer = scene.mind.reply(&scene.table, Level::Smart);
    assert_eq!(scene.faults(), []);
    let Answer::Skill { skill, ids, targets } = &answer else { panic!("{answer:?}") };
    assert_eq!((&**skill, ids.len(), &targets[..]), ("wise_gift", 1, &[PlayerId(4)][..]));
    assert_eq!(says(ai, |_| ops::ask_invoke(A, "wiser", nothing())), Answer::Accept);
    let options = vec!["a".into(), "b".into()];
    let answer = says(ai, |_| ops::ask_choice(A, "wiser", options));
    assert_eq!(answer, Answer::Text("b".to_owned()));
    let answer = says(ai, |_| ops::ask_card_chosen(A, A, "h", "wiser"));
    assert!(matches!(answer, Answer::Ids(ids) if ids.len() == 1));
}

/// What damage to the lord by a rebel is worth to that rebel.
fn worth_of_damage(ai: &str) -> f64 {
    let ai = format!(
        "{ai}
        sgs.ai_skill_invoke.probe = function(self)
          worth = self:getBenefitOfEvents(function(logic)
            local damage = sgs.DamageStruct()
            damage.from, damage.to = self.player, self.room:getLord()
            logic:damage(damage)
            logic:noSuchThing(1, 2)
          end)
          print(worth)
          return true
        end"
    );
    let mut scene = Scene::new(&ai);
    // Whose hand is above its limit loses more by a damage than the hp.
    scene.deal(A, &[]);
    let told = std::rc::Rc::new(std::cell::RefCell::new(String::new()));
    let sink = std::rc::Rc::clone(&told);
    scene.mind.vm().set_sink(move |_, text| *sink.borrow_mut() = text.to_owned());
    scene.ask(ops::ask_invoke(B, "probe", nothing()));
    assert_eq!(scene.faults(), []);
    let told = told.borrow().clone();
    told.parse().expect("a number")
}

fn assert_near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
}

#[test]
fn events_are_weighed_by_the_rules() {
    assert_near(worth_of_damage(""), 200.0);
    assert_near(worth_of_damage("sgs.ai_benefit.hp = 50"), 50.0);
}

/// The seed's shield: a black slash at it is worth nothing, since the strategy ends the event.
#[test]
fn trigger_skills_take_part_in_estimates_by_their_strategies() {
    let ends = "SmartAI:setTriggerSkillAI(\"jianxiong\", {
        correct_func = function() return true end,
      })";
    let adds = "SmartAI:setTriggerSkillAI(\"jianxiong\", {
        correct_func = function(self, logic, event, target, player)
          logic.benefit = logic.benefit + 30
          logic:drawCards(player, 1)
        end,
      })";
    let worth = |ai: &str| {
        let ai = format!(
            "{ai}
          sgs.ai_skill_invoke.probe = function(self)
            self.room:getLord():acquireSkill(\"jianxiong\")
            return true
          end"
        );
        let mut scene = Scene::new(&ai);
        scene.deal(A, &[]);
        scene.table.engine().state().borrow_mut().acquire_skill(A, "jianxiong");
        let before = worth_in(&mut scene);
        assert_eq!(scene.faults(), []);
        before
    };
    // The damage has been done when it is heard of; a card is drawn by an enemy, and 30 added.
    assert_near(worth(ends), 200.0);
    let drawn = worth(adds) - 230.0;
    assert!((-180.0..0.0).contains(&drawn), "{drawn}");
}

/// What a damage to the lord is worth to a rebel, by the calculator itself.
fn worth_in(scene: &mut Scene) -> f64 {
    scene.table.engine_mut().push(ops::ask_invoke(B, "probe", nothing()));
    assert_eq!(scene.table.run(), Status::Asking);
    let damage = Damage {
        from: Some(B),
        to: A,
        card: None,
        amount: 1,
        nature: Nature::Normal,
        chain: false,
    };
    scene.mind.worth_of(&scene.table, &|| ops::damage(damage.clone()))
}

#[test]
fn who_attacks_the_lord_looks_like_a_rebel() {
    let mut scene = Scene::new("");
    let slash = scene.deal(A, &["slash"])[0];
    // The lord's slash tells nothing of the lord; two of somebody else's at the lord tell all.
    for _ in 0..2 {
        let used = fangqi_sanguosha::event::CardUse {
            card: Card::made(
                scene.table.state().kind_id(&Card::Real(slash)),
                fangqi_sanguosha::Suit::Spade,
                7,
                "",
                Vec::new(),
            ),
            from: B,
            to: vec![A],
        };
        scene.table.engine_mut().push(ops::use_card(used, false));
        while !matches!(
            scene.table.request().map(|request| &request.ask),
            Some(fangqi_sanguosha::Ask::Activate)
        ) {
            scene.table.run();
            if scene
                .table
                .request()
                .is_some_and(|request| !matches!(request.ask, fangqi_sanguosha::Ask::Activate))
            {
                scene.table.answer_by_default();
            }
        }
    }
    scene.mind.watch(&scene.table);
    assert_eq!(scene.mind.loyalty()[1], -160.0);
    assert_eq!(scene.mind.loyalty()[2..], [0.0, 0.0, 0.0]);
    assert_eq!(scene.faults(), []);
}
