//! Inference of hidden roles.

use crate::simple::table;
use fangqi_kit::Rng;
use fangqi_sanguosha::mind::reading::Reading;
use fangqi_sanguosha::mind::roles::Roles;
use fangqi_sanguosha::{PlayerId, Role, State};

const ALL: [Role; 4] = [Role::Lord, Role::Loyalist, Role::Rebel, Role::Renegade];
const EIGHT: [Role; 8] = [
    Role::Lord,
    Role::Loyalist,
    Role::Rebel,
    Role::Rebel,
    Role::Renegade,
    Role::Rebel,
    Role::Loyalist,
    Role::Rebel,
];

/// Eight players with these roles; the lord's is public.
fn eight(roles: &[Role; 8]) -> State {
    let (engine, _) = table(8, 3);
    let mut state = engine.state().borrow().fork();
    for (player, &role) in state.players.iter_mut().zip(roles) {
        (player.role, player.role_shown) = (role, role == Role::Lord);
    }
    state
}

fn number(role: Role) -> usize {
    ALL.iter().position(|&other| other == role).unwrap()
}

/// Random likelihoods, some of them zero.
fn anything(rng: &mut Rng) -> Vec<[f64; 4]> {
    let one = |rng: &mut Rng| match rng.below(6) {
        0 => 1e-3,
        _ => (rng.below(1000) as f64 / 200.0 - 2.5).exp(),
    };
    (0..8).map(|_| std::array::from_fn(|_| one(rng))).collect()
}

/// All assignments of roles to the players from `at` on, with their weights.
fn ways(state: &State, viewer: usize, said: &[[f64; 4]]) -> Vec<(Vec<Role>, f64)> {
    fn go(
        (state, viewer, said): (&State, usize, &[[f64; 4]]),
        left: &mut [usize; 4],
        so_far: &mut Vec<Role>,
        found: &mut Vec<(Vec<Role>, f64)>,
    ) {
        let at = so_far.len();
        if at == state.players.len() {
            let hidden = |at: &usize| *at != viewer && !state.players[*at].role_shown;
            let weight = (0..at).filter(hidden).map(|at| said[at][number(so_far[at])]).product();
            found.push((so_far.clone(), weight));
            return;
        }
        let known = at == viewer || state.players[at].role_shown;
        for role in ALL {
            if left[number(role)] > 0 && (!known || state.players[at].role == role) {
                left[number(role)] -= 1;
                so_far.push(role);
                go((state, viewer, said), left, so_far, found);
                so_far.pop();
                left[number(role)] += 1;
            }
        }
    }
    let mut left = [0; 4];
    for player in &state.players {
        left[number(player.role)] += 1;
    }
    let mut found = Vec::new();
    go((state, viewer, said), &mut left, &mut Vec::new(), &mut found);
    found
}

#[test]
fn marginals_equal_enumeration() {
    let mut rng = Rng::new(71);
    for viewer in [0, 1, 2, 4] {
        let mut state = eight(&EIGHT);
        state.players[3].role_shown = viewer != 2;
        let said = anything(&mut rng);
        let ways = ways(&state, viewer, &said);
        let sum: f64 = ways.iter().map(|(_, weight)| weight).sum();
        let likely = |id: PlayerId, role| said[id.index()][number(role)];
        let roles = Roles::new(&state, Some(PlayerId(viewer as u8)), &likely);
        let found = roles.chances();
        assert_eq!(found.len(), roles.hidden());
        for (at, chances) in found {
            for (role, chance) in chances {
                let those = ways.iter().filter(|(way, _)| way[at] == role);
                let expected = those.map(|(_, weight)| weight).sum::<f64>() / sum;
                assert!((chance - expected).abs() < 1e-4, "{at} {role:?}: {chance} {expected}");
            }
        }
    }
}

