//! `Board:grid` and its like against coordinates, counting by hand and published numbers.

use std::collections::BTreeSet;

use fangqi_kit::Rng;
use fangqi_plugin_rules::{Parameters, RulesVm};
use fangqi_vm::compile;
use mlua::{Function, Table};

/// Runs a script that makes a `lattice` and more, and gives what an expression says of them.
fn with<R: mlua::FromLuaMulti>(script: &str, expression: &str) -> (RulesVm, R) {
    let rules = format!(
        "{script}
         Board:define({{
           layout = lattice.layout, pieces = {{ {{ name = 'x' }}, {{ name = 'o' }} }},
           legal = function() return {{ 1 }} end, apply = print, over = print,
           explain = function() return {expression} end,
         }})"
    );
    let script = compile("test/rules.lua", rules.as_bytes()).unwrap();
    let rules = RulesVm::load(&script, &Parameters::new(), 1).unwrap();
    let found = rules.spec().rules.raw_get::<Function>("explain").unwrap().call(()).unwrap();
    (rules, found)
}

fn made(script: &str) -> (RulesVm, Table) {
    with(&format!("local lattice = {script}"), "lattice")
}

/// A list of cells for each cell.
type Lists = Vec<Vec<usize>>;

fn lists(table: &Table, key: &str) -> Lists {
    table.raw_get(key).unwrap()
}

fn sorted(mut list: Vec<usize>) -> Vec<usize> {
    list.sort_unstable();
    list
}

/// Column and row of a cell of a grid, from 0.
fn place(cell: usize, columns: usize) -> (i32, i32) {
    (((cell - 1) % columns) as i32, ((cell - 1) / columns) as i32)
}

#[test]
fn neighbours_on_a_grid_are_those_of_coordinates() {
    for (columns, rows) in [(1, 1), (1, 6), (7, 5), (15, 15), (26, 2)] {
        let (_rules, grid) = made(&format!("Board:grid({columns}, {rows})"));
        let size = columns * rows;
        assert_eq!(grid.raw_get::<usize>("size").unwrap(), size);
        let apart = |a: usize, b: usize| {
            let ((ax, az), (bx, bz)) = (place(a, columns), place(b, columns));
            ((ax - bx).abs(), (az - bz).abs())
        };
        let near = |wanted: &[(i32, i32)]| -> Vec<Vec<usize>> {
            let of = |a| (1..=size).filter(|b| wanted.contains(&apart(a, *b))).collect();
            (1..=size).map(of).collect()
        };
        let found = |key| lists(&grid, key).into_iter().map(sorted).collect::<Vec<_>>();
        assert_eq!(found("near"), near(&[(0, 1), (1, 0)]));
        assert_eq!(found("corners"), near(&[(1, 1)]));
        let steps = lists(&grid, "steps");
        let compass = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        for (step, (dx, dz)) in steps.iter().zip(compass) {
            for cell in 1..=size {
                let (x, z) = place(cell, columns);
                let wanted = (1..=size).find(|to| place(*to, columns) == (x + dx, z + dz));
                assert_eq!(step[cell - 1], wanted.unwrap_or(0), "from {cell} by {dx}, {dz}");
            }
        }
        let axes: Vec<Vec<Vec<usize>>> = grid.raw_get("axes").unwrap();
        assert_eq!(axes.len(), 4);
        for axis in &axes {
            for cell in 1..=size {
                assert!(axis[0][cell - 1] == 0 || axis[1][axis[0][cell - 1] - 1] == cell);
            }
        }
        let distinct: BTreeSet<_> =
            axes.iter().flatten().map(|step| steps.iter().position(|s| s == step)).collect();
        assert!(size < 10 || distinct.len() == 8, "{distinct:?}");
    }
}

#[test]
fn cells_are_found_by_name_and_place() {
    let (_rules, found): (_, String) = with(
        "local lattice = Board:grid(4, 3)",
        "`{lattice.name[6]} {lattice.cell.d3} {lattice.column[8]} {lattice.row[8]} \
         {lattice.at(2, 3)} {lattice.at(0, 1)} {lattice.at(5, 1)} {lattice.at(4, 4)}`",
    );
    assert_eq!(found, "b2 12 4 2 10 nil nil nil");
}

