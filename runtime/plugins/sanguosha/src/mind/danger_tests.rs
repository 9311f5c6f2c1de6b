//! Who lives or dies by cards that are not seen is not gambled with.

use fangqi_sanguosha::{Answer, PlayerId, Role};

use super::Level;
use super::tests::{B, Scene, WISE};

/// In how many of twenty games that differ by lot alone a loyalist uses a card that asks everybody
/// for a slash, while its lord has so much hp and two unseen cards, and three rebels none.
fn attacks(hp: i32) -> usize {
    let attacks = |seed: u64| {
        let mut scene = Scene::of(("wise", WISE), "sage", "");
        {
            let state = scene.table.engine().state();
            for (at, player) in state.borrow_mut().players.iter_mut().enumerate() {
                player.role = *[Role::Loyalist, Role::Lord].get(at).unwrap_or(&Role::Rebel);
                player.role_shown = at > 0;
            }
            state.borrow_mut().player_mut(B).hp = hp;
        }
        let hands: [&[&str]; 5] = [&["savage_assault"], &["slash", "slash"], &[], &[], &[]];
        for (at, hand) in hands.into_iter().enumerate() {
            scene.deal(PlayerId(at as u8), hand);
        }
        scene.mind.reseed(seed);
        let answer = scene.mind.reply(&scene.table, Level::Smart);
        assert_eq!(scene.faults(), []);
        matches!(answer, Answer::Card(..))
    };
    (1..=20).filter(|&seed| attacks(seed)).count()
}

/// Whatever the lord holds, he holds a slash in some worlds and none in others.
#[test]
fn the_life_of_a_friend_is_not_left_to_one_lot() {
    assert_eq!((attacks(4), attacks(1)), (20, 0), "he can bear it, or he cannot");
}
