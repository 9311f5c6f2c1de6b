//! Scripts for tests, written in Rust: slash, jink, peach, and a storm that damages one player.

// Each test binary uses only a part of this module.
#![allow(dead_code)]

use std::cell::RefCell;
use std::rc::Rc;

use fangqi_sanguosha::event::{CardEffect, Damage, Recover, SlashEffect};
use fangqi_sanguosha::players::Plain;
use fangqi_sanguosha::{
    Call, Card, CardId, Catalogue, Category, Cx, Engine, Gender, General, Kind, Nature, Occasion,
    Place, PlayerId, Printed, Progress, Scripts, Setup, SkillId, State, Status, Suit, Target,
    TargetMod, Value, ops, reach,
};

/// Scripts implemented in Rust.
pub struct Simple {
    pub state: Rc<RefCell<State>>,
}

impl Scripts for Simple {
    fn can_trigger(&self, _: SkillId, _: PlayerId) -> bool {
        false
    }
    fn distance(&self, _: PlayerId, _: PlayerId) -> i32 {
        0
    }
    fn prohibited(&self, _: PlayerId, _: PlayerId, _: &Card) -> bool {
        false
    }
    fn max_cards(&self, _: PlayerId) -> i32 {
        0
    }
    fn target_mod(&self, _: TargetMod, _: PlayerId, _: &Card) -> i32 {
        0
    }
    fn filtered(&self, _: SkillId, _: PlayerId, _: CardId) -> Option<Card> {
        None
    }
    fn enabled(&self, _: SkillId, _: PlayerId, _: Occasion<'_>) -> bool {
        false
    }
    fn view_filter(&self, _: SkillId, _: PlayerId, _: &[CardId], _: CardId, _: &str) -> bool {
        false
    }
    fn view_as(&self, _: SkillId, _: PlayerId, _: &[CardId], _: &str) -> Option<Card> {
        None
    }
    fn target_filter(&self, _: &Card, chosen: &[PlayerId], to: PlayerId, user: PlayerId) -> bool {
        let cx = Cx::new(&self.state, self);
        chosen.is_empty() && reach::can_slash(&cx, user, to, true)
    }
    fn feasible(&self, _: &Card, chosen: &[PlayerId], _: PlayerId) -> bool {
        chosen.len() == 1
    }
    fn available(&self, card: &Card, user: PlayerId) -> bool {
        let state = self.state.borrow();
        match &*state.card_name(card) {
            "peach" => state.player(user).is_wounded(),
            "jink" => false,
            _ => true,
        }
    }
    fn cancelable(&self, _: &CardEffect) -> bool {
        true
    }
    fn start(&self, call: Call) -> Progress {
        let Call::Effect(CardEffect { card, from, to, .. }) = call else {
            return Progress::Failed;
        };
        let name = self.state.borrow().card_name(&card);
        let frame = match (&*name, from) {
            ("slash", Some(from)) => ops::slash_effect(SlashEffect {
                slash: card,
                jink: None,
                from,
                to,
                drank: false,
                nature: Nature::Normal,
            }),
            ("peach", _) => ops::recover(to, Recover { amount: 1, who: from, card: Some(card) }),
            ("storm", _) => ops::damage(Damage {
                from,
                to,
                card: Some(card),
                amount: 1,
                nature: Nature::Thunder,
                chain: false,
            }),
            _ => return Progress::Failed,
        };
        Progress::Waiting { routine: 1, frame }
    }
    fn resume(&self, _: u64, _: Value) -> Progress {
        Progress::Done(Value::Nil)
    }
    fn abandon(&self, _: u64) {}
    fn fault(&self, _: u64, message: &str) {
        panic!("{message}");
    }
}

fn kind(name: &str, class: &str, category: Category, more: &[&str]) -> Kind {
    let family = match category {
        Category::Trick => "TrickCard",
        _ => "BasicCard",
    };
    let ancestors = [class, family, "Card"].into_iter().chain(more.iter().copied());
    Kind {
        name: name.into(),
        class: class.into(),
        ancestors: ancestors.map(Into::into).collect(),
        category,
        subtype: "".into(),
        target_fixed: name != "slash",
        will_throw: true,
        delayed: false,
        cancelable: category == Category::Trick,
        slot: None,
        range: 0,
        package: "simple".into(),
        has_use: false,
        has_about_to_use: false,
        has_effect: true,
        has_install: false,
        has_uninstall: false,
    }
}

