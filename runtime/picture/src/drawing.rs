//! A board seen from straight above, as SVG. North is up.

use std::collections::BTreeMap;
use std::fmt::Write;

use fangqi_protocol::{Mark, MarkKind};
use fangqi_world::{BlockDef, IVec3, Shape, World};

use crate::tile::Tile;
use crate::{HEIGHT, WIDTH};

/// Length of a cell's edge in the drawing, before it is scaled to the picture.
pub(crate) const UNIT: f32 = 100.0;
/// Widest board that is drawn, in cells; nothing could be made out on a wider one.
const EXTENT_MAX: i32 = 64;
/// Free space around the board, in cells.
const MARGIN: f32 = 0.6;
/// The colour of the room in which boards stand.
const BACKGROUND: &str = "#20150e";
const LAST: &str = "#276589";
const WON: &str = "#fff3c4";
/// Light on pieces, and the glow of a piece under attack.
const SHADES: &str = r##"<defs><radialGradient id="gloss" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff" stop-opacity="0.4"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.2"/></radialGradient><radialGradient id="check"><stop offset="0.5" stop-color="#ee593f" stop-opacity="0.8"/><stop offset="1" stop-color="#ee593f" stop-opacity="0"/></radialGradient></defs>"##;

/// The part of the world that is shown, in cells: west, south, east and north edge.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Extent {
    west: f32,
    south: f32,
    east: f32,
    north: f32,
}

impl Extent {
    /// What encloses these cells with a margin; `None` for no cells, and for more than can be seen.
    fn around(cells: impl Iterator<Item = IVec3>) -> Option<Self> {
        let (low, high) = cells.fold(None, |known: Option<(IVec3, IVec3)>, cell| {
            Some(known.map_or((cell, cell), |(low, high)| (low.min(cell), high.max(cell))))
        })?;
        let size = high.saturating_sub(low);
        if size.x >= EXTENT_MAX || size.z >= EXTENT_MAX {
            return None;
        }
        Some(Self {
            west: low.x as f32 - MARGIN,
            south: low.z as f32 - MARGIN,
            east: high.x as f32 + 1.0 + MARGIN,
            north: high.z as f32 + 1.0 + MARGIN,
        })
    }

    /// The smallest extent with the picture's proportions that contains this one in its middle.
    fn widened(self) -> Self {
        let (width, height) = (self.east - self.west, self.north - self.south);
        let aspect = WIDTH as f32 / HEIGHT as f32;
        let across = (height * aspect - width).max(0.0) / 2.0;
        let along = (width / aspect - height).max(0.0) / 2.0;
        Self {
            west: self.west - across,
            south: self.south - along,
            east: self.east + across,
            north: self.north + along,
        }
    }

    fn shows(self, cell: IVec3) -> bool {
        let (x, z) = (cell.x as f32, cell.z as f32);
        x > self.west - 1.0 && x < self.east && z > self.south - 1.0 && z < self.north
    }

    /// The middle of a cell in the drawing.
    fn middle(self, cell: IVec3) -> (f32, f32) {
        let (x, z) = (cell.x as f32 + 0.5, cell.z as f32 + 0.5);
        ((x - self.west) * UNIT, (self.north - z) * UNIT)
    }
}

/// The line tile that a block is, if it is one.
fn tile(block: &BlockDef) -> Option<Tile<'_>> {
    let is_block = matches!(block.shape, Shape::Cube | Shape::Slab);
    block.glyph.as_deref().filter(|_| is_block).and_then(Tile::of)
}

/// Whether a block is moved and put down in games.
fn is_piece(block: &BlockDef) -> bool {
    matches!(block.shape, Shape::Disc | Shape::Stone | Shape::Ball | Shape::Die | Shape::Card)
}

