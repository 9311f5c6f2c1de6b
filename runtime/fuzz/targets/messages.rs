#![no_main]
//! What a client sends. What is understood means the same when said again.

use fangqi_server::session::{RoomId, Token, sanitise_name};
use fangqi_server::wire::ClientMessage;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(message) = ClientMessage::parse(text) {
        let again = serde_json::to_string(&message).expect("messages are plain data");
        if again.len() <= fangqi_server::wire::MAX_CLIENT_MESSAGE {
            assert_eq!(ClientMessage::parse(&again).ok(), Some(message.clone()));
        }
        if let ClientMessage::Hello { room, token, name, .. } = &message {
            RoomId::parse(room);
            token.as_deref().and_then(Token::parse);
            name.as_deref().and_then(sanitise_name);
        }
    }
    if let Some(name) = sanitise_name(text) {
        assert_eq!(sanitise_name(&name), Some(name.clone()), "made fit once is fit");
        assert!(name.chars().count() <= 24);
    }
});
