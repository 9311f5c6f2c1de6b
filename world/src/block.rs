//! Block kinds and block states.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a kind of block; 0 is air.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct BlockId(pub u16);

impl BlockId {
    /// Air, the kind of every cell that has not been written.
    pub const AIR: BlockId = BlockId(0);
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The content of a cell: a kind of block and a data byte of its own (facing, variant …).
///
/// Packed as `id | data << 16`. Air has no data, so there is exactly one air state.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
#[repr(transparent)]
pub struct BlockState(u32);

impl BlockState {
    /// The empty cell.
    pub const AIR: BlockState = BlockState(0);

    /// The state of block `id` with a data byte, which is dropped for air.
    pub const fn new(id: BlockId, data: u8) -> BlockState {
        BlockState::from_raw(id.0 as u32 | (data as u32) << 16)
    }

    /// The kind of block.
    pub const fn id(self) -> BlockId {
        BlockId(self.0 as u16)
    }

    /// The data byte; 0 for air.
    pub const fn data(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// The packed form, `id | data << 16`.
    pub const fn raw(self) -> u32 {
        self.0
    }

    /// Unpacks a state; the unused upper byte, and data of air, are dropped.
    pub const fn from_raw(raw: u32) -> BlockState {
        if raw & 0xffff == 0 { BlockState::AIR } else { BlockState(raw & 0x00ff_ffff) }
    }

    /// Whether the cell is empty.
    pub const fn is_air(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for BlockState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlockState({}:{})", self.id(), self.data())
    }
}

impl From<BlockId> for BlockState {
    fn from(id: BlockId) -> Self {
        BlockState::new(id, 0)
    }
}

impl From<BlockState> for u32 {
    fn from(state: BlockState) -> Self {
        state.0
    }
}

impl TryFrom<u32> for BlockState {
    type Error = NotAState;

    /// Accepts only numbers that [`BlockState::raw`] can return.
    fn try_from(raw: u32) -> Result<Self, Self::Error> {
        let state = BlockState::from_raw(raw);
        if state.0 == raw { Ok(state) } else { Err(NotAState(raw)) }
    }
}

/// A number that is not a packed block state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:#010x} is not a packed block state")]
pub struct NotAState(pub u32);

/// An sRGB colour; `"#rrggbb"` in text formats.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Rgb {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
}

impl Rgb {
    /// The colour `0xrrggbb`; the upper byte is ignored.
    pub const fn hex(rrggbb: u32) -> Rgb {
        Rgb { r: (rrggbb >> 16) as u8, g: (rrggbb >> 8) as u8, b: rrggbb as u8 }
    }

    /// The colour as `0xrrggbb`.
    pub const fn to_hex(self) -> u32 {
        (self.r as u32) << 16 | (self.g as u32) << 8 | self.b as u32
    }

    /// Squared distance between two colours in RGB space, 0 to 195,075.
    pub fn distance_squared(self, other: Rgb) -> u32 {
        let axis = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        axis(self.r, other.r) + axis(self.g, other.g) + axis(self.b, other.b)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.to_hex())
    }
}

impl From<Rgb> for String {
    fn from(colour: Rgb) -> Self {
        colour.to_string()
    }
}