/// Draws the board of a world as its spectators see it, with these marks; `places` are the cells on
/// which a game is played, if the map names them.
///
/// `None` if there is no board to be seen: no places and no lines.
pub fn draw(world: &World, places: &[IVec3], marks: &[Mark]) -> Option<String> {
    let blocks = world.registry();
    let cells: Vec<(IVec3, &BlockDef)> =
        world.cells().filter_map(|(cell, state)| Some((cell, blocks.get(state.id())?))).collect();
    if places.is_empty() && !cells.iter().any(|(_, block)| tile(block).is_some()) {
        return None;
    }
    let board = cells.iter().filter(|(_, block)| is_piece(block) || tile(block).is_some());
    let board = board.map(|(cell, _)| *cell);
    let extent = Extent::around(board.chain(places.iter().copied()))?.widened();

    let mut shown: Vec<(IVec3, &BlockDef)> =
        cells.into_iter().filter(|(cell, _)| extent.shows(*cell)).collect();
    // From below, and within a layer from the north, as what is nearer lies over what is farther.
    shown.sort_by_key(|(cell, _)| (cell.y, -cell.z, cell.x));
    let (pieces, ground): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(_, it)| is_piece(it));
    // Only the uppermost block of a column is seen.
    let tops: BTreeMap<(i32, i32), i32> =
        ground.iter().map(|(cell, _)| ((cell.x, cell.z), cell.y)).collect();

    let (width, height) =
        ((extent.east - extent.west) * UNIT, (extent.north - extent.south) * UNIT);
    let mut out = String::new();
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {width} {height}" text-anchor="middle" font-weight="700">{SHADES}<rect width="{width}" height="{height}" fill="{BACKGROUND}"/>"##
    );
    let mut faces = Faces::default();
    for (cell, block) in ground {
        if tops.get(&(cell.x, cell.z)) == Some(&cell.y) {
            faces.lay(extent.middle(cell), block);
        }
    }
    let Faces { bodies, lines, words, fronts } = faces;
    out.extend([bodies, lines, words]);
    let mut over = String::new();
    for mark in marks {
        let at = extent.middle(IVec3::from(mark.pos));
        // Nothing shows behind the front of a rack but what fills its holes.
        let over_all = !fronts.is_empty() || mark.kind == MarkKind::Won;
        sign(at, mark.kind, if over_all { &mut over } else { &mut out });
    }
    for (cell, block) in pieces {
        put(extent.middle(cell), block, &mut out);
    }
    out.push_str(&fronts);
    out.push_str(&over);
    out.push_str("</svg>");
    Some(out)
}

/// Upper faces of blocks, in layers: what is on a face may reach into those beside it.
#[derive(Default)]
struct Faces {
    bodies: String,
    lines: String,
    words: String,
    fronts: String,
}

impl Faces {
    fn lay(&mut self, (x, y): (f32, f32), block: &BlockDef) {
        let (colour, ink) = (block.colour, block.glyph_colour.to_string());
        let (left, top) = (x - UNIT / 2.0, y - UNIT / 2.0);
        // The edge is drawn too, so that no gap shows between neighbours.
        let _ = write!(
            self.bodies,
            r#"<rect x="{left}" y="{top}" width="{UNIT}" height="{UNIT}" fill="{colour}" stroke="{colour}"/>"#
        );
        match tile(block) {
            Some(tile) if tile.is_rack() => tile.front(x, y, &ink, &mut self.fronts),
            Some(tile) => {
                tile.lines(x, y, &ink, &mut self.lines);
                if let Some(word) = tile.word {
                    text((x, top), 0.5, word, &ink, &mut self.words);
                }
            }
            None => {
                if let Some(glyph) = &block.glyph {
                    text((x, y), 0.5, glyph, &ink, &mut self.words);
                }
            }
        }
    }
}

