//! What clients say: legal moves, idle chatter, and what no page of ours would send.

use fangqi_protocol::{RequestView, SelectView};
use fangqi_server::wire::MAX_CLIENT_MESSAGE;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Kind};
use crate::maps::SECRET_WORD;
use crate::random::Random;
use crate::walking;

/// What a client does next.
pub(crate) enum Act {
    Say(Vec<Message>),
    /// Sends a frame longer than frames may be.
    Oversize,
    /// Closes its page, politely or by pulling the plug.
    Leave,
    /// Reads nothing for a while.
    Dawdle,
}

pub(crate) fn say(value: &Value) -> Message {
    Message::text(value.to_string())
}

const CHAT: [&str; 8] = ["你好", "undo", "new", "悔棋", "帮助", "hint", "\u{202e}\n", "gg"];

/// What a client that has been let in does next.
pub(crate) fn act(client: &Client, random: &mut Random, lively: bool) -> Act {
    if lively && client.kind != Kind::Spectator && !random.once_in(4) {
        let walk = client.model.walk();
        if let Some(own) = &walk.own {
            return Act::Say(walking::stroll(&walk, own, random));
        }
        let select = client
            .model
            .request
            .as_ref()
            .and_then(|asked| Some((asked, asked.selection.as_ref()?)));
        if let Some((asked, selection)) = select {
            return Act::Say(vec![say(&select_cells(asked.id, selection, random))]);
        }
    }
    if lively && random.once_in(12) {
        let seat = random.below(client.model.seats.len() + 1);
        let value = match random.below(3) {
            0 => json!({"t": "unseat", "seat": seat}),
            _ => json!({"t": "stand_in", "on": random.once_in(2)}),
        };
        return Act::Say(vec![say(&value)]);
    }
    match client.kind {
        _ if random.once_in(150) => Act::Leave,
        _ if random.once_in(150) => Act::Dawdle,
        Kind::Hostile if random.once_in(2) => attack(client, random),
        Kind::Spectator => Act::Say(vec![say(&idle(random))]),
        Kind::Player | Kind::Hostile => Act::Say(play(client, random)),
    }
}

/// An answer of several cells: what is suggested, or any.
fn select_cells(request: u32, asked: &SelectView, random: &mut Random) -> Value {
    let mut cells: Vec<u16> = Vec::new();
    match random.pick(&asked.suggest) {
        Some(suggested) if !random.once_in(3) => cells.clone_from(suggested),
        _ => {
            for _ in 0..random.below(asked.max as usize + 2) {
                // Twice the same, and one that is not there, now and then.
                cells.push(random.below(asked.cells.len() + 1) as u16);
            }
        }
    }
    json!({"t": "select", "request": request, "cells": cells})
}

fn idle(random: &mut Random) -> Value {
    match random.below(3) {
        0 => json!({"t": "chat", "text": CHAT[random.below(CHAT.len())]}),
        1 => json!({"t": "ping", "nonce": random.next() as u32}),
        _ => click(random),
    }
}

fn click(random: &mut Random) -> Value {
    let pos = [random.below(12) as i32 - 1, random.below(3) as i32 - 1, random.below(12) as i32];
    json!({"t": "click", "pos": pos, "face": random.below(6)})
}

fn play(client: &Client, random: &mut Random) -> Vec<Message> {
    if let Some(request) = &client.model.request
        && !random.once_in(4)
    {
        return answer(request, random);
    }
    let seats = &client.model.seats;
    let holds = seats.iter().any(|seat| {
        matches!(seat.holder, fangqi_protocol::SeatHolder::Player { player }
            if Some(player) == client.you)
    });
    let seat = random.below(seats.len().max(1));
    let value = match random.below(20) {
        0..=9 if !holds => json!({"t": "sit", "seat": seat}),
        0..=6 => match random.pick(&client.model.hud.buttons) {
            Some(button) => json!({"t": "action", "id": button.id, "value": "x"}),
            None => idle(random),
        },
        7..=9 => json!({"t": "take_back"}),
        10 => json!({"t": "stand"}),
        11..=13 => json!({"t": "set_computer", "seat": seat, "level": 1}),
        14 => json!({"t": "set_computer", "seat": seat, "level": null}),
        15 => json!({"t": "sit", "seat": seat}),
        16..=18 => click(random),
        _ => idle(random),
    };
    vec![say(&value)]
}

fn answer(request: &RequestView, random: &mut Random) -> Vec<Message> {
    let index = random.below(request.choices.len().max(1));
    match request.choices.get(index) {
        Some(choice) if !choice.path.is_empty() && random.once_in(2) => choice
            .path
            .iter()
            .map(|pos| say(&json!({"t": "click", "pos": pos, "face": 5})))
            .collect(),
        _ => vec![say(&json!({"t": "choose", "request": request.id, "choice": index}))],
    }
}

fn attack(client: &Client, random: &mut Random) -> Act {
    let request = client.model.request.as_ref().map_or(1, |request| request.id);
    let big = i64::from(i32::MAX) + 1;
    let message = match random.below(16) {
        0 => Message::text("{\"t\":\"click\",\"pos\":[0,0"),
        1 => Message::binary(vec![1, 2, 3]),
        2 => return Act::Oversize,
        3 => say(&client.hello()),
        4 => Message::text("[".repeat(MAX_CLIENT_MESSAGE)),
        5 => say(&json!({"t": "click", "pos": [big, 0, 0], "face": 0})),
        6 => say(&json!({"t": "click", "pos": [i32::MIN, i32::MAX, 0], "face": 5})),
        7 => {
            say(&json!({"t": "choose", "request": request + random.below(3) as u32, "choice": 99}))
        }
        8 => say(&json!({"t": "choose", "request": request, "choice": random.below(4)})),
        9 => say(&json!({"t": "sit", "seat": 200})),
        10 => say(&json!({"t": "set_computer", "seat": 1, "level": 255})),
        11 => say(&json!({"t": "action", "id": "nothing", "value": format!("{SECRET_WORD}x")})),
        12 => say(&json!({"t": "stand", "player": 1001})),
        13 => say(&json!({"t": "action", "id": "\u{0}".repeat(500), "value": "y".repeat(3000)})),
        14 => say(&json!({"t": "chat", "text": "字".repeat(1200)})),
        _ => return Act::Say(vec![say(&click(random)); 60]),
    };
    Act::Say(vec![message])
}

/// The first thing a client says on a new line.
pub(crate) fn hello(client: &Client, random: &mut Random) -> Option<Message> {
    let mut hello = client.hello();
    if client.kind == Kind::Hostile {
        match random.below(8) {
            0 => hello["protocol"] = json!(99),
            1 => hello["token"] = json!("abcdefghijkmnpqrstuvwxyz23"),
            2 => hello["room"] = json!("../../etc/"),
            3 => hello["after"] = json!(u64::MAX),
            4 => hello["name"] = json!("\u{202e}".repeat(2000)),
            5 => return Some(Message::text("{}")),
            6 => return None,
            _ => {}
        }
    }
    Some(say(&hello))
}
