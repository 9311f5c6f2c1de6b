//! Rooms that let go of their beginning.

use std::sync::Arc;

use fangqi_protocol::{Input, Record};
use fangqi_room::{OpenError, Reload, Room, RoomOptions};

use super::play::{Play, with_comment};
use crate::common::{ANN, BEN, options, shipped};

#[test]
fn a_room_that_let_go_of_its_beginning_reloads_over_take_backs_on_both_sides_of_a_checkpoint() {
    let mut play = Play::open(shipped("xiangqi"));
    let take_back = |play: &mut Play| {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        assert!(play.room.history().last().unwrap().rewound.is_some());
    };
    for round in 0..2 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    assert!(play.room.forget_beginning());
    // Across the newest: what is left begins at the older one, and the log goes on after both.
    play.step(0, 1);
    take_back(&mut play);
    take_back(&mut play);
    play.step(0, 2);
    assert_eq!(play.room.last_checkpoint().unwrap().0, play.room.history_start());
    play.check_reload("xiangqi");
    play.check();
}

#[test]
fn a_room_that_let_go_of_its_beginning_goes_on_as_before() {
    let mut play = Play::open(shipped("xiangqi"));
    assert!(!play.room.forget_beginning(), "there is nothing to begin from yet");
    for round in 0..5 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    let before = play.room.state_hash();
    assert!(play.room.forget_beginning());
    let start = play.room.history_start();
    assert_eq!(start, play.checkpoints[3].0 as u64 - 1, "the last but one checkpoint");
    assert_eq!(play.room.state_hash(), before);
    assert_eq!(play.room.event(), play.hashes.len() as u64);
    // Take-backs reach to where the history begins and say so there.
    let mut taken = 0;
    loop {
        play.apply(Input::TakeBack { player: ANN });
        let asked = play.room.scene(BEN).request.expect("Ben is asked");
        play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
        if play.room.history().last().unwrap().rewound.is_none() {
            break;
        }
        taken += 1;
    }
    assert_eq!(taken, 1, "there was one move of Ann's since");
    play.step(0, 3);
    play.step(0, 4);
    play.checkpoint();
    play.step(0, 7);
    assert_eq!(play.checkpoints.len(), 6);
    assert!(play.room.history_start() >= start);
    let hash = play.room.state_hash();
    let tail = |play: &Play, first: u64| -> Vec<Record> {
        play.room.history()[(first - play.room.history_start()) as usize..].to_vec()
    };
    // The one in between was taken back.
    for (at, bytes) in [&play.checkpoints[3], &play.checkpoints[5]] {
        // The checkpoint's own record may be there or not.
        for first in [*at as u64 - 1, *at as u64] {
            let (package, records) = (Arc::clone(play.room.package()), tail(&play, first));
            let again =
                Room::resume_since(package, options(), first, records, Some(bytes)).unwrap();
            assert_eq!(again.state_hash(), hash, "from the checkpoint at {at}");
            assert_eq!(again.event(), play.room.event());
        }
    }
    let (package, records) = (Arc::clone(play.room.package()), tail(&play, start));
    let none = Room::resume_since(package, options(), start, records, None).unwrap_err();
    assert!(matches!(none, OpenError::Checkpoint(_)), "{none}");

    // Another version of the map takes the game up from the checkpoint, and is found the same.
    let package = with_comment("xiangqi", "tidied");
    let Reload::Same(mut newer) = play.room.reload(Arc::clone(&package)) else { panic!() };
    assert_eq!((newer.state_hash(), newer.event()), (hash, play.room.event()));
    let repackaged = newer.event();
    newer.apply(play.now, Input::Chat { player: ANN, text: "on".to_owned() });
    let (hash, first) = (newer.state_hash(), newer.history_start());
    let records = newer.history();
    let bytes = newer.last_checkpoint().unwrap().1;
    let options = RoomOptions { repackaged, ..options() };
    let again = Room::resume_since(package, options, first, records, Some(&bytes)).unwrap();
    assert_eq!(again.state_hash(), hash);
    let woken = play.room.hibernate().wake().unwrap();
    assert_eq!(woken.event(), repackaged);
}

#[test]
fn a_take_back_reaches_behind_a_reload_to_a_checkpoint_of_the_version_before() {
    let mut play = Play::open(shipped("xiangqi"));
    for round in 0..2 {
        play.step(0, 1 + round);
        play.step(0, 5 + round);
        play.checkpoint();
    }
    assert!(play.room.forget_beginning());
    play.step(0, 1);
    play.step(0, 2);
    let before = play.room.state_hash();
    let Reload::Same(newer) = play.room.reload(with_comment("xiangqi", "tidied")) else { panic!() };
    play.room = *newer;
    play.step(0, 3);
    play.step(0, 4);
    play.checkpoint();
    assert_eq!(play.checkpoints.len(), 3);
    play.apply(Input::TakeBack { player: ANN });
    let asked = play.room.scene(BEN).request.expect("Ben is asked");
    play.apply(Input::Choose { player: BEN, request: asked.id, choice: 0 });
    assert!(play.room.history().last().unwrap().rewound.is_some());
    assert_eq!(play.room.state_hash(), before, "as it was with the version before");
}
