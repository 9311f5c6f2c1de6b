//! What walking players send.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where a walking player is and what it does there. Sent when that has changed, ten times a second
/// at most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Pose {
    /// The middle of its feet, in blocks.
    pub pos: [f64; 3],
    /// Where it looks: 0 south (-z), 90 west (-x), 180 north.
    pub yaw: f64,
    /// 90 looks straight down.
    pub pitch: f64,
    /// Whether it stands on something.
    pub grounded: bool,
    /// Whether it sneaks.
    pub sneaks: bool,
    /// Whether it runs.
    pub runs: bool,
    /// Whether it flies.
    pub flies: bool,
    /// How often the room had moved the player when the client last heard of it: a pose from before
    /// the room moved the player does not count.
    pub moved: u32,
}

/// Something a player does in a map in which players walk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Begins to dig at a block.
    DigBegin {
        /// Where.
        pos: [i32; 3],
    },
    /// Has dug a block out.
    DigEnd {
        /// Where.
        pos: [i32; 3],
    },
    /// Stops digging before the block is out.
    DigCancel {},
    /// Puts the block in hand into an empty cell.
    Place {
        /// The cell.
        pos: [i32; 3],
        /// The face of the block beside it that was clicked.
        face: u8,
    },
    /// Uses what it has in hand.
    Use {},
    /// Strikes an object.
    Attack {
        /// Which.
        target: u64,
    },
    /// Clicks an object.
    Touch {
        /// Which.
        target: u64,
    },
    /// Gets onto an object, or off with 0.
    Mount {
        /// Which.
        target: u64,
    },
    /// Steers what it rides; nothing more is said while that goes on for less than a second.
    Steer {
        /// Ahead (1) or back (-1) from where it looks.
        ahead: f64,
        /// To the right (1) or left (-1).
        aside: f64,
    },
    /// Takes as much of an item as it wants, where players only build.
    Choose {
        /// The slot at hand it comes to, from 1000.
        slot: u32,
        /// Which; 0 empties the slot.
        item: u32,
    },
    /// Takes another slot at hand.
    Shortcut {
        /// From 0 to 7.
        index: u8,
    },
    /// Moves items within what it holds.
    MoveItem {
        /// The slot they are in.
        from: u32,
        /// The slot they go to.
        to: u32,
        /// How many at most.
        count: u32,
    },
    /// Drops items.
    Discard {
        /// The slot they are in.
        slot: u32,
        /// How many at most.
        count: u32,
    },
    /// Opens the box in a cell.
    OpenBox {
        /// Where.
        pos: [i32; 3],
    },
    /// Closes it.
    CloseBox {},
    /// Puts items into the open box, or takes them out.
    MoveBoxItem {
        /// Whether they go into the box.
        into: bool,
        /// The slot they are in.
        from: u32,
        /// How many at most.
        count: u32,
    },
    /// Plays an action.
    Play {
        /// Which.
        act: i32,
    },
    /// Comes back after dying.
    Revive {},
    /// A key goes down or up. Only those are sent that the map listens to.
    Key {
        /// `W`, `SPACE`, `SHIFT` …
        key: String,
        /// Whether it goes down.
        down: bool,
    },
    /// Touches an element of a page, or lets go of it.
    Press {
        /// The page.
        page: String,
        /// The element.
        element: String,
        /// Whether the finger goes down; up is the click.
        down: bool,
    },
    /// Has typed into an element of a page.
    Type {
        /// The page.
        page: String,
        /// The element.
        element: String,
        /// What it holds now.
        content: String,
    },
    /// Closes a page.
    ClosePage {
        /// Which.
        page: String,
    },
    /// Looks at a point: the client's crosshair, in blocks.
    Aim {
        /// Where.
        at: [f64; 3],
    },
}
