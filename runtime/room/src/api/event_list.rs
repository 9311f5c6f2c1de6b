//! The events that every room raises by itself, for the reference page.

fangqi_plugin::events! {
    /// The kernel's events; a test compares this list with what its sources raise.
    pub static EVENTS;
    "Game.Start":
        "the match begins: all scripts have been loaded; where `Game.Load` came first, when the \
         first player comes";
    "Game.Run": "every tick, 20 times a second";
    "Game.RunTime": second ticks "every tick; `second` is there on whole seconds only";
    "Game.AnyPlayer.EnterGame": eventobjid shortix x y z
        "a player came into the room, or came back";
    "Game.AnyPlayer.LeaveGame": eventobjid shortix x y z "a player's last connection ended";
    "Player.Init": eventobjid "player entered the room";
    "Player.ClickBlock": eventobjid blockid x y z face
        "a player clicked a block; `face` is the side, numbered as in `FACE_DIRECTION`";
    "Player.InputContent": eventobjid content "text entered";
    "Player.NewInputContent": eventobjid content "a player wrote a line of chat";
    "Room.Sit": eventobjid seat "a player took a seat";
    "Room.Stand": eventobjid seat "a player gave up its seat";
    "Room.Computer": eventobjid seat level
        "a player gave a seat to the computer, or opened it (`level` is nil)";
    "Room.Action": eventobjid id value
        "a player pressed a button of the map's; `value` is the option chosen, or empty";
    "Room.Absent": eventobjid seat
        "a player has been away too long, or left its seat to the stand-in, which now plays";
    "Room.Returned": eventobjid seat "a player plays its seat itself again";
    "Clock.Flag": seat "the time of a seat is up; its clock has stopped";
}
