//! The puzzles of `scripts/maps/puzzles/xiangqi-puzzles`: what each says of itself is so.

use std::collections::BTreeSet;

use fangqi_xiangqi::{Color, Game, Status, WinReason};
use mlua::{Lua, Table};

fn puzzles(lua: &Lua) -> Vec<Table> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../scripts/maps/puzzles/xiangqi-puzzles/puzzles.lua"
    );
    lua.load(std::fs::read_to_string(path).unwrap()).exec().unwrap();
    lua.globals().get("Puzzles").unwrap()
}

#[test]
fn every_line_is_legal_and_mates_in_as_many_moves_as_it_says() {
    let lua = Lua::new();
    let puzzles = puzzles(&lua);
    assert!(puzzles.len() > 50, "{}", puzzles.len());
    let mut numbers = BTreeSet::new();
    for puzzle in puzzles {
        let text = |name: &str| puzzle.get::<String>(name).unwrap();
        let (name, number) = (text("name"), puzzle.get::<u32>("number").unwrap());
        assert!(numbers.insert(number) && (1..=551).contains(&number), "{number} {name}");
        let mut game = Game::from_fen(&text("fen")).unwrap();
        assert_eq!(game.side_to_move(), Color::Red, "{name}");
        let line = text("line");
        for mv in line.split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mate = Status::Won { winner: Color::Red, reason: WinReason::Checkmate };
        assert_eq!(game.status(), mate, "{name}");
        let moves = puzzle.get::<usize>("moves").unwrap();
        assert_eq!(line.split(' ').count(), 2 * moves - 1, "{name}");
    }
}
