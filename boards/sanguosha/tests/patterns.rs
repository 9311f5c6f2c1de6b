//! Response patterns against cards whose answers are plain to see.

mod simple;

use fangqi_sanguosha::{Card, Place, PlayerId, Suit, Target, notation, pattern};

const A: PlayerId = PlayerId(0);

/// A slash of hearts 7 in A's hand, made by saying so.
fn hand_card() -> (fangqi_sanguosha::Engine, Card) {
    let (engine, _) = simple::table(2, 1);
    let id = {
        let state = engine.state().borrow();
        let fits = |&&id: &&fangqi_sanguosha::CardId| {
            let printed = &state.deck[id.index()];
            printed.suit == Suit::Heart && printed.number == 7 && *state.name_of(id) == *"slash"
        };
        *state.draw.iter().find(fits).expect("a slash of hearts 7")
    };
    engine.state().borrow_mut().put(id, &Target::Hand(A), None);
    (engine, Card::Real(id))
}

#[test]
fn patterns_fit_what_they_say() {
    let (engine, card) = hand_card();
    let state = engine.state().borrow();
    let fits = [
        "slash",
        "Slash",
        "Slash,Jink",
        ".",
        "..",
        ".H",
        "..H",
        ".red",
        ".basic",
        "Jink#Slash",
        "Slash|heart",
        "Slash|heart,diamond|7",
        "BasicCard|.|2~9",
        ".|.|~7",
        ".|.|7~",
        ".|.|.|hand",
        "Slash|heart|A~K|hand|red",
        "slash!",
    ];
    for text in fits {
        assert!(pattern::matches(&state, A, text, &card), "{text}");
    }
    let differs = [
        "jink",
        "Jink",
        ".S",
        "..D",
        ".black",
        ".equip",
        "Slash|spade",
        "Slash|heart|8~",
        ".|.|.|equipped",
        ".|.|.|.|black",
        "Jink#Peach",
        "nullification",
        "peach+analeptic",
        "@guicai",
        "@@liuli",
        "#liuli_effect",
    ];
    for text in differs {
        assert!(!pattern::matches(&state, A, text, &card), "{text}");
    }
}

#[test]
fn a_card_of_the_pile_is_no_hand_card() {
    let (engine, _) = hand_card();
    let state = engine.state().borrow();
    let lying = Card::Real(*state.draw.last().expect("a pile"));
    assert!(pattern::matches(&state, A, "..", &lying));
    assert!(!pattern::matches(&state, A, ".", &lying));
    assert_eq!(state.location(lying.ids()[0]).place, Place::Draw);
}

#[test]
fn skills_are_read_from_patterns() {
    assert_eq!(pattern::skill_of("@@liuli"), Some("liuli"));
    assert_eq!(pattern::skill_of("@guicai-card!"), Some("guicai"));
    assert_eq!(pattern::skill_of("#liuli_effect"), Some("liuli_effect"));
    assert_eq!(pattern::skill_of("slash"), None);
}

#[test]
fn forbidden_kinds_are_forbidden_in_what_is_made_of_them() {
    let (engine, card) = hand_card();
    engine.state().borrow_mut().player_mut(A).jilei.push("basic".into());
    let state = engine.state().borrow();
    assert!(pattern::is_jilei(&state, A, &card));
    let dummy = notation::dummy(&state, card.ids().to_vec());
    assert!(pattern::is_jilei(&state, A, &dummy));
}
