//! Line tiles: blocks whose glyph starts with `#` draw lines on their upper face. The letters are
//! those of `runtime/web/src/world/lines.ts`.

use std::fmt::Write;

use crate::drawing::UNIT;

/// The first character of Braille, and the number of those with six dots.
const BRAILLE: u32 = 0x2800;
const SETS_OF_SIX: u32 = 64;
/// Where the neighbours of a hexagon lie, in cells to the east and north, counter-clockwise.
const HEXES: [(f32, f32); 6] =
    [(2.0, 0.0), (1.0, 2.0), (-1.0, 2.0), (-2.0, 0.0), (-1.0, -2.0), (1.0, -2.0)];
const HOLLOW: &str = "#3a2012";
const HOLLOW_RADIUS: f32 = 0.72;
const HOLE_RADIUS: f32 = 0.4;
const THICK: f32 = 0.031;
const THIN: f32 = 0.023;

/// What a tile shows.
pub(crate) struct Tile<'a> {
    letters: &'a str,
    /// Written across the north edge.
    pub(crate) word: Option<&'a str>,
}

impl<'a> Tile<'a> {
    /// `None` if the glyph is that of another block.
    pub(crate) fn of(glyph: &'a str) -> Option<Self> {
        let glyph = glyph.strip_prefix('#')?;
        Some(match glyph.split_once('^') {
            Some((letters, word)) => Self { letters, word: Some(word).filter(|it| !it.is_empty()) },
            None => Self { letters: glyph, word: None },
        })
    }

    fn has(&self, letter: char) -> bool {
        self.letters.contains(letter)
    }

    /// Whether the tile is the front of a standing rack, with what it holds behind it.
    pub(crate) fn is_rack(&self) -> bool {
        self.has('r')
    }

    /// Draws its lines around the point `(x, y)` of the picture.
    pub(crate) fn lines(&self, x: f32, y: f32, ink: &str, out: &mut String) {
        let line = |out: &mut String, width: f32, from: (f32, f32), to: (f32, f32)| {
            let [x1, y1, x2, y2] =
                [x + from.0 * UNIT, y - from.1 * UNIT, x + to.0 * UNIT, y - to.1 * UNIT];
            let width = width * UNIT;
            let _ = write!(
                out,
                r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>"#
            );
        };
        let middle = (0.0, 0.0);
        for (letter, to) in
            [('n', (0.0, 0.5)), ('s', (0.0, -0.5)), ('e', (0.5, 0.0)), ('w', (-0.5, 0.0))]
        {
            if self.has(letter) {
                line(out, THICK, middle, to);
            }
        }
        for (letter, to) in
            [('1', (-0.5, 0.5)), ('2', (0.5, 0.5)), ('3', (-0.5, -0.5)), ('4', (0.5, -0.5))]
        {
            if self.has(letter) {
                line(out, THIN, middle, to);
            }
        }
        if self.has('c') {
            for (across, sx) in [('e', 1.0), ('w', -1.0)] {
                for (along, sy) in [('n', 1.0), ('s', -1.0)] {
                    if self.has(across) && self.has(along) {
                        line(out, THIN, (0.085 * sx, 0.085 * sy), (0.085 * sx, 0.235 * sy));
                        line(out, THIN, (0.085 * sx, 0.085 * sy), (0.235 * sx, 0.085 * sy));
                    }
                }
            }
        }
        if self.has('o') {
            let radius = 0.085 * UNIT;
            let _ = write!(out, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>"#);
        }
        if self.has('q') {
            let (left, top, width) = (x - UNIT / 2.0, y - UNIT / 2.0, THIN * UNIT);
            let _ = write!(
                out,
                r#"<rect x="{left}" y="{top}" width="{UNIT}" height="{UNIT}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
            );
        }
        if self.has('h') {
            self.hollow(x, y, ink, out);
        }
    }

    /// Draws the front of a rack with its hole around the point `(x, y)` of the picture.
    pub(crate) fn front(&self, x: f32, y: f32, ink: &str, out: &mut String) {
        let (half, hole) = (0.505 * UNIT, HOLE_RADIUS * UNIT);
        let (left, top, right, bottom) = (x - half, y - half, x + half, y + half);
        let (west, east) = (x - hole, x + hole);
        let _ = write!(
            out,
            r#"<path d="M{left} {top}H{right}V{bottom}H{left}ZM{west} {y}A{hole} {hole} 0 1 0 {east} {y}A{hole} {hole} 0 1 0 {west} {y}Z" fill="{ink}" fill-rule="evenodd"/>"#
        );
    }

    /// A hollow, with lines and coloured ground towards its neighbours among hexagons.
    fn hollow(&self, x: f32, y: f32, ink: &str, out: &mut String) {
        let mut sets = self
            .letters
            .chars()
            .filter_map(|letter| u32::from(letter).checked_sub(BRAILLE))
            .filter(|set| *set < SETS_OF_SIX);
        let (ways, filled) = (sets.next().unwrap_or(0), sets.next().unwrap_or(0));
        let point = |dx: f32, dz: f32| (x + dx * UNIT, y - dz * UNIT);
        for (k, &(ax, az)) in HEXES.iter().enumerate() {
            if filled & (1 << k) == 0 {
                continue;
            }
            let (bx, bz) = HEXES[(k + 1) % HEXES.len()];
            let corners =
                [(ax / 2.0, az / 2.0), ((ax + bx) / 3.0, (az + bz) / 3.0), (bx / 2.0, bz / 2.0)];
            let _ = write!(out, r#"<path d="M{x} {y}"#);
            for (cx, cy) in corners.map(|(dx, dz)| point(dx, dz)) {
                let _ = write!(out, "L{cx} {cy}");
            }
            let _ = write!(out, r#"Z" fill="{ink}" stroke="{ink}" stroke-width="1"/>"#);
        }
        for (k, &(dx, dz)) in HEXES.iter().enumerate() {
            if ways & (1 << k) != 0 {
                let ((ex, ey), width) = (point(dx / 2.0, dz / 2.0), 0.05 * UNIT);
                let _ = write!(
                    out,
                    r#"<path d="M{x} {y}L{ex} {ey}" stroke="{HOLLOW}" stroke-width="{width}" stroke-opacity="0.6"/>"#
                );
            }
        }
        let hexagons = ways | filled != 0;
        let radius = HOLLOW_RADIUS * if hexagons { 1.0 } else { 0.67 } * UNIT;
        let _ = write!(
            out,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{HOLLOW}" fill-opacity="0.6"/>"#
        );
    }
}
