//! Parses messages of browsers, and describes what is wrong with invalid ones.

use fangqi_protocol::LocalText;
use serde::Deserialize;

use super::{ClientMessage, MAX_CLIENT_MESSAGE};

/// Why a client's frame is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadMessage {
    /// `malformed`, `unknown_type` or `oversized`.
    pub code: &'static str,
    /// The reason, as a sentence for the author of the client.
    pub text: LocalText,
}

impl ClientMessage {
    /// Parses a text frame.
    pub fn parse(text: &str) -> Result<Self, BadMessage> {
        if text.len() > MAX_CLIENT_MESSAGE {
            return Err(oversized());
        }
        serde_json::from_str(text).map_err(|error| explain(text, &error))
    }
}

/// The error for a frame longer than [`MAX_CLIENT_MESSAGE`].
pub(crate) fn oversized() -> BadMessage {
    BadMessage {
        code: "oversized",
        text: LocalText::new(
            format!("消息太长，最多 {MAX_CLIENT_MESSAGE} 字节。"),
            format!("The message is too long; {MAX_CLIENT_MESSAGE} bytes are the most."),
        ),
    }
}

fn explain(text: &str, error: &serde_json::Error) -> BadMessage {
    /// Any message with a type.
    #[derive(Deserialize)]
    struct Typed {
        t: String,
    }
    let detail = error.to_string();
    if let Ok(Typed { t }) = serde_json::from_str(text)
        && detail.starts_with("unknown variant")
    {
        let t: String = t.chars().take(40).collect();
        return BadMessage {
            code: "unknown_type",
            text: LocalText::new(
                format!("没有名为“{t}”的消息。"),
                format!("There is no message called \"{t}\"."),
            ),
        };
    }
    let detail: String = detail.chars().take(200).collect();
    BadMessage {
        code: "malformed",
        text: LocalText::new(
            format!("看不懂这条消息：{detail}"),
            format!("The message cannot be understood: {detail}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        ClientMessage::parse(text).unwrap_err().code
    }

    #[test]
    fn good_messages_are_read() {
        let click = r#"{"t":"click","pos":[1,-2,2147483647],"face":5}"#;
        let read = ClientMessage::parse(click).unwrap();
        assert_eq!(read, ClientMessage::Click { pos: [1, -2, i32::MAX], face: 5 });
        let hello = r#"{"t":"hello","protocol":2,"room":"x"}"#;
        assert!(matches!(
            ClientMessage::parse(hello),
            Ok(ClientMessage::Hello { token: None, after: None, name: None, .. })
        ));
        assert_eq!(ClientMessage::parse(r#"{"t":"stand"}"#), Ok(ClientMessage::Stand {}));
    }

    #[test]
    fn bad_messages_are_told_apart() {
        for malformed in [
            "",
            "{",
            "[]",
            "null",
            "{\"t\":1}",
            "{\"pos\":[0,0,0]}",
            r#"{"t":"click"}"#,
            r#"{"t":"click","pos":[0,0],"face":0}"#,
            r#"{"t":"click","pos":[0,0,2147483648],"face":0}"#,
            r#"{"t":"click","pos":[0,0,0.5],"face":0}"#,
            r#"{"t":"click","pos":[0,0,0],"face":0,"player":1001}"#,
            r#"{"t":"sit","seat":0,"player":{"id":1}}"#,
            r#"{"t":"stand","player":1001}"#,
            r#"{"t":"click","t":"sit","pos":[0,0,0],"face":0}"#,
        ] {
            assert_eq!(code(malformed), "malformed", "{malformed}");
        }
        assert_eq!(code(r#"{"t":"become_king"}"#), "unknown_type");
        assert_eq!(code(&"[".repeat(4000)), "malformed");
        assert_eq!(code(&" ".repeat(MAX_CLIENT_MESSAGE + 1)), "oversized");
    }
}
