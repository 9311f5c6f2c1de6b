//! The tables that rules give to `Board` and get from it: what stubs and the reference page say of
//! them, and which keys [`Spec`](super::Spec) knows.
//!
//! A list of pieces or moves has items of any type: to Luau, lists of the same things are of
//! different types where one may hold more than the other. What is in them is looked at when the
//! rules run.

use fangqi_plugin::{TypeSpec, lua_type, typed_table};

/// All of them.
pub(super) static TYPES: [&TypeSpec; 9] =
    [&DEFINITION, &STATE, &LAYOUT, &PIECE, &ZONE, &LATTICE, &SIDE, &KINDS, &SET];

typed_table! {
    /// What `Board:define` takes.
    pub(super) struct DefinitionTable = "BoardDefinition"
}
typed_table! {
    /// What `Board:grid` and its like make.
    pub(super) struct LatticeTable = "BoardLattice"
}
typed_table! {
    /// What `Board:pieces` takes as kinds.
    pub(super) struct KindsTable = "BoardKinds"
}
typed_table! {
    /// What `Board:pieces` makes.
    pub(super) struct SetTable = "BoardSet"
}

lua_type! {
    /// A game, for `Board:define`. A key that is not here is an error. Seats count from 1.
    pub(super) static DEFINITION = "BoardDefinition";

    /// Where the cells lie.
    layout: "BoardLayout";
    /// The kinds of pieces, each a `BoardPiece`; piece number 1 is the first.
    pieces: "{ any }";
    /// The list of a seat's moves: a cell, a list of cells, a word, or a list of cells with a word
    /// at its end.
    legal(state: "BoardState", seat: "number"): "{ any }";
    /// Plays a move by changing the state; may return whose turn is next, a seat or a list of
    /// seats. Seat 0 is chance.
    apply(state: "BoardState", move: "any", seat: "number"): "...any";
    /// Nil while the game goes on; else its result (0 for a draw, a seat, or a number for every
    /// seat), a word for the reason, and perhaps a list of the cells that decided it.
    over(state: "BoardState"): "...any";
    /// What a seat knows, in the form of a state; the seat is nil for spectators.
    @optional
    view(state: "BoardState", seat: "number?"): "any";
    /// A state, drawn at random, that agrees with what a seat knows.
    @optional
    guess(view: "BoardState", seat: "number"): "any";
    /// How good a state is for a seat, from -20000 to 20000: 0 for an even one, 100 for a pawn
    /// ahead.
    @optional
    score(state: "BoardState", seat: "number"): "number";
    /// Nil, or what dice may bring: a list of outcomes, or of `{ outcome, weight }`.
    @optional
    chance(state: "BoardState"): "...any";
    /// Some legal move, for quicker playouts; nil if there is none.
    @optional
    random_move(state: "BoardState", seat: "number"): "...any";
    /// The moves that a computer considers; nil for all. `ahead` is how many moves the state lies
    /// ahead of the game.
    @optional
    candidates(state: "BoardState", seat: "number", ahead: "number"): "...any";
    /// How a move is written, before it is played: a text, or `{ zh, en }`; nil as usual.
    @optional
    notation(state: "BoardState", move: "any", seat: "number"): "...any";
    /// Why clicking these cells is no move: a key of the string tables, or nil.
    @optional
    explain(view: "BoardState", cells: "{ number }", seat: "number"): "...any";
    /// The move that a text from elsewhere means, or nil.
    @optional
    read_move(state: "BoardState", text: "string", seat: "number"): "...any";
    /// The position in the game's own notation.
    @optional
    write_position(state: "BoardState"): "string";
    /// The state of such a text, or nil and a key of the string tables that says why it is none.
    @optional
    read_position(text: "string"): "...any";
    /// What a seat has, for everybody to read beside its name: a number, a text or `{ zh, en }`.
    @optional
    tally(view: "BoardState", seat: "number"): "...any";
    /// What marks a seat, for everybody to read beside its name: a list of texts; nil for none.
    @optional
    tags(view: "BoardState", seat: "number"): "...any";
    /// What the player of a seat alone reads beside its name: a text or `{ zh, en }`; nil for
    /// nothing.
    @optional
    secret(view: "BoardState", seat: "number"): "...any";
    /// How many may play, or a list of how many; 2 unless given.
    @optional
    players: "number | { number }";
    /// What players choose before a game, the usual value first.
    @optional
    options: "{ [string]: { string } }";
    /// The state in which a game begins, or the function of the chosen options that makes it.
    @optional
    setup: "any";
    /// What becomes of a seat that has no move: a function of state and seat as `over`, `"loses"`
    /// or `"draws"`.
    @optional
    stuck: "any";
    /// Makes the board a card table: a list of its rows, each a `BoardZone`.
    @optional
    zones: "{ any }";
}

