//! Where the cells of a board lie, what they are called, and what tiles are under them.
//!
//! Cells are numbered from 1, as scripts see them. A piece stands one block above its tile.

use std::collections::BTreeMap;

use fangqi_world::{IVec3, Rgb};

/// Height of the tiles.
pub const TILE_Y: i32 = 0;
/// Height of the pieces.
pub const PIECE_Y: i32 = 1;
/// Most cells of a board.
pub const CELLS_MAX: usize = 1024;
/// Most columns or rows: letters name the columns.
pub(super) const SIDE_MAX: u8 = 26;

/// How the cells of a board are arranged.
#[derive(Debug, Clone, PartialEq)]
pub enum Layout {
    /// Columns from west to east, rows from south to north; cell 1 is a1, cell 2 is b1.
    Grid {
        /// From 1 to 26.
        columns: u8,
        /// From 1 to 26.
        rows: u8,
        /// What pieces stand on.
        on: On,
        /// The letters that name the columns, if they are not a, b, c and so on.
        letters: Option<String>,
    },
    /// Rows of hexagons from south to north, each half a cell out of step with its neighbours and
    /// centred.
    Hexes {
        /// The cells in each row.
        rows: Vec<u8>,
        /// Colours of cells by number; the ground between neighbours of one colour has it too.
        tints: BTreeMap<usize, Rgb>,
    },
    /// Points anywhere, and the lines between them.
    Graph {
        /// Name, column and row of each, a block apart.
        points: Vec<(String, i32, i32)>,
        /// Pairs of cells. A line is straight: along a column, a row or a diagonal.
        lines: Vec<(usize, usize)>,
    },
    /// Blocks that the map has put into its own layout: name and cell of each.
    Blocks(Vec<(String, IVec3)>),
}

/// What pieces of a grid stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Squares, all alike.
    Squares,
    /// Squares light and dark.
    Chequers,
    /// The crossings of lines.
    Points,
    /// The holes of a standing rack: columns side by side, rows above one another.
    Upright,
    /// Blocks that the map has put into its own layout.
    Blocks,
}

/// A cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What it is called in move lists and spoken.
    pub name: String,
    /// Where its piece stands.
    pub pos: IVec3,
}

/// What is drawn on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// Lines from the middle towards some of the eight neighbours, a bit each: see [`DIRECTIONS`].
    Lines(u8),
    /// The same with a star point on them.
    Star(u8),
    /// A hole of a standing rack.
    Rack,
    /// A hollow for a piece among hexagons.
    Hole {
        /// Lines half the way to its neighbours, a bit each: see `HEXES`.
        lines: u8,
        /// The ground between two neighbours that follow each other, if it is coloured, a bit for
        /// the first.
        filled: u8,
        /// The colour of its ground.
        tint: Option<Rgb>,
    },
}

/// Where the neighbours of a hexagon lie, in x and z, counter-clockwise from the east.
pub const HEXES: [(i32, i32); 6] = [(2, 0), (1, 2), (-1, 2), (-2, 0), (-1, -2), (1, -2)];

/// The letter of each line of a tile's glyph, and where it leads, in x and z. North is +z.
pub const DIRECTIONS: [(char, i32, i32); 8] = [
    ('n', 0, 1),
    ('s', 0, -1),
    ('e', 1, 0),
    ('w', -1, 0),
    ('1', -1, 1),
    ('2', 1, 1),
    ('3', -1, -1),
    ('4', 1, -1),
];