/// How many moves pieces have on an empty chess board, all cells together, as is well known.
#[test]
fn rays_are_the_moves_of_chess() {
    let (_rules, found): (_, Vec<usize>) = with(
        "local lattice = Board:grid(8, 8)
         local counts = {}
         for number, rays in {
           lattice.rays(lattice.leaps(1, 2), 1), lattice.rays(lattice.diagonal),
           lattice.rays(lattice.straight), lattice.rays(lattice.around),
           lattice.rays(lattice.around, 1),
         } do
           counts[number] = 0
           for cell = 1, 64 do
             counts[number] += #lattice.reach(table.create(64, 0), rays[cell])
           end
         end",
        "counts",
    );
    assert_eq!(found, [336, 560, 896, 1_456, 420]);
    let (_rules, found): (_, Vec<usize>) = with(
        "local lattice = Board:grid(8, 8)
         local leaps = {}
         for number, leap in { { 0, 1 }, { 2, 2 }, { 1, 2 }, { 0, 0 } } do
           leaps[number] = #lattice.leaps(leap[1], leap[2])
         end",
        "leaps",
    );
    assert_eq!(found, [4, 4, 8, 1]);
}

#[test]
fn rays_end_at_what_stands_in_the_way() {
    let (_rules, found): (_, String) = with(
        "local lattice = Board:grid(5, 5)
         local cells = lattice.read('5/2x2/5/x1.1x/5', 'x')
         local names = {}
         for _, cell in lattice.reach(cells, lattice.rays(lattice.straight)[lattice.cell.c2]) do
           table.insert(names, lattice.name[cell])
         end",
        "table.concat(names, ' ')",
    );
    assert_eq!(found, "d2 e2 c3 c4 b2 a2 c1");
}

/// Rows of equal pieces through a cell, by walking coordinates one by one.
#[test]
fn rows_of_pieces_are_those_of_coordinates() {
    const COLUMNS: usize = 9;
    const ROWS: usize = 6;
    let (rules, grid) = made(&format!("Board:grid({COLUMNS}, {ROWS})"));
    let (line, longest): (Function, Function) =
        (grid.raw_get("line").unwrap(), grid.raw_get("longest").unwrap());
    let axes: Vec<Table> = grid.raw_get("axes").unwrap();
    let (mut rng, mut seen) = (Rng::new(1), BTreeSet::new());
    for _ in 0..40 {
        let cells: Vec<usize> = (0..COLUMNS * ROWS).map(|_| rng.below(3).min(1) + 1).collect();
        let table: Table = mlua_table(&rules, &cells);
        for cell in 1..=cells.len() {
            let mut best = 0;
            for (axis, (dx, dz)) in axes.iter().zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
                let walk = |sign: i32| {
                    let (mut x, mut z) = place(cell, COLUMNS);
                    let mut count = 0;
                    loop {
                        (x, z) = (x + sign * dx, z + sign * dz);
                        let inside =
                            (0..COLUMNS as i32).contains(&x) && (0..ROWS as i32).contains(&z);
                        let at = if inside { (z * COLUMNS as i32 + x + 1) as usize } else { 0 };
                        if at == 0 || cells[at - 1] != cells[cell - 1] {
                            return (count, at);
                        }
                        count += 1;
                    }
                };
                let ((ahead, head), (behind, tail)) = (walk(1), walk(-1));
                let wanted = (ahead + behind + 1, head, tail);
                let found: (usize, usize, usize) = line.call((&table, cell, axis)).unwrap();
                assert_eq!(found, wanted, "through {cell} of {cells:?}");
                best = best.max(wanted.0);
            }
            assert_eq!(longest.call::<usize>((&table, cell)).unwrap(), best);
            seen.insert(best);
        }
    }
    assert!(seen.len() > 5, "{seen:?}");
}

