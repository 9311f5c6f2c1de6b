use serde::{Deserialize, Serialize};

/// A text of the `Graphics` module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Graphic {
    /// What it was made as.
    pub kind: GraphicKind,
    /// The caller's own group.
    pub itype: i32,
    /// What it says, colour marks included.
    pub title: String,
    /// Letter height.
    pub font: u8,
    /// How opaque the ground behind it is, 0 to 100.
    pub alpha: u8,
    /// Where it was created.
    pub at: [f64; 3],
    /// How far it is shown to the east of there, and above.
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
