//! Response patterns, tested on cards for which the result is obvious.

use fangqi_sanguosha::{Card, Place, PlayerId, Suit, Target, notation, pattern};

const A: PlayerId = PlayerId(0);

/// A 7 of hearts slash in A's hand.
fn hand_card() -> (fangqi_sanguosha::Engine, Card) {
    let (engine, _) = crate::simple::table(2, 1);
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
fn named_patterns_match_as_documented() {
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
        ".enyuan",
        ".enyuan!",
        ".H7",
        ".H29",
        ".K7",
        ".7K",
        ".A10",
        "..red68",
        ".7",
        "Slash|.,spade",
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
        "",
        "!",
        "#",
        "|heart",
        "Slash||7",
        "Slash|heart|",
        "Slash|.|.|deck",
        ".S29",
        ".K8",
        ".H8K",
        ".H777",
        ".H0",
        ".Hx",
        ".E",
        "..black",
    ];
    for text in differs {
        assert!(!pattern::matches(&state, A, text, &card), "{text}");
    }
}

/// A number in pattern notation.
fn face(number: u8) -> &'static str {
    const FACES: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    FACES[usize::from(number) - 1]
}

#[test]
fn short_patterns_say_a_suit_and_between_which_numbers() {
    let (engine, _) = crate::simple::table(2, 1);
    let cards: Vec<_> = engine.state().borrow().draw.iter().copied().step_by(3).collect();
    for &id in &cards {
        engine.state().borrow_mut().put(id, &Target::Hand(A), None);
    }
    let state = engine.state().borrow();
    let suits = [("S", Suit::Spade), ("C", Suit::Club), ("H", Suit::Heart), ("D", Suit::Diamond)];
    for &id in &cards {
        let printed = &state.deck[id.index()];
        for (letter, suit) in suits {
            for low in 1..=13 {
                for high in low..=13 {
                    let fits = printed.suit == suit && (low..=high).contains(&printed.number);
                    for text in [
                        format!(".{letter}{}{}", face(low), face(high)),
                        format!("..{letter}{}{}", face(high), face(low)),
                    ] {
                        let found = pattern::matches(&state, A, &text, &Card::Real(id));
                        assert_eq!(found, fits, "{text} {printed:?}");
                    }
                    let any = format!(".{}{}", face(high), face(low));
                    let within = (low..=high).contains(&printed.number);
                    let found = pattern::matches(&state, A, &any, &Card::Real(id));
                    assert_eq!(found, within, "{any} {printed:?}");
                }
            }
        }
    }
}

/// Random expressions, compared with a naive interpretation.
#[test]
fn expressions_match_if_all_their_parts_match() {
    let (engine, _) = crate::simple::table(2, 1);
    let cards: Vec<_> = engine.state().borrow().draw.iter().copied().step_by(7).collect();
    for &id in &cards[..cards.len() / 2] {
        engine.state().borrow_mut().put(id, &Target::Hand(A), None);
    }
    let state = engine.state().borrow();
    let classes = ["Slash", "jink", "BasicCard", "Nobody", ".", ""];
    let suits = ["heart", "spade,club", "diamond,.", "no_suit", ".", ""];
    let numbers = ["7", "A~5", "~9", "10~", "K,2~3", ".", ""];
    let places = ["hand", "equipped", ".", "nowhere"];
    let words = |part: &str| part.split(',').map(str::to_owned).collect::<Vec<_>>();
    let number = |text: &str| (1..=13).find(|&number| face(number) == text);
    for class in classes {
        for suit in suits {
            for range in numbers {
                for place in places {
                    let text = format!("{class}|{suit}|{range}|{place}");
                    for &id in &cards {
                        let printed = &state.deck[id.index()];
                        let card = Card::Real(id);
                        let of_class = words(class).iter().any(|word| {
                            word == "."
                                || state.inherits(&card, word)
                                || *state.name_of(id) == **word
                        });
                        let of_suit = words(suit)
                            .iter()
                            .any(|word| word == "." || word == printed.suit.text());
                        let of_number =
                            words(range).iter().any(|word| match word.split_once('~') {
                                _ if word == "." => true,
                                None => number(word) == Some(printed.number),
                                Some((low, high)) => {
                                    number(low).unwrap_or(1) <= printed.number
                                        && printed.number <= number(high).unwrap_or(13)
                                }
                            });
                        let lies = match place {
                            "hand" => state.player(A).hand.contains(&id),
                            "." => true,
                            _ => false,
                        };
                        let fits = of_class && of_suit && of_number && lies;
                        assert_eq!(pattern::matches(&state, A, &text, &card), fits, "{text}");
                        let either = format!("Nobody#{text}");
                        assert_eq!(pattern::matches(&state, A, &either, &card), fits, "{either}");
                    }
                }
            }
        }
    }
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_odd_for_a_pattern(text in "[.@#|,~!SCHDKQJA0-9a-z黑桃-]{0,12}") {
        let (engine, card) = hand_card();
        let state = engine.state().borrow();
        let found = pattern::matches(&state, A, &text, &card);
        let marked = text.clone() + "!";
        let same = text.ends_with('!') || found == pattern::matches(&state, A, &marked, &card);
        proptest::prop_assert!(same, "the mark says nothing of what answers");
        proptest::prop_assert!(!found || !text.trim_matches('!').is_empty());
        if let Some(skill) = pattern::started_skill(&text) {
            proptest::prop_assert!(text.starts_with("@@") && text.contains(skill));
        }
    }
}

#[test]
fn questions_start_skills() {
    assert_eq!(pattern::started_skill("@@liuli"), Some("liuli"));
    assert_eq!(pattern::started_skill("@@liuli!"), Some("liuli"));
    assert_eq!(pattern::started_skill("@@liuli-card!"), Some("liuli"));
    assert_eq!(pattern::started_skill("@guicai"), None);
    assert_eq!(pattern::started_skill("#liuli"), None);
    assert_eq!(pattern::started_skill("slash"), None);
    assert!(!pattern::throws(".enyuan") && !pattern::throws(".enyuan!") && pattern::throws(".H"));
}

#[test]
fn a_card_text_of_an_unknown_suit_or_number_has_none() {
    let (engine, _) = hand_card();
    let state = engine.state().borrow();
    for (text, suit, number) in [
        ("slash:x[heart:K]=.", Suit::Heart, 13),
        ("slash:x[stars:K]=.", Suit::NoSuit, 13),
        ("slash:x[:7]=.", Suit::NoSuit, 7),
        ("slash:x[spade:Z]=.", Suit::Spade, 0),
        ("slash:x[spade:14]=.", Suit::Spade, 0),
        ("slash:x[spade:-1]=.", Suit::Spade, 0),
        ("slash:x[Spade:]=.", Suit::NoSuit, 0),
    ] {
        let card = notation::parse(&state, text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((state.suit(&card), state.number(&card)), (suit, number), "{text}");
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
fn forbidden_kinds_stay_forbidden_as_subcards() {
    let (engine, card) = hand_card();
    engine.state().borrow_mut().player_mut(A).jilei.push("basic".into());
    let state = engine.state().borrow();
    assert!(pattern::is_jilei(&state, A, &card));
    let dummy = notation::dummy(&state, card.ids().to_vec());
    assert!(pattern::is_jilei(&state, A, &dummy));
}