/// Why a layout cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutProblem {
    /// A side that is empty or longer than the alphabet.
    #[error("{what} must be from 1 to {SIDE_MAX}, not {found}")]
    Side {
        /// Which side.
        what: &'static str,
        /// How long it would be.
        found: usize,
    },
    /// Letters that do not suffice for all columns.
    #[error("letters must name each of the {columns} columns, and there are {found}")]
    Letters {
        /// How many columns there are.
        columns: u8,
        /// How many letters.
        found: usize,
    },
    /// No cells, or more than there may be.
    #[error("a board has from 1 to {CELLS_MAX} cells, not {0}")]
    Cells(usize),
    /// Two cells in one place.
    #[error("cells {first} and {second} are both at ({x}, {z})")]
    SamePlace {
        /// The one.
        first: usize,
        /// The other.
        second: usize,
        /// Where, from west to east.
        x: i32,
        /// Where, from south to north.
        z: i32,
    },
    /// Two cells of one name.
    #[error("cells {first} and {second} are both called \"{name}\"")]
    SameName {
        /// The one.
        first: usize,
        /// The other.
        second: usize,
        /// What they are called.
        name: String,
    },
    /// A line that leads nowhere.
    #[error("line {line} names cell {cell}, but there are {cells}")]
    NoSuchCell {
        /// Which line, from 1.
        line: usize,
        /// The cell it names.
        cell: usize,
        /// How many there are.
        cells: usize,
    },
    /// A colour for a cell that is not there.
    #[error("cell {cell} has a colour, but there are {cells}")]
    NoSuchTint {
        /// The cell it names.
        cell: usize,
        /// How many there are.
        cells: usize,
    },
    /// A line that tiles cannot draw.
    #[error("line {0} is neither straight nor diagonal")]
    Crooked(usize),
}

impl Layout {
    /// Whether the board stands before the players, all of whom look at it from the same side.
    pub fn stands(&self) -> bool {
        matches!(self, Self::Grid { on: On::Upright, .. })
    }

    /// The cells in order.
    ///
    /// # Errors
    /// Why there cannot be such a board.
    pub fn cells(&self) -> Result<Vec<Cell>, LayoutProblem> {
        let cells: Vec<Cell> = match self {
            Self::Grid { columns, rows, letters, .. } => {
                check_side("columns", *columns)?;
                check_side("rows", *rows)?;
                let letters = column_letters(*columns, letters.as_deref())?;
                let row = |z: u8| {
                    let named =
                        |(x, letter): (i32, &char)| cell(format!("{letter}{}", z + 1), x, z.into());
                    (0..).zip(&letters).map(named).collect::<Vec<_>>()
                };
                (0..*rows).flat_map(row).collect()
            }
            Self::Hexes { rows, .. } => {
                check_length("rows", rows.len())?;
                for count in rows {
                    check_side("a row's cells", *count)?;
                }
                let widest = i32::from(rows.iter().copied().max().unwrap_or(0));
                let at = |(z, count): (u8, &u8)| {
                    let start = widest - i32::from(*count);
                    (0..*count).map(move |x| {
                        cell(grid_name(x, z), start + 2 * i32::from(x), 2 * i32::from(z))
                    })
                };
                (0..).zip(rows).flat_map(at).collect()
            }
            Self::Graph { points, .. } => {
                points.iter().map(|(name, x, z)| cell(name.clone(), *x, *z)).collect()
            }
            Self::Blocks(cells) => {
                cells.iter().map(|(name, pos)| Cell { name: name.clone(), pos: *pos }).collect()
            }
        };
        if !(1..=CELLS_MAX).contains(&cells.len()) {
            return Err(LayoutProblem::Cells(cells.len()));
        }
        check_distinct(&cells)?;
        Ok(cells)
    }

