#![no_main]
//! Cards as people and scripts write them, each on a line: hands and acts of Dou Dizhu; cards,
//! players, patterns and answers of Sanguosha. What is read is written, and read again the same.

#[path = "../../../boards/sanguosha/tests/engine/simple/mod.rs"]
mod simple;

use fangqi_doudizhu::{Act, Hand};
use fangqi_sanguosha::event::Data;
use fangqi_sanguosha::{
    Ask, Card, CardId, Category, Cx, Kind, PlayerId, live, notation, panel, pattern, request,
};
use libfuzzer_sys::fuzz_target;

/// Lines that are read of an input.
const LINES: usize = 12;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (mut engine, scripts) = simple::table(3, 1);
    for (name, class) in [("rende_card", "RendeCard"), ("#wushen", "LuaSkillCard")] {
        let state = engine.state().borrow();
        state.catalogue.kinds.borrow_mut().add(skill_card(name, class));
    }
    engine.run(&scripts);
    let cx = Cx::new(engine.state(), &scripts);
    for line in text.lines().take(LINES) {
        doudizhu(line);
        sanguosha(&cx, line);
        let who = PlayerId(0);
        for ask in asks(line) {
            let Some(answer) = request::read_answer(&cx, &ask, line) else { continue };
            let written = panel::answer_text(&cx.s(), &answer);
            let again = request::read_answer(&cx, &ask, &written).expect("it was read before");
            assert_eq!(panel::answer_text(&cx.s(), &again), written, "{line}");
            let _refused = request::check(&cx, who, &ask, &answer);
        }
    }
});

fn doudizhu(line: &str) {
    if let Ok(hand) = line.parse::<Hand>() {
        assert_eq!(hand.to_string().parse(), Ok(hand), "{line}");
    }
    if let Ok(act) = line.parse::<Act>() {
        assert_eq!(act.to_string().parse(), Ok(act), "{line}");
    }
}

fn sanguosha(cx: &Cx<'_>, line: &str) {
    let state = cx.s();
    if let Some(card) = notation::parse(&state, line) {
        let written = notation::card(&state, &card);
        let again = notation::parse(&state, &written).expect("it was read before");
        assert_eq!(notation::card(&state, &again), written, "{line}");
        assert!(card.ids().iter().all(|id| id.index() < state.deck.len()), "{line}");
    }
    if let Some((_, targets)) = notation::parse_use(&state, line) {
        assert!(targets.iter().all(|id| id.index() < state.players.len()), "{line}");
    }
    let started = pattern::started_skill(line);
    assert!(started.is_none() || started == pattern::skill_of(line), "{line}");
    assert!(pattern::throws(line) || line.starts_with(".enyuan"), "{line}");
    for card in [Card::Real(CardId(0)), notation::dummy(&state, vec![CardId(1), CardId(2)])] {
        let _fits = pattern::matches(&state, PlayerId(0), line, &card);
    }
}

/// A question of every kind; a pattern is the line itself.
fn asks(line: &str) -> Vec<Ask> {
    let (me, other) = (PlayerId(0), PlayerId(1));
    let ids = vec![CardId(0), CardId(1)];
    let name = || line.into();
    let data = || live(Data::None);
    vec![
        Ask::Activate,
        Ask::Invoke { skill: name(), data: data() },
        Ask::Choice { skill: name(), options: vec![name(), "no".into()] },
        Ask::Suit { reason: name() },
        Ask::Discard {
            reason: name(),
            count: 2,
            optional: true,
            include_equip: true,
            throws: true,
        },
        Ask::CardChosen { whose: other, areas: "he".into(), reason: name() },
        Ask::Card { pattern: name(), prompt: name(), data: data() },
        Ask::UseCard { pattern: name(), prompt: name() },
        Ask::Peach { dying: me, need: 1 },
        Ask::Grace { ids: ids.clone(), refusable: true, reason: name() },
        Ask::Show { requestor: other, reason: name() },
        Ask::Yiji { ids: ids.clone() },
        Ask::Pindian { from: me, to: other, reason: name() },
        Ask::Player { targets: vec![me, other], reason: name(), optional: true },
        Ask::Guanxing { ids, up_only: false },
        Ask::Gongxin { target: other },
        Ask::General { options: vec!["general0".into()] },
    ]
}

fn skill_card(name: &str, class: &str) -> Kind {
    Kind {
        name: name.into(),
        class: class.into(),
        ancestors: vec![class.into(), "SkillCard".into(), "Card".into()],
        category: Category::Skill,
        subtype: "skill_card".into(),
        target_fixed: false,
        will_throw: true,
        delayed: false,
        cancelable: false,
        slot: None,
        range: 0,
        package: "simple".into(),
        has_use: false,
        has_about_to_use: false,
        has_effect: false,
        has_install: false,
        has_uninstall: false,
    }
}
