use fangqi_binding::Refusal;
use fangqi_plugin::{Call, lua_module};
use fangqi_protocol::{LocalText, OutputBody, PlayerId};

use super::markup;
use super::support::{audience, check_text};
use crate::room::InRoom;

lua_module! {
    /// Lines in the chat. Mini World's colour marks (`#R`, `#cff0000`, `[color=#ff0000]` …) are
    /// drawn where players walk or a custom interface is shown, and taken out elsewhere.
    pub static CHAT = "Chat", Code;

    /// A line of chat to everyone, or to one player.
    /// Example: `Chat:sendChat("Well played!", uin)`
    fn sendChat(ctx, content: LocalText, targetuin: Option<PlayerId>) -> () {
        send(&ctx, content, targetuin)
    }

    /// A line of the room itself to everyone, or to one player.
    /// Example: `Chat:sendSystemMsg("#RCheck!")`
    fn sendSystemMsg(ctx, content: LocalText, targetuin: Option<PlayerId>) -> () {
        send(&ctx, content, targetuin)
    }
}

fn send(ctx: &Call<'_>, content: LocalText, uin: Option<PlayerId>) -> Result<(), Refusal> {
    let mut room = ctx.mini();
    let text = if room.has_life() { content } else { markup::plain_text(&content) };
    check_text(&room, 1, "content", &text)?;
    let audience = audience(&room, uin)?;
    Ok(room.outbox.send(audience, OutputBody::Chat { from: None, text })?)
}