impl std::str::FromStr for Rgb {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix('#').filter(|digits| {
            digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        digits
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .map(Rgb::hex)
            .ok_or_else(|| NotAColour(text.chars().take(32).collect()))
    }
}

impl TryFrom<String> for Rgb {
    type Error = NotAColour;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// A text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a colour: write \"#rrggbb\", for example \"#c8a165\"")]
pub struct NotAColour(pub String);

/// The shape in which a block is drawn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A cube that fills the cell.
    #[default]
    Cube,
    /// A slab in the lower half of the cell.
    Slab,
    /// A round piece lying flat, with its glyph on top.
    Disc,
    /// A thin card lying flat, with its glyph on top.
    Card,
    /// An upright board with its glyph on the front.
    Sign,
    /// A stone, round and thicker in the middle.
    Stone,
    /// A ball.
    Ball,
    /// A die; its glyph, one of `⚀` to `⚅`, is the number on top.
    Die,
}

/// The definition of a kind of block: names, appearance, and interaction with light, rays and
/// players.
///
/// In text formats only `id` and `key` are required, and unknown keys are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockDef {
    /// Number of the kind, not 0.
    pub id: BlockId,
    /// Identifier: lower-case ASCII letters, digits and `_`.
    pub key: String,
    /// Chinese name; empty means the key.
    #[serde(default)]
    pub name_zh: String,
    /// English name; empty means the key.
    #[serde(default)]
    pub name_en: String,
    /// Text drawn on the block, one to [`BlockDef::GLYPH_CHARS_MAX`] characters. A text that begins
    /// with `#` is a line drawing: see `runtime/web/src/render`.
    #[serde(default)]
    pub glyph: Option<String>,
    /// Colour of the body.
    #[serde(default = "BlockDef::default_colour")]
    pub colour: Rgb,
    /// Colour of the glyph.
    #[serde(default = "BlockDef::default_glyph_colour")]
    pub glyph_colour: Rgb,
    /// The shape in which the block is drawn.
    #[serde(default)]
    pub shape: Shape,
    /// Whether it blocks lines of sight and players.
    #[serde(default = "BlockDef::default_solid")]
    pub solid: bool,
    /// Whether it is a liquid.
    #[serde(default)]
    pub liquid: bool,
    /// Emitted light, 0 to [`BlockDef::LIGHT_MAX`].
    #[serde(default)]
    pub light: u8,
}

impl BlockDef {
    /// Maximum length of a glyph in characters.
    pub const GLYPH_CHARS_MAX: usize = 12;
    /// Maximum length of a key or name in characters.
    pub const NAME_CHARS_MAX: usize = 64;
    /// Maximum light level.
    pub const LIGHT_MAX: u8 = 15;

    /// A solid cube in the default colours, with the key as its names.
    pub fn new(id: BlockId, key: &str) -> BlockDef {
        BlockDef {
            id,
            key: key.to_owned(),
            name_zh: key.to_owned(),
            name_en: key.to_owned(),
            glyph: None,
            colour: Self::default_colour(),
            glyph_colour: Self::default_glyph_colour(),
            shape: Shape::default(),
            solid: Self::default_solid(),
            liquid: false,
            light: 0,
        }
    }

    /// The state of this block with data 0.
    pub fn state(&self) -> BlockState {
        self.id.into()
    }

    fn default_colour() -> Rgb {
        Rgb::hex(0x9e_9e9e)
    }

    fn default_glyph_colour() -> Rgb {
        Rgb::hex(0x20_2020)
    }

    fn default_solid() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_pack_as_documented() {
        let state = BlockState::new(BlockId(2010), 3);
        assert_eq!(state.raw(), 2010 | 3 << 16);
        assert_eq!((state.id(), state.data()), (BlockId(2010), 3));
        assert_eq!(BlockState::from_raw(state.raw()), state);
        assert_eq!(BlockState::new(BlockId::AIR, 7), BlockState::AIR);
        assert_eq!(BlockState::from_raw(0xff00_0001), BlockState::new(BlockId(1), 0));
        assert_eq!(BlockState::try_from(0xff00_0001), Err(NotAState(0xff00_0001)));
        assert_eq!(BlockState::try_from(0x0001_0000), Err(NotAState(0x0001_0000)));
    }

    #[test]
    fn colours_read_and_write_hex() {
        let colour: Rgb = "#c8A165".parse().unwrap();
        assert_eq!(colour, Rgb { r: 0xc8, g: 0xa1, b: 0x65 });
        assert_eq!(colour.to_string(), "#c8a165");
        for bad in ["", "c8a165", "#c8a16", "#c8a1655", "#+8a165", "#c8a16g", "红"] {
            assert!(bad.parse::<Rgb>().is_err(), "{bad}");
        }
        assert_eq!(Rgb::hex(0).distance_squared(Rgb::hex(0xff_ffff)), 3 * 255 * 255);
    }
}
