//! The picture of a board for the lobby, if the map has none of its own: the start of a game seen
//! from above, as SVG.

use std::fmt::Write;

use fangqi_world::IVec3;

use super::layout::{Cell, DIRECTIONS, HEXES, Tile};
use super::spec::Piece;

/// Side of a cell in the picture, in SVG units.
const SIDE: i32 = 20;
/// Width of the frame, in SVG units.
const FRAME: i32 = 12;

/// Draws the tiles and, on the cells, the pieces with the numbers in `state` (0: empty).
pub(super) fn draw(
    cells: &[Cell],
    tiles: &[(IVec3, Tile)],
    pieces: &[Piece],
    state: &[usize],
) -> String {
    let places = || cells.iter().map(|cell| cell.pos).chain(tiles.iter().map(|(pos, _)| *pos));
    let low = places().reduce(IVec3::min).unwrap_or_default();
    let high = places().reduce(IVec3::max).unwrap_or_default();
    let (width, height) = ((high.x - low.x + 1) * SIDE, (high.z - low.z + 1) * SIDE);
    let (full_width, full_height) = (width + 2 * FRAME, height + 2 * FRAME);
    // The middle of a cell; north is up.
    let at = |pos: IVec3| {
        let x = FRAME + (pos.x - low.x) * SIDE + SIDE / 2;
        (x, FRAME + (high.z - pos.z) * SIDE + SIDE / 2)
    };
    let stands = tiles.iter().any(|(_, tile)| *tile == Tile::Rack);
    let (frame, board) = if stands { ("#225fbc", "#2b6fd6") } else { ("#6b4226", "#d9a860") };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {full_width} {full_height}\">\
         <rect width=\"{full_width}\" height=\"{full_height}\" rx=\"6\" fill=\"{frame}\"/>\
         <rect x=\"{FRAME}\" y=\"{FRAME}\" width=\"{width}\" height=\"{height}\" fill=\"{board}\"/>"
    );
    for (pos, kind) in tiles {
        ground(&mut svg, at(*pos), *kind);
    }
    for (pos, kind) in tiles {
        tile(&mut svg, at(*pos), *kind);
    }
    for (cell, number) in cells.iter().zip(state) {
        if let Some(piece) = number.checked_sub(1).and_then(|index| pieces.get(index)) {
            stone(&mut svg, at(cell.pos), piece);
        }
    }
    svg.push_str("</svg>");
    svg
}

/// What lies under the hollows around one: coloured ground, and lines half the way to the others.
fn ground(svg: &mut String, (x, y): (i32, i32), tile: Tile) {
    let Tile::Hole { lines, filled, tint } = tile else { return };
    let way = |way: usize| {
        let (dx, dz) = HEXES[way % HEXES.len()];
        (dx * SIDE / 2, -dz * SIDE / 2)
    };
    for bit in (0..HEXES.len()).filter(|bit| filled & (1 << bit) != 0) {
        let ((ax, ay), (bx, by)) = (way(bit), way(bit + 1));
        // The third of the triangle that is nearest: its middle is a third of both ways.
        let (mx, my) = ((2 * ax + 2 * bx) / 3, (2 * ay + 2 * by) / 3);
        let fill = tint.map(|tint| tint.to_string()).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<path d=\"M{x} {y}l{ax} {ay}L{} {}L{} {}Z\" fill=\"{fill}\" stroke=\"{fill}\"/>",
            x + mx,
            y + my,
            x + bx,
            y + by
        );
    }
    let mut path = String::new();
    for bit in (0..HEXES.len()).filter(|bit| lines & (1 << bit) != 0) {
        let (dx, dy) = way(bit);
        let _ = write!(path, "M{x} {y}l{dx} {dy}");
    }
    let _ = write!(svg, "<path d=\"{path}\" stroke=\"#3a2012\" fill=\"none\"/>");
}

fn tile(svg: &mut String, (x, y): (i32, i32), tile: Tile) {
    let half = SIDE / 2;
    // Writing to a string cannot fail.
    let _ = match tile {
        Tile::Light | Tile::Dark => {
            let fill = if tile == Tile::Light { "#e8c998" } else { "#a96f3d" };
            write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" \
                 stroke=\"#3a2012\" stroke-opacity=\"0.35\"/>",
                x - half,
                y - half
            )
        }
        Tile::Hole { .. } => write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#a8783c\" stroke=\"#3a2012\" \
             stroke-opacity=\"0.5\"/>"
        ),
        Tile::Rack => {
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"#0d2549\"/>")
        }
        Tile::Lines(bits) | Tile::Star(bits) => {
            let mut path = String::new();
            for (bit, (_, dx, dz)) in DIRECTIONS.iter().enumerate() {
                if bits & (1 << bit) != 0 {
                    let _ = write!(path, "M{x} {y}l{} {}", dx * half, -dz * half);
                }
            }
            write!(svg, "<path d=\"{path}\" stroke=\"#3a2012\" fill=\"none\"/>")
        }
    };
}

/// Whether a glyph is a symbol of a chessman, which is drawn by itself and not on a disc.
fn is_figure(glyph: &str) -> bool {
    let mut chars = glyph.chars();
    matches!((chars.next(), chars.next()), (Some('♔'..='♟'), None))
}

fn stone(svg: &mut String, (x, y): (i32, i32), piece: &Piece) {
    if let Some(figure) = piece.glyph.as_deref().filter(|glyph| is_figure(glyph)) {
        // The filled symbol in the colour of the body; the outlined one has no body.
        let filled = match figure.chars().next() {
            Some(outlined @ '♔'..='♙') => char::from_u32(u32::from(outlined) + 6),
            other => other,
        };
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"17\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" font-family=\"serif\" fill=\"{}\" stroke=\"#1f1b16\" \
             stroke-width=\"0.8\" paint-order=\"stroke\">{}\u{fe0e}</text>",
            piece.colour,
            filled.unwrap_or_default()
        );
        return;
    }
    let _ = write!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"8.5\" fill=\"{}\" stroke=\"#1f1b16\" \
         stroke-opacity=\"0.4\"/>",
        piece.colour
    );
    if let Some(glyph) = &piece.glyph {
        let size = if glyph.chars().count() > 1 { 7 } else { 11 };
        let glyph: String = glyph.chars().filter(|c| !matches!(c, '<' | '>' | '&' | '"')).collect();
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" font-family=\"serif\" fill=\"{}\">{glyph}</text>",
            piece.glyph_colour
        );
    }
}
