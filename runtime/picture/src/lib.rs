//! Pictures of a position for places that cannot run the browser client, such as the preview of a
//! shared link: a board seen from straight above, first as SVG ([`draw`]), then as PNG ([`png`]).
//!
//! The picture knows no game. It shows the cells of a world and the marks on them, as the client's
//! flat view does: line tiles, pieces with their glyphs, cards, dice.

#![deny(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![warn(missing_docs)]

mod drawing;
mod raster;
mod tile;

pub use drawing::draw;
pub use raster::{Unpaintable, png};

/// Width of every picture in pixels.
pub const WIDTH: u32 = 1200;
/// Height of every picture in pixels. Sites that show previews of links expect 1.91 : 1.
pub const HEIGHT: u32 = 630;
