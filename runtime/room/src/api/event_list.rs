//! The events that a room raises by itself, for the reference page.

/// An event.
#[derive(Debug)]
pub struct EventSpec {
    /// Its name.
    pub name: &'static str,
    /// The fields of the table that handlers are called with.
    pub fields: &'static [&'static str],
    /// When it happens.
    pub doc: &'static str,
}

/// All of them; a test compares this list with what the room's sources raise.
pub static EVENTS: &[EventSpec] = &[
    EventSpec { name: "Game.Start", fields: &[], doc: "all scripts have been loaded" },
    EventSpec { name: "Game.Run", fields: &[], doc: "every tick, 20 times a second" },
    EventSpec { name: "Game.End", fields: &[], doc: "a script called `Game:doGameEnd`" },
    EventSpec {
        name: "Game.AnyPlayer.EnterGame",
        fields: &["eventobjid"],
        doc: "a player came into the room, or came back",
    },
    EventSpec {
        name: "Game.AnyPlayer.LeaveGame",
        fields: &["eventobjid"],
        doc: "a player's last connection ended",
    },
    EventSpec {
        name: "Game.AnyPlayer.Victory",
        fields: &["eventobjid", "x", "y", "z"],
        doc: "a script called `Player:setGameWin`",
    },
    EventSpec {
        name: "Player.ClickBlock",
        fields: &["eventobjid", "blockid", "x", "y", "z", "face"],
        doc: "a player clicked a block; `face` is the side, numbered as in `FACE_DIRECTION`",
    },
    EventSpec {
        name: "Player.NewInputContent",
        fields: &["eventobjid", "content"],
        doc: "a player wrote a line of chat",
    },
    EventSpec {
        name: "minitimer.change",
        fields: &["timerid", "timername", "timertime"],
        doc: "a timer shows another whole second",
    },
    EventSpec { name: "Room.Sit", fields: &["eventobjid", "seat"], doc: "a player took a seat" },
    EventSpec {
        name: "Room.Stand",
        fields: &["eventobjid", "seat"],
        doc: "a player gave up its seat",
    },
    EventSpec {
        name: "Room.Computer",
        fields: &["eventobjid", "seat", "level"],
        doc: "a player gave a seat to the computer, or opened it (`level` is nil)",
    },
    EventSpec {
        name: "Room.Action",
        fields: &["eventobjid", "id", "value"],
        doc: "a player pressed a button of the map's; `value` is the option chosen, or empty",
    },
    EventSpec {
        name: "Room.Absent",
        fields: &["eventobjid", "seat"],
        doc: "a player has been away too long, or left its seat to the stand-in, which now plays",
    },
    EventSpec {
        name: "Room.Returned",
        fields: &["eventobjid", "seat"],
        doc: "a player plays its seat itself again",
    },
    EventSpec {
        name: "Clock.Flag",
        fields: &["seat"],
        doc: "the time of a seat is up; its clock has stopped",
    },
];
