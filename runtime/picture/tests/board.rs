//! Pictures of small boards, read back pixel by pixel.

use std::sync::Arc;

use fangqi_picture::{HEIGHT, WIDTH, draw, png};
use fangqi_protocol::{Mark, MarkKind};
use fangqi_world::{BlockDef, BlockId, BlockRegistry, BlockState, IVec3, Rgb, Shape, World};
use resvg::tiny_skia::Pixmap;

const TILE: u16 = 3000;
const RED: u16 = 3001;
const FIGURE: u16 = 3002;
const NAMELESS: u16 = 3003;
const RACK: u16 = 3004;

fn block(id: u16, shape: Shape, colour: u32, glyph: Option<&str>) -> BlockDef {
    BlockDef {
        id: BlockId(id),
        key: format!("block_{id}"),
        name_zh: String::new(),
        name_en: String::new(),
        glyph: glyph.map(str::to_owned),
        colour: Rgb::hex(colour),
        glyph_colour: Rgb::hex(0x00ff00),
        shape,
        solid: true,
        liquid: false,
        light: 0,
    }
}

/// A world with a board of `edge` × `edge` tiles at height 0 and these blocks over it.
fn board(edge: i32, over: &[([i32; 3], u16)]) -> World {
    let mut blocks = BlockRegistry::new();
    for def in [
        block(TILE, Shape::Cube, 0x0000ff, Some("#")),
        block(RED, Shape::Disc, 0xff0000, None),
        block(FIGURE, Shape::Disc, 0xffffff, Some("♔")),
        block(NAMELESS, Shape::Disc, 0xff0000, Some("<&\u{1}帥")),
        block(RACK, Shape::Slab, 0x0000ff, Some("#r")),
    ] {
        blocks.register(def).expect("the block is good");
    }
    let mut world = World::new(Arc::new(blocks));
    let mut set = |at: [i32; 3], id| {
        world.set(IVec3::from(at), BlockState::new(BlockId(id), 0)).expect("it is in bounds");
    };
    for x in 0..edge {
        for z in 0..edge {
            set([x, 0, z], TILE);
        }
    }
    over.iter().for_each(|(at, id)| set(*at, *id));
    world
}

/// The picture of a world.
struct Picture(Pixmap);

impl Picture {
    fn of(world: &World, marks: &[Mark]) -> Self {
        let svg = draw(world, &[], marks).expect("there is a board");
        let png = png(&svg).expect("it can be painted");
        let pixels = Pixmap::decode_png(&png).expect("it is PNG");
        assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT));
        Self(pixels)
    }

    /// The colour at a point, given in cells from the south-west corner of a board of three.
    fn at(&self, x: f32, z: f32) -> [u8; 3] {
        // Three cells and a margin of 0.6 on both sides are as high as the picture.
        let cell = HEIGHT as f32 / 4.2;
        let (u, v) =
            (WIDTH as f32 / 2.0 + (x - 1.5) * cell, HEIGHT as f32 / 2.0 - (z - 1.5) * cell);
        let pixel = self.0.pixel(u as u32, v as u32).expect("it is in the picture").demultiply();
        [pixel.red(), pixel.green(), pixel.blue()]
    }
}

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 150 && r > 2 * g && r > 2 * b
}

const BLUE: [u8; 3] = [0, 0, 255];

#[test]
fn a_piece_is_where_it_stands_and_north_is_up() {
    let picture = Picture::of(&board(3, &[([2, 1, 0], RED)]), &[]);
    assert!(is_red(picture.at(2.5, 0.5)), "{:?}", picture.at(2.5, 0.5));
    for (x, z) in [(0.5, 0.5), (0.5, 2.5), (2.5, 2.5), (1.5, 1.5), (2.95, 0.05)] {
        assert_eq!(picture.at(x, z), BLUE, "{x} {z}");
    }
    // Beside the board there is nothing.
    assert_ne!(picture.at(-0.5, 1.5), BLUE);
}

#[test]
fn what_is_covered_does_not_show() {
    let picture = Picture::of(&board(3, &[([1, -3, 1], RED), ([0, -1, 0], TILE)]), &[]);
    assert_eq!(picture.at(0.5, 0.5), BLUE);
    let buried = Picture::of(&board(3, &[([1, 1, 1], RED), ([1, 2, 1], TILE)]), &[]);
    // A piece under a block is drawn all the same: boards have none, and racks hold theirs so.
    assert!(is_red(buried.at(1.5, 1.5)));
}

#[test]
fn a_standing_rack_shows_its_discs_through_holes_of_its_front() {
    let picture = Picture::of(&board(3, &[([1, 0, 1], RACK), ([1, 1, 1], RED)]), &[]);
    assert!(is_red(picture.at(1.5, 1.5)));
    assert_eq!(picture.at(1.08, 1.08), [0, 255, 0], "the front has the colour of the ink");
}

#[test]
fn marks_of_the_last_move_and_of_check_show_and_those_of_a_player_do_not() {
    let world = board(3, &[([1, 1, 1], RED)]);
    let svg = |kind| draw(&world, &[], &[Mark { pos: [0, 1, 2], kind }]).expect("it has a board");
    let plain = draw(&world, &[], &[]).expect("it has a board");
    for kind in [MarkKind::Selected, MarkKind::Target, MarkKind::Capture, MarkKind::Hint] {
        assert_eq!(svg(kind), plain, "{kind:?}");
    }
    for kind in [MarkKind::LastFrom, MarkKind::LastTo, MarkKind::Check, MarkKind::Won] {
        assert_ne!(svg(kind), plain, "{kind:?}");
    }
    let picture = Picture::of(&world, &[Mark { pos: [0, 1, 2], kind: MarkKind::Check }]);
    assert_ne!(picture.at(0.5, 2.5), BLUE);
}

#[test]
fn chess_figures_have_their_sides_colour() {
    let picture = Picture::of(&board(3, &[([1, 1, 1], FIGURE)]), &[]);
    assert_eq!(picture.at(1.5, 1.3), [255, 255, 255], "the king's body is white");
    assert_eq!(picture.at(1.1, 1.5), BLUE, "a figure is no disc");
}

#[test]
fn texts_that_are_no_xml_are_written_as_texts() {
    let picture = Picture::of(&board(3, &[([1, 1, 1], NAMELESS)]), &[]);
    assert!(is_red(picture.at(1.5, 1.9)));
    let svg = draw(&board(3, &[([1, 1, 1], NAMELESS)]), &[], &[]).expect("it has a board");
    let plain = draw(&board(3, &[([1, 1, 1], RED)]), &[], &[]).expect("it has a board");
    assert_ne!(png(&svg).expect("it is SVG"), png(&plain).expect("it is SVG"), "a text shows");
}

#[test]
fn what_is_no_board_has_no_picture() {
    let world = World::new(Arc::new(BlockRegistry::new()));
    assert_eq!(draw(&world, &[], &[]), None);
    let pieces = board(0, &[([0, 0, 0], RED)]);
    assert_eq!(draw(&pieces, &[], &[]), None, "pieces alone are none");
    assert!(draw(&world, &[IVec3::ZERO], &[]).is_some(), "places are a board");
    assert_eq!(draw(&world, &[IVec3::ZERO, IVec3::new(64, 0, 0)], &[]), None, "too wide to see");
    let far = IVec3::new((1 << 20) - 1, 511, (1 << 20) - 1);
    assert!(draw(&world, &[far], &[]).is_some());
    assert_eq!(draw(&world, &[far, -far], &[]), None);
}
