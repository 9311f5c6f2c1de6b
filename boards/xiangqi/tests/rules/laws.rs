//! The kit's conformance tests on Xiangqi.

use fangqi_kit::conformance;
use fangqi_xiangqi::Game;

#[test]
fn random_games_obey_the_laws() {
    let coverage = conformance::check(&Game::default(), 0..6, 1500).expect("every law holds");
    assert_eq!(coverage.finished, 6, "random games end within the limit");
    assert!(coverage.positions > 1000);
}
