//! Weights of stances, usual and fitted.

use crate::simple::table;
use fangqi_sanguosha::mind::stance::{Care, Stance};
use fangqi_sanguosha::{PlayerId, Role};

const ROLES: [Role; 5] = [Role::Lord, Role::Loyalist, Role::Rebel, Role::Rebel, Role::Renegade];

/// The weights of a seat in a game of five; without rebels, these are dead.
fn stance(seat: usize, care: Care, rebels: bool) -> Vec<f64> {
    let (engine, _) = table(5, 3);
    let mut state = engine.state().borrow().fork();
    for (at, role) in ROLES.into_iter().enumerate() {
        state.players[at].role = role;
        state.players[at].alive = rebels || role != Role::Rebel;
    }
    Stance::by(&state, PlayerId(seat as u8), care, &|at| ROLES[at]).weights
}

#[test]
fn usual_and_learned_weights_have_the_same_signs() {
    for (seat, rebels) in (0..5).flat_map(|seat| [(seat, true), (seat, false)]) {
        let usual = stance(seat, Care::Usual, rebels);
        let learned = stance(seat, Care::Learned, rebels);
        assert_eq!(learned[seat], 1.0);
        for (at, (usual, learned)) in usual.iter().zip(&learned).enumerate() {
            assert!(usual * learned > 0.0, "{seat} to {at}: {usual} and {learned}");
        }
    }
}

#[test]
fn a_side_wins_by_its_lord() {
    let loyalist = stance(1, Care::Learned, true);
    assert!(loyalist[0] > loyalist[1], "rather the lord than itself: {loyalist:?}");
    let rebel = stance(2, Care::Learned, true);
    assert_eq!(rebel[3], rebel[2], "another rebel is as good");
    assert!(rebel[0] < rebel[1] && rebel[0] < rebel[4], "the lord before others: {rebel:?}");
    // While rebels live, the renegade is no danger to the lord; afterwards it is the only one.
    let (before, after) = (stance(0, Care::Learned, true), stance(0, Care::Learned, false));
    assert!(before[2] < before[4] && after[4] < before[4], "{before:?} and {after:?}");
}