/// Cells as a table of the rules' VM.
fn mlua_table(rules: &RulesVm, cells: &[usize]) -> Table {
    let state = rules.setup(None, &[]).unwrap();
    let table: Table = state.raw_get("cells").unwrap();
    for (index, piece) in (1..).zip(cells) {
        table.raw_set(index, *piece).unwrap();
    }
    table
}

/// Connect Four has 69 lines of four, and every line is counted at each of its cells.
#[test]
fn lines_are_as_many_as_known() {
    for (columns, rows, length, count) in [(7, 6, 4, 69), (3, 3, 3, 8), (15, 15, 5, 572)] {
        let script = format!("local lattice = Board:grid({columns}, {rows})");
        let (_rules, through): (_, Vec<Vec<Vec<usize>>>) =
            with(&script, &format!("lattice.lines({length})"));
        let all: BTreeSet<Vec<usize>> = through.iter().flatten().cloned().collect();
        assert_eq!(all.len(), count);
        for (cell, lines) in (1..).zip(&through) {
            assert!(lines.iter().all(|line| line.len() == length && line.contains(&cell)));
            assert_eq!(lines.len(), all.iter().filter(|line| line.contains(&cell)).count());
        }
        for line in &all {
            let step = |pair: &[usize]| {
                let ((ax, az), (bx, bz)) = (place(pair[0], columns), place(pair[1], columns));
                (bx - ax, bz - az)
            };
            let (dx, dz) = step(&line[..2]);
            assert!(dx.abs() <= 1 && dz.abs() <= 1);
            assert!(line.windows(2).all(|pair| step(pair) == (dx, dz)), "{line:?}");
        }
    }
}

/// The star of Chinese checkers by the places of its blocks.
#[test]
fn hexagons_have_six_neighbours() {
    let rows = "{ 1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1 }";
    let (rules, star) = made(&format!("Board:hexes({rows})"));
    let cells = rules.spec().layout.cells().unwrap();
    assert_eq!(cells.len(), 121);
    let near = lists(&star, "near");
    for (cell, found) in cells.iter().zip(near) {
        let beside = |other: usize| {
            let (dx, dz) = (cells[other].pos.x - cell.pos.x, cells[other].pos.z - cell.pos.z);
            matches!((dx.abs(), dz.abs()), (2, 0) | (1, 2))
        };
        let wanted: Vec<usize> = (0..121).filter(|at| beside(*at)).map(|at| at + 1).collect();
        assert_eq!(sorted(found), wanted, "{}", cell.name);
    }
    let steps = lists(&star, "steps");
    let axes: Vec<Vec<Vec<usize>>> = star.raw_get("axes").unwrap();
    assert_eq!((steps.len(), axes.len()), (6, 3));
    for axis in axes {
        for cell in 1..=121 {
            assert!(axis[0][cell - 1] == 0 || axis[1][axis[0][cell - 1] - 1] == cell);
        }
    }
}

/// The board of nine men's morris: 24 points, each in two of 16 mills, joined by 32 lines.
#[test]
fn points_are_joined_as_they_are_drawn() {
    let mills = "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7,
                 a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7";
    let script = format!("local lattice = Board:points([[{mills}]])");
    let (rules, (near, through)): (_, (Lists, Vec<Lists>)) =
        with(&script, "lattice.near, lattice.lines()");
    let cells = rules.spec().layout.cells().unwrap();
    assert_eq!((near.len(), near.iter().map(Vec::len).sum::<usize>()), (24, 64));
    assert!(through.iter().all(|mills| mills.len() == 2));
    assert_eq!(through.iter().flatten().collect::<BTreeSet<_>>().len(), 16);
    for (cell, list) in (1..).zip(&near) {
        for other in list {
            let drawn = mills.split(',').any(|mill| {
                let names: Vec<&str> = mill.split_whitespace().collect();
                let pair =
                    |a: &str, b: &str| [a, b] == [&*cells[cell - 1].name, &*cells[*other - 1].name];
                names.windows(2).any(|two| pair(two[0], two[1]) || pair(two[1], two[0]))
            });
            assert!(drawn, "{} {}", cells[cell - 1].name, cells[*other - 1].name);
        }
    }
}

