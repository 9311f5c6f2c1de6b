use serde::{Deserialize, Serialize};

/// A text of the `Graphics` module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Graphic {
    /// The kind as which it was created.
    pub kind: GraphicKind,
    /// The caller's group number.
    pub itype: i32,
    /// What it says, colour marks included.
    pub title: String,
    /// Letter height.
    pub font: u8,
    /// Opacity of its background, 0 to 100.
    pub alpha: u8,
    /// Where it was created.
    pub at: [f64; 3],
    /// Offset at which it is shown: to the east of `at`, and upwards.
    pub shift: [f64; 2],
}

/// Kinds of texts, numbered as in `GRAPHICS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum GraphicKind {
    /// A text board.
    Board = 1,
    /// A floating text.
    Floating = 2,
}