    /// The tiles and where they lie; none for a board of the map's own blocks.
    ///
    /// # Errors
    /// Why there cannot be such a board.
    pub fn tiles(&self) -> Result<Vec<(IVec3, Tile)>, LayoutProblem> {
        let cells = self.cells()?;
        let below = |cell: &Cell| IVec3::new(cell.pos.x, TILE_Y, cell.pos.z);
        Ok(match self {
            Self::Grid { on: On::Squares, .. } => {
                cells.iter().map(|cell| (below(cell), Tile::Light)).collect()
            }
            Self::Grid { on: On::Upright, .. } => {
                cells.iter().map(|cell| (below(cell), Tile::Rack)).collect()
            }
            Self::Grid { on: On::Chequers, .. } => {
                let tile =
                    |pos: IVec3| if (pos.x + pos.z) % 2 == 0 { Tile::Dark } else { Tile::Light };
                cells.iter().map(|cell| (below(cell), tile(cell.pos))).collect()
            }
            Self::Grid { columns, rows, on: On::Points, .. } => {
                let (east, north) = (i32::from(*columns) - 1, i32::from(*rows) - 1);
                let inside = |x, z| (0..=east).contains(&x) && (0..=north).contains(&z);
                let lines = |pos: IVec3| {
                    let leads = |(_, dx, dz): &(char, i32, i32)| {
                        dx * dz == 0 && inside(pos.x + dx, pos.z + dz)
                    };
                    let star = columns == rows && is_star(*columns, pos.x, pos.z);
                    if star { Tile::Star(bits(leads)) } else { Tile::Lines(bits(leads)) }
                };
                cells.iter().map(|cell| (below(cell), lines(cell.pos))).collect()
            }
            Self::Hexes { tints, .. } => {
                if let Some(cell) = tints.keys().find(|cell| !(1..=cells.len()).contains(*cell)) {
                    let (cell, cells) = (*cell, cells.len());
                    return Err(LayoutProblem::NoSuchTint { cell, cells });
                }
                hollows(&cells, tints)
            }
            Self::Graph { lines, .. } => drawn(&cells, lines)?,
            Self::Grid { on: On::Blocks, .. } | Self::Blocks(_) => Vec::new(),
        })
    }
}

fn cell(name: String, x: i32, z: i32) -> Cell {
    Cell { name, pos: IVec3::new(x, PIECE_Y, z) }
}

/// The letters that name the columns: those that the layout gives, or a, b, c and so on.
fn column_letters(columns: u8, given: Option<&str>) -> Result<Vec<char>, LayoutProblem> {
    let letters: Vec<char> = match given {
        Some(given) => given.chars().take(columns.into()).collect(),
        None => (b'a'..).take(columns.into()).map(char::from).collect(),
    };
    let found = letters.len();
    if found == usize::from(columns) {
        Ok(letters)
    } else {
        Err(LayoutProblem::Letters { columns, found })
    }
}

/// The name of a cell in column `x` of row `z`, both from 0.
fn grid_name(x: u8, z: u8) -> String {
    format!("{}{}", char::from(b'a' + x), z + 1)
}

fn check_side(what: &'static str, found: u8) -> Result<(), LayoutProblem> {
    check_length(what, found.into())
}

fn check_length(what: &'static str, found: usize) -> Result<(), LayoutProblem> {
    let fits = (1..=usize::from(SIDE_MAX)).contains(&found);
    if fits { Ok(()) } else { Err(LayoutProblem::Side { what, found }) }
}

fn check_distinct(cells: &[Cell]) -> Result<(), LayoutProblem> {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    let place = |index: &usize| {
        let pos = cells[*index].pos;
        (pos.x, pos.y, pos.z, *index)
    };
    order.sort_by_key(place);
    let alike = |same: &dyn Fn(&Cell, &Cell) -> bool, order: &[usize]| {
        let neighbours = order.iter().zip(&order[1..]);
        neighbours.map(|(a, b)| (*a, *b)).find(|(a, b)| same(&cells[*a], &cells[*b]))
    };
    if let Some((a, b)) = alike(&|a, b| a.pos == b.pos, &order) {
        let IVec3 { x, z, .. } = cells[a].pos;
        return Err(LayoutProblem::SamePlace { first: a + 1, second: b + 1, x, z });
    }
    order.sort_by(|a, b| (&cells[*a].name, a).cmp(&(&cells[*b].name, b)));
    if let Some((a, b)) = alike(&|a, b| a.name == b.name, &order) {
        let name = cells[a].name.clone();
        return Err(LayoutProblem::SameName { first: a + 1, second: b + 1, name });
    }
    Ok(())
}