lua_type! {
    /// A state of a game: plain data. Whatever else `setup` puts into it is in it too.
    pub(super) static STATE = "BoardState" [others "any"];

    /// A piece's number for every cell, 0 for none.
    cells: "{ number }";
    /// How many play.
    players: "number";
    /// The seat to move, or the list of seats that choose at the same time.
    turn: "any";
    /// Whether it is a copy that a search plays to the end at random.
    playout: "boolean?";
}

lua_type! {
    /// Where the cells of a board lie: one of `grid`, `hexes`, `points` and `blocks`.
    pub(super) static LAYOUT = "BoardLayout";

    /// Squares or crossings: `columns`, `rows`, and if need be `on` and `letters`.
    @optional
    grid: "{ columns: number, rows: number, on: string?, letters: string? }";
    /// How many hexagons each row has, from south to north.
    @optional
    hexes: "{ number }";
    /// Colours of hexagons by cell.
    @optional
    tints: "{ [number]: string }";
    /// Points, each a list of its name, column and row.
    @optional
    points: "{ { any } }";
    /// Lines between points, each a list of two cells.
    @optional
    lines: "{ { number } }";
    /// Cells in a world of the map's own.
    @optional
    blocks: "{ { name: string, x: number, y: number, z: number } }";
}

lua_type! {
    /// A kind of piece.
    pub(super) static PIECE = "BoardPiece";

    /// What it is called: a text, or `{ zh, en }`.
    name: "string | { zh: string, en: string }";
    /// What is written on it.
    @optional
    glyph: "string";
    /// The colour of its body, as `"#rrggbb"`.
    @optional
    colour: "string";
    /// The colour of the glyph.
    @optional
    glyph_colour: "string";
    /// `"disc"` (unless given), `"stone"`, `"ball"`, `"die"`, `"card"` or `"cube"`.
    @optional
    shape: "string";
}

lua_type! {
    /// A row of a card table.
    pub(super) static ZONE = "BoardZone";

    /// `"hand"`, `"played"` or `"row"` of a seat, `"common"` or `"pile"` in the middle.
    kind: "string";
    /// Whose it is.
    @optional
    seat: "number";
    /// Its first cell.
    from: "number";
    /// How many cells it has, from west to east.
    count: "number";
}

