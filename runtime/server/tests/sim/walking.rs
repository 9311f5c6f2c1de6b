//! What people do who walk about in a map.

use fangqi_plugin_miniworld::{ActorKind, OwnView, WalkScene};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::bot::say;
use crate::random::Random;

/// A few steps, or something done with hands and keys.
pub(crate) fn stroll(shown: &WalkScene, own: &OwnView, random: &mut Random) -> Vec<Message> {
    if random.once_in(2) {
        return steps(own, random);
    }
    let act = match random.below(18) {
        0 => json!({"dig_begin": {"pos": cell(own, random)}}),
        1..=3 => json!({"dig_end": {"pos": cell(own, random)}}),
        4 => json!({"dig_cancel": {}}),
        5..=6 => json!({"place": {"pos": cell(own, random), "face": random.below(6)}}),
        7 => json!({"use": {}}),
        8 => json!({"aim": {"at": own.pos}}),
        9 => json!({"shortcut": {"index": random.below(9)}}),
        10 => {
            json!({"move_item": {"from": slot(own, random), "to": 1000 + random.below(9), "count": 1}})
        }
        11 => json!({"discard": {"slot": slot(own, random), "count": 1 + random.below(3)}}),
        12 => json!({"key": {"key": "E", "down": random.once_in(2)}}),
        13 => json!({"revive": {}}),
        14 => json!({"play": {"act": random.below(40)}}),
        15 => press(shown, random),
        _ => target(shown, random),
    };
    vec![say(&json!({"t": "act", "act": act}))]
}

/// Some poses one after the other, as a page sends them; now and then a leap that nobody can make.
fn steps(own: &OwnView, random: &mut Random) -> Vec<Message> {
    let mut pos = own.pos;
    let mut step = |random: &mut Random| {
        let reach = if random.once_in(20) { 40.0 } else { 0.4 };
        for axis in [0, 2] {
            pos[axis] += (random.below(21) as f64 / 10.0 - 1.0) * reach;
        }
        let pose = json!({
            "pos": pos, "yaw": random.below(360) as f64, "pitch": 0.0, "grounded": true,
            "sneaks": random.once_in(9), "runs": random.once_in(3), "flies": false,
            "moved": own.moved,
        });
        say(&json!({"t": "pose", "pose": pose}))
    };
    (0..=random.below(6)).map(|_| step(random)).collect()
}

/// A cell near by.
fn cell(own: &OwnView, random: &mut Random) -> [i32; 3] {
    own.pos.map(|at| at.floor() as i32 + random.below(5) as i32 - 2)
}

/// A place in the bag that holds something, or any.
fn slot(own: &OwnView, random: &mut Random) -> u32 {
    match random.pick(&own.bag) {
        Some(held) if !random.once_in(4) => held.slot,
        _ => random.below(1010) as u32,
    }
}

fn press(shown: &WalkScene, random: &mut Random) -> Value {
    let elements = shown.pages.iter().flat_map(|page| {
        page.elements.iter().map(|(element, _)| (page.id.clone(), element.clone()))
    });
    let elements: Vec<_> = elements.collect();
    match random.pick(&elements) {
        Some((page, _)) if random.once_in(8) => json!({"close_page": {"page": page}}),
        Some((page, element)) if random.once_in(5) => {
            json!({"type": {"page": page, "element": element, "content": "3"}})
        }
        Some((page, element)) => {
            json!({"press": {"page": page, "element": element, "down": random.once_in(2)}})
        }
        None => json!({"close_box": {}}),
    }
}

/// Something done to somebody.
fn target(shown: &WalkScene, random: &mut Random) -> Value {
    let others: Vec<u64> = shown
        .actors
        .iter()
        .filter(|actor| actor.kind != ActorKind::Drop)
        .map(|actor| actor.id)
        .collect();
    let target = random.pick(&others).copied().unwrap_or(77);
    match random.below(5) {
        0 => json!({"touch": {"target": target}}),
        1 => json!({"mount": {"target": target}}),
        _ => json!({"attack": {"target": target}}),
    }
}
