//! What crosses the border between the engine and packages, and how often.

use std::rc::Rc;

use fangqi_sanguosha::reach::TargetProblem;
use fangqi_sanguosha::{
    Card, CardId, KindId, Occasion, PlayerId, Scripts, Seated, Setup, Status, Suit, Usage, Virtual,
};
use mlua::{FromLua, Function, IntoLua, Value};

use super::convert::{Made, Players};
use super::{PackageSource, ReusableVm, SgsVm, Table};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

/// Everybody is a scribe, whose skills write down how often they were asked.
const SCRIBES: &str = r##"
module("extensions.scribes", package.seeall)
extension = sgs.Package("scribes")
count = { enabled = 0, filter = 0, view = 0 }
for at = 1, 60 do
  sgs.CreateBasicCard({ name = "leaf" .. at, class_name = "Leaf" .. at })
    :clone(at % 4, at % 13 + 1):setParent(extension)
end
scribe = sgs.General(extension, "scribe", "qun", 4)
sgs.CreateSkillCard({ name = "copying" })
scribe:addSkill(sgs.CreateViewAsSkill({
  name = "copying",
  n = 2,
  view_filter = function()
    count.filter = count.filter + 1
    return true
  end,
  view_as = function(_, cards)
    count.view = count.view + 1
    if #cards ~= 1 then return nil end
    local card = sgs.Sanguosha:cloneSkillCard("copying")
    card:addSubcard(cards[1])
    card:setSkillName("copying")
    return card
  end,
  enabled_at_play = function()
    count.enabled = count.enabled + 1
    return true
  end,
  enabled_at_response = function()
    count.enabled = count.enabled + 1
    return true
  end,
}))
for name, marked in pairs({ branded = "brand", either = { "brand", "sign" }, everybody = false }) do
  scribe:addSkill(sgs.CreateTriggerSkill({
    name = name,
    events = sgs.PhaseChange,
    marked = marked or nil,
    on_trigger = function(_, _, player)
      player:setMark("heard_" .. name, player:getMark("heard_" .. name) + 1)
      return false
    end,
  }))
end
for name, owned in pairs({ of_lore = "lore", of_two = { "craft", "lore" }, of_unknown = "nothing" }) do
  scribe:addSkill(sgs.CreateTriggerSkill({
    name = name,
    events = sgs.PhaseChange,
    owned = owned,
    can_trigger = function()
      return true
    end,
    on_trigger = function(_, _, player)
      player:setMark("heard_" .. name, player:getMark("heard_" .. name) + 1)
      return false
    end,
  }))
end
for _, name in ipairs({ "lore", "craft" }) do
  local skill = sgs.CreateTriggerSkill({
    name = name,
    events = sgs.FinishJudge,
    on_trigger = function()
      return false
    end,
  })
  local list = sgs.SkillList()
  list:append(skill)
  sgs.Sanguosha:addSkills(list)
end
-- These forbid all of which they are asked.
for name, whose in pairs({ no_lore = { owned = "lore" }, no_sign = { marked = "sign" } }) do
  scribe:addSkill(sgs.CreateProhibitSkill({
    name = name,
    owned = whose.owned,
    marked = whose.marked,
    is_prohibited = function()
      forbidden = (forbidden or 0) + 1
      return true
    end,
  }))
end
function counted() return count.enabled, count.filter, count.view, forbidden or 0 end
"##;

fn package() -> PackageSource {
    PackageSource::compile("scribes", SCRIBES.as_bytes()).expect("a package")
}

fn table() -> Table {
    table_of(SgsVm::with_packages(&[package()], 1).expect("packages"))
}

/// The same game as computers see it that think about it.
fn thinking() -> Table {
    table_of(ReusableVm::thinking(&[package()]).begin(1).expect("packages"))
}

fn table_of(vm: SgsVm) -> Table {
    let mut setup = Setup::robots(2, 1);
    for seat in &mut setup.seats {
        *seat = Seated { general: Some("scribe".into()), ..seat.clone() };
    }
    let mut table = Table::open(vm, setup).expect("a game");
    assert_eq!(table.run(), Status::Asking);
    table
}

/// Cards of all sorts: such as fit into a number, and such as do not.
fn cards(kinds: u16, deck: u16) -> Vec<Virtual> {
    let ids = |count: u16| (0..count).map(|at| CardId((at * 37 + count) % deck)).collect();
    let mut cards = Vec::new();
    for kind in [0, kinds / 2, kinds - 1].map(KindId) {
        for suit in Suit::ALL.iter().copied() {
            for number in [0, 1, 13] {
                for (skill, text) in [("", ""), ("copying", ""), ("of nobody", ""), ("", "said")] {
                    let made = |count| Virtual {
                        kind,
                        suit,
                        number,
                        skill: skill.into(),
                        subcards: ids(count),
                        text: text.into(),
                    };
                    cards.extend((0..4).map(made));
                }
            }
        }
    }
    cards
}

