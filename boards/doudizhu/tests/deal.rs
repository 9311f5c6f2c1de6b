//! Deals, against an independent implementation of their description in Python.

use fangqi_doudizhu::{Card, Commitment, Deal, Key};

fn numbers(cards: &[Card]) -> Vec<usize> {
    cards.iter().map(|card| card.number()).collect()
}

#[test]
fn a_key_deals_what_its_description_says() {
    let key = Key::new(std::array::from_fn(|at| at as u8));
    let commitment = "ab5fef8c199347ab506bacfec769d53067ff7e4a4e9b85422a23ea8c36fe6d2d";
    assert_eq!(key.commitment().to_string(), commitment);
    assert_eq!(Commitment::from_hex(commitment), Some(key.commitment()));
    let Deal { hands, bottom, first } = key.deal();
    let dealt = hands.map(|hand| numbers(&hand));
    assert_eq!(
        dealt,
        [
            vec![23, 42, 7, 50, 29, 46, 15, 33, 18, 17, 48, 13, 32, 51, 26, 28, 11],
            vec![30, 6, 12, 19, 2, 8, 34, 4, 53, 21, 14, 36, 38, 40, 39, 20, 41],
            vec![22, 52, 10, 0, 49, 45, 43, 47, 3, 37, 44, 27, 1, 9, 31, 16, 25],
        ]
    );
    assert_eq!((numbers(&bottom), first), (vec![5, 35, 24], 2));

    let text = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    let key = Key::from_hex(text).unwrap();
    assert_eq!(key.to_string(), text);
    let wanted = "9d535bf2f3e9676a441ff6c2e33bb1ebcb77cbe5cdb55a3622492e72b628539b";
    assert_eq!(key.commitment().to_string(), wanted);
    assert_eq!(
        numbers(&key.deal().hands[2]),
        [2, 30, 13, 34, 19, 29, 39, 3, 53, 45, 7, 38, 43, 52, 20, 1, 50]
    );
}

/// Every card is dealt to every place about equally often.
#[test]
fn cards_are_dealt_evenly() {
    let deals: u32 = 5_400;
    let mut places = vec![[0u32; Card::COUNT]; Card::COUNT];
    let mut firsts = [0u32; 3];
    for number in 0..deals {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        let deal = Key::new(bytes).deal();
        let all = deal.hands.iter().flatten().chain(&deal.bottom);
        for (place, card) in all.enumerate() {
            places[place][card.number()] += 1;
        }
        firsts[deal.first] += 1;
    }
    // Each cell expects 100; the sum of squared deviations divided by 100 is chi-squared with 53 ×
    // 53 degrees of freedom: mean 2809, standard deviation 75.
    let chi: f64 = places.iter().flatten().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
    assert!((2_400.0..3_200.0).contains(&chi), "{chi}");
    assert!(firsts.iter().all(|&n| (1_650..1_950).contains(&n)), "{firsts:?}");
}

#[test]
fn a_key_is_not_shown_by_accident() {
    let key = Key::new([0xab; 32]);
    assert!(!format!("{key:?}").contains("ab"));
    assert_eq!(Key::from_hex("ab"), None);
    assert_eq!(Key::from_hex(&"g".repeat(64)), None);
    assert_eq!(Key::from_hex(&"é".repeat(32)), None);
}