#[test]
fn cells_are_counted_listed_and_chosen() {
    let (_rules, found): (_, String) = with(
        "local lattice = Board:grid(4, 2)
         local cells = lattice.read('x.o1/2xx', 'xo')
         local function holds(state, cell, seat)
           return state[cell] == seat
         end
         local seen, all = {}, lattice.all(holds, cells, 1)
         for _ = 1, 200 do
           seen[lattice.some(holds, cells, 1)] = true
         end
         local function list(cells) return table.concat(cells, ' ') end
         local chosen = {}
         for cell in seen do table.insert(chosen, cell) end",
        "table.concat({ list(cells), lattice.count(cells, 1), lattice.count(cells, 0, { 1, 3 }),
           list(lattice.holding(cells, 0)), list(lattice.holding(cells, 1, { 5, 6, 4 })),
           list(all), list(chosen), tostring(lattice.some(holds, cells, 3)),
           tostring(lattice.filled(cells, { { 3, 4 }, { 1, 5 } }, 1, 1)),
           tostring(lattice.filled(cells, { { 3, 1 } }, 2, 1)) }, '; ')",
    );
    assert_eq!(found, "0 0 1 1 1 0 2 0; 3; 1; 1 2 6 8; 5 4; 3 4 5; 3 4 5; nil; true; false");
}

/// How often positions stand, against a list of all of them.
#[test]
fn repetitions_are_counted_as_by_a_list() {
    let (rules, grid) = made("Board:grid(2, 1)");
    let repeats: Function = grid.raw_get("repeats").unwrap();
    let state = rules.setup(None, &[]).unwrap();
    let (mut rng, mut past, mut most) = (Rng::new(7), Vec::new(), 0);
    for ply in 0..400 {
        let cells = [rng.below(2), rng.below(2)];
        state.raw_set("cells", mlua_table(&rules, &cells)).unwrap();
        let (seat, also) = (ply % 2 + 1, ["a", "b"][rng.below(2)]);
        let afresh = ply == 0 || rng.below(60) == 0;
        if afresh {
            past.clear();
        }
        past.push((cells, seat, also));
        let wanted = past.iter().filter(|entry| *entry == past.last().unwrap()).count();
        let found: usize = repeats.call((&state, seat, afresh, also)).unwrap();
        // Nothing can stand for the third time before the ninth position of a game.
        if past.len() >= 9 {
            assert_eq!(found, wanted, "{past:?}");
        }
        most = most.max(found);
    }
    assert!(most > 3, "{most}");
}

#[test]
fn scores_are_sums_that_each_side_sees_from_its_own_edge() {
    let (_rules, found): (_, Vec<f64>) = with(
        "local lattice = Board:grid(3, 4)
         local set = Board:pieces({ { en = 'Red' }, { en = 'Blue' } }, { en = 'rook pawn' })
         local score = lattice.score(set, function(kind, column, row)
           return 1000 * kind + 10 * column + row
         end)
         local state = { cells = lattice.read('r2/3/1p1/RP1', 'RPrp') }",
        "{ score(state, 1), score(state, 2) }",
    );
    // Red: a rook on a1 and a pawn on b1. Blue, turned about: a rook on its c1, a pawn on its b3.
    let (red, blue) = (1_011.0 + 2_021.0, 1_031.0 + 2_023.0);
    assert_eq!(found, [red - blue, blue - red]);
}

