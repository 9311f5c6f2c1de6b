use fangqi_protocol::{Input, LocalText, PlayerId, Rejection, SeatIndex};
use fangqi_text::line;

use crate::wire::{ClientMessage, Frame, ServerMessage};

/// Longest chat line in characters.
const CHAT_CHARS: usize = 300;

/// What a client's message asks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    /// An input of the room.
    Input(Input),
    /// Nothing of the room: the client is sent this frame.
    Answer(Frame),
    /// Something that is refused.
    Refused(Rejection),
    /// To free the seat of an absent player.
    Unseat(SeatIndex),
    /// To close the room.
    Close,
}

/// Interprets a message of `player`. Messages never name a player: it is known from the connection.
pub(super) fn meaning(message: ClientMessage, player: PlayerId) -> Meaning {
    Meaning::Input(match message {
        ClientMessage::Hello { .. } => {
            let (zh, en) = ("你已经在房间里了。", "You are in the room already.");
            return refuse("already_here", LocalText::new(zh, en));
        }
        ClientMessage::ShowAgain {} => {
            let (zh, en) = ("你已经看到全部了。", "You are shown everything already.");
            return refuse("not_watching", LocalText::new(zh, en));
        }
        ClientMessage::Ping { nonce } => {
            return Meaning::Answer(Frame::message(&ServerMessage::Pong { nonce }));
        }
        ClientMessage::Sit { seat } => Input::Sit { player, seat },
        ClientMessage::Stand {} => Input::Stand { player },
        ClientMessage::SetComputer { seat, level } => Input::SetComputer { player, seat, level },
        ClientMessage::Click { pos, face } if face < 6 => Input::Click { player, pos, face },
        ClientMessage::Click { face, .. } => {
            let (zh, en) =
                (format!("方块没有第 {face} 面。"), format!("A block has no face {face}."));
            return refuse("malformed", LocalText::new(zh, en));
        }
        ClientMessage::Choose { request, choice } => Input::Choose { player, request, choice },
        ClientMessage::Select { request, cells } => Input::Select { player, request, cells },
        ClientMessage::Pose { pose } => Input::Pose { player, pose },
        ClientMessage::Act { act } => Input::Act { player, act },
        ClientMessage::Plugin { plugin, version, payload } => {
            Input::Plugin { player, plugin, version, payload: payload.to_string() }
        }
        ClientMessage::Action { id, value } => {
            Input::Action { player, id, value: value.unwrap_or_default() }
        }
        ClientMessage::Chat { text } => match line(&text, CHAT_CHARS) {
            Some(text) => Input::Chat { player, text },
            None => {
                let (zh, en) = ("什么也没说。", "There is nothing to say in it.");
                return refuse("empty_chat", LocalText::new(zh, en));
            }
        },
        ClientMessage::TakeBack {} => Input::TakeBack { player },
        ClientMessage::GoBack { event } => Input::GoBack { player, event },
        ClientMessage::StandIn { on } => Input::StandIn { player, on },
        ClientMessage::Unseat { seat } => return Meaning::Unseat(seat),
        ClientMessage::CloseRoom {} => return Meaning::Close,
    })
}

fn refuse(code: &'static str, text: LocalText) -> Meaning {
    Meaning::Refused(Rejection { code, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_is_the_connections_own() {
        let player = PlayerId(1001);
        let click = ClientMessage::Click { pos: [1, 2, 3], face: 5 };
        let expected = Input::Click { player, pos: [1, 2, 3], face: 5 };
        assert_eq!(meaning(click, player), Meaning::Input(expected));
    }

    #[test]
    fn a_seventh_face_and_empty_chat_never_reach_the_room() {
        let player = PlayerId(1001);
        for message in [
            ClientMessage::Click { pos: [0; 3], face: 6 },
            ClientMessage::Chat { text: " \n\u{7}".to_owned() },
            ClientMessage::Chat { text: "\u{202e}\u{3164}\u{2800}\u{301}".to_owned() },
            ClientMessage::Ping { nonce: 3 },
        ] {
            let meant = meaning(message, player);
            assert!(matches!(meant, Meaning::Answer(_) | Meaning::Refused(_)), "{meant:?}");
        }
        let text = " 你\n好\u{0}\u{202e}\u{200f}\u{e0041}\u{200b} ".to_owned();
        let chat = ClientMessage::Chat { text };
        let expected = Input::Chat { player, text: "你 好".to_owned() };
        assert_eq!(meaning(chat, player), Meaning::Input(expected));
    }
}
