//! The numbers with names that scripts of the dialect use.

use crate::api::results::{FAILED, OK};

/// A global table of named numbers.
#[derive(Debug)]
pub struct EnumSpec {
    /// The global's name.
    pub name: &'static str,
    /// What its numbers say.
    pub doc: &'static str,
    /// Names and numbers.
    pub members: &'static [(&'static str, i32)],
}

/// Every enumeration. Mini World publishes the names; numbers that nobody has published (those of
/// `EVENTDATE` and `GRAPHICS` beyond 2) are this host's own.
pub static ENUMS: &[EnumSpec] = &[
    EnumSpec {
        name: "ErrorCode",
        doc: "What a function returns first.",
        members: &[("OK", OK), ("FAILED", FAILED)],
    },
    EnumSpec {
        name: "FACE_DIRECTION",
        doc: "Directions: x runs east, y up, z north.",
        members: &[
            ("DIR_NOT_INIT", -1),
            ("DIR_NEG_X", 0),
            ("DIR_POS_X", 1),
            ("DIR_NEG_Z", 2),
            ("DIR_POS_Z", 3),
            ("DIR_NEG_Y", 4),
            ("DIR_POS_Y", 5),
        ],
    },
    EnumSpec {
        name: "OBJ_TYPE",
        doc: "Kinds of objects.",
        members: &[
            ("OBJTYPE_PLAYER", 1),
            ("OBJTYPE_CREATURE", 2),
            ("OBJTYPE_DROPITEM", 3),
            ("OBJTYPE_MISSILE", 4),
        ],
    },
    EnumSpec { name: "BLOCKID", doc: "Ids of blocks.", members: &[("AIR", 0)] },
    EnumSpec {
        name: "TEAM_RESULTS",
        doc: "How a game ended for a team.",
        members: &[
            ("TEAM_RESULTS_NONE", 0),
            ("TEAM_RESULTS_WIN", 1),
            ("TEAM_RESULTS_LOSE", 2),
            ("TEAM_RESULTS_DOGFALL", 3),
        ],
    },
    EnumSpec {
        name: "EVENTDATE",
        doc: "Fields of a date.",
        members: &[
            ("YEAR", 1),
            ("MONTH", 2),
            ("DAY", 3),
            ("HOUR", 4),
            ("MINUTE", 5),
            ("SECOND", 6),
            ("TIMESTAMP", 7),
        ],
    },
    EnumSpec {
        name: "GRAPHICS",
        doc: "Kinds of things that `Graphics` shows.",
        members: &[("GRAPHICS_HORNBOOK", 1), ("GRAPHICS_SUSPENDBOOK", 2)],
    },
];