#[test]
fn pieces_of_sides_are_put_together() {
    let (_rules, found): (_, Vec<String>) = with(
        "local lattice = Board:grid(3, 1)
         local set = Board:pieces({
           { zh = '红', en = 'Red', glyph_colour = '#b3261e' },
           { zh = '黑', en = '♠', glyph = '♠', shape = 'card' },
         }, { zh = { '帅 兵', '将 卒' }, en = 'king pawn', glyph = { 'K P', 'k p' }, shape = 'cube disc' })
         local parts = {}
         for piece, entry in set.list do
           table.insert(parts, `{entry.name.zh} {entry.name.en} {entry.glyph} {entry.glyph_colour} \
             {entry.shape} {set.side[piece]} {set.kind[piece]}`)
         end
         table.insert(parts, `{set.side[0]} {set.kind[0]} {#set.of({ 3, 1, 4 }, 2)}`)",
        "parts",
    );
    let wanted = [
        "红帅 Red king K #b3261e cube 1 1",
        "红兵 Red pawn P #b3261e disc 1 2",
        "黑将 ♠king ♠k nil cube 2 1",
        "黑卒 ♠pawn ♠p nil disc 2 2",
        "0 0 2",
    ];
    let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(found.iter().map(words).collect::<Vec<_>>(), wanted);
}

/// Whoever uses a tool wrongly is told where, and what was meant.
#[test]
fn mistakes_are_told_with_their_line() {
    for (call, why) in [
        ("Board:grid(0, 3)", "Board:grid: columns must be from 1 to 26, not 0"),
        ("Board:grid('a', 3)", "Board:grid: argument 1, columns, must be a whole number"),
        ("Board:grid(3, 3, 'dots')", "`on` must be \"squares\""),
        ("Board:hexes({})", "Board:hexes: rows must be from 1 to 26, not 0"),
        ("Board:hexes(5)", "Board:hexes: argument 1, rows, must be a table, not 5"),
        ("Board:points('a1 B2')", "such as d7, not \"B2\""),
        ("Board:points('a27 a28')", "such as d7, not \"a27\""),
        ("Board:points('a1 b3')", "line 1 is neither straight nor diagonal"),
        ("Board:points('')", "a board has from 1 to 1024 cells, not 0"),
        ("Board:grid(3, 3).stpes", "there is no `stpes` here; did you mean `steps`?"),
        ("table.insert(Board:grid(3, 3).near[1], 5)", "attempt to modify a readonly table"),
        ("Board:grid(2, 2).read('2/ab', 'a')", "has \"b\", which is none of its letters"),
        ("Board:grid(2, 2).read('2', 'a')", "the diagram has 1 rows, and the board 2"),
        ("Board:grid(2, 2).read('2/3', 'a')", "row 1 of the diagram has 3 cells, and the board 2"),
        ("Board:grid(2, 2).read('999999999/1', 'a')", "a row of more than 4 cells"),
        ("Board:pieces({ { nmae = 'x' } }, { en = 'a' })", "sides[1]: unknown key `nmae`"),
        ("Board:pieces({}, { glpyh = 'x' })", "unknown key `glpyh`; did you mean `glyph`?"),
        (
            "Board:pieces({ {}, {} }, { en = string.rep('a ', 33) })",
            "there may be 64 pieces, not 66",
        ),
        ("Board:pieces({ {} }, {})", "kinds: name each kind in one word"),
        ("Board:pieces({ {} }, { en = 'a b', zh = '甲' })", "`en` has 2 words where others have 1"),
        ("Board:pieces({ {} }, { en = { 'a', 'b' } })", "`en` has 2 texts, and there are 1 sides"),
    ] {
        let source = format!("\n\nlocal _ = {call}");
        let source = if call.starts_with("table.") { format!("\n\n{call}") } else { source };
        let script = compile("test/rules.lua", source.as_bytes()).unwrap();
        let error = RulesVm::load(&script, &Parameters::new(), 1).unwrap_err().to_string();
        assert!(error.contains(why), "{call}: {error}\n  has not: {why}");
        assert!(error.contains("test/rules.lua:3"), "{call}: {error}");
    }
}

/// A lattice may hold functions, but nobody is kept from writing its lists into a state.
#[test]
fn lists_of_a_lattice_may_be_copied() {
    let (_rules, found): (_, f64) = with(
        "local lattice = Board:grid(3, 3)
         local copy = table.clone(lattice.near[5])
         table.insert(copy, 99)",
        "#copy",
    );
    assert_eq!(found, 5.0);
}