#[test]
fn virtual_cards_are_the_same_on_both_sides() {
    come_back(&table(), |_| false);
    come_back(&thinking(), |card| {
        card.text.is_empty() && card.subcards.len() <= 2 && &*card.skill != "of nobody"
    });
}

/// Sends virtual cards to scripts and back; as one number those that fit into one.
fn come_back(table: &Table, fits: impl Fn(&Virtual) -> bool) {
    let host = &table.vm().host;
    let lua = host.vm.lua();
    host.shared.enter();
    let kinds = host.shared.catalogue.kinds.borrow().count() as u16;
    let deck = table.state().locations.len() as u16;
    let object: Function = host.kit.raw_get("card").expect("a function");
    let raw: Function = host.kit.raw_get("raw_card").expect("a function");
    for card in cards(kinds, deck) {
        let given = Made(Card::Virtual(Rc::new(card.clone()))).into_lua(lua).expect("a value");
        assert_eq!(given.is_table(), !fits(&card), "{card:?}");
        let object: Value = object.call(given).expect("an object");
        let returned: Value = raw.call(object).expect("a card");
        assert_eq!(returned.is_table(), !fits(&card), "{card:?}");
        let Made(back) = Made::from_lua(returned, lua).expect("a card");
        assert_eq!(back, Card::Virtual(Rc::new(card)));
    }
}

#[test]
fn numbers_that_are_no_card_are_refused() {
    let table = thinking();
    let host = &table.vm().host;
    let lua = host.vm.lua();
    host.shared.enter();
    let kinds = host.shared.catalogue.kinds.borrow().count() as i64;
    let deck = table.state().locations.len() as i64;
    let (suit, number, skill, card) = (1 << 10, 1 << 13, 1 << 17, 1 << 27);
    let refused = [
        deck,
        -1 - kinds,
        -1 - suit * 5,
        -1 - number * 14,
        -1 - skill * 1000,
        -1 - card * (deck + 1),
        -1 - (1 << 52),
        i64::MIN,
    ];
    for value in refused {
        assert!(Made::from_lua(Value::Integer(value), lua).is_err(), "{value}");
    }
    assert!(Made::from_lua(Value::Number(-1.5), lua).is_err());
    assert!(Made::from_lua(Value::Integer(-1), lua).is_ok(), "the first kind, of nothing");
}

#[test]
fn lists_of_players_keep_their_order() {
    let table = table();
    let host = &table.vm().host;
    let lua = host.vm.lua();
    let players_of: Function = host.kit.raw_get("players_of").expect("a function");
    let lists: [&[PlayerId]; 5] = [&[], &[A], &[B, A], &[A, A, B], &[B; 20]];
    for list in lists {
        let given = Players(list).into_lua(lua).expect("a value");
        assert_eq!(given.is_table(), list.len() > 13, "{list:?}");
        let found: Vec<mlua::Table> = players_of.call(given).expect("players");
        let numbers = found.iter().map(|player| player.raw_get::<u8>("_p").expect("a number") - 1);
        assert_eq!(numbers.map(PlayerId).collect::<Vec<_>>(), list);
    }
}

/// How often scribes' functions were asked: whether a skill may be used, which cards it takes, what
/// it makes of them, and whether something is forbidden.
fn counted(table: &Table) -> (u32, u32, u32, u32) {
    let vm = table.vm();
    let skill = vm.catalogue().find_skill("copying").expect("a skill");
    let counted: Function = vm
        .host
        .kit
        .raw_get::<mlua::Table>("skills_by_id")
        .and_then(|skills| skills.raw_get::<mlua::Table>(skill.0))
        .and_then(|skill| skill.raw_get::<Function>("view_filter"))
        .and_then(|filter| filter.environment().expect("globals").raw_get("counted"))
        .expect("a function");
    counted.call(()).expect("counts")
}