#[test]
fn samples_follow_the_weights_of_assignments() {
    const LOTS: usize = 20_000;
    let mut rng = Rng::new(72);
    let (state, said) = (eight(&EIGHT), anything(&mut rng));
    let ways = ways(&state, 1, &said);
    let sum: f64 = ways.iter().map(|(_, weight)| weight).sum();
    let roles = Roles::new(&state, Some(PlayerId(1)), &|id, role| said[id.index()][number(role)]);
    let mut counted = vec![0; ways.len()];
    for _ in 0..LOTS {
        let mut drawn = EIGHT.to_vec();
        for (at, role) in roles.draw(&mut rng) {
            drawn[at] = role;
        }
        let way = ways.iter().position(|(way, _)| *way == drawn);
        counted[way.expect("as many of each role as there are")] += 1;
    }
    // A chi-squared test: the mean is the number of degrees of freedom, the variance twice that.
    let (mut chi, mut free) = (0.0, -1.0);
    for ((_, weight), &counted) in ways.iter().zip(&counted) {
        let expected = weight / sum * LOTS as f64;
        if expected >= 5.0 {
            chi += (f64::from(counted) - expected).powi(2) / expected;
            free += 1.0;
        }
    }
    assert!(free > 10.0 && chi < free + 5.0 * (2.0f64 * free).sqrt(), "{chi} of {free}");
}

/// The probability of a role for each player, from a spectator's point of view.
fn seen(state: &State, reading: &mut Reading, role: Role) -> Vec<f64> {
    reading.read(state);
    let roles = Roles::new(state, None, &|id, role| reading.likely(id, role));
    let mut chances = vec![0.0; state.players.len()];
    for (at, found) in roles.chances() {
        chances[at] = found.iter().find(|(other, _)| *other == role).map_or(0.0, |found| found.1);
    }
    chances
}

const SLASH: f64 = 80.0;

#[test]
fn harm_to_the_lord_reveals_rebels_and_harm_to_rebels_loyalists() {
    let (state, mut reading) = (eight(&EIGHT), Reading::default());
    reading.does(&state, PlayerId(2), PlayerId(0), SLASH);
    let rebels = seen(&state, &mut reading, Role::Rebel);
    assert!(rebels[2] > 0.75, "{rebels:?}");
    assert!(rebels[1] < 4.0 / 7.0, "one rebel less is left for the others: {rebels:?}");
    reading.does(&state, PlayerId(1), PlayerId(2), SLASH);
    let loyal = seen(&state, &mut reading, Role::Loyalist);
    assert!(loyal[1] > 1.5 * 2.0 / 7.0 && loyal[1] > loyal[3], "{loyal:?}");
}

#[test]
fn once_all_rebels_are_found_the_others_are_none() {
    let (state, mut reading) = (eight(&EIGHT), Reading::default());
    for rebel in [2, 3, 5, 7] {
        for _ in 0..3 {
            reading.does(&state, PlayerId(rebel), PlayerId(0), SLASH);
        }
    }
    let rebels = seen(&state, &mut reading, Role::Rebel);
    assert!([1, 4, 6].iter().all(|&at: &usize| rebels[at] < 0.05), "{rebels:?}");
}

#[test]
fn inaction_near_the_lord_is_evidence_against_a_rebel() {
    let (state, mut reading) = (eight(&EIGHT), Reading::default());
    for _ in 0..3 {
        reading.begins(&state, PlayerId(1));
    }
    let rebels = seen(&state, &mut reading, Role::Rebel);
    assert!(rebels[1] < rebels[3] - 0.02, "{rebels:?}");
}

#[test]
fn help_tells_friends() {
    let (state, mut reading) = (eight(&EIGHT), Reading::default());
    reading.does(&state, PlayerId(6), PlayerId(0), -120.0);
    let loyal = seen(&state, &mut reading, Role::Loyalist);
    assert!(loyal[6] > 0.4, "{loyal:?}");
}

#[test]
fn hidden_roles_change_no_reading() {
    let mut others = EIGHT;
    others[1..].rotate_left(3);
    let mut rng = Rng::new(73);
    let (one, other) = (eight(&EIGHT), eight(&others));
    let (mut first, mut second) = (Reading::default(), Reading::default());
    for _ in 0..60 {
        let (who, to) = (PlayerId(rng.below(8) as u8), PlayerId(rng.below(8) as u8));
        let hostile = [SLASH, -120.0, 60.0][rng.below(3)];
        for (state, reading) in [(&one, &mut first), (&other, &mut second)] {
            reading.begins(state, who);
            reading.does(state, who, to, hostile);
            reading.read(state);
        }
    }
    for (at, role) in (0..8).flat_map(|at| ALL.map(|role| (PlayerId(at), role))) {
        let (one, other) = (first.likely(at, role), second.likely(at, role));
        assert!((one - other).abs() < 1e-9 && one.is_finite(), "{at:?} {role:?}: {one} {other}");
    }
}