lua_type! {
    /// What rules want to know of their cells: tables, made once, and functions that are called
    /// with a dot. Cells, columns and rows count from 1; `cells` is a list of what lies on each
    /// cell, such as `state.cells`.
    pub(super) static LATTICE = "BoardLattice";

    /// For `Board:define`.
    layout: "BoardLayout";
    /// How many cells there are.
    size: "number";
    /// Each cell's name.
    name: "{ string }";
    /// Each name's cell.
    cell: "{ [string]: number }";
    /// Each cell's column.
    column: "{ number }";
    /// Each cell's row.
    row: "{ number }";
    /// Each cell's straight neighbours: of hexagons all, of points those along drawn lines.
    near: "{ { number } }";
    /// Each cell's diagonal neighbours.
    corners: "{ { number } }";
    /// Straight steps, as `{ columns, rows }`.
    straight: "{ { number } }";
    /// Diagonal steps.
    diagonal: "{ { number } }";
    /// All of these steps.
    around: "{ { number } }";
    /// `steps[direction][cell]`: the neighbour, or 0 beyond the edge, which holds nothing. Of a
    /// grid east, north, west, south, then north-east, north-west, south-west, south-east.
    steps: "{ { number } }";
    /// The pairs of opposite steps.
    axes: "{ { { number } } }";
    /// The cell in a column and a row, or nil.
    at(column: "number", row: "number"): "number?";
    /// How many cells hold a piece: of all, or of a list.
    count(cells: "{ any }", piece: "any", list: "{ number }?"): "number";
    /// The cells that hold a piece: of all, or of a list.
    holding(cells: "{ any }", piece: "any", list: "{ number }?"): "{ number }";
    /// The cells for which `fits(state, cell, seat)` is true.
    all(fits: "(...any) -> ...any", state: "any", seat: "any"): "{ number }";
    /// One of them by chance, or nil.
    some(fits: "(...any) -> ...any", state: "any", seat: "any"): "number?";
    /// What lies on the cells by a diagram: rows from the north, after `/` or a line break; a
    /// number stands for as many empty cells, a dot for one; the letters of a text for 1, 2, …, or
    /// for what a table says.
    read(text: "string", letters: "string | { [string]: any }"): "{ any }";
    /// Notes in `state.past` that a position stands in which `seat` is next, and how often it has
    /// stood, 1 before it can be the third time; `afresh` if none from before can come back,
    /// `also` a text of what makes it another beside the cells.
    repeats(state: "any", seat: "number", afresh: "any", also: "(string | number)?"): "number";
    /// The function `score` for two sides of `Board:pieces`: the sum of `worth(kind, column, row)`,
    /// as each side sees it, less the other's.
    score(set: "BoardSet", worth: "(...any) -> ...any"): "(...any) -> number";
    /// For every cell the lists of cells in each direction `{ columns, rows }` up to the edge, or
    /// at most `most` cells long.
    rays(directions: "{ { number } }", most: "number?"): "{ { { number } } }";
    /// A leap of this many columns and rows, in all its directions.
    leaps(columns: "number", rows: "number"): "{ { number } }";
    /// The cells along some rays, of each up to the first that is not empty.
    reach(cells: "{ any }", rays: "{ { number } }"): "{ number }";
    /// For every cell the lines of `length` cells in which it lies; of points, without a length,
    /// those that are drawn.
    lines(length: "number?"): "{ { { number } } }";
    /// Whether one of some lines holds nothing but a piece, counting `cell` as if it held it.
    filled(cells: "{ any }", lines: "{ { number } }", piece: "any", cell: "number?"): "boolean";
    /// How many equal pieces lie in a row through a cell along one of `axes`, and the cells after
    /// its ends.
    line(cells: "{ any }", cell: "number", axis: "{ { number } }"): "(number, number, number)";
    /// How many lie in the longest row through a cell.
    longest(cells: "{ any }", cell: "number"): "number";
    /// Whether the piece on a cell makes a line of exactly `length`, or a longer one; how many
    /// fours and how many threes it makes, as Renju defines them. `refuses(cells, cell)` says where
    /// a piece that makes a straight four may not lie.
    threats(
        cells: "{ any }", cell: "number", length: "number", refuses: "((...any) -> ...any)?",
    ): "(boolean, boolean, number, number)";
}

