//! The constants of `sgs`: every enumeration and event by name.

use fangqi_sanguosha::{
    Category, Event, Frequency, Gender, Nature, Phase, Place, Role, Slot, Suit,
};

/// The constants of `sgs` with their numbers.
pub(super) fn constants() -> Vec<(String, i64)> {
    let mut all = Vec::new();
    let mut add = |class: &str, members: &[(&str, i64)]| {
        all.extend(members.iter().map(|(name, number)| (format!("{class}{name}"), *number)));
    };
    let suits = ["Spade", "Club", "Heart", "Diamond", "NoSuit"];
    add("Card_", &numbered(&suits, Suit::ALL));
    let types = ["Skill", "Basic", "Trick", "Equip"];
    add("Card_", &numbered(&types, Category::ALL));
    let phases = ["Start", "Judge", "Draw", "Play", "Discard", "Finish", "NotActive"];
    add("Player_", &numbered(&phases, Phase::ALL));
    // Of an older generation; the phase is the same.
    add("Player_", &[("RoundStart", Phase::Start.number())]);
    add("Player_", &places());
    let roles = ["Lord", "Loyalist", "Rebel", "Renegade"];
    add("Player_", &numbered(&roles, Role::ALL));
    let genders = ["Male", "Female", "Neuter"];
    add("General_", &numbered(&genders, Gender::ALL));
    let natures = ["Normal", "Fire", "Thunder"];
    add("DamageStruct_", &numbered(&natures, Nature::ALL));
    let frequencies = ["Frequent", "NotFrequent", "Compulsory", "Limited", "Wake"];
    add("Skill_", &numbered(&frequencies, Frequency::ALL));
    let slots = ["Weapon", "Armor", "DefensiveHorse", "OffensiveHorse"];
    for (name, number) in numbered(&slots, Slot::ALL) {
        add("EquipCard_", &[(&format!("{name}Location"), number)]);
    }
    add("AI_", &[("Friend", 0), ("Enemy", 1), ("Neutrality", 2)]);
    for event in Event::ALL {
        add("", &[(event.text(), event.number())]);
    }
    // Later names of stages of a damage; what listens to them listens to what is nearest.
    add("", &[("DamageCaused", Event::Predamage.number())]);
    add("", &[("DamageForseen", Event::Predamaged.number())]);
    add("", &[("DamageInflicted", Event::Predamaged.number())]);
    all
}

/// Places under the numbers of the facts table, with `Table` behind them.
fn places() -> Vec<(&'static str, i64)> {
    vec![
        ("Hand", Place::Hand.number()),
        ("Equip", Place::Equip.number()),
        ("Judging", Place::Judging.number()),
        ("Special", Place::Special.number()),
        ("DiscardedPile", Place::Discard.number()),
        ("DrawPile", Place::Draw.number()),
        // Their names in later generations.
        ("PlaceHand", Place::Hand.number()),
        ("PlaceEquip", Place::Equip.number()),
        ("PlaceDelayedTrick", Place::Judging.number()),
        ("PlaceSpecial", Place::Special.number()),
        ("DiscardPile", Place::Discard.number()),
    ]
}

fn numbered<'a, T: Copy>(names: &[&'a str], members: &[T]) -> Vec<(&'a str, i64)> {
    debug_assert_eq!(names.len(), members.len());
    names.iter().zip(0..).map(|(name, number)| (*name, number)).collect()
}