#[test]
fn what_is_asked_twice_in_a_look_is_answered_once() {
    let table = table();
    let vm = table.vm();
    let skill = vm.catalogue().find_skill("copying").expect("a skill");
    let hand = table.state().player(A).hand.clone();
    let counted = || {
        let (enabled, filter, view, _) = counted(&table);
        (enabled, filter, view)
    };
    let ask = |occasion: Occasion<'_>| {
        let wanted = if let Occasion::Response(pattern) = occasion { pattern } else { "" };
        assert!(vm.enabled(skill, A, occasion));
        assert!(vm.view_filter(skill, A, &[], hand[0], wanted));
        vm.view_as(skill, A, &hand[..1], wanted).expect("a card")
    };
    vm.look(true);
    let first = ask(Occasion::Play);
    let (enabled, filter, view) = counted();
    assert_eq!(ask(Occasion::Play), first);
    assert_eq!(counted(), (enabled, filter, view), "kept");
    assert!(vm.view_filter(skill, A, &hand[..1], hand[1], ""), "another question");
    assert_eq!(counted(), (enabled, filter + 1, view));
    ask(Occasion::Response("slash"));
    assert_eq!(counted(), (enabled + 1, filter + 2, view + 1), "on another occasion");
    ask(Occasion::Play);
    assert_eq!(counted(), (enabled + 2, filter + 3, view + 2), "and back");
    vm.look(false);
    ask(Occasion::Play);
    ask(Occasion::Play);
    assert_eq!(counted(), (enabled + 4, filter + 5, view + 4), "out of a look");
}

#[test]
fn skills_for_the_marked_hear_of_nobody_else() {
    let mut table = table();
    {
        let mut state = table.engine().state().borrow_mut();
        state.player_mut(A).set_mark("brand", 1);
        state.player_mut(B).set_flag("sign");
        for who in [A, B] {
            for name in ["branded", "either", "everybody"] {
                state.player_mut(who).set_mark(&format!("heard_{name}"), 0);
            }
        }
    }
    let turns = table.state().turns;
    while table.state().turns < turns + 2 {
        table.answer_by_default();
        assert_eq!(table.run(), Status::Asking);
    }
    let state = table.state();
    let heard = |who: PlayerId, name: &str| state.player(who).mark(&format!("heard_{name}")) > 0;
    let all = |who| ["branded", "either", "everybody"].map(|name| heard(who, name));
    assert_eq!(all(A), [true, true, true]);
    assert_eq!(all(B), [false, true, true]);
}

#[test]
fn prohibit_skills_for_owners_and_the_marked_are_not_asked_while_there_are_none() {
    let table = table();
    let (vm, hand) = (table.vm(), table.state().player(A).hand.clone());
    let card = Card::Real(hand[0]);
    let forbidden = || {
        let before = counted(&table).3;
        (vm.prohibited(A, B, &card), counted(&table).3 - before)
    };
    assert_eq!(forbidden(), (false, 0));
    table.engine().state().borrow_mut().player_mut(B).set_flag("sign");
    assert!(matches!(forbidden(), (true, 1..)));
    table.engine().state().borrow_mut().player_mut(B).flags.clear();
    assert_eq!(forbidden(), (false, 0));
    let lore = table.state().catalogue.find_skill("lore").expect("a skill");
    table.engine().state().borrow_mut().player_mut(B).acquired.push(lore);
    assert!(matches!(forbidden(), (true, 1..)));
    let legal = |free| vm.legal(Usage { card: &card, user: A, free }, &[B]);
    assert_eq!(legal(false), Err(TargetProblem::Illegal(B)));
    table.engine().state().borrow_mut().player_mut(B).acquired.clear();
    assert_eq!(legal(false), legal(true), "nothing forbids it");
}

#[test]
fn skills_for_owners_are_silent_while_there_are_none() {
    const ALL: [&str; 3] = ["of_lore", "of_two", "of_unknown"];
    let mut table = table();
    let mut heard = |owned: Option<&str>| {
        {
            let mut state = table.engine().state().borrow_mut();
            let skill = owned.and_then(|owned| state.catalogue.find_skill(owned));
            assert_eq!(skill.is_some(), owned.is_some(), "there is such a skill");
            let player = state.player_mut(B);
            player.acquired.clear();
            player.acquired.extend(skill);
            for name in ALL {
                state.player_mut(A).set_mark(&format!("heard_{name}"), 0);
            }
        }
        let turns = table.state().turns;
        while table.state().turns < turns + 2 {
            table.answer_by_default();
            assert_eq!(table.run(), Status::Asking);
        }
        ALL.map(|name| table.state().player(A).mark(&format!("heard_{name}")) > 0)
    };
    assert_eq!(heard(None), [false; 3]);
    assert_eq!(heard(Some("lore")), [true, true, false]);
    assert_eq!(heard(Some("craft")), [false, true, false]);
    assert_eq!(heard(None), [false; 3]);
}