lua_type! {
    /// A side, for `Board:pieces`: what all its pieces have. Names and glyphs are put before those
    /// of a kind.
    pub(super) static SIDE = "BoardSide";

    /// Its name in Chinese.
    @optional
    zh: "string";
    /// Its name in English.
    @optional
    en: "string";
    /// The beginning of what is written on its pieces.
    @optional
    glyph: "string";
    /// The colour of their bodies.
    @optional
    colour: "string";
    /// The colour of their glyphs.
    @optional
    glyph_colour: "string";
    /// Their form.
    @optional
    shape: "string";
}

lua_type! {
    /// The kinds of pieces of every side, for `Board:pieces`: under each key a text with a word for
    /// every kind, or a list of such texts, one a side.
    pub(super) static KINDS = "BoardKinds";

    /// Names in Chinese.
    @optional
    zh: "string | { string }";
    /// Names in English.
    @optional
    en: "string | { string }";
    /// What is written on them.
    @optional
    glyph: "string | { string }";
    /// Colours of their bodies.
    @optional
    colour: "string | { string }";
    /// Colours of their glyphs.
    @optional
    glyph_colour: "string | { string }";
    /// Their forms.
    @optional
    shape: "string | { string }";
}

lua_type! {
    /// The pieces of several sides, as `Board:pieces` makes them.
    pub(super) static SET = "BoardSet";

    /// For `Board:define`: one kind after another of the first side, then of the next.
    list: "{ any }";
    /// Whose a piece is; 0 of 0.
    side: "{ [number]: number }";
    /// Of which kind a piece is; 0 of 0.
    kind: "{ [number]: number }";
    /// The cells where a side's pieces lie.
    of(cells: "{ any }", side: "number"): "{ number }";
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fangqi_vm::{Vm, VmLimits};
    use mlua::{Function, Table, Value};

    use super::*;
    use crate::{lattice, pieces};

    /// A table's fields, and how many parameters those have that are functions.
    fn fields(vm: &Vm, table: &Table) -> BTreeMap<String, Option<usize>> {
        let arity: Function =
            vm.lua().load("return function(f) return (debug.info(f, 'a')) end").call(()).unwrap();
        let field = |(name, value): (String, Value)| {
            let count = value.as_function().map(|function| arity.call(function).unwrap());
            (name, count)
        };
        table.pairs().map(|pair| field(pair.unwrap())).collect()
    }

    fn declared(spec: &TypeSpec) -> BTreeMap<String, Option<usize>> {
        let field = |field: &fangqi_plugin::FieldSpec| {
            (field.name.to_owned(), field.params.map(<[_]>::len))
        };
        spec.fields.iter().map(field).collect()
    }

    #[test]
    fn what_board_makes_has_the_fields_that_the_stubs_say() {
        let vm = Vm::new(&VmLimits { memory: 64 << 20, fuel: 10_000_000 }, 1).unwrap();
        let lua = vm.lua();
        let free = |_| Ok(());
        let rows = lua.create_sequence_from([2, 3, 2]).unwrap();
        let made = [
            lattice::grid(lua, &free, 3, 3, None, None).unwrap(),
            lattice::hexes(lua, &free, rows).unwrap(),
            lattice::points(lua, &free, "a1 b1 c1, a1 a2").unwrap(),
        ];
        for lattice in made {
            assert_eq!(fields(&vm, &lattice), declared(&LATTICE));
        }
        let side = lua.create_table_from([("en", "Red"), ("zh", "红")]).unwrap();
        let sides = lua.create_sequence_from([side]).unwrap();
        let kinds = lua.create_table_from([("en", "pawn"), ("zh", "兵")]).unwrap();
        let set = pieces::pieces(lua, &free, &sides, kinds).unwrap();
        assert_eq!(fields(&vm, &set), declared(&SET));
    }

    #[test]
    fn sides_and_kinds_have_the_keys_that_are_read() {
        let keys: BTreeSet<&str> = pieces::KEYS.into();
        for spec in [&SIDE, &KINDS] {
            assert_eq!(spec.names().into_iter().collect::<BTreeSet<_>>(), keys, "{}", spec.name);
        }
    }
}