/// The bits of the directions in which something leads.
fn bits(leads: impl Fn(&(char, i32, i32)) -> bool) -> u8 {
    (0..).zip(&DIRECTIONS).filter(|(_, direction)| leads(direction)).map(|(bit, _)| 1 << bit).sum()
}

/// Whether a crossing of a square board is a star point, as on boards for Go: on the third or
/// fourth line from two edges, or in the middle; on large boards also between.
fn is_star(side: u8, x: i32, z: i32) -> bool {
    let side = i32::from(side);
    if side < 9 || side % 2 == 0 {
        return false;
    }
    let edge = if side > 11 { 3 } else { 2 };
    let middle = (side - 1) / 2;
    let rank = |at: i32| match at {
        at if at == edge || at == side - 1 - edge => Some(1),
        at if at == middle => Some(2),
        _ => None,
    };
    match (rank(x), rank(z)) {
        (Some(a), Some(b)) => a == b || side >= 19,
        _ => false,
    }
}

/// The hollows of hexagons, joined by lines.
fn hollows(cells: &[Cell], tints: &BTreeMap<usize, Rgb>) -> Vec<(IVec3, Tile)> {
    let numbers: BTreeMap<(i32, i32), usize> =
        (1..).zip(cells).map(|(number, cell)| ((cell.pos.x, cell.pos.z), number)).collect();
    let hollow = |(number, cell): (usize, &Cell)| {
        let tint = tints.get(&number);
        let beside = HEXES.map(|(dx, dz)| numbers.get(&(cell.pos.x + dx, cell.pos.z + dz)));
        let alike = |way: usize| {
            let other = beside[way % HEXES.len()].and_then(|number| tints.get(number));
            tint.is_some() && other == tint
        };
        let set = |is: &dyn Fn(usize) -> bool| -> u8 {
            (0..HEXES.len()).filter(|way| is(*way)).map(|way| 1 << way).sum()
        };
        let lines = set(&|way| beside[way].is_some());
        let filled = set(&|way| alike(way) && alike(way + 1));
        let at = IVec3::new(cell.pos.x, TILE_Y, cell.pos.z);
        (at, Tile::Hole { lines, filled, tint: tint.copied() })
    };
    (1..).zip(cells).map(hollow).collect()
}