/// Draws a piece.
fn put((x, y): (f32, f32), block: &BlockDef, out: &mut String) {
    let (colour, ink) = (block.colour, block.glyph_colour.to_string());
    let glyph = block.glyph.as_deref().unwrap_or("");
    if let Some(figure) = chess_figure(glyph) {
        let y = y + 0.33 * UNIT;
        let _ = write!(
            out,
            r#"<text x="{x}" y="{y}" font-family="DejaVu Sans" font-size="92" fill="{colour}" stroke="{ink}" stroke-width="4" paint-order="stroke">{figure}</text>"#
        );
        return;
    }
    let corner = match block.shape {
        Shape::Card => Some((0.36, 0.48, 0.06)),
        Shape::Die => Some((0.34, 0.34, 0.12)),
        _ => None,
    };
    match corner {
        Some((across, along, round)) => {
            let (left, top) = (x - across * UNIT, y - along * UNIT);
            let (width, height, round) = (2.0 * across * UNIT, 2.0 * along * UNIT, round * UNIT);
            let _ = write!(
                out,
                r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{round}" fill="{colour}" stroke="#000" stroke-opacity="0.45" stroke-width="2"/>"##
            );
            let size = if block.shape == Shape::Die { 0.66 } else { 0.4 };
            text((x, y), size, glyph, &ink, out);
        }
        None => {
            let radius = match block.shape {
                Shape::Disc => 0.44,
                Shape::Stone => 0.465,
                _ => 0.4,
            } * UNIT;
            let (shadow, low) = (radius * 1.06, y + 0.04 * UNIT);
            let _ = write!(
                out,
                r##"<circle cx="{x}" cy="{low}" r="{shadow}" fill="#140a04" fill-opacity="0.35"/><circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/><circle cx="{x}" cy="{y}" r="{radius}" fill="url(#gloss)"/>"##
            );
            if block.shape == Shape::Disc && !glyph.is_empty() {
                let ring = 0.84 * radius;
                let _ = write!(
                    out,
                    r#"<circle cx="{x}" cy="{y}" r="{ring}" fill="none" stroke="{ink}" stroke-width="2"/>"#
                );
            }
            text((x, y), 0.56, glyph, &ink, out);
        }
    }
}

/// The filled form of a chess piece; outlines alone are hard to see from afar.
fn chess_figure(glyph: &str) -> Option<char> {
    let mut letters = glyph.chars();
    match (letters.next(), letters.next()) {
        (Some(white @ '♔'..='♙'), None) => char::from_u32(u32::from(white) + 6),
        (Some(black @ '♚'..='♟'), None) => Some(black),
        _ => None,
    }
}

/// Writes a text in the middle of a cell, in lines as it has them. `size` is that of one character
/// in cells; longer lines are written smaller.
fn text((x, y): (f32, f32), size: f32, text: &str, ink: &str, out: &mut String) {
    let lines: Vec<&str> = text.lines().collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(1);
    let size = size / (longest as f32 * 0.75).max(lines.len() as f32 * 0.9).max(1.0) * UNIT;
    let first = y - (lines.len() as f32 - 1.0) * size / 2.0 + 0.36 * size;
    for (line, number) in lines.into_iter().zip(0u8..) {
        let y = first + f32::from(number) * size;
        let _ = write!(out, r#"<text x="{x}" y="{y}" font-size="{size}" fill="{ink}">"#);
        for letter in line.chars().filter(|letter| !letter.is_control()) {
            match letter {
                '<' => out.push_str("&lt;"),
                '&' => out.push_str("&amp;"),
                // The two characters that XML cannot hold and that are no control characters.
                '\u{fffe}' | '\u{ffff}' => {}
                other => out.push(other),
            }
        }
        out.push_str("</text>");
    }
}

/// Draws a mark. What only a player is shown, such as targets, is no part of a picture.
fn sign((x, y): (f32, f32), kind: MarkKind, out: &mut String) {
    match kind {
        MarkKind::LastFrom => corners((x, y), 0.36, 0.13, out),
        MarkKind::LastTo => corners((x, y), 0.485, 0.15, out),
        MarkKind::Check => {
            let radius = 0.66 * UNIT;
            let _ = write!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#check)"/>"#);
        }
        MarkKind::Won => {
            let radius = 0.47 * UNIT;
            let _ = write!(
                out,
                r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{WON}" stroke-width="8"/>"#
            );
        }
        MarkKind::Selected | MarkKind::Target | MarkKind::Capture | MarkKind::Hint => {}
    }
}

/// Draws the four corners of a square; lengths in cells.
fn corners((x, y): (f32, f32), half: f32, arm: f32, out: &mut String) {
    let (half, arm) = (half * UNIT, arm * UNIT);
    let _ = write!(out, r#"<path fill="none" stroke="{LAST}" stroke-width="5" d=""#);
    for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (cx, cy) = (x + sx * half, y + sy * half);
        let (ax, ay) = (cx - sx * arm, cy - sy * arm);
        let _ = write!(out, "M{ax} {cy}L{cx} {cy}L{cx} {ay}");
    }
    out.push_str(r#""/>"#);
}
