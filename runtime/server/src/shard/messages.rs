//! Texts for players and close reasons of connections.

use fangqi_protocol::{LocalText, Rejection};

use super::outbox::Closing;
use crate::log::LogError;

/// WebSocket close codes.
pub(crate) mod close {
    pub(crate) const AWAY: u16 = 1001;
    pub(crate) const PROTOCOL: u16 = 1002;
    pub(crate) const UNSUPPORTED: u16 = 1003;
    pub(crate) const NOT_TEXT: u16 = 1007;
    pub(crate) const POLICY: u16 = 1008;
    pub(crate) const SIZE: u16 = 1009;
    pub(crate) const RESTART: u16 = 1012;
    pub(crate) const AGAIN: u16 = 1013;
}

/// The client should reconnect by itself: its room is being restored from its log.
pub(crate) fn restart() -> Closing {
    Closing { code: close::RESTART, word: "restart".into(), text: None }
}

/// Why a client is not let into a room: there is no place left.
pub(crate) const FULL: &str = "room_full";

pub(crate) fn room_full() -> Closing {
    let text = LocalText::new("房间满了。", "The room is full.");
    Closing::bye(close::AGAIN, FULL, text)
}

/// The server is too busy at the moment; the client should reconnect by itself.
pub(crate) fn busy() -> Closing {
    Closing { code: close::AGAIN, word: "busy".into(), text: None }
}

pub(crate) fn replaced() -> Closing {
    let text =
        LocalText::new("你在另一个页面打开了这个座位。", "You opened this seat in another tab.");
    Closing::bye(close::POLICY, "replaced", text)
}

pub(crate) fn no_such_room() -> Closing {
    let text = LocalText::new(
        "没有这个房间，它可能已经关闭。",
        "There is no such room; it may have been closed.",
    );
    Closing::bye(close::POLICY, "room_closed", text)
}

/// The room was closed by its opener or by the operator.
pub(crate) fn closed() -> Closing {
    let text = LocalText::new("房间已关闭。", "The room has been closed.");
    Closing::bye(close::POLICY, "room_closed", text)
}

pub(crate) fn unreadable_room() -> Closing {
    let text = LocalText::new(
        "这个房间打不开了，服务器的日志里写着原因。",
        "This room cannot be opened any more; the server's log says why.",
    );
    Closing::bye(close::POLICY, "room_closed", text)
}

/// The last input could not be made durable and is undone.
pub(crate) fn not_saved(error: &LogError) -> LocalText {
    match error {
        LogError::Full { .. } => LocalText::new(
            "服务器的磁盘满了：刚才的操作没有保存，房间回到之前的状态。",
            "The server's disk is full: what was done last was not saved, and the room goes back.",
        ),
        LogError::Away { .. } | LogError::Unusable { .. } | LogError::Fenced { .. } => {
            LocalText::new(
                "服务器暂时连不上它的数据库：刚才的操作没有保存，恢复后房间会自动继续。",
                "The server cannot reach its database at the moment: what was done last was not \
             saved, and the room goes on when it is back.",
            )
        }
        _ => LocalText::new(
            "服务器存不了盘：刚才的操作没有保存，房间回到之前的状态。",
            "The server could not save what was done last; the room goes back.",
        ),
    }
}

/// Part of the room's log was damaged.
pub(crate) fn inputs_lost(count: u64) -> LocalText {
    LocalText::new(
        format!("服务器的存档损坏，最后{count}步操作丢失，房间回到之前的状态。"),
        format!("The server's files were damaged: the last {count} inputs of this room are lost."),
    )
}

/// The room has ended its worker process too often.
pub(crate) fn quarantined() -> Closing {
    let text = LocalText::new(
        "这个房间的地图脚本多次让脚本引擎崩溃，房间已被隔离。请联系地图作者或管理员。",
        "This room's map has crashed the script host several times, so the room stays closed. \
         Please ask the map's author or the operator.",
    );
    Closing::bye(close::POLICY, "room_closed", text)
}

/// The server ends; clients come back by themselves: [`Closing::word`].
pub(crate) const SHUTDOWN: &str = "shutdown";

pub(crate) fn shutdown() -> Closing {
    let text = LocalText::new("服务器正在关闭。", "The server is shutting down.");
    Closing::bye(close::AWAY, SHUTDOWN, text)
}

pub(crate) fn reload() -> Closing {
    let text = LocalText::new(
        "页面与服务器的版本不同，请刷新页面。",
        "This page is of another version than the server; please reload it.",
    );
    Closing::bye(close::POLICY, "reload", text)
}

pub(crate) fn abuse(zh: &str, en: &str) -> Closing {
    Closing::bye(close::POLICY, "abuse", LocalText::new(zh, en))
}

/// The client's address has looked for too many rooms that do not exist.
pub(crate) fn guessing() -> Closing {
    let (zh, en) = guessed_too_often();
    abuse(zh, en)
}

/// What those are told who look for too many rooms that do not exist.
pub(crate) fn guessed_too_often() -> (&'static str, &'static str) {
    (
        "从你的地址查找了太多不存在的房间，请等一会儿。",
        "Too many rooms that do not exist were asked for from your address; please wait a moment.",
    )
}

pub(crate) fn oversized(text: LocalText) -> Closing {
    Closing::bye(close::SIZE, "abuse", text)
}

/// The data is not a WebSocket frame, or not one that is allowed at this point.
pub(crate) fn garbled(code: u16) -> Closing {
    let text =
        LocalText::new("连接上的数据看不懂。", "What came over the connection makes no sense.");
    Closing::bye(code, "abuse", text)
}

/// The server is too busy at the moment; the player may try again.
pub(crate) fn too_busy() -> Rejection {
    let text = LocalText::new("服务器正忙，请再试。", "The server is busy; try again.");
    Rejection { code: "busy", text }
}

/// Clients without a seat send more messages than a room accepts.
pub(crate) fn crowded() -> Rejection {
    Rejection {
        code: "crowded",
        text: LocalText::new(
            "观战的人太热闹了，请稍等。",
            "Those who watch are very busy just now; please wait a moment.",
        ),
    }
}

/// A step of the map's script failed that no player's input ran.
pub(crate) fn step_failed() -> LocalText {
    LocalText::new(
        "地图的脚本出错了，它要做的一步没有做成。",
        "The map's script failed, and what it was about to do was left out.",
    )
}

/// What the log says of a map's script, for the author who watches the map.
pub(crate) fn for_author(line: &str) -> LocalText {
    LocalText::new(format!("脚本：{line}"), format!("Script: {line}"))
}

pub(crate) fn binary() -> Closing {
    let text = LocalText::new("客户端只能发送文本消息。", "Clients may only send text messages.");
    Closing::bye(close::UNSUPPORTED, "abuse", text)
}