/// The tiles of points with lines between them, those on the way included.
fn drawn(cells: &[Cell], lines: &[(usize, usize)]) -> Result<Vec<(IVec3, Tile)>, LayoutProblem> {
    let mut tiles: BTreeMap<(i32, i32), u8> =
        cells.iter().map(|cell| ((cell.pos.x, cell.pos.z), 0)).collect();
    let find = |line: usize, number: usize| {
        let found = number.checked_sub(1).and_then(|index| cells.get(index));
        found.ok_or(LayoutProblem::NoSuchCell { line, cell: number, cells: cells.len() })
    };
    for (line, (from, to)) in (1..).zip(lines) {
        let (from, to) = (find(line, *from)?.pos, find(line, *to)?.pos);
        let (dx, dz) = (to.x - from.x, to.z - from.z);
        if dx != 0 && dz != 0 && dx.abs() != dz.abs() {
            return Err(LayoutProblem::Crooked(line));
        }
        let (step_x, step_z) = (dx.signum(), dz.signum());
        for step in 0..dx.abs().max(dz.abs()) {
            let (x, z) = (from.x + step * step_x, from.z + step * step_z);
            let toward = |x, z| bits(|(_, dx, dz)| (*dx, *dz) == (x, z));
            *tiles.entry((x, z)).or_default() |= toward(step_x, step_z);
            *tiles.entry((x + step_x, z + step_z)).or_default() |= toward(-step_x, -step_z);
        }
    }
    let tile = |((x, z), lines)| (IVec3::new(x, TILE_Y, z), Tile::Lines(lines));
    Ok(tiles.into_iter().map(tile).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile_at(layout: &Layout, x: i32, z: i32) -> Tile {
        let tiles = layout.tiles().unwrap();
        tiles.iter().find(|(pos, _)| (pos.x, pos.z) == (x, z)).unwrap().1
    }

    fn hexes(rows: &[u8], tints: &[(usize, Rgb)]) -> Layout {
        Layout::Hexes { rows: rows.to_vec(), tints: tints.iter().copied().collect() }
    }

    /// The tile whose lines lead in these directions.
    fn lines(letters: &str) -> Tile {
        Tile::Lines(bits(|(letter, _, _)| letters.contains(*letter)))
    }

    #[test]
    fn a_grid_is_numbered_from_the_south_west_and_named_by_letter_and_row() {
        let cells =
            Layout::Grid { columns: 3, rows: 2, on: On::Chequers, letters: None }.cells().unwrap();
        let names: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2"]);
        assert_eq!(cells[4].pos, IVec3::new(1, PIECE_Y, 1));
    }

    #[test]
    fn a_rack_is_a_grid_of_holes_that_stands() {
        let rack = Layout::Grid { columns: 7, rows: 6, on: On::Upright, letters: None };
        let flat = Layout::Grid { columns: 7, rows: 6, on: On::Squares, letters: None };
        assert!(rack.stands() && !flat.stands());
        assert_eq!(rack.cells(), flat.cells());
        assert!(rack.tiles().unwrap().iter().all(|(_, tile)| *tile == Tile::Rack));
    }

    #[test]
    fn a_grid_may_name_its_columns_by_other_letters() {
        let grid = |columns, letters: &str| Layout::Grid {
            columns,
            rows: 1,
            on: On::Points,
            letters: Some(letters.to_owned()),
        };
        let cells = grid(9, "abcdefghjklmnopqrst").cells().unwrap();
        assert_eq!((cells[7].name.as_str(), cells[8].name.as_str()), ("h1", "j1"));
        for (grid, why) in [
            (grid(3, "ab"), "letters must name each of the 3 columns, and there are 2"),
            (grid(2, "aa"), "cells 1 and 2 are both called \"a1\""),
        ] {
            assert_eq!(grid.cells().unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn the_south_west_corner_of_a_chess_board_is_dark() {
        let board = Layout::Grid { columns: 8, rows: 8, on: On::Chequers, letters: None };
        assert_eq!((tile_at(&board, 0, 0), tile_at(&board, 7, 0)), (Tile::Dark, Tile::Light));
    }

    #[test]
    fn lines_of_a_point_board_end_at_its_edge() {
        let board = Layout::Grid { columns: 9, rows: 9, on: On::Points, letters: None };
        assert_eq!(tile_at(&board, 0, 0), lines("ne"));
        assert_eq!(tile_at(&board, 8, 4), lines("nsw"));
        assert_eq!(tile_at(&board, 4, 3), lines("nsew"));
    }

    #[test]
    fn boards_for_go_have_their_star_points() {
        for (side, count) in [(9, 5), (13, 5), (15, 5), (19, 9), (8, 0), (10, 0), (5, 0)] {
            let board = Layout::Grid { columns: side, rows: side, on: On::Points, letters: None };
            let tiles = board.tiles().unwrap();
            let stars = tiles.iter().filter(|(_, tile)| matches!(tile, Tile::Star(_)));
            assert_eq!(stars.count(), count, "{side}");
        }
        let board = Layout::Grid { columns: 19, rows: 19, on: On::Points, letters: None };
        assert!(matches!(tile_at(&board, 3, 15), Tile::Star(_)), "d16");
    }

    #[test]
    fn rows_of_hexagons_are_centred_and_half_a_cell_out_of_step() {
        let cells = hexes(&[1, 2, 3], &[]).cells().unwrap();
        let places: Vec<(i32, i32)> = cells.iter().map(|cell| (cell.pos.x, cell.pos.z)).collect();
        assert_eq!(places, [(2, 0), (1, 2), (3, 2), (0, 4), (2, 4), (4, 4)]);
    }

    #[test]
    fn hollows_are_joined_and_the_ground_between_three_of_a_colour_has_it() {
        let red = Rgb::hex(0x00c0_392b);
        let star = hexes(&[1, 2, 3], &[(1, red), (2, red), (3, red), (4, Rgb::hex(0))]);
        // The tip leads to the north-east and the north-west, and the ground between is red.
        let tip = Tile::Hole { lines: 0b110, filled: 0b010, tint: Some(red) };
        assert_eq!(tile_at(&star, 2, 0), tip);
        let west = Tile::Hole { lines: 0b10_0111, filled: 0b10_0000, tint: Some(red) };
        assert_eq!(tile_at(&star, 1, 2), west);
        let plain = Tile::Hole { lines: 0b00_1001 | 0b11_0000, filled: 0, tint: None };
        assert_eq!(tile_at(&star, 2, 4), plain);
    }

    #[test]
    fn lines_of_a_graph_are_drawn_over_the_tiles_between() {
        let point = |name: &str, x, z| (name.to_owned(), x, z);
        let points = vec![point("a", 0, 0), point("b", 3, 0), point("c", 3, 3)];
        let graph = Layout::Graph { points, lines: vec![(1, 2), (2, 3), (1, 3)] };
        assert_eq!(graph.tiles().unwrap().len(), 3 + 2 + 2 + 2);
        assert_eq!(tile_at(&graph, 0, 0), lines("e2"));
        assert_eq!(tile_at(&graph, 1, 0), lines("ew"));
        assert_eq!(tile_at(&graph, 2, 2), lines("23"));
        assert_eq!(tile_at(&graph, 3, 0), lines("nw"));
    }

    #[test]
    fn boards_that_cannot_be_say_why() {
        let grid = |columns, rows| Layout::Grid { columns, rows, on: On::Squares, letters: None };
        let point = |name: &str, x, z| (name.to_owned(), x, z);
        let graph = |points: &[(&str, i32, i32)], lines: &[(usize, usize)]| Layout::Graph {
            points: points.iter().map(|(name, x, z)| point(name, *x, *z)).collect(),
            lines: lines.to_vec(),
        };
        for (layout, why) in [
            (grid(0, 3), "columns must be from 1 to 26, not 0"),
            (grid(3, 27), "rows must be from 1 to 26, not 27"),
            (hexes(&[], &[]), "rows must be from 1 to 26, not 0"),
            (hexes(&[2], &[(3, Rgb::hex(0))]), "cell 3 has a colour, but there are 2"),
            (hexes(&[3, 0], &[]), "a row's cells must be from 1 to 26, not 0"),
            (graph(&[], &[]), "a board has from 1 to 1024 cells, not 0"),
            (
                graph(&[("a", 1, 2), ("b", 0, 0), ("c", 1, 2)], &[]),
                "cells 1 and 3 are both at (1, 2)",
            ),
            (graph(&[("a", 1, 2), ("a", 0, 0)], &[]), "cells 1 and 2 are both called \"a\""),
            (
                graph(&[("a", 0, 0), ("b", 1, 2)], &[(1, 2)]),
                "line 1 is neither straight nor diagonal",
            ),
            (graph(&[("a", 0, 0)], &[(1, 2)]), "line 1 names cell 2, but there are 1"),
            (graph(&[("a", 0, 0)], &[(0, 1)]), "line 1 names cell 0, but there are 1"),
        ] {
            assert_eq!(layout.tiles().unwrap_err().to_string(), why);
        }
    }
}