/// Cards and generals of these tests.
fn catalogue() -> Rc<Catalogue> {
    let catalogue = Catalogue::default();
    let kinds = [
        (kind("slash", "Slash", Category::Basic, &[]), 60),
        (kind("jink", "Jink", Category::Basic, &[]), 30),
        (kind("peach", "Peach", Category::Basic, &[]), 10),
        (kind("storm", "Storm", Category::Trick, &["AOE"]), 10),
    ];
    for (kind, count) in kinds {
        let kind = catalogue.kinds.borrow_mut().add(kind);
        for at in 0..count {
            catalogue.cards.borrow_mut().push(Printed {
                kind,
                suit: Suit::ALL[at % 4],
                number: (at % 13) as u8 + 1,
                package: "simple".into(),
            });
        }
    }
    for at in 0..12 {
        catalogue.add_general(General {
            name: format!("general{at}").into(),
            package: "simple".into(),
            kingdom: "wei".into(),
            max_hp: 4,
            gender: Gender::Male,
            lord: false,
            hidden: false,
            skills: Vec::new(),
        });
    }
    Rc::new(catalogue)
}

/// A game of computer players that has not started; the first player is the lord.
pub fn table(players: usize, seed: u64) -> (Engine, Simple) {
    let catalogue = catalogue();
    let mut setup = Setup::robots(players, seed);
    setup.choices = 1;
    for (at, seat) in setup.seats.iter_mut().enumerate() {
        seat.general = Some(format!("general{at}").into());
    }
    setup.seats[0].role = Some(fangqi_sanguosha::Role::Lord);
    let state = Rc::new(RefCell::new(State::new(&catalogue, &setup).expect("a game")));
    let engine = Engine::new(Rc::clone(&state), setup);
    (engine, Simple { state })
}

/// Moves a card with this name from the draw pile to a hand.
pub fn give(engine: &Engine, who: PlayerId, name: &str) -> CardId {
    let id = card_named(engine, name).expect("the pile has one");
    engine.state().borrow_mut().put(id, &Target::Hand(who), None);
    id
}

/// A card with this name in the draw pile.
pub fn card_named(engine: &Engine, name: &str) -> Option<CardId> {
    let state = engine.state().borrow();
    state.draw.iter().copied().find(|&id| *state.name_of(id) == *name)
}

/// Returns a hand to the draw pile.
pub fn empty_hand(engine: &Engine, who: PlayerId) {
    let hand = engine.state().borrow().player(who).hand.clone();
    for id in hand {
        engine.state().borrow_mut().put(id, &Target::DrawBottom, None);
    }
}

/// Checks that every card is in exactly one place and that its location agrees.
pub fn check_cards(state: &State) {
    let mut found = vec![0; state.deck.len()];
    let mut see = |id: CardId, place: Place, owner: Option<PlayerId>| {
        found[id.index()] += 1;
        let location = state.location(id);
        assert_eq!((location.place, location.owner), (place, owner), "card {}", id.0);
    };
    for &id in &state.draw {
        see(id, Place::Draw, None);
    }
    for &id in &state.discard {
        see(id, Place::Discard, None);
    }
    for (at, player) in state.players.iter().enumerate() {
        let owner = Some(PlayerId(at as u8));
        player.hand.iter().for_each(|&id| see(id, Place::Hand, owner));
        player.worn().for_each(|id| see(id, Place::Equip, owner));
        player.judging.iter().for_each(|delayed| see(delayed.id, Place::Judging, owner));
        let piled = player.piles.iter().flat_map(|pile| &pile.cards);
        piled.for_each(|&id| see(id, Place::Special, owner));
        assert!(player.hp <= player.max_hp, "hp above its most");
    }
    for (at, &count) in found.iter().enumerate() {
        let lying = state.locations[at].place == Place::Table;
        assert_eq!(count, usize::from(!lying), "card {at}");
    }
}

/// Plays a whole game of plain computer players. Returns the winner and a digest of the log.
pub fn game(players: usize, seed: u64) -> (String, usize) {
    let (mut engine, scripts) = table(players, seed);
    let mut plain = Plain::new(seed);
    for _ in 0..20_000 {
        match engine.run(&scripts) {
            Status::Over(winner) => {
                let log = &engine.state().borrow().log;
                return (winner.to_string(), format!("{log:?}").len());
            }
            Status::Asking => {
                check_cards(&engine.state().borrow());
                let request = engine.request().expect("a question").clone();
                let answer = plain.answer(&Cx::new(engine.state(), &scripts), &request);
                if engine.answer(&scripts, request.who, &answer).is_err() {
                    engine.answer_by_default(&scripts);
                }
            }
        }
    }
    panic!("the game of {players} with seed {seed} does not end");
}
